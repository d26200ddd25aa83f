"""What the things on the table of Metals are, and what touching them means."""

from collections.abc import Container

from wartable.core.phrases import worded
from wartable.core.rules import Refused, kind, plain
from wartable.drawing.card import Card
from wartable.drawing.scene import Id

from .box import Box
from .state import NOWHERE, Facing, Kind, Metal, State
from .values import FACTIONS, space_named, square

PANEL_RULES = {"score": 701, "track": 701, "pool": 302, "faction": 601, "turn": 704, "facing": 308}
KEY = (("Points", 501), ("Forest", 406), ("City", 502), ("Line of sight", 401))
GROUND_RULES = {"forest": 406, "city": 502, "point": 501, "corner": 303, "plain": 306}


TITLES = {"pool": "Deployment pool", "score": "Points", "track": "Points", "turn": "Turns", "facing": "Facing"}
SAME = {"dock": "pool", "goal": "score", "rose": "facing", "way": "facing"}


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    match Id.read(thing).parts:
        case "space", str(name):
            return explain_space(box, space_named(box, name))
        case "metal", int(owner), int(slot):
            return explain_metal(view, box, owner, slot)
        case "key", int(number), *_:
            return Card(*KEY[number])
        case "pick", int(number):
            return Card(FACTIONS[number], 601 + number)
        case "faction", int(owner):
            faction = view.sides[owner].faction
            return Card(FACTIONS[faction], 601 + faction) if faction else None
        case str(what), *which:
            owner = next((part for part in which if isinstance(part, int)), 0)
            return explain_panel(view, box, SAME.get(what, what), owner)
    return None


def explain_panel(view: State, box: Box, what: str, owner: int) -> Card | None:
    side = view.sides[owner]
    player = f"{{{owner}}}"
    points = (worded("{player} has {points} of {goal}.", player=player, points=side.points, goal=box.goal),)
    pool = (worded("{pool:Metal} of {player} in the pool.", pool=side.pool, player=player),)
    facts = {"pool": pool, "score": points, "track": points}
    return Card(TITLES[what], PANEL_RULES[what], facts.get(what, ())) if what in TITLES else None


def terrain(box: Box, space: int) -> str:
    if box.forest[space] or box.city[space]:
        return "forest" if box.forest[space] else "city"
    return "point" if box.printed[space] else "plain"


def explain_space(box: Box, space: int) -> Card | None:
    if space == NOWHERE:
        return None
    ground = terrain(box, space)
    if box.corner[space] and ground == "plain":
        ground = "corner"
    worth = worded("worth {points:point}", points=int(box.printed[space]))
    names = {"point": worth, "plain": "open ground", "corner": "a corner of the map"}
    title = worded("{space}, {ground}", space=square(box, space), ground=names.get(ground, ground))
    return Card(title, GROUND_RULES[ground])


def explain_metal(view: State, box: Box, owner: int, slot: int) -> Card | None:
    metal = view.sides[owner].metals[slot]
    if metal.space == NOWHERE:
        return None
    there = standing(view)
    facing = Facing(metal.facing).name.lower()
    looks = worded("It looks {facing} from {space}.", facing=facing, space=square(box, metal.space))
    seen = [space for space in ahead(box, metal.space, metal.facing, there) if space in there]
    sees = worded("It sees the Metal on {space}.", space=square(box, seen[0])) if seen else "It sees no Metal."
    health = "Damaged: the next hit defeats it." if metal.damaged else "Undamaged: it stands one hit."
    return Card(worded("{player}'s Metal", player=f"{{{owner}}}"), 402, (looks, sees, health))


def standing(view: State) -> dict[int, tuple[int, int, Metal]]:
    """The Metals on the map, by space: owner, slot and Metal."""
    return {
        int(metal.space): (owner, slot, metal)
        for owner, side in enumerate(view.sides)
        for slot, metal in enumerate(side.metals)
        if metal.space != NOWHERE
    }


def ahead(box: Box, space: int, facing: int, taken: Container[int]) -> list[int]:
    """The spaces straight ahead, up to the first occupied one."""
    seen: list[int] = []
    at = int(box.neighbour[space, facing])
    while at != NOWHERE and not (seen and seen[-1] in taken):
        seen.append(at)
        at = int(box.neighbour[at, facing])
    return seen


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | Refused | None:
    """The text that touching these things stands for, or why it means nothing."""
    if plain(kind)(view) != Kind.TURN:
        return None
    ids = [Id.read(thing) for thing in touched]
    own = [id for id in ids if id.parts[:2] == ("metal", seat)]
    places = [name for name in (place_of(view, box, id) for id in ids if id not in own) if name]
    pool = any(id.parts[:2] == ("pool", seat) for id in ids)
    if own and places:
        return f"{place_of(view, box, own[0])}-{places[-1]}"
    if len(own) > 1:
        return f"{place_of(view, box, own[0])}-{place_of(view, box, own[1])}"
    if own and len(touched) == 1:
        return Refused(307, "Every space next to it is taken; a Metal moves to a free space.")
    if pool and (places or len(touched) == 1):
        return f"+{places[-1]}n" if places else f"+{square(box, box.corners[0])}n"
    return lone_place(view, box, seat, places[-1]) if places else None


def place_of(view: State, box: Box, id: Id) -> str:
    """The name of the space that a thing is or stands on."""
    match id.parts:
        case "space", str(name):
            return name
        case "metal", int(owner), int(slot) if view.sides[owner].metals[slot].space != NOWHERE:
            return square(box, view.sides[owner].metals[slot].space)
    return ""


def lone_place(view: State, box: Box, seat: int, name: str) -> str | Refused:
    """A single touched place: somewhere to go, or a Metal that is not the player's own."""
    space = space_named(box, name)
    owners = {at: owner for at, (owner, _, _) in standing(view).items()}
    if owners.get(space) == 1 - seat and not box.corner[space]:
        return Refused(306, worded("The Metal on {space} is not yours; only your own Metals move.", space=name))
    if box.corner[space] or seat not in owners.values():
        return f"+{name}n"
    apart = "None of your Metals is next to {space}; a Metal moves one space north, east, south or west."
    return Refused(306, worded(apart, space=name))
