"""Saved matches: JSON lines with a header, one action a line, and the end or the pause."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wartable.errors import BadSave, BrokenGame, WartableError
from wartable.rulebook.options import Options

from ..frames import NATURE
from ..game import Game
from ..older import find_older
from . import dice
from .setup import Setup
from .step import Outcome

FORMAT = 2
"""The format of new saves. In format 1, rolls were numbered by their place among all actions."""
MAX_FILE = 64_000_000


@dataclass(frozen=True)
class Header:
    """Everything that defines a match besides its actions."""

    game: str
    rules: int
    options: Options
    players: tuple[str, ...]
    commitment: str | None
    files: Mapping[str, str]
    cells: Mapping[str, str]
    given: int = 0
    """How many of the first actions were given, not decided or rolled here: the position of an example, a lesson."""
    format: int = FORMAT
    """The format of its save, which also says how its rolls are numbered."""
    variant: str = ""

    @classmethod
    def of(cls, setup: Setup, commitment: str | None, given: int = 0, format: int = FORMAT) -> "Header":
        """The header of a match at such a table; `commitment` is the hash of its seed, if it has one."""
        game, data = setup.game, (setup.files, setup.cells)
        known = (game.stem, game.version, setup.options, setup.players, commitment, *data)
        return cls(*known, given, format, setup.variant)

    @property
    def counts_steps(self) -> bool:
        """Whether rolls are numbered by their place among all actions."""
        return self.format == 1

    def as_json(self) -> dict[str, Any]:
        return {
            "wartable": self.format,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "players": list(self.players),
            "commitment": self.commitment,
            "files": dict(self.files),
            "cells": dict(self.cells),
            **({"given": self.given} if self.given else {}),
            **({"variant": self.variant} if self.variant else {}),
        }


class Reader:
    """Reads a save line by line and reports errors with their line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                raw = file.read(MAX_FILE + 1)
        except (OSError, ValueError) as error:
            raise BadSave(f"{path}: {getattr(error, 'strerror', None) or error}") from None
        if len(raw) > MAX_FILE:
            raise BadSave(f"{path}: this is not a Wartable save (larger than {MAX_FILE} bytes)")
        try:
            # Not splitlines: a name or a data file may hold other signs that it takes for the end of a line.
            self.lines = raw.decode("utf-8").removesuffix("\n").split("\n")
        except UnicodeDecodeError:
            raise BadSave(f"{path}: this is not a Wartable save (not UTF-8 text)") from None
        if not raw:
            raise BadSave(f"{path}: the file is empty")

    def bad(self, number: int, reason: str) -> BadSave:
        # The reason may quote what a stranger wrote: it stays on one line, and steers no terminal.
        shown = "".join(sign if sign.isprintable() else "?" for sign in reason)
        return BadSave(f"{self.path}, line {number + 1}: {shown}")

    def object(self, number: int) -> dict[str, Any]:
        try:
            loaded = json.loads(self.lines[number])
        except (ValueError, RecursionError):
            raise self.bad(number, "not a line of a save (not JSON)") from None
        if not isinstance(loaded, dict):
            raise self.bad(number, "not a line of a save (not a JSON object)")
        if "\\u" in self.lines[number]:
            try:
                json.dumps(loaded, ensure_ascii=False).encode()
            except UnicodeEncodeError:
                raise self.bad(number, "it contains an unpaired surrogate, which is not text") from None
        return loaded

    def header(self, find: Any) -> tuple[Game, Header]:
        head = self.object(0)
        form = head.get("wartable")
        if type(form) is not int or not 1 <= form <= FORMAT:
            raise self.bad(0, f"not a save of Wartable in format 1 to {FORMAT}")
        game = self._game(head, find)
        players, options, files, cells = self._parts(head)
        variant = head.get("variant", "")
        if not isinstance(variant, str):
            raise self.bad(0, "variant must be a text")
        published = head.get("commitment")
        if published is not None and not isinstance(published, str):
            raise self.bad(0, "commitment must be a text")
        given = head.get("given", 0)
        if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= max(0, len(self.lines) - 2):
            raise self.bad(0, "given must be a number of actions")
        for option in game.options:
            value = options.get(option.name, option.first)
            if option.file and value not in option.values and f"{option.file}/{value}.txt" not in files:
                raise self.bad(0, f"its {option.name} is {value!r}, but that is not in the save")
        try:
            setup = Setup.of(game, players, game.still_known(options), files, cells, variant)
            return game, Header.of(setup, published, given, form)
        except WartableError as error:
            raise self.bad(0, str(error)) from None

    def _game(self, head: dict[str, Any], find: Any) -> Game:
        name = head.get("game")
        if not isinstance(name, str):
            raise self.bad(0, "it names no game")
        try:
            game: Game = find(name)
        except WartableError as error:
            raise self.bad(0, str(error)) from None
        if head.get("rules") != game.version:
            try:
                return find_older(game.stem, int(head["rules"]))
            except (BrokenGame, KeyError, TypeError, ValueError):
                pass
            raise self.bad(
                0,
                f"it was played with version {head.get('rules')} of the rules of {name}; "
                f"this is version {game.version}",
            )
        return game

    def _parts(self, head: dict[str, Any]) -> tuple[list[str], dict[str, Any], dict[str, str], dict[str, str]]:
        """Players, options, files and cells, with their types checked."""
        players = head.get("players")
        if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
            raise self.bad(0, "players must be a list of names")
        options, files, cells = head.get("options"), head.get("files", {}), head.get("cells", {})
        if not isinstance(options, dict) or not isinstance(files, dict) or not isinstance(cells, dict):
            raise self.bad(0, "options, files and cells must be objects")
        if not all(isinstance(text, str) for part in (files, cells) for text in part.values()):
            raise self.bad(0, "files and cells must be texts")
        return players, options, files, cells

    def seed(self, last: dict[str, Any], header: Header) -> bytes | None:
        number = len(self.lines) - 1
        text = last.get("seed")
        if text is None:
            return None
        try:
            seed = bytes.fromhex(text)
        except (ValueError, TypeError):
            raise self.bad(number, "the seed is not hexadecimal") from None
        if header.commitment is not None and dice.commitment(seed) != header.commitment:
            raise self.bad(number, "the seed is not the one that was committed to in line 1")
        return seed

    def last(self) -> dict[str, Any]:
        """The last line, which gives the end of the match or its pause."""
        if len(self.lines) < 2:
            raise self.bad(0, "the save breaks off after its header")
        last = self.object(len(self.lines) - 1)
        if "end" not in last and "pause" not in last:
            raise self.bad(len(self.lines) - 1, "the save breaks off: its last line says neither end nor pause")
        return last

    @contextmanager
    def line(self, number: int) -> Iterator[None]:
        """Errors raised in this context name this line."""
        try:
            yield
        except BadSave:
            raise
        except WartableError as error:
            raise self.bad(number, str(error)) from None

    def actions(self) -> Iterator[tuple[int, int, str]]:
        """The actions in order: line number, seat and notation."""
        for number in range(1, len(self.lines) - 1):
            line = self.object(number)
            who, text = line.get("seat"), line.get("move")
            seat = NATURE if who == "nature" else who
            if line.get("n") != number - 1:
                raise self.bad(number, f"this should be action {number - 1}")
            if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(text, str):
                raise self.bad(number, "an action needs a seat and a move")
            yield number, seat, text

    def check_end(self, last: dict[str, Any], count: int, outcome: Outcome | None) -> None:
        """Refuse a last line that contradicts the position after all actions."""
        number = len(self.lines) - 1
        if "pause" in last:
            if outcome is not None or last["pause"] != count:
                raise self.bad(number, "the pause does not come after the last action")
        elif outcome is None or last["end"] != outcome.ending or last.get("scores") != list(outcome.scores):
            raise self.bad(number, "the match did not end the way the last line says")


def lines_of(
    header: Header, moves: Iterable[tuple[int, str]], outcome: Outcome | None, seed: bytes | None
) -> Iterator[str]:
    """The lines of a save; `moves` are all actions, each with its seat and its notation."""
    yield json.dumps(header.as_json(), ensure_ascii=False)
    count = 0
    for seat, move in moves:
        yield json.dumps({"n": count, "seat": seat_name(seat), "move": move}, ensure_ascii=False)
        count += 1
    last: dict[str, Any] = {"pause": count}
    if outcome:
        last = {"end": outcome.ending, "rule": outcome.rule, "scores": outcome.scores, "points": outcome.points}
    yield json.dumps({**last, "seed": None if seed is None else seed.hex()})


def seat_name(seat: int) -> int | str:
    """A seat as a save names it."""
    return "nature" if seat == NATURE else seat
