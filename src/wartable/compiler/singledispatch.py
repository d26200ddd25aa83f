"""Single dispatch on records: a function for all games, resolved by the record type of its first argument.

In compiled code, a call is a call of the game's own function, resolved during compilation. From Python, or with the
compiler off, it is looked up by the record's dtype.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from .mode import plain, read_everywhere, reading, switch

F = TypeVar("F", bound=Callable[..., Any])

_by_type: dict[str, dict[str, Any]] = {}
_by_dtype: dict[Any, dict[str, Any]] = {}
_read: set[str] = set()
"""The games that are interpreted because their compiled code is not ready."""
_declared: dict[str, str] = {}
"""The module that declares each generic function, by name."""
_picked: dict[tuple[str, Any], Any] = {}
"""The most recent resolution of each call, which the compiler needs again when it lowers the call."""


def register(state: Any, functions: dict[str, Any]) -> None:
    """Register a game's functions for its State record."""
    key = str(numba.from_dtype(state.dtype))
    known = _by_type.get(key)
    if known is not None and known is not functions and known["module"] != functions["module"]:
        raise TypeError(f"{functions['module']} and {known['module']} have the same State record; tag them apart")
    _by_type[key] = functions
    _by_dtype[state.dtype] = functions


def game_of_type(kind: Any) -> str:
    """The name of the game whose State has this type in the compiler; empty for any other type."""
    return str(_by_type.get(str(kind), {}).get("module", ""))


def named(game: str) -> dict[str, Any]:
    """The registered functions of a game, by name."""
    return next(functions for functions in _by_type.values() if functions["module"] == game)


def declared() -> Iterable[tuple[str, str]]:
    """The names of all generic functions, each with the module that declares it."""
    return tuple(_declared.items())


def set_read(game: str, reads: bool) -> None:
    """From now on, interpret (or run) the rules of a game when Python calls them, in every thread."""
    (_read.add if reads else _read.discard)(game)
    known = [(dtype, functions) for dtype, functions in _by_dtype.items() if functions["module"] in _read]
    read_everywhere({_package(functions) for _, functions in known}, [dtype for dtype, _ in known])


def _package(functions: dict[str, Any]) -> str:
    """The package of a game's rules."""
    return min((str(plain(functions[name]).__module__) for name in ("setup", "legal", "apply")), key=len).rpartition(
        "."
    )[0]


def is_read(game: str) -> bool:
    return game in _read


def as_it_is(game: str) -> AbstractContextManager[None]:
    """A context in which rules called directly from Python are interpreted or run according to their game."""
    return reading() if game in _read and switch.reads is None else nullcontext()


class Generic:
    """A function that every game has. From Python, it finds the game by the record's dtype."""

    def __init__(self, stub: Callable[..., Any]) -> None:
        self.__name__ = self.__qualname__ = stub.__name__
        self.__doc__ = stub.__doc__
        _declared[self.__name__] = stub.__module__

    def __call__(self, s: Any, *rest: Any) -> Any:
        functions = _by_dtype[s.dtype]
        if functions["module"] in _read and switch.reads is None:
            with reading():
                return functions[self.__name__](s, *rest)
        return functions[self.__name__](s, *rest)

    def pick_for_type(self, kind: Any) -> Any:
        """The function that compiled code calls for a first argument of this type; None if there is none."""
        return _by_type.get(str(kind), {}).get(self.__name__)


class GenericType(types.Callable, types.Dummy):
    """The compiler's type of a Generic: calling it is calling the game's own function, without a wrapper."""

    def __init__(self, generic: "Generic") -> None:
        self.generic = generic
        self.generic_name = generic.__name__
        super().__init__(f"generic({self.generic_name})")

    def get_call_type(self, context: Any, arguments: Any, keywords: Any) -> Any:
        function = self.generic.pick_for_type(arguments[0])
        if function is None:
            return None
        # The context knows how its target (CPU, GPU) sees the function.
        picked = context.resolve_value_type(function)
        signature = picked.get_call_type(context, arguments, keywords)
        if signature is not None:
            _picked[self.generic_name, signature.args] = picked
        return signature

    def get_call_signatures(self) -> tuple[tuple[Any, ...], bool]:
        return (), True

    def get_impl_key(self, signature: Any) -> Any:
        return _picked[self.generic_name, signature.args].get_impl_key(signature)


register_model(GenericType)(models.OpaqueModel)


@typeof_impl.register(Generic)  # type: ignore[untyped-decorator]
def _type_of_generic(value: Generic, _context: Any) -> GenericType:
    return GenericType(value)


@lower_constant(GenericType)  # type: ignore[untyped-decorator]
def _no_value(context: Any, _builder: Any, _type: Any, _value: Any) -> Any:
    return context.get_dummy_value()


def generic(stub: F) -> F:
    """Make a stub the common name of a function that every game has; type checkers see the stub's signature."""
    return cast(F, Generic(stub))
