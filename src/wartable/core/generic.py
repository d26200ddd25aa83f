"""The functions that every game has: one name for all games, resolved by the record type of the first argument.

`legal(s, box, seat, out)` is the game's own function, in compiled code as in Python. A playout or a search is therefore
written once, at module level, and loads from the disk cache for every game.
"""

from typing import Any

from wartable.compiler.singledispatch import Generic as Generic
from wartable.compiler.singledispatch import as_it_is as as_it_is
from wartable.compiler.singledispatch import generic as generic
from wartable.compiler.singledispatch import is_read as is_read
from wartable.compiler.singledispatch import register as register
from wartable.compiler.singledispatch import set_read as set_read


@generic
def setup(s: Any, box: Any) -> None:
    """Lay out a zeroed state and ask for the first decision."""


@generic
def legal(s: Any, box: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a due seat to `out`, without repeats, and return their number."""
    raise AssertionError


@generic
def apply(s: Any, box: Any, seat: int, action: int) -> None:
    """Carry out a legal action of the seat, and its consequences up to the next decision."""


@generic
def chance(s: Any, box: Any, out: Any, weights: Any) -> int:
    """Write nature's possible actions and their whole-number weights, and return their number."""
    raise AssertionError


@generic
def scores(s: Any, box: Any, out: Any) -> None:
    """Write each seat's share of the win of a finished game: 1 to the winner, or equal shares; they sum to 1."""


@generic
def points(s: Any, box: Any, seat: int) -> int:
    """The seat's score, or whatever players would compare, at any time of the game."""
    raise AssertionError


@generic
def tally(s: Any, box: Any, seat: int, counter: int) -> int:
    """The value of a seat's counter in this (possibly hidden) record; UNKNOWN if it is hidden."""
    raise AssertionError


@generic
def census(s: Any, box: Any, out: Any) -> int:
    """Write the totals of components that are never created or lost, and return how many totals there are."""
    raise AssertionError


@generic
def refusal(s: Any, box: Any, seat: int, action: int) -> int:
    """The number of the rule that forbids the action to the seat now; 0 if it is legal."""
    raise AssertionError


@generic
def hide(s: Any, box: Any, seat: int) -> None:
    """Blank, in place, what the seat (or SPECTATOR) may not know."""


@generic
def fill(s: Any, box: Any, seat: int, rng: Any) -> None:
    """Deal, in place, a complete state that is consistent with a hidden one, with the probabilities that the seat must
    assume.
    """


@generic
def sees(s: Any, box: Any, viewer: int, seat: int, action: int) -> bool:
    """Whether the viewer learns this action of the seat (or NATURE), made in state `s`."""
    raise AssertionError


@generic
def evaluate(s: Any, box: Any, out: Any) -> None:
    """Write an estimate of each seat's share of the win, for bots; they sum to about 1."""


@generic
def features(s: Any, box: Any, seat: int, out: Any) -> None:
    """Write a learner's features of a hidden record, as numbers of the order of 1."""


GENERICS = (
    *("setup", "legal", "apply", "chance", "scores", "points", "census"),
    *("refusal", "hide", "fill", "sees", "evaluate", "features", "tally"),
)
