"""How Thrones looks: the board from the viewer's side, and a text board."""

from functools import lru_cache

import numpy as np

from wartable.core.card import Card, labelled
from wartable.core.compiled import plain
from wartable.core.draw import text
from wartable.core.frames import kind
from wartable.core.game import Refused
from wartable.core.record import Record
from wartable.core.scene import Panel, Scene, Thing
from wartable.core.tints import own, tint

from . import help, land_view
from .actions import (
    AMBUSH,
    BEGIN,
    BY_HAND,
    DECEPTION,
    DRAGON,
    FAVOR,
    FIRE,
    HOLD,
    MIDDLE,
    PLACE,
    RANDOM,
    SAY,
    SWAP_MIDDLE,
    SWAP_PIECES,
    SWAP_TILES,
    TILE,
    Say,
)
from .help import explain_favor, explain_piece, explain_tile, square_named
from .names import (
    FILES,
    LETTERS,
    belongs,
    home_square,
    layout_choice,
    layout_title,
    middle_square,
    onward,
    piece_name,
    reading,
    split,
    square_name,
    tile_name,
)
from .rules import legal
from .rules.survival import needs_check
from .state import COLUMNS, FAVORS, SQUARES, Deed, Favor, Kind, Piece, Stage, Tile
from .words import SAYINGS
from .world import WORLD

ANSWERS = ("do-",)
RULES = {
    "layout-": 203,
    "say-done": 217,
    "say-mirror": 214,
    "edit-tiles": 210,
    "hold": 212,
    "reserve-": 801,
    "lost-": 407,
}
RULES |= {"tile-": 204, "quiet": 1003, "turn": 401, "held-": 901, "spent-": 901, "do-attack": 407, "do-fire": 408}
RULES |= {"do-switch": 405, "say-pass": 1004, "name-": 1001}
MOST_LEGAL = 1500
BOARD = 714
CELL = 74
EDGE = (BOARD - 9 * CELL) / 2
SIDE, GAP = 316, 8
SIDE_HEIGHT = (BOARD - GAP) / 2
MIDDLE_X = SIDE / 2
PIECE_ICONS = (
    *("", "hood", "spears", "crossbow", "catapult", "trebuchet"),
    *("mounted-knight", "horse-head", "elephant", "dragon-head", "throne-king"),
)
TILE_ICONS = ("", "high-grass", "pine-tree", "peaks", "waves", "castle", "castle-ruins")
TILE_TINTS = ("fog", "plains", "forest", "mountain", "water", "city", "waste")
FAVOR_ICONS = ("sprint", "hidden", "fox-head", "domino-mask")
TILE_SIGNS = " .f^~+%"
WORDS = {
    Say.PASS: "Pass",
    Say.LET: "Spend no favor",
    Say.ALWAYS: "Never ask me",
    Say.WATCH: "Ask me again",
    Say.ROLL: "Leave it to fate",
    Say.STOP: "Stop here",
    Say.MIRROR: "Mirror",
    Say.DONE: "Done",
}


def place_of(square: int, seat: int) -> tuple[float, float]:
    """The middle of a square on the board panel, the viewer's home rows at the bottom."""
    column, row = square % COLUMNS, square // COLUMNS
    if seat == 1:
        column, row = COLUMNS - 1 - column, COLUMNS - 1 - row
    return EDGE + (column + 0.5) * CELL, EDGE + (COLUMNS - row - 0.5) * CELL


def backdrop(seat: int) -> str:
    """The pictures of tiles, the names of columns and rows, and the lines between the homelands."""
    parts = [land_view.lands()]
    for number in range(COLUMNS):
        x, y = place_of(number * (COLUMNS + 1), seat)
        parts.append(text(FILES[number], x, BOARD - EDGE / 2 + 6, 17, "var(--soft)"))
        parts.append(text(str(number + 1), EDGE / 2, y + 6, 17, "var(--soft)"))
    for row in (4, 5):
        y = EDGE + row * CELL
        parts.append(f'<path d="M{EDGE:g} {y:g}h{9 * CELL}" stroke="var(--soft)" stroke-width="3"/>')
    return "".join(parts)


def scene(view: Record, box: Record, seat: int) -> Scene:
    panels = [Panel("board", "", 3 + SIDE + GAP, 3, BOARD, BOARD, backdrop(seat))]
    things = [thing for square in range(SQUARES) for thing in square_things(view, seat, square)]
    things += piece_things(view, seat)
    for owner in range(2):
        above = owner != (1 if seat == 1 else 0)
        panels.append(Panel(f"seat{owner}", "", 3, 3 if above else 3 + SIDE_HEIGHT + GAP, SIDE, SIDE_HEIGHT))
        things += side_things(view, box, owner, seat)
    panels.append(Panel("choices", "", 3 + SIDE + GAP + BOARD + GAP, 3, SIDE, BOARD))
    things += choice_things(view, box, seat)
    return Scene(tuple(panels), tuple(things), caption="Thrones", world=WORLD)


def shown_tile(view: Record, seat: int, square: int) -> int:
    """The tile on a square; before the layouts are revealed, the viewer's own wishes for the middle row."""
    if view.ground[square] or seat not in (0, 1):
        return int(view.ground[square])
    for column in range(COLUMNS):
        if middle_square(seat, column) == square:
            return int(view.sides[seat].middle[column])
    return 0


def is_next(view: Record, seat: int, square: int) -> bool:
    """Whether the viewer is to lay a tile there."""
    laying = seat in (0, 1) and not view.turn and view.sides[seat].stage == Stage.TILES
    return laying and home_square(seat, view.sides[seat].laid) == square


def square_things(view: Record, seat: int, square: int) -> list[Thing]:
    x, y = place_of(square, seat)
    tile, name = shown_tile(view, seat, square), square_name(square)
    size = CELL - 3
    label, states = f"{name}, {tile_name(tile)}", ("edged",) if is_next(view, seat, square) else ()
    art = land_view.land(tile, square)
    look = Thing(f"sq-{name}", "space", x, y, size, size, art=art, states=states, label=label)
    taken = bool(view.pieces[square])
    if not tile or (not taken and tile < Tile.FORTRESS):
        return [look]
    # A piece hides its land: a sign of it in the corner can still be read.
    shift, width = (12 - CELL / 2, 20) if taken else (0, 44)
    sign = Thing(f"land-{name}", "icon", x + shift, y + shift, width, width, icon=TILE_ICONS[tile], tint="ink", layer=1)
    return [look, sign]


def piece_ids(view: Record) -> dict[int, str]:
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


def piece_things(view: Record, seat: int) -> list[Thing]:
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
            Thing(id, "token", x + 5, y + 5, 56, 56, icon=look, seat=owner, states=states, label=words, layer=2)
        )
    return things


def side_things(view: Record, box: Record, owner: int, seat: int) -> list[Thing]:
    """A player's panel: favors, the dragon held back, and the pieces lost."""
    side = view.sides[owner]
    panel = f"seat{owner}"
    name = Thing(
        f"name-{owner}", "text", MIDDLE_X, 30, 292, 20, panel, seat=owner, text=f"{{{owner}}}", states=("strong",)
    )
    things = [name, *favor_things(view, owner, seat), *army_things(view, owner)]
    if not view.turn and not any(view.pieces):
        things += roster(box, owner)
    if any(side.lost):
        things.append(note(f"lost-text-{owner}", 300, "Lost", panel))
    lost = [type for type in range(1, len(PIECE_ICONS)) for _ in range(side.lost[type])]
    for number, type in enumerate(lost):
        x, y = 24 + number * min(36, 268 / max(1, len(lost) - 1)), 328
        id = f"lost-{owner}-{type}-{lost[:number].count(type) + 1}"
        words = f"lost: {Piece(type).name.lower()}"
        things.append(Thing(id, "token", x, y, 34, 34, panel, PIECE_ICONS[type], owner, states=("spent",), label=words))
    if side.unplaced[Piece.DRAGON] and (view.turn or side.stage == Stage.REVIEW):
        words = "the dragon held back"
        things.append(Thing(f"reserve-{owner}", "token", 284, 44, 48, 48, panel, "dragon-head", owner, label=words))
        things.append(
            Thing(f"reserve-text-{owner}", "text", 212, 62, 80, 15, panel, shape="right", tint="soft", text="Held back")
        )
    return things


def army_things(view: Record, owner: int) -> list[Thing]:
    """The pieces that still stand, once the match has begun: how many of each kind."""
    standing = [int(piece) & 15 for piece in view.pieces if piece and piece >> 4 == owner] if view.turn else []
    kinds = [type for type in range(len(PIECE_ICONS) - 1, 0, -1) if type in standing]
    things = [note(f"army-text-{owner}", 212, "In the field", f"seat{owner}")] if kinds else []
    for number, type in enumerate(kinds):
        count = standing.count(type)
        x, y = 34 + number % 5 * 58, 238 + number // 5 * 34
        name = Piece(type).name.lower()
        things.append(
            Thing(
                f"army-{owner}-{type}", "icon", x, y, 54, 30, f"seat{owner}", PIECE_ICONS[type], owner,
                text=str(count) if count > 1 else "", label=f"{name}: {count} in the field",
            )
        )  # fmt: skip
    return things


def roster(box: Record, owner: int) -> list[Thing]:
    """The army that is to be laid out."""
    types = [int(type) for type in box.placing if type]
    things = [note(f"roster-text-{owner}", 104, "The army to lay out", f"seat{owner}")]
    for number, type in enumerate(types):
        x, y = 36 + number % 6 * 49, 142 + number // 6 * 50
        things.append(
            Thing(
                f"roster-{owner}-{number}", "token", x, y, 46, 46, f"seat{owner}", PIECE_ICONS[type], owner,
                label=Piece(type).name.lower(),
            )
        )  # fmt: skip
    return things


def note(id: str, y: float, words: str, panel: str, tint: str = "soft") -> Thing:
    return Thing(id, "text", MIDDLE_X, y, 292, 15, panel, shape="left", tint=tint, text=words)


def favor_things(view: Record, owner: int, seat: int) -> list[Thing]:
    """The favors in hand, by kind where the viewer may know them, and those spent."""
    side = view.sides[owner]
    panel = f"seat{owner}"
    words = "In hand" if owner == seat or not side.held else f"In hand: {side.held}, kept secret"
    if not side.held:
        words = "No favor in hand"
    things = [note(f"held-text-{owner}", 62, words, panel)]
    for favor in range(FAVORS):
        name = Favor(favor).name.lower()
        if side.favors[favor]:
            things.append(count_thing(f"held-{name}-{owner}", favor, 124, side.favors[favor], panel, "in hand"))
        if side.spent[favor]:
            things.append(count_thing(f"spent-{name}-{owner}", favor, 188, side.spent[favor], panel, "spent"))
    if not any(side.favors):
        things += [
            Thing(
                f"secret-{owner}-{number + 1}", "card", 44 + number * min(76, 220 / max(1, side.held - 1)), 122, 72, 84,
                panel, "throne-king", owner, states=("back",), label="a favor, kept secret",
            )
            for number in range(side.held)
        ]  # fmt: skip
    if any(side.spent):
        things.append(note(f"spent-text-{owner}", 188, "Spent", panel))
    return things


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
        id, "card", 44 + favor * 76, y, 72, 92, panel, FAVOR_ICONS[favor], text="", lines=(name.title() + many,),
        tint=("desert", "forest", "mountain", "waste")[favor], label=label,
    )  # fmt: skip


def choice_things(view: Record, box: Record, seat: int) -> list[Thing]:
    """The right panel: the turn, and a button for each choice that is not on the board."""
    quiet = f"Quiet turns {view.quiet} of {box.quiet_turns}"
    things = [
        Thing("turn", "text", MIDDLE_X, 30, 292, 20, "choices", text=f"Turn {view.turn}" if view.turn else phase(view)),
        Thing("quiet", "text", MIDDLE_X, 60, 292, 15, "choices", tint="soft", text=quiet if view.turn else ""),
    ]
    buttons: list[Button] = []
    if 0 <= seat < 2 and view.head.depth and view.head.frames[view.head.depth - 1].due >> seat & 1:
        buttons = buttons_for(view, box, seat)
    if view.turn and len(buttons) <= 4:
        things += key_things()
    if not buttons:
        return things
    tall = plain(kind)(view) == Kind.LAYOUT and view.sides[seat].stage == Stage.BEGIN
    step = min(88 if tall else 54, 620 / max(1, len(buttons)))
    for number, (id, words, icon) in enumerate(buttons):
        y = 86 + (number + 0.5) * step
        if tall and number < box.layouts:
            name, about = layout_title(id.removeprefix("layout-"))
            art = miniature(box.layout_tiles[number].tobytes(), box.layout_pieces[number].tobytes(), seat)
            things.append(Thing(f"{id}-map", "art", 62, y, 100, step - 12, "choices", art=art, layer=3))
            things.append(
                Thing(
                    id, "space", MIDDLE_X, y, 296, step - 6, "choices", states=("edged", "inset"), tint="panel",
                    text=name, lines=(about,), label=words,
                )
            )  # fmt: skip
            continue
        if icon:
            things.append(Thing(f"{id}-icon", "icon", 34, y, 28, 28, "choices", icon, tint="ink", layer=3))
        look = ("edged",)
        things.append(
            Thing(
                id, "space", MIDDLE_X, y, 296, step - 8, "choices", states=look, tint="panel", text=words, label=words
            )
        )
    return things


LAND_KEY = (
    (Tile.PLAINS, "Plains", "Lancers ride as far as they reach. Elephants fear only dragon and throne."),
    (Tile.FOREST, "Forest", "Dragons cannot attack here; crossbows and catapults cannot fire in."),
    (Tile.MOUNTAIN, "Mountain", "Dangerous: fate decides. Rangers need no check, and cannot be fired on."),
    (Tile.WATER, "Water", "Dangerous: fate decides. Spearmen need no check, and cross it in one go."),
)


def key_things() -> list[Thing]:
    """What the land does, where nothing else is to be shown."""
    things = []
    for number, (tile, name, words) in enumerate(LAND_KEY):
        y = 362 + number * 96
        things.append(
            Thing(
                f"key-{name.lower()}", "space", MIDDLE_X, y, 300, 88, "choices", tint="panel", states=("inset",),
                text=name, lines=(words,), label=f"{name}: {words}",
            )
        )  # fmt: skip
        art = f'<g transform="scale(.9)">{land_view.land(tile, tile)}</g>'
        things.append(Thing(f"key-{name.lower()}-map", "art", 56, y, 66, 66, "choices", art=art, layer=1))
    return things


@lru_cache(maxsize=64)
def miniature(tiles: bytes, pieces: bytes, seat: int) -> str:
    """A layout at a glance: the land of the four own rows, and a dot of the own colour for each piece."""
    size = 11
    parts = []
    for place in range(len(tiles)):
        column, row = place % COLUMNS, place // COLUMNS
        x, y = (column - COLUMNS / 2) * size, (1 - row) * size
        parts.append(f'<path d="M{x:g} {y:g}h10v10h-10z" fill="var(--{TILE_TINTS[tiles[place]]})"/>')
        if pieces[place]:
            strong = pieces[place] in (Piece.THRONE, Piece.DRAGON)
            colour = "var(--gold)" if strong else f"var(--seat{seat})"
            radius = 4 if strong else 3
            parts.append(f'<circle cx="{x + 5:g}" cy="{y + 5:g}" r="{radius}" fill="{colour}" stroke="#0009"/>')
    left, top = -COLUMNS * size / 2 - 2, -2 * size - 2
    frame = f'<rect x="{left:g}" y="{top}" width="{COLUMNS * size + 3}" height="{4 * size + 3}"'
    return f'{frame} rx="3" fill="#0008"/>{"".join(parts)}{frame} rx="3" fill="url(#lamp)"/>'


Button = tuple[str, str, str]
"""Id, words and icon."""


def buttons_for(view: Record, box: Record, seat: int) -> list[Button]:
    top = plain(kind)(view)
    if top == Kind.LAYOUT:
        return layout_buttons(view, box, seat)
    if top == Kind.FAVOR:
        return [(f"take-{favor.name.lower()}", favor.name.title(), FAVOR_ICONS[favor]) for favor in Favor]
    if top == Kind.WINDOW:
        return [*trick_buttons(view, seat), *word_buttons(Say.LET, Say.ALWAYS)]
    if top == Kind.CHECK:
        cunning = view.sides[seat].favors[Favor.CUNNING] > 0
        return [
            *word_buttons(Say.ROLL),
            *([("favor-cunning", "Cunning", FAVOR_ICONS[Favor.CUNNING])] if cunning else []),
        ]
    if top == Kind.TURN:
        return turn_buttons(view, box, seat)
    switching = [("do-switch", "Switch", "")] if top == Kind.GALLOP else []
    return [*switching, *word_buttons(Say.STOP)]


def word_buttons(*words: Say) -> list[Button]:
    return [(f"say-{SAYINGS[word]}", WORDS[word], "") for word in words]


def trick_buttons(view: Record, seat: int) -> list[Button]:
    side = view.sides[seat]
    ready = [favor for favor in (Favor.AMBUSH, Favor.DECEPTION) if side.favors[favor] and not side.spent_now]
    return [(f"favor-{favor.name.lower()}", favor.name.title(), FAVOR_ICONS[favor]) for favor in ready]


def turn_buttons(view: Record, box: Record, seat: int) -> list[Button]:
    if view.haste:
        return []
    side = view.sides[seat]
    out = np.zeros(MOST_LEGAL, np.int32)
    open_now = [int(action) for action in out[: legal(view, box, seat, out)]]
    asked = {path(view, box, seat, action)[-1] for action in open_now if action <= FIRE.last}
    buttons: list[Button] = [
        (f"do-{word}", word.title(), "") for word in ("attack", "fire", "switch") if f"do-{word}" in asked
    ]
    if side.favors[Favor.HASTE] and not side.spent_now:
        buttons.append(("favor-haste", "Haste", FAVOR_ICONS[Favor.HASTE]))
    buttons += trick_buttons(view, seat)
    if side.unasked:
        buttons += word_buttons(Say.WATCH)
    return [*buttons, *(word_buttons(Say.PASS) if SAY.first + Say.PASS in open_now else [])]


def layout_buttons(view: Record, box: Record, seat: int) -> list[Button]:
    side = view.sides[seat]
    if side.stage == Stage.TILES:
        return [
            (f"tile-{tile.name.lower()}", f"{tile.name.title()} ({side.left[tile]} left)", TILE_ICONS[tile])
            for tile in Tile
            if Tile.NONE < tile < Tile.BREACHED
        ]
    if side.stage == Stage.PIECES:
        return [("hold", "Hold the dragon back", "")] if box.placing[side.laid] == Piece.DRAGON else []
    if side.stage == Stage.MIDDLE:
        return []
    return [*(edit_buttons(view, seat) if side.stage == Stage.REVIEW else []), *beginning_buttons(box, side.stage)]


def edit_buttons(view: Record, seat: int) -> list[Button]:
    held_back = view.sides[seat].unplaced[Piece.DRAGON] > 0
    hold: list[Button] = [] if held_back else [("hold", "Hold the dragon back", "")]
    swap: Button = ("edit-tiles", "Swap two tiles", "")
    return [*word_buttons(Say.DONE), swap, *word_buttons(Say.MIRROR), *hold]


def beginning_buttons(box: Record, stage: int) -> list[Button]:
    buttons: list[Button] = []
    for choice in (*range(box.layouts), RANDOM, BY_HAND):
        stem = layout_choice(box, choice)
        name, about = ("Random layout", "") if choice == RANDOM else ("By hand", "")
        if choice < box.layouts:
            name, about = layout_title(stem)
        buttons.append((f"layout-{stem}", f"{name}. {about}" if about and stage == Stage.BEGIN else name, ""))
    return buttons


def touch(view: Record, square: int) -> str:
    """The id of what a hand touches on a square: the piece, or the square itself."""
    return piece_ids(view).get(square, f"sq-{square_name(square)}")


def path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    deed = reading(view, box, action)
    if deed and deed[2] is not None:
        return deed_path(view, box, seat, *deed)
    if belongs(DRAGON, action):
        return (f"reserve-{seat}", touch(view, action - DRAGON.first))
    if belongs(AMBUSH, action):
        a, b, _, _ = split(AMBUSH, action)
        return ("favor-ambush", touch(view, a), touch(view, b))
    if belongs(DECEPTION, action):
        square, direction, _, _ = split(DECEPTION, action)
        other = onward(square, direction, 1)
        return ("favor-deception", touch(view, square), touch(view, square if other is None else other))
    if belongs(FAVOR, action):
        return (f"take-{Favor(action - FAVOR.first).name.lower()}",)
    if belongs(SAY, action):
        word = Say(action - SAY.first)
        return (f"favor-{word.name.lower()}" if word in (Say.HASTE, Say.CUNNING) else f"say-{SAYINGS[word]}",)
    return layout_path(view, box, seat, action)


def is_risky(view: Record, box: Record, seat: int, action: int) -> bool:
    """Whether fate decides if a deed takes place."""
    deed = reading(view, box, action)
    return bool(deed and deed[2] is not None and plain(needs_check)(view, box, *deed))


def deed_path(view: Record, box: Record, seat: int, deed: Deed, start: int, target: int | None) -> tuple[str, ...]:
    """Piece and goal; where a piece could do two things to the same neighbour, also which of them."""
    assert target is not None
    steps = (touch(view, start), touch(view, target))
    type, foe = view.pieces[start] & 15, view.pieces[target] and view.pieces[target] >> 4 != seat
    if foe and deed != Deed.MOVE and (type == Piece.WARHORSE or box.fires_at[type] == 1):
        return (*steps, f"do-{deed.name.lower()}")
    return steps


def layout_path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    if belongs(BEGIN, action):
        return (f"layout-{layout_choice(box, action - BEGIN.first)}",)
    if belongs(TILE, action):
        return (f"tile-{tile_name(action - TILE.first + 1)}",)
    if belongs(PLACE, action):
        if action == PLACE.first + HOLD:
            return ("hold",)
        reviewing = seat in (0, 1) and view.sides[seat].stage == Stage.REVIEW
        where = touch(view, home_square(seat, action - PLACE.first))
        return (f"reserve-{seat}", where) if reviewing else (where,)
    if belongs(MIDDLE, action):
        return (f"sq-{square_name(middle_square(seat, action - MIDDLE.first))}",)
    for family in (SWAP_TILES, SWAP_PIECES):
        if belongs(family, action):
            a, b, _, _ = split(family, action)
            pair = touch(view, home_square(seat, a)), touch(view, home_square(seat, b))
            return ("edit-tiles", *pair) if family is SWAP_TILES else pair
    if belongs(SWAP_MIDDLE, action):
        a, b, _, _ = split(SWAP_MIDDLE, action)
        return touch(view, middle_square(seat, a)), touch(view, middle_square(seat, b))
    return ()


def square_of(view: Record, thing: str) -> int | None:
    """The square that a thing is or stands on."""
    for square, id in piece_ids(view).items():
        if id == thing:
            return square
    what, _, name = thing.partition("-")
    return square_named(name) if what in ("sq", "land") else None


def explain(view: Record, box: Record, seat: int, thing: str) -> Card | None:
    square = square_of(view, thing)
    if square is None:
        return explain_favor(thing) or labelled(scene(view, box, seat), thing, RULES)
    if thing.startswith(("sq-", "land-")):
        return explain_tile(square, shown_tile(view, seat, square))
    return explain_piece(view, square)


def meant_by(view: Record, box: Record, seat: int, touched: tuple[str, ...]) -> str | Refused | None:
    squares = tuple(square for square in (square_of(view, thing) for thing in touched) if square is not None)
    return help.meant_by(view, box, seat, touched, squares)


def as_if(view: Record, box: Record, seat: int) -> Record | None:
    """The table as if a seat's turn began; None before the turns begin."""
    head = view.head
    turns = [number for number in range(head.depth) if head.frames[number].kind == Kind.TURN]
    if not turns:
        return None
    head.depth = turns[0] + 1
    head.frames[turns[0]].due = 1 << seat
    view.active, view.haste, view.sheltered = seat, 0, 0
    view.sides[seat].charged = 0
    for square in range(SQUARES):
        view.trail[square] = 0
    return view


def board(view: Record, box: Record, seat: int) -> str:
    """Each square in three signs: the land, South's piece in capitals or North's in small letters, ! for protected."""
    rows = range(COLUMNS) if seat == 1 else range(COLUMNS - 1, -1, -1)
    columns = range(COLUMNS - 1, -1, -1) if seat == 1 else range(COLUMNS)
    lines = []
    for row in rows:
        cells = [cell_text(view, seat, row * COLUMNS + column) for column in columns]
        lines.append(f"{row + 1:>2}  " + " ".join(cells))
    lines.append("    " + " ".join(f" {FILES[column]} " for column in columns))
    lines.append("")
    for owner in (1, 0) if seat != 1 else (0, 1):
        lines.append(side_text(view, owner, seat))
    lines.append(". plains  f forest  ^ mountain  ~ water  + fortress  % breached  ! protected")
    state = f"Turn {view.turn}, quiet turns {view.quiet} of {box.quiet_turns}" if view.turn else phase(view)
    return "\n".join([*lines, f"{state}."])


def phase(view: Record) -> str:
    """What goes on before the first turn."""
    return "Laying out" if plain(kind)(view) != Kind.FAVOR else "Taking favors before the first turn"


def cell_text(view: Record, seat: int, square: int) -> str:
    piece, tile = view.pieces[square], shown_tile(view, seat, square)
    sign = tint(TILE_TINTS[tile], TILE_SIGNS[tile])
    if not piece:
        return sign + tint(TILE_TINTS[tile], "  ")
    owner, letter = piece >> 4, LETTERS[piece & 15]
    charged = piece & 15 == Piece.WARHORSE and view.sides[owner].charged
    return sign + own(owner, (letter.lower() if owner else letter) + ("!" if charged else " "))


def side_text(view: Record, owner: int, seat: int) -> str:
    side = view.sides[owner]
    lost = "".join(LETTERS[type] * side.lost[type] for type in range(1, len(LETTERS)))
    known = ", ".join(Favor(favor).name.lower() for favor in range(FAVORS) for _ in range(side.favors[favor]))
    spent = ", ".join(Favor(favor).name.lower() for favor in range(FAVORS) for _ in range(side.spent[favor]))
    favors = f"favors: {known}" if known else f"favors: {side.held}"
    parts = [f"{{{owner}}} ({'small letters' if owner else 'capitals'})", favors]
    if spent:
        parts.append(f"spent: {spent}")
    if side.unplaced[Piece.DRAGON] and view.turn:
        parts.append("dragon held back")
    return "; ".join([*parts, f"lost: {lost or 'none'}"])
