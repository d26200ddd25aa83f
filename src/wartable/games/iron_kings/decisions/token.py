"""IK-13.1, IK-13.2, IK-13.7: a token is drawn from the bag; the Balrog rises as soon as its token is."""

from wartable.core.rules import Action, Ints, note, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..rules.bag import bag_size
from ..rules.common import last_round
from ..state import Ending, Frame, State, Token, TokenFrame
from ..values import BagToken

asked = Frame.TOKEN
prompt = "A token is being drawn"


class TokenDrawn(Action):
    token: BagToken

    when = 109
    notation = "token-{token}"
    label = "The token is {token}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for token in range(4):
        if s.bag[token] > 0:
            weights[n] = s.bag[token]
            n = put(out, n, TokenDrawn(token))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: TokenDrawn) -> None:
    """IK-13.2: the draw ends with an empty bag."""
    frame = top(s, TokenFrame)
    s.bag[it.token] -= 1
    note(box, Told.TOKEN_DRAWN, 1301, frame.seat, it.token, bag_size(s))
    if it.token == Token.BALROG:
        rise(s, box, frame.seat)
    if it.token != Token.BALROG or box.leaves[it.token] == 0:
        s.drawn[it.token] += 1
    frame.left -= 1
    if frame.left > 0 and bag_size(s) == 0:
        note(box, Told.BAG_EMPTY, 1302, frame.seat, frame.left)
    if frame.left == 0 or bag_size(s) == 0:
        pop(s)


@rule
def rise(s: State, box: Box, seat: int) -> None:
    """IK-13.7: once."""
    if s.balrog == 0:
        s.balrog = s.rounds
        last = last_round(s, box) if box.endings[Ending.BALROG] != 0 else 0
        note(box, Told.BALROG_RISES, 1307, seat, s.rounds, last)
