"""`wartable seal GAME`: a variant whose numbers and map are secret until its seal is opened."""

import argparse
import json
from pathlib import Path

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("--seed", help="open a seal: make the variant of this seed again (default: a new, secret seed)")
    parser.add_argument("--hash", metavar="HASH", help="with --seed: check it against this published hash")
    parser.add_argument(
        "--changes", type=int, metavar="N", help="how many numbers and places change (default: up to 5)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the changes as JSON")
    parser.add_argument("--maps", type=Path, metavar="FOLDER", help="write the changed maps, for --data FOLDER")


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.errors import BadOption
    from wartable.text.seal import new_seed, seal

    if arguments.hash and not arguments.seed:
        raise BadOption("--hash needs the --seed that opens the seal")
    variant = seal(find_game(arguments.game), arguments.seed or new_seed(), arguments.changes)
    if arguments.hash and arguments.hash.strip().lower() != variant.hash:
        raise BadOption(f"the seal of this seed is {variant.hash}, not {arguments.hash}")
    if arguments.out:
        facts: dict[str, object] = {
            "game": variant.game.name,
            "seed": variant.seed,
            "hash": variant.hash,
            "cells": variant.cells,
        }
        facts["files"] = variant.files
        arguments.out.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    for name, text in variant.files.items() if arguments.maps else ():
        path = arguments.maps / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"hash: {variant.hash}")
    if not arguments.seed:
        print(f"seed: {variant.seed} (publish the hash now, and this when the results are in)")
    elif arguments.hash:
        print("The seal is this one's.")
    if arguments.seed or not arguments.out:
        print("\n".join(variant.told()))
    lines = [f"--set {path}={value}" for path, value in variant.cells.items()]
    lines += [f"--data {arguments.maps or 'FOLDER (write it with --maps FOLDER)'}"] if variant.files else []
    print("play it: " + " ".join(lines))


COMMAND = Command(
    "seal", "change numbers and the map of a game by a seed, with a hash to publish first", arguments, run
)
