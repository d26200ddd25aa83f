"""The bots by name: random, greedy, four levels of search, and `mcts:BUDGET` for anything in between.

`quick:BUDGET` is the same search with the game's quick net in place of its judge, `puct:BUDGET` one with its large net.
Each can have its own weights for the judge: `greedy:judge.cargo=0.6`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wartable.core.frames import DEPTH
from wartable.core.game import Game
from wartable.errors import WartableError

from .bot import Bot, GreedyBot, RandomBot
from .nets.net import has_net, net_bot
from .nets.quick_net import strongest_search
from .search.mcts import Budget, SearchBot, default_threads
from .search.puct import PuctBot, PuctSettings
from .search.settings import MAX_PATH, NAMED
from .weights import OwnJudge, parted


class UnknownBot(WartableError):
    """There is no bot with that name."""


@dataclass(frozen=True)
class Level:
    """A level's budget, and the share of moves that it considers by default."""

    budget: Budget
    notices: float = 1.0


LEVELS: dict[str, Level] = {
    "beginner": Level(Budget(iterations=16, seconds=0.2), 0.05),
    "easy": Level(Budget(iterations=100, seconds=0.2), 0.2),
    "medium": Level(Budget(iterations=400, seconds=1.0), 0.4),
    "hard": Level(Budget(seconds=5.0)),
}
"""The levels, weakest first. Their budgets are the same for every game. All but the last overlook moves; how many
easy and medium overlook is set for each game (`Game.notices`), so that each beats the one below about four times in
five.
"""

STRONGEST = "hard"
"""The level that uses a net in its search, if the game says that this is stronger and a net can be run."""

_SIMPLE: dict[str, Callable[[Game, int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
NET, NET_OF = "net", "net:"
_SEARCH = re.compile(r"(mcts|puct|quick):(?:(\d{1,9})|(\d{1,5}(?:\.\d{1,3})?)s)((?::[a-z_]+=[0-9a-z_.]+)*)")
_SETTINGS: dict[str, dict[str, tuple[float, float]]] = {}
_SETTINGS["mcts"] = {
    "threads": (1, 64),
    "max_num_considered_actions": (1, 1000),
    "root_determinizations": (1, 1000),
    "temperature": (0.01, 1000),
    "exploration_fraction": (0, 1),
    "max_joint_seats": (1, 6),
    "leaf": (0, 2),
    "turn_depth": (1, DEPTH),
    "max_expansions": (1, MAX_PATH),
    "regret_threshold": (0, 1),
    "max_chance_outcomes": (0, 1000),
    "notices": (0.001, 1),
}
_SETTINGS["quick"] = {**_SETTINGS["mcts"], "value_scale": (0, 100), "mixing": (0, 1), "prior": (0, 2)}
_SETTINGS["puct"] = {
    "max_num_considered_actions": (1, 1000),
    "value_scale": (0, 100),
    "mixing": (0, 1),
    "notices": (0.001, 1),
}
"""What a search can be told, with the least and the most."""
_REAL = ("temperature", "exploration_fraction", "regret_threshold", "notices", "value_scale", "mixing")


@dataclass(frozen=True)
class Spec:
    """The parts of a searching bot's name."""

    kind: str
    budget: Budget
    threads: int
    told: dict[str, Any]
    notices: float


def bot_names(game: Game | None = None) -> list[str]:
    """The names that `make_bot` knows, levels first, weakest first; it also takes `mcts:1000` and `mcts:2.5s`.

    If the game has a net that can be run, `net` is among them.
    """
    nets = [NET] if game is not None and has_net(game) else []
    return [*LEVELS, *_SIMPLE, *nets]


def usual_level() -> str:
    """The default level: a good one that answers within a second."""
    return list(LEVELS)[-2]


def first_level() -> str:
    """The level for beginners, and for a seat whose player has left."""
    return list(LEVELS)[1]


def strongest_level() -> str:
    """The level that thinks longest."""
    return list(LEVELS)[-1]


def make_bot(name: str, game: Game, seed: int = 0, threads: int | None = None) -> Bot:
    """The bot with that name, for one seat of one match.

    Equal seeds choose equally if the budget is in iterations. `threads` is the number of threads for the levels
    (default: all cores up to four); `mcts:1000` uses one, unless its name says otherwise: `mcts:1000:threads=4`.
    """
    plain, weights = parted(name)
    bot = _plain_bot(plain, game, seed, threads)
    return OwnJudge(bot, game, weights) if weights else bot


def _plain_bot(name: str, game: Game, seed: int, threads: int | None) -> Bot:
    if name in _SIMPLE:
        return _SIMPLE[name](game, seed)
    if name == NET:
        return net_bot(game, seed)
    if name.startswith(NET_OF):
        return net_bot(game, seed, Path(name.removeprefix(NET_OF)))
    if name in LEVELS:
        return _level_bot(name, game, seed, threads)
    return _search_bot(name, game, seed)


def _level_bot(name: str, game: Game, seed: int, threads: int | None) -> Bot:
    level = LEVELS[name]
    asked = strongest_search(game) if name == STRONGEST else "judge"
    if asked == "net":
        return PuctBot(game, seed, level.budget)
    notices = game.notices.get(name, level.notices)
    threads = _level_threads(level.budget, threads)
    return SearchBot(game, seed, level.budget, threads, notices=notices, quick=asked == "quick")


def check_bot(name: str) -> None:
    """Raise UnknownBot as `make_bot` would; the names of weights can only be checked with the game."""
    name, _ = parted(name)
    if name not in bot_names() and name != NET and not name.startswith(NET_OF):
        _parse(name)


def _level_threads(budget: Budget, threads: int | None) -> int:
    """The threads of a level: short searches are not worth dividing."""
    if budget.iterations is not None:
        return 1
    return default_threads() if threads is None else threads


def _parse(name: str) -> Spec:
    """The parts of a name: the kind of search, its budget, threads, settings and the share of moves considered."""
    match = _SEARCH.fullmatch(name)
    if match is None:
        known = ", ".join(bot_names())
        raise UnknownBot(
            f"there is no bot {name!r}; there are: {known}, mcts:1000 (iterations), mcts:2.5s (seconds), "
            "puct:1000 (with a net), net:FILE (a net of your own)"
        )
    kind, iterations, seconds, settings = match.groups()
    told = dict(_setting(name, kind, part) for part in settings.split(":") if part)
    budget = Budget(iterations=int(iterations)) if iterations else Budget(seconds=float(seconds))
    if budget.iterations == 0:
        raise UnknownBot(f"bot {name!r}: it needs at least one iteration")
    return Spec(kind, budget, told.pop("threads", 1), told, told.pop("notices", 1.0))


def _setting(name: str, kind: str, part: str) -> tuple[str, Any]:
    """A setting in a bot's name, such as `max_chance_outcomes=4`, and its number."""
    word, _, text = part.partition("=")
    known = _SETTINGS[kind]
    if word not in known:
        raise UnknownBot(f"bot {name!r}: {word} is not a setting; there are: {', '.join(known)}")
    if word in NAMED:
        if text not in NAMED[word]:
            raise UnknownBot(f"bot {name!r}: {word} takes {', '.join(NAMED[word])}, not {text}")
        return word, text
    least, most = known[word]
    try:
        number = float(text) if word in _REAL else int(text)
    except ValueError:
        raise UnknownBot(f"bot {name!r}: {text!r} is not a number ({word})") from None
    if not least <= number <= most:
        raise UnknownBot(f"bot {name!r}: {word} takes {least:g} to {most:g}, not {text}")
    return word, number


def _search_bot(name: str, game: Game, seed: int) -> Bot:
    spec = _parse(name)
    if spec.kind == "puct":
        return PuctBot(game, seed, spec.budget, PuctSettings(**spec.told), spec.notices)
    return SearchBot(game, seed, spec.budget, spec.threads, spec.told, spec.notices, spec.kind == "quick")
