"""Sealed variants: the seed alone makes them, the hash fits no other, and what changed is told at the table."""

import json
import re

import pytest

from wartable.cli import main
from wartable.core.match import Match
from wartable.errors import BadOption
from wartable.rulebook.cells import cells_of
from wartable.text import TextEnv, seal
from wartable.text.table import TextTable


def test_a_seed_makes_one_variant_that_can_be_played(each_game):
    variant = seal.seal(each_game, "alpha", 1)
    assert seal.seal(each_game, "alpha", 1) == variant
    assert variant.hash != seal.seal(each_game, "beta", 1).hash
    printed = cells_of(each_game.data())
    ((path, value),) = variant.cells.items()
    assert value != printed[path] and abs(int(value) - int(printed[path])) <= max(1, int(printed[path]) // seal.REACH)
    table = TextTable(Match.start(each_game, seed=1, cells=variant.cells))
    assert all(line in table.ask() for line in variant.told())
    assert "other than in the rules" not in TextTable(Match.start(each_game, seed=1)).ask()


def test_numbers_with_which_the_laws_do_not_hold_are_left_out(metals, monkeypatch):
    monkeypatch.setattr(seal, "first_disagreement", lambda *about: 0)
    with pytest.raises(BadOption):
        seal.seal(metals, "alpha")


def test_a_seal_is_published_and_opened(capsys, tmp_path):
    file = tmp_path / "variant.json"
    assert main(["seal", "metals", "--out", str(file)]) == 0
    said = capsys.readouterr().out
    facts = json.loads(file.read_text())
    assert facts["hash"] in said and facts["seed"] in said and "in the rulebook" not in said
    assert main(["seal", "metals", "--seed", facts["seed"], "--hash", facts["hash"]]) == 0
    assert re.search("The seal is this one's.*in the rulebook", capsys.readouterr().out, re.DOTALL)
    assert main(["seal", "metals", "--seed", "other", "--hash", facts["hash"]]) == 2
    assert main(["seal", "metals", "--hash", facts["hash"]]) == 2
    assert main(["seal", "metals", "--changes", "99"]) == 2
    env = TextEnv("metals", cells=facts["cells"])
    assert env.table.match.header.cells == facts["cells"]
