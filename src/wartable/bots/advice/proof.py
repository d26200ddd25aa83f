"""Whether a reason is true: everything that it names is played anew, independently of how the reason was found."""

from collections.abc import Collection, Sequence

from wartable.core import record
from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match.perspective import legal_in, seats_due
from wartable.core.record import Record

from .reasons import OFTEN, SURE, Foresight, Key, Outcome, Reason, Way, key_of, replace_mover


def happens(game: Game, view: AnyState, box: AnyBox, seat: int, reason: Reason, names: Sequence[str]) -> bool:
    """Whether a reason is true: its moves are legal in every deal, and its notes happen as often as stated.

    The moves are played anew with a separate journal, independently of how the reason was found.
    """
    foresight = Foresight(game, view, box, seat, names)
    return all(_happens_in(foresight, state, reason) for state in foresight.deals)


def _happens_in(foresight: Foresight, state: AnyState, reason: Reason) -> bool:
    state = record.copy(state)
    outcomes: list[Outcome] = []
    if reason.way == Way.PREVENTED:
        return _is_prevented(foresight, state, reason)
    for place, (actor, action) in enumerate(reason.played):
        if reason.way == Way.THREATENED and place:
            turn = foresight.turn_after(state, None)
            if turn is None:
                return False
            state = turn
        if actor not in seats_due(state) or action not in legal_in(foresight.game, state, foresight.box, actor):
            return False
        outcomes = foresight.play(state, actor, action)
        state = record.copy(outcomes[0].state)
    if reason.way in (Way.ALWAYS, Way.MOSTLY):
        actor = seats_due(state)[0]
        legal = legal_in(foresight.game, state, foresight.box, actor)
        ends = [foresight.play(record.copy(state), actor, action) for action in legal]
        least = 1.0 if reason.way == Way.ALWAYS else OFTEN
        return all(
            sum(_share(end, {key_of(note)}) >= SURE for end in ends) >= least * len(ends) for note in reason.notes
        )
    if reason.like:
        return abs(_share(outcomes, reason.like) - reason.chance) < 0.02
    return all(abs(_share(outcomes, {key_of(note)}) - reason.chance) < 0.02 for note in reason.notes)


def _is_prevented(foresight: Foresight, state: Record, reason: Reason) -> bool:
    """Whether the other player could do it now, and has no answer to the move in which it happens."""
    (mover, move), (other, action) = reason.played
    turn = replace_mover(foresight, other).turn_after(state, None)
    if turn is None or action not in legal_in(foresight.game, turn, foresight.box, other):
        return False
    now = foresight.play(turn, other, action)
    if move not in legal_in(foresight.game, state, foresight.box, mover):
        return False
    after = foresight.play(state, mover, move)[0].state
    keys = {key_of(note) for note in reason.notes}
    ends = [
        foresight.play(record.copy(after), other, answer)
        for answer in legal_in(foresight.game, after, foresight.box, other)
    ]
    return abs(_share(now, keys) - reason.chance) < 0.02 and not any(_share(end, keys) for end in ends)


def _share(outcomes: Sequence[Outcome], keys: Collection[Key]) -> float:
    """The probability that one of some notes happens."""
    return sum(one.chance for one in outcomes if any(key_of(note) in keys for note in one.notes))
