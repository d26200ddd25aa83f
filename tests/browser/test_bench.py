"""The bench in the browser: a number is changed, matches show a difference, and the variant is played."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from wartable.lab.bench.app import bench
from wartable.lab.bench.runs import Runs

from ..server.harness import Running, running


@pytest.fixture
def bench_site(client_built: None, tmp_path: Path) -> Iterator[Running]:
    variants, runs = tmp_path / "variants", Runs(tmp_path / "runs")
    variants.mkdir()
    with running(f"sqlite:///{tmp_path / 'matches.db'}", bench(variants, runs), variants=variants) as server:
        yield server
    runs.close()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_number_is_changed_played_compared_and_played_by_hand(
    bench_site: Running, chromium: Any, width: int, height: int
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": height}, base_url=bench_site.url)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/bench/metals")
    goal = page.get_by_label("points that win without factions (MT-7.1), value")
    goal.fill("many")
    goal.press("Tab")
    page.get_by_role("button", name="Play before and after").click()
    expect(page.get_by_text("goal): value is 'many', not a whole number")).to_be_visible()
    goal.fill("5")
    goal.press("Tab")
    expect(page.get_by_text("points that win without factions (MT-7.1) = 5")).to_be_visible()
    page.get_by_label("matches", exact=True).fill("200")
    page.get_by_label("bots", exact=True).select_option("random")
    page.get_by_role("button", name="Play before and after").click()
    expect(page.get_by_role("heading", name="What changed")).to_be_visible()
    expect(
        page.get_by_role("listitem").filter(has_text=re.compile(r"length in turns .* a difference of −"))
    ).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Matches last")
    assert len(re.findall("Matches last", row.inner_text())) == 2, "before and after stand side by side"
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_label("name of the variant").fill("Short game")
    page.get_by_role("button", name="Play it yourself").click()
    expect(page.get_by_text("First to 5 points")).to_be_visible()
    expect(page.get_by_text("Short game 1")).to_be_visible()
    page.goto("/rules/metals?variant=short-game")
    expect(page.get_by_text("wins at once: 5 (printed: 10) points")).to_be_visible()
    assert errors == []
    context.close()
