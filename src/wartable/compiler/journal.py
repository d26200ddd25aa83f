"""One version of each rule, with or without notes.

Rules are compiled for a Box without a journal. A Box with a journal contains such a Box. Machine code that takes notes
is made of the same pieces; only the functions that write notes replace those that write none.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numba.core.types
from numba.core import cgutils
from numba.core.errors import NumbaNotImplementedError
from numba.extending import lower_builtin, lower_cast, type_callable

JOURNAL = "journal"
"""The field of a Box that takes notes."""
_quieter: dict[Any, Any] = {}
"""For record types with fields in front (a Box with a journal): the type of the rest."""


def let_rules_see_less(longer: Any, shorter: Any) -> None:
    """Compile rules for the Box without a journal, and pass them that part of a Box that has one.

    Both are record types; the longer one ends with the fields of the other.
    """
    if _bytes_in_front(longer, shorter) is not None:
        _quieter[longer] = shorter
        _longer[shorter] = longer


_longer: dict[Any, Any] = {}
_spoken: dict[Any, Any] = {}
"""For each rule that takes no notes, its replacement in machine code that does; both have the same arguments."""


def let_speak(silent: Any, spoken: Any) -> None:
    """In code for a Box with a journal, call one rule in place of the other.

    Both get the part of the Box without the journal, and ints; `whole` returns the whole Box.
    """
    _spoken[silent] = spoken


def has_journal(kinds: Iterable[Any]) -> bool:
    return any(kind in _quieter for kind in kinds)


def without_journal(kind: Any) -> Any:
    """The part of a record type that rules are compiled for: all of it if there is no journal."""
    return _quieter.get(kind, kind)


def spoken_pairs() -> Iterable[tuple[Any, Any]]:
    """The rules that take no notes, each with its replacement."""
    return tuple(_spoken.items())


def is_spoken(rule: Any) -> bool:
    """Whether a rule has a replacement, or is one."""
    return rule in _spoken


def whole(box: Any) -> Any:
    """The Box with a journal, from the part that compiled code was given."""
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
    """The offset of the shorter record in the longer one; None if it is not part of it. Tags occupy no bytes."""
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
    """Whether a rule, or one that it calls, uses a journal itself or calls a generic function."""
    seen = {function}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if JOURNAL in one.__code__.co_names:
            return True
        for value in _named_in(one):
            if hasattr(value, "pick_for_type") and not getattr(value, "takes_notes", False):
                return True
            if hasattr(value, "py_func") and value.py_func not in seen:
                seen.add(value.py_func)
                waiting.append(value.py_func)
    return False


def _named_in(function: Any) -> Iterator[Any]:
    """The objects that the names in a function may refer to, in its module and in modules that it names."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType):
            yield from (vars(value).get(other) for other in names)
