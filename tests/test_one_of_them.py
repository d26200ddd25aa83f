"""One of something is said in the singular, on the table as in the log."""

import re
from random import Random

from wartable.core.game import Game
from wartable.core.match import Match

MANY_OF_ONE = re.compile(r"(?<![\d.+/-])\b1 (points|coins|mines|cards|steps|heroes|cities|tokens|goods)\b")


def test_nothing_on_a_table_says_1_points(each_game: Game) -> None:
    match, rng = Match.start(each_game, seed=8), Random(3)
    found: set[str] = set()
    for number in range(60):
        if match.is_over:
            break
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
        if number % 6 == 0:
            said = [words for thing in match.see(0).scene.things for words in (thing.label, thing.text, *thing.lines)]
            found |= {words for words in said if MANY_OF_ONE.search(words)}
    assert found == set()
