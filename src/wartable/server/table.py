"""A hosted match in memory: the match, who sits where, the clock, and what each viewer has seen."""

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from wartable.bots import Bot, bot_names, make_bot
from wartable.core import dice, generic
from wartable.core.chance import generator
from wartable.core.errors import WartableError
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Header, Match, hidden
from wartable.core.record import Record, copy

from .clock import Clock, ClockRule
from .show import outcome_json
from .sight import OpenSight, Sight, question
from .store import Append, Entry

GUESSES = 6


class TableError(WartableError):
    """Something that cannot be done at this table now."""


@dataclass
class Seat:
    """A place at the table: a person, a bot, or nobody yet."""

    number: int
    user_id: int | None
    bot: str
    name: str

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.bot


@dataclass
class Offer:
    """Somebody asks to take back what was done after the first `keep` actions."""

    seat: int
    keep: int
    agreed: set[int]


@dataclass(frozen=True)
class TableRow:
    """What the database says of a match beside its entries."""

    id: str
    game: str
    rules: int
    options: str
    seed: bytes
    host: int
    status: str
    private: bool
    invite: str
    rated: bool
    clock: str
    created: float
    moved: float
    due: str
    deadline: float | None
    result: str | None
    shown_due: str
    shown_moved: float


class Table:
    """The fold of a match's entries. It changes by `fold` only, and makes the entries that are to be stored."""

    def __init__(self, game: Game, row: TableRow, seats: Sequence[Seat]) -> None:
        self.game = game
        self.row = row
        self.id = row.id
        self.seats = list(seats)
        self.status = row.status
        self.match: Match | None = None
        self.count = 0
        self.clock = Clock(ClockRule.read(row.clock), len(seats))
        self.offer: Offer | None = None
        self.result: dict[str, Any] | None = json.loads(row.result) if row.result else None
        self.retired: set[int] = set()
        self.asked_since = [0] * len(seats)
        self.shown_moved = row.shown_moved
        self.due: tuple[int, ...] = ()
        """The seats that are to act."""
        self._sights: dict[int, Sight] = {}
        self._eyes: list[Sight] = []
        self._shown_number = -1
        self._bots: dict[int, Bot] = {}
        if self.status != "open":
            self._resume()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def commitment(self) -> str:
        return dice.commitment(self.row.seed)

    @property
    def playing(self) -> Match:
        """The match, where it goes on; TableError where it has not begun or is over."""
        return self.check_playing()

    def check_playing(self) -> Match:
        if self.match is None:
            raise TableError("the match has not begun: not all seats are taken")
        if self.status == "over":
            raise TableError("the match is over")
        return self.match

    def sight(self, viewer: int) -> Sight:
        """What a seat, or SPECTATOR, has seen of a match that has begun."""
        return self._sights[viewer]

    def number(self, viewer: int) -> int:
        """How many changes a viewer has seen."""
        return self._sights[viewer].number if self._sights else 0

    def due_for(self, viewer: int) -> tuple[int, ...]:
        """The seats that are to act as far as a viewer may know: a secret phase does not show who is done."""
        return self._sights[viewer].due if self.due else ()

    def seats_of(self, user_id: int | None) -> list[int]:
        if user_id is None:
            return []
        return [seat.number for seat in self.seats if seat.user_id == user_id]

    def played_by_bot(self, seat: int) -> bool:
        return bool(self.seats[seat].bot) or seat in self.retired

    def bots_due(self) -> list[int]:
        return [seat for seat in self.due if self.played_by_bot(seat)]

    def bot(self, seat: int) -> Bot:
        """The program in a seat: one for the whole match, since it may remember."""
        if seat not in self._bots:
            name = self.seats[seat].bot or default_bot()
            self._bots[seat] = make_bot(name, self.game, secrets.randbits(60), threads=1)
        return self._bots[seat]

    def header(self) -> Header:
        options, files = self.game.settle(json.loads(self.row.options), {})
        return Header(self.game.name, self.game.version, options, self.names, self.commitment, files, {})

    def _resume(self) -> None:
        if self.row.rules != self.game.version:
            raise TableError(
                f"this match was played by version {self.row.rules} of the rules; here is version {self.game.version}"
            )
        self.match = Match.resume(self.game, self.header(), self.row.seed)
        self.status = "playing"
        self._open_eyes(self.match)

    def _open_eyes(self, match: Match) -> None:
        viewers = (SPECTATOR, *range(len(self.seats)))
        if self.game.has_secrets:
            self._sights = {viewer: Sight(match, viewer) for viewer in viewers}
        else:
            self._sights = dict.fromkeys(viewers, OpenSight(match))
        # Every sight once: of a game without secrets there is one for all.
        self._eyes = list(dict.fromkeys(self._sights.values()))

    def _see(self, known: int) -> None:
        """Show the steps after the first `known` to everybody who may learn of them."""
        assert self.match is not None
        before = self.number(SPECTATOR)
        for step in self.match.steps[known:]:
            for sight in self._eyes:
                sight.see(step)
        if self.number(SPECTATOR) != before:
            # A move that nobody may know of leaves an offer as it is.
            self.offer = None

    def begin(self, now: float) -> Append:
        """All seats are taken: lay out the match, and make its first entries."""
        self.match = Match(self.game, self.header(), self.row.seed)
        self.status = "playing"
        self._open_eyes(self.match)
        self._see(0)
        made = self._entries_since(0, now)
        self.count = len(made)
        self._after(now, None)
        return self._append(made, now)

    def play(self, seat: int, action: int | str, now: float) -> Append:
        """Play an action in memory; the entries to be stored."""
        match = self.playing
        known = len(match.steps)
        before = self._shared_frame()
        match.play(seat, action)
        self._see(known)
        made = self._entries_since(known, now)
        self.count += len(made)
        self._after(now, seat if before and before == self._frame() else None)
        return self._append(made, now)

    def add(self, entries: Iterable[tuple[str, int, int]], now: float) -> Append:
        """Fold entries of other kinds (kind, seat, value), and make them to be stored."""
        made = [Entry(self.count + place, kind, seat, value, now) for place, (kind, seat, value) in enumerate(entries)]
        self.fold(made)
        return self._append(made, now)

    def fold(self, entries: Iterable[Entry]) -> None:
        """Take over stored entries."""
        # Entries of one commit have one time; the clock and the questions move once for all of them.
        for at, group in groupby(entries, key=lambda entry: entry.at):
            before = self._shared_frame()
            first = -1
            kinds: set[str] = set()
            for entry in group:
                if entry.number != self.count:
                    raise TableError(f"match {self.id}: entry {entry.number} where {self.count} should be")
                first = entry.seat if not kinds else first
                kinds.add(entry.kind)
                self._fold(entry)
                self.count += 1
            side_by_side = kinds <= {"play", "forced"} and before != b"" and before == self._frame()
            self._after(at, first if side_by_side else None)

    def _fold(self, entry: Entry) -> None:
        assert self.match is not None
        if entry.kind in ("play", "forced"):
            self.match.follow(entry.seat, entry.value, entry.kind == "forced")
            self._see(len(self.match.steps) - 1)
        elif entry.kind == "cut":
            self._cut(entry.value)
        else:
            for sight in self._eyes:
                sight.happened()
            self._fold_word(entry)

    def _cut(self, keep: int) -> None:
        assert self.match is not None
        self.match.cut(keep)
        before = self.number(SPECTATOR)
        for sight in self._eyes:
            sight.cut(keep)
        if self.number(SPECTATOR) != before:
            self.offer = None

    def _fold_word(self, entry: Entry) -> None:
        """What people say to each other beside their actions."""
        match entry.kind:
            case "offer":
                mates = {seat.number for seat in self.seats if seat.user_id == self.seats[entry.seat].user_id}
                bots = {seat.number for seat in self.seats if self.played_by_bot(seat.number)}
                self.offer = Offer(entry.seat, entry.value, mates | bots)
            case "agree":
                if self.offer:
                    self.offer.agreed.add(entry.seat)
            case "refuse":
                self.offer = None
            case "resign" | "late" | "left":
                self._give_up(entry)

    def _give_up(self, entry: Entry) -> None:
        """With two players the match ends; with more a bot goes on in that seat."""
        assert self.match is not None
        if len(self.seats) > 2:
            self.retired.add(entry.seat)
            return
        state = self.match.full_state()
        what = {"resign": "resigned", "late": "ran out of time", "left": "has left the match"}[entry.kind]
        self.result = {
            "ending": entry.kind,
            "rule": "",
            "text": f"{self.seats[entry.seat].name} {what}",
            "scores": [0.0 if seat.number == entry.seat else 1.0 for seat in self.seats],
            "points": [int(generic.points(state, self.match.box, seat.number)) for seat in self.seats],
        }
        self.status = "over"

    def _shared_frame(self) -> bytes:
        """The top decision where several seats are due, else nothing: one seat's question is always a new one."""
        return self._frame() if len(self.due) > 1 else b""

    def _frame(self) -> bytes:
        return question(self.match.steps[-1].after) if self.match and self.match.steps else b""

    def _after(self, now: float, only: int | None) -> None:
        """Bring clock, result and "asked since" up to date; `only` acted and nobody else's question changed."""
        assert self.match is not None
        outcome = self.match.outcome
        if outcome is not None:
            self.result = outcome_json(outcome)
            self.status = "over"
        elif self.result is not None and self.result["ending"] not in ("resign", "late", "left"):
            self.result = None
            self.status = "playing"
        going_on = self.status != "over"
        self.due = tuple(seat for seat in self.match.due if seat != NATURE) if going_on else ()
        for seat in range(len(self.seats)):
            if only is None or seat == only:
                self.asked_since[seat] = self.number(seat)
        self.clock.step(now, self.due)
        if self.number(SPECTATOR) != self._shown_number:
            self._shown_number, self.shown_moved = self.number(SPECTATOR), now
        for sight in self._eyes:
            sight.tick(self.clock)

    def _entries_since(self, known: int, now: float) -> list[Entry]:
        assert self.match is not None
        return [
            Entry(self.count + place, "forced" if step.forced else "play", step.seat, step.action, now)
            for place, step in enumerate(self.match.steps[known:])
        ]

    def _append(self, made: Sequence[Entry], now: float) -> Append:
        changes = {
            "status": self.status,
            "moved": now,
            "due": ",".join(map(str, self.due)),
            "deadline": self.clock.deadline if self.due else None,
            "result": json.dumps(self.result) if self.result else None,
            "shown_due": ",".join(map(str, self.due_for(SPECTATOR))),
            "shown_moved": self.shown_moved,
        }
        return Append(self.id, made, changes)

    def undo_to(self, seat: int) -> int | None:
        """How many actions stay when the seat undoes its last step; None where that is over or revealed something.

        Where several decide at the same time it is None, whoever has acted last: that would tell of the others.
        """
        if self.match is None or seat not in self.due or len(self.due_for(seat)) > 1:
            return None
        steps = self.match.steps
        for step in reversed(steps):
            if step.seat == seat and not step.forced:
                return None if self._revealed(step.number, seat) else step.number
            if not step.forced:
                return None
        return None

    def takeback_to(self, seat: int) -> int | None:
        """How many actions stay when the seat takes its last decision back."""
        if self.match is None or self.status == "over":
            return None
        for step in reversed(self.match.steps):
            if step.seat == seat and not step.forced:
                return step.number
        return None

    def _revealed(self, number: int, seat: int) -> bool:
        """Whether the seat learned something since: whether it could have foreseen what it now sees.

        It imagines positions that fit what it knew, does the same in each, and looks at what it would see.
        """
        assert self.match is not None
        if not self.game.has_secrets:
            return False
        box, later = self.match.box, self.match.steps[number:]
        if any(step.seat != seat for step in later):
            return True
        before = hidden(later[0].before, box, seat)
        return any(self._differs(copy(before), guess, seat, number) for guess in range(GUESSES))

    def _differs(self, state: Record, guess: int, seat: int, number: int) -> bool:
        """Whether what the seat sees would have been different in an imagined position."""
        assert self.match is not None
        box = self.match.box
        generic.fill(state, box, seat, generator(guess))
        for step in self.match.steps[number:]:
            generic.apply(state, box, step.seat, step.action)
            if hidden(state, box, seat).tobytes() != hidden(step.after, box, seat).tobytes():
                return True
        return False

    def judged(self, number: int) -> list[float]:
        """The judge's estimate of each seat's share of the win after so many actions."""
        assert self.match is not None
        state: Record = self.match.at(number)
        shares = np.zeros(8)
        (generic.scores if state.head.over else generic.evaluate)(state, self.match.box, shares)
        return [round(float(shares[seat.number]), 4) for seat in self.seats]


def default_bot() -> str:
    """The bot for a newcomer, and for a seat whose player has gone: the one in the middle of the ladder."""
    names = bot_names()
    return names[len(names) // 2]
