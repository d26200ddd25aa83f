"""Notation, labels, prompts and log sentences of Iron Kings."""

from wartable.core.actions import belongs, split
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, first_due, is_due, kind
from wartable.core.game import Sentence
from wartable.core.record import Record

from .actions import (
    BURN,
    BUY,
    DIE,
    DRAW,
    FACE,
    FOUND,
    HARVEST,
    INSERT,
    KEEP,
    LOAD,
    LOT,
    MULLIGAN,
    PASS,
    PATCH,
    PAY,
    REMOVE,
    REPAIR,
    REPLACE,
    SCRAP,
    STORE,
    TAKE,
    TERRAIN,
    TOKEN,
    TOW,
    TREASURE,
    WORK,
    is_chance,
)
from .facts import (
    FUELS,
    SIZES,
    SPACE_CODES,
    beside,
    harvest_of,
    hex_at,
    plan_code,
    plan_name,
    space_name,
    terrain_name,
    token_name,
    treasure_code,
    treasure_name,
    upgrade_code,
    upgrade_name,
)
from .geometry import DIRECTION_CODES, DIRECTION_NAMES
from .state import KING_SPACES, NOWHERE, SPACES, At, Ending, Frame, Space, Store, Token, Worker


def notation(view: Record, box: Record, seat: int, action: int) -> str:
    """`small-throttle`, `at-E5`, `insert-step-2`, `take-iron-fist`: a word for what is done, then with what."""
    if plain(is_chance)(action):
        return _nature_notation(box, action)
    if belongs(WORK, action):
        worker, space, _, _ = split(WORK, action)
        return f"{SIZES[worker]}-{SPACE_CODES[space]}"
    if belongs(HARVEST, action):
        direction = split(HARVEST, action)[0]
        hex = beside(view, box, seat, direction)
        return f"at-{hex_at(box, hex)}" if hex != NOWHERE else f"at-off-{DIRECTION_CODES[direction]}"
    for family, word in ((INSERT, "insert"), (REPLACE, "replace")):
        if belongs(family, action):
            plan, place, _, _ = split(family, action)
            return f"{word}-{plan_code(box, plan)}-{place + 1}"
    for family, word in ((STORE, "store"), (LOAD, "load"), (PATCH, "patch"), (SCRAP, "scrap"), (TAKE, "take")):
        if belongs(family, action):
            return f"{word}-{treasure_code(box, split(family, action)[0])}"
    return _short_notation(box, action)


def _short_notation(box: Record, action: int) -> str:
    if belongs(FOUND, action):
        return f"found-{hex_at(box, split(FOUND, action)[0])}"
    if belongs(FACE, action):
        return f"face-{DIRECTION_CODES[split(FACE, action)[0]]}"
    if belongs(BURN, action):
        return f"burn-{FUELS[split(BURN, action)[0]]}"
    if belongs(REMOVE, action):
        return f"remove-{split(REMOVE, action)[0] + 1}"
    if belongs(REPAIR, action):
        return f"repair-{SPACE_CODES[split(REPAIR, action)[0]]}"
    if belongs(BUY, action):
        return f"buy-{upgrade_code(box, split(BUY, action)[0])}"
    if belongs(KEEP, action):
        return f"keep-{Token(split(KEEP, action)[0]).name.lower()}"
    if belongs(PAY, action):
        return "pay"
    if belongs(TOW, action):
        return "tow"
    return "mulligan" if belongs(MULLIGAN, action) else "pass"


def _nature_notation(box: Record, action: int) -> str:
    if belongs(DIE, action):
        return f"die-{split(DIE, action)[0] + 1}"
    if belongs(TERRAIN, action):
        kind = split(TERRAIN, action)[0]
        name = terrain_name(box, kind).lower().replace(" ", "-") if kind < box.terrain_kinds else f"no{kind}"
        return f"terrain-{name}"
    if belongs(LOT, action):
        return f"first-{split(LOT, action)[0]}"
    if belongs(DRAW, action):
        return f"draw-{plan_code(box, split(DRAW, action)[0])}"
    if belongs(TOKEN, action):
        return f"token-{Token(split(TOKEN, action)[0]).name.lower()}"
    return f"treasure-{treasure_code(box, split(TREASURE, action)[0])}"


def label(view: Record, box: Record, seat: int, action: int) -> str:
    if plain(is_chance)(action):
        return _nature_label(view, box, action)
    if belongs(WORK, action):
        worker, space, _, _ = split(WORK, action)
        return f"Place {'the big' if worker else 'a small'} worker on {space_name(box, space)}"
    if belongs(HARVEST, action):
        return _harvest_label(view, box, seat, split(HARVEST, action)[0])
    if belongs(INSERT, action):
        plan, place, _, _ = split(INSERT, action)
        return f"Insert {plan_name(box, plan)} at place {place + 1}"
    if belongs(REPLACE, action):
        plan, place, _, _ = split(REPLACE, action)
        return f"Replace card {place + 1} of the track by {plan_name(box, plan)}"
    if belongs(REMOVE, action):
        return f"Remove card {split(REMOVE, action)[0] + 1} from the track"
    for family, words in (
        (STORE, "Bring {} into the Holdfast"),
        (LOAD, "Equip {} from the Holdfast"),
        (PATCH, "Repair {}"),
        (SCRAP, "Scrap {}"),
        (TAKE, "Keep {}"),
    ):
        if belongs(family, action):
            return words.format(treasure_name(box, split(family, action)[0]))
    return _short_label(view, box, action)


def _harvest_label(view: Record, box: Record, seat: int, direction: int) -> str:
    hex = beside(view, box, seat, direction)
    if hex == NOWHERE:
        return f"Place a small worker off the map, {DIRECTION_NAMES[direction]} of the King"
    what = terrain_name(box, view.terrain[hex])
    gain = f"take 1 {harvest_of(view, box, hex)}" if harvest_of(view, box, hex) else "nothing to take"
    return f"Place a small worker on {hex_at(box, hex)} ({what}: {gain})"


def _short_label(view: Record, box: Record, action: int) -> str:
    if belongs(FOUND, action):
        return f"Put the Holdfast on {hex_at(box, split(FOUND, action)[0])}"
    if belongs(FACE, action):
        return f"Face {DIRECTION_NAMES[split(FACE, action)[0]]}"
    if belongs(BURN, action):
        fuel = split(BURN, action)[0]
        return f"Burn water and {FUELS[fuel]} for {box.burns[fuel]} steam"
    if belongs(REPAIR, action):
        return f"Repair {space_name(box, split(REPAIR, action)[0])}"
    if belongs(BUY, action):
        card = split(BUY, action)[0]
        return f"Buy {upgrade_name(box, card)} for {box.upgrades[card].iron} iron"
    if belongs(KEEP, action):
        return f"Keep a {token_name(box, split(KEEP, action)[0])} token"
    if belongs(PAY, action):
        return f"Spend {box.repair_price} iron to remove {box.repair_extra} more damage"
    if belongs(TOW, action):
        return "Have the King towed to its Holdfast; what it carries is lost"
    if belongs(MULLIGAN, action):
        return "Take a mulligan: shuffle the hand back and draw a new one"
    return PASS_LABELS.get(plain(kind)(view), "Pass")


PASS_LABELS = {
    Frame.MULLIGAN: "Keep the hand",
    Frame.WORK: "Place no worker",
    Frame.PLAN: "Leave the track as it is",
    Frame.MORE: "Spend no iron",
    Frame.UPGRADE: "Buy nothing",
    Frame.SALVAGE: "Scrap no more",
    Frame.OFFER: "Leave all of them",
    Frame.STOW: "Move no more treasures",
}


def _nature_label(view: Record, box: Record, action: int) -> str:
    if belongs(DIE, action):
        return f"The die shows {split(DIE, action)[0] + 1}"
    if belongs(TERRAIN, action):
        return f"The hex is {terrain_name(box, split(TERRAIN, action)[0]).lower()}"
    if belongs(LOT, action):
        return f"Seat {split(LOT, action)[0] + 1} is the first player"
    if belongs(DRAW, action):
        return f"The card is {plan_name(box, split(DRAW, action)[0])}"
    if belongs(TOKEN, action):
        return f"The token is {token_name(box, split(TOKEN, action)[0])}"
    return f"The treasure is {treasure_name(box, split(TREASURE, action)[0])}"


PROMPTS = {
    Frame.FOUND: "Choose an edge hex for your Holdfast",
    Frame.FACE: "Choose which way your King faces",
    Frame.MULLIGAN: "Keep your hand, or take a mulligan",
    Frame.BURN: "Choose what to burn with one water",
    Frame.PLAN: "Plan: insert, replace or remove a card, or leave the track as it is",
    Frame.UPGRADE: "Buy an upgrade, or nothing",
    Frame.SALVAGE: "Scrap treasures for what they give, or stop",
    Frame.MAKE_ROOM: "Choose the carried treasure that makes room",
    Frame.STOW: "Move treasures between King and Holdfast, or go on",
}

WAITS = {
    Frame.TERRAIN: "The map is being laid out",
    Frame.LOT: "The first player is being drawn",
    Frame.DRAW: "A planning card is being drawn",
    Frame.TOKEN: "A token is being drawn",
    Frame.TREASURE: "A treasure is being drawn",
    Frame.DIE: "The die is being rolled for damage",
}


def prompt(view: Record, box: Record, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    asked = plain(kind)(view)
    if seat < 0 or not plain(is_due)(view, seat):
        due = plain(first_due)(view)
        return WAITS.get(asked, "Waiting") if due == NATURE else f"Waiting for {{{due}}}"
    frame = view.head.frames[view.head.depth - 1]
    if asked == Frame.WORK:
        return _work_prompt(view, seat)
    if asked == Frame.REPAIR:
        return f"Choose damage to remove ({frame.a} left)"
    if asked == Frame.MORE:
        return f"Spend {box.repair_price} iron to remove {box.repair_extra} more damage?"
    if asked == Frame.KEEP:
        return f"Choose a token to keep ({frame.a} left)"
    if asked == Frame.OFFER:
        full = sum(view.treasure_at[card] == At.CARRIED + seat for card in range(box.treasure_cards)) >= box.slots
        return "Keep a treasure in place of one you carry, or leave all" if full else "Keep one of the treasures"
    return PROMPTS[Frame(asked)]


def _work_prompt(view: Record, seat: int) -> str:
    side = view.sides[seat]
    if side.rested[Worker.SMALL] + side.rested[Worker.BIG] == 0:
        return "You have no worker to place: move treasures, or pass"
    docked = side.hex == side.home
    carries = any(
        view.treasure_at[card] in (At.CARRIED + seat, At.HOME + seat) for card in range(len(view.treasure_at))
    )
    return "Place a worker, or first move treasures" if docked and carries else "Place a worker"


def tell(before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None) -> list[Sentence]:
    told = _told_action(before, after, box, viewer, seat, action)
    if action is not None and belongs(TERRAIN, action):
        return told
    told += _told_kings(before, after, box)
    told += _told_losses(before, after, box)
    if after.balrog and not before.balrog:
        told.append(Sentence("The Balrog rises.", 1307))
    if after.rounds != before.rounds and after.rounds > 1:
        told.append(Sentence(f"Round {after.rounds} begins.", 301))
    if after.active != before.active and not after.head.over:
        told += _told_housekeeping(before, after, after.active)
    return told + _told_ending(after, box)


def _told_action(
    before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None
) -> list[Sentence]:
    frame = before.head.frames[before.head.depth - 1]
    if action is None:
        return [Sentence(f"{{{frame.a}}} draws a planning card.", 501 if before.rounds else 305)]
    if plain(is_chance)(action):
        return _told_nature(before, box, viewer, action, frame.a)
    if belongs(PASS, action):
        return _told_pass(seat, frame.kind)
    if belongs(FOUND, action):
        return [Sentence(f"{{{seat}}} puts the Holdfast on {hex_at(box, split(FOUND, action)[0])}.", 302)]
    if belongs(FACE, action):
        return [Sentence(f"{{{seat}}}'s King faces {DIRECTION_NAMES[split(FACE, action)[0]]}.", 304)]
    if belongs(MULLIGAN, action):
        return [Sentence(f"{{{seat}}} takes a mulligan.", 306)]
    if belongs(WORK, action):
        return _told_work(before, after, box, seat, action)
    if belongs(HARVEST, action):
        return _told_harvest(before, box, seat, split(HARVEST, action)[0])
    return _told_choice(before, box, seat, action)


def _told_pass(seat: int, asked: int) -> list[Sentence]:
    words = {
        Frame.MULLIGAN: ("keeps the hand", 306),
        Frame.WORK: ("has no worker to place", 407),
        Frame.PLAN: ("leaves the track as it is", 706),
        Frame.UPGRADE: ("buys nothing", 608),
        Frame.OFFER: ("leaves the treasures", 1402),
    }
    text, rule = words.get(Frame(asked), ("", 0))
    return [Sentence(f"{{{seat}}} {text}.", rule)] if text else []


def _told_work(before: Record, after: Record, box: Record, seat: int, action: int) -> list[Sentence]:
    worker, space, _, _ = split(WORK, action)
    who = f"{{{seat}}} places {'the big' if worker else 'a small'} worker on {space_name(box, space)}"
    rules = (501, 503, 505, 507, 508, 509, 606, 607, 608, 609)
    gained = after.sides[seat].steam - before.sides[seat].steam
    if space in (Space.VENT, Space.DOCK_STEAM) and gained > 0:
        who += f" and gains {gained} steam"
    return [Sentence(f"{who}.", rules[space])]


def _told_harvest(before: Record, box: Record, seat: int, direction: int) -> list[Sentence]:
    hex = beside(before, box, seat, direction)
    gain = harvest_of(before, box, hex)
    takes = f" and takes 1 {gain}" if gain else ""
    rule = 1202 if not gain else 1203 if gain == "water" else 1201
    return [Sentence(f"{{{seat}}} places a small worker on {hex_at(box, hex)}{takes}.", rule)]


def _told_choice(before: Record, box: Record, seat: int, action: int) -> list[Sentence]:
    who = f"{{{seat}}}"
    if belongs(INSERT, action):
        plan, place, _, _ = split(INSERT, action)
        return [Sentence(f"{who} inserts {plan_name(box, plan)} at place {place + 1}.", 702)]
    if belongs(REPLACE, action):
        plan, place, _, _ = split(REPLACE, action)
        old = plan_name(box, before.sides[seat].track[place] - 1)
        return [Sentence(f"{who} replaces {old} at place {place + 1} by {plan_name(box, plan)}.", 705)]
    if belongs(REMOVE, action):
        place = split(REMOVE, action)[0]
        return [Sentence(f"{who} removes {plan_name(box, before.sides[seat].track[place] - 1)} from the track.", 704)]
    if belongs(BURN, action):
        return [Sentence(f"{who} burns water and {FUELS[split(BURN, action)[0]]}.", 505)]
    if belongs(REPAIR, action):
        return [Sentence(f"{who} repairs {space_name(box, split(REPAIR, action)[0])}.", 503)]
    if belongs(PATCH, action):
        return [Sentence(f"{who} repairs {treasure_name(box, split(PATCH, action)[0])}.", 503)]
    if belongs(PAY, action):
        return [Sentence(f"{who} spends {box.repair_price} iron on more repairs.", 504)]
    if belongs(BUY, action):
        card = split(BUY, action)[0]
        return [Sentence(f"{who} buys {upgrade_name(box, card)} for {box.upgrades[card].iron} iron.", 1502)]
    if belongs(KEEP, action):
        return [Sentence(f"{who} keeps a {token_name(box, split(KEEP, action)[0])} token.", 1303)]
    for family, words, rule in (
        (STORE, "brings {} into the Holdfast", 602),
        (LOAD, "equips {}", 602),
        (SCRAP, "scraps {}", 1405),
        (TAKE, "chooses {}", 1401),
    ):
        if belongs(family, action):
            return [Sentence(f"{who} {words.format(treasure_name(box, split(family, action)[0]))}.", rule)]
    return []


def _told_nature(before: Record, box: Record, viewer: int, action: int, about: int) -> list[Sentence]:
    if belongs(TERRAIN, action):
        # Sixty sentences about single hexes would tell less than the map itself.
        return [Sentence("The map is laid out.", 202)] if about == box.hexes - 1 else []
    if belongs(LOT, action):
        return [Sentence(f"{{{split(LOT, action)[0]}}} is the first player.", 301)]
    if belongs(DRAW, action):
        return [Sentence(f"{{{about}}} draws {plan_name(box, split(DRAW, action)[0])}.", 501 if before.rounds else 305)]
    if belongs(TOKEN, action):
        return [Sentence(f"{{{about}}} draws a {token_name(box, split(TOKEN, action)[0])} token.", 1301)]
    if belongs(TREASURE, action):
        return [Sentence(f"{{{about}}} turns up {treasure_name(box, split(TREASURE, action)[0])}.", 1401)]
    face = split(DIE, action)[0]
    space = face
    while before.sides[about].damage[space]:
        space = (space + 1) % KING_SPACES
    spilled = "" if space == face else f", and the damage spills over to {space_name(box, space)}"
    hit = f": {space_name(box, space)} is damaged" if space == face else spilled
    return [Sentence(f"The die for {{{about}}} shows {face + 1}{hit}.", 1102 if space == face else 1103)]


def _told_kings(before: Record, after: Record, box: Record) -> list[Sentence]:
    """Where Kings have gone, been pushed or been towed home as wrecks."""
    told = []
    for seat in range(box.seats):
        old, new = before.sides[seat], after.sides[seat]
        if old.hex == NOWHERE or new.hex == NOWHERE:
            continue
        if new.wrecks > old.wrecks:
            told.append(Sentence(f"{{{seat}}}'s King is wrecked and goes back to its Holdfast.", 1106))
        elif new.hex != old.hex and seat == before.active:
            home = (
                ", its Holdfast" if new.hex == new.home else f" ({terrain_name(box, after.terrain[new.hex]).lower()})"
            )
            text = f"{{{seat}}}'s King goes from {hex_at(box, old.hex)} to {hex_at(box, new.hex)}{home}"
            told.append(Sentence(f"{text}; {new.steam} steam left.", 801))
        elif new.hex != old.hex:
            text = f"{{{seat}}}'s King is pushed from {hex_at(box, old.hex)} to {hex_at(box, new.hex)}."
            told.append(Sentence(text, 1002))
        if new.facing != old.facing and before.rounds:
            told.append(Sentence(f"{{{seat}}}'s King now faces {DIRECTION_NAMES[new.facing]}.", 902))
    return told or _told_standstill(before, after)


def _told_standstill(before: Record, after: Record) -> list[Sentence]:
    """A manned Throttle that has moved nothing by the end of the turn, in a King phase without interruptions."""
    if any(before.head.frames[depth].kind == Frame.DO_CARD for depth in range(before.head.depth)):
        return []
    seat = before.active
    side = after.sides[seat]
    turn_is_over = before.rounds and (after.active != seat or after.rounds != before.rounds or after.head.over)
    if not turn_is_over or not side.track[0] or not side.spaces[Space.THROTTLE] or side.spaces[Space.BRAKE]:
        return []
    return [Sentence(f"{{{seat}}}'s King stands still with {side.steam} steam.", 805)]


def _told_losses(before: Record, after: Record, box: Record) -> list[Sentence]:
    """Dented shields, and workers lost to the Wilderness by damage or under a King's foot."""
    told = [
        Sentence(f"{treasure_name(box, card)} takes damage.", 1101)
        for card in range(box.treasure_cards)
        if after.dents[card] > before.dents[card]
    ]
    for seat in range(box.seats):
        lost = after.sides[seat].wilderness - before.sides[seat].wilderness
        if lost > 0:
            told.append(Sentence(f"{{{seat}}} loses {_count(lost, 'worker')} to the Wilderness.", 1001))
    return told


def _told_housekeeping(before: Record, after: Record, seat: int) -> list[Sentence]:
    old, new = before.sides[seat], after.sides[seat]
    recalled = any(old.spaces[space] and not new.spaces[space] for space in range(SPACES))
    back = old.wilderness > new.wilderness
    told = [Sentence(f"{{{seat}}} calls the workers back.", 401)] if recalled else []
    return told + ([Sentence(f"{{{seat}}}'s workers return from the Wilderness.", 402)] if back else [])


def _told_ending(after: Record, box: Record) -> list[Sentence]:
    if not after.head.over:
        return []
    texts = {
        Ending.VP_GOAL: (f"A Holdfast holds {box.vp_goal} points or more: the game is over.", 1602),
        Ending.BALROG: ("The Balrog has come: the game is over.", 1603),
        Ending.ROUNDS: (f"{box.rounds} rounds have been played: the game is over.", 1604),
        Ending.FIRST_WRECK: ("A King is lost: the game is over.", 1605),
        Ending.LAST_ROUND: (f"{box.last_round} rounds have been played: the game is over.", 1607),
    }
    text, rule = texts[Ending(after.head.over)]
    return [Sentence(text, rule)]


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


assert tuple(store.name.lower() for store in (Store.WOOD, Store.COAL)) == FUELS
