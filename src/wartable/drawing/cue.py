"""Cues: the effect of a note on the stage of a fight, with two sides, dice, losses and a result.

A game's view may have a function `cue(note, box)` that returns one; None for a note that is not part of a fight. A
client opens the stage at a cue with `sides` and a `title`, shows the following cues on it, and closes it after a cue
with `closes`, or at the first note that is not part of a fight. Sides without a title open the stage for viewers who
did not see the fight begin. An empty cue only marks a note as part of the fight.
"""

from dataclasses import dataclass
from typing import Any

from .icons import draw_icon

NO_SEAT = -1
PICTURE = 48
"""The size of pictures, centred at 0, 0."""


@dataclass(frozen=True)
class Side:
    """A side of a fight: its seat, or NO_SEAT if no player owns it; `name` may contain `{0}` and so on for players.

    `total` is its initial number, `of` the unit of its numbers ("attack"). `art` is the game's own picture, of size
    PICTURE, in place of the icon.
    """

    seat: int
    name: str
    icon: str
    total: int | None = None
    of: str = ""
    art: str = ""

    def as_json(self) -> dict[str, Any]:
        """The side for a client."""
        picture = self.art or draw_icon(self.icon, PICTURE, "currentColor")
        return {"seat": self.seat, "name": self.name, "picture": picture, "total": self.total, "of": self.of}


@dataclass(frozen=True)
class Cue:
    """A change on the stage. Everything except `sides` and `title` is about the side of `seat`.

    `figure` names an object on the stage, in `group` with others of its kind, with a picture (an icon, or the game's
    own `art` of size PICTURE) and a label; `count` is the new number, `lost` how many were lost. `dice` are added to
    the ones on the stage, or replace them if `fresh`; `total` is the sum, and `adds` is added to it. `front` names the
    groups that meet, of this side and of the other. `ends` is "wins" or "loses".
    """

    sides: tuple[Side, ...] = ()
    title: str = ""
    seat: int = NO_SEAT
    figure: str = ""
    group: str = ""
    icon: str = ""
    art: str = ""
    label: str = ""
    count: int | None = None
    lost: int = 0
    dice: tuple[int, ...] = ()
    fresh: bool = False
    total: int | None = None
    adds: int = 0
    front: tuple[str, ...] = ()
    ends: str = ""
    closes: bool = False

    def as_json(self) -> dict[str, Any]:
        """The values that differ from the defaults, with pictures instead of icon names."""
        plain = Cue()
        found = {name: value for name, value in vars(self).items() if value != getattr(plain, name)}
        icon, art = found.pop("icon", ""), found.pop("art", "")
        if icon or art:
            found["picture"] = art or draw_icon(icon, PICTURE, "currentColor")
        if self.sides:
            found["sides"] = [side.as_json() for side in self.sides]
        return {"seat": self.seat} | found
