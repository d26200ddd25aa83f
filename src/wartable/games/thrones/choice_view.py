"""The right panel of Thrones: the turn, a button for each choice that is not on the board, and what the land does."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from wartable.core.compiled import plain
from wartable.core.frames import AnyFrame, kind, top
from wartable.core.icons import draw_icon
from wartable.core.record import Record
from wartable.core.scene import Thing

from . import land_view
from .actions import BY_HAND, FIRE, RANDOM, SAY, Say
from .names import layout_choice, layout_title
from .rules import legal
from .shared_view import BOARD, FAVOR_ICONS, MIDDLE_X, MOST_LEGAL, PIECE_ICONS, TILE_ICONS, TILE_TINTS, phase
from .state import COLUMNS, Favor, Kind, Piece, Stage, Tile
from .touches import path
from .words import SAYINGS

WORDS = {
    Say.PASS: "Pass",
    Say.LET: "Spend no favor",
    Say.ALWAYS: "Never ask me",
    Say.WATCH: "Ask me again",
    Say.ROLL: "Leave it to fate",
    Say.STOP: "Stop here",
    Say.MIRROR: "Mirror left and right",
    Say.DONE: "Done",
}
ABOUT = {
    Say.DONE: "Play with this layout.",
    Say.ROLL: "Throw the die: an even number passes.",
    Say.ALWAYS: "You can ask for the question again in your turn.",
}


class Button(NamedTuple):
    """A choice that is not on the board: its id, its words, a picture, and what it is about."""

    id: str
    words: str
    icon: str = ""
    about: str = ""

    @property
    def label(self) -> str:
        return f"{self.words}. {self.about}" if self.about else self.words


LAYOUT_ROOM, ABOUT_ROOM, PLAIN_ROOM, BRIEF = 88, 72, 46, 16
TOP, ROOM = 86, 620
LAND_STEP = 78
KEY_TOP = BOARD - 8 - 4 * LAND_STEP
PIECE_STEP, PIECE_LEAST = 22.0, 19.5
"""Below the choices: a row for each kind of land, and above it, where there is room, a line for each kind of piece."""


def choice_things(view: Record, box: Record, seat: int) -> list[Thing]:
    """The right panel: the turn, a button for each choice that is not on the board, and below what things do."""
    asked = 0 <= seat < 2 and view.head.depth > 0 and top(view, AnyFrame).due >> seat & 1
    buttons = buttons_for(view, box, seat) if asked else []
    tall = bool(asked) and plain(kind)(view) == Kind.LAYOUT and view.sides[seat].stage == Stage.BEGIN
    about = LAYOUT_ROOM if tall else ABOUT_ROOM
    rooms = [about if len(button.about) > BRIEF else PLAIN_ROOM for button in buttons]
    scale = min(1, ROOM / max(1, sum(rooms)))
    things, y = heading(view, box), float(TOP)
    for number, (button, room) in enumerate(zip(buttons, rooms, strict=True)):
        step = room * scale
        things += button_things(box, seat, button, number if tall else box.layouts, y + step / 2, step)
        y += step
    if asked and plain(kind)(view) == Kind.FAVOR:
        return things + piece_key(y + 40, 25)
    if y <= KEY_TOP:
        things += land_key()
    step = min(PIECE_STEP, (KEY_TOP - y) / (len(PIECE_KEY) + 0.5))
    if step >= PIECE_LEAST:
        things += piece_key(y + step / 2, step)
    return things


def heading(view: Record, box: Record) -> list[Thing]:
    turn = f"Turn {view.turn} of {box.turn_limit}" if view.turn else phase(view)
    quiet = f"Quiet turns {view.quiet} of {box.quiet_turns}" if view.turn else ""
    return [
        Thing("turn", "text", MIDDLE_X, 30, 292, 20, "choices", text=turn),
        Thing("quiet", "text", MIDDLE_X, 60, 292, 15, "choices", tint="soft", text=quiet),
    ]


def button_things(box: Record, seat: int, button: Button, number: int, y: float, step: float) -> list[Thing]:
    """A button; a ready-made layout, known by its number, with a picture of its land."""
    things = []
    states: tuple[str, ...] = ("edged",)
    if number < box.layouts:
        states = ("edged", "inset")
        art = miniature(box.layout_tiles[number].tobytes(), box.layout_pieces[number].tobytes(), seat)
        things.append(Thing(f"{button.id}-map", "art", 70, y, 100, step - 12, "choices", art=art, layer=3))
    lines = (button.about,) if button.about else ()
    things.append(
        Thing(
            button.id, "space", MIDDLE_X, y, 296, step - 8, "choices", button.icon, states=states, tint="panel",
            text=button.words, lines=lines, label=button.label,
        )
    )  # fmt: skip
    return things


PIECE_KEY = (
    (Piece.THRONE, "Throne", "attacks anybody beside it"),
    (Piece.DRAGON, "Dragon", "flies four tiles, no check"),
    (Piece.ELEPHANT, "Elephant", "hard to hurt on plains"),
    (Piece.WARHORSE, "Warhorse", "switches with anybody"),
    (Piece.LANCER, "Lancer", "rides over whole plains"),
    (Piece.TREBUCHET, "Trebuchet", "fires three tiles far"),
    (Piece.CATAPULT, "Catapult", "fires two tiles far"),
    (Piece.CROSSBOWMAN, "Crossbowman", "fires one tile far"),
    (Piece.SPEARMAN, "Spearman", "crosses water, no check"),
    (Piece.RANGER, "Ranger", "no check on mountains"),
)


def piece_key(top: float, step: float) -> list[Thing]:
    """What each kind of piece does, in a line."""
    things = []
    for number, (type, name, words) in enumerate(PIECE_KEY):
        y = top + number * step
        id = f"kind-{name.lower()}"
        things.append(Thing(f"{id}-icon", "art", 28, y - 1, 22, 22, "choices", art=small_icon(PIECE_ICONS[type])))
        things.append(
            Thing(
                id, "text", 172, y, 256, 15, "choices", shape="left", tint="soft", text=f"{name}: {words}",
            )
        )  # fmt: skip
    return things


@lru_cache(maxsize=16)
def small_icon(name: str) -> str:
    return draw_icon(name, 20, "var(--soft)")


LAND_KEY = (
    (Tile.PLAINS, "Plains", "Lancers ride as far as they reach. Elephants fear only dragon and throne."),
    (Tile.FOREST, "Forest", "Dragons cannot attack here; crossbows and catapults cannot fire in."),
    (Tile.MOUNTAIN, "Mountain", "Dangerous: fate decides. Rangers need no check, and cannot be fired on."),
    (Tile.WATER, "Water", "Dangerous: fate decides. Spearmen need no check, and cross it in one go."),
)


def land_key() -> list[Thing]:
    """What the land does, where nothing else is to be shown."""
    things = []
    for number, (tile, name, words) in enumerate(LAND_KEY):
        y = KEY_TOP + LAND_STEP * (number + 0.5)
        things.append(
            Thing(
                f"key-{name.lower()}", "space", MIDDLE_X, y, 300, LAND_STEP - 6, "choices", tint="panel",
                states=("thumb",), text=name, lines=(words,), label=f"{name}: {words}",
            )
        )  # fmt: skip
        art = f'<g transform="scale(.82)">{land_view.land(tile, tile)}</g>'
        things.append(Thing(f"key-{name.lower()}-map", "art", 48, y, 60, 60, "choices", art=art, layer=1))
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


FAVOR_WORDS = {
    Favor.HASTE: "A piece that moves gets one step more.",
    Favor.AMBUSH: "Two of your pieces on forests change places.",
    Favor.CUNNING: "Pass a survival check without the die.",
    Favor.DECEPTION: "Any two pieces side by side change places.",
}


def favor_button(stem: str, favor: Favor) -> Button:
    return Button(f"{stem}-{favor.name.lower()}", favor.name.title(), FAVOR_ICONS[favor], FAVOR_WORDS[favor])


def buttons_for(view: Record, box: Record, seat: int) -> list[Button]:
    top = plain(kind)(view)
    if top == Kind.LAYOUT:
        return layout_buttons(view, box, seat)
    if top == Kind.FAVOR:
        return [favor_button("take", favor) for favor in Favor]
    if top == Kind.WINDOW:
        return [*trick_buttons(view, seat), *word_buttons(Say.LET, Say.ALWAYS)]
    if top == Kind.CHECK:
        cunning = view.sides[seat].favors[Favor.CUNNING] > 0
        return [*word_buttons(Say.ROLL), *([favor_button("favor", Favor.CUNNING)] if cunning else [])]
    if top == Kind.TURN:
        return turn_buttons(view, box, seat)
    switching = [Button("do-switch", "Switch")] if top == Kind.GALLOP else []
    return [*switching, *word_buttons(Say.STOP)]


def word_buttons(*words: Say) -> list[Button]:
    return [Button(f"say-{SAYINGS[word]}", WORDS[word], about=ABOUT.get(word, "")) for word in words]


def trick_buttons(view: Record, seat: int) -> list[Button]:
    side = view.sides[seat]
    ready = [favor for favor in (Favor.AMBUSH, Favor.DECEPTION) if side.favors[favor] and not side.spent_now]
    return [favor_button("favor", favor) for favor in ready]


def turn_buttons(view: Record, box: Record, seat: int) -> list[Button]:
    if view.haste:
        return []
    side = view.sides[seat]
    out = np.zeros(MOST_LEGAL, np.int32)
    open_now = [int(action) for action in out[: legal(view, box, seat, out)]]
    asked = {path(view, box, seat, action)[-1] for action in open_now if action <= FIRE.last}
    buttons = [Button(f"do-{word}", word.title()) for word in ("attack", "fire", "switch") if f"do-{word}" in asked]
    if side.favors[Favor.HASTE] and not side.spent_now:
        buttons.append(favor_button("favor", Favor.HASTE))
    buttons += trick_buttons(view, seat)
    if side.unasked:
        buttons += word_buttons(Say.WATCH)
    return [*buttons, *(word_buttons(Say.PASS) if SAY.first + Say.PASS in open_now else [])]


def layout_buttons(view: Record, box: Record, seat: int) -> list[Button]:
    side = view.sides[seat]
    if side.stage == Stage.TILES:
        return [
            Button(f"tile-{tile.name.lower()}", tile.name.title(), TILE_ICONS[tile], f"{side.left[tile]} left")
            for tile in Tile
            if Tile.NONE < tile < Tile.BREACHED
        ]
    if side.stage == Stage.PIECES:
        holding = box.placing[side.laid] == Piece.DRAGON
        return [Button("hold", "Hold the dragon back", about="It can come later, on a mountain.")] if holding else []
    if side.stage == Stage.MIDDLE:
        return []
    return [*(edit_buttons(view, seat) if side.stage == Stage.REVIEW else []), *beginning_buttons(box, side.stage)]


def edit_buttons(view: Record, seat: int) -> list[Button]:
    held_back = view.sides[seat].unplaced[Piece.DRAGON] > 0
    hold = [] if held_back else [Button("hold", "Hold the dragon back")]
    return [*word_buttons(Say.DONE), Button("edit-tiles", "Swap two tiles"), *word_buttons(Say.MIRROR), *hold]


def beginning_buttons(box: Record, stage: int) -> list[Button]:
    buttons = []
    for choice in (*range(box.layouts), RANDOM, BY_HAND):
        stem = layout_choice(box, choice)
        if choice == RANDOM:
            name, about = "Random layout", "Fate lays it out. You can change it."
        elif choice == BY_HAND:
            name, about = "By hand", "Tile by tile, then piece by piece."
        else:
            name, about = layout_title(stem)
        if stage == Stage.BEGIN:
            buttons.append(Button(f"layout-{stem}", name, about=about))
        else:
            buttons.append(Button(f"layout-{stem}", f"Instead: {name}"))
    return buttons
