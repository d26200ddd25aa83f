"""The front door: the common tasks, one call each. `import wartable` offers all of it."""

import operator
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from wartable.bots import Bot, Budget, Hint, hint_at, make_bot, position_of
from wartable.bots.ladder import check_bot
from wartable.core import generic
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match, Move, Outcome
from wartable.core.match.perspective import Entry
from wartable.core.registry import all_games, find_game
from wartable.errors import BadOption
from wartable.guides.observation import Feature, Observation, describe


def available_games() -> list[Game]:
    """All games that are installed."""
    return all_games()


def game(name: str | Game) -> Game:
    """The game with that name; `city-of-iron` and `City of Iron` find city_of_iron."""
    if isinstance(name, str | Game):
        return find_game(name) if isinstance(name, str) else name
    raise BadOption(f"{name!r} is not a game; give a name, one of {', '.join(each.name for each in all_games())}")


def new(
    name: str | Game,
    players: int | Sequence[str] | None = None,
    *,
    seed: int | str | bytes | None = None,
    real_dice: bool = False,
    moves: Iterable[Move | int | str] = (),
    files: Mapping[str, str] | None = None,
    cells: Mapping[str, str] | None = None,
    **options: object,
) -> Match:
    """Begin a match: `new("metals", seed=7, map="small")`, and play `moves`.

    `players` is their number, or a list of names. The dice come from `seed` (a number, or 64 hexadecimal digits), by
    default a random one, or from people (`real_dice`). All other arguments are options of the game; `files` and `cells`
    replace data.
    """
    match = Match.start(game(name), options, players, _seed(seed), real_dice=real_dice, files=files, cells=cells)
    for move in moves:
        match.move(move)
    return match


def _seed(given: object) -> int | bytes | None:
    """A seed in the form that the dice take."""
    if given is None or isinstance(given, bytes):
        return given
    if isinstance(given, str):
        try:
            return bytes.fromhex(given)
        except ValueError:
            raise BadOption(f"seed {given!r}: a text must be hexadecimal") from None
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise BadOption(f"seed {given!r}: it takes a whole number, or 64 hexadecimal digits")
    return operator.index(given)


def load(path: Path | str) -> Match:
    """Load a saved match and check every action of it."""
    return Match.load(path)


class Player:
    """A bot that can play at any table: `bot("medium").play(match)`."""

    def __init__(self, name: str = "medium", seed: int = 0) -> None:
        if not isinstance(name, str):
            raise BadOption(f"{name!r} is not a bot; give a name, such as greedy, medium or mcts:1000")
        check_bot(name)
        self.name, self.seed = name, seed

    def choose(self, match: Match, seat: int | str | None = None) -> Move:
        """Return the bot's move for a seat (default: the first to act). The bot knows no more than the seat may."""
        seat = to_act(match, seat)
        seats: dict[int, Bot] = match.memory.setdefault(self, {})
        if seat not in seats:
            seats[seat] = make_bot(self.name, match.game, self.seed + seat)
        action = seats[seat].choose(match.observe(seat), match.box, seat, match.legal(seat))
        typed = match.typed(seat)
        return Move(seat, action, typed.notation(action), typed.label(action))

    def play(self, match: Match, seat: int | str | None = None) -> Move:
        """Choose a move and play it; this changes the match."""
        move = self.choose(match, seat)
        match.play(move.seat, move.action)
        return move

    def __repr__(self) -> str:
        return f"wartable.bot({self.name!r}, seed={self.seed})"


def hint(match: Match, seat: int | str | None = None, *, iterations: int = 20_000, seconds: float | None = 1.0) -> Hint:
    """Search for the best moves of a seat (default: the first to act); they are returned with their chances to win."""
    budget = Budget(iterations=iterations, seconds=seconds)
    return hint_at(match.game, position_of(match, to_act(match, seat)), budget)


def to_act(match: Match, seat: int | str | None = None) -> int:
    """The given seat, or the first that is to act; BadOption if it is not its turn."""
    due = [each for each in match.due if each != NATURE]
    if match.is_over:
        raise BadOption("the match is over")
    if not due:
        raise BadOption("people roll the dice of this match: match.move() takes what they rolled")
    if seat is None:
        return due[0]
    if match.seat(seat) not in due:
        raise BadOption(f"seat {seat} is not to act now; to act: {', '.join(map(str, due))}")
    return match.seat(seat)


def bot(name: str = "medium", seed: int = 0) -> Player:
    """The bot with that name: random, greedy, easy, medium, hard, net, or `mcts:1000`, `mcts:0.1s`."""
    return Player(name, seed)


def finish(match: Match, *bots: str | Player) -> Outcome:
    """Let bots finish a match, which changes it. Name one bot for all seats (default: greedy), or one for each."""
    for each in bots:
        if not isinstance(each, str | Player):
            raise BadOption(f"{each!r} is not a bot; name each one separately: wartable.finish(match, 'easy', 'hard')")
    seated = [Player(each) if isinstance(each, str) else each for each in bots or ("greedy",)]
    if len(seated) not in (1, len(match.players)):
        raise BadOption(f"{len(seated)} bots for {len(match.players)} seats: name one for all, or one for each")
    while not match.is_over:
        if match.due == (NATURE,):
            raise BadOption("people roll the dice of this match; bots cannot finish it")
        seat = next(each for each in match.due if each != NATURE)
        seated[seat % len(seated)].play(match, seat)
    assert match.outcome is not None
    return match.outcome


def observations(name: str | Game) -> tuple[Feature, ...]:
    """The meaning of each number of the game's observations, in order: index, name, meaning, range."""
    return describe(game(name))


def observation(match: Match, seat: int | str | None = None) -> Observation:
    """A learner's observation for a seat (default: the first to act); it prints in words."""
    seat = to_act(match) if seat is None else match.seat(seat)
    numbers = np.zeros(match.game.feature_count, np.float32)
    generic.features(match.observe(seat), match.box, seat, numbers)
    return Observation(match.game, numbers)


def replay(match: Match, seat: int | str = SPECTATOR) -> Sequence[Entry]:
    """The history, action by action, as a seat was told it (default: a spectator)."""
    return match.see(seat).entries


def draw(match: Match, path: Path | str | None = None, seat: int | str = SPECTATOR) -> str:
    """Draw the table as SVG, as a seat sees it (default: a spectator), and write it to `path` (.svg or .png)
    if given.
    """
    from wartable.drawing.picture import png

    picture = match.see(seat).draw()
    ending = Path(path).suffix.lower() if path is not None else None
    if path is not None and ending == ".png":
        Path(path).write_bytes(png(picture))
    elif path is not None and ending == ".svg":
        Path(path).write_text(picture, "utf-8")
    elif path is not None:
        raise BadOption(f"{path}: a picture is written as .svg or .png")
    return picture


def env(name: str | Game, **choices: Any) -> Any:
    """Return a table as a PettingZoo environment (needs `wartable install adapters`)."""
    from wartable.adapters.pettingzoo import TableEnv

    return TableEnv(game(name).name, **choices)
