"""Records: a table is one flat, fixed-size record.

Copying a game is a memcpy, saving it is bytes, and a million games are an array. A record is declared as a class whose
annotations are the fields::

    class Side(Struct):
        points: i16
        pool: i8

    class State(Struct, tag="metals"):
        head: Head
        sides: Array[Side] = size(2)
        owner: Array[i8] = size(63)
        paths: Grid[i8] = size(63, 4)

Type checkers and editors know the fields: ints are `int` to them, arrays return their elements. Compiled rules see
machine integers. Python code (words, views, tests, and interpreted rules) sees plain ints, so that no sum overflows an
8-bit scalar; storing a value that does not fit its field is an error.
"""

import struct
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    get_args,
    overload,
)

import numpy as np

T = TypeVar("T")
Item = TypeVar("Item", covariant=True)

if TYPE_CHECKING:
    i8: TypeAlias = int
    i16: TypeAlias = int
    i32: TypeAlias = int
    i64: TypeAlias = int
    u8: TypeAlias = int
    u16: TypeAlias = int
    u32: TypeAlias = int
    u64: TypeAlias = int
    f32: TypeAlias = float
    f64: TypeAlias = float
else:
    i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64
    u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
    f32, f64 = np.float32, np.float64

Index: TypeAlias = SupportsIndex
Span: TypeAlias = "slice[Any, Any, Any]"


OLDER = "wartable_older"
"""The package of games of earlier versions (see `older.py`)."""


def version_mark(module: str) -> str:
    """`@1` for a module of version 1 of a game (see `older.py`); empty for others."""
    above, _, rest = module.partition(".")
    return f"@{rest.partition('.')[0].rpartition('_')[2]}" if above == OLDER else ""


_item, _getitem = np.ndarray.item, np.ndarray.__getitem__
_LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"} | {
    "f4": "f",
    "f8": "d",
}
"""The codes of the kinds of numbers in Python's `struct` module."""
_CELLS, _TABLE = "<cells>", "<table>"
"""Where an array keeps a memoryview of its numbers, which reads them several times as fast."""


class Array(np.ndarray[Any, Any], Generic[T]):
    """An array field. Its elements read as plain ints, or as records."""

    @overload  # type: ignore[override]
    def __getitem__(self, key: Index) -> T: ...
    @overload
    def __getitem__(self, key: Span) -> "Array[T]": ...
    @overload
    def __getitem__(self, key: np.ndarray[Any, Any] | list[int]) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        if type(key) is int or isinstance(key, int | np.integer):
            cells = self.__dict__.get(_CELLS)
            if cells is not None:
                try:
                    return cells[key]
                except IndexError:
                    return _item(self, key)  # which says how long it is
            if self.ndim == 1:
                return _item(self, key)
        elif type(key) is tuple:
            cells = self.__dict__.get(_TABLE)
            if cells is not None:
                try:
                    return cells[key]
                except (IndexError, NotImplementedError, TypeError):
                    pass
        value = _getitem(self, key)
        return value if isinstance(value, np.ndarray) else value.item()

    if TYPE_CHECKING:

        def __setitem__(self, key: Any, value: Any) -> None: ...
        def __iter__(self) -> Iterator[T]: ...  # type: ignore[override]


class Grid(Array[T]):
    """An array field with two indices: `grid[x, y]`; `grid[x]` is a row."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __getitem__(self, key: Index) -> Array[T]: ...
        @overload
        def __getitem__(self, key: tuple[Index, Index]) -> T: ...
        @overload
        def __getitem__(self, key: Any) -> Any: ...
        def __getitem__(self, key: Any) -> Any: ...
        def __iter__(self) -> Iterator[Any]: ...


class Cube(Array[T]):
    """An array field with three indices."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __getitem__(self, key: Index) -> Grid[T]: ...
        @overload
        def __getitem__(self, key: tuple[Index, Index]) -> Array[T]: ...
        @overload
        def __getitem__(self, key: tuple[Index, Index, Index]) -> T: ...
        def __getitem__(self, key: Any) -> Any: ...
        def __iter__(self) -> Iterator[Any]: ...


class Cells(Protocol[Item]):
    """An array argument of a compiled function: a field of a record, or a NumPy array."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __getitem__(self, key: Index, /) -> Item: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...


Ints: TypeAlias = Cells[int]
"""The output of `legal` and `chance`."""
Floats: TypeAlias = Cells[float]
"""The output of `scores`, `evaluate` and `features`."""
Matrix: TypeAlias = np.ndarray[Any, Any]
"""An array argument with several indices."""
DIMENSIONS = {Array: 1, Grid: 2, Cube: 3}


if TYPE_CHECKING:

    class _Row:
        def tobytes(self) -> bytes: ...
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

else:
    _Row = np.void


class Row(Protocol):
    """Any record."""

    @property
    def dtype(self) -> np.dtype[Any]: ...
    def tobytes(self) -> bytes: ...
    def __getitem__(self, name: str, /) -> Any: ...


def size(*lengths: int) -> Any:
    """The length of an array field, one number for each index."""
    return tuple(int(length) for length in lengths)


class _Bytes:
    """Where compiled code finds the bytes of a record.

    NumPy answers this by describing every field, which takes longer than most rules run. The view that `over` stores in
    the record takes precedence and avoids that.
    """

    def __get__(self, row: Any, _: type) -> Any:
        return self if row is None else np.void.data.__get__(row)


class Struct(_Row):
    """The base of all records. `tag` is the name of the game of a State or Box; other records need none."""

    tag: ClassVar[str | None]
    plain: ClassVar[np.dtype[Any]]
    """The bare fields, as the compiler sees them."""
    dtype: ClassVar[np.dtype[Any]]
    """The same fields, with rows of this class."""
    _parts: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]]
    """What each field holds, and its length."""
    _writers: ClassVar[dict[str, tuple[Callable[..., None], int]]]
    """How each number is written, and where."""
    data = _Bytes()

    def __init_subclass__(cls, tag: str | None = None) -> None:
        cls._parts = parts = {name: _part(cls, name, spec) for name, spec in cls.__annotations__.items()}
        mark = version_mark(cls.__module__)
        if tag is not None and mark not in tag:
            tag += mark
        # An empty field keeps apart two games whose records happen to have the same fields.
        fields: list[Any] = [] if tag is None else [(f"of_{tag}", np.uint8, (0,))]
        fields += [(name, getattr(base, "plain", base), shape) for name, (base, shape) in parts.items()]
        cls.tag = tag
        cls.plain = np.dtype(fields, align=True)
        cls.dtype = np.dtype((cls, cls.plain))
        cls._writers = {}
        for name, (base, shape) in parts.items():
            start, rows = place_of(cls, name), base.dtype if hasattr(base, "plain") else None
            if rows is not None or shape:
                setattr(cls, name, _Held(name, cls.plain[name], rows, start))
                continue
            letter = _LETTERS.get(cls.plain[name].str[1:], "")
            setattr(cls, name, _number(name, letter, start))
            if letter:
                cls._writers[name] = struct.Struct(f"={letter}").pack_into, start

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, int) and name in self._writers:
            raw = self.__dict__.get("data")
            if raw is not None:
                write, start = self._writers[name]
                try:
                    write(raw, start, value)
                    return
                except (struct.error, TypeError):
                    pass  # NumPy says what is wrong
        if name in self._parts:
            self[name] = value
        else:
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """The board, if there is a way to draw it (see `prints_as`); else the fields."""
        drawn = self.__dict__.get("<drawn>")
        return repr(self) if drawn is None else str(drawn(self))

    def __repr__(self) -> str:
        """The fields by name."""
        return f"{type(self).__name__}({', '.join(f'{name}={_said(getattr(self, name))}' for name in self._parts)})"

    def __deepcopy__(self, memo: Any) -> Any:
        return copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self).__module__, type(self).__name__, self.tobytes())


def _part(cls: type, name: str, spec: Any) -> tuple[Any, tuple[int, ...]]:
    """What a field holds, and its length if it is an array."""
    if hasattr(np.recarray, name) or name in ("tag", "plain"):
        raise TypeError(f"{cls.__name__}.{name}: this name means something else on an array; choose another")
    if isinstance(spec, tuple):  # as in `sides: (Side, 2)`: no type checker reads it
        return spec[0], size(*spec[1:])
    kind = getattr(spec, "__origin__", None)
    if kind not in DIMENSIONS:
        return spec, ()
    shape = cls.__dict__.get(name, ())
    if len(shape) != DIMENSIONS[kind]:
        raise TypeError(f"{cls.__name__}.{name}: say how long it is, `= size(...)` with {DIMENSIONS[kind]} numbers")
    return get_args(spec)[0], shape


class _Rows(np.ndarray[Any, Any]):
    """A field with several records. Rows are cached; they show the same bytes."""

    def __getitem__(self, key: Any) -> Any:
        if type(key) is not int:
            return _getitem(self, key)
        rows: dict[Any, Any] = self.__dict__
        found = rows.get(key)
        if found is None:
            found = rows[key] = _getitem(self, key)
            raw = rows.get(_CELLS)
            if raw is not None:
                start = key % len(self) * self.itemsize
                found.__dict__["data"] = raw[start : start + self.itemsize]
        return found


class _Held:
    """A field that is a record, or holds several values.

    The object that reads its bytes is created once for each row and stored in the row's own `__dict__`, where Python
    finds it first. This is why there is no `__set__` here; see `Struct.__setattr__`.
    """

    def __init__(self, name: str, dtype: np.dtype[Any], rows: np.dtype[Any] | None, start: int) -> None:
        self.name, self.start, self.end = name, start, start + dtype.itemsize
        self.letter = _LETTERS.get(dtype.base.str[1:], "")
        self.kind: tuple[Any, ...] = (Array,)
        if rows is not None:
            self.kind = (rows,) if dtype.shape == () else (rows, _Rows)

    def __get__(self, row: Any, _: type | None = None) -> Any:
        if row is None:
            return self
        views = row.__dict__
        found = views[self.name] = row[self.name].view(*self.kind)
        raw = views.get("data")
        if raw is not None:
            _let_see(found, memoryview(raw)[self.start : self.end], self.letter)
        return found


def _number(name: str, letter: str, start: int) -> property:
    """A field that is one number: how to read it. `Struct.__setattr__` writes it."""
    read = struct.Struct(f"={letter or 'x'}").unpack_from

    def number(row: Any) -> Any:
        raw = row.__dict__.get("data")
        if raw is None or not letter:
            return row[name].item()
        return read(raw, start)[0]

    return property(number)


def _let_see(field: Any, raw: memoryview, letter: str) -> None:
    """Let a field that is a record, or holds several values, find its bytes without NumPy."""
    if isinstance(field, Struct):
        field.__dict__["data"] = raw
    elif isinstance(field, _Rows):
        if field.ndim == 1:
            field.__dict__[_CELLS] = raw
    elif letter and field.size:
        shown: Any = raw.cast(letter, field.shape)  # type: ignore[call-overload]
        field.__dict__[_CELLS if field.ndim == 1 else _TABLE] = shown


def _said(value: Any) -> str:
    """A field's value, in words."""
    if isinstance(value, np.ndarray):
        return f"[{', '.join(map(_said, value))}]"
    return repr(value)


def prints_as(row: "Record", drawn: Callable[[Any], str]) -> "Record":
    """The same record, which prints as the given drawing. Copies of it print their fields."""
    row.__dict__["<drawn>"] = drawn  # no field has such a name
    return row


def stand_in(row: "Record", name: str, value: Any) -> None:
    """Replace what Python code reads from one of the record's record fields."""
    row.__dict__[name] = value


def _rebuild(module: str, name: str, raw: bytes) -> Any:
    """Restore a pickled record."""
    return over(bytearray(raw), getattr(import_module(module), name).dtype)


@overload
def record(cls: type) -> Any: ...
@overload
def record(*, tag: str) -> Callable[[type], Any]: ...
def record(cls: type | None = None, *, tag: str | None = None) -> Any:
    """The notation before `Struct`: `@record class Side`, `@record(tag="metals") class State`."""
    if cls is None:
        return lambda declared: _struct(declared, tag)
    return _struct(cls, tag)


def _struct(cls: type, tag: str | None) -> type[Struct]:
    kept = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    return type(cls.__name__, (Struct,), kept, tag=tag)


def extended(declared: type[Struct], tag: str, **more: type[Struct]) -> type[Struct]:
    """The same record with another tag and more fields in front."""
    fields = {**more, **{name: (base, *shape) for name, (base, shape) in declared._parts.items()}}
    return _struct(type(declared.__name__, (), {"__annotations__": fields, "__module__": declared.__module__}), tag)


def place_of(declared: type[Struct], field: str) -> int:
    """The byte offset of a field."""
    assert declared.plain.fields is not None
    return declared.plain.fields[field][1]


def tag_of(declared: type[Struct]) -> str:
    """The name of the game that a State or Box belongs to."""
    return str(declared.tag)


Record = Any
"""One row of a record array: a State or a Box. Its fields are its type; see the game's state.py and box.py."""


def new(dtype: np.dtype[Any]) -> Record:
    """A new record of zeros."""
    return over(bytearray(dtype.itemsize), dtype)


def over(raw: bytearray | memoryview, dtype: np.dtype[Any]) -> Record:
    """The record in these bytes: writing to it writes to them."""
    row = np.frombuffer(raw, dtype)[0]
    if isinstance(row, Struct):
        row.__dict__["data"] = raw
    return row


def copy(row: Row) -> Record:
    """An independent copy of a record, byte for byte."""
    return over(bytearray(row.tobytes()), row.dtype)


def same(a: Row, b: Row) -> bool:
    """Whether two records hold the same bytes in their fields."""
    return bool(a.tobytes() == b.tobytes())


def differences(a: Any, b: Any, path: str = "") -> list[str]:
    """The fields in which two records differ, in words, for failing tests."""
    if isinstance(a, np.void):
        names = a.dtype.names or ()
        return [line for name in names for line in differences(a[name], b[name], f"{path}.{name}" if path else name)]
    if isinstance(a, np.ndarray):
        return [
            line for index in np.ndindex(a.shape) for line in differences(a[index], b[index], f"{path}{list(index)}")
        ]
    return [] if a == b else [f"{path}: {a} and {b}"]
