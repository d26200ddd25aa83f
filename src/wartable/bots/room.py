"""What a search works with, and how it looks around."""

from typing import Any, NamedTuple

from wartable.core.frames import DEPTH
from wartable.core.record import Floats

from .quick import QuickNet

LONGEST_PATH = 512


class Room(NamedTuple):
    """What a search needs while it works.

    The root's view (states[0]) and the halving (`root_kids`, `order`, `pace`, `seed`) stay as long as the root does;
    nothing else outlives an iteration.
    """

    states: Any
    words: Any
    """The same memory as whole numbers, to take a mark of a view."""
    out: Any
    weights: Any
    tried: Any
    kids: Any
    pulls: Any
    root_kids: Any
    order: Any
    """The root's actions by their place in the list, the ones that are looked at first."""
    pace: Any
    """Where the halving stands."""
    verdicts: Any
    """For each of the root's actions, how often it was tried, and the sum and squares of what it came to."""
    seed: Any
    """The luck of this round, from which each walk of it starts."""
    luck: Any
    shares: Floats
    cursors: Any
    path: Any
    path_seats: Any
    net: QuickNet
    """What is asked in place of the judge, where it is there."""


class Settings(NamedTuple):
    """How a search looks around. A game may want some of it otherwise (`Game.search`)."""

    candidates: int = 16
    """How many of the root's actions are looked at closely."""
    samples: int = 8
    """In how many imagined worlds they are judged first."""
    temperature: float = 0.1
    """How much better a move must be to get e times the attention; 1 is from the average to the best."""
    spread: float = 0.05
    """The part of the attention that is shared out equally, whatever is known."""
    company: int = 2
    """With more players than this, each seat has a tree that follows its own actions alone."""
    whole: int = 1
    """Where a walk is judged: 0 in any new position, 1 in the first new one after the seat's own turn, 2 always at the
    end of that turn."""
    floor: int = DEPTH
    """A decision of another seat that has more frames than this on the stack does not end the seat's own turn: it
    belongs to something that goes on, like the defender's choices in a battle."""
    breath: int = LONGEST_PATH
    """A walk that has met so many new positions is judged where it is, though the seat's own turn goes on."""
    trifle: float = 0.0003
    """The search ends early when more of it is expected to win less than this."""
    width: int = 6
    """Nature's outcomes get nodes of their own where there are at most this many."""
    weight: float = 0.1
    """With a quick net: how much what was found counts against how likely the net says a move is."""
    mix: float = 0.0
    """With a quick net: the part of a verdict that the game's judge decides, the net the rest; from 0 to 1."""
    first: int = 0
    """With a quick net, the first opinion of a move: 0 how likely the net says it is, 1 what the judge thinks of the
    position that it leads to, 2 what the net thinks of that."""
