"""What each number of an observation means is said by the game, and holds."""

import json

import numpy as np
import pytest

import wartable
from wartable.cli import main
from wartable.compiler.mode import reading
from wartable.core import generic
from wartable.core.match.perspective import hidden
from wartable.core.registry import find_game
from wartable.games.metals import GAME as METALS
from wartable.guides.observation import Undescribed, describe, read
from wartable.testing import Table
from wartable.testing.laws.random_match import play_random

from .whispers import GAME as WHISPERS

STEPS = 40


def observed(game, s, box, seat):
    out = np.zeros(game.feature_count, np.float32)
    generic.features(hidden(s, box, seat), box, seat, out)
    return out


def test_every_number_has_a_name_of_its_own_and_stays_within_its_range(each_game):
    features = describe(each_game)
    assert len(features) == each_game.feature_count
    assert len({feature.name for feature in features}) == len(features)
    least = np.array([feature.least for feature in features])
    most = np.array([np.inf if feature.most is None else feature.most for feature in features])
    with reading():
        for moment, _, _ in play_random(each_game, {}, max(each_game.seats), 3):
            if moment.step > STEPS:
                break
            if moment.step % 8 == 0:
                out = observed(each_game, moment.s, moment.box, moment.step % moment.seats)
                wrong = np.flatnonzero((out < least - 1e-5) | (out > most + 1e-5))
                assert not len(wrong), [(features[place], float(out[place])) for place in wrong[:3]]


def test_an_observation_is_had_by_the_front_door():
    with reading():
        match = wartable.new("metals", seed=1, moves=["+a1n"])
        seen = wartable.observation(match, 1 - match.due[0])
    assert seen["space[a1].own[0]"] == 1
    assert "a1: the viewer's Metal 0 stands here" in str(seen).splitlines()
    assert wartable.observations("metals")[1189].name == "side[own].pool"
    with pytest.raises(KeyError):
        seen["space[z9].own[0]"]


def test_a_number_alone_is_no_name():
    told = {feature.name: feature.meaning for feature in describe(find_game("iron_kings"))}
    assert told["hex[3].known"] == "hex 3: the terrain is known"
    assert told["sight[turned_2].step[1].king"] == "turned 2, step 1: a King is here"


def test_an_observation_is_read_back_in_words():
    with Table(METALS, rolls=["first-0"]) as t, reading():
        t.play(0, "+a1n")
        said = read(describe(METALS), observed(METALS, t.s, t.box, 0))
    assert "a1: the viewer's Metal 0 stands here" in said
    assert "a1: the Metal here faces north" in said
    assert "own: Metals in the pool: 2" in said
    assert "other: it is this one's turn" in said


def test_observations_are_listed_by_the_command_line(capsys):
    assert main(["observations", "metals", "--grep", "own: metals in the pool", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["index"], row["name"], row["scale"]) == (1189, "side[own].pool", 3.0)


def test_a_game_that_does_not_say_is_told_so():
    with pytest.raises(Undescribed, match=r"has no observation.py"):
        describe(WHISPERS)
