"""`wartable new`: each kind of game that it writes holds all laws at once, and looks like itself."""

import importlib.util
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from wartable.cli import main
from wartable.compiler.mode import reading
from wartable.core import no_secrets
from wartable.core.registry import find_game
from wartable.drawing.draw import draw
from wartable.drawing.icons import add_folder, drawing, find_icon, read_icon
from wartable.errors import BadData
from wartable.rulebook.numbering import BadRulebook, numbered
from wartable.testing import LawBroken, check

from .made import edit, found, install, write_game

SHORT: dict[str, dict[str, object]] = {
    "board": {"board": "six"},
    "cards": {"hand": 3},
    "dice": {"turn_limit": 10},
    "plain": {},
}
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>'


@pytest.mark.parametrize("kind", SHORT)
def test_a_new_game_of_each_kind_holds_the_laws_and_passes_its_own_tests(tmp_path, monkeypatch, kind):
    name = f"fresh_{kind}"
    folder = write_game(tmp_path, name, "--kind", kind)
    install(folder)
    with found(monkeypatch, folder.parent), reading():
        game = find_game(name)
        check(game, matches=1, options=SHORT[kind], compare_interpreted=False)
        for test in own_tests(folder.parents[1] / "tests" / "test_game.py"):
            test()
        box = game.new_box()
        scene = game.view.scene(game.new_state(box), box, 0)
        assert scene.world.name == ("plain" if kind == "plain" else name.replace("_", "-"))
        assert find_icon(game.icon)
        assert "<svg" in draw(scene)


def test_the_least_game_is_short():
    game = Path(__file__).parents[1] / "src" / "wartable" / "template" / "plain" / "game"
    assert sum(len(path.read_text("utf-8").splitlines()) for path in game.iterdir()) <= 250


def test_a_game_with_secrets_hides_them(metals):
    with pytest.raises(TypeError, match="metals has secrets; give it a module with hide, fill and sees"):
        replace(metals, hidden=no_secrets, has_secrets=True)


def own_tests(path):
    """The tests of a new game but for its laws, which were tried already."""
    spec = importlib.util.spec_from_file_location(f"{path.parents[1].name}_tests", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [value for name, value in vars(module).items() if name.startswith("test_") and name != "test_the_laws"]


def test_a_package_can_be_written_within_a_checkout(tmp_path, capsys):
    (tmp_path / "src" / "wartable" / "games").mkdir(parents=True)
    assert main(["new", "low_cards", "--into", str(tmp_path), "--kind", "cards", "--package"]) == 0
    package = tmp_path / "wartable-low-cards"
    assert 'low_cards = "wartable_low_cards"' in (package / "pyproject.toml").read_text()
    assert "[tool.pytest.ini_options]" in (package / "pyproject.toml").read_text(), "not those of a checkout above it"
    assert (package / "src" / "wartable_low_cards" / "icons" / "moon.svg").is_file()
    assert not (tmp_path / "src" / "wartable" / "games" / "low_cards").exists()
    left = [path for path in package.rglob("*.*") if re.search(r"@[A-Z]+@", path.read_text("utf-8"))]
    assert not left


RULEBOOK = """Two to four play, e.g. Ann and Ben. Take turns.

# 2. Dealing cards

- Deal 5 cards each. (With 2 players: 7.)
- The rest is the stock!

SCORING
Aces count 1 point
each. Who has "most"? Wins.
"""


def test_a_rulebook_is_numbered_sentence_by_sentence():
    assert numbered(RULEBOOK, "ST", 11).split("\n\n") == [
        "## 11. Introduction",
        "**ST-11.1** Two to four play, e.g. Ann and Ben.",
        "**ST-11.2** Take turns.",
        "## 12. Dealing cards",
        "**ST-12.1** Deal 5 cards each.",
        "**ST-12.2** (With 2 players: 7.)",
        "**ST-12.3** The rest is the stock!",
        "## 13. Scoring",
        "**ST-13.1** Aces count 1 point each.",
        '**ST-13.2** Who has "most"?',
        "**ST-13.3** Wins.\n",
    ]
    long = numbered("It is so. " * 150, "ST")
    assert long.startswith("## 1. Introduction\n\n**ST-1.1** It is so.")
    assert long.endswith("**ST-2.51** It is so.\n")
    with pytest.raises(BadRulebook, match="no sentence"):
        numbered("# Rules\n", "ST")


def test_a_game_with_a_rulebook_of_its_own_is_told_which_sentences_are_left(tmp_path, monkeypatch, capsys):
    rules = tmp_path / "rules.txt"
    rules.write_text(RULEBOOK)
    folder = write_game(tmp_path, "own_rules", "--rulebook", str(rules))
    assert "Your rulebook has 8 sentences, from chapter 11" in capsys.readouterr().out
    edit(folder / "rules.py", "@rule\n", "@rule  # OW-12.3: the stock\n")
    edit(folder.parents[1] / "tests" / "test_game.py", '"""OW-1.1"""', '"""OW-1.1, OW-12.3, OW-13.3"""')
    install(folder)
    with found(monkeypatch, folder.parent):
        assert main(["check", "own_rules", "--json"]) == 1
        left = {row["rule"]: row["missing"] for row in json.loads(capsys.readouterr().out)}
        assert len(left) == 8, "all rules of the game to begin from are taken up"
        assert left["OW-12.3"] == "example"
        assert left["OW-13.3"] == "program, example"
        assert left["OW-11.1"] == "program, test, example"
        assert main(["check", "own_rules", "--tests", str(tmp_path / "none")]) == 2
        assert "is not a folder of tests; name it with --tests" in capsys.readouterr().err


def test_an_unknown_kind_is_refused_with_the_kinds_there_are(capsys):
    with pytest.raises(SystemExit):
        main(["new", "low_cards", "--kind", "chess"])
    assert "board" in capsys.readouterr().err


def test_a_board_of_the_players_own_can_be_used(tmp_path, monkeypatch):
    folder = write_game(tmp_path, "wide_board", "--kind", "board")
    install(folder)
    with found(monkeypatch, folder.parent), reading():
        game = find_game("wide_board")
        box = game.new_box(files={"boards/six.txt": "name: wide\n\n.2.2\n....\n....\n1.1.\n"})
        assert (box.width, box.depth, box.count.tolist()) == (4, 4, [2, 2])
        with pytest.raises(BadData, match=r"boards/six.txt.*as many signs as the first"):
            game.new_box(files={"boards/six.txt": "name: bad\n\n.2.2\n...\n....\n1.1.\n"})


def test_an_icon_of_a_games_own_is_found_by_the_games_name(tmp_path):
    (tmp_path / "crown.svg").write_text(SQUARE)
    add_folder("own_icons", tmp_path)
    assert find_icon("own-icons-crown") == ("M4 4h16v16H4z", 24.0)
    assert find_icon("own-icons-throne") is None
    assert find_icon("other-icons-crown") is None
    assert find_icon("own-icons-../crown") is None


@pytest.mark.parametrize("text", [SQUARE.replace("24 24", "24 48"), SQUARE.replace("path", "rect")])
def test_what_is_no_icon_is_said_so(tmp_path, text):
    (tmp_path / "crown.svg").write_text(text)
    with pytest.raises(BadData, match=r"icons/crown.svg: an icon is <path> elements in a square viewBox"):
        read_icon(tmp_path / "crown.svg")


def test_the_ground_of_a_downloaded_icon_is_left_out(tmp_path):
    ground = '<path d="M0 0h512v512H0z"/>'
    (tmp_path / "crown.svg").write_text(SQUARE.replace("24 24", "512 512").replace("<path", f"{ground}<path"))
    assert read_icon(tmp_path / "crown.svg").path == "M4 4h16v16H4z"


def test_a_drawing_of_a_games_own_is_centred_and_as_wide_as_is_asked(tmp_path):
    (tmp_path / "hill.svg").write_text(SQUARE.replace("24 24", "24 12"))
    drawn = drawing(tmp_path / "hill.svg", 48)
    assert drawn.startswith('<svg x="-24" y="-12" width="48" height="24" viewBox="0 0 24 12">')
    assert '<path d="M4 4h16v16H4z"/></svg>' in drawn


def test_an_icon_that_is_missing_is_noticed(tmp_path, monkeypatch):
    folder = write_game(tmp_path, "bare_dice")
    edit(folder / "view.py", 'icon="bare-dice-die"', 'icon="bare-dice-dye"')
    install(folder)
    with (
        found(monkeypatch, folder.parent),
        reading(),
        pytest.raises(
            LawBroken,
            match=r"an icon of the game's own is there: scene \(.*view.py, line \d+\): roll needs icons/dye.svg",
        ),
    ):
        check(find_game("bare_dice"), matches=1, compare_interpreted=False)


def test_every_template_is_in_the_package():
    template = Path(__file__).parents[1] / "src" / "wartable" / "template"
    assert sorted(path.name for path in template.iterdir()) == ["board", "cards", "dice", "package", "plain"]
