"""Moves that are said in words (`fire f2 at f5`, `the throne attacks d3`), as people write them with signs."""

import re

from wartable.core.game import Refused
from wartable.core.phrases import listed

from .actions import Say
from .names import LETTERS, piece_name, square_name
from .state import SQUARES, Piece, State

SIGNS = {
    **dict.fromkeys(("move", "go", "walk", "step", "ride", "fly"), "-"),
    **dict.fromkeys(("attack", "take", "capture", "kill", "engage", "breach", "besiege"), "x"),
    **dict.fromkeys(("fire", "shoot"), "*"),
    **dict.fromkeys(("switch", "swap", "exchange"), "~"),
}
PLACING = {"place", "put", "drop", "set"}
PAIRS = {"ambush": 914, "deception": 916}
SAID = {"haste": Say.HASTE, "cunning": Say.CUNNING, "pass": Say.PASS, "skip": Say.PASS, "end": Say.PASS}
SPENDING = {"use", "spend", "play", "turn", "my", "the", "a", "favor"}
NAMES = {piece_name(piece): piece for piece in Piece if piece != Piece.NONE}
SQUARE = re.compile(r"([rscablwedt]?)([a-z]\d+)")


def said(text: str) -> Say | None:
    """An answer without a square, in other words than its notation."""
    words = [word for word in re.findall(r"[a-z0-9]+", text) if word not in SPENDING]
    return SAID.get(words[0]) if len(words) == 1 else None


def in_signs(view: State, seat: int, text: str) -> str | Refused | None:
    """The same with signs and squares; a refusal where a part is missing, None where no words of the game are used."""
    words = [stem(word) for word in re.findall(r"[a-z]+\d+|[a-z]+", text)]
    squares = [found for word in words if (found := SQUARE.fullmatch(word))]
    pair = next((word for word in words if word in PAIRS), "")
    if pair:
        ends = [square[2] for square in squares]
        example = f"Say which two pieces change places, as in {pair}:c3~d4."
        return f"{pair}:{ends[0]}~{ends[1]}" if len(ends) == 2 else Refused(PAIRS[pair], example)
    if len(squares) > 2 or ("haste" in words and squares):
        both = "Haste is spent first, by itself" if "haste" in words else "A turn has exactly one action"
        return Refused(911 if "haste" in words else 401, f"{both}; say one thing at a time.")
    sign = next((SIGNS[word] for word in words if word in SIGNS), "")
    pieces = [int(NAMES[word]) for word in words if word in NAMES]
    letter = LETTERS[pieces[0]].lower() if pieces else ""
    if PLACING & set(words) and len(squares) == 1:
        return f"{letter or squares[0][1]}@{squares[0][2]}"
    if not squares or not (sign or pieces or len(squares) == 2):
        return None
    if len(squares) == 1:
        return with_start(view, seat, pieces, sign, squares[0][2])
    start, end = squares[:2] if f"from {squares[1][0]}" not in " ".join(words) else squares[1::-1]
    return f"{start[1] or letter}{start[2]}{sign}{end[2]}"


def stem(word: str) -> str:
    """`attacks` and `switches` are `attack` and `switch`."""
    known = SIGNS.keys() | NAMES.keys() | PLACING
    return next((short for short in (word, word[:-1], word[:-2]) if short in known), word)


def with_start(view: State, seat: int, pieces: list[int], sign: str, name: str) -> str | Refused:
    """A deed that names one square: the piece is found by its name, if the player has one of it alone."""
    own = [square for square in range(SQUARES) if view.pieces[square] and view.pieces[square] >> 4 == seat]
    places = [square_name(square) for square in own if not pieces or view.pieces[square] & 15 == pieces[0]]
    if name in places:
        return Refused(403, f"Say where the piece on {name} is to go or strike, as in {name}-e5 or {name}xe5.")
    if not pieces:
        return Refused(402, f"Say which of your pieces, by its square, as in d4{sign}{name}.")
    if len(places) == 1:
        return f"{places[0]}{sign}{name}"
    some = f"Say which {piece_name(pieces[0])}: {listed(places, 'or')}." if places else ""
    return Refused(402, some or f"You have no {piece_name(pieces[0])} on the board.")
