"""Why an action is not legal now: the number of the rule that forbids it. Written apart from `legal`."""

from wartable.core.actions import belongs, decode, encode
from wartable.core.compiled import rule
from wartable.core.frames import is_due, kind, top

from .actions import (
    AMBUSH,
    ATTACK,
    BEGIN,
    DECEPTION,
    FAVOR,
    FIRE,
    FIRST,
    HOLD,
    MIDDLE,
    MOVE,
    PAIRED,
    PLACE,
    RANDOM,
    SAY,
    SWAP_MIDDLE,
    SWAP_PIECES,
    SWAP_TILES,
    SWITCH,
    TILE,
    Ambush,
    Attack,
    Begin,
    Deception,
    Dragon,
    Fire,
    LayTile,
    Middle,
    Move,
    Place,
    Say,
    SwapMiddle,
    SwapPieces,
    SwapTiles,
    Switch,
    Word,
)
from .box import Box
from .state import COLUMNS, HOME, SQUARES, Favor, GallopFrame, Kind, Piece, Stage, State, Tile


@rule
def refusal(s: State, box: Box, seat: int, action: int) -> int:
    """0 where the action is legal."""
    if not is_due(s, seat) or action >= FIRST.first:
        return 412
    asked = kind(s)
    if action >= BEGIN.first or action == encode(SAY, Say.MIRROR) or action == encode(SAY, Say.DONE):
        return refuse_layout(s, box, seat, action) if asked == Kind.LAYOUT else 412
    if asked == Kind.LAYOUT:
        return 412
    if belongs(FAVOR, action):
        return 0 if asked == Kind.FAVOR else 412
    if belongs(AMBUSH, action) or belongs(DECEPTION, action):
        return refuse_trick(s, box, seat, action)
    if belongs(SAY, action):
        return refuse_word(s, box, seat, decode(Word, action).word)
    if asked == Kind.TURN:
        return refuse_action(s, box, seat, action)
    if asked == Kind.GALLOP and belongs(SWITCH, action):
        return refuse_gallop(s, box, seat, action)
    if asked == Kind.HASTE and belongs(MOVE, action):
        return refuse_haste(s, box, seat, action)
    return 412


@rule
def refuse_action(s: State, box: Box, seat: int, action: int) -> int:
    """An action of the turn."""
    if s.haste == 1 and not belongs(MOVE, action):
        return 911
    if belongs(MOVE, action):
        start, target = decode(Move, action)
        return refuse_move(s, box, seat, start, target)
    if belongs(SWITCH, action):
        return refuse_switch(s, seat, action)
    if belongs(ATTACK, action):
        return refuse_attack(s, box, seat, action)
    if belongs(FIRE, action):
        return refuse_fire(s, box, seat, action)
    return refuse_dragon(s, seat, decode(Dragon, action).square)


@rule
def column_step(direction: int) -> int:
    return 1 if 1 <= direction <= 3 else -1 if 5 <= direction <= 7 else 0


@rule
def row_step(direction: int) -> int:
    return 1 if direction <= 1 or direction == 7 else -1 if 3 <= direction <= 5 else 0


@rule
def from_here(square: int, direction: int, distance: int) -> int:
    """The square that far away, or -1 beyond the edge of the board (TH-1.2)."""
    column = square % COLUMNS + distance * column_step(direction)
    row = square // COLUMNS + distance * row_step(direction)
    if column < 0 or column >= COLUMNS or row < 0 or row >= COLUMNS:
        return -1
    return row * COLUMNS + column


@rule
def owner_on(s: State, square: int) -> int:
    """The owner of the piece on a square, -1 where there is none."""
    return -1 if s.pieces[square] == 0 else s.pieces[square] // 16


@rule
def steps_between(a: int, b: int) -> int:
    """How many steps in any directions lead from one square to the other."""
    return max(abs(a % COLUMNS - b % COLUMNS), abs(a // COLUMNS - b // COLUMNS))


@rule
def line_between(a: int, b: int) -> int:
    """The single direction from one square to the other, -1 where there is none."""
    for direction in range(8):
        if from_here(a, direction, steps_between(a, b)) == b:
            return direction
    return -1


@rule
def refuse_flight(s: State, box: Box, seat: int, start: int, target: int) -> int:
    """TH-5.9, 5.14"""
    direction = line_between(start, target)
    distance = steps_between(start, target)
    if direction < 0 or distance > box.reach[s.pieces[start] % 16]:
        return 509
    for step in range(1, distance):
        over = from_here(start, direction, step)
        if owner_on(s, over) == 1 - seat and box.blocks[s.pieces[over] % 16] == 1:
            return 514
    return 0


@rule
def refuse_move(s: State, box: Box, seat: int, start: int, target: int) -> int:
    if owner_on(s, start) != seat:
        return 402
    if s.pieces[target] != 0:
        return 404
    if steps_between(start, target) == 1:
        return 0
    type = s.pieces[start] % 16
    if box.runs_on[type] != 0 and box.runs_on[type] == s.ground[start] and s.ground[target] == s.ground[start]:
        if s.region[start] == s.region[target]:
            return 0
        return 502 if s.ground[start] == Tile.WATER else 506
    return refuse_flight(s, box, seat, start, target) if box.reach[type] > 1 else 403


@rule
def refuse_haste(s: State, box: Box, seat: int, action: int) -> int:
    """TH-9.12: the second part of a hasty move."""
    start, target = decode(Move, action)
    hasty = top(s, GallopFrame)
    if start != hasty.square or (hasty.one_step == 1 and steps_between(start, target) > 1):
        return 912
    return refuse_move(s, box, seat, start, target)


@rule
def refuse_switch(s: State, seat: int, action: int) -> int:
    start, direction = decode(Switch, action)
    if owner_on(s, start) != seat:
        return 402
    target = from_here(start, direction, 1)
    if target < 0:
        return 102
    if owner_on(s, target) < 0:
        return 405
    if s.pieces[start] % 16 == Piece.WARHORSE:
        return 0
    if owner_on(s, target) != seat:
        return 405
    if s.pieces[start] == s.pieces[target]:
        return 406
    # A pair is named once: by the warhorse in it, or from the side from which the other lies in the first directions.
    return 405 if s.pieces[target] % 16 == Piece.WARHORSE or direction >= PAIRED else 0


@rule
def refuse_gallop(s: State, box: Box, seat: int, action: int) -> int:
    start, direction = decode(Switch, action)
    if start != top(s, GallopFrame).square:
        return 511
    target = from_here(start, direction, 1)
    if target >= 0 and s.trail[target] == 1:
        return 512
    return refuse_switch(s, seat, action)


@rule
def refuse_attack(s: State, box: Box, seat: int, action: int) -> int:
    start, direction, steps = decode(Attack, action)
    if owner_on(s, start) != seat:
        return 402
    if s.turn == 1:
        return 410
    target = from_here(start, direction, steps + 1)
    if target < 0:
        return 102
    if owner_on(s, target) != 1 - seat:
        return 409
    type = s.pieces[start] % 16
    if steps > 0:
        if box.reach[type] == 1:
            return 407
        flight = refuse_flight(s, box, seat, start, target)
        if flight != 0:
            return flight
    return refuse_victim(s, seat, type, target)


@rule
def refuse_protected(s: State, seat: int, target: int) -> int:
    """TH-5.13: a warhorse that has just attacked, unless there is a whole fortress around it to be breached."""
    return 513 if s.sides[1 - seat].charged == 1 and s.ground[target] != Tile.FORTRESS else 0


@rule
def refuse_victim(s: State, seat: int, type: int, target: int) -> int:
    """Why a piece of this type may not attack the piece on the square."""
    if type == Piece.THRONE:
        return 0
    victim = s.pieces[target] % 16
    if victim == Piece.ELEPHANT and s.ground[target] == Tile.PLAINS and type != Piece.DRAGON:
        return 508
    if victim == Piece.WARHORSE and refuse_protected(s, seat, target) != 0:
        return 513
    return 515 if type == Piece.DRAGON and s.ground[target] == Tile.FOREST else 0


@rule
def refuse_fire(s: State, box: Box, seat: int, action: int) -> int:
    start, direction = decode(Fire, action)
    if owner_on(s, start) != seat:
        return 402
    type = s.pieces[start] % 16
    if box.fires_at[type] == 0:
        return 408
    if s.turn == 1:
        return 410
    target = from_here(start, direction, box.fires_at[type])
    if target < 0:
        return 102
    if owner_on(s, target) != 1 - seat:
        return 409
    victim = s.pieces[target] % 16
    if s.ground[target] == Tile.FOREST and box.fires_on_forest[type] == 0:
        return 516
    if victim == Piece.RANGER and s.ground[target] == Tile.MOUNTAIN:
        return 501
    if victim == Piece.WARHORSE and refuse_protected(s, seat, target) != 0:
        return 513
    return 508 if victim == Piece.ELEPHANT and s.ground[target] == Tile.PLAINS else 0


@rule
def refuse_dragon(s: State, seat: int, square: int) -> int:
    if s.sides[seat].unplaced[Piece.DRAGON] == 0:
        return 803
    if s.forts[seat] == square:
        return 0
    row = square // COLUMNS
    at_home = row < 4 if seat == 0 else row > 4
    return 0 if at_home and s.ground[square] == Tile.MOUNTAIN and s.pieces[square] == 0 else 801


@rule
def can_move_at_all(s: State, box: Box, seat: int) -> bool:
    for start in range(SQUARES):
        if owner_on(s, start) == seat:
            for target in range(SQUARES):
                if refuse_move(s, box, seat, start, target) == 0:
                    return True
    return False


@rule
def can_act_at_all(s: State, box: Box, seat: int) -> bool:
    """Any action of the turn; a switch, attack or shot is tried only where a piece could make it."""
    if can_move_at_all(s, box, seat):
        return True
    for square in range(SQUARES):
        if refuse_dragon(s, seat, square) == 0:
            return True
        if owner_on(s, square) == seat:
            for direction in range(8):
                switch = refuse_switch(s, seat, encode(SWITCH, square, direction))
                shot = refuse_fire(s, box, seat, encode(FIRE, square, direction))
                if switch == 0 or shot == 0:
                    return True
                for steps in range(4):
                    if refuse_attack(s, box, seat, encode(ATTACK, square, direction, steps)) == 0:
                        return True
    return False


@rule
def refuse_favor(s: State, seat: int, favor: int) -> int:
    """TH-9.5, 9.6"""
    if s.sides[seat].spent_now == 1:
        return 906
    return 905 if s.sides[seat].favors[favor] == 0 else 0


@rule
def refuse_trick(s: State, box: Box, seat: int, action: int) -> int:
    """Ambush and deception."""
    if kind(s) != Kind.TURN and kind(s) != Kind.WINDOW:
        return 907
    if kind(s) == Kind.WINDOW and s.sides[seat].unasked == 1:
        return 909
    if belongs(AMBUSH, action):
        refused = refuse_favor(s, seat, Favor.AMBUSH)
        return refused if refused != 0 else refuse_ambush(s, seat, action)
    refused = refuse_favor(s, seat, Favor.DECEPTION)
    return refused if refused != 0 else refuse_deception(s, action)


@rule
def refuse_ambush(s: State, seat: int, action: int) -> int:
    """A pair of squares is named once, the lower one first."""
    a, b = decode(Ambush, action)
    if a >= b or owner_on(s, a) != seat or owner_on(s, b) != seat:
        return 914
    return 0 if s.ground[a] == Tile.FOREST and s.ground[b] == Tile.FOREST else 914


@rule
def refuse_deception(s: State, action: int) -> int:
    square, direction = decode(Deception, action)
    other = from_here(square, direction, 1)
    return 0 if other >= 0 and s.pieces[square] != 0 and s.pieces[other] != 0 else 916


@rule
def refuse_word(s: State, box: Box, seat: int, word: int) -> int:
    asked = kind(s)
    if word == Say.HASTE:
        return refuse_spending_haste(s, box, seat)
    if word == Say.CUNNING:
        if asked != Kind.CHECK:
            return 910
        return refuse_favor(s, seat, Favor.CUNNING)
    if word == Say.ROLL:
        return 0 if asked == Kind.CHECK else 412
    if word == Say.STOP:
        return 0 if asked == Kind.GALLOP or asked == Kind.HASTE else 412
    if word == Say.LET:
        return 0 if asked == Kind.WINDOW else 412
    if word == Say.ALWAYS:
        return 0 if asked == Kind.WINDOW and s.sides[seat].unasked == 0 else 909
    if word == Say.WATCH:
        return 0 if asked == Kind.TURN and s.haste == 0 and s.sides[seat].unasked == 1 else 909
    return refuse_pass(s, box, seat)


@rule
def refuse_spending_haste(s: State, box: Box, seat: int) -> int:
    if kind(s) != Kind.TURN:
        return 907
    refused = refuse_favor(s, seat, Favor.HASTE)
    if refused != 0:
        return refused
    return 0 if can_move_at_all(s, box, seat) else 911


@rule
def refuse_pass(s: State, box: Box, seat: int) -> int:
    if kind(s) != Kind.TURN:
        return 412
    return 411 if s.haste == 1 or can_act_at_all(s, box, seat) else 0


@rule
def refuse_layout(s: State, box: Box, seat: int, action: int) -> int:
    side = s.sides[seat]
    if side.stage == Stage.REVIEW:
        return refuse_edit(s, box, seat, action)
    if belongs(BEGIN, action):
        return refuse_beginning(box, action) if side.stage == Stage.BEGIN else 412
    if belongs(TILE, action):
        return refuse_tile(s, seat, decode(LayTile, action).tile + 1) if side.stage == Stage.TILES else 412
    if belongs(PLACE, action):
        return refuse_place(s, box, seat, decode(Place, action).space) if side.stage == Stage.PIECES else 412
    if belongs(MIDDLE, action):
        if side.stage != Stage.MIDDLE:
            return 412
        return 0 if side.middle[decode(Middle, action).column] == Tile.NONE else 209
    return 217 if action == encode(SAY, Say.DONE) else 412


@rule
def refuse_beginning(box: Box, action: int) -> int:
    choice = decode(Begin, action).choice
    return 203 if box.layouts <= choice < RANDOM else 0


@rule
def laid_on(s: State, seat: int, space: int) -> int:
    return s.ground[space if seat == 0 else 80 - space]


@rule
def standing_on(s: State, seat: int, space: int) -> int:
    return s.pieces[space if seat == 0 else 80 - space] % 16


@rule
def refuse_fortress(space: int) -> int:
    """TH-2.6"""
    column = space % COLUMNS
    return 206 if space < COLUMNS or column == 0 or column == COLUMNS - 1 else 0


@rule
def refuse_tile(s: State, seat: int, tile: int) -> int:
    """TH-2.4 to 2.6. What is left is enough if each row to come can have each terrain, and this one its own."""
    side = s.sides[seat]
    if side.left[tile] == 0:
        return 204
    space = side.laid
    if tile == Tile.FORTRESS and refuse_fortress(space) != 0:
        return 206
    row = space // COLUMNS
    spaces_after = COLUMNS * (row + 1) - space - 1
    fortress_waits = side.left[Tile.FORTRESS] > 0 and tile != Tile.FORTRESS
    if fortress_waits and space >= HOME - 2:
        return 206
    absent = 0
    for terrain in range(Tile.PLAINS, Tile.FORTRESS):
        in_hand = side.left[terrain]
        present = terrain == tile
        if present:
            in_hand -= 1
        for earlier in range(COLUMNS * row, space):
            present = present or laid_on(s, seat, earlier) == terrain
        if not present:
            absent += 1
            in_hand -= 1
        if in_hand < 3 - row:
            return 205
    return 205 if absent > spaces_after else 0


@rule
def refuse_place(s: State, box: Box, seat: int, space: int) -> int:
    """TH-2.7, 2.8"""
    if space == HOLD:
        return 0 if box.placing[s.sides[seat].laid] == Piece.DRAGON else 208
    return 207 if standing_on(s, seat, space) != 0 else 0


@rule
def refuse_edit(s: State, box: Box, seat: int, action: int) -> int:
    """A complete layout."""
    if action == encode(SAY, Say.DONE):
        return 0
    if belongs(TILE, action) or belongs(MIDDLE, action):
        return 412
    if s.sides[seat].edits >= box.edits:
        return 216
    if belongs(BEGIN, action):
        return refuse_beginning(box, action)
    if belongs(SWAP_TILES, action):
        a, b = decode(SwapTiles, action)
        return refuse_tile_swap(s, seat, a, b)
    if belongs(SWAP_PIECES, action):
        a, b = decode(SwapPieces, action)
        return 211 if a >= b or standing_on(s, seat, a) == standing_on(s, seat, b) else 0
    if belongs(SWAP_MIDDLE, action):
        a, b = decode(SwapMiddle, action)
        return 213 if a >= b or s.sides[seat].middle[a] == s.sides[seat].middle[b] else 0
    if belongs(PLACE, action):
        return refuse_dragon_change(s, seat, decode(Place, action).space)
    return 0


@rule
def refuse_tile_swap(s: State, seat: int, a: int, b: int) -> int:
    """TH-2.10: the tiles differ, and TH-2.5 and 2.6 hold after the swap."""
    one, two = laid_on(s, seat, a), laid_on(s, seat, b)
    if a >= b or one == two:
        return 210
    if one == Tile.FORTRESS and refuse_fortress(b) != 0:
        return 206
    if two == Tile.FORTRESS and refuse_fortress(a) != 0:
        return 206
    if a // COLUMNS == b // COLUMNS:
        return 0
    kept_one = one == Tile.FORTRESS or count_in_row(s, seat, a // COLUMNS, one) > 1
    kept_two = two == Tile.FORTRESS or count_in_row(s, seat, b // COLUMNS, two) > 1
    return 0 if kept_one and kept_two else 205


@rule
def count_in_row(s: State, seat: int, row: int, tile: int) -> int:
    found = 0
    for space in range(row * COLUMNS, (row + 1) * COLUMNS):
        if laid_on(s, seat, space) == tile:
            found += 1
    return found


@rule
def refuse_dragon_change(s: State, seat: int, space: int) -> int:
    """TH-2.12"""
    held_back = s.sides[seat].unplaced[Piece.DRAGON] == 1
    if space == HOLD:
        return 212 if held_back else 0
    return 0 if held_back and standing_on(s, seat, space) == 0 else 212
