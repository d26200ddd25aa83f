"""CI-9.1, CI-9.2: the token that becomes a city or a district."""

from wartable.core.phrases import count
from wartable.core.rules import Meaning, Text, code, plain, rule

from ..box import Box
from ..rules import cities
from ..rules.turn import take
from ..state import CAPITAL, NONE, Act, State
from ..texts import draws_text
from ..values import Action, Token


class PickToken(Action):
    token: Token

    when = 107
    notation = "token-{token}"
    reads = "token"
    label = "Use the token for {room}, {draws}"
    touches = "token-{token}"
    facts = {902: "{used}."}

    @property
    def room(self) -> str:
        box = self.at.box
        if self.at.plan.land != NONE:
            return count(box.city_spaces[self.token], "building")
        return count(plain(cities.district_size)(self.at.own, box, self.token), "more building")

    @property
    def draws(self) -> str:
        return draws_text(self.at.box.token_draws[self.token])

    @property
    def used(self) -> str:
        is_capital = self.token == CAPITAL
        return "The capital's token lies on your starting land" if is_capital else "You have used that token already"


@rule
def apply(s: State, box: Box, seat: int, it: PickToken) -> None:
    take(s, box, seat, Act.NOTHING, it.token, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: PickToken) -> int:
    return 902 if it.token == CAPITAL or s.sides[seat].tokens[it.token] == 0 else 0


def read(text: Text) -> Meaning:
    tokens = Token.named_in(text)
    return code(PickToken(tokens[0])) if len(tokens) == 1 else None
