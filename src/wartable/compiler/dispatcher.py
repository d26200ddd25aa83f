"""Compiled functions, as Python and other rules call them: loaded from disk, or compiled if missing.

This module and its imports depend on internals of Numba, for the versions that `compiled` names. If one is missing,
rules are interpreted.
"""

import gc
import importlib
import logging
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any, cast
from weakref import WeakSet

import numba.core.types
from numba import njit
from numba.core.compiler import CompileResult, Flags, _make_subtarget, compile_extra, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.errors import LoweringError
from numba.core.event import trigger_event
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from . import mode, singledispatch
from .cache import Shelf, game_of, read_code, write_code
from .fingerprint import place_of_piece
from .journal import has_journal, is_spoken, looks_at_journal, spoken_pairs, without_journal
from .linking import Broken, Piece, forget_what_needs, island_of, load_island, load_piece, make_island
from .mode import reading, switch, warn_that_rules_are_read
from .pipeline import RuleCompiler

Integer, INT64, UINT64 = numba.core.types.Integer, numba.core.types.int64, numba.core.types.uint64
_SMALL = (
    numba.core.types.Integer,
    numba.core.types.IntegerLiteral,
    numba.core.types.Boolean,
    numba.core.types.BooleanLiteral,
    numba.core.types.IntEnumMember,
)


def wide(kinds: Iterable[Any]) -> tuple[Any, ...]:
    """The argument types with 64-bit ints for all ints, including omitted ones."""
    return tuple(INT64 if isinstance(kind, _SMALL) or _is_left_out(kind) else kind for kind in kinds)


def _is_left_out(kind: Any) -> bool:
    """Whether a type stands for an omitted int; it is passed anyway."""
    return isinstance(kind, numba.core.types.Omitted) and isinstance(kind.value, int)


def _called_with(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of arguments from Python: a NumPy int that fits into 64 bits counts as one."""
    return tuple(INT64 if isinstance(kind, Integer) and kind != UINT64 else kind for kind in kinds)


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that can also be interpreted."""

    entries: dict[tuple[Any, ...], Callable[..., Any]]
    """The entry points for Python, by argument types."""
    shelf: Shelf
    stands_alone = False
    """Whether its machine code calls no other island."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        if switch.reads:
            return self.py_func(*given, **named)
        if mode.read_packages and switch.reads is None and mode.is_of_read_game(self.py_func, given):
            with reading():
                return self.py_func(*given, **named)
        return CPUDispatcher.__call__(self, *given, **named)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """For the compiler: one version of a rule, for 64-bit ints, whatever ints the caller passes."""
        pysig, folded = self.fold_argument_types(args, kws)
        kinds = wide(folded)
        if has_journal(kinds) and not looks_at_journal(self.py_func):
            kinds = tuple(map(without_journal, kinds))
        return _Version(self.piece_for(kinds).signature), pysig, kinds, {}

    def _compile_for_args(self, *given: Any, **named: Any) -> Any:
        """Called when Python passes argument types for the first time."""
        switch.enters = True
        try:
            return super()._compile_for_args(*given, **named)
        except (AttributeError, ImportError, LoweringError) as error:
            if not read_from_now_on(error):
                raise
            return self.py_func
        finally:
            switch.enters = False

    def compile(self, sig: Any) -> Any:
        enters, switch.enters = switch.enters, False
        kinds = tuple(normalize_signature(sig)[0])
        return self.entry_for(_called_with(kinds)) if enters else self.piece_for(kinds).entry_point

    def entry_for(self, kinds: tuple[Any, ...]) -> Callable[..., Any]:
        """The entry point for these argument types."""
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
        """The entry point for these argument types, and its file, from pieces on disk or newly compiled."""
        file = island_of(self.place_of(kinds)[1])
        entry = load_island(context, file)
        while entry is None:
            # Half a second that other starts do without.
            _load_numba()
            self.typingctx.refresh()
            self.targetctx.refresh()
            try:
                entry = make_island(self.piece_for(kinds), context, file, _aloud(kinds), self.stands_alone)
            except Broken as broken:
                _forget(broken.file)
        return file.encode(), entry

    def piece_for(self, kinds: tuple[Any, ...]) -> CompileResult:
        """The code for these argument types, as other rules call it."""
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
        piece.is_noisy = is_spoken(self)
        piece.is_door = self._is_door(kinds)
        piece.finish(result.fndesc.llvm_func_name)
        piece.save(result)
        return result._replace(entry_point=piece)

    def _is_door(self, kinds: tuple[Any, ...]) -> bool:
        game = game_of(kinds)
        return bool(game) and self in singledispatch.named(game).values()

    def _known(self, piece: Piece, told: bytes) -> CompileResult:
        """The information about a piece that was read from disk."""
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
        """The key and the file of the piece for these argument types."""
        return place_of_piece(self, kinds, self.processor)

    @property
    def processor(self) -> Any:
        return self.targetctx.codegen().magic_tuple()


class _Version:
    """The single version of a rule that a call resolves to, as the compiler asks for it."""

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
    log.warning("compiled code on disk is incomplete; the missing parts are compiled again")


def _forget(file: str) -> None:
    """A piece is missing on disk: recompile what needs it."""
    _say_once()
    gone = forget_what_needs(file)
    for rule in list(_rules):
        for kinds, result in list(rule.overloads.items()):
            if result.library in gone:
                del rule.overloads[kinds]


@cache
def _load_numba() -> None:
    """Load Numba's type system.

    On loading, Numba looks for SciPy for matrix products and loads half of it, which takes half a second. Functions
    that need SciPy still find it when they are compiled.
    """
    sought = "scipy.linalg.cython_blas"
    if sought in sys.modules:
        return
    sys.modules[sought] = cast(ModuleType, None)
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules[sought]


def _aloud(kinds: tuple[Any, ...]) -> dict[str, Piece]:
    """The functions that replace those without notes, by symbol; empty if there is no journal."""
    found = {}
    for box in [without_journal(kind) for kind in kinds if has_journal([kind])][:1]:
        for silent, spoken in spoken_pairs():
            taken = (box, *[INT64] * (silent.py_func.__code__.co_argcount - 1))
            found[silent.piece_for(taken).library.symbol] = spoken.piece_for(taken).library
    return found


@contextmanager
def _tidying_seldom() -> Iterator[None]:
    """Garbage collection runs rarely while compiling: the many objects made it take a tenth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class RuleFlags(Flags):  # type: ignore[misc]
    """Numba's options of a function. Numba compares them thousands of times per compilation, one by one; these compare
    at once.
    """

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RuleFlags) and self._values == other._values:
            return True
        return bool(super().__eq__(other))

    def __hash__(self) -> int:
        return _hash_of_flags()


@cache
def _hash_of_flags() -> int:
    """Numba hashes the names of all options, which are the same for all."""
    return hash(Flags())


class PieceMaker(_FunctionCompiler):  # type: ignore[misc]
    """Makes Numba compile a rule to a piece."""

    rule: Rule
    is_woven = False
    place = "", ""
    """The key and the file of the piece being compiled."""

    def flags(self) -> Any:
        flags = RuleFlags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        flags.no_cpython_wrapper = True
        return flags

    def context(self) -> Any:
        return _make_subtarget(self.targetdescr.target_context, self.flags())

    def _compile_core(self, args: Any, return_type: Any) -> Any:
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


OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False, "forceinline": False}
"""Without `_nrt` no references are counted, which took a large part of the time: compiled code allocates nothing, and
the caller keeps the arrays alive. `forceinline` would be inherited from the first caller that is compiled.
"""


class Light(Rule):
    """A compiled function that Python calls uncompiled."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.py_func(*given, **named)


def make_rule(
    function: Any, is_light: bool = False, is_woven: bool = False, stands_alone: bool = False, **options: Any
) -> Any:
    """Make Numba's dispatcher compile as this module does."""
    rule = njit(**OPTIONS, **options)(function)
    rule.__class__ = Light if is_light else Rule
    rule.entries = {}
    rule.stands_alone = stands_alone
    rule.shelf = Shelf(function)
    rule._compiler.__class__ = PieceMaker
    rule._compiler.rule = rule
    if is_woven:
        rule._compiler.is_woven = True
        rule._compiler.targetoptions = {**rule.targetoptions, "forceinline": True}
    _rules.add(rule)
    return rule


def read_from_now_on(error: Exception) -> bool:
    """If the error is due to a change in Numba, warn and interpret all rules in this process. Returns False for any
    other error.
    """
    cause = error.__cause__ or error.__context__
    if isinstance(error, LoweringError) and not isinstance(cause, AttributeError):
        return False
    warn_that_rules_are_read(str(error).splitlines()[0])
    Rule.__call__ = Light.__call__  # type: ignore[method-assign]
    return True
