"""Action codes: one dense range of ints for each game, divided into families, one for each kind of action.

An action is declared once, as a class whose fields are kinds of value (`core/decisions/`); each kind knows its `count`.
Rules write and read actions by name; this compiles to a few multiplications::

    class Move(Action):
        metal: OwnMetal
        step: Step
        facing: Facing

    n = put(out, n, Move(metal, step, facing))
    move = decode(Move, action)
    move.step
    belongs(Move, action)

A family has up to four fields. Its first code follows from the order of the game's pages.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.types.containers import BaseNamedTuple, NamedUniTuple
from numba.extending import lower_builtin, type_callable

from wartable.compiler.decorators import light, rule

from .record import Ints

if TYPE_CHECKING:
    from typing import Self

A = TypeVar("A", bound="Action")


class Family(NamedTuple):
    """The codes from `first` to `last`, as mixed-radix numbers with the radices a, b, c, d."""

    first: int
    last: int
    a: int
    b: int
    c: int
    d: int

    @property
    def length(self) -> int:
        """The number of codes."""
        return self.last - self.first + 1


def families(**radices: tuple[int, ...]) -> tuple[Family, ...]:
    """Lay out families from code 0, in the order given."""
    laid: list[Family] = []
    first = 0
    for name, fields in radices.items():
        if len(fields) > 4 or any(radix < 1 for radix in fields):
            raise ValueError(f"family {name}: one to four fields, each with a radix of at least 1")
        a, b, c, d = (*fields, 1, 1, 1, 1)[:4]
        laid.append(Family(first, first + a * b * c * d - 1, a, b, c, d))
        first += a * b * c * d
    return tuple(laid)


if TYPE_CHECKING:

    class _Tuple(tuple[int, ...]):
        def __new__(cls, *fields: int) -> Self: ...

else:
    _Tuple = object


class _Declared(type):
    """Make a named tuple from a class whose annotations have a `count`; the compiler supports named tuples."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        fields = {field: kind for field, kind in body.get("__annotations__", {}).items() if hasattr(kind, "count")}
        if "notation" in body:
            bases = (*bases, namedtuple(name, fields))
        return super().__new__(mcs, name, bases, {"fields": fields, **body})


class Action(_Tuple, metaclass=_Declared):
    """A choice that a seat or nature can make. In rules its fields are ints; in texts they are values of a table.

    The texts are templates: `{city}` is a field, `{city.owner}` an attribute of its kind, `{at.seat}` belongs to the
    table, and any other name is a property of the action.
    """

    fields: ClassVar[dict[str, Any]]
    compiler_sees: ClassVar[str]
    """What compiled code depends on; texts are no part of it."""
    at: Any
    """The table, in texts."""
    when: ClassVar[int]
    """The rule that says when this action may be chosen."""
    notation: ClassVar[str]
    label: ClassVar[str]
    reads: ClassVar[str] = ""
    """The verbs, then the fields that a text must name, in the order of reading: `buy | train: {kind} {city}`. With an
    empty verb, as in `move |: {hero} {tile}`, no verb is needed.
    """
    touches: ClassVar[str] = ""
    """The ids of the things that a hand touches, in order."""
    facts: ClassVar[Mapping[int, "str | Callable[[Any], str]"]] = {}
    """By rule: the fact for which the rule forbids the action here."""
    is_pair: ClassVar[bool] = False
    """Whether its two fields have no order: it may be written either way, and means the one with the lower first."""
    is_preference: ClassVar[bool] = False
    """Whether the action only sets how its player is asked and changes nothing else: hints never advise it."""
    is_pointless: Any = False
    """A property of the page: whether everybody can see that the action achieves nothing, or for how many reasons. Bots
    that overlook actions make one of those with the fewest.
    """


_laid: dict[type, Family] = {}


def lay_out(**declared: type[Action]) -> dict[str, Family]:
    """The families of actions by name, one after the other from code 0."""
    laid = families(**{name: _radices(one) or (1,) for name, one in declared.items()})
    for one, family in zip(declared.values(), laid, strict=True):
        _laid[one] = family
        one.compiler_sees = f"{one.__qualname__} {family}"
    return dict(zip(declared, laid, strict=True))


def family_of(declared: type[Action]) -> Family:
    """The codes of an action class."""
    return _laid[declared]


def _radices(declared: type[Action]) -> tuple[int, ...]:
    """The number of values of each field."""
    return tuple(kind.count for kind in declared.fields.values())


def decode(declared: type[A], action: int) -> A:
    """The fields of an action code of this class."""
    family = _laid[declared]
    if not family.first <= action <= family.last:
        raise ValueError(f"the action {action} is no {declared.__name__}, which has {family.first} to {family.last}")
    make: Any = declared
    return cast(A, make(*split(family, action)[: len(make._fields)]))


@light
def split(family: Family, action: int) -> tuple[int, int, int, int]:
    """The fields by position, always four values; games read them by name (`decode`)."""
    rest = action - family[0]
    d = rest % family[5]
    rest //= family[5]
    c = rest % family[4]
    rest //= family[4]
    return rest // family[3], rest % family[3], c, d


def belongs(declared: type[Action], action: int) -> bool:
    """Whether a code belongs to an action class."""
    family = _laid[declared]
    return family.first <= action <= family.last


def code(action: Action) -> int:
    """The code of an action."""
    family = _laid[type(action)]
    found = 0
    for field, radix in zip(action, family[2:], strict=False):
        found = found * radix + int(field)
    return family.first + found


def put(out: Ints, n: int, action: Action) -> int:
    """Append an action to a list of length n; return the new length."""
    out[n] = code(action)
    return n + 1


@rule
def offer(out: Ints, n: int, code: int, allowed: int) -> int:
    """Append the action to a list of length n if it is allowed, and return the new length.

    The code is written in either case and only counted if allowed: this avoids a branch that is hard to predict, and
    needs room for one more entry.
    """
    out[np.uint64(n)] = code
    return n + allowed


@type_callable(decode)  # type: ignore[untyped-decorator]
def _type_decode(_context: Any) -> Any:
    def typed(declared: Any, action: Any) -> Any:
        if not isinstance(declared, types.NamedTupleClass) or declared.instance_class not in _laid:
            return None
        kind = declared.instance_class
        return NamedUniTuple(types.int64, len(kind._fields), kind)

    return typed


@lower_builtin(decode, types.NamedTupleClass, types.Integer)  # type: ignore[untyped-decorator]
def _lower_decode(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """Compiled, decoding is division by constants."""
    kind = signature.return_type.instance_class
    word = ir.IntType(64)
    rest = context.cast(builder, given[1], signature.args[1], types.int64)
    rest = builder.sub(rest, word(_laid[kind].first))
    fields = []
    for radix in reversed(_radices(kind)[1:]):
        fields.append(builder.urem(rest, word(radix)))
        rest = builder.udiv(rest, word(radix))
    return context.make_tuple(builder, signature.return_type, [rest, *reversed(fields)])


@type_callable(belongs)  # type: ignore[untyped-decorator]
def _type_belongs(_context: Any) -> Any:
    def typed(declared: Any, action: Any) -> Any:
        return types.boolean if isinstance(declared, types.NamedTupleClass) else None

    return typed


@lower_builtin(belongs, types.NamedTupleClass, types.Integer)  # type: ignore[untyped-decorator]
def _lower_belongs(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    family, word = _laid[signature.args[0].instance_class], ir.IntType(64)
    place = builder.sub(context.cast(builder, given[1], signature.args[1], types.int64), word(family.first))
    return builder.icmp_unsigned("<=", place, word(family.last - family.first))


def _code(context: Any, builder: Any, kind: Any, action: Any) -> Any:
    family, word = _laid[kind.instance_class], ir.IntType(64)
    found = word(0)
    for place, radix in zip(range(len(kind)), family[2:], strict=False):
        field = context.cast(builder, builder.extract_value(action, place), kind[place], types.int64)
        found = builder.add(builder.mul(found, word(radix)), field)
    return builder.add(found, word(family.first))


@type_callable(code)  # type: ignore[untyped-decorator]
def _type_code(_context: Any) -> Any:
    def typed(action: Any) -> Any:
        return types.int64 if isinstance(action, BaseNamedTuple) else None

    return typed


@lower_builtin(code, BaseNamedTuple)  # type: ignore[untyped-decorator]
def _lower_code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    return _code(context, builder, signature.args[0], given[0])


@type_callable(put)  # type: ignore[untyped-decorator]
def _type_put(_context: Any) -> Any:
    def typed(out: Any, n: Any, action: Any) -> Any:
        return types.int64 if isinstance(action, BaseNamedTuple) and out.layout == "C" else None

    return typed


@lower_builtin(put, types.Array, types.Integer, BaseNamedTuple)  # type: ignore[untyped-decorator]
def _lower_put(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """Compiled, the index is never negative, so no check for negative indices is needed."""
    listed, number, kind = signature.args
    place = context.cast(builder, given[1], number, types.int64)
    found = context.cast(builder, _code(context, builder, kind, given[2]), types.int64, listed.dtype)
    array = context.make_array(listed)(context, builder, given[0])
    if context.enable_boundscheck:
        full = builder.icmp_unsigned(">=", place, builder.extract_value(array.shape, 0))
        with builder.if_then(full, likely=False):
            context.call_conv.return_user_exc(builder, IndexError, ("the list of actions is full",))
    builder.store(found, builder.gep(array.data, [place]))
    return builder.add(place, ir.IntType(64)(1))
