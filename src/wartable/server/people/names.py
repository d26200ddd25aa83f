"""Names: how one is shown, what it is looked up by, and which look so alike that only one person may have them."""

import json
import re
import unicodedata
from functools import cache
from importlib.resources import files

from wartable.errors import WartableError

_NAME = re.compile(r"[\w][\w .'-]{0,22}[\w.]|\w")
# Letters that are drawn as nothing: the Hangul fillers. What NFKC makes of the others is one of them.
INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5")
# Scripts that are written together with each other.
_TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})
_SCRIPT_WORDS = {"CJK": "HAN", "KATAKANA-HIRAGANA": "KATAKANA"}


class BadName(WartableError):
    """A name that cannot be had."""


def tidy(text: str) -> str:
    """The name in one way of writing it: compatibility forms, spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def key_of(text: str) -> str:
    """What a name is looked up by: the same for every way of writing it."""
    return unicodedata.normalize("NFKC", tidy(text).casefold())


def clean_name(text: str) -> str:
    """The name as it will be shown; BadName where it is empty, too long, made of signs, or meant to deceive."""
    name = tidy(text)
    if not _NAME.fullmatch(name) or INVISIBLE & set(name):
        raise BadName("a name has 1 to 24 letters, digits, spaces and . ' - and begins with a letter or digit")
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    if len(scripts) > 1 and not any(scripts <= some for some in _TOGETHER):
        raise BadName("the letters of a name belong to one alphabet")
    return name


def _script(letter: str) -> str:
    """The alphabet of a letter: the first word of its name says it."""
    word = unicodedata.name(letter, "UNKNOWN").split()[0]
    return _SCRIPT_WORDS.get(word, word)


def skeleton(name: str) -> str:
    """The same for names that look alike: Unicode's table of confusable letters, and no difference of case."""
    plain = unicodedata.normalize("NFD", tidy(name))
    return "".join(_likeness().get(letter, letter) for letter in plain).casefold()


@cache
def _likeness() -> dict[str, str]:
    """For each letter the one that stands for all that look like it."""
    loaded = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    parent: dict[str, str] = {}

    def root(text: str) -> str:
        while parent.setdefault(text, text) != text:
            parent[text] = parent[parent[text]]
            text = parent[text]
        return text

    for letter, others in loaded.items():
        for other in others:
            if other["c"].isprintable():
                parent[root(letter)] = root(other["c"])
    alike: dict[str, list[str]] = {}
    for text in list(parent):
        alike.setdefault(root(text), []).append(text)
    chosen = {top: min(some, key=_plainness) for top, some in alike.items()}
    return {text: chosen[root(text)] for text in parent if len(text) == 1}


def _plainness(text: str) -> tuple[bool, int, bool, bool, str]:
    """The least stands for the others. One letter can look like two (m and rn), which may be written as two."""
    return not text.isascii(), -len(text), not text.islower(), not text.isalpha(), text
