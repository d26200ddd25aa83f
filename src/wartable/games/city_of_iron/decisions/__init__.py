"""What is decided in City of Iron, a page a decision."""

from wartable.core.decisions import Decisions
from wartable.core.values import Meaning, Refused, Text, words_of

from ..box import Box
from ..rules import go_on
from ..state import State
from ..values import Table
from . import (
    attack,
    back,
    bid,
    build,
    buy,
    city,
    deal,
    done,
    draw,
    first,
    good,
    home,
    land,
    lay,
    nation,
    play,
    purchase,
    rival,
    science,
    second_bid,
    spot,
    store,
    tax,
    token,
    top,
    town,
    turn,
)
from .turn import names_something


def asked_now(at: Table) -> str:
    return f"{at.prompt}."


def meant(view: State, box: Box, seat: int, text: str) -> Meaning:
    """What a text means; where it only names something of this game, what is asked instead."""
    found = DECISIONS.meant(view, box, seat, text)
    at, phase = Table(view, box, seat), DECISIONS.phase(view)
    if found is None and phase and names_something(Text(at, words_of(text))):
        return Refused(phase.forbids(at) or 107, asked_now(at))
    return found


DECISIONS = Decisions(
    Table,
    codes=(
        *(nation, top, bid, tax, science, draw, store, build, attack, play, land, token, city, spot, rival, lay, back),
        *(good, buy, done, deal, town, first),
    ),
    phases=(turn, purchase, bid, second_bid, good, nation, home, top, deal, town, first),
    undue=107,
    facts=dict.fromkeys((107, 304, 404, 1011, 1308), asked_now),
    after=go_on,
)
