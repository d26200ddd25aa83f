"""Builds the documentation site: collects its pages in build/pages, and runs MkDocs to make build/site.

    python tools/build_docs.py [FOLDER]        default: build

In the repository, links lead to files. Here they are adjusted to the pages' places in the site, and links to files
outside the site are removed. The rules of each game get pictures: the cover, and the table before and after each
example. A broken link, like any other warning of MkDocs, fails the build.
"""

import hashlib
import logging
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config

from wartable.core.game import Game
from wartable.core.generic import as_it_is
from wartable.core.registry import all_games
from wartable.guides.cover import cover_of
from wartable.guides.examples import Example, load_examples
from wartable.server.live.lessons import example_json, example_picture

ROOT = Path(__file__).resolve().parent.parent
PLAIN_PAGES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "CREDITS.md", "benchmarks/README.md")
BOOSTS = {"reference/": 0.001, "research/": 0.2, "protocol.md": 0.2, "CHANGELOG.md": 0.2}
"""Pages that are looked up rather than read: the search lists them last, though it counts titles a thousandfold."""
KEPT = {".md", ".png", ".svg", ".webp", ".html", ".js", ".css"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
RULE = re.compile(r"^\*\*([A-Z]{2}-\d+\.\d+)\*\* ")


def places() -> dict[Path, str]:
    """Every file of the repository that is in the site, with its place there."""
    found = {
        path: path.relative_to(ROOT / "docs").as_posix()
        for path in sorted((ROOT / "docs").rglob("*"))
        if path.suffix in KEPT
    }
    found |= {ROOT / name: name for name in PLAIN_PAGES}
    found[ROOT / "README.md"] = "index.md"
    for game in all_games():
        found[game.folder / "RULES.md"] = f"rules/{game.name}.md"
    return found


def turned(text: str, source: Path, places: dict[Path, str]) -> str:
    """A page with its links adjusted to the site; code stays as it is."""
    here = Path(places[source]).parent

    def turn(match: re.Match[str]) -> str:
        mark, words, target, anchor = match.groups("")
        if not target or "://" in target or target.startswith("mailto:"):
            return match[0]
        place = places.get(Path(os.path.normpath(source.parent / target)))
        return f"{mark}[{words}]({os.path.relpath(place, here)}{anchor})" if place else words

    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else LINK.sub(turn, part) for part in parts)


def gather(pages: Path) -> None:
    """Collect all pages and their pictures in one folder."""
    shutil.rmtree(pages, ignore_errors=True)
    known = places()
    for source, place in known.items():
        if source.name in ("RULES.md", "make.py") or source == ROOT / "README.md":
            continue
        target = pages / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            boosts = [boost for start, boost in BOOSTS.items() if place.startswith(start)]
            front = f"---\nsearch:\n  boost: {boosts[0]}\n---\n\n" if boosts else ""
            target.write_text(front + turned(source.read_text("utf-8"), source, known), "utf-8")
        else:
            shutil.copyfile(source, target)
    games = all_games()
    for game in games:
        # The links of the page are turned before pictures come in, which have their places already.
        page = turned(game.rulebook.source, game.folder / "RULES.md", known)
        text = illustrated(game, page, pages / "rules")
        (pages / "rules" / f"{game.name}.md").write_text(text, "utf-8")
    (pages / "rules" / "index.md").write_text(rules_index(games), "utf-8")


def keep(picture: str, folder: Path) -> str:
    """Write a picture under a name made from its content; equal ones share a file."""
    name = f"pictures/{hashlib.sha256(picture.encode()).hexdigest()[:16]}.svg"
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(picture, "utf-8")
    return name


def cover(game: Game) -> str:
    """The game's table in the middle of a match, or before its first move."""
    import wartable

    with as_it_is(game.name):
        match = cover_of(game) or wartable.new(game, seed=1)
        return match.see().draw()


def illustrated(game: Game, page: str, folder: Path) -> str:
    """A game's RULES.md, with the cover as its picture (or below its title) and examples below their rules."""
    examples = load_examples(game)
    lines: list[str] = []
    for block in re.split(r"\n\n+", page.strip()):
        is_picture = block.startswith("![")
        if not is_picture:
            lines.append(block)
        if is_picture or (block.startswith("# ") and "\n![" not in page):
            lines.append(f"![The table]({keep(cover(game), folder)})")
        if found := RULE.match(block):
            lines[-1] = f"{block}\n{{: #{found[1].lower()} }}"
            lines += [shown(game, example, folder) for example in examples.all if example.rules[0] == found[1]]
    return "\n\n".join(lines) + "\n"


def shown(game: Game, example: Example, folder: Path) -> str:
    """An example: the move, the table before and after it, and the log."""
    told: Any = example_json(game.name, example.id)
    moments = ("before",) if told["refusal"] else ("before", "after")
    pictures = [keep(example_picture(game.name, example.id, moment, "dark"), folder) for moment in moments]
    images = " ".join(
        f"![{moment}]({picture}){{ loading=lazy }}" for moment, picture in zip(moments, pictures, strict=True)
    )
    lines = ['<div class="example" markdown>', f"**{example.title}** `{told['play']}`", images]
    lines.append("\n".join(f"- {plain(words)}" for words in sentences(told)))
    return "\n\n".join([*(line for line in lines if line), "</div>"])


def sentences(told: dict[str, Any]) -> Iterator[str]:
    """The log of an example, or the reason that it is refused."""
    if told["refusal"]:
        yield f"Refused: {told['refusal']['text']}"
    for one in told["told"]:
        yield f"{one['text']} ({one['rule']})" if one["rule"] else str(one["text"])


def plain(words: str) -> str:
    """Text with all markup escaped."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", words)


def rules_index(games: list[Game]) -> str:
    rows = [f"| [{game.title}]({game.name}.md) | {' '.join(map(str, game.seats))} | {game.blurb} |" for game in games]
    head = "# The rules, illustrated\n\nAs they are implemented, with their numbers; the program draws all pictures.\n"
    return "\n".join([head, "| game | players | what it is |", "|---|---|---|", *rows, ""])


def navigation(pages: Path) -> list[Any]:
    """The nav of mkdocs.yml with the pages of rules and studies inserted, followed by pages that it does not name."""
    nav: list[Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]
    groups = {"rules/index.md": "Rules", "studies/README.md": "Studies"}
    for section in nav:
        for entries in section.values() if isinstance(section, dict) else ():
            for number, entry in enumerate(entries):
                if isinstance(entry, str) and entry in groups:
                    folder = Path(entry).parent
                    others = sorted(f"{folder}/{path.name}" for path in (pages / folder).glob("*.md"))
                    entries[number] = {groups[entry]: [entry, *(page for page in others if page != entry)]}
    named = set(pages_in(nav))
    left = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*.md"))
    left = [page for page in left if page not in named]
    return [*nav, {"More": left}] if left else nav


def pages_in(nav: Any) -> Iterator[str]:
    """The pages in a nav."""
    if isinstance(nav, str):
        yield nav
    for part in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from pages_in(part)


def main(folder: Path) -> None:
    pages, site = folder / "pages", folder / "site"
    gather(pages)
    config = load_config(
        str(ROOT / "mkdocs.yml"), docs_dir=str(pages), site_dir=str(site), nav=navigation(pages), strict=True
    )
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    build(config)
    print(f"The site is in {site}/index.html")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build")
