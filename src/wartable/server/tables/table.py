"""A hosted match in memory: the match, its seats, its clock, and what each viewer has seen."""

import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random
from typing import Any

import sqlalchemy as sa

from wartable.bots import first_level
from wartable.core import generic
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match, Step, dice
from wartable.core.match.saves import Header
from wartable.core.match.setup import Setup
from wartable.core.record import Record
from wartable.core.variant import Variant
from wartable.errors import WartableError
from wartable.languages import worded

from ..storage.heartbeat import Outage, Outages
from ..storage.schema import matches, openings
from ..storage.store import Append, Entry
from .clock import Clock, ClockRule, MatchTime
from .games import box_for, stored_variant
from .history import EVERYBODY, Opening, States, led_to, old_box, viewer_bit
from .rows import Offer, Seat, TableRow, outcome_json
from .stream import OpenStream, Stream, Tick, question, question_kind

# How far back a clock is followed when a match is read; longer than any phase that is secret.
TICKS_KEPT = 400
ACTIONS = {"play", "forced"}
GAVE_UP = {"resign": "{who} resigned", "late": "{who} ran out of time", "left": "{who} has left the match"}
"""How a match of two ends before its end."""
CLOSED = "closed"
"""How a match ended that could not continue because its rules are gone."""
LONGEST_ANSWER, PART_OF_CLOCK, ANSWER_SECONDS = 10.0, 0.125, 2.0
"""Of forced answers that others do not see: their longest time, the most of a clock, and the usual time."""
ANSWERS_WITHIN, ANSWERS_KEPT = 200, 8
"""How many actions are searched for answers by hand, and how many of these count."""
STEP_BYTES = 600
"""The memory of a step besides its state."""


class TableError(WartableError):
    """The request is not possible at this table now."""


class Table:
    """The fold of a match's entries. Only `fold` changes it; other methods return entries to be stored."""

    def __init__(
        self,
        game: Game,
        row: TableRow,
        seats: Sequence[Seat],
        opening: Opening | None = None,
        outages: Outages | None = None,
    ) -> None:
        """`outages` are the periods when clocks stood still; it may grow while the table is in use."""
        self.game = game
        self.opening = opening
        self.row = row
        self.id = row.id
        self.seats = list(seats)
        self.status = row.status
        self.match: Match | None = None
        self.given: Sequence[Step] = ()
        """The initial actions of a match that starts from an example or continues a lesson."""
        self.count = 0
        self.time = MatchTime(outages or Outages())
        self.clock = Clock(ClockRule.read(row.clock), len(seats))
        self.holidays: tuple[tuple[int, Outage], ...] = ()
        self.offer: Offer | None = None
        self.refused: tuple[int, int] | None = None
        """Who asked for a takeback last and who declined, until something else happens."""
        self.result: dict[str, Any] | None = json.loads(row.result) if row.result else None
        self.retired: set[int] = set()
        self.asked_since = [0] * len(seats)
        self.shown_moved = row.shown_moved
        self.due: tuple[int, ...] = ()
        """The seats that are to act."""
        self._streams: dict[int, Stream] = {}
        self._eyes: list[Stream] = []
        self._shown_number = -1
        # When each step was made, where there are secrets.
        self._times: list[float] = []
        # The question of the last state that was looked at.
        self._asked: tuple[Record, bytes] = (None, b"")
        self.is_old = False
        """Whether it was begun under rules other than the current ones."""
        if self.status != "open":
            self._resume()

    @property
    def frozen(self) -> str:
        """Why an unfinished match cannot continue, if it was begun under other rules."""
        return other_rules(self.row.rules, self.game.version) if self.is_old and self.status == "playing" else ""

    @property
    def may_be_closed(self) -> bool:
        """Whether its rules are gone for good; newer rules exist elsewhere, and will come."""
        return self.frozen != "" and self.row.rules <= self.game.version

    @property
    def weight(self) -> int:
        """Its approximate size in bytes: each step keeps its state."""
        steps = len(self.match.steps) if self.match else 0
        return (steps + 1) * (int(self.game.state.dtype.itemsize) + STEP_BYTES)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.shown for seat in self.seats)

    @property
    def commitment(self) -> str:
        return dice.commitment(self.row.seed)

    @property
    def playing(self) -> Match:
        """The match, if it is in play; TableError if it has not begun or is over."""
        return self.check_playing()

    def check_playing(self) -> Match:
        if self.match is None:
            raise TableError("the match has not begun: not all seats are taken")
        if self.frozen:
            raise TableError(self.frozen)
        if self.status == "over":
            raise TableError("the match is over")
        return self.match

    def stream(self, viewer: int) -> Stream:
        """What a seat, or SPECTATOR, has seen of a match that has begun."""
        return self._streams[viewer]

    def number(self, viewer: int) -> int:
        """How many changes a viewer has seen."""
        return self._streams[viewer].number if self._streams else 0

    @property
    def numbers(self) -> dict[int, int]:
        """How many changes each viewer has seen."""
        return {viewer: stream.number for viewer, stream in self._streams.items()}

    def due_for(self, viewer: int) -> tuple[int, ...]:
        """The seats to act as far as a viewer may know: a secret phase does not show who is done."""
        return self._streams[viewer].due if self.due else ()

    def seats_of(self, user_id: int | None) -> list[int]:
        if user_id is None:
            return []
        return [seat.number for seat in self.seats if seat.user_id == user_id]

    def played_by_bot(self, seat: int) -> bool:
        return bool(self.seats[seat].bot) or seat in self.retired

    def bots_due(self) -> list[int]:
        return [] if self.frozen else [seat for seat in self.due if self.played_by_bot(seat)]

    @property
    def left_answer(self) -> tuple[int, int] | None:
        """The seat and action of a forced answer that others do not see, to be made after `answer_time`."""
        return self.match.left_answer if self.match and self.status == "playing" and not self.frozen else None

    def answer_time(self, seat: int) -> float:
        """How many seconds a forced answer of a seat takes, so that it looks like one by hand.

        As long as one of the seat's answers by hand to questions of this kind, not much more or less. Every process
        finds the same time.
        """
        assert self.match is not None
        steps = self.match.steps
        asked, taken = question_kind(self.match.full_state()), list[float]()
        for place in range(max(1, len(steps) - ANSWERS_WITHIN), len(steps)):
            step = steps[place]
            if step.seat != seat or step.forced or question_kind(step.before) != asked:
                continue
            if not self.match.is_seen(step.before, seat, step.action):
                taken.append(self._times[place] - self._times[place - 1])
        drawn = Random(self.row.seed + len(steps).to_bytes(4, "big"))
        seconds = drawn.choice(taken[-ANSWERS_KEPT:] or [ANSWER_SECONDS]) * drawn.uniform(0.7, 1.4)
        left = self.clock.left[seat] if self.clock.rule.kind != "none" else LONGEST_ANSWER / PART_OF_CLOCK
        return max(0.0, min(seconds, LONGEST_ANSWER, left * PART_OF_CLOCK))

    def bot_name(self, seat: int) -> str:
        """The bot in a seat, including one whose player has left."""
        return self.seats[seat].bot or default_bot()

    @property
    def has_people(self) -> bool:
        """Whether any people still play."""
        return any(not self.played_by_bot(seat.number) for seat in self.seats)

    def late(self, now: float) -> list[int]:
        """The people who have run out of time."""
        if self.status != "playing" or self.frozen:
            return []
        return [seat for seat in self.clock.late(self.time.played(now)) if not self.played_by_bot(seat)]

    @property
    def variant(self) -> Variant:
        """The variant that is played; one without a name if it is the printed game."""
        return stored_variant(self.row.variant, self.game.stem)

    @property
    def setup(self) -> Setup:
        """Its setup, as stored."""
        options, changed = self.game.still_known(json.loads(self.row.options)), self.variant
        stored = Setup.of(self.game, len(self.seats), options, changed.files, changed.cells, changed.title)
        return replace(stored, players=self.names)

    def header(self) -> Header:
        return Header.of(self.setup, self.commitment, format=self.row.format)

    def _box(self) -> Record:
        return box_for(self.game, self.row.options, self.row.variant, len(self.seats))

    def _resume(self) -> None:
        opening = self.opening
        self.is_old = self.row.rules != self.game.version or (opening is not None and not opening.is_of(self.game))
        if self.is_old and opening is None:
            raise TableError(
                worded(
                    "this match was played with version {rules} of the rules; this server has version {version}",
                    rules=self.row.rules,
                    version=self.game.version,
                )
            )
        self.match = Match.resume(self.game, self.header(), self.row.seed, self._box())
        self.match.leaves_answers = True
        if self.is_old and opening is not None:
            self.match.lay_out(old_box(self.game, opening), States(self.game, self.match, opening).record)
        else:
            self.status = "playing"
        self._open_eyes(self.match)

    def _open_eyes(self, match: Match) -> None:
        viewers = (SPECTATOR, *range(len(self.seats)))
        if self.game.has_secrets:
            self._streams = {viewer: Stream(match, viewer) for viewer in viewers}
        else:
            self._streams = dict.fromkeys(viewers, OpenStream(match))
        # Every stream once: of a game without secrets there is one for all.
        self._eyes = list(dict.fromkeys(self._streams.values()))

    def _see(self, step: Step) -> int:
        """Show a step to everybody who may learn of it; returns them as bits."""
        if not self.game.has_secrets:
            self._eyes[0].learn(step)
            seen = EVERYBODY
        else:
            seen = sum(viewer_bit(eye.viewer) for eye in self._eyes if eye.see(step))
        self._forget_offer(seen)
        return seen

    def _forget_offer(self, seen: int) -> None:
        """Drop an offer after a move, unless the move is secret or is the agreed takeback."""
        if seen & viewer_bit(SPECTATOR) or self.is_agreed:
            self.offer = self.refused = None

    @property
    def is_agreed(self) -> bool:
        """Whether all have agreed to a takeback, which is then carried out."""
        return self.offer is not None and self.offer.agreed >= set(range(len(self.seats)))

    def begin(self, now: float) -> Append:
        """All seats are taken: set up the match, and make its first entries."""
        if self.given:
            self.match = Match.resume(self.game, self.header(), self.row.seed, self._box())
            self.match.take_over(self.given)
        else:
            self.match = Match(self.game, self.header(), self.row.seed, self._box())
        self.match.leaves_answers = True
        self.status = "playing"
        # It goes on by the rules that it begins with, whatever they were when the table was opened.
        self.row = replace(self.row, rules=self.game.version)
        self._open_eyes(self.match)
        self.opening = Opening.of(self.match)
        # Where nothing happens by itself, an entry says from when on the clock runs.
        made = self._entries_since(0, now) or [Entry(0, "begin", SPECTATOR, 0, now)]
        self.count = len(made)
        self._after(now, None)
        return replace(self._append(made, now), also=partial(_keep_opening, self.row, self.opening))

    def play(self, seat: int, action: int | str, now: float) -> Append:
        """Play an action in memory; returns the entries to be stored."""
        match = self.playing
        known = len(match.steps)
        before = self._shared_frame()
        match.play(seat, action)
        made = self._entries_since(known, now)
        self.count += len(made)
        self._after(now, seat if before and before == self._frame() else None)
        return self._append(made, now)

    def add(self, entries: Iterable[tuple[str, int, int]], now: float) -> Append:
        """Fold entries of other kinds (kind, seat, value), and return them to be stored."""
        made: list[Entry] = []
        for kind, seat, value in entries:
            entry = Entry(self.count, kind, seat, value, now)
            if kind == "cut":
                entry = replace(entry, led=self._cut(value))
            else:
                self._fold_word(entry)
            self.count += 1
            made.append(entry)
        self._after(now, None)
        return self._append(made, now)

    def fold(self, entries: Sequence[Entry]) -> None:
        """Apply stored entries. From the beginning, only their stored results are used."""
        if not entries:
            return
        states = self._opened() if self.count == 0 else None
        ticks: deque[Tick] = deque(maxlen=TICKS_KEPT)
        # Entries of one commit have one time; the clock and the questions move once for all of them.
        for at, group in groupby(entries, key=lambda entry: entry.at):
            before = self._shared_frame()
            first = -1
            kinds: set[str] = set()
            due: int | None = None
            for entry in group:
                if entry.number != self.count:
                    raise TableError(
                        worded(
                            "match {id}: entry {number} where {count} should be",
                            id=self.id,
                            number=entry.number,
                            count=self.count,
                        )
                    )
                first = entry.seat if not kinds else first
                kinds.add(entry.kind)
                due = self._fold(entry, states)
                self.count += 1
            side_by_side = before != b"" and kinds <= ACTIONS and before == self._frame()
            self._after(at, first if side_by_side else None, due, ticks if states else None)
        if states:
            for place, eye in enumerate(self._eyes):
                eye.catch_up(ticks, place)
            if self.match and self.status == "playing" and not self.is_old:
                self.match.count_rolls()

    def _opened(self) -> States:
        assert self.match is not None
        return States(self.game, self.match, self.opening)

    def _fold(self, entry: Entry, states: States | None) -> int | None:
        """Apply an entry; returns the seats that are due after it, as bits, if the entry says so."""
        assert self.match is not None
        if entry.kind not in ("play", "forced", "given", "cut"):
            if entry.kind != "begin":
                self._fold_word(entry)
            return None
        if states is None or entry.led is None:
            self._carry_out(entry, states)
            return None
        seen, due = entry.led[0], entry.led[1]
        if entry.kind == "cut":
            self.match.cut(entry.value)
            states.cut(entry.value)
            for eye in self._eyes:
                if seen & viewer_bit(eye.viewer):
                    eye.forget(entry.value)
        else:
            step = self.match.restore(entry.seat, entry.value, entry.kind != "play", states.add(entry.led))
            if entry.kind == "given":
                self.match.header = replace(self.match.header, given=len(self.match.steps))
            for eye in self._eyes:
                if seen & viewer_bit(eye.viewer):
                    eye.learn(step)
        self._forget_offer(seen)
        return due

    def _carry_out(self, entry: Entry, states: States | None) -> None:
        """Apply an entry by the rules."""
        assert self.match is not None
        if entry.kind == "cut":
            self._cut(entry.value)
            if states:
                states.cut(entry.value)
            return
        if self.is_old:
            raise TableError(
                worded("match {id}: entry {number} does not say what it led to", id=self.id, number=entry.number)
            )
        self.match.follow(entry.seat, entry.value, entry.kind != "play")
        self._see(self.match.steps[-1])
        if states:
            states.take(self.match.steps[-1].after)

    def _cut(self, keep: int) -> bytes:
        """Cut to the first `keep` actions; returns who saw it and who is due then, for the database."""
        assert self.match is not None
        for eye in self._eyes:
            # What it had seen until now, before that is gone.
            _ = eye.view
        self.match.cut(keep)
        if self.game.has_secrets:
            seen = sum(viewer_bit(eye.viewer) for eye in self._eyes if eye.cut(keep))
        else:
            self._eyes[0].forget(keep)
            seen = EVERYBODY
        self._forget_offer(seen)
        return bytes((seen, _bits(self.match.due)))

    def _fold_word(self, entry: Entry) -> None:
        """Apply an entry that is no action, such as an offer or an agreement."""
        for eye in self._eyes:
            eye.happened()
        match entry.kind:
            case "offer":
                mates = {seat.number for seat in self.seats if seat.user_id == self.seats[entry.seat].user_id}
                bots = {seat.number for seat in self.seats if self.played_by_bot(seat.number)}
                self.offer, self.refused = Offer(entry.seat, entry.value, mates | bots), None
            case "agree":
                if self.offer:
                    self.offer.agreed.add(entry.seat)
            case "refuse":
                self.refused = (self.offer.seat, entry.seat) if self.offer else None
                self.offer = None
            case "resign" | "late" | "left":
                self._give_up(entry)
            case "close":
                self._close()

    def _close(self) -> None:
        """A match whose rules are gone is closed by one of its players, without a winner."""
        nothing = [0 for _ in self.seats]
        self.result = {"ending": CLOSED, "rule": "", "text": "", "scores": nothing, "points": nothing}
        self.result["text"] = str(self.result_text)
        self.status = "over"

    def _give_up(self, entry: Entry) -> None:
        """With two players the match ends; with more a bot takes over the seat."""
        assert self.match is not None
        if len(self.seats) > 2:
            self.retired.add(entry.seat)
            return
        state = self.match.full_state()
        self.result = {
            "ending": entry.kind,
            "rule": "",
            "text": "",
            "scores": [0.0 if seat.number == entry.seat else 1.0 for seat in self.seats],
            "points": [int(generic.points(state, self.match.box, seat.number)) for seat in self.seats],
        }
        self.result["text"] = str(self.result_text)
        self.status = "over"

    def result_in(self, say: Callable[[str], str]) -> dict[str, Any] | None:
        """The result with its words as `say` says them."""
        return self.result and {**self.result, "text": say(self.result_text)}

    @property
    def result_text(self) -> str:
        """How the match ended, in words that can be translated; the stored result has them in English."""
        if self.result is None:
            return ""
        ending = self.result["ending"]
        if ending == CLOSED:
            return worded("closed, since version {rules} of the rules is gone", rules=self.row.rules)
        if ending not in GAVE_UP:
            return str(self.result["text"])
        return worded(GAVE_UP[ending], who=self.names[self.result["scores"].index(0)])

    def _shared_frame(self) -> bytes:
        """The top decision if several seats are due, else None: a single seat's question is always new."""
        return self._frame() if len(self.due) > 1 else b""

    def _frame(self) -> bytes:
        if not self.match or not self.match.steps:
            return b""
        state = self.match.steps[-1].after
        if self._asked[0] is not state:
            self._asked = (state, question(state))
        return self._asked[1]

    def _after(self, now: float, only: int | None, due: int | None = None, ticks: "deque[Tick] | None" = None) -> None:
        """Update clock, result and waiting times; `only` has acted, and nobody else's question has changed.

        `due` gives the seats to act if they are already known; with `ticks` the clock is only recorded there.
        """
        assert self.match is not None
        # How a match ended by other rules is what the database says.
        outcome = self.match.outcome if not due and not self.is_old else None
        if self.is_old:
            pass
        elif outcome is not None:
            self.result = outcome_json(outcome) | ({"left": sorted(self.retired)} if self.retired else {})
            self.status = "over"
        elif self.result is not None and self.result["ending"] not in (*GAVE_UP, CLOSED):
            self.result = None
            self.status = "playing"
        going_on = self.status != "over"
        asked = _SEATS[_bits(self.match.due) if due is None else due]
        self.due = asked if going_on else ()
        if only is None:
            self.asked_since = [self._streams[seat].number for seat in range(len(self.seats))]
        else:
            self.asked_since[only] = self._streams[only].number
        self.clock.step(self.time.played(now), self.due)
        if self.game.has_secrets:
            count = len(self.match.steps)
            del self._times[count:]
            self._times += [now] * (count - len(self._times))
        shown = self._streams[SPECTATOR].number
        if shown != self._shown_number:
            self._shown_number, self.shown_moved = shown, now
        if ticks is None:
            for eye in self._eyes:
                eye.tick(self.clock)
        elif self.game.has_secrets:
            state = self.match.steps[-1].after if self.match.steps else self.match.at(0)
            ticks.append(Tick(self.clock.at, tuple(self.clock.left), state, tuple(eye.number for eye in self._eyes)))

    def _entries_since(self, known: int, now: float) -> list[Entry]:
        """The steps after the first `known`, shown to everybody who may learn of them, as entries to be stored."""
        assert self.match is not None
        made = []
        steps = self.match.steps
        for place in range(known, len(steps)):
            step = steps[place]
            kind = "given" if place < self.match.header.given else "forced" if step.forced else "play"
            # Who is due is asked of the rules for the last of them only: nothing happens between them.
            due = _bits(self.match.due) if place + 1 == len(steps) else 0
            led = led_to(step.before, step.after, self._see(step), due)
            made.append(Entry(self.count + place - known, kind, step.seat, step.action, now, led))
        return made

    def _append(self, made: Sequence[Entry], now: float) -> Append:
        changes = {
            "status": self.status,
            "moved": now,
            "due": ",".join(map(str, self.due)),
            "deadline": self.deadline,
            "result": json.dumps(self.result) if self.result else None,
            "shown_due": ",".join(map(str, self.due_for(SPECTATOR))),
            "shown_moved": self.shown_moved,
        }
        return Append(self.id, made, changes)

    def take_holidays(self, holidays: Sequence[tuple[int, Outage]]) -> None:
        """Its players' holidays, by user id: they stop slow clocks."""
        self.holidays = tuple(holidays) if self.clock.rule.is_slow else ()
        self.time = MatchTime(self.time.outages, [period for _, period in self.holidays])

    def on_holiday(self, now: float) -> list[int]:
        """The seats whose players are on holiday."""
        away = {user for user, (start, end) in self.holidays if start <= now < end}
        return [seat.number for seat in self.seats if seat.user_id in away and not self.played_by_bot(seat.number)]

    @property
    def deadline(self) -> float | None:
        """The time of day when somebody will be late, unless clocks stop until then."""
        at = self.clock.deadline if self.due else None
        if self.left_answer:
            # Where this process ends before it has made the answer, another one looks at the match then.
            soon = self.clock.at + 2 * LONGEST_ANSWER
            at = soon if at is None else min(at, soon)
        return None if at is None else self.time.day_time(at)


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


_SEATS = [tuple(seat for seat in range(NATURE) if bits >> seat & 1) for bits in range(256)]


def _keep_opening(row: TableRow, opening: Opening, connection: sa.Connection) -> None:
    connection.execute(sa.insert(openings).values(match_id=row.id, **vars(opening)))
    connection.execute(sa.update(matches).where(matches.c.id == row.id).values(rules=row.rules))


def other_rules(then: int, now: int) -> str:
    """The message for a match that was begun under rules that are not available."""
    if then > now:
        return (
            f"This match goes by version {then} of the rules, and this server has version {now} still: "
            "it is being upgraded. Come back in a few minutes."
        )
    return (
        f"This match began with version {then} of the rules; this server has version {now}. "
        "It stays as it is: look at it and replay it, but it cannot go on. Resign to close it: nobody loses by that."
    )


def default_bot() -> str:
    """The bot for beginners, and for a seat whose player has left."""
    return first_level()
