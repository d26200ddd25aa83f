"""The sheet of all tables: which positions it shows, and what it finds."""

from tests.browser.legible import Text
from tools.make_sheet import faults
from tools.positions import OVER, positions, seated
from wartable.core.game import Game
from wartable.server.table import Table


def text(words: str, **more: object) -> Text:
    shown: dict[str, object] = {
        "size": 14.0,
        "ratio": 8.0,
        "seen": True,
        "covered": False,
        "svg": True,
        "disabled": False,
    }
    shown |= {"thing": "card", "box": (0.0, 0.0, 40.0, 16.0), "cut": False}
    return Text(words, **{**shown, **more})  # type: ignore[arg-type]


def test_every_player_count_every_question_and_every_end_is_shown(metals: Game) -> None:
    found = list(positions(metals))
    assert {one.players for one in found} == set(metals.seats)
    assert sum(one.phase == OVER for one in found) >= 1
    assert any(one.options for one in found), "other options are tried too"
    assert len({one.id for one in found}) == len(found)
    assert all(len(one.id) <= 20 for one in found), "addresses of tables are short"


def test_a_position_is_stored_as_a_table_at_which_its_seat_is_asked(metals: Game) -> None:
    position = next(one for one in positions(metals) if one.phase != OVER)
    fresh, append = seated(position, owner=7, others=8)
    table = Table(metals, fresh.row, fresh.seats)
    table.begin(1.0)
    table.fold(append.entries[table.count :])
    assert position.seat in table.due
    assert table.seats[position.seat].user_id == 7


def test_small_faint_cut_and_shortened_texts_are_findings() -> None:
    texts = [
        text("fine"),
        text("tiny", size=9.0, box=(50.0, 0.0, 90.0, 16.0)),
        text("pale", ratio=2.0, box=(100.0, 0.0, 140.0, 16.0)),
    ]
    texts += [text("half", cut=True, box=(150.0, 0.0, 190.0, 16.0)), text("A long na…", box=(200.0, 0.0, 240.0, 16.0))]
    assert [what for what, _ in faults(texts, 13.0)] == ["small", "faint", "cut", "shortened"]
    assert [what for what, _ in faults([text("one"), text("two")], 13.0)] == ["overlapping"]
