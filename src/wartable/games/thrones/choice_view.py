"""The right panel of Thrones: the turn, a button for each choice that is not on the board, and what the land does."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from wartable.compiler.mode import plain
from wartable.core.frames import AnyFrame, kind, top
from wartable.drawing.icons import draw_icon
from wartable.drawing.scene import Thing

from . import land_view
from .box import Box
from .decisions import DECISIONS
from .decisions.favors.always import Always
from .decisions.favors.let import Let
from .decisions.favors.roll import Roll
from .decisions.favors.watch import Watch
from .decisions.turn.pass_turn import Pass
from .decisions.turn.piece_action import PieceAction
from .decisions.turn.stop import Stop
from .favor_view import favor_picture
from .layout_view import LAND_WORDS, layout_things
from .shared_view import BOARD, FAVOR_ICONS, MIDDLE_X, MOST_LEGAL, PIECE_ICONS, phase
from .state import Favor, Kind, Piece, State, Tile
from .values import Action

WORDS: dict[type[Action], str] = {
    Pass: "Pass",
    Let: "Spend no favor",
    Always: "Never ask me",
    Watch: "Ask me again",
    Roll: "Leave it to fate",
    Stop: "Stop here",
}
ABOUT: dict[type[Action], str] = {
    Roll: "Throw the die: an even number passes.",
    Always: "You can ask for the question again in your turn.",
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


ABOUT_ROOM, PLAIN_ROOM = 72, 46
TOP = 86
LAND_STEP = 78
KEY_TOP = BOARD - 8 - 4 * LAND_STEP
PIECE_STEP, PIECE_LEAST = 22.0, 19.5
"""Below the choices: a row for each kind of land, and above it, where there is room, a line for each kind of piece."""


def choice_things(view: State, box: Box, seat: int) -> list[Thing]:
    """The right panel: the turn, a button for each choice that is not on the board, and below what things do."""
    asked = 0 <= seat < 2 and view.head.depth > 0 and bool(top(view, AnyFrame).due >> seat & 1)
    now = plain(kind)(view) if asked else None
    things, y = heading(view, box), float(TOP)
    if now == Kind.LAYOUT:
        shown, y = layout_things(view, box, seat)
        things += shown
    elif now == Kind.FAVOR:
        return [*things, *favor_cards(), *piece_key(506, 21)]
    elif asked:
        for button in buttons_for(view, box, seat):
            room = ABOUT_ROOM if button.about else PLAIN_ROOM
            things.append(button_thing(button, y + room / 2, room))
            y += room
    if y <= KEY_TOP:
        things += land_key()
    step = min(PIECE_STEP, (KEY_TOP - y) / (len(PIECE_KEY) + 0.5))
    if step >= PIECE_LEAST:
        things += piece_key(y + step / 2, step)
    return things


def heading(view: State, box: Box) -> list[Thing]:
    turn = f"Turn {view.turn} of {box.turn_limit}" if view.turn else phase(view)
    quiet = f"Quiet turns {view.quiet} of {box.quiet_turns}" if view.turn else ""
    return [
        Thing("turn", "text", MIDDLE_X, 30, 292, 20, "choices", text=turn),
        Thing("quiet", "text", MIDDLE_X, 60, 292, 15, "choices", tint="soft", text=quiet),
    ]


def button_thing(button: Button, y: float, step: float) -> Thing:
    lines = (button.about,) if button.about else ()
    return Thing(
        button.id, "space", MIDDLE_X, y, 296, step - 8, "choices", button.icon, states=("edged",), tint="panel",
        text=button.words, lines=lines, label=button.label,
    )  # fmt: skip


def favor_cards() -> list[Thing]:
    """The four favors to take one of."""
    things = []
    for favor in Favor:
        x, y = 82 + 152 * (favor % 2), 170 + 208 * (favor // 2)
        name, words = favor.name.title(), FAVOR_WORDS[favor]
        things.append(
            Thing(
                f"take-{favor.name.lower()}", "card", x, y, 144, 200, "choices", states=("pictured",), text=name,
                lines=(words,), art=favor_picture(favor), label=f"{name}. {words}",
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


def land_key() -> list[Thing]:
    """What the land does, where nothing else is to be shown."""
    things = []
    for number, tile in enumerate((Tile.PLAINS, Tile.FOREST, Tile.MOUNTAIN, Tile.WATER)):
        name, words = tile.name.title(), LAND_WORDS[tile]
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


FAVOR_WORDS = {
    Favor.HASTE: "A piece that moves gets one step more.",
    Favor.AMBUSH: "Two of your pieces on forests change places.",
    Favor.CUNNING: "Pass a survival check without the die.",
    Favor.DECEPTION: "Any two pieces side by side change places.",
}


def favor_button(stem: str, favor: Favor) -> Button:
    return Button(f"{stem}-{favor.name.lower()}", favor.name.title(), FAVOR_ICONS[favor], FAVOR_WORDS[favor])


def buttons_for(view: State, box: Box, seat: int) -> list[Button]:
    top = plain(kind)(view)
    if top == Kind.WINDOW:
        return [*trick_buttons(view, seat), *word_buttons(Let, Always)]
    if top == Kind.CHECK:
        cunning = view.sides[seat].favors[Favor.CUNNING] > 0
        return [*word_buttons(Roll), *([favor_button("favor", Favor.CUNNING)] if cunning else [])]
    if top == Kind.TURN:
        return turn_buttons(view, box, seat)
    switching = [Button("do-switch", "Switch")] if top == Kind.GALLOP else []
    return [*switching, *word_buttons(Stop)]


def word_buttons(*answers: type[Action]) -> list[Button]:
    return [Button(answer.touches, WORDS[answer], about=ABOUT.get(answer, "")) for answer in answers]


def trick_buttons(view: State, seat: int) -> list[Button]:
    side = view.sides[seat]
    ready = [favor for favor in (Favor.AMBUSH, Favor.DECEPTION) if side.favors[favor] and not side.spent_now]
    return [favor_button("favor", favor) for favor in ready]


def turn_buttons(view: State, box: Box, seat: int) -> list[Button]:
    if view.haste:
        return []
    side = view.sides[seat]
    out = np.zeros(MOST_LEGAL, np.int32)
    open_now = [DECISIONS.see(view, box, seat, int(a))[1] for a in out[: DECISIONS.legal(view, box, seat, out)]]
    asked = {f"do-{it.deed.name.lower()}" for it in open_now if isinstance(it, PieceAction) and it.choice}
    buttons = [Button(f"do-{word}", word.title()) for word in ("attack", "fire", "switch") if f"do-{word}" in asked]
    if side.favors[Favor.HASTE] and not side.spent_now:
        buttons.append(favor_button("favor", Favor.HASTE))
    buttons += trick_buttons(view, seat)
    if side.unasked:
        buttons += word_buttons(Watch)
    return [*buttons, *(word_buttons(Pass) if any(isinstance(it, Pass) for it in open_now) else [])]
