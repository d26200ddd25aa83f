"""A match: a header and a list of actions. Folding the actions gives the state."""

import operator
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from wartable.errors import BadOption, IllegalMove, UnreadableMove
from wartable.files import write_whole

from .. import generic, record
from ..frames import MAX_SEATS, NATURE, SPECTATOR, AnyBox, AnyState, kind
from ..game import Game, Refused, Sentence
from ..notes import Heard, Note, hear
from ..record import Record
from ..registry import find_game
from . import dice
from .known_names import missing
from .perspective import SEATS, Perspective, hidden, over_and_due, seats_due
from .saves import Header, Reader, lines_of, seat_name
from .setup import Setup
from .step import Move, Outcome, Step
from .typed import TypedMoves

__all__ = ["Match", "Move", "Outcome", "Step"]


@dataclass(frozen=True)
class _Known:
    """What has been computed for a state: the ending or 0, the due seats, and the legal actions of seats."""

    state: Record
    over: int
    due: tuple[int, ...]
    legal: dict[int, list[int]]


class Match:
    """A match. `move` and `undo` change it, as `push` and `pop` change a python-chess board.

    To look ahead, change a `copy()`. A match with a seed rolls its own dice; without one, people roll real dice. A copy
    shares states and Box with its original; these never change.
    """

    def __init__(self, game: Game, header: Header, seed: bytes | None, box: AnyBox | None = None) -> None:
        """`box` is the Box that the header describes, if it has been built already; it is never changed."""
        self.game = game
        self.header = header
        self.seed = seed
        if box is None:
            box = game.new_box(header.options, len(header.players), header.files, header.cells)
        self.box: Record = box
        self._speaking = game.open_journal(self.box)
        self._opening = game.new_state(self.box)
        self._state = self._opening
        self._steps: list[Step] = []
        self._buffers = game.buffers()
        self._known: _Known | None = None
        # The place and stream of each roll among the first `_counted` steps, and how many rolls each stream has.
        self._rolls: list[tuple[int, int]] = []
        self._streams: Counter[int] = Counter()
        self._counted = 0
        self.leaves_answers = False
        """Whether forced answers that others do not see are left to the caller, who gives them a player's time."""
        self.memory: dict[object, Any] = {}
        """Data that bots and hints keep about this match. It is not copied, compared or saved."""
        self._advance()

    @classmethod
    def start(
        cls,
        game: Game,
        options: Mapping[str, object] | None = None,
        players: int | Sequence[str] | None = None,
        seed: int | bytes | None = None,
        *,
        real_dice: bool = False,
        files: Mapping[str, str] | None = None,
        cells: Mapping[str, str] | None = None,
        variant: str = "",
    ) -> "Match":
        """A new match. The dice come from `seed`, from a new random seed, or from people (`real_dice`)."""
        setup = Setup.of(game, players, options, files, cells, variant)
        if real_dice:
            seed = None
        elif seed is None:
            seed = dice.new_seed()
        elif isinstance(seed, int):
            seed = dice.seed_from(seed)
        published = None if seed is None else dice.commitment(seed)
        return cls(game, Header.of(setup, published), seed)

    @classmethod
    def resume(cls, game: Game, header: Header, seed: bytes | None, box: AnyBox | None = None) -> "Match":
        """A match before its first action, to replay a record with `follow`; the dice continue from `seed`."""
        match = cls(game, header, None, box)
        match.cut(0)
        match.seed = seed
        return match

    def follow(self, seat: int, action: int, forced: bool) -> None:
        """Carry out one recorded action (played or forced), and nothing after it."""
        self._take(seat, action, forced)

    def restore(self, seat: int, action: int, forced: bool, after: AnyState) -> Step:
        """Take over a recorded action together with the recorded state after it."""
        step = Step(len(self._steps), seat, action, forced, self._state, after)
        self._steps.append(step)
        self._state = after
        return step

    def take_over(self, steps: Sequence[Step]) -> None:
        """Begin with actions that were made elsewhere. They are never taken back, and no seat is responsible
        for them.
        """
        self.cut(0)
        for step in steps:
            self.restore(step.seat, step.action, True, step.after)
        self.header = replace(self.header, given=len(steps))
        self._advance()

    def lay_out(self, box: AnyBox, opening: Record) -> None:
        """Begin again from a recorded Box and first state, which may be of older rules."""
        self.box = box
        self._speaking = self.game.open_journal(box)
        self._opening = opening
        self.cut(0)

    def copy(self) -> "Match":
        """An independent match at the same position, with the same history and dice."""
        made = object.__new__(type(self))
        made.__setstate__(self.__getstate__())
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Everything except what is recomputed: the journal, the buffers, cached results and `memory`."""
        made = ("_speaking", "_buffers", "_known", "memory")
        kept = {name: value for name, value in self.__dict__.items() if name not in made}
        return kept | {"_steps": list(self._steps), "_rolls": list(self._rolls), "_streams": Counter(self._streams)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._speaking = self.game.open_journal(self.box)
        self._buffers = self.game.buffers()
        self._known = None
        self.memory = {}

    def __eq__(self, other: object) -> bool:
        """Whether both have the same table, the same dice and the same history."""
        if not isinstance(other, Match):
            return NotImplemented
        if self is other:
            return True
        if (self.header, self.seed) != (other.header, other.seed) or len(self._steps) != len(other._steps):
            return False
        went = zip(self._steps, other._steps, strict=True)
        return record.same(self._state, other._state) and all((a.seat, a.action) == (b.seat, b.action) for a, b in went)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __getattr__(self, name: str) -> Any:
        raise missing("match", name)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.header.players

    @property
    def seats(self) -> range:
        """The numbers of the seats, from 0."""
        return range(len(self.header.players))

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the table, with their values."""
        return dict(self.header.options)

    def seat(self, who: int | str) -> int:
        """The number of a seat, given by number or by its player's name; BadOption if there is none."""
        if isinstance(who, str) and who in self.players:
            return self.players.index(who)
        if not isinstance(who, str | bool) and hasattr(who, "__index__") and operator.index(who) in self.seats:
            return operator.index(who)
        seats = ", ".join(f"{seat} ({name})" for seat, name in enumerate(self.players))
        raise BadOption(f"{who!r} is not a seat of this match; the seats are {seats}")

    @property
    def steps(self) -> Sequence[Step]:
        """Every action so far, nature's and forced ones included."""
        return self._steps

    @property
    def is_over(self) -> bool:
        """Whether the match has ended; `outcome` says how."""
        return self._now.over != 0

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that are to act; NATURE if people roll the dice."""
        known = self._known
        return known.due if known is not None and known.state is self._state else self._now.due

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None if there are several (see `due`) or the match is over."""
        return self.due[0] if len(self.due) == 1 else None

    @property
    def winner(self) -> int | None:
        """The seat that won alone; None during the match, and if several share the win."""
        return self.outcome.winner if self.outcome else None

    @property
    def _now(self) -> "_Known":
        """The cached facts about the current state; states never change, so each is computed once."""
        if self._known is None or self._known.state is not self._state:
            over, due = over_and_due(self._state)
            self._known = _Known(self._state, over, SEATS[due], {})
        return self._known

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if not self.is_over:
            return None
        ending = self.game.endings[self._state.head.over - 1]
        shares = np.zeros(MAX_SEATS)
        generic.scores(self._state, self.box, shares)
        points = tuple(int(generic.points(self._state, self.box, seat)) for seat in self.seats)
        return Outcome(
            ending.name,
            self.game.rule_name(ending.rule),
            ending.text,
            tuple(float(shares[seat]) for seat in self.seats),
            points,
        )

    def full_state(self) -> Record:
        """A copy of the whole state, secrets included: for tests, referees and simulation only.

        It prints as the public board, just as `observe` prints as the board of the seat.
        """
        return record.prints_as(record.copy(self._state), Perspective(self).drawn)

    def observe(self, seat: int) -> Record:
        """What a seat (or SPECTATOR) may know: the only record that views, words and bots get."""
        return record.prints_as(hidden(self._state, self.box, seat), Perspective(self, seat).drawn)

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal action codes of a seat now (default: the seat to act); nature's if people roll."""
        return list(self._legal(self._only_due() if seat is None else seat))

    def _legal(self, seat: int) -> list[int]:
        """The same as a cached list, which must not be modified."""
        now = self._now
        if seat not in now.due:
            return []
        if seat in now.legal:
            return now.legal[seat]
        out, weights = self._buffers
        if seat == NATURE:
            # Always asked again: who rolls needs the weights, too.
            return [int(action) for action in out[: generic.chance(self._state, self.box, out, weights)]]
        now.legal[seat] = out[: generic.legal(self._state, self.box, seat, out)].tolist()
        return now.legal[seat]

    def moves(self, seat: int | str | None = None) -> list[Move]:
        """The legal moves of a seat (default: of all seats that are to act); empty if it is not to act."""
        seats = self.due if seat is None else (seat if seat == NATURE else self.seat(seat),)
        return [move for each in seats for move in self._moves(each)]

    def _moves(self, seat: int) -> list[Move]:
        if seat not in self.due:
            return []
        typed = self.typed(seat)
        return [Move(seat, action, typed.notation(action), typed.label(action)) for action in typed.legal]

    def notation(self, seat: int, action: int) -> str:
        """The notation of an action of a seat, legal or not."""
        return self.game.words.notation(self.observe(SPECTATOR if seat == NATURE else seat), self.box, seat, action)

    def typed(self, seat: int) -> TypedMoves:
        """The moves of a seat, for typed input."""
        view = self.observe(SPECTATOR if seat == NATURE else seat)
        return TypedMoves(self.game, view, self.box, seat, self.legal(seat), self.players)

    def parse(self, seat: int, text: str) -> int:
        """The legal action that a text means: its notation, its label, or words for it.

        Raises UnreadableMove, IllegalMove or AmbiguousMove, or DoubtfulMove if the text says more than the move.
        """
        return self.typed(seat).parse(text)

    def written(self, seat: int, text: str) -> int | None:
        """The action of a seat, legal or not, with this notation; None if there is none."""
        return self.typed(seat).written(text)

    def refusal(self, seat: int, action: int) -> Refused:
        """The rule that forbids an action to a seat now, with the relevant fact; rule 0 if it is legal."""
        return self.typed(seat).refusal(action)

    def refuse(self, seat: int, text: str) -> None:
        """Raise the reason that a seat, due or not, cannot make the move written in this notation; do nothing if it
        can, or if there is no such move.
        """
        typed = self.typed(seat)
        action = typed.written(text)
        refused = typed.refusal(action) if action is not None else Refused(0)
        if refused.rule:
            raise typed.forbidden(refused, text)

    def why_not(self, seat: int, action: int) -> int:
        """The number of the rule that forbids an action to a seat now; 0 if it is legal."""
        return self.refusal(seat, action).rule

    def _only_due(self) -> int:
        if len(self.due) == 1:
            return self.due[0]
        if self.is_over:
            raise IllegalMove("the match is over")
        due = ", ".join(map(str, self.due))
        raise IllegalMove(f"several seats are to act ({due}); say which: seat={self.due[0]}")

    def move(self, move: Move | int | str, *more: Move | int | str, seat: int | str | None = None) -> None:
        """Play one or more moves. This changes the match; to look ahead, change a `copy()`.

        A move is one of `moves()`, its action code, its notation or its label. It is made by the seat to act, or by
        `seat`. If several seats are to act at once, `1:bid-2` is a move of seat 1.
        """
        for each in (move, *more):
            mover, made = self._mover(each)
            if seat is not None:
                mover = self.seat(seat)
            self.play(self._only_due() if mover is None else mover, made)

    def _mover(self, move: object) -> tuple[int | None, int | str]:
        """The seat that makes a move, if given, and the move as `play` takes it."""
        if isinstance(move, Move):
            return move.seat, move.action
        if isinstance(move, str):
            named = re.fullmatch(r"(\d):(.+)", move)
            return (int(named[1]), named[2]) if named else (None, move)
        if isinstance(move, bool) or not hasattr(move, "__index__"):
            several = " Several are played by match.move(*moves)." if isinstance(move, list | tuple) else ""
            wanted = "give one of match.moves(), its action, its notation or its label"
            raise UnreadableMove(f"{repr(move)[:40]} is not a move; {wanted}.{several}")
        return None, operator.index(move)

    def decisions(self) -> list[str]:
        """The decisions of people and bots, in the notation that `move` takes."""
        return self._decided(self.seed is None)

    def _decided(self, with_rolls: bool) -> list[str]:
        made = []
        for step in self._steps:
            if not step.forced and (step.seat != NATURE or with_rolls):
                text = self._notation_of(step)
                several = len(seats_due(step.before)) > 1
                made.append(f"{step.seat}:{text}" if several else text)
        return made

    def _notation_of(self, step: Step) -> str:
        """A step in the notation of the acting seat's view."""
        view = hidden(step.before, self.box, SPECTATOR if step.seat == NATURE else step.seat)
        return self.game.words.notation(view, self.box, step.seat, step.action)

    def play(self, seat: int, move: int | str) -> None:
        """Play an action, given as a code or as its notation, and everything that nature and the rules force
        after it.
        """
        if self.is_over:
            raise IllegalMove("the match is over")
        if seat not in self.due:
            due = ", ".join(self.game.seat_name(s) for s in self.due)
            raise IllegalMove(f"seat {seat} is not to act now; to act: {due}")
        action = self.parse(seat, move) if isinstance(move, str) else self.check_legal(seat, move)
        self._take(seat, action, forced=self.left_answer == (seat, action))
        self._advance()

    def check_legal(self, seat: int, action: int) -> int:
        """Return the action if it is legal for the seat; raise IllegalMove if not."""
        if action in self._legal(seat):
            return action
        if not 0 <= action < self.game.action_count:
            raise IllegalMove(f"{action} is not an action of {self.game.title}; match.legal() lists the legal ones")
        if seat == NATURE:
            raise IllegalMove(f"nature cannot do {action} now")
        typed = self.typed(seat)
        raise typed.forbidden(typed.refusal(action), typed.notation(action))

    def _take(self, seat: int, action: int, forced: bool) -> None:
        after = record.copy(self._state)
        heard = self._apply(after, seat, action)
        self._steps.append(Step(len(self._steps), seat, action, forced, self._state, after, heard))
        self._state = after

    def _apply(self, s: AnyState, seat: int, action: int) -> Heard:
        """Carry out an action on a state and record its notes."""
        generic.apply(s, self._speaking, seat, action)
        return hear(self._speaking, self.game.told)

    def imagine(self, state: AnyState, seat: int, action: int) -> tuple[Note, ...]:
        """The notes of an action carried out on a state other than the match's own."""
        return self._apply(state, seat, action).notes()

    def _advance(self) -> None:
        """Let nature roll, and play forced actions: the only legal action of the only seat to act."""
        while not self.is_over:
            due = self.due
            if len(due) != 1:
                return
            actions = self._legal(due[0])
            if due[0] == NATURE and len(actions) > 1:
                if self.seed is None:
                    return
                _, weights = self._buffers
                fair = [int(w) for w in weights[: len(actions)]]
                chosen = dice.roll(self.seed, self._number_of_roll(), fair)
                self._take(NATURE, actions[chosen], forced=False)
            elif self.left_answer:
                return
            elif len(actions) == 1 and self._is_forced(due[0]):
                self._take(due[0], actions[0], forced=True)
            else:
                return

    def _number_of_roll(self) -> int:
        """The number of the roll that is due."""
        if self.header.counts_steps:
            return len(self._steps)
        self.count_rolls()
        stream = self._stream(self._state)
        return dice.numbered(stream, self._streams[stream])

    def count_rolls(self) -> None:
        """Count the rolls so far, which takes a while after a long match was read; the next roll does it otherwise."""
        if self.header.counts_steps:
            return
        for step in self._steps[self._counted :]:
            if step.seat == NATURE and not step.forced:
                stream = self._stream(step.before)
                self._rolls.append((step.number, stream))
                self._streams[stream] += 1
        self._counted = len(self._steps)

    def _stream(self, state: Record) -> int:
        return dice.stream_of(self.game, state, self.box, self.seats)

    def _is_forced(self, seat: int) -> bool:
        """Whether a seat has no choice and knows that nobody else is to act.

        If it cannot know, playing for it would tell it that the others are done. If having no choice is a secret
        (`Game.always_asked`), playing for it would reveal that.
        """
        if self.due != (seat,) or len(self._legal(seat)) != 1:
            return False
        if seat == NATURE:
            return True
        return kind(self._state) not in self.game.always_asked and seats_due(self.observe(seat)) == (seat,)

    @property
    def left_answer(self) -> tuple[int, int] | None:
        """The seat and action of a forced answer that was left to the caller."""
        if not self.leaves_answers or not self.game.has_secrets or self.is_over or len(self.due) != 1:
            return None
        seat = self.due[0]
        actions = self._legal(seat)
        if seat == NATURE or len(actions) != 1 or not self._is_forced(seat):
            return None
        return None if self.is_seen(self._state, seat, actions[0]) else (seat, actions[0])

    def is_seen(self, state: Record, seat: int, action: int) -> bool:
        """Whether all others learn which action of a seat is made in a state."""
        return all(generic.sees(state, self.box, other, seat, action) for other in self.seats if other != seat)

    def undo(self) -> bool:
        """Take back the last decision and everything that followed from it. Returns False if there is none."""
        keep = len(self._steps)
        while keep > 0:
            keep -= 1
            step = self._steps[keep]
            if not step.forced and (step.seat != NATURE or self.seed is None):
                self.cut(keep)
                return True
        return False

    def cut(self, keep: int) -> None:
        """Go back to the position after the first `keep` actions."""
        del self._steps[keep:]
        self._counted = min(self._counted, keep)
        while self._rolls and self._rolls[-1][0] >= keep:
            self._streams[self._rolls.pop()[1]] -= 1
        self._state = self._steps[-1].after if self._steps else self._opening

    def snapshot(self) -> "Match":
        """The match as it is now, for use in another thread while this one continues."""
        found = copy(self)
        found._steps, found._rolls, found._streams = list(self._steps), list(self._rolls), Counter(self._streams)
        found._buffers = self.game.buffers()
        found._speaking = self.game.open_journal(self.box)
        found._known = None
        return found

    def bare(self) -> "Match":
        """The match at its position without the steps that led to it, which is small."""
        found = self.snapshot()
        found.cut(0)
        found._state = self._state
        return found

    def at(self, number: int) -> Record:
        """The whole state after the first `number` actions; hide it before showing it."""
        return record.copy(self._steps[number - 1].after if number else self._opening)

    def notes(self, step: Step | None = None) -> tuple[Note, ...]:
        """The notes of a step, or of all steps so far. For steps that were taken over, they are computed again."""
        if step is None:
            return tuple(note for each in self._steps for note in self.notes(each))
        if step.noted is not None:
            return step.noted
        return self._apply(record.copy(step.before), step.seat, step.action).notes()

    def see(self, viewer: int | str = SPECTATOR, language: str = "en") -> Perspective:
        """The match as a seat may know it, given by number or player's name (default: a spectator), in a language."""
        seat = SPECTATOR if viewer == SPECTATOR else self.seat(viewer)
        return Perspective(self, seat, self.game.catalogue(language))

    def tell(self, step: Step, viewer: int) -> list[Sentence]:
        """What a viewer is told of a step."""
        return self.see(viewer).tell(step)

    def log(self, viewer: int = SPECTATOR, start: int = 0) -> list[Sentence]:
        """What a viewer is told of all actions from `start` on; `see(viewer).log` has it as lines of text."""
        return [sentence for step in self._steps[start:] for sentence in self.tell(step, viewer)]

    def _repr_svg_(self) -> str:
        return self.see()._repr_svg_()

    def __str__(self) -> str:
        return self.see().board

    def __repr__(self) -> str:
        """An expression that makes the match again: `wartable.new('metals', seed='...', moves=['+a1n', ...])`."""
        # A new match would number its rolls otherwise than one of an earlier format.
        seed = None if self.header.counts_steps else self.seed
        given: dict[str, Any] = {"players": list(self.players)}
        given |= {"real_dice": True} if seed is None else {"seed": seed.hex()}
        given |= {name: value for name, value in (("files", self.header.files), ("cells", self.header.cells)) if value}
        given |= {o.name: self.header.options[o.name] for o in self.game.options}
        given["moves"] = self._decided(seed is None)
        return f"wartable.new({self.game.name!r}, {', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def lines(self) -> Iterator[str]:
        """The lines of a save: a header, one action a line, and the end or the pause."""
        moves = ((step.seat, self._notation_of(step)) for step in self._steps)
        return lines_of(self.header, moves, self.outcome, self.seed)

    def save(self, path: Path | str) -> None:
        """Write the match to a file atomically: after a crash there is either the old file or the new one."""
        write_whole(Path(path), "".join(line + "\n" for line in self.lines()))

    @classmethod
    def load(cls, path: Path | str, find: Any = None) -> "Match":
        """Read a save; BadSave names file, line and reason if it does not fit this game and these rules."""
        reader = Reader(Path(path))
        game, header = reader.header(find or find_game)
        last = reader.last()
        seed = reader.seed(last, header)
        with reader.line(0):
            match = cls(game, header, None)
        match.cut(0)
        for number, seat, text in reader.actions():
            if seat not in match.due:
                raise reader.bad(number, f"seat {seat_name(seat)} is not to act here")
            with reader.line(number):
                action = match.parse(seat, text)
            match._take(seat, action, number <= header.given or match._is_forced(seat))
        reader.check_end(last, len(match.steps), match.outcome)
        match.seed = seed
        if not match.is_over:
            match._advance()
        return match
