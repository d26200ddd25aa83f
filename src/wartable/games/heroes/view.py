"""How Heroes looks: the map with all that stands on it, the realms beside it, the battle as it goes; a text board."""

from collections.abc import Callable, Sequence
from functools import cache

from wartable.core.actions import Family, belongs, split
from wartable.core.compiled import plain
from wartable.core.draw import terrain_rect, text
from wartable.core.frames import is_due
from wartable.core.frames import kind as frame_kind
from wartable.core.record import Record
from wartable.core.scene import Panel, Scene, Thing

from . import actions as act
from .board import board
from .box import SPAWNER_PRICE
from .naming import (
    COLUMNS,
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    RESOURCE_NAMES,
    SQUAD_LETTERS,
    TOKEN_NAMES,
    army,
    city_name,
    creature,
    price,
    square,
)
from .rules.battle import stands
from .rules.exploration import most_welcome
from .rules.realm import has_spawner, mine_count, neighbour, realm_value, total
from .state import (
    HEROES,
    ITEM_KINDS,
    KINDS,
    NOBODY,
    SHOWN_DICE,
    SQUADS,
    TIERS,
    Foe,
    Kind,
    Stage,
    Token,
)
from .words import form_name

__all__ = ["board", "path", "scene"]

BOARD = 860
SIDE_X, SIDE_WIDTH = 896, 524
TOP, BOTTOM = 20, 880
GAP = 8
CHOICES = 118

RESOURCE_ICONS = ("two-coins", "wood-pile", "meat", "stone-pile")
TOKEN_ICONS = ("", "open-treasure-chest", "wooden-crate", "sharp-smile", "gold-mine", "castle")
SPAWNER_ICONS = ("goblin-camp", "barracks-tent", "watchtower", "stone-tower", "evil-tower")
CREATURE_ICONS = ("goblin-head", "orc-head", "minotaur", "ogre", "dragon-head")
ITEM_ICONS = ("broadsword", "round-shield", "gem-pendant")
HERO_ICON = "mounted-knight"
RAMPART_ICON = "stone-wall"
FOE_NAMES = ("Monsters", "Guardians", "Defenders", "", "")


class Grid:
    """Where tiles lie on the board panel."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cell = (BOARD - 44) / max(width, height)
        self.left = (BOARD - self.cell * width) / 2 + 8
        self.top = (BOARD - self.cell * height) / 2 + 8

    def centre(self, tile: int) -> tuple[float, float]:
        x, y = tile % self.width, tile // self.width
        return self.left + (x + 0.5) * self.cell, self.top + (y + 0.5) * self.cell


@cache
def grid_of(width: int, height: int) -> tuple[Grid, str]:
    """The grid of a map of that size, and its backdrop."""
    grid = Grid(width, height)
    return grid, backdrop(grid)


def backdrop(grid: Grid) -> str:
    parts = []
    size = grid.cell - 2
    for tile in range(grid.width * grid.height):
        x, y = grid.centre(tile)
        column, row = tile % grid.width, tile // grid.width
        ground = "plains" if (column * 13 + row * 29 + column * row * 7) % 11 < 2 else "grass"
        parts.append(terrain_rect(ground, x - size / 2, y - size / 2, size, size, 5))
    for column in range(grid.width):
        x, _ = grid.centre(column)
        parts.append(text(COLUMNS[column], x, grid.top - 7, 14, "var(--soft)"))
    for row in range(grid.height):
        _, y = grid.centre(row * grid.width)
        parts.append(text(str(row + 1), grid.left - 14, y + 5, 14, "var(--soft)"))
    return "".join(parts)


def scene(view: Record, box: Record, seat: int) -> Scene:
    """The board on the left, the realms on the right: players, then heroes and cities or the battle, then choices."""
    grid, ground = grid_of(box.width, box.height)
    own = seat if 0 <= seat < box.seats else 0
    panels = [Panel("board", "", 20, TOP, BOARD, BOARD, ground)]
    things = map_things(view, box, grid)
    row = 50 if box.seats == 4 else 58
    height = row * box.seats + 10
    panels.append(Panel("players", "", SIDE_X, TOP, SIDE_WIDTH, height))
    things += player_things(view, box, own, row)
    top = TOP + height + GAP
    rest = BOTTOM - CHOICES - GAP - top
    if view.in_battle:
        panels.append(Panel("battle", "", SIDE_X, top, SIDE_WIDTH, rest))
        things += battle_things(view, box, rest)
    else:
        panels.append(Panel("realm", "", SIDE_X, top, SIDE_WIDTH, rest))
        things += realm_things(view, box, own, rest)
    panels.append(Panel("choices", "", SIDE_X, BOTTOM - CHOICES, SIDE_WIDTH, CHOICES))
    things += choice_things(view, box, seat)
    return Scene(tuple(panels), tuple(things), caption="Heroes")


def map_things(view: Record, box: Record, grid: Grid) -> list[Thing]:
    things = []
    tokens = view["tiles"]["token"].tolist()
    for tile in range(grid.width * grid.height):
        x, y = grid.centre(tile)
        name = f"{COLUMNS[tile % grid.width]}{tile // grid.width + 1}"
        words = tile_words(view, box, tile) if tokens[tile] else name
        things.append(Thing(f"space-{name}", "space", x, y, grid.cell - 2, grid.cell - 2, label=words))
        if tokens[tile]:
            things += token_things(view, grid, tile, name, words)
    return things + loose_things(view, box, grid) + hero_tokens(view, box, grid)


def loose_things(view: Record, box: Record, grid: Grid) -> list[Thing]:
    """Items that lie on the map."""
    things: list[Thing] = []
    lying: dict[int, int] = {}
    seen: dict[str, int] = {}
    for index in range(view.loots):
        item = view.loot[index]
        x, y = grid.centre(item.tile)
        size = max(16.0, grid.cell * 0.3)
        place = lying.get(item.tile, 0)
        lying[item.tile] = place + 1
        id = f"loose-{square(box, item.tile)}-{item.kind}-{item.level}"
        seen[id] = seen.get(id, 0) + 1
        things.append(
            Thing(
                f"{id}-{seen[id]}",
                "icon",
                x - grid.cell * 0.34 + min(place, 3) * size * 0.8,
                y + grid.cell * 0.32,
                size,
                size,
                icon=ITEM_ICONS[item.kind],
                tint="ink",
                label=f"{LEVEL_NAMES[item.level]} {ITEM_KIND_NAMES[item.kind]} on {square(box, item.tile)}",
                layer=1,
            )
        )
    return things


def tile_words(view: Record, box: Record, tile: int) -> str:
    """All that is on a tile, for those who cannot see it."""
    it = view.tiles[tile]
    parts = [square(box, tile)]
    if it.token == Token.CITY:
        parts.append(city_words(view, box, it.mark))
    elif it.token == Token.MINE:
        owner = "nobody's" if it.owner == NOBODY else f"{{{it.owner}}}'s"
        parts.append(f"{owner} mine{f' of {RESOURCE_NAMES[it.mark]}' if it.mark >= 0 else ''}")
    elif it.token:
        parts.append(TOKEN_NAMES[it.token])
    if it.guards:
        parts.append(f"{it.guards} of {creature(it.tier - 1)} on guard")
    return ", ".join(parts)


def city_words(view: Record, box: Record, number: int) -> str:
    city = view.cities[number]
    if city.owner == NOBODY:
        return "a neutral city"
    built = [creature(kind) for kind in range(KINDS) if plain(has_spawner)(view, number, kind)]
    wall = ", a rampart" if city.rampart else ""
    return f"{{{city.owner}}}'s city, garrison {army(city.garrison)}, spawners {', '.join(built) or 'none'}{wall}"


def token_things(view: Record, grid: Grid, tile: int, name: str, words: str) -> list[Thing]:
    it = view.tiles[tile]
    x, y = grid.centre(tile)
    owner = view.cities[it.mark].owner if it.token == Token.CITY else it.owner
    owned = it.token in (Token.CITY, Token.MINE)
    count = str(it.guards) if it.guards else ""
    if it.token == Token.CITY and owner != NOBODY:
        inside = plain(total)(view.cities[it.mark].garrison)
        count = str(inside) if inside else ""
    size = grid.cell * (0.82 if it.token == Token.CITY else 0.62)
    things = [
        Thing(
            f"city-{it.mark}" if it.token == Token.CITY else f"token-{name}",
            "token" if owned else "icon",
            x,
            y,
            size,
            size,
            icon=TOKEN_ICONS[it.token],
            seat=owner if owned and owner != NOBODY else None,
            text=count if owned else "",
            tint="" if owned else ("bad" if it.token == Token.MONSTER else "ink"),
            label=words,
            layer=1,
        )
    ]
    if it.token == Token.MONSTER and it.guards:
        things.append(
            Thing(
                f"guards-{name}",
                "text",
                x + grid.cell * 0.32,
                y + grid.cell * 0.34,
                20,
                15,
                text=count,
                layer=2,
                states=("strong",),
                label=f"{count} left",
            )
        )
    if it.token == Token.MINE and it.mark >= 0:
        small = max(16.0, grid.cell * 0.3)
        things.append(
            Thing(
                f"yield-{name}",
                "icon",
                x + grid.cell * 0.3,
                y - grid.cell * 0.3,
                small,
                small,
                icon=RESOURCE_ICONS[it.mark],
                tint="ink",
                label=f"yields {RESOURCE_NAMES[it.mark]}",
                layer=2,
            )
        )
    if it.token == Token.CITY and view.cities[it.mark].rampart:
        things.append(
            Thing(
                f"rampart-{it.mark}",
                "icon",
                x - grid.cell * 0.3,
                y - grid.cell * 0.3,
                grid.cell * 0.3,
                grid.cell * 0.3,
                icon=RAMPART_ICON,
                tint="ink",
                label="rampart",
                layer=2,
            )
        )
    return things


def hero_tokens(view: Record, box: Record, grid: Grid) -> list[Thing]:
    """Heroes on the map, fanned out where several stand on one tile or in a city."""
    things = []
    standing: dict[int, int] = {}
    for seat in range(box.seats):
        for number in range(HEROES):
            hero = view.players[seat].heroes[number]
            if not hero.here:
                continue
            place = standing.get(hero.tile, 0)
            standing[hero.tile] = place + 1
            x, y = grid.centre(hero.tile)
            in_city = view.tiles[hero.tile].token == Token.CITY
            size = grid.cell * (0.5 if in_city or place else 0.66)
            if in_city or place:
                x += grid.cell * (0.26, -0.26, 0.26, -0.26, 0.0)[place % 5]
                y += grid.cell * (0.26, 0.26, -0.26, -0.26, 0.3)[place % 5]
            count = plain(total)(hero.troops)
            things.append(
                Thing(
                    f"hero-{seat}-{number}",
                    "token",
                    x,
                    y,
                    size,
                    size,
                    icon=HERO_ICON,
                    seat=seat,
                    text=str(count) if count else "",
                    label=hero_words(view, box, seat, number),
                    layer=3,
                )
            )
            if hero.moves:
                things.append(moves_thing(grid, seat, number, hero.moves, x - size * 0.46, y - size * 0.46))
    return things


def moves_thing(grid: Grid, seat: int, number: int, moves: int, x: float, y: float) -> Thing:
    """The movement left: a die where there is room for it, a number on small tiles."""
    kind, size = ("die", 30.0) if grid.cell >= 56 else ("text", 14.0)
    states = ("number",) if kind == "die" else ("strong",)
    return Thing(
        f"moves-{seat}-{number}",
        kind,
        x,
        y,
        size,
        size,
        text=str(moves),
        states=states,
        label=f"{moves} movement left",
        layer=4,
    )


def hero_words(view: Record, box: Record, seat: int, number: int) -> str:
    hero = view.players[seat].heroes[number]
    items = [
        f"{LEVEL_NAMES[hero.items[kind]]} {ITEM_KIND_NAMES[kind]}" for kind in range(ITEM_KINDS) if hero.items[kind]
    ]
    carried = f", {', '.join(items)}" if items else ""
    return f"hero {number + 1} on {square(box, hero.tile)}, {army(hero.troops)}, {hero.moves} movement left{carried}"


def player_things(view: Record, box: Record, own: int, row: float) -> list[Thing]:
    """A row for each player, the viewer's at the bottom: name, realm value, stock, mines."""
    things = []
    others = [seat for seat in range(box.seats) if seat != own]
    for place, seat in enumerate([*others, own]):
        player = view.players[seat]
        y = 5 + row * place + row / 2
        states = ("spent",) if player.out else ()
        value = plain(realm_value)(view, box, seat) if not player.out else 0
        first = " ①" if view.day and view.first == seat else ""
        things.append(
            Thing(
                f"name-{seat}",
                "text",
                94,
                y - 10,
                160,
                17,
                "players",
                seat=seat,
                text=f"{{{seat}}}{first}",
                states=("strong", *states),
                shape="left",
            )
        )
        words = "out" if player.out else f"realm value {value}"
        things.append(
            Thing(f"value-{seat}", "text", 94, y + 12, 160, 14, "players", tint="soft", text=words, shape="left")
        )
        for resource in range(4):
            things.append(
                Thing(
                    f"stock-{seat}-{resource}",
                    "icon",
                    206 + resource * 74,
                    y,
                    70,
                    26,
                    "players",
                    icon=RESOURCE_ICONS[resource],
                    text=str(player.stock[resource]),
                    states=states,
                    label=f"{player.stock[resource]} {RESOURCE_NAMES[resource]}",
                )
            )
        mines = plain(mine_count)(view, seat)
        things.append(
            Thing(
                f"mines-{seat}",
                "icon",
                490,
                y,
                56,
                26,
                "players",
                icon="gold-mine",
                text=str(mines),
                states=states,
                label=f"{mines} mines",
            )
        )
    return things


def realm_things(view: Record, box: Record, own: int, room: float) -> list[Thing]:
    """The viewer's heroes, then all cities that belong to somebody."""
    heroes = [number for number in range(HEROES) if view.players[own].heroes[number].here]
    cities = [city for city in range(box.seats + box.neutral_cities) if view.cities[city].owner != NOBODY]
    cities.sort(key=lambda city: (view.cities[city].owner != own, view.cities[city].owner, city))
    if (room - 40) / max(len(heroes) + len(cities), 1) < 40:
        cities = [city for city in cities if view.cities[city].owner == own]
    row = min(52.0, (room - 40) / max(len(heroes) + len(cities), 1))
    things = [Thing("realm-title", "text", 262, 18, 500, 13, "realm", tint="soft", text=realm_title(view, box))]
    y = 36.0
    for number in heroes:
        things += hero_row(view, box, own, number, y + row / 2, row)
        y += row
    for city in cities:
        things += city_row(view, box, city, y + row / 2, row, view.cities[city].owner == own)
        y += row
    return things


def realm_title(view: Record, box: Record) -> str:
    if view.day == 0:
        return "Before the first day"
    return f"Day {view.day} of {box.days}"


def hero_row(view: Record, box: Record, seat: int, number: int, y: float, row: float) -> list[Thing]:
    """A hero of the viewer: movement, items, troops, and what lies on its tile."""
    hero = view.players[seat].heroes[number]
    size = min(36.0, row - 6)
    things = [
        Thing(
            f"own-{number}",
            "token",
            26,
            y,
            size,
            size,
            "realm",
            HERO_ICON,
            seat,
            label=hero_words(view, box, seat, number),
        ),
        Thing(
            f"place-{number}",
            "text",
            78,
            y - 8,
            56,
            14,
            "realm",
            text=f"{number + 1} {square(box, hero.tile)}",
            shape="left",
            states=("strong",),
        ),
        Thing(
            f"steps-{number}", "text", 78, y + 9, 56, 13, "realm", text=f"{hero.moves} steps", shape="left", tint="soft"
        ),
    ]
    for kind in range(ITEM_KINDS):
        level = hero.items[kind]
        things.append(
            Thing(
                f"item-{number}-{kind}",
                "icon",
                124 + kind * 37,
                y,
                36,
                24,
                "realm",
                ITEM_ICONS[kind],
                text=str(level) if level else "",
                states=() if level else ("spent",),
                label=f"{ITEM_KIND_NAMES[kind]}: {LEVEL_NAMES[level]}",
            )
        )
    things += troop_things(f"troop-{number}", hero.troops, 236, 286, y, row, "realm")
    x = max((thing.x + thing.width / 2 for thing in things[6:]), default=232.0) + 4
    for kind, level in sorted({(it.kind, it.level) for it in view.loot[: view.loots] if it.tile == hero.tile}):
        things.append(
            Thing(
                f"loot-{number}-{kind}-{level}",
                "space",
                min(x + 17, 500.0),
                y,
                34,
                min(34.0, row - 4),
                "realm",
                ITEM_ICONS[kind],
                states=("edged",),
                text=str(level),
                label=f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]} on the tile",
            )
        )
        x += min(37.0, max(12.0, (490 - x) / 4))
    return things


def troop_things(
    id: str, troops: Sequence[int], left: float, room: float, y: float, row: float, panel: str
) -> list[Thing]:
    """The creatures of an army by kind, in one line or in two. Rank 2 has a star and a colour of its own."""
    present = [kind for kind in range(KINDS) if troops[kind]]
    each = len(present) if len(present) <= 4 else (len(present) + 1) // 2
    things = []
    for place, kind in enumerate(present):
        words = f"{troops[kind]}{'★' if kind >= TIERS else ''}"
        width = min(28.0 + 9 * len(words), room / max(each, 4))
        down = 0.0 if each == len(present) else (row / 4 if place >= each else -row / 4)
        step = room / each if each == 5 else max(room / 4, width) if len(words) > 4 else min(room / 4, 64.0)
        things.append(
            Thing(
                f"{id}-{kind}",
                "icon",
                left + place % each * step + width / 2,
                y + down,
                width,
                24 if each == len(present) else min(24.0, row / 2),
                panel,
                icon=CREATURE_ICONS[kind % TIERS],
                text=words,
                tint="good" if kind >= TIERS else "ink",
                label=f"{troops[kind]} of {creature(kind)}",
            )
        )
    return things


def city_row(view: Record, box: Record, number: int, y: float, row: float, own: bool) -> list[Thing]:
    """A city: its ten spawners, then its garrison."""
    city = view.cities[number]
    size = min(34.0, row - 6)
    things = [
        Thing(
            f"hall-{number}",
            "token",
            26,
            y,
            size,
            size,
            "realm",
            TOKEN_ICONS[Token.CITY],
            city.owner,
            label=city_words(view, box, number),
        ),
        Thing(
            f"hall-name-{number}",
            "text",
            66,
            y,
            34,
            14,
            "realm",
            text=city_name(view, box, number),
            shape="left",
            states=("strong",),
        ),
    ]
    for kind in range(KINDS):
        built = plain(has_spawner)(view, number, kind)
        upper = kind < TIERS
        half = min(11.0, row / 4 - 0.5)
        things.append(
            Thing(
                f"spawner-{number}-{kind}",
                "space",
                104 + kind % TIERS * 30,
                y + (-half if upper else half),
                28,
                half * 2 - 1,
                "realm",
                tint=("seat" + str(city.owner) + "-deep") if built else "panel",
                text=("" if upper else "★") + str(kind % TIERS + 1),
                states=("edged",),
                label=f"spawner of {creature(kind)}: {'built' if built else price(box.price[SPAWNER_PRICE + kind])}",
            )
        )
    things += troop_things(f"garrison-{number}", city.garrison, 256, 240, y, row, "realm")
    if own and box.campaign:
        things.append(
            Thing(
                f"wall-{number}",
                "icon",
                504,
                y,
                24,
                24,
                "realm",
                RAMPART_ICON,
                states=() if city.rampart else ("spent",),
                label="rampart" if city.rampart else "no rampart",
            )
        )
    return things


def battle_things(view: Record, box: Record, room: float) -> list[Thing]:
    """Both armies in squads, and the dice of the skirmish as they fall."""
    battle = view.battle
    things = [
        Thing(
            "battle-title",
            "text",
            262,
            20,
            500,
            16,
            "battle",
            states=("strong",),
            text=f"Battle on {square(box, battle.tile)}",
        )
    ]
    squad_room = min(76.0, (room - 190) / SQUADS)
    for side in range(2):
        army_of = battle.armies[side]
        x = 134.0 + side * 256
        name = f"{{{army_of.seat}}}" if army_of.seat != NOBODY else FOE_NAMES[battle.foe]
        role = ("attacks", "defends")[side] if army_of.seat != NOBODY else "defend"
        things.append(
            Thing(
                f"army-{side}",
                "text",
                x,
                44,
                240,
                15,
                "battle",
                seat=army_of.seat if army_of.seat != NOBODY else None,
                text=f"{name} {role}",
                states=("strong",),
            )
        )
        for squad in range(SQUADS):
            things += squad_things(view, side, squad, x, 62 + squad_room * (squad + 0.5), squad_room)
        things += dice_things(view, side, x, 62 + squad_room * SQUADS + 14)
    return things


def squad_things(view: Record, side: int, squad: int, x: float, y: float, room: float) -> list[Thing]:
    battle = view.battle
    it = battle.armies[side]
    engaged = battle.squad[side] == squad and plain(stands)(it, squad)
    leaders = [hero + 1 for hero in range(HEROES) if it.seat != NOBODY and it.lead[hero] == squad]
    led = f", led by hero {' and '.join(map(str, leaders))}" if leaders else ""
    things = [
        Thing(
            f"squad-{side}-{squad}",
            "space",
            x,
            y,
            246,
            room - 6,
            "battle",
            tint="panel" if engaged else "",
            states=("edged",),
            label=f"squad {SQUAD_LETTERS[squad]}, {army(it.squads[squad])}{led}",
        ),
        Thing(
            f"letter-{side}-{squad}",
            "text",
            x - 110,
            y,
            20,
            17,
            "battle",
            text=SQUAD_LETTERS[squad],
            tint="soft",
            states=("strong",),
        ),
    ]
    things += troop_things(f"unit-{side}-{squad}", it.squads[squad], x - 80, 203, y, room, "battle")
    if leaders:
        things.append(
            Thing(
                f"leader-{side}-{squad}", "icon", x - 92, y, 18, 18, "battle", HERO_ICON, it.seat, label="led by a hero"
            )
        )
    return things


def dice_things(view: Record, side: int, x: float, top: float) -> list[Thing]:
    """The latest dice of an army in the skirmish, in the order in which they fell, and its total."""
    battle = view.battle
    count = battle.rolled[side]
    first = max(0, count - SHOWN_DICE)
    things = []
    for number in range(first, count):
        place = number - first
        things.append(
            Thing(
                f"die-{side}-{number % SHOWN_DICE}",
                "die",
                x - 110 + place % 12 * 20,
                top + 10 + place // 12 * 21,
                19,
                19,
                "battle",
                text=str(battle.shown[side, number % SHOWN_DICE]),
                label="a die",
            )
        )
    if count:
        things.append(
            Thing(
                f"total-{side}",
                "text",
                x,
                top + 66,
                240,
                24,
                "battle",
                text=str(battle.total[side]),
                states=("strong",),
                label=f"total {battle.total[side]}",
            )
        )
    return things


def choice_things(view: Record, box: Record, seat: int) -> list[Thing]:
    """The buttons for what is asked of the viewer and cannot be touched on the map or in the lists."""
    if not 0 <= seat < box.seats or not plain(is_due)(view, seat):
        return []
    kind = plain(frame_kind)(view)
    if kind == Kind.ACQUIRE:
        if view.players[seat].stage == Stage.PAYING:
            return []
        names = [("done", "Done"), ("hire", f"Hire ({box.numbers.hero_coins})"), ("promote", "Promote")]
        names += [("rampart", "Rampart")] if box.campaign else []
        return buttons(names, 32) + buttons(amounts(("1", "5 / half", "All")), 86)
    if kind == Kind.EXPLORE:
        return buttons([("end", "End turn"), ("stay", "Stay")], 32) + buttons(amounts(("1", "Half", "All")), 86)
    if kind == Kind.WELCOME:
        most = plain(most_welcome)(view, box, seat)
        return buttons([(f"join-{count}", str(count) if count else "None") for count in range(most + 1)], 59)
    if kind == Kind.FORM_SQUADS:
        forms = [number for number in range(act.SPLITS) if box.split_squads[number]]
        names = [(f"form-{number}", form_words(box, number)) for number in forms]
        return buttons(names[:4], 32) + buttons(names[4:], 86)
    if kind == Kind.EDIT_SQUADS:
        return buttons([("ready", "Ready")], 59)
    if kind == Kind.SHIFT_SQUAD:
        return buttons(amounts(("1", "Half", "All")), 59)
    if kind == Kind.CHOOSE_ROLLS:
        return buttons([("rolls-0", "Representative rolls"), ("rolls-1", "Individual rolls")], 59)
    if kind == Kind.CHOOSE_ATTACK and (view.battle.side == 0 or view.battle.foe != Foe.CITY):
        return buttons([("retreat", "Retreat")], 59)
    return []


def form_words(box: Record, number: int) -> str:
    name = form_name(box, number)
    if name.startswith("even"):
        return "One squad" if name == "even1" else f"{name[4:]} even squads"
    return "Kinds apart" if name == "kinds" else f"{name[5:]} weak apart"


def amounts(words: tuple[str, str, str]) -> list[tuple[str, str]]:
    return [(f"amount-{number}", word) for number, word in enumerate(words)]


def buttons(names: list[tuple[str, str]], y: float) -> list[Thing]:
    """A row of buttons across the choices panel."""
    if not names:
        return []
    width = min(160.0, (SIDE_WIDTH - 16) / len(names))
    left = SIDE_WIDTH / 2 - width * (len(names) - 1) / 2
    return [
        Thing(
            id,
            "space",
            left + width * place,
            y,
            width - 6,
            46,
            "choices",
            states=("edged",),
            tint="panel",
            text=words,
            label=words,
        )
        for place, (id, words) in enumerate(names)
    ]


def path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    """What a hand touches, one thing after the other."""
    for family, touches in PATHS.items():
        if belongs(family, action):
            return touches(view, box, seat, action)
    return ()


Touched = tuple[str, ...]


def _touch_build(view: Record, box: Record, seat: int, action: int) -> Touched:
    city, kind, _, _ = split(act.BUILD, action)
    return (f"spawner-{city}-{kind}",)


def _touch_recruit(view: Record, box: Record, seat: int, action: int) -> Touched:
    city, kind, amount, _ = split(act.RECRUIT, action)
    return (f"spawner-{city}-{kind}", f"amount-{amount}")


def _touch_promote(view: Record, box: Record, seat: int, action: int) -> Touched:
    city, tier, amount, _ = split(act.PROMOTE, action)
    return (f"garrison-{city}-{tier}", "promote", f"amount-{amount}")


def _touch_transfer(view: Record, box: Record, seat: int, action: int) -> Touched:
    giver, taker, kind, amount = split(act.TRANSFER, action)
    hero = view.players[seat].heroes[max(giver, taker, 1) - 1]
    city = view.tiles[hero.tile].mark
    to = f"hall-{city}" if taker == 0 else f"own-{taker - 1}"
    if kind == act.ALL_KINDS:
        return (f"hall-{city}" if giver == 0 else f"own-{giver - 1}", to, f"amount-{amount}")
    return (f"garrison-{city}-{kind}" if giver == 0 else f"troop-{giver - 1}-{kind}", to, f"amount-{amount}")


def _touch_take(view: Record, box: Record, seat: int, action: int) -> Touched:
    hero, kind, level, _ = split(act.TAKE, action)
    return (f"loot-{hero}-{kind}-{level + 1}",)


def _touch_swap(view: Record, box: Record, seat: int, action: int) -> Touched:
    hero, other, kind, _ = split(act.SWAP, action)
    return (f"item-{hero}-{kind}", f"item-{other}-{kind}")


def _touch_move(view: Record, box: Record, seat: int, action: int) -> Touched:
    hero, direction, _, _ = split(act.MOVE, action)
    target = plain(neighbour)(box, view.players[seat].heroes[hero].tile, direction)
    return (f"hero-{seat}-{hero}", f"space-{square(box, target)}" if target != NOBODY else "off")


def _touch_pick(view: Record, box: Record, seat: int, action: int) -> Touched:
    squad, kind, _, _ = split(act.PICK, action)
    return (f"unit-{own_side(view, seat)}-{squad}-{kind}",)


def _touch_shift(view: Record, box: Record, seat: int, action: int) -> Touched:
    target, amount, _, _ = split(act.SHIFT, action)
    return (f"squad-{own_side(view, seat)}-{target}", f"amount-{amount}")


def _touch_attack(view: Record, box: Record, seat: int, action: int) -> Touched:
    squad, target, _, _ = split(act.ATTACK, action)
    side = own_side(view, seat)
    return (f"squad-{side}-{squad}", f"squad-{1 - side}-{target}")


def own_side(view: Record, seat: int) -> int:
    return 0 if view.battle.armies[0].seat == seat else 1


PATHS: dict[Family, Callable[[Record, Record, int, int], Touched]] = {
    act.PLACE: lambda _view, box, _seat, action: (f"space-{square(box, action - act.PLACE.first)}",),
    act.PAY: lambda _view, _box, _seat, action: (f"own-{action - act.PAY.first}",),
    act.BUILD: _touch_build,
    act.RECRUIT: _touch_recruit,
    act.PROMOTE: _touch_promote,
    act.HIRE: lambda _view, _box, _seat, action: ("hire", f"hall-{action - act.HIRE.first}"),
    act.RAMPART: lambda _view, _box, _seat, action: ("rampart", f"hall-{action - act.RAMPART.first}"),
    act.TRANSFER: _touch_transfer,
    act.TAKE: _touch_take,
    act.SWAP: _touch_swap,
    act.DONE: lambda _view, _box, _seat, _action: ("done",),
    act.MOVE: _touch_move,
    act.STAY: lambda _view, _box, seat, action: (f"hero-{seat}-{action - act.STAY.first}", "stay"),
    act.END: lambda _view, _box, _seat, _action: ("end",),
    act.JOIN: lambda _view, _box, _seat, action: (f"join-{action - act.JOIN.first}",),
    act.FORM: lambda _view, _box, _seat, action: (f"form-{action - act.FORM.first}",),
    act.READY: lambda _view, _box, _seat, _action: ("ready",),
    act.PICK: _touch_pick,
    act.SHIFT: _touch_shift,
    act.LEAD: lambda view, _box, seat, action: (f"squad-{own_side(view, seat)}-{action - act.LEAD.first}",),
    act.ROLLS: lambda _view, _box, _seat, action: (f"rolls-{action - act.ROLLS.first}",),
    act.ATTACK: _touch_attack,
    act.RETREAT: lambda _view, _box, _seat, _action: ("retreat",),
}
