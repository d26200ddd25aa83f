"""What is decided in Heroes, a page a decision, and when it is asked."""

from wartable.core.decisions import Decisions
from wartable.core.phrases import with_stop

from ..rules import go_on
from ..rules.refusing import NOT_NOW
from ..values import Table
from . import (
    acquisition,
    attack,
    build,
    die,
    divide,
    done,
    end,
    exploration,
    fill,
    form,
    forming,
    hire,
    join,
    lay,
    lead,
    move,
    pay,
    percent,
    place,
    promote,
    rampart,
    recruit,
    retreat,
    rolling,
    rolls,
    skirmish,
    stay,
    swap,
    take,
    target,
    transfer,
)


def not_now(at: Table, when: int = 0) -> str:
    """What is asked for now, and which rule has the time for what was meant."""
    see = f" (see HE-{when // 100}.{when % 100})" if when else ""
    return f"This is not the time for it{see}. {with_stop(DECISIONS.asked(at.view, at.box, at.seat))}"


DECISIONS = Decisions(
    Table,
    codes=(
        place,
        *(pay, build, recruit, promote, hire, rampart, transfer, take, swap, done),
        *(move, stay, end, join),
        *(form, divide, fill, lead, rolls, attack, retreat),
        *(die, percent, lay, target),
    ),
    phases=(*(place, acquisition, exploration, join), *(forming, fill, lead, rolls, skirmish), *(rolling, lay, target)),
    undue=NOT_NOW,
    not_now=NOT_NOW,
    facts={NOT_NOW: not_now, 505: acquisition.unsettled},
    elsewhere=not_now,
    after=go_on,
)
