"""`wartable translate GAME LANGUAGE`: write or update the file in which a game is translated."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.errors import BadOption, WartableError

from .command import Command

if TYPE_CHECKING:
    import polib


class BadTranslation(WartableError):
    """A catalogue has an entry that does not fit its text."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("language", help="the code of the language, such as de or pt-BR")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a text is not translated yet")


def run(arguments: argparse.Namespace) -> int:
    from wartable.core.registry import find_game
    from wartable.languages import NAME
    from wartable.testing.laws.languages import documents, faults_in, needed, put_together, texts_in

    game, language = find_game(arguments.game), arguments.language
    if not NAME.fullmatch(language) or language == "en":
        raise BadOption(f"{language} is not the code of a language other than English, such as de or pt-BR")
    path = game.folder / "languages" / f"{language}.po"
    if path.is_file():
        faults = list(faults_in(path, texts_in(game.folder) | documents(game)))
        # A text that is gone keeps its translation, as an obsolete entry.
        wrong = [fault for fault in faults if arguments.check or not fault.endswith("is no text of the source")]
        if wrong:
            raise BadTranslation("\n".join((f"{path}:", *wrong)))
    texts = needed(game)
    missing = sorted(text for text in texts if game.catalogue(language).find(text) is None)
    if not arguments.check:
        _update(path, language, texts, texts_in(game.folder) | documents(game))
    print(f"{path}: {len(texts) - len(missing)} of {len(texts)} texts are translated.")
    for text in missing if arguments.check else ():
        print(f"  missing: {text!r}")
    for text in put_together(game):
        print(f"  put together without a template, so it stays English: {text!r}")
    return 1 if missing and arguments.check else 0


def _update(path: Path, language: str, texts: frozenset[str], known: set[str]) -> None:
    """Add the texts that the file lacks, and mark as obsolete what is no text any more."""
    import polib

    file = polib.pofile(str(path), encoding="utf-8", wrapwidth=110) if path.is_file() else _new(language)
    there = {entry.msgid: entry for entry in file}
    for text in sorted(texts):
        if text not in there:
            file.append(polib.POEntry(msgid=text, msgstr=""))
        else:
            there[text].obsolete = False
    for text, entry in there.items():
        entry.obsolete = text not in known
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


COMMAND = Command("translate", "write or update the file in which a game is translated", arguments, run)
