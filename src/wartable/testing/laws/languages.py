"""The laws of translations: every entry is of a text of the game, with the same fields and all forms of its nouns."""

import ast
import csv
import random
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib

from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.notes import NoteKind
from wartable.errors import WartableError
from wartable.languages import (
    FOLDER,
    Catalogue,
    fields,
    forms_of,
    has_words,
    names_in,
    read_catalogue,
)
from wartable.languages.client import client_texts

from .moment import LawBroken

MATCHES = 2
"""Random matches of each number of players and value of an option, to hear what a game says."""


class Listener(Catalogue):
    """A catalogue that keeps every template that it is asked for."""

    def __init__(self) -> None:
        super().__init__("", {}, int)
        self.heard: set[str] = set()

    def translated(self, template: str) -> str:
        if has_words(template):
            self.heard.add(template)
        return template


def check_languages(game: Game) -> None:
    """Every catalogue of a game translates texts of the game, with their fields."""
    for language in game.languages:
        path = game.folder / "languages" / f"{language}.po"
        for fault in faults_in(path, texts_in(game.folder) | documents(game)):
            raise LawBroken(f"a translation is of a text, with its fields: {path}: {fault}")


def faults_in(path: Path, known: set[str]) -> Iterator[str]:
    """What is wrong with the entries of a catalogue of these texts."""
    file = read_catalogue(path)
    count, _ = forms_of(file)
    for entry in file:
        if entry.obsolete or not entry.translated():
            continue
        where = f"line {entry.linenum}: {entry.msgid!r}"
        if entry.msgid not in known:
            yield f"{where} is no text of the source"
            continue
        fault = _fault_of(entry, count)
        if fault:
            yield f"{where}: {fault}"


def _fault_of(entry: polib.POEntry, count: int) -> str:
    english, other = _fields_of(entry.msgid), _fields_of(entry.msgstr)
    if other is None:
        return f"{entry.msgstr!r} has a brace without its other half"
    if english is None:
        return "" if entry.msgstr.count("{") == entry.msgid.count("{") else "the braces differ"
    if set(english) != set(other):
        missing, more = sorted(set(english) - set(other)), sorted(set(other) - set(english))
        return "; ".join(f"{what} {{{name}}}" for names, what in ((missing, "lacks"), (more, "adds")) for name in names)
    for name, nouns in other.items():
        for noun in nouns:
            if noun and len(noun.split("|")) != count:
                return f"{{{name}:{noun}}} has {len(noun.split('|'))} forms; the language has {count}"
    return ""


def _fields_of(template: str) -> dict[str, list[str]] | None:
    """The fields of a template with their nouns; None if it is no template."""
    found: dict[str, list[str]] = {}
    try:
        for _, name, noun in fields(template):
            if name is not None:
                found.setdefault(name, []).append(noun)
                found |= {inner: [""] for inner in names_in(noun) if inner not in found}
    except ValueError:
        return None
    return found


def missing_in(game: Game, language: str) -> list[str]:
    """The texts of a game that its catalogue of a language does not translate yet."""
    catalogue = game.catalogue(language)
    return sorted(text for text in needed(game) if catalogue.find(text) is None)


def needed(game: Game) -> frozenset[str]:
    """The texts of a game that a reader can meet: those of its documents, those that its pages declare, and those that
    it says in random matches.
    """
    known = texts_in(game.folder)
    common = set() if FOLDER in game.folder.parents else _common_texts()
    said = heard_in(game) | _declared(game)
    return frozenset({text for text in said if text in known and text not in common} | documents(game))


def put_together(game: Game) -> list[str]:
    """Texts that the game says and that cannot be translated: they are put together without `worded`."""
    known = texts_in(game.folder) | documents(game) | _common_texts()
    return sorted(heard_in(game) - known)


def heard_in(game: Game, matches: int = MATCHES) -> frozenset[str]:
    """Every template that a game says in random matches to the players and to a spectator."""
    listener = Listener()
    tables: list[tuple[dict[str, object], int]] = [({}, seats) for seats in game.seats]
    for option in game.options:
        tables += [({option.name: value}, game.seats[0]) for value in option.values if value != option.first]
    for number, (options, seats) in enumerate(tables):
        for seed in range(matches):
            try:
                match = Match.start(game, options, seats, seed)
            except WartableError:
                continue
            _listen(match, listener, random.Random(1000 * number + seed))
    return frozenset(listener.heard)


def _listen(match: Match, listener: Listener, chance: random.Random) -> None:
    """Play a random match, and ask for everything that can be read now and then."""
    game, told = match.game, 0
    while not match.is_over:
        seat = next(iter(match.due))
        legal = match.legal(seat)
        if chance.random() < 0.2:
            for viewer in (SPECTATOR, *match.seats):
                _look(match, viewer, listener, chance)
        match.play(seat, chance.choice(legal))
        for step in match.steps[told:]:
            for viewer in (SPECTATOR, *match.seats):
                for note in match.see(viewer).notes(step):
                    listener.say(game.words.sentence(note, match.box, viewer))
        told = len(match.steps)
    for viewer in (SPECTATOR, *match.seats):
        _look(match, viewer, listener, chance)


def _look(match: Match, viewer: int, listener: Listener, chance: random.Random) -> None:
    game, box, view = match.game, match.box, match.observe(viewer)
    seen = match.see(viewer)
    seen.catalogue = listener
    _ = seen.prompt, seen.goal, seen.phases
    for thing in seen.scene.things:
        card = game.view.explain(view, box, viewer, thing.id) if game.view.explain else None
        if card is not None:
            for text in (card.title, card.text, *card.facts):
                listener.say(text)
    if viewer < 0:
        return
    for move in seen.moves:
        if game.words.odds:
            listener.say(game.words.odds(view, box, viewer, move.action))
    if viewer in match.due and viewer != NATURE:
        for action in chance.sample(range(game.action_count), min(game.action_count, 60)):
            listener.say(match.refusal(viewer, action).fact)


def _declared(game: Game) -> set[str]:
    """The templates that can be found without a match: of pages, sentences and score sheets."""
    found: set[Any] = {game.words.points_are, *game.words.sheet.values()}
    for page in game.decisions.pages:
        found |= {page.action.label, *page.action.facts.values()}
    found |= {getattr(phase.module, "prompt", "") for phase in game.decisions.phases}
    for module in _modules(game):
        for value in vars(module).values():
            if isinstance(value, dict) and value and all(isinstance(key, NoteKind) for key in value):
                found |= {one for one in value.values() if isinstance(one, str)}
    found |= _worded_in(game.folder)
    return {text for text in found if isinstance(text, str) and has_words(text)}


def _modules(game: Game) -> list[Any]:
    import sys

    stem = game.rules.__name__.rpartition(".")[0]
    return [module for name, module in list(sys.modules.items()) if name.startswith(f"{stem}.")]


def documents(game: Game) -> set[str]:
    """The texts of a game's files: rules, lessons, puzzles, options, endings, and its own description."""
    found = {game.title, game.blurb, game.minutes, game.weight, *game.seat_names}
    found |= {ending.text for ending in game.endings}
    for chapter in game.rulebook.chapters:
        found |= {chapter.title, *(rule.text for rule in chapter.rules)}
    found |= {name.replace("_", " ") for name in game.counter_names.values()}
    names = ("options.toml", "lesson.toml", "aid.toml", "glossary.toml", "puzzles.toml")
    for path in (*(game.folder / name for name in names), *sorted((game.folder / "lessons").glob("*.toml"))):
        found |= set(_said_in(path))
    return {text for text in found if has_words(text)}


SAID = ("title", "promise", "goal", "say", "says", "otherwise", "term", "why", "what", "ask", "story")
"""The keys of a document whose texts are read by people."""


def _said_in(path: Path) -> Iterator[str]:
    if path.is_file():
        yield from _texts(tomllib.loads(path.read_text("utf-8")))


def _texts(value: Any, key: str = "") -> Iterator[str]:
    match value:
        case dict():
            for name, one in value.items():
                yield from _texts(one, "says" if key == "values" else name)
        case list() if key == "tries":
            yield from (one[1] for one in value)
        case list() if key == "lines":
            yield from (one[0] for one in value)
        case list():
            for one in value:
                if isinstance(one, dict):
                    yield from _texts(one, key)
        case str() if key in SAID:
            yield value


def texts_in(folder: Path) -> set[str]:
    """Every constant text in the program and the tables of a folder: whatever is none of them is no key."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        found |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    for path in sorted(folder.rglob("data/*.csv")):
        found |= {cell for row in csv.reader(path.read_text("utf-8").splitlines()) for cell in row}
    return found | {form for text in found for form in _shapes(text)}


def _shapes(text: str) -> Iterable[str]:
    """A constant as a name in words: `NORTH` is said as north, `WHITE_FANG` as White Fang."""
    words = text.replace("_", " ").replace("-", " ")
    return words, words.lower(), words.title()


SAYING = "worded", "say", "said"


def _called(function: ast.expr) -> str:
    """The last name of what is called."""
    return getattr(function, "id", getattr(function, "attr", ""))


def _worded_in(folder: Path) -> set[str]:
    """The templates that are given to `worded`, and the texts that a catalogue is asked for."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        named: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                named |= {target.id: str(node.value.value) for target in node.targets if isinstance(target, ast.Name)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node.func) in SAYING and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
                elif isinstance(first, ast.Name) and first.id in named:
                    found.add(named[first.id])
    return found


ROOMS = "core", "drawing", "guides", "text", "server", "bots/advice"
"""The folders of the package, beside the games, whose texts people read."""


@cache
def _common_texts() -> frozenset[str]:
    """The texts of everything but the games and the client."""
    return frozenset().union(*(texts_in(FOLDER.parent / room) for room in ROOMS))


def common_documents() -> set[str]:
    """Every text that the catalogue of everything but the games may translate."""
    return {*_common_texts(), *client_texts()}


def common_needed() -> dict[str, set[str]]:
    """The texts of everything but the games that people read, each with the places where it is."""
    found = client_texts()
    for room in ROOMS:
        for text in _refused_in(FOLDER.parent / room) | _worded_in(FOLDER.parent / room):
            found.setdefault(text, set()).add(f"wartable/{room}")
    return {text: places for text, places in found.items() if has_words(text)}


def _refused_in(folder: Path) -> set[str]:
    """The constant sentences with which something is refused."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                given = [one.value for one in node.exc.args if isinstance(one, ast.Constant)]
                found |= {one for one in given if isinstance(one, str) and " " in one}
    return found
