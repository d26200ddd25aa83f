"""Notation and labels of Heroes; its prompts, sentences, facts and meanings are in modules of their own."""

from collections.abc import Callable

from wartable.core.actions import Family, belongs, decode
from wartable.core.compiled import plain
from wartable.core.frames import kind as frame_kind
from wartable.core.frames import top

from . import actions as act
from .actions import Amount
from .box import CREATURE_PRICE, PROMOTION_PRICE, RAMPART_PRICE, SPAWNER_PRICE, Box, Encounter, Split
from .facts import fact
from .help import goal, odds
from .meaning import meant
from .naming import (
    DIRECTIONS,
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    SQUAD_LETTERS,
    TOKEN_NAMES,
    army,
    city_name,
    city_tile,
    creature,
    creatures,
    hero_name,
    next_hero,
    price,
    square,
    town_on,
    with_article,
)
from .phases import phases
from .prompts import bribe, prompt
from .rules.acquisition import most_promoted
from .rules.realm import is_defended, most_payable, neighbour, share
from .sentences import sentence, split_name
from .state import CITIES, HEROES, NOBODY, TIERS, Kind, NameLeadFrame, State, Token, WelcomeFrame

__all__ = ["fact", "goal", "label", "meant", "notation", "odds", "phases", "prompt", "sentence"]

TIMES = ("x1", "x5", "max")
SHARES = ("1", "half", "all")


def short(kind: int) -> str:
    """A creature kind as people type it: t2, and t2+ for rank 2."""
    return f"t{kind % TIERS + 1}{'+' if kind >= TIERS else ''}"


def holder(number: int) -> str:
    return "city" if number == 0 else f"h{number}"


def form_name(box: Box, number: int) -> str:
    squads, effect = box.split_squads[number], box.split_effect[number]
    if squads == 0:
        return f"none{number}"
    if effect == Split.EVEN:
        return f"even{squads}"
    return "kinds" if effect == Split.KINDS else f"apart{squads - 1}"


def notation(view: State, box: Box, seat: int, action: int) -> str:
    """`h1 e` moves hero 1 east, `build d1 t2` builds, `give city h1 t1 all` moves troops, `A>B` attacks."""
    for family, write in NOTATION.items():
        if belongs(family, action):
            return write(view, box, action)
    raise AssertionError(f"there is no action {action}")


def _place(view: State, box: Box, action: int) -> str:
    return f"city {square(box, decode(act.Place, action).tile)}"


def _pay(view: State, box: Box, action: int) -> str:
    return f"pay h{decode(act.Pay, action).hero + 1}"


def _build(view: State, box: Box, action: int) -> str:
    city, kind = decode(act.Build, action)
    return f"build {city_tile(view, box, city)} {short(kind)}"


def _recruit(view: State, box: Box, action: int) -> str:
    city, kind, amount = decode(act.Recruit, action)
    return f"recruit {city_tile(view, box, city)} {short(kind)} {TIMES[amount]}"


def _promote(view: State, box: Box, action: int) -> str:
    city, tier, amount = decode(act.Promote, action)
    return f"promote {city_tile(view, box, city)} {short(tier)} {TIMES[amount]}"


def _hire(view: State, box: Box, action: int) -> str:
    return f"hire {city_tile(view, box, decode(act.Hire, action).city)}"


def _rampart(view: State, box: Box, action: int) -> str:
    return f"rampart {city_tile(view, box, decode(act.Rampart, action).city)}"


def _transfer(view: State, box: Box, action: int) -> str:
    giver, taker, kind, amount = decode(act.Transfer, action)
    what = "army" if kind == act.ALL_KINDS else short(kind)
    return f"give {holder(giver)} {holder(taker)} {what} {SHARES[amount]}"


def _take(view: State, box: Box, action: int) -> str:
    hero, kind, level = decode(act.Take, action)
    return f"take h{hero + 1} {LEVEL_NAMES[level + 1]} {ITEM_KIND_NAMES[kind].replace(' ', '-')}"


def _swap(view: State, box: Box, action: int) -> str:
    hero, other, kind = decode(act.Swap, action)
    return f"swap h{hero + 1} h{other + 1} {ITEM_KIND_NAMES[kind].replace(' ', '-')}"


def _move(view: State, box: Box, action: int) -> str:
    hero, direction = decode(act.Move, action)
    return f"h{hero + 1} {DIRECTIONS[direction]}"


def _pick(view: State, box: Box, action: int) -> str:
    squad, kind = decode(act.Pick, action)
    return f"pick {SQUAD_LETTERS[squad]} {short(kind)}"


def _shift(view: State, box: Box, action: int) -> str:
    target, amount = decode(act.Shift, action)
    return f"to {SQUAD_LETTERS[target]} {SHARES[amount]}"


def _attack(view: State, box: Box, action: int) -> str:
    squad, target = decode(act.Attack, action)
    return f"{SQUAD_LETTERS[squad]}>{SQUAD_LETTERS[target]}"


NOTATION: dict[Family, Callable[[State, Box, int], str]] = {
    act.PLACE: _place,
    act.PAY: _pay,
    act.BUILD: _build,
    act.RECRUIT: _recruit,
    act.PROMOTE: _promote,
    act.HIRE: _hire,
    act.RAMPART: _rampart,
    act.TRANSFER: _transfer,
    act.TAKE: _take,
    act.SWAP: _swap,
    act.DONE: lambda _view, _box, _action: "done",
    act.MOVE: _move,
    act.STAY: lambda _view, _box, action: f"stay h{decode(act.Stay, action).hero + 1}",
    act.END: lambda _view, _box, _action: "end",
    act.JOIN: lambda _view, _box, action: f"join {decode(act.Join, action).number}",
    act.FORM: lambda _view, box, action: f"form {form_name(box, decode(act.Form, action).split)}",
    act.READY: lambda _view, _box, _action: "ready",
    act.PICK: _pick,
    act.SHIFT: _shift,
    act.LEAD: lambda _view, _box, action: f"lead {SQUAD_LETTERS[decode(act.Lead, action).squad]}",
    act.ROLLS: lambda _view, _box, action: ("representative", "individual")[decode(act.Rolls, action).rolls],
    act.ATTACK: _attack,
    act.RETREAT: lambda _view, _box, _action: "retreat",
    act.DIE: lambda _view, _box, action: str(decode(act.Die, action).face + 1),
    act.PERCENT: lambda _view, _box, action: f"{(decode(act.Percent, action).face + 1) * 10}%",
    act.LAY: lambda _view, box, action: f"lay {square(box, decode(act.Lay, action).tile)}",
    act.TARGET: lambda _view, _box, action: f"target {SQUAD_LETTERS[decode(act.Target, action).squad]}",
}


def label(view: State, box: Box, seat: int, action: int) -> str:
    """The action as a person would say it."""
    for family, write in LABELS.items():
        if belongs(family, action):
            return write(view, box, seat, action)
    raise AssertionError(f"there is no action {action}")


def _say_build(view: State, box: Box, seat: int, action: int) -> str:
    city, kind = decode(act.Build, action)
    cost = price(box.price[SPAWNER_PRICE + kind])
    return f"Build the spawner of {creature(kind)} in {city_name(view, box, city)} for {cost}"


ALL_YOU_CAN = ", all you can pay for"


def bought(most: int, amount: int) -> int:
    return (1, 5, most)[amount]


def _say_recruit(view: State, box: Box, seat: int, action: int) -> str:
    city, kind, amount = decode(act.Recruit, action)
    count = bought(plain(most_payable)(view, box, seat, CREATURE_PRICE + kind), amount)
    cost = price(box.price[CREATURE_PRICE + kind], count) + (ALL_YOU_CAN if amount == Amount.MOST else "")
    return f"Recruit {creatures(kind, count)} in {city_name(view, box, city)} for {cost}"


def _say_promote(view: State, box: Box, seat: int, action: int) -> str:
    city, tier, amount = decode(act.Promote, action)
    count = bought(plain(most_promoted)(view, box, seat, city, tier), amount)
    cost = price(box.price[PROMOTION_PRICE + tier], count) + (ALL_YOU_CAN if amount == Amount.MOST else "")
    return f"Promote {creatures(tier, count)} in {city_name(view, box, city)} for {cost}"


def _say_hire(view: State, box: Box, seat: int, action: int) -> str:
    hero, where = next_hero(view, seat), city_name(view, box, decode(act.Hire, action).city)
    who = "a hero" if hero is None else f"the hero {hero_name(seat, hero)}"
    return f"Hire {who} in {where} for {box.numbers.hero_coins} coins"


def _say_rampart(view: State, box: Box, seat: int, action: int) -> str:
    city = city_name(view, box, decode(act.Rampart, action).city)
    return f"Raise a rampart in {city} for {price(box.price[RAMPART_PRICE])}"


def party(view: State, box: Box, seat: int, number: int, other: int) -> str:
    """A holder of troops in a transfer, in words: a hero, or the city whose garrison it is."""
    if number > 0:
        return hero_name(seat, number - 1)
    return town_on(box, int(view.players[seat].heroes[max(other, 1) - 1].tile))


def troops_of(view: State, seat: int, number: int, other: int) -> list[int]:
    """What a holder of troops in a transfer has."""
    heroes = view.players[seat].heroes
    if number > 0:
        return [int(count) for count in heroes[number - 1].troops]
    city = view.cities[view.tiles[heroes[max(other, 1) - 1].tile].mark % CITIES]
    return [int(count) for count in city.garrison]


def _say_transfer(view: State, box: Box, seat: int, action: int) -> str:
    giver, taker, kind, amount = decode(act.Transfer, action)
    if kind == act.ALL_KINDS:
        what = "all troops"
    else:
        held = troops_of(view, seat, giver, taker)[kind]
        part = ("", " (half)", " (all)")[amount] if held > 1 else ""
        what = creatures(kind, plain(share)(held, amount)) + part
    return f"Move {what} from {party(view, box, seat, giver, taker)} to {party(view, box, seat, taker, giver)}"


def _say_take(view: State, box: Box, seat: int, action: int) -> str:
    hero, kind, level = decode(act.Take, action)
    carried = view.players[seat].heroes[hero].items[kind]
    instead = f" and leaves the {LEVEL_NAMES[carried]} one" if carried else ""
    return f"{hero_name(seat, hero)} takes the {LEVEL_NAMES[level + 1]} {ITEM_KIND_NAMES[kind]}{instead}"


def _say_swap(view: State, box: Box, seat: int, action: int) -> str:
    hero, other, kind = decode(act.Swap, action)
    return f"{hero_name(seat, hero)} and {hero_name(seat, other)} exchange what they carry as {ITEM_KIND_NAMES[kind]}"


def _say_move(view: State, box: Box, seat: int, action: int) -> str:
    hero, direction = decode(act.Move, action)
    target = plain(neighbour)(box, view.players[seat].heroes[hero].tile, direction)
    if target == NOBODY:
        return f"{hero_name(seat, hero)} leaves the map to the {DIRECTIONS[direction]}"
    return f"{hero_name(seat, hero)} moves to {square(box, target)}{lure(view, box, seat, target)}"


def lure(view: State, box: Box, seat: int, tile: int) -> str:
    """What a hero would meet on a tile, in the order in which it would (HE-10.1)."""
    it = view.tiles[tile]
    met = [] if it.token == Token.CITY else enemies_met(view, box, seat, tile)
    if it.token == Token.MONSTER:
        met.insert(0, f"monsters{on_guard(view, tile)}")
    elif it.token == Token.CITY:
        met.append(city_met(view, box, seat, it.mark) + on_guard(view, tile))
    elif it.token == Token.MINE:
        owner = "your mine" if it.owner == seat else "a mine" if it.owner == NOBODY else f"{{{it.owner}}}'s mine"
        met.append(owner + on_guard(view, tile))
    elif it.token:
        met.append(with_article(TOKEN_NAMES[it.token]))
    if it.heaps:
        met.append("items" if it.heaps > 1 else "an item that lies there")
    return "".join(f", {words}" for words in met)


def on_guard(view: State, tile: int) -> str:
    """Those who are known to stand on a tile and to fight."""
    it = view.tiles[tile]
    return f" ({creatures(it.tier - 1, it.guards)})" if it.guards else ""


def enemies_met(view: State, box: Box, seat: int, tile: int) -> list[str]:
    """The heroes of another player on a tile: an attack."""
    met = []
    for other in range(box.seats):
        for number in range(HEROES):
            hero = view.players[other].heroes[number]
            if other != seat and hero.here and hero.tile == tile:
                met.append(f"attack {{{other}}}'s hero {hero_name(other, number)} ({army(hero.troops)})")
    return met


def city_met(view: State, box: Box, seat: int, city: int) -> str:
    owner, name = view.cities[city].owner, city_name(view, box, city)
    if owner == seat:
        return f"home to {name}"
    if owner == NOBODY:
        return f"siege of the neutral city {name}"
    return f"siege of {{{owner}}}'s city {name}{'' if plain(is_defended)(view, city) else ', undefended'}"


def _say_join(view: State, box: Box, seat: int, action: int) -> str:
    count = decode(act.Join, action).number
    if count == 0:
        return "Take none of them"
    if plain(frame_kind)(view) == Kind.WELCOME and top(view, WelcomeFrame).encounter == Encounter.BRIBE:
        return f"Bribe {count} of them for {price(bribe(view, box), count)}"
    return f"Take {count} of them"


def _say_form(view: State, box: Box, seat: int, action: int) -> str:
    words = split_name(box, decode(act.Form, action).split)
    return words[0].upper() + words[1:]


def _say_pick(view: State, box: Box, seat: int, action: int) -> str:
    squad, kind = decode(act.Pick, action)
    return f"Shift {creature(kind)} out of squad {SQUAD_LETTERS[squad]}"


def _say_shift(view: State, box: Box, seat: int, action: int) -> str:
    target, amount = decode(act.Shift, action)
    return f"{('One', 'Half of them', 'All of them')[amount]} to squad {SQUAD_LETTERS[target]}"


def _say_lead(view: State, box: Box, seat: int, action: int) -> str:
    is_named = plain(frame_kind)(view) == Kind.NAME_LEAD
    hero = hero_name(seat, top(view, NameLeadFrame).hero) if is_named else "The hero"
    return f"{hero} leads squad {SQUAD_LETTERS[decode(act.Lead, action).squad]}"


def _say_attack(view: State, box: Box, seat: int, action: int) -> str:
    squad, target = decode(act.Attack, action)
    enemies = army(view.battle.armies[1 - view.battle.side].squads[target])
    return f"Squad {SQUAD_LETTERS[squad]} attacks enemy squad {SQUAD_LETTERS[target]} ({enemies})"


def found_words(box: Box, tile: int) -> str:
    return f"Found your city on {square(box, tile)}: {town_on(box, tile)}"


ROLL_LABELS = (
    "Representative: one of a kind rolls for all",
    "Individual: every creature rolls",
)

LABELS: dict[Family, Callable[[State, Box, int, int], str]] = {
    act.PLACE: lambda _view, box, _seat, action: found_words(box, decode(act.Place, action).tile),
    act.PAY: lambda _view, _box, seat, action: f"Pay for {hero_name(seat, decode(act.Pay, action).hero)}",
    act.BUILD: _say_build,
    act.RECRUIT: _say_recruit,
    act.PROMOTE: _say_promote,
    act.HIRE: _say_hire,
    act.RAMPART: _say_rampart,
    act.TRANSFER: _say_transfer,
    act.TAKE: _say_take,
    act.SWAP: _say_swap,
    act.DONE: lambda _view, _box, _seat, _action: "Done with building and recruiting",
    act.MOVE: _say_move,
    act.STAY: lambda _view, _box, seat, action: f"{hero_name(seat, decode(act.Stay, action).hero)} stays",
    act.END: lambda _view, _box, _seat, _action: "End the turn",
    act.JOIN: _say_join,
    act.FORM: _say_form,
    act.READY: lambda _view, _box, _seat, _action: "The army is ready",
    act.PICK: _say_pick,
    act.SHIFT: _say_shift,
    act.LEAD: _say_lead,
    act.ROLLS: lambda _view, _box, _seat, action: ROLL_LABELS[decode(act.Rolls, action).rolls],
    act.ATTACK: _say_attack,
    act.RETREAT: lambda _view, _box, _seat, _action: "Retreat: the hero and its army are lost",
    act.DIE: lambda _view, _box, _seat, action: f"The die shows {decode(act.Die, action).face + 1}",
    act.PERCENT: lambda _view, _box, _seat, action: (
        f"The percentile die shows {(decode(act.Percent, action).face + 1) * 10}"
    ),
    act.LAY: lambda _view, box, _seat, action: f"The token comes to lie on {square(box, decode(act.Lay, action).tile)}",
    act.TARGET: lambda _view, _box, _seat, action: (
        f"They attack squad {SQUAD_LETTERS[decode(act.Target, action).squad]}"
    ),
}
