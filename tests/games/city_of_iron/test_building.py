"""Chapter 5, and the lands of chapter 9."""

from .positions import FACE, LAND, goods, hand, lay_row, only, settle, stand, table


def test_a_building_comes_from_the_row_or_from_the_store():
    """CI-5.1"""
    t = table(2)
    assert t.refused(0, "build-stored-mine") == "CI-5.1"
    t.s.sides[0].stored[FACE["srika-pasture"]] = 1
    t.s.sides[0].stored_count = 1
    t.play(0, "build-stored-srika-pasture")
    assert t.s.sides[0].stored_count == 0
    assert t.s.sides[0].cities[0].built[0] == FACE["srika-pasture"]
    t.play(1, "build-a")
    assert t.s.sides[1].cities[0].built[0] == FACE["turnip-farm"]


def test_a_building_stored_in_this_turn_is_built_in_a_later_one():
    """CI-5.14: whatever builds it."""
    t = table(2)
    only(t, 0, "wyvern-ship", "engineer", "machinist", "scholar")
    t.play(0, "play-wyvern-ship", "store-a")
    assert t.refused(0, "build-stored-turnip-farm") == "CI-5.14"
    assert t.refused(0, "play-machinist") == "CI-7.31"
    t.play(0, "play-engineer")
    assert t.refused(0, "build-stored-turnip-farm") == "CI-5.14"
    t.play(0, "back", "tax")
    t.play(1, "tax")
    t.play(0, "play-machinist", "lay-scholar")
    assert t.s.sides[0].cities[0].built[0] == FACE["turnip-farm"]


def test_a_card_of_the_same_face_stored_before_can_be_built():
    """CI-5.14"""
    t = table(2)
    t.s.sides[0].stored[FACE["turnip-farm"]] = t.s.sides[0].stored_count = 1
    only(t, 0, "wyvern-ship")
    t.play(0, "play-wyvern-ship", "store-a", "build-stored-turnip-farm")
    assert t.s.sides[0].stored[FACE["turnip-farm"]] == 1


def test_the_price_in_coins_is_paid():
    """CI-5.2"""
    t = table(2)
    t.play(0, "build-a")
    assert t.s.sides[0].coins == 4
    t.s.sides[1].coins = 2
    assert t.refused(1, "build-b") == "CI-5.2"


def test_the_price_in_science_is_paid_once_for_each_name():
    """CI-5.3"""
    t = table(2)
    t.s.sides[0].coins = 50
    lay_row(t, "moss-garden", "moss-garden")
    assert t.refused(0, "build-a") == "CI-5.3"
    t.s.sides[0].science = 1
    t.play(0, "build-a")
    assert t.s.sides[0].science == 0
    t.play(1, "tax")
    t.play(0, "build-b")
    assert goods(t, 0) == {"glow-moss": 4}


def test_another_card_of_the_same_name_is_enough():
    """CI-5.3: a Srika Pasture is a Srika Pasture, whatever it gives."""
    t = table(2)
    stand(t, 0, "academy")
    assert t.s.sides[0].names >> t.box.face_name[FACE["great-academy"]] & 1


def test_the_building_goes_into_one_of_the_players_own_cities():
    """CI-5.4"""
    t = table(2)
    settle(t, 0, "red-hills")
    t.play(0, "build-a")
    assert t.refused(0, "city-3") == "CI-5.4"
    t.play(0, "city-2")
    assert t.s.sides[0].cities[1].built[0] == FACE["turnip-farm"]


def test_a_building_needs_land_of_its_type_in_that_city():
    """CI-5.5"""
    t = table(2)
    t.s.sides[0].science = t.s.sides[0].coins = 50
    assert t.refused(0, "build-f") == "CI-5.5"
    settle(t, 0, "red-hills")
    lay_row(t, "mine", "mine", "moss-garden")
    t.play(0, "build-a")
    assert t.s.sides[0].cities[1].built[0] == FACE["mine"]
    t.play(1, "tax")
    t.play(0, "build-b")
    assert t.s.sides[0].cities[1].count == 2


def test_a_city_on_other_land_cannot_take_it():
    """CI-5.5"""
    t = table(2)
    t.s.sides[0].science = t.s.sides[0].coins = 50
    settle(t, 0, "red-hills")
    stand(t, 0, "turnip-farm", "turnip-farm", "turnip-farm", city=1)
    lay_row(t, "mine")
    t.play(0, "build-a")
    assert t.refused(0, "city-1") == "CI-5.5"
    assert t.refused(0, "spot-1a") == "CI-5.5"


def test_a_city_holds_as_many_buildings_as_its_tokens_say():
    """CI-5.6"""
    t = table(2)
    stand(t, 0, *["turnip-farm"] * 5)
    settle(t, 0, "fern-valley", 2)
    stand(t, 0, *["turnip-farm"] * 1, city=1)
    t.play(0, "build-a")
    assert t.refused(0, "city-1") == "CI-5.6"
    t.play(0, "city-2")
    assert t.s.sides[0].cities[1].count == t.s.sides[0].cities[1].spaces == 2


def test_in_a_full_city_and_only_there_a_building_makes_room():
    """CI-5.7"""
    t = table(2)
    stand(t, 0, *["srika-pasture"] * 3, "academy", "turnip-farm")
    settle(t, 0, "fern-valley")
    stand(t, 0, "turnip-farm", city=1)
    lay_row(t, "turnip-farm")
    t.play(0, "build-a")
    assert t.refused(0, "spot-2a") == "CI-5.7"
    assert t.legal(0) == {"city-2", *(f"spot-1{place}" for place in "abcde"), "back"}
    t.play(0, "spot-1d")
    assert t.s.junk[FACE["academy"]] == 1
    assert FACE["academy"] not in t.s.sides[0].cities[0].built.tolist()
    assert t.s.sides[0].cities[0].count == 5


def test_goods_are_marked_at_once():
    """CI-5.8"""
    t = table(2)
    t.play(0, "build-d")
    assert goods(t, 0) == {"srikas": 2, "turnips": 1}


def test_a_building_with_goods_raises_income_by_one_others_do_not():
    """CI-5.9"""
    t = table(2)
    t.play(0, "build-d")
    assert t.s.sides[0].income == 3
    t.play(1, "build-g")
    assert t.s.sides[1].income == 2
    assert t.s.sides[1].gives_science == 1


def test_a_destroyed_building_takes_its_goods_and_income_along():
    """CI-5.10"""
    t = table(2)
    stand(t, 0, *["turnip-farm"] * 5)
    assert (goods(t, 0), t.s.sides[0].income) == ({"turnips": 15}, 7)
    lay_row(t, "academy")
    t.play(0, "build-a", "spot-1a")
    assert (goods(t, 0), t.s.sides[0].income) == ({"turnips": 12}, 6)


def test_the_name_is_asked_before_a_building_is_destroyed():
    """CI-5.11"""
    t = table(2)
    stand(t, 0, "moss-garden", *["turnip-farm"] * 4)
    lay_row(t, "moss-garden")
    t.play(0, "build-a", "spot-1a")
    assert t.s.sides[0].science == 0
    assert goods(t, 0)["glow-moss"] == 2


def test_buildings_give_work_and_distance_to_every_payment():
    """CI-5.12"""
    t = table(4)
    stand(t, 0, "workshop")
    only(t, 0, "scholar")
    t.play(0, "play-scholar")
    assert t.s.sides[0].science == 1
    stand(t, 1, "lighthouse")
    only(t, 1, "explorer")
    t.play(1, "play-explorer", "token-citizen")
    assert t.s.land_owner[LAND["fern-valley"]] == 1


def test_the_help_of_buildings_is_not_used_up():
    """CI-5.12"""
    t = table(2)
    stand(t, 0, "workshop")
    only(t, 0, "scholar", "merchant")
    t.play(0, "play-scholar")
    t.play(1, "tax")
    t.play(0, "play-merchant")
    assert t.s.sides[0].coins == 7 - 1 + 4
    assert hand(t, 0) == set()
