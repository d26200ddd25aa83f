"""Action codes: one dense range of ints per game, cut into families.

A family is a kind of action with up to four fields, each below its radix. It is declared once, as a tuple with names;
`encode` and `decode` turn fields into a code and back. Both compile, and a Family is a plain tuple of ints that
compiled rules may use as a global::

    class Move(NamedTuple):
        space: Annotated[int, 63]
        direction: Annotated[int, 4]
        facing: Annotated[int, 4]

    FAMILIES = lay_out(deploy=Deploy, move=Move)
    DEPLOY, MOVE = FAMILIES.values()

    encode(MOVE, space, direction, facing)
    move = decode(Move, action)
    move.direction
"""

from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.types.containers import NamedUniTuple
from numba.extending import lower_builtin, type_callable

from .compiled import light, rule
from .record import Ints

A = TypeVar("A", bound=tuple[int, ...])


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
        return self.last - self.first + 1


def families(**radices: tuple[int, ...]) -> tuple[Family, ...]:
    """Lay out families one after the other from code 0, in the order given."""
    laid: list[Family] = []
    first = 0
    for name, fields in radices.items():
        if len(fields) > 4 or any(radix < 1 for radix in fields):
            raise ValueError(f"family {name}: one to four fields, each with a radix of at least 1")
        a, b, c, d = (*fields, 1, 1, 1, 1)[:4]
        laid.append(Family(first, first + a * b * c * d - 1, a, b, c, d))
        first += a * b * c * d
    return tuple(laid)


_laid: dict[type, Family] = {}
_declared: dict[int, type[tuple[int, ...]]] = {}
"""What families were declared as, by the identity of the family: two games may have equal ones."""


def lay_out(**declared: type[tuple[int, ...]]) -> dict[str, Family]:
    """The families of actions by their names, one after the other from code 0."""
    laid = families(**{name: _radices(one) or (1,) for name, one in declared.items()})
    _laid.update(zip(declared.values(), laid, strict=True))
    _declared.update(zip(map(id, laid), declared.values(), strict=True))
    return dict(zip(declared, laid, strict=True))


def declared_as(family: Family) -> type[tuple[int, ...]]:
    """What a family of actions was declared as."""
    return _declared[id(family)]


def _radices(declared: type) -> tuple[int, ...]:
    """How many values each field has, as its annotation says."""
    fields = declared.__annotations__
    for name, spec in fields.items():
        if not isinstance(getattr(spec, "__metadata__", ("",))[0], int):
            raise TypeError(f"{declared.__name__}.{name}: say how many values it has, Annotated[int, NUMBER]")
    return tuple(int(spec.__metadata__[0]) for spec in fields.values())


def decode(declared: type[A], action: int) -> A:
    """The fields of an action that belongs to the family."""
    family = _laid[declared]
    if not family.first <= action <= family.last:
        raise ValueError(f"the action {action} is no {declared.__name__}, which has {family.first} to {family.last}")
    make: Any = declared
    return cast(A, make(*split(family, action)[: len(declared.__annotations__)]))


def fields(family: Family, action: int) -> Any:
    """The same where the family is known only when the program runs; compiled rules name what they decode."""
    return decode(declared_as(family), action)


@light
def encode(family: Family, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    return family[0] + ((a * family[3] + b) * family[4] + c) * family[5] + d


@light
def split(family: Family, action: int) -> tuple[int, int, int, int]:
    """The fields by their places, always four values; games read them by name (`decode`, `fields`)."""
    rest = action - family[0]
    d = rest % family[5]
    rest //= family[5]
    c = rest % family[4]
    rest //= family[4]
    return rest // family[3], rest % family[3], c, d


@light
def belongs(family: Family, action: int) -> bool:
    return family[0] <= action <= family[1]


@rule
def offer(out: Ints, n: int, code: int, allowed: int) -> int:
    """Write the action to a list that has n, where it is allowed, and return how many it has then.

    The code is written either way and counts only where it is allowed: nothing branches on what is hard to foresee,
    and the list needs room for one more than it ends up with.
    """
    out[np.uint64(n)] = code
    return n + allowed


@type_callable(decode)  # type: ignore[untyped-decorator]
def _type_decode(_context: Any) -> Any:
    def typed(declared: Any, action: Any) -> Any:
        if not isinstance(declared, types.NamedTupleClass) or declared.instance_class not in _laid:
            return None
        kind = declared.instance_class
        return NamedUniTuple(types.int64, len(kind.__annotations__), kind)

    return typed


@lower_builtin(decode, types.NamedTupleClass, types.Integer)  # type: ignore[untyped-decorator]
def _lower_decode(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """Compiled, fields are what is left of the code when it is divided by constants."""
    kind = signature.return_type.instance_class
    word = ir.IntType(64)
    rest = context.cast(builder, given[1], signature.args[1], types.int64)
    rest = builder.sub(rest, word(_laid[kind].first))
    fields = []
    for radix in reversed(_radices(kind)[1:]):
        fields.append(builder.urem(rest, word(radix)))
        rest = builder.udiv(rest, word(radix))
    return context.make_tuple(builder, signature.return_type, [rest, *reversed(fields)])
