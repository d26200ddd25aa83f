"""What pieces could reach: the rules are tried, and nothing changes."""

from random import Random

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.reach import reaches
from wartable.core.registry import find_game


def test_metals_reach_the_free_spaces_beside_them_on_both_sides() -> None:
    game = find_game("metals")
    seed = next(seed for seed in range(20) if Match.start(game, seed=seed).due == (0,))
    match = Match.start(game, seed=seed).move("+a1n", "+e7s")
    before = match.full_state().tobytes()
    found = {(one.seat, one.thing): set(one.places) for one in reaches(match, 0)}
    assert found[0, "metal-0-0"] == {"space-a2", "space-b1"}
    assert found[1, "metal-1-0"] == {"space-e6", "space-d7"}
    assert match.full_state().tobytes() == before


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
    real = [[id for id in path if not id.startswith(view.ANSWERS)] for path in paths]
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
