"""IK-13.3: of the tokens that were drawn, as many are kept as the hex says."""

from wartable.core.phrases import listed
from wartable.core.rules import Action, Ints, Meaning, Refused, Text, code, note, pop, put, rule, top

from ..box import Box
from ..names import token_name
from ..notes import Told
from ..state import Frame, KeepFrame, State
from ..values import STORES, KeptToken, Table, content
from . import decline

asked = Frame.KEEP
also = (decline,)


class Keep(Action):
    token: KeptToken

    when = 108
    notation = "keep-{token}"
    reads = "| keep | take | choose"
    label = "Keep a {token} token"
    touches = "token-{token}"
    facts = {
        108: lambda it: it.at.first(
            "You have drawn no tokens; the King draws them when it steps onto a barrow, a mine or ruins."
        ),
        1303: "There is no {token} token among those that were drawn.",
    }


def prompt(at: Table) -> str:
    return f"Choose a token to keep ({top(at.view, KeepFrame).left} left)"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for token in range(3):
        if s.drawn[token] > 0:
            n = put(out, n, Keep(token))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Keep) -> None:
    frame = top(s, KeepFrame)
    s.drawn[it.token] -= 1
    s.kept[it.token] += 1
    note(box, Told.KEEPS_TOKEN, 1303, seat, it.token)
    frame.left -= 1
    if frame.left == 0:
        pop(s)


@rule
def refuse(s: State, box: Box, seat: int, it: Keep) -> int:
    return 0 if s.drawn[it.token] > 0 else 1303


NOT_KEPT = ("discard", "return", "back", "leave", "drop", "remove", "not", "without", "except", "all", "both")


def read(text: Text) -> Meaning:
    """Which one is kept, never which one is not."""
    if text.at.asked != Frame.KEEP:
        return None
    if text.has("balrog"):
        return Refused(1307, "The Balrog token is never one of the tokens to keep.")
    named = KeptToken.named_in(text)
    if len(named) == 1 and not text.has(*NOT_KEPT):
        return code(Keep(named[0]))
    has_number = any(word.isdecimal() for word in text.words)
    if not named and content(text) and not has_number and not text.has(*NOT_KEPT, *STORES):
        return None
    drawn = [token_name(text.at.box, token) for token in range(3) if text.at.view.drawn[token]]
    return Refused(1303, f"Say which token you keep, one at a time: {listed(drawn, 'or')}.")
