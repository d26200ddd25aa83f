"""The line of what happened last, of sentences that are made up here."""

import json
from typing import Any

import pytest

from .units import module_of, told

TURN, DEED, EFFECT = 0, 1, 2


@pytest.fixture(scope="module")
def module(client_built: None) -> str:
    return module_of("playback/latest.ts")


def last_deed(module: str, *lines: tuple[int, int, str]) -> Any:
    log = [{"step": step, "level": level, "text": text} for step, level, text in lines]
    return told(module, f"lastDeed({json.dumps(log)}).map((line) => line.text)")


def test_the_line_begins_with_what_was_done_however_much_came_of_it(module: str) -> None:
    came = [(4, EFFECT, text) for text in ("It pays.", "It gains.", "Its income rises.", "It has four.")]
    lines = [(3, DEED, "Before."), (4, DEED, "It builds."), *came, (4, TURN, "Turn 5.")]
    assert last_deed(module, *lines) == ["It builds.", "It pays.", "It gains.", "Its income rises.", "It has four."]


def test_a_step_that_tells_two_deeds_tells_both(module: str) -> None:
    assert last_deed(module, (1, DEED, "It bids."), (1, DEED, "The order is fixed.")) == [
        "It bids.",
        "The order is fixed.",
    ]


def test_what_chance_makes_of_a_deed_is_told_with_it(module: str) -> None:
    assert last_deed(module, (1, DEED, "It jumps."), (2, EFFECT, "The die shows 5.")) == [
        "It jumps.",
        "The die shows 5.",
    ]


def test_dice_that_nobody_rolls_belong_to_the_deed_before_them(module: str) -> None:
    steps = [(4, 0, DEED, "It was."), (5, 0, DEED, "It steps onto a mine."), (6, None, DEED, "The die shows 50.")]
    steps += [(7, None, DEED, "The other die shows 1."), (7, None, EFFECT, "It takes the mine.")]
    log = [{"step": step, "seat": seat, "level": level, "text": text} for step, seat, level, text in steps]
    said = told(module, f"lastDeed({json.dumps(log)}).map((line) => line.text)")
    assert said == ["It steps onto a mine.", "The die shows 50.", "The other die shows 1.", "It takes the mine."]


def test_what_a_round_brings_is_no_part_of_the_deed_before_it(module: str) -> None:
    lines = [(1, DEED, "It taxes."), (2, TURN, "The end of round 1."), (2, EFFECT, "A card is drawn.")]
    assert last_deed(module, *lines) == ["A card is drawn."]


def test_what_the_next_turn_begins_with_does_not_hide_the_deed_before_it(module: str) -> None:
    lines = [
        (1, DEED, "It plans."),
        (2, TURN, "Ann's turn."),
        (2, DEED, "She inserts a card."),
        (2, EFFECT, "One is drawn."),
    ]
    begun = [(2, TURN, "Bo's turn."), (2, EFFECT, "Four workers come back.")]
    assert last_deed(module, *lines, *begun) == ["She inserts a card.", "One is drawn."]


def test_nothing_has_happened_yet(module: str) -> None:
    assert last_deed(module, (0, TURN, "Turn 1.")) == []


def test_what_happens_again_and_again_is_told_once(module: str) -> None:
    sentences = ["It shuffles.", "It draws a card.", "It draws a card.", "It draws a card.", "It goes on.", "It draws."]
    said = told(module, f"gathered({json.dumps(sentences)})")
    assert said == ["It shuffles.", "It draws a card (3 times).", "It goes on.", "It draws."]


@pytest.mark.parametrize(
    ("letters", "first", "missing", "last"),
    [
        (200, "It builds.", 0, "It pays three. It gains one."),
        (24, "It builds.", 1, "It gains one."),
        (5, "It builds.", 2, ""),
    ],
)
def test_the_deed_and_the_last_sentences_stay_where_room_is_short(
    module: str, letters: int, first: str, missing: int, last: str
) -> None:
    sentences = ["It builds.", "It pays three.", "It gains one."]
    shown = told(module, f"shortened({json.dumps(sentences)}, {letters})")
    assert shown == {"first": first, "missing": missing, "last": last}
