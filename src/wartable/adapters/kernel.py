"""One compiled call for each step of one table: play, settle, mask, observation, result."""

from typing import Any, NamedTuple

from wartable.batch.kernel import observe, settle, write_mask
from wartable.compiler.decorators import compiled, inlined
from wartable.core.frames import AnyBox, AnyState, Tables, first_due
from wartable.core.generic import apply, scores
from wartable.core.numbers.chance import Rng
from wartable.core.record import Floats, Ints


class Records(NamedTuple):
    """One table: its state, a copy for hidden views, the Box, the dice."""

    states: Tables
    spare: Tables
    boxes: Any
    rng: Rng


class Buffers(NamedTuple):
    """Buffers for legal actions and their weights, and the most actions of a match."""

    out: Ints
    weights: Ints
    limit: int


class Outputs(NamedTuple):
    """The output for the seat with the choice: its mask, its observation, the result, and its number."""

    mask: Ints
    numbers: Floats
    shares: Floats
    facts: Ints


@inlined
def write_result(s: AnyState, box: AnyBox, shares: Floats) -> None:
    """Each seat's share of the win; all 0 before the end."""
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if s.head.over != 0:
        scores(s, box, shares)


@compiled
def turn(table: Records, action: int, room: Buffers, shown: Outputs) -> None:
    """Play the action of the seat with the choice (none if negative), up to the next choice.

    Writes the seat with the next choice and the ending to `facts`, that seat's mask and observation, and the result.
    """
    s, box = table.states[0], table.boxes[0]
    if action >= 0:
        apply(s, box, first_due(s), action)
    settle(s, box, table.rng, room.out, room.weights, room.limit)
    seat = first_due(s)
    write_mask(s, box, seat, room.out, shown.mask)
    observe(s, table.spare, box, seat, shown.numbers)
    write_result(s, box, shown.shares)
    shown.facts[0] = seat
    shown.facts[1] = s.head.over


@compiled
def look(table: Records, seat: int, numbers: Floats) -> None:
    """The observation of any seat."""
    observe(table.states[0], table.spare, table.boxes[0], seat, numbers)
