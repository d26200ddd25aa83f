"""Coins and science: gained, paid, taken."""

from wartable.core.compiled import rule
from wartable.core.notes import change, note

from ..notes import Counter, Told


@rule
def gain_coins(s, box, seat, amount, number):
    """`number` is that of the rule by which it happens, here and below."""
    side = s.sides[seat]
    side.coins += amount
    change(box, Told.GAINS, number, seat, Counter.COINS, amount, side.coins)


@rule
def pay_coins(s, box, seat, amount, number):
    side = s.sides[seat]
    side.coins -= amount
    change(box, Told.PAYS, number, seat, Counter.COINS, -amount, side.coins)


@rule
def gain_science(s, box, seat, amount, number):
    side = s.sides[seat]
    side.science += amount
    change(box, Told.GAINS_SCIENCE, number, seat, Counter.SCIENCE, amount, side.science)


@rule
def pay_science(s, box, seat, amount, number):
    side = s.sides[seat]
    side.science -= amount
    change(box, Told.PAYS_SCIENCE, number, seat, Counter.SCIENCE, -amount, side.science)


@rule
def take_coins(s, box, seat, rival, amount, number):
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
