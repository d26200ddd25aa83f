"""Films of matches as animated SVG, for pages that can show pictures only."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from wartable.cli import main
from wartable.core.game import Game
from wartable.guides.animation import GLIDE, MOMENT, animate, moments
from wartable.guides.cover import cover_of

from .conftest import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def film() -> ElementTree.Element:
    from wartable.games.metals import GAME

    match = cover_of(GAME)
    assert match is not None
    shown = moments(match, len(match.steps) - 8, len(match.steps))
    return ElementTree.fromstring(animate(shown, "dark", match.players))


def test_pieces_glide_and_stay_until_they_move_again(film: ElementTree.Element) -> None:
    ways = list(film.iter(f"{SVG}animateTransform"))
    assert ways
    for way in ways:
        times = [float(word) for word in way.attrib["keyTimes"].split(";")]
        assert times[0] == 0 and times[-1] == 1 and times == sorted(times)
        assert len(times) == len(way.attrib["values"].split(";"))
        seconds = float(way.attrib["dur"].removesuffix("s"))
        assert (times[2] - times[1]) * seconds == pytest.approx(GLIDE, abs=0.01)


def test_what_happens_is_said_below_the_board(film: ElementTree.Element) -> None:
    said = [text.text or "" for text in film.iter(f"{SVG}text")]
    assert any(re.search(r"\b(moves|deploys|scores|hits|damage)", words) for words in said), said


def test_a_film_has_the_moments_that_change_the_board_and_no_more_than_asked_for(metals: Game) -> None:
    match = cover_of(metals)
    assert match is not None
    last = len(match.steps)
    every = moments(match, last - 6, last)
    assert len(every) >= 2 and moments(match, last - 6, last, most=3) == every[-3:]
    assert all(one.scene.things != other.scene.things for one, other in pairwise(every))
    assert f'dur="{3 * MOMENT + 2:g}s"' in animate(every[-3:], "light", match.players)


def test_the_command_writes_a_film_of_a_save(metals: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "film.svg"
    assert main(["show", str(metals.folder / "cover.jsonl"), "--film", str(out), "--actions", "4"]) == 0
    assert "<animate" in out.read_text("utf-8")
    assert main(["show", str(metals.folder / "cover.jsonl"), "--film", str(out), "--actions", "0"]) == 2
    assert "at least 1" in capsys.readouterr().err


def test_the_films_of_the_readme_are_small_and_stand_alone(each_game: Game) -> None:
    drawn = (ROOT / "docs" / "films" / f"{each_game.name}.svg").read_text("utf-8")
    assert len(drawn) < 300_000
    assert "var(--" not in drawn and "/static/" not in drawn and "<animate" in drawn
    assert f"docs/films/{each_game.name}.svg" in (ROOT / "README.md").read_text("utf-8")
