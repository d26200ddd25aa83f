"""Examples: rules as one sees them happen."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from wartable.cli import main
from wartable.compiler.mode import reading
from wartable.core.game import Game
from wartable.core.registry import find_game
from wartable.errors import BadData
from wartable.guides.examples import Examples, UnknownExample, load_examples, read_toml
from wartable.testing import check_examples
from wartable.testing.examples import fault_of

METALS = find_game("metals")


@pytest.fixture(autouse=True)
def _read():
    with reading():
        yield


def test_examples_happen_as_they_say():
    check_examples(METALS)


@pytest.mark.parametrize("name", ["metals", "thrones"])
def test_at_least_four_of_five_rules_can_be_seen(name):
    assert load_examples(find_game(name)).share >= 0.8


def test_every_rule_of_thrones_that_a_position_can_show_has_an_example():
    assert load_examples(find_game("thrones")).missing == []


def metals() -> Examples:
    return load_examples(METALS)


def test_an_example_shows_what_happens_between_two_boards():
    shown = metals().show(metals().find("MT-4.8"))
    assert shown.told()[:3] == [
        "Blue moves a2 to a3, facing north.",
        "Orange's Metal on a7 attacks a3.",
        "Blue's Metal on a3 is defeated and goes back to the pool.",
    ]
    assert (shown.before.sides[0].pool, shown.after.sides[0].pool) == (2, 3)


def test_a_refused_example_leaves_the_board_alone():
    shown = metals().show(metals().find("mt-3.3"))
    assert shown.refusal is not None
    assert shown.refusal.rule == "MT-3.3"
    assert not shown.steps


def test_a_seat_that_is_not_to_act_is_refused_too():
    shown = metals().show(metals().find("MT-2.3"))
    assert shown.viewer == 1
    assert shown.refusal is not None


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"told": ("Blue wins.",)}, "'Blue wins.' is not told"),
        ({"untold": ("attacks a3",)}, "'attacks a3' is told"),
        ({"told": ()}, "neither what is told nor what refuses it"),
        ({"rules": ("MT-9.9",)}, "there is no rule MT-9.9"),
        ({"refused": "MT-3.3"}, "is refused by nothing"),
        ({"play": ("a2-a4n",)}, "is not next to"),
    ],
)
def test_an_example_that_does_not_hold_is_found(change, fault):
    assert fault in fault_of(metals(), replace(metals().find("MT-4.8"), **change))


def test_sentences_are_told_in_the_order_of_the_example():
    example = metals().find("MT-4.8")
    assert "is not told" in fault_of(metals(), replace(example, told=example.told[::-1]))


def test_the_examples_that_are_about_a_rule_come_first():
    assert [example.id for example in metals().of("MT-5.1")] == ["MT-5.1", "MT-1.3", "MT-1.5"]


def test_a_rule_without_an_example_is_missing():
    without = replace(metals(), all=tuple(example for example in metals().all if "MT-4.2" not in example.rules))
    assert [rule.name for rule in without.missing] == ["MT-4.2"]
    assert without.share < 1


def test_a_game_without_examples_has_none(tmp_path: Path):
    assert load_examples(cast(Game, SimpleNamespace(name="metals", folder=tmp_path))).all == ()


def test_there_is_no_such_example():
    with pytest.raises(UnknownExample, match=r"Metals has no example MT-9\.1"):
        metals().find("MT-9.1")


def test_a_file_that_is_no_toml_is_named(tmp_path: Path):
    path = tmp_path / "examples.toml"
    path.write_text("[[example")
    with pytest.raises(BadData, match=r"examples\.toml: "):
        read_toml(path)


def test_the_terminal_shows_the_example_of_a_rule(capsys):
    assert main(["rules", "metals", "4.8"]) == 0
    shown = capsys.readouterr().out
    before, after = shown.split("> a2-a3n")
    assert ".A^!" in before and ".A^!" not in after
    assert "Blue's Metal on a3 is defeated and goes back to the pool. (MT-4.8)" in after


def test_the_terminal_shows_the_refusal_of_a_rule(capsys):
    main(["rules", "metals", "MT-3.3"])
    assert "MT-3.3: a7 is taken; a corner must be free." in capsys.readouterr().out


def test_the_share_of_rules_with_an_example_is_printed(capsys):
    main(["rules", "metals", "--examples"])
    assert "38 of 38 rules that can be shown have an example (100%)" in capsys.readouterr().out
