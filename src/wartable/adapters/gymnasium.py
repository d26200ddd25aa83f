"""Gymnasium: one seat against bots.

    env = SeatEnv("metals", opponents=["greedy"])
    observation, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax())

The observation is the game's features; `info["action_mask"]` and `action_masks()` mark the legal actions. Opponents are
names of bots: the levels, `net`, `mcts:1000`. With `seat="random"` the seat is drawn for each match. A forbidden action
raises an error and plays nothing, or, with `forbidden="lose"`, ends the episode without a reward. The reward is the
share of the win, paid at the end.

Each game has an id: `gymnasium.make("wartable.adapters.gymnasium:wartable/Metals-v0", opponents=["greedy"])`, and the
same with `make_vec`. After importing this module, `"wartable/Metals-v0"` is enough. Gymnasium has not loaded
environments by entry points since version 1.0, so the module must be named once.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from wartable.bots import make_bot
from wartable.core.registry import find_game
from wartable.errors import BadOption
from wartable.extras import needs

from .desk import Desk
from .ids import register
from .render import RENDER_MODES, rendered
from .spaces import Choice, numbers_of

with needs("adapters", "wartable.adapters.gymnasium"):
    import gymnasium

Observation = np.ndarray[Any, np.dtype[np.float32]]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat at a table; the other seats are bots."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("greedy",),
        seat: int | str = 0,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        forbidden: str = "raise",
    ) -> None:
        self.game = find_game(game)
        self.desk = Desk(self.game, options, players)
        self.draws_seat = seat == "random"
        if not self.draws_seat and seat not in range(self.desk.players):
            raise BadOption(f"seat {seat}: the seats are 0 to {self.desk.players - 1}, or random")
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(f"render_mode={render_mode}: it takes {', '.join(RENDER_MODES)}")
        if forbidden not in ("raise", "lose"):
            raise BadOption(f"forbidden={forbidden}: it takes raise or lose")
        self.forbidden = forbidden
        if not opponents:
            raise BadOption("name at least one bot as opponent")
        self.seat = 0 if self.draws_seat else int(seat)
        self.opponents, self.render_mode = tuple(opponents), render_mode
        self.observation_space = numbers_of(self.game)
        self.action_space = self.choice = Choice(self.game.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match and play up to the first choice of the seat."""
        super().reset(seed=seed)
        seeds = self.np_random.integers(0, 2**63, size=1 + self.desk.players)
        self.desk.reset(int(seeds[0]))
        if self.draws_seat:
            self.seat = int(self.np_random.integers(0, self.desk.players))
        others = [seat for seat in range(self.desk.players) if seat != self.seat]
        self.bots = {
            seat: make_bot(self.opponents[number % len(self.opponents)], self.game, int(seeds[1 + seat]))
            for number, seat in enumerate(others)
        }
        self._let_others_play()
        return self._see()

    def _let_others_play(self) -> None:
        while self.desk.seat >= 0 and self.desk.seat != self.seat:
            seat = self.desk.seat
            self.desk.play(self.bots[seat].choose(self.desk.view(seat), self.desk.box, seat, self.desk.legal()))

    def _see(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.desk.mask(self.seat)
        self.choice.mask = mask
        return self.desk.observe(self.seat), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The legal actions, under the name that sb3-contrib uses."""
        return self.desk.mask(self.seat).astype(np.bool_)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others play up to the next choice of the seat."""
        if self.forbidden == "lose" and not self.desk.mask(self.seat)[int(action)]:
            observation, info = self._see()
            return observation, 0.0, True, False, {**info, "forbidden": True}
        self.desk.play(int(action))
        self._let_others_play()
        observation, info = self._see()
        return observation, self.desk.rewards()[self.seat], self.desk.is_over, False, info

    def render(self) -> Any:
        """The table, in the format of `render_mode`."""
        return rendered(self.desk, self.seat, self.render_mode)


register()
