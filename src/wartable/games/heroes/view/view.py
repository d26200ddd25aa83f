"""How Heroes looks: the map with all that stands on it, the realms beside it, the battle as it goes; a text board."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from wartable.core.contract import View
from wartable.core.frames import kind as frame_kind
from wartable.core.phrases import count
from wartable.core.rules import AnyFrame, ask_all, frame_at, is_due, plain, top
from wartable.drawing.card import Card, labelled
from wartable.drawing.layout import Area, button
from wartable.drawing.scene import Panel, Scene, Thing

from ..box import CREATURE_PRICE, SPAWNER_PRICE, Box
from ..decisions.hire import can_hire
from ..help import RULES, guarded, meant_by, percent, route, tile_named, walk_facts
from ..naming import (
    creature,
    form_name,
    goods,
    hero_name,
    item_name,
    next_hero,
    price,
    spawners_in,
    tile_at,
    with_article,
)
from ..notes import Counter
from ..rules.exploration import most_welcome
from ..rules.realm import garrison_of, has_spawner, monster_tier, most_payable
from ..state import HEROES, NOBODY, SPLITS, TIERS, FillSquadFrame, Foe, Kind, Stage, State, Token, TurnFrame
from ..ways import movers
from ..world import WORLD
from .battle import battle_things
from .city import city_things
from .country import grid_of
from .layout import BUTTON_ROW, GAP, LEFT, MAP, RIGHT, SIDE_WIDTH
from .map import map_things
from .realm import PLAYER_ROW, PURSE_ROW, hero_things, player_things, rows_ground
from .sheets import QUICK, QUICKLY, order, own_cities, sheets
from .staging import cue, staged
from .text_board import board

ANSWERS = ("amount-", "promote", "stay")
ALOUD = ("retreat",)
"""Whoever retreats loses hero and army: that is asked once more."""
BY_DRAG = ("amount-2",)
"""Troops that are dragged go together; touched, one is asked how many."""
TOKEN_RULES = {
    Token.ITEM: ("A chest", 1303), Token.RESOURCE: ("A crate", 1301), Token.MONSTER: ("Monsters", 1102),
    Token.MINE: ("A mine", 1202),
}  # fmt: skip


def scene(view: State, box: Box, seat: int) -> Scene:
    """The map on the left; beside it the players and own heroes, the cities and what is to be chosen.

    In a battle the armies stand where heroes and cities are otherwise.
    """
    grid, ground = grid_of(box.width, box.height)
    own = seat if 0 <= seat < box.seats else 0
    # At the end nothing is left to choose, and what is not asked for takes no room.
    rows = [] if view.head.over else choice_rows(view, box, seat)
    asked = BUTTON_ROW * len(rows) + 4 + CAPTION * sum(1 for names in rows if is_amount(names[0][0]))
    rivals, purse, left = LEFT.rows(PLAYER_ROW * (box.seats - 1) + 6, PURSE_ROW + 6, 0, gap=GAP)
    right, choices = RIGHT.rows(0, asked, gap=GAP) if rows else (RIGHT, RIGHT)
    panels = [MAP.as_panel("board", ground, dense=True, phone="strip" if view.in_battle else "column")]
    panels += side_panels(view, box, own, (rivals, purse, left, right))
    things = [*map_things(view, box, grid, own), *player_things(view, box, own)]
    if view.in_battle:
        things += battle_things(view, box, (left.height, right.height))
    else:
        things += [*hero_things(view, box, own, left.height), *city_things(view, box, own, right.height)]
    if rows:
        # In a small window they come before what is only looked up.
        panels.insert(-2 if view.in_battle else -1, replace(choices.as_panel("choices", phone="bar"), framed=False))
        pale = idle(view, box, seat) if plain(frame_kind)(view) == Kind.ACQUIRE else set()
        things += choice_things(rows, pale)
    return Scene(tuple(panels), tuple(things), caption="Heroes", world=WORLD)


def choice_things(rows: "list[Names]", pale: Collection[str]) -> Iterator[Thing]:
    """The buttons, row by row; above amounts stands what they are for."""
    line = Area(0, 2, SIDE_WIDTH, BUTTON_ROW, "choices")
    for names in rows:
        if is_amount(names[0][0]):
            yield line._replace(height=CAPTION).inset(4, 0).text("how-many", HOW_MANY)
            line = line.moved(0, CAPTION)
        width = SIDE_WIDTH / max(2, len(names))
        for (id, words), place in zip(names, line.inset(0, 2).row(len(names), width), strict=True):
            yield button(place.inset(2, 0), id, words, states=("edged", "spent") if id in pale else ("edged",))
        line = line.moved(0, BUTTON_ROW)


def side_panels(view: State, box: Box, own: int, areas: tuple[Area, Area, Area, Area]) -> list[Panel]:
    """What lies beside the map; on a phone all of it in the hand, first what one spends and what is asked about."""
    above, below, left, right = areas
    others = tuple(seat for seat in range(box.seats) if seat != own)
    rivals = row_panel("players", above, rows_ground(others, own, PLAYER_ROW))
    purse = row_panel("purse", below, rows_ground((own,), own, PURSE_ROW))
    if view.in_battle:
        return [left.as_panel("attackers", phone="hand"), right.as_panel("defenders", phone="hand"), purse, rivals]
    heroes, cities = (
        area.as_panel(name, phone="hand", cells=(area._replace(x=0, y=0).cell(fresh=False, phone="hand"),))
        for name, area in (("heroes", left), ("cities", right))
    )
    asked = (cities, heroes) if plain(frame_kind)(view) == Kind.ACQUIRE else (heroes, cities)
    return [purse, *asked, rivals]


def row_panel(name: str, area: Area, ground: str) -> Panel:
    row = Area(0, 2, area.width, area.height - 4)
    return area.as_panel(name, ground, phone="hand", cells=(row.cell(fresh=False, lasting=True, phone="hand"),))


def as_if(view: State, box: Box, seat: int) -> State | None:
    """The table as if a seat explored: its heroes have their steps, those of others the most that a die gives."""
    head = view.head
    turns = [place for place in range(head.depth) if frame_at(view, place, AnyFrame).kind == Kind.TURN]
    if view.in_battle or not turns:
        return None
    is_exploring = bool(plain(frame_kind)(view) == Kind.EXPLORE and plain(is_due)(view, seat))
    frame_at(view, turns[0], TurnFrame).seat = seat
    head.depth = turns[0] + 1
    plain(ask_all)(view, Kind.EXPLORE, 1 << seat, 0, 0, 0)
    for hero in view.players[seat].heroes:
        if hero.here and not is_exploring:
            hero.moves = box.numbers.movement_die
    return view


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    if thing.startswith("spawner-"):
        return spawner_card(view, box, *(int(part) for part in thing.split("-")[1:]))
    if thing == QUICK:
        return Card(QUICKLY, 1606, text=QUICK_WORDS)
    card = labelled(scene(view, box, seat), thing, RULES)
    if card is None:
        return None
    if thing.startswith("token-"):
        card = token_card(view, box, card, thing.partition("-")[2])
    lying = lies_on(view, box, thing)
    if walks := walk_facts(view, box, seat, thing):
        card = replace(card, facts=(*card.facts, *walks))
    return replace(card, facts=(*card.facts, f"Here lies {lying}")) if lying else card


QUICK_WORDS = (
    "Fights this battle to its end for you. Each time it takes what wins most often: of the ready-made splits, of the "
    "two ways to roll, and of the attacks. It divides nothing by hand, and never retreats."
)


def lies_on(view: State, box: Box, thing: str) -> str:
    """The items that lie on a tile."""
    tile = tile_named(box, thing)
    items = [it for it in view.loot[: view.loots] if it.tile == tile]
    return ", ".join(with_article(item_name(it.kind, it.level)) for it in items)


def token_card(view: State, box: Box, card: Card, name: str) -> Card:
    """What lies on a tile by its own name, with the rule that says what it does to whoever steps there."""
    tile = tile_at(box, name)
    token = Token.NONE if tile is None else Token(view.tiles[tile].token)
    if token not in TOKEN_RULES:
        return card
    title, rule = TOKEN_RULES[token]
    return Card(f"{title} on {name}", rule, card.facts, mine_text(view, box) if token == Token.MINE else "")


def mine_text(view: State, box: Box) -> str:
    """What a mine is, at this table (HE-12.2 to HE-12.5)."""
    share, numbers = guarded(box), box.numbers
    least, most = numbers.guard_dice + numbers.guard_plus, 6 * numbers.guard_dice + numbers.guard_plus
    who = creature(int(plain(monster_tier)(view, box)) - 1)
    return (
        f"Whoever steps onto it takes it: it pays 1 of its resource, and again every day. {percent(share)} of mines "
        f"have guardians, {least} to {most} {who}, who must be beaten first. Another's mine is taken in the same way."
    )


def spawner_card(view: State, box: Box, city: int, kind: int) -> Card:
    """What a spawner is for, what it costs, and what it needs (HE-6.2 to HE-6.4, HE-7.3)."""
    text = f"Lets this city recruit {creature(kind)}, for {price(box.price[CREATURE_PRICE + kind])} each."
    title = f"Spawner of {creature(kind)}"
    if plain(has_spawner)(view, city, kind):
        return Card(title, 703, ("Built",), text)
    needs = [kind - 1] * (kind % TIERS > 0) + [kind - TIERS] * (kind >= TIERS)
    missing = [creature(need) for need in needs if not plain(has_spawner)(view, city, need)]
    facts: tuple[str, ...] = (f"Costs {price(box.price[SPAWNER_PRICE + kind])}",)
    if missing:
        facts += (f"Needs the spawner of {' and of '.join(missing)} first",)
    return Card(title, 603 if missing else 602, facts, text)


Names = list[tuple[str, str]]


def choice_rows(view: State, box: Box, seat: int) -> list[Names]:
    """The buttons, row by row, for what is asked of the viewer and cannot be touched on the map or in the lists."""
    if not 0 <= seat < box.seats or not plain(is_due)(view, seat):
        return []
    fights = view.in_battle and plain(frame_kind)(view) != Kind.WELCOME
    return battle_rows(view, box) if fights else peace_rows(view, box, seat)


def peace_rows(view: State, box: Box, seat: int) -> list[Names]:
    kind = plain(frame_kind)(view)
    if kind == Kind.ACQUIRE:
        if view.players[seat].stage == Stage.PAYING:
            return []
        hire = f"Hire {newcomer(view, seat)}: {goods(0, box.numbers.hero_coins)}"
        arms = [("promote", "Give armour")] if can_promote(view, seat) else []
        walls = [("rampart", "Build a rampart")] if box.campaign else []
        many = [amounts("Five or half")] if buys(view, box, seat) or arms or moves_troops(view, seat) else []
        return [*in_rows([("done", "Done for today"), ("hire", hire), *arms, *walls], 3 if arms or walls else 2), *many]
    if kind == Kind.EXPLORE:
        many = [amounts("Half")] if moves_troops(view, seat) else []
        able = movers(view, seat)
        who = hero_name(seat, able[0]) if len(able) == 1 else "A hero"
        return [[("end", "End turn"), ("stay", f"{who} stays")], *many]
    if kind == Kind.WELCOME:
        most = plain(most_welcome)(view, box, seat)
        return in_rows([(f"join-{count}", str(count) if count else "Nobody") for count in range(most + 1)], 6)
    return []


def battle_rows(view: State, box: Box) -> list[Names]:
    """What is asked in a battle, and to have it fought to its end."""
    kind, quickly = plain(frame_kind)(view), (QUICK, QUICKLY)
    if kind == Kind.FORM_SQUADS:
        forms = [number for number in range(SPLITS) if box.split_squads[number]]
        ready_made = [(f"form-{number}", form_words(box, number)) for number in forms]
        return [*in_rows([*ready_made, ("divide", "By hand"), quickly], 3)]
    if kind == Kind.FILL_SQUAD:
        return [*digit_rows(view), [quickly]]
    if kind == Kind.CHOOSE_ROLLS:
        return [[("rolls-0", "Representative rolls"), ("rolls-1", "Individual rolls")], [quickly]]
    if kind == Kind.CHOOSE_ATTACK and (view.battle.side == 0 or view.battle.foe != Foe.CITY):
        return [[("retreat", "Retreat"), quickly]]
    return [[quickly]]


def digit_rows(view: State) -> list[Names]:
    """The digits of a number that is asked for: as many as it may have."""
    frame = top(view, FillSquadFrame)
    left = int(view.battle.armies[frame.side].squads[0, frame.creature])
    ones = [(f"ones-{digit}", str(digit)) for digit in range(min(left, 9) + 1)]
    tens = [(f"tens-{digit}", str(10 * digit)) for digit in range(min(left // 10, 9) + 1)]
    return [*([[("hundreds", "Hundreds")]] if left > 99 else []), *([tens] if left > 9 else []), ones]


HOW_MANY, CAPTION = "How many of the troops you touch:", 22
"""What the amounts are for, and how high that line is."""


def amounts(some: str) -> Names:
    """How many are recruited, moved, armed or shifted: asked where troops are touched, and shown here."""
    return [(f"amount-{number}", words) for number, words in enumerate(("One", some, "All"))]


def is_amount(id: str) -> bool:
    return id.startswith("amount-")


def buys(view: State, box: Box, seat: int) -> bool:
    """Whether a seat can pay for any creature of its spawners."""
    kinds = {kind for city in own_cities(view, box, seat) for kind in spawners_in(view, city)}
    return any(plain(most_payable)(view, box, seat, CREATURE_PRICE + kind) for kind in kinds)


def moves_troops(view: State, seat: int) -> bool:
    """Whether a hero of a seat is in a city of its own, and there are troops to move."""
    heroes = view.players[seat].heroes
    for number in range(HEROES):
        city = plain(garrison_of)(view, seat, number) if heroes[number].here else NOBODY
        if city >= 0 and (any(heroes[number].troops) or any(view.cities[city].garrison)):
            return True
    return False


def can_promote(view: State, seat: int) -> bool:
    """Whether any city of a seat has creatures without armour, and a forge for any."""
    cities = [city for city in view.cities if city.owner == seat]
    return any(city.spawners >> TIERS and any(city.garrison[:TIERS]) for city in cities)


def newcomer(view: State, seat: int) -> str:
    """Who comes where a hero is hired; nobody in particular where all are there."""
    hero = next_hero(view, seat)
    return "a hero" if hero is None else hero_name(seat, hero)


def idle(view: State, box: Box, seat: int) -> set[str]:
    """The buttons that lead to nothing now, for want of coins."""
    return set() if plain(can_hire)(view, box, seat) else {"hire"}


def form_words(box: Box, number: int) -> str:
    name = form_name(box, number)
    if name.startswith("even"):
        return "One squad" if name == "even1" else f"{name[4:]} even squads"
    return "Kinds apart" if name == "kinds" else f"{count(int(name[5:]), 'weak one')} apart"


def in_rows(names: Names, most: int) -> list[Names]:
    """Names in rows of so many or fewer."""
    return [names[first : first + most] for first in range(0, len(names), most)]


VIEW = View(
    scene=scene,
    purse=(Counter.COINS, Counter.WOOD, Counter.FOOD, Counter.STONE),
    board=board,
    explain=explain,
    meant_by=meant_by,
    route=route,
    sheets=sheets,
    order=order,
    as_if=as_if,
    cue=cue,
    staged=staged,
    answers=ANSWERS,
    by_drag=BY_DRAG,
    aloud=ALOUD,
    world=WORLD,
)
