"""`wartable examples`: a notebook, and programs that show how to write bots and learn with other libraries."""

import argparse
import json
from pathlib import Path

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", help="the example to print")
    parser.add_argument("--to", metavar="FOLDER", help="copy it, or all of them, into a folder")


def run(arguments: argparse.Namespace) -> None:
    from wartable.errors import WartableError

    found = examples()
    if arguments.name and arguments.name not in found:
        raise WartableError(f"there is no example {arguments.name}; there are: {', '.join(found)}")
    wanted = {arguments.name: found[arguments.name]} if arguments.name else found
    if arguments.to:
        Path(arguments.to).mkdir(parents=True, exist_ok=True)
        for path in wanted.values():
            place = Path(arguments.to) / path.name
            if place.exists():
                raise WartableError(f"{place} is there already")
            place.write_text(path.read_text("utf-8"), "utf-8")
            print(place)
    elif arguments.name:
        print(found[arguments.name].read_text("utf-8"), end="")
    else:
        for name, path in found.items():
            print(f"{name:18}{about(path)}")


def about(path: Path) -> str:
    """The first line of a program, or the title of a notebook."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        title: str = json.loads(text)["cells"][0]["source"][0]
        return f"{title.strip('# ').strip()} (a notebook)"
    return text.splitlines()[0].strip('"').removesuffix(" Try it:")


def examples() -> dict[str, Path]:
    """The examples by name: next to an installed package, or at the root of a checkout."""
    package = Path(__file__).resolve().parents[1]
    places = (package / "examples", package.parents[1] / "examples")
    folder = next((place for place in places if place.is_dir()), places[0])
    return {path.stem: path for path in sorted(folder.glob("*/*.*")) if path.suffix in (".py", ".ipynb")}


COMMAND = Command("examples", "list, print or copy the examples: a notebook, bots, and learning with other libraries",
                  arguments, run)  # fmt: skip
