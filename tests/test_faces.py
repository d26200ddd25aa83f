"""Titles keep to their room: by the widths of the letters where the face is known, by a guess where it is not."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from wartable.drawing import faces
from wartable.drawing.draw import draw_thing
from wartable.drawing.faces import Faces, width_of
from wartable.drawing.lettering import _wrapped, fit, measured, rich, rich_width, roomy, squeezed, title, wrap
from wartable.drawing.scene import Thing

WIDE, NARROW = "Broad", "Slim"


@pytest.fixture(autouse=True)
def two_faces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    letters = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789…"
    known = {WIDE: dict.fromkeys(letters, 0.8), NARROW: dict.fromkeys(letters, 0.4) | {"1": 0.2}}
    (tmp_path / "faces.json").write_text(json.dumps(known))
    monkeypatch.setattr(faces, "WIDTHS", tmp_path / "faces.json")
    forget()
    yield
    forget()


def forget() -> None:
    faces._widths.cache_clear()
    for kept in (width_of, rich_width, _wrapped):
        kept.cache_clear()


def test_words_are_as_wide_as_their_letters() -> None:
    assert width_of("abcde", 10, WIDE) == pytest.approx(40)
    assert width_of("abcde", 10, NARROW) == pytest.approx(20)
    assert width_of("abcde", 10, "Nowhere") == pytest.approx(32), "about as wide as in any face"


def test_a_title_is_squeezed_only_where_its_face_is_too_wide() -> None:
    assert "textLength" not in title("Moss Garden", 0, 0, 60, 10, "ink", face=NARROW)
    assert 'textLength="80"' in title("Moss Garden", 0, 0, 80, 10, "ink", face=WIDE)
    assert "Moss Garden<" in title("Moss Garden", 0, 0, 80, 10, "ink", face=WIDE)
    assert "…" in title("Moss Garden", 0, 0, 40, 10, "ink", face=WIDE), "what cannot be read is cut"
    assert 'data-room="60"' in title("Moss Garden", 0, 0, 60, 10, "ink", face=NARROW), "a client may enlarge it"


def test_plain_words_keep_to_their_room_too() -> None:
    assert "textLength" not in squeezed("Iron Dragon", 0, 0, 60, 10, NARROW)
    assert 'textLength="80"' in squeezed("Iron Dragon", 0, 0, 80, 10, WIDE)


def test_cards_go_by_the_faces_of_their_world() -> None:
    card = Thing("card", "card", 0, 0, 100, 80, text="Moss Garden")
    assert "textLength" in draw_thing(card, Faces(WIDE, NARROW))
    assert "textLength" not in draw_thing(card, Faces(NARROW, WIDE))


def test_lines_break_by_the_letters_of_their_face() -> None:
    words = "all iron dragons of the north"
    assert wrap(words, 124, 10, face=NARROW) == [words], "116 wide, and a little to spare"
    assert wrap(words, 124, 10, face=WIDE) == ["all iron", "dragons of the", "north"]
    assert wrap(words, 124, 10) == ["all iron dragons of the", "north"], "a guess where the face is not known"
    assert wrap(words, 124, 10, 2, WIDE)[-1] == "dragons of the…"


def test_icons_count_among_the_letters_of_a_line() -> None:
    assert rich_width("ab [two-coins] cd", 10, NARROW) == pytest.approx(6 * 4 + 13.2)
    assert wrap("ab [two-coins] cd", 30, 10, face=NARROW) == ["ab [two-coins]", "cd"]


def test_figures_are_tabular() -> None:
    assert measured("111", 10, NARROW) == measured("888", 10, NARROW) == pytest.approx(12)


def test_words_are_cut_where_their_own_letters_end() -> None:
    assert fit("Moss Garden", 50, 10, NARROW) == "Moss Garden"
    assert fit("Moss Garden", 50, 10, WIDE) == "Moss…"


def test_a_line_says_how_much_room_it_has() -> None:
    drawn = rich("Moss Garden", 0, 0, 10)
    assert 'data-room="50"' in roomy(drawn, "Moss Garden", 10, 50, NARROW), "a client may enlarge it"
    assert "textLength" not in roomy(drawn, "Moss Garden", 10, 50, NARROW)
    assert roomy(drawn, "Moss Garden", 10, 80, NARROW) == drawn, "no client enlarges it so much"
    assert 'textLength="80"' in roomy(drawn, "Moss Garden", 10, 80, WIDE), "one word that is too long"
