"""What people type without knowing the notation is played where it can mean one thing only."""

import pytest

from wartable.core.frames import ask, top
from wartable.core.values import Refused
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.decisions import DECISIONS
from wartable.games.iron_kings.state import Frame, RepairFrame, Space, Token, Worker

from .tables import bring_home, carry, cover, opened, program, ready


def means(t, text: str, move: str) -> bool:
    """Whether seat 0 means that legal move, and nothing more."""
    assert move in t.legal(0)
    action = t.find(0, move)
    assert DECISIONS.unread(t.view(0), t.box, 0, action, text, ()) == []
    return bool(GAME.words.meant(t.view(0), t.box, 0, text) == action)


def drawn(*tokens: str):
    """Seat 0 has drawn these tokens, and keeps two of them."""
    t = ready()
    for token in tokens:
        t.s.drawn[Token[token.upper()]] = 1
    ask(t.s, Frame.KEEP, 0, 2)
    return t


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("vent", "big-vent"),
        ("steam 1", "big-vent"),
        ("big worker on Steam 1", "big-vent"),
        ("small throttle", "small-throttle"),
        ("throttle small", "small-throttle"),
        ("small worker on Holdfast Steam", "small-dock-steam"),
        ("big plan 1 & draw 1", "big-plan"),
        ("A2", "at-A2"),
        ("small worker at A2", "at-A2"),
        ("b1 small", "at-B1"),
        ("flail", "load-war-flail"),
        ("equip war flail", "load-war-flail"),
        ("idol", "store-clay-idol"),
        ("bring clay idol", "store-clay-idol"),
        ("store", "store-clay-idol"),
    ],
)
def test_workers_hexes_and_treasures(text, move):
    """IK-4.6, IK-6.2"""
    t = ready()
    carry(t, 0, "clay-idol")
    bring_home(t, 0, "war-flail")
    assert means(t, text, move)


def test_the_only_worker_that_fits_need_not_be_named():
    """IK-4.12, IK-4.14"""
    t = ready()
    t.s.sides[0].rested[Worker.SMALL] = 0
    assert means(t, "throttle", "big-throttle")
    t = ready()
    t.s.sides[0].rested[Worker.BIG] = 0
    assert means(t, "brake", "small-brake")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("insert step 2", "insert-step-2"),
        ("insert 2 step", "insert-step-2"),
        ("step 3", "insert-step-3"),
        ("add step at 1", "insert-step-1"),
        ("replace 2 with step", "replace-step-2"),
        ("remove climb", "remove-2"),
        ("discard 1", "remove-1"),
        ("done", "pass"),
        ("plan nothing", "pass"),
        ("insert step at the end", "insert-step-3"),
        ("insert the step card at 2", "insert-step-2"),
        ("replace climb with step", "replace-step-2"),
    ],
)
def test_planning_in_either_order(text, move):
    """IK-7.2 to IK-7.6"""
    t = ready()
    program(t, 0, "leap", "climb")
    t.play(0, "small-plan")
    assert means(t, text, move)


def test_the_only_place_need_not_be_named():
    """IK-7.2"""
    t = ready()
    t.play(0, "small-plan")
    assert means(t, "insert step", "insert-step-1")
    assert means(t, "step", "insert-step-1")


def test_choices_by_what_they_are_about():
    """IK-5.3, IK-5.5, IK-15.2"""
    t = ready()
    cover(t, 0, Space.BURN, Space.BRAKE)
    t.play(0, "small-repair")
    assert means(t, "brake", "repair-brake")
    assert means(t, "burn fuel", "repair-burn")
    t = ready()
    t.play(0, "small-burn")
    assert means(t, "coal", "burn-coal")
    assert means(t, "water and wood", "burn-wood")
    t = ready()
    t.s.sides[0].stores[3] = 5
    t.play(0, "small-dock-upgrade")
    assert means(t, "chart room", "buy-chart-room")
    assert means(t, "claws", "buy-climbing-claws")


def test_directions_by_their_names():
    """IK-3.4"""
    t = opened(rolls=["first-0"])
    assert means(t, "i5", "found-I5")
    t.play(0, "found-A1")
    for text in ("south-east", "southeast", "SE", "face se"):
        assert means(t, text, "face-SE")


@pytest.mark.parametrize("text", ["", "hello", "what now?", "x" * 200, "-", "12"])
def test_what_names_nothing_means_nothing(text):
    assert GAME.words.meant(ready().view(0), ready().box, 0, text) is None


KEPT = ("gear", "damage", "treasure")


@pytest.mark.parametrize(
    "text", ["discard damage", "put the damage back", "leave the damage", "not damage", "keep both"]
)
def test_a_token_that_is_to_go_is_never_kept(text):
    """IK-13.3"""
    t = drawn(*KEPT)
    refused = Refused(1303, "Say which token you keep, one at a time: Gear, Damage or Treasure.")
    assert GAME.words.meant(t.view(0), t.box, 0, text) == refused
    assert means(t, "keep the damage token", "keep-damage")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("throttle small and brake", "small-throttle"),
        ("big vent 2", "big-vent"),
        ("A2 and the brake", "at-A2"),
        ("store the idol not the flail", "store-clay-idol"),
    ],
)
def test_what_says_more_than_a_move_is_not_played(text, move):
    t = ready()
    carry(t, 0, "clay-idol")
    bring_home(t, 0, "war-flail")
    action = t.find(0, move)
    meant = GAME.words.meant(t.view(0), t.box, 0, text)
    assert meant != action or DECISIONS.unread(t.view(0), t.box, 0, action, text, ())


def test_all_treasures_are_scrapped_one_by_one():
    """IK-6.9"""
    t = ready()
    carry(t, 0, "clay-idol", "war-flail")
    t.play(0, "small-dock-salvage")
    refused = Refused(609, "Say which treasure: War Flail or Clay Idol.")
    assert GAME.words.meant(t.view(0), t.box, 0, "scrap all") == refused
    assert means(t, "sell the idol", "scrap-clay-idol")


@pytest.mark.parametrize(("number", "rule"), [(503, "IK-5.3"), (606, "IK-6.6"), (1107, "IK-11.7")])
def test_no_repair_can_be_declined(number, rule):
    """IK-5.3, IK-6.6, IK-11.7: the rule that asks for the repair says so."""
    t = ready()
    cover(t, 0, Space.BURN, Space.BRAKE)
    t.play(0, "small-repair")
    top(t.s, RepairFrame).number = number
    assert t.refused(0, "pass") == rule


def test_after_the_placement_treasures_move_and_one_goes_on():
    """IK-6.2"""
    t = ready()
    bring_home(t, 0, "war-flail")
    t.play(0, "small-brake")
    assert means(t, "move the flail", "load-war-flail")
    assert means(t, "go on", "pass")
