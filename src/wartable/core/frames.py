"""Who is to act: seats, nature, and a stack of decisions.

A frame is one kind of decision and the set of seats that are due to make it. Rules push frames with `ask`; `legal` and
`apply` dispatch on the kind of the top frame. Seats are numbered from 0. Nature is a seat too: every die, draw and
shuffle is an action of nature.

A decision has up to three numbers, passed to `ask` in the order in which the game declares them. Rules read and write
them by name::

    class Welcome(Decision, of=Kind.WELCOME):
        count: i16
        price: i16

    ask(s, Kind.WELCOME, seat, count, price)
    top(s, Welcome).price

`AnyFrame` stands for decisions of any kind, for code that walks the stack or encodes it for a bot.
"""

from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import infer_global
from numba.extending import lower_builtin, models, register_model, type_callable

from wartable.compiler.decorators import light, rule

from .record import Array, Cells, Row, Struct, i8, i16, size, u8

MAX_SEATS = 6
NATURE = 7
SPECTATOR = -1
"""A viewer without a seat, who sees what everybody may see."""

DEPTH = 12


class Frame(Struct):
    """A decision on the stack: its kind, the seats that are due as bits, and up to three numbers."""

    kind: i8
    due: u8
    a: i16
    b: i16
    c: i16


class Head(Struct):
    """The first field of every State: the ending or 0, and the stack of decisions."""

    over: i8
    depth: i8
    frames: Array[Frame] = size(DEPTH)


class AnyState(Row, Protocol):
    """The State of any game."""

    head: Head


class AnyBox(Row, Protocol):
    """The Box of any game."""

    seats: int


Tables: TypeAlias = Cells[AnyState]


def _number(place: str) -> property:
    def read(decision: Any) -> Any:
        return getattr(decision.frame, place)

    def write(decision: Any, value: int) -> None:
        setattr(decision.frame, place, value)

    return property(read, write)


class Decision:
    """A frame with a game's names for its numbers: `class Welcome(Decision, of=Kind.WELCOME)`.

    `of` is the kind of decision, or several kinds that share the names.
    """

    kinds: ClassVar[tuple[int, ...]] = ()
    """The kinds that these names belong to; empty for any kind."""
    names: ClassVar[tuple[str, ...]] = ()
    """The names of the numbers, in the order of `ask`."""

    if TYPE_CHECKING:
        kind: i8
        due: u8
    else:
        kind = _number("kind")
        due = _number("due")

    def __init_subclass__(cls, of: int | tuple[int, ...] = ()) -> None:
        declared = get_annotations(cls)
        cls.kinds = of if isinstance(of, tuple) else (of,)
        cls.names = tuple(declared)
        if len(cls.names) > 3 or any(spec is not i16 for spec in declared.values()):
            raise TypeError(f"{cls.__name__}: a decision has up to three numbers, each an i16")
        for name, place in zip(cls.names, "abc", strict=False):
            setattr(cls, name, _number(place))
        infer_global(cls, _DecisionType(cls))

    def __init__(self, frame: Frame) -> None:
        if self.kinds and frame.kind not in self.kinds:
            raise TypeError(f"a decision of kind {frame.kind} is not a {type(self).__name__}, which is {self.kinds}")
        self.frame = frame

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)}' for name in self.names)})"


D = TypeVar("D", bound=Decision)


class _DecisionType(types.Dummy):
    """The compiler's type of a kind of decision named in rules. The decision itself is a record: its frame."""

    def __init__(self, decision: type[Decision]) -> None:
        numbers = [(name, np.int16) for name in decision.names]
        self.record = numba.from_dtype(np.dtype([("kind", np.int8), ("due", np.uint8), *numbers], align=True))
        super().__init__(f"decision({decision.__module__}.{decision.__name__})")


register_model(_DecisionType)(models.OpaqueModel)


class AnyFrame(Decision):
    """A decision of any kind; its numbers are called by position."""

    first: i16
    second: i16
    third: i16


@rule
def ask(s: AnyState, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Push a decision for one seat (or NATURE)."""
    ask_all(s, kind, 1 << seat, a, b, c)


@rule
def ask_all(s: AnyState, kind: int, seats: int, a: int, b: int, c: int) -> None:
    """Push a decision that all seats of a bit set make simultaneously."""
    frame = s.head.frames[s.head.depth]
    frame.kind = kind
    frame.due = seats
    frame.a = a
    frame.b = b
    frame.c = c
    s.head.depth += 1


@rule
def pop(s: AnyState) -> None:
    """Remove the top decision and blank its slot, so that equal positions are equal records."""
    s.head.depth -= 1
    frame = s.head.frames[s.head.depth]
    frame.kind = 0
    frame.due = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0


def top(s: AnyState, decision: type[D]) -> D:
    """The top decision, which must be of this kind, with its numbers by name, readable and writable."""
    return decision(s.head.frames[s.head.depth - 1])


def under(s: AnyState, decision: type[D]) -> D:
    """The decision below the top one."""
    return decision(s.head.frames[s.head.depth - 2])


def bottom(s: AnyState, decision: type[D]) -> D:
    """The lowest decision on the stack."""
    return decision(s.head.frames[0])


def frame_at(s: AnyState, place: int, decision: type[D]) -> D:
    """The decision at an index of the stack, counted from the bottom."""
    return decision(s.head.frames[place])


@rule
def done(s: AnyState, seat: int) -> bool:
    """Record that one of several due seats has decided. The frame is removed when no seat is left; returns whether it
    was.
    """
    frame = s.head.frames[s.head.depth - 1]
    frame.due &= ~(1 << seat) & 255
    if frame.due == 0:
        pop(s)
        return True
    return False


@light
def kind(s: AnyState) -> int:
    """The kind of the top decision; 0 if there is none."""
    if s.head.depth == 0:
        return 0
    return s.head.frames[s.head.depth - 1].kind


@light
def due(s: AnyState) -> int:
    """The bit set of seats that are to act; 0 when the game is over."""
    if s.head.over != 0 or s.head.depth == 0:
        return 0
    return s.head.frames[s.head.depth - 1].due


@light
def is_due(s: AnyState, seat: int) -> bool:
    """Whether a seat is to act."""
    return (due(s) >> seat) & 1 == 1


@light
def first_due(s: AnyState) -> int:
    """The lowest seat that is to act (NATURE last); -1 when the game is over."""
    seats = due(s)
    for seat in range(8):
        if (seats >> seat) & 1:
            return seat
    return -1


@rule
def finish(s: AnyState, ending: int) -> None:
    """End the game. The game's endings are numbered from 1."""
    s.head.over = ending
    while s.head.depth > 0:
        pop(s)


_WORD = ir.IntType(64)


def _compile(function: Any, place: Any, *more: Any) -> None:
    """Compiled, a decision is only the address of its frame.

    `place` computes the index from the depth of the stack and the function's number arguments, whose types are `more`.
    """

    @type_callable(function)  # type: ignore[untyped-decorator]
    def _typed(_context: Any) -> Any:
        # The compiler looks at the number of parameters.
        def typed(s: Any, decision: Any) -> Any:
            return decision.record if isinstance(decision, _DecisionType) and isinstance(s, types.Record) else None

        def typed_at(s: Any, place: Any, decision: Any) -> Any:
            return typed(s, decision) if isinstance(place, types.Integer) else None

        return typed_at if more else typed

    @lower_builtin(function, types.Record, *more, _DecisionType)  # type: ignore[untyped-decorator]
    def _lowered(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        state = signature.args[0]
        head = state.typeof("head")
        raw = builder.bitcast(given[0], ir.IntType(8).as_pointer())
        start = builder.gep(raw, [_WORD(state.offset("head"))])
        depth = builder.sext(builder.load(builder.gep(start, [_WORD(head.offset("depth"))])), _WORD)
        numbers = [context.cast(builder, given[1], signature.args[1], types.int64)] if more else []
        first = builder.gep(start, [_WORD(head.offset("frames"))])
        size = _WORD(head.typeof("frames").dtype.size)
        number = place(builder, depth, *numbers)
        if context.enable_boundscheck:
            cgutils.do_boundscheck(context, builder, number, _WORD(head.typeof("frames").shape[0]))
        frame = builder.gep(first, [builder.mul(number, size)])
        return builder.bitcast(frame, context.get_value_type(signature.return_type))


_compile(top, lambda builder, depth: builder.sub(depth, _WORD(1)))
_compile(under, lambda builder, depth: builder.sub(depth, _WORD(2)))
_compile(bottom, lambda _builder, _depth: _WORD(0))
_compile(frame_at, lambda _builder, _depth, place: place, types.Integer)
