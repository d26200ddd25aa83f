"""A decision is one page: what may be chosen, what it does, why not, how it is written, read, said and touched.

A page is a module with one Action, whose fields are kinds of Value, and the rules of it::

    class Build(Action):
        city: City
        kind: Creature

        when = 601
        notation = "build {city} {kind}"
        reads = "build: {kind} {city}"
        label = "Build the spawner of {kind} in {city} for {kind.spawner}"
        touches = "spawner-{city}-{kind}"
        facts = {605: "{city} has the spawner of {kind} already."}

    @rule
    def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int: ...

    @rule
    def apply(s: State, box: Box, seat: int, it: Build) -> None: ...

    @rule
    def refuse(s: State, box: Box, seat: int, it: Build) -> int: ...

`refuse` shares no rule with `offers`: each checks the other. A decision of nature has `chances(s, box, out, weights)`
in place of `offers`, and need not have `refuse`. `apply` and `refuse` of an action without fields are not handed one.

What is asked is a module too, a phase: `asked` (the kind of its frame, or several), `pages`, and where they are
wanted, the rules `offers` or `chances` (for an order of its own) and `refuse` (what forbids all of it; told the code),
`prompt` (a text, or a function of the table), `read(text)` for words that no page knows, and `unasked` (the number of
the rule that forbids what it does not ask, or a rule that finds it). A page that has `asked` is its own phase; `also`
names other pages that are asked there. Where fate decides in place of a player, with the same actions, the phase alone
has `chances`.

Where an action can be written in two ways (a pair without an order), its page says which is meant: `meant(it)`. So does
a phase in which the notation of another page means one of its own, and None of all else.

`Decisions` makes of them what a game must have: the rules `legal`, `apply`, `chance` and `refusal`, and notation,
label, path, fact, prompt and reader of every action. All words are made of a hidden record; nothing here sees more than
the seat.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from operator import attrgetter
from string import Formatter
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from wartable.compiler.decorators import rule
from wartable.compiler.mode import plain

from .actions import Action, Family, code, decode, family_of, lay_out, split
from .frames import is_due
from .frames import kind as frame_kind
from .record import Record

if TYPE_CHECKING:
    from typing import Self


@dataclass(frozen=True)
class Refused:
    """Why something that a person meant cannot be done: the rule, and the fact that makes it apply here."""

    rule: int
    fact: str = ""


Meaning = int | Refused | None
"""An action, legal or not; why there is none; None where a text means nothing."""


@dataclass(frozen=True)
class Table:
    """A table as one seat may know it: the hidden record, the Box, the seat. Games say what records theirs are."""

    view: Any
    box: Any
    seat: int
    decisions: ClassVar["Decisions"]
    """The pages that the table is asked by; known once they are made."""

    @property
    def prompt(self) -> str:
        """What is asked of the seat now."""
        return self.decisions.prompt(self.view, self.box, self.seat)

    @property
    def asked(self) -> int:
        """The kind of decision that is asked now."""
        return int(plain(frame_kind)(self.view))


class Value(int):
    """A number that means something at a table: a city, a kind of creature, how many.

    It knows how many there are of its kind (`count`), how it is typed, said and touched, and how it is read.
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
        """In notation, different for any two."""
        return str(int(self))

    def said(self) -> str:
        """In labels and facts."""
        return self.typed()

    def touched(self) -> str:
        """In the ids of things on the table."""
        return str(int(self))

    def names(self) -> Iterable[str]:
        """All that people may call it."""
        return self.typed(), self.said()

    @classmethod
    def read(cls, text: "Text", action: Any) -> Meaning:
        """What a text means by it; `action` has the fields that were read before."""
        named = cls.named_in(text)
        if len(named) == 1:
            return named[0]
        listed = ", ".join(cls(number, text.at).said() for number in named or range(min(cls.count, 12)))
        return Refused(action.when, f"Say which: {listed}.")

    @classmethod
    def named_in(cls, text: "Text") -> list[int]:
        """The values that a text names; those with the longest name where several overlap."""
        lengths = {number: text.longest(cls(number, text.at).names()) for number in range(cls.count)}
        most = max(lengths.values(), default=0)
        return [number for number, length in lengths.items() if length == most > 0]


class Text(NamedTuple):
    """What somebody typed, word by word, at a table."""

    at: Any
    words: list[str]

    def number(self) -> int | None:
        """How many are named: 5, x5."""
        found = (re.fullmatch(r"x?(\d+)", word) for word in self.words)
        return next((int(match[1]) for match in found if match), None)

    def has(self, *words: str) -> bool:
        return any(word in self.words for word in words)

    def longest(self, names: Iterable[str]) -> int:
        """How many words the longest of these names has that the text names; 0 where it names none."""
        said = f" {' '.join(map(_singular, self.words))} "
        found = (list(map(_singular, words_of(name))) for name in names)
        return max((len(words) for words in found if words and f" {' '.join(words)} " in said), default=0)


_WORD = re.compile(r"[^\W\d_]+\d+\+?|[^\W\d_]+|\d+|[^\s\w]")
_SILENT = frozenset(".,;:()'\"’“”")
_NUMBERS = {name: str(number) for number, name in enumerate(("one", "two", "three", "four", "five", "six"), 1)}
FILLERS = frozenset(("the", "a", "an", "my", "i", "to", "on", "in", "at", "of", "for", "from", "with", "please"))
"""Words that name nothing."""


def words_of(text: str) -> list[str]:
    """The words and signs of a text. Places keep their digits together, hyphens between words are spaces."""
    joined = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text.lower())
    return [_NUMBERS.get(word, word) for word in _WORD.findall(joined) if word not in _SILENT]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


# Templates


def template(text: str, form: str, action: type[Action], table: type) -> Callable[[Any], str]:
    """A template as a function of an action: `{city.owner}` is looked up and put into words, typed, said or touched."""
    parts: list[tuple[str, Callable[[Any], Any] | None]] = []
    for before, name, _spec, _conversion in Formatter().parse(text):
        if name is not None:
            _check(name, text, action, table)
        parts.append((before, attrgetter(name) if name else None))
    put = _FORMS[form]
    return lambda it: "".join([before + put(find(it)) if find else before for before, find in parts])


def _check(name: str, text: str, action: type[Action], table: type) -> None:
    """A name in a template is that of a field, or of something that the action or the kind of the field has."""
    first, _, rest = name.partition(".")
    owner: Any = action.fields.get(first, table if first == "at" else None)
    known = _has(owner, rest.partition(".")[0]) if owner and rest else bool(owner) or _has(action, first)
    if not known:
        raise AttributeError(f"{action.__name__} has no {name}, which {text!r} names")


def _has(owner: Any, name: str) -> bool:
    return hasattr(owner, name) or any(name in vars(one).get("__annotations__", {}) for one in owner.__mro__)


def _form(form: str) -> Callable[[Any], str]:
    return lambda value: getattr(value, form)() if isinstance(value, Value) else str(value)


_FORMS = {form: _form(form) for form in ("typed", "said", "touched")}


# Pages and phases


class Page:
    """One decision: its Action, its rules, and the words that its templates make."""

    def __init__(self, module: ModuleType, table: type) -> None:
        self.module = module
        self.name = module.__name__.rpartition(".")[2]
        self.action = _action_of(module)
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
        """The action as words know it: its fields are Values of the table."""
        it: Any = self.action(*(kind(number, at) for kind, number in zip(self.fields.values(), fields, strict=True)))
        it.at = at
        return it

    def decode(self, at: Any, action: int) -> Any:
        return self.see(at, *plain(split)(self.family, action)[: len(self.fields)])

    def written(self, at: Any, text: str) -> int | None:
        """The action, legal or not, that is written so."""
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
        """The action that the words of a text name, or what is missing; a page may read them itself."""
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
        """All words that an action may be told with."""
        texts = [self.notation(it), self.label(it), *(name for value in it for name in value.names())]
        return {word for text in texts for word in words_of(text)}.union(*self.verbs)


def _pattern(parts: Iterable[tuple[str, str | None, Any, Any]], names: Mapping[str, Iterable[str]]) -> str:
    """A notation as a regular expression with a group for each field that is named in it."""
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


def _action_of(module: ModuleType) -> type[Action]:
    """The action that a page declares."""
    declared = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Action)]
    own = [one for one in declared if one.__module__ == module.__name__]
    if len(own) != 1:
        raise TypeError(f"{module.__name__}: a page declares one Action; this one has {len(own)}")
    return own[0]


class Phase:
    """What can be asked: the kinds of its frame, its pages, what it offers, and what forbids all of them."""

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
        """The number of the rule that forbids what is not asked, 0 where it has none of its own."""
        return int(plain(self.unasked)(at.view, at.box, at.seat) if callable(self.unasked) else self.unasked)

    @property
    def test(self) -> str:
        return " or ".join(f"kind == {one}" for one in self.asked)


class Decisions:
    """The pages of a game, and all that is made of them."""

    def __init__(
        self,
        table: Callable[[Any, Any, int], Any],
        codes: Sequence[ModuleType | type],
        phases: Sequence[ModuleType],
        undue: int,
        not_now: int = 0,
        facts: Mapping[int, Callable[[Any], str]] | None = None,
        elsewhere: Callable[[Any, int], str] | None = None,
        after: Any = None,
        otherwise: Mapping[str, Any] | None = None,
    ) -> None:
        """`codes` are the pages in the order of their codes, `undue` the rule for a seat that is not to act.

        An action that is not asked now is refused by its `when`, or all of them by `not_now`. `facts` hold for every
        page; `elsewhere` tells by its `when` why an action that a text names is not asked. `after` is a rule that
        follows each action. `otherwise` has the rules `legal`, `apply`, `refusal` and `chance` for actions that have no
        page yet; `codes` names their tuples.
        """
        self.table = table
        self.phases = [Phase(module) for module in phases]
        declared = [(one, _action_of(one) if isinstance(one, ModuleType) else one) for one in codes]
        self.families = lay_out(**{_name_of(one): action for one, action in declared})
        kind: Any = table
        kind.decisions = self
        self.pages = [Page(one, kind) for one, _ in declared if isinstance(one, ModuleType)]
        self.undue, self.not_now = undue, not_now
        self.facts = facts or {}
        self.elsewhere = elsewhere
        self._by_code = {code: page for page in self.pages for code in range(page.family.first, page.family.last + 1)}
        writer = _Writer(self, after, otherwise or {}, phases[0].__name__.rpartition(".")[0])
        self.legal, self.apply = writer.legal(), writer.apply()
        self.refusal, self.chance = writer.refusal(), writer.chance()

    def page(self, action: int) -> Page | None:
        """The page of an action; None for one that is on none yet."""
        return self._by_code.get(action)

    def see(self, view: Record, box: Record, seat: int, action: int) -> tuple[Page, Any]:
        """The page of an action, and the action as words know it."""
        page = self._by_code[action]
        return page, page.decode(self.table(view, box, seat), action)

    def notation(self, view: Record, box: Record, seat: int, action: int) -> str:
        page, it = self.see(view, box, seat, action)
        return page.notation(it)

    def label(self, view: Record, box: Record, seat: int, action: int) -> str:
        page, it = self.see(view, box, seat, action)
        return page.label(it)

    def path(self, view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
        page, it = self.see(view, box, seat, action)
        return tuple(page.touches(it).split())

    def fact(self, view: Record, box: Record, seat: int, action: int, rule: int) -> str:
        """Why a rule forbids an action; empty where the rule says all there is to say."""
        page, it = self.see(view, box, seat, action)
        told = page.facts.get(rule)
        if told is None:
            return self.facts[rule](it.at) if rule in self.facts else ""
        return told(it)

    def prompt(self, view: Record, box: Record, seat: int) -> str:
        """What the phase asks of the seat; empty where it does not say."""
        phase = self.phase(view)
        told = getattr(phase.module, "prompt", "") if phase else ""
        return str(told(self.table(view, box, seat)) if callable(told) else told)

    def phase(self, view: Record) -> Phase | None:
        """The phase that is asked now."""
        kind = plain(frame_kind)(view)
        return next((phase for phase in self.phases if kind in phase.asked), None)

    # Reading

    def meant(self, view: Record, box: Record, seat: int, text: str) -> Meaning:
        """What a person means by a text: an action as it is written or said, legal or not, or why there is none."""
        at, phase = self.table(view, box, seat), self.phase(view)
        written = self.written(at, text)
        page = self.page(-1 if written is None else written)
        if written is not None and page is not None and not page.is_natures:
            is_asked = phase is None or page.module in phase.pages
            return self._meant(at, phase, written) if is_asked or self.elsewhere is None else self._unasked(page, at)
        said = Text(at, words_of(text))
        if not said.words:
            return None
        own = getattr(phase.module, "read", None) if phase and phase.module not in phase.pages else None
        meant = own(said) if own else None
        return self._named(said, phase) if meant is None else meant

    def _meant(self, at: Any, phase: Phase | None, action: int) -> Meaning:
        """What is meant by an action that is written so: another one where the phase or its page says so."""
        page = self._by_code[action]
        it = page.decode(at, action)
        for owner in (phase, page):
            told = getattr(owner.module, "meant", None) if owner else None
            meant: Meaning = told(it) if told else None
            if meant is not None:
                return meant
        return action

    def written(self, at: Any, text: str) -> int | None:
        """The action, legal or not, whose notation a text is."""
        typed = " ".join(text.lower().split())
        found = (page.written(at, typed) for page in self.pages)
        return next((action for action in found if action is not None), None)

    def _named(self, text: Text, phase: Phase | None) -> Meaning:
        """What a page means that is asked, by a verb or without; else why one that is not asked cannot be meant."""
        modules = phase.pages if phase else ()
        asked = [page for page in self.pages if page.module in modules]
        for pages in (asked, [page for page in self.pages if page not in asked]):
            page, rest = self._by_verb(pages, text)
            meant: Meaning = None
            if page is not None:
                meant = page.read(rest) if page in asked else self._unasked(page, text.at)
            meant = self._unnamed(pages, text, asked) if meant is None else meant
            if meant is not None:
                return meant
        return None

    def _by_verb(self, pages: Sequence[Page], text: Text) -> tuple[Page | None, Text]:
        """The page that a text names by a verb, the longest and then the first, and the text without the verb."""
        found = [
            (-len(verb), min(map(text.words.index, verb)), page, verb)
            for page in pages
            for verb in page.verbs
            if verb <= set(text.words)
        ]
        if not found:
            return None, text
        *_, page, verb = min(found, key=lambda one: one[:2])
        return page, Text(text.at, [word for word in text.words if word not in verb])

    def _unnamed(self, pages: Sequence[Page], text: Text, asked: Sequence[Page]) -> Meaning:
        """What the pages mean that need no verb."""
        for page in pages:
            meant = None if page.needs_verb or page.is_natures else page.read(text)
            if isinstance(meant, int) or (meant and hasattr(page.module, "read")):
                return meant if page in asked else self._unasked(page, text.at)
        return None

    def _unasked(self, page: Page, at: Any) -> Refused:
        phase = self.phase(at.view)
        rule = (phase and phase.forbids(at)) or self.not_now or page.action.when
        if self.elsewhere is not None:
            return Refused(rule, self.elsewhere(at, page.action.when))
        fact = page.facts.get(rule)
        it = page.see(at, *[0] * len(page.fields))
        return Refused(rule, fact(it) if fact else self.facts[rule](at) if rule in self.facts else "")

    def unread(self, view: Record, box: Record, seat: int, action: int, text: str, names: Sequence[str]) -> list[str]:
        """The words of a text that are no part of an action that it was read as, or say another number of something."""
        page, it = self.see(view, box, seat, action)
        told = [word for name in names for word in words_of(name)]
        known = {_singular(word) for word in {*page.words(it), *told, *FILLERS}}
        said, counts = words_of(text), counted(page.label(it))
        other = [number for what, numbers in counted(text).items() for number in numbers - counts.get(what, numbers)]
        unread = [word for word in said if _singular(word) not in known or word in other]
        # A notation is used up whole, also where another one is meant by it.
        return unread if unread and self.written(it.at, text) is None else []


def counted(text: str) -> dict[str, set[str]]:
    """The numbers in a text by the word that follows: `4 coins and 1 science` has 4 of coin and 1 of science."""
    found: dict[str, set[str]] = {}
    for number, what in pairwise(words_of(text)):
        if number.isdecimal():
            found.setdefault(_singular(what), set()).add(number)
    return found


def _name_of(page: ModuleType | type) -> str:
    if isinstance(page, ModuleType):
        return page.__name__.rpartition(".")[2]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", page.__name__).lower()


class _Writer:
    """Writes the rules that pass a question on to the pages: plain rules, compiled, kept and read as others are."""

    def __init__(self, decisions: Decisions, after: Any, otherwise: Mapping[str, Any], home: str) -> None:
        self.decisions, self.after, self.otherwise, self.home = decisions, after, otherwise, home
        self.names: dict[str, Any] = {"__name__": home, "frame_kind": frame_kind, "is_due": is_due, "decode": decode}

    def legal(self) -> Any:
        lines = ["kind = frame_kind(s)"]
        for phase in self.decisions.phases:
            if not phase.is_natures:
                lines += [f"if {phase.test}:", *self._offered(phase)]
        return self._made("legal", "s, box, seat, out", [*lines, f"return {self._else('legal', 'seat, out')}"])

    def _offered(self, phase: Phase) -> Iterator[str]:
        if hasattr(phase.module, "offers"):
            yield f"    return {self._named(phase, 'offers')}(s, box, seat, out, 0)"
            return
        yield "    n = 0"
        yield from (f"    n = {self._named(page, 'offers')}(s, box, seat, out, n)" for page in self._pages(phase))
        yield "    return n"

    def chance(self) -> Any:
        lines = ["kind = frame_kind(s)"]
        for phase in self.decisions.phases:
            if phase.is_natures:
                owner = phase if hasattr(phase.module, "chances") else self._pages(phase)[0]
                lines += [f"if {phase.test}:", f"    return {self._named(owner, 'chances')}(s, box, out, weights)"]
        return self._made("chance", "s, box, out, weights", [*lines, f"return {self._else('chance', 'out, weights')}"])

    def apply(self) -> Any:
        after = []
        if self.after is not None:
            self.names["after"] = self.after
            after = ["after(s, box)"]
        lines = self._by_code(
            lambda page: [f"{self._named(page, 'apply')}(s, box, seat{self._decoded(page)})"],
            [self._else("apply", "seat, action")],
        )
        return self._made("apply", "s, box, seat, action", [*lines, *after])

    def refusal(self) -> Any:
        otherwise = [f"return {self._else('refusal', 'seat, action')}"]
        lines = ["kind = frame_kind(s)", *self._by_code(lambda page: list(self._refused(page)), otherwise)]
        return self._made("refusal", "s, box, seat, action", lines)

    def _refused(self, page: Page) -> Iterator[str]:
        decisions = self.decisions
        if page.is_natures and not hasattr(page.module, "refuse"):
            yield f"return {decisions.not_now or page.action.when}"
            return
        yield "if not is_due(s, seat):"
        yield f"    return {decisions.undue}"
        for phase in decisions.phases:
            if page.module in phase.pages and phase.is_natures <= page.is_natures:
                yield f"if {phase.test}:"
                if phase.refuse:
                    yield f"    why = {self._named(phase, 'refuse')}(s, box, seat, action)"
                    yield "    if why != 0:"
                    yield "        return why"
                own = hasattr(page.module, "refuse")
                call = f"{self._named(page, 'refuse')}(s, box, seat{self._decoded(page)})" if own else "0"
                yield f"    return {call}"
            elif phase.unasked:
                yield f"if {phase.test}:"
                call = f"{self._named(phase, 'unasked')}(s, box, seat)" if callable(phase.unasked) else phase.unasked
                yield f"    return {call}"
        yield f"return {decisions.not_now or page.action.when}"

    def _pages(self, phase: Phase) -> list[Page]:
        """The pages of a phase in the order in which it names them."""
        pages = {page.module: page for page in self.decisions.pages}
        return [pages[module] for module in phase.pages]

    def _named(self, owner: Page | Phase, rule: str) -> str:
        name = f"{owner.name}_{rule}"
        self.names[name] = getattr(owner.module, rule)
        return name

    def _decoded(self, page: Page) -> str:
        """How an action is handed to a page; one without fields has nothing to hand over."""
        self.names[page.action.__name__] = page.action
        return f", decode({page.action.__name__}, action)" if page.fields else ""

    def _else(self, rule: str, given: str) -> str:
        if rule not in self.otherwise:
            return "0"
        self.names[f"{rule}_otherwise"] = self.otherwise[rule]
        return f"{rule}_otherwise(s, box, {given})"

    def _by_code(self, lines: Callable[[Page], list[str]], otherwise: list[str]) -> list[str]:
        """Halve the ranges of codes until one is left."""
        ranges: list[tuple[int, list[str]]] = []
        for family in self.decisions.families.values():
            page = self.decisions.page(family.first)
            if page is not None or not ranges or ranges[-1][1] is not otherwise:
                ranges.append((family.first, lines(page) if page else otherwise))
        return _halved(ranges)

    def _made(self, name: str, given: str, lines: list[str]) -> Any:
        source = "\n    ".join([f"def {name}({given}):", *lines])
        exec(compile(source, f"<{name} of {self.home}>", "exec"), self.names)
        return rule(self.names[name])


def _halved(ranges: list[tuple[int, list[str]]]) -> list[str]:
    if len(ranges) == 1:
        return ranges[0][1]
    half = len(ranges) // 2
    low, high = ([f"    {line}" for line in _halved(part)] for part in (ranges[:half], ranges[half:]))
    return [f"if action < {ranges[half][0]}:", *low, "else:", *high]
