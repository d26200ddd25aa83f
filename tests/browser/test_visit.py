"""The first visit of a table is small, and what it has brought is not asked for again."""

from playwright.sync_api import Browser

from benchmarks.visit import kind_of, relayed, table_of, visit
from wartable.core.game import Game

from ..server.harness import Player, Running

MOST = 150_000


def test_a_table_in_another_language_is_as_small(chromium: Browser, site: Running) -> None:
    with Player(site, "Iris") as player, relayed(site) as relay:
        table = table_of(player, "metals", 40)
        context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="de-DE")
        first, files = visit(context, relay, f"/table/{table}", quiet=400)
        context.close()
    assert [name for name in files if name.startswith("/words/de/")]
    assert first < MOST


def test_a_table_is_there_with_less_than_150_kb(each_game: Game, chromium: Browser, site: Running) -> None:
    """In the middle of a match with as many as can play, when there is most to see."""
    with Player(site, f"Iris {each_game.code}") as player, relayed(site) as relay:
        table = table_of(player, each_game.name, 40)
        url = f"http://127.0.0.1:{relay.port}"
        context = chromium.new_context(viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in player.http.cookies.items()])
        first, files = visit(context, relay, f"/table/{table}", quiet=400)
        again, _ = visit(context, relay, f"/table/{table}", quiet=400)
        context.close()
    kinds = {name: kind_of(name) for name in files}
    assert {"fonts", "textures", "client"} <= set(kinds.values())
    assert not [name for name in files if "accents" in name], "letters that no text has are not fetched"
    assert not [name for name in files if "more" in name], "nor are other pages"
    assert first < MOST
    kept = sum(size for name, size in files.items() if kinds[name] in ("fonts", "textures"))
    assert again < first - kept, "fonts and textures are kept"
