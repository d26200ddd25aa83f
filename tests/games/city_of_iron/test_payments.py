"""CI-6.5, CI-8.5: which card may be laid next, beside every way there is to pay."""

import random
from itertools import product

import numpy as np
import pytest

from wartable.compiler.mode import plain
from wartable.core.actions import decode
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.decisions.lay import Lay, offers_forces
from wartable.games.city_of_iron.rules.pay import can_pay_skills
from wartable.games.city_of_iron.state import CARDS, NONE, Act, Role

from .positions import only, table


def is_lean(numbers, asked):
    """Whether these numbers reach what is asked, and would not without any one of them."""
    return sum(numbers) >= asked and all(sum(numbers) - number < asked for number in numbers)


def wins(t, fighters, scouts, hand, attack, distance):
    """Whether cards of the hand can be added on both sides so that nothing is superfluous: all ways are tried."""
    for roles in product((None, Role.ATTACK, Role.SKILL), repeat=len(hand)):
        fights = [*fighters, *(card for card, role in zip(hand, roles, strict=True) if role == Role.ATTACK)]
        walks = [*scouts, *(card for card, role in zip(hand, roles, strict=True) if role == Role.SKILL)]
        forces, steps = ([int(cells[card]) for card in cards] for cells, cards in (
            (t.box.card_attack, fights), (t.box.card_distance, walks)))  # fmt: skip
        if 0 not in forces and 0 not in steps and is_lean(forces, attack) and is_lean(steps, distance):
            return True
    return False


def test_a_card_is_laid_in_an_attack_where_the_rest_can_be_paid_without_a_superfluous_one():
    """CI-6.5, CI-8.5"""
    t = table(2)
    rng = random.Random(5)
    side, plan, out = t.s.sides[0], t.s.plan, np.zeros(GAME.most_legal, np.int32)
    useful = [card for card in range(CARDS) if t.box.card_attack[card] or t.box.card_distance[card]]
    offered = 0
    for _ in range(120):
        cards = rng.sample(useful, rng.randint(2, 6))
        laid = [card for card in cards[:2] if t.box.card_attack[card] and t.box.card_distance[card]]
        roles = [rng.choice((Role.ATTACK, Role.SKILL)) for _ in laid]
        plan.act, plan.card, plan.town, plan.laid_count = Act.ATTACK, NONE, rng.randrange(15), len(laid)
        for place, (card, role) in enumerate(zip(laid, roles, strict=True)):
            plan.laid[place], plan.role[place] = card, role
        side.hand, side.distance = sum(1 << card for card in cards), rng.choice((0, 0, 1, 3))
        fighters = [card for card, role in zip(laid, roles, strict=True) if role == Role.ATTACK]
        scouts = [card for card, role in zip(laid, roles, strict=True) if role == Role.SKILL]
        attack = int(t.box.town_defence[plan.town])
        distance = int(t.box.town_distance[plan.town]) - side.distance
        expected = set()
        for card in set(cards) - set(laid):
            rest = [other for other in cards if other != card and other not in laid]
            force, far = int(t.box.card_attack[card]), int(t.box.card_distance[card])
            lacks = distance - sum(int(t.box.card_distance[scout]) for scout in scouts)
            owes = attack - sum(int(t.box.card_attack[fighter]) for fighter in fighters)
            if lacks > 0 and far and wins(t, fighters, [*scouts, card], rest, attack, distance):
                expected.add((card, int(Role.SKILL)))
            if owes > 0 and force and wins(t, [*fighters, card], scouts, rest, attack, distance):
                expected.add((card, int(Role.ATTACK)))
        count = plain(offers_forces)(t.s, t.box, side, out, 0)
        found = [tuple(int(field) for field in decode(Lay, int(code))) for code in out[:count]]
        assert len(found) == len(set(found))
        assert set(found) == expected
        offered += count
    assert 100 < offered < 700


def test_a_card_pays_for_an_action_where_it_can_be_part_of_a_payment_without_a_superfluous_one():
    """CI-6.5"""
    t = table(2)
    rng = random.Random(6)
    yes = 0
    for _ in range(300):
        cards = rng.sample(range(CARDS), rng.randint(1, 6))
        count = rng.randint(1, min(3, len(cards)))
        laid, hand = cards[:count], cards[count:]
        asked = rng.choice(((0, 1), (0, 2), (0, 3), (2, 0), (4, 0), (2, 2)))
        vessel = rng.choice((0, 0, 1, 2))
        expected = any(
            pays(t, paid, asked, vessel) and not any(pays(t, paid - {card}, asked, vessel) for card in paid)
            for chosen in product((False, True), repeat=len(hand))
            for paid in [{*laid, *(card for card, taken in zip(hand, chosen, strict=True) if taken)}]
        )
        sets = [sum(1 << card for card in some) for some in (laid, hand)]
        assert plain(can_pay_skills)(t.box, *sets, *asked, vessel) == expected
        yes += expected
    assert 30 < yes < 270


def pays(t, cards, asked, vessel):
    distance, work = asked
    return (
        sum(int(t.box.card_distance[card]) for card in cards) >= distance
        and sum(int(t.box.card_work[card]) for card in cards) >= work
        and (not vessel or any(t.box.card_vessel[card] == vessel for card in cards))
    )


@pytest.mark.parametrize("card", ["iron-dragon", "captain"])
def test_a_card_that_makes_an_earlier_one_superfluous_is_refused_for_that_also_where_more_is_owed(card):
    """CI-6.5: beside the Dragon or the Captain the Soldier is not needed, and the distance could still be paid."""
    t = table(2)
    only(t, 0, "soldier", "iron-dragon", "spy", "captain")
    t.play(0, "attack-mudbrook", "hit-soldier")
    assert t.refused(0, f"hit-{card}") == "CI-6.5"
    found = GAME.words.fact(t.view(0), t.box, 0, t.find(0, f"hit-{card}"), 605)
    assert found.endswith("a card laid before (Soldier) would be superfluous.")
