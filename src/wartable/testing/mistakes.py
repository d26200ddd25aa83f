"""Beginners' mistakes: each is answered with its rule.

A corpus is a TOML file of positions, each with typed texts and the rules that must answer them::

    [[position]]
    moves = ["first-0", "+a1n", "+e7s"]         # all moves from the start, including nature's
    tries = [
        ["+b1n", "MT-3.2", "corner"],           # the typed text, the rule, and a part of the answer
        ["a7 north", "plays", "+a7n"],          # a text that is a move, in whatever words
        ["not a1-a2n", "asks", "a1-a2n"],       # a text that says more than a move: the table asks back
    ]

`options` and `players` set up the table; instead of moves, `match` and `at` open a saved match after that many actions.
`seat` says who types if several seats are to act.
"""

import tomllib
from pathlib import Path
from typing import Any

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.errors import DoubtfulMove, IllegalMove, UnreadableMove


def check_mistakes(game: Game, path: Path, least: int = 40) -> None:
    """Type every mistake of a corpus and check the answers."""
    positions = tomllib.loads(path.read_text("utf-8"))["position"]
    tried = 0
    for position in positions:
        match = open_position(game, position, path.parent)
        for text, rule, part in position["tries"]:
            seat = position.get("seat", match.due[0])
            if rule in ("plays", "asks"):
                done, move = understood(match, seat, text)
                assert (done, move) == (rule, part), f"{text!r} {done} {move}, and not {rule} {part}\n{match}"
                continue
            answer = answer_to(match, seat, text)
            assert answer.rule == rule, f"{text!r} should be answered with {rule}, not: {answer}\n{match}"
            assert part in str(answer), f"the answer to {text!r} should say {part!r}, not: {answer}"
            tried += 1
    assert tried >= least, f"{path.name} has {tried} mistakes; {least} are wanted"


def open_position(game: Game, position: dict[str, Any], folder: Path) -> Match:
    if "match" in position:
        match = Match.load(folder / position["match"])
        match.cut(position["at"])
        return match
    match = Match.start(game, position.get("options", {}), position.get("players"), real_dice=True)
    for move in position["moves"]:
        match.play(match.due[0], move)
    return match


def answer_to(match: Match, seat: int, text: str) -> IllegalMove | UnreadableMove:
    """How a text is refused to a seat that is to act."""
    try:
        action = match.parse(seat, text)
    except (IllegalMove, UnreadableMove) as refused:
        return refused
    raise AssertionError(f"{text!r} is legal: it is {match.notation(seat, action)}\n{match}")


def understood(match: Match, seat: int, text: str) -> tuple[str, str]:
    """Whether a text is played or asked back, and as which move."""
    try:
        return "plays", match.notation(seat, match.parse(seat, text))
    except DoubtfulMove as doubt:
        return "asks", match.notation(seat, doubt.action)
    except (IllegalMove, UnreadableMove) as refused:
        return "refuses", str(refused)
