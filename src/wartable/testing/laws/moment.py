"""A moment of a match under test, and how a broken law or an error there is reported."""

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
    """A moment of a random match, named in every report."""

    game: Game
    box: Record
    s: Record
    options: Mapping[str, object]
    seats: int
    seed: int
    step: int
    _paths: tuple[int, int, dict[int, tuple[str, ...]]] = (-1, -1, {})
    """Step, seat and result of the last call of `paths`."""
    tallied: tuple[bytes, dict[int, Any]] = (b"", {})
    """A state, and each viewer's counters there."""

    def broken(self, law: str, detail: str, place: str = "", action: int | None = None) -> LawBroken:
        """Raise LawBroken. `place` is the name of a function of the game, or a full description of the place;
        `action` selects the page.
        """
        if place and "(" not in place:
            place = place_of_function(self.game, place, action)
        detail = f"{place}: {detail}" if place else detail
        where = (
            f"{self.game.name}, {self.seats} players, options {dict(self.options)}, seed {self.seed}, step {self.step}"
        )
        return LawBroken(f"{law}: {detail}\nat {where}\n{self._board()}")

    def _board(self) -> str:
        """The text board, to help find the error; empty if the board itself is broken."""
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
        """The paths of all legal actions of a seat; cached, since two laws need them."""
        if self._paths[:2] != (self.step, seat):
            view, path = hidden(self.s, self.box, seat), self.game.view.path
            before = view.tobytes()
            self._paths = self.step, seat, {one: path(view, self.box, seat, one) for one in self.legal(seat)}
            if view.tobytes() != before:
                raise self.broken("looking changes nothing", f"viewer {seat}", "path")
        return self._paths[2]


@contextmanager
def told_where(game: Game) -> Iterator[None]:
    """Turn any error in this context into a LawBroken of one sentence that names function, file and line."""
    try:
        yield
    except (LawBroken, WartableError):
        raise
    except Exception as error:
        raise LawBroken(sentence_of(error, game)) from error


def sentence_of(error: BaseException, game: Game) -> str:
    """What went wrong, where in the author's files, and what to do about it if that is known."""
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
    """The buffer that was too small, if the line shows it."""
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
