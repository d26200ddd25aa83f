"""Texts in other languages: the English text stays in the source, and a catalogue translates its template.

A catalogue is a gettext file, `languages/de.po` in a game's folder, with the English template as its key. polib reads
it; nothing is compiled, so what a translator saves is what is shown. A text that is put together is `Worded`: it is the
English text, and remembers its template and what was filled in. Whoever shows a text to a reader asks the reader's
catalogue to `say` it. No catalogue, no entry, or a text without a template that is no key: English.

`{amount:point}` is "1 point" or "2 points", `{amount:army|armies}` gives both forms; a translation gives all forms of
its language, in the order of the file's `Plural-Forms`. A noun can have fields of its own: `{held:{pile} card}`.
"""

import gettext
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polib

FOLDER = Path(__file__).parent
"""The catalogues of everything but the games: core, guides, server and client."""
NAME = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,8})?")
_WORD = re.compile(r"(?<![\w<&#-])[^\W\d_]{2,}(?![\w])")


class Number(int):
    """A number that can be written with its noun."""

    def __format__(self, noun: str) -> str:
        return count(self, *noun.split("|")) if noun else str(int(self))


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 point`, `2 points`."""
    return f"{int(number)} {noun}" if number == 1 else f"{int(number)} {plural or noun + 's'}"


class Verbatim(str):
    """A text that is the same in every language, as a person's name."""

    __slots__ = ()


class Worded(str):
    """An English text with its template and what was filled in: numbers and texts, which may be Worded themselves."""

    __slots__ = ("parts", "template")
    template: str
    parts: Mapping[str, Any]

    @classmethod
    def of(cls, english: str, template: str, parts: Mapping[str, Any]) -> "Worded":
        """A text that is known to be this template filled in with these parts."""
        made = cls(english)
        made.template, made.parts = template, parts
        return made

    def __reduce__(self) -> Any:
        return Worded.of, (str(self), self.template, dict(self.parts))


def worded(template: str, **parts: Any) -> Worded:
    """A template filled in."""
    return Worded.of(fill(template, parts, _in_english), template, parts)


def named(text: str, names: Sequence[str]) -> str:
    """A text with `{0}`, `{1}` ... replaced by the players' names; it can still be said in another language."""
    if isinstance(text, Worded):
        parts = {field: named(part, names) if isinstance(part, str) else part for field, part in text.parts.items()}
        return Worded.of(text.format(*names), text.template, parts)
    if "{" not in text:
        return text
    # A name that somebody has chosen may be a word that the catalogue has.
    said = (name if isinstance(name, Worded) else Verbatim(name) for name in names)
    return Worded.of(text.format(*names), text, {str(seat): name for seat, name in enumerate(said)})


def _in_english(part: Any, noun: str) -> str:
    return format(Number(part) if noun and isinstance(part, int) else part, noun)


@lru_cache(maxsize=5_000)
def fields(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as pairs of a text and the field after it (None at the end), each field with its noun."""
    return tuple((before, name, noun or "") for before, name, noun, _ in Formatter().parse(template))


@lru_cache(maxsize=5_000)
def names_in(template: str) -> tuple[str, ...]:
    """The names of a template's fields, and of the fields of their nouns."""
    found = [(name, *names_in(noun)) for _, name, noun in fields(template) if name is not None]
    return tuple(name for names in found for name in names)


def fill(template: str, parts: Mapping[str, Any], say: Callable[[Any, str], str]) -> str:
    """A template with each field replaced by what `say` makes of its part and its noun."""
    filled = []
    for before, name, noun in fields(template):
        if "{" in noun:
            noun = fill(noun, parts, say)
        filled.append(before if name is None else before + say(parts[name], noun))
    return "".join(filled)


def has_words(template: str) -> bool:
    """Whether there is something to translate beside the fields; `a1` and `{seat}:` have nothing."""
    return any(_WORD.search(before) or noun for before, _, noun in fields(template))


class Catalogue:
    """The texts of a language: of a game, and of everything else below it."""

    def __init__(
        self, language: str, texts: Mapping[str, str], plural: Callable[[int], int], below: Any = None
    ) -> None:
        self.language, self.texts, self.plural, self.below = language, texts, plural, below

    def find(self, template: str) -> str | None:
        """The translation of a template, or None."""
        found = self.texts.get(template)
        return found if found or self.below is None else self.below.find(template)

    def say(self, text: str) -> str:
        """A text in this language."""
        if isinstance(text, Worded):
            return fill(self.translated(text.template), text.parts, self._part)
        return text if isinstance(text, Verbatim) else self.translated(text)

    def translated(self, template: str) -> str:
        """A template in this language; in English where there is no translation."""
        return self.find(template) or template

    def _part(self, part: Any, noun: str) -> str:
        if isinstance(part, str):
            return self.say(part)
        if not noun:
            return str(part)
        forms = noun.split("|")
        return f"{int(part)} {forms[self.plural(abs(int(part)))]}" if len(forms) > 1 else format(Number(part), noun)


class English(Catalogue):
    """The language of the source: every text is itself."""

    def __init__(self) -> None:
        super().__init__("en", {}, lambda number: int(number != 1))

    def say(self, text: str) -> str:
        return text


ENGLISH = English()


def read_catalogue(path: Path) -> "polib.POFile":
    """The entries of a file, as polib reads them."""
    import polib

    return polib.pofile(str(path), encoding="utf-8")


def forms_of(file: "polib.POFile") -> tuple[int, Callable[[int], int]]:
    """How many forms a noun has after a number, and the function that picks one, by the header of a catalogue."""
    found = re.match(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+);?", file.metadata.get("Plural-Forms", ""))
    return (int(found[1]), gettext.c2py(found[2])) if found else (2, lambda number: int(number != 1))


def languages_in(*folders: Path) -> tuple[str, ...]:
    """The languages that these folders have catalogues of."""
    return tuple(sorted({path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.po")}))


def catalogue(folder: Path, language: str) -> Catalogue:
    """The catalogue of a game's folder in a language, above the one of everything else; English if there is neither."""
    if not NAME.fullmatch(language) or language == "en":
        return ENGLISH
    paths = [path for path in (FOLDER / f"{language}.po", folder / "languages" / f"{language}.po") if path.is_file()]
    return _read(language, tuple((path, path.stat().st_mtime_ns) for path in paths)) if paths else ENGLISH


CLIENT = "web/"
"""Where the client's texts are: `#: web/src/table/room.ts` in the catalogue of everything but the games."""


def _is_only_said_there(entry: "polib.POEntry") -> bool:
    """Whether a text is the client's alone: a game that has the same words means something else by them."""
    return bool(entry.occurrences) and all(place.startswith(CLIENT) for place, _ in entry.occurrences)


@lru_cache(maxsize=64)
def _read(language: str, paths: tuple[tuple[Path, int], ...]) -> Catalogue:
    made: Catalogue | None = None
    for path, _ in paths:
        file = read_catalogue(path)
        known = (
            entry for entry in file if entry.translated() and not entry.obsolete and not _is_only_said_there(entry)
        )
        texts = {entry.msgid: entry.msgstr for entry in known}
        made = Catalogue(language, texts, forms_of(file)[1], made)
    assert made is not None
    return made
