"""The laws of pages: typed moves are read back correctly, and offers and refusals share no rules."""

import dis
from collections.abc import Iterator
from random import Random
from typing import Any

from wartable.compiler.mode import plain
from wartable.core.decisions import Decisions
from wartable.core.decisions.pages import Page
from wartable.core.game import Game
from wartable.core.match.perspective import hidden
from wartable.core.match.typed import TypedMoves
from wartable.core.values import words_of
from wartable.errors import MoveError

from .moment import LawBroken, Moment

MOST = 4
"""The number of moves of a position that are tried; each is compared with all of them."""
READ_BACK = "every notation and label is read as its own move"
NO_OTHER = "a slip of one or two characters plays no other move"
SLIPS = "abcdefghijklmnopqrstuvwxyz0123456789-+*~!., "
SLIPS_TRIED = 2
"""The number of slips for each text."""


def check_typed(moment: Moment, seat: int) -> None:
    """The laws of typed moves, for some of a seat's legal moves."""
    game, legal = moment.game, moment.legal(seat)
    view = hidden(moment.s, moment.box, seat)
    typed = TypedMoves(game, view, moment.box, seat, legal, game.seat_names)
    rng = Random(f"{moment.seed} {moment.step}")
    for action in rng.sample(legal, min(MOST, len(legal))):
        for text in (typed.notation(action), typed.label(action)):
            _check_read_back(moment, typed, action, text)
            for _ in range(SLIPS_TRIED):
                _check_slip(moment, typed, action, _slip(rng, text))


def _check_read_back(moment: Moment, typed: TypedMoves, action: int, text: str) -> None:
    try:
        read = typed.parse(text)
    except MoveError as error:
        raise moment.broken(READ_BACK, f"{text!r}: {error}", "meant", action) from None
    if read != action:
        raise moment.broken(READ_BACK, f"{text!r} is played as {typed.label(read)!r}", "meant", action)


def _slip(rng: Random, text: str) -> str:
    """A text with one or two characters removed, doubled, swapped, replaced or inserted."""
    for _ in range(rng.choice((1, 2))):
        place, other = rng.randrange(len(text) + 1), rng.choice(SLIPS)
        here, rest = text[place : place + 1], text[place + 1 :]
        slips = (rest, here + here + rest, rest[:1] + here + rest[1:], other + rest, other + here + rest)
        text = text[:place] + rng.choice(slips)
    return text


def _check_slip(moment: Moment, typed: TypedMoves, action: int, text: str) -> None:
    """A text only plays a move with the places and numbers that it names, and only a move that it says."""
    try:
        read = typed.parse(text)
    except MoveError:
        return
    page, it = typed.game.decisions.see(typed.view, typed.box, typed.seat, read)
    known = page.words(it)
    strange = [word for word in words_of(text) if any(map(str.isdigit, word)) and word not in known]
    if strange:
        detail = f"{text!r} names {', '.join(strange)}, and is played as {typed.label(read)!r}"
        raise moment.broken("a text that names places is no move between others", detail, "meant", read)
    if read != action and not _says(typed, text, read, known, action):
        detail = f"{text!r}, a slip of {typed.label(action)!r}, is played as {typed.label(read)!r}"
        raise moment.broken(NO_OTHER, detail, "meant", read)


def _says(typed: TypedMoves, text: str, read: int, known: set[str], action: int) -> bool:
    """Whether a text says a move, known by these words, and not another one: by a word of its own, or by its letters.

    The last letter may be left out where the page says what that means, as in `a1-a2`, which keeps a facing.
    """
    decisions = typed.game.decisions
    page, it = decisions.see(typed.view, typed.box, typed.seat, action)
    if not (known - page.words(it)).isdisjoint(words_of(text)):
        return True
    said, notation, label = (_words(one) for one in (text, typed.notation(read), typed.label(read)))
    letters = "".join(notation)
    cut = letters[:-1] if letters[-1:].isalpha() else letters
    return "".join(said) in (letters, cut, "".join(label)) or sorted(said) == sorted(notation)


def _words(text: str) -> list[str]:
    return [word for word in words_of(text) if word.isalnum()]


def check_apart(game: Game) -> None:
    """No `refuse` of a page calls a rule of the game that its `offers` calls: each checks the other."""
    package = game.rules.__name__.rpartition(".")[0]
    for page in game.decisions.pages:
        if hasattr(page.module, "refuse"):
            shared = _reached(page.module.refuse, package) & _offering(game.decisions, page, package)
            if shared:
                names = ", ".join(sorted(function.__name__ for function in shared))
                raise LawBroken(f"what a page offers and refuses is written apart: {page.name} uses {names} for both")


def _offering(decisions: Decisions, page: Page, package: str) -> set[Any]:
    phases = (phase.module for phase in decisions.phases if page.module in phase.pages)
    rules = [vars(module).get("offers") for module in (page.module, *phases)]
    return set().union(*(_reached(one, package) for one in rules if one is not None))


def _reached(rule: Any, package: str) -> set[Any]:
    """A rule and all rules of the game that it calls, directly or indirectly."""
    found: set[Any] = set()
    waiting = [plain(rule)]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += _called(function, package)
    return found


def _called(function: Any, package: str) -> Iterator[Any]:
    names = function.__code__.co_names
    loaded = {one.argval for one in dis.get_instructions(function.__code__) if one.opname == "LOAD_GLOBAL"}
    for name in loaded:
        value = function.__globals__.get(name)
        inside = [vars(value).get(other) for other in names] if type(value).__name__ == "module" else [value]
        for one in inside:
            called = plain(one) if one is not None else None
            if hasattr(called, "__code__") and str(called.__module__).startswith(package):
                yield called
