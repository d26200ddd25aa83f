"""From the text of somebody's rulebook to a finished match in the browser, as docs/rulebook.md says."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..made import found
from ..server.harness import running
from ..test_first_game import follow_rulebook_page
from .conftest import Visitor
from .test_play import CLICKER, LONGEST_GAME


def test_a_game_made_from_a_rulebook_is_played_in_the_browser(
    chromium: Browser, client_built: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = follow_rulebook_page(tmp_path)
    # The server compiles in a process of its own.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder.parent), os.environ.get("PYTHONPATH", "")]))
    with found(monkeypatch, folder.parent), running(f"sqlite:///{tmp_path / 'wartable.db'}") as server:
        visitor = Visitor(chromium.new_context(viewport={"width": 1440, "height": 900}), server)
        page = visitor.play("fibonacci", "greedy")
        assert page.evaluate(CLICKER, [LONGEST_GAME, 7]) > 0
        expect(page.locator(".result.screen .by-what")).to_contain_text("FN-13.1")
        visitor.context.close()
        assert not visitor.problems
