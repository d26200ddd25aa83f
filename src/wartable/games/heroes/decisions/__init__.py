"""What is decided in Heroes, a page a decision, and when it is asked."""

from wartable.core.compiled import plain
from wartable.core.decisions import Decisions
from wartable.core.frames import NATURE, is_due

from ..box import Box
from ..rules import go_on
from ..rules.refusing import NOT_NOW
from ..state import Kind, State
from ..values import Table
from . import (
    acquisition,
    attack,
    build,
    die,
    done,
    editing,
    end,
    exploration,
    form,
    hire,
    join,
    lay,
    lead,
    move,
    pay,
    percent,
    pick,
    place,
    promote,
    rampart,
    ready,
    recruit,
    retreat,
    rolling,
    rolls,
    shift,
    skirmish,
    stay,
    swap,
    take,
    target,
    transfer,
)


def prompt(view: State, box: Box, seat: int) -> str:
    """What is asked of a seat, or what it waits for."""
    if view.head.over:
        return "The game is over"
    at = Table(view, box, seat)
    if (0 <= seat < NATURE and plain(is_due)(view, seat)) or at.asked >= Kind.LAY_TOKEN:
        return DECISIONS.prompt(view, box, seat)
    due = [other for other in range(box.seats) if plain(is_due)(view, other)]
    return f"Waiting for {' and '.join(f'{{{other}}}' for other in due)}"


def not_now(at: Table, when: int = 0) -> str:
    """What is asked for now, and which rule has the time for what was meant."""
    see = f" (see HE-{when // 100}.{when % 100})" if when else ""
    asked = prompt(at.view, at.box, at.seat)
    return f"This is not the time for it{see}. {asked}{'' if asked.endswith('?') else '.'}"


DECISIONS = Decisions(
    Table,
    codes=(
        place,
        *(pay, build, recruit, promote, hire, rampart, transfer, take, swap, done),
        *(move, stay, end, join),
        *(form, ready, pick, shift, lead, rolls, attack, retreat),
        *(die, percent, lay, target),
    ),
    phases=(
        *(place, acquisition, exploration, join),
        *(form, editing, shift, lead, rolls, skirmish),
        *(rolling, lay, target),
    ),
    undue=NOT_NOW,
    not_now=NOT_NOW,
    facts={NOT_NOW: not_now, 505: acquisition.unsettled},
    unasked=not_now,
    after=go_on,
)
