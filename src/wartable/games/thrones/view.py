"""How Thrones looks: the board from the viewer's side."""

from dataclasses import replace
from functools import cache, lru_cache

from wartable.core.contract import View
from wartable.core.frames import AnyFrame, frame_at, top
from wartable.core.notes import Note
from wartable.core.record import Array
from wartable.drawing.card import Card, labelled
from wartable.drawing.icons import draw_icon
from wartable.drawing.lettering import text
from wartable.drawing.scene import Panel, Scene, Thing
from wartable.drawing.spot import Coin, Spot

from . import land_view
from .box import Box
from .choice_view import choice_things
from .favor_view import favor_picture
from .help import explain_favor, explain_piece, explain_tile, is_risky, meant_by, square_of
from .names import FILES, home_square, piece_ids, piece_name, square_name, tile_name
from .notes import Told
from .shared_view import (
    BOARD,
    CELL,
    EDGE,
    FAVOR_ICONS,
    GAP,
    MIDDLE_X,
    PIECE_ICONS,
    SIDE,
    SIDE_HEIGHT,
    TILE_ICONS,
    shown_tile,
)
from .state import COLUMNS, FAVORS, MIDDLE_ROW, SQUARES, Favor, Kind, Piece, Stage, State, Tile
from .text_board import board
from .world import WORLD

# A favor in hand says as much as the button that spends it. Two squares that were touched are their pieces or tiles.
ANSWERS = ("do-", "held-", "edit-")
BY_DRAG = ("edit-tiles",)
RULES = {
    "layout-": 203,
    "say-done": 217,
    "say-mirror": 214,
    "edit-tiles": 210,
    "assign-": 209,
    "hold": 212,
    "reserve-": 801,
    "lost-": 407,
}
RULES |= {"tile-": 204, "quiet": 1003, "turn": 401, "held-": 901, "spent-": 901, "do-attack": 407, "do-fire": 408}
RULES |= {f"kind-{type.name.lower()}": 500 + type for type in Piece if type}
RULES |= {"earn-": 902, "army-": 105, "roster-": 105, "do-switch": 405, "say-pass": 1004, "name-": 1001}


@cache
def place_of(square: int, seat: int) -> tuple[float, float]:
    """The middle of a square on the board panel, the viewer's home rows at the bottom."""
    column, row = square % COLUMNS, square // COLUMNS
    if seat == 1:
        column, row = COLUMNS - 1 - column, COLUMNS - 1 - row
    return EDGE + (column + 0.5) * CELL, EDGE + (COLUMNS - row - 0.5) * CELL


@cache
def backdrop(seat: int, revealed: bool) -> str:
    """The pictures of tiles, the names of columns and rows, and the lines between the homelands."""
    parts = [land_view.lands(revealed)]
    for number in range(COLUMNS):
        x, y = place_of(number * (COLUMNS + 1), seat)
        parts.append(text(FILES[number], x, BOARD - EDGE / 2 + 3, 17, "var(--soft)"))
        parts.append(text(str(number + 1), EDGE / 2, y + 6, 17, "var(--soft)"))
    for row in (4, 5):
        y = EDGE + row * CELL
        parts.append(f'<path d="M{EDGE:g} {y:g}h{9 * CELL}" stroke="var(--soft)" stroke-width="3"/>')
    return "".join(parts)


def scene(view: State, box: Box, seat: int) -> Scene:
    drawn = is_revealed(view)
    panels = [Panel("board", "", 3 + SIDE + GAP, 3, BOARD, BOARD, backdrop(seat, drawn))]
    things = land_things(view, seat)
    pieces = view.pieces.tobytes()
    for square in range(SQUARES):
        things += square_things(view, seat, square, bool(pieces[square]), drawn)
    things += piece_things(view, seat)
    for owner in range(2):
        above = owner != (1 if seat == 1 else 0)
        panels.append(Panel(f"seat{owner}", "", 3, 3 if above else 3 + SIDE_HEIGHT + GAP, SIDE, SIDE_HEIGHT))
        things += side_things(view, box, owner, seat)
    panels.append(Panel("choices", "", 3 + SIDE + GAP + BOARD + GAP, 3, SIDE, BOARD))
    things += choice_things(view, box, seat)
    return Scene(tuple(panels), tuple(things), caption="Thrones", world=WORLD)


def is_revealed(view: State) -> bool:
    return 0 not in view.ground.tobytes()


def land_things(view: State, seat: int) -> list[Thing]:
    """The land that everybody sees, drawn as one; before that, fog over what somebody else lays out in secret."""
    if is_revealed(view):
        art = country(view.ground.tobytes(), seat == 1)
        return [Thing("land", "art", BOARD / 2, BOARD / 2, 9 * CELL, 9 * CELL, art=art, layer=-1)]
    hidden = (1 - seat,) if seat in (0, 1) else (0, 2, 1)
    return [veil(part, seat) for part in hidden]


def veil(part: int, seat: int) -> Thing:
    """Fog over a home, or over the row between them."""
    first, last = ((0, MIDDLE_ROW - 1), (MIDDLE_ROW + COLUMNS, SQUARES - 1), (MIDDLE_ROW, MIDDLE_ROW + COLUMNS - 1))[
        part
    ]
    (left, top), (right, foot) = place_of(first, seat), place_of(last, seat)
    width, height = abs(right - left) + CELL - 3, abs(foot - top) + CELL - 3
    art = land_view.fog(width, height)
    return Thing(f"veil-{part}", "art", (left + right) / 2, (top + foot) / 2, width, height, art=art, layer=3)


@lru_cache(maxsize=64)
def country(ground: bytes, turned: bool) -> str:
    places = (place_of(square, int(turned)) for square in range(SQUARES))
    return land_view.country(
        tuple(
            (tile, square, x - BOARD / 2, y - BOARD / 2)
            for square, (tile, (x, y)) in enumerate(zip(ground, places, strict=True))
        )
    )


def is_next(view: State, seat: int, square: int) -> bool:
    """Whether the viewer is to lay a tile there."""
    laying = seat in (0, 1) and not view.turn and view.sides[seat].stage == Stage.TILES
    return laying and home_square(seat, view.sides[seat].laid) == square


def bare(view: State, seat: int, square: int) -> int:
    """How land without a tile looks: a chart to be drawn on, or what lies under the fog."""
    return land_view.CHART if seat in (0, 1) and not view.turn and square_side(square) != 1 - seat else land_view.FOG


def square_side(square: int) -> int:
    """Whose home a square lies in; 2 for the row between them."""
    return 0 if square < MIDDLE_ROW else 1 if square >= MIDDLE_ROW + COLUMNS else 2


def square_things(view: State, seat: int, square: int, taken: bool, drawn: bool) -> list[Thing]:
    """A square, and the sign of its land; where all land is `drawn` already it has no picture of its own."""
    x, y = place_of(square, seat)
    tile, name = shown_tile(view, seat, square), square_name(square)
    size = CELL - 3
    label = f"{name}, {tile_name(tile)}"
    look = Thing(f"sq-{name}", "space", x, y, size, size, label=label)
    if not drawn:
        # Each for itself: it is laid, swapped and dragged.
        art = land_view.land(tile or bare(view, seat, square), square)
        look = look._replace(art=art + land_view.next_mark() if is_next(view, seat, square) else art)
    if not tile or (not taken and tile < Tile.FORTRESS):
        return [look]
    # A piece hides its land: a sign of it in the corner can still be read.
    shift, width = (12 - CELL / 2, 20) if taken else (0, 40)
    sign = Thing(f"land-{name}", "icon", x + shift, y + shift, width, width, icon=TILE_ICONS[tile], tint="ink", layer=1)
    return [look, sign]


def piece_things(view: State, seat: int) -> list[Thing]:
    things = []
    for square, id in piece_ids(view).items():
        x, y = place_of(square, seat)
        piece = view.pieces[square]
        owner, type = piece >> 4, piece & 15
        charged = type == Piece.WARHORSE and view.sides[owner].charged
        states = ("protected",) if charged else ()
        words = f"{{{owner}}}'s {piece_name(piece)} on {square_name(square)}" + (", protected" if charged else "")
        look = PIECE_ICONS[type]
        things.append(
            Thing(
                id, "token", x + 5, y + 5, 56, 56, icon=look, seat=owner, states=states, label=words, layer=2,
                stock=stock_of(owner, type),
            )
        )  # fmt: skip
    return things


def side_things(view: State, box: Box, owner: int, seat: int) -> list[Thing]:
    """A player's panel: favors, the dragon held back, and the pieces lost."""
    side = view.sides[owner]
    panel = f"seat{owner}"
    held_back = side.unplaced[Piece.DRAGON] and (view.turn or side.stage == Stage.REVIEW)
    wide = 130 if held_back else 248
    arms = Thing(f"arms-{owner}", "token", 31, 31, 44, 44, panel, "throne-king", owner, label=f"{{{owner}}}")
    name = Thing(
        f"name-{owner}", "text", 60 + wide / 2, 31, wide, 22, panel, seat=owner, text=f"{{{owner}}}",
        states=("strong", "plain"), shape="left",
    )  # fmt: skip
    army = army_things(view, owner)
    things = [arms, name, *favor_things(view, box, owner, seat)]
    things += [*army, *no_favor_things(owner, side.favors, side.held)] if army else roster(view, box, owner)
    if any(side.lost):
        things.append(note(f"lost-text-{owner}", 300, "Lost", panel))
    lost = [type for type in range(1, len(PIECE_ICONS)) for _ in range(side.lost[type])]
    # Where many are lost they are smaller, and lie on each other's edges.
    step = min(36, 270 / max(1, len(lost) - 1))
    size = min(34, step + 7)
    for number, type in enumerate(lost):
        x, y = 24 + number * step, 328
        id = f"lost-{owner}-{type}-{lost[:number].count(type) + 1}"
        words = f"lost: {Piece(type).name.lower()}"
        things.append(
            Thing(
                id, "token", x, y, size, size, panel, PIECE_ICONS[type], owner, states=("spent",), label=words,
                stock=stock_of(owner, type),
            )
        )  # fmt: skip
    if held_back:
        words = "the dragon held back"
        things.append(
            Thing(
                f"reserve-{owner}", "token", 287, 31, 46, 46, panel, "dragon-head", owner, label=words,
                stock=stock_of(owner, Piece.DRAGON),
            )
        )  # fmt: skip
        things.append(
            Thing(f"reserve-text-{owner}", "text", 226, 31, 68, 15, panel, shape="right", tint="soft", text="Held back")
        )
    return things


def army_things(view: State, owner: int) -> list[Thing]:
    """The pieces that stand, once they are laid out: how many of each kind."""
    standing = [int(piece) & 15 for piece in view.pieces if piece and piece >> 4 == owner]
    if not standing or view.sides[owner].stage == Stage.PIECES:
        return []
    things = [note(f"army-text-{owner}", 212, "In the field", f"seat{owner}")]
    # Each kind has its place, also when none is left: what changes is seen, and nothing else moves.
    for number, type in enumerate(range(len(PIECE_ICONS) - 1, 0, -1)):
        count = standing.count(type)
        x, y = 34 + number % 5 * 58, 238 + number // 5 * 34
        name = Piece(type).name.lower()
        things.append(
            Thing(
                f"army-{owner}-{type}", "icon", x, y, 54, 30, f"seat{owner}", PIECE_ICONS[type], owner,
                states=() if count else ("spent",), text=str(count), label=f"{name}: {count} in the field",
            )
        )  # fmt: skip
    return things


def roster(view: State, box: Box, owner: int) -> list[Thing]:
    """The army that is to be laid out: all of it, or for who is at it by hand what is left."""
    placed = view.sides[owner].laid if view.sides[owner].stage == Stage.PIECES else 0
    types = [int(type) for type in box.placing if type][placed:]
    words = "Still to be placed" if placed else "The army to lay out"
    things = [note(f"roster-text-{owner}", 108, words, f"seat{owner}")]
    for number, type in enumerate(types):
        x, y = 34 + number % 6 * 49.6, 158 + number // 6 * 64
        things.append(
            Thing(
                f"roster-{owner}-{number + placed}", "token", x, y, 49, 49, f"seat{owner}", PIECE_ICONS[type], owner,
                label=Piece(type).name.lower(), stock=stock_of(owner, type),
            )
        )  # fmt: skip
    return things


def stock_of(owner: int, type: int) -> str:
    """Pieces of a kind are the same ones on the board, among the lost and before they are laid out."""
    return f"{owner}-{int(type)}"


def note(id: str, y: float, words: str, panel: str, tint: str = "soft") -> Thing:
    return Thing(id, "text", MIDDLE_X, y, 292, 15, panel, shape="left", tint=tint, text=words)


def favor_things(view: State, box: Box, owner: int, seat: int) -> list[Thing]:
    """The favors in hand, by kind where the viewer may know them, and those spent."""
    side = view.sides[owner]
    panel = f"seat{owner}"
    if side.held:
        words = "In hand" if owner == seat else f"In hand: {side.held}, kept secret"
        things = [note(f"held-text-{owner}", 66, words, panel)]
    elif side.taken < box.most_favors:
        things = [note(f"earn-text-{owner}", 66, "Favors: a throne earns one in a new fortress", panel)]
    else:
        things = [note(f"held-text-{owner}", 66, "No favor in hand", panel)]
    for favor in range(FAVORS):
        name = Favor(favor).name.lower()
        if side.favors[favor]:
            things.append(count_thing(f"held-{name}-{owner}", favor, 124, side.favors[favor], panel, "in hand"))
        if side.spent[favor]:
            things.append(count_thing(f"spent-{name}-{owner}", favor, 188, side.spent[favor], panel, "spent"))
    if not any(side.favors):
        things += [
            Thing(
                f"secret-{owner}-{number + 1}", "card", 44 + number * min(76, 220 / max(1, side.held - 1)), 124, 72, 92,
                panel, "throne-king", owner, states=("back",), label="a favor, kept secret",
            )
            for number in range(side.held)
        ]  # fmt: skip
    if any(side.spent):
        things.append(note(f"spent-text-{owner}", 188, "Spent", panel))
    return things


def no_favor_things(owner: int, known: Array[int], held: int) -> list[Thing]:
    """A faint place for each favor that is not in hand: for each kind, or for any where they are kept secret."""
    secret = held and not any(known)
    places = range(held, FAVORS) if secret else [favor for favor in range(FAVORS) if not known[favor]]
    return [
        Thing(
            f"no-favor-{owner}-{place}", "art", 44 + place * 76, 124, 72, 92, f"seat{owner}",
            art=no_favor("throne-king" if secret else FAVOR_ICONS[place]), aside=True,
            label="room for a favor" if secret else f"no {Favor(place).name.lower()} in hand",
        )
        for place in places
    ]  # fmt: skip


@cache
def no_favor(icon: str) -> str:
    """Where a card could lie: its outline, and faintly what it would be."""
    return (
        '<rect x="-36" y="-46" width="72" height="92" rx="7" fill="#0002" stroke="var(--edge)" stroke-width="1.5" '
        f'stroke-dasharray="5 5"/><g opacity=".3">{draw_icon(icon, 44, "var(--soft)")}</g>'
    )


def count_thing(id: str, favor: int, y: float, count: int, panel: str, where: str) -> Thing:
    name = Favor(favor).name.lower()
    label = f"{name}, {count} {where}"
    if where == "spent":
        return Thing(
            id, "icon", 104 + favor * 44, y, 42, 24, panel, FAVOR_ICONS[favor], tint="ink", text=str(count),
            states=("spent",), label=label,
        )  # fmt: skip
    many = f" ×{count}" if count > 1 else ""
    return Thing(
        id, "card", 44 + favor * 76, y, 72, 92, panel, states=("pictured",), lines=(name.title() + many,),
        art=favor_picture(Favor(favor)), label=label,
    )  # fmt: skip


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    square = square_of(view, thing)
    if square is None:
        return explain_favor(thing) or labelled(scene(view, box, seat), thing, RULES)
    if thing.startswith(("sq-", "land-")):
        tile = shown_tile(view, seat, square)
        return replace(explain_tile(square, tile), picture=land_view.picture(tile, square) if tile else "")
    return explain_piece(view, square)


ROLLS = (Told.ROLLS_TO_MOVE, Told.ROLLS_TO_SWITCH, Told.ROLLS_TO_ATTACK, Told.ROLLS_TO_FIRE)


def spot(note: Note, box: Box) -> Spot | None:
    """A survival check is a coin over the tile that it is for; a shot goes from its tile to another."""
    if note.kind in (Told.FIRES, Told.TRIES_TO_FIRE):
        return Spot(f"sq-{square_name(note['start'])}", aims_at=f"sq-{square_name(note['end'])}")
    if note.kind not in ROLLS:
        return None
    die = note["die"]
    coin = Coin("death-skull", f"{die}: fails", False) if die % 2 else Coin("laurel-crown", f"{die}: passes", True)
    return Spot(f"sq-{square_name(note['end'])}", coin=coin)


def as_if(view: State, box: Box, seat: int) -> State | None:
    """The table as if a seat's turn began; None before the turns begin."""
    head = view.head
    turns = [place for place in range(head.depth) if frame_at(view, place, AnyFrame).kind == Kind.TURN]
    if not turns:
        return None
    head.depth = turns[0] + 1
    top(view, AnyFrame).due = 1 << seat
    view.active, view.haste, view.sheltered = seat, 0, 0
    view.sides[seat].charged = 0
    for square in range(SQUARES):
        view.trail[square] = 0
    return view


VIEW = View(
    scene=scene,
    board=board,
    explain=explain,
    meant_by=meant_by,
    as_if=as_if,
    spot=spot,
    is_risky=is_risky,
    answers=ANSWERS,
    by_drag=BY_DRAG,
    world=WORLD,
)
