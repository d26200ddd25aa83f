"""What pieces do, as people type it: `d4xe5`, `fire f2 at f5`, `the throne attacks d3`, `d4 to d5`.

Words that are not understood are never passed over: what a text says beside the action is asked back.
"""

from typing import NamedTuple

from wartable.core.phrases import listed
from wartable.core.rules import Meaning, Refused, Text, code

from ...names import direction_between, piece_name, square_name, steps_between
from ...state import MOST_STEPS, SQUARES, Deed, Piece
from ...values import PIECES, Square, Table, letter_in, on_board, squares_in
from . import switch
from .attack import Attack
from .fire import Fire
from .move import Move
from .piece_action import FIRST_TURN, VERBS, flight
from .switch import Switch

SIGNS = {Deed.MOVE: "-", Deed.ATTACK: "x", Deed.FIRE: "*", Deed.SWITCH: "~"}
DEEDS = {verb: deed for deed, verbs in VERBS.items() for verb in verbs.split(" | ")}
ELSEWHERE = ("place", "put", "drop", "set", "bring", "@", "ambush", "deception", "tiles", "pieces", "middle")
"""Squares are named for other things than deeds, too."""
EXACTLY = "on a neighbouring tile", "exactly two tiles in one direction", "exactly three tiles in one direction"


class Told(NamedTuple):
    """What a text says: squares with the letters of their pieces, the types that it names, and the deed."""

    squares: list[tuple[str, str]]
    pieces: list[int]
    deed: Deed | None


def read(text: Text) -> Meaning:
    if text.has(*ELSEWHERE):
        return None
    told = understood(text)
    if text.has("haste") and told.squares:
        return Refused(911, "Haste is spent first, by itself; say one thing at a time.")
    if len(told.squares) > 2:
        return Refused(401, "A turn has exactly one action; say one thing at a time.")
    if len(told.squares) == 2:
        return both_named(text, told)
    if told.squares:
        return with_start(text.at, told, told.squares[0][1])
    says_so = any(word in DEEDS and word.isalpha() for word in text.words)
    return without_squares(text.at, told) if told.deed and says_so else None


def understood(text: Text) -> Told:
    squares: list[tuple[str, str]] = []
    pieces, deed, letter = [], None, ""
    for word in text.words:
        short = next((one for one in (word, word[:-1]) if one in DEEDS or one in PIECES), word)
        if (square := next(iter(squares_in(Text(text.at, [word]))), None)) is not None:
            squares.append((letter_in(word) or letter, square))
            letter = ""
            deed = deed or (Deed.ATTACK if word.startswith("x") and word[1:].endswith(square) else None)
        elif short in DEEDS:
            deed = deed or DEEDS[short]
        else:
            pieces += [PIECES[short]] if short in PIECES else []
            letter = letter_in(short) or letter
    return Told(squares, pieces, deed)


def both_named(text: Text, told: Told) -> Meaning:
    """From one square to the other; `attack f6 from d4` and `fire on f6 with d4` have them the other way round."""
    between = text.words[: last_square(text)]
    engages = told.deed in (Deed.ATTACK, Deed.FIRE)
    turned = "from" in between or ("with" in between and engages)
    (letter, start), (_, end) = told.squares[::-1] if turned else told.squares
    squares = on_board(start, end)
    if isinstance(squares, Refused):
        return squares
    one, other = (Square(square, text.at) for square in squares)
    if told.deed is None and one.is_mine and one.piece & 15 == Piece.WARHORSE and other.piece and not other.is_mine:
        return Refused(507, f"Say whether it attacks or switches, as in W{start}x{end} or W{start}~{end}.")
    deed = told.deed or usual_deed(other)
    if deed == Deed.SWITCH and other.is_mine and not one.is_mine and not letter:
        one, other = other, one
    return wrong_piece(one, letter) or done(deed, one, other)


def last_square(text: Text) -> int:
    return max(place for place, word in enumerate(text.words) if squares_in(Text(text.at, [word])))


def usual_deed(end: Square) -> Deed:
    """What is meant by a piece and a square: moving, switching or attacking, by who stands there."""
    if not end.piece:
        return Deed.MOVE
    return Deed.SWITCH if end.is_mine else Deed.ATTACK


def wrong_piece(start: Square, letter: str) -> Refused | None:
    """Why nothing can be done with what stands on a square, by whoever thinks it is theirs."""
    where = start.typed()
    if not start.piece:
        return Refused(402, f"Nobody stands on {where}.")
    if not start.is_mine:
        return Refused(402, f"The {start.man} on {where} is not yours; you act with your own pieces only.")
    if letter and letter != start.letter:
        return Refused(402, f"Your piece on {where} is {start.a_man} ({start.letter}).")
    return None


def done(deed: Deed, start: Square, end: Square) -> Meaning:
    if deed == Deed.MOVE:
        return code(Move(start, end))
    if start == end:
        rule = 405 if deed == Deed.SWITCH else 409
        return Refused(rule, f"{start.typed()} is the square on which it stands.")
    way = direction_between(start, end)
    return {Deed.ATTACK: attacked, Deed.FIRE: shot, Deed.SWITCH: switched}[deed](start, end, way)


def attacked(start: Square, end: Square, way: int | None) -> Meaning:
    distance = steps_between(start, end)
    if way is not None and distance <= MOST_STEPS:
        return code(Attack(start, way, distance - 1))
    if start.at.view.turn == 1:
        return Refused(410, FIRST_TURN)
    if start.at.box.reach[start.piece & 15] > 1:
        return Refused(509, flight(start, end))
    return Refused(407, f"{start.one} attacks a neighbouring tile; {end.away(start)}.")


def shot(start: Square, end: Square, way: int | None) -> Meaning:
    type = start.piece & 15
    reach = start.at.box.fires_at[type]
    if reach == 0 or (way is not None and steps_between(start, end) == reach):
        return code(Fire(start, 0 if way is None else way))
    exactly = EXACTLY[reach - 1] if reach <= len(EXACTLY) else f"exactly {reach} tiles in one direction"
    rule = 500 + type if Piece.CROSSBOWMAN <= type <= Piece.TREBUCHET else 408
    line = ", and in no straight line" if way is None else ""
    return Refused(rule, f"{start.one} fires {exactly}; {end.away(start)}{line}.")


def switched(start: Square, end: Square, way: int | None) -> Meaning:
    if way is None or steps_between(start, end) > 1:
        rule = 507 if start.piece & 15 == Piece.WARHORSE else 405
        return Refused(rule, f"Only adjacent pieces switch; {end.away(start)}.")
    return switch.meant(seen(start.at, start, way))


def seen(at: Table, start: int, way: int) -> Switch:
    page = at.decisions.page(code(Switch(start, way)))
    assert page is not None
    it: Switch = page.see(at, start, way)
    return it


def own_squares(at: Table, type: int | None) -> list[str]:
    """Where the player's pieces stand, those of one type where it is named."""
    squares = (Square(square, at) for square in range(SQUARES))
    return [one.typed() for one in squares if one.is_mine and type in (None, one.piece & 15)]


def with_start(at: Table, told: Told, name: str) -> Meaning:
    """A deed that names one square: the piece is found by its name, if the player has one of it alone."""
    type = told.pieces[0] if told.pieces else None
    places, sign = own_squares(at, type), SIGNS[told.deed] if told.deed else ""
    if name in places:
        return Refused(403, f"Say where the piece on {name} is to go or strike, as in {name}-e5 or {name}xe5.")
    squares = on_board(name)
    if isinstance(squares, Refused):
        return squares
    if type is None:
        return Refused(402, f"Say which of your pieces, by its square, as in d4{sign or '-'}{name}.")
    if len(places) == 1:
        end = Square(squares[0], at)
        start = next(Square(square, at) for square in range(SQUARES) if square_name(square) == places[0])
        return done(told.deed or usual_deed(end), start, end)
    some = f"Say which {piece_name(type)}: {listed(places, 'or')}." if places else ""
    return Refused(402, some or f"You have no {piece_name(type)} on the board.")


def without_squares(at: Table, told: Told) -> Refused:
    """`attack the throne`: where the enemy has one of it alone, its square is known."""
    assert told.deed is not None
    foes = [Square(square, at) for square in range(SQUARES) if at.view.pieces[square] >> 4 == 1 - at.seat]
    named = [foe.typed() for foe in foes if foe.piece and foe.piece & 15 in told.pieces]
    known = len(named) == 1 and told.deed in (Deed.ATTACK, Deed.FIRE)
    example = f"d4{SIGNS[told.deed]}{named[0] if known else 'd5'}"
    return Refused(402, f"Say which of your pieces and where, by their squares, as in {example}.")
