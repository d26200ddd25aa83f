"""The settings of a search, named as in the literature, and its working memory."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from wartable.core.frames import DEPTH
from wartable.core.record import Floats

from ..nets.quick_net import QuickNet

MAX_PATH = 512
"""The maximum number of decisions in one simulation."""
LEAVES = ("new_node", "after_turn", "end_of_turn")
NEW_NODE, AFTER_TURN, END_OF_TURN = range(3)
PRIORS = ("policy", "judge", "value")
POLICY, JUDGE, VALUE = range(3)
NAMED = {"leaf": LEAVES, "prior": PRIORS}
"""Settings with named values; compiled code uses their numbers."""


class Workspace(NamedTuple):
    """The working memory of a search.

    The root's view (states[0]) and the halving (`root_children`, `ranking`, `schedule`, `round_seed`) live as long as
    the root; everything else only during a simulation.
    """

    states: Any
    state_words: Any
    """The same memory as integers, for hashing a view."""
    out: Any
    weights: Any
    actions: Any
    """The legal actions of the current node."""
    children: Any
    known: Any
    """The children in the tree: their indices, priors, visits and sums of values."""
    priors: Any
    visits: Any
    totals: Any
    logits: Any
    root_children: Any
    ranking: Any
    """The root's actions by index, those under consideration first."""
    schedule: Any
    """The progress of sequential halving."""
    returns: Any
    """For each of the root's actions: visits, sum and sum of squares of the values."""
    round_seed: Any
    """The random seed that all simulations of a round share."""
    round_rng: Any
    values: Floats
    """Each seat's share of the win at a leaf."""
    cursors: Any
    """The current node in each seat's tree."""
    path: Any
    path_seats: Any
    net: QuickNet
    """Evaluates leaves in place of the judge, if loaded."""


class Settings(NamedTuple):
    """The settings of a search. A game may override some (`Game.search`); docs/research/search.md cites the papers."""

    max_num_considered_actions: int = 16
    """The number of the root's actions with which sequential halving begins (Danihelka and others 2022)."""
    root_determinizations: int = 8
    """The number of determinizations in which the judge computes the priors of the root's actions."""
    temperature: float = 0.1
    """The temperature of the softmax over values by which children are selected; 1 is the gap from the average to
    the best.
    """
    exploration_fraction: float = 0.05
    """The share of a node's visits that is spread evenly over its actions (the epsilon of epsilon-greedy)."""
    max_joint_seats: int = 2
    """With more seats than this, each seat's tree branches on that seat's own actions only."""
    leaf: int = AFTER_TURN
    """Where a simulation is evaluated: at any new node, at the first new one after the seat's own turn, or always
    at the end of that turn.
    """
    turn_depth: int = DEPTH
    """Decisions of other seats with more frames than this on the stack do not end the seat's own turn: they belong
    to something in progress, like the defender's choices in a battle.
    """
    max_expansions: int = MAX_PATH
    """A simulation that has expanded this many nodes is evaluated even if the seat's own turn continues."""
    regret_threshold: float = 0.0003
    """The search stops when the expected gain from continuing is below this simple regret."""
    max_chance_outcomes: int = 6
    """Chance nodes have a child for each outcome if there are at most this many."""
    value_scale: float = 0.1
    """With a policy prior: the weight of values against it (Danihelka and others 2022)."""
    mixing: float = 0.0
    """With a net: the share of the judge in a leaf's value (the lambda of Silver and others 2016)."""
    prior: int = POLICY
    """With a net: whether the prior of an action is the net's policy, or the value of the position after it by the
    judge or the net.
    """


def settings_of(*chosen: Mapping[str, Any]) -> Settings:
    """The default settings with some overrides; later ones take precedence."""
    merged = {name: value for choice in chosen for name, value in choice.items()}
    numbers = {
        name: NAMED[name].index(value) if name in NAMED and isinstance(value, str) else value
        for name, value in merged.items()
    }
    return Settings()._replace(**numbers)
