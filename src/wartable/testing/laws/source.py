"""Checks the source of a game's rules for what does not compile or cannot be intended, before anything runs.

The compiler would find most of it too, but a minute later and in its own words. Here each mistake is one sentence with
its function, file and line, and says what to write instead.
"""

import ast
import builtins
import difflib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from wartable.compiler.mode import plain
from wartable.core import frames, generic
from wartable.core.blame import named
from wartable.core.decisions.pages import Page
from wartable.core.game import Game

MARKS = {"rule", "light", "compiled", "inlined"}

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "a list: write to an array that the State, the Box or the caller has",
    ast.ListComp: "a list: write a loop over an array that the State, the Box or the caller has",
    ast.GeneratorExp: "a generator: write a loop",
    ast.Dict: "a dict: use an array of the Box, indexed by number",
    ast.DictComp: "a dict: use an array of the Box, indexed by number",
    ast.Set: "a set: use the bits of an int (wartable.core.numbers.bits)",
    ast.SetComp: "a set: use the bits of an int (wartable.core.numbers.bits)",
    ast.JoinedStr: "a text: say what happens with note(), and put it into words in words.py",
    ast.Lambda: "a lambda: write a rule of its own at the top of the module",
    ast.FunctionDef: "a function within a function: write a rule of its own at the top of the module",
    ast.Try: "try: test for it beforehand",
    ast.Raise: "raise: illegal actions are refused by refuse(), and legal ones must work",
    ast.With: "with: rules open nothing",
    ast.Yield: "yield: write the results to an array",
    ast.Import: "an import: it belongs at the top of the module",
    ast.ImportFrom: "an import: it belongs at the top of the module",
    ast.Global: "a global variable: keep what changes in the State",
}

FORBIDDEN_CALLS = {
    "print": "print: say what happens with note(), or read the rules in a debugger (NUMBA_DISABLE_JIT=1)",
    "list": "a list: write to an array that the State, the Box or the caller has",
    "dict": "a dict: use an array of the Box, indexed by number",
    "set": "a set: use the bits of an int (wartable.core.numbers.bits)",
    "sorted": "sorted: keep things in order as they are stored",
    "str": "a text: say what happens with note(), and put it into words in words.py",
    "sum": "sum: write a loop",
    "any": "any: write a loop",
    "all": "all: write a loop",
    "open": "open: read files in make_box(), through its data",
}

PARAMETERS = {
    "setup": "s, box",
    "legal": "s, box, seat, out",
    "apply": "s, box, seat, action",
    "chance": "s, box, out, weights",
    "scores": "s, box, out",
    "points": "s, box, seat",
    "census": "s, box, out",
    "refusal": "s, box, seat, action",
    "hide": "s, box, seat",
    "fill": "s, box, seat, rng",
    "sees": "s, box, viewer, seat, action",
    "evaluate": "s, box, out",
    "features": "s, box, seat, out",
    "tally": "s, box, seat, counter",
}
PAGE_PARAMETERS = {
    "offers": "s, box, seat, out, n",
    "chances": "s, box, out, weights",
    "apply": "s, box, seat",
    "refuse": "s, box, seat",
}
"""The parameters of the rules of a page; `apply` and `refuse` also get the action, `it`, if it has fields."""
RETURNS = {
    "legal": "how many actions it wrote",
    "chance": "how many actions it wrote",
    "census": "how many numbers it wrote",
    "offers": "the new count n",
    "chances": "how many actions it wrote",
    "refuse": "the number of the rule that forbids the action, 0 where none does",
    "refusal": "the number of the rule that forbids the action, 0 where none does",
    "points": "the points of the seat",
    "tally": "what the seat has of the counter",
    "sees": "whether the viewer learns of the action",
}


@dataclass(frozen=True)
class Mistake:
    """A mistake in one line of a game's sources."""

    file: str
    line: int
    function: str
    what: str

    def __str__(self) -> str:
        return f"{self.function} ({self.file}, line {self.line}): {self.what}"


def mistakes_in(game: Game) -> Iterator[Mistake]:
    """The mistakes in the sources of the rules, in the order of the files."""
    yield from _signatures(game)
    yield from _page_signatures(game)
    fields = _fields(game)
    for module in _modules(game):
        path = Path(inspect.getfile(module))
        tree = ast.parse(path.read_text("utf-8"))
        for function in [node for node in tree.body if isinstance(node, ast.FunctionDef) and _is_rule(node)]:
            yield from _Reader(game, module, function, named(str(path), game.folder), fields).read()


def _modules(game: Game) -> list[ModuleType]:
    """All modules of the game with rules."""
    pages, phases = game.decisions.pages, game.decisions.phases
    top = {game.rules, game.hidden, game.judge, *(one.module for one in pages), *(one.module for one in phases)}
    found = set(top)
    waiting = list(top)
    while waiting:
        for value in vars(waiting.pop()).values():
            code = getattr(plain(value), "__code__", None)
            module = inspect.getmodule(code) if code is not None else None
            if module is not None and module not in found and _is_own(game, module):
                found.add(module)
                waiting.append(module)
    return sorted((module for module in found if _is_own(game, module)), key=lambda module: module.__name__)


def _is_own(game: Game, module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and game.folder.resolve() in Path(file).resolve().parents


def _is_rule(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id in MARKS for mark in function.decorator_list)


def _fields(game: Game) -> set[str]:
    """The names of all fields of the game's records, including nested ones."""
    found: set[str] = set()
    waiting: list[np.dtype[Any]] = [game.state.dtype, game.box.dtype, frames.Head.dtype]
    while waiting:
        kind = waiting.pop()
        for name in kind.names or ():
            found.add(name)
            waiting.append(kind[name].base)
    return found


def _declared(value: Any) -> set[str]:
    """The fields of a declared decision or action; empty for anything else."""
    if isinstance(value, type) and issubclass(value, frames.Decision):
        return {"kind", "due", *value.names}
    return set(getattr(value, "_fields", ())) if isinstance(value, type) and issubclass(value, tuple) else set()


def _signatures(game: Game) -> Iterator[Mistake]:
    """Each generic function has the right parameters."""
    for name in generic.GENERICS:
        function = plain(game.functions[name])
        given = len(inspect.signature(function).parameters)
        if given != len(PARAMETERS[name].split(", ")):
            code = function.__code__
            file = named(code.co_filename, game.folder)
            what = f"it takes {given} arguments; write {name}({PARAMETERS[name]})"
            yield Mistake(file, code.co_firstlineno + 1, name, what)


def _page_signatures(game: Game) -> Iterator[Mistake]:
    """So does each rule of a page, except offers and chances that a phase calls in its own way."""
    for page in game.decisions.pages:
        for name in (PAGE_PARAMETERS.keys() & vars(page.module).keys()) - _called_by_phases(game, page):
            wanted = PAGE_PARAMETERS[name] + (", it" if page.fields and name in ("apply", "refuse") else "")
            function = plain(getattr(page.module, name))
            given = len(inspect.signature(function).parameters)
            if given != len(wanted.split(", ")):
                code = function.__code__
                what = f"it takes {given} arguments; write {name}({wanted})"
                yield Mistake(named(code.co_filename, game.folder), code.co_firstlineno + 1, name, what)


def _called_by_phases(game: Game, page: Page) -> set[str]:
    """What the phases of a page call themselves."""
    phases = [one.module for one in game.decisions.phases if page.module in one.pages and one.module is not page.module]
    return {name for name in ("offers", "chances") if any(hasattr(phase, name) for phase in phases)}


class _Reader:
    """Checks one rule."""

    def __init__(self, game: Game, module: ModuleType, function: ast.FunctionDef, file: str, fields: set[str]) -> None:
        self.game, self.function, self.file = game, function, file
        self.known = vars(module)
        self.is_page = any(page.module is module for page in game.decisions.pages)
        self.fields = fields.union(*map(_declared, self.known.values()))
        arguments = function.args
        self.locals = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        self.locals |= {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def read(self) -> Iterator[Mistake]:
        body = [each for each in self.function.body if not _is_remark(each)]
        found = [self._look(node) for statement in body for node in ast.walk(statement)]
        yield from sorted((each for each in found if each is not None), key=lambda each: each.line)
        yield from self._returns()

    def _mistake(self, node: ast.AST, what: str) -> Mistake:
        return Mistake(self.file, getattr(node, "lineno", self.function.lineno), self.function.name, what)

    def _look(self, node: ast.AST) -> Mistake | None:
        if type(node) in FORBIDDEN:
            return self._mistake(node, f"a rule cannot have {FORBIDDEN[type(node)]}")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self._mistake(node, f"a rule cannot have {FORBIDDEN[ast.JoinedStr]}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            return self._mistake(node, f"a rule cannot have {FORBIDDEN_CALLS[node.func.id]}")
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        return None

    def _name(self, node: ast.Name) -> Mistake | None:
        if node.id in self.locals or node.id in self.known or hasattr(builtins, node.id):
            return None
        near = _nearest(node.id, self.locals | set(self.known))
        return self._mistake(node, f"there is no {node.id}{near}")

    def _attribute(self, node: ast.Attribute) -> Mistake | None:
        whose = node.value
        if isinstance(whose, ast.Name) and whose.id not in self.locals:
            if whose.id not in self.known or hasattr(self.known[whose.id], node.attr):
                return None
            return self._mistake(node, f"{whose.id} has no {node.attr}{_nearest(node.attr, dir(self.known[whose.id]))}")
        if isinstance(whose, ast.Attribute) and isinstance(whose.value, ast.Name) and whose.value.id in self.known:
            return None
        declared = self._declared_by(whose)
        fields = _declared(self.known[declared]) if declared else self.fields
        if node.attr in fields or hasattr(np.ndarray, node.attr):
            return None
        what = f"{declared} has no field" if declared else "no record of the game has a field"
        return self._mistake(node, f"{what} {node.attr}{_nearest(node.attr, fields)}")

    def _declared_by(self, whose: ast.expr) -> str:
        """The decision or action in `top(s, Decision)` or `decode(Action, action)`; empty for anything else."""
        given = whose.args if isinstance(whose, ast.Call) else []
        names = [part.id for part in given if isinstance(part, ast.Name) and _declared(self.known.get(part.id))]
        return names[0] if names else ""

    def _returns(self) -> Iterator[Mistake]:
        name = self.function.name
        values = [node for node in ast.walk(self.function) if isinstance(node, ast.Return) and node.value is not None]
        is_asked = name in RETURNS and (self.is_page or plain(self.game.functions.get(name)) is plain(self.known[name]))
        meaning = f" {RETURNS[name]}" if is_asked else " a value"
        if is_asked and not values:
            yield self._mistake(self.function, f"it returns nothing; return{meaning}")
        elif values and not _leaves(self.function.body):
            last = self.function.body[-1]
            yield self._mistake(last, f"it can end without return; return{meaning} at its end too")


def _is_remark(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring, or a text that stands alone."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether control never reaches the end of these statements."""
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and _leaves(last.body) and _leaves(last.orelse)
    if isinstance(last, ast.While):
        endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return endless and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return False


def _nearest(name: str, names: Any) -> str:
    close = difflib.get_close_matches(name, [str(each) for each in names], 1)
    return f"; did you mean {close[0]}?" if close else ""
