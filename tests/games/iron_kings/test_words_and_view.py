"""What people read and see."""

import pytest

from wartable.core.draw import draw
from wartable.core.frames import SPECTATOR
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.state import Space, Worker

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


@pytest.mark.parametrize(("seats", "shown"), [(2, 10), (3, 10), (4, 1)])
def test_treasures_of_another_player_do_not_cover_each_other(seats, shown):
    """IK-1.7: where there is no room for all of them, those in the Holdfast are one sign that names them."""
    t = ready(seats)
    carry(t, 1, "great-axe")
    home = (
        "silver-grail",
        "old-banner",
        "buried-crown",
        "balrog-horn",
        "clay-idol",
        "oil-pump",
        "governor",
        "flywheel",
    )
    bring_home(t, 1, *home, "bulwark")
    scene = GAME.view.scene(t.view(0), t.box, 0)
    cards = [thing for thing in scene.things if thing.panel == "other1" and thing.id.startswith("treasure-")]
    folded = [thing for thing in scene.things if thing.id == "vault-1"]
    assert len(cards) == shown
    assert [thing.text for thing in folded] == ([] if shown == 10 else ["9"])
    assert all("Balrog Horn" in thing.label for thing in folded)
    assert_apart(cards + folded)


def assert_apart(things):
    for number, thing in enumerate(things):
        for other in things[:number]:
            apart = abs(thing.x - other.x) >= (thing.width + other.width) / 2
            assert apart or abs(thing.y - other.y) >= (thing.height + other.height) / 2, (thing.id, other.id)


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
    assert GAME.view.scene(t.view(0), t.box, 0).thing("tow").text == "Have the King towed home"


def test_the_piles_say_what_is_in_them():
    """IK-1.7: how many planning cards there are of each kind, and which were discarded."""
    t = ready()
    t.s.discard[1] = 2
    card = GAME.view.explain(t.view(0), t.box, 0, "deck")
    assert card.facts[0] == f"{t.s.deck_size} cards left"
    assert card.facts[1].startswith("In all 20 Step, 7 Stride, 4 March")
    assert GAME.view.explain(t.view(0), t.box, 0, "discard").facts == ("2 Stride",)
