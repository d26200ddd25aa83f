"""The story of a match as one viewer is told it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wartable.core import generic
from wartable.core.frames import NATURE
from wartable.core.game import Sentence
from wartable.core.match import Match, Step, hidden

from .names import named


@dataclass(frozen=True)
class Entry:
    """One action: what the viewer is told of it; where the viewer may know it, its notation and if it was forced."""

    number: int
    seat: int
    move: str | None
    forced: bool
    sentences: tuple[Sentence, ...]


class Story:
    """Entries for all steps of a match, told once each and told again only where the match went another way."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self._told: list[tuple[Step, Entry]] = []

    def entries(self) -> list[Entry]:
        steps = self.match.steps
        kept = len(self._told)
        while kept and not (kept <= len(steps) and self._told[kept - 1][0] is steps[kept - 1]):
            kept -= 1
        del self._told[kept:]
        self._told += [(step, self._entry(step)) for step in steps[kept:]]
        return [entry for _, entry in self._told]

    def _entry(self, step: Step) -> Entry:
        knows = self._knows(step)
        return Entry(
            step.number,
            step.seat,
            self._notation(step) if knows else None,
            step.forced and knows,
            tuple(self.match.tell(step, self.viewer)),
        )

    def _knows(self, step: Step) -> bool:
        if step.seat == self.viewer:
            return True
        return bool(generic.sees(step.before, self.match.box, self.viewer, step.seat, step.action))

    def _notation(self, step: Step) -> str:
        """From the viewer's own view, not the mover's, so that it cannot say more than the viewer knows."""
        view = hidden(step.before, self.match.box, self.viewer)
        return self.match.game.words.notation(view, self.match.box, step.seat, step.action)


def line(sentence: Sentence, names: Sequence[str], match: Match) -> str:
    """A sentence with its names and the number of its rule."""
    rule = f" ({match.game.rule_name(sentence.rule)})" if sentence.rule else ""
    return named(sentence.text, names) + rule


def as_json(entry: Entry, names: Sequence[str], match: Match) -> dict[str, Any]:
    return {
        "n": entry.number,
        "seat": "nature" if entry.seat == NATURE else entry.seat,
        "move": entry.move,
        "forced": entry.forced,
        "log": [
            {
                "text": named(sentence.text, names),
                "rule": match.game.rule_name(sentence.rule) if sentence.rule else None,
            }
            for sentence in entry.sentences
        ],
    }
