"""Options are told in words: to people in the browser and the terminal, and in reports."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from wartable.cli import main
from wartable.core.game import Game
from wartable.core.registry import find_game
from wartable.errors import BadData
from wartable.guides.option_words import typed, worded
from wartable.server.web.routes.games import _option_json


def test_every_option_has_a_title_a_sentence_and_names_for_its_values(each_game: Game) -> None:
    for one in worded(each_game):
        assert re.fullmatch(r"[A-Z][A-Za-z ]+", one.title), one.title
        assert one.says.endswith(".") and one.says[0].isupper(), one.says
        for value in one.option.values:
            assert "_" not in one.value(value), one.value(value)
            if isinstance(value, str) and value not in ("on", "off"):
                assert typed(value) in one.values, f"{one.option.name}={value} has no name"


def test_the_browser_is_told_titles_and_names_not_codes() -> None:
    told = {one["name"]: one for one in (_option_json(words, str) for words in worded(find_game("iron_kings")))}
    assert told["vp_goal"]["title"] == "Points to win"
    assert told["ending"]["named"]["first_wreck"] == "a King is wrecked, or can never make steam again"


def test_several_values_are_told_one_by_one() -> None:
    words = {one.option.name: one for one in worded(find_game("iron_kings"))}
    assert words["ending"].value("balrog+rounds") == "the Balrog has come, the last round is over"
    assert words["tow"].value("on") == "on"


def test_an_option_without_words_is_told_by_its_meaning(metals: Game, tmp_path: Path) -> None:
    one = next(one for one in worded(replace(metals, folder=tmp_path)) if one.option.name == "turn_limit")
    assert (one.title, one.says) == ("Turn limit", "Turns after which points decide.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[mapp]\ntitle = 'Map'", "there is no option mapp"),
        ("[map]\nname = 'Map'", r"\[map\] has says, title, values"),
        ("[map.values]\nhuge = 'Huge'", "option map does not take huge"),
    ],
)
def test_words_for_what_is_no_option_are_refused(metals: Game, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "options.toml").write_text(text)
    with pytest.raises(BadData, match=said):
        worded(replace(metals, folder=tmp_path))


def test_the_terminal_lists_the_options_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "iron_kings"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Points to win: -o vp_goal=15" in shown
    assert "balrog (the Balrog has come)" in shown
    assert main(["games", "iron_kings", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["vp_goal"]["title"] == "Points to win" and rows["vp_goal"]["default"] == 15
