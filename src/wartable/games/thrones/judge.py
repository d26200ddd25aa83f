"""What a position is worth, for bots and learners."""

from wartable.core.rules import Floats, belongs, code, decode, exponential, kind, rule, top

from .box import Box
from .decisions.favors.ambush import Ambush
from .decisions.favors.deception import Deception
from .decisions.turn.attack import Attack
from .decisions.turn.dragon import Dragon
from .decisions.turn.fire import Fire
from .decisions.turn.move import Move
from .decisions.turn.switch import Switch
from .rules.board import at_distance, blocks_flight, in_homeland, is_of, may_attack, may_fire, type_on
from .rules.layout import FIRST_TERRAIN, LAST_TERRAIN
from .rules.survival import needs_check
from .state import (
    COLUMNS,
    FAVORS,
    SQUARES,
    TILES,
    TYPES,
    CheckFrame,
    Deed,
    GallopFrame,
    Kind,
    Piece,
    Stage,
    State,
    Tile,
)

FROM = TILES - 1 + 2 * (TYPES - 1)
PLANES = FROM + 2
SCALARS = 2 * (FAVORS + 6) + 6
KINDS, DEEDS, STAGES, TERRAINS = len(Kind), len(Deed), len(Stage), LAST_TERRAIN - FIRST_TERRAIN + 1
ASKED = KINDS + DEEDS + STAGES + 1 + COLUMNS * TERRAINS
FEATURES = SQUARES * PLANES + SCALARS + ASKED


@rule
def evaluate(s: State, box: Box, out: Floats) -> None:
    """The chance of winning, from material, pieces in danger, and the way to the enemy's throne."""
    if s.turn == 0:
        out[0] = 0.5 + box.weights.layout * (readiness(s, box, 0) - readiness(s, box, 1))
    else:
        lead = worth(s, box, 0) - worth(s, box, 1)
        out[0] = 1.0 / (1.0 + exponential(-lead / box.weights.scale))
    out[1] = 1.0 - out[0]


@rule
def readiness(s: State, box: Box, seat: int) -> float:
    """In the secret part: how near a layout is to being done, so that nobody edits for ever."""
    side = s.sides[seat]
    w = box.weights
    made = w.layout_review if side.stage == Stage.REVIEW else w.layout_done if side.stage == Stage.DONE else 0.0
    return made - w.layout_edit * side.edits


@rule
def worth(s: State, box: Box, seat: int) -> float:
    """Pieces, favors and places of a seat, less what it may lose in the opponent's next turn."""
    w = box.weights
    value = w.favor * s.sides[seat].held
    if s.sides[seat].unplaced[Piece.DRAGON] > 0:
        value += w.reserve * box.worth[Piece.DRAGON]
    worst, rest = 0.0, 0.0
    for square in range(SQUARES):
        if is_of(s, square, seat):
            throne = type_on(s, square) == Piece.THRONE
            price = w.throne if throne else float(box.worth[type_on(s, square)])
            if throne and s.ground[square] == Tile.FORTRESS:
                value += w.shelter
            value += price + w.closeness * closeness(s, seat, square)
            danger = price * danger_to(s, box, seat, square)
            rest += danger
            worst = max(worst, danger)
    if s.active == seat and (kind(s) == Kind.TURN or kind(s) == Kind.WINDOW):
        # The seat moves next, and can still save what hangs.
        return value - w.hanging_moving * worst
    return value - w.hanging * worst - w.hanging_rest * min(rest - worst, w.scale)


@rule
def closeness(s: State, seat: int, square: int) -> int:
    """Steps nearer to the enemy's throne than the far corner."""
    target = s.sides[1 - seat].throne
    if target < 0 or type_on(s, square) == Piece.THRONE:
        return 0
    across = abs(square % COLUMNS - target % COLUMNS)
    up = abs(square // COLUMNS - target // COLUMNS)
    return COLUMNS - max(across, up)


@rule
def danger_to(s: State, box: Box, seat: int, square: int) -> float:
    """The best chance of one enemy piece to remove the piece on a square in one action."""
    best = 0.0
    for direction in range(8):
        best = max(best, danger_along(s, box, seat, square, direction))
        if best == 1.0:
            break
    return best


@rule
def danger_along(s: State, box: Box, seat: int, square: int, direction: int) -> float:
    """The same from one direction: a neighbour or a dragon that attacks, an engine that fires."""
    best = 0.0
    target_open = s.ground[square] != Tile.FORTRESS
    clear = True
    for distance in range(1, 5):
        start = at_distance(box, square, direction, distance)
        if start < 0:
            break
        if is_of(s, start, 1 - seat):
            type = type_on(s, start)
            breaks = target_open or (type == Piece.THRONE and distance == 1)
            if breaks and clear and box.reach[type] >= distance and may_attack(s, type, square):
                best = max(best, box.weights.checked if needs_check(s, box, Deed.ATTACK, start, square) else 1.0)
            if target_open and box.fires_at[type] == distance and may_fire(s, box, type, square):
                best = max(best, box.weights.checked if needs_check(s, box, Deed.FIRE, start, square) else 1.0)
        if blocks_flight(s, box, 1 - seat, start):
            clear = False
    return best


@rule
def cell(seat: int, square: int) -> int:
    """A square as the seat sees it from its own side."""
    return square if seat == 0 else SQUARES - 1 - square


def turned(seat: int, action: int) -> int:
    """An action as the seat sees it from its own side, as the features show the squares to it."""
    if seat == 0:
        return action
    for squares in (Move, Ambush, Dragon):
        if belongs(squares, action):
            return code(squares(*(SQUARES - 1 - square for square in decode(squares, action))))
    for deed in (Attack, Switch, Fire):
        if belongs(deed, action):
            start, direction, *steps = decode(deed, action)
            return code(deed(SQUARES - 1 - start, (direction + 4) % 8, *steps))
    return turned_pair(action) if belongs(Deception, action) else action


def turned_pair(action: int) -> int:
    """A pair keeps its direction, so that it is named by its other square."""
    square, direction = decode(Deception, action)
    back = SQUARES - 1 - square
    other = back - (COLUMNS, COLUMNS + 1, 1, 1 - COLUMNS)[direction]
    return code(Deception(other if 0 <= other < SQUARES else back, direction))


@rule
def features(s: State, box: Box, seat: int, out: Floats) -> None:
    """The board as planes from the seat's own side, then favors and the turn, then what is asked.

    For each square: tiles, own pieces, enemy pieces, where the deed that is to be decided starts, where it leads. What
    is asked: the kind of decision, the deed, how far the own layout has got, and its tiles for the middle row.
    """
    for number in range(FEATURES):
        out[number] = 0.0
    for square in range(SQUARES):
        at = cell(seat, square) * PLANES
        if s.ground[square] != Tile.NONE:
            out[at + s.ground[square] - 1] = 1.0
        if s.pieces[square] != 0:
            theirs = 0 if is_of(s, square, seat) else TYPES - 1
            out[at + TILES - 1 + theirs + type_on(s, square) - 1] = 1.0
    for place in range(2):
        owner = seat if place == 0 else 1 - seat
        side = s.sides[owner]
        at = SQUARES * PLANES + place * (FAVORS + 6)
        for favor in range(FAVORS):
            out[at + favor] = side.favors[favor] / 2.0 if place == 0 else side.spent[favor] / 2.0
        out[at + FAVORS] = side.held / 4.0
        out[at + FAVORS + 1] = side.taken / 4.0
        out[at + FAVORS + 2] = side.spent_now
        out[at + FAVORS + 3] = side.charged
        out[at + FAVORS + 4] = side.unplaced[Piece.DRAGON]
        out[at + FAVORS + 5] = 1.0 if side.throne >= 0 and in_homeland(owner, side.throne) else 0.0
    at = SQUARES * PLANES + 2 * (FAVORS + 6)
    out[at] = 1.0 if s.active == seat else 0.0
    out[at + 1] = s.quiet / box.quiet_turns
    out[at + 2] = s.turn / box.turn_limit
    out[at + 3] = s.passes
    out[at + 4] = s.stirred
    out[at + 5] = s.haste
    write_asked(s, box, seat, out)


@rule
def write_asked(s: State, box: Box, seat: int, out: Floats) -> None:
    at = SQUARES * PLANES + SCALARS
    asked = kind(s)
    if asked > 0:
        out[at + asked - 1] = 1.0
        if asked == Kind.CHECK or asked == Kind.ROLL:
            check = top(s, CheckFrame)
            out[at + KINDS + check.deed - 1] = 1.0
            out[cell(seat, check.start) * PLANES + FROM] = 1.0
            out[cell(seat, check.target) * PLANES + FROM + 1] = 1.0
        elif asked == Kind.GALLOP or asked == Kind.HASTE:
            out[cell(seat, top(s, GallopFrame).square) * PLANES + FROM] = 1.0
    at += KINDS + DEEDS
    side = s.sides[seat]
    out[at + side.stage] = 1.0
    at += STAGES
    out[at] = side.edits / max(1, box.edits)
    for column in range(COLUMNS):
        if side.middle[column] != Tile.NONE:
            out[at + 1 + column * TERRAINS + side.middle[column] - FIRST_TERRAIN] = 1.0
