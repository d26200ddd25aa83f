"""OpenSpiel: each game as a registered Python game, `python_wartable_<name>`, for each number of players.

    import wartable.adapters.openspiel
    game = pyspiel.load_game("python_wartable_metals(players=2)")

Chance is explicit; the information state is what the seat may know and all it did; `resample_from_infostate` deals
a state that the seat cannot tell from the real one. Utilities are shares of the win.
"""

from typing import Any

import numpy as np

from wartable.core import generic, record
from wartable.core.chance import generator
from wartable.core.frames import MAX_SEATS, NATURE, SPECTATOR, first_due
from wartable.core.game import Game
from wartable.core.perspective import hidden
from wartable.core.registry import all_games
from wartable.core.tints import untinted
from wartable.extras import needs

with needs("adapters", "wartable.adapters.openspiel"):
    import pyspiel


def game_type(game: Game) -> pyspiel.GameType:
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
        parameter_specification={"players": game.seats[0]},
    )


class TableGame(pyspiel.Game):
    """A game with its default options."""

    table: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        players = int((params or {}).get("players", self.table.seats[0]))
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
        self.box = self.table.new_box({}, players)

    def new_initial_state(self, state: str | None = None) -> "TableState":
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "FeatureObserver":
        return FeatureObserver(self)


class TableState(pyspiel.State):
    """A match; several due seats act one after the other, the lowest first."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.table, self.box = game.table, game.box
        self.s = game.table.new_state(game.box)
        self.out, self.weights = game.table.buffers()

    def current_player(self) -> int:
        if self.s.head.over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = int(first_due(self.s))
        return int(pyspiel.PlayerId.CHANCE) if seat == NATURE else seat

    def _legal_actions(self, player: int) -> list[int]:
        count = generic.legal(self.s, self.box, player, self.out)
        return sorted(int(action) for action in self.out[:count])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = generic.chance(self.s, self.box, self.out, self.weights)
        total = int(self.weights[:count].sum())
        return sorted((int(a), int(w) / total) for a, w in zip(self.out[:count], self.weights[:count], strict=True))

    def _apply_action(self, action: int) -> None:
        after = record.copy(self.s)
        generic.apply(after, self.box, int(first_due(self.s)), action)
        self.s = after

    def _action_to_string(self, player: int, action: int) -> str:
        seat = NATURE if player == pyspiel.PlayerId.CHANCE else player
        view = hidden(self.s, self.box, SPECTATOR if seat == NATURE else seat)
        return self.table.words.notation(view, self.box, seat, action)

    def is_terminal(self) -> bool:
        return bool(self.s.head.over)

    def returns(self) -> list[float]:
        shares = np.zeros(MAX_SEATS)
        if self.s.head.over:
            generic.scores(self.s, self.box, shares)
        return [float(share) for share in shares[: self.box.seats]]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        own = [(item.player, item.action) for item in self.full_history() if item.player == seat]
        return f"{hidden(self.s, self.box, seat).tobytes().hex()} {own}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "TableState":
        """A state with the same view for the player; what the player cannot know is dealt anew."""
        other: TableState = self.clone()
        other.s = hidden(self.s, self.box, player)
        generic.fill(other.s, self.box, player, generator(int(sampler() * 2**62)))
        return other

    def __str__(self) -> str:
        return untinted(self.table.view.board(hidden(self.s, self.box, SPECTATOR), self.box, SPECTATOR))


class FeatureObserver:
    """The game's features as a tensor, and the hidden record as text."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        self.tensor = np.zeros(game.table.feature_count, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        generic.features(hidden(state.s, state.box, player), state.box, player, self.tensor)

    def string_from(self, state: TableState, player: int) -> str:
        return str(hidden(state.s, state.box, player).tobytes().hex())


def register() -> list[str]:
    """Register every game; their names."""
    names = []
    for game in all_games():
        cls = type(f"{game.name}_game", (TableGame,), {"table": game})
        pyspiel.register_game(game_type(game), cls)
        names.append(f"python_wartable_{game.name}")
    return names


NAMES = register()
