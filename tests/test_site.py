"""The documentation site: its links, its pages, and the whole of it, built and searched without a network."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from .browser.conftest import FLAGS, find_chromium
from .conftest import ROOT


@pytest.fixture(scope="module")
def builder() -> Iterator[ModuleType]:
    """tools/build_docs.py."""
    pytest.importorskip("mkdocs", reason="no site generator: make docs brings it")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        yield import_module("build_docs")


def test_every_page_that_the_site_lists_exists():
    text = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    listed = set(re.findall(r"[\w/]+\.md", text)) - {"rules/index.md"}
    missing = [name for name in listed if not (ROOT / "docs" / name).exists() and not (ROOT / name).exists()]
    assert listed and not missing


def test_what_the_reference_documents_exists():
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        for name in re.findall(r"^::: ([\w.]+)$", page.read_text("utf-8"), re.MULTILINE):
            path = ROOT / "src" / name.replace(".", "/")
            owner = path.parent.with_suffix(".py")
            found = path.with_suffix(".py").exists() or path.is_dir()
            assert found or f"class {path.name}" in owner.read_text("utf-8"), f"{page.name}: {name}"


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "reference").glob("*.md")), ids=lambda page: page.stem)
def test_everything_in_the_reference_is_documented(page):
    """The site leaves out what has no docstring."""
    for name in re.findall(r"^::: ([\w.]+)$", page.read_text("utf-8"), re.MULTILINE):
        assert list(undocumented(name)) == [], name


def undocumented(name: str) -> Iterator[str]:
    """The public classes, functions and methods of a module or class that say nothing."""
    path = ROOT / "src" / name.replace(".", "/")
    module = path.with_suffix(".py") if not path.is_dir() else path / "__init__.py"
    body = ast.parse((module if module.exists() else path.parent.with_suffix(".py")).read_text("utf-8")).body
    if not module.exists():
        body = [node for node in body if isinstance(node, ast.ClassDef) and node.name == path.name]
    yield from _without_docstring(body)


def _without_docstring(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            is_stub = isinstance(node.body[-1], ast.Expr) and ast.unparse(node.body[-1]) == "..."
            if ast.get_docstring(node) is None and not is_stub:
                yield node.name
            if isinstance(node, ast.ClassDef):
                yield from _without_docstring(node.body)


def test_links_are_turned_to_where_the_pages_stand(builder):
    source = ROOT / "docs" / "studies" / "metals.md"
    known = {source: "studies/metals.md", ROOT / "ARCHITECTURE.md": "ARCHITECTURE.md"}
    text = "[a](../../ARCHITECTURE.md#decisions), [b](../../Makefile), [c](https://example.org)\n```\n[d](x.md)\n```\n"
    assert builder.turned(text, source, known) == (
        "[a](../ARCHITECTURE.md#decisions), b, [c](https://example.org)\n```\n[d](x.md)\n```\n"
    )


def test_rules_in_the_site_keep_their_pictures(builder, metals, monkeypatch, tmp_path):
    monkeypatch.setattr(builder, "cover", lambda game: "<svg/>")
    monkeypatch.setattr(builder, "shown", lambda game, example, folder: f"![{example.id}](pictures/x.svg)")
    monkeypatch.setattr(builder, "all_games", lambda: [metals])
    known = {metals.folder / "RULES.md": "rules/metals.md", ROOT / "docs" / "play" / "metals.webp": "metals.webp"}
    monkeypatch.setattr(builder, "places", lambda: known)
    builder.gather(tmp_path)
    page = (tmp_path / "rules" / "metals.md").read_text("utf-8")
    assert page.count("![The table](pictures/") == 1
    assert page.count("](pictures/x.svg)") > 20


class Links(HTMLParser):
    """What a page names by href and src, and the ids that it has."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.ids |= {named[name] for name in ("id", "name") if name in named}
        if "href" in named and named.get("rel") != "canonical":
            (self.loads if tag == "link" else self.links).append(named["href"])
        if "src" in named:
            self.loads.append(named["src"])


@pytest.fixture(scope="module")
def site(builder: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    builder.main(folder)
    return folder / "site"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_site_is_built_and_every_link_in_it_leads_somewhere(site: Path):
    # The lab wrote the studies' own pages; 404.html is for a web server, which knows what its root is.
    pages = {
        path: Links(path)
        for path in site.rglob("*.html")
        if path.name != "404.html" and ("studies" not in path.parts or path.stem == "index")
    }
    assert len(pages) > 30
    for path, page in pages.items():
        for link in [*page.links, *page.loads]:
            if re.match(r"[a-z]+:", link):
                assert link not in page.loads or link.startswith("data:"), f"{path.name} loads {link}"
                continue
            target, _, anchor = unquote(link).partition("#")
            place = (path.parent / target).resolve() if target else path
            assert place.exists(), f"{path.name} links to {link}"
            if anchor and place in pages:
                assert anchor in pages[place].ids or anchor.startswith("__"), f"{path.name} links to {link}"


FIRST = """() => [...document.querySelectorAll(".md-search-result__item")].slice(0, 3)
    .map((found) => found.querySelector("a.md-search-result__link")?.href ?? "")"""
FOUND = f"(place) => ({FIRST})().some((href) => href.includes(place))"
"""The first three pages that the search finds, and whether a page is among them."""


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_site_is_searched_from_a_folder_without_a_network(site: Path):
    with sync_playwright() as started:
        path = find_chromium(started)
        if path is None:
            pytest.skip("NO BROWSER: there is no Chromium here, so this was not tested")
        browser = started.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_context(offline=True).new_page()
        wanted = {
            "line of sight": "rules/metals.html",
            "variant": "variants.html",
            "LLM": "text.html",
            "--vary": "lab.html",
            "takeback": "browser.html",
        }
        for words, place in wanted.items():
            page.goto((site / "index.html").as_uri())
            page.locator("input.md-search__input").click()
            page.locator("input.md-search__input").press_sequentially(words)
            try:
                page.wait_for_function(FOUND, arg=place, timeout=30_000)
            except PlaywrightError:
                pytest.fail(f"{words}: {place} is not among {page.evaluate(FIRST)}")
        browser.close()


MEMBERS = """
match: Match.is_over Match.players Match.seats Match.log Match.notation Match.move Match.winner Move.label
match: Step.action Outcome.scores Outcome.winner Entry.move Note.rule
core: Game.title Game.bound Ending.rule Option.least Frame.kind
scenes: Thing.tint Panel.phone World.title_face
"""


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_reference_has_the_members_of_its_classes_and_no_nested_quotes(site: Path):
    for line in MEMBERS.strip().splitlines():
        page, _, names = line.partition(": ")
        ids = Links(site / "reference" / f"{page}.html").ids
        for name in names.split():
            assert any(one.endswith(f".{name}") for one in ids), f"{page}: {name}"
    quoted = [page.name for page in (site / "reference").glob("*.html") if "<blockquote" in page.read_text("utf-8")]
    assert quoted == []


BROKEN = """() => [...document.querySelectorAll("td code")]
    .filter((code) => !/\\s/.test(code.textContent) && code.getClientRects().length > 1)
    .map((code) => code.textContent)"""


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("width", [390, 1366])
def test_no_name_in_a_table_is_broken_in_two(site: Path, width: int):
    with sync_playwright() as started:
        path = find_chromium(started)
        if path is None:
            pytest.skip("NO BROWSER: there is no Chromium here, so this was not tested")
        browser = started.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_context(offline=True, viewport={"width": width, "height": 900}).new_page()
        for file in sorted([*site.glob("*.html"), *(site / "reference").glob("*.html")]):
            page.goto(file.as_uri())
            assert page.evaluate(BROKEN) == [], file.name
        browser.close()
