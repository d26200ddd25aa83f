"""Generates the rules that dispatch to a game's pages."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wartable.compiler.decorators import rule

from ..actions import decode, put
from ..frames import is_due
from ..frames import kind as frame_kind
from .pages import Page, Phase


class Writer:
    """Generates the dispatching rules as source code: plain rules, compiled and cached like any other."""

    def __init__(
        self,
        pages: Sequence[Page],
        phases: Sequence[Phase],
        after: Callable[..., None] | None,
        undue: int,
        not_now: int,
    ) -> None:
        self.pages, self.phases, self.after, self.undue, self.not_now = pages, phases, after, undue, not_now
        self.home = home = phases[0].module.__name__.rpartition(".")[0]
        self.names: dict[str, Any] = {"__name__": home, "frame_kind": frame_kind, "is_due": is_due, "decode": decode}

    def legal(self) -> Any:
        lines = ["kind = frame_kind(s)"]
        for phase in self.phases:
            if not phase.is_natures:
                lines += [f"if {phase.test}:", *self._offered(phase)]
        return self._made("legal", "s, box, seat, out", [*lines, "return 0"])

    def _offered(self, phase: Phase) -> Iterator[str]:
        if hasattr(phase.module, "offers"):
            yield f"    return {self._named(phase, 'offers')}(s, box, seat, out, 0)"
            return
        yield "    n = 0"
        for page in self._pages(phase):
            if hasattr(page.module, "offers"):
                yield f"    n = {self._named(page, 'offers')}(s, box, seat, out, n)"
            else:
                self.names |= {"put": put, page.action.__name__: page.action}
                yield f"    n = put(out, n, {page.action.__name__}())"
        yield "    return n"

    def chance(self) -> Any:
        lines = ["kind = frame_kind(s)"]
        for phase in self.phases:
            if phase.is_natures:
                owner = phase if hasattr(phase.module, "chances") else self._pages(phase)[0]
                lines += [f"if {phase.test}:", f"    return {self._named(owner, 'chances')}(s, box, out, weights)"]
        return self._made("chance", "s, box, out, weights", [*lines, "return 0"])

    def apply(self) -> Any:
        after = []
        if self.after is not None:
            self.names["after"] = self.after
            after = ["after(s, box)"]
        lines = self._by_code(lambda page: [f"{self._named(page, 'apply')}(s, box, seat{self._decoded(page)})"])
        return self._made("apply", "s, box, seat, action", [*lines, *after])

    def refusal(self) -> Any:
        lines = ["kind = frame_kind(s)", *self._by_code(lambda page: list(self._refused(page)))]
        return self._made("refusal", "s, box, seat, action", lines)

    def _refused(self, page: Page) -> Iterator[str]:
        if page.is_natures and not hasattr(page.module, "refuse"):
            yield f"return {self.not_now or page.action.when}"
            return
        yield "if not is_due(s, seat):"
        yield f"    return {self.undue}"
        for phase in self.phases:
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
        yield f"return {self.not_now or page.action.when}"

    def _pages(self, phase: Phase) -> list[Page]:
        """The pages of a phase, in its order."""
        pages = {page.module: page for page in self.pages}
        return [pages[module] for module in phase.pages]

    def _named(self, owner: Page | Phase, rule: str) -> str:
        name = f"{owner.name}_{rule}"
        self.names[name] = getattr(owner.module, rule)
        return name

    def _decoded(self, page: Page) -> str:
        """The argument that passes an action to a page; none for an action without fields."""
        self.names[page.action.__name__] = page.action
        return f", decode({page.action.__name__}, action)" if page.fields else ""

    def _by_code(self, lines: Callable[[Page], list[str]]) -> list[str]:
        """A binary search by ranges of codes."""
        return _halved([(page.family.first, lines(page)) for page in self.pages])

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
