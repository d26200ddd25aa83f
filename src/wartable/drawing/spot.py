"""Spots: the effect of a note at a thing on the table during playback.

The effects are points that rise from it, sparks when it is struck, a coin that spins over it and falls, and a shot at
another thing. A game's view may have a function `spot(note, box)` that returns one; None for a note without an effect.
"""

from typing import Any, NamedTuple

from .cue import PICTURE
from .icons import draw_icon


class Coin(NamedTuple):
    """The face that a coin falls on: its icon, its meaning, and whether it is good for the player."""

    icon: str
    label: str
    is_good: bool

    def as_json(self) -> dict[str, Any]:
        """The coin for a client."""
        return {"picture": draw_icon(self.icon, PICTURE, "currentColor"), "label": self.label, "good": self.is_good}


class Spot(NamedTuple):
    """A thing by its id, and the effect there."""

    thing: str
    gains: int = 0
    is_struck: bool = False
    coin: Coin | None = None
    aims_at: str = ""
    """The id of the thing that it shoots at or attacks from its place."""

    def as_json(self) -> dict[str, Any]:
        """The effect, with a picture instead of the icon's name."""
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
