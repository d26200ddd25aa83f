"""CI-10.11, CI-10.12: a card is set aside to be bought, or put back."""

from wartable.core.rules import Ints, alone, lowest, plain, put, rule, whisper

from ..box import Box
from ..notes import Told
from ..rules.end_round import can_afford
from ..rules.pay import total
from ..state import CARDS, State
from ..texts import card_text, price
from ..values import Action, Card, Table


class Buy(Action):
    card: Card

    when = 1011
    notation = "buy-{card}"
    reads = "buy | purchase | put back |: {card}"
    label = "{buys}"
    touches = "shop-{card}"
    facts = {
        1011: "{card} is {whose}.",
        1012: "{card} costs {card.price}; you have {left}.",
        1013: "You have put back {at.box.take_backs} cards, and that is the most.",
    }

    @property
    def is_chosen(self) -> bool:
        return bool(self.at.own.picks >> self.card & 1)

    @property
    def buys(self) -> str:
        if self.is_chosen:
            return f"Put {self.card.said()} back ({self.card.price})"
        return f"Buy {self.card.said()} for {self.card.price}: {card_text(self.at.box, self.card)}"

    @property
    def whose(self) -> str:
        start, nation = self.at.box.start_set, self.at.own.nation
        mine = self.at.box.shop_set[nation] | start[nation, 0] | start[nation, 1]
        return "yours already" if mine >> self.card & 1 else "not a card of your nation"

    @property
    def left(self) -> str:
        return money_left(self.at) + " beside what you have chosen" * bool(self.at.own.picks)


def money_left(at: Table) -> str:
    """What a player can still spend beside the cards that were set aside."""
    side, spent = at.own, plain(total)
    coins = side.coins - spent(at.box.card_coins, side.picks)
    return price(coins, side.science - spent(at.box.card_science, side.picks))


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """CI-10.13: what is set aside can be put back."""
    side = s.sides[seat]
    coins = side.coins - total(box.card_coins, side.picks)
    science = side.science - total(box.card_science, side.picks)
    picks = side.picks if side.put_back < box.take_backs else 0
    cards = side.shop & ~side.picks | picks
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if (picks >> card) & 1 or can_afford(box, card, coins, science):
            n = put(out, n, Buy(card))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Buy) -> None:
    side = s.sides[seat]
    if (side.picks >> it.card) & 1:
        side.put_back += 1
        whisper(box, alone(seat), Told.PUTS_BACK, 1013, seat, it.card)
    else:
        whisper(box, alone(seat), Told.SETS_ASIDE, 1011, seat, it.card)
    side.picks ^= 1 << it.card


@rule
def refuse(s: State, box: Box, seat: int, it: Buy) -> int:
    side = s.sides[seat]
    if (side.shop >> it.card) & 1 == 0:
        return 1011
    if (side.picks >> it.card) & 1 == 1:
        return 1013 if side.put_back >= box.take_backs else 0
    coins = side.coins - box.card_coins[it.card]
    science = side.science - box.card_science[it.card]
    for other in range(CARDS):
        if (side.picks >> other) & 1 == 1:
            coins -= box.card_coins[other]
            science -= box.card_science[other]
    return 1012 if coins < 0 or science < 0 else 0


def fits(it: Buy, verb: frozenset[str]) -> bool:
    """A card that is chosen is put back, any other is bought."""
    return ("back" in verb) == it.is_chosen
