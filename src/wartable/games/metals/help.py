"""What a person may ask about the table of Metals: what a thing is, and what was meant by touching it."""

from wartable.compiler.mode import plain
from wartable.core.frames import kind
from wartable.core.game import Refused
from wartable.core.phrases import count
from wartable.drawing.card import Card

from .box import Box
from .state import NOWHERE, Facing, Kind, State
from .values import FACTIONS, space_named, square

PANEL_RULES = {"score": 701, "track": 701, "pool": 302, "faction": 601, "turn": 704, "facing": 308}
KEY = (("Points", 501), ("Forest", 406), ("City", 502), ("Line of sight", 401))
GROUND_RULES = {"forest": 406, "city": 502, "point": 501, "corner": 303, "plain": 306}


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    what, _, rest = thing.partition("-")
    if what == "space":
        return explain_space(view, box, space_named(box, rest))
    if what == "metal":
        return explain_metal(view, box, *map(int, rest.split("-")))
    if what in ("key", "sample"):
        return Card(*KEY[int(rest)])
    if what == "pick":
        return Card(FACTIONS[int(rest)], 601 + int(rest))
    what = {"dock": "pool", "goal": "score", "rose": "facing", "way": "facing"}.get(what, what)
    owner = int(rest[0]) if rest[:1].isdigit() else 0
    side = view.sides[owner]
    if what == "faction" and side.faction:
        return Card(FACTIONS[side.faction], 601 + side.faction)
    facts = {
        "pool": (f"{count(side.pool, 'Metal')} of {{{owner}}} in the pool.",),
        "score": (f"{{{owner}}} has {side.points} of {box.goal}.",),
        "track": (f"{{{owner}}} has {side.points} of {box.goal}.",),
    }
    titles = {"pool": "Deployment pool", "score": "Points", "track": "Points", "turn": "Turns", "facing": "Facing"}
    return Card(titles[what], PANEL_RULES[what], facts.get(what, ())) if what in titles else None


def explain_space(view: State, box: Box, space: int) -> Card | None:
    if space == NOWHERE:
        return None
    points = box.printed[space]
    ground = "forest" if box.forest[space] else "city" if box.city[space] else "point" if points else "plain"
    if box.corner[space] and ground == "plain":
        ground = "corner"
    names = {"point": f"worth {count(points, 'point')}", "plain": "open ground", "corner": "a corner of the map"}
    return Card(f"{square(box, space)}, {names.get(ground, ground)}", GROUND_RULES[ground])


def explain_metal(view: State, box: Box, owner: int, slot: int) -> Card | None:
    metal = view.sides[owner].metals[slot]
    if metal.space == NOWHERE:
        return None
    looks = f"It looks {Facing(metal.facing).name.lower()} from {square(box, metal.space)}."
    seen = first_in_sight(view, box, metal.space, metal.facing)
    sees = f"It sees the Metal on {square(box, seen)}." if seen != NOWHERE else "It sees no Metal."
    health = "Damaged: the next hit defeats it." if metal.damaged else "Undamaged: it stands one hit."
    return Card(f"{{{owner}}}'s Metal", 402, (looks, sees, health))


def first_in_sight(view: State, box: Box, space: int, facing: int) -> int:
    """The space of the first Metal that stands straight ahead."""
    taken = {metal.space for side in view.sides for metal in side.metals if metal.space != NOWHERE}
    ahead = int(box.neighbour[space, facing])
    while ahead != NOWHERE and ahead not in taken:
        ahead = int(box.neighbour[ahead, facing])
    return ahead


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | Refused | None:
    """The typed intention that touching these things is, or why nothing begins so."""
    if plain(kind)(view) != Kind.TURN:
        return None
    own = [thing for thing in touched if thing.startswith(f"metal-{seat}-")]
    places = [name for name in (place_of(view, box, thing) for thing in touched if thing not in own) if name]
    pool = any(thing.startswith(f"pool-{seat}-") for thing in touched)
    if own and places:
        return f"{place_of(view, box, own[0])}-{places[-1]}"
    if len(own) > 1:
        return f"{place_of(view, box, own[0])}-{place_of(view, box, own[1])}"
    if own and len(touched) == 1:
        return Refused(307, "Every space next to it is taken; a Metal moves to a free space.")
    if pool and (places or len(touched) == 1):
        return f"+{places[-1]}n" if places else f"+{square(box, box.corners[0])}n"
    return lone_place(view, box, seat, places[-1]) if places else None


def place_of(view: State, box: Box, thing: str) -> str:
    """The name of the space that a thing is or stands on."""
    what, _, rest = thing.partition("-")
    if what == "space":
        return rest
    if what == "metal":
        owner, slot = map(int, rest.split("-"))
        space = view.sides[owner].metals[slot].space
        return square(box, space) if space != NOWHERE else ""
    return ""


def lone_place(view: State, box: Box, seat: int, name: str) -> str | Refused:
    """A place touched alone: somebody wants to go there, or takes another's Metal for their own."""
    space = space_named(box, name)
    foes = [metal.space for metal in view.sides[1 - seat].metals if metal.space != NOWHERE]
    mine = [metal.space for metal in view.sides[seat].metals if metal.space != NOWHERE]
    if space in foes and not box.corner[space]:
        return Refused(306, f"The Metal on {name} is not yours; only your own Metals move.")
    if box.corner[space] or not mine:
        return f"+{name}n"
    return Refused(306, f"None of your Metals is next to {name}; a Metal moves one space north, east, south or west.")
