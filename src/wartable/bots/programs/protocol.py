"""The protocol of bot programs: one JSON object a line, on standard input and output. See docs/bots.md.

A process gets one message at a time. `hello` begins a match, `choose` asks for a decision, `end` ends the match;
another `hello` may follow. The process exits when its input ends.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wartable.core import record
from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.record import Record
from wartable.errors import WartableError

PROTOCOL = 1
LONGEST_ANSWER = 65_536


class BadAnswer(WartableError):
    """A program's answer violates the protocol."""


@dataclass(frozen=True)
class TableInfo:
    """What everybody at a table knows before the first action."""

    game: str
    rules: int
    players: int
    options: Mapping[str, object] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, str] = field(default_factory=dict)


def hello(table: TableInfo, seat: int, seed: int, seconds: float) -> dict[str, Any]:
    """The first message of a match. `seconds` is the time for each decision."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": table.game,
        "rules": table.rules,
        "players": table.players,
        "seat": seat,
        "seed": seed,
        "seconds": seconds,
        "options": dict(table.options),
        "files": dict(table.files),
        "cells": dict(table.cells),
    }


def choose(
    game: Game, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], number: int, seconds: float
) -> dict[str, Any]:
    """The question: what the seat sees, and its legal actions with their notation and a full phrase.

    Programs do not learn who plays: players are called by the names of their seats.
    """
    words, names = game.words, game.seat_names
    return {
        "type": "choose",
        "number": number,
        "seat": seat,
        "seconds": seconds,
        "prompt": words.prompt(view, box, seat).format(*names),
        "view": as_json(view),
        "legal": [
            {
                "action": action,
                "move": words.notation(view, box, seat, action),
                "label": words.label(view, box, seat, action).format(*names),
            }
            for action in legal
        ],
    }


def end(scores: Sequence[float], points: Sequence[int], ending: str) -> dict[str, Any]:
    return {"type": "end", "ending": ending, "scores": list(scores), "points": list(points)}


def line_of(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes, wanted: str) -> dict[str, Any]:
    """A message of the expected type; BadAnswer for anything else."""
    shown = line[:80].decode("utf-8", "replace").strip()
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise BadAnswer(f"it answered {shown!r}, which is not JSON") from None
    if not isinstance(message, dict) or message.get("type") != wanted:
        raise BadAnswer(f"it answered {shown!r} where a message of type {wanted!r} was due")
    return message


def chosen(message: Mapping[str, Any], question: Mapping[str, Any]) -> int:
    """The action of an answer, by code or notation."""
    if message.get("number", question["number"]) != question["number"]:
        raise BadAnswer(f"it answered question {message['number']}, not question {question['number']}")
    action, move = message.get("action"), message.get("move")
    for option in question["legal"]:
        fits = move == option["move"] if action is None else type(action) is int and action == option["action"]
        if fits:
            return int(option["action"])
    raise BadAnswer(f"it answered {move if action is None else action!r}, which is not one of the legal actions")


def as_json(value: Any) -> Any:
    """A record as objects, lists and whole numbers, field by field."""
    if isinstance(value, np.void):
        names = value.dtype.names or ()
        return {name: as_json(value[name]) for name in names if not name.startswith("of_")}
    if isinstance(value, np.ndarray):
        if value.dtype.names is None:
            return value.tolist()
        return [as_json(part) for part in value]
    return value.item()


def record_from(found: Mapping[str, Any], dtype: np.dtype[Any]) -> Record:
    """The inverse of `as_json`."""
    row = record.new(dtype)
    _store(row, found)
    return row


def _store(row: Any, found: Mapping[str, Any]) -> None:
    for name, value in found.items():
        part = row[name]
        if isinstance(part, np.void):
            _store(part, value)
        elif isinstance(part, np.ndarray) and part.dtype.names is not None:
            for index, item in enumerate(value):
                _store(part[index], item)
        else:
            row[name] = value
