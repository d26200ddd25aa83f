"""Options matter: every value changes something, and one that is gone does not keep a save from loading."""

from dataclasses import replace
from typing import Any

import pytest

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.errors import BadOption
from wartable.rulebook.data import Data
from wartable.rulebook.options import Option, Options
from wartable.testing.laws.options import check_options

from .conftest import ROOT

GOAL = ROOT / "tests" / "games" / "metals" / "golden" / "goal.jsonl"


def test_every_value_of_every_option_changes_something(each_game: Game) -> None:
    check_options(each_game)


def test_an_option_that_changes_nothing_is_found(metals: Game) -> None:
    """A player never has more than three Metals on the map, and those that are defeated come back."""

    def with_pool(options: Options, data: Data, seats: int) -> Any:
        box = metals.make_box(options, data, seats)
        box.pool = options["pool"]
        return box

    more = replace(
        metals, options=(*metals.options, Option("pool", "", default=3, least=3, most=12)), make_box=with_pool
    )
    with pytest.raises(AssertionError, match="option pool=12 changes nothing"):
        check_options(more)


def test_a_save_that_names_an_option_that_is_gone_loads_and_plays_on_as_before() -> None:
    assert '"pool": 3' in GOAL.read_text()
    match = Match.load(GOAL)
    assert match.is_over and "pool" not in match.header.options


def test_an_option_that_is_gone_cannot_be_chosen(metals: Game) -> None:
    with pytest.raises(BadOption, match="there is no option pool; there are: map, focus_fire, factions, turn_limit"):
        metals.new_box({"pool": 3})


def test_a_save_with_an_option_that_had_no_effect_loads_without_it() -> None:
    kings = find_game("iron_kings")
    stored = {"map": "random", "ending": "vp_goal", "vp_goal": 9, "rounds": 5}
    assert kings.still_known(stored) == {"map": "random", "ending": "vp_goal", "vp_goal": 9}
