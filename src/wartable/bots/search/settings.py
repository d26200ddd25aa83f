"""The settings of a search, by the names that the literature has for them, and the memory it works in."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from wartable.core.frames import DEPTH
from wartable.core.record import Floats

from ..nets.quick_net import QuickNet

MAX_PATH = 512
"""The most decisions of one simulation."""
LEAVES = ("new_node", "after_turn", "end_of_turn")
NEW_NODE, AFTER_TURN, END_OF_TURN = range(3)
PRIORS = ("policy", "judge", "value")
POLICY, JUDGE, VALUE = range(3)
NAMED = {"leaf": LEAVES, "prior": PRIORS}
"""Settings that are one of several words; compiled code has their numbers."""


class Workspace(NamedTuple):
    """What a search writes to while it works.

    The root's view (states[0]) and the halving (`root_children`, `ranking`, `schedule`, `round_seed`) stay as long as
    the root does; nothing else outlives a simulation.
    """

    states: Any
    state_words: Any
    """The same memory as whole numbers, to hash a view."""
    out: Any
    weights: Any
    actions: Any
    """The legal actions of the node that a simulation is in."""
    children: Any
    known: Any
    """Of the children that the tree has room for: their indices, priors, visits and sums of values."""
    priors: Any
    visits: Any
    totals: Any
    logits: Any
    root_children: Any
    ranking: Any
    """The root's actions by their index, those that are considered first."""
    schedule: Any
    """Where sequential halving stands."""
    returns: Any
    """For each of the root's actions: visits, and the sum and the squares of the values."""
    round_seed: Any
    """The random numbers that all simulations of a round start from."""
    round_rng: Any
    values: Floats
    """Each seat's share of the win at a leaf."""
    cursors: Any
    """The node of each seat's tree that a simulation has come to."""
    path: Any
    path_seats: Any
    net: QuickNet
    """Evaluates leaves in place of the judge, where it is loaded."""


class Settings(NamedTuple):
    """How a search works. A game may set some of it (`Game.search`); docs/research/search.md cites the papers."""

    max_num_considered_actions: int = 16
    """How many of the root's actions sequential halving begins with (Danihelka and others 2022)."""
    root_determinizations: int = 8
    """In how many determinizations the judge gives the root's actions their prior values."""
    temperature: float = 0.1
    """Of the softmax over values by which children are selected; 1 is the gap from the average to the best."""
    exploration_fraction: float = 0.05
    """The part of a node's visits that is spread evenly over its actions (the epsilon of epsilon-greedy)."""
    max_joint_seats: int = 2
    """With more seats than this, each seat's tree branches on that seat's own actions alone."""
    leaf: int = AFTER_TURN
    """Where a simulation is evaluated: at any new node, at the first new one after the seat's own turn, or always at
    the end of that turn."""
    turn_depth: int = DEPTH
    """A decision of another seat that has more frames than this on the stack does not end the seat's own turn: it
    belongs to something that goes on, like the defender's choices in a battle."""
    max_expansions: int = MAX_PATH
    """A simulation that has expanded so many nodes is evaluated, though the seat's own turn goes on."""
    regret_threshold: float = 0.0003
    """The search stops when the simple regret that more of it could save is expected to be less than this."""
    max_chance_outcomes: int = 6
    """Chance nodes have a child for each outcome where there are at most this many."""
    value_scale: float = 0.1
    """With a policy prior: how much values count against it (Danihelka and others 2022)."""
    mixing: float = 0.0
    """With a net: the part of a leaf's value that is the judge's (the lambda of Silver and others 2016)."""
    prior: int = POLICY
    """With a net: whether the prior of an action is the net's policy, or the value of the position after it by the
    judge or by the net."""


def settings_of(*chosen: Mapping[str, Any]) -> Settings:
    """The default settings with some of them chosen otherwise, the last choice first."""
    merged = {name: value for choice in chosen for name, value in choice.items()}
    numbers = {
        name: NAMED[name].index(value) if name in NAMED and isinstance(value, str) else value
        for name, value in merged.items()
    }
    return Settings()._replace(**numbers)
