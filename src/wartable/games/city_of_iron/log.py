"""What is told of a match: log sentences, read from what changed between two hidden records."""

from wartable.core.actions import belongs
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, kind
from wartable.core.game import Sentence
from wartable.core.record import Record

from . import actions as a
from .box import text_of
from .rules import scoring
from .state import CITIES, FACES, LANDS, NONE, TOKENS, TOWNS, Act, Kind
from .texts import (
    PILES,
    card_name,
    card_names,
    city_name,
    coins,
    face_name,
    good_name,
    join,
    land_name,
    members,
    points,
    town_name,
)

ENDS = ("", "points", "coins", "goods", "nothing")
BONUSES = ("coins", "distance of lands", "of one good", "cards", "conquered towns")


def tell(before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None) -> list[Sentence]:
    asked = plain(kind)(before)
    if seat == NATURE:
        told = chance_told(before, box, action)
    elif asked == Kind.TURN:
        told = turn_told(before, after, box, seat, action)
    elif asked == Kind.PURCHASE:
        told = purchase_told(before, after, box, seat, action)
    else:
        told = choice_told(before, after, box, seat, action)
    return told + round_told(before, after, box, seat) + end_told(after, box)


def chance_told(before: Record, box: Record, action: int | None) -> list[Sentence]:
    assert action is not None
    if belongs(a.DEAL, action):
        rule = 1002 if before.round_number else 212
        return [Sentence(f"{face_name(box, action - a.DEAL.first)} comes to the row.", rule)]
    if belongs(a.TOWN, action):
        return [Sentence(f"{town_name(box, action - a.TOWN.first)} goes to the town pile.", 213)]
    return [Sentence(f"{{{action - a.FIRST.first}}} is next in the order of bids.", 214)]


def choice_told(before: Record, after: Record, box: Record, seat: int, action: int | None) -> list[Sentence]:
    who = f"{{{seat}}}"
    if action is None:
        return [Sentence(f"{who} puts the starting pile in order.", 205)]
    if belongs(a.NATION, action):
        return [Sentence(f"{who} leads the {text_of(box.nation_text[action - a.NATION.first].name)}.", 202)]
    if belongs(a.LAND, action):
        return [Sentence(f"{who} starts in {land_name(box, action - a.LAND.first)}.", 203)]
    if belongs(a.TOP, action):
        return [Sentence(f"{who} puts {card_name(box, action - a.TOP.first)} next on the pile.", 205)]
    if belongs(a.GOOD, action):
        good, town = good_name(box, action - a.GOOD.first), town_name(box, box.chooser)
        return [Sentence(f"{who} chooses {good} for {town}.", 1405)]
    if belongs(a.DONE, action):
        return [Sentence(f"{who} stays on the turn-order track.", 1309)]
    spot = action - a.BID.first
    if plain(kind)(before) == Kind.SECOND_BID:
        paid = before.sides[seat].coins - after.sides[seat].coins
        return [Sentence(f"{who} bids again, spot {spot + 1}, for {coins(paid)} more.", 1308)]
    return [Sentence(f"{who} bids {coins(box.spot_coins[spot])} (spot {spot + 1}).", 303)]


def purchase_told(before: Record, after: Record, box: Record, seat: int, action: int | None) -> list[Sentence]:
    who = f"{{{seat}}}"
    if action is None:
        return []
    if belongs(a.BUY, action):
        card = action - a.BUY.first
        verb = "puts back" if before.sides[seat].picks >> card & 1 else "sets aside"
        return [Sentence(f"{who} {verb} {card_name(box, card)}.", 1011)]
    told = [Sentence(f"{who} has finished choosing cards.", 1013)]
    for other in range(box.seats):
        bought = members(before.sides[other].shop & ~after.sides[other].shop)
        if bought:
            told.append(Sentence(f"{{{other}}} buys {card_names(box, bought)}.", 1014))
    return told


def turn_told(before: Record, after: Record, box: Record, seat: int, action: int | None) -> list[Sentence]:
    """What a player did, read from what changed; a step that changes nothing yet is not told."""
    who = f"{{{seat}}}"
    if action is not None and before.plan.act == Act.NOTHING:
        if belongs(a.TAX, action):
            return [Sentence(f"{who} taxes: {coins(box.tax)}.", 408)]
        if belongs(a.SCIENCE, action):
            return [Sentence(f"{who} buys 1 science for {coins(box.science_price)}.", 407)]
        if belongs(a.DRAW, action):
            return [Sentence(f"{who} draws a {PILES[action - a.DRAW.first]} card.", 410)]
    old, new = before.sides[seat], after.sides[seat]
    told = cards_told(old, new, box, who) + deeds_told(before, after, box, seat)
    if told and not same_round_end(before, after):
        told += gains_told(before, after, box, seat)
    return told


def same_round_end(before: Record, after: Record) -> bool:
    """Whether the turn ran straight on into the income of the round, so that gains cannot be told apart."""
    return bool(after.scorings != before.scorings or after.round_number != before.round_number)


def cards_told(old: Record, new: Record, box: Record, who: str) -> list[Sentence]:
    played = members(new.discarded & ~old.discarded)
    return [Sentence(f"{who} lays down {card_names(box, played)}.", 606)] if played else []


def built(side: Record) -> dict[tuple[int, int], int]:
    """How many of each face stand in each city."""
    found: dict[tuple[int, int], int] = {}
    for number in range(CITIES):
        city = side.cities[number]
        for place in range(city.count):
            spot = (number, city.built[place])
            found[spot] = found.get(spot, 0) + 1
    return found


def deeds_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    who = f"{{{seat}}}"
    old, new = before.sides[seat], after.sides[seat]
    told = []
    for town in range(TOWNS):
        if before.town_owner[town] != seat and after.town_owner[town] == seat:
            loser = before.town_owner[town]
            source = f" from {{{loser}}}" if loser != NONE else ""
            told.append(Sentence(f"{who} conquers {town_name(box, town)}{source}.", 807 if source else 806))
    for land in range(LANDS):
        if before.land_owner[land] != after.land_owner[land] and after.land_owner[land] == seat:
            told.append(Sentence(f"{who} settles {land_name(box, land)}.", 908))
    for number in range(CITIES):
        for token in range(TOKENS):
            if new.cities[number].districts[token] > old.cities[number].districts[token]:
                told.append(Sentence(f"{who} adds a district to {city_name(after, box, seat, number)}.", 903))
    if not any(sentence.rule in (806, 807) for sentence in told):
        told += buildings_told(before, after, box, seat)
    for face in range(FACES):
        if new.stored[face] > old.stored[face]:
            told.append(Sentence(f"{who} stores {face_name(box, face)}.", 409))
    return told


def buildings_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    who = f"{{{seat}}}"
    old, new = built(before.sides[seat]), built(after.sides[seat])
    gone = [spot for spot in old if old[spot] > new.get(spot, 0)]
    come = [spot for spot in new if new[spot] > old.get(spot, 0)]
    if len(come) == len(gone) == 1 and come[0][1] == gone[0][1] and come[0][0] != gone[0][0]:
        to = city_name(after, box, seat, come[0][0])
        return [Sentence(f"{who} moves {face_name(box, come[0][1])} to {to}.", 1302)]
    told = [Sentence(f"{who} destroys {face_name(box, face)}.", 507) for _, face in gone]
    told += [
        Sentence(f"{who} builds {face_name(box, face)} in {city_name(after, box, seat, number)}.", 504)
        for number, face in come
    ]
    return told


def gains_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    old, new = before.sides[seat], after.sides[seat]
    parts = []
    for change, what in ((new.coins - old.coins, "coin"), (new.science - old.science, "science")):
        if change:
            many = "s" if what == "coin" and abs(change) != 1 else ""
            parts.append(f"{'gains' if change > 0 else 'pays'} {abs(change)} {what}{many}")
    return [Sentence(f"{{{seat}}} {join(parts)}.", 602)] if parts else []


def round_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    """The steps at the end of a round, and the beginning of the next."""
    told = []
    if after.score_cards > before.score_cards:
        deck = "ABC"[after.score_cards - 1]
        told.append(Sentence(f"Score card {deck} is drawn: the end of the next round scores.", 1003))
    if after.scorings > before.scorings and not after.head.over:
        gains = join(f"{{{s}}} {after.sides[s].points - before.sides[s].points}" for s in range(box.seats))
        told.append(Sentence(f"Scoring {after.scorings}: {gains}.", 1105))
    dealt = plain(kind)(before) == Kind.DEAL_BUILDING and plain(kind)(after) != Kind.DEAL_BUILDING
    if dealt and before.round_number:
        gains = join(f"{{{s}}} {after.sides[s].coins - before.sides[s].coins}" for s in range(box.seats))
        told.append(Sentence(f"Income in coins: {gains}.", 1006))
    if after.round_number > before.round_number:
        told.append(Sentence(f"Round {after.round_number} begins.", 301))
    return told


def end_told(after: Record, box: Record) -> list[Sentence]:
    if not after.head.over:
        return []
    told = [Sentence("The third scoring is done; the game ends.", 1201)]
    for bonus, what in enumerate(BONUSES):
        winner = plain(scoring.bonus_winner)(after, box, bonus)
        value = plain(scoring.bonus_points)(box, bonus)
        if winner != NONE:
            told.append(Sentence(f"{{{winner}}} has the most {what}: {points(value)}.", 1202 + bonus))
        else:
            told.append(Sentence(f"Nobody alone has the most {what}.", 1207))
    for seat in range(box.seats):
        lost = plain(scoring.storing_penalty)(box, after.sides[seat])
        if lost:
            told.append(Sentence(f"{{{seat}}} loses {points(lost)} for stored buildings.", 1208))
    winners = [seat for seat in range(box.seats) if plain(scoring.is_winner)(after, box, seat)]
    names = join(f"{{{seat}}}" for seat in winners)
    total = points(after.sides[winners[0]].points)
    if len(winners) > 1:
        return [*told, Sentence(f"{names} share the win with {total}.", 1212)]
    tie = f", ahead by {ENDS[after.head.over]}" if after.head.over > 1 else ""
    return [*told, Sentence(f"{names} wins with {total}{tie}.", 1208 + after.head.over)]
