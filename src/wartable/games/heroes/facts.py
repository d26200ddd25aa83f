"""The fact for which a rule forbids an action here: what is missing, who stands in the way, whose it is."""

from collections.abc import Callable

from wartable.core.actions import Family, belongs, decode, fields
from wartable.core.compiled import plain
from wartable.core.frames import top
from wartable.core.phrases import count

from . import actions as act
from .box import CREATURE_PRICE, PROMOTION_PRICE, RAMPART_PRICE, SPAWNER_PRICE, Box, Split
from .naming import (
    DIRECTIONS,
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    SQUAD_LETTERS,
    TOKEN_NAMES,
    army,
    city_name,
    creature,
    creatures,
    goods,
    hero_name,
    price,
    square,
    town,
    town_on,
    with_article,
)
from .prompts import prompt
from .rules.acquisition import most_promoted
from .rules.realm import garrison_of, kinds_in, monster_tier, most_payable, neighbour, total
from .state import NOBODY, RESOURCES, TIERS, ShiftSquadFrame, SquadsFrame, State, WelcomeFrame

Fact = Callable[[State, Box, int, int], str]


def fact(view: State, box: Box, seat: int, action: int, rule: int) -> str:
    """Why the rule forbids it here; empty where the rule says all there is to say."""
    explain = FACTS.get(rule)
    return explain(view, box, seat, action) if explain else ""


def shortage(view: State, box: Box, seat: int, row: int, times: int = 1) -> str:
    """A price, and what the player has of it: `5 coins and 5 wood; you have 3 coins and 10 wood.`"""
    needed = [resource for resource in range(RESOURCES) if box.price[row, resource]]
    stock = " and ".join(goods(resource, view.players[seat].stock[resource]) for resource in needed)
    return f"{price(box.price[row], times)}; you have {stock}."


def not_yours(view: State, box: Box, city: int) -> str:
    """Whose city it is, for somebody who does not own it."""
    if city >= box.seats + box.neutral_cities or not view.day:
        return "There is no such city."
    owner, name = view.cities[city].owner, town(view, box, city)
    return f"{name} is a neutral city." if owner == NOBODY else f"{name} belongs to {{{owner}}}."


def is_yours(view: State, box: Box, seat: int, city: int) -> bool:
    return bool(city < box.seats + box.neutral_cities and view.cities[city].owner == seat)


def not_open(view: State, box: Box, seat: int, action: int) -> str:
    tile = decode(act.Place, action).tile
    if tile >= box.width * box.height:
        return "That is off the map."
    what = with_article(TOKEN_NAMES[view.tiles[tile].token])
    return f"There is {what} on {square(box, tile)}; a city is founded on a tile without a token."


def not_marked(view: State, box: Box, seat: int, action: int) -> str:
    tiles = range(box.width * box.height)
    free = [square(box, tile) for tile in tiles if box.sites[tile] and not view.tiles[tile].token]
    return f"{square(box, decode(act.Place, action).tile)} is not marked for a city; free are {', '.join(free)}."


def not_asked(view: State, box: Box, seat: int, action: int) -> str:
    return f"This is not the time for it. {prompt(view, box, seat)}."


def not_to_pay(view: State, box: Box, seat: int, action: int) -> str:
    hero = decode(act.Pay, action).hero
    own = view.players[seat].heroes[hero]
    if not own.here:
        return f"You have no hero {hero + 1}."
    if own.paid:
        return f"{hero_name(seat, hero)} is paid for already."
    return f"{hero_name(seat, hero)} stands in your city {town_on(box, own.tile)} and costs nothing."


def unsettled(view: State, box: Box, seat: int, action: int) -> str:
    food = goods(2, view.players[seat].stock[2])
    return f"First choose the heroes to pay for: you have {food}, which is not enough for all."


def foreign(family: Family) -> Fact:
    return lambda view, box, _seat, action: not_yours(view, box, fields(family, action).city)


def spawner_price(view: State, box: Box, seat: int, action: int) -> str:
    return shortage(view, box, seat, SPAWNER_PRICE + decode(act.Build, action).kind)


def spawner_needs(step: int) -> Fact:
    def explain(view: State, box: Box, seat: int, action: int) -> str:
        city, kind = decode(act.Build, action)
        return f"The spawner of {creature(kind)} needs that of {creature(kind - step)} in {city_name(view, box, city)}."

    return explain


def has_it(view: State, box: Box, seat: int, action: int) -> str:
    city, kind = decode(act.Build, action)
    return f"{city_name(view, box, city)} has the spawner of {creature(kind)} already."


def recruit_price(view: State, box: Box, seat: int, action: int) -> str:
    kind = decode(act.Recruit, action).kind
    return f"{creatures(kind, 1)} costs {shortage(view, box, seat, CREATURE_PRICE + kind)}"


def no_spawner(view: State, box: Box, seat: int, action: int) -> str:
    city, kind, _ = decode(act.Recruit, action)
    return f"{city_name(view, box, city)} has no spawner of {creature(kind)}."


def no_slot(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(act.RECRUIT, action):
        city = decode(act.Recruit, action).city
    else:
        city = plain(garrison_of)(view, seat, decode(act.Transfer, action).giver - 1)
    there = view.cities[city].garrison
    return f"The garrison of {city_name(view, box, city)} has {box.numbers.slots} slots and holds {army(there)}."


def no_promotion(view: State, box: Box, seat: int, action: int) -> str:
    city, tier, _ = decode(act.Promote, action)
    if not is_yours(view, box, seat, city):
        return not_yours(view, box, city)
    return f"{city_name(view, box, city)} has no spawner of {creature(tier + TIERS)}."


def promotion_price(view: State, box: Box, seat: int, action: int) -> str:
    tier = decode(act.Promote, action).tier
    return f"To promote {creatures(tier, 1)} costs {shortage(view, box, seat, PROMOTION_PRICE + tier)}"


def nobody_to_promote(view: State, box: Box, seat: int, action: int) -> str:
    city, tier, _ = decode(act.Promote, action)
    return f"There are no {creature(tier)} without armour in the garrison of {city_name(view, box, city)}."


def all_or_none(view: State, box: Box, seat: int, action: int) -> str:
    city, tier, _ = decode(act.Promote, action)
    there = view.cities[city].garrison[tier]
    most = plain(most_promoted)(view, box, seat, city, tier)
    full = f"All {box.numbers.slots} slots of {city_name(view, box, city)} are taken"
    return f"{full}: all {creatures(tier, there)} or none; you can pay for {most}."


def no_transfer(view: State, box: Box, seat: int, action: int) -> str:
    giver, taker, kind, _ = decode(act.Transfer, action)
    if giver == taker:
        return "Troops move from one to another."
    for number in (giver, taker):
        own = view.players[seat].heroes[number - 1]
        if number and not own.here:
            return f"You have no hero {number}."
        if number and plain(garrison_of)(view, seat, number - 1) < 0:
            return f"{hero_name(seat, number - 1)} stands on {square(box, own.tile)}, which is none of your cities."
    if giver and taker and view.players[seat].heroes[giver - 1].tile != view.players[seat].heroes[taker - 1].tile:
        return f"{hero_name(seat, giver - 1)} and {hero_name(seat, taker - 1)} are not in the same city."
    where = town_on(box, hero_tile(view, seat, taker))
    who = f"{hero_name(seat, giver - 1)} leads" if giver else f"The garrison of {where} has"
    return f"{who} no {creature(kind)}."


def hero_tile(view: State, seat: int, number: int) -> int:
    return int(view.players[seat].heroes[number - 1].tile)


def same_amount(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(act.RECRUIT, action):
        most = plain(most_payable)(view, box, seat, CREATURE_PRICE + decode(act.Recruit, action).kind)
        return f"You can pay for {most}: use max."
    if belongs(act.PROMOTE, action):
        city, tier, _ = decode(act.Promote, action)
        return f"{plain(most_promoted)(view, box, seat, city, tier)} can be promoted: use max."
    kind = decode(act.Transfer, action).kind
    if kind == act.ALL_KINDS:
        return "A whole army is of two kinds or more: name the kind, and all."
    return "There are too few for that to be another number: use all."


def no_hire(view: State, box: Box, seat: int, action: int) -> str:
    city = decode(act.Hire, action).city
    if not is_yours(view, box, seat, city):
        return not_yours(view, box, city)
    have = goods(0, view.players[seat].stock[0])
    return f"A hero costs {goods(0, box.numbers.hero_coins)}; you have {have}."


def enough_heroes(view: State, box: Box, seat: int, action: int) -> str:
    return f"You have {count(box.hero_limit, 'hero', 'heroes')}, which is the most there may be."


def four_ways(view: State, box: Box, seat: int, action: int) -> str:
    return "Heroes step north, east, south or west; not over a corner at this table."


def no_step(view: State, box: Box, seat: int, action: int) -> str:
    hero, direction = decode(act.Move, action)
    own = view.players[seat].heroes[hero]
    if not own.here:
        return f"You have no hero {hero + 1}."
    if not own.moves:
        return f"{hero_name(seat, hero)} has no movement left this turn."
    return f"There is no tile to the {DIRECTIONS[direction]} of {square(box, own.tile)}: that is off the map."


def no_staying(view: State, box: Box, seat: int, action: int) -> str:
    hero = decode(act.Stay, action).hero
    if not view.players[seat].heroes[hero].here:
        return f"You have no hero {hero + 1}."
    return f"{hero_name(seat, hero)} has no movement left to give up."


def unarmed(words: str) -> Fact:
    def explain(view: State, box: Box, seat: int, action: int) -> str:
        hero, direction = decode(act.Move, action)
        tile = plain(neighbour)(box, view.players[seat].heroes[hero].tile, direction)
        return f"{hero_name(seat, hero)} has no troops, and {words.format(square(box, tile))}."

    return explain


def too_many(view: State, box: Box, seat: int, action: int) -> str:
    there = top(view, WelcomeFrame).count
    return f"There {'is' if there == 1 else 'are'} {there}, not {decode(act.Join, action).number}."


def too_dear(view: State, box: Box, seat: int, action: int) -> str:
    number = decode(act.Join, action).number
    row = CREATURE_PRICE + plain(monster_tier)(view, box) - 1
    return f"{number} cost {shortage(view, box, seat, row, number)}"


def nothing_lies(view: State, box: Box, seat: int, action: int) -> str:
    hero, kind, level = decode(act.Take, action)
    own = view.players[seat].heroes[hero]
    if not own.here:
        return f"You have no hero {hero + 1}."
    return f"No {LEVEL_NAMES[level + 1]} {ITEM_KIND_NAMES[kind]} lies on {square(box, own.tile)}."


def has_its_equal(view: State, box: Box, seat: int, action: int) -> str:
    hero, kind, level = decode(act.Take, action)
    item = with_article(f"{LEVEL_NAMES[level + 1]} {ITEM_KIND_NAMES[kind]}")
    return f"{hero_name(seat, hero)} carries {item} already."


def no_exchange(view: State, box: Box, seat: int, action: int) -> str:
    hero, other, kind = decode(act.Swap, action)
    for number in (hero, other):
        if not view.players[seat].heroes[number].here:
            return f"You have no hero {number + 1}."
    first, second = view.players[seat].heroes[hero], view.players[seat].heroes[other]
    if first.tile != second.tile or plain(garrison_of)(view, seat, hero) < 0:
        return f"{hero_name(seat, hero)} and {hero_name(seat, other)} do not stand in the same city of yours."
    if hero == other:
        return "An exchange takes two heroes."
    return f"Both carry the same as {ITEM_KIND_NAMES[kind]}: {LEVEL_NAMES[first.items[kind]]}."


def squad_limit(view: State, box: Box, seat: int, action: int) -> str:
    return f"An army has at most {box.numbers.squads} squads."


def no_such_split(view: State, box: Box, seat: int, action: int) -> str:
    number = decode(act.Form, action).split
    troops = view.battle.armies[top(view, SquadsFrame).side].troops
    squads, effect = int(box.split_squads[number]), box.split_effect[number]
    if effect == Split.KINDS:
        return f"This takes two kinds of creature; the army has {plain(kinds_in)(troops)}."
    needed = squads + (effect == Split.SINGLES)
    return f"This takes {needed} creatures; the army has {plain(total)(troops)}."


def no_shift(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(act.PICK, action):
        squad, kind = decode(act.Pick, action)
        return f"There are no {creature(kind)} in squad {SQUAD_LETTERS[squad]}."
    target, amount = decode(act.Shift, action)
    frame = top(view, ShiftSquadFrame)
    have = view.battle.armies[frame.side].squads[frame.squad, frame.creature]
    if target == frame.squad:
        return f"They are in squad {SQUAD_LETTERS[target]} already."
    if (amount == act.Amount.ONE and have < 2) or (amount == act.Amount.SOME and have < 3):
        return f"There {'is' if have == 1 else 'are'} {creatures(frame.creature, have)}: use all."
    if amount == act.Amount.MOST and not plain(total)(view.battle.armies[frame.side].squads[target]):
        return "They are their whole squad, or a squad before this one is empty; new squads are opened in order."
    return "New squads are opened in order: take the first free letter."


def no_lead(view: State, box: Box, seat: int, action: int) -> str:
    return f"There is nobody in squad {SQUAD_LETTERS[decode(act.Lead, action).squad]}."


def has_attacked(view: State, box: Box, seat: int, action: int) -> str:
    squad = SQUAD_LETTERS[decode(act.Attack, action).squad]
    return f"Squad {squad} has attacked already in this half of the round."


def no_squad(view: State, box: Box, seat: int, action: int) -> str:
    squad, target = decode(act.Attack, action)
    if not plain(total)(view.battle.armies[view.battle.side].squads[squad]):
        return f"You have no squad {SQUAD_LETTERS[squad]}."
    return f"The enemy has no squad {SQUAD_LETTERS[target]}."


def no_rampart(view: State, box: Box, seat: int, action: int) -> str:
    city = decode(act.Rampart, action).city
    if not is_yours(view, box, seat, city):
        return not_yours(view, box, city)
    return f"A rampart costs {shortage(view, box, seat, RAMPART_PRICE)}"


def has_rampart(view: State, box: Box, seat: int, action: int) -> str:
    return f"{city_name(view, box, decode(act.Rampart, action).city)} has a rampart already."


FACTS: dict[int, Fact] = {
    102: four_ways,
    206: not_open,
    207: not_marked,
    305: not_asked,
    503: not_to_pay,
    505: unsettled,
    601: foreign(act.BUILD),
    602: spawner_price,
    603: spawner_needs(1),
    604: spawner_needs(TIERS),
    605: has_it,
    701: foreign(act.RECRUIT),
    702: recruit_price,
    703: no_spawner,
    704: no_slot,
    705: no_promotion,
    706: promotion_price,
    707: nobody_to_promote,
    708: all_or_none,
    709: no_transfer,
    712: same_amount,
    801: no_hire,
    802: enough_heroes,
    903: no_step,
    905: no_staying,
    1002: unarmed("there are monsters on {}"),
    1003: unarmed("the mine on {} has or may have guardians"),
    1004: unarmed("the city {} is defended"),
    1005: unarmed("the enemy on {} has some"),
    1102: too_many,
    1103: too_dear,
    1305: nothing_lies,
    1306: has_its_equal,
    1307: no_exchange,
    1501: squad_limit,
    1503: no_such_split,
    1504: no_shift,
    1506: no_lead,
    1601: has_attacked,
    1602: no_squad,
    1703: lambda _view, _box, _seat, _action: "You defend a city, and those who do cannot retreat.",
    1903: no_rampart,
    1904: has_rampart,
    1906: lambda _view, _box, _seat, _action: "This match is played in the normal mode.",
}
