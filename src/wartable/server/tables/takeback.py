"""Undoing one's own steps, and taking back what others have seen."""

from wartable.core import generic
from wartable.core.frames import AnyState
from wartable.core.match import Match
from wartable.core.numbers.chance import generator
from wartable.core.record import copy

from .table import Table

GUESSES = 16


def undo_to(table: Table, seat: int) -> int | None:
    """How many actions remain when the seat undoes its last step; None if that is no longer possible or has
    revealed something.

    It is None whenever several seats decide simultaneously: anything else would reveal who has acted.
    """
    if table.match is None or table.frozen or seat not in table.due or len(table.due_for(seat)) > 1:
        return None
    for step in reversed(table.match.steps):
        if step.seat == seat and not step.forced:
            return None if _revealed(table.match, step.number, seat) else step.number
        if not step.forced:
            return None
    return None


def takeback_to(table: Table, seat: int) -> int | None:
    """How many actions remain when the seat takes its last decision back."""
    if table.match is None or table.frozen or table.status == "over":
        return None
    for step in reversed(table.match.steps):
        if step.seat == seat and not step.forced:
            return step.number
    return None


def _revealed(match: Match, number: int, seat: int) -> bool:
    """Whether the seat has learned something since: whether it could have foreseen what it now sees.

    This imagines positions consistent with what it knew, repeats the actions in each, and compares what it would see.
    """
    if not match.game.has_secrets:
        return False
    later = match.steps[number:]
    if any(step.seat != seat for step in later):
        return True
    before = match.see(seat).of(later[0].before)
    return any(_differs(match, copy(before), guess, seat, number) for guess in range(GUESSES))


def _differs(match: Match, state: AnyState, guess: int, seat: int, number: int) -> bool:
    """Whether the seat would see something else in an imagined position."""
    generic.fill(state, match.box, seat, generator(guess))
    seen = match.see(seat)
    for step in match.steps[number:]:
        generic.apply(state, match.box, step.seat, step.action)
        if seen.of(state).tobytes() != seen.of(step.after).tobytes():
            return True
    return False
