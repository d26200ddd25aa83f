"""How Thrones looks: the board from the viewer's side."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from wartable.core.contract import View
from wartable.core.record import Array
from wartable.core.rules import AnyFrame, Note, frame_at, top
from wartable.drawing.card import Card, labelled
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area, Squares, backs
from wartable.drawing.scene import Id, Scene, Thing
from wartable.drawing.spot import Coin, Spot

from ..box import Box
from ..help import explain_favor, explain_piece, explain_tile, is_risky, meant_by, square_of
from ..names import home_square, piece_ids, piece_name, square_name, tile_name
from ..notes import Told
from ..state import COLUMNS, FAVORS, MIDDLE_ROW, SQUARES, Favor, Kind, Piece, Stage, State, Tile
from ..world import WORLD
from . import land as land_view
from .army import ARMY, figure, soldier
from .choice import choice_things
from .favor import favor_picture
from .shared import BOARD, CELL, FAVOR_ICONS, RIGHT, SEATS, TILE_ICONS, shown_tile
from .text_board import board

# A favor in hand says as much as the button that spends it. Two squares that were touched are their pieces or tiles.
ANSWERS = ("do-", "held-", "edit-")
BY_DRAG = ("edit-tiles",)
RULES = {"layout-": 203, "say-done": 217, "say-mirror": 214, "edit-tiles": 210, "assign-": 209, "hold": 212}
RULES |= {"reserve-": 801, "lost-": 407}
RULES |= {"tile-": 204, "quiet": 1003, "turn": 401, "held-": 901, "spent-": 901, "do-attack": 407, "do-fire": 408}
RULES |= {f"kind-{type.name.lower()}": 500 + type for type in Piece if type}
RULES |= {"earn-": 902, "army-": 105, "roster-": 105, "do-switch": 405, "say-pass": 1004, "name-": 1001}


GRIDS = [Squares(Area(0, 0, *BOARD.size), COLUMNS, COLUMNS, seat == 1, (BOARD.width - 9 * CELL) / 2) for seat in (0, 1)]
"""The board as each side sees it, the viewer's home rows at the bottom."""


@cache
def place_of(square: int, seat: int) -> Area:
    """A square on the board panel."""
    return GRIDS[seat == 1].area(square, CELL - 3)


@cache
def backdrop(seat: int, revealed: bool) -> str:
    """The pictures of tiles, the names of columns and rows, and the lines between the homelands."""
    grid = GRIDS[seat == 1]
    lines = "".join(
        f'<path d="M{grid.left:g} {grid.top + row * CELL:g}h{9 * CELL}" stroke="var(--soft)" stroke-width="3"/>'
        for row in (4, 5)
    )
    return ARMY + land_view.lands(revealed) + grid.names(17) + lines


def scene(view: State, box: Box, seat: int) -> Scene:
    drawn = is_revealed(view)
    panels = [BOARD.as_panel("board", backdrop(seat, drawn))]
    things = land_things(view, seat)
    pieces = view.pieces.tobytes()
    for square in range(SQUARES):
        things += square_things(view, seat, square, bool(pieces[square]), drawn)
    things += piece_things(view, seat)
    for owner in range(2):
        above = owner != (1 if seat == 1 else 0)
        panels.append(SEATS[0 if above else 1].as_panel(f"seat{owner}"))
        things += side_things(view, box, owner, seat)
    panels.append(RIGHT.as_panel("choices"))
    things += choice_things(view, box, seat)
    return Scene(tuple(panels), tuple(things), caption="Thrones", world=WORLD)


def is_revealed(view: State) -> bool:
    return 0 not in view.ground.tobytes()


def land_things(view: State, seat: int) -> list[Thing]:
    """The land that everybody sees, drawn as one; before that, fog over what somebody else lays out in secret."""
    if is_revealed(view):
        art = country(view.ground.tobytes(), seat == 1)
        return [Area(0, 0, *BOARD.size).sized(9 * CELL, 9 * CELL).thing("land", "art", art=art, layer=-1)]
    hidden = (1 - seat,) if seat in (0, 1) else (0, 2, 1)
    return [veil(part, seat) for part in hidden]


def veil(part: int, seat: int) -> Thing:
    """Fog over a home, or over the row between them."""
    end = MIDDLE_ROW + COLUMNS
    one, other = (
        place_of(square, seat) for square in ((0, MIDDLE_ROW - 1), (end, SQUARES - 1), (MIDDLE_ROW, end - 1))[part]
    )
    width, height = abs(other.x - one.x) + one.width, abs(other.y - one.y) + one.height
    area = Area(min(one.x, other.x), min(one.y, other.y), width, height)
    return area.thing(f"veil-{part}", "art", art=land_view.fog(width, height), layer=3)


@lru_cache(maxsize=64)
def country(ground: bytes, turned: bool) -> str:
    middles = (place_of(square, int(turned)).middle for square in range(SQUARES))
    half = BOARD.width / 2
    return land_view.country(
        tuple((tile, n, x - half, y - half) for n, (tile, (x, y)) in enumerate(zip(ground, middles, strict=True)))
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
    area, tile, name = place_of(square, seat), shown_tile(view, seat, square), square_name(square)
    look = area.thing(f"sq-{name}", "space", label=f"{name}, {tile_name(tile)}")
    if not drawn:
        # Each for itself: it is laid, swapped and dragged.
        art = land_view.land(tile or bare(view, seat, square), square)
        look = look._replace(art=art + land_view.next_mark() if is_next(view, seat, square) else art)
    if not tile or (not taken and tile < Tile.FORTRESS):
        return [look]
    # A piece hides its land: a sign of it in the corner can still be read.
    sign = area.sized(20, 20).moved(12 - CELL / 2, 12 - CELL / 2) if taken else area.sized(40, 40)
    return [look, sign.thing(f"land-{name}", "icon", icon=TILE_ICONS[tile], tint="ink", layer=1)]


def piece_things(view: State, seat: int) -> Iterator[Thing]:
    for square, id in piece_ids(view).items():
        piece = view.pieces[square]
        owner, type = piece >> 4, piece & 15
        charged = type == Piece.WARHORSE and view.sides[owner].charged
        words = f"{{{owner}}}'s {piece_name(piece)} on {square_name(square)}" + (", protected" if charged else "")
        yield soldier(
            place_of(square, seat).sized(56, 56).moved(5, 4), id, type, owner,
            states=("protected",) if charged else (), label=words, layer=2, stock=stock_of(owner, type),
        )  # fmt: skip


def side_things(view: State, box: Box, owner: int, seat: int) -> Iterator[Thing]:
    """A player's panel: favors, the dragon held back, and the pieces lost."""
    side, panel = view.sides[owner], Area(0, 0, *SEATS[0].size, f"seat{owner}")
    held_back = side.unplaced[Piece.DRAGON] and (view.turn or side.stage == Stage.REVIEW)
    head, held, cards, spent, title, army, lost_title, lost_row = panel.inset(6, 8).rows(
        46, 20, 92, 32, 14, 68, 16, 34, gap=2
    )
    arms, name, *rest = head.columns(50, 0, *((66, 46) if held_back else ()), gap=4)
    yield soldier(arms.sized(40, 40).moved(0, 3), f"arms-{owner}", Piece.THRONE, owner, label=f"{{{owner}}}")
    yield name.text(f"name-{owner}", f"{{{owner}}}", 22, seat=owner, states=("strong", "plain"), shape="left")
    yield from favor_things(view, box, owner, seat, (held, cards, spent))
    standing = [int(piece) & 15 for piece in view.pieces if piece and piece >> 4 == owner]
    if standing and side.stage != Stage.PIECES:
        yield note(f"army-text-{owner}", "In the field", title)
        yield from army_things(owner, standing, army)
        yield from no_favor_things(owner, side.favors, side.held, cards)
    else:
        yield from roster(view, box, owner, panel.inset(9, 0).rows(98, 20, 192, gap=4)[1:])
    if any(side.lost):
        yield note(f"lost-text-{owner}", "Lost", lost_title)
    lost = [type for type in range(1, len(Piece)) for _ in range(side.lost[type])]
    # Where many are lost they are smaller, and lie on each other's edges.
    size = min(34, 7 + 270 / max(1, len(lost) - 1))
    for number, area in enumerate(lost_row.fan(len(lost), size, 36)):
        type = lost[number]
        yield soldier(
            area.sized(size, size), f"lost-{owner}-{type}-{lost[:number].count(type) + 1}", type, owner,
            states=("spent",), label=f"lost: {Piece(type).name.lower()}", stock=stock_of(owner, type),
        )  # fmt: skip
    if held_back:
        yield soldier(
            rest[1].sized(36, 36), f"reserve-{owner}", Piece.DRAGON, owner, label="the dragon held back",
            stock=stock_of(owner, Piece.DRAGON),
        )  # fmt: skip
        yield rest[0].text(f"reserve-text-{owner}", "Held back", 15, shape="right", tint="soft")


def army_things(owner: int, standing: list[int], area: Area) -> Iterator[Thing]:
    """The pieces that stand, once they are laid out: how many of each kind."""
    # Each kind has its place, also when none is left: what changes is seen, and nothing else moves.
    types = range(len(Piece) - 1, 0, -1)
    for type, place in zip(types, area.grid(len(types), 5), strict=True):
        count = standing.count(type)
        yield place.sized(54, 30).thing(
            f"army-{owner}-{type}", "icon", art=counted(type, owner), seat=owner, states=() if count else ("spent",),
            text=str(count), label=f"{Piece(type).name.lower()}: {count} in the field",
        )  # fmt: skip


@cache
def counted(type: int, owner: int) -> str:
    """A piece beside the number of those that stand."""
    return f'<g transform="translate(-12 0)">{figure(type, owner, 34)}</g>'


def roster(view: State, box: Box, owner: int, areas: tuple[Area, ...]) -> Iterator[Thing]:
    """The army that is to be laid out: all of it, or for who is at it by hand what is left."""
    placed = view.sides[owner].laid if view.sides[owner].stage == Stage.PIECES else 0
    types = [int(type) for type in box.placing if type][placed:]
    yield note(f"roster-text-{owner}", "Still to be placed" if placed else "The army to lay out", areas[0])
    for number, area in enumerate(areas[1].grid(len(types), 6, rows=3), placed):
        type = types[number - placed]
        yield soldier(
            area.sized(41, 41), f"roster-{owner}-{number}", type, owner, label=Piece(type).name.lower(),
            stock=stock_of(owner, type),
        )  # fmt: skip


def stock_of(owner: int, type: int) -> str:
    """Pieces of a kind are the same ones on the board, among the lost and before they are laid out."""
    return f"{owner}-{int(type)}"


def note(id: str, words: str, area: Area) -> Thing:
    return area.inset(6, 0).text(id, words, 15, shape="left", tint="soft")


def favor_things(view: State, box: Box, owner: int, seat: int, areas: tuple[Area, Area, Area]) -> Iterator[Thing]:
    """The favors in hand, by kind where the viewer may know them, and those spent."""
    side, (held, cards, spent) = view.sides[owner], areas
    if side.held or side.taken >= box.most_favors:
        secret = "In hand" if owner == seat else f"In hand: {side.held}, kept secret"
        yield note(f"held-text-{owner}", secret if side.held else "No favor in hand", held)
    else:
        yield note(f"earn-text-{owner}", "Favors: a throne earns one in a new fortress", held)
    used = spent.columns(76, 176, 0)[1].grid(FAVORS, FAVORS)
    for favor, place in zip(Favor, cards.grid(FAVORS, FAVORS), strict=True):
        name = favor.name.lower()
        if count := side.favors[favor]:
            yield place.inset(2, 0).thing(
                f"held-{name}-{owner}", "card", states=("pictured",), art=favor_picture(favor),
                lines=(name.title() + (f" ×{count}" if count > 1 else ""),), label=f"{name}, {count} in hand",
            )  # fmt: skip
        if count := side.spent[favor]:
            yield used[favor].inset(1, 4).thing(
                f"spent-{name}-{owner}", "icon", icon=FAVOR_ICONS[favor], tint="ink", text=str(count),
                states=("spent",), label=f"{name}, {count} spent",
            )  # fmt: skip
    if not any(side.favors):
        places, label = cards.inset(2, 0).fan(side.held, 72, 76), "a favor, kept secret"
        yield from backs(places, f"secret-{owner}", icon="throne-king", seat=owner, label=label)
    if any(side.spent):
        yield note(f"spent-text-{owner}", "Spent", spent)


def no_favor_things(owner: int, known: Array[int], held: int, cards: Area) -> Iterator[Thing]:
    """A faint place for each favor that is not in hand: for each kind, or for any where they are kept secret."""
    secret = held and not any(known)
    areas = cards.grid(FAVORS, FAVORS)
    for place in range(held, FAVORS) if secret else [favor for favor in range(FAVORS) if not known[favor]]:
        yield areas[place].inset(2, 0).thing(
            f"no-favor-{owner}-{place}", "art", aside=True,
            art=no_favor("throne-king" if secret else FAVOR_ICONS[place]),
            label="room for a favor" if secret else f"no {Favor(place).name.lower()} in hand",
        )  # fmt: skip


@cache
def no_favor(icon: str) -> str:
    """Where a card could lie: its outline, and faintly what it would be."""
    return (
        '<rect x="-36" y="-46" width="72" height="92" rx="7" fill="#0002" stroke="var(--edge)" stroke-width="1.5" '
        f'stroke-dasharray="5 5"/><g opacity=".3">{draw_icon(icon, 44, "var(--soft)")}</g>'
    )


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    square = square_of(view, thing)
    if square is None:
        return explain_favor(thing) or labelled(scene(view, box, seat), thing, RULES)
    if Id.read(thing).what in ("sq", "land"):
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
    scene=scene, board=board, explain=explain, meant_by=meant_by, as_if=as_if, spot=spot, is_risky=is_risky,
    answers=ANSWERS, by_drag=BY_DRAG, world=WORLD,
)  # fmt: skip
