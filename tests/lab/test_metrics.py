"""What a game may declare in its metrics.py."""

from dataclasses import fields

import pytest

from wartable.core.contract import Metrics
from wartable.lab.runs.metrics import BadMetrics, metrics_of


@pytest.fixture(autouse=True)
def _own_functions_first(metals):
    """The game keeps the functions of its own metrics.py, whatever a test pretends that it declares."""
    metrics_of(metals, metals.data())


def declare(monkeypatch, game, **hooks):
    for one in fields(Metrics):
        monkeypatch.setattr(game.metrics, one.name, hooks.get(one.name, getattr(Metrics(), one.name)))


def test_a_game_without_metrics_has_the_common_ones(monkeypatch, metals):
    declare(monkeypatch, metals)
    found = metrics_of(metals, metals.data())
    assert found.components == (("action", "deploy"), ("action", "move"), ("action", "pick"), ("action", "start"))
    assert (found.clock, found.traits, found.gauges) == ("turns", {}, {})


def test_names_may_come_from_a_data_table(monkeypatch, metals):
    declare(monkeypatch, metals, components={"faction": "factions", "colour": ("red", "blue")})
    found = metrics_of(metals, metals.data())
    assert ("faction", "White Fang") in found.components
    places = found.component_of()
    assert found.components[places[1]] == ("faction", "White Fang")
    assert found.components[places[1000]] == ("colour", "red")


def test_rows_of_one_name_are_told_apart_by_their_ids(monkeypatch, metals):
    declare(monkeypatch, metals, components={"faction": "factions"})
    found = metrics_of(metals, metals.data(cells={"factions.zipang.name": "Artemisia"}))
    assert ("faction", "Artemisia (zipang)") in found.components
    assert ("faction", "Artemisia (artemisia)") in found.components


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ({"components": {"card": ["a", "b"]}}, "as a tuple of texts"),
        ({"components": {"card": ()}}, "kinds of 1 to 1000 components"),
        ({"components": {"card": ("a", "a")}}, "names a component twice"),
    ],
)
def test_a_broken_declaration_is_told(monkeypatch, metals, names, reason):
    declare(monkeypatch, metals, **names)
    with pytest.raises(BadMetrics, match=reason):
        metrics_of(metals, metals.data())


def test_what_a_game_declares_fits_its_functions(each_game):
    """Every own metric has its function, and every function its names."""
    own = each_game.metrics
    for names, function in (("trait_names", "traits"), ("gauge_names", "gauges"), ("components", "uses")):
        assert bool(getattr(own, names)) == (getattr(own, function) is not None), f"{names} and {function}"
    metrics_of(each_game, each_game.data())
