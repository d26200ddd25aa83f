"""What the numbers of an observation of Metals mean, in the order of `features`."""

from wartable.guides.observation import Parts, each, flag, flags, number
from wartable.rulebook.data import Data

from .state import DEPTH, ON_MAP, WIDTH, Facing, Faction

SPACES = [f"{'abcdefghi'[column]}{row + 1}" for row in range(DEPTH) for column in range(WIDTH)]


def parts(data: Data) -> Parts:
    space = (
        flags("own", range(ON_MAP), "the viewer's Metal {} stands here"),
        flag("enemy", "an enemy's Metal stands here"),
        flags("faces", [facing.name.lower() for facing in Facing], "the Metal here faces {}"),
        flag("damaged", "the Metal here is damaged"),
        number("points", "points printed here", 2, 2),
        flag("forest", "it is a forest"),
        flag("city", "it is a city"),
    )
    side = (
        number("points", "points, as a share of the goal"),
        number("pool", "Metals in the pool", 3, 12),
        flag("active", "it is this one's turn"),
        flags("faction", [one.name.lower() for one in Faction if one], "leads {}"),
    )
    return (
        each("space", SPACES, space),
        each("side", ("own", "other"), side),
        flag("second", "the viewer has the second seat"),
    )
