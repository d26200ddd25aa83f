"""IK-5.1, IK-7.6: plan once: insert, replace or remove a card, or leave the track as it is."""

from wartable.core.phrases import listed
from wartable.core.rules import Ints, Meaning, Refused, Text, code, put, rule

from ..box import Box
from ..names import plan_name
from ..state import TRACK, Frame, State
from ..values import PlanCard, Table
from . import decline, insert, remove, replace
from .decline import Decline
from .insert import Insert
from .remove import Remove
from .replace import Replace

asked = Frame.PLAN
pages = insert, replace, remove, decline
prompt = "Plan: insert, replace or remove a card, or leave the track as it is"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = put(out, n, Decline())
    for plan in range(box.plan_kinds):
        if s.sides[seat].hand[plan] > 0:
            n = insert.offers(s, box, seat, plan, out, n)
            n = replace.offers(s, box, seat, plan, out, n)
    return remove.offers(s, box, seat, out, n)


def read(text: Text) -> Meaning:
    """A card, with what is done with it and at which place of the track."""
    plans, numbers = PlanCard.named_in(text), [int(word) for word in text.words if word.isdecimal()]
    if text.has("remove", "discard", "delete"):
        return read_removal(text.at, plans, numbers)
    if text.has("nothing", "none", "no"):
        return None
    if text.has("replace", "swap", "exchange"):
        return read_replacement(text.at, plans, numbers)
    if not plans and not text.has("insert", "add", "plan"):
        return None
    if len(plans) != 1:
        return which_card(text.at)
    if not numbers and text.has("end", "last"):
        numbers = [text.at.last_insert]
    return at_place(text.at, plans[0], numbers or [1] * text.has("first", "front"), text.at.last_insert, 702)


def which_card(at: Table) -> Refused:
    hand = [plan_name(at.box, plan) for plan in range(at.box.plan_kinds) if at.own.hand[plan]]
    return Refused(707, f"Say which card of your hand: {listed(hand, 'or') or 'it is empty'}.")


def at_place(at: Table, plan: int, numbers: list[int], last: int, rule: int) -> Meaning:
    """Insert (IK-7.2) or replace (IK-7.5) at the place that is named, or at the only one there is."""
    if not numbers and last <= 1:
        numbers = [1]
    if not numbers:
        return Refused(rule, f"Say at which place of the track, from 1 to {last}.")
    if 1 <= numbers[0] <= TRACK:
        return code(Insert(plan, numbers[0] - 1) if rule == 702 else Replace(plan, numbers[0] - 1))
    beyond = f"Places are numbered from 1; your track holds {at.track_held}, and the last place for this is {last}."
    return Refused(703 if rule == 702 else 707, beyond)


def read_replacement(at: Table, plans: list[int], numbers: list[int]) -> Meaning:
    """`replace 2 with step`, `replace climb with step`."""
    if not numbers and len(plans) == 2:
        old, new = plans
        found = places_of(at, [old])
        return code(Replace(new, found[0])) if len(found) == 1 else which_place(at, [old])
    return at_place(at, plans[0], numbers, len(at.track), 705) if len(plans) == 1 else which_card(at)


def read_removal(at: Table, plans: list[int], numbers: list[int]) -> Meaning:
    if numbers:
        if 1 <= numbers[0] <= TRACK:
            return code(Remove(numbers[0] - 1))
        return Refused(707, f"There is no card at place {numbers[0]} of your track, which holds {len(at.track)}.")
    found = places_of(at, plans)
    return code(Remove(found[0])) if len(found) == 1 else which_place(at, plans)


def places_of(at: Table, plans: list[int]) -> list[int]:
    return [place for place, plan in enumerate(at.track) if plan in plans]


def which_place(at: Table, plans: list[int]) -> Refused:
    """A card is named that is not on the track, or lies there more than once."""
    found = places_of(at, plans)
    if found:
        return Refused(704, f"Say which place: {listed([str(place + 1) for place in found], 'or')}.")
    what = f"{plan_name(at.box, plans[0])} is not on your track" if plans else "Say which place of your track"
    return Refused(707, f"{what}; it holds {at.track_held}.")
