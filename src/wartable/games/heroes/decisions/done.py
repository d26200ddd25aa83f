"""HE-3.3: be done with building and recruiting."""

from wartable.core import frames
from wartable.core.rules import note, rule

from ..box import Box
from ..notes import Told
from ..rules.changes import forget_changes
from ..state import Stage, State
from ..values import Action


class Done(Action):
    when = 303
    notation = "done"
    reads = "done | finish | finished | ready"
    label = "Done with building and recruiting"
    touches = "done"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    note(box, Told.IS_DONE, 303, seat)
    s.players[seat].stage = Stage.DONE
    forget_changes(s, seat)
    frames.done(s, seat)
