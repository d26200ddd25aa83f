"""The bots by name: random, greedy, four levels of search, and `mcts:BUDGET` for everything in between."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wartable.core.errors import WartableError
from wartable.core.frames import DEPTH
from wartable.core.game import Game

from .bot import Bot, GreedyBot, RandomBot
from .mcts import Budget, SearchBot, default_threads
from .net import has_net, net_bot
from .search import LONGEST_PATH


class UnknownBot(WartableError):
    """There is no bot of that name."""


@dataclass(frozen=True)
class Level:
    """How long a level thinks, and what share of its moves comes to its mind unless a game says otherwise."""

    budget: Budget
    notices: float = 1.0


LEVELS: dict[str, Level] = {
    "beginner": Level(Budget(iterations=16, seconds=0.2), 0.05),
    "easy": Level(Budget(iterations=100, seconds=0.2), 0.3),
    "medium": Level(Budget(iterations=2_000, seconds=1.0)),
    "hard": Level(Budget(seconds=5.0)),
}
"""The levels, weakest first. They think as long on every game. The lower two miss things; how much easy misses is set
for each game (`Game.notices`) so that it beats beginner about as often everywhere."""

_SIMPLE: dict[str, Callable[[Game, int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
NET = "net"
_SEARCH = re.compile(r"mcts:(?:(\d{1,9})|(\d{1,5}(?:\.\d{1,3})?)s)((?::[a-z]+=[0-9.]+)*)")
_SETTINGS: dict[str, tuple[float, float]] = {
    "threads": (1, 64),
    "candidates": (1, 1000),
    "samples": (1, 1000),
    "temperature": (0.01, 1000),
    "spread": (0, 1),
    "company": (1, 6),
    "whole": (0, 2),
    "floor": (1, DEPTH),
    "breath": (1, LONGEST_PATH),
    "trifle": (0, 1),
    "width": (0, 1000),
    "notices": (0.001, 1),
}
"""What a search can be told, with the least and the most."""
_REAL = ("temperature", "spread", "trifle", "notices")


def bot_names(game: Game | None = None) -> list[str]:
    """The names that `make_bot` knows, weakest first; it also takes `mcts:1000` and `mcts:2.5s`.

    For a game that has a net, and where one can be run, `net` is among them.
    """
    nets = [NET] if game is not None and has_net(game) else []
    return [*_SIMPLE, *nets, *LEVELS]


def make_bot(name: str, game: Game, seed: int = 0, threads: int | None = None) -> Bot:
    """The bot of that name, ready to play one seat of one match.

    Equal seeds choose equally where the budget is counted in iterations. `threads` says how many the levels may use
    (all cores up to four where nothing is said); `mcts:1000` uses one unless it says more: `mcts:1000:threads=4`.
    """
    if name in _SIMPLE:
        return _SIMPLE[name](game, seed)
    if name == NET:
        return net_bot(game, seed)
    if name in LEVELS:
        return _level_bot(name, game, seed, threads)
    return _search_bot(name, game, seed)


def _level_bot(name: str, game: Game, seed: int, threads: int | None) -> Bot:
    level = LEVELS[name]
    notices = game.notices.get(name, level.notices)
    return SearchBot(game, seed, level.budget, _level_threads(level.budget, threads), notices=notices)


def check_bot(name: str) -> None:
    """Raise UnknownBot where `make_bot` would."""
    if name not in bot_names() and name != NET:
        _parse(name)


def _level_threads(budget: Budget, threads: int | None) -> int:
    """Few iterations are not worth splitting up."""
    if budget.iterations is not None:
        return 1
    return default_threads() if threads is None else threads


def _parse(name: str) -> tuple[Budget, int, dict[str, Any], float]:
    """The budget, threads, settings and attention that a name asks for."""
    match = _SEARCH.fullmatch(name)
    if match is None:
        known = ", ".join(bot_names())
        raise UnknownBot(f"there is no bot {name!r}; there are: {known}, mcts:1000 (iterations), mcts:2.5s (seconds)")
    threads, told = 1, dict[str, Any]()
    for part in filter(None, match[3].split(":")):
        word, _, text = part.partition("=")
        if word not in _SETTINGS:
            raise UnknownBot(f"bot {name!r}: {word} is no setting; there are: {', '.join(_SETTINGS)}")
        least, most = _SETTINGS[word]
        try:
            number = float(text) if word in _REAL else int(text)
        except ValueError:
            raise UnknownBot(f"bot {name!r}: {text!r} is no number for {word}") from None
        if not least <= number <= most:
            raise UnknownBot(f"bot {name!r}: {word} takes {least:g} to {most:g}, not {text}")
        if word == "threads":
            threads = int(number)
        else:
            told[word] = number
    budget = Budget(iterations=int(match[1])) if match[1] else Budget(seconds=float(match[2]))
    if budget.iterations == 0:
        raise UnknownBot(f"bot {name!r}: it needs at least one iteration")
    return budget, threads, told, told.pop("notices", 1.0)


def _search_bot(name: str, game: Game, seed: int) -> Bot:
    return SearchBot(game, seed, *_parse(name))
