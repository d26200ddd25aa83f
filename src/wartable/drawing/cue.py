"""What a note is on the stage of a fight: two sides that face each other, dice, losses and a result.

A game's view may have a function `cue(note, box)` that says so; None for a note that has nothing to do with a fight. A
client opens the stage with a cue that has `sides` and a `title`, shows on it what later ones say, and closes it after
one that `closes` it, or when something happens that belongs to no fight. Sides without a title open it for those who
have not seen how the fight began. A cue that says nothing only belongs there.
"""

from dataclasses import dataclass
from typing import Any

from .icons import draw_icon

NO_SEAT = -1
PICTURE = 48
"""Pictures are drawn this large, around 0, 0."""


@dataclass(frozen=True)
class Side:
    """Who fights: the seat, NO_SEAT for those of no player; `name` may have `{0}` and so on for players.

    `total` is the number that it begins with, `of` what its numbers are of ("attack"). `art` is a picture that the game
    draws itself, as large as PICTURE, in place of the icon.
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
    """What is seen on the stage. All but `sides` and `title` is about the side of `seat`.

    `figure` names something that stands there, in `group` with others of its kind, with a picture (an icon, or `art`
    that the game draws itself, as large as PICTURE) and a label; `count` is how many it is then, `lost` how many of it
    are gone. `dice` fall beside those that lie there, or alone where they are `fresh`; `total` is the sum, and `adds`
    how much is added to it. `front` names the groups that meet, of this side and of the other. `ends` is "wins" or
    "loses".
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
        """What differs from nothing, with pictures instead of names of icons."""
        plain = Cue()
        found = {name: value for name, value in vars(self).items() if value != getattr(plain, name)}
        icon, art = found.pop("icon", ""), found.pop("art", "")
        if icon or art:
            found["picture"] = art or draw_icon(icon, PICTURE, "currentColor")
        if self.sides:
            found["sides"] = [side.as_json() for side in self.sides]
        return {"seat": self.seat} | found
