"""A card that explains a thing on the table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .scene import Scene

PLACE = re.compile(r"[a-z]\d")
"""The name of a place, such as c5, in lower case everywhere."""


@dataclass(frozen=True)
class Card:
    """The explanation of a thing. The text of its rule describes it, unless `text` does; `facts` are its current
    numbers.

    `{0}` and so on stand for the names of the seats. `picture` is SVG around 0, 0, at the thing's size, for things
    without a picture, such as a place on a map that is drawn as one.
    """

    title: str
    rule: int = 0
    facts: tuple[str, ...] = ()
    text: str = ""
    picture: str = ""


def labelled(scene: Scene, id: str, rules: Mapping[str, int]) -> Card | None:
    """A card from a thing's label and the rule for its id prefix; the longest matching prefix counts.

    None if the thing is unknown or has no label.
    """
    thing = next((one for one in scene.things if one.id == id), None)
    label = (thing.label or thing.text) if thing else ""
    if not label:
        return None
    stem = max((stem for stem in rules if id.startswith(stem)), key=len, default="")
    title, _, rest = label.partition(": ") if ": " in label else label.partition(", ")
    facts = tuple(part[:1].upper() + part[1:] for part in (rest.split("; ") if rest else ()))
    return Card(title if PLACE.match(title) else title[:1].upper() + title[1:], rules.get(stem, 0), facts)
