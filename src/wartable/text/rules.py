"""The rules of a game as text: in full, as a digest, or on demand by number or question."""

import re
from collections.abc import Mapping

from wartable.core.game import Game
from wartable.core.variant import Variant
from wartable.errors import BadOption, WartableError
from wartable.guides.aid import load_aid
from wartable.terminal.lookup import find_rules, rule_text

from .ask import ask

LETTERS_PER_TOKEN = 4
"""Token counts are letters divided by this: an estimate that needs no tokenizer."""
FORMS = ("whole", "digest", "on demand")
_NUMBER = re.compile(r"(?:[A-Za-z]{2}-?)?\d{1,2}(?:\.\d{1,2})?")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z*])")


def tokens(text: str) -> int:
    """The approximate number of tokens of a text, at four letters each."""
    return -(-len(text) // LETTERS_PER_TOKEN)


def rules_text(game: Game, form: str = "digest") -> str:
    """The rules in one of the FORMS; on demand, only how to ask for them."""
    if form not in FORMS:
        raise BadOption(f"rules {form!r}: use one of {', '.join(FORMS)}")
    if form == "whole":
        return game.rulebook.source
    return digest(game) if form == "digest" else _contents(game)


def digest(game: Game) -> str:
    """The player aid, and the first sentence of every numbered rule, whose number leads to the rest."""
    lines = []
    aid = load_aid(game)
    if aid is not None:
        lines += [aid.goal, *(f"{part.title}: " + " ".join(text for text, _ in part.lines) for part in aid.parts), ""]
    for chapter in game.rulebook.chapters:
        if chapter.rules:
            lines.append(f"{chapter.number}. {chapter.title}")
            lines += [f"{rule.name} {_SENTENCE.split(rule.text)[0]}" for rule in chapter.rules]
    return "\n".join(lines)


def _contents(game: Game) -> str:
    chapters = [f"{chapter.number}. {chapter.title}" for chapter in game.rulebook.chapters if chapter.rules]
    return "Chapters of the rules: " + "; ".join(chapters) + "."


def look_up(game: Game, text: str) -> str:
    """A rule or a chapter by its number, or the passages for a question in words."""
    wanted = text.strip()
    if _NUMBER.fullmatch(wanted):
        try:
            rules = find_rules(game.rulebook, wanted)
        except WartableError as error:
            return f"{error}."
        return "\n".join(f"{rule.name} {rule_text(game.rulebook, rule)}" for rule in rules)
    return "\n".join(passage.text for passage in ask(game, wanted)) or f"The rules say nothing of {wanted!r}."


def told_changes(game: Game, cells: Mapping[str, str], files: Mapping[str, str]) -> list[str]:
    """Changed cells and the changed rows of maps in words, each with what the box has."""
    lines = [change.words for change in Variant(game.stem, cells=cells).changes(game)]
    for name in files:
        printed = game.data().picture(name) if (game.folder / "data" / name).exists() else None
        if printed is None:
            lines.append(f"{name} is a map of this table only")
            continue
        pairs = zip(game.data(files).picture(name).rows, printed.rows, strict=False)
        lines += [
            f"{name}, row {number} from the top: {' '.join(new)}, in the box {' '.join(old)}"
            for number, (new, old) in enumerate(pairs, 1)
            if new != old
        ]
    return lines
