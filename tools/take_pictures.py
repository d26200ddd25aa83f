"""Takes the pictures of docs/play: every game in a real browser, after some moves of bots.

    python tools/take_pictures.py [GAME ...]

It starts a server with a database of its own and plays a match of each game, the own moves as hints say; then it
photographs the table at a laptop's size, and one game also on a phone. It needs a Chromium (see tests/browser).
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, find_chromium  # noqa: E402
from tests.server.harness import Player, Running, running  # noqa: E402
from wartable.core.registry import find_game, game_names  # noqa: E402

OUT = ROOT / "docs" / "play"
LAPTOP, PHONE = (1366, 768), (390, 844)
SHARE = 0.55
"""Of the size on the screen: the pictures stay small, and texts can be read."""
MOVES_OF_TWO, MOVES_OF_MORE = 16, 60
PLAYERS = ("Ada", "Grace", "Hedy", "Mary", "Rosa", "Vera")


def play(player: Player, game: str, players: int) -> str:
    """A match that is well on its way, the player to move; a shorter one where it was over by then."""
    moves = MOVES_OF_TWO if players == 2 else MOVES_OF_MORE
    while True:
        table, made, is_over = try_to_play(player, game, players, moves)
        if not is_over:
            return table
        moves = made * 2 // 3


def try_to_play(player: Player, game: str, players: int, moves: int) -> tuple[str, int, bool]:
    body = {"game": game, "bot": "greedy", "players": players, "seat": 0}
    table: str = player.post("/api/play", body)["table"]
    made = 0
    with player.sit(table, "show=record&seat=0") as chair:
        chair.wait_turn(0)
        while made < moves and chair.state["status"] != "over":
            advice = chair.ask("hint", seat=0)
            chair.ask("move", seat=0, number=chair.state["number"], action=advice["action"])
            made += 1
            chair.wait_turn(0)
        return table, made, chair.state["status"] == "over"


def photograph(browser: Browser, player: Player, path: str, size: tuple[int, int], file: Path) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=SHARE,
        color_scheme="dark",
        reduced_motion="reduce",
        is_mobile=size == PHONE,
    )
    url = player.server.url
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in player.http.cookies.items()])
    page: Page = context.new_page()
    page.goto(url + path)
    page.wait_for_selector(".thing")
    page.wait_for_timeout(500)
    page.screenshot(path=file)
    context.close()


def take(site: Running, browser: Browser, name: str, called: str, phone: bool) -> None:
    with Player(site, called) as player:
        table = play(player, name, find_game(name).seats[-1])
        photograph(browser, player, f"/table/{table}", LAPTOP, OUT / f"{name}.png")
        if phone:
            photograph(browser, player, f"/table/{table}", PHONE, OUT / "phone.png")
    print(name, flush=True)


def main(names: list[str]) -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            sys.exit("take_pictures: there is no Chromium here")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        with running(f"sqlite:///{folder}/wartable.db") as site:
            wanted = names or game_names()
            for name, called in zip(wanted, PLAYERS, strict=False):
                take(site, browser, name, called, phone=name == wanted[-1])
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
