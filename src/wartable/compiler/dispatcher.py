"""Compiled functions, as Python and other rules call them: what is on disk is loaded, and what is not is compiled.

This module and those that it imports rest on inner parts of Numba, of the versions that `compiled` names. Where one of
them is gone rules are read.
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
    """The types of arguments, with 64-bit ints for all ints, those that are left out as well."""
    return tuple(INT64 if isinstance(kind, _SMALL) or _is_left_out(kind) else kind for kind in kinds)


def _is_left_out(kind: Any) -> bool:
    """Whether it stands for an int that the caller leaves out; it is passed all the same."""
    return isinstance(kind, numba.core.types.Omitted) and isinstance(kind.value, int)


def _called_with(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types that Python's arguments are taken as: a NumPy int that fits into 64 bits is one."""
    return tuple(INT64 if isinstance(kind, Integer) and kind != UINT64 else kind for kind in kinds)


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that can also be read."""

    entries: dict[tuple[Any, ...], Callable[..., Any]]
    """What Python calls, by the types of arguments."""
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
        """For the compiler: one version of a rule, for 64-bit ints, whatever ints a caller passes."""
        pysig, folded = self.fold_argument_types(args, kws)
        kinds = wide(folded)
        if has_journal(kinds) and not looks_at_journal(self.py_func):
            kinds = tuple(map(without_journal, kinds))
        return _Version(self.piece_for(kinds).signature), pysig, kinds, {}

    def _compile_for_args(self, *given: Any, **named: Any) -> Any:
        """Python calls it with arguments of types that it was not called with before."""
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
                entry = make_island(self.piece_for(kinds), context, file, _aloud(kinds), self.stands_alone)
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
        piece.is_noisy = is_spoken(self)
        piece.is_door = self._is_door(kinds)
        piece.finish(result.fndesc.llvm_func_name)
        piece.save(result)
        return result._replace(entry_point=piece)

    def _is_door(self, kinds: tuple[Any, ...]) -> bool:
        game = game_of(kinds)
        return bool(game) and self in singledispatch.named(game).values()

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


def _aloud(kinds: tuple[Any, ...]) -> dict[str, Piece]:
    """What is called in place of rules that take no notes, by their symbols; nothing where there is no journal."""
    found = {}
    for box in [without_journal(kind) for kind in kinds if has_journal([kind])][:1]:
        for silent, spoken in spoken_pairs():
            taken = (box, *[INT64] * (silent.py_func.__code__.co_argcount - 1))
            found[silent.piece_for(taken).library.symbol] = spoken.piece_for(taken).library
    return found


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
whoever calls it keeps the arrays alive. `forceinline` would be taken over from whichever caller is compiled first."""


class Light(Rule):
    """A compiled function that Python calls as it was written."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.py_func(*given, **named)


def make_rule(
    function: Any, is_light: bool = False, is_woven: bool = False, stands_alone: bool = False, **options: Any
) -> Any:
    """Let Numba's dispatcher compile as this file says."""
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
    """Numba has changed within: say so, and read all rules in this process. False for an error of another kind."""
    cause = error.__cause__ or error.__context__
    if isinstance(error, LoweringError) and not isinstance(cause, AttributeError):
        return False
    warn_that_rules_are_read(str(error).splitlines()[0])
    Rule.__call__ = Light.__call__  # type: ignore[method-assign]
    return True
