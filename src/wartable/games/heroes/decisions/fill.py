"""HE-15.4, HE-15.9: how many creatures of a kind go from the first squad to another."""

from typing import Any

from wartable.core.rules import Ints, Refused, Text, note, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..rules.realm import told
from ..rules.squads import LAST_NUMBER, fill_next, number_of
from ..state import FillSquadFrame, Kind, State
from ..values import Action, Creature, Squad, Table, Value, number_in

MOST_HUNDREDS = 99
PARTS = LAST_NUMBER + 1 + MOST_HUNDREDS


class Part(Value):
    """A number up to 99, or so many hundreds after which the rest is asked for: `7`, `300+`."""

    count = PARTS

    @property
    def number(self) -> int:
        return self if self <= LAST_NUMBER else (self - LAST_NUMBER) * 100

    @property
    def has_more(self) -> bool:
        return self > LAST_NUMBER

    def typed(self) -> str:
        return f"{self.number}{'+' if self.has_more else ''}"

    def names(self) -> tuple[str, ...]:
        return self.typed(), "all" if self else "none"

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        number = number_in(text, action.when)
        if text.has("none", "no", "nobody", "all"):
            number = action.left if text.has("all") else 0
        if number is None or isinstance(number, Refused):
            return number or Refused(action.when, "Say how many, such as `put 3`; `put 0` for none.")
        hundreds = number // 100
        if text.has("+", "more") and number % 100 == 0 and 0 < hundreds <= MOST_HUNDREDS:
            return LAST_NUMBER + hundreds
        more = f"Say hundreds first, such as `put {100 * min(hundreds, MOST_HUNDREDS)}+`; the rest is asked then."
        return number if number <= LAST_NUMBER else Refused(1509, more)


class Fill(Action):
    part: Part

    when = 1504
    notation = "put {part}"
    reads = "put |: {part}"
    label = "{words}"
    touches = "{path}"
    facts = {1504: "There are {left} {creature} left in squad A, and not {part.number}."}

    @property
    def frame(self) -> FillSquadFrame:
        return top(self.at.view, FillSquadFrame)

    @property
    def creature(self) -> Creature:
        return Creature(self.frame.creature, self.at)

    @property
    def left(self) -> int:
        """How many of the kind are still in the first squad."""
        return self.at.army.squads[0, self.frame.creature] if self.at.asked == asked else 0

    @property
    def words(self) -> str:
        if self.at.asked != asked:
            return f"Put {self.part.typed()} in a squad"
        they = self.creature.counted(self.part.number) if self.part else f"no {self.creature.said()}"
        more = ", and then more" if self.part.has_more else ""
        return f"Put {they} in squad {Squad(self.frame.squad, self.at).said()}{more}"

    @property
    def path(self) -> str:
        """The digits that a hand touches."""
        tens, ones = divmod(int(self.part) - (LAST_NUMBER if self.part.has_more else 0), 10)
        digits = f"tens-{tens} ones-{ones}" if self.left > 9 else f"ones-{ones}"
        return f"hundreds {digits}" if self.part.has_more else digits


asked = Kind.FILL_SQUAD


def prompt(at: Table) -> str:
    frame = top(at.view, FillSquadFrame)
    left = Creature(frame.creature, at).counted(at.army.squads[0, frame.creature])
    return f"How many of the {left} in squad A go to squad {Squad(frame.squad, at).said()}?"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    frame = top(s, FillSquadFrame)
    left = s.battle.armies[frame.side].squads[0, frame.creature]
    for part in range(PARTS):
        if number_of(part) <= left:
            n = put(out, n, Fill(part))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Fill) -> None:
    frame = top(s, FillSquadFrame)
    side, squad, kind = frame.side, frame.squad, frame.creature
    army = s.battle.armies[side]
    number = number_of(it.part)
    army.squads[0, kind] -= number
    army.squads[squad, kind] += number
    note(box, Told.PUTS, 1504, seat, squad, kind, told(number))
    if it.part <= LAST_NUMBER or army.squads[0, kind] == 0:
        pop(s)
        fill_next(s, box, side, squad, kind)


@rule
def refuse(s: State, box: Box, seat: int, it: Fill) -> int:
    frame = top(s, FillSquadFrame)
    wanted = it.part if it.part < 100 else 100 * (it.part - 99)
    return 1504 if s.battle.armies[frame.side].squads[0, frame.creature] < wanted else 0
