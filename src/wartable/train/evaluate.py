"""How well a net plays against the bots of the ladder."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch

from wartable.batch import Batch
from wartable.bots import make_bot
from wartable.core.game import Game
from wartable.core.perspective import hidden

from .collect import half_precision, look
from .model import Net, log_odds

THREADS = 12


class Duel:
    """A net in one seat of each game, bots of one name in the others; every seat as often."""

    def __init__(self, game: Game, rival: str, games: int, players: int, seed: int, device: str) -> None:
        self.game, self.players, self.device = game, players, device
        self.batch = Batch(game, games, players=players, seed=seed, device=device, listed=True)
        self.own = np.arange(games) % players
        self.bots = [
            [make_bot(rival, game, seed * 100_000 + 8 * number + seat) for seat in range(players)]
            for number in range(games)
        ]
        self.won, self.still = np.zeros(games), np.ones(games, bool)

    @torch.no_grad()
    def share(self, net: Net, patience: float | None = None) -> float | None:
        """Play all games to their ends: the net's share of the wins. It plays its best move at once.

        None where that takes longer than the patience, in seconds: the games that end early are not like the others.
        """
        began = time.perf_counter()
        seating = torch.tensor(self.game.seats.index(self.players), device=self.device)
        with ThreadPoolExecutor(THREADS) as pool:
            while self.still.any():
                if patience is not None and time.perf_counter() - began > patience:
                    return None
                sight = look(self.batch, net.codes)
                with half_precision(self.device):
                    scores, _ = net(sight.features, seating)
                best = log_odds(scores, sight.seen, sight.counts).argmax(1, keepdim=True)
                actions = sight.moves.gather(1, best).squeeze(1).int().cpu().numpy()
                self._answer(actions, sight.moves.cpu().numpy(), sight.seats.cpu().numpy(), pool)
                self._step(actions)
        return float(self.won.mean())

    def _answer(self, actions: Any, moves: Any, seats: Any, pool: ThreadPoolExecutor) -> None:
        """Let the bots choose where it is their turn."""
        states = self.batch.states()

        def ask(slot: int) -> int:
            seat = int(seats[slot])
            legal = moves[slot][moves[slot] < self.game.action_count].tolist()
            view = hidden(states[slot], self.batch.box, seat)
            return self.bots[slot][seat].choose(view, self.batch.box, seat, legal)

        asked = (self.still & (seats != self.own)).nonzero()[0]
        for slot, action in zip(asked, pool.map(ask, asked), strict=True):
            actions[slot] = action

    def _step(self, actions: Any) -> None:
        self.batch.step(actions)
        ended = self.still & (self._host(self.batch.finished) > 0)
        self.won[ended] = self._host(self.batch.rewards)[ended, self.own[ended]]
        self.still &= ~ended

    def _host(self, array: Any) -> Any:
        return np.array(self.batch.engine.to_host(array))
