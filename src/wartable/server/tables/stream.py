"""What one viewer has seen of a match, from hidden records alone.

Numbers, log and clock are kept for each viewer. An entry that changes nothing that a viewer may know is not counted,
told or sent, so that nobody can deduce how far others have got in a secret phase.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from wartable.core import record
from wartable.core.frames import NATURE, SPECTATOR, AnyState, Frame
from wartable.core.match import Match, Step, perspective
from wartable.core.record import Record

from .clock import Clock, rounded

# Where a frame says who is due, which is one byte.
DUE_PLACE: int = record.place_of(Frame, "due")


class Seen(NamedTuple):
    """A step that a viewer has learned of: its place in the match, and the viewer's number with it."""

    step: int
    number: int


class Tick(NamedTuple):
    """The clock after a change, the state then, and how much each viewer had seen."""

    at: float
    left: tuple[float, ...]
    state: Record
    numbers: tuple[int, ...]


def record_json(view: AnyState) -> str:
    """The hidden record as text, for programs."""
    return b64encode(view.tobytes()).decode("ascii")


def seats_due(view: AnyState) -> tuple[int, ...]:
    return tuple(seat for seat in perspective.seats_due(view) if seat != NATURE)


def question(view: AnyState) -> bytes:
    """The top decision without its due seats: equal while several seats decide simultaneously."""
    head = view["head"]
    depth = int(head["depth"])
    if depth == 0:
        return b""
    raw: bytes = head["frames"][depth - 1].tobytes()
    return bytes((depth,)) + raw[:DUE_PLACE] + raw[DUE_PLACE + 1 :]


def question_kind(state: AnyState) -> int:
    """The kind of the decision that is due; -1 if there is none."""
    head = state["head"]
    return int(head["frames"][int(head["depth"]) - 1]["kind"]) if int(head["depth"]) else -1


class Stream:
    """What a viewer has seen so far; `number` counts the entries that changed it."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.number = 0
        # The last number that no update leads to: something was taken back, or happened beside the actions.
        self.whole = 0
        self.steps: list[Seen] = []
        self._view: Record | None = None
        self._written: tuple[Record | None, str] = (None, "")
        self._left: list[float] = []
        self._at = 0.0
        self._running: tuple[int, ...] = ()
        self._asked = b""
        self._ticked = -1

    @property
    def view(self) -> Record:
        """The current hidden record."""
        if self._view is None:
            self._view = self.match.observe(self.viewer)
        return self._view

    @property
    def due(self) -> tuple[int, ...]:
        """The seats to act, as far as the viewer may know."""
        return seats_due(self.view)

    @property
    def record(self) -> str:
        """The hidden record as text, cached."""
        view = self.view
        if self._written[0] is not view:
            self._written = (view, record_json(view))
        return self._written[1]

    def see(self, step: Step) -> bool:
        """Add a step if the viewer learns of it; returns whether it does."""
        seen = self.match.see(self.viewer)
        after = seen.of(step.after)
        before = seen.of(step.before) if self._view is None else self._view
        if not seen.knows(step) and after.tobytes() == before.tobytes():
            self._view = after
            return False
        self.learn(step)
        self._view = after
        return True

    def learn(self, step: Step) -> None:
        """Add a step that the viewer is known to have learned of."""
        self.number += 1
        self.steps.append(Seen(step.number, self.number))
        self._view = None

    def cut(self, keep: int) -> bool:
        """The match was cut to its first `keep` actions; returns whether the viewer sees that."""
        view = self.match.observe(self.viewer)
        if not (self.steps and self.steps[-1].step >= keep) and view.tobytes() == self.view.tobytes():
            return False
        self.forget(keep)
        self._view = view
        return True

    def forget(self, keep: int) -> None:
        """Apply a cut that the viewer is known to have seen."""
        self.number += 1
        self.whole = self.number
        while self.steps and self.steps[-1].step >= keep:
            self.steps.pop()
        self._view = None

    def happened(self) -> None:
        """Count an event that everybody learns of and that is no action: an offer, a resignation."""
        self.number += 1
        self.whole = self.number

    def since(self, number: int) -> list[tuple[int, Step]]:
        """The steps seen after a number, each with its index among all that the viewer has seen."""
        first = len(self.steps)
        while first and self.steps[first - 1].number > number:
            first -= 1
        return [(place, self.match.steps[seen.step]) for place, seen in enumerate(self.steps[first:], first)]

    def last(self, count: int, before: int | None = None) -> list[tuple[int, Step]]:
        """Up to `count` steps before a place, each with its index among all that the viewer has seen."""
        end = len(self.steps) if before is None else min(before, len(self.steps))
        start = max(0, end - count)
        return [(place, self.match.steps[self.steps[place].step]) for place in range(start, end)]

    def tick(self, clock: Clock) -> None:
        """Update the clock after a change that the viewer has seen."""
        if self._ticked != self.number:
            self._tick(self.view, clock.at, clock.left, self.number)

    def _tick(self, view: AnyState, at: float, left: Sequence[float], number: int) -> None:
        """If the viewer cannot know whether a seat is done, its time continues to run."""
        asked, due = question(view), seats_due(view)
        unknown = set(self._running) & set(due) - {self.viewer} if asked == self._asked else set()
        self._left = [
            self._left[seat] - (at - self._at) if seat in unknown else seconds for seat, seconds in enumerate(left)
        ]
        self._at, self._running, self._asked, self._ticked = at, due, asked, number

    def catch_up(self, ticks: Sequence[Tick], place: int) -> None:
        """Update the clock after reading a match, as if every change had been followed.

        What the viewer knows of the clock does not depend on what preceded the last new question. `place` is the index
        of this viewer's number in a tick.
        """
        seen = [tick for before, tick in zip((None, *ticks), ticks, strict=False) if _is_news(before, tick, place)]
        first = len(seen) - 1
        views = {first: self.view}
        while first > 0:
            views[first - 1] = self.match.see(self.viewer).of(seen[first - 1].state)
            if question(views[first - 1]) != question(views[first]):
                break
            first -= 1
        for number in range(max(0, first), len(seen)):
            tick = seen[number]
            self._tick(views[number], tick.at, tick.left, tick.numbers[place])

    def clock_json(self, clock: Clock) -> dict[str, Any]:
        return {**clock.rule.as_json(), "left": rounded(self._left), "running": list(self._running), "at": self._at}


def _is_news(before: Tick | None, tick: Tick, place: int) -> bool:
    return before is None or before.numbers[place] != tick.numbers[place]


class OpenStream(Stream):
    """What everybody sees of a game without secrets: every entry counts, and one stream serves all viewers."""

    def __init__(self, match: Match) -> None:
        super().__init__(match, SPECTATOR)

    @property
    def view(self) -> Record:
        # States are never changed, and nothing is to be hidden: no copy is needed.
        return self.match.steps[-1].after if self.match.steps else super().view

    @property
    def due(self) -> tuple[int, ...]:
        due = self.match.due
        return due if NATURE not in due else tuple(seat for seat in due if seat != NATURE)

    def see(self, step: Step) -> bool:
        self.learn(step)
        return True

    def cut(self, keep: int) -> bool:
        self.forget(keep)
        return True

    def tick(self, clock: Clock) -> None:
        pass

    def catch_up(self, ticks: Sequence[Tick], place: int) -> None:
        pass

    def clock_json(self, clock: Clock) -> dict[str, Any]:
        return clock.as_json()
