"""The history of a match as one viewer is told it, in lines and for programs."""

from collections.abc import Sequence
from typing import Any

from wartable.core.frames import NATURE
from wartable.core.game import Sentence
from wartable.core.match import Match
from wartable.core.match.perspective import Entry
from wartable.core.notes import Level

from .names import named

LONGEST_PLAYBACK = 6.0
"""The maximum duration, in seconds, of showing what others did."""


def indented(sentence: Sentence, text: str) -> str:
    """Consequences are indented below their action."""
    return "  " * max(0, sentence.level - Level.DEED) + text


def line(sentence: Sentence, names: Sequence[str], match: Match) -> str:
    """A sentence with its names and its rule."""
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
