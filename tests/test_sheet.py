"""The sheet of all tables: which positions it shows, and what it finds."""

from tests.browser.legible import Text
from tools.make_sheet import ROOMY, empty_share, faults, panel_faults
from tools.positions import OVER, positions, seated
from wartable.core.game import Game
from wartable.drawing.scene import Panel, Scene, Thing
from wartable.server.tables.table import Table


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


def test_texts_that_are_close_to_their_frame_squeezed_covered_or_in_code_are_findings() -> None:
    found = [
        text("far", room=(2.0, 1.0)),
        text("near", room=(1.9, 8.0), box=(50.0, 0.0, 90.0, 16.0)),
        text("low", room=(9.0, 0.5), box=(100.0, 0.0, 140.0, 16.0)),
        text("narrow", squeeze=0.6, box=(150.0, 0.0, 190.0, 16.0)),
        text("wide", squeeze=1.2, box=(200.0, 0.0, 240.0, 16.0)),
        text("below", covered=True, box=(250.0, 0.0, 290.0, 16.0)),
        text("promotes to rank 2", box=(300.0, 0.0, 340.0, 16.0)),
        text("1 points", box=(350.0, 0.0, 390.0, 16.0)),
        text("first_wreck", box=(400.0, 0.0, 440.0, 16.0)),
    ]
    kinds = [what for what, _ in faults(found, 13.0)]
    assert kinds == ["tight", "tight", "squeezed", "stretched", "covered", "code", "code", "code"]


def test_empty_and_roomy_panels_are_findings() -> None:
    panel = Panel("side", "", 0, 0, 200, 200)
    half = Thing("half", "space", 100, 50, 200, 100, "side")
    assert list(panel_faults(Scene((panel,), ()))) == [("empty panel", "side")]
    ((what, _),) = panel_faults(Scene((panel,), (half,)))
    assert what == "roomy panel"
    assert 0.4 < empty_share(panel, [half]) <= 0.5
    rest = Thing("rest", "space", 100, 150, 100, 90, "side")
    assert empty_share(panel, [half, rest]) < ROOMY, "what is left lies in two pieces"
    assert list(panel_faults(Scene((panel,), (half, rest)))) == []
