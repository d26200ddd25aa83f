"""A text environment with PettingZoo's interface, in plain Python: one agent after the other.

env = TextEnv("metals", seed=1)
for agent in env.agent_iter():
    text, reward, terminated, truncated, info = env.last()
    env.step(None if terminated else model(text))
"""

from collections.abc import Iterator, Mapping
from typing import Any

from wartable.core.match import Match
from wartable.core.registry import find_game

from .table import TextTable


class TextEnv:
    """A table with an agent in every seat without a bot. Rewards are shares of the win, paid at the end."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        cells: Mapping[str, str] | None = None,
        files: Mapping[str, str] | None = None,
        **choices: Any,
    ) -> None:
        """`cells` are changed numbers, `files` changed data files; `choices` are those of TextTable: bots, rules,
        lists_moves, tries, forfeits.
        """
        self.game, self.players, self.options, self.choices = find_game(game), players, options, choices
        self.cells, self.files = cells, files
        self._info: dict[str, Any] = {}
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        match = Match.start(self.game, self.options, self.players, seed, cells=self.cells, files=self.files)
        self.table = TextTable(match, seed=seed, **self.choices)
        self.possible_agents = [f"player_{seat}" for seat in match.seats if seat not in self.table.bots]
        self.agents = list(self.possible_agents)
        self._info = {}
        self._observe()

    @property
    def agent_selection(self) -> str:
        """The agent that is asked; after the end, each agent that has not seen it yet."""
        return self.agents[0] if self.table.seat is None else f"player_{self.table.seat}"

    def agent_iter(self) -> Iterator[str]:
        while self.agents:
            yield self.agent_selection

    def last(self) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """What the agent is told, its reward, whether the match is over, False (there is no truncation), and info."""
        shares = self.table.shares
        seat = int(self.agent_selection.removeprefix("player_"))
        return self._said, shares[seat] if shares else 0.0, shares is not None, False, self._info

    def step(self, answer: str | None) -> None:
        """Take the answer of the agent that is asked; None if the match is over for it."""
        if self.table.is_over:
            self.agents.pop(0)
            return
        steps = len(self.table.match.steps)
        reply = self.table.answer(answer or "")
        self._info = {"refused": "" if reply.played else reply.text}
        self._said = reply.text
        if self.table.shares is not None or len(self.table.match.steps) > steps:
            self._observe()

    def _observe(self) -> None:
        self._said = self.table.ask() if not self.table.is_over else "The match is over."
