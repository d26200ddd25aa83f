"""Pages and phases: the modules in which a game's decisions are written, as `Decisions` reads them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from string import Formatter
from types import ModuleType
from typing import Any

from wartable.compiler.mode import plain

from ..actions import Action, Family, code, family_of, split
from ..values import Meaning, Text, Value, template, words_of


class Page:
    """One decision: its Action, its rules, and its texts."""

    def __init__(self, module: ModuleType, table: type) -> None:
        self.module = module
        self.name = module.__name__.rpartition(".")[2]
        self.action = action_of(module)
        self.fields: dict[str, type[Value]] = self.action.fields
        self.notation = template(self.action.notation, "typed", self.action, table)
        self.label = template(self.action.label, "said", self.action, table)
        self.touches = template(self.action.touches, "touched", self.action, table)
        self.facts = {
            number: template(fact, "said", self.action, table) if isinstance(fact, str) else fact
            for number, fact in self.action.facts.items()
        }
        verbs, _, asks = self.action.reads.partition(":")
        self.verbs = [frozenset(verb.split()) for verb in verbs.split("|") if verb.strip()]
        self.needs_verb = all(verb.strip() for verb in verbs.split("|"))
        self.asks = [name for _, name, _, _ in Formatter().parse(asks) if name]
        self.is_natures = hasattr(module, "chances")

    @property
    def family(self) -> Family:
        return family_of(self.action)

    def see(self, at: Any, *fields: int) -> Any:
        """The action with its fields as Values of the table."""
        it: Any = self.action(*(kind(number, at) for kind, number in zip(self.fields.values(), fields, strict=True)))
        it.at = at
        return it

    def decode(self, at: Any, action: int) -> Any:
        return self.see(at, *plain(split)(self.family, action)[: len(self.fields)])

    def written(self, at: Any, text: str) -> int | None:
        """The action, legal or not, with this notation."""
        parts = list(Formatter().parse(self.action.notation))
        if not text.startswith(parts[0][0].lower()):
            return None
        names = {name: self._typed(name, at) for _, name, _, _ in parts if name in self.fields}
        found = re.fullmatch(_pattern(parts, names), text)
        if found is None:
            return None
        numbers = [
            [names[name][found[name]]] if name in names else range(kind.count) for name, kind in self.fields.items()
        ]
        fits = (self.see(at, *fields) for fields in product(*numbers))
        return next((code(it) for it in fits if self.notation(it).lower() == text), None)

    def _typed(self, name: str, at: Any) -> dict[str, int]:
        kind = self.fields[name]
        return {kind(number, at).typed().lower(): number for number in range(kind.count)}

    def read(self, text: Text) -> Meaning:
        """The action that the words of a text name, or what is missing. A page may have its own `read`."""
        if hasattr(self.module, "read"):
            meant: Meaning = self.module.read(text)
            return meant
        found = dict.fromkeys(self.fields, 0)
        for name in self.asks:
            value = self.fields[name].read(text, self.see(text.at, *found.values()))
            if not isinstance(value, int):
                return value
            found[name] = value
        return code(self.action(*found.values()))

    def words(self, it: Any) -> set[str]:
        """All words that an action can be described with."""
        texts = [self.notation(it), self.label(it), *(name for value in it for name in value.names())]
        fits = getattr(self.module, "fits", None)
        verbs = [verb for verb in self.verbs if fits is None or fits(it, verb)]
        return {word for text in texts for word in words_of(text)}.union(*verbs)


def _pattern(parts: Iterable[tuple[str, str | None, Any, Any]], names: Mapping[str, Iterable[str]]) -> str:
    """A notation as a regular expression with a group for each field."""
    found, seen = [], set()
    for before, name, _, _ in parts:
        found.append(re.escape(before.lower()))
        if name is not None and name in names and name not in seen:
            fits = sorted(names[name], key=len, reverse=True)
            found.append(f"(?P<{name}>{'|'.join(map(re.escape, fits))})")
            seen.add(name)
        elif name:
            found.append(f"(?P={name})" if name in seen else ".+?")
    return "".join(found)


def action_of(module: ModuleType) -> type[Action]:
    """The Action that a page declares."""
    declared = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Action)]
    own = [one for one in declared if one.__module__ == module.__name__]
    if len(own) != 1:
        raise TypeError(f"{module.__name__}: a page declares one Action; this one has {len(own)}")
    return own[0]


class Phase:
    """A question that can be asked: the kinds of its frame, its pages, its legal actions, and what forbids all
    of them.
    """

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.name = module.__name__.rpartition(".")[2]
        asked = module.asked
        self.asked: tuple[int, ...] = tuple(map(int, asked if isinstance(asked, tuple) else (asked,)))
        self.pages: Sequence[ModuleType] = getattr(module, "pages", (module, *getattr(module, "also", ())))
        self.is_natures = any(hasattr(page, "chances") for page in (module, *self.pages))
        self.refuse = getattr(module, "refuse", None) if module not in self.pages else None
        self.unasked: Any = getattr(module, "unasked", 0)

    def forbids(self, at: Any) -> int:
        """The number of the rule that forbids actions of other phases, or 0."""
        return int(plain(self.unasked)(at.view, at.box, at.seat) if callable(self.unasked) else self.unasked)

    @property
    def test(self) -> str:
        return " or ".join(f"kind == {one}" for one in self.asked)


def name_of(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]
