"""Commands that can be typed in place of a move: undo, save, rules and so on."""

from collections.abc import Iterable
from dataclasses import dataclass

ORDERS = {
    "list": "list [WORDS]: list the legal moves, or those that contain these words",
    "hint": "hint: what a bot would play here, with the chance to win",
    "coach": "coach MOVE: what a coach says to a move before you play it, and what would be better",
    "undo": "undo: go back to the last decision that a person made",
    "save": "save [FILE]: write the match to a file",
    "load": "load FILE: continue a saved match",
    "rules": "rules [NUMBER or WORDS]: look up a rule, a chapter, a word of the game, or all rules with these words",
    "ask": "ask QUESTION: answer a question from the rules and the position: ask may I move to c3?",
    "board": "board [on|off]: show the board, or switch it on or off before each question",
    "where": "where [WORDS]: say in words where everything stands, or what has these words: where e7",
    "log": "log: show the whole log of the match",
    "help": "help: this text",
    "quit": "quit: leave",
}
_OTHER_NAMES = {"q": "quit", "exit": "quit", "bye": "quit", "?": "help", "h": "help", "rule": "rules", "moves": "list"}


@dataclass(frozen=True)
class Order:
    name: str
    rest: str


def read_order(text: str, notations: Iterable[str]) -> Order | None:
    """The command in a text, or None. A text that is a legal move is that move; `:` in front makes it a command."""
    meant = text.strip()
    if not meant.startswith(":") and meant.lower() in {notation.lower() for notation in notations}:
        return None
    word, _, rest = meant.removeprefix(":").strip().partition(" ")
    name = _OTHER_NAMES.get(word.lower(), word.lower())
    return Order(name, rest.strip()) if name in ORDERS else None
