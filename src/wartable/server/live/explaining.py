"""Questions of players to a table: what a thing is, what an action would do, why a touch is refused."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import zip_longest
from typing import Any, TypeVar

from wartable.core.frames import SPECTATOR, AnyState
from wartable.core.game import Refused
from wartable.core.match import Match
from wartable.core.match.perspective import Perspective
from wartable.drawing.card import Card
from wartable.errors import IllegalMove, UnreadableMove, WartableError
from wartable.guides.outlook import outlook
from wartable.guides.reach import reaches
from wartable.server.live.patience import is_out_of_patience, patience
from wartable.text.ask import verdict

from .protocol import ProtocolError
from .serializers import prompt_text, said

Result = TypeVar("Result")
PATIENCE = 0.01
"""Seconds of work for finding out what a touch or a text means that is no legal move."""

# Cards


def look_json(
    match: Match, seen: Perspective, thing: str | None, actions: tuple[int, ...], reach: bool = False
) -> dict[str, Any]:
    """A card for a thing, null if the game has none, and the outlook of each legal action.

    With `reach` also what every piece could reach in its owner's turn.
    """
    seat = seen.viewer
    card = None if thing is None else card_of(match, seat, thing)
    legal = set(match.legal(seat)) if actions and seat != SPECTATOR and seat in match.due else set()
    return {
        "card": None if card is None else _card_json(seen, card),
        "outlooks": [_outlook_json(match, seen, action) for action in actions if action in legal],
        **({"reaches": [asdict(one) for one in reaches(match, seat)]} if reach else {}),
    }


def card_of(match: Match, seat: int, thing: str) -> Card | None:
    explain = match.game.view.explain
    found: Card | None = or_none(explain, match.observe(seat), match.box, seat, thing) if explain else None
    return found


def _card_json(seen: Perspective, card: Card) -> dict[str, Any]:
    game = seen.match.game
    # Rules are written with marks around the names of options; a card shows words.
    text = said(seen, card.text or (game.rulebook.rules[card.rule].text if card.rule else ""))
    return {
        "title": said(seen, card.title),
        "text": text if card.text else text.replace("`", ""),
        "facts": [said(seen, fact) for fact in card.facts],
        **({"picture": card.picture} if card.picture else {}),
        "rule": game.rule_name(card.rule) if card.rule else "",
    }


def _outlook_json(match: Match, seen: Perspective, action: int) -> dict[str, Any]:
    expected = outlook(match, seen.viewer, action, seen.catalogue)
    odds = match.game.words.odds
    told = odds(seen.view, match.box, seen.viewer, action) if odds else ""
    return {
        "action": action,
        "certain": [*expected.certain, *([said(seen, told)] if told else [])],
        "chances": [{"percent": round(100 * one.chance), "says": list(one.says)} for one in expected.branches],
    }


# Refusals


def why_not(match: Match, seen: Perspective, touched: tuple[str, ...], below: tuple[str, ...]) -> tuple[str, str]:
    """The rule that forbids what was touched, and the reason; without a rule, the question.

    A touch is read like a text: the game says what a person means by these things, or by those under the last one.
    """
    seat, view = seen.viewer, seen.view
    for last in (touched[-1], *below):
        refused = _refused(match, view, seat, (*touched[:-1], last))
        if refused is not None and refused.rule:
            reason = refused.fact or match.game.rulebook.rules[refused.rule].text
            return match.game.rule_name(refused.rule), said(seen, reason)
    return "", f"{prompt_text(seen, view)}."


def _refused(match: Match, view: AnyState, seat: int, touched: tuple[str, ...]) -> Refused | None:
    meant_by = match.game.view.meant_by
    meant = or_none(meant_by, view, match.box, seat, touched) if meant_by else None
    if isinstance(meant, str):
        meant = match.game.words.meant(view, match.box, seat, meant)
    if isinstance(meant, int):
        meant = match.refusal(seat, meant)
    return meant or _by_path(match, view, seat, touched)


def _by_path(match: Match, view: AnyState, seat: int, touched: tuple[str, ...]) -> Refused | None:
    """The reason that the first action is refused whose path contains all of these things, within the time limit."""
    legal = set(match.legal(seat))
    for action in _likely(match, legal):
        if is_out_of_patience():
            return None
        if action not in legal and set(touched) <= set(_path(match, view, seat, action)):
            return match.refusal(seat, action)
    return None


def _likely(match: Match, legal: set[int]) -> Iterator[int]:
    """All action codes, one of each family in turn, families with legal actions first."""
    usual = {match.game.family_of(action) for action in legal}
    for is_usual in (True, False):
        families = [family for name, family in match.game.families.items() if (name in usual) == is_usual]
        codes = zip_longest(*(range(family.first, family.last + 1) for family in families))
        yield from (code for row in codes for code in row if code is not None)


def _path(match: Match, view: AnyState, seat: int, action: int) -> tuple[str, ...]:
    """The path of an action, legal or not; None if the game has none."""
    return or_none(match.game.view.path, view, match.box, seat, action) or ()


def or_none(ask: Callable[..., Any], *about: Any) -> Any:
    """The game's answer about something from outside: an id, a sheet, an action that may be illegal.

    Games only guarantee answers about what they have shown; any error beyond that means "no such thing".
    """
    try:
        return ask(*about)
    except Exception:
        return None


# Moves


def read_move(match: Match, seat: int, move: int | str) -> int:
    """The legal action that a code or a text means; else ProtocolError with the reason."""
    try:
        return match.parse(seat, move) if isinstance(move, str) else match.check_legal(seat, move)
    except IllegalMove as error:
        raise ProtocolError("illegal", error.args[0], error.rule) from None
    except UnreadableMove as error:
        raise ProtocolError("unreadable-move", error.args[0], error.rule) from None
    except WartableError as error:
        raise ProtocolError("unreadable-move", error.args[0]) from None


def answer(match: Match, seen: Perspective, question: str) -> list[str]:
    """The table's answer to a question in words: whether a move is legal, or why not; empty out of turn."""
    return [seen.catalogue.say(line) for line in verdict(match, seen.viewer, question, is_late=is_out_of_patience)]


def in_time(work: Callable[..., Result], *about: Any) -> Result:
    """Search for a meaning within the time limit, since others wait for this thread."""
    with patience(PATIENCE):
        return work(*about)
