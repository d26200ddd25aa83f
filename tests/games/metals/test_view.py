"""The table of Metals: machines that say which way they look and how they fare, and what is there to be touched."""

from itertools import pairwise

import pytest

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.games.metals import GAME
from wartable.games.metals.decisions import DECISIONS
from wartable.games.metals.view.art import machine
from wartable.games.metals.view.view import explain, scene


def played(*moves: str) -> Match:
    match = Match.start(GAME, seed=1)
    if match.due[0] == 1:
        match = next(other for seed in range(2, 20) if (other := Match.start(GAME, seed=seed)).due[0] == 0)
    for move in moves:
        seat = match.due[0]
        legal = {match.game.words.notation(match.observe(seat), match.box, seat, one): one for one in match.legal(seat)}
        match.play(seat, legal[move])
    return match


def ids(match: Match, seat: int) -> set[str]:
    return {thing.id for thing in scene(match.observe(seat), match.box, seat).things}


def test_facings_are_there_for_who_is_asked_and_for_nobody_else():
    match = played("+a1n")
    assert {"facing-north", "facing-east", "facing-south", "facing-west"} <= ids(match, 1)
    for seat in (0, SPECTATOR):
        assert not any(name.startswith("facing-") for name in ids(match, seat))
        assert "rose" in ids(match, seat)


def test_facings_are_gone_when_the_match_is_over():
    match = Match.start(GAME, seed=1)
    while not match.is_over:
        match.play(match.due[0], match.legal(match.due[0])[-1])
    for seat in (0, 1):
        assert not any(name.startswith("facing-") for name in ids(match, seat))


def test_a_machine_looks_otherwise_by_seat_by_way_and_where_it_is_damaged():
    drawn = {machine(seat, 60, way, hurt) for seat in (0, 1) for way in (0, 90, 180, 270) for hurt in (False, True)}
    assert len(drawn) == 16


@pytest.mark.parametrize("factions", [False, True])
def test_docks_stay_apart_and_above_the_faction(factions):
    match = Match.start(GAME, {"factions": factions}, seed=1)
    while factions and not all(side.faction for side in match.observe(0).sides):
        match.play(match.due[0], match.legal(match.due[0])[0])
    things = scene(match.observe(0), match.box, 0).things
    docks = [thing for thing in things if thing.id.startswith("dock-0-")]
    assert len(docks) > 1
    for dock in docks:
        size = dock.width + 6
        assert size >= 28
        assert size / 2 <= dock.x <= 316 - size / 2
        assert dock.y - size / 2 >= 176
        assert dock.y + size / 2 <= (266 if factions else 350)
    for one, other in pairwise(docks):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= one.width + 6 - 0.2


def test_everything_with_a_name_can_be_asked_about():
    match = played("+a1n", "+e7s")
    for seat in (0, 1):
        view = match.observe(seat)
        for thing in scene(view, match.box, seat).things:
            explain(view, match.box, seat, thing.id)
        for name in ("dock-0-0", "goal-0", "rose", "facing-north"):
            if name in ids(match, seat):
                assert explain(view, match.box, seat, name) is not None


def test_whoever_is_not_asked_is_told_whom_they_wait_for():
    match = played("+a1n")
    assert DECISIONS.asked(match.observe(1), match.box, 1) == DECISIONS.prompt(match.observe(1), match.box, 1)
    for seat in (0, SPECTATOR):
        assert DECISIONS.asked(match.observe(seat), match.box, seat) == "Waiting for {1}"
