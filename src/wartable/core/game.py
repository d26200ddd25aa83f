"""A game: everything that the rest of Wartable knows about it. Each game's folder defines one, as `GAME`."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from wartable.drawing.icons import add_folder
from wartable.errors import BadOption
from wartable.languages import Catalogue, catalogue, languages_in
from wartable.rulebook.cells import check_cells
from wartable.rulebook.data import Data, read_text
from wartable.rulebook.options import Option, Options, complete, without_effect
from wartable.rulebook.rules_page import Rulebook

from . import generic, no_secrets, record
from .actions import Family
from .component import Component
from .contract import Metrics, View, Words
from .decisions import Decisions
from .frames import NATURE, AnyBox
from .notes import Level, Note, NoteKind, open_journal
from .record import Record, version_mark
from .values import Refused as Refused


@dataclass(frozen=True)
class Ending:
    """A way in which the game ends: `head.over` is its place in the game's tuple of endings, from 1."""

    name: str
    """Its name in code and in the lab's tables."""
    rule: int
    """The number of the rule that says so."""
    text: str
    """What happened, as the end of a sentence: the last stone was taken."""


@dataclass(frozen=True)
class Sentence:
    """One line of the log. `{0}` and so on stand for the names of the seats; `rule` is a rule number or 0."""

    text: str
    """The text, with `{0}` for the name of seat 0."""
    rule: int = 0
    """The number of the rule that made it happen; 0 if none."""
    level: int = Level.EFFECT
    """How deep it is indented: 0 opens a turn, 1 is an action, 2 a consequence."""
    note: Note | None = None
    """The note that it puts into words, if there is one."""

    def named(self, names: tuple[str, ...]) -> str:
        """The text with the players' names."""
        return self.text.format(*names)


BoxMaker = Callable[[Options, Data, int], Record]


MOST_BOXES = 64
_boxes: dict[Any, Record] = {}
"""Boxes built from unmodified data files, by everything that they depend on."""


def _stamps(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """A key that changes when a file of a folder is edited."""
    found: list[tuple[str, int, int]] = []
    waiting = [str(folder)] if folder.is_dir() else []
    while waiting:
        for entry in os.scandir(waiting.pop()):
            if entry.is_dir():
                waiting.append(entry.path)
            else:
                found.append((entry.path, entry.stat().st_mtime_ns, entry.stat().st_size))
    return tuple(sorted(found))


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its data, rules, texts, views, and search settings."""

    name: str
    """Its name in code, on the command line and in saves, such as iron_horse."""
    title: str
    """Its title as people write it."""
    code: str
    """Two capital letters that begin its rule numbers."""
    version: int
    """The version of its rules: raise it when a change makes saves replay differently."""
    seats: tuple[int, ...]
    """The numbers of players that it is for."""
    blurb: str
    """One sentence for the lobby."""
    minutes: str
    """How long a match takes, as a text: `"30 to 60"`."""
    weight: str
    """How demanding it is: light, medium or heavy."""
    icon: str
    """The name of its icon."""
    folder: Path
    """Where its files lie: `Path(__file__).parent`."""
    options: tuple[Option, ...]
    """What a table agrees on before play."""
    gone: tuple[str, ...] = ()
    """Options of older versions that had no effect: saves that name them still load."""
    endings: tuple[Ending, ...]
    """The ways in which it ends; `finish(s, n)` counts them from 1."""
    decisions: Decisions
    """The pages of its decisions."""
    state: Any
    """The State record."""
    box: Any
    """The Box record."""
    make_box: BoxMaker
    """`make_box(options, data, seats)` returns a filled Box."""
    rules: ModuleType
    """The module with `setup`, `scores`, `points`, `tally` and `census`."""
    hidden: ModuleType = no_secrets
    """`hide`, `fill` and `sees`; a game without secrets needs none."""
    judge: ModuleType
    """The module with `evaluate` and `features`."""
    words: Words
    """Its texts."""
    view: View
    """Its pictures."""
    metrics: Metrics = field(default_factory=Metrics)
    """What the lab records in addition."""
    most_legal: int
    """The most legal actions that a seat can have."""
    most_chance: int
    """The most outcomes that nature can choose from."""
    bound: int
    """The most actions that a match can have."""
    feature_count: int
    """How many numbers `features` writes."""
    told: type[NoteKind]
    """The kinds of notes of the game (see `core/notes.py`)."""
    moments: tuple[NoteKind, ...] = ()
    """The notes that nobody should miss: the end of a round, scoring, an elimination, the end."""
    out: Callable[[Record, Record, int], bool] | None = None
    """A function of a hidden record, the Box and a seat: whether the seat has been eliminated. None if no seat can be.
    """
    counters: type[IntEnum] | None = None
    """The counters that players watch, numbered from 1: the notes of each action add up to their changes."""
    seat_names: tuple[str, ...] = ("Blue", "Orange", "Green", "Purple")
    """What the seats are called by default."""
    components: Callable[[Any, Data], Iterable[Component]] | None = None
    """A function of a Box and its data: the contents of the box, to print and cut out (`wartable print`)."""
    has_secrets: bool = False
    """Whether a seat may not know everything."""
    always_asked: tuple[int, ...] = ()
    """Kinds of decision that a seat always makes itself. If the match played the only legal action, others would learn
    what the seat has.
    """
    search: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the bots' search that differ from the default in this game (`bots/search/settings.py`)."""
    search_crowded: Mapping[str, Any] = field(default_factory=dict)
    """Further settings with more than two players."""
    search_quick: Mapping[str, Any] = field(default_factory=dict)
    """Further settings when the search uses the game's quick net."""
    search_with: str = "judge"
    """What the strongest level evaluates with: the game's `judge`, its `quick` net or its large `net`."""
    notices: Mapping[str, float] = field(default_factory=dict)
    """By level, the share of moves that a bot considers, if it differs from the default."""
    turned: Callable[[int, int], int] | None = None
    """For features that rotate the table to the seat: a function of a seat and an action, its code on the rotated
    table.
    """
    functions: dict[str, Any] = field(default_factory=dict, repr=False)
    """Its compiled rules by name, found in its modules."""

    def __post_init__(self) -> None:
        # An earlier version beside today's is a game of its own.
        object.__setattr__(self, "name", self.stem + version_mark(getattr(self.rules, "__name__", "")))
        for name, kind in (("words", Words), ("view", View), ("metrics", Metrics)):
            object.__setattr__(self, name, kind.of(getattr(self, name)))
        self._take_words_of_pages(self.decisions)
        if self.has_secrets and self.hidden is no_secrets:
            raise TypeError(f"{self.name} has secrets; give it a module with hide, fill and sees: Game(hidden=hidden)")
        modules = (self.decisions, self.rules, self.hidden, self.judge)
        self.functions["module"] = self.name
        for name in generic.GENERICS:
            found = [vars(module)[name] for module in modules if name in vars(module)]
            if not found:
                raise TypeError(f"{self.name}: none of its modules has the function {name}")
            self.functions[name] = found[0]
        generic.register(self.state, self.functions)
        add_folder(self.name, self.folder / "icons")

    def _take_words_of_pages(self, decisions: Decisions) -> None:
        """Take the texts that the game does not define from the pages."""
        for owner, name in ((self.words, "notation"), (self.words, "label"), (self.words, "fact"), (self.view, "path")):
            setattr(owner, name, getattr(decisions, name))
        for name, of_pages in (("prompt", decisions.asked), ("meant", decisions.meant)):
            if vars(self.words)[name] is None:
                setattr(self.words, name, of_pages)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def stem(self) -> str:
        """The name without a version: `metals` of `metals@1`."""
        return self.name.partition("@")[0]

    @property
    def families(self) -> dict[str, Family]:
        """The codes of each kind of action, by the name of its page."""
        return self.decisions.families

    @property
    def action_count(self) -> int:
        """The number of action codes."""
        return max(family.last for family in self.families.values()) + 1

    @cached_property
    def seen_codes(self) -> np.ndarray[Any, Any] | None:
        """Every action code as each seat sees it: seats x codes, and one more for none; None if codes stay the same."""
        if self.turned is None:
            return None
        codes = range(self.action_count)
        rows = [[self.turned(seat, code) for code in codes] + [len(codes)] for seat in range(max(self.seats))]
        return np.array(rows, np.int64)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game is translated into."""
        return languages_in(self.folder / "languages")

    def catalogue(self, language: str) -> Catalogue:
        """The game's texts, and everybody's, in a language; in English where there is no translation."""
        return catalogue(self.folder, language)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of RULES.md by number."""
        return Rulebook.read(self.folder / "RULES.md", self.code)

    def rule_name(self, rule: int) -> str:
        """The full name of a rule: 402 is TH-4.2."""
        return f"{self.code}-{rule // 100}.{rule % 100}"

    def family_of(self, action: int) -> str:
        """The name of the family that an action belongs to."""
        return next(name for name, family in self.families.items() if family.first <= action <= family.last)

    @cached_property
    def counter_names(self) -> dict[int, str]:
        """The names of the counters, by number."""
        return {int(counter): counter.name.lower() for counter in self.counters or ()}

    def seat_name(self, seat: int) -> str:
        """The name of a seat, such as Blue."""
        return "nature" if seat == NATURE else self.seat_names[seat]

    def data(self, files: Mapping[str, str] | None = None, cells: Mapping[str, str] | None = None) -> Data:
        """The game's data, with replaced files and cells."""
        return Data(self.folder / "data", dict(files or {}), dict(cells or {}))

    def still_known(self, stored: Mapping[str, object]) -> dict[str, object]:
        """The options of an older save or table, without removed ones that never had an effect."""
        idle = without_effect(self.options, stored)
        return {name: value for name, value in stored.items() if name not in self.gone and name not in idle}

    def settle(self, given: Mapping[str, object], files: Mapping[str, str]) -> tuple[Options, dict[str, str]]:
        """Validate the options, fill in defaults, and load the files that some of them name into the data of
        the match.
        """
        options = complete(self.options, given)
        joined = dict(files)
        for option in self.options:
            value = options[option.name]
            if option.file and value not in option.values and f"{option.file}/{value}.txt" not in joined:
                path = Path(str(value))
                if not path.exists():
                    raise BadOption(f"option {option.name}={value}: it takes {option.allowed()}; there is no such file")
                joined[f"{option.file}/{path.stem}.txt"] = read_text(path)
                options[option.name] = path.stem
        return options, joined

    def new_box(
        self,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        files: Mapping[str, str] | None = None,
        cells: Mapping[str, str] | None = None,
    ) -> Record:
        """The Box for a table with these options; defaults to the game's default options and fewest players."""
        settled, joined = self.settle(options or {}, files or {})
        if joined or cells:
            data = self.data(joined, cells)
            check_cells(data)
            return self.make_box(settled, data, seats or self.seats[0])
        # To read and check all data takes longer than a hundred moves: the same Box is made once.
        key = (self.make_box, tuple(settled.items()), seats or self.seats[0], _stamps(self.folder / "data"))
        box = _boxes.get(key)
        if box is None:
            box = self.make_box(settled, self.data(), seats or self.seats[0])
            if len(_boxes) >= MOST_BOXES:
                _boxes.clear()
            _boxes[key] = box
        return record.copy(box)

    def open_journal(self, box: AnyBox) -> Record:
        """A copy of the Box that records the notes of rules."""
        return open_journal(self.box, box)

    def new_state(self, box: AnyBox) -> Record:
        """A state after setup."""
        s = record.new(self.state.dtype)
        generic.setup(s, box)
        return s

    def buffers(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Buffers for legal actions (or nature's), and for nature's weights."""
        return np.zeros(max(self.most_legal, self.most_chance), np.int32), np.zeros(self.most_chance, np.int32)
