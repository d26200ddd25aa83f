"""What is decided in Iron Kings, a page a decision."""

from wartable.core.decisions import Decisions

from ..rules import go_on
from ..values import Table
from . import (
    burn,
    buy,
    decline,
    die,
    draw,
    face,
    found,
    harvest,
    insert,
    keep,
    load,
    lot,
    mulligan,
    patch,
    pay,
    planning,
    remove,
    repair,
    repairing,
    replace,
    scrap,
    store,
    take,
    terrain,
    token,
    tow,
    treasure,
    work,
    worker_phase,
)

DECISIONS = Decisions(
    Table,
    codes=(
        *(found, face, mulligan, decline, work, harvest, store, load, burn, insert, replace, remove, repair, patch),
        *(pay, buy, scrap, keep, take, terrain, lot, draw, token, treasure, die, tow),
    ),
    phases=(
        *(worker_phase, planning, repairing, found, face, mulligan, burn, pay, buy, scrap, keep, take),
        *(die, terrain, lot, draw, token, treasure),
    ),
    undue=108,
    facts={108: lambda at: at.asked_words, 109: lambda at: at.chance_decides, 406: lambda _: worker_phase.PLACED},
    after=go_on,
)
