"""What a table is set up with, checked in one place: a game, who plays, options, data in place of the game's own."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wartable.errors import BadOption
from wartable.rulebook.options import Options

from ..game import Game
from ..record import Record


@dataclass(frozen=True)
class Setup:
    """A table before its first move. Make one with `Setup.of`, which refuses what cannot be played."""

    game: Game
    players: tuple[str, ...]
    options: Options
    files: Mapping[str, str] = field(default_factory=dict)
    """Data files in place of the game's own, by their names."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """Single cells of data files in place of the game's own."""

    @classmethod
    def of(
        cls,
        game: Game,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        files: Mapping[str, str] | None = None,
        cells: Mapping[str, str] | None = None,
    ) -> "Setup":
        """Complete what is given. `players` is how many, or their names; without it the game's fewest play."""
        names = player_names(game, players)
        settled, joined = game.settle(options or {}, files or {})
        return cls(game, names, settled, joined, dict(cells or {}))

    def new_box(self) -> Record:
        """The Box of such a table; BadData names the file and the row that it cannot be made of."""
        return self.game.new_box(self.options, len(self.players), self.files, self.cells)


def check_players(game: Game, number: int) -> int:
    """The number, where so many can play the game; BadOption where not."""
    if number not in game.seats:
        raise BadOption(f"{game.title} is for {_numbers(game.seats)} players, not {number}")
    return number


def player_names(game: Game, players: int | Sequence[str] | None) -> tuple[str, ...]:
    """The names of the players: those given, or the names of the seats."""
    if players is None:
        players = game.seats[0]
    if isinstance(players, int):
        return game.seat_names[: check_players(game, players)]
    if isinstance(players, str) or not hasattr(players, "__len__"):
        raise BadOption(f"players {players!r}: say how many play, or give a list of names")
    check_players(game, len(players))
    for name in players:
        if not _is_name(name):
            raise BadOption(f"{name!r} is no name for a player")
    return tuple(players)


def _is_name(given: object) -> bool:
    """Whether something is a text that can be shown on one line."""
    if not isinstance(given, str) or not given.strip():
        return False
    return not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in given)


def _numbers(seats: tuple[int, ...]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
