"""A match as one viewer may know it: the only way in which a table is looked at.

Server, terminal, lab and tests show only what a Perspective gives: the hidden record, who is due, the moves, the board,
and what has happened in words and notes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from wartable.drawing.scene import said
from wartable.drawing.tints import untinted
from wartable.languages import ENGLISH, Worded

from .. import generic, record
from ..frames import NATURE, SPECTATOR, AnyBox, AnyState, Frame, Head
from ..game import Game, Sentence
from ..notes import Note
from ..record import Record
from .film import Shot, seen_film, take_film

if TYPE_CHECKING:
    from wartable.drawing.phases import Phases
    from wartable.drawing.scene import Scene
    from wartable.languages import Catalogue

    from .step import Move, Step

_OVER, _DEPTH = record.place_of(Head, "over"), record.place_of(Head, "depth")
_FIRST_DUE = record.place_of(Head, "frames") + record.place_of(Frame, "due")
_FRAME_SIZE = Frame.plain.itemsize
SEATS = [tuple(seat for seat in range(8) if bits >> seat & 1) for bits in range(256)]
"""The seats of each bit set."""


class Watched(Protocol):
    """What a perspective needs of a match."""

    game: Game
    box: Record

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that are to act."""

    @property
    def steps(self) -> "Sequence[Step]":
        """The steps so far."""

    def legal(self, seat: int | None = None) -> list[int]:
        """The codes of the legal actions of a seat."""

    def observe(self, seat: int) -> Record:
        """The hidden record of a seat."""

    def moves(self, seat: int) -> "list[Move]":
        """The legal moves of a seat now."""

    def at(self, number: int) -> Record:
        """The state after that many steps."""

    def notes(self, step: "Step | None" = None) -> tuple[Note, ...]:
        """The notes of a step, or of the beginning of the match."""


@dataclass(frozen=True)
class Entry:
    """One action: what the viewer is told of it and, if the viewer may know it, its notation and whether it
    was forced.
    """

    number: int
    """The place of the action in the match, from 0."""
    seat: int
    """Who acted."""
    move: str | None
    """The notation, or None if the viewer may not know it."""
    forced: bool
    """Whether it was forced; False if the viewer may not know the move."""
    sentences: tuple[Sentence, ...]
    """What the log says about it."""


def hidden(state: AnyState, box: AnyBox, viewer: int) -> Record:
    """A copy of a state with everything blanked that the viewer may not know."""
    view = record.copy(state)
    generic.hide(view, box, viewer)
    return view


def legal_in(game: Game, state: AnyState, box: AnyBox, seat: int) -> list[int]:
    """The actions that are legal for a seat in some state."""
    out = np.zeros(game.most_legal, np.int32)
    return [int(action) for action in out[: generic.legal(state, box, seat, out)]]


def over_and_due(view: AnyState) -> tuple[int, int]:
    """The ending that a (hidden) record shows, or 0, and the seats that are to act, as bits.

    This reads the bytes directly: it runs after every action, and making objects of the fields takes ten times as long.
    """
    raw = view.tobytes()
    assert view.dtype.fields is not None
    start = view.dtype.fields["head"][1]
    over, depth = raw[start + _OVER], raw[start + _DEPTH]
    return over, 0 if over or not depth else raw[start + _FIRST_DUE + _FRAME_SIZE * (depth - 1)]


def seats_due(view: AnyState) -> tuple[int, ...]:
    """The seats that are to act, NATURE included, according to a (hidden) record."""
    return SEATS[over_and_due(view)[1]]


class Viewpoint:
    """What a seat (or SPECTATOR) may know of any state of a table; searches and samples have states without a match."""

    def __init__(self, box: AnyBox, viewer: int) -> None:
        self.box: Record = box
        self.viewer = viewer

    def of(self, state: AnyState) -> Record:
        """A copy of a state in which what the viewer may not know is blank."""
        return hidden(state, self.box, self.viewer)

    def learns(self, state: AnyState, seat: int, action: int) -> bool:
        """Whether the viewer gets to know which action a seat makes in a state."""
        return seat == self.viewer or bool(generic.sees(state, self.box, self.viewer, seat, action))


class Perspective(Viewpoint):
    """What a seat (or SPECTATOR) may know of a match, now and about every action so far, in the reader's language."""

    def __init__(self, match: Watched, viewer: int = SPECTATOR, catalogue: "Catalogue" = ENGLISH) -> None:
        super().__init__(match.box, viewer)
        self.match = match
        self.catalogue = catalogue
        self._told: list[tuple[Step, Entry]] = []

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat. Those that nobody has chosen, as a bot's, are in the reader's language."""
        say = self.catalogue.say
        return tuple(say(name) if isinstance(name, Worded) else name for name in self.match.players)

    @property
    def view(self) -> Record:
        """The hidden record."""
        return self.match.observe(self.viewer)

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that are to act, as far as the viewer may know."""
        return seats_due(self.view)

    @property
    def prompt(self) -> str:
        """What is asked of the viewer, or whom it waits for."""
        return self.said(self.match.game.words.prompt(self.view, self.box, self.viewer))

    @property
    def goal(self) -> str:
        """What decides the match and how it stands, if the game says so; the viewer is "you"."""
        told = self.match.game.words.goal
        say = self.catalogue.say
        names = (say("you") if seat == self.viewer else name for seat, name in enumerate(self.players))
        return say(told(self.view, self.box, self.viewer)).format(*names) if told else ""

    @property
    def phases(self) -> "Phases | None":
        """The parts of a turn and the current one, if the game says so."""
        told = self.match.game.words.phases
        found = told(self.view, self.box, self.viewer) if told else None
        parts = tuple((self.catalogue.say(name), rule) for name, rule in found.parts) if found else ()
        return found and replace(found, when=self.said(found.when), parts=parts)

    @property
    def moves(self) -> "list[Move]":
        """The viewer's legal moves; empty if it is not to act."""
        if self.viewer not in self.match.due:
            return []
        if self.catalogue is ENGLISH:
            return self.match.moves(self.viewer)
        words, view, seat = self.match.game.words, self.view, self.viewer
        return [
            replace(move, label=self.said(words.label(view, self.box, seat, move.action)))
            for move in self.match.moves(seat)
        ]

    @property
    def board(self) -> str:
        """The table as text, without colours."""
        return self._named(untinted(self.match.game.view.board(self.view, self.box, self.viewer)))

    def drawn(self, state: AnyState) -> str:
        """The text board of any state of the match."""
        return self._named(untinted(self.match.game.view.board(self.of(state), self.box, self.viewer)))

    @property
    def scene(self) -> "Scene":
        """The table as a picture."""
        return self.scene_of(self.view)

    def scene_of(self, view: AnyState) -> "Scene":
        """The picture of a hidden record."""
        scene = self.match.game.view.scene(view, self.box, self.viewer)
        return scene if self.catalogue is ENGLISH else said(scene, self.catalogue.say)

    def view_at(self, number: int) -> Record:
        """The hidden record after the first `number` actions."""
        return self.of(self.match.at(number))

    def knows(self, step: "Step") -> bool:
        """Whether the viewer learns which action a step was."""
        return self.learns(step.before, step.seat, step.action)

    def doer(self, step: "Step") -> int | None:
        """The seat that the viewer knows to have acted; None for nature, and if it could have been one of several."""
        if step.seat == NATURE:
            return None
        alone = seats_due(self.of(step.before)) == (step.seat,)
        return step.seat if alone or self.knows(step) else None

    def notation(self, step: "Step") -> str | None:
        """A step in the notation of the viewer's own view, which says no more than the viewer knows."""
        if not self.knows(step):
            return None
        return self.match.game.words.notation(self.of(step.before), self.box, step.seat, step.action)

    def notes(self, step: "Step | None" = None) -> list[Note]:
        """The notes of a step, or of the whole match, in order."""
        return [note for note in self.match.notes(step) if note.is_known_to(self.viewer)]

    def film(self, step: "Step") -> list[Shot]:
        """A step as the viewer may see it happen: the notes that it may know, each with the hidden record at that time.

        The last shot has the hidden record after the step. If today's rules lead to another state than the recorded
        step, it is the only shot.
        """
        match = self.match
        shots = take_film(match.game, match.box, step.before, step.seat, step.action)
        if not record.same(shots[-1].state, step.after):
            shots = [Shot(match.notes(step), step.after)]
        return seen_film(shots, self.viewer, self.of)

    def tell(self, step: "Step") -> list[Sentence]:
        """A step in sentences."""
        return self.sentences(self.notes(step))

    def sentences(self, notes: Sequence[Note]) -> list[Sentence]:
        """The notes that the viewer may know, in words; without those that others cover."""
        said = ((note, self.words(note)) for note in notes)
        return [Sentence(text, note.rule, note.kind.level, note) for note, text in said if text]

    def words(self, note: Note) -> str:
        """A note as a sentence; empty if another note covers it."""
        return self.catalogue.say(self.match.game.words.sentence(note, self.box, self.viewer))

    def notes_json(self, step: "Step | None" = None) -> list[dict[str, Any]]:
        """The notes of a step, or of the whole match, for programs: with rule, and in words if they have any."""
        game = self.match.game
        return [
            note.as_json(game.counter_names)
            | {"rule": game.rule_name(note.rule), "text": self._named(self.words(note))}
            for note in self.notes(step)
        ]

    @property
    def entries(self) -> Sequence[Entry]:
        """All actions so far. Each is told once, and again only if the match took another course."""
        steps = self.match.steps
        kept = len(self._told)
        while kept and not (kept <= len(steps) and self._told[kept - 1][0] is steps[kept - 1]):
            kept -= 1
        del self._told[kept:]
        self._told += [(step, self._entry(step)) for step in steps[kept:]]
        return [entry for _, entry in self._told]

    @property
    def log(self) -> list[str]:
        """The log: one sentence a line, each with its rule."""
        return [
            f"{'  ' * sentence.level}{self._named(sentence.text)} ({self.match.game.rule_name(sentence.rule)})"
            for entry in self.entries
            for sentence in entry.sentences
        ]

    def _entry(self, step: "Step") -> Entry:
        forced = step.forced and self.knows(step)
        return Entry(step.number, step.seat, self.notation(step), forced, tuple(self.tell(step)))

    def said(self, text: str) -> str:
        """A text of the game in the reader's language, with the players' names."""
        return self._named(self.catalogue.say(text))

    def _named(self, text: str) -> str:
        return text.format(*self.players)

    def draw(self) -> str:
        """The table as SVG, with the players' names."""
        from wartable.drawing.draw import draw

        return draw(self.scene, names=self.players)

    def _repr_svg_(self) -> str:
        """The picture for a notebook: no wider than its cell."""
        return self.draw().replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def __str__(self) -> str:
        return self.board

    def __repr__(self) -> str:
        return f"{self.match!r}.see({self.viewer})"
