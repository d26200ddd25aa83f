"""Decisions are written as pages: what can be chosen, what it does, why not, and how it is written, read, said and
touched.

A page is a module with one Action, whose fields are kinds of Value, and its rules::

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
in place of `offers`, and `refuse` is optional. The `apply` and `refuse` of an action without fields take no `it`.

A phase is a module that asks for a decision. It has `asked` (the kind of its frame, or several) and `pages`. Optional
are the rules `offers` or `chances` (for its own order) and `refuse` (what forbids all its actions; it gets the code),
`prompt` (a text, or a function of the table), `read(text)` for words that no page knows, `unasked` (the number of the
rule that forbids actions of other phases, or a rule that finds it), and `asks` (the rule to cite for a text that means
nothing, if it is not the `when` of its pages). A page with `asked` is its own phase; `also` names further pages of that
phase. If chance decides in a player's place, with the same actions, only the phase has `chances`.

If a verb of a page fits some of its actions only, as `buy` and `put back` do, `fits(it, verb)` says whether it does.
If an action can be written in two ways, `meant(it)` of its page returns the one that is meant; a pair without an order
has `is_pair = True` instead. A phase may have `meant` too, if the notation of another page means one of its own
actions; it returns None for all others.

From the pages, `Decisions` makes the rules `legal`, `apply`, `chance` and `refusal`, and the notation, label, path,
fact, prompt and reader of every action. Texts are made from hidden records only.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

from wartable.compiler.mode import plain

from ..actions import code, lay_out
from ..frames import NATURE, AnyBox, AnyState, due
from ..frames import kind as frame_kind
from ..phrases import listed, worded
from ..values import FILLERS, Meaning, Refused, Text, counted, singular, words_of
from .dispatch import Writer
from .pages import Page, Phase, action_of, name_of


class Decisions:
    """The pages of a game, and everything that is made from them."""

    def __init__(
        self,
        table: Callable[[Any, Any, int], Any],
        codes: Sequence[ModuleType],
        phases: Sequence[ModuleType],
        undue: int,
        not_now: int = 0,
        facts: Mapping[int, Callable[[Any], str]] | None = None,
        elsewhere: Callable[[Any, int], str] | None = None,
        after: Callable[..., None] | None = None,
    ) -> None:
        """`codes` are the pages in the order of their codes, `undue` the rule for a seat that acts out of turn.

        An action that is not asked for now is refused by its `when`, or, for all actions, by `not_now`. `facts` are
        facts for every page. `elsewhere` gives, by `when`, the reason that an action named in a text is not asked for.
        `after` is a rule that runs after each action.
        """
        self.table = table
        self.phases = [Phase(module) for module in phases]
        self.families = lay_out(**{name_of(one): action_of(one) for one in codes})
        kind: Any = table
        kind.decisions = self
        self.pages = [Page(module, kind) for module in codes]
        self.undue, self.not_now = undue, not_now
        self.facts = facts or {}
        self.elsewhere = elsewhere
        self._by_code = {code: page for page in self.pages for code in range(page.family.first, page.family.last + 1)}
        writer = Writer(self.pages, self.phases, after, undue, not_now)
        self.legal, self.apply = writer.legal(), writer.apply()
        self.refusal, self.chance = writer.refusal(), writer.chance()

    def page(self, action: int) -> Page | None:
        """The page of an action, or None."""
        return self._by_code.get(action)

    def is_preference(self, action: int) -> bool:
        """Whether an action only sets how its player is asked."""
        return self._by_code[action].action.is_preference

    def is_pointless(self, view: AnyState, box: AnyBox, seat: int, action: int) -> int:
        """For how many reasons everybody can see that an action achieves nothing; 0 if it is not pointless."""
        if self._by_code[action].action.is_pointless is False:
            return 0
        return int(self.see(view, box, seat, action)[1].is_pointless)

    def see(self, view: AnyState, box: AnyBox, seat: int, action: int) -> tuple[Page, Any]:
        """The page of an action, and the action with its values."""
        page = self._by_code[action]
        return page, page.decode(self.table(view, box, seat), action)

    def notation(self, view: AnyState, box: AnyBox, seat: int, action: int) -> str:
        page, it = self.see(view, box, seat, action)
        return page.notation(it)

    def label(self, view: AnyState, box: AnyBox, seat: int, action: int) -> str:
        page, it = self.see(view, box, seat, action)
        return page.label(it)

    def path(self, view: AnyState, box: AnyBox, seat: int, action: int) -> tuple[str, ...]:
        page, it = self.see(view, box, seat, action)
        return tuple(page.touches(it).split())

    def fact(self, view: AnyState, box: AnyBox, seat: int, action: int, rule: int) -> str:
        """The fact for which a rule forbids an action; empty if the rule is enough."""
        page, it = self.see(view, box, seat, action)
        told = page.facts.get(rule)
        if told is None:
            return self.facts[rule](it.at) if rule in self.facts else ""
        return told(it)

    def prompt(self, view: AnyState, box: AnyBox, seat: int) -> str:
        """What the phase asks of the seat; empty if it has no prompt."""
        phase = self.phase(view)
        told = getattr(phase.module, "prompt", "") if phase else ""
        prompt: str = told(self.table(view, box, seat)) if callable(told) else told
        return prompt

    def asked(self, view: AnyState, box: AnyBox, seat: int) -> str:
        """What is asked of the seat or of nature, or whom the seat waits for, or that the game is over."""
        if view.head.over:
            return "The game is over"
        bits = plain(due)(view)
        asked = NATURE if bits >> NATURE & 1 else seat
        told = self.prompt(view, box, seat) if asked >= 0 and bits >> asked & 1 else ""
        if told:
            return told
        waited = ["chance" if other == NATURE else f"{{{other}}}" for other in range(NATURE + 1) if bits >> other & 1]
        return worded("Waiting for {who}", who=listed(waited))

    def rule_of_the_question(self, view: AnyState, box: AnyBox, seat: int) -> int:
        """The rule that says when the current question is asked, or the rule for seats out of turn."""
        phase = self.phase(view)
        if phase is None or not plain(due)(view) >> seat & 1:
            return self.undue
        by_phase = int(getattr(phase.module, "asks", 0)) or phase.forbids(self.table(view, box, seat))
        return by_phase or self.not_now or next(page for page in self.pages if page.module in phase.pages).action.when

    def phase(self, view: AnyState) -> Phase | None:
        """The current phase."""
        kind = plain(frame_kind)(view)
        return next((phase for phase in self.phases if kind in phase.asked), None)

    def meant(self, view: AnyState, box: AnyBox, seat: int, text: str) -> Meaning:
        """The action that a text means, legal or not, by its notation or its label, or the reason that there
        is none.
        """
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
        """The action that a notation means: another one if the phase or its page says so."""
        page = self._by_code[action]
        it = page.decode(at, action)
        for owner in (phase, page):
            told = getattr(owner.module, "meant", None) if owner else None
            meant: Meaning = told(it) if told else None
            if meant is not None:
                return meant
        return code(page.action(*sorted(it))) if page.action.is_pair else action

    def written(self, at: Any, text: str) -> int | None:
        """The action, legal or not, with this notation."""
        typed = " ".join(text.lower().split())
        found = (page.written(at, typed) for page in self.pages)
        return next((action for action in found if action is not None), None)

    def _named(self, text: Text, phase: Phase | None) -> Meaning:
        """The action that a text means on a page of the current phase, with or without a verb; else why an action of
        another phase is not possible.
        """
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
        """The page whose verb the text begins with (the longest, then the first), and the text without the verb."""
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
        """What the text means on the pages that need no verb."""
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

    def unread(self, view: AnyState, box: AnyBox, seat: int, action: int, text: str, names: Sequence[str]) -> list[str]:
        """The words of a text that do not belong to the action that was understood, for example another number or a
        repeated name.
        """
        page, it = self.see(view, box, seat, action)
        told = [word for name in names for word in words_of(name)]
        # An article that is glued to something else is a slip.
        fillers = FILLERS.intersection(re.findall(r"(?<![^\W_])[^\W\d_]+(?![^\W_])", text.lower()))
        known = {singular(word) for word in {*page.words(it), *told, *fillers}}
        said, label = words_of(text), page.label(it)
        # Where the label counts other things only, "two engineers" says more than "Buy Engineer for 2 coins".
        places = {
            one for one, after in pairwise([*words_of(f"{label} {page.notation(it)}"), ""]) if not after.isalpha()
        }
        counts = {singular(word): places for word in words_of(label)} | counted(label)
        other = [number for what, numbers in counted(text).items() for number in numbers - counts.get(what, numbers)]
        twice = {word for word, after in pairwise(said) if word == after and word.isalpha()}
        unread = [word for word in said if singular(word) not in known or word in other or word in twice]
        # A notation is used up whole, also where another one is meant by it.
        return unread if unread and self.written(it.at, text) is None else []
