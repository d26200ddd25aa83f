"""The setup of a table, validated in one place: a game, players, options, and replaced data."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wartable.errors import BadOption
from wartable.languages import Worded
from wartable.rulebook.options import Options

from ..game import Game
from ..record import Record


@dataclass(frozen=True)
class Setup:
    """A table before its first move. Make one with `Setup.of`, which refuses invalid setups."""

    game: Game
    players: tuple[str, ...]
    options: Options
    files: Mapping[str, str] = field(default_factory=dict)
    """Data files that replace the game's own, by name."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """Cells of data files that replace the game's own."""
    variant: str = ""
    """The name and version of the variant, if it has one."""

    @classmethod
    def of(
        cls,
        game: Game,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        files: Mapping[str, str] | None = None,
        cells: Mapping[str, str] | None = None,
        variant: str = "",
    ) -> "Setup":
        """Validate the setup and fill in defaults. `players` is a number, or names; default: the game's fewest."""
        names = player_names(game, players)
        settled, joined = game.settle(options or {}, files or {})
        return cls(game, names, settled, joined, dict(cells or {}), variant)

    def new_box(self) -> Record:
        """The Box of the table; BadData names the file and the row of an error."""
        return self.game.new_box(self.options, len(self.players), self.files, self.cells)


def check_players(game: Game, number: int) -> int:
    """The number, if the game takes so many players; else BadOption."""
    if number not in game.seats:
        raise BadOption(f"{game.title} is for {_numbers(game.seats)} players, not {number}")
    return number


def player_names(game: Game, players: int | Sequence[str] | None) -> tuple[str, ...]:
    """The names of the players: the given ones, or the names of the seats."""
    if players is None:
        players = game.seats[0]
    if isinstance(players, int):
        # Nobody has chosen these: a reader sees them in the reader's language.
        return tuple(Worded.of(name, name, {}) for name in game.seat_names[: check_players(game, players)])
    if isinstance(players, str) or not hasattr(players, "__len__"):
        raise BadOption(f"players {players!r}: say how many play, or give a list of names")
    check_players(game, len(players))
    for name in players:
        if not _is_name(name):
            raise BadOption(f"{name!r} is not a valid player name")
    return tuple(players)


def _is_name(given: object) -> bool:
    """Whether a value is a text that can be shown on one line."""
    if not isinstance(given, str) or not given.strip():
        return False
    return not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in given)


def _numbers(seats: tuple[int, ...]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
