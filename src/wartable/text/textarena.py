"""The text table as a TextArena environment, for its agents and wrappers.

env = textarena.wrappers.LLMObservationWrapper(TextArenaEnv("metals"))
env.reset(num_players=2, seed=1)
"""

from typing import Any

from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.extras import needs

from .table import TextTable

with needs("textarena", "wartable.text.textarena"):
    import textarena as ta


class TextArenaEnv(ta.Env):
    """A table of a game. Rewards are 1 for the winner, -1 for the others, and in between if the win is shared."""

    def __init__(self, game: str, **choices: Any) -> None:
        """`choices` are those of TextTable: bots, rules, lists_moves, tries, forfeits."""
        self.game, self.choices = find_game(game), choices

    def reset(self, num_players: int, seed: int | None = None) -> None:
        match = Match.start(self.game, players=num_players, seed=seed)
        self.table = TextTable(match, seed=seed or 0, **self.choices)
        self.state = ta.State(num_players=num_players)
        self.state.standard_resets(role_mapping=dict(enumerate(match.players)))
        self._go_on(ta.ObservationType.PROMPT)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the answer of the seat that is asked. Only that seat sees the reply."""
        seat, steps = self.state.current_player_id, len(self.table.match.steps)
        reply = self.table.answer(action)
        self.state.game_info[seat]["turn_count"] += 1
        self.state.step_info = {"refused": "" if reply.played else reply.text}
        if not reply.played:
            self.state.add_observation(reply.text, ta.ObservationType.GAME_ADMIN, to_id=seat)
        if self.table.is_over or len(self.table.match.steps) > steps:
            self._go_on(ta.ObservationType.GAME_BOARD)
        done, info = self.state.step()
        return done, info

    def _go_on(self, kind: ta.ObservationType) -> None:
        """Ask the next seat, or distribute the rewards."""
        shares = self.table.shares
        if shares is None:
            assert self.table.seat is not None
            self.state.current_player_id = self.table.seat
            self.state.add_observation(self.table.ask(), kind, to_id=self.table.seat)
            return
        self.state.done = True
        self.state.rewards = {seat: 2 * share - 1 for seat, share in enumerate(shares)}
        if self.table.forfeit is not None:
            self.state.game_info[self.table.forfeit]["invalid_move"] = True
