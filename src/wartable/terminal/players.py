"""The players in the seats: people by name, and bots."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from wartable.bots import bot_names, make_bot, usual_level
from wartable.bots.ladder import NET
from wartable.core.game import Game
from wartable.core.match.setup import check_players
from wartable.errors import BadOption, WartableError

from .names import LONGEST, clean, short_name

_BOT = re.compile(r"(?P<name>.+) \((?P<bot>[^()]+)\)")
YOU = ("you", "me", "person")


@dataclass(frozen=True)
class Player:
    """A person, or the bot of that name. `name` is the name in sentences."""

    name: str
    bot: str | None = None

    @property
    def title(self) -> str:
        """The name in a save, which for a bot includes which bot it is."""
        return self.name if self.bot is None else f"{self.name} ({self.bot})"


def usual_bot() -> str:
    """The default bot: a good one that answers within a second."""
    return usual_level()


def is_bot(word: str) -> bool:
    """Whether a word names a bot: a bot's name, or anything with a colon, which no person's name has."""
    return word in (*bot_names(), NET) or ":" in word


def can_play(bot: str, game: Game) -> bool:
    """Whether this bot exists here; a save may name one that does not."""
    try:
        make_bot(bot, game)
    except WartableError:
        return False
    return True


def choose_players(game: Game, seats: str | None, count: int | None) -> tuple[Player, ...]:
    """The players given by `--seats` and `--players`; open seats go to the default bot."""
    words = [word.strip() for word in seats.split(",")] if seats is not None else [YOU[0]]
    number = count if count is not None else max(len(words) if seats is not None else 0, game.seats[0])
    check_players(game, number)
    if len(words) > number:
        raise BadOption(f"--seats names {len(words)} players, but {number} play")
    words += [usual_bot()] * (number - len(words))
    players = tuple(_player(game, seat, word) for seat, word in enumerate(words))
    _check_apart(players)
    return players


def _player(game: Game, seat: int, word: str) -> Player:
    if word in YOU:
        return Player(game.seat_name(seat))
    if is_bot(word):
        return Player(game.seat_name(seat), word)
    if not word or clean(word) != word or "\n" in word or len(word) > LONGEST or set(word) & set("(){}"):
        raise BadOption(
            f"--seats: {clean(word)!r} is not a valid name; a name has 1 to {LONGEST} letters and no brackets"
        )
    close = difflib.get_close_matches(word.lower(), bot_names(), 1, 0.8)
    if close:
        raise BadOption(
            f"--seats: there is no bot {word!r}; did you mean {close[0]}? There are: {', '.join(bot_names())}"
        )
    return Player(word)


def _check_apart(players: Sequence[Player]) -> None:
    names = [player.name.lower() for player in players]
    for name in names:
        if names.count(name) > 1:
            raise BadOption(f"--seats: two players are called {name}")


def saved_players(game: Game, titles: Sequence[str]) -> tuple[Player, ...]:
    """The players of a save: a name that ends in a bot's name in brackets is that bot; all others are people."""
    players = []
    for title in titles:
        match = _BOT.fullmatch(title)
        if match and is_bot(match["bot"]) and can_play(match["bot"], game):
            players.append(Player(short_name(match["name"]), match["bot"]))
        else:
            players.append(Player(short_name(title)))
    return tuple(players)
