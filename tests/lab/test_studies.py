"""The studies' commands are ones that the lab takes, and their pages say what made them."""

import importlib.util
import re

import pytest

from wartable.cli import make_parser
from wartable.cli.lab import make_job
from wartable.core.registry import all_games, find_game
from wartable.lab.studies.vary import combinations, read_knob, turned

from ..conftest import ROOT

FOLDER = ROOT / "docs" / "studies"


def studies():
    spec = importlib.util.spec_from_file_location("make_studies", FOLDER / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("study", list(studies().STUDIES))
def test_the_commands_of_a_study_can_be_run(study):
    for part in studies().STUDIES[study]:
        arguments = make_parser().parse_args(part.command(part.games).split()[1:])
        job, game = make_job(arguments), find_game(arguments.game)
        knobs = [read_knob(game, text) for text in getattr(arguments, "vary", [])]
        for values in combinations(knobs):
            turned(game, job, knobs, values)


@pytest.mark.parametrize("page", sorted(FOLDER.glob("[a-z]*.md")), ids=lambda page: page.stem)
def test_a_study_has_its_figures_and_its_command(page):
    module = studies()
    text = page.read_text("utf-8")
    for part in module.STUDIES[page.stem]:
        assert f"`{part.command(part.games)}`" in text
    assert text.index(module.BEGIN) + 200 < text.index(module.END)


PLAYERS = r"greedy|mcts:\d+"
COMMAND = r"`(wartable lab|python -m tools)[^`]*`"


def claims():
    """What is said of balance: the studies, and the chapters of the rules, by name."""
    for page in sorted(FOLDER.glob("[a-z]*.md")):
        yield page.stem, page.read_text("utf-8").split(studies().BEGIN)[0]
    for game in all_games():
        if "## Balance" in game.rulebook.source:
            yield f"{game.name} rules", game.rulebook.source.split("## Balance")[1].split("\n## ")[0]


@pytest.mark.parametrize(("name", "text"), list(claims()), ids=[name for name, _ in claims()])
def test_what_is_said_of_balance_says_who_played(name, text):
    """A seat, nation, faction or layout that is called even, good or weak is so between players who are named."""
    assert re.search(PLAYERS, text)
    for part in re.split(r"\n(?=- )|\n\n", text):
        if (
            not part.startswith("|")
            and re.search(r"(?i)\b(advantage|even|too good|no seat|no nation|going first|fair)\b.*", part)
            and "%" in part
        ):
            assert re.search(PLAYERS, part), part


def test_the_rules_name_the_command_of_their_figures():
    for name, text in claims():
        if name.endswith("rules"):
            assert re.search(COMMAND, text), name
