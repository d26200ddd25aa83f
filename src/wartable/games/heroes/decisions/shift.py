"""HE-15.4: shift the creatures that were picked to another squad: one, half or all of them."""

from wartable.compiler.decorators import rule
from wartable.compiler.mode import plain
from wartable.core.actions import code, put
from wartable.core.frames import pop, top
from wartable.core.notes import note
from wartable.core.record import Ints
from wartable.core.values import Refused, Text

from ..box import Box
from ..notes import Told
from ..rules.realm import share, told, total
from ..rules.refusing import men_in
from ..rules.squads import stands
from ..state import KINDS, NOBODY, SQUADS, Amount, Army, Kind, ShiftSquadFrame, State
from ..values import Action, Creature, Share, Squad, Table


def not_so(it: "Shift") -> str:
    have = it.most
    if it.target == it.picked.squad:
        return f"They are in squad {it.target.said()} already."
    if (it.amount == Amount.ONE and have < 2) or (it.amount == Amount.SOME and have < 3):
        are = "is" if have == 1 else "are"
        return f"There {are} {Creature(it.picked.creature, it.at).counted(have)}: use all."
    if it.amount == Amount.MOST and not plain(total)(it.at.army.squads[it.target]):
        return "They are their whole squad, or a squad before this one is empty; new squads are opened in order."
    return "New squads are opened in order: take the first free letter."


class Shift(Action):
    target: Squad
    amount: Share

    when = 1504
    notation = "to {target} {amount}"
    reads = "shift |"
    label = "{amount.words} to squad {target}"
    touches = "squad-{at.side}-{target} amount-{amount}"
    facts = {1501: "An army has at most {at.box.numbers.squads} squads.", 1504: not_so}
    ask_squad = "Say to which squad, such as `to B half`."
    several = 1504

    @property
    def picked(self) -> ShiftSquadFrame:
        return top(self.at.view, ShiftSquadFrame)

    @property
    def most(self) -> int:
        return self.at.army.squads[self.picked.squad, self.picked.creature]


asked = Kind.SHIFT_SQUAD


def prompt(at: Table) -> str:
    picked = top(at.view, ShiftSquadFrame)
    kind, squad = Creature(picked.creature, at), Squad(picked.squad, at)
    return f"Shift {kind.said()} of squad {squad.said()}: where to, and how many?"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    frame = top(s, ShiftSquadFrame)
    army = s.battle.armies[frame.side]
    for target in range(SQUADS):
        for amount in range(Amount.MOST + 1):
            if can_shift(box, army, frame.squad, frame.creature, target, amount):
                n = put(out, n, Shift(target, amount))
    return n


@rule
def can_shift(box: Box, army: Army, squad: int, kind: int, target: int, amount: int) -> bool:
    """To another squad or the first free one, but not a whole squad into a free one."""
    count = army.squads[squad, kind]
    if target == squad or target >= box.numbers.squads:
        return False
    if (amount == Amount.ONE and count < 2) or (amount == Amount.SOME and count < 3):
        return False
    if stands(army, target):
        return True
    if target != first_free_squad(box, army):
        return False
    if amount != Amount.MOST:
        return True
    others = 0
    for each in range(KINDS):
        others += army.squads[squad, each] if each != kind else 0
    return others > 0


@rule
def first_free_squad(box: Box, army: Army) -> int:
    for squad in range(box.numbers.squads):
        if not stands(army, squad):
            return squad
    return NOBODY


@rule
def apply(s: State, box: Box, seat: int, it: Shift) -> None:
    frame = top(s, ShiftSquadFrame)
    army = s.battle.armies[frame.side]
    count = share(army.squads[frame.squad, frame.creature], it.amount)
    army.squads[frame.squad, frame.creature] -= count
    army.squads[it.target, frame.creature] += count
    army.shifts += 1
    note(box, Told.SHIFTS, 1504, army.seat, frame.squad, it.target, frame.creature, told(count))
    pop(s)


@rule
def refuse(s: State, box: Box, seat: int, it: Shift) -> int:
    frame = top(s, ShiftSquadFrame)
    army = s.battle.armies[frame.side]
    have = army.squads[frame.squad, frame.creature]
    if it.target == frame.squad:
        return 1504
    if it.target >= box.numbers.squads:
        return 1501
    if (have < 2 and it.amount == Amount.ONE) or (have < 3 and it.amount == Amount.SOME):
        return 1504
    if men_in(army, it.target) == 0:
        for free in range(it.target):
            if men_in(army, free) == 0:
                return 1504
        if it.amount == Amount.MOST and men_in(army, frame.squad) == have:
            return 1504
    return 0


def read(text: Text) -> int | Refused | None:
    if text.at.asked != asked:
        return None
    target = Squad.read(text, Shift)
    if isinstance(target, Refused):
        return target
    amount = Share.read(text, Shift.seen(text.at, target, 0))
    return amount if isinstance(amount, Refused) else code(Shift(target, amount))
