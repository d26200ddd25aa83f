"""The names of everything that is recorded of a game, from the game's metrics."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from wartable.core.game import Game
from wartable.errors import WartableError
from wartable.rulebook.data import Data

from . import simulate

FUNCTIONS = {
    "clock": simulate.no_clock,
    "traits": simulate.no_traits,
    "gauges": simulate.no_gauges,
    "uses": simulate.no_uses,
}
KIND = 1000
"""A component is written as KIND * (index of its kind) + (its index in the kind's list)."""


MOST_KINDS = simulate.CODES // KIND
ACTION = "action"


class BadMetrics(WartableError):
    """A metrics.py violates its contract."""


@dataclass(frozen=True)
class Columns:
    """The names of everything that is recorded. `components` begins with the families of actions."""

    clock: str
    traits: Mapping[str, tuple[str, ...]]
    gauges: Mapping[str, str]
    components: tuple[tuple[str, str], ...]

    def component_of(self) -> Any:
        """The component number of each code of the game's `uses`; -1 for none."""
        places = np.full(simulate.CODES, -1, np.int16)
        counts: dict[str, int] = {}
        for number, (kind, _) in enumerate(self.components):
            if kind != ACTION:
                places[KIND * (self.kinds.index(kind) - 1) + counts.get(kind, 0)] = number
            counts[kind] = counts.get(kind, 0) + 1
        return places

    def matching(self, wanted: str) -> list[int]:
        """The components that `KIND.NAME` means; `*` stands for anything, letters may be small, spaces `_`."""
        pattern = wanted.lower().replace("_", " ")
        found = [
            number
            for number, (kind, name) in enumerate(self.components)
            if fnmatchcase(f"{kind}.{name}".lower().replace("_", " "), pattern)
        ]
        if not found:
            kind = pattern.partition(".")[0]
            names = [name for own, name in self.components if own.lower() == kind] or self.kinds
            raise BadMetrics(f"there is no component {wanted}; there are: {', '.join(names)}")
        return found

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kind for kind, _ in self.components))


def metrics_of(game: Game, data: Data) -> Columns:
    """The columns of a game; registers the game's functions for the simulation."""
    given = game.metrics
    for name, default in FUNCTIONS.items():
        game.functions.setdefault(name, getattr(given, name) or default)
    declared = {kind: _names(game, data, names) for kind, names in given.components.items()}
    actions = [(ACTION, name.replace("_", " ")) for name in game.families]
    components = (*actions, *((kind, name) for kind, names in declared.items() for name in names))
    if len(declared) > MOST_KINDS or any(not 0 < len(names) <= KIND for names in declared.values()):
        raise BadMetrics(f"{game.name}: metrics.py may declare {MOST_KINDS} kinds of 1 to {KIND} components each")
    if len(set(components)) != len(components):
        raise BadMetrics(f"{game.name}: metrics.py names a component twice")
    return Columns(
        clock=given.clock_name,
        traits={name: _names(game, data, names) for name, names in given.trait_names.items()},
        gauges=dict(given.gauge_names),
        components=components,
    )


def _names(game: Game, data: Data, names: Any) -> tuple[str, ...]:
    """A tuple of names as it is; or the rows of a data table, or the files of a subfolder (`maps/`), in order."""
    if isinstance(names, str) and names.endswith("/"):
        return tuple(name.replace("_", " ") for name in data.names(names.removesuffix("/")))
    if isinstance(names, str):
        rows = {row.id: row.cells.get("name") or row.id.replace("_", " ") for row in data.table(names)}
        times = Counter(rows.values())
        return tuple(name if times[name] == 1 else f"{name} ({key})" for key, name in rows.items())
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
        raise BadMetrics(f"{game.name}: metrics.py must list names as a tuple of texts, or name a data table")
    return names
