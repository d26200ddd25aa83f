"""The account pages in a browser: password, sessions, tokens, deletion, links from mails, and the admin's page."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from wartable.server.people import second_factor

from ..server.harness import Player, Running
from .test_play import scan

PASSWORD = "correct horse"


def register(page: Any, name: str) -> None:
    page.fill("[id='New account-name']", name)
    page.fill("[id='New account-password']", PASSWORD)
    page.click("button.main:has-text('Make it')")
    page.click(f"nav a:has-text('{name}')")
    expect(page.locator("h1")).to_have_text(name)


def test_password_sessions_tokens_and_deletion_by_the_page(visitors: Any, site: Running) -> None:
    page = visitors().open("/account")
    register(page, "Paula")
    with Player(site) as phone:
        phone.post("/api/login", {"name": "Paula", "password": PASSWORD})
        page.reload()
        page.click("button:has-text('Log out everywhere else')")
        expect(page.locator("button:has-text('Log out everywhere else')")).to_have_count(0)
        assert phone.get("/api/me")["user"] is None
    assert scan(page) == []
    page.fill("#days", "30")
    page.fill("#token-password", PASSWORD)
    page.click("button:has-text('New token')")
    expect(page.locator(".token code")).to_have_text(re.compile("^wt_"))
    page.fill("[id='Password-old']", PASSWORD)
    page.fill("[id='Password-new']", "battery staple")
    page.click("button:has-text('Change it')")
    expect(page.locator(".toast", has_text="Your password is changed")).to_be_visible()
    page.click("summary:has-text('Delete my account')")
    page.fill("[id='Delete my account-name']", "Paula")
    page.fill("[id='Delete my account-password']", "battery staple")
    page.click("button:has-text('Delete it for ever')")
    expect(page.locator("nav a:has-text('Log in')")).to_be_visible()
    with Player(site) as again:
        again.post("/api/login", {"name": "Paula", "password": "battery staple"}, 401)


def test_a_second_factor_by_the_page(visitors: Any, site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 2_000_000_000
    monkeypatch.setattr(second_factor, "time", SimpleNamespace(time=lambda: float(now)))
    visitor = visitors()
    page = visitor.open("/account")
    register(page, "Freda")
    page.fill("[id='Second factor-password']", PASSWORD)
    page.click("form:has-text('Second factor') button:has-text('Begin')")
    secret = second_factor.read_secret(page.locator(".token code").first.inner_text())
    step = now // second_factor.STEP_SECONDS
    page.fill("[id='Second factor-code']", second_factor.code_at(secret, step))
    page.click("button:has-text('Turn it on')")
    expect(page.locator("button:has-text('Turn it off')")).to_be_visible()
    assert scan(page) == []
    page.click("button:has-text('Log out')")
    page.click("nav a:has-text('Log in')")
    page.fill("[id='Log in-name']", "Freda")
    page.fill("[id='Log in-password']", PASSWORD)
    page.click("button.main:has-text('Log in')")
    # A code is good once; that of the next half minute is good already.
    page.fill("[name=code]", second_factor.code_at(secret, step + 1))
    page.click("button.main:has-text('Log in')")
    expect(page.locator("nav a:has-text('Freda')")).to_be_visible()
    visitor.problems.clear()


def test_an_admin_bans_somebody_and_sends_a_link_for_a_new_password(visitors: Any, site: Running) -> None:
    page = visitors().open("/account")
    register(page, "Hostess")
    with site.context.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE users SET admin = TRUE WHERE name = 'Hostess'")
    with Player(site) as rude:
        rude.register("Rudolf")
        site.context.accounts.forget()
        page.reload()
        page.click("a:has-text('Admin: people')")
        page.wait_for_selector("tbody tr:has-text('Rudolf')")
        assert scan(page) == []
        page.fill("#own-password", PASSWORD)
        page.click("[aria-label='new password: Rudolf']")
        link = page.locator(".toast span").first.inner_text()
        page.once("dialog", lambda dialog: dialog.accept("was rude"))
        page.click("[aria-label='ban: Rudolf']")
        expect(page.locator("tbody tr", has_text="Rudolf")).to_contain_text("banned: was rude")
        assert rude.get("/api/me")["user"] is None
        page.click("[aria-label='let in again: Rudolf']")
        expect(page.locator("[aria-label='ban: Rudolf']")).to_be_visible()
    for text in ("Back in two minutes.", ""):
        page.fill("[id='Tell everybody-text']", text)
        page.click("button:has-text('Show it')")
        expect(page.locator(".notice")).to_have_text([text] if text else [])
    expect(page.locator("tr", has_text="told everybody")).to_contain_text("Hostess")
    expect(page.locator("tr", has_text="banned Rudolf")).to_contain_text("was rude")
    other = visitors().open("/account#" + link.partition("#")[2])
    other.fill("[id='Set a new password-password']", "battery staple")
    other.click("button:has-text('Set it')")
    expect(other.locator("nav a:has-text('Rudolf')")).to_be_visible()
    assert "reset=" not in other.url
