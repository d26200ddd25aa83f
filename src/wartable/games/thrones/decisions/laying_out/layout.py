"""TH-2.2: both players lay out at the same time and in secret, step by step, and edit what is complete (TH-2.16)."""

from wartable.core.phrases import count
from wartable.core.rules import Ints, Meaning, Refused, Text, belongs, code, offer, put, rule

from ...box import Box
from ...names import home_square, piece_name, square_name, tile_name
from ...rules.layout import choices, may_choose
from ...state import HOLD, Kind, Piece, Stage, State
from ...values import Action, HomeTile, LayoutChoice, Table
from ..turn.dragon import Dragon
from . import begin, done, middle, mirror, place, swap_middle, swap_pieces, swap_tiles, tile
from .begin import Begin
from .done import Done
from .middle import Middle
from .mirror import Mirror
from .place import Place, laid
from .tile import LayTile

asked = Kind.LAYOUT
unasked = 412
pages = done, begin, tile, place, middle, swap_tiles, swap_pieces, swap_middle, mirror


def prompt(at: Table) -> str:
    side = at.view.sides[at.seat]
    if side.stage == Stage.BEGIN:
        return "Choose a layout to begin with"
    if side.stage == Stage.TILES:
        return f"Lay a tile on {square_name(home_square(at.seat, side.laid))}"
    if side.stage == Stage.PIECES:
        piece = at.box.placing[side.laid]
        return f"Place your {piece_name(piece)}" + (", or hold it back" if piece == Piece.DRAGON else "")
    if side.stage == Stage.MIDDLE:
        return f"Assign your middle {tile_name(side.laid + 1)}"
    return f"Swap tiles or pieces ({count(at.box.edits - side.edits, 'edit')} left), or say that you are done"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    side = s.sides[seat]
    if side.stage == Stage.BEGIN:
        return begin.offers(s, box, seat, out, n)
    if side.stage != Stage.REVIEW:
        return list_steps(s, box, seat, out, n)
    n = put(out, n, Done())
    if side.edits < box.edits:
        n = begin.offers(s, box, seat, out, n)
        n = swap_tiles.offers(s, box, seat, out, n)
        n = swap_pieces.offers(s, box, seat, out, n)
        n = swap_middle.offers(s, box, seat, out, n)
        n = place.offers(s, box, seat, out, n)
        n = put(out, n, Mirror())
    return n


@rule
def list_steps(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """TH-2.4 to 2.9, by hand."""
    stage = s.sides[seat].stage
    for choice in range(choices(stage)):
        n = offer(out, n, step(stage, choice), may_choose(s, box, seat, choice))
    return n


@rule
def step(stage: int, choice: int) -> int:
    """The action that lays, places or assigns as the choice says."""
    if stage == Stage.TILES:
        return code(LayTile(choice))
    return code(Place(choice)) if stage == Stage.PIECES else code(Middle(choice))


@rule
def refuse(s: State, box: Box, seat: int, action: int) -> int:
    """Each stage has its step; a complete layout is edited while edits are left (TH-2.16)."""
    stage = s.sides[seat].stage
    if belongs(Done, action):
        return 0
    if stage == Stage.REVIEW:
        if belongs(LayTile, action) or belongs(Middle, action):
            return 412
        return 216 if s.sides[seat].edits >= box.edits else 0
    if belongs(Begin, action):
        return 0 if stage == Stage.BEGIN else 412
    if belongs(LayTile, action):
        return 0 if stage == Stage.TILES else 412
    if belongs(Place, action):
        return 0 if stage == Stage.PIECES else 412
    return 0 if belongs(Middle, action) and stage == Stage.MIDDLE else 412


def meant(it: Action) -> Meaning:
    """A square is that of the next piece or middle tile; a dragon is placed as any other piece."""
    if isinstance(it, Dragon):
        return laid(it.at, "D", it.square)
    if isinstance(it, Middle):
        return laid(it.at, "", it.column.square)
    return laid(it.at, "", it.space.square) if isinstance(it, Place) and it.space != HOLD else None


def read(text: Text) -> Meaning:
    """A layout or the next tile by its name alone, the dragon that is held back, a swap that does not say of what."""
    named = LayoutChoice.named_in(text)
    tiles = HomeTile.named_in(Text(text.at, [word for word in text.words if len(word) > 1]))
    if text.at.stage == Stage.TILES and len(tiles) == 1:
        return code(LayTile(tiles[0]))
    if text.at.stage == Stage.BEGIN and len(named) == 1 and not text.has("layout"):
        return code(Begin(named[0]))
    if text.has("hold"):
        return code(Place(HOLD))
    if text.has("swap", "switch", "exchange") and not text.has("tiles", "pieces", "middle"):
        return Refused(210, "Say what is swapped: tiles:c1~d1, pieces:c1~d1 or middle:b5~d5.")
    return None
