"""How Heroes looks: the map with all that stands on it, the realms beside it, the battle as it goes; a text board."""

from collections.abc import Collection

from wartable.core.card import Card, labelled
from wartable.core.compiled import plain
from wartable.core.frames import AnyFrame, ask_all, frame_at, is_due
from wartable.core.frames import kind as frame_kind
from wartable.core.phrases import count
from wartable.core.record import Record
from wartable.core.scene import Panel, Scene, Thing

from . import actions as act
from .battle_view import battle_things
from .box import CREATURE_PRICE, SPAWNER_PRICE
from .help import RULES, guarded, meant_by, percent, route
from .layout_view import BOARD, BOTTOM, CHOICES, GAP, LEFT, SIDE_WIDTH, SIDE_X, TOP
from .map_view import grid_of, map_things
from .naming import creature, goods, price, tile_at
from .realm_view import PLAYER_ROW, city_things, hero_things, player_things
from .rules.acquisition import can_hire
from .rules.exploration import most_welcome
from .rules.realm import has_spawner, monster_tier
from .sheets import order, sheets
from .staging import cue, staged
from .state import TIERS, Foe, Kind, Stage, Token, TurnFrame
from .text_board import board
from .touches import path
from .words import form_name
from .world import WORLD

__all__ = [
    "ALOUD",
    "ANSWERS",
    "BY_DRAG",
    "WORLD",
    "as_if",
    "board",
    "cue",
    "explain",
    "meant_by",
    "order",
    "path",
    "route",
    "scene",
    "sheets",
    "staged",
]

ANSWERS = ("amount-", "promote", "stay")
ALOUD = ("retreat",)
"""Whoever retreats loses hero and army: that is asked once more."""
BY_DRAG = ("amount-2",)
"""Troops that are dragged go together; touched, one is asked how many."""
TOKEN_RULES = {
    Token.ITEM: ("A chest", 1303), Token.RESOURCE: ("A crate", 1301), Token.MONSTER: ("Monsters", 1102),
    Token.MINE: ("A mine", 1202),
}  # fmt: skip


def scene(view: Record, box: Record, seat: int) -> Scene:
    """The map on the left; beside it the players and own heroes, the cities and what is to be chosen.

    In a battle the armies stand where heroes and cities are otherwise.
    """
    grid, ground = grid_of(box.width, box.height)
    own = seat if 0 <= seat < box.seats else 0
    panels = [Panel("board", "", LEFT, TOP, BOARD, BOARD, ground, dense=True, phone="column")]
    things = map_things(view, box, grid)
    height = PLAYER_ROW * box.seats + 8
    panels.append(Panel("players", "", SIDE_X[0], TOP, SIDE_WIDTH, height))
    things += player_things(view, box, own)
    top = TOP + height + GAP
    # At the end nothing is left to choose.
    choices = [] if view.head.over else choice_things(view, box, seat)
    # What is not asked for takes no room.
    rooms = (BOTTOM - top, BOARD - CHOICES - GAP if choices or view.in_battle else BOARD)
    names = ("attackers", "defenders") if view.in_battle else ("heroes", "cities")
    for name, x, y, room in zip(names, SIDE_X, (top, TOP), rooms, strict=True):
        panels.append(Panel(name, "", x, y, SIDE_WIDTH, room, phone="hand"))
    if view.in_battle:
        things += battle_things(view, box, rooms)
    else:
        things += [*hero_things(view, box, own, rooms[0]), *city_things(view, box, own, rooms[1])]
    if choices:
        panels.append(Panel("choices", "", SIDE_X[1], BOTTOM - CHOICES, SIDE_WIDTH, CHOICES, framed=False, phone="bar"))
    things += choices
    return Scene(tuple(panels), tuple(things), caption="Heroes", world=WORLD)


def as_if(view: Record, box: Record, seat: int) -> Record | None:
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


def explain(view: Record, box: Record, seat: int, thing: str) -> Card | None:
    if thing.startswith("spawner-"):
        return spawner_card(view, box, *(int(part) for part in thing.split("-")[1:]))
    card = labelled(scene(view, box, seat), thing, RULES)
    return token_card(view, box, card, thing.partition("-")[2]) if card and thing.startswith("token-") else card


def token_card(view: Record, box: Record, card: Card, name: str) -> Card:
    """What lies on a tile by its own name, with the rule that says what it does to whoever steps there."""
    token = Token(view.tiles[tile_at(box, name)].token)
    if token not in TOKEN_RULES:
        return card
    title, rule = TOKEN_RULES[token]
    return Card(f"{title} on {name}", rule, card.facts, mine_text(view, box) if token == Token.MINE else "")


def mine_text(view: Record, box: Record) -> str:
    """What a mine is, at this table (HE-12.2 to HE-12.5)."""
    share, numbers = guarded(box), box.numbers
    least, most = numbers.guard_dice + numbers.guard_plus, 6 * numbers.guard_dice + numbers.guard_plus
    who = creature(int(plain(monster_tier)(view, box)) - 1)
    return (
        f"Whoever steps onto it takes it: it pays 1 of its resource, and again every day. {percent(share)} of mines "
        f"have guardians, {least} to {most} {who}, who must be beaten first. Another's mine is taken in the same way."
    )


def spawner_card(view: Record, box: Record, city: int, kind: int) -> Card:
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


def choice_things(view: Record, box: Record, seat: int) -> list[Thing]:
    """The buttons for what is asked of the viewer and cannot be touched on the map or in the lists."""
    if not 0 <= seat < box.seats or not plain(is_due)(view, seat):
        return []
    kind = plain(frame_kind)(view)
    if kind == Kind.ACQUIRE:
        if view.players[seat].stage == Stage.PAYING:
            return []
        hire = f"Hire a hero: {goods(0, box.numbers.hero_coins)}"
        names = [("done", "Done"), ("hire", hire), ("promote", "Promote")]
        names += [("rampart", "Rampart")] if box.campaign else []
        pale = idle(view, box, seat)
        rows = (names[:2], names[2:], amounts(("One", "Five or half", "All")))
        return [thing for row, y in zip(rows, (28, 77, 126), strict=True) for thing in buttons(row, y, pale=pale)]
    if kind == Kind.EXPLORE:
        return buttons([("end", "End turn"), ("stay", "Stay")], 44) + buttons(amounts(("One", "Half", "All")), 108)
    if kind == Kind.WELCOME:
        most = plain(most_welcome)(view, box, seat)
        names = [(f"join-{count}", str(count) if count else "None") for count in range(most + 1)]
        return in_rows(names, 6)
    if kind == Kind.FORM_SQUADS:
        forms = [number for number in range(act.SPLITS) if box.split_squads[number]]
        names = [(f"form-{number}", form_words(box, number)) for number in forms]
        return in_rows(names, 3)
    if kind == Kind.EDIT_SQUADS:
        return buttons([("ready", "Ready")], 77)
    if kind == Kind.SHIFT_SQUAD:
        return buttons(amounts(("One", "Half", "All")), 77)
    if kind == Kind.CHOOSE_ROLLS:
        return buttons([("rolls-0", "Representative rolls"), ("rolls-1", "Individual rolls")], 77)
    if kind == Kind.CHOOSE_ATTACK and (view.battle.side == 0 or view.battle.foe != Foe.CITY):
        return buttons([("retreat", "Retreat")], 77)
    return []


def idle(view: Record, box: Record, seat: int) -> set[str]:
    """The buttons that lead to nothing now, for want of coins, of a spawner or of troops."""
    cities = [city for city in view.cities if city.owner == seat]
    pale: set[str] = set() if plain(can_hire)(view, box, seat) else {"hire"}
    if not any(city.spawners >> TIERS and any(city.garrison[:TIERS]) for city in cities):
        pale.add("promote")
    led = any(hero.here and any(hero.troops) for hero in view.players[seat].heroes)
    if not led and not any(city.spawners or any(city.garrison) for city in cities):
        pale |= {id for id, _ in amounts(("", "", ""))}
    return pale


def form_words(box: Record, number: int) -> str:
    name = form_name(box, number)
    if name.startswith("even"):
        return "One squad" if name == "even1" else f"{name[4:]} even squads"
    return "Kinds apart" if name == "kinds" else f"{count(int(name[5:]), 'weak one')} apart"


def amounts(words: tuple[str, str, str]) -> list[tuple[str, str]]:
    return [(f"amount-{number}", word) for number, word in enumerate(words)]


def in_rows(names: list[tuple[str, str]], most: int) -> list[Thing]:
    """Buttons in rows of so many or fewer."""
    rows = [names[first : first + most] for first in range(0, len(names), most)]
    step = min(49.0, (CHOICES - 6) / max(len(rows), 1))
    first = CHOICES / 2 - step * (len(rows) - 1) / 2
    return [thing for number, row in enumerate(rows) for thing in buttons(row, first + step * number, step - 3)]


def buttons(
    names: list[tuple[str, str]], y: float, height: float = 46, pale: Collection[str] = frozenset()
) -> list[Thing]:
    """A row of buttons across the choices panel."""
    if not names:
        return []
    width = min(150.0, (SIDE_WIDTH - 10) / len(names))
    left = SIDE_WIDTH / 2 - width * (len(names) - 1) / 2
    return [
        Thing(
            id,
            "space",
            left + width * place,
            y,
            width - 4,
            height,
            "choices",
            states=("edged", "spent") if id in pale else ("edged",),
            tint="panel",
            text=words,
            label=words,
        )
        for place, (id, words) in enumerate(names)
    ]
