"""Matches that are under way, to search in."""

from wartable.bots import make_bot
from wartable.core.game import Game
from wartable.core.match import Match


def after(game: Game, decisions: int, seed: int = 5, players: int | None = None) -> Match:
    """A match that greedy bots have played for a while."""
    match, bot = Match.start(game, seed=seed, players=players), make_bot("greedy", game, 1)
    for _ in range(decisions):
        seat = match.due[0]
        match.play(seat, bot.choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match
