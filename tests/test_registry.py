"""Games are found by looking, and one that cannot be used harms no other."""

import json
import sys
from pathlib import Path

import pytest

from wartable.cli import main
from wartable.core.registry import all_games, broken_games, find_game
from wartable.errors import BrokenGame

from .made import edit, found, install, write_game

SOUND = {game.name for game in all_games()}


def break_import(folder: Path) -> None:
    edit(folder / "rules.py", "\n\n@rule\ndef setup", "\nEXTRA = lefts + 1\n\n\n@rule\ndef setup")


def break_syntax(folder: Path) -> None:
    edit(folder / "words.py", "def goal(", "def goal((")


def leave(folder: Path) -> None:
    edit(folder / "__init__.py", '"""\n', '"""\nimport sys\nsys.exit("no")\n')


def lose_data(folder: Path) -> None:
    (folder / "data" / "numbers.csv").unlink()


def lose_a_number(folder: Path) -> None:
    edit(folder / "data" / "numbers.csv", "goal", "gaol")


def lose_rules(folder: Path) -> None:
    (folder / "RULES.md").unlink()


def drop_function(folder: Path) -> None:
    edit(folder / "rules.py", "def census", "def consensus")


def rename(folder: Path) -> None:
    edit(folder / "__init__.py", 'name="broken_dice"', 'name="other_dice"')
    edit(folder / "state.py", 'tag="broken_dice"', 'tag="other_dice"')


BREAKS = [
    (break_import, "NameError: name 'lefts' is not defined (wartable_broken_dice/rules.py, line "),
    (break_syntax, "SyntaxError: "),
    (leave, "SystemExit: no (wartable_broken_dice/__init__.py, line 3)"),
    (lose_data, "numbers.csv"),
    (lose_a_number, "goal"),
    (lose_rules, "RULES.md"),
    (drop_function, "none of its modules has the function census (wartable_broken_dice/__init__.py, line "),
    (rename, "the game calls itself 'other_dice', and is offered as 'broken_dice'"),
]


@pytest.mark.parametrize(("spoil", "part"), BREAKS, ids=[spoil.__name__ for spoil, _ in BREAKS])
def test_a_game_that_cannot_be_used_is_left_out_and_told_with_its_line(tmp_path, monkeypatch, capsys, spoil, part):
    folder = write_game(tmp_path, "broken_dice")
    spoil(folder)
    install(folder)
    capsys.readouterr()
    for name in [name for name in sys.modules if name.startswith("wartable_broken_dice")]:
        monkeypatch.delitem(sys.modules, name)
    with found(monkeypatch, folder.parent):
        assert {game.name for game in all_games()} == SOUND
        error = str(broken_games()["broken_dice"])
        assert error.startswith("broken_dice: ")
        assert part in error
        assert "\n" not in error
        assert main(["games"]) == 0
        assert "cannot be used: broken_dice: " in capsys.readouterr().out
        assert main(["games", "--json"]) == 0
        assert {"game": "broken_dice", "error": error} in json.loads(capsys.readouterr().out)
        with pytest.raises(BrokenGame, match="broken_dice: "):
            find_game("broken-dice")


def test_the_name_of_a_game_that_is_there_is_not_given_away(tmp_path, monkeypatch):
    folder = write_game(tmp_path, "broken_dice")
    install(folder, name=next(iter(sorted(SOUND))))
    with found(monkeypatch, folder.parent):
        assert {game.name for game in all_games()} == SOUND
        (error,) = broken_games().values()
        assert "there is a game of that name already" in str(error)


def test_a_new_game_takes_no_name_of_a_broken_one(tmp_path, monkeypatch, capsys):
    folder = write_game(tmp_path, "broken_dice")
    break_syntax(folder)
    install(folder)
    with found(monkeypatch, folder.parent):
        assert main(["new", "broken_dice", "--into", str(tmp_path / "other")]) == 2
        assert "there is already a game broken_dice" in capsys.readouterr().err


def test_the_server_starts_without_a_broken_game_and_readies_the_others(tmp_path, monkeypatch):
    from wartable.server.web import compile_ahead as warm

    folder = write_game(tmp_path, "broken_dice")
    break_syntax(folder)
    install(folder)
    with found(monkeypatch, folder.parent):
        warmer = warm.Warmer(ahead=False)
        warmer.start()
        warmer.close()
        from wartable.server.tables import games

        games.all_games.cache_clear()
        assert {game.name for game in games.all_games()} == SOUND
        games.all_games.cache_clear()


def test_a_game_that_cannot_be_played_through_stops_no_other(monkeypatch):
    from wartable.core import generic
    from wartable.server.web import compile_ahead as warm

    names = sorted(SOUND)[:2]

    def exercise(name, stop):
        if name == names[0]:
            raise KeyError(209)

    monkeypatch.setattr(warm, "exercise", exercise)
    monkeypatch.setattr(warm.Preparation, "run", lambda self: None)
    warmer = warm.Warmer(ahead=False)
    warmer._ready.clear()
    for name in names:
        warmer._now = warm.Preparation(find_game(name))
        warmer._make_ready(name)
    assert not warmer.is_ready(names[0])
    assert warmer.is_ready(names[1])
    assert generic.is_read(names[0])
    warmer.close()


def test_a_game_in_a_package_that_is_gone_is_told_so(tmp_path, monkeypatch):
    folder = tmp_path / "wartable_gone_dice"
    install(folder)
    with found(monkeypatch, tmp_path):
        assert (
            str(broken_games()["gone_dice"]) == "gone_dice: ModuleNotFoundError: No module named 'wartable_gone_dice'"
        )
