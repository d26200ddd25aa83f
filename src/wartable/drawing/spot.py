"""What is seen of a note at a thing of the table while it is played back: points that rise from it, sparks where it is
struck, a coin that spins over it and falls, a shot from it at another one.

A game's view may have a function `spot(note, box)` that says so; None for a note that is seen nowhere.
"""

from typing import Any, NamedTuple

from .cue import PICTURE
from .icons import draw_icon


class Coin(NamedTuple):
    """The face that a coin falls on: its icon, what that means, and whether it is good for whoever had it thrown."""

    icon: str
    label: str
    is_good: bool

    def as_json(self) -> dict[str, Any]:
        return {"picture": draw_icon(self.icon, PICTURE, "currentColor"), "label": self.label, "good": self.is_good}


class Spot(NamedTuple):
    """A thing by its id, and what is seen there."""

    thing: str
    gains: int = 0
    is_struck: bool = False
    coin: Coin | None = None
    aims_at: str = ""
    """The thing that it shoots at or attacks from where it stands, by its id."""

    def as_json(self) -> dict[str, Any]:
        """What there is to see, with a picture instead of the name of an icon."""
        found: dict[str, Any] = {"thing": self.thing}
        if self.gains:
            found["gains"] = self.gains
        if self.is_struck:
            found["struck"] = True
        if self.coin:
            found["coin"] = self.coin.as_json()
        if self.aims_at:
            found["aims_at"] = self.aims_at
        return found
