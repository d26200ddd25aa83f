"""What pieces could reach: the rules are tried, and nothing changes."""

from random import Random

import wartable
from wartable.core import record
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.games.metals.rules import target_of
from wartable.games.metals.state import NOWHERE
from wartable.games.metals.values import square
from wartable.guides.reach import reaches


def test_metals_reach_the_free_spaces_beside_them_on_both_sides() -> None:
    game = find_game("metals")
    seed = next(seed for seed in range(20) if Match.start(game, seed=seed).due == (0,))
    match = wartable.new(game, seed=seed, moves=["+a1n", "+e7s"])
    before = match.full_state().tobytes()
    found = {(one.seat, one.thing): set(one.places) for one in reaches(match, 0)}
    assert found[0, "metal-0-0"] == {"space-a2", "space-b1"}
    assert found[1, "metal-1-0"] == {"space-e6", "space-d7"}
    assert match.full_state().tobytes() == before


def test_metals_threaten_the_spaces_where_the_rules_would_hit_somebody() -> None:
    """MT-4.2, MT-4.5, MT-4.6: another's Metal is put on every free space in turn, and the rules are asked."""
    game = find_game("metals")
    match, rng = Match.start(game, seed=2), Random(4)
    struck = 0
    for _ in range(40):
        if match.is_over:
            break
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
        state, box = match.full_state(), match.box
        hits = {one.thing: set(one.hits or ()) for one in reaches(match, 0) if one.seat == 1}
        taken = {metal.space for side in state.sides for metal in side.metals}
        waiting = [slot for slot, metal in enumerate(state.sides[0].metals) if metal.space == NOWHERE]
        for slot, metal in enumerate(state.sides[1].metals):
            if metal.space == NOWHERE or not hits:
                continue
            for space in set(range(box.spaces)) - taken if waiting else ():
                tried = record.copy(state)
                tried.sides[0].metals[waiting[0]].space = space
                is_hit = target_of(tried, box, 1, slot, -1) == waiting[0]
                assert is_hit == (f"space-{square(box, space)}" in hits[f"metal-1-{slot}"])
                struck += is_hit
            aimed = target_of(state, box, 1, slot, -1)
            if aimed >= 0:
                assert f"space-{square(box, state.sides[0].metals[aimed].space)}" in hits[f"metal-1-{slot}"]
                struck += 1
    assert struck


def on(game: Game, moves: int) -> Match:
    match, rng = Match.start(game, seed=3), Random(1)
    while moves or not reaches(match, 0):
        moves = max(0, moves - 1)
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
    return match


def test_whose_turn_it_is_reaches_what_it_may_do() -> None:
    """The pretended turn of whoever is to act offers the pieces and places of its real one."""
    match = on(find_game("thrones"), 40)
    seat = match.due[0]
    view = match.game.view
    paths = [view.path(match.observe(seat), match.box, seat, action) for action in match.legal(seat)]
    real = [[id for id in path if not id.startswith(view.answers)] for path in paths]
    pairs = {(path[0], path[-1]) for path in real if len(path) > 1}
    found = {(one.thing, place) for one in reaches(match, seat) if one.seat == seat for place in one.places}
    assert pairs and pairs <= found
    assert any(one.seat != seat for one in reaches(match, seat))


def test_a_hero_reaches_tiles_several_steps_away() -> None:
    match = on(find_game("heroes"), 6)
    steps = [len(one.places) for one in reaches(match, 0) if one.thing.startswith("hero-")]
    assert max(steps) > 4


def test_every_game_that_says_what_is_reached_names_things_of_its_table(each_game: Game) -> None:
    match, rng = Match.start(each_game, seed=5), Random(2)
    for _ in range(30):
        if match.is_over:
            break
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
    for viewer in (-1, 0):
        things = {thing.id for thing in match.see(viewer).scene.things}
        assert all(one.thing in things and set(one.places) <= things for one in reaches(match, viewer))
