"""Covers: what the lobby shows of a game from the first second."""

from dataclasses import replace
from pathlib import Path

from wartable.core.cover import cover_of
from wartable.core.game import Game


def test_every_game_has_a_cover_that_its_rules_can_read(each_game: Game) -> None:
    match = cover_of(each_game)
    assert match is not None, "python tools/make_covers.py"
    assert not match.is_over
    assert len(match.steps) > 10


def test_a_cover_of_other_rules_is_left_out(metals: Game, tmp_path: Path) -> None:
    old = (metals.folder / "cover.jsonl").read_text().replace('"rules": ', '"rules": 9')
    (tmp_path / "cover.jsonl").write_text(old)
    assert cover_of(replace(metals, folder=tmp_path)) is None
