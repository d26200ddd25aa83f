"""Variants: a game with other options, numbers, cards or maps, under a name and a version, in one file or folder.

A file is JSON. A folder holds data files that replace the game's own, and may hold `variant.json` with the rest.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wartable.errors import BadData
from wartable.files import write_whole
from wartable.rulebook.cells import cells_of
from wartable.rulebook.data import Data, read_folder, read_text

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1
FACTS = "variant.json"
LONGEST_NAME = 60
MOST_CELLS = 2_000
_CITED = re.compile(r"\(([A-Z]{2}-\d{1,2}\.\d{1,2})\)")
_RULE = re.compile(r"\*\*([A-Z]{2}-\d{1,2}\.\d{1,2})\*\* ")
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Change:
    """A number or text that a variant changes. `rule` is the rule that gives it, if the data names one."""

    path: str
    printed: str
    here: str
    what: str
    rule: str = ""

    @property
    def name(self) -> str:
        """The component's name, as the rulebook has it."""
        return self.what.partition(" (")[0]

    @property
    def column(self) -> str:
        return self.path.rpartition(".")[2].replace("_", " ")

    @property
    def words(self) -> str:
        return f"{self.what}: {self.here or 'nothing'}, in the rulebook {self.printed or 'nothing'}"


@dataclass(frozen=True)
class Variant:
    """A variant of a game. Nothing is checked before `Game.new_box` builds its Box."""

    game: str
    name: str = ""
    version: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What a match remembers: the name with the version."""
        return f"{self.name} {self.version}" if self.name else ""

    @property
    def key(self) -> str:
        """The name as part of a file name or an address."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def table(self) -> dict[str, Any]:
        """Its options, files and cells, as `Game.new_box` and `Match.start` take them."""
        return {"options": dict(self.options), "files": dict(self.files), "cells": dict(self.cells)}

    def check(self, game: "Game") -> None:
        """Build its Box for every number of players; BadData or BadOption says in a sentence what is wrong."""
        own = game.folder / "data"
        for name in self.files:
            if ".." in name or not ((own / name).is_file() or ("/" in name and (own / name).parent.is_dir())):
                raise BadData(f"{name}: the game has no data file of that name")
        for seats in game.seats:
            game.new_box(seats=seats, **self.table)

    def is_like(self, other: "Variant") -> bool:
        """Whether both change the same."""
        return self.game == other.game and self.table == other.table

    def changes(self, game: "Game") -> list[Change]:
        """The cells that differ from the printed ones, also those in replaced tables."""
        own, here = game.data(), Data(game.folder / "data", dict(self.files), dict(self.cells))
        printed, changed = cells_of(own), cells_of(here)
        paths = [path for path in changed if printed.get(path) != changed[path] and not path.endswith(".meaning")]
        return [Change(path, printed.get(path, ""), changed[path], *_told(path, changed)) for path in paths]

    def other_files(self, game: "Game") -> list[str]:
        """The replaced or added files that are no tables: maps, for example."""
        own = game.folder / "data"
        texts = {name: text for name, text in self.files.items() if not name.endswith(".csv")}
        return [name for name, text in texts.items() if not _is_own(own / name, text)]

    def words(self, game: "Game") -> list[str]:
        """Everything that it changes, a line each."""
        usual, _ = game.settle({}, {})
        settled, _ = game.settle(self.options, self.files)
        options = [f"{name} = {_word(value)}" for name, value in settled.items() if value != usual[name]]
        return [*options, *(one.words for one in self.changes(game)), *(f"own {one}" for one in self.other_files(game))]

    def as_json(self) -> dict[str, Any]:
        return {
            "wartable_variant": FORMAT,
            "game": self.game,
            "name": self.name,
            "version": self.version,
            "options": dict(self.options),
            "cells": dict(self.cells),
            "files": dict(self.files),
        }

    @classmethod
    def from_json(cls, facts: Any, place: str, game: str = "") -> "Variant":
        """A variant from a file's content; BadData names the `place` of what is wrong."""
        if not isinstance(facts, dict) or facts.get("wartable_variant") != FORMAT:
            raise BadData(f"{place}: this is not a variant of Wartable in format {FORMAT}")
        name, version = facts.get("name", ""), facts.get("version", 1)
        parts = [facts.get(part, {}) for part in ("options", "files", "cells")]
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadData(f"{place}: a name is one line of at most {LONGEST_NAME} characters")
        if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= 9999:
            raise BadData(f"{place}: a version is a whole number from 1 to 9999")
        if not all(isinstance(part, dict) and len(part) <= MOST_CELLS for part in parts):
            raise BadData(f"{place}: options, cells and files are objects of at most {MOST_CELLS} entries")
        if not all(isinstance(text, str) for part in parts[1:] for text in part.values()):
            raise BadData(f"{place}: cells and files are texts")
        if not all(isinstance(value, (str, int)) for value in parts[0].values()):
            raise BadData(f"{place}: options are texts, whole numbers, or true and false")
        made = cls(str(facts.get("game", game)), name, version, *parts)
        if name and not made.key:
            raise BadData(f"{place}: a name has at least one letter from a to z or a digit")
        if game and made.game != game:
            raise BadData(f"{place}: this is a variant of {made.game}, not of {game}")
        return made

    def save(self, path: Path) -> None:
        write_whole(path, json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n")


def read_variant(path: Path, game: "Game | None" = None) -> Variant:
    """The variant in a file, or in a folder of data files. A folder without `variant.json` needs the game."""
    stem = game.stem if game else ""
    if not path.is_dir():
        if not path.exists():
            raise BadData(f"{path}: there is no such folder or file")
        return Variant.from_json(_json(path), str(path), stem)
    facts, made = path / FACTS, Variant(stem)
    if facts.exists():
        made = Variant.from_json(_json(facts), str(facts), stem)
    elif game is None:
        raise BadData(f"{path}: a folder needs a {FACTS} that names the game")
    if game is None:
        from .registry import find_game

        game = find_game(made.game)
    is_bare = facts.exists() and not any(one.is_file() and one != facts for one in path.rglob("*"))
    files = {} if is_bare else read_folder(path, game.folder / "data", (FACTS,))
    return replace(made, files={**made.files, **files})


def _json(path: Path) -> Any:
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError):
        raise BadData(f"{path}: this is not JSON") from None


def _told(path: str, cells: Mapping[str, str]) -> tuple[str, str]:
    """What a cell says in words, and the rule that the data cites for it."""
    table, row, column = path.split(".", 2)
    meaning = cells.get(f"{table}.{row}.meaning", "") if column == "value" else ""
    cited = _CITED.search(meaning)
    name = cells.get(f"{table}.{row}.name") or row.replace("_", " ")
    words = _CITED.sub("", meaning).strip() or f"{name} ({table.replace('_', ' ')}), {column.replace('_', ' ')}"
    return words, cited[1] if cited else ""


def _is_own(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def changed_rules(game: "Game", variant: Variant) -> str:
    """RULES.md with the variant's numbers: a list in front, and each change at the rule that gives the number.

    A number that the rule says once is replaced; of others a note at the end of the rule tells.
    """
    lines = variant.words(game)
    if not lines:
        return game.rulebook.source
    at_rules: dict[str, list[Change]] = {}
    at_rows: dict[str, list[Change]] = {}
    for change in variant.changes(game):
        at_rows.setdefault(change.name, []).append(change)
        for rule in [change.rule] if change.rule else _about(game, change):
            at_rules.setdefault(rule, []).append(change)
    blocks = list(_with_changes(game.rulebook.source.split("\n\n"), at_rules, at_rows))
    heading = f"## The variant {variant.title}" if variant.title else "## What this variant changes"
    return "\n\n".join([blocks[0], heading, "\n".join(f"- {line}" for line in lines), *blocks[1:]])


def _about(game: "Game", change: Change) -> Iterator[str]:
    """The rules that name a component and say the number that is changed."""
    named = re.compile(rf"\b{re.escape(change.name)}s?\b", re.IGNORECASE)
    for rule in game.rulebook.rules.values():
        if named.search(rule.text) and list(_found(change.printed, rule.text)):
            yield rule.name


def _with_changes(
    blocks: list[str], at_rules: Mapping[str, list[Change]], at_rows: Mapping[str, list[Change]]
) -> Iterator[str]:
    for block in blocks:
        begins = _RULE.match(block)
        text = _with_rows(block, at_rows) if block.startswith("|") else block
        for change in at_rules.get(begins[1], ()) if begins else ():
            text = _replaced(text, change)
        yield text


def _with_rows(table: str, at_rows: Mapping[str, list[Change]]) -> str:
    """A table whose rows name the changes of their components, where only one row has that name."""
    for name, changes in at_rows.items():
        if table.count(f"| {name} |") == 1:
            told = ", ".join(f"{one.column} {one.here} (printed: {one.printed})" for one in changes)
            table = table.replace(f"| {name} |", f"| {name}: **{told}** |")
    return table


def _replaced(text: str, change: Change) -> str:
    places = list(_found(change.printed, text))
    if change.rule and len(places) > 1:
        parts = change.path.split(".")[1].split("_")
        places = [one for one in places if re.match(r"[\w]*", text[one[1] :].lstrip())[0] in parts]  # type: ignore[index]
    if change.rule and len(places) == 1:
        begin, end = places[0]
        return f"{text[:begin]}**{change.here}** (printed: {text[begin:end]}){text[end:]}"
    return f"{text} **In this variant: {change.words}.**"


def _found(value: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a text says a number, in figures or as a word; its own number, and what is marked already, are passed."""
    if not value.isdecimal():
        return
    number = int(value)
    forms = {value, f"{number:,}", _WORDS[number] if number < len(_WORDS) else value}
    for match in re.finditer(r"\([^()]*printed: [^()]*\)|[A-Z]{2}-\d+\.\d+|\*\*[^*]*\*\*|[\w,]*\w", text):
        if match[0].lower() in forms:
            yield match.span()
