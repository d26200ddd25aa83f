"""How Heroes looks: the map with all that stands on it, the realms beside it, the battle as it goes; a text board."""

from wartable.core.compiled import plain
from wartable.core.frames import is_due
from wartable.core.frames import kind as frame_kind
from wartable.core.record import Record
from wartable.core.scene import Panel, Scene, Thing

from . import actions as act
from .battle_view import battle_things
from .board import board
from .layout_view import BOARD, BOTTOM, CHOICES, GAP, SIDE_WIDTH, SIDE_X, TOP
from .map_view import grid_of, map_things
from .realm_view import player_things, realm_things
from .rules.exploration import most_welcome
from .state import (
    Foe,
    Kind,
    Stage,
)
from .touches import path
from .words import form_name

__all__ = ["board", "path", "scene"]


def scene(view: Record, box: Record, seat: int) -> Scene:
    """The board on the left, the realms on the right: players, then heroes and cities or the battle, then choices."""
    grid, ground = grid_of(box.width, box.height)
    own = seat if 0 <= seat < box.seats else 0
    panels = [Panel("board", "", 20, TOP, BOARD, BOARD, ground)]
    things = map_things(view, box, grid)
    row = 50 if box.seats == 4 else 58
    height = row * box.seats + 10
    panels.append(Panel("players", "", SIDE_X, TOP, SIDE_WIDTH, height))
    things += player_things(view, box, own, row)
    top = TOP + height + GAP
    rest = BOTTOM - CHOICES - GAP - top
    if view.in_battle:
        panels.append(Panel("battle", "", SIDE_X, top, SIDE_WIDTH, rest))
        things += battle_things(view, box, rest)
    else:
        panels.append(Panel("realm", "", SIDE_X, top, SIDE_WIDTH, rest))
        things += realm_things(view, box, own, rest)
    panels.append(Panel("choices", "", SIDE_X, BOTTOM - CHOICES, SIDE_WIDTH, CHOICES))
    things += choice_things(view, box, seat)
    return Scene(tuple(panels), tuple(things), caption="Heroes")


def choice_things(view: Record, box: Record, seat: int) -> list[Thing]:
    """The buttons for what is asked of the viewer and cannot be touched on the map or in the lists."""
    if not 0 <= seat < box.seats or not plain(is_due)(view, seat):
        return []
    kind = plain(frame_kind)(view)
    if kind == Kind.ACQUIRE:
        if view.players[seat].stage == Stage.PAYING:
            return []
        names = [("done", "Done"), ("hire", f"Hire ({box.numbers.hero_coins})"), ("promote", "Promote")]
        names += [("rampart", "Rampart")] if box.campaign else []
        return buttons(names, 32) + buttons(amounts(("1", "5 / half", "All")), 86)
    if kind == Kind.EXPLORE:
        return buttons([("end", "End turn"), ("stay", "Stay")], 32) + buttons(amounts(("1", "Half", "All")), 86)
    if kind == Kind.WELCOME:
        most = plain(most_welcome)(view, box, seat)
        return buttons([(f"join-{count}", str(count) if count else "None") for count in range(most + 1)], 59)
    if kind == Kind.FORM_SQUADS:
        forms = [number for number in range(act.SPLITS) if box.split_squads[number]]
        names = [(f"form-{number}", form_words(box, number)) for number in forms]
        return buttons(names[:4], 32) + buttons(names[4:], 86)
    if kind == Kind.EDIT_SQUADS:
        return buttons([("ready", "Ready")], 59)
    if kind == Kind.SHIFT_SQUAD:
        return buttons(amounts(("1", "Half", "All")), 59)
    if kind == Kind.CHOOSE_ROLLS:
        return buttons([("rolls-0", "Representative rolls"), ("rolls-1", "Individual rolls")], 59)
    if kind == Kind.CHOOSE_ATTACK and (view.battle.side == 0 or view.battle.foe != Foe.CITY):
        return buttons([("retreat", "Retreat")], 59)
    return []


def form_words(box: Record, number: int) -> str:
    name = form_name(box, number)
    if name.startswith("even"):
        return "One squad" if name == "even1" else f"{name[4:]} even squads"
    return "Kinds apart" if name == "kinds" else f"{name[5:]} weak apart"


def amounts(words: tuple[str, str, str]) -> list[tuple[str, str]]:
    return [(f"amount-{number}", word) for number, word in enumerate(words)]


def buttons(names: list[tuple[str, str]], y: float) -> list[Thing]:
    """A row of buttons across the choices panel."""
    if not names:
        return []
    width = min(160.0, (SIDE_WIDTH - 16) / len(names))
    left = SIDE_WIDTH / 2 - width * (len(names) - 1) / 2
    return [
        Thing(
            id,
            "space",
            left + width * place,
            y,
            width - 6,
            46,
            "choices",
            states=("edged",),
            tint="panel",
            text=words,
            label=words,
        )
        for place, (id, words) in enumerate(names)
    ]
