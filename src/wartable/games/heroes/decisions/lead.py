"""HE-15.6: a hero with items leads a squad."""

from wartable.core.rules import Ints, note, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..rules.refusing import men_in
from ..rules.squads import squad_count
from ..state import Kind, NameLeadFrame, State
from ..values import Action, Hero, Squad, Table


class Lead(Action):
    squad: Squad

    when = 1506
    notation = "lead {squad}"
    reads = "lead | leads |: {squad}"
    label = "{hero} leads squad {squad}"
    touches = "squad-{at.side}-{squad}"
    facts = {1506: "There is nobody in squad {squad}."}
    ask_squad = "Say which squad, such as `lead A`."

    @property
    def hero(self) -> str:
        return Hero(top(self.at.view, NameLeadFrame).hero, self.at).said() if self.at.asked == asked else "The hero"


asked = Kind.NAME_LEAD


def prompt(at: Table) -> str:
    return f"Which squad does {Hero(top(at.view, NameLeadFrame).hero, at).said()} lead?"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for squad in range(squad_count(s.battle.armies[top(s, NameLeadFrame).side])):
        n = put(out, n, Lead(squad))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Lead) -> None:
    frame = top(s, NameLeadFrame)
    army = s.battle.armies[frame.side]
    army.lead[frame.hero] = it.squad
    note(box, Told.LEADS, 1506, army.seat, frame.hero, it.squad)
    pop(s)


@rule
def refuse(s: State, box: Box, seat: int, it: Lead) -> int:
    return 0 if men_in(s.battle.armies[top(s, NameLeadFrame).side], it.squad) > 0 else 1506
