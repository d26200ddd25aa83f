"""What one viewer has seen of a match, from hidden records alone.

Numbers, log and clock are kept for each viewer: an entry that changes nothing of what a viewer may know is not
counted, not told and not sent, so that nobody can read from them how far others have got in a phase that is secret.
"""

from dataclasses import dataclass
from typing import Any

from wartable.core import generic
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.frames import due as due_bits
from wartable.core.match import Match, Step, hidden
from wartable.core.record import Record

from .clock import Clock, rounded


@dataclass(frozen=True)
class Seen:
    """A step that a viewer has learned of: its place in the match, and the viewer's number with it."""

    step: int
    number: int


def seats_due(view: Record) -> tuple[int, ...]:
    bits = plain(due_bits)(view)
    return tuple(seat for seat in range(NATURE) if bits >> seat & 1)


def question(view: Record) -> bytes:
    """The top decision without the seats that are due: equal while several seats decide side by side."""
    head = view.head
    if head.depth == 0:
        return b""
    frame = head.frames[head.depth - 1]
    return bytes((head.depth, frame.kind & 255)) + repr((int(frame.a), int(frame.b), int(frame.c))).encode()


class Sight:
    """What a viewer has seen so far; `number` counts the entries that changed it."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.number = 0
        # The last number that no update leads to: something was taken back, or happened beside the actions.
        self.whole = 0
        self.steps: list[Seen] = []
        self._view = hidden(match.at(0), match.box, viewer)
        self._left: list[float] = []
        self._at = 0.0
        self._running: tuple[int, ...] = ()
        self._asked = b""
        self._ticked = -1

    @property
    def view(self) -> Record:
        """The hidden record as it is now."""
        return self._view

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that are to act as far as the viewer may know."""
        return seats_due(self._view)

    def see(self, step: Step) -> None:
        """Take over a step, if the viewer learns of it."""
        after = hidden(step.after, self.match.box, self.viewer)
        if not knows(self.match, step, self.viewer) and after.tobytes() == self._view.tobytes():
            return
        self.number += 1
        self.steps.append(Seen(step.number, self.number))
        self._view = after

    def cut(self, keep: int) -> None:
        """The match has gone back to its first `keep` actions."""
        kept = [seen for seen in self.steps if seen.step < keep]
        view = self.match.observe(self.viewer)
        if len(kept) == len(self.steps) and view.tobytes() == self._view.tobytes():
            return
        self.number += 1
        self.whole = self.number
        self.steps = kept
        self._view = view

    def happened(self) -> None:
        """Something that everybody learns of and that is no action: an offer, a resignation."""
        self.number += 1
        self.whole = self.number

    def since(self, number: int) -> list[tuple[int, Step]]:
        """The steps that were seen after a number, each with its place among all that the viewer has seen."""
        first = len(self.steps)
        while first and self.steps[first - 1].number > number:
            first -= 1
        return [(place, self.match.steps[seen.step]) for place, seen in enumerate(self.steps[first:], first)]

    def tick(self, clock: Clock) -> None:
        """Take the clock over, after a change that the viewer has seen.

        Of a seat that may or may not be done, for all that the viewer knows, the time runs on as if it were not.
        """
        if self._ticked == self.number:
            return
        asked, due = question(self._view), self.due
        unknown = set(self._running) & set(due) - {self.viewer} if asked == self._asked else set()
        self._left = [
            self._left[seat] - (clock.at - self._at) if seat in unknown else left
            for seat, left in enumerate(clock.left)
        ]
        self._at, self._running, self._asked, self._ticked = clock.at, due, asked, self.number

    def clock_json(self, clock: Clock) -> dict[str, Any]:
        return {**clock.rule.as_json(), "left": rounded(self._left), "running": list(self._running), "at": self._at}


class OpenSight(Sight):
    """What everybody sees of a game that hides nothing: every entry counts, and one sight serves all viewers."""

    def __init__(self, match: Match) -> None:
        super().__init__(match, SPECTATOR)

    @property
    def view(self) -> Record:
        # States are never changed, and nothing is to be hidden: no copy is needed.
        return self.match.steps[-1].after if self.match.steps else self._view

    @property
    def due(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.match.due if seat != NATURE)

    def see(self, step: Step) -> None:
        self.number += 1
        self.steps.append(Seen(step.number, self.number))

    def cut(self, keep: int) -> None:
        del self.steps[keep:]
        self.number += 1
        self.whole = self.number

    def tick(self, clock: Clock) -> None:
        pass

    def clock_json(self, clock: Clock) -> dict[str, Any]:
        return clock.as_json()


def knows(match: Match, step: Step, viewer: int) -> bool:
    """Whether a viewer learns which action a step was."""
    return step.seat == viewer or bool(generic.sees(step.before, match.box, viewer, step.seat, step.action))


def doer(match: Match, step: Step, viewer: int) -> int | None:
    """The seat that a viewer knows to have acted; None for nature, and where several may have been the one."""
    if step.seat == NATURE:
        return None
    due = seats_due(hidden(step.before, match.box, viewer))
    return step.seat if due == (step.seat,) or knows(match, step, viewer) else None
