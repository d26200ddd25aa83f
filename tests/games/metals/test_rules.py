"""One test or more for each rule of Metals."""

import pytest

from wartable.core.frames import NATURE
from wartable.core.record import Record
from wartable.errors import BadData, BadOption
from wartable.games.metals import GAME
from wartable.games.metals.state import NOWHERE, Facing, Faction
from wartable.games.metals.view.art import gems
from wartable.testing import Table

N, E, S, W = Facing.NORTH, Facing.EAST, Facing.SOUTH, Facing.WEST


def space(box: Record, name: str) -> int:
    return "abcdefghi".index(name[0]) + (int(name[1:]) - 1) * int(box.width)


def table(**options: object) -> Table:
    """A table at which seat 0 begins."""
    return Table(GAME, options, rolls=["first-0"])


def stand(t: Table, seat: int, where: str, facing: Facing = N, damaged: bool = False) -> Record:
    """Put a Metal from a pool onto the map."""
    side = t.s.sides[seat]
    metal = next(m for m in side.metals if m.space == NOWHERE)
    metal.space, metal.facing, metal.damaged = space(t.box, where), facing, damaged
    side.pool -= 1
    return metal


def factions(t: Table, first: Faction, second: Faction) -> None:
    t.play(0, first.name.lower().replace("_", "-"))
    t.play(1, second.name.lower().replace("_", "-"))


def where(t: Table, seat: int) -> set[int]:
    return {m.space for m in t.s.sides[seat].metals if m.space != NOWHERE}


def test_all_metals_begin_in_the_pools():
    """MT-1.1"""
    t = table()
    assert [side.pool for side in t.s.sides] == [3, 3]
    assert where(t, 0) == where(t, 1) == set()


@pytest.mark.parametrize("name", ["classic", "small", "large", "forest"])
def test_a_map_looks_the_same_after_a_half_turn(name):
    """MT-1.2, MT-1.3"""
    box = GAME.new_box({"map": name})
    assert box.depth >= box.width
    for cells in (box.printed, box.forest, box.city, box.corner):
        laid = cells[: box.spaces].tolist()
        assert laid == laid[::-1]
    assert sorted(box.corners.tolist()) == [0, box.width - 1, box.spaces - box.width, box.spaces - 1]


def test_the_classic_map_has_its_printed_spaces():
    """MT-1.3"""
    box = GAME.new_box()
    assert (box.width, box.depth) == (5, 7)
    assert box.forest.sum() == 2
    assert box.city.sum() == 2
    assert (box.printed == 1).sum() == 6
    assert (box.printed == 2).sum() == 3
    assert all(not box.printed[c] and not box.forest[c] and not box.city[c] for c in box.corners)


def test_the_sizes_of_the_maps():
    """MT-1.3"""
    sizes = {name: (b.width, b.depth) for name in GAME.data().names("maps") for b in [GAME.new_box({"map": name})]}
    assert sizes == {"classic": (5, 7), "small": (5, 5), "large": (7, 9), "forest": (5, 7)}


def test_a_space_holds_one_metal():
    """MT-1.4, MT-3.3, MT-3.7"""
    t = table()
    stand(t, 0, "a1")
    stand(t, 1, "a2", E)
    assert t.refused(0, "a1-a2n") == "MT-3.7"
    assert t.refused(0, "+a1n") == "MT-3.3"


def test_scores_begin_at_zero_and_grow_by_what_is_gained():
    """MT-1.5"""
    t = table()
    assert [side.points for side in t.s.sides] == [0, 0]
    stand(t, 0, "a3")
    t.play(0, "a3-a4n")
    assert t.s.sides[0].points == 2
    t.play(1, "+a1n")
    t.play(0, "a4-a5n")
    assert t.s.sides[0].points == 3


def test_chance_picks_the_starting_player_with_equal_odds():
    """MT-2.1"""
    t = Table(GAME)
    assert t.due == {NATURE}
    assert t.odds() == {"first-0": 1, "first-1": 1}
    assert t.refusal(0, t.find(0, "first-0")) == "MT-2.1"
    t.roll("first-1")
    assert t.due == {1}


def test_factions_are_picked_before_the_first_turn_and_may_be_the_same():
    """MT-2.2"""
    t = table(factions=True)
    assert t.due == {0}
    assert t.refused(0, "+a1n") == "MT-2.2"
    t.play(0, "zipang")
    assert t.due == {1}
    t.play(1, "zipang")
    assert [side.faction for side in t.s.sides] == [Faction.ZIPANG, Faction.ZIPANG]
    assert t.due == {0}
    assert t.refused(0, "zipang") == "MT-2.2"


def test_the_starting_player_picks_first():
    """MT-2.2"""
    with Table(GAME, {"factions": True}, rolls=["first-1"]) as t:
        assert t.due == {1}


def test_players_alternate_and_only_the_active_one_acts():
    """MT-2.3, MT-5.3"""
    t = table()
    assert t.refused(1, "+a1n") == "MT-2.3"
    t.play(0, "+a1n")
    assert t.due == {1}
    assert t.refused(0, "+e1n") == "MT-2.3"
    t.play(1, "+e1n")
    assert t.due == {0}


def test_assault_comes_before_occupation():
    """MT-2.3: a Metal that is defeated on a point space does not score."""
    t = table()
    stand(t, 0, "a3", damaged=True)
    stand(t, 1, "e4", W)
    t.play(0, "a3-a4n")
    assert where(t, 0) == set()
    assert t.s.sides[0].points == 0


def test_there_is_no_passing():
    """MT-3.1"""
    t = table()
    stand(t, 0, "c3")
    assert t.legal(0) == {f"+{c}{f}" for c in ("a1", "e1", "a7", "e7") for f in "nesw"} | {
        f"c3-{to}{f}" for to in ("c4", "d3", "c2", "b3") for f in "nesw"
    }


def test_deploying_takes_a_metal_from_the_pool_to_any_corner_facing_any_way():
    """MT-3.2"""
    t = table()
    t.play(0, "+e7w")
    metal = t.s.sides[0].metals[0]
    assert (metal.space, metal.facing, metal.damaged) == (space(t.box, "e7"), W, 0)
    assert t.s.sides[0].pool == 2


def test_a_metal_is_only_deployed_on_a_free_corner():
    """MT-3.3"""
    t = table()
    t.play(0, "+a1n")
    assert t.refused(1, "+a1s") == "MT-3.3"
    assert "+e1s" in t.legal(1)


def test_nobody_has_more_than_three_metals_on_the_map():
    """MT-3.4"""
    t = table()
    for square in ("b2", "c2", "d2"):
        stand(t, 0, square)
    assert t.refused(0, "+a1n") == "MT-3.4"


def test_an_empty_pool_deploys_nothing():
    """MT-3.5"""
    t = table()
    stand(t, 0, "c3")
    t.s.sides[0].pool = 0
    assert t.refused(0, "+a1n") == "MT-3.5"


def test_a_metal_moves_to_the_four_neighbours_and_stays_on_the_map():
    """MT-3.6"""
    t = table()
    stand(t, 0, "a1")
    assert {move[3:5] for move in t.legal(0) if move.startswith("a1-")} == {"a2", "b1"}
    assert t.refused(0, "a1-off-wn") == "MT-3.6"
    assert t.refused(0, "pool2-nn") == "MT-3.6"


def test_a_metal_only_moves_to_a_free_space():
    """MT-3.7"""
    t = table()
    stand(t, 0, "b2")
    stand(t, 0, "b3")
    stand(t, 1, "c2", S)
    assert t.refused(0, "b2-b3n") == "MT-3.7"
    assert t.refused(0, "b2-c2n") == "MT-3.7"


def test_only_the_moved_metal_turns():
    """MT-3.8"""
    t = table()
    stand(t, 0, "b3", N)
    stand(t, 0, "d3", S)
    t.play(0, "b3-b4w")
    assert [m.facing for m in t.s.sides[0].metals][:2] == [W, S]


def test_a_move_without_a_facing_keeps_the_one_that_the_metal_had():
    """MT-3.8"""
    for facing in Facing:
        t = table()
        stand(t, 0, "b3", facing)
        for typed in ("b3-b4", "move b3 to b4", "b3 north"):
            assert GAME.words.meant(t.view(0), t.box, 0, typed) == t.find(0, f"b3-b4{'nesw'[facing]}")


def test_every_enemy_metal_attacks_what_it_sees_on_the_active_players_turn():
    """MT-4.1"""
    t = table()
    stand(t, 0, "b2")
    stand(t, 0, "d2")
    stand(t, 1, "b6", S)
    stand(t, 1, "d7", S)
    t.s.sides[0].metals[1].space = space(t.box, "d1")
    t.play(0, "b2-b3n")
    assert [m.damaged for m in t.s.sides[0].metals] == [1, 1, 0]
    assert [m.damaged for m in t.s.sides[1].metals] == [0, 0, 0], "the active player's Metals do not attack"


def test_the_first_metal_in_line_ends_the_line_of_sight():
    """MT-4.2"""
    t = table()
    stand(t, 0, "c1", W)
    stand(t, 0, "d5", W)
    stand(t, 1, "c7", S)
    stand(t, 1, "c6", E)
    t.play(0, "d5-d4w")
    assert t.s.sides[0].metals[0].damaged == 0, "an enemy's own Metal stands between"
    t = table()
    stand(t, 0, "c1", W)
    stand(t, 0, "c3", W)
    stand(t, 1, "c7", S)
    t.play(0, "c3-c2w")
    assert [m.damaged for m in t.s.sides[0].metals] == [0, 1, 0], "only the first of two is seen"


@pytest.mark.parametrize(("square", "facing"), [("c6", S), ("c2", N), ("a4", E), ("e4", W)])
def test_sight_is_straight_ahead_only(square, facing):
    """MT-4.2"""
    for way in Facing:
        t = table()
        stand(t, 0, "c3", W)
        stand(t, 1, square, way)
        t.play(0, "c3-c4w")
        assert t.s.sides[0].metals[0].damaged == (way == facing)


def test_terrain_does_not_block_sight():
    """MT-4.3: from b7 south over the forest on b6 and the points on b2."""
    t = table()
    stand(t, 0, "a1", W)
    stand(t, 1, "b7", S)
    t.play(0, "a1-b1w")
    assert t.s.sides[0].metals[0].damaged == 1
    t = table()
    stand(t, 0, "c2", W)
    stand(t, 1, "c7", S)
    t.play(0, "c2-c1w")
    assert t.s.sides[0].metals[0].damaged == 1, "over two cities and a point space"


def test_attacks_are_worked_out_from_the_map_as_it_stands():
    """MT-4.4: a Metal defeated in this assault still shields the one behind it."""
    t = table()
    stand(t, 0, "c1", W)
    stand(t, 0, "b3", W, damaged=True)
    stand(t, 1, "c7", S)
    stand(t, 1, "a3", E)
    t.play(0, "b3-c3w")
    assert where(t, 0) == {space(t.box, "c1")}
    assert t.s.sides[0].metals[0].damaged == 0


def test_a_metal_deployed_this_turn_is_not_attacked():
    """MT-4.5"""
    t = table()
    stand(t, 1, "a7", S)
    t.play(0, "+a1n")
    assert t.s.sides[0].metals[0].damaged == 0
    t.play(1, "+e7n")
    t.play(0, "+e1n")
    assert t.s.sides[0].metals[0].damaged == 1, "in the next turn it is"


def test_a_metal_on_a_forest_is_not_attacked():
    """MT-4.6"""
    t = table()
    stand(t, 0, "b5", W)
    stand(t, 1, "b1", N)
    t.play(0, "b5-b6w")
    assert t.s.sides[0].metals[0].damaged == 0


def test_a_forest_metal_still_blocks_the_line_of_sight():
    """MT-4.2, MT-4.6"""
    t = table()
    stand(t, 0, "b5", W)
    stand(t, 0, "b7", W)
    stand(t, 1, "b1", N)
    t.play(0, "b5-b6w")
    assert t.s.sides[0].metals[1].damaged == 0


def test_the_first_hit_damages_and_the_second_defeats():
    """MT-4.7, MT-4.8"""
    t = table()
    stand(t, 0, "d3", W)
    stand(t, 1, "d7", S)
    t.play(0, "d3-d4w")
    metal = t.s.sides[0].metals[0]
    assert (metal.space, metal.damaged) == (space(t.box, "d4"), 1)
    t.play(1, "+a7n")
    t.play(0, "d4-d5w")
    assert where(t, 0) == set()
    assert t.s.sides[0].pool == 3
    t.play(1, "+e7n")
    t.play(0, "+a1n")
    assert t.s.sides[0].metals[0].damaged == 0, "it comes back undamaged"


@pytest.mark.parametrize("focus_fire", [True, False])
def test_focus_fire_lets_two_attackers_defeat_a_metal(focus_fire):
    """MT-4.9"""
    t = table(focus_fire=focus_fire)
    stand(t, 0, "d2", W)
    stand(t, 1, "d7", S)
    stand(t, 1, "a3", E)
    t.play(0, "d2-d3w")
    assert where(t, 0) == (set() if focus_fire else {space(t.box, "d3")})
    assert t.s.sides[0].metals[0].damaged == (not focus_fire)


def test_without_focus_fire_a_damaged_metal_is_still_defeated():
    """MT-4.9"""
    t = table(focus_fire=False)
    stand(t, 0, "d2", W, damaged=True)
    stand(t, 1, "d7", S)
    stand(t, 1, "a3", E)
    t.play(0, "d2-d3w")
    assert where(t, 0) == set()


def test_every_metal_on_a_point_space_scores_damaged_or_not():
    """MT-5.1"""
    t = table()
    stand(t, 0, "a3", W)
    stand(t, 0, "c4", W, damaged=True)
    stand(t, 0, "e3", W)
    t.play(0, "a3-a4w")
    assert t.s.sides[0].points == 2 + 2 + 1
    assert t.s.sides[1].points == 0, "the other player's Metals do not score now"


def test_a_damaged_metal_recovers_on_a_city_after_the_assault():
    """MT-5.2"""
    t = table()
    stand(t, 0, "b3", W, damaged=True)
    stand(t, 0, "c5", W, damaged=True)
    stand(t, 0, "e5", W, damaged=True)
    t.play(0, "b3-c3w")
    assert [m.damaged for m in t.s.sides[0].metals] == [0, 0, 1]


def test_a_city_does_not_save_from_defeat():
    """MT-5.2: damage comes first, recovery last."""
    t = table()
    stand(t, 0, "b3", W, damaged=True)
    stand(t, 1, "a3", E)
    t.play(0, "b3-c3w")
    assert where(t, 0) == set()


def attack(faction: Faction, target: str, facing: Facing, attacker: str, aim: Facing, **marks: bool) -> int:
    """Points that seat 1's faction earns when seat 0 moves elsewhere and the target is attacked."""
    t = Table(GAME, {"factions": True}, rolls=["first-0"])
    factions(t, Faction.OBSIDIOR if faction != Faction.OBSIDIOR else Faction.ZIPANG, faction)
    stand(t, 0, target, facing, **marks)
    mover = stand(t, 0, "d5", N)
    stand(t, 1, attacker, aim)
    assert mover.space == space(t.box, "d5")
    t.play(0, "d5-d6n" if attacker[0] != "d" and attacker[1] != "6" else "d5-e5n")
    return int(t.s.sides[1].points)


def test_faction_points_are_earned_once_for_each_attack():
    """MT-6.1: two attacks, two points, even where only one hit counts."""
    for focus_fire in (True, False):
        t = Table(GAME, {"factions": True, "focus_fire": focus_fire}, rolls=["first-0"])
        factions(t, Faction.ZIPANG, Faction.CORSARIO)
        stand(t, 0, "d2", W)
        stand(t, 1, "d7", S)
        stand(t, 1, "a3", E)
        t.play(0, "d2-d3w")
        assert t.s.sides[1].points == 2
        assert t.s.sides[0].points == 0


def test_no_faction_point_without_an_attack():
    """MT-6.1: forests and fresh Metals are not attacked."""
    assert attack(Faction.CORSARIO, "b6", N, "b1", N) == 0


def test_a_faction_says_when_it_earns_its_point():
    """MT-6.2 to MT-6.8: where it is picked, and beside the map."""
    t = table(factions=True)
    scene = GAME.view.scene(t.view(0), t.box, 0)
    for number, words in enumerate(
        ("2-point space", "side", "front or rear", "corner", "city", "not damaged", "attacker stands"), 1
    ):
        assert words in scene.thing(f"pick-{number}").lines[0]
    factions(t, Faction.ZIPANG, Faction.DINORDA)
    assert "front or rear" in GAME.view.scene(t.view(1), t.box, 1).thing("faction-0").lines[0]


def test_artemisia():
    """MT-6.2"""
    assert attack(Faction.ARTEMISIA, "c4", N, "c7", S) == 1
    assert attack(Faction.ARTEMISIA, "c5", N, "c7", S) == 0


def test_white_fang():
    """MT-6.3"""
    assert [attack(Faction.WHITE_FANG, "c4", facing, "c7", S) for facing in Facing] == [0, 1, 0, 1]
    assert [attack(Faction.WHITE_FANG, "c4", facing, "a4", E) for facing in Facing] == [1, 0, 1, 0]


def test_zipang():
    """MT-6.4"""
    assert [attack(Faction.ZIPANG, "c4", facing, "c7", S) for facing in Facing] == [1, 0, 1, 0]
    assert [attack(Faction.ZIPANG, "c4", facing, "e4", W) for facing in Facing] == [0, 1, 0, 1]


def test_metaclyon():
    """MT-6.5"""
    assert attack(Faction.METACLYON, "a1", N, "c1", W) == 1
    assert attack(Faction.METACLYON, "a2", N, "c2", W) == 0


def test_dinorda():
    """MT-6.6"""
    assert attack(Faction.DINORDA, "c3", N, "c1", N) == 1
    assert attack(Faction.DINORDA, "c2", N, "c1", N) == 0


def test_corsario():
    """MT-6.7"""
    assert attack(Faction.CORSARIO, "c2", N, "c1", N) == 1
    assert attack(Faction.CORSARIO, "c2", N, "c1", N, damaged=True) == 0


def test_obsidior():
    """MT-6.8"""
    assert attack(Faction.OBSIDIOR, "b4", N, "a4", E) == 1
    assert attack(Faction.OBSIDIOR, "b3", N, "a3", E) == 0


def test_without_factions_attacks_earn_nothing():
    """MT-6.1"""
    t = table()
    stand(t, 0, "d2", W)
    stand(t, 1, "d7", S)
    t.play(0, "d2-d3w")
    assert t.s.sides[1].points == 0


def shares(t: Table) -> list[float]:
    import numpy as np

    from wartable.core import generic

    out = np.zeros(6)
    generic.scores(t.s, t.box, out)
    return [float(out[0]), float(out[1])]


@pytest.mark.parametrize(("options", "goal"), [({}, 10), ({"factions": True}, 20)])
def test_reaching_the_goal_wins_at_once(options, goal):
    """MT-7.1"""
    t = Table(GAME, options, rolls=["first-0"])
    if options:
        factions(t, Faction.ZIPANG, Faction.ZIPANG)
    t.s.sides[0].points = goal - 2
    t.s.sides[1].points = goal - 1
    stand(t, 0, "a3")
    t.play(0, "a3-a4n")
    assert t.ending == "goal"
    assert shares(t) == [1, 0]
    assert t.due == set()


def test_faction_points_can_end_the_game_in_the_opponents_turn():
    """MT-7.2: before the active player scores."""
    t = Table(GAME, {"factions": True}, rolls=["first-0"])
    factions(t, Faction.ZIPANG, Faction.ARTEMISIA)
    t.s.sides[0].points = 19
    t.s.sides[1].points = 19
    stand(t, 0, "b4")
    stand(t, 1, "c7", S)
    t.play(0, "b4-c4n")
    assert t.ending == "goal"
    assert t.s.sides[0].points == 19
    assert shares(t) == [0, 1]


def test_a_player_who_can_do_nothing_loses():
    """MT-7.3: three Metals on the map, each walled in."""
    t = table(map="small")
    stand(t, 0, "a1")
    stand(t, 0, "b1")
    stand(t, 0, "a2")
    stand(t, 1, "c1", N)
    stand(t, 1, "b2", N)
    stand(t, 1, "b3", N)
    t.s.head.frames[0].due = 2
    t.s.active = 1
    t.play(1, "b3-a3n")
    assert t.ending == "stuck"
    assert shares(t) == [0, 1]


@pytest.mark.parametrize(("points", "result"), [((3, 2), [1, 0]), ((2, 3), [0, 1]), ((4, 4), [0.5, 0.5])])
def test_the_turn_limit_lets_points_decide(points, result):
    """MT-7.4"""
    t = table(turn_limit=10)
    for turn in range(10):
        assert t.ending is None
        t.s.sides[0].points, t.s.sides[1].points = points
        t.play(turn % 2, sorted(move for move in t.legal(turn % 2) if move[0] == "+" or move[3:5] in SAFE)[0])
        t.s.sides[0].points, t.s.sides[1].points = points
    assert t.ending == "turn_limit"
    assert shares(t) == result


SAFE = {"a1", "a2", "e1", "e2", "a6", "a7", "e6", "e7", "b1", "d1", "b7", "d7"}


def test_options_are_settled_before_the_match():
    """MT-8.1"""
    box = GAME.new_box({"focus_fire": "off", "factions": "on", "turn_limit": 2000, "map": "large"})
    assert (box.pool, box.focus_fire, box.factions, box.turn_limit, box.width) == (3, 0, 1, 2000, 7)
    for wrong in (
        {"pool": 3},
        {"turn_limit": 9},
        {"map": ""},
        {"focus_fire": "maybe"},
        {"turn_limit": "soon"},
        {"speed": 3},
    ):
        with pytest.raises(BadOption):
            GAME.new_box(wrong)


def test_a_map_file_of_ones_own(tmp_path):
    """MT-8.2"""
    path = tmp_path / "tiny.txt"
    path.write_text("name: Tiny\n\n. 2 .\nc . f\nf . c\n. 2 .\n")
    box = GAME.new_box({"map": str(path)})
    assert (box.width, box.depth, box.printed.sum()) == (3, 4, 4)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name: X\n\n. . .\n. x .\n. . .\n", "tiny.txt, line 4: 'x' is no sign"),
        ("name: X\n\n. . .\n. . .\n. 1 .\n", "line 3: this row is not what a half turn"),
        ("name: X\n\n. . .\n. .\n. . .\n", "line 4: this row has 2 spaces"),
        ("name: X\n\n. . . .\n. . . .\n. . . .\n", "line 3: 4 x 3 spaces; .* no wider than deep"),
        ("name: X\n\n. .\n. .\n", "line 3: 2 x 2 spaces; .* 3 to 9 wide"),
        (". . .\n. . .\n. . .\n", "line 1: the map has no line 'name"),
        ("name: X\n", "no picture"),
        ("", "no picture"),
        ("name: X\n\n. . .\n\n. . .\n. . .\n", "line 5: .* gap"),
        ("name: X\n. . .\n. . .\n. . .\n", "line 2: there is no empty line"),
    ],
)
def test_a_bad_map_is_refused_with_file_line_and_reason(tmp_path, text, reason):
    """MT-8.2"""
    path = tmp_path / "tiny.txt"
    path.write_text(text)
    with pytest.raises(BadData, match=reason):
        GAME.new_box({"map": str(path)})


def test_places_are_called_what_they_are_and_their_gems_leave_the_ways_out_free():
    t = table()
    shown = GAME.view.scene(t.view(0), t.box, 0)
    labels = {thing.id: thing.label for thing in shown.things}
    assert labels["space-a1"] == "a1, a corner"
    assert labels["space-d5"] == "d5, open ground"
    assert labels["space-d6"] == "d6, 1 point"
    for points in (1, 2):
        whole = gems(0, 0, 90, points).split('d="M')[1::2]
        assert len(whole) == points
        for gem in whole:
            assert abs(float(gem.split()[0])) - 10 > 15, "the nose that points up from the middle is seen"
