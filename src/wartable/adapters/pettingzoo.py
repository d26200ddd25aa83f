"""PettingZoo: all seats, one agent after the other (AEC) or all in every cycle (parallel), with action masks.

    env = TableEnv("metals")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))

`save()` and `restore(saved)` let a search try moves and go back. `CycleEnv` is for libraries that only support the
parallel interface: it asks all agents at once, and plays the action of the one whose seat has the choice.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from wartable.core.registry import find_game
from wartable.extras import needs

from .desk import Desk
from .render import RENDER_MODES, rendered
from .spaces import Choice, numbers_of

with needs("adapters", "wartable.adapters.pettingzoo"):
    import gymnasium
    from pettingzoo import AECEnv, ParallelEnv


class TableEnv(AECEnv[str, dict[str, Any], int]):
    """A table with an agent in every seat. Rewards are shares of the win, paid at the end."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        self.desk = Desk(self.game, options, players)
        self.metadata = {
            "name": f"wartable_{self.game.name}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.desk.players)]
        space = gymnasium.spaces.Dict(
            {
                "observation": numbers_of(self.game),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Choice(self.game.action_count) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        for agent, seat in self._seats.items():
            self.action_spaces[agent].now = partial(self.desk.mask, seat)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's observation and action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All action codes; samples are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; equal seeds give equal dice."""
        self.desk.reset(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]))
        self.agents = list(self.possible_agents)
        self.cycles = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        if self.desk.seat >= 0:
            self.agent_selection = self.possible_agents[self.desk.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and its legal actions."""
        seat = self._seats[agent]
        return {"observation": self.desk.observe(seat), "action_mask": self.desk.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is; None for one whose match has ended."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        assert action is not None
        self.desk.play(int(action))
        self.cycles += 1
        is_over = self.desk.is_over
        cut = self.max_cycles is not None and self.cycles >= self.max_cycles and not is_over
        # Before the end nobody has won anything, and all dictionaries stay as they are.
        if is_over or cut:
            self.rewards = dict(zip(self.possible_agents, self.desk.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, is_over)
            self.truncations = dict.fromkeys(self.agents, cut)
            self._accumulate_rewards()
        self._select()

    def save(self) -> tuple[Any, int]:
        """Everything needed to return to this moment."""
        return self.desk.save(), self.cycles

    def restore(self, saved: tuple[Any, int]) -> None:
        """Return to a saved moment of this environment, before the end of its match."""
        self.desk.restore(saved[0])
        self.cycles = saved[1]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.desk.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def render(self) -> Any:
        """The table, in the format of `render_mode`."""
        return rendered(self.desk, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Does nothing: there are no resources to release."""


Dicts = dict[str, Any]


class CycleEnv(ParallelEnv[str, dict[str, Any], int]):
    """A table with an agent in every seat, all of them asked in every cycle.

    Only the action of the agent whose seat has the choice is played; the masks of the others are all 0 and their
    actions are ignored. Each cycle is one action of the match.
    """

    def __init__(self, game: str, **choices: Any) -> None:
        self.table = TableEnv(game, **choices)
        self.metadata = {**self.table.metadata, "is_parallelizable": True}
        self.render_mode = self.table.render_mode
        self.possible_agents = self.table.possible_agents
        self.observation_spaces = self.table.observation_spaces
        self.choices = {agent: Choice(self.table.game.action_count) for agent in self.possible_agents}
        self.action_spaces = dict(self.choices)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's observation and action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All action codes; samples are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Dicts, Dicts]:
        """Begin a match; equal seeds give equal dice."""
        self.table.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._see()

    def _see(self) -> tuple[Dicts, Dicts]:
        seen = {agent: self.table.observe(agent) for agent in self.possible_agents}
        for agent, choice in self.choices.items():
            choice.mask = seen[agent]["action_mask"]
        return seen, {agent: {"action_mask": seen[agent]["action_mask"]} for agent in self.possible_agents}

    def step(self, actions: dict[str, int]) -> tuple[Dicts, Dicts, Dicts, Dicts, Dicts]:
        """Play the action of the agent whose seat has the choice."""
        table = self.table
        table.step(actions[table.agent_selection])
        seen, infos = self._see()
        if any(table.terminations.values()) or any(table.truncations.values()):
            self.agents = []
        return seen, dict(table.rewards), dict(table.terminations), dict(table.truncations), infos

    def render(self) -> Any:
        """The table, in the format of `render_mode`."""
        return self.table.render()

    def close(self) -> None:
        """Does nothing: there are no resources to release."""


def env(game: str, **choices: Any) -> TableEnv:
    """The table, wrapped like PettingZoo's own environments."""
    return TableEnv(game, **choices)


def parallel_env(game: str, **choices: Any) -> CycleEnv:
    """The same with the parallel interface."""
    return CycleEnv(game, **choices)
