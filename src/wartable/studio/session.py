"""A table in the studio: a sequence of positions that can be played on, stepped back, edited, and exported as a
test.
"""

import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from wartable.compiler.mode import reading
from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.game import Game, Refused
from wartable.core.match.perspective import Viewpoint, seats_due
from wartable.core.match.typed import TypedMoves
from wartable.core.notes import read_notes, take_lines
from wartable.core.record import Record
from wartable.errors import IllegalMove, WartableError
from wartable.server.live.serializers import with_names
from wartable.testing.laws.source import mistakes_in

from .source import Source
from .tree import carry, set_field
from .written import Moment, written_test

MOST_ROLLS = 200
"""The most automatic rolls of nature in a row; longer sequences are played step by step."""


class Studio:
    """What the page shows and does. Methods may be called from any thread; they run one at a time."""

    def __init__(
        self, game: Game, options: Mapping[str, object] | None = None, seats: int | None = None, seed: int = 0
    ) -> None:
        self.source = Source(game)
        self.options = dict(options or {})
        self.seats = seats or game.seats[0]
        self.rolls_itself = True
        self.version = 0
        self.problem = ""
        """Why the current files cannot be loaded; empty if they can."""
        self.lost: list[str] = []
        """The fields that the position did not have before the reload."""
        self._random = random.Random(seed)
        self._lock = threading.RLock()
        with self.at_work():
            self._open(game)
            self._roll()

    @property
    def game(self) -> Game:
        return self.source.game

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """A context in which nobody else changes the table, and rules are interpreted."""
        with self._lock, reading():
            yield

    def _open(self, game: Game) -> None:
        self.box: Record = game.new_box(self.options, self.seats)
        self._speaking = game.open_journal(self.box)
        self.names = game.seat_names[: self.seats]
        self.moments = [Moment(game.new_state(self.box))]
        self.at = 0
        self.mistakes = [str(mistake) for mistake in mistakes_in(game)]

    @property
    def state(self) -> Record:
        return self.moments[self.at].state

    def begin(self, options: Mapping[str, object], seats: int) -> None:
        """Start a new table with these options and players."""
        with self.at_work():
            before = self.options, self.seats
            self.options, self.seats = dict(options), seats
            try:
                if seats not in self.game.seats:
                    raise WartableError(f"{self.game.title} takes {', '.join(map(str, self.game.seats))} players")
                self._open(self.game)
            except WartableError:
                self.options, self.seats = before
                raise
            self._roll()
            self.version += 1

    def act(self, seat: int, action: int) -> None:
        """Play a legal action; nature follows automatically if enabled."""
        with self.at_work():
            if action not in self.legal(seat):
                raise IllegalMove(self._refused(seat, action)["text"])
            self._take(seat, action)
            self._roll()
            self.version += 1

    def roll(self) -> None:
        """Let nature act once, by its odds."""
        with self.at_work():
            if NATURE not in seats_due(self.state):
                raise IllegalMove("nature is not to act now")
            self._take(NATURE, self._drawn())
            self.version += 1

    def _roll(self) -> None:
        for _ in range(MOST_ROLLS):
            if not self.rolls_itself or seats_due(self.state) != (NATURE,):
                return
            self._take(NATURE, self._drawn())

    def _drawn(self) -> int:
        odds = self.chances()
        return self._random.choices(list(odds), list(odds.values()))[0]

    def _take(self, seat: int, action: int) -> None:
        after = record.copy(self.state)
        notation = self.game.words.notation(self.view(seat), self.box, seat, action)
        take_lines(self._speaking)
        try:
            generic.apply(after, self._speaking, seat, action)
        except Exception as error:
            raise WartableError(self.source.told(error)) from error
        notes = read_notes(take_lines(self._speaking), self.game.told)
        self._add(Moment(after, seat, action, notation, notes))

    def _add(self, moment: Moment) -> None:
        self.moments[self.at + 1 :] = [moment]
        self.at += 1

    def step(self, at: int) -> None:
        """Go to another position of the sequence."""
        with self.at_work():
            self.at = max(0, min(at, len(self.moments) - 1))
            self.version += 1

    def edit(self, path: str, value: float) -> None:
        """Change one number of the position, as a step of its own."""
        with self.at_work():
            after = record.copy(self.state)
            set_field(after, path, value)
            self._add(Moment(after, edit=(path, int(value) if value == int(value) else value)))
            self.version += 1

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, or nature's."""
        if seat not in seats_due(self.state):
            return []
        if seat == NATURE:
            return list(self.chances())
        out, _ = self.game.buffers()
        return [int(action) for action in out[: generic.legal(self.state, self.box, seat, out)]]

    def chances(self) -> dict[int, int]:
        """Nature's actions with their weights."""
        out, weights = self.game.buffers()
        count = generic.chance(self.state, self.box, out, weights)
        return dict(zip(out[:count].tolist(), weights[:count].tolist(), strict=True))

    def view(self, seat: int) -> Record:
        """What a seat may know; for nature, what everybody may."""
        return Viewpoint(self.box, SPECTATOR if seat == NATURE else seat).of(self.state)

    def ask(self, seat: int, text: str) -> dict[str, Any]:
        """The rules' answer to a code or a text of a seat: the action that it means, and the rule that forbids it."""
        with self.at_work():
            wanted = text.strip()
            meant = self._meant(seat, wanted)
            if meant is None:
                return {"text": f"{wanted!r} means no action here.", "legal": False, "rule": "", "action": None}
            if isinstance(meant, Refused):
                return self._answer(seat, None, meant)
            if not 0 <= meant < self.game.action_count:
                last = self.game.action_count - 1
                return {"text": f"Codes are 0 to {last}.", "legal": False, "rule": "", "action": None}
            return self._refused(seat, meant)

    def _meant(self, seat: int, text: str) -> int | Refused | None:
        if text.isdigit():
            return int(text)
        typed = TypedMoves(self.game, self.view(seat), self.box, seat, self.legal(seat), self.names)
        written = next((action for action in typed.legal if typed.notation(action).lower() == text.lower()), None)
        return typed.meant(text) if written is None else written

    def _refused(self, seat: int, action: int) -> dict[str, Any]:
        view = self.view(seat)
        number = int(generic.refusal(view, self.box, seat, action))
        fact = self.game.words.fact(view, self.box, seat, action, number) if number else ""
        return self._answer(seat, action, Refused(number, fact))

    def _answer(self, seat: int, action: int | None, refused: Refused) -> dict[str, Any]:
        view = self.view(seat)
        name = "" if action is None else self.game.words.notation(view, self.box, seat, action)
        rule = self.game.rule_name(refused.rule) if refused.rule else ""
        known = self.game.rulebook.rules.get(refused.rule)
        why = with_names(refused.fact, self.names) or (known.text if known else "RULES.md has no such rule.")
        text = f"{name} is not legal. {rule}: {why}" if rule else f"{name} is legal."
        return {"text": text.strip(), "legal": not rule, "rule": rule, "action": action, "fact": refused.fact}

    def test(self) -> str:
        """The position as a test: code that sets it up and lists the legal actions."""
        with self.at_work():
            due = [seat for seat in seats_due(self.state) if seat != NATURE]
            legal = {seat: [self._notation(seat, action) for action in self.legal(seat)] for seat in due}
            return written_test(self.source.module, self.options, self.seats, self.moments[: self.at + 1], legal)

    def _notation(self, seat: int, action: int) -> str:
        return self.game.words.notation(self.view(seat), self.box, seat, action)

    def follow(self) -> bool:
        """Reload the files if one was saved; returns whether one was."""
        with self.at_work():
            if not self.source.has_changed():
                return False
            try:
                self._adopt(self.source.read())
                self.problem = ""
            except Exception as error:
                self.problem = self.source.told(error)
            self.version += 1
            return True

    def _adopt(self, game: Game) -> None:
        """Continue with the new rules from the existing positions."""
        box = game.new_box(self.options, self.seats)
        self.lost = []
        self.moments = [self._carried(moment, game) for moment in self.moments]
        self.box = box
        self._speaking = game.open_journal(box)
        self.names = game.seat_names[: self.seats]
        self.mistakes = [str(mistake) for mistake in mistakes_in(game)]

    def _carried(self, moment: Moment, game: Game) -> Moment:
        state = record.new(game.state.dtype)
        self.lost = list(dict.fromkeys([*self.lost, *carry(moment.state, state)]))
        known = game.told.__members__
        notes = tuple(replace(note, kind=known[note.kind.name]) for note in moment.notes if note.kind.name in known)
        return replace(moment, state=state, notes=notes)
