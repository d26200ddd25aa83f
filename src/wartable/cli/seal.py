"""`wartable seal GAME`: a variant whose numbers are secret until its seal is opened."""

import argparse
import json
from pathlib import Path

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--seed", help="open a seal: make the variant of this seed again (default: a new, secret seed)")
    parser.add_argument("--hash", metavar="HASH", help="with --seed: whether the seal that was published is this one's")
    parser.add_argument("--changes", type=int, metavar="N", help="how many numbers change (default: up to 5)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the changed numbers as JSON")


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
        facts = {"game": variant.game.name, "seed": variant.seed, "hash": variant.hash, "cells": variant.cells}
        arguments.out.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    print(f"hash: {variant.hash}")
    if not arguments.seed:
        print(f"seed: {variant.seed} (publish the hash now, and this when the results are in)")
    elif arguments.hash:
        print("The seal is this one's.")
    if arguments.seed or not arguments.out:
        print("\n".join(variant.told()))
    print("play it: " + " ".join(f"--set {path}={value}" for path, value in variant.cells.items()))


COMMAND = Command("seal", "change numbers of a game by a seed, with a hash to publish first", arguments, run)
