"""The decisions of Thrones, one page each."""

from wartable.core.decisions import Decisions
from wartable.core.phrases import count

from ..rules.turn import go_on
from ..values import Table
from . import first
from .favors import always, ambush, check, cunning, deception, fate, favor, haste, let, roll, watch, window
from .laying_out import begin, done, draw, layout, middle, mirror, place, swap_middle, swap_pieces, swap_tiles, tile
from .turn import attack, dragon, fire, gallop, hasty_move, move, pass_turn, stop, switch, turn


def now(at: Table) -> str:
    return f"Asked now: {at.prompt}."


def no_edits(at: Table) -> str:
    return f"You have made all {count(at.box.edits, 'edit')}; the layout stays as it is: say done."


DECISIONS = Decisions(
    Table,
    codes=(
        *(move, attack, switch, fire, dragon, ambush, deception),
        *(pass_turn, let, always, watch, haste, roll, cunning, stop, mirror, done),
        *(favor, begin, tile, place, middle, swap_tiles, swap_pieces, swap_middle, first, fate),
    ),
    phases=(first, turn, layout, draw, window, gallop, hasty_move, check, favor, fate),
    undue=412,
    facts={216: no_edits, 217: now, 412: now},
    after=go_on,
)
