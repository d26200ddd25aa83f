"""The right panel of Thrones: the turn, a button for each choice that is not on the board, and what the land does."""

from functools import lru_cache

import numpy as np

from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.record import Record
from wartable.core.scene import Thing

from . import land_view
from .actions import BY_HAND, FIRE, RANDOM, SAY, Say
from .looks import FAVOR_ICONS, MIDDLE_X, MOST_LEGAL, TILE_ICONS, TILE_TINTS, phase
from .names import layout_choice, layout_title
from .rules import legal
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
    Say.MIRROR: "Mirror",
    Say.DONE: "Done",
}


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
