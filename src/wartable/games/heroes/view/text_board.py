"""The text board of Heroes, for the terminal."""

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import plain, top

from ..box import Box
from ..naming import (
    COLUMNS,
    FOES,
    RESOURCE_NAMES,
    SQUAD_LETTERS,
    army,
    battleground,
    creature,
    creatures,
    goods,
    hero_name,
    item_name,
    spawners_in,
    square,
    town,
)
from ..rules.realm import realm_value
from ..rules.squads import squad_count, stands
from ..state import HEROES, NOBODY, RESOURCES, SHOWN_DICE, SQUADS, TIERS, UNKNOWN, Kind, Roll, SquadsFrame, State, Token
from .map import tiles_of

LETTERS = "ABCD"
TOKENS = ".IRMm#"
BOTH_ROLLED = 2
LEGEND = "I item, R resource, M monster, m mine"


def board(view: State, box: Box, seat: int) -> str:
    """The battle if there is one, the map, the realms."""
    standing = {}
    for owner in range(box.seats):
        for number in range(HEROES):
            hero = view.players[owner].heroes[number]
            if hero.here:
                standing[hero.tile] = LETTERS[owner] + ("*" if hero.tile in standing else str(number + 1))
    lines = [*battle_lines(view, box), ""] if view.in_battle else []
    lines.append("    " + "".join(f"{COLUMNS[x]:<4}" for x in range(box.width)))
    signs, width = tile_signs(view, box, standing), box.width
    for y in range(box.height):
        lines.append(f"{y + 1:>2}  " + "".join(signs[y * width : (y + 1) * width]).rstrip())
    day = f"Day {view.day} of {box.days}" if view.day else "Setting up"
    site = ", C place for a city" if box.marked and not view.day else ""
    lines += ["", f"{day}.  A1 hero 1 of A, a owned by A, # city, ! items", f"{LEGEND}{site}"]
    for owner in range(box.seats):
        lines += player_lines(view, box, owner)
    lines += known_lines(view, box)
    return "\n".join(lines)


def tile_signs(view: State, box: Box, standing: dict[int, str]) -> list[str]:
    """At most four signs for each tile: the token, its owner or the hero on it (who then owns it), a ! for items."""
    signs, setting_up = [], view.day == 0
    for tile, it in enumerate(tiles_of(view)[: box.width * box.height]):
        sign = "C" if setting_up and not it.token and box.sites[tile] else TOKENS[it.token]
        owner = view.cities[it.mark].owner if it.token == Token.CITY else it.owner
        if tile in standing:
            sign = sign.lstrip(".") + standing[tile]
        elif owner != NOBODY:
            sign += LETTERS[owner].lower()
        signs.append(f"{sign + ('!' if it.heaps else ''):<4}")
    return signs


def player_lines(view: State, box: Box, seat: int) -> list[str]:
    player = view.players[seat]
    if player.out:
        return [f"{LETTERS[seat]}  {{{seat}}} is out"]
    stock = ", ".join(goods(resource, player.stock[resource]) for resource in range(RESOURCES))
    mines = [goods(resource, player.mines[resource]) for resource in range(RESOURCES) if player.mines[resource]]
    value = plain(realm_value)(view, box, seat)
    lines = wrapped(f"{LETTERS[seat]}  {{{seat}}}: value {value}, {stock}; mines: {', '.join(mines) or 'none'}")
    for number in range(HEROES):
        if player.heroes[number].here:
            lines += wrapped(hero_line(view, box, seat, number))
    for city in range(box.seats + box.neutral_cities):
        if view.cities[city].owner == seat:
            lines += wrapped(city_line(view, box, city))
    return lines


def wrapped(line: str, width: int = 68) -> list[str]:
    """A line of the board in pieces that fit a terminal."""
    lines = []
    while len(line) > width:
        cut = line.rfind(" ", 0, width)
        lines.append(line[:cut])
        line = "       " + line[cut + 1 :]
    return [*lines, line]


def known_lines(view: State, box: Box) -> list[str]:
    """What the map has no room for: monsters whose number is known, mines of nobody that are known, items that lie."""
    known = []
    for tile, it in enumerate(tiles_of(view)[: box.width * box.height]):
        parts = [creatures(it.tier - 1, it.guards)] if it.guards else []
        if it.token == Token.MINE and it.mark != UNKNOWN:
            parts.append(f"mine of {RESOURCE_NAMES[it.mark]}")
        lying = view.loot[: view.loots if it.heaps else 0]
        parts += [item_name(item.kind, item.level) for item in lying if item.tile == tile]
        if parts:
            known.append(f"{square(box, tile)} {', '.join(parts)}")
    return wrapped(f"On the map: {'; '.join(known)}") if known else []


def hero_line(view: State, box: Box, seat: int, number: int) -> str:
    hero = view.players[seat].heroes[number]
    items = [item_name(kind, level) for kind, level in enumerate(hero.items) if level]
    moves = f", {hero.moves} step{'s' * (hero.moves > 1)} left" if hero.moves else ""
    carried = f"; {', '.join(items)}" if items else ""
    return (
        f"   h{number + 1} {hero_name(seat, number)} on {square(box, hero.tile)}{moves}: {army(hero.troops)}{carried}"
    )


def city_line(view: State, box: Box, number: int) -> str:
    built = [
        f"{creature(kind)} (t{kind % TIERS + 1}{'+' if kind >= TIERS else ''})" for kind in spawners_in(view, number)
    ]
    city = view.cities[number]
    wall = ", rampart" if city.rampart else ""
    return f"   city {town(view, box, number)}: {army(city.garrison)}; spawners {', '.join(built) or 'none'}{wall}"


def battle_lines(view: State, box: Box) -> list[str]:
    battle = view.battle
    lines = [f"Battle {battleground(box, int(battle.tile), int(battle.foe))}"]
    for side in range(2):
        it = battle.armies[side]
        lines.append(f"   {side_words(view, side)}")
        if not plain(squad_count)(it):
            lines += wrapped(f"     {army(it.troops)}, not yet in squads")
        for squad in range(SQUADS):
            if plain(stands)(it, squad):
                lines += wrapped(
                    f"     {SQUAD_LETTERS[squad]}: {army(it.squads[squad])}{squad_marks(view, side, squad)}"
                )
        if battle.rolled[side]:
            shown = min(battle.rolled[side], SHOWN_DICE)
            dice = [battle.shown[side, n % SHOWN_DICE] for n in range(battle.rolled[side] - shown, battle.rolled[side])]
            total = "total" if battle.turn == BOTH_ROLLED else "total so far"
            lines += wrapped(f"     dice {' '.join(map(str, dice))}; {total} {battle.total[side]}")
    return lines


def side_words(view: State, side: int) -> str:
    """Who attacks or defends, and how they roll once that is settled."""
    it = view.battle.armies[side]
    if it.seat == NOBODY:
        return f"against {FOES[view.battle.foe]}, representative rolls"
    words = f"{{{it.seat}}} {'attacks' if side == 0 else 'defends'}"
    asked = plain(frame_kind)(view)
    if Kind.FORM_SQUADS <= asked <= Kind.CHOOSE_ROLLS and top(view, SquadsFrame).side <= side:
        return words
    return f"{words}, {'individual' if it.rolls == Roll.INDIVIDUAL else 'representative'} rolls"


def squad_marks(view: State, side: int, squad: int) -> str:
    """Who leads a squad, and whether it is rolling."""
    battle = view.battle
    it = battle.armies[side]
    leaders = [hero_name(int(it.seat), hero) for hero in range(HEROES) if it.seat != NOBODY and it.lead[hero] == squad]
    led = f", led by {' and '.join(leaders)}" if leaders else ""
    rolls = battle.squad[side] == squad and sum(battle.rolled) > 0 and battle.turn < BOTH_ROLLED
    return f"{led}{' (rolling)' if rolls else ''}"
