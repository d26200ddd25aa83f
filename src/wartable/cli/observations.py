"""`wartable observations GAME`: the meaning of each number of an observation."""

import argparse

from .command import Command
from .common import add_json_argument


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("--grep", default="", metavar="TEXT", help="only those whose name or meaning has this text")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    import json

    from wartable.core.registry import find_game
    from wartable.errors import BadOption
    from wartable.guides.observation import describe

    wanted = arguments.grep.lower()
    found = [one for one in describe(find_game(arguments.game)) if wanted in f"{one.name} {one.meaning}".lower()]
    if not found and not arguments.json:
        raise BadOption(f"no number of {arguments.game} has {arguments.grep!r} in its name or meaning")
    if arguments.json:
        rows = [{"index": one.index, "name": one.name, "meaning": one.meaning, "least": one.least, "most": one.most,
                 "kind": one.kind, "scale": one.scale} for one in found]  # fmt: skip
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for one in found:
        scaled = f", divided by {one.scale:g}" if one.scale != 1 else ""
        print(f"{one.index:>5}  {one.name}  {one.range}{scaled}  {one.meaning}")


COMMAND = Command("observations", "explain each number of a learner's observation", arguments, run)
