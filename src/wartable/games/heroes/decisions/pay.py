"""HE-5.3: choose the heroes to pay for, where there is not enough food for all."""

from wartable.core.rules import Ints, change, done, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.day import costs_food, settle_remittance
from ..rules.refusing import NOT_NOW, stands_in_own_city
from ..state import HEROES, Resource, Stage, State
from ..values import Action, Hero


def not_owed(it: "Pay") -> str:
    if not it.hero.it.here:
        return f"You have no hero {it.hero.number}."
    if it.hero.it.paid:
        return f"{it.hero.said()} is paid for already."
    return f"{it.hero.said()} stands in your city {it.hero.town} and costs nothing."


class Pay(Action):
    hero: Hero

    when = 503
    notation = "pay {hero}"
    reads = "pay: {hero}"
    label = "Pay for {hero}"
    touches = "own-{hero}"
    facts = {503: not_owed}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for hero in range(HEROES):
        if costs_food(s, seat, hero):
            n = put(out, n, Pay(hero))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Pay) -> None:
    """When the food is gone, the others leave."""
    player = s.players[seat]
    player.heroes[it.hero].paid = 1
    player.stock[Resource.FOOD] -= box.numbers.hero_food
    left = player.stock[Resource.FOOD]
    tile = player.heroes[it.hero].tile
    change(box, Told.PAYS_FOR, 503, seat, Counter.FOOD, -box.numbers.hero_food, left, it.hero, tile)
    if player.stock[Resource.FOOD] < box.numbers.hero_food:
        settle_remittance(s, box, seat)
        if player.out == 1:
            done(s, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Pay) -> int:
    if s.players[seat].stage != Stage.PAYING:
        return NOT_NOW
    own = s.players[seat].heroes[it.hero]
    return 503 if own.here == 0 or own.paid == 1 or stands_in_own_city(s, seat, it.hero) else 0
