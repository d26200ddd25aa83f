"""The right panel: the turn, buttons for the choices that are not on the board, and a legend."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from wartable.core.phrases import count
from wartable.core.rules import AnyFrame, kind, plain, top
from wartable.drawing.layout import Area, button, legend
from wartable.drawing.scene import Thing

from ..box import Box
from ..decisions import DECISIONS
from ..decisions.favors.always import Always
from ..decisions.favors.let import Let
from ..decisions.favors.roll import Roll
from ..decisions.favors.watch import Watch
from ..decisions.turn.pass_turn import Pass
from ..decisions.turn.piece_action import PieceAction
from ..decisions.turn.stop import Stop
from ..state import Favor, Kind, Piece, State, Tile
from ..values import Action
from . import land as land_view
from .army import figure
from .favor import favor_picture
from .layout import LAND_WORDS, layout_things
from .shared import CHOICES, FAVOR_ICONS, MOST_LEGAL, phase

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
    Always: "In your own turn you can choose to be asked again.",
}


class Button(NamedTuple):
    """A choice that is not on the board: its id, text, icon, and explanation."""

    id: str
    words: str
    icon: str = ""
    about: str = ""


ABOUT_ROOM, PLAIN_ROOM = 72, 46
HEAD, QUIET, _, CHOICE = CHOICES.inset(10, 14).rows(32, 28, 12, 0)
LANDS = CHOICES.inset(8).rows(0, 312)[1]
PIECE_STEP, PIECE_LEAST = 22.0, 19.5
"""Below the choices: a row for each terrain, and above it, if there is room, a line for each type of piece."""


def choice_things(view: State, box: Box, seat: int) -> Iterator[Thing]:
    """The right panel, from top to bottom."""
    asked = 0 <= seat < 2 and view.head.depth > 0 and bool(top(view, AnyFrame).due >> seat & 1)
    now = plain(kind)(view) if asked else None
    turn = f"Turn {view.turn} of {box.turn_limit}" if view.turn else phase(view)
    quiet = f"{count(view.quiet, 'quiet turn')}; {box.quiet_turns} are a draw" if view.turn else ""
    yield HEAD.text("turn", turn, 20)
    yield QUIET.text("quiet", quiet, 15, tint="soft")
    y = CHOICE.y
    if now == Kind.LAYOUT:
        shown, y = layout_things(view, box, seat)
        yield from shown
    elif now == Kind.FAVOR:
        cards, pieces = CHOICE.inset(-4, 0).rows(416, 210)
        for favor, area in zip(Favor, cards.grid(4, 2), strict=True):
            yield favor_card(favor, area.inset(4))
        yield from piece_key(pieces, seat)
        return
    elif asked:
        buttons = buttons_for(view, box, seat)
        rooms = [ABOUT_ROOM if one.about else PLAIN_ROOM for one in buttons]
        for one, area in zip(buttons, CHOICE.rows(*rooms), strict=True):
            yield button(area.inset(0, 4), one.id, one.words, one.about, icon=one.icon)
        y += sum(rooms)
    if y <= LANDS.y:
        tiles = (Tile.PLAINS, Tile.FOREST, Tile.MOUNTAIN, Tile.WATER)
        areas = [row.inset(0, 3) for row in LANDS.stack(len(tiles))]
        yield from legend(areas, "key", (land_entry(tile) for tile in tiles))
    step = min(PIECE_STEP, (LANDS.y - y) / (len(PIECE_KEY) + 0.5))
    if step >= PIECE_LEAST:
        yield from piece_key(CHOICE._replace(y=y, height=step * len(PIECE_KEY)), seat)


def land_entry(tile: Tile) -> tuple[str, str, str, str]:
    """A terrain in the legend."""
    name, art = tile.name.title(), f'<g transform="scale(.82)">{land_view.land(tile, tile)}</g>'
    return name.lower(), name, LAND_WORDS[tile], art


def favor_card(favor: Favor, area: Area) -> Thing:
    """A favor to take."""
    name, words = favor.name.title(), FAVOR_WORDS[favor]
    return area.thing(
        f"take-{favor.name.lower()}", "card", states=("pictured",), text=name, lines=(words,),
        art=favor_picture(favor), label=f"{name}. {words}",
    )  # fmt: skip


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


def piece_key(area: Area, seat: int) -> Iterator[Thing]:
    """What each type of piece does, in a line."""
    for (type, name, words), row in zip(PIECE_KEY, area.stack(len(PIECE_KEY)), strict=True):
        icon, line = row.inset(4, 0).columns(28, 256, gap=2)
        id = f"kind-{name.lower()}"
        yield icon.sized(22, 22).moved(0, -1).thing(f"{id}-icon", "art", art=figure(type, int(seat == 1), 25))
        yield line.text(id, f"{name}: {words}", 15, shape="left", tint="soft")


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
