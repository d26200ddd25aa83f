"""The one way to compile: `@rule`, kept on disk; and the switch between rules that run and rules that are read.

Rules are Python. Compiled they run fast; while `reading()` they are interpreted instead, all the way down, with equal
results. So a match can begin before anything is compiled.
"""

import gc
import importlib
import logging
import pickle
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any, TypeVar, cast
from weakref import WeakSet

import numba
import numba.core.types
import numpy as np
from numba import njit
from numba.core import cgutils
from numba.core.compiler import CompileResult, Flags, _make_subtarget, compile_extra, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.errors import NumbaNotImplementedError
from numba.core.event import trigger_event
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.extending import lower_builtin, lower_cast, type_callable

from .cache import Shelf, game_of, read_code, write_code
from .content import place_of_piece
from .linking import Broken, Piece, forget_what_needs, island_of, load_island, load_piece, make_island

F = TypeVar("F", bound=Callable[..., Any])

interpreted = bool(numba.config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1: rules run as plain Python, for the debugger and for coverage."""


Integer, INT64, UINT64 = numba.core.types.Integer, numba.core.types.int64, numba.core.types.uint64
_SMALL = (
    numba.core.types.Integer,
    numba.core.types.IntegerLiteral,
    numba.core.types.Boolean,
    numba.core.types.BooleanLiteral,
    numba.core.types.IntEnumMember,
)


def wide(kinds: Iterable[Any]) -> tuple[Any, ...]:
    """The types of arguments, with 64-bit ints for all ints, those that are left out as well."""
    return tuple(INT64 if isinstance(kind, _SMALL) or _is_left_out(kind) else kind for kind in kinds)


def _is_left_out(kind: Any) -> bool:
    """Whether it stands for an int that the caller leaves out; it is passed all the same."""
    return isinstance(kind, numba.core.types.Omitted) and isinstance(kind.value, int)


def _called_with(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types that Python's arguments are taken as: a NumPy int that fits into 64 bits is one."""
    return tuple(INT64 if isinstance(kind, Integer) and kind != UINT64 else kind for kind in kinds)


class _Switch(threading.local):
    """Of each thread: True while rules are read, False while they must run, None where nobody said."""

    reads: bool | None = None
    enters = False


switch = _Switch()
_read_packages: tuple[str, ...] = ()
_read_records: tuple[Any, ...] = ()
"""Of games whose rules are read wherever nobody says otherwise: their packages, and the dtypes of their States."""


def read_everywhere(packages: Iterable[str], records: Iterable[Any]) -> None:
    """From now on rules of these packages, and any that are handed these records, are read when Python calls them."""
    global _read_packages, _read_records
    _read_packages = tuple(f"{package}." for package in packages)
    _read_records = tuple(records)


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that can also be read."""

    entries: dict[tuple[Any, ...], Callable[..., Any]]
    """What Python calls, by the types of arguments."""
    shelf: Shelf

    def __call__(self, *given: Any, **named: Any) -> Any:
        if switch.reads:
            return self.py_func(*given, **named)
        if _read_packages and switch.reads is None and self._is_of_read_game(given):
            with reading():
                return self.py_func(*given, **named)
        return CPUDispatcher.__call__(self, *given, **named)

    def _is_of_read_game(self, given: tuple[Any, ...]) -> bool:
        """Views and words call rules, too: they must not wait for the compiler."""
        if self.py_func.__module__.startswith(_read_packages):
            return True
        return bool(given) and getattr(given[0], "dtype", None) in _read_records

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """For the compiler: one version of a rule, for 64-bit ints, whatever ints a caller passes."""
        pysig, folded = self.fold_argument_types(args, kws)
        kinds = wide(folded)
        if has_journal(kinds) and not looks_at_journal(self.py_func):
            kinds = tuple(_quieter.get(kind, kind) for kind in kinds)
        return _Version(self.piece_for(kinds).signature), pysig, kinds, {}

    def _compile_for_args(self, *given: Any, **named: Any) -> Any:
        """Python calls it with arguments of types that it was not called with before."""
        switch.enters = True
        try:
            return super()._compile_for_args(*given, **named)
        finally:
            switch.enters = False

    def compile(self, sig: Any) -> Any:
        enters, switch.enters = switch.enters, False
        kinds = tuple(normalize_signature(sig)[0])
        return self.entry_for(_called_with(kinds)) if enters else self.piece_for(kinds).entry_point

    def entry_for(self, kinds: tuple[Any, ...]) -> Callable[..., Any]:
        """The function for arguments of these types, as Python calls it."""
        with global_compiler_lock:
            if kinds not in self.entries:
                context = self._compiler.context()
                named = self.shelf.entry(kinds, self.processor)
                file = read_code(named)
                entry = load_island(context, file.decode()) if file else None
                self._count(kinds, entry is not None)
                if entry is None:
                    file, entry = self._made(kinds, context)
                    write_code(named, file)
                self._insert([kind._code for kind in kinds], entry, False)
                self.entries[kinds] = entry
            return self.entries[kinds]

    def _made(self, kinds: tuple[Any, ...], context: Any) -> tuple[bytes, Callable[..., Any]]:
        """The function for arguments of these types, and the file that it is in, from pieces on disk or compiled."""
        file = island_of(self.place_of(kinds)[1])
        entry = load_island(context, file)
        while entry is None:
            # Half a second that other starts do without.
            _load_numba()
            self.typingctx.refresh()
            self.targetctx.refresh()
            try:
                entry = make_island(self.piece_for(kinds), context, file, _aloud(kinds))
            except Broken as broken:
                _forget(broken.file)
        return file.encode(), entry

    def piece_for(self, kinds: tuple[Any, ...]) -> CompileResult:
        """The code for arguments of these types, as other rules call it."""
        with global_compiler_lock:
            if kinds not in self.overloads:
                place = self.place_of(kinds)
                found = load_piece(self.targetctx.codegen(), place[1])
                result = self._known(*found) if found else self._compiled(kinds, place)
                result.library.fndesc = result.fndesc
                self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
                self.overloads[kinds] = result
            return self.overloads[kinds]

    def _compiled(self, kinds: tuple[Any, ...], place: tuple[str, str]) -> CompileResult:
        self._compiler.place = place
        told = {"dispatcher": self, "args": kinds, "return_type": None}
        with _tidying_seldom(), self._compiling_counter, trigger_event("numba:compile", data=told):
            result = self._compiler.compile(kinds, None)
        piece = result.library
        piece.is_noisy = self in _spoken
        piece.is_door = self._is_door(kinds)
        piece.finish(result.fndesc.llvm_func_name)
        piece.save(result)
        return result._replace(entry_point=piece)

    def _is_door(self, kinds: tuple[Any, ...]) -> bool:
        from . import generic

        game = game_of(kinds)
        return bool(game) and self in generic.named(game).values()

    def _known(self, piece: Piece, told: bytes) -> CompileResult:
        """What is known of a piece that was read from disk."""
        fndesc, environment, signature = pickle.loads(told)
        return compile_result(
            typing_context=self.typingctx,
            target_context=self.targetctx,
            entry_point=piece,
            library=piece,
            fndesc=fndesc,
            environment=environment,
            signature=signature,
            objectmode=False,
        )

    def _count(self, kinds: tuple[Any, ...], was_there: bool) -> None:
        (self._cache_hits if was_there else self._cache_misses)[kinds] += 1

    def place_of(self, kinds: tuple[Any, ...]) -> tuple[str, str]:
        """The key and the file of the piece for arguments of these types."""
        return place_of_piece(self, kinds, self.processor)

    @property
    def processor(self) -> Any:
        return self.targetctx.codegen().magic_tuple()


class _Version:
    """The one version of a rule that a call can mean, as the compiler asks for it."""

    def __init__(self, signature: Any) -> None:
        self.signature = signature

    def __call__(self, _context: Any) -> "_Version":
        return self

    def apply(self, _kinds: Any, _named: Any) -> Any:
        return self.signature


_rules: "WeakSet[Rule]" = WeakSet()
log = logging.getLogger("wartable.code")


@cache
def _say_once() -> None:
    log.warning("compiled code on disk is not whole: what is missing is compiled again")


def _forget(file: str) -> None:
    """A piece is gone from disk: what needs it is compiled again."""
    _say_once()
    gone = forget_what_needs(file)
    for rule in list(_rules):
        for kinds, result in list(rule.overloads.items()):
            if result.library in gone:
                del rule.overloads[kinds]


@cache
def _load_numba() -> None:
    """Load all that Numba knows of types.

    It looks for SciPy as it loads, to multiply matrices with, and loads half of that: another half a second. Whoever
    needs SciPy all the same finds it when a function is compiled that does.
    """
    sought = "scipy.linalg.cython_blas"
    if sought in sys.modules:
        return
    sys.modules[sought] = cast(ModuleType, None)
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules[sought]


JOURNAL = "journal"
"""The field that a Box has where notes are taken."""
_quieter: dict[Any, Any] = {}
"""For types of records that have more in front (a Box with a journal): the type of the rest."""


def let_rules_see_less(longer: Any, shorter: Any) -> None:
    """Rules are compiled for a Box without a journal only, and given that part of one that has it.

    Both are types of records; the longer one has the fields of the other after its own.
    """
    if _bytes_in_front(longer, shorter) is not None:
        _quieter[longer] = shorter
        _longer[shorter] = longer


_longer: dict[Any, Any] = {}
_spoken: dict[Any, Any] = {}
"""What stands for rules that take no notes in machine code that takes some: rules of the same arguments."""


def let_speak(silent: Any, spoken: Any) -> None:
    """Where a Box with a journal comes in, one rule is called in place of the other.

    Both get the part of the Box without the journal, and ints; `whole` gives the rest.
    """
    _spoken[silent] = spoken


def has_journal(kinds: Iterable[Any]) -> bool:
    return any(kind in _quieter for kind in kinds)


def _aloud(kinds: tuple[Any, ...]) -> dict[str, Piece]:
    """What is called in place of rules that take no notes, by their symbols; nothing where there is no journal."""
    found = {}
    for box in [_quieter[kind] for kind in kinds if kind in _quieter][:1]:
        for silent, spoken in _spoken.items():
            taken = (box, *[INT64] * (silent.py_func.__code__.co_argcount - 1))
            found[silent.piece_for(taken).library.symbol] = spoken.piece_for(taken).library
    return found


def whole(box: Any) -> Any:
    """The Box with a journal that compiled code was given a part of."""
    raise AssertionError("rules that are read have all of the Box")


@type_callable(whole)  # type: ignore[untyped-decorator]
def _type_whole(_context: Any) -> Any:
    def typed(box: Any) -> Any:
        return _longer.get(box)

    return typed


@lower_builtin(whole, numba.core.types.Record)  # type: ignore[untyped-decorator]
def _lower_whole(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    longer, shorter = signature.return_type, signature.args[0]
    start = _bytes_in_front(longer, shorter) or 0
    return cgutils.pointer_add(builder, given[0], -start, context.get_value_type(longer))


def _bytes_in_front(longer: Any, shorter: Any) -> int | None:
    """How far into the longer record the shorter one begins; None where it is no part of it. Tags are no bytes."""
    starts = set()
    for name, field in shorter.fields.items():
        same = longer.fields.get(name)
        if same is not None and same.type == field.type:
            starts.add(same.offset - field.offset)
        elif 0 not in getattr(field.type, "shape", ()):
            return None
    return starts.pop() if len(starts) == 1 else None


@lower_cast(numba.core.types.Record, numba.core.types.Record)  # type: ignore[untyped-decorator]
def _see_less(context: Any, builder: Any, longer: Any, shorter: Any, value: Any) -> Any:
    start = _bytes_in_front(longer, shorter)
    if start is None:
        raise NumbaNotImplementedError(f"cannot cast {longer} to {shorter}")
    return cgutils.pointer_add(builder, value, start, context.get_value_type(shorter))


@cache
def looks_at_journal(function: Any) -> bool:
    """Whether a rule, or what it calls, looks at a journal itself or calls what is picked by type."""
    seen = {function}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if JOURNAL in one.__code__.co_names:
            return True
        for value in _named_in(one):
            if hasattr(value, "pick_for_type") and not getattr(value, "takes_notes", False):
                return True
            if isinstance(value, Rule) and value.py_func not in seen:
                seen.add(value.py_func)
                waiting.append(value.py_func)
    return False


def _named_in(function: Any) -> Iterator[Any]:
    """What a function may mean by the names in it, in its module and in modules that it names."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType):
            yield from (vars(value).get(other) for other in names)


@contextmanager
def _tidying_seldom() -> Iterator[None]:
    """The compiler makes so many objects that looking for rubbish among them took a tenth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class RuleFlags(Flags):  # type: ignore[misc]
    """Numba's options of a function, which it compares thousands of times in a compile, one by one."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RuleFlags) and self._values == other._values:
            return True
        return bool(super().__eq__(other))

    def __hash__(self) -> int:
        return _hash_of_flags()


@cache
def _hash_of_flags() -> int:
    """Numba's is one of the names of all options, so it is the same for all."""
    return hash(Flags())


class PieceMaker(_FunctionCompiler):  # type: ignore[misc]
    """Has Numba compile a rule as a piece."""

    rule: Rule
    is_woven = False
    place = "", ""
    """The key and the file of the piece that is being made."""

    def flags(self) -> Any:
        flags = RuleFlags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        flags.no_cpython_wrapper = True
        return flags

    def context(self) -> Any:
        return _make_subtarget(self.targetdescr.target_context, self.flags())

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        from .pipeline import RuleCompiler

        codegen = self.targetdescr.target_context.codegen()
        key, file = self.place
        named = type("Named", (RuleCompiler,), {"key": key})
        return compile_extra(
            self.targetdescr.typing_context,
            self.targetdescr.target_context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=self.flags(),
            locals=self.locals,
            library=Piece(codegen, self.py_func.__qualname__, file, self.is_woven, has_journal(args)),
            pipeline_class=named,
        )


@contextmanager
def reading(reads: bool = True) -> Iterator[None]:
    """Within it, and in this thread, rules are interpreted; with `reads` False they run, whatever else is said."""
    before = switch.reads
    switch.reads = reads
    try:
        # The generator of random numbers wraps, and means to.
        with np.errstate(over="ignore"):
            yield
    finally:
        switch.reads = before


OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False, "forceinline": False}
"""Without `_nrt` no references are counted, which took a large part of the time: compiled code allocates nothing, and
whoever calls it keeps the arrays alive. `forceinline` would be taken over from whichever caller is compiled first."""


def _as_rule(dispatcher: Any) -> Any:
    """Let Numba's dispatcher compile as this file says."""
    if not interpreted:
        dispatcher.__class__ = Rule
        dispatcher.entries = {}
        dispatcher._compiler.__class__ = PieceMaker
        dispatcher.shelf = Shelf(dispatcher.py_func)
        dispatcher._compiler.rule = dispatcher
        _rules.add(dispatcher)
    return dispatcher


def compiled(function: F) -> F:
    """Compile a function of the engine (a rule, a playout, a search): cached on disk, free of the GIL."""
    return cast(F, _as_rule(njit(**OPTIONS)(function)))


class Light(Rule):
    """A compiled function that Python calls as it was written."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.py_func(*given, **named)


def light(function: F) -> F:
    """Compile a function that is small: rules have it compiled, and from Python it costs less as it is."""
    dispatcher: Any = compiled(function)
    if not interpreted:
        dispatcher.__class__ = Light
    return cast(F, dispatcher)


def woven(function: F) -> F:
    """Compile a step of something large, like a search, as part of each caller.

    Other functions are put in place of a call where they are short; these always are: they take so many arrays that a
    call of them costs more than what they do.
    """
    dispatcher: Any = compiled(function)
    if not interpreted:
        dispatcher._compiler.is_woven = True
        dispatcher._compiler.targetoptions = {**dispatcher.targetoptions, "forceinline": True}
    return cast(F, dispatcher)


def inlined(function: F) -> F:
    """Compile a function of the engine as part of each caller.

    Unlike what is woven, it is part of the caller before types are known, for a GPU too; that takes Numba long where
    much is put together. Python calls such a function as it was written.
    """
    dispatcher: Any = _as_rule(njit(**OPTIONS, inline="always")(function))
    if not interpreted:
        dispatcher.__class__ = Light
    return cast(F, dispatcher)


rule = compiled
"""Marks a rule of a game. It reads and writes records and ints only; see docs/games.md."""


def plain(function: Any) -> Any:
    """The function behind a rule, to be run without waiting for the compiler."""
    return getattr(function, "py_func", function)
