"""`wartable new NAME`: write a small working game to start from."""

import argparse
import re
import shlex
from pathlib import Path

from wartable.errors import WartableError

from .command import Command

TEMPLATE = Path(__file__).resolve().parent.parent / "template"
KINDS = {
    "board": "two players, men on a board that is a text file",
    "cards": "two to four, hidden hands, tricks",
    "dice": "two to four, one die, a bank",
    "plain": "two players, a heap of stones, the least that is a game",
}


class CannotCreate(WartableError):
    """The name or the location of a new game is invalid."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="in lower case, such as iron_horse")
    parser.add_argument(
        "--kind",
        choices=KINDS,
        default="dice",
        help=f"the game to begin from (default: dice): {'; '.join(f'{kind}: {what}' for kind, what in KINDS.items())}",
    )
    parser.add_argument("--title", help="the title as people write it (default: made from the name)")
    parser.add_argument("--code", help="two capital letters for its rule numbers (default: made from the name)")
    parser.add_argument(
        "--into",
        type=Path,
        default=Path(),
        help="a Wartable checkout, or the folder for a package of its own (default: here)",
    )
    parser.add_argument("--package", action="store_true", help="write a package of its own, even in a checkout")
    parser.add_argument(
        "--rulebook",
        type=Path,
        metavar="FILE",
        help="your rulebook, as text or Markdown: its sentences are numbered into RULES.md",
    )


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import all_games, game_names

    name = str(arguments.name)
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > 40:
        raise CannotCreate(
            f"{name!r} is not a valid name: it begins with a lower-case letter; letters, digits and _ may follow, "
            "as in iron_horse"
        )
    games = all_games()
    if name in game_names():
        raise CannotCreate(f"there is already a game {name}")
    taken = {game.code for game in games}
    code = arguments.code or free_code(name, taken)
    if not re.fullmatch(r"[A-Z]{2}", code) or code in taken:
        raise CannotCreate(
            f"{code!r} is not a valid code: it takes two capital letters that no other game has; "
            f"taken are {', '.join(sorted(taken))}"
        )
    title = arguments.title or name.replace("_", " ").title()
    inside = (arguments.into / "src" / "wartable" / "games").is_dir() and not arguments.package
    module = f"wartable.games.{name}" if inside else f"wartable_{name}"
    words = {"NAME": name, "TITLE": title, "CODE": code, "MODULE": module, "DASHED": name.replace("_", "-")}
    own = own_rules(arguments.rulebook, code) if arguments.rulebook else ""
    template = TEMPLATE / str(arguments.kind)
    write = write_inside if inside else write_package
    written = write(template, arguments.into, name, words)
    if own:
        add_rules(written if inside else written / "src" / module, own)
    print(f"{title} is in {written}. Its rules are numbered {code}-1.1 and so on.")
    if inside:
        print(f"Try it: wartable dev {name}, wartable play {name}, and pytest tests/games/{name}")
    else:
        place = shlex.quote(f"./{written}" if not written.is_absolute() else str(written))
        print(f"Try it: wartable install {place} pytest, then wartable dev {name}, and pytest {place}")


FIRST_OWN = 11
"""The first chapter of a user's own rules. The chapters before it belong to the original game and are replaced one
by one.
"""


def own_rules(path: Path, code: str) -> str:
    """A rulebook as numbered rules."""
    from wartable.rulebook.data import read_text
    from wartable.rulebook.numbering import numbered

    return numbered(read_text(path), code, FIRST_OWN)


def add_rules(folder: Path, own: str) -> None:
    """Insert rules before the rulings at the end of RULES.md."""
    page = folder / "RULES.md"
    rules, rulings, rest = page.read_text("utf-8").partition("## Rulings")
    page.write_text(f"{rules}{own}\n{rulings}{rest}", "utf-8")
    print(f"Your rulebook has {own.count('**') // 2} sentences, from chapter {FIRST_OWN} of {page} on.")
    game = folder.name.removeprefix("wartable_")
    print(f"To list the rules that no code cites, no test tries or no example shows: wartable check {game}")


def free_code(name: str, taken: set[str]) -> str:
    letters = [letter for letter in name.upper() if letter.isalpha()]
    pairs = [letters[0] + letter for letter in letters[1:]] + [letters[0] + chr(65 + n) for n in range(26)]
    return next(pair for pair in pairs if pair not in taken)


def write_inside(template: Path, checkout: Path, name: str, words: dict[str, str]) -> Path:
    folder = checkout / "src" / "wartable" / "games" / name
    tests = checkout / "tests" / "games" / name
    refuse_existing(folder, tests)
    copy(template / "game", folder, words)
    copy(template / "tests", tests, words)
    (tests / "__init__.py").touch()
    return folder


def write_package(template: Path, place: Path, name: str, words: dict[str, str]) -> Path:
    package = place / f"wartable-{words['DASHED']}"
    refuse_existing(package)
    copy(TEMPLATE / "package", package, words)
    copy(template / "game", package / "src" / words["MODULE"], words)
    copy(template / "tests", package / "tests", words)
    return package


def refuse_existing(*folders: Path) -> None:
    for folder in folders:
        if folder.exists():
            raise CannotCreate(f"{folder} already exists; nothing was written")


def copy(source: Path, target: Path, words: dict[str, str]) -> None:
    """Copy a folder of the template, removing `.txt` from the names and filling in the words."""
    for path in sorted(source.rglob("*.txt")):
        text = path.read_text("utf-8")
        for mark, word in words.items():
            text = text.replace(f"@{mark}@", word)
        place = target / path.relative_to(source).with_suffix("")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


COMMAND = Command("new", "write a small working game to begin from", arguments, run)
