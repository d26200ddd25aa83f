"""A record as a tree of named fields: to show, to edit, and to carry over into another layout."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from wartable.core.record import Record
from wartable.errors import WartableError

_STEP = re.compile(r"\.?([a-z_]\w*)|\[([\d, ]+)\]")


class NoField(WartableError):
    """There is no such field, or it cannot hold that number."""


def _fields(kind: np.dtype[Any]) -> list[str]:
    return [name for name in kind.names or () if not name.startswith("of_")]


def _places(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The records within a field, each with its path."""
    if isinstance(value, np.void):
        yield path, value
    else:
        for index in np.ndindex(value.shape):
            yield f"{path}[{', '.join(map(str, index))}]", value[index]


def nodes(row: Any, seen: Any, path: str = "") -> list[dict[str, Any]]:
    """The fields of a record: numbers with `values`, records with `fields`; `seen` is the same record as seen by
    the viewer.
    """
    found: list[dict[str, Any]] = []
    for name in _fields(row.dtype):
        inner = f"{path}.{name}" if path else name
        if row.dtype[name].base.names:
            pairs = zip(_places(row[name], inner), _places(seen[name], inner), strict=True)
            for (place, part), (_, other) in pairs:
                shown = place[len(path) + 1 if path else 0 :]
                found.append({"name": shown, "path": place, "fields": nodes(part, other, place)})
        else:
            found.append(_leaf(name, inner, row[name], seen[name]))
    return found


def _leaf(name: str, path: str, value: Any, seen: Any) -> dict[str, Any]:
    values, other = (np.asarray(one).reshape(-1).tolist() for one in (value, seen))
    return {"name": name, "path": path, "shape": list(np.shape(value)), "values": values, "seen": other}


def set_field(row: Record, path: str, value: float) -> None:
    """Set the number in the field of this path, such as `sides[1].metals[0].space`."""
    holder, key = _find(row, path)
    current = np.asarray(holder[key])
    if current.dtype.names or current.shape:
        raise NoField(f"{path} is not one number; name a field within it")
    if current.dtype.kind in "iu":
        most = np.iinfo(current.dtype)
        if value != int(value) or not most.min <= value <= most.max:
            raise NoField(f"{path} takes whole numbers from {most.min} to {most.max}")
    holder[key] = value


def _find(row: Any, path: str) -> tuple[Any, Any]:
    """The record or array that contains the field of a path, and the field's name or index in it."""
    steps = list(_STEP.finditer(path))
    if not steps or "".join(step[0] for step in steps) != path:
        raise NoField(f"{path!r} is not a field; write it as sides[1].points")
    holder: Any = None
    key: Any = None
    for step in steps:
        holder = row if key is None else holder[key]
        key = step[1] or tuple(int(number) for number in step[2].split(","))
        try:
            holder[key]
        except (IndexError, ValueError, TypeError, KeyError):
            raise NoField(f"there is no field {path}") from None
    return holder, key


def changed(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The numbers in which one record differs from another of its type: path and value, in Python syntax."""
    for name in _fields(before.dtype):
        inner = f"{path}.{name}" if path else name
        if before.dtype[name].base.names:
            pairs = zip(_places(before[name], inner), _places(after[name], inner), strict=True)
            for (place, old), (_, new) in pairs:
                yield from changed(old, new, place)
        elif not np.shape(before[name]):
            if before[name] != after[name]:
                yield inner, after[name].item()
        else:
            for index in np.argwhere(before[name] != after[name]).tolist():
                yield f"{inner}[{', '.join(map(str, index))}]", after[name][tuple(index)].item()


def carry(old: Any, new: Any, path: str = "") -> list[str]:
    """Copy fields of the same name from one record to another; returns those that could not be copied completely."""
    lost = [f"{path}{name}" for name in _fields(old.dtype) if name not in new.dtype.names]
    for name in _fields(new.dtype):
        inner = f"{path}{name}"
        if name not in (old.dtype.names or ()):
            lost.append(inner)
            continue
        ours, theirs = old[name], new[name]
        if bool(ours.dtype.names) != bool(theirs.dtype.names) or len(np.shape(ours)) != len(np.shape(theirs)):
            lost.append(inner)
            continue
        if np.shape(ours) != np.shape(theirs):
            lost.append(inner)
        room = tuple(slice(min(pair)) for pair in zip(np.shape(ours), np.shape(theirs), strict=True))
        if not theirs.dtype.names:
            _store(new, name, ours, room)
        elif not room:
            lost += carry(ours, theirs, f"{inner}.")
        else:
            for index in np.ndindex(theirs[room].shape):
                lost += carry(ours[index], theirs[index], f"{inner}.")
    return list(dict.fromkeys(lost))


def _store(new: Any, name: str, value: Any, room: tuple[slice, ...]) -> None:
    """Store numbers, clamped to the range of the field."""
    most = np.iinfo(new.dtype[name].base) if new.dtype[name].base.kind in "iu" else None
    fitting = value if most is None else np.clip(value, most.min, most.max)
    if room:
        new[name][room] = fitting[room]
    else:
        new[name] = fitting
