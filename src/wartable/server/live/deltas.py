"""Changes to a known thing: the fields that differ, and of long texts only the new part."""

from typing import Any

SHORT = 40
"""Shorter texts are sent whole."""
Cut = tuple[int, int, str]


def delta(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The fields of `after` that differ, with its `id`; null for removed ones.

    `cut` has texts of which only a part is new: the length of the beginning and of the end that stay, and the text
    between.
    """
    changed: dict[str, Any] = {"id": after["id"]}
    cuts: dict[str, Cut] = {}
    for name, value in after.items():
        known = before.get(name)
        if known is value or known == value:
            continue
        found = cut(known, value) if isinstance(known, str) and isinstance(value, str) else None
        if found:
            cuts[name] = found
        else:
            changed[name] = value
    changed |= dict.fromkeys((name for name in before if name not in after), None)
    return changed | ({"cut": cuts} if cuts else {})


NEW = -1


def choice_changes(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> dict[str, Any]:
    """Choices relative to the ones known before, with the new ones in columns.

    `runs` are pairs of a place and a count: that many known choices from the place, or new ones if the place is NEW.
    Actions are given as differences from the previous one, things of paths by their index among all `things`, or NEW
    for none.
    """
    places = {choice["action"]: place for place, choice in enumerate(before)}
    runs: list[list[int]] = []
    new = []
    for choice in after:
        place = places.get(choice["action"], NEW)
        if place == NEW or before[place] != choice:
            place = NEW
            new.append(choice)
        if runs and (runs[-1][0] == NEW if place == NEW else runs[-1][0] != NEW and sum(runs[-1]) == place):
            runs[-1][1] += 1
        else:
            runs.append([place, 1])
    return {"runs": runs} | (_columns(new) if new else {})


def _columns(choices: list[dict[str, Any]]) -> dict[str, Any]:
    actions = [choice["action"] for choice in choices]
    things = {thing: None for choice in choices for thing in choice["path"]}
    places = {thing: place for place, thing in enumerate(things)}
    longest = max(len(choice["path"]) for choice in choices)
    return {
        "actions": [action - last for last, action in zip([0, *actions], actions, strict=False)],
        "notations": [choice["notation"] for choice in choices],
        "labels": [choice["label"] for choice in choices],
        "risky": [number for number, choice in enumerate(choices) if choice.get("risky")],
        "things": list(things),
        "paths": [
            [places[choice["path"][step]] if step < len(choice["path"]) else NEW for choice in choices]
            for step in range(longest)
        ],
    }


def cut(before: str, after: str) -> Cut | None:
    """The difference between two texts; None if it is better sent whole."""
    if min(len(before), len(after)) < SHORT or not (_is_counted_alike(before) and _is_counted_alike(after)):
        return None
    room = min(len(before), len(after))
    start = _alike(before, after, room)
    end = _alike(before[start:][::-1], after[start:][::-1], room - start)
    new = after[start : len(after) - end]
    return (start, end, new) if len(new) + SHORT // 2 < len(after) else None


def _alike(one: str, other: str, most: int) -> int:
    """The length of the common beginning."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _is_counted_alike(text: str) -> bool:
    """Whether a browser counts the same number of letters; it counts rare ones as two."""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)
