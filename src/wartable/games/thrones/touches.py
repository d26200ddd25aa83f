"""What a hand touches for each action, and what a touched thing is."""

from functools import lru_cache

from wartable.core.actions import decode, fields
from wartable.core.compiled import plain

from .actions import (
    AMBUSH,
    BEGIN,
    DECEPTION,
    DRAGON,
    FAVOR,
    HOLD,
    MIDDLE,
    PLACE,
    SAY,
    SWAP_MIDDLE,
    SWAP_PIECES,
    SWAP_TILES,
    TILE,
    Ambush,
    Begin,
    Deception,
    Dragon,
    LayTile,
    Middle,
    Place,
    Say,
    SwapMiddle,
    TakeFavor,
    Word,
)
from .box import Box
from .help import square_named
from .names import (
    belongs,
    home_square,
    layout_choice,
    middle_square,
    onward,
    piece_name,
    reading,
    square_name,
    tile_name,
)
from .rules.survival import needs_check
from .state import Deed, Favor, Piece, Stage, State
from .words import SAYINGS


def piece_ids(view: State) -> dict[int, str]:
    """An id for the piece on each square: its type, its owner, and which of them it is, counted over the board."""
    return _ids_of(view.pieces.tobytes())


@lru_cache(maxsize=64)
def _ids_of(pieces: bytes) -> dict[int, str]:
    seen: dict[int, int] = {}
    ids = {}
    for square, piece in enumerate(pieces):
        if piece:
            seen[piece] = seen.get(piece, 0) + 1
            ids[square] = f"{piece_name(piece)}-{piece >> 4}-{seen[piece]}"
    return ids


def touch(view: State, square: int) -> str:
    """The id of what a hand touches on a square: the piece, or the square itself."""
    return piece_ids(view).get(square, f"sq-{square_name(square)}")


def path(view: State, box: Box, seat: int, action: int) -> tuple[str, ...]:
    deed = reading(view, box, action)
    if deed and deed[2] is not None:
        return deed_path(view, box, seat, *deed)
    if belongs(DRAGON, action):
        return (f"reserve-{seat}", touch(view, decode(Dragon, action).square))
    if belongs(AMBUSH, action):
        a, b = decode(Ambush, action)
        return ("favor-ambush", touch(view, a), touch(view, b), f"held-ambush-{seat}")
    if belongs(DECEPTION, action):
        square, direction = decode(Deception, action)
        other = onward(square, direction, 1)
        switched = touch(view, square), touch(view, square if other is None else other)
        return ("favor-deception", *switched, f"held-deception-{seat}")
    if belongs(FAVOR, action):
        return (f"take-{Favor(decode(TakeFavor, action).favor).name.lower()}",)
    if belongs(SAY, action):
        word = Say(decode(Word, action).word)
        if word in (Say.HASTE, Say.CUNNING):
            return (f"favor-{word.name.lower()}", f"held-{word.name.lower()}-{seat}")
        return (f"say-{SAYINGS[word]}",)
    return layout_path(view, box, seat, action)


def is_risky(view: State, box: Box, seat: int, action: int) -> bool:
    """Whether fate decides if a deed takes place."""
    deed = reading(view, box, action)
    return bool(deed and deed[2] is not None and plain(needs_check)(view, box, *deed))


def deed_path(view: State, box: Box, seat: int, deed: Deed, start: int, target: int | None) -> tuple[str, ...]:
    """Piece and goal; where a piece could do two things to the same neighbour, also which of them."""
    assert target is not None
    steps = (touch(view, start), touch(view, target))
    type, foe = view.pieces[start] & 15, view.pieces[target] and view.pieces[target] >> 4 != seat
    if foe and deed != Deed.MOVE and (type == Piece.WARHORSE or box.fires_at[type] == 1):
        return (*steps, f"do-{deed.name.lower()}")
    return steps


def layout_path(view: State, box: Box, seat: int, action: int) -> tuple[str, ...]:
    """What is laid has a place of its own in the path, too: it can be dragged to where it goes."""
    side = view.sides[seat] if seat in (0, 1) else None
    if belongs(BEGIN, action):
        return (f"layout-{layout_choice(box, decode(Begin, action).choice)}",)
    if belongs(TILE, action):
        tile = f"tile-{tile_name(decode(LayTile, action).tile + 1)}"
        return (tile, f"sq-{square_name(home_square(seat, side.laid))}") if side else (tile,)
    if belongs(PLACE, action):
        return place_path(view, seat, action)
    if belongs(MIDDLE, action):
        where = f"sq-{square_name(middle_square(seat, decode(Middle, action).column))}"
        return (where, f"assign-{tile_name(side.laid + 1)}") if side else (where,)
    for family in (SWAP_TILES, SWAP_PIECES):
        if belongs(family, action):
            a, b = (home_square(seat, space) for space in fields(family, action))
            if family is SWAP_TILES:
                return f"sq-{square_name(a)}", f"sq-{square_name(b)}", "edit-tiles"
            return touch(view, a), touch(view, b)
    if belongs(SWAP_MIDDLE, action):
        a, b = decode(SwapMiddle, action)
        return touch(view, middle_square(seat, a)), touch(view, middle_square(seat, b))
    return ()


def place_path(view: State, seat: int, action: int) -> tuple[str, ...]:
    """Where a piece is placed, and which of the army; or that the dragon is held back."""
    side = view.sides[seat] if seat in (0, 1) else None
    placing = side is not None and side.stage == Stage.PIECES
    army = (f"roster-{seat}-{side.laid}",) if side is not None and placing else ()
    if action == PLACE.first + HOLD:
        return ("hold", *army)
    where = touch(view, home_square(seat, decode(Place, action).space))
    return (f"reserve-{seat}", where) if side is not None and side.stage == Stage.REVIEW else (where, *army)


def square_of(view: State, thing: str) -> int | None:
    """The square that a thing is or stands on."""
    for square, id in piece_ids(view).items():
        if id == thing:
            return square
    what, _, name = thing.partition("-")
    return square_named(name) if what in ("sq", "land") else None
