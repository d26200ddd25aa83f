"""HE-16.1, HE-16.2: a squad attacks a squad of the enemy."""

from wartable.core.rules import Ints, Refused, Text, code, plain, pop, put, rule

from ..box import Box
from ..naming import army
from ..notes import Told
from ..rules.battle import begin_skirmish
from ..rules.realm import total
from ..rules.refusing import men_in
from ..rules.squads import stands
from ..rules.telling import tell_attack
from ..state import SQUADS, State
from ..values import Action, Squad, most_squads, words_in


def nobody_there(it: "Attack") -> str:
    battle = it.at.view.battle
    if not plain(total)(battle.armies[battle.side].squads[it.squad]):
        return f"You have no squad {it.squad.said()}."
    return f"The enemy has no squad {it.target.said()}."


class Attack(Action):
    squad: Squad
    target: Squad

    when = 1602
    notation = "{squad}>{target}"
    label = "Squad {squad} attacks enemy squad {target} ({enemies})"
    touches = "squad-{at.side}-{squad} squad-{at.other_side}-{target}"
    facts = {1601: "Squad {squad} has attacked already in this half of the round.", 1602: nobody_there}

    @property
    def enemies(self) -> str:
        battle = self.at.view.battle
        return army(battle.armies[1 - battle.side].squads[self.target])


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    own = s.battle.armies[s.battle.side]
    enemy = s.battle.armies[1 - s.battle.side]
    for squad in range(SQUADS):
        if (own.attacked >> squad) & 1 == 0 and stands(own, squad):
            for target in range(SQUADS):
                if stands(enemy, target):
                    n = put(out, n, Attack(squad, target))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Attack) -> None:
    pop(s)
    tell_attack(s, box, Told.ATTACKS, 1602, it.squad, it.target)
    begin_skirmish(s, box, it.squad, it.target)


@rule
def refuse(s: State, box: Box, seat: int, it: Attack) -> int:
    own = s.battle.armies[s.battle.side]
    if men_in(own, it.squad) == 0 or men_in(s.battle.armies[1 - s.battle.side], it.target) == 0:
        return 1602
    return 1601 if own.attacked & (1 << it.squad) else 0


def read(text: Text) -> int | Refused | None:
    """Two squads, the own one first: `a b`, `squad a attacks enemy squad b`."""
    named = words_in(text, "[a-z]")
    if len(named) != 2:
        return None
    squad, target = (ord(letter) - ord("a") for letter in named)
    return code(Attack(squad, target)) if max(squad, target) < SQUADS else Refused(1602, most_squads(text.at))
