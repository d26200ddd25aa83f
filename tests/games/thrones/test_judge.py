"""The judge: what it sees, and that one move ahead is enough to beat chance."""

import numpy as np
import pytest

from wartable.bots.bot import GreedyBot, RandomBot
from wartable.compiler.decorators import interpreted
from wartable.core import generic
from wartable.core.actions import code, family_of
from wartable.core.frames import NATURE, ask, first_due
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.core.play import random_action
from wartable.games.thrones import GAME
from wartable.games.thrones.decisions.favors.deception import Deception
from wartable.games.thrones.decisions.first import First
from wartable.games.thrones.decisions.laying_out.begin import Begin
from wartable.games.thrones.decisions.turn.attack import Attack
from wartable.games.thrones.decisions.turn.dragon import Dragon
from wartable.games.thrones.decisions.turn.fire import Fire
from wartable.games.thrones.decisions.turn.move import Move
from wartable.games.thrones.judge import FEATURES, FROM, PLANES, SCALARS, turned
from wartable.games.thrones.state import SQUARES, Deed, Kind, Stage
from wartable.testing import Table

from .position import position


def share(t: Table, seat: int = 0) -> float:
    out = np.zeros(6)
    generic.evaluate(t.s, t.box, out)
    assert out[:2].sum() == pytest.approx(1)
    return float(out[seat])


def test_even_positions_are_even():
    pieces = {"d4": "R", "f6": "r"}
    assert share(position(pieces)) + share(position(pieces, seat=1)) == pytest.approx(1, abs=0.02)


def test_a_piece_more_is_better():
    assert share(position({"d4": "R", "f8": "l"})) > share(position({"f8": "l"}))


def test_a_piece_that_hangs_is_worth_less():
    """TH-4.7"""
    assert share(position({"d4": "E", "d6": "r"}, seat=1)) > share(position({"d4": "L", "d5": "r"}, seat=1))


def test_a_piece_that_cannot_be_engaged_does_not_hang():
    """TH-5.8, TH-5.1"""
    on_plains = share(position({"d4": "E", "d5": "r"}, seat=1))
    on_forest = share(position({"d4": "E", "d5": "r"}, {"d4": "f"}, seat=1))
    assert on_plains > on_forest
    on_mountain = share(position({"d4": "R", "d6": "a"}, {"d4": "m"}, seat=1))
    assert on_mountain > share(position({"d4": "R", "d6": "a"}, seat=1))


def test_a_throne_in_danger_is_nearly_lost():
    assert share(position({"d4": "T", "d5": "r"}, seat=1)) < 0.05
    assert share(position({"d4": "T", "d5": "r"}, {"d4": "+", "b7": "+", "h8": "+"}, seat=1)) > 0.3


def test_features_see_the_board_from_the_own_side():
    t = position({"a4": "R", "i6": "r"})
    south, north = np.zeros(FEATURES, np.float32), np.zeros(FEATURES, np.float32)
    generic.features(hidden(t.s, t.box, 0), t.box, 0, south)
    generic.features(hidden(t.s, t.box, 1), t.box, 1, north)
    assert GAME.feature_count == FEATURES
    # The board is the same after a half turn but for the fortresses, and so are the features of the pieces.
    ranger_in_front = (3 * 9 + 0) * PLANES + 6
    assert south[ranger_in_front] == north[ranger_in_front] == 1


def test_actions_are_seen_from_the_own_side_too():
    """What a seat sees itself do, it sees on the squares that its features show."""
    assert turned(0, code(Move(3, 4))) == code(Move(3, 4))
    assert turned(1, code(Move(0, 10))) == code(Move(80, 70))
    assert turned(1, code(Attack(0, 1, 2))) == code(Attack(80, 5, 2))
    assert turned(1, code(Dragon(8))) == code(Dragon(72))
    pair, same_pair = code(Deception(0, 1)), code(Deception(70, 1))
    assert turned(1, pair) == same_pair
    assert turned(1, same_pair) == pair
    assert turned(1, code(Begin(0))) == code(Begin(0))
    codes = GAME.seen_codes
    assert codes is not None
    for family in map(family_of, (Move, Attack, Fire, Dragon)):
        inside = codes[1, family.first : family.last + 1]
        assert sorted(inside) == list(range(family.first, family.last + 1))


def test_features_tell_what_is_asked():
    """A check that is due leads from square to square, seen from the own side; the same board without it differs."""
    t = position({"a4": "R", "i6": "r"})
    before, after = np.zeros(FEATURES, np.float32), np.zeros(FEATURES, np.float32)
    generic.features(hidden(t.s, t.box, 1), t.box, 1, before)
    start, target = 3 * 9 + 0, 4 * 9 + 1
    ask(t.s, Kind.CHECK, 0, Deed.ATTACK, start, target)
    generic.features(hidden(t.s, t.box, 1), t.box, 1, after)
    asked = SQUARES * PLANES + SCALARS
    assert after[asked + Kind.CHECK - 1] == after[asked + len(Kind) + Deed.ATTACK - 1] == 1
    places = [(80 - start) * PLANES + FROM, (80 - target) * PLANES + FROM + 1]
    assert (after[places] == 1).all()
    assert not before[places].any()


def test_features_tell_how_far_the_own_layout_is():
    s, box = GAME.new_state(GAME.new_box()), GAME.new_box()
    generic.apply(s, box, NATURE, code(First(0)))
    generic.apply(s, box, 0, code(Begin(0)))
    own, other = np.zeros(FEATURES, np.float32), np.zeros(FEATURES, np.float32)
    generic.features(hidden(s, box, 0), box, 0, own)
    generic.features(hidden(s, box, 1), box, 1, other)
    stages = SQUARES * PLANES + SCALARS + len(Kind) + len(Deed)
    assert own[stages + Stage.REVIEW] == other[stages + Stage.BEGIN] == 1
    middle = stages + len(Stage) + 1
    assert own[middle:].sum() == 4
    assert not other[middle:].any()


@pytest.mark.skipif(interpreted, reason="whole matches need compiled rules")
def test_one_move_ahead_beats_chance():
    box = GAME.new_box()
    out, weights = GAME.buffers()
    won = 0.0
    for number in range(20):
        greedy = number % 2
        bots = {greedy: GreedyBot(GAME, number), 1 - greedy: RandomBot(GAME, 1000 + number)}
        s, rng = GAME.new_state(box), generator(number)
        while not s.head.over:
            seat = int(first_due(s))
            if seat == NATURE:
                action = int(random_action(s, box, seat, rng, out, weights))
            else:
                legal = out[: generic.legal(s, box, seat, out)].tolist()
                action = bots[seat].choose(hidden(s, box, seat), box, seat, legal)
            generic.apply(s, box, seat, action)
        shares = np.zeros(6)
        generic.scores(s, box, shares)
        won += shares[greedy]
    assert won >= 18
