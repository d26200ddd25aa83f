"""Options in words: a title, a sentence and names for values, from `options.toml` in a game's folder.

    [turn_limit]
    title = "Longest match"
    says = "The number of turns after which points decide."

    [map.values]
    classic = "Classic, 5 by 7"

Anything the file leaves out is derived from the option itself, so a new game needs no file.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.game import Game
from wartable.errors import BadData
from wartable.guides.examples import read_toml
from wartable.rulebook.options import Option, Value

FILE = "options.toml"
_KEYS = {"title", "says", "values"}


@dataclass(frozen=True)
class Worded:
    """An option in words; `option.name` is the name to type."""

    option: Option
    title: str
    says: str
    values: dict[str, str]
    """The names of its values, by the value as typed."""

    def value(self, value: Value) -> str:
        """A value in words; several values are joined by commas."""
        parts = str(value).split("+") if self.option.several else [typed(value)]
        return ", ".join(self.values.get(part, part.replace("_", " ")) for part in parts)

    def takes(self) -> str:
        """Everything that it takes: each value as typed, and its name if that differs."""
        if self.option.least is not None:
            return self.option.allowed()
        named = (
            f"{typed(value)} ({called})" if (called := self.value(value)) != typed(value) else called
            for value in self.option.values
        )
        return ", ".join(named) + (", any of them joined by +" if self.option.several else "")


def typed(value: Value) -> str:
    """A value as typed."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def worded(game: Game) -> tuple[Worded, ...]:
    """All options of a game in words."""
    path = game.folder / FILE
    words = _read(path, path.stat().st_mtime_ns) if path.exists() else {}
    known = {option.name: option for option in game.options}
    for name, said in words.items():
        _check(known, name, said)
    return tuple(_worded(option, words.get(option.name, {})) for option in game.options)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> dict[str, Any]:
    return read_toml(path)


def _check(known: dict[str, Option], name: str, said: Any) -> None:
    if name not in known:
        raise BadData(f"{FILE}: there is no option {name}")
    if not isinstance(said, dict) or set(said) - _KEYS:
        raise BadData(f"{FILE}: [{name}] has {', '.join(sorted(_KEYS))} and nothing else")
    taken = {typed(value) for value in known[name].values}
    for value in said.get("values", {}):
        if value not in taken:
            raise BadData(f"{FILE}: option {name} does not take {value}")


def _worded(option: Option, said: dict[str, Any]) -> Worded:
    title = said.get("title") or option.name.replace("_", " ").capitalize()
    meaning = option.meaning[:1].upper() + option.meaning[1:]
    says = said.get("says") or (meaning if meaning.endswith(".") else f"{meaning}.")
    return Worded(option, title, says, dict(said.get("values", {})))
