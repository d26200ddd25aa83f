"""Records: a table is one flat, fixed-size record.

Copying a game is a memcpy, saving it is bytes, and a million games are an array. A record is declared as a
class whose annotations are the fields::

    @record
    class Side:
        points: i16
        pool: i8

    @record(tag="metals")
    class State:
        head: Head
        sides: (Side, 2)
        owner: (i8, 63)

Compiled rules see the fields as machine integers. Python code (words, views, tests, and the rules with the
compiler off) sees plain ints, so that no sum overflows an 8-bit scalar on the way; what does not fit its field
is an error when it is stored.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, overload

import numpy as np

i8, i16, i32, i64 = "i1", "i2", "i4", "i8"
u8, u16, u32, u64 = "u1", "u2", "u4", "u8"
f32 = "f4"


class Cells(np.ndarray[Any, Any]):
    """An array field that hands out plain ints."""

    def __getitem__(self, key: Any) -> Any:
        value = np.ndarray.__getitem__(self, key)
        return value if isinstance(value, np.ndarray) else value.item()


def _field(name: str, dtype: np.dtype[Any], rows: np.dtype[Any] | None) -> property:
    def number(row: Any) -> Any:
        return row[name].item()

    def cells(row: Any) -> Any:
        return row[name].view(Cells)

    def records(row: Any) -> Any:
        return row[name].view(rows)

    def store(row: Any, value: Any) -> None:
        row[name] = value

    if rows is not None:
        return property(records, store)
    return property(number if dtype.shape == () else cells, store)


def _deepcopy(row: Any, memo: Any) -> Any:
    return copy(row)


def _reduce(row: Any) -> tuple[Any, ...]:
    return _rebuild, (type(row).__module__, type(row).__name__, row.tobytes())


def _rebuild(module: str, name: str, raw: bytes) -> Any:
    """A pickled record, in the process that unpickles it."""
    return np.frombuffer(bytearray(raw), getattr(import_module(module), name).dtype)[0]


def _parse(spec: Any) -> tuple[Any, tuple[int, ...]]:
    if isinstance(spec, tuple):
        return spec[0], tuple(int(length) for length in spec[1:])
    return spec, ()


def _declare(cls: type, tag: str | None) -> type:
    parts = {name: _parse(spec) for name, spec in cls.__annotations__.items()}
    fields: list[Any] = []
    if tag is not None:
        # An empty field: it keeps apart two games whose records happen to have the same fields.
        fields.append((f"of_{tag}", u8, (0,)))
    for name, (base, shape) in parts.items():
        if hasattr(np.recarray, name):
            raise TypeError(f"{cls.__name__}.{name}: this name means something else on an array; choose another")
        fields.append((name, getattr(base, "plain", base), shape))
    plain = np.dtype(fields, align=True)
    rows = {name: getattr(base, "dtype", None) if hasattr(base, "plain") else None for name, (base, _) in parts.items()}
    members = {name: _field(name, plain[name], rows[name]) for name in parts}
    row_type = type(cls.__name__, (np.void,), {**members, "__deepcopy__": _deepcopy, "__reduce__": _reduce})
    row_type.__module__ = cls.__module__
    cls.tag = tag  # type: ignore[attr-defined]
    cls.plain = plain  # type: ignore[attr-defined]
    cls.dtype = np.dtype((row_type, plain))  # type: ignore[attr-defined]
    return cls


@overload
def record(cls: type) -> type: ...
@overload
def record(*, tag: str) -> Callable[[type], type]: ...
def record(cls: type | None = None, *, tag: str | None = None) -> type | Callable[[type], type]:
    """Declare a record. `tag` names the game whose State or Box it is; other records need none."""
    if cls is not None:
        return _declare(cls, tag)
    return lambda declared: _declare(declared, tag)


def tag_of(declared: type) -> str:
    """The name of the game whose State or Box a record is."""
    return str(declared.tag)  # type: ignore[attr-defined]


Record = Any
"""One row of a record array: a State or a Box. Its fields are its type; see the game's state.py and box.py."""


def new(dtype: np.dtype[Any]) -> Record:
    """A fresh record, all zero."""
    return np.zeros(1, dtype)[0]


def copy(row: Record) -> Record:
    """An independent copy of a record, byte for byte."""
    return np.frombuffer(bytearray(row.tobytes()), row.dtype)[0]


def same(a: Record, b: Record) -> bool:
    """Whether two records hold the same bytes in their fields."""
    return bool(a.tobytes() == b.tobytes())


def differences(a: Any, b: Any, path: str = "") -> list[str]:
    """Names the fields in which two records differ, for people who read a failing test."""
    if isinstance(a, np.void):
        names = a.dtype.names or ()
        return [line for name in names for line in differences(a[name], b[name], f"{path}.{name}" if path else name)]
    if isinstance(a, np.ndarray):
        return [
            line for index in np.ndindex(a.shape) for line in differences(a[index], b[index], f"{path}{list(index)}")
        ]
    return [] if a == b else [f"{path}: {a} and {b}"]
