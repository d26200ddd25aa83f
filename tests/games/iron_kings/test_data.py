"""Data files: what a designer may replace, and what is refused with file, row and reason."""

import pytest

from wartable.core.registry import find_game
from wartable.errors import BadData, BadOption
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.box import CLASSES, Bonus, Needs
from wartable.games.iron_kings.names import (
    SECTION_NAMES,
    plan_name,
    treasure_facts,
    treasure_gifts,
    treasure_name,
    upgrade_facts,
    upgrade_name,
)

from .tables import PLAIN_4, opened


def own(name: str) -> str:
    return (GAME.folder / "data" / name).read_text()


@pytest.mark.parametrize("name", ["random", "twin_lakes", "ring_of_barrows"])
def test_maps_for_two(name):
    """IK-2.3, IK-18.2"""
    assert GAME.new_box({"map": name}, 2).hexes == 61


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", ["random", "balrog_zone", "three_roads"])
def test_maps_for_three_and_four(name, seats):
    """IK-2.3, IK-18.2"""
    assert GAME.new_box({"map": name}, seats).hexes == 91


@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        ("name: Small\n\n. .\n. . .\n. .\n", "maps/plain.txt, line 5: 3 rows"),
        (PLAIN_4.replace(". . . . .", ". . . .", 1), "line 3: 4 hexes where this row of the hexagon has 5"),
        (PLAIN_4.replace(". . . . . .", ". . x . . .", 1), "line 4: 'x' is no kind of hex"),
        ("skulls: Z9\n" + PLAIN_4, "skulls: there is no hex Z9"),
        (PLAIN_4.replace(". . . . . . . . .", "- - - - - - - - -"), "hex F1 is cut off from the rest of the map"),
    ],
)
def test_a_bad_map_is_refused_with_line_and_reason(picture, complaint):
    """IK-18.2"""
    with pytest.raises(BadData, match=r"plain\.txt") as error:
        opened(picture=picture)
    assert complaint in str(error.value)


def test_a_map_on_which_not_all_holdfasts_fit_is_refused():
    """IK-3.3, IK-18.2"""
    with pytest.raises(BadData, match="4 Holdfasts that are 5 hexes apart do not always fit"):
        GAME.new_box(
            {"map": "open"}, 4, files={"maps/open.txt": own("maps/twin_lakes.txt").replace("players: 2\n", "")}
        )


@pytest.mark.parametrize(
    ("name", "seats", "meant"),
    [("twin_lakes", 3, "2"), ("ring_of_barrows", 4, "2"), ("balrog_zone", 2, "3 or 4"), ("three_roads", 2, "3 or 4")],
)
def test_a_map_is_for_the_players_that_it_names(name, seats, meant):
    """IK-18.2"""
    with pytest.raises(BadData, match=rf"maps/{name}\.txt: it is a map for {meant} players, not {seats}"):
        GAME.new_box({"map": name}, seats)


@pytest.mark.parametrize("option", ["vp_goal=3", "balrog=2", "rounds=5"])
def test_what_does_not_end_the_game_cannot_be_changed(option):
    """IK-18.1"""
    name, value = option.split("=")
    with pytest.raises(BadOption, match=f"option {option} has no effect with ending=first_wreck"):
        GAME.new_box({"ending": "first_wreck", name: value})
    assert GAME.new_box({"ending": f"first_wreck+{name}", name: value})


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("planning.csv", "step,Step,9,1,walk", "step,Step,9,1,dance", "planning.csv, line 2 (step): effect is 'dance'"),
        ("planning.csv", "march,March,4,3", "march,March,4,x", "planning.csv, line 4 (march): steam is 'x'"),
        (
            "planning.csv",
            "charge,Charge,3,2,charge,0,2,1,weapon",
            "charge,Charge,3,2,charge,0,2,1,luck",
            "needs is 'luck'",
        ),
        ("planning.csv", "stride,Stride", "step,Stride", "the id is already in line 2"),
        (
            "treasures.csv",
            "iron_fist,Iron Fist,melee,1",
            "iron_fist,Iron Fist,melee,99",
            "line 2 (iron_fist): points is 99",
        ),
        ("treasures.csv", "Spiked Mace,melee", "Spiked Mace,magic", "line 3 (spiked_mace): class is 'magic'"),
        ("treasures.csv", "Iron Fist,", "{Iron} Fist,", "line 2 (iron_fist): name has a sign"),
        (
            "upgrades.csv",
            "chart_room,Chart Room,head",
            "chart_room,Chart Room,tail",
            "line 4 (chart_room): section is 'tail'",
        ),
        ("upgrades.csv", "long_gallery,Long Gallery,head,2,1", "long_gallery,Long Gallery,head,2,4", "track is 4"),
        ("bag.csv", "damage,Damage", "harm,Damage", "bag.csv, line 3 (harm): this row must be damage"),
        ("bag.csv", "balrog,Balrog,1,1,daemon-skull\n", "", "bag.csv: the row balrog is missing"),
        ("terrain.csv", "open,Open ground,.,19", "open,Open ground,.,20", "mix_61 adds up to 62, not 61"),
        ("terrain.csv", "forest,Forest,f", "forest,Forest,.", "line 3 (forest): letter is '.'"),
        (
            "spaces.csv",
            "burn,Burn Fuel,king,torso",
            "burn,Burn Fuel,king,head",
            "line 4 (burn): section is 'head', not torso",
        ),
        ("numbers.csv", "slots,3", "slots,0", "numbers.csv, line 10 (slots): value is 0, not from 1 to 6"),
        ("numbers.csv", "slots,3,equipment slots of each King (IK-1.4)\n", "", "numbers.csv: there is no number slots"),
    ],
)
def test_a_bad_table_is_refused_with_file_row_and_reason(file, old, new, complaint):
    """IK-18.3"""
    text = own(file)
    assert old in text
    with pytest.raises(BadData) as error:
        GAME.new_box(files={file: text.replace(old, new, 1)})
    assert complaint in str(error.value)


def test_a_replaced_table_is_played():
    """IK-18.3"""
    box = GAME.new_box(files={"bag.csv": own("bag.csv").replace("gear,Gear,24", "gear,Gear,7")})
    assert box.bag.tolist() == [7, 14, 16, 1]
    box = GAME.new_box(cells={"treasures.clay_idol.points": "1", "numbers.max_steam.value": "12"})
    assert box.max_steam == 12
    assert [t.points for t in box.treasures][25] == 1


def test_too_many_rows_are_refused():
    """IK-18.3"""
    rows = "".join(f"extra{n},Extra,relic,1,0,0,0,0,0,0,0,0,0,crown\n" for n in range(11))
    with pytest.raises(BadData, match=r"treasures.csv, line 42 \(extra10\): there are more than 40 rows"):
        GAME.new_box(files={"treasures.csv": own("treasures.csv") + rows})


def test_the_decks_have_the_cards_that_were_asked_for():
    """IK-1.6, IK-14.6, IK-15.1"""
    box = GAME.new_box()
    treasures = box.treasures[: box.treasure_cards]
    assert {t.bonus[Bonus.ATTACK] for t in treasures if t.sort_of == 0} == {1, 2, 3}
    assert {t.bonus[Bonus.RANGED] for t in treasures if t.sort_of == 1} == {1, 2}
    assert {t.bonus[Bonus.SHIELD] for t in treasures if t.sort_of == 2} == {1, 2}
    assert all(t.bonus[Bonus.MAX_STEAM] == 2 or t.bonus[Bonus.DISCOUNT] for t in treasures if t.sort_of == 3)
    assert all(not t.bonus.any() for t in treasures if t.sort_of == 4)
    assert {t.points for t in treasures} == set(range(7))
    upgrades = box.upgrades[: box.upgrade_cards]
    assert [sum(u.section == section for u in upgrades) for section in range(3)] == [4, 4, 4]
    assert {u.iron for u in upgrades} == {2, 3, 4, 5}


def test_the_game_is_found():
    assert find_game("Iron Kings") is GAME


def card_rows() -> list[str]:
    """The rows of the tables of cards in RULES.md, made of the data."""
    box = GAME.new_box()
    needs = {Needs.NONE: "", Needs.WEAPON: "weapon", Needs.RANGED: "ranged weapon", Needs.SHIELD: "shield"}
    plans = [(plan_name(box, n), plan.count, plan.steam, needs[Needs(plan.needs)]) for n, plan in enumerate(box.plans)]
    treasures = [
        (
            treasure_name(box, n),
            CLASSES[card.sort_of],
            treasure_facts(GAME.new_state(box), box, n),
            treasure_gifts(box, n),
        )
        for n, card in enumerate(box.treasures)
    ]
    upgrades = [
        (upgrade_name(box, n), SECTION_NAMES[card.section].lower(), card.iron, upgrade_facts(box, n))
        for n, card in enumerate(box.upgrades)
    ]
    rows = plans[: box.plan_kinds] + treasures[: box.treasure_cards] + upgrades[: box.upgrade_cards]
    return ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def test_the_rules_list_every_card_as_the_data_has_it():
    """IK-18.3: how many there are of each, what it costs and what it does."""
    page = (GAME.folder / "RULES.md").read_text("utf-8").splitlines()
    missing = [row for row in card_rows() if row not in page]
    assert not missing
