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


def test_the_map_of_metals_is_varied_and_stays_fair(metals):
    printed = metals.data().picture("maps/classic.txt").rows
    variants = [seal.seal(metals, str(seed)) for seed in range(3)]
    assert len({variant.hash for variant in variants}) == len({str(variant.files) for variant in variants}) == 3
    for variant in variants:
        rows = metals.data(variant.files).picture("maps/classic.txt").rows
        assert rows != printed and rows == [row[::-1] for row in rows[::-1]]
        signs, before = ["".join(map("".join, one)) for one in (rows, printed)]
        assert sorted(signs) == sorted(before)
        moved = sum(one != other for one, other in zip(signs, before, strict=True))
        assert len(variant.cells) + moved // 2 >= seal.CHANGES
        env = TextEnv("metals", cells=variant.cells, files=variant.files)
        assert env.table.match.header.files == variant.files
        asked = env.last()[0]
        assert all(line in asked for line in variant.told())


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
    assert main(["seal", "metals", "--seed", facts["seed"], "--maps", str(tmp_path)]) == 0
    assert {"maps/classic.txt": (tmp_path / "maps" / "classic.txt").read_text("utf-8")} == facts["files"]
    env = TextEnv("metals", cells=facts["cells"])
    assert env.table.match.header.cells == facts["cells"]
