"""Takes the pictures of docs/play: every game in a real browser, in the middle of a bot match.

    python tools/take_pictures.py [GAME ...]

It starts a server with its own database that has a table of each game, sits down there, and takes a screenshot at a
laptop's size. It needs a Chromium (see tests/browser).
"""

import sys
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, find_chromium  # noqa: E402
from tests.server.harness import Player, Running, running  # noqa: E402
from tools.positions import Position, play, store_positions  # noqa: E402
from wartable.core.game import Game  # noqa: E402
from wartable.core.registry import find_game, game_names  # noqa: E402

OUT = ROOT / "docs" / "play"
LAPTOP = (1366, 768)
SO_FAR = 0.6
"""How far into the questions of a match: the board is full then, and nobody has won."""
SEED = 11


def middle_of(game: Game) -> Position:
    """A position with a question, in a match with the most players."""
    played = play(game, game.seats[-1], SEED, {})
    question = played.asked[int(SO_FAR * len(played.asked))]
    return Position(played, question.after, question.seat, f"asked{question.kind}")


def photograph(browser: Browser, player: Player, path: str, size: tuple[int, int], file: Path) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark",
        reduced_motion="reduce",
    )
    url = player.server.url
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in player.http.cookies.items()])
    page: Page = context.new_page()
    page.goto(url + path)
    page.wait_for_selector(".thing")
    page.wait_for_timeout(500)
    taken = context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 80})
    file.write_bytes(b64decode(taken["data"]))
    context.close()


def take(site: Running, browser: Browser, url: str, names: list[str]) -> None:
    with Player(site, "Ada") as player, Player(site, "Everybody else") as others:
        ids = [one.get("/api/me")["user"]["id"] for one in (player, others)]
        for name in names:
            position = middle_of(find_game(name))
            store_positions(url, [position], *ids)
            photograph(browser, player, f"/table/{position.id}", LAPTOP, OUT / f"{name}.webp")
            print(name, flush=True)


def main(names: list[str]) -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            sys.exit("take_pictures: there is no Chromium here")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        url = f"sqlite:///{folder}/wartable.db"
        with running(url) as site:
            take(site, browser, url, names or game_names())
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
