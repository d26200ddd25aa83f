"""Options and data files: what is given, and what is refused."""

import dataclasses
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.errors import BadData, BadOption, WartableError
from wartable.rulebook.data import Data, read_folder
from wartable.rulebook.options import Option, complete

OPTIONS = (
    Option("map", "", ("classic", "small"), file="maps"),
    Option("pool", "", default=3, least=3, most=12),
    Option("fast", "", (True, False)),
    Option("ending", "", ("vp", "rounds", "wreck"), default="vp+rounds", several=True),
)


def test_options_are_completed_and_read():
    assert complete(OPTIONS, {}) == {"map": "classic", "pool": 3, "fast": True, "ending": "vp+rounds"}
    given_ = {"map": "small", "pool": "7", "fast": "no", "ending": "wreck+vp"}
    assert complete(OPTIONS, given_) == {"map": "small", "pool": 7, "fast": False, "ending": "vp+wreck"}


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("maps", "x", "there is no option maps; there are: map, pool, fast, ending"),
        ("pool", "2", "option pool=2: it takes a whole number from 3 to 12"),
        ("pool", "many", "option pool=many"),
        ("pool", True, "option pool=on"),
        ("fast", "perhaps", "option fast=perhaps: it takes one of on, off"),
        ("ending", "vp+vp", "any of vp, rounds, wreck, joined by"),
    ],
)
def test_bad_options_are_refused(name, value, reason):
    with pytest.raises(BadOption, match=reason.replace("+", r"\+")):
        complete(OPTIONS, {name: value})


def table(tmp_path, text, **cells):
    (tmp_path / "cards.csv").write_text(text)
    return Data(tmp_path, cells={path.replace("__", "."): value for path, value in cells.items()}).table("cards")


def test_a_table_is_read_by_row_and_column(tmp_path):
    rows = table(tmp_path, "id,name,cost\nsword,Sword,3\naxe, Axe ,\n")
    assert [row.id for row in rows] == ["sword", "axe"]
    assert rows[0].number("cost") == 3
    assert rows[1].text("name") == "Axe"
    assert rows[1].number("cost") == 0


def test_a_cell_can_be_replaced(tmp_path):
    rows = table(tmp_path, "id,name,cost\nsword,Sword,3\n", cards__sword__cost="5")
    assert rows[0].number("cost") == 5


def test_a_replaced_cell_must_exist(metals):
    assert metals.new_box(cells={"numbers.goal.value": "15"}).goal == 15
    with pytest.raises(BadData, match=r"numbers\.gaol\.value: there is no such cell.*did you mean numbers.goal.value"):
        metals.new_box(cells={"numbers.gaol.value": "15"})
    with pytest.raises(BadData, match=r"numbers\.csv, line 2 \(goal\): value is 'x', not a whole number"):
        metals.new_box(cells={"numbers.goal.value": "x"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "cards.csv, line 1: the first column must be id"),
        ("name,id\na,b\n", "line 1: the first column must be id"),
        ("id,a,a\nx,1,2\n", "no column may stand twice"),
        ("id,a\nx,1\nx,2\n", r"line 3 \(x\): the id is already in line 2$"),
        ("id,a\nx,1,2\n", "line 2: 3 cells where the header has 2"),
        ('id,a\nx,"1\n', "cards.csv, line 2"),
    ],
)
def test_a_bad_table_is_refused_with_file_and_line(tmp_path, text, reason):
    with pytest.raises(BadData, match=reason):
        table(tmp_path, text)


def test_a_folder_of_data_replaces_files_of_the_same_name(metals, tmp_path):
    (tmp_path / "numbers.csv").write_text("id,value,meaning\ngoal,7,\ngoal_factions,9,\non_map,3,\n")
    files = read_folder(tmp_path, metals.folder / "data")
    assert metals.new_box(files=files).goal == 7
    (tmp_path / "monsters.csv").mkdir()
    (tmp_path / "monsters.csv" / "x.csv").write_text("id\n")
    with pytest.raises(BadData, match="the game has no data file of that name"):
        read_folder(tmp_path, metals.folder / "data")
    with pytest.raises(BadData, match="no such folder"):
        read_folder(tmp_path / "nowhere", metals.folder / "data")


@settings(max_examples=200)
@given(st.text(alphabet=".fc12 \nx:#name", max_size=120))
def test_no_map_text_does_anything_but_load_or_be_refused(text):
    from wartable.games.metals import GAME

    try:
        GAME.new_box({"map": "own"}, files={"maps/own.txt": text})
    except WartableError as error:
        assert "\n" not in str(error)


@settings(max_examples=100)
@given(st.text(max_size=200))
def test_no_numbers_text_does_anything_but_load_or_be_refused(text):
    from wartable.games.metals import GAME

    try:
        GAME.new_box(files={"numbers.csv": text})
    except WartableError as error:
        assert str(error).startswith("numbers.csv")


def test_a_box_is_made_once_and_again_when_its_data_were_edited(tmp_path, metals):
    folder = tmp_path / "metals"
    shutil.copytree(metals.folder / "data", folder / "data")
    game = dataclasses.replace(metals, folder=folder)
    first = game.new_box()
    first.goal += 1
    assert game.new_box().goal == first.goal - 1, "nobody shares a Box"
    numbers = folder / "data" / "numbers.csv"
    numbers.write_text(numbers.read_text("utf-8").replace("goal,10,", "goal,7,"), "utf-8")
    assert game.new_box().goal == 7
