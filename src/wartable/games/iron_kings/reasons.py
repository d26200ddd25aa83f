"""Why a rule forbids a move here: the fact that matters."""

from collections.abc import Callable

from wartable.core.actions import belongs, decode, fields
from wartable.core.compiled import plain
from wartable.core.frames import is_due, kind
from wartable.core.phrases import count, listed

from .actions import (
    BURN,
    FACE,
    FOUND,
    HARVEST,
    INSERT,
    KEEP,
    PASS,
    PATCH,
    REMOVE,
    REPAIR,
    REPLACE,
    STORE,
    WORK,
    Burn,
    Buy,
    Found,
    Harvest,
    Keep,
    Load,
    Patch,
    Remove,
    Repair,
    Scrap,
    StoreAway,
    Take,
    Work,
)
from .box import Box
from .facts import (
    FUELS,
    SECTION_NAMES,
    beside,
    hex_at,
    plan_name,
    space_name,
    token_name,
    treasure_name,
    upgrade_name,
)
from .geometry import DIRECTION_NAMES
from .rules.common import distance, track_places
from .rules.planning import last_insert, track_length
from .state import NOWHERE, At, Frame, Space, State, Store, Worker

Reason = Callable[[State, Box, int, int], str]


def fact(view: State, box: Box, seat: int, action: int, rule: int) -> str:
    """The fact for which the rule forbids the action here."""
    if not plain(is_due)(view, seat):
        return ""
    reason = REASONS.get(rule)
    return reason(view, box, seat, action) if reason else ""


def not_asked(view: State, box: Box, seat: int, action: int) -> str:
    if plain(kind)(view) == Frame.WORK:
        for family, space in NEEDS_WORKER:
            if belongs(family, action):
                return f"That takes a worker on {space_name(box, space)}; place one there first."
        if belongs(KEEP, action):
            return "You have drawn no tokens; the King draws them when it steps onto a barrow, a mine or ruins."
    if view.rounds and (belongs(FOUND, action) or belongs(FACE, action)):
        return f"That is done at the start of the game. {asked_words(view, box, seat)}"
    return asked_words(view, box, seat)


NEEDS_WORKER = (
    (INSERT, Space.PLAN),
    (REPLACE, Space.PLAN),
    (REMOVE, Space.PLAN),
    (BURN, Space.BURN),
    (REPAIR, Space.REPAIR),
    (PATCH, Space.REPAIR),
)


def asked_words(view: State, box: Box, seat: int) -> str:
    return f"{ASKED[Frame(plain(kind)(view))]} is asked of you now."


ASKED = {
    Frame.FOUND: "Where your Holdfast stands",
    Frame.FACE: "Which way your King faces",
    Frame.MULLIGAN: "Whether you keep your hand",
    Frame.WORK: "Where you place a worker",
    Frame.BURN: "What you burn",
    Frame.PLAN: "How you plan",
    Frame.REPAIR: "Which damage you remove",
    Frame.MORE: "Whether you spend iron on repairs",
    Frame.UPGRADE: "Which upgrade you buy",
    Frame.SALVAGE: "Which treasures you scrap",
    Frame.KEEP: "Which token you keep",
    Frame.OFFER: "Which treasure you keep",
    Frame.MAKE_ROOM: "Which treasure makes room",
    Frame.STOW: "Which treasures you move",
}


def no_edge(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(PASS, action):
        return "Every player has a Holdfast; choose a hex at the edge of the map."
    hex = decode(Found, action).hex
    if hex >= box.hexes or (not box.is_random and box.layout[hex] == NOWHERE):
        return "That hex is not on the map."
    return f"{hex_at(box, hex)} has all six neighbours; a Holdfast stands at the edge of the map."


def too_near(view: State, box: Box, seat: int, action: int) -> str:
    hex = decode(Found, action).hex
    homes = [view.sides[other].home for other in range(box.seats) if view.sides[other].home != NOWHERE]
    nearest = min(homes, key=lambda home: distance(box, hex, home))
    far = count(distance(box, hex, nearest), "hex", "hexes")
    return f"{hex_at(box, hex)} is {far} from the Holdfast on {hex_at(box, nearest)}; {box.start_distance} are needed."


def must_place(view: State, box: Box, seat: int, action: int) -> str:
    if plain(kind)(view) == Frame.STOW:
        return "You have had your placement of this turn; now you may move treasures, or pass."
    return "You have a worker to place and a legal space for it; placing is not optional."


def taken(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(HARVEST, action):
        return (
            f"There is a worker on {hex_at(box, beside(view, box, seat, decode(Harvest, action).direction))} already."
        )
    return f"There is a worker on {space_name(box, decode(Work, action).space)} already."


def not_docked(view: State, box: Box, seat: int, action: int) -> str:
    return f"{whereabouts(view, box, seat)}; the Holdfast's spaces are open while it stands there."


def whereabouts(view: State, box: Box, seat: int) -> str:
    side = view.sides[seat]
    return f"Your King is on {hex_at(box, side.hex)} and not on its Holdfast, {hex_at(box, side.home)}"


def not_beside(view: State, box: Box, seat: int, action: int) -> str:
    return f"The map ends {DIRECTION_NAMES[decode(Harvest, action).direction]} of your King."


def king_there(view: State, box: Box, seat: int, action: int) -> str:
    return f"A King stands on {hex_at(box, beside(view, box, seat, decode(Harvest, action).direction))}."


def big_only(view: State, box: Box, seat: int, action: int) -> str:
    return f"{space_name(box, decode(Work, action).space)} is for the big worker only."


def big_off_map(view: State, box: Box, seat: int, action: int) -> str:
    return "Only your big worker is rested, and it cannot be placed on the map."


def none_rested(view: State, box: Box, seat: int, action: int) -> str:
    size = decode(Work, action).worker + 1 if belongs(WORK, action) else int(Worker.SMALL)
    side = view.sides[seat]
    placed = sum(side.spaces[space] == size for space in range(len(side.spaces)))
    if size == Worker.BIG:
        return f"Your big worker is not rested{' but on a board' if placed else ''}."
    placed += sum(view.worker[hex] == seat + 1 for hex in range(box.hexes))
    return f"No small worker of yours is rested: {placed} placed, {side.wilderness} in the Wilderness."


def no_tow(view: State, box: Box, seat: int, action: int) -> str:
    side = view.sides[seat]
    if not box.tow:
        return "The option tow is off in this match."
    if side.hex == side.home:
        return "Your King is at home."
    free = [space_name(box, space) for space in (Space.THROTTLE, Space.REPAIR) if not side.damage[space]]
    return f"Your King is not stuck: {listed(free)} {'is' if len(free) == 1 else 'are'} not covered by damage."


def no_damage(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(PASS, action):
        return "There is damage left to remove; choose which."
    if belongs(PATCH, action):
        return f"There is no damage on {treasure_name(box, decode(Patch, action).card)}."
    return f"There is no damage on {space_name(box, decode(Repair, action).space)}."


def no_more_repair(view: State, box: Box, seat: int, action: int) -> str:
    return "Iron is spent right after a worker on Repair has removed damage, if there is more."


def no_pair(view: State, box: Box, seat: int, action: int) -> str:
    stores = view.sides[seat].stores
    if belongs(PASS, action):
        return "A worker on Burn Fuel burns what can be paid: choose wood or coal."
    fuel = FUELS[decode(Burn, action).fuel]
    have = f"{stores[Store.WATER]} water and {stores[decode(Burn, action).fuel]} {fuel}"
    return f"It takes 1 water and 1 {fuel}; you have {have}."


def cannot_move(view: State, box: Box, seat: int, action: int) -> str:
    if view.sides[seat].hex != view.sides[seat].home:
        return f"{whereabouts(view, box, seat)}; treasures move only while it is docked."
    if belongs(STORE, action):
        return f"Your King does not carry {treasure_name(box, decode(StoreAway, action).card)}."
    return f"{treasure_name(box, decode(Load, action).card)} is not in your Holdfast."


def just_loaded(view: State, box: Box, seat: int, action: int) -> str:
    return f"{treasure_name(box, decode(StoreAway, action).card)} came aboard in this turn and stays until the next."


def no_slot(view: State, box: Box, seat: int, action: int) -> str:
    return f"All {box.slots} equipment slots of your King are taken."


def no_shop(view: State, box: Box, seat: int, action: int) -> str:
    return f"That takes a worker on the space {space_name(box, Space.DOCK_UPGRADE)} of your Holdfast."


def not_yours(view: State, box: Box, seat: int, action: int) -> str:
    return f"{treasure_name(box, decode(Scrap, action).card)} is not yours."


def gap(view: State, box: Box, seat: int, action: int) -> str:
    held = count(int(track_length(view, seat)), "card")
    last = int(last_insert(view, box, seat)) + 1
    return f"Your track holds {held} and has no gaps; the last place for a new one is {last}."


def beyond_track(view: State, box: Box, seat: int, action: int) -> str:
    return f"Your track has {track_places(view, box, seat)} places."


def no_such_card(view: State, box: Box, seat: int, action: int) -> str:
    family = INSERT if belongs(INSERT, action) else REPLACE if belongs(REPLACE, action) else None
    if family:
        plan, place = fields(family, action)
        if not view.sides[seat].hand[plan]:
            return f"You have no {plan_name(box, plan)} in your hand."
    else:
        place = decode(Remove, action).place
    return f"There is no card at place {place + 1} of your track."


def is_covered(view: State, box: Box, seat: int, action: int) -> str:
    return f"{space_name(box, decode(Work, action).space)} is covered by damage."


def not_drawn(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(PASS, action):
        return "As many tokens must be kept as the hex says; choose one."
    return f"There is no {token_name(box, decode(Keep, action).token)} token among those that were drawn."


def not_offered(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(PASS, action):
        return "Your King has a free slot, so one of the treasures is kept."
    on_offer = [treasure_name(box, card) for card in range(box.treasure_cards) if view.treasure_at[card] == At.OFFERED]
    name = treasure_name(box, decode(Take, action).card)
    return f"{name} is not on offer; {listed(on_offer)} are." if on_offer else "No treasures are on offer."


def no_room_by(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(PASS, action):
        return "You have chosen a treasure; scrap one that your King carries for it."
    return f"Your King does not carry {treasure_name(box, decode(Scrap, action).card)}."


def no_scrapping(view: State, box: Box, seat: int, action: int) -> str:
    salvage = space_name(box, Space.DOCK_SALVAGE)
    return f"Treasures are scrapped by a worker on {salvage}, or when a new one needs their slot."


def not_carried(view: State, box: Box, seat: int, action: int) -> str:
    return f"Your King does not carry {treasure_name(box, decode(Patch, action).card)}."


def sold(view: State, box: Box, seat: int, action: int) -> str:
    card = decode(Buy, action).card
    return f"{upgrade_name(box, card)} has been sold." if card < box.upgrade_cards else "There is no such upgrade."


def too_dear(view: State, box: Box, seat: int, action: int) -> str:
    card = decode(Buy, action).card
    price, have = box.upgrades[card].iron, view.sides[seat].stores[Store.IRON]
    return f"{upgrade_name(box, card)} costs {price} iron; you have {have}."


def not_costlier(view: State, box: Box, seat: int, action: int) -> str:
    card = decode(Buy, action).card
    section = box.upgrades[card].section
    lying = view.sides[seat].fitted[section] - 1
    there = f"{upgrade_name(box, lying)}, worth {box.upgrades[lying].iron} iron, is on your {SECTION_NAMES[section]}"
    return f"{there}; {upgrade_name(box, card)} costs {box.upgrades[card].iron} and would have to cost more."


def said(text: str) -> Reason:
    """A reason that is the same wherever its rule forbids something."""
    return lambda *_: text


REASONS: dict[int, Reason] = {
    108: not_asked,
    109: said("Chance decides that, never a player."),
    302: no_edge,
    303: too_near,
    304: said("Your King faces one of the six sides; choose one."),
    306: said("A mulligan is taken once, when the first hand has been dealt."),
    406: must_place,
    408: taken,
    409: not_docked,
    410: not_beside,
    411: king_there,
    412: big_only,
    413: big_off_map,
    414: none_rested,
    418: no_tow,
    503: no_damage,
    504: no_more_repair,
    505: no_pair,
    602: cannot_move,
    603: just_loaded,
    604: no_slot,
    608: no_shop,
    609: not_yours,
    702: gap,
    703: beyond_track,
    707: no_such_card,
    1105: is_covered,
    1303: not_drawn,
    1401: not_offered,
    1402: no_room_by,
    1405: no_scrapping,
    1407: not_carried,
    1501: sold,
    1502: too_dear,
    1504: not_costlier,
}
