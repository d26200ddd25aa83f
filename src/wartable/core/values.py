"""The meaning of the fields of actions: how they are typed, said, touched and read; and text templates."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from wartable.compiler.mode import plain
from wartable.languages import Worded, fill, names_in

from .actions import Action
from .frames import kind as frame_kind

if TYPE_CHECKING:
    from typing import Self


@dataclass(frozen=True)
class Refused:
    """Why an intended action is not possible: the rule, and the fact for which it applies here."""

    rule: int
    fact: str = ""


Meaning = int | Refused | None
"""An action, legal or not; the reason that there is none; or None if a text means nothing."""


@dataclass(frozen=True)
class Table:
    """A table as one seat may know it: the hidden record, the Box, the seat. Games declare the types of
    their records.
    """

    view: Any
    box: Any
    seat: int
    decisions: ClassVar[Any]
    """The pages of the game's decisions; set when they are made."""

    @property
    def prompt(self) -> str:
        """What is asked of the seat now, or whom it waits for."""
        return str(self.decisions.asked(self.view, self.box, self.seat))

    @property
    def asked(self) -> int:
        """The kind of the current decision."""
        return int(plain(frame_kind)(self.view))


class Value(int):
    """A number with a meaning at a table: a city, a kind of creature, an amount.

    It knows how many values its kind has (`count`), how it is typed, said and touched, and how it is read.
    """

    count: ClassVar[int]
    at: Any

    if TYPE_CHECKING:
        # A number may be compared with any other, such as a member of an enum.
        def __eq__(self, other: object) -> bool: ...
        def __hash__(self) -> int: ...

    def __new__(cls, number: int, at: Any = None) -> "Self":
        value = super().__new__(cls, number)
        value.at = at
        return value

    def typed(self) -> str:
        """In notation; different for any two values."""
        return str(int(self))

    def said(self) -> str:
        """In labels and facts."""
        return self.typed()

    def touched(self) -> str:
        """In the ids of things on the table."""
        return str(int(self))

    def names(self) -> Iterable[str]:
        """Everything that people may call it."""
        return self.typed(), self.said()

    @classmethod
    def read(cls, text: "Text", action: Any) -> Meaning:
        """The value that a text names; `action` has the fields that were read before."""
        named = cls.named_in(text)
        if len(named) == 1:
            return named[0]
        listed = ", ".join(cls(number, text.at).said() for number in named or range(min(cls.count, 12)))
        return Refused(action.when, f"Say which: {listed}.")

    @classmethod
    def named_in(cls, text: "Text") -> list[int]:
        """The values that a text names; if names overlap, those with the longest name."""
        lengths = {number: text.longest(cls(number, text.at).names()) for number in range(cls.count)}
        most = max(lengths.values(), default=0)
        return [number for number, length in lengths.items() if length == most > 0]


class Text(NamedTuple):
    """A typed text, word by word, at a table."""

    at: Any
    words: list[str]

    def number(self) -> int | None:
        """The amount that is named: 5, x5."""
        found = (re.fullmatch(r"x?(\d+)", word) for word in self.words)
        return next((int(match[1]) for match in found if match), None)

    def has(self, *words: str) -> bool:
        return any(word in self.words for word in words)

    def longest(self, names: Iterable[str]) -> int:
        """The number of words in the longest of these names that the text contains; 0 if it contains none."""
        said = f" {' '.join(map(singular, self.words))} "
        found = (list(map(singular, words_of(name))) for name in names)
        return max((len(words) for words in found if words and f" {' '.join(words)} " in said), default=0)


_WORD = re.compile(r"[^\W\d_]+\d+\+?|[^\W\d_]+|\d+|[^\s\w]")
_SILENT = frozenset(".,;:()'\"’“”")
_NUMBERS = {name: str(number) for number, name in enumerate(("one", "two", "three", "four", "five", "six"), 1)}
FILLERS = frozenset(("the", "a", "an", "my", "i", "to", "on", "in", "at", "of", "for", "from", "with", "please"))
"""Words without a meaning."""


def words_of(text: str) -> list[str]:
    """The words and signs of a text. Places keep their digits, and hyphens between words are spaces."""
    joined = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text.lower())
    return [_NUMBERS.get(word, word) for word in _WORD.findall(joined) if word not in _SILENT]


def singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def template(text: str, form: str, action: type[Action], table: type) -> Callable[[Any], str]:
    """A template as a function of an action: `{city.owner}` is looked up and typed, said or touched."""
    parts: list[tuple[str, Callable[[Any], Any] | None]] = []
    for before, name, _spec, _conversion in Formatter().parse(text):
        if name is not None:
            _check(name, text, action, table)
        parts.append((before, attrgetter(name) if name else None))
    put = _FORMS[form]
    if form != "said":
        return lambda it: "".join([before + put(find(it)) if find else before for before, find in parts])
    looked_up = [(name, attrgetter(name)) for name in names_in(text)]

    def said(it: Any) -> str:
        filled = {name: put(find(it)) for name, find in looked_up}
        return Worded.of(fill(text, filled, _as_it_is), text, filled)

    return said


def _as_it_is(part: str, _noun: str) -> str:
    return part


def _check(name: str, text: str, action: type[Action], table: type) -> None:
    """Check that a name in a template is a field, or an attribute of the action or of the field's kind."""
    first, _, rest = name.partition(".")
    owner: Any = action.fields.get(first, table if first == "at" else None)
    known = _has(owner, rest.partition(".")[0]) if owner and rest else bool(owner) or _has(action, first)
    if not known:
        raise AttributeError(f"{action.__name__} has no {name}, which {text!r} names")


def _has(owner: Any, name: str) -> bool:
    return hasattr(owner, name) or any(name in vars(one).get("__annotations__", {}) for one in owner.__mro__)


def _form(form: str) -> Callable[[Any], str]:
    return lambda value: (
        getattr(value, form)() if isinstance(value, Value) else (value if isinstance(value, str) else str(value))
    )


_FORMS = {form: _form(form) for form in ("typed", "said", "touched")}


def counted(text: str) -> dict[str, set[str]]:
    """The numbers in a text, by the word that follows: `4 coins and 1 science` has 4 of coin and 1 of science."""
    found: dict[str, set[str]] = {}
    for number, what in pairwise(words_of(text)):
        if number.isdecimal():
            found.setdefault(singular(what), set()).add(number)
    return found
