"""The text board of Heroes, for the terminal."""

from wartable.core.compiled import plain
from wartable.core.record import Record

from .naming import COLUMNS, ITEM_KIND_NAMES, LEVEL_NAMES, RESOURCE_NAMES, SQUAD_LETTERS, army, city_name, square
from .rules.battle import stands
from .rules.realm import has_spawner, mine_count, realm_value
from .state import HEROES, ITEM_KINDS, KINDS, NOBODY, SHOWN_DICE, SQUADS, TIERS, Roll, Token

LETTERS = "ABCD"
TOKENS = ".IRMm#"
LEGEND = "I item, R resource, M monster, m mine, # city, ! items"


def board(view: Record, box: Record, seat: int) -> str:
    """The map, then the realms, then the battle if there is one."""
    standing = {}
    for owner in range(box.seats):
        for number in range(HEROES):
            hero = view.players[owner].heroes[number]
            if hero.here:
                standing[hero.tile] = LETTERS[owner] + ("*" if hero.tile in standing else str(number + 1))
    lines = ["    " + "".join(f"{COLUMNS[x]:<4}" for x in range(box.width))]
    for y in range(box.height):
        cells = [tile_sign(view, standing, y * box.width + x) for x in range(box.width)]
        lines.append(f"{y + 1:>2}  " + "".join(cells).rstrip())
    day = f"Day {view.day} of {box.days}" if view.day else "Setting up"
    lines += ["", f"{day}.  A1 hero 1 of A, a owned by A, {LEGEND}"]
    for owner in range(box.seats):
        lines += player_lines(view, box, owner)
    if view.in_battle:
        lines += battle_lines(view, box)
    return "\n".join(lines)


def tile_sign(view: Record, standing: dict[int, str], tile: int) -> str:
    """At most four signs: the token, its owner or the hero on it (who then owns it), a ! for items."""
    it = view.tiles[tile]
    sign = TOKENS[it.token]
    owner = view.cities[it.mark].owner if it.token == Token.CITY else it.owner
    if tile in standing:
        sign = sign.lstrip(".") + standing[tile]
    elif owner != NOBODY:
        sign += LETTERS[owner].lower()
    return f"{sign + ('!' if it.heaps else ''):<4}"


def player_lines(view: Record, box: Record, seat: int) -> list[str]:
    player = view.players[seat]
    if player.out:
        return [f"{LETTERS[seat]}  {{{seat}}} is out"]
    stock = ", ".join(f"{player.stock[resource]} {RESOURCE_NAMES[resource]}" for resource in range(4))
    mines = plain(mine_count)(view, seat)
    lines = [f"{LETTERS[seat]}  {{{seat}}}: value {plain(realm_value)(view, box, seat)}, {stock}, {mines} mines"]
    for number in range(HEROES):
        if player.heroes[number].here:
            lines += wrapped(hero_line(view, box, seat, number))
    for city in range(box.seats + box.neutral_cities):
        if view.cities[city].owner == seat:
            lines += wrapped(city_line(view, box, city))
    return lines


def wrapped(line: str, width: int = 96) -> list[str]:
    """A line of the board in pieces that fit a terminal."""
    lines = []
    while len(line) > width:
        cut = line.rfind(" ", 0, width)
        lines.append(line[:cut])
        line = "       " + line[cut + 1 :]
    return [*lines, line]


def hero_line(view: Record, box: Record, seat: int, number: int) -> str:
    hero = view.players[seat].heroes[number]
    items = [
        f"{LEVEL_NAMES[hero.items[kind]]} {ITEM_KIND_NAMES[kind]}" for kind in range(ITEM_KINDS) if hero.items[kind]
    ]
    moves = f", {hero.moves} steps left" if hero.moves else ""
    carried = f"; {', '.join(items)}" if items else ""
    return f"   h{number + 1} on {square(box, hero.tile)}{moves}: {army(hero.troops)}{carried}"


def city_line(view: Record, box: Record, number: int) -> str:
    built = [
        f"t{kind % TIERS + 1}{'+' if kind >= TIERS else ''}"
        for kind in range(KINDS)
        if plain(has_spawner)(view, number, kind)
    ]
    city = view.cities[number]
    wall = ", rampart" if city.rampart else ""
    return f"   city {city_name(view, box, number)}: {army(city.garrison)}; spawners {' '.join(built) or 'none'}{wall}"


def battle_lines(view: Record, box: Record) -> list[str]:
    battle = view.battle
    names = ["monsters", "guardians", "defenders", "heroes", "city"]
    lines = ["", f"Battle on {square(box, battle.tile)}"]
    for side in range(2):
        it = battle.armies[side]
        who = f"{{{it.seat}}}" if it.seat != NOBODY else names[battle.foe]
        rolls = "individual" if it.rolls == Roll.INDIVIDUAL else "representative"
        lines.append(f"   {who} {'attacks' if side == 0 else 'defends'}, {rolls} rolls")
        for squad in range(SQUADS):
            if plain(stands)(it, squad):
                mark = " (rolling)" if battle.squad[side] == squad and sum(battle.rolled) else ""
                lines += wrapped(f"     {SQUAD_LETTERS[squad]}: {army(it.squads[squad])}{mark}")
        if battle.rolled[side]:
            shown = min(battle.rolled[side], SHOWN_DICE)
            dice = [battle.shown[side, n % SHOWN_DICE] for n in range(battle.rolled[side] - shown, battle.rolled[side])]
            lines += wrapped(f"     dice {' '.join(map(str, dice))}; total so far {battle.total[side]}")
    return lines
