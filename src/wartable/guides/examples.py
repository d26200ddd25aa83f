"""Examples: rules as one sees them happen.

A game's `examples.toml` has positions, what somebody does there, and what happens (or the rule that refuses it)::

    [start.facing]                               # a position that several examples share
    moves = "first-0 +a1n +e7s"                  # from the start on, nature's too, each by whoever is to act;
                                                 # where moves have several words: "6, 1, city d1"

    [[example]]
    rule = "MT-3.3"                              # or a list, the one that it is about first
    title = "A corner that is taken cannot be deployed on."
    start = "facing"                             # or moves, options and players of its own
    play = "+e7n"                                # typed by whoever is to act, or by `seat`
    refused = "MT-3.3"                           # or told = ["parts of what the log says", "in this order"]

    [plain]                                      # rules that no position shows, and why
    "MT-8.1" = "It says when options are chosen."

`at` plays only so many of a start's moves; `untold` are parts of sentences that must not be there. The laws run every
example, the rules page and `wartable rules` show them: one source, so that no picture of a rule can be wrong. All
positions are reached by moves, so that each can be a table to play on.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.frames import NATURE
from wartable.core.game import Game, Sentence
from wartable.core.match import Match, Step
from wartable.core.record import Record
from wartable.errors import BadData, IllegalMove, WartableError
from wartable.rulebook.rules_page import Rule


class UnknownExample(WartableError):
    """There is no example of that name."""


@dataclass(frozen=True)
class Start:
    """A position: the table's options and players, and the moves that lead there."""

    options: tuple[tuple[str, Any], ...]
    players: int | None
    moves: tuple[str, ...]

    def open(self, game: Game) -> Match:
        """A match in this position, with dice that are rolled by whoever plays on."""
        played = _played(game.name, self.options, self.players, self.moves)
        match = Match.start(game, dict(self.options), self.players, real_dice=True)
        match.cut(0)
        for step in played.steps:
            match.restore(step.seat, step.action, step.forced, step.after)
        return match


@lru_cache(maxsize=256)
def _played(name: str, options: tuple[tuple[str, Any], ...], players: int | None, moves: tuple[str, ...]) -> Match:
    """The moves played out; long lines that share their beginning are played once."""
    from wartable.core.registry import find_game

    game = find_game(name)
    known = max(0, len(moves) - 1) // _STRIDE * _STRIDE
    if known:
        match = Start(options, players, moves[:known]).open(game)
    else:
        match = Match.start(game, dict(options), players, real_dice=True)
    for move in moves[known:]:
        match.move(move)
    return match


_STRIDE = 10


@dataclass(frozen=True)
class Example:
    """A rule to look at: `rules` are the rules that it shows, the one that it is about first."""

    id: str
    rules: tuple[str, ...]
    title: str
    start: Start
    play: tuple[str, ...]
    told: tuple[str, ...]
    untold: tuple[str, ...]
    refused: str
    seat: int | None

    @property
    def typed(self) -> str:
        """What is played, in one line."""
        return (", " if any(" " in move for move in self.play) else " ").join(self.play)


@dataclass(frozen=True)
class Shown:
    """An example as it happened: the match, from which action on it is the example, and the refusal, if it is one."""

    match: Match
    first: int
    viewer: int
    refusal: IllegalMove | None
    tried: int | None = None
    """What is refused, where it is an action."""

    @property
    def steps(self) -> Sequence[Step]:
        """The actions of the example."""
        return self.match.steps[self.first :]

    @property
    def sentences(self) -> list[Sentence]:
        """What happened, as the log tells it to whoever is to act."""
        return [sentence for step in self.steps for sentence in self.match.tell(step, self.viewer)]

    @property
    def before(self) -> Record:
        """What the viewer sees before it."""
        return self.match.see(self.viewer).view_at(self.first)

    @property
    def after(self) -> Record:
        """What the viewer sees after it."""
        return self.match.observe(self.viewer)

    def told(self) -> list[str]:
        """What the viewer is told of it."""
        return [sentence.named(self.match.players) for sentence in self.sentences]


@dataclass(frozen=True)
class Examples:
    """All examples of a game, and the rules that none can show, each with the reason."""

    game: Game
    all: tuple[Example, ...]
    plain: Mapping[str, str]

    def find(self, id: str) -> Example:
        """The example of that id; UnknownExample where there is none."""
        for example in self.all:
            if example.id.lower() == id.lower():
                return example
        raise UnknownExample(f"{self.game.title} has no example {id}")

    def of(self, rule: str) -> list[Example]:
        """The examples that show a rule; those that are about it come first."""
        showing = [example for example in self.all if rule in example.rules]
        return sorted(showing, key=lambda example: example.rules[0] != rule)

    @property
    def wanted(self) -> list[Rule]:
        """The rules that can be shown."""
        return [rule for rule in self.game.rulebook.rules.values() if rule.name not in self.plain]

    @property
    def missing(self) -> list[Rule]:
        """The rules that could be shown, and are not."""
        shown = {rule for example in self.all for rule in example.rules}
        return [rule for rule in self.wanted if rule.name not in shown]

    @property
    def share(self) -> float:
        """The share of the rules that can be shown and are."""
        return 1 - len(self.missing) / len(self.wanted) if self.wanted else 1.0

    def show(self, example: Example) -> Shown:
        """Play an example out."""
        match = example.start.open(self.game)
        first = len(match.steps)
        seat = example.seat if example.seat is not None else match.due[0] if match.due else 0
        viewer = seat if seat != NATURE else 0
        if example.refused:
            text = example.play[0]
            return Shown(match, first, viewer, refusal_of(match, seat, text), match.written(viewer, text))
        for move in example.play:
            match.move(move)
        return Shown(match, first, viewer, None)


def refusal_of(match: Match, seat: int, text: str) -> IllegalMove | None:
    """How a text is refused to a seat, be it to act or not; None where it is legal."""
    try:
        if seat in match.due:
            match.parse(seat, text)
            return None
        match.refuse(seat, text)
    except IllegalMove as refused:
        return refused
    return None


def load_examples(game: Game) -> Examples:
    """The examples in the game's folder; none where it has no `examples.toml`."""
    return _load(game.name, game.folder / "examples.toml")


@lru_cache(maxsize=64)
def _load(name: str, path: Path) -> Examples:
    from wartable.core.registry import find_game

    game = find_game(name)
    if not path.exists():
        return Examples(game, (), {})
    found = read_toml(path)
    starts = starts_of(found, path)
    numbers: dict[str, int] = {}
    made = tuple(_example(one, starts, numbers, path) for one in found.get("example", []))
    return Examples(game, made, found.get("plain", {}))


def read_toml(path: Path) -> dict[str, Any]:
    """A data file in TOML; BadData names the file and the place where it is none."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadData(f"{path.name}: {error}") from None


def words_of(value: str | Sequence[str]) -> tuple[str, ...]:
    """Moves, written one after the other in a text, or as a list; commas keep moves of several words apart."""
    if not isinstance(value, str):
        return tuple(value)
    if "," in value:
        return tuple(" ".join(move.split()) for move in value.split(",") if move.strip())
    return tuple(value.split())


def _start(given: Mapping[str, Any], path: Path) -> Start:
    unknown = set(given) - {"options", "players", "moves"}
    if unknown:
        raise BadData(f"{path.name}: a start has no {', '.join(sorted(unknown))}")
    return Start(tuple(given.get("options", {}).items()), given.get("players"), words_of(given.get("moves", "")))


def starts_of(found: Mapping[str, Any], path: Path) -> dict[str, Start]:
    """The positions of a file that several of its examples or puzzles share."""
    return {key: _start(value, path) for key, value in found.get("start", {}).items()}


def start_of(given: Mapping[str, Any], starts: Mapping[str, Start], path: Path) -> Start:
    """The position of an example or lesson: a shared start, some of its moves (`at`), and moves of its own."""
    own = _start({key: given[key] for key in ("options", "players", "moves") if key in given}, path)
    if "start" not in given:
        return own
    if given["start"] not in starts:
        raise BadData(f"{path.name}: there is no start {given['start']!r}")
    shared = starts[given["start"]]
    return Start(shared.options, shared.players, shared.moves[: given.get("at")] + own.moves)


_KEYS = {"rule", "title", "start", "at", "options", "players", "moves", "play", "told", "untold", "refused", "seat"}


def _example(given: Mapping[str, Any], starts: Mapping[str, Start], numbers: dict[str, int], path: Path) -> Example:
    rules = (given["rule"],) if isinstance(given.get("rule"), str) else tuple(given.get("rule", ()))
    if not rules or not given.get("title") or not given.get("play"):
        raise BadData(f"{path.name}: an example needs rule, title and play: {dict(given)}")
    if unknown := set(given) - _KEYS:
        raise BadData(f"{path.name}: an example has no {', '.join(sorted(unknown))}")
    number = numbers[rules[0]] = numbers.get(rules[0], 0) + 1
    start = start_of(given, starts, path)
    refused = given.get("refused", "")
    play = (given["play"],) if refused else words_of(given["play"])
    id = rules[0] + ("" if number == 1 else f"-{number}")
    told, untold = tuple(given.get("told", ())), tuple(given.get("untold", ()))
    return Example(id, rules, given["title"], start, play, told, untold, refused, given.get("seat"))
