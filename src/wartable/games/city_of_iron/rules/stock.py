"""Coins and science: gained, paid, taken."""

from wartable.core.rules import change, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import State


@rule
def gain_coins(s: State, box: Box, seat: int, amount: int, number: int) -> None:
    """`number` is that of the rule by which it happens, here and below."""
    side = s.sides[seat]
    side.coins += amount
    change(box, Told.GAINS, number, seat, Counter.COINS, amount, side.coins)


@rule
def pay_coins(s: State, box: Box, seat: int, amount: int, number: int) -> None:
    side = s.sides[seat]
    side.coins -= amount
    change(box, Told.PAYS, number, seat, Counter.COINS, -amount, side.coins)


@rule
def gain_science(s: State, box: Box, seat: int, amount: int, number: int) -> None:
    side = s.sides[seat]
    side.science += amount
    change(box, Told.GAINS_SCIENCE, number, seat, Counter.SCIENCE, amount, side.science)


@rule
def pay_science(s: State, box: Box, seat: int, amount: int, number: int) -> None:
    side = s.sides[seat]
    side.science -= amount
    change(box, Told.PAYS_SCIENCE, number, seat, Counter.SCIENCE, -amount, side.science)


@rule
def take_coins(s: State, box: Box, seat: int, rival: int, amount: int, number: int) -> None:
    """As many of these coins as the rival has."""
    side = s.sides[seat]
    victim = s.sides[rival]
    taken = min(amount, victim.coins)
    victim.coins -= taken
    side.coins += taken
    if taken > 0:
        change(box, Told.TAKES, number, seat, Counter.COINS, taken, side.coins, rival)
        change(box, Told.ROBBED, number, rival, Counter.COINS, -taken, victim.coins, seat)
    else:
        note(box, Told.NOTHING_TO_TAKE, number, rival, seat)
