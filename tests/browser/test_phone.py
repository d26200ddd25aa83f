"""The client as an app: without a network, and told while no page is open."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from wartable.server.people.push import encoded, point_of
from wartable.server.storage.schema import pushes

from ..server.harness import PATIENCE, Player, Running, running
from ..server.test_telling import AUTH, Browser, push_service
from .test_club import log_in


def ready(page: Any) -> None:
    """The service worker has kept the client, and looks after this page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def keep_a_replay(page: Any, url: str, table: str) -> None:
    page.goto(f"{url}/replay/{table}")
    page.get_by_role("button", name="Keep on this device").click()
    expect(page.get_by_text("This replay is kept on this device.")).to_be_visible()


def finished(player: Player) -> str:
    """A short match that is over."""
    table = player.new_table([{"who": "me"}, {"who": "me"}])
    for _ in range(4):
        seat = player.get(f"/api/tables/{table}")["due"][0]
        legal = player.get(f"/api/tables/{table}?seat={seat}")["legal"]
        player.post(f"/api/tables/{table}/moves", {"seat": seat, "action": legal[0]})
    with player.sit(table) as chair:
        assert chair.ask("resign", seat=0)["ok"]
    return table


def test_rules_and_kept_replays_are_there_without_a_network(client_built: None, chromium: Any, tmp_path: Path) -> None:
    """The server is stopped: what is shown then comes from the device."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script("localStorage['wartable.playback'] = 'off'")
    page = context.new_page()
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "Anna") as anna:
        table = finished(anna)
        page.goto(f"{server.url}/offline")
        ready(page)
        page.get_by_role("button", name="Keep the rules of all games").click()
        expect(page.get_by_text("The rules of all games are kept on this device.")).to_be_visible()
        keep_a_replay(page, server.url, table)
    page.goto(server.url)
    expect(page.get_by_text("The server cannot be reached.").first).to_be_visible()
    page.get_by_role("link", name="What this device has: rules and replays").click()
    page.locator(".panel").get_by_role("link", name="Thrones", exact=True).click()
    expect(page.get_by_role("heading", name="Thrones").first).to_be_visible()
    page.goto(f"{server.url}/offline")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("li", has_text="resigned").get_by_role("link").first.click()
    page.wait_for_selector("svg.scene .thing")
    page.locator(".slider").fill("3")
    expect(page.locator(".where")).to_contain_text("3 / ")
    context.close()


def test_logging_out_forgets_the_replays(site: Running, visitors: Any) -> None:
    with Player(site) as anna:
        anna.register("Forgetful Anna")
        visitor = visitors(service_workers="allow")
        log_in(visitor, site, anna)
        page = visitor.open()
        ready(page)
        keep_a_replay(page, site.url, finished(anna))
        assert page.evaluate("caches.has('replays')")
        page.goto(f"{site.url}/account")
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url(f"{site.url}/")
        assert page.evaluate("caches.has('replays')") is False
        assert page.evaluate("localStorage.getItem('wartable.replays')") is None


def test_an_api_answer_of_somebody_is_not_kept(site: Running, visitors: Any) -> None:
    with Player(site) as anna:
        anna.register("Private Anna")
        visitor = visitors(service_workers="allow")
        log_in(visitor, site, anna)
        page = visitor.open()
        ready(page)
        page.goto(f"{site.url}/account")
        page.get_by_role("heading", name="Private Anna").wait_for()
        kept = page.evaluate(
            """async () => (await Promise.all((await caches.keys()).map(async (name) =>
                (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""
        )
        assert "/" in kept and "/static/app.js" in kept
        assert not [path for path in kept if path.startswith(("/api/me", "/api/tables"))]


def test_it_can_be_installed(site: Running, visitors: Any) -> None:
    """What Chromium asks for: a manifest with a name, a start and icons of these sizes, which are what they say."""
    page = visitors().open()
    sizes = page.evaluate(
        """async () => {
            const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
            const found = {};
            for (const icon of manifest.icons) {
                const image = new Image();
                image.src = icon.src;
                await image.decode();
                found[`${icon.purpose ?? "any"} ${icon.sizes}`] = [image.naturalWidth, image.naturalHeight];
            }
            return { icons: found, start: manifest.start_url, display: manifest.display, name: manifest.name };
        }"""
    )
    assert sizes["icons"]["any 192x192"] == [192, 192] and sizes["icons"]["any 512x512"] == [512, 512]
    assert sizes["icons"]["maskable 512x512"] == [512, 512]
    assert (sizes["start"], sizes["display"], sizes["name"]) == ("/", "standalone", "Wartable")


SUBSCRIBED = """([endpoint, point, auth]) => {
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")),
        (letter) => letter.charCodeAt(0)).buffer;
    const made = { endpoint, getKey: (name) => bytes(name === "auth" ? auth : point), unsubscribe: async () => true };
    let now = null;
    PushManager.prototype.subscribe = async function (options) {
        if (!options.userVisibleOnly || new Uint8Array(options.applicationServerKey).length !== 65)
            throw new Error("not what a browser takes");
        return (now = made);
    };
    PushManager.prototype.getSubscription = async () => now;
}"""


SHOWN = """() => {
    self.shown = [];
    self.registration.showNotification = async (title, { body, data }) => void self.shown.push({ title, body, data });
}"""


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_phone_is_told_by_push_while_no_page_is_open(site: Running, visitors: Any, is_guest: bool) -> None:
    """The push service is of this machine: Chromium's own cannot be reached, so that the subscription is the test's,
    and a browser without windows shows no notifications.

    What the server sends is decrypted with the browser's key and handed to the service worker by the debugger.
    """
    browser = Browser(5)
    with push_service() as (service, heard), Player(site) as anna, Player(site, "Bert") as bert:
        if is_guest:
            anna.post("/api/guest", {"name": "Pushed guest"})
        else:
            anna.register("Pushed Anna")
        visitor = visitors(390, 844, service_workers="allow")
        log_in(visitor, site, anna)
        wanted = json.dumps([f"{service}/{is_guest}", encoded(point_of(browser.key)), encoded(AUTH)])
        visitor.context.add_init_script(f"({SUBSCRIBED})({wanted})")
        page = visitor.open("/account")
        ready(page)
        page.get_by_label("tell this device also when no page is open").check()
        expect(page.locator("#push")).to_be_enabled()
        [worker] = visitor.context.service_workers
        worker.evaluate(SHOWN)
        session = visitor.context.new_cdp_session(page)
        registrations: list[dict[str, Any]] = []
        updated = "ServiceWorker.workerRegistrationUpdated"
        session.on(updated, lambda found: registrations.extend(found["registrations"]))
        session.send("ServiceWorker.enable")
        table = bert.new_table([{"who": "me"}, {"who": "open"}])
        anna.post(f"/api/tables/{table}/join", {})
        if bert.get(f"/api/tables/{table}")["due"] == [0]:
            with bert.sit(table) as chair:
                assert chair.move(0)["ok"]
        told = browser.read(heard.get(timeout=PATIENCE)["body"])
        while not registrations:
            page.wait_for_timeout(50)
        number = registrations[0]["registrationId"]
        message = {"origin": site.url, "registrationId": number, "data": json.dumps(told)}
        session.send("ServiceWorker.deliverPushMessage", message)
        while not (shown := worker.evaluate("self.shown")):
            page.wait_for_timeout(50)
        assert shown == [{"title": "Metals: it is your turn", "body": told["body"], "data": f"/table/{table}"}]
        page.locator("#push").uncheck()
        expect(page.locator("#push")).to_be_enabled()
        with site.context.store.engine.connect() as connection:
            assert service not in str(connection.execute(pushes.select()).all())
