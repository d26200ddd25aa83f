"""A position for testing a rule."""

from collections.abc import Mapping, Sequence
from types import TracebackType

from wartable.compiler.mode import plain
from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR, due
from wartable.core.game import Game, Sentence
from wartable.core.match.perspective import hidden
from wartable.core.notes import Note, read_notes, take_lines
from wartable.drawing.tints import untinted


class Table:
    """A state that a test may edit, with moves and nature's rolls by notation.

        with Table(GAME, rolls=["first-0"]) as t:
            t.play(0, "+a1n")

    Rolls are used in order whenever nature is to act; leaving the `with` block fails if any are left.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        rolls: Sequence[str] = (),
        files: Mapping[str, str] | None = None,
        cells: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.box = game.new_box(options, seats, files, cells)
        self.notes: tuple[Note, ...] = ()
        """The notes of the last action."""
        self.s = game.new_state(self.box)
        self.before = self.s
        self.last: tuple[int, int] = (SPECTATOR, 0)
        self.rolls = list(rolls)
        self._buffers = game.buffers()
        self._roll()

    def __enter__(self) -> "Table":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            assert not self.rolls, f"rolls that nature never made: {self.rolls}"

    @property
    def due(self) -> set[int]:
        bits = plain(due)(self.s)
        return {seat for seat in range(8) if bits >> seat & 1}

    @property
    def ending(self) -> str | None:
        over = self.s.head.over
        return self.game.endings[over - 1].name if over else None

    def view(self, seat: int) -> record.Record:
        return hidden(self.s, self.box, SPECTATOR if seat == NATURE else seat)

    def codes(self, seat: int) -> dict[str, int]:
        """The legal actions of a seat (or NATURE) by notation."""
        if seat not in self.due:
            return {}
        out, weights = self._buffers
        if seat == NATURE:
            count = generic.chance(self.s, self.box, out, weights)
        else:
            count = generic.legal(self.s, self.box, seat, out)
        view = self.view(seat)
        return {self.game.words.notation(view, self.box, seat, int(action)): int(action) for action in out[:count]}

    def legal(self, seat: int) -> set[str]:
        return set(self.codes(seat))

    def odds(self) -> dict[str, int]:
        """Nature's possible actions with their weights."""
        out, weights = self._buffers
        count = generic.chance(self.s, self.box, out, weights)
        view = self.view(NATURE)
        return {
            self.game.words.notation(view, self.box, NATURE, int(action)): int(weight)
            for action, weight in zip(out[:count], weights[:count], strict=True)
        }

    def play(self, seat: int, *moves: str) -> None:
        """Play moves one after the other; nature's rolls follow automatically."""
        for move in moves:
            codes = self.codes(seat)
            assert move in codes, (
                f"{move} is not legal for {seat}: {self._reason(seat, move)}\nlegal: {sorted(codes)}\n{self}"
            )
            self.apply(seat, codes[move])

    def apply(self, seat: int, action: int) -> None:
        self._take(seat, action)
        self._roll()

    def roll(self, *rolls: str) -> None:
        """Make nature's next rolls."""
        self.rolls.extend(rolls)
        self._roll()

    def _take(self, seat: int, action: int) -> None:
        self.before = record.copy(self.s)
        self.last = (seat, action)
        box = self.game.open_journal(self.box)
        generic.apply(self.s, box, seat, action)
        self.notes = read_notes(take_lines(box), self.game.told)

    def _roll(self) -> None:
        while self.rolls and NATURE in self.due:
            codes = self.codes(NATURE)
            assert self.rolls[0] in codes, f"nature cannot roll {self.rolls[0]}; it can: {sorted(codes)}"
            self._take(NATURE, codes[self.rolls.pop(0)])

    def find(self, seat: int, move: str) -> int:
        """The code of any action, legal or not, by notation."""
        view = self.view(seat)
        for action in range(self.game.action_count):
            if self.game.words.notation(view, self.box, seat, action) == move:
                return action
        raise AssertionError(f"no action is written {move}")

    def refused(self, seat: int, move: str) -> str:
        """The name of the rule that forbids a move, which must not be legal."""
        assert move not in self.codes(seat), f"{move} is legal for {seat}\n{self}"
        return self.refusal(seat, self.find(seat, move))

    def refusal(self, seat: int, action: int) -> str:
        number = int(plain(self.game.functions["refusal"])(self.s, self.box, seat, action))
        return self.game.rule_name(number) if number else ""

    def _reason(self, seat: int, move: str) -> str:
        try:
            return self.refusal(seat, self.find(seat, move))
        except AssertionError as error:
            return str(error)

    def told(self, viewer: int = SPECTATOR) -> list[Sentence]:
        """What a viewer was told of the last action."""
        known = [note for note in self.notes if note.is_known_to(viewer)]
        said = [Sentence(self.game.words.sentence(n, self.box, viewer), n.rule, n.kind.level, n) for n in known]
        return [sentence for sentence in said if sentence.text]

    def __str__(self) -> str:
        return untinted(self.game.view.board(self.view(SPECTATOR), self.box, SPECTATOR))
