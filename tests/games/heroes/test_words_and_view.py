"""Words and pictures of Heroes."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.hooks import hook
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.values import Refused
from wartable.drawing.draw import draw
from wartable.drawing.icons import draw_icon
from wartable.games.heroes import GAME
from wartable.games.heroes.decisions import DECISIONS
from wartable.games.heroes.naming import hero_name, town_on
from wartable.games.heroes.rules.day import LAST_REALM
from wartable.games.heroes.state import HEROES
from wartable.games.heroes.view import view
from wartable.games.heroes.view.layout import OPEN_CHEST_ICON
from wartable.testing import Table

from .tables import clash, exploring, facing, hero, opened, settled, stock, tile, troops
from .test_exploration import meeting


def labels(t: Table, seat: int) -> dict[str, str]:
    return {
        GAME.words.notation(t.s, t.box, seat, action): GAME.words.label(t.s, t.box, seat, action)
        for action in t.codes(seat).values()
    }


def test_every_city_and_every_hero_has_a_name_of_its_own():
    heroes = [hero_name(seat, hero) for seat in range(4) for hero in range(HEROES)]
    assert len(set(heroes)) == len(heroes)
    for mode in ("normal", "campaign"):
        box = GAME.new_box({"mode": mode}, 4)
        tiles = range(box.width * box.height)
        assert len({town_on(box, tile) for tile in tiles}) == len(tiles)


def test_cities_and_heroes_are_understood_by_their_names():
    t = settled()
    stock(t, 0, 12, 10)
    for typed, notation in (
        ("build goblins in Ravenhold", "build a1 t1"),
        ("recruit ravenhold 5 goblins", "recruit a1 t1 x5"),
        ("give Ravenhold Alda t1 all", "give city h1 t1 all"),
    ):
        assert GAME.words.meant(t.s, t.box, 0, typed) == t.codes(0)[notation]
        t.play(0, notation)
    assert t.s.players[0].heroes[0].troops[0] == 5


def test_no_more_is_recruited_than_was_said():
    t = settled()
    stock(t, 0, 12, 10)
    t.play(0, "build a1 t1")
    for typed, notation in (
        ("recruit a goblin", "recruit a1 t1 x1"),
        ("recruit one goblin", "recruit a1 t1 x1"),
        ("recruit all goblins", "recruit a1 t1 max"),
        ("recruit 12 goblins", "recruit a1 t1 max"),
    ):
        assert GAME.words.meant(t.s, t.box, 0, typed) == t.codes(0)[notation]
    asked = GAME.words.meant(t.s, t.box, 0, "recruit goblins")
    assert asked == Refused(712, "Say how many: one (x1), five (x5), or all you can pay for (max), which are 12.")


def test_labels_say_what_things_cost():
    t = settled()
    stock(t, 0, 12, 10)
    t.play(0, "build a1 t1")
    said = labels(t, 0)
    assert said["recruit a1 t1 x5"] == "Recruit 5 goblins in Ravenhold for 5 coins"
    assert said["recruit a1 t1 max"] == "Recruit 12 goblins in Ravenhold for 12 coins, all you can pay for"
    assert said["build a1 t2"] == "Build the spawner of orcs in Ravenhold for 5 coins and 5 wood"
    assert said["hire a1"] == "Hire the hero Bram in Ravenhold for 10 coins"


def test_every_code_can_be_written():
    t = settled()
    for seat in range(2):
        written = [GAME.words.notation(t.s, t.box, seat, action) for action in range(GAME.action_count)]
        assert all(written)
    assert GAME.words.notation(t.s, t.box, 0, GAME.action_count - 1) == "target D"


def test_prompts_name_what_is_asked():
    t = settled()
    assert GAME.words.prompt(t.s, t.box, 0) == "Day 1: build, recruit, arrange your troops"
    exploring(t)
    assert GAME.words.prompt(t.s, t.box, 0) == "{0} rolls for the movement of Alda"
    t.roll("4")
    assert GAME.words.prompt(t.s, t.box, 0) == "Move your heroes, or end the turn"
    assert GAME.words.prompt(t.s, t.box, 1) == "Waiting for {0}"
    assert GAME.words.prompt(t.s, t.box, SPECTATOR) == "Waiting for {0}"


@pytest.mark.parametrize("count", [5, 24, 12_000])
def test_every_number_of_a_division_is_said_touched_and_read_as_itself(count: int):
    """HE-15.4, HE-15.9"""
    t = facing(troops(t1=count), troops(t1=3))
    t.play(0, "h1 e", "divide")
    things = {thing.id for thing in view.scene(t.s, t.box, 0).things}
    paths = {action: DECISIONS.path(t.s, t.box, 0, action) for action in t.codes(0).values()}
    assert len(set(paths.values())) == len(paths) == min(count, 99) + 1 + min(count // 100, 99)
    assert {id for path in paths.values() for id in path} <= things
    for notation, label in labels(t, 0).items():
        assert (
            GAME.words.meant(t.s, t.box, 0, notation) == GAME.words.meant(t.s, t.box, 0, label) == t.codes(0)[notation]
        )


def test_every_thing_can_be_touched_and_explained():
    fight = facing(troops(t1=3), troops(t1=3))
    fight.play(0, "h1 e")
    for t in (opened(), settled(), exploring(settled(), "3"), fight):
        for thing in view.scene(t.s, t.box, 0).things:
            hook(GAME.view.meant_by)(t.s, t.box, 0, (thing.id,))
            hook(GAME.view.explain)(t.s, t.box, 0, thing.id)


def test_places_for_cities_are_marked():
    t = opened()
    assert GAME.words.prompt(t.s, t.box, 0) == "Found your city on a marked tile"
    t.play(0, "city a1")
    assert view.board(t.s, t.box, 1).splitlines()[1].split() == ["1", "#A1", ".", ".", ".", ".", "C"]


def test_a_skirmish_is_told_throw_by_throw():
    t = clash(troops(t1=3, t2=1), troops(t1=2))
    t.play(0, "A>A")
    t.roll("4")
    assert [sentence.text for sentence in t.told()] == ["{0}'s squad A, 3 goblins: 3 x 4 = 12."]
    t.roll("1")
    assert t.told() == []
    t.roll("1")
    assert [sentence.text for sentence in t.told()] == ["{0}'s squad A, 1 orc: 1 + 1 = 2, 14 in all."]
    t.roll("3")
    assert [sentence.text for sentence in t.told()] == [
        "{1}'s squad A, 2 goblins: 2 x 3 = 6.",
        "{0}'s squad A has 14 and wins the skirmish.",
        "{1}'s squad A has 6 and is killed.",
        "2 goblins of {1}'s squad A are killed; {1} has 0 creatures.",
        "{0} wins the battle on d3.",
        "{1}'s hero Falk on d3 is lost with the battle.",
    ]


def test_a_throw_is_told_with_its_dice():
    t = clash(troops(t2r2=3), troops(t1=40), "representative", "individual")
    t.s.players[0].heroes[0].items[1] = 1
    t.s.battle.armies[0].lead[0] = 0
    t.play(0, "A>A")
    t.roll("2", "5")
    assert [sentence.text for sentence in t.told()] == ["{0}'s squad A, 3 armoured orcs: 3 x (2 + 5 + 6) = 39."]
    t.roll("4")
    assert [sentence.text for sentence in t.told()] == ["{0}'s squad A, the common off hand of Alda: 4, 43 in all."]
    t.roll("2", *["1"] * 13, "5")
    assert [sentence.text for sentence in t.told()] == ["{1}'s squad A rolls 2 1 1 1 1 1 1 1 1 1 1 1 1 1 5."]
    t.roll(*["1"] * 24, "6")
    assert [sentence.text for sentence in t.told()][:4] == [
        "{1}'s squad A rolls 1 1 1 1 1 1 1 1 1 6.",
        "{1}'s squad A, 40 goblins: 50.",
        "{1}'s squad A has 50 and wins the skirmish.",
        "{0}'s squad A has 43 and is killed.",
    ]


def test_dice_are_shown_one_by_one():
    t = clash(troops(t1=30), troops(t1=2), "individual", "representative")
    t.play(0, "A>A")
    for count in range(1, 30):
        t.roll(str(count % 6 + 1))
        dice = [thing for thing in view.scene(t.s, t.box, 0).things if thing.kind == "die" and thing.panel != "board"]
        assert len(dice) == min(count, 24)
        assert dice[-1].text == str(count % 6 + 1)


def test_every_die_of_a_landing_is_told():
    t = meeting("m", troops(t1=1))
    t.play(0, "h1 e")
    t.roll("80%")
    assert [sentence.text for sentence in t.told()] == [
        "{0} tries to capture the mine on d3: the percentile die shows 80, no guardians."
    ]
    t.roll("3")
    assert [sentence.text for sentence in t.told()] == [
        "The die for the mine shows 3: it yields food.",
        "{0} captures the mine of food on d3 and has 1 mine.",
        "{0} receives 1 food and has 1.",
    ]
    t = meeting("m", troops(t1=1))
    t.play(0, "h1 e")
    t.roll("90%")
    assert [sentence.text for sentence in t.told()] == [
        "{0} tries to capture the mine on d3: the percentile die shows 90, there are guardians."
    ]
    t.roll("4")
    assert [sentence.text for sentence in t.told()] == [
        "A die for their number shows 4, and 2 are added.",
        "{0} fights guardians on d3: 6 goblins.",
        "The guardians' squad A has 3 goblins.",
        "The guardians' squad B has 3 goblins.",
        "{0}'s squad A has 1 goblin.",
    ]
    t = meeting("R", troops())
    t.play(0, "h1 e")
    t.roll("2")
    assert [sentence.text for sentence in t.told()] == ["{0} collects the token on d3: the die shows 2, wood."]
    t.roll("6")
    assert [sentence.text for sentence in t.told()] == [
        "The die for the amount shows 6.",
        "{0} receives 6 wood and has 6.",
    ]


def test_an_encounter_names_its_dice():
    for shown, met in {
        "10%": "a fight against 4d6 monsters",
        "20%": "a fight against 2d6 monsters",
        "90%": "2d6 monsters who take bribes",
        "100%": "2d6 monsters who want to defect",
    }.items():
        t = meeting("M", troops(t1=1))
        t.play(0, "h1 e")
        t.roll(shown)
        assert [sentence.text for sentence in t.told()] == [
            f"{{0}} meets monsters on d3: the percentile die shows {shown[:-1]}, {met}."
        ]


def test_a_bribe_names_its_price():
    t = meeting("M", troops(t1=1))
    stock(t, 0, 4)
    t.s.cities[1].spawners = 0b11
    t.play(0, "h1 e")
    t.roll("80%", "3", "2")
    assert GAME.words.prompt(t.s, t.box, 0) == "5 orcs for 2 coins each: bribe up to 2"
    assert labels(t, 0)["join 2"] == "Bribe 2 of them for 4 coins"


def test_transfers_name_their_numbers():
    t = exploring(settled(), "5")
    t.s.cities[0].garrison[0] = 7
    said = labels(t, 0)
    assert said["give city h1 t1 1"] == "Move 1 goblin from Ravenhold to Alda"
    assert said["give city h1 t1 half"] == "Move 4 goblins (half) from Ravenhold to Alda"
    t.play(0, "give city h1 t1 all")
    assert [sentence.text for sentence in t.told()] == ["{0} moves 7 goblins from Ravenhold to Alda."]


def test_the_defender_is_told_who_attacks():
    t = facing(troops(t1=3), troops(t1=2))
    t.play(0, "h1 e")
    assert GAME.words.prompt(t.s, t.box, 0) == "Split your army into squads: 3 goblins"
    t.play(0, "form even1", "representative")
    assert GAME.words.prompt(t.s, t.box, 1) == "{0} attacks you on d3. Split your army: 2 goblins"


def test_the_ending_is_told():
    t = exploring(settled(), "5")
    hero(t, 0, 1, "f5", troops(t1=1))
    t.play(0, "h1 s")
    assert t.s.head.over == LAST_REALM
    assert [sentence.text for sentence in t.told()][-2:] == [
        "{1} has no city and no hero, and is out.",
        "{0} is the last realm left and wins.",
    ]


def crowded(seats: int, **options: Any) -> Table:
    """Everything that a table can show at once: five heroes, all kinds, loot, eight cities."""
    row = "C N . N . C" if seats < 4 else "C N N N N C"
    picture = "\n".join([row, ". I R M m .", *[". . . . . ."] * 3, "C . . . . C"])
    t = settled(picture, seats, hero_limit=5, **options)
    for city in range(seats, seats + t.box.neutral_cities):
        t.s.cities[city].owner = 0
        t.s.cities[city].garrison[:] = troops(t1=120, t2=40, t3=30, t4=20, t5r2=15)
        t.s.cities[city].rampart = int(t.box.campaign)
    for number in range(1, 6):
        it = hero(t, 0, number, "b3", [111] * 10, moves=9)
        it.items[:] = (5, 4, 3)
    for index in range(15):
        loot = t.s.loot[index]
        loot.tile, loot.kind, loot.level = t.s.players[0].heroes[0].tile, index % 3, index // 3 + 1
    t.s.loots, t.s.tiles[t.s.players[0].heroes[0].tile].heaps = 15, 15
    return t


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["normal", "campaign"])
def test_a_crowded_table_stays_on_its_panels(seats, mode):
    t = crowded(seats, mode=mode)
    for viewer in (SPECTATOR, *range(seats)):
        scene = view.scene(t.s, t.box, viewer)
        panels = {panel.id: panel for panel in scene.panels}
        for thing in scene.things:
            panel = panels[thing.panel]
            assert thing.y + thing.height / 2 <= panel.height + 2, thing.id
            assert thing.height > 0 and thing.y > 0, thing.id
            assert thing.x - thing.width / 2 >= -2, thing.id
            assert thing.x + thing.width / 2 <= panel.width + 2, thing.id
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', draw(scene))]
        assert min(sizes) >= 13
        board = view.board(t.s, t.box, viewer)
        assert max(len(line) for line in board.splitlines()) <= 70


def test_what_cities_leave_no_room_for_is_left_out():
    """However many cities there are, the legend below them has room or is not there."""
    t = crowded(4)
    for mine in range(1, 5):
        for city in range(t.box.seats + t.box.neutral_cities):
            t.s.cities[city].owner = 0 if city < mine else 1 + city % 3
        scene = view.scene(t.s, t.box, 0)
        panel = next(panel for panel in scene.panels if panel.id == "cities")
        shown = [thing for thing in scene.things if thing.panel == "cities"]
        assert all(0 < thing.y < panel.height and thing.height > 0 for thing in shown)
        rows = [thing for thing in shown if thing.id.startswith("legend-")]
        halls = [
            thing.y + thing.height / 2 for thing in shown if thing.id.startswith("hall-") and "name" not in thing.id
        ]
        assert all(row.y - row.height / 2 > max(halls) for row in rows)


def test_the_board_of_the_largest_map_fits():
    t = Table(GAME, {"mode": "campaign"}, 4)
    board = view.board(t.s, t.box, SPECTATOR)
    assert max(len(line) for line in board.splitlines()) <= 84


def test_the_text_board_shows_a_battle():
    t = facing(troops(t1=3), troops(t1=2))
    t.s.players[0].heroes[0].items[0] = 1
    t.play(0, "h1 e")
    assert "{0} attacks\n     3 goblins, not yet in squads" in view.board(t.s, t.box, 0)
    t.play(0, "form even1", "individual")
    assert "{1} defends\n     2 goblins, not yet in squads" in view.board(t.s, t.box, 0)
    t.play(1, "form even2")
    t.play(0, "A>B")
    t.roll("5")
    board = view.board(t.s, t.box, 0)
    assert "Battle on d3\n   {0} attacks, individual rolls\n     A: 3 goblins, led by Alda (rolling)" in board
    assert "dice 5; total so far 0" in board
    t.roll("1", "1", "1", "2")
    board = view.board(t.s, t.box, 0)
    assert "dice 5 1 1 1; total 10" in board
    assert "(rolling)" not in board


def test_the_text_board_names_foes_who_are_no_players():
    t = meeting("M", troops(t1=2))
    t.play(0, "h1 e")
    t.roll("20%", "3", "4")
    board = view.board(t.s, t.box, 0)
    assert "against monsters, representative rolls\n     A: 4 goblins\n     B: 3 goblins" in board


def test_the_text_board_names_what_is_known_of_the_map():
    t = meeting("m", troops(t1=1))
    place = t.s.tiles[tile(t, "d3")]
    place.guards, place.tier, place.mark, place.heaps = 4, 2, 1, 1
    t.s.loot[0].tile, t.s.loot[0].kind, t.s.loot[0].level = tile(t, "d3"), 2, 3
    t.s.loots = 1
    t.s.players[0].mines[:] = (1, 0, 2, 0)
    stock(t, 0, 1, 2)
    board = view.board(t.s, t.box, 0)
    assert "On the map: d3 4 orcs, mine of wood, rare amulet" in board
    assert "1 coin, 2 wood, 0 food, 0 stone; mines: 1 coin, 2 food" in " ".join(board.split())


def test_creatures_are_listed_with_the_dice_of_both_ranks():
    """HE-16.4"""
    t = settled()
    card = hook(GAME.view.explain)(t.view(0), t.box, 0, "beast-1")
    assert card.facts == (
        "Each rolls 2 dice and costs 2 coins",
        "Armoured ones roll 2d6 + 6 and cost 3 coins and 1 food",
    )


@pytest.mark.parametrize(
    ("sign", "title", "rule"),
    [
        ("m", "A mine on d3", 1202),
        ("M", "Monsters on d3", 1102),
        ("I", "A chest on d3", 1303),
        ("R", "A crate on d3", 1301),
    ],
)
def test_what_lies_on_a_tile_is_explained_by_its_own_rule(sign, title, rule):
    t = meeting(sign, troops(t1=1))
    card = hook(GAME.view.explain)(t.view(0), t.box, 0, "token-d3")
    assert (card.title, card.rule) == (title, rule)


def test_a_chest_opens_when_a_hero_stands_before_it():
    t = meeting("I", troops(t1=1))
    shut = view.scene(t.s, t.box, 0).thing("token-d3")
    t.play(0, "h1 e")
    opened_up = view.scene(t.s, t.box, 0)
    chest, who = opened_up.thing("token-d3"), opened_up.thing("hero-0-0")
    assert draw_icon(OPEN_CHEST_ICON, 10, "red").split('d="')[1][:60] in chest.art
    assert chest.art != shut.art
    assert (who.x, who.y) != (chest.x, chest.y), "whoever opens it does not hide it"


def test_roads_lead_from_castle_to_castle_as_they_are_founded():
    t = opened(seats=2)
    assert all(thing.id != "roads" for thing in view.scene(t.s, t.box, 0).things)
    t.play(0, "city a1")
    t.play(1, "city f6")
    art = view.scene(t.s, t.box, 0).thing("roads").art
    assert art.count("M") == 3, "one way, drawn as its edge, its ground and its ruts"


def test_a_castle_is_called_by_its_name_and_says_what_comes_next():
    t = settled()
    stock(t, 0, 5, 10)
    t.play(0, "build a1 t1")
    scene = view.scene(t.s, t.box, 0)
    assert scene.thing("hall-name-0").text == "Ravenhold"
    assert scene.thing("next-0").label == "to build next: orcs for 5 coins and 5 wood"
    assert scene.thing("spawner-0-0").label == "recruit goblins: 1 coin each"
    assert scene.thing("income-0-0").text == "+2"
    assert scene.thing("ledger-0").text == "Your realm: 12"


def test_amounts_are_offered_only_where_there_are_troops_to_touch():
    t = settled()
    stock(t, 0, 0, 10)
    assert all(not thing.id.startswith("amount-") for thing in view.scene(t.s, t.box, 0).things)
    hero(t, 0, 1, "a1", troops(t1=3))
    shown = [thing.id for thing in view.scene(t.s, t.box, 0).things if thing.panel == "choices"]
    assert "how-many" in shown and "amount-2" in shown


def test_a_realm_without_heroes_is_told_to_hire_one_by_name():
    t = settled()
    things = {thing.id: thing for thing in view.scene(t.view(0), t.box, 0).things}
    assert "nobody-leads" not in things and things["hire"].text == "Hire Bram: 10 coins"
    t.s.players[0].heroes[0].here = 0
    things = {thing.id: thing for thing in view.scene(t.view(0), t.box, 0).things}
    assert things["nobody-leads"].label == "No hero is left: hire one in a city: 10 coins"
    assert things["hire"].text == "Hire Alda: 10 coins"


def test_after_the_end_nothing_is_said_of_tomorrow():
    t = settled()
    for number in range(HEROES):
        t.s.players[0].heroes[number].here = 0
    tomorrow = ("income-", "next-", "nobody-leads")

    def said() -> set[str]:
        return {word for word in tomorrow for thing in view.scene(t.s, t.box, 0).things if thing.id.startswith(word)}

    assert said() == set(tomorrow)
    t.s.head.over = LAST_REALM
    assert not said()


def test_moves_name_the_players_whose_things_are_met():
    match = Match.load(Path(__file__).parent / "golden" / "last_realm_2.jsonl")
    match.cut(74)
    said = [move.label for move in match.moves()]
    assert "Alda moves to g1, siege of Orange's city Thornmoor" in said
    assert not [label for label in said if "{" in label]
