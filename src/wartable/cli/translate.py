"""`wartable translate GAME LANGUAGE`: write or update the file in which a game, or everything else, is translated."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.errors import BadOption, WartableError

from .command import Command

if TYPE_CHECKING:
    import polib

    from wartable.languages import Catalogue

EVERYTHING_ELSE = "wartable"


class BadTranslation(WartableError):
    """A catalogue has an entry that does not fit its text."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=f"a game (`wartable games` lists them), or {EVERYTHING_ELSE} for everything else")
    parser.add_argument("language", help="the code of the language, such as de or pt-BR")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a text is not translated yet")


def run(arguments: argparse.Namespace) -> int:
    from wartable.languages import NAME, read_catalogue
    from wartable.testing.laws.languages import faults_in

    language = arguments.language
    if not NAME.fullmatch(language) or language == "en":
        raise BadOption(f"{language} is not the code of a language other than English, such as de or pt-BR")
    asked = _of_everything_else() if arguments.game == EVERYTHING_ELSE else _of_game(arguments.game)
    path = asked.folder / f"{language}.po"
    if path.is_file():
        faults = list(faults_in(path, asked.known))
        # A text that is gone keeps its translation, as an obsolete entry.
        wrong = [fault for fault in faults if arguments.check or not fault.endswith("is no text of the source")]
        if wrong:
            raise BadTranslation("\n".join((f"{path}:", *wrong)))
    done = {entry.msgid for entry in read_catalogue(path) if entry.translated()} if path.is_file() else set()
    below = asked.catalogue(language)
    missing = sorted(text for text in asked.texts if text not in done and below.find(text) is None)
    if not arguments.check:
        _update(path, language, asked)
    print(f"{path}: {len(asked.texts) - len(missing)} of {len(asked.texts)} texts are translated.")
    for text in missing if arguments.check else ():
        print(f"  missing: {text!r}")
    for text in asked.put_together:
        print(f"  put together without a template, so it stays English: {text!r}")
    return 1 if missing and arguments.check else 0


@dataclass(frozen=True)
class Asked:
    """What is translated: the texts that people read, with the places where they are, and all texts that are known."""

    folder: Path
    texts: Mapping[str, Iterable[str]]
    known: set[str]
    catalogue: "Callable[[str], Catalogue]"
    put_together: Sequence[str] = ()


def _of_game(name: str) -> Asked:
    from wartable.core.registry import find_game
    from wartable.testing.laws.languages import documents, needed, put_together, texts_in

    game = find_game(name)
    known, texts = texts_in(game.folder) | documents(game), dict.fromkeys(needed(game), ())
    return Asked(game.folder / "languages", texts, known, game.catalogue, put_together(game))


def _of_everything_else() -> Asked:
    from wartable.languages import FOLDER, catalogue
    from wartable.languages.client import SOURCES
    from wartable.testing.laws.languages import common_documents, common_needed

    if not SOURCES.is_dir():
        raise BadOption("the client's texts are in its sources, which only a checkout has")
    return Asked(FOLDER, common_needed(), common_documents(), lambda language: catalogue(FOLDER, language))


def _update(path: Path, language: str, asked: Asked) -> None:
    """Add the texts that the file lacks, and mark as obsolete what is no text any more."""
    import polib

    file = polib.pofile(str(path), encoding="utf-8", wrapwidth=110) if path.is_file() else _new(language)
    there = {entry.msgid: entry for entry in file}
    for text in sorted(asked.texts):
        if text not in there:
            there[text] = polib.POEntry(msgid=text, msgstr="")
            file.append(there[text])
        there[text].obsolete = False
        there[text].occurrences = [(place, "") for place in sorted(asked.texts[text])]
    for text, entry in there.items():
        entry.obsolete = text not in asked.known
    path.parent.mkdir(exist_ok=True)
    file.save(str(path))


def _new(language: str) -> "polib.POFile":
    import polib

    file = polib.POFile(wrapwidth=110, encoding="utf-8")
    file.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    return file


COMMAND = Command("translate", "write or update the file of a translation", arguments, run)
