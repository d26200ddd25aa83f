"""Examples: positions that show rules in action.

A game's `examples.toml` has positions, what is played there, and what happens (or the rule that refuses it)::

    [start.facing]                               # a position that several examples share
    moves = "first-0 +a1n +e7s"                  # all moves from the start, including nature's;
                                                 # if moves have several words: "6, 1, city d1"

    [[example]]
    rule = "MT-3.3"                              # or a list, the main rule first
    title = "A corner that is taken cannot be deployed on."
    start = "facing"                             # or its own moves, options and players
    play = "+e7n"                                # typed by the seat to act, or by `seat`
    refused = "MT-3.3"                           # or told = ["parts of what the log says", "in this order"]

    [plain]                                      # rules that no position can show, and why
    "MT-8.1" = "It says when options are chosen."

`at` limits how many of a start's moves are played; `untold` lists parts of sentences that must not appear. The laws run
every example, and the rules page and `wartable rules` show them, so no picture of a rule can be wrong. All positions
are reached by moves, so each can be played on.
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
    """A position: the table's options and players, and the moves that lead to it."""

    options: tuple[tuple[str, Any], ...]
    players: int | None
    moves: tuple[str, ...]

    def open(self, game: Game) -> Match:
        """A match in this position; whoever plays on rolls the dice."""
        played = _played(game.name, self.options, self.players, self.moves)
        match = Match.start(game, dict(self.options), self.players, real_dice=True)
        match.cut(0)
        for step in played.steps:
            match.restore(step.seat, step.action, step.forced, step.after)
        return match


@lru_cache(maxsize=256)
def _played(name: str, options: tuple[tuple[str, Any], ...], players: int | None, moves: tuple[str, ...]) -> Match:
    """The match after these moves; the common beginning of long lines is played once."""
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
    """An example; `rules` are the rules that it shows, the main one first."""

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
        """The moves of the example, in one line."""
        return (", " if any(" " in move for move in self.play) else " ").join(self.play)


@dataclass(frozen=True)
class Shown:
    """An example as it happened: the match, its first action in the example, and the refusal, if any."""

    match: Match
    first: int
    viewer: int
    refusal: IllegalMove | None
    tried: int | None = None
    """The refused move, if it is an action."""

    @property
    def steps(self) -> Sequence[Step]:
        """The actions of the example."""
        return self.match.steps[self.first :]

    @property
    def sentences(self) -> list[Sentence]:
        """The log of the example, as the acting seat is told it."""
        return [sentence for step in self.steps for sentence in self.match.tell(step, self.viewer)]

    @property
    def before(self) -> Record:
        """The viewer's perspective before the example."""
        return self.match.see(self.viewer).view_at(self.first)

    @property
    def after(self) -> Record:
        """The viewer's perspective after the example."""
        return self.match.observe(self.viewer)

    def told(self) -> list[str]:
        """The notes that the viewer is told."""
        return [sentence.named(self.match.players) for sentence in self.sentences]


@dataclass(frozen=True)
class Examples:
    """All examples of a game, and the rules that no example can show, each with the reason."""

    game: Game
    all: tuple[Example, ...]
    plain: Mapping[str, str]

    def find(self, id: str) -> Example:
        """The example with that id; UnknownExample if there is none."""
        for example in self.all:
            if example.id.lower() == id.lower():
                return example
        raise UnknownExample(f"{self.game.title} has no example {id}")

    def of(self, rule: str) -> list[Example]:
        """The examples of a rule; those with it as main rule come first."""
        showing = [example for example in self.all if rule in example.rules]
        return sorted(showing, key=lambda example: example.rules[0] != rule)

    @property
    def wanted(self) -> list[Rule]:
        """The rules that can be shown."""
        return [rule for rule in self.game.rulebook.rules.values() if rule.name not in self.plain]

    @property
    def missing(self) -> list[Rule]:
        """The rules that could be shown but are not."""
        shown = {rule for example in self.all for rule in example.rules}
        return [rule for rule in self.wanted if rule.name not in shown]

    @property
    def share(self) -> float:
        """The share of the rules that can be shown and are."""
        return 1 - len(self.missing) / len(self.wanted) if self.wanted else 1.0

    def show(self, example: Example) -> Shown:
        """Play an example."""
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
    """How a text is refused to a seat, due or not; None if it is legal."""
    try:
        if seat in match.due:
            match.parse(seat, text)
            return None
        match.refuse(seat, text)
    except IllegalMove as refused:
        return refused
    return None


def load_examples(game: Game) -> Examples:
    """The examples in the game's folder; empty if it has no `examples.toml`."""
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
    """A TOML file; BadData names the file and the place of an error."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadData(f"{path.name}: {error}") from None


def words_of(value: str | Sequence[str]) -> tuple[str, ...]:
    """Moves from a text, separated by spaces, or by commas if moves have several words, or from a list."""
    if not isinstance(value, str):
        return tuple(value)
    if "," in value:
        return tuple(" ".join(move.split()) for move in value.split(",") if move.strip())
    return tuple(value.split())


def _start(given: Mapping[str, Any], path: Path) -> Start:
    unknown = set(given) - {"options", "players", "moves"}
    if unknown:
        raise BadData(f"{path.name}: unknown keys of a start: {', '.join(sorted(unknown))}")
    return Start(tuple(given.get("options", {}).items()), given.get("players"), words_of(given.get("moves", "")))


def starts_of(found: Mapping[str, Any], path: Path) -> dict[str, Start]:
    """The positions that several examples or puzzles of a file share."""
    return {key: _start(value, path) for key, value in found.get("start", {}).items()}


def start_of(given: Mapping[str, Any], starts: Mapping[str, Start], path: Path) -> Start:
    """The position of an example or lesson: a shared start, some of its moves (`at`), and its own moves."""
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
        raise BadData(f"{path.name}: unknown keys of an example: {', '.join(sorted(unknown))}")
    number = numbers[rules[0]] = numbers.get(rules[0], 0) + 1
    start = start_of(given, starts, path)
    refused = given.get("refused", "")
    play = (given["play"],) if refused else words_of(given["play"])
    id = rules[0] + ("" if number == 1 else f"-{number}")
    told, untold = tuple(given.get("told", ())), tuple(given.get("untold", ()))
    return Example(id, rules, given["title"], start, play, told, untold, refused, given.get("seat"))
