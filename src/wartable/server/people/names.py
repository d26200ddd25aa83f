"""Names: how they are displayed and looked up, and which look so similar that only one person may have them."""

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
    """The name is not available."""


def tidy(text: str) -> str:
    """The name in normalised form: compatibility forms, spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def key_of(text: str) -> str:
    """The lookup key of a name, the same for every spelling."""
    return unicodedata.normalize("NFKC", tidy(text).casefold())


def clean_name(text: str) -> str:
    """The name as displayed; BadName if it is empty, too long, without letters, or deceptive."""
    name = tidy(text)
    if not _NAME.fullmatch(name) or INVISIBLE & set(name):
        raise BadName("a name has 1 to 24 letters, digits, spaces and . ' - and begins with a letter or digit")
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    if len(scripts) > 1 and not any(scripts <= some for some in _TOGETHER):
        raise BadName("all letters of a name must belong to one alphabet")
    return name


def _script(letter: str) -> str:
    """The alphabet of a letter, which is the first word of its Unicode name."""
    word = unicodedata.name(letter, "UNKNOWN").split()[0]
    return _SCRIPT_WORDS.get(word, word)


def skeleton(name: str) -> str:
    """A key that is equal for names that look alike: Unicode's confusables, ignoring case."""
    plain = unicodedata.normalize("NFD", tidy(name))
    return "".join(_likeness().get(letter, letter) for letter in plain).casefold()


@cache
def _likeness() -> dict[str, str]:
    """For each letter, the representative of all that look like it."""
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
    """The plainest one represents the others. One letter can look like two (m and rn), written as two."""
    return not text.isascii(), -len(text), not text.islower(), not text.isalpha(), text
