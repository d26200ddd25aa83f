"""The noise floor: the win rates at the text table of readers that understand nothing, or little, with Wilson's
intervals.

    python -m wartable.text.floor --matches 50

Compare your model with these rows, and see how much a given number of matches can show.
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass

from wartable.bots import make_bot
from wartable.core.match import Match
from wartable.core.registry import all_games, find_game
from wartable.lab.reports.sample import rate_interval

from .table import TextTable

OPPONENT = "beginner"
READERS = ("random text", "first legal", "beginner", "easy")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789 -+#"


@dataclass(frozen=True)
class Row:
    """A reader's wins in this number of matches, with the 95% interval."""

    game: str
    reader: str
    matches: int
    share: float
    low: float
    high: float
    illegal: float
    """Illegal answers for each decision."""


def reader_of(name: str, table: TextTable, seat: int, seed: int) -> Callable[[], str]:
    """The reader: random characters, the first move of the list, or a bot whose moves are put into words."""
    if name == "random text":
        dice = random.Random(seed)
        return lambda: "".join(dice.choices(LETTERS, k=dice.randint(1, 12)))
    if name == "first legal":
        return lambda: "#1"
    bot = make_bot(name, table.game, seed)

    def choose() -> str:
        match = table.match
        return match.typed(seat).notation(bot.choose(match.observe(seat), match.box, seat, match.legal(seat)))

    return choose


def play(game: str, reader: str, seed: int, opponent: str = OPPONENT) -> tuple[float, int, int]:
    """Play a match of a reader against bots, in a seat that changes with the seed; returns share, illegal answers,
    decisions.
    """
    match = Match.start(find_game(game), seed=seed)
    seat = seed % len(match.players)
    bots = {other: opponent for other in match.seats if other != seat}
    table = TextTable(match, bots=bots, rules="on demand", seed=seed)
    read = reader_of(reader, table, seat, seed)
    while not table.is_over:
        table.answer(read())
    assert table.shares is not None
    grades = table.grades()
    return table.shares[seat], sum(grade.illegal for grade in grades), len(grades)


def floor(game: str, reader: str, matches: int) -> Row:
    """A row of the table."""
    played = [play(game, reader, seed) for seed in range(matches)]
    share = sum(one[0] for one in played) / matches
    low, high = rate_interval(share * matches, matches)
    wrong = sum(one[1] for one in played) / max(1, sum(one[2] for one in played))
    return Row(game, reader, matches, share, low, high, wrong)


HEAD = "| game | reader | matches | share of the wins | wrong answers a decision |\n|---|---|---|---|---|"


def line(row: Row) -> str:
    """A row in Markdown."""
    won = f"{row.share:.0%} ({row.low:.0%} to {row.high:.0%})"
    return f"| {find_game(row.game).title} | {row.reader} | {row.matches} | {won} | {row.illegal:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="the noise floor of the text table")
    parser.add_argument("games", nargs="*", help="which games (default: all)")
    parser.add_argument("--matches", type=int, default=50, help="for each row (default: 50)")
    arguments = parser.parse_args()
    print(HEAD)
    for name in arguments.games or [game.name for game in all_games()]:
        for reader in READERS:
            print(line(floor(name, reader, arguments.matches)), flush=True)


if __name__ == "__main__":
    main()
