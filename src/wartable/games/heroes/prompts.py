"""What is asked of a seat, in one sentence."""

from wartable.core.compiled import plain
from wartable.core.frames import NATURE, is_due, top
from wartable.core.frames import kind as frame_kind

from .box import CREATURE_PRICE, Box, Encounter
from .naming import (
    SQUAD_LETTERS,
    TOKEN_NAMES,
    army,
    creature,
    creatures,
    goods,
    hero_name,
    price,
    square,
    town_on,
    with_article,
)
from .rules.exploration import most_welcome
from .rules.realm import monster_tier
from .state import (
    CountMonstersFrame,
    Foe,
    Kind,
    LayTokenFrame,
    NameLeadFrame,
    RollMovementFrame,
    RollOffFrame,
    ShiftSquadFrame,
    SquadsFrame,
    Stage,
    State,
    WelcomeFrame,
)


def prompt(view: State, box: Box, seat: int) -> str:
    """What is asked of a seat, or what it waits for."""
    if view.head.over:
        return "The game is over"
    kind = plain(frame_kind)(view)
    if 0 <= seat < NATURE and plain(is_due)(view, seat):
        return ask_words(view, box, seat, kind)
    if kind >= Kind.LAY_TOKEN:
        return chance_words(view, box, kind)
    due = [other for other in range(box.seats) if plain(is_due)(view, other)]
    return f"Waiting for {' and '.join(f'{{{other}}}' for other in due)}"


def ask_words(view: State, box: Box, seat: int, kind: int) -> str:
    if kind == Kind.PLACE_CITY:
        return f"Found your city on {'a marked' if box.marked else 'an open'} tile"
    if kind == Kind.ACQUIRE:
        if view.players[seat].stage == Stage.PAYING:
            food = view.players[seat].stock[2]
            return f"You have {goods(2, food)}: choose the heroes to pay for"
        return f"Day {view.day}: build, recruit, arrange your troops"
    if kind == Kind.EXPLORE:
        return "Move your heroes, or end the turn"
    if kind == Kind.WELCOME:
        most = plain(most_welcome)(view, box, seat)
        monsters = creatures(plain(monster_tier)(view, box) - 1, top(view, WelcomeFrame).count)
        if top(view, WelcomeFrame).encounter == Encounter.BRIBE:
            return f"{monsters} for {price(bribe(view, box))} each: bribe up to {most}"
        return f"{monsters} want to join you: take up to {most}"
    if kind == Kind.FORM_SQUADS:
        return split_words(view, box, top(view, SquadsFrame).side)
    if kind == Kind.EDIT_SQUADS:
        return "Shift creatures between squads, or be ready"
    if kind == Kind.SHIFT_SQUAD:
        picked = top(view, ShiftSquadFrame)
        return f"Shift {creature(picked.creature)} of squad {SQUAD_LETTERS[picked.squad]}: where to, and how many?"
    if kind == Kind.NAME_LEAD:
        return f"Which squad does {hero_name(seat, top(view, NameLeadFrame).hero)} lead?"
    if kind == Kind.CHOOSE_ROLLS:
        return "Representative or individual rolls for this battle?"
    retreat = ", or retreat" if view.battle.side == 0 or view.battle.foe != Foe.CITY else ""
    return f"Choose a squad and its target{retreat}"


def split_words(view: State, box: Box, side: int) -> str:
    """The army to be split, and who attacks it."""
    battle = view.battle
    troops = army(battle.armies[side].troops)
    if side == 0:
        return f"Split your army into squads: {troops}"
    where = town_on(box, int(battle.tile)) if battle.foe == Foe.CITY else f"you on {square(box, battle.tile)}"
    return f"{{{battle.armies[0].seat}}} attacks {where}. Split your army: {troops}"


def chance_words(view: State, box: Box, kind: int) -> str:
    if kind == Kind.LAY_TOKEN:
        return f"A tile is drawn for {with_article(TOKEN_NAMES[top(view, LayTokenFrame).token])}"
    if kind == Kind.ROLL_OFF:
        return f"{{{top(view, RollOffFrame).seat}}} rolls for the first turn"
    if kind == Kind.ROLL_MOVEMENT:
        rolled = top(view, RollMovementFrame)
        return f"{{{rolled.seat}}} rolls for the movement of {hero_name(rolled.seat, rolled.hero)}"
    if kind == Kind.COUNT_MONSTERS:
        return f"Dice are rolled for the number of monsters, {top(view, CountMonstersFrame).dice} to go"
    return {
        Kind.ROLL_ENCOUNTER: "The percentile die decides what the monsters do",
        Kind.ROLL_GUARDS: "A die decides whether the mine has guardians",
        Kind.ROLL_MINE: "A die decides what the mine yields",
        Kind.ROLL_RESOURCE: "A die decides which resource it is",
        Kind.COUNT_RESOURCE: "A die decides how many there are",
        Kind.ROLL_ITEM: "The percentile die decides which item it is",
        Kind.ROLL_QUALITY: "The percentile die decides how good the item is",
        Kind.ROLL_SKIRMISH: f"The squads roll, dice to go in this throw: {view.battle.dice_left}",
        Kind.DRAW_TARGET: "A lot decides which squad they attack",
    }[Kind(kind)]


def bribe(view: State, box: Box) -> list[int]:
    """What one of the monsters on the map costs (HE-11.3)."""
    return [int(count) for count in box.price[CREATURE_PRICE + plain(monster_tier)(view, box) - 1]]
