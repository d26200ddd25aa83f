"""HE-9.5: a hero stays where it is and gives up its movement."""

from wartable.core.rules import note, rule

from ..box import Box
from ..notes import Told
from ..state import State
from ..values import Action, Hero


class Stay(Action):
    hero: Hero

    when = 905
    notation = "stay {hero}"
    reads = "stay | stays | wait: {hero}"
    label = "{hero} stays"
    touches = "hero-{at.seat}-{hero} stay"
    facts = {
        905: lambda it: (
            f"{it.hero.said()} has no movement left to give up."
            if it.hero.it.here
            else f"You have no hero {it.hero.number}."
        )
    }


@rule
def apply(s: State, box: Box, seat: int, it: Stay) -> None:
    own = s.players[seat].heroes[it.hero]
    note(box, Told.STAYS, 905, seat, it.hero, own.tile, own.moves)
    own.moves = 0


@rule
def refuse(s: State, box: Box, seat: int, it: Stay) -> int:
    return 905 if s.players[seat].heroes[it.hero].moves == 0 else 0
