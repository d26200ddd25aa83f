"""Chapter 2: laying out in secret."""

from wartable.core.rules import Ints, alone, inlined, kind, offer, pop, rule, top, whisper

from ..box import Box
from ..notes import Told
from ..state import COLUMNS, HOLD, HOME, TILES, TYPES, DrawFrame, Kind, Piece, Stage, State, Tile
from .board import piece_of, square_of
from .middle_row import as_seen_by

FIRST_TERRAIN, LAST_TERRAIN = int(Tile.PLAINS), int(Tile.WATER)
FRONT = 3
GROUP = 6
"""How many swaps are listed at once; any number works."""
WHOLE_HOME = (1 << HOME) - 1
WHOLE_ROW = (1 << COLUMNS) - 1
INNER_ROW = WHOLE_ROW & ~1 & ~(1 << (COLUMNS - 1))
FORTRESS_SPACES = sum(INNER_ROW << (row * COLUMNS) for row in range(1, FRONT + 1))
"""TH-2.6 as a bit set of home spaces: not in the back row, not in an outer column."""


@rule
def tile_at(s: State, seat: int, space: int) -> int:
    return s.ground[square_of(seat, space)]


@rule
def type_at(s: State, seat: int, space: int) -> int:
    return s.pieces[square_of(seat, space)] & 15


@rule
def clear_layout(s: State, box: Box, seat: int) -> None:
    """All tiles and pieces return to the seat's hand."""
    side = s.sides[seat]
    for space in range(HOME):
        s.ground[square_of(seat, space)] = Tile.NONE
        s.pieces[square_of(seat, space)] = 0
    for tile in range(TILES):
        side.left[tile] = box.home_tiles[tile]
    for type in range(TYPES):
        side.unplaced[type] = box.army[type]
    for column in range(COLUMNS):
        side.middle[column] = Tile.NONE
    side.laid = 0


@rule
def enter_stage(s: State, seat: int, stage: int) -> None:
    s.sides[seat].stage = stage
    s.sides[seat].laid = 0


@rule
def row_has(s: State, seat: int, row: int, tile: int) -> bool:
    for column in range(COLUMNS):
        if tile_at(s, seat, row * COLUMNS + column) == tile:
            return True
    return False


@rule
def fortress_fits(space: int) -> bool:
    """TH-2.6"""
    return (FORTRESS_SPACES >> space) & 1 == 1


@rule
def can_lay(s: State, seat: int, tile: int) -> bool:
    """TH-2.4 to 2.6: whether the tile may lie on the next space so that the rest remains possible."""
    side = s.sides[seat]
    space = side.laid
    if side.left[tile] == 0 or (tile == Tile.FORTRESS and not fortress_fits(space)):
        return False
    row, column = space // COLUMNS, space % COLUMNS
    rows_after = FRONT - row
    wanted = 0
    for terrain in range(FIRST_TERRAIN, LAST_TERRAIN + 1):
        missing = 0 if terrain == tile or row_has(s, seat, row, terrain) else 1
        wanted += missing
        if side.left[terrain] - (1 if terrain == tile else 0) < missing + rows_after:
            return False
    if tile != Tile.FORTRESS and side.left[Tile.FORTRESS] > 0 and space >= HOME - 2:
        # Only the last space would be left for the fortress, and that is at the edge.
        return False
    return COLUMNS - 1 - column >= wanted


@rule
def lay_tile(s: State, seat: int, tile: int) -> None:
    side = s.sides[seat]
    s.ground[square_of(seat, side.laid)] = tile
    side.left[tile] -= 1
    side.laid += 1
    if side.laid == HOME:
        enter_stage(s, seat, Stage.PIECES)


@rule
def put(s: State, seat: int, type: int, space: int) -> None:
    s.pieces[square_of(seat, space)] = piece_of(seat, type)
    s.sides[seat].unplaced[type] -= 1


@rule
def place_next(s: State, box: Box, seat: int, space: int) -> None:
    side = s.sides[seat]
    if space != HOLD:
        put(s, seat, box.placing[side.laid], space)
    side.laid += 1
    if side.laid == len(box.placing):
        enter_stage(s, seat, Stage.MIDDLE)


@rule
def assign_middle(s: State, seat: int, column: int) -> None:
    """TH-2.9: plains, forest, mountain, water in this order."""
    side = s.sides[seat]
    side.middle[column] = FIRST_TERRAIN + side.laid
    side.laid += 1
    if FIRST_TERRAIN + side.laid > LAST_TERRAIN:
        enter_stage(s, seat, Stage.REVIEW)


@rule
def take_layout(s: State, box: Box, seat: int, number: int) -> None:
    """TH-2.3: a ready-made layout."""
    side = s.sides[seat]
    for space in range(HOME):
        tile = box.layout_tiles[number, space]
        s.ground[square_of(seat, space)] = tile
        side.left[tile] -= 1
        if box.layout_pieces[number, space] != 0:
            put(s, seat, box.layout_pieces[number, space], space)
    for column in range(COLUMNS):
        side.middle[column] = box.layout_middle[number, column]
    enter_stage(s, seat, Stage.REVIEW)


@rule
def planes(cells: Ints, seat: int) -> tuple[int, int, int, int]:
    """The contents of the home spaces as four bit sets: for each of the low bits, the spaces where it is set."""
    ones, twos, fours, eights = 0, 0, 0, 0
    for space in range(HOME - 1, -1, -1):
        number = cells[square_of(seat, space)]
        ones = 2 * ones + (number & 1)
        twos = 2 * twos + (number >> 1 & 1)
        fours = 2 * fours + (number >> 2 & 1)
        eights = 2 * eights + (number >> 3 & 1)
    return ones, twos, fours, eights


@rule
def others(planes: tuple[int, int, int, int], number: int) -> int:
    """The home spaces with anything but this."""
    ones = planes[0] ^ -(number & 1)
    twos = planes[1] ^ -(number >> 1 & 1)
    fours = planes[2] ^ -(number >> 2 & 1)
    eights = planes[3] ^ -(number >> 3 & 1)
    return ones | twos | fours | eights


@rule
def lone_spaces(tiles: tuple[int, int, int, int]) -> int:
    """The home spaces whose terrain is the only one of its kind in the row, so that it must stay there."""
    lone = 0
    for terrain in range(FIRST_TERRAIN, LAST_TERRAIN + 1):
        same = ~others(tiles, terrain)
        for row in range(FRONT + 1):
            among = same & (WHOLE_ROW << (row * COLUMNS))
            lone |= among if among & (among - 1) == 0 else 0
    return lone


@rule
def tile_partners(tiles: tuple[int, int, int, int], lone: int, space: int, tile: int) -> int:
    """TH-2.5, 2.6, 2.10: the home spaces whose tiles may change places with the tile of a space."""
    fortress = ~others(tiles, Tile.FORTRESS)
    free = 0 if (lone >> space) & 1 == 1 else ~lone
    partners = others(tiles, tile) & (free | (WHOLE_ROW << (space // COLUMNS * COLUMNS)))
    partners &= FORTRESS_SPACES if tile == Tile.FORTRESS else ~0
    return partners & (~0 if fortress_fits(space) else ~fortress)


@rule
def swap_squares(cells: Ints, a: int, b: int) -> None:
    held = cells[a]
    cells[a] = cells[b]
    cells[b] = held


@rule
def place_dragon_again(s: State, seat: int, space: int) -> None:
    """TH-2.12: the dragon is taken back, or placed."""
    if space != HOLD:
        put(s, seat, Piece.DRAGON, space)
        return
    for at in range(HOME):
        if type_at(s, seat, at) == Piece.DRAGON:
            s.pieces[square_of(seat, at)] = 0
            s.sides[seat].unplaced[Piece.DRAGON] += 1


@inlined
def list_swaps(space: int, partners: int, code: int, out: Ints, n: int) -> int:
    """Swaps of a home space with its later partners, group by group; `code` is the swap with space 0."""
    after = (partners & WHOLE_HOME) >> space >> 1
    code += space + 1
    while after != 0:
        for member in range(GROUP):
            n = offer(out, n, code + member, (after >> member) & 1)
        after >>= GROUP
        code += GROUP
    return n


@rule
def choices(stage: int) -> int:
    """The number of tiles, spaces or columns to choose from, allowed or not."""
    if stage == Stage.TILES:
        return Tile.FORTRESS
    return HOME + 1 if stage == Stage.PIECES else COLUMNS


@rule
def may_choose(s: State, box: Box, seat: int, choice: int) -> bool:
    """TH-2.4 to 2.9: whether this tile, space or column may be next."""
    side = s.sides[seat]
    if side.stage == Stage.TILES:
        return can_lay(s, seat, choice + 1)
    if side.stage == Stage.PIECES:
        is_dragon = box.placing[side.laid] == Piece.DRAGON
        return is_dragon if choice == HOLD else type_at(s, seat, choice) == 0
    return side.middle[choice] == Tile.NONE


@rule
def weigh(s: State, box: Box, seat: int, choice: int) -> int:
    """TH-2.18: the weight of a tile, space or column as the next in a random layout; 0 if it is not allowed."""
    side = s.sides[seat]
    if not may_choose(s, box, seat, choice):
        return 0
    if side.stage == Stage.TILES:
        return side.left[choice + 1]
    return box.hold_weight if side.stage == Stage.PIECES and choice == HOLD else 1


@rule
def compose(s: State, box: Box, seat: int, choice: int) -> None:
    """The next step of an incomplete layout."""
    stage = s.sides[seat].stage
    if stage == Stage.TILES:
        lay_tile(s, seat, choice + 1)
    elif stage == Stage.PIECES:
        place_next(s, box, seat, choice)
    else:
        assign_middle(s, seat, choice)


@rule
def tell_place(box: Box, seat: int, type: int, space: int, why: int) -> None:
    """Tell the owner where a piece is placed, or that it is held back."""
    if space == HOLD:
        whisper(box, alone(seat), Told.HOLDS, why, seat)
    else:
        whisper(box, alone(seat), Told.PLACES, why, seat, type, square_of(seat, space))


@rule
def tell_step(s: State, box: Box, seat: int, choice: int, drawn: bool) -> None:
    """Tell the owner the next step, by the player or by fate, before it is done."""
    side = s.sides[seat]
    if side.stage == Stage.TILES:
        square = square_of(seat, side.laid)
        whisper(box, alone(seat), Told.LAYS, 218 if drawn else 204, seat, choice + 1, square)
    elif side.stage == Stage.PIECES:
        why = 218 if drawn else 208 if choice == HOLD else 207
        tell_place(box, seat, box.placing[side.laid], choice, why)
    else:
        tile = FIRST_TERRAIN + side.laid
        whisper(box, alone(seat), Told.ASSIGNS, 218 if drawn else 209, seat, tile, as_seen_by(seat, choice))


@rule
def compose_by(s: State, box: Box, seat: int, choice: int) -> None:
    """A step of the layout, by the player or by fate; TH-2.18: fate continues until the layout is complete."""
    drawn = kind(s) == Kind.DRAW
    owner = top(s, DrawFrame).seat if drawn else seat
    tell_step(s, box, owner, choice, drawn)
    compose(s, box, owner, choice)
    if drawn and s.sides[owner].stage == Stage.REVIEW:
        whisper(box, alone(owner), Told.DRAWN, 218, owner)
        pop(s)
