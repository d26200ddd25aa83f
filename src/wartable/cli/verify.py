"""`wartable verify FILE`: check a save against the rules and the dice."""

import argparse
import json
from pathlib import Path

from .command import Command
from .common import add_json_argument


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a saved match")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    from wartable.compiler.ahead.background import find_to_read
    from wartable.core.match import Match
    from wartable.core.match.verify import verify

    match = Match.load(arguments.file, find_to_read)
    verdict = verify(match)
    outcome = match.outcome
    if arguments.json:
        facts = {
            "file": str(arguments.file),
            "game": match.game.name,
            "sound": verdict.is_sound,
            "actions": verdict.actions,
            "rolls": verdict.rolls,
            "given": verdict.given,
            "fault": verdict.fault,
            "ending": outcome.ending if outcome else None,
        }
        print(json.dumps(facts, ensure_ascii=False))
    elif verdict.is_sound:
        end = f"It ended by {outcome.rule}: {outcome.text}." if outcome else "The match is not over."
        given = f" The first {verdict.given} were given: it began from an example or a lesson." if verdict.given else ""
        checked = f"every action is legal ({verdict.actions}), and every roll comes from the seed ({verdict.rolls})."
        print(f"{arguments.file}: {checked}{given} {end}")
    else:
        print(f"{arguments.file}: every action is legal ({verdict.actions}), but {verdict.fault}.")
    return 0 if verdict.is_sound else 1


COMMAND = Command("verify", "check every action and every roll of a save", arguments, run)
