"""One version of each rule, whether or not it takes notes.

Rules are compiled for a Box without a journal. A Box that has one has the other in it, and machine code that takes
notes is made of the same pieces, in which the functions that write a note stand for those that write none.
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


def without_journal(kind: Any) -> Any:
    """The type of the part of a record that rules are compiled for: all of it where there is no journal."""
    return _quieter.get(kind, kind)


def spoken_pairs() -> Iterable[tuple[Any, Any]]:
    """The rules that take no notes, each with the one that stands for it where there is a journal."""
    return tuple(_spoken.items())


def is_spoken(rule: Any) -> bool:
    """Whether a rule stands for one that takes no notes, or has one that stands for it."""
    return rule in _spoken


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
            if hasattr(value, "py_func") and value.py_func not in seen:
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
