"""Shortens the outlines of icons: whole numbers on a possibly coarser grid, relative to the previous point.

Errors do not accumulate: every absolute point is rounded, and offsets are measured from the previous rounded point.
"""

import re

_TOKEN = re.compile(r"([a-zA-Z])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARC_FLAGS = re.compile(r"([aA])([^a-zA-Z]*)")
_ARC = re.compile(
    r"\s*,?(-?[\d.]+(?:e-?\d+)?)[\s,]*(-?[\d.]+)[\s,]*(-?[\d.]+)[\s,]*([01])[\s,]*([01])[\s,]*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))"
)


def commands(path: str) -> list[tuple[str, list[float]]]:
    """The commands of a path with their numbers; repeated commands are separated."""
    spaced = _ARC_FLAGS.sub(lambda found: found[1] + _ARC.sub(r" \1 \2 \3 \4 \5 \6 \7", found[2]), path)
    tokens = _TOKEN.findall(spaced)
    found: list[tuple[str, list[float]]] = []
    place = 0
    letter = "M"
    while place < len(tokens):
        if tokens[place][0]:
            letter = tokens[place][0]
            place += 1
        takes = _TAKES[letter.upper()]
        found.append((letter, [float(number) for _, number in tokens[place : place + takes]]))
        place += takes
        if letter in "Mm":
            letter = "L" if letter == "M" else "l"
    return found


def scaled(letter: str, numbers: list[float], by: float) -> list[float]:
    """The numbers of a command on another grid; an arc's rotation and flags stay the same."""
    fixed = {2, 3, 4} if letter in "aA" else set()
    return [number if place in fixed else number * by for place, number in enumerate(numbers)]


def rounded(path: str, by: float = 1.0) -> str:
    """The same outline in whole numbers, scaled by a factor."""
    x = y = start_x = start_y = 0.0
    at_x = at_y = begin_x = begin_y = 0
    parts: list[str] = []
    moved: list[int]
    for letter, found in commands(path):
        numbers = scaled(letter, found, by)
        kind, base_x, base_y = letter.upper(), (x if letter.islower() else 0.0), (y if letter.islower() else 0.0)
        if kind == "Z":
            x, y, at_x, at_y = start_x, start_y, begin_x, begin_y
            parts.append("z")
            continue
        if kind == "H":
            x, moved = numbers[0] + base_x, []
        elif kind == "V":
            y, moved = numbers[0] + base_y, []
        else:
            ends = numbers[5:] if kind == "A" else numbers
            points = [(ends[k] + base_x, ends[k + 1] + base_y) for k in range(0, len(ends), 2)]
            x, y = points[-1]
            moved = [n for px, py in points for n in (round(px) - at_x, round(py) - at_y)]
        if kind == "A":
            moved = [
                max(1, round(numbers[0])),
                max(1, round(numbers[1])),
                round(numbers[2]),
                *map(int, numbers[3:5]),
                *moved,
            ]
        elif kind == "H":
            moved = [round(x) - at_x]
        elif kind == "V":
            moved = [round(y) - at_y]
        at_x, at_y = round(x), round(y)
        if kind == "M":
            start_x, start_y, begin_x, begin_y = x, y, at_x, at_y
        parts.append(kind.lower() + _joined(moved))
    return "".join(parts)


def _joined(numbers: list[int]) -> str:
    """Numbers with minimal separators."""
    words = [str(number) for number in numbers]
    return "".join(word if not place or word[0] == "-" else f" {word}" for place, word in enumerate(words))
