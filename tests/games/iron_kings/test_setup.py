"""Chapters 1 to 3: the table, the map, the setup."""

import pytest

from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.match.perspective import hidden
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.state import Space, Worker
from wartable.testing import Table

from .tables import PLAIN_4, ground, hex_of, opened, ready, rest, stand, stores, turn_over


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_clockwise_and_around(seats):
    """IK-1.1"""
    t = opened(seats, [f"first-{seats - 1}"])
    homes = ("A1", "I5") if seats == 2 else ("A1", "K6", "F1", "F11")
    for number, seat in enumerate([seats - 1, *range(seats - 1)]):
        assert t.due == {seat}
        t.play(seat, f"found-{homes[number]}", "face-E")
    t.roll(*["draw-step", "draw-stride", "draw-turn-left", "draw-turn-right", "draw-climb"] * seats)
    for seat in [seats - 1, *range(seats - 1)]:
        t.play(seat, "pass")
    for seat in [seats - 1, *range(seats - 1)] * 2:
        assert t.due == {seat}
        turn_over(t, seat)


def test_all_workers_begin_rested():
    """IK-1.2"""
    t = ready(4)
    for seat in range(4):
        assert rest(t, seat) == (4, 1)
        assert t.s.sides[seat].wilderness == 0
        assert not any(t.s.sides[seat].spaces)


def test_stores_and_steam_at_the_start():
    """IK-1.3"""
    t = ready()
    assert stores(t, 0) == stores(t, 1) == {"wood": 1, "coal": 1, "water": 2, "iron": 0}
    assert t.s.sides[0].steam == 3
    t.s.sides[0].steam = 7
    t.play(0, "small-dock-steam")
    assert t.s.sides[0].steam == 8


def test_the_kings_board_has_six_spaces_numbered_like_a_die():
    """IK-1.4"""
    order = ("plan", "repair", "burn", "vent", "throttle", "brake")
    for face, space in enumerate(order, 1):
        with ready() as t:
            stand(t, 0, "E5")
            ground(t, "E6", "wasteland")
            t.s.sides[0].track[0] = 1
            t.rolls = [f"die-{face}"]
            t.play(0, "small-throttle")
            assert [s.name.lower() for s in Space if s < 6 and t.s.sides[0].damage[s]] == [space]
    assert t.box.slots == 3
    assert t.box.track == 5


def test_the_holdfasts_board_has_four_spaces():
    """IK-1.5"""
    t = ready()
    docked = {m for m in t.legal(0) if m.startswith("small-dock")}
    assert docked == {"small-dock-repair", "small-dock-steam", "small-dock-upgrade", "small-dock-salvage"}


def test_the_decks_are_shared():
    """IK-1.6: 66 planning cards, 30 treasures and 12 upgrades for all together."""
    t = opened()
    assert t.s.deck_size == sum(t.s.deck) == 66
    assert t.box.treasure_cards == 30
    assert t.box.upgrade_cards == 12
    assert t.box.plan_kinds >= 12


def test_a_hand_is_its_owners_secret_but_its_size_is_not():
    """IK-1.7"""
    t = ready()
    for viewer in (1, SPECTATOR):
        view = hidden(t.s, t.box, viewer)
        assert sum(view.sides[0].hand) == 0
        assert view.sides[0].hand_size == 5
        assert sum(view.deck) == 0
        assert view.deck_size == t.s.deck_size
    assert sum(hidden(t.s, t.box, 0).sides[0].hand) == 5


def test_a_drawn_card_is_told_to_its_owner_only():
    """IK-1.7"""
    t = opened(rolls=["first-0"])
    t.play(0, "found-A1", "face-E")
    t.play(1, "found-I5", "face-E")
    t.roll("draw-leap")
    assert [line.text for line in t.told(0)] == ["{0} draws Leap."]
    assert [line.text for line in t.told(1)] == ["{0} draws a planning card."]


def test_only_what_is_asked_can_be_decided():
    """IK-1.8"""
    t = ready()
    assert t.refused(1, "small-throttle") == "IK-1.8"
    assert t.refused(0, "burn-wood") == "IK-1.8"
    assert t.refused(0, "face-E") == "IK-1.8"
    assert t.refused(0, "repair-burn") == "IK-1.8"
    assert t.refused(0, "keep-gear") == "IK-1.8"
    assert t.refused(0, "insert-step-1") == "IK-1.8"
    t.play(0, "small-plan")
    assert t.refused(0, "small-throttle") == "IK-1.8"


def test_chance_is_no_players_decision():
    """IK-1.9"""
    t = ready()
    assert t.refused(0, "die-6") == "IK-1.9"
    assert t.refused(0, "token-treasure") == "IK-1.9"
    assert t.refused(1, "draw-step") == "IK-1.9"


@pytest.mark.parametrize(("seats", "hexes"), [(2, 61), (3, 91), (4, 91)])
def test_the_size_of_the_map(seats, hexes):
    """IK-2.1"""
    box = GAME.new_box({}, seats)
    assert box.hexes == hexes
    middle = next(hex for hex in range(hexes) if (box.column[hex], box.row[hex]) == (0, 0))
    assert sorted(box.neighbour[middle].tolist())[0] >= 0


def test_a_map_file_may_leave_hexes_out():
    """IK-2.1"""
    t = opened(picture=PLAIN_4.replace(". . . . . . . . .", ". . . . - . . . ."))
    west, east = hex_of(t, "E4"), hex_of(t, "E6")
    assert t.box.neighbour[west, 0] == -1
    assert t.box.neighbour[east, 3] == -1
    assert t.box.edge[west] == 1


def test_a_random_map_is_drawn_from_the_mix():
    """IK-2.2"""
    t = Table(GAME)
    odds = t.odds()
    assert sum(odds.values()) == 61
    assert odds["terrain-forest"] == 11
    t.roll("terrain-forest")
    assert t.odds()["terrain-forest"] == 10
    assert t.s.stack[0] == 3
    while "terrain-lake" in t.legal(NATURE):
        t.roll("terrain-lake")
    assert "terrain-lake" not in t.odds()
    while t.legal(NATURE) and "first-0" not in t.legal(NATURE):
        t.roll(min(t.legal(NATURE)))
    assert sum(t.s.mix) == 0
    assert (t.s.terrain[:61] >= 0).all()


def test_a_named_map_lies_there_from_the_start():
    """IK-2.3"""
    t = Table(GAME, {"map": "twin_lakes"})
    assert t.legal(NATURE) == {"first-0", "first-1"}
    assert chr(t.box.terrains[t.s.terrain[hex_of(t, "C3")]].letter) == "l"


@pytest.mark.parametrize(
    ("kind", "stack"),
    [("forest", 3), ("mountain", 3), ("barrow", 2), ("ruins", 2), ("lake", -1), ("mine", 0), ("wasteland", 0)],
)
def test_harvest_stacks(kind, stack):
    """IK-2.4"""
    t = opened(picture=PLAIN_4.replace(". . . . . . . . .", f". . . . {letter(kind)} . . . ."))
    assert t.s.stack[hex_of(t, "E5")] == stack


def letter(kind: str) -> str:
    return {"mine": "i"}.get(kind, kind[0])


def test_mines_wastelands_and_marked_hexes_bear_a_skull():
    """IK-2.5"""
    for kind, mark, hurts in (("i", "", 1), ("w", "", 1), ("f", "", 0), (".", "", 0), (".", "skulls: E5\n", 1)):
        picture = mark + PLAIN_4.replace(". . . . . . . . .", f". . . . {kind} . . . .")
        with opened(picture=picture, rolls=["first-0"]) as t:
            t.play(0, "found-A1", "face-E")
            t.play(1, "found-I5", "face-E")
            t.roll(*["draw-step", "draw-stride", "draw-turn-left", "draw-turn-right", "draw-climb"] * 2)
            t.play(0, "pass")
            t.play(1, "pass")
            stand(t, 0, "E4", "E")
            t.s.sides[0].track[0] = 1
            t.play(0, "small-throttle")
            if kind == "i":
                t.roll("token-gear", "token-gear", "token-gear")
                t.play(0, "keep-gear", "keep-gear")
            assert ("die-1" in t.legal(NATURE)) == bool(hurts)


def test_six_directions():
    """IK-2.6"""
    t = ready()
    stand(t, 0, "E5")
    around = {m for m in t.legal(0) if m.startswith("at-")}
    assert around == {"at-E6", "at-F5", "at-F4", "at-E4", "at-D4", "at-D5"}
    for direction, name in zip(range(6), ("E6", "F5", "F4", "E4", "D4", "D5"), strict=True):
        assert t.box.neighbour[hex_of(t, "E5"), direction] == hex_of(t, name)


def test_a_holdfast_covers_its_hex():
    """IK-2.7"""
    t = opened(picture=PLAIN_4.replace("\n\n. .", "\n\nf w", 1), rolls=["first-0"])
    assert t.s.stack[hex_of(t, "A1")] == 3
    t.play(0, "found-A1")
    assert t.s.terrain[hex_of(t, "A1")] == -1
    assert t.s.stack[hex_of(t, "A1")] == 0


def test_the_first_player_is_drawn_by_lot():
    """IK-3.1"""
    t = opened(4)
    assert t.odds() == {"first-0": 1, "first-1": 1, "first-2": 1, "first-3": 1}
    t.roll("first-2")
    assert t.due == {2}
    assert t.s.first == 2


def test_a_round_begins_with_the_first_player():
    """IK-3.1"""
    t = ready()
    assert t.s.rounds == 1
    turn_over(t, 0)
    assert t.s.rounds == 1
    turn_over(t, 1)
    assert t.s.rounds == 2
    assert t.due == {0}
    assert t.s.first == 0


def test_a_holdfast_stands_at_the_edge():
    """IK-3.2"""
    t = opened(rolls=["first-0"])
    assert len(t.legal(0)) == 24
    assert t.refused(0, "found-E5") == "IK-3.2"
    assert t.refused(0, "pass") == "IK-3.2"


def test_holdfasts_are_five_hexes_apart():
    """IK-3.3"""
    t = opened(rolls=["first-0"])
    t.play(0, "found-A1", "face-SE")
    assert t.refused(1, "found-A5") == "IK-3.3"
    assert t.refused(1, "found-E1") == "IK-3.3"
    assert "found-F1" in t.legal(1)
    assert "found-B6" in t.legal(1)


def test_the_king_begins_on_its_holdfast_facing_as_chosen():
    """IK-3.4"""
    t = opened(rolls=["first-0"])
    t.play(0, "found-A1")
    assert t.legal(0) == {f"face-{way}" for way in ("E", "SE", "SW", "W", "NW", "NE")}
    assert t.refused(0, "pass") == "IK-3.4"
    t.play(0, "face-SW")
    assert t.s.sides[0].hex == t.s.sides[0].home == hex_of(t, "A1")
    assert t.s.sides[0].facing == 2


def test_five_cards_are_dealt_in_turn_order():
    """IK-3.5"""
    t = opened(rolls=["first-1"])
    t.play(1, "found-A1", "face-E")
    t.play(0, "found-I5", "face-E")
    assert t.odds()["draw-step"] == 9
    t.roll(*["draw-step"] * 5)
    assert t.s.sides[1].hand_size == 5
    assert t.s.sides[0].hand_size == 0
    assert t.odds()["draw-step"] == 4
    t.roll(*["draw-stride"] * 5)
    assert t.s.sides[0].hand_size == 5
    assert t.s.deck_size == 56


def test_one_mulligan():
    """IK-3.6"""
    t = opened(rolls=["first-0"])
    t.play(0, "found-A1", "face-E")
    t.play(1, "found-I5", "face-E")
    t.roll(*["draw-step"] * 5, *["draw-stride"] * 5)
    assert t.legal(0) == {"pass", "mulligan"}
    t.play(0, "mulligan")
    assert t.s.sides[0].hand_size == 0
    assert t.odds()["draw-step"] == 9
    t.roll(*["draw-leap"] * 4, "draw-climb")
    assert t.due == {1}
    t.play(1, "pass")
    assert t.due == {0}
    assert t.refused(0, "mulligan") == "IK-3.6"
    assert t.s.sides[0].rested[Worker.SMALL] == 4
