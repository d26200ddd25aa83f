"""HE-15.1, HE-15.3: split your army into squads by a ready-made split."""

from typing import Any

from wartable.core.rules import Ints, Refused, Text, note, plain, pop, put, rule, top

from ..box import Box, Split
from ..naming import form_name, split_name
from ..notes import Told
from ..rules.realm import kinds_in, total
from ..rules.squads import form_by_kinds, form_even, form_singles, take_places
from ..state import KINDS, SPLITS, SquadsFrame, State
from ..values import Action, Value, words_in


class SplitChoice(Value):
    """A ready-made split of splits.csv: `even2`, `kinds`, `apart1`."""

    count = SPLITS

    @property
    def squads(self) -> int:
        return self.at.box.split_squads[self]

    @property
    def effect(self) -> int:
        return self.at.box.split_effect[self]

    def typed(self) -> str:
        return form_name(self.at.box, self)

    def said(self) -> str:
        words = split_name(self.at.box, self)
        return words[0].upper() + words[1:]

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:  # noqa: ARG003
        """By its name, or by so many squads."""
        box: Box = text.at.box
        splits = {form_name(box, split): split for split in range(cls.count)}
        named = words_in(text, r"even\d+|kinds|apart\d+") or [f"even{number}" for number in words_in(text, r"\d+")]
        if len(named) == 1 and named[0].startswith("even") and int(named[0][4:]) > box.numbers.squads:
            return Refused(1501, f"An army has at most {box.numbers.squads} squads.")
        found = splits.get(named[0]) if len(named) == 1 else None
        ready_made = "The ready-made splits are even1 to even4, kinds, apart1 and apart3; `divide` makes any other."
        return Refused(1503, ready_made) if found is None else found

    def names(self) -> tuple[str, ...]:
        return self.typed(), self.said(), f"{self.squads} squads"


def not_enough(it: "Form") -> str:
    troops = it.at.army.troops
    if it.split.effect == Split.KINDS:
        return f"This takes two kinds of creature; the army has {plain(kinds_in)(troops)}."
    needed = it.split.squads + (it.split.effect == Split.SINGLES)
    return f"This takes {needed} creatures; the army has {plain(total)(troops)}."


class Form(Action):
    split: SplitChoice

    when = 1503
    notation = "form {split}"
    reads = "form | split | squads | squad |: {split}"
    label = "{split}"
    touches = "form-{split}"
    facts = {1503: not_enough}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """The ready-made splits for which there are enough creatures, or enough kinds."""
    troops = s.battle.armies[top(s, SquadsFrame).side].troops
    creatures = total(troops)
    for split in range(len(box.split_squads)):
        needed = box.split_squads[split]
        if box.split_effect[split] == Split.SINGLES:
            needed += 1
        if box.split_effect[split] == Split.KINDS:
            offered = kinds_in(troops) >= 2
        else:
            offered = creatures >= needed
        if offered and needed > 0:
            n = put(out, n, Form(split))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Form) -> None:
    side = top(s, SquadsFrame).side
    own = s.battle.armies[side]
    note(box, Told.SPLITS, 1503, own.seat, it.split)
    squads = box.split_squads[it.split]
    if box.split_effect[it.split] == Split.KINDS:
        form_by_kinds(box, own, min(squads, kinds_in(own.troops)))
    elif box.split_effect[it.split] == Split.SINGLES:
        form_singles(box, own, squads)
    else:
        form_even(own, squads)
    pop(s)
    take_places(s, box, side)


@rule
def refuse(s: State, box: Box, seat: int, it: Form) -> int:
    troops = s.battle.armies[top(s, SquadsFrame).side].troops
    creatures = 0
    kinds = 0
    for kind in range(KINDS):
        creatures += troops[kind]
        kinds += 1 if troops[kind] > 0 else 0
    squads = box.split_squads[it.split]
    effect = box.split_effect[it.split]
    if squads == 0:
        return 1503
    if (effect == Split.KINDS and kinds < 2) or (effect == Split.SINGLES and creatures <= squads):
        return 1503
    return 1503 if effect == Split.EVEN and creatures < squads else 0
