"""Variants: one file or folder with a name and a version, which matches remember and rulebooks show."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from wartable.cli import main
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.core.variant import Variant, changed_rules, read_variant
from wartable.errors import BadData, BadOption

from .conftest import ROOT

LONG = Variant("metals", "Long game", 3, {"turn_limit": 100}, {}, {"numbers.goal.value": "14"})


def test_a_variant_in_a_file_is_read_as_it_was_saved(tmp_path: Path, metals: Game) -> None:
    LONG.save(tmp_path / "long.json")
    assert read_variant(tmp_path / "long.json", metals) == read_variant(tmp_path / "long.json") == LONG
    assert (LONG.title, LONG.key) == ("Long game 3", "long-game")


def test_a_folder_with_its_facts_is_a_variant(tmp_path: Path, metals: Game) -> None:
    facts = {"wartable_variant": 1, "game": "metals", "name": "Mine", "options": {"factions": "on"}}
    (tmp_path / "variant.json").write_text(json.dumps(facts))
    assert read_variant(tmp_path).options == {"factions": "on"}
    (tmp_path / "numbers.csv").write_text("id,value,meaning\ngoal,12,goal\ngoal_factions,20,goal\non_map,3,Metals\n")
    variant = read_variant(tmp_path, metals)
    assert (variant.title, list(variant.files)) == ("Mine 1", ["numbers.csv"])
    assert [(one.path, one.printed, one.here) for one in variant.changes(metals)] == [
        ("numbers.goal.value", "10", "12")
    ]


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ([], "not a variant"),
        ({"game": "thrones"}, "a variant of thrones, not of metals"),
        ({"name": "two\nlines"}, "a name is one line"),
        ({"name": "..."}, "at least one letter"),
        ({"version": 0}, "whole number from 1"),
        ({"cells": {"numbers.goal.value": 14}}, "cells and files are texts"),
        ({"cells": []}, "are objects"),
        ({"options": {"map": None}}, "options are"),
    ],
)
def test_what_is_no_variant_is_refused_in_a_sentence(tmp_path: Path, metals: Game, facts: object, reason: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(
        json.dumps({"wartable_variant": 1, "game": "metals", **facts} if isinstance(facts, dict) else facts)
    )
    with pytest.raises(BadData, match=reason):
        read_variant(path, metals)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"cells": {"numbers.goal.value": "many"}}, "not a whole number"),
        ({"cells": {"numbers.goa.value": "9"}}, "did you mean"),
        ({"options": {"map": "nowhere"}}, "no such file"),
        ({"files": {"numbers.csv": "id,value\n"}}, "there is no number"),
        ({"files": {"../numbers.csv": "id,value\n"}}, "no data file of that name"),
        ({"files": {"more.csv": "id\n"}}, "no data file of that name"),
    ],
)
def test_bad_numbers_are_refused_in_a_sentence(metals: Game, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises((BadData, BadOption), match=reason):
        Variant("metals", **changes).check(metals)


def test_a_match_remembers_its_variant(tmp_path: Path, metals: Game, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match.start(metals, seed=1, variant=LONG.title, **LONG.table)
    match.save(tmp_path / "match.jsonl")
    header = Match.load(tmp_path / "match.jsonl").header
    assert (header.variant, header.cells) == ("Long game 3", {"numbers.goal.value": "14"})
    assert "variant" not in Match.start(metals, seed=1).header.as_json()


def test_the_rulebook_of_a_variant_has_its_numbers(
    tmp_path: Path, metals: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert changed_rules(metals, Variant("metals")) == metals.rulebook.source
    LONG.save(tmp_path / "long.json")
    assert main(["rules", "metals", "--data", str(tmp_path / "long.json")]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "The variant Long game 3" in said and "wins at once: 14 (printed: 10) points, or 20" in said


def test_a_change_is_told_where_the_rulebook_names_the_component() -> None:
    game = find_game("city_of_iron")
    told = changed_rules(game, Variant("city_of_iron", cells={"cards.scholar.coins": "3", "buildings.mine.coins": "5"}))
    assert "| Scholar: **coins 3 (printed: 2)** |" in told and "| Mine: **coins 5 (printed: 6)** |" in told
    game = find_game("iron_kings")
    told = changed_rules(game, Variant("iron_kings", cells={"planning.march.steam": "2"}))
    assert "**In this variant: March (planning), steam: 2, in the rulebook 3.**" in told


def test_every_number_names_the_rule_that_gives_it(each_game: Game) -> None:
    """And changed numbers are shown there."""
    rows = each_game.data().table("numbers")
    assert rows
    for row in rows:
        cited = re.search(r"\(([A-Z]{2}-\d+\.\d+)\)", row.text("meaning"))
        assert cited, row.id
        source = changed_rules(each_game, Variant(each_game.stem, cells={f"numbers.{row.id}.value": "37"}))
        rule = next(block for block in source.split("\n\n") if block.startswith(f"**{cited[1]}**"))
        assert rule != next(b for b in each_game.rulebook.source.split("\n\n") if b.startswith(f"**{cited[1]}**"))
        assert "37" in rule


def test_the_variants_of_the_studies_can_be_played() -> None:
    paths = sorted((ROOT / "docs" / "studies").glob("*.json"))
    assert paths
    for path in paths:
        variant = read_variant(path)
        variant.check(find_game(variant.game))
        assert variant.title and variant.words(find_game(variant.game))
