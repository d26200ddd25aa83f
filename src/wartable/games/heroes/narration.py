"""What follows from an action, told from the records before and after it."""

from wartable.core.compiled import plain
from wartable.core.frames import kind as frame_kind
from wartable.core.game import Sentence
from wartable.core.record import Record

from . import actions as act
from .naming import (
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    RESOURCE_NAMES,
    SQUAD_LETTERS,
    army,
    city_name,
    creatures,
    goods,
    price,
    square,
)
from .rules.battle import ITEM_GROUPS, RAMPART_GROUP, rolling_side
from .rules.day import LAST_REALM, RICHEST_REALM, unpaid_heroes
from .rules.realm import city_count, realm_value
from .state import (
    HEROES,
    ITEM_KINDS,
    KINDS,
    LEVELS,
    NOBODY,
    RESOURCES,
    SHOWN_DICE,
    SQUADS,
    Foe,
    Kind,
    Resource,
    Stage,
    Token,
)

FOES = ("monsters", "guardians", "the defenders of a neutral city")


def skirmish(before: Record, after: Record, box: Record, action: int) -> list[Sentence]:
    """A throw of dice that is complete, and the end of the skirmish where it was the last."""
    if plain(frame_kind)(before) != Kind.ROLL_SKIRMISH:
        return []
    battle = before.battle
    if battle.dice_left > 1:
        return []
    face = action - act.DIE.first + 1
    side = plain(rolling_side)(before)
    gained = (battle.subtotal + face + battle.plus) * battle.times
    name = f"Squad {SQUAD_LETTERS[battle.squad[side]]} of {army_name(before, side)}"
    sum_words = throw(before, side, face)
    if battle.group < KINDS:
        count = battle.armies[side].squads[battle.squad[side], battle.group]
        rule = 1606 if battle.armies[side].rolls else 1605
        told = [Sentence(f"{name}, {creatures(battle.group, count)}: {sum_words}.", rule)]
    elif battle.group < RAMPART_GROUP:
        hero, kind = divmod(battle.group - ITEM_GROUPS, ITEM_KINDS)
        told = [Sentence(f"{name}, the {ITEM_KIND_NAMES[kind]} of hero {hero + 1}: {sum_words}.", 1308)]
    else:
        told = [Sentence(f"{name}, the rampart: {sum_words}.", 1905)]
    if after.in_battle and after.battle.turn < 2 and sum(after.battle.rolled) > sum(battle.rolled):
        return told
    totals = [battle.total[0], battle.total[1]]
    totals[side] += gained
    return [*told, skirmish_result(before, totals)]


def throw(view: Record, side: int, face: int) -> str:
    """A throw with its last die, as a sum: `3 x (2 + 5) = 21`. Of very many dice only the sum."""
    battle = view.battle
    points = int(battle.subtotal) + face
    before = battle.rolled[side]
    # Dice of the throw that have fallen already: the latest of the ring that make up the subtotal.
    dice = [face]
    while sum(dice) < points and len(dice) < SHOWN_DICE:
        dice.insert(0, int(battle.shown[side, (before - len(dice)) % SHOWN_DICE]))
    parts = [str(die) for die in dice] if sum(dice) == points else [str(points)]
    parts += [str(battle.plus)] if battle.plus else []
    words = " + ".join(parts)
    total = (points + battle.plus) * battle.times
    if battle.times > 1:
        return f"{battle.times} x {f'({words})' if len(parts) > 1 else words} = {total}"
    return f"{words} = {total}" if len(parts) > 1 else words


def army_name(view: Record, side: int) -> str:
    seat = view.battle.armies[side].seat
    return f"{{{seat}}}" if seat != NOBODY else FOES[view.battle.foe]


def skirmish_result(view: Record, totals: list[int]) -> Sentence:
    score = f"{totals[0]} to {totals[1]}"
    if totals[0] == totals[1]:
        return Sentence(f"{score}: nobody is killed.", 1608)
    loser = 0 if totals[0] < totals[1] else 1
    squad = view.battle.squad[loser]
    lost = army(view.battle.armies[loser].squads[squad])
    return Sentence(f"{score}: squad {SQUAD_LETTERS[squad]} of {army_name(view, loser)} is killed ({lost}).", 1607)


def consequences(before: Record, after: Record, box: Record, seat: int, action: int) -> list[Sentence]:
    """All that changed on the table beside the decision itself."""
    told = [*battle_begins(before, after, box), *battle_ends(before, after, box), *finds(before, box, action)]
    told += [*captures(before, after, box), *losses(before, after, box)]
    if after.day > before.day:
        told += dawn(before, after, box)
    if plain(frame_kind)(before) == Kind.ROLL_OFF:
        told += first_player(after)
    for other in range(box.seats):
        if after.players[other].out and not before.players[other].out:
            told.append(Sentence(f"{{{other}}} has no city and no hero, and is out.", 1801))
    return told + ending(before, after, box)


def first_player(after: Record) -> list[Sentence]:
    if plain(frame_kind)(after) == Kind.PLACE_CITY:
        return [Sentence(f"{{{after.first}}} is the first player.", 203)]
    return []


def battle_begins(before: Record, after: Record, box: Record) -> list[Sentence]:
    if before.in_battle or not after.in_battle:
        return []
    battle = after.battle
    attacker = battle.armies[0].seat
    where = square(box, battle.tile)
    if battle.foe == Foe.CITY:
        return [Sentence(f"{{{attacker}}} attacks {{{battle.armies[1].seat}}}'s city {where}.", 1401)]
    if battle.foe == Foe.HEROES:
        return [Sentence(f"{{{attacker}}} attacks {{{battle.armies[1].seat}}} on {where}.", 1001)]
    rule = {Foe.MONSTERS: 1102, Foe.GUARDIANS: 1204, Foe.NEUTRAL: 1404}[Foe(battle.foe)]
    foes = creatures(battle.tier - 1, battle.count)
    return [Sentence(f"{{{attacker}}} fights {FOES[battle.foe]} on {where}: {foes}.", rule)]


def battle_ends(before: Record, after: Record, box: Record) -> list[Sentence]:
    if not before.in_battle or after.in_battle:
        return []
    hero = before.battle.hero
    attacker = before.battle.armies[0].seat
    if not after.players[attacker].heroes[hero].here:
        winner = army_name(before, 1)
        words = f"{winner} wins" if before.battle.armies[1].seat != NOBODY else f"{winner[0].upper()}{winner[1:]} win"
        return [Sentence(f"{words} the battle.", 1701)]
    told = [Sentence(f"{{{attacker}}} wins the battle.", 1701)]
    if before.battle.foe == Foe.MONSTERS:
        gained = before.battle.count * box.numbers.monster_reward
        told.append(Sentence(f"{{{attacker}}} receives {goods(Resource.COINS, gained)} for the monsters killed.", 1106))
    return told


def finds(before: Record, box: Record, action: int) -> list[Sentence]:
    """Resources and items found on the map."""
    kind = plain(frame_kind)(before)
    frame = before.head.frames[before.head.depth - 1]
    if kind == Kind.COUNT_RESOURCE:
        seat = before.head.frames[before.head.depth - 2].c
        gained = action - act.DIE.first + 1 + box.resource_bonus
        return [Sentence(f"{{{seat}}} finds {goods(frame.a, gained)}.", 1302)]
    if kind == Kind.ROLL_QUALITY:
        rises = action - act.PERCENT.first + 1 >= box.numbers.quality_from
        level = frame.b + rises
        if not rises or level == LEVELS:
            article = "An" if LEVEL_NAMES[level][0] in "eu" else "A"
            return [Sentence(f"{article} {LEVEL_NAMES[level]} {ITEM_KIND_NAMES[frame.a]} is found.", 1305)]
    return []


def captures(before: Record, after: Record, box: Record) -> list[Sentence]:
    told = []
    for city in range(box.seats + box.neutral_cities):
        owner = after.cities[city].owner
        if owner != before.cities[city].owner and before.day > 0:
            told.append(Sentence(f"{{{owner}}} takes the city {city_name(after, box, city)}.", 1406))
    for tile in range(box.width * box.height):
        mine = after.tiles[tile]
        if mine.token == Token.MINE and mine.owner != NOBODY:
            old = before.tiles[tile]
            if mine.mark >= 0 and (old.owner != mine.owner or old.mark != mine.mark):
                what = RESOURCE_NAMES[mine.mark]
                told.append(Sentence(f"{{{mine.owner}}} captures the mine {square(box, tile)}: {what}.", 1205))
    return told


def losses(before: Record, after: Record, box: Record) -> list[Sentence]:
    told = []
    for seat in range(box.seats):
        for hero in range(HEROES):
            if before.players[seat].heroes[hero].here and not after.players[seat].heroes[hero].here:
                unpaid = after.day > before.day or before.players[seat].stage == Stage.PAYING
                if unpaid and not was_in_battle(before, seat, hero):
                    told.append(Sentence(f"{{{seat}}}'s hero {hero + 1} is not paid for and leaves.", 504))
                else:
                    told.append(Sentence(f"{{{seat}}}'s hero {hero + 1} is lost.", 1704))
    return told


def was_in_battle(view: Record, seat: int, hero: int) -> bool:
    battle = view.battle
    if not view.in_battle:
        return False
    if seat == battle.armies[0].seat:
        return bool(hero == battle.hero)
    return bool(seat == battle.armies[1].seat and view.players[seat].heroes[hero].tile == battle.tile)


def dawn(before: Record, after: Record, box: Record) -> list[Sentence]:
    """HE-4.1 to HE-5.2: what the new day brought and cost."""
    told = [Sentence(f"Day {after.day} begins.", 301)]
    if plain(frame_kind)(after) != Kind.ACQUIRE:
        return told
    for seat in range(box.seats):
        if not after.players[seat].out:
            cities = plain(city_count)(after, box, seat)
            mines = after.players[seat].mines
            income = [cities * box.per_city[r] + mines[r] * box.numbers.mine_yield for r in range(RESOURCES)]
            fee = plain(unpaid_heroes)(before, seat) * box.numbers.hero_food
            told.append(Sentence(f"{{{seat}}} receives {price(income)}.", 401))
            if fee and after.players[seat].stage == Stage.BUILDING and before.players[seat].stock[2] + income[2] >= fee:
                told.append(Sentence(f"{{{seat}}} pays {goods(Resource.FOOD, fee)} for heroes.", 502))
    return told


def formed(after: Record, seat: int) -> list[Sentence]:
    """The squads of an army that is ready."""
    side = 0 if after.battle.armies[0].seat == seat else 1
    squads = after.battle.armies[side].squads
    lines = [f"{SQUAD_LETTERS[squad]} {army(squads[squad])}" for squad in range(SQUADS) if sum(squads[squad])]
    return [Sentence(f"{{{seat}}} forms {'; '.join(lines)}.", 1501)]


def ending(before: Record, after: Record, box: Record) -> list[Sentence]:
    if not after.head.over or before.head.over:
        return []
    if after.head.over == LAST_REALM:
        winner = next(seat for seat in range(box.seats) if not after.players[seat].out)
        return [Sentence(f"{{{winner}}} is the last realm left and wins.", 1802)]
    values = {seat: plain(realm_value)(after, box, seat) for seat in range(box.seats) if not after.players[seat].out}
    best = max(values.values())
    winners = [f"{{{seat}}}" for seat, value in values.items() if value == best]
    rule = 1803 if after.head.over == RICHEST_REALM else 1806
    if len(winners) > 1:
        return [Sentence(f"{' and '.join(winners)} share the win with a realm value of {best} each.", 1805)]
    return [Sentence(f"{winners[0]} wins with a realm value of {best}.", rule)]
