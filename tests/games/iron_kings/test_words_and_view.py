"""What people read and see."""

import math
import re

import pytest

from tests.hooks import hook
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.drawing.draw import draw
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.state import Frame, Space, Worker
from wartable.games.iron_kings.view.view import explain

from .tables import bring_home, carry, cover, fit_upgrade, ground, hex_of, man, program, ready, stand


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_fits_a_terminal(seats):
    """IK-1.7: everyone's boards, and the own hand."""
    t = ready(seats)
    for seat in range(seats):
        program(t, seat, "sidestep-left", "leap")
    carry(t, 0, "painted-shield", "pressure-dome", "twin-ballista")
    bring_home(t, 0, "silver-grail", "old-banner", "buried-crown", "balrog-horn")
    for viewer in (SPECTATOR, *range(seats)):
        lines = GAME.view.board(t.view(viewer), t.box, viewer).splitlines()
        assert max(map(len, lines)) <= 100
        assert sum(line.startswith("K") and "{" in line for line in lines) == seats
        assert any(line.startswith("Your hand") for line in lines) == (viewer != SPECTATOR)


def test_the_scene_shows_what_is_there():
    t = ready()
    stand(t, 0, "E3", "SE")
    ground(t, "E5", "forest")
    cover(t, 0, Space.BURN)
    man(t, 0, Space.PLAN)
    program(t, 0, "stride")
    carry(t, 0, "war-flail")
    scene = GAME.view.scene(t.view(0), t.box, 0)
    assert scene.thing("king-0").turn == 150
    assert scene.thing("damage-0-burn").panel == "king"
    assert scene.thing("worker-0-plan").seat == 0
    assert scene.thing("stack-E5").text == "3"
    assert scene.thing("track-1").lines == ("Stride",)
    assert scene.thing("treasure-war-flail").panel == "cargo"
    assert scene.thing("hand-step").costs == ("steam 1",)
    assert scene.thing("hand-step").lines == ("Step ×5",)
    assert scene.thing("preview-king").turn == 150
    assert "wartable" not in draw(scene)


def test_nobody_sees_anothers_hand():
    """IK-1.7"""
    t = ready()
    ids = {thing.id for thing in GAME.view.scene(t.view(1), t.box, SPECTATOR).things}
    assert sum(id.startswith("unseen-") for id in ids) == t.view(1).sides[0].hand_size > 0
    assert "hand-step" not in ids


def test_things_stay_on_their_panels():
    """Nothing is drawn outside its panel, and no text is under 13 px."""
    for seats in (2, 4):
        t = ready(seats)
        for seat in range(seats):
            program(t, seat, *(("leap", "leap", "march", "charge", "brace") if seat == 0 else ("climb",)))
        bring_home(
            t, 0, "silver-grail", "old-banner", "buried-crown", "balrog-horn", "clay-idol", "oil-pump", "governor"
        )
        scene = GAME.view.scene(t.view(0), t.box, 0)
        panels = {panel.id: panel for panel in scene.panels}
        for thing in scene.things:
            panel = panels[thing.panel]
            assert thing.x - thing.width / 2 >= -1 and thing.x + thing.width / 2 <= panel.width + 1, thing
            assert thing.y - thing.height / 2 >= -1 and thing.y + thing.height / 2 <= panel.height + 1, thing
            assert thing.kind != "text" or thing.height >= 13, thing


@pytest.mark.parametrize("kinds", [4, 8, 9, 14])
def test_cards_of_a_large_hand_do_not_cover_each_other(kinds):
    t = ready()
    for plan in range(kinds):
        t.s.sides[0].hand[plan] = 1
    hand = [thing for thing in GAME.view.scene(t.view(0), t.box, 0).things if thing.panel == "hand"]
    assert len(hand) == kinds
    assert_apart(hand)


HOME = ("silver-grail", "old-banner", "buried-crown", "balrog-horn", "clay-idol", "oil-pump", "governor", "bulwark")


@pytest.mark.parametrize(("seats", "shown"), [(2, 11), (3, 3), (4, 3)])
def test_treasures_of_another_player_do_not_cover_each_other(seats, shown):
    """IK-1.7: those that are carried lie there by name; all that are at home are named where their points are."""
    t = ready(seats)
    carry(t, 1, "great-axe", "painted-shield", "pressure-dome")
    bring_home(t, 1, *HOME)
    scene = GAME.view.scene(t.view(0), t.box, 0)
    cards = [thing for thing in scene.things if thing.panel == "other1" and thing.id.startswith("treasure-")]
    assert len(cards) == shown
    assert [card.text for card in cards if card.label.endswith(", carried")] == [
        "Great Axe",
        "Painted Shield",
        "Pressure Dome",
    ]
    assert scene.thing("points-1").label.startswith(
        "24 points in the Holdfast: Bulwark, Governor, Oil Pump, Clay Idol,"
    )
    assert_apart(cards)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_small_machine_names_its_parts_and_shows_what_is_on_them(seats):
    """IK-1.7: where there is little room, too, one sees upgrades, workers and damage."""
    t = ready(seats)
    fit_upgrade(t, 1, "dragon-furnace")
    cover(t, 1, Space.BURN)
    man(t, 1, Space.PLAN)
    scene = GAME.view.scene(t.view(0), t.box, 0)
    head, torso, home = (scene.thing(f"part-1-{part}") for part in (0, 1, 3))
    assert ">Head</text>" in head.art and ">Dragon Furnace</text>" in torso.art and ">Holdfast</text>" in home.art
    assert head.label == "Head: Plan 1 & Draw 1, small worker; Repair"
    assert torso.label.startswith(
        "Torso: Dragon Furnace (holds 4 more steam, fuel gives 2 more steam); Burn Fuel, damaged"
    )
    for id, part in (("worker-1-plan", head), ("damage-1-burn", torso)):
        inside = scene.thing(id)
        assert abs(inside.x - part.x) < part.width / 2 and abs(inside.y - part.y) < part.height / 2


@pytest.mark.parametrize("seats", [2, 4])
def test_a_player_who_is_asked_about_is_told_whole(seats):
    """IK-1.7"""
    t = ready(seats)
    program(t, 1, "leap", "turn-left")
    fit_upgrade(t, 1, "signal-mast")
    cover(t, 1, Space.BRAKE)
    man(t, 1, Space.PLAN)
    carry(t, 1, "great-axe")
    bring_home(t, 1, "old-banner")
    card = hook(GAME.view.explain)(t.view(0), t.box, 0, "rival-1")
    assert card.title == "{1}"
    assert card.facts == (
        f"8 of 8 steam, {t.s.sides[1].hand_size} cards in hand",
        "Program: Leap, Turn left",
        "Damaged: Brake",
        "Workers on: Plan 1 & Draw 1",
        "Upgrades: Signal Mast (draws 1 more card)",
        "Carries: Great Axe (1 point, attack 2)",
        "Brought home: Old Banner",
    )


def assert_apart(things):
    for number, thing in enumerate(things):
        for other in things[:number]:
            apart = abs(thing.x - other.x) >= (thing.width + other.width) / 2
            assert apart or abs(thing.y - other.y) >= (thing.height + other.height) / 2, (thing.id, other.id)


def test_the_goal_counts_what_is_carried_for_half():
    """IK-17.1, IK-17.2"""
    t = ready()
    carry(t, 0, "balrog-horn")
    goal = hook(GAME.words.goal)(t.view(0), t.box, 0)
    assert goal == (
        "The most points win, in full for treasures brought home and half for those a King carries: {0} 3, {1} 0."
    )


def test_prompts():
    t = ready()
    assert GAME.words.prompt(t.view(0), t.box, 0) == "Place a worker"
    assert GAME.words.prompt(t.view(1), t.box, 1) == "Waiting for {0}"
    carry(t, 0, "clay-idol")
    assert GAME.words.prompt(t.view(0), t.box, 0) == "Place a worker, or first move treasures"
    t.play(0, "small-plan")
    assert GAME.words.prompt(t.view(0), t.box, 0).startswith("Plan:")
    t.play(0, "pass")
    assert GAME.words.prompt(t.view(SPECTATOR), t.box, SPECTATOR) == "A planning card is being drawn"


def test_the_text_board_tells_the_round_its_limit_and_the_balrog():
    """IK-16.3, IK-16.4"""
    t = ready()
    first = GAME.view.board(t.view(0), t.box, 0).splitlines()[0]
    assert first == "Round 1 of 50. The Balrog sleeps. The goal is 15 points in a Holdfast."
    t.s.rounds, t.s.balrog = 9, 7
    first = GAME.view.board(t.view(0), t.box, 0).splitlines()[0]
    assert first.startswith("Round 9 of 50. The Balrog rose in round 7: the game ends after round 25 at the latest.")
    t = ready(options={"ending": "first_wreck"})
    t.s.balrog = 1
    first = GAME.view.board(t.view(0), t.box, 0).splitlines()[0]
    assert first == "Round 1. The Balrog rose in round 1. The first King that is lost ends the game."


def test_the_text_board_uses_no_letter_twice():
    t = ready()
    legend = GAME.view.board(t.view(0), t.box, 0).split("Signs: ")[1]
    signs = [entry.strip().split(" ")[0].lower() for entry in legend.split(",")]
    assert "w" in signs and "k" in signs
    assert len(set(signs)) == len(signs)


def test_the_text_board_tells_workers_from_wastelands():
    t = ready()
    ground(t, "E5", "wasteland")
    t.s.worker[hex_of(t, "E5")] = 1
    man(t, 0, Space.PLAN)
    man(t, 0, Space.VENT, worker=Worker.BIG)
    board = GAME.view.board(t.view(0), t.box, 0)
    assert "w S1" in board
    assert "plan S" in board and "vent G" in board


def test_steam_1_is_the_vent_in_moves_and_words():
    """IK-5.7"""
    t = ready()
    action = t.find(0, "big-vent")
    assert GAME.words.label(t.view(0), t.box, 0, action) == "Place the big worker on Steam 1 (vent)"


@pytest.mark.parametrize(
    ("upgrade", "steam", "label"),
    [
        (None, 0, "Burn 1 water and 1 coal for 4 steam"),
        ("dragon-furnace", 0, "Burn 1 water and 1 coal for 6 steam"),
        (None, 6, "Burn 1 water and 1 coal for 4 steam, of which 2 will be lost"),
    ],
)
def test_a_label_says_what_burning_gives(upgrade, steam, label):
    """IK-5.5, IK-5.6"""
    t = ready()
    if upgrade:
        fit_upgrade(t, 0, upgrade)
    t.s.sides[0].steam = steam
    t.play(0, "small-burn")
    assert GAME.words.label(t.view(0), t.box, 0, t.find(0, "burn-coal")) == label


def test_the_prompt_of_a_king_that_is_stuck():
    """IK-4.18"""
    t = ready()
    stand(t, 0, "E5")
    cover(t, 0, Space.THROTTLE, Space.REPAIR)
    assert GAME.words.prompt(t.view(0), t.box, 0) == "Place a worker, or have your King towed"
    assert GAME.view.path(t.view(0), t.box, 0, t.find(0, "tow")) == ("tow",)
    assert GAME.view.scene(t.view(0), t.box, 0).thing("tow").text == "Tow the King home"


def test_the_piles_say_what_is_in_them():
    """IK-1.7: how many planning cards there are of each kind, and which were discarded."""
    t = ready()
    t.s.discard[1] = 2
    card = hook(GAME.view.explain)(t.view(0), t.box, 0, "deck")
    assert card.facts[0] == f"{t.s.deck_size} cards left"
    assert card.facts[1].startswith("In all 20 Step, 7 Stride, 4 March")
    assert hook(GAME.view.explain)(t.view(0), t.box, 0, "discard").facts == ("2 Stride",)


def panel_ids(scene):
    return {panel.id for panel in scene.panels}


def thing_ids(t):
    return {thing.id for thing in GAME.view.scene(t.view(0), t.box, 0).things}


def test_no_panel_lies_there_with_nothing_in_it():
    """Slots and vault come with the first treasure, the hand with the first cards; upgrades have the room till then."""
    t = ready()
    stand(t, 0, "E5")
    before = GAME.view.scene(t.view(0), t.box, 0)
    assert "cargo" not in panel_ids(before)
    carry(t, 0, "war-flail")
    away = GAME.view.scene(t.view(0), t.box, 0)
    in_cargo = {thing.id for thing in away.things if thing.panel == "cargo"}
    assert in_cargo and "cargo" in panel_ids(away) and "vault" not in in_cargo
    bring_home(t, 0, "old-banner")
    both = GAME.view.scene(t.view(0), t.box, 0)
    heights = [next(panel.height for panel in scene.panels if panel.id == "supply") for scene in (before, away, both)]
    assert heights == sorted(heights, reverse=True) and len(set(heights)) == 3
    t.s.sides[0].hand[:] = 0
    t.s.sides[0].hand_size = 0
    dealt, empty = both, GAME.view.scene(t.view(0), t.box, 0)
    assert "hand" in panel_ids(dealt) and "hand" not in panel_ids(empty)
    for scene in (before, away, both, empty):
        filled = {thing.panel for thing in scene.things}
        assert filled == panel_ids(scene)


def test_the_vault_lies_there_where_something_can_be_brought_into_it():
    """IK-6.2"""
    t = ready()
    carry(t, 0, "old-banner")
    assert GAME.view.scene(t.view(0), t.box, 0).thing("vault")


def test_another_king_has_its_slots_and_its_vault_before_anything_is_in_them():
    """IK-14.1"""
    t = ready()
    free = {f"slot-1-{number + 1}" for number in range(t.box.slots)}
    assert free | {"vault-title-1"} <= thing_ids(t)
    carry(t, 1, "war-flail")
    assert thing_ids(t) & free == free - {"slot-1-1"}
    bring_home(t, 1, "old-banner")
    assert "vault-1" in thing_ids(t) and "vault-title-1" not in thing_ids(t)


def test_when_the_match_is_over_no_way_is_shown_that_a_program_would_go():
    t = ready()
    stand(t, 0, "E5")
    program(t, 0, "turn-right")
    assert "preview-king" in thing_ids(t)
    t.s.head.over = 1
    assert "preview-king" not in thing_ids(t)


def test_levers_are_pulled_while_somebody_holds_them():
    """IK-5.8, IK-5.9"""
    t = ready()
    free = GAME.view.scene(t.view(0), t.box, 0)
    man(t, 0, Space.THROTTLE)
    held = GAME.view.scene(t.view(0), t.box, 0)
    assert "rotate(-38)" in free.thing("space-throttle").art and "rotate(38)" in held.thing("space-throttle").art
    assert free.thing("space-brake").art == held.thing("space-brake").art


def test_the_reader_lies_at_the_card_that_is_carried_out():
    """IK-8.1"""
    t = ready()
    program(t, 0, "leap", "march", "charge")
    t.s.sides[0].pointer = 2
    scene = GAME.view.scene(t.view(0), t.box, 0)
    card, reader = scene.thing("track-3"), scene.thing("pointer")
    assert reader.x == card.x and reader.y < card.y and reader.layer > card.layer


def test_a_king_that_walks_puffs_with_every_card():
    """IK-8.6: behind it, and no longer when the phase is over."""
    t = ready()
    stand(t, 0, "E3", "E")
    puffs = []
    for pointer in (0, 1, 2):
        t.s.sides[0].pointer = pointer
        scene = GAME.view.scene(t.view(0), t.box, 0)
        puffs.append({thing.id: thing.x for thing in scene.things if thing.id.startswith("puff-")})
    assert [set(some) for some in puffs] == [set(), {"puff-0-1"}, {"puff-0-2"}]
    assert puffs[2]["puff-0-2"] < scene.thing("king-0").x, "it looks to the east"


def test_tokens_that_are_drawn_lie_beside_the_open_bag():
    """IK-13.3"""
    t = ready()
    shut = GAME.view.scene(t.view(0), t.box, 0)
    assert shut.thing("bag-gear").label == "24 gear in the bag"
    t.s.drawn[0], t.s.drawn[2] = 1, 1
    drawn = GAME.view.scene(t.view(0), t.box, 0)
    assert drawn.thing("bag").art != shut.thing("bag").art
    assert "bag-gear" not in {thing.id for thing in drawn.things}
    assert_apart([thing for thing in drawn.things if thing.id.startswith("token-") or thing.id in ("bag", "deck")])


def test_the_map_darkens_when_the_balrog_rises():
    """IK-13.7, IK-16.3: and the rounds that are left are counted, up to the last round of the game."""
    t = ready()
    asleep = GAME.view.scene(t.view(0), t.box, 0)
    assert asleep.thing("balrog").label == "The Balrog sleeps"
    assert "dusk" not in {thing.id for thing in asleep.things}
    t.s.rounds, t.s.balrog = 9, 7
    risen = GAME.view.scene(t.view(0), t.box, 0)
    left = 7 + t.box.balrog_rounds - 9 + 1
    assert risen.thing("balrog").text == f"{left} rounds"
    dusk = risen.thing("dusk")
    others = [thing.layer for thing in risen.things if thing is not dusk]
    assert dusk.layer < min(others), "it lies under the hexes, also where they lie there already"
    t.s.rounds = 50
    assert GAME.view.scene(t.view(0), t.box, 0).thing("balrog").text == "1 round"
    t.s.head.over = 1
    assert GAME.view.scene(t.view(0), t.box, 0).thing("balrog").text == ""


def test_upgrades_are_told_in_words_with_signs():
    """IK-15.8"""
    t = ready()
    scene = GAME.view.scene(t.view(0), t.box, 0)
    told = {id: scene.thing(f"upgrade-{id}").lines for id in ("grand-orrery", "clock-drive", "climbing-claws")}
    assert told["grand-orrery"] == ("[film-strip] 2 more places", "[card-draw] draws 2 more")
    assert told["clock-drive"] == ("[steam] cards 1 cheaper", "[lever] drives itself")
    assert scene.thing("upgrade-chart-room").label == "Chart Room, Head, 3 iron: track holds 1 more, draws 1 more card"
    signs = {sign for thing in scene.things for line in thing.lines for sign in re.findall(r"\[([a-z-]+)\]", line)}
    assert signs and signs <= set(scene.world.signs)


@pytest.mark.parametrize(
    ("asked", "panel"), [("mulligan", "hand"), ("plan", "hand"), ("face", "answers"), ("offer", "table")]
)
def test_a_phone_begins_with_what_is_asked_about(asked, panel):
    t = ready()
    t.s.head.frames[t.s.head.depth - 1].kind = Frame[asked.upper()]
    scene = GAME.view.scene(t.view(0), t.box, 0)
    assert next(one.id for one in scene.panels[1:] if one.phone != "bar") == panel
    assert scene.panels[0].phone == ("column" if asked == "face" else "strip")


def on_table(scene, thing):
    """The middle of a thing on the whole table."""
    panel = next(panel for panel in scene.panels if panel.id == thing.panel)
    return panel.x + thing.x, panel.y + thing.y


@pytest.mark.parametrize("name", ["A1", "A5", "E1", "E9", "I1", "I5"])
def test_the_ways_to_face_stand_around_the_king(name):
    t = ready()
    stand(t, 0, name)
    t.s.head.frames[t.s.head.depth - 1].kind = Frame.FACE
    scene = GAME.view.scene(t.view(0), t.box, 0)
    x, y = on_table(scene, scene.thing("king-0"))
    arrows = [on_table(scene, thing) for thing in scene.things if thing.id.startswith("face-")]
    assert len(arrows) == 6
    assert all(30 < math.hypot(across - x, down - y) < 60 for across, down in arrows)


@pytest.mark.parametrize("asked", [Frame.MULLIGAN, Frame.PLAN])
@pytest.mark.parametrize("kinds", [4, 8, 14])
def test_what_is_asked_about_the_hand_is_answered_below_it(asked, kinds):
    t = ready()
    for plan in range(kinds):
        t.s.sides[0].hand[plan] = 1
    t.s.head.frames[t.s.head.depth - 1].kind = asked
    scene = GAME.view.scene(t.view(0), t.box, 0)
    hand = next(panel for panel in scene.panels if panel.id == "hand")
    answers = next(panel for panel in scene.panels if panel.id == "answers")
    lowest = max(thing.y + thing.height / 2 for thing in scene.things if thing.panel == "hand")
    assert hand.y + lowest <= answers.y
    assert answers.y + answers.height <= hand.y + hand.height
    assert hand.x <= answers.x and answers.x + answers.width <= hand.x + hand.width
    assert_apart([thing for thing in scene.things if thing.panel == "hand"])


@pytest.mark.parametrize(
    ("plan", "rule", "does"),
    [
        ("step", 901, "Your King walks 1 hex ahead."),
        ("march", 901, "Your King walks 3 hexes ahead."),
        ("turn-left", 902, "Your King turns in place by one side to the left."),
        ("about-face", 903, "Your King turns in place to the opposite side."),
        ("sidestep-right", 904, "Your King walks 1 hex ahead to the right. It keeps its facing."),
        ("back-step", 905, "Your King walks 1 hex back. It keeps its facing."),
        ("climb", 906, "Your King walks 1 hex ahead, and may enter mountains."),
        ("leap", 907, "Your King jumps 2 hexes ahead, over whatever lies between, and may land on a mountain."),
        ("charge", 908, "Your King walks 2 hexes ahead, with 1 more attack against a King that it pushes."),
        ("bombard", 909, "Your King shoots at the first King within 3 hexes straight ahead."),
        ("brace", 910, "Your King has 1 more defence until your next turn begins."),
    ],
)
def test_a_planning_card_says_what_it_does(plan, rule, does):
    """IK-9.1 to IK-9.10: in the hand and on any track."""
    t = ready()
    program(t, 0, plan)
    program(t, 1, plan)
    number = t.s.sides[0].track[0] - 1
    t.s.sides[0].hand[number] = 1
    cards = [hook(GAME.view.explain)(t.view(0), t.box, 0, id) for id in (f"hand-{plan}", "track-1", "track-1-1")]
    assert {(card.rule, card.text) for card in cards} == {(rule, does)}


def test_a_planning_card_says_what_the_king_lacks_for_it():
    """IK-8.3: a King without a shield stops before Brace."""
    t = ready()
    program(t, 0, "brace")

    def facts():
        return hook(GAME.view.explain)(t.view(0), t.box, 0, "track-1").facts

    assert facts() == ("1 steam", "The King needs a shield aboard, or stops before this card, and it carries none")
    carry(t, 0, "oak-shield")
    assert facts() == ("1 steam", "The King needs a shield aboard, or stops before this card")


def test_the_card_of_a_hex_follows_a_variant_with_more_tokens():
    t = ready(cells={"terrain.barrow.draw": "5", "terrain.barrow.keep": "4"})
    match = Match.start(GAME, {"map": "twin_lakes"}, seed=1)
    card = hook(GAME.view.explain)(match.observe(0), t.box, 0, "hex-B2")
    assert card and card.text.startswith("A King draws 5 tokens and keeps 4.")


def test_the_card_of_a_hex_says_what_a_king_meets_there_and_what_a_worker_takes():
    """IK-12.7, IK-12.8, IK-12.11"""
    match = Match.start(GAME, {"map": "twin_lakes"}, seed=1)
    view, box = match.observe(0), match.box
    cards = {hex: explain(view, box, 0, f"hex-{hex}") for hex in ("B2", "B5", "C3", "A1")}
    texts = {hex: card.text for hex, card in cards.items() if card}
    assert texts["B2"] == "A King draws two tokens and keeps both. A worker beside its King takes 1 coal here."
    assert texts["B5"].startswith("A King comes here only by climbing or leaping, has 1 more defence")
    assert texts["C3"].startswith("A King takes 2 water and ends its walk.")
    assert texts["A1"] == "A King walks over it, and nothing happens."
    assert cards["C3"] and cards["C3"].rule == 1211
