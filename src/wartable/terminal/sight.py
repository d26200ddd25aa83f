"""The content of the screen: everything that one viewer is shown of a table at one moment."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wartable.core.frames import NATURE
from wartable.core.match import Move, Outcome
from wartable.core.match.perspective import Entry
from wartable.drawing.scene import Scene

from .names import named
from .players import Player

SHAPES = "●■◆▲★✚"
"""Each seat has a shape in addition to its colour, for colour-blind people."""


@dataclass(frozen=True)
class Sight:
    """`asked` is the person's seat (or NATURE) that is to act, `bot` the bot's; `curtain` is the seat that has to
    take the device before anything is shown.
    """

    title: str
    players: tuple[Player, ...]
    viewer: int
    due: tuple[int, ...]
    asked: int | None
    bot: int | None
    curtain: int | None
    prompt: str
    board: str
    moves: tuple[Move, ...]
    entries: tuple[Entry, ...]
    outcome: Outcome | None
    guide: str = ""
    """What decides the match and how it stands, and the phase of the turn."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def question(self) -> str:
        """What is asked of whom, in one sentence."""
        if self.curtain is not None:
            return f"Pass the device to {self.names[self.curtain]}, who presses Enter"
        if self.outcome is not None:
            return " ".join(verdict(self.outcome, self.names))
        if self.asked == NATURE:
            return "Nature is to act: enter what the dice or the cards gave"
        if self.asked is not None:
            return f"{self.names[self.asked]}: {named(self.prompt, self.names)}"
        if self.bot is not None:
            return f"{self.players[self.bot].title} is thinking"
        return named(self.prompt, self.names)


def verdict(outcome: Outcome, names: tuple[str, ...]) -> list[str]:
    """How a match ended, in sentences: who won, why and by which rule, and the points."""
    winners = [names[seat] for seat in outcome.winners]
    if outcome.is_draw:
        won = f"{', '.join(winners[:-1])} and {winners[-1]} share the win."
    else:
        won = f"{winners[0]} wins." if winners else "Nobody wins."
    points = ", ".join(f"{name} {points}" for name, points in zip(names, outcome.points, strict=True))
    return [won, f"The match is over: {outcome.text} ({outcome.rule}).", f"Points: {points}."]


def standing(scene: Scene, names: Sequence[str], words: str) -> list[str]:
    """Where everything that has some words stands: what lies on the table, and the ground by its kind."""
    things: dict[str, None] = {}
    ground: dict[str, list[str]] = {}
    for thing in scene.things:
        text = named(thing.label, names)
        place, _, kind = text.partition(", ")
        if thing.kind == "space" and kind:
            ground.setdefault(kind, []).append(place)
        elif text and thing.kind != "space":
            things[text] = None
    told = [*things, *(f"{kind}: {', '.join(places)}" for kind, places in ground.items())]
    wanted = set(words.lower().split())
    return [text for text in told if wanted <= set(re.findall(r"\w+", text.lower()))] or ["Nothing has these words."]


def fits(move: Move, names: Sequence[str], text: str) -> bool:
    """Whether a move has all these words in its notation or its label."""
    searched = f"{move.notation} {named(move.label, names)}".lower()
    return all(word in searched for word in text.lower().split())
