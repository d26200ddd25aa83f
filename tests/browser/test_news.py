"""What happened since my last move, of sentences that are made up here."""

import json
from typing import Any

import pytest

from .units import module_of, told

TURN, DEED, EFFECT = 0, 1, 2
ME, OTHER = 0, 1


@pytest.fixture(scope="module")
def module(client_built: None) -> str:
    return module_of("playback/news.ts")


def line(step: int, by: int | None, level: int, text: str, **note: Any) -> dict[str, Any]:
    return {"step": step, "seat": by, "level": level, "text": text, "note": {"kind": "", "seat": None} | note}


def news(module: str, *lines: dict[str, Any]) -> Any:
    said = told(module, f"deedsOf(module.exports.since({json.dumps(lines)}, {ME}), {ME})")
    return [(deed["step"], " ".join(deed["sentences"]), deed["isLoss"]) for deed in said]


MINE = line(3, ME, DEED, "I move.")


def test_everything_since_my_last_deed_is_told_whoever_did_it(module: str) -> None:
    others = [line(4, OTHER, DEED, "She moves."), line(5, 2, DEED, "He builds."), line(5, 2, EFFECT, "He pays.")]
    assert news(module, MINE, line(3, ME, TURN, "Turn 2."), *others) == [
        (4, "She moves.", False),
        (5, "He builds. He pays.", False),
    ]


def test_what_i_lost_comes_first(module: str) -> None:
    shot = line(4, OTHER, EFFECT, "I lose a piece.", seat=ME, counter="pieces", amount=-1)
    torn = line(5, None, EFFECT, "My brake is torn.", seat=ME, counter="damage", amount=1)
    paid = line(5, OTHER, EFFECT, "She pays.", seat=OTHER, counter="coins", amount=-2)
    told_first = news(
        module, MINE, line(4, OTHER, DEED, "She fires."), shot, line(5, OTHER, DEED, "She digs."), torn, paid
    )
    assert told_first == [
        (4, "I lose a piece.", True),
        (5, "My brake is torn.", True),
        (4, "She fires.", False),
        (5, "She digs. She pays.", False),
    ]


def test_what_i_pay_myself_is_no_loss(module: str) -> None:
    paid = line(3, ME, EFFECT, "I pay 2.", seat=ME, counter="coins", amount=-2)
    assert news(module, MINE, paid) == [(3, "I move. I pay 2.", False)]


def test_what_chance_made_of_my_own_deed_is_told_with_it(module: str) -> None:
    drawn = line(4, None, DEED, "I draw a card.")
    assert news(module, MINE, drawn) == [(3, "I move.", False), (4, "I draw a card.", False)]


def test_who_has_done_nothing_yet_is_told_what_the_others_have_done(module: str) -> None:
    others = [
        line(0, None, DEED, "An item is laid."),
        line(1, OTHER, DEED, "She bids."),
        line(2, OTHER, DEED, "She builds."),
        line(2, OTHER, EFFECT, "She pays."),
    ]
    assert news(module, *others) == [(1, "She bids.", False), (2, "She builds. She pays.", False)]


def test_before_anybody_has_done_anything_the_last_thing_that_chance_did_is_told(module: str) -> None:
    drawn = [line(0, None, DEED, "An item is laid."), line(1, None, DEED, "Blue begins.")]
    assert news(module, *drawn) == [(1, "Blue begins.", False)]


def test_who_watches_is_told_the_last_deed(module: str) -> None:
    others = [line(1, OTHER, DEED, "She bids."), line(2, OTHER, DEED, "She builds.")]
    said = told(module, f"since({json.dumps(others)}, -1)")
    assert [one["text"] for one in said] == ["She builds."]


def test_nothing_has_happened_yet(module: str) -> None:
    assert news(module, line(0, None, TURN, "Turn 1.")) == []


def test_what_happens_again_and_again_is_told_once(module: str) -> None:
    sentences = ["It shuffles.", "It draws a card.", "It draws a card.", "It draws a card.", "It goes on.", "It draws."]
    said = told(module, f"gathered({json.dumps(sentences)})")
    assert said == ["It shuffles.", "It draws a card (3 times).", "It goes on.", "It draws."]


def test_cards_that_are_dealt_one_by_one_are_one_line(module: str) -> None:
    dealt = [line(5 + card, None, DEED, "She draws a card.") for card in range(4)]
    assert news(module, MINE, line(4, OTHER, DEED, "She passes."), *dealt) == [
        (4, "She passes.", False),
        (5, "She draws a card (4 times).", False),
    ]


def test_what_another_does_too_is_told_of_both(module: str) -> None:
    both = [line(4, OTHER, DEED, "A card is sold."), line(5, 2, DEED, "A card is sold.")]
    assert len(news(module, MINE, *both)) == 2


def test_a_scoring_is_a_table_by_kind_and_seat(module: str) -> None:
    def scores(seat: int, kind: str, amount: int) -> dict[str, Any]:
        return line(7, None, EFFECT, "", seat=seat, kind=kind, counter="points", amount=amount)

    names = {"most": "most of a good", "hall": "buildings"}
    lines = [scores(0, "most", 3), scores(1, "most", 2), scores(0, "most", 4), scores(1, "hall", 1)]
    scoring = told(module, f"scoringOf({json.dumps(lines)}, {json.dumps(names)}, 2)")
    assert scoring == {
        "step": 7,
        "rows": [{"label": "most of a good", "amounts": [7, 2]}, {"label": "buildings", "amounts": [0, 1]}],
    }
    assert told(module, f"scoringOf({json.dumps(lines[:2])}, {json.dumps(names)}, 2)") is None, "two sentences say it"
