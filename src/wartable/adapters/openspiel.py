"""OpenSpiel: each game as a registered Python game, `python_wartable_<name>`, for each number of players.

    import wartable.adapters.openspiel
    game = pyspiel.load_game("python_wartable_metals(players=2,turn_limit=20)")

The game's options are parameters, like `players`. Chance is explicit. The information state is what the seat may know
and everything that it did; `resample_from_infostate` deals a state that the seat cannot distinguish from the real one.
Utilities are shares of the win.
"""

from typing import Any

import numpy as np

from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, NATURE, SPECTATOR, AnyState, first_due
from wartable.core.game import Game
from wartable.core.match.perspective import Viewpoint
from wartable.core.match.setup import Setup
from wartable.core.numbers.chance import generator
from wartable.core.registry import all_games
from wartable.drawing.tints import untinted
from wartable.extras import needs

with needs("adapters", "wartable.adapters.openspiel"):
    import pyspiel


def game_type(game: Game) -> pyspiel.GameType:
    """OpenSpiel's description of a game."""
    return pyspiel.GameType(
        short_name=f"python_wartable_{game.name}",
        long_name=f"Wartable {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], **{option.name: option.first for option in game.options}},
    )


class TableGame(pyspiel.Game):
    """A game with the given options."""

    table: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = dict(params or {})
        players = int(options.pop("players", self.table.seats[0]))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.action_count,
            max_chance_outcomes=self.table.action_count,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.table.bound,
        )
        super().__init__(game_type(self.table), info, params or {})
        self.box = Setup.of(self.table, players, options).new_box()
        # OpenSpiel copies all that a state has whenever it clones one; what its class has stays where it is.
        out, weights = self.table.buffers()
        shared = {"table": self.table, "box": self.box, "out": out, "weights": weights, "drawn": (b"", "")}
        self.state_type = type("TableState", (TableState,), shared)

    def new_initial_state(self, state: str | None = None) -> "TableState":
        """A match before its first action."""
        made: TableState = self.state_type(self)
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "FeatureObserver":
        """The observer that writes the game's features."""
        return FeatureObserver(self)


class TableState(pyspiel.State):
    """A match. If several seats are due, they act one after the other, the lowest first."""

    table: Game
    box: record.Record
    out: Any
    weights: Any
    drawn: tuple[bytes, str]
    """The last position drawn, with its board: OpenSpiel asks for it repeatedly."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._come_to(game.table.new_state(game.box))

    def _come_to(self, s: AnyState) -> None:
        self.s = s
        self._due = -1 if s.head.over else int(first_due(s))
        self._views: dict[int, record.Record] = {}

    def view(self, seat: int) -> record.Record:
        """What a seat may know now; do not modify it."""
        if seat not in self._views:
            self._views[seat] = Viewpoint(self.box, seat).of(self.s)
        return self._views[seat]

    def current_player(self) -> int:
        """The player to act, in OpenSpiel's numbering."""
        return {-1: int(pyspiel.PlayerId.TERMINAL), NATURE: int(pyspiel.PlayerId.CHANCE)}.get(self._due, self._due)

    def _legal_actions(self, player: int) -> list[int]:
        count = generic.legal(self.s, self.box, player, self.out)
        codes: list[int] = self.out[:count].tolist()
        return sorted(codes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's actions and their probabilities."""
        count = generic.chance(self.s, self.box, self.out, self.weights)
        total = int(self.weights[:count].sum())
        return sorted((int(a), int(w) / total) for a, w in zip(self.out[:count], self.weights[:count], strict=True))

    def _apply_action(self, action: int) -> None:
        after = record.copy(self.s)
        generic.apply(after, self.box, self._due, action)
        self._come_to(after)

    def _action_to_string(self, player: int, action: int) -> str:
        seat = NATURE if player == pyspiel.PlayerId.CHANCE else player
        return self.table.words.notation(self.view(SPECTATOR if seat == NATURE else seat), self.box, seat, action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._due < 0

    def returns(self) -> list[float]:
        """Each player's share of the win; 0 before the end."""
        shares = np.zeros(MAX_SEATS)
        if self.s.head.over:
            generic.scores(self.s, self.box, shares)
        return [float(share) for share in shares[: self.box.seats]]

    def information_state_string(self, player: int | None = None) -> str:
        """What a player may know, and everything that it did."""
        seat = self.current_player() if player is None else player
        own = [(item.player, item.action) for item in self.full_history() if item.player == seat]
        return f"{self.view(seat).tobytes().hex()} {own}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "TableState":
        """A state with the same view for the player; information hidden from the player is dealt anew."""
        other: TableState = self.clone()
        filled = Viewpoint(self.box, player).of(self.s)
        generic.fill(filled, self.box, player, generator(int(sampler() * 2**62)))
        other._come_to(filled)
        return other

    def __str__(self) -> str:
        view = self.view(SPECTATOR)
        shown, (known, board) = view.tobytes(), self.drawn
        if known != shown:
            board = untinted(self.table.view.board(view, self.box, SPECTATOR)).format(*self.table.seat_names)
            type(self).drawn = shown, board
        return board


class FeatureObserver:
    """The game's features as a tensor, and the hidden record as text."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        self.tensor = np.zeros(game.table.feature_count, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Write the features of a player into the tensor."""
        generic.features(state.view(player), state.box, player, self.tensor)

    def string_from(self, state: TableState, player: int) -> str:
        """The hidden record of a player, as text."""
        return str(state.view(player).tobytes().hex())


def register(game: Game) -> str:
    """Register a game with OpenSpiel and return its name there. Importing this module registers all games."""
    kind = game_type(game)
    pyspiel.register_game(kind, type(f"{game.name}_game", (TableGame,), {"table": game}))
    return str(kind.short_name)


NAMES = [register(game) for game in all_games()]
