"""A place in a match that is tried, and how a broken law or a mistake at it is told."""

import linecache
import re
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from wartable.compiler.mode import plain
from wartable.core import generic, record
from wartable.core.blame import place_of, said
from wartable.core.frames import DEPTH, SPECTATOR, AnyState, due
from wartable.core.game import Game
from wartable.core.match.perspective import hidden
from wartable.core.record import Record
from wartable.drawing.tints import untinted
from wartable.errors import WartableError

from .compiler import explain, is_compiler_error
from .places import place_of_function


class LawBroken(AssertionError):
    """A game does not keep one of the laws."""


@dataclass
class Moment:
    """A place in a random match, named in every complaint."""

    game: Game
    box: Record
    s: Record
    options: Mapping[str, object]
    seats: int
    seed: int
    step: int
    _paths: tuple[int, int, dict[int, tuple[str, ...]]] = (-1, -1, {})
    """Step, seat and what was found there by `paths`."""
    tallied: tuple[bytes, dict[int, Any]] = (b"", {})
    """A state, and what each viewer sees there of the game's counters."""

    def broken(self, law: str, detail: str, place: str = "", action: int | None = None) -> LawBroken:
        """`place` is a function of the game by its name, or where it is, in full; `action` tells which page has it."""
        if place and "(" not in place:
            place = place_of_function(self.game, place, action)
        detail = f"{place}: {detail}" if place else detail
        where = (
            f"{self.game.name}, {self.seats} players, options {dict(self.options)}, seed {self.seed}, step {self.step}"
        )
        return LawBroken(f"{law}: {detail}\nat {where}\n{self._board()}")

    def _board(self) -> str:
        """The text board, for who looks for the mistake; nothing where that is what is broken."""
        try:
            return untinted(self.game.view.board(hidden(self.s, self.box, SPECTATOR), self.box, SPECTATOR))
        except Exception:
            return ""

    def due(self) -> list[int]:
        bits = plain(due)(self.s)
        return [seat for seat in range(8) if bits >> seat & 1]

    def legal(self, seat: int, s: AnyState | None = None) -> list[int]:
        out = np.zeros(max(self.game.action_count, self.game.most_legal), np.int32)
        count = generic.legal(self.s if s is None else s, self.box, seat, out)
        found: list[int] = out[:count].tolist()
        return found

    def paths(self, seat: int) -> dict[int, tuple[str, ...]]:
        """What is touched for each legal action of a seat; two laws ask that of the same step."""
        if self._paths[:2] != (self.step, seat):
            view, path = hidden(self.s, self.box, seat), self.game.view.path
            before = view.tobytes()
            self._paths = self.step, seat, {one: path(view, self.box, seat, one) for one in self.legal(seat)}
            if view.tobytes() != before:
                raise self.broken("looking changes nothing", f"viewer {seat}", "path")
        return self._paths[2]


@contextmanager
def told_where(game: Game) -> Iterator[None]:
    """Turns any error within into a LawBroken of one sentence that names function, file and line."""
    try:
        yield
    except (LawBroken, WartableError):
        raise
    except Exception as error:
        raise LawBroken(sentence_of(error, game)) from error


def sentence_of(error: BaseException, game: Game) -> str:
    """What went wrong, where in the author's files, and what to do about it where that is known."""
    if is_compiler_error(error):
        return explain(error, game)
    place = place_of(error, game.folder)
    reason = _reason(error, game)
    if place is None:
        return f"{game.name}: {reason}"
    return f"{place.function or game.name} ({place}): {reason}"


def _reason(error: BaseException, game: Game) -> str:
    # Reading a field is no step of the author's.
    stack = [one for one in traceback.extract_tb(error.__traceback__) if one.filename != record.__file__]
    inner = stack[-1].name if stack else ""
    if isinstance(error, IndexError):
        if inner == "ask_all":
            return f"the stack of {DEPTH} decisions is full; a pop(s) is missing where a decision has been made"
        return _too_small(error, stack, game)
    if isinstance(error, OverflowError):
        return f"{said(error).partition(': ')[2]}: the field needs a larger type (i16, i32), or the sum is wrong"
    return said(error)


def _too_small(error: BaseException, stack: list[traceback.FrameSummary], game: Game) -> str:
    """Which room was too small, where the line tells it."""
    line = " ".join(linecache.getline(frame.filename, frame.lineno or 0) for frame in stack[-2:])
    size = re.search(r"with size (\d+)", str(error))
    room = int(size[1]) if size else -1
    for name, most in (("most_legal", game.most_legal), ("most_chance", game.most_chance)):
        array = "weights" if name == "most_chance" else "out"
        if room in (most, max(game.most_legal, game.most_chance)) and re.search(rf"\b{array}\[", line):
            return f"more actions than there is room for; raise {name} of the Game, which is {most}"
    if room == game.feature_count and re.search(r"\bout\[", line):
        return f"more features than there is room for; raise feature_count of the Game, which is {room}"
    return said(error)
