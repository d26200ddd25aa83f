"""HE-11.3 to HE-11.5: take some of the monsters that can be bribed or want to join; the others are lost."""

from typing import Any

from wartable.core.rules import Ints, Refused, Text, change, code, note, plain, pop, put, rule, top

from ..box import CREATURE_PRICE, Box, Encounter
from ..notes import Counter, Told
from ..rules.exploration import most_welcome, remove_token
from ..rules.realm import creatures_told, monster_tier, pay
from ..rules.refusing import affords, monster_tier_now
from ..state import MOST_JOIN, Kind, State, WelcomeFrame
from ..values import Action, Creature, Price, Table, Value, number_in


class Number(Value):
    """How many monsters are taken."""

    count = MOST_JOIN + 1

    def names(self) -> tuple[str, ...]:
        return (self.typed(), "all") if self else (self.typed(), "nobody", "none", "no", "nothing")

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        there, number = action.there, number_in(text, action.when)
        if text.has("none", "nobody", "no", "nothing", "refuse", "decline", "all"):
            number = there if text.has("all") else 0
        if number is None:
            return Refused(1102, f"There are {there}: say how many to take, from 0 on.")
        return (
            number
            if isinstance(number, Refused) or number < cls.count
            else Refused(1102, f"There are {there}, not {number}.")
        )


class Join(Action):
    number: Number

    when = 1103
    notation = "join {number}"
    reads = "join | bribe | accept | take |: {number}"
    label = "{answer}"
    touches = "join-{number}"
    facts = {1102: "There {are} {there}, not {number}.", 1103: "{number} cost {cost.against_stock}."}

    @property
    def there(self) -> int:
        return top(self.at.view, WelcomeFrame).count if self.at.asked == asked else 0

    @property
    def are(self) -> str:
        return "is" if self.there == 1 else "are"

    @property
    def cost(self) -> Price:
        return monsters(self.at).price * self.number

    @property
    def answer(self) -> str:
        if not self.number:
            return "Take none of them"
        if self.at.asked == asked and is_bribe(self.at):
            return f"Bribe {self.number} of them for {self.cost}"
        return f"Take {self.number} of them"


def monsters(at: Table) -> Creature:
    """The kind that monsters on the map are of."""
    return Creature(plain(monster_tier)(at.view, at.box) - 1, at)


def is_bribe(at: Table) -> bool:
    return top(at.view, WelcomeFrame).encounter == Encounter.BRIBE


asked = Kind.WELCOME


def prompt(at: Table) -> str:
    kind, most = monsters(at), plain(most_welcome)(at.view, at.box, at.seat)
    they = kind.counted(top(at.view, WelcomeFrame).count)
    if is_bribe(at):
        return f"{they} for {kind.price} each: bribe up to {most}"
    return f"{they} want to join you: take up to {most}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for number in range(most_welcome(s, box, seat) + 1):
        n = put(out, n, Join(number))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Join) -> None:
    """Some join, the others are lost, the token goes."""
    frame = top(s, WelcomeFrame)
    hero = frame.hero
    kind = monster_tier(s, box) - 1
    number = 1103 if frame.encounter == Encounter.BRIBE else 1104
    own = s.players[seat].heroes[hero]
    own.troops[kind] += it.number
    if it.number == 0:
        note(box, Told.DECLINES, number, seat, hero, kind, frame.encounter)
    owned = creatures_told(s, box, seat)
    change(box, Told.JOINS, number, seat, Counter.CREATURES, it.number, owned, hero, kind, frame.encounter)
    if frame.encounter == Encounter.BRIBE:
        pay(s, box, seat, CREATURE_PRICE + kind, it.number, number)
    note(box, Told.GONE, 1105, seat, own.tile, kind, frame.count - it.number)
    remove_token(s, own.tile)
    pop(s)


@rule
def refuse(s: State, box: Box, seat: int, it: Join) -> int:
    frame = top(s, WelcomeFrame)
    if it.number > frame.count:
        return 1102
    if frame.encounter == Encounter.DEFECT:
        return 0
    return 0 if affords(s, box, seat, CREATURE_PRICE + monster_tier_now(s, box) - 1, it.number) else 1103


def read(text: Text) -> int | Refused | None:
    """A number. Nobody fights here: these monsters can be bribed, or join."""
    it = Join(Number(0, text.at))
    it.at = text.at
    number = Number.read(text, it)
    if isinstance(number, int):
        return code(Join(number))
    if text.at.asked == asked and text.has("fight", "attack", "kill"):
        return Refused(1102, f"These monsters do not fight: say how many of the {it.there} to take, from 0 on.")
    is_number = text.number() is not None or not text.words or text.has("some")
    return number if text.at.asked == asked and is_number else None
