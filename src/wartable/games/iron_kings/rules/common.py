"""What every phase asks: where Kings stand, what they carry, what their boards give."""

from wartable.core.numbers.bits import lowest, size
from wartable.core.rules import ask_all, change, is_followed, note, pop, rule, top

from ..box import Bonus, Box
from ..notes import Counter, Told
from ..state import KING_SPACES, SECTIONS, At, Ending, Frame, RepairFrame, Space, State, Worker


@rule
def do(s: State, task: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Put a task on the stack: the engine carries it out when everything above it is done."""
    ask_all(s, task, 0, a, b, c)


@rule
def is_docked(s: State, seat: int) -> bool:
    """IK-6.1: the King stands on its own Holdfast."""
    return s.sides[seat].hex == s.sides[seat].home


@rule
def may_tow(s: State, box: Box, seat: int) -> bool:
    """IK-4.18: a King away from home with Throttle and Repair covered can neither drive nor be mended."""
    damage = s.sides[seat].damage
    is_stuck = damage[Space.THROTTLE] != 0 and damage[Space.REPAIR] != 0 and not is_docked(s, seat)
    return is_stuck and box.tow != 0


@rule
def king_on(s: State, box: Box, hex: int) -> int:
    """The seat whose King stands on the hex, or -1."""
    for seat in range(box.seats):
        if s.sides[seat].hex == hex:
            return seat
    return -1


@rule
def holdfast_on(s: State, box: Box, hex: int) -> int:
    """The seat whose Holdfast stands on the hex, or -1."""
    for seat in range(box.seats):
        if s.sides[seat].home == hex:
            return seat
    return -1


@rule
def is_adjacent(box: Box, hex: int, other: int) -> bool:
    for direction in range(6):
        if box.neighbour[hex, direction] == other:
            return True
    return False


@rule
def distance(box: Box, a: int, b: int) -> int:
    column = box.column[a] - box.column[b]
    row = box.row[a] - box.row[b]
    return max(abs(column), abs(row), abs(column + row))


@rule
def is_carried(s: State, seat: int, card: int) -> bool:
    return s.treasure_at[card] == At.CARRIED + seat


@rule
def is_home(s: State, seat: int, card: int) -> bool:
    return s.treasure_at[card] == At.HOME + seat


@rule
def treasures_of(s: State, box: Box, seat: int) -> tuple[int, int]:
    """The treasures that the seat's King carries and those in its Holdfast, as bit sets: one pass without a branch."""
    aboard, stored = 0, 0
    for card in range(box.treasure_cards):
        aboard |= (1 << card) * (s.treasure_at[card] == At.CARRIED + seat)
        stored |= (1 << card) * (s.treasure_at[card] == At.HOME + seat)
    return aboard, stored


@rule
def aboard_of(s: State, box: Box, seat: int) -> int:
    """The treasures that the seat's King carries, as a bit set."""
    return treasures_of(s, box, seat)[0]


@rule
def stored_by(s: State, box: Box, seat: int) -> int:
    """The treasures in the seat's Holdfast, as a bit set."""
    return treasures_of(s, box, seat)[1]


@rule
def movable(s: State, box: Box, seat: int) -> tuple[int, int]:
    """IK-6.2 to IK-6.4: the treasures that can go from King to Holdfast and back, as two bit sets.

    Not those that came aboard this turn; back to the King only where it has a free slot.
    """
    if not is_docked(s, seat):
        return 0, 0
    aboard, stored = treasures_of(s, box, seat)
    return aboard & ~s.loaded, stored if size(aboard) < box.slots else 0


@rule
def carried(s: State, box: Box, seat: int) -> int:
    return size(aboard_of(s, box, seat))


@rule
def has_free_slot(s: State, box: Box, seat: int) -> bool:
    return carried(s, box, seat) < box.slots


@rule
def treasure_bonus(s: State, box: Box, seat: int, bonus: int) -> int:
    """IK-14.6: what the treasures that the King carries give together."""
    total = 0
    cards = aboard_of(s, box, seat)
    while cards != 0:
        total += box.treasures[lowest(cards)].bonus[bonus]
        cards &= cards - 1
    return total


@rule
def upgrade_bonus(s: State, box: Box, seat: int, bonus: int) -> int:
    """IK-15.6, IK-15.8: what the upgrades that lie on top give together."""
    total = 0
    for section in range(SECTIONS):
        if s.sides[seat].fitted[section] != 0:
            total += box.upgrades[s.sides[seat].fitted[section] - 1].bonus[bonus]
    return total


@rule
def most_steam(s: State, box: Box, seat: int) -> int:
    """IK-1.3: the maximum of steam, with engines and upgrades."""
    engines = treasure_bonus(s, box, seat, Bonus.MAX_STEAM)
    return box.max_steam + engines + upgrade_bonus(s, box, seat, Bonus.MAX_STEAM)


@rule
def cap_steam(s: State, box: Box, seat: int) -> None:
    """IK-5.6: steam above the maximum is lost when the maximum falls."""
    side = s.sides[seat]
    most = most_steam(s, box, seat)
    lost = max(0, side.steam - most)
    side.steam -= lost
    change(box, Told.STEAM_ESCAPES, 506, seat, Counter.STEAM, -lost, side.steam, most)


@rule
def gain_steam(s: State, box: Box, seat: int, amount: int, number: int) -> None:
    """Steam by the rule of that number; IK-5.6: what does not fit is wasted."""
    side = s.sides[seat]
    most = most_steam(s, box, seat)
    gained = min(amount, most - side.steam)
    side.steam += gained
    change(box, Told.GAINS_STEAM, number, seat, Counter.STEAM, gained, side.steam)
    if amount > gained:
        note(box, Told.STEAM_WASTED, 506, seat, amount - gained, most)


@rule
def burn_steam(s: State, box: Box, seat: int, fuel: int) -> int:
    """IK-5.5: the steam from one water and one piece of the fuel."""
    return box.burns[fuel] + upgrade_bonus(s, box, seat, Bonus.BURN)


@rule
def price(s: State, box: Box, seat: int, plan: int) -> int:
    """IK-8.8: the steam that a planning card costs this King."""
    steam = box.plans[plan].steam
    if steam <= 1:
        return steam
    discount = treasure_bonus(s, box, seat, Bonus.DISCOUNT) + upgrade_bonus(s, box, seat, Bonus.DISCOUNT)
    return max(1, steam - discount)


@rule
def track_places(s: State, box: Box, seat: int) -> int:
    """IK-7.1: places of the planning track."""
    return box.track + upgrade_bonus(s, box, seat, Bonus.TRACK)


@rule
def is_throttled(s: State, box: Box, seat: int) -> bool:
    """IK-8.4, IK-15.8: a worker is on the Throttle, or an upgrade stands for one."""
    return s.sides[seat].spaces[Space.THROTTLE] != Worker.NONE or upgrade_bonus(s, box, seat, Bonus.DRIVE) > 0


@rule
def terrain_defence(s: State, box: Box, hex: int) -> int:
    if s.terrain[hex] < 0:
        return 0
    return box.terrains[s.terrain[hex]].defence


@rule
def terrain_attack(s: State, box: Box, hex: int) -> int:
    if s.terrain[hex] < 0:
        return 0
    return box.terrains[s.terrain[hex]].attack


@rule
def needs_climbing(s: State, box: Box, hex: int) -> bool:
    return s.terrain[hex] >= 0 and box.terrains[s.terrain[hex]].climb != 0


@rule
def has_skull(s: State, box: Box, hex: int) -> bool:
    """IK-2.5, IK-2.7: the hex bears skull and crossbones; a Holdfast covers it."""
    return s.terrain[hex] >= 0 and (box.terrains[s.terrain[hex]].skull != 0 or box.marked[hex] != 0)


@rule
def defence(s: State, box: Box, seat: int) -> int:
    """IK-10.6: forest, mountain and brace."""
    return terrain_defence(s, box, s.sides[seat].hex) + s.sides[seat].brace


@rule
def rested(s: State, seat: int) -> int:
    return s.sides[seat].rested[Worker.SMALL] + s.sides[seat].rested[Worker.BIG]


@rule
def trample(s: State, box: Box, hex: int, king: int) -> None:
    """IK-10.1: a worker on a hex that a seat's King enters goes to its owner's Wilderness."""
    if s.worker[hex] != 0:
        owner = s.worker[hex] - 1
        s.worker[hex] = 0
        s.sides[owner].wilderness += 1
        change(box, Told.TRAMPLED, 1001, owner, Counter.WILDERNESS, 1, s.sides[owner].wilderness, hex, king)


@rule
def covered_spaces(s: State, seat: int) -> int:
    """Damage on the King's board."""
    count = 0
    for space in range(KING_SPACES):
        count += s.sides[seat].damage[space]
    return count


@rule
def dents_on(s: State, cards: int) -> int:
    """Damage tokens on these treasures."""
    count = 0
    while cards != 0:
        count += s.dents[lowest(cards)]
        cards &= cards - 1
    return count


@rule
def damage_tokens(s: State, box: Box, seat: int) -> int:
    """Damage on the King's board and on the shields it carries."""
    return covered_spaces(s, seat) + dents_on(s, aboard_of(s, box, seat))


@rule
def last_round(s: State, box: Box) -> int:
    """IK-16.3, IK-16.4, IK-16.7: the round after which the game ends at the latest, as far as is known."""
    last = box.last_round
    if box.endings[Ending.ROUNDS] != 0:
        last = min(last, box.rounds)
    if box.endings[Ending.BALROG] != 0 and s.balrog != 0:
        last = min(last, s.balrog + box.balrog_rounds)
    return last


@rule
def home_points(s: State, box: Box, seat: int) -> int:
    """IK-17.1: the points of the treasures in the Holdfast."""
    total = 0
    cards = stored_by(s, box, seat)
    while cards != 0:
        total += box.treasures[lowest(cards)].points
        cards &= cards - 1
    return total


@rule
def carried_points(s: State, box: Box, seat: int) -> int:
    """IK-17.2: carried treasures count half, rounded down for each."""
    total = 0
    cards = aboard_of(s, box, seat)
    while cards != 0:
        total += worth_carried(box, lowest(cards))
        cards &= cards - 1
    return total


@rule
def points(s: State, box: Box, seat: int) -> int:
    """IK-17.1, IK-17.2"""
    return home_points(s, box, seat) + carried_points(s, box, seat)


@rule
def tell_points(s: State, box: Box, seat: int, amount: int, number: int) -> None:
    """A seat has gained that many points (or lost them), by the rule of that number."""
    if is_followed(box):
        kind = Told.SCORES if amount > 0 else Told.LOSES_POINTS
        change(box, kind, number, seat, Counter.POINTS, amount, points(s, box, seat))


@rule
def worth_carried(box: Box, card: int) -> int:
    """IK-17.2: the points of a treasure that is carried."""
    return box.treasures[card].points // box.carried_share


@rule
def at_home(s: State, box: Box, seat: int) -> int:
    """How many treasures lie in the Holdfast."""
    return size(stored_by(s, box, seat))


@rule
def dents_of(s: State, box: Box, seat: int) -> int:
    """Damage tokens on the shields of a seat, carried or at home."""
    aboard, stored = treasures_of(s, box, seat)
    return dents_on(s, aboard | stored)


@rule
def treasure_count(s: State, box: Box, seat: int) -> int:
    aboard, stored = treasures_of(s, box, seat)
    return size(aboard | stored)


@rule
def discard_treasure(s: State, box: Box, seat: int, card: int) -> None:
    """IK-14.7: damage tokens on a seat's shield go when it is discarded."""
    dents = s.dents[card]
    s.treasure_at[card] = At.DISCARD
    s.dents[card] = 0
    if dents > 0 and is_followed(box):
        change(box, Told.DENTS_GONE, 1407, seat, Counter.DENTS, -dents, dents_of(s, box, seat), card)


@rule
def ask_repairs(s: State, box: Box, seat: int, count: int, number: int) -> None:
    """Ask the owner which damage to remove by the rule of that number, if there is any."""
    if count > 0 and damage_tokens(s, box, seat) > 0:
        ask_all(s, Frame.REPAIR, 1 << seat, count, number, 0)


@rule
def count_repair(s: State, box: Box, seat: int) -> None:
    frame = top(s, RepairFrame)
    frame.left -= 1
    if frame.left == 0 or damage_tokens(s, box, seat) == 0:
        pop(s)


@rule
def upgrades_fitted(s: State, seat: int) -> int:
    count = 0
    for section in range(SECTIONS):
        count += s.sides[seat].fitted[section] != 0
    return count
