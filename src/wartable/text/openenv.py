"""The text table as an OpenEnv environment: one agent at a table with bots.

app = openenv.core.env_server.create_fastapi_app(lambda: OpenEnvTable("metals"), Answer, Told)
"""

import secrets
from typing import Any

from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.extras import needs

from .table import TextTable

with needs("openenv", "wartable.text.openenv"):
    from openenv.core.env_server import Action, Environment, Observation, State


class Answer(Action):
    """The agent's answer: a move by notation, number or words, or `rule NUMBER`."""

    text: str


class Told(Observation):
    """What the agent is told: the question, or why its answer was refused."""

    text: str


class Standing(State):
    """The progress of the match; the rest of the state is hidden."""

    game: str = ""
    over: bool = False


class OpenEnvTable(Environment[Answer, Told, Standing]):
    """A table of a game. The reward is the agent's share of the win, paid at the end."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, players: int | None = None, seat: int = 0, bot: str = "easy", **choices: Any) -> None:
        """The agent sits in `seat`, bots in the others; `choices` are those of TextTable."""
        super().__init__()
        self.game, self.players, self.place, self.bot, self.choices = find_game(game), players, seat, bot, choices
        self._id, self._count = "", 0
        self._lay_out(0)

    def _lay_out(self, seed: int) -> None:
        match = Match.start(self.game, players=self.players, seed=seed)
        bots = {seat: self.bot for seat in match.seats if seat != self.place}
        self.table = TextTable(match, bots=bots, seed=seed, **self.choices)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Told:
        self._id, self._count = episode_id or secrets.token_hex(8), 0
        self._lay_out(secrets.randbits(60) if seed is None else seed)
        return self._told(self.table.ask())

    def step(self, action: Answer, timeout_s: float | None = None, **_: Any) -> Told:
        if self.table.is_over:
            return self._told("The match is over.")
        steps = len(self.table.match.steps)
        reply = self.table.answer(action.text)
        self._count += 1
        if self.table.seat is None or len(self.table.match.steps) == steps:
            return self._told(reply.text)
        return self._told(f"{reply.text}\n\n{self.table.ask()}")

    def _told(self, text: str) -> Told:
        shares = self.table.shares
        return Told(text=text, done=self.table.is_over, reward=shares[self.place] if shares else 0.0)

    @property
    def state(self) -> Standing:
        over = self.table.is_over
        return Standing(episode_id=self._id, step_count=self._count, game=self.game.name, over=over)
