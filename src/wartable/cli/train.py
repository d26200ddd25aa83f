"""`wartable train GAME`: a net that learns the game by self-play."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wartable.errors import WartableError
from wartable.extras import needs

from .command import Command
from .common import print_rows

if TYPE_CHECKING:
    from wartable.train.run import Row

SETTINGS = {
    "slots": (int, "games in parallel"),
    "steps": (int, "decisions in each game between two updates"),
    "width": (int, "width of the net (default: as wide as 8 MB allow)"),
    "minibatch": (int, "decisions in a minibatch"),
    "rate": (float, "learning rate"),
    "trace": (float, "lambda of the advantages (GAE), 0 to 1"),
    "keep": (float, "share of the decisions that the policy learns from: those with the largest advantages, 0 to 1"),
    "change": (float, "penalty for the divergence from the previous policy"),
    "entropy": (float, "entropy bonus"),
    "shortlist": (int, "evaluate only this many moves, those that the judge likes best (default: all)"),
    "samples": (int, "samples of nature's answer to a move that the judge evaluates"),
    "tests": (float, "share of the games in which the averaged net is tested against greedy, 0 to 1"),
    "sparring": (float, "share of the games in which the net trains against greedy, 0 to 1"),
    "seed": (int, "equal seeds give equal runs"),
}


UNSHOWN = ("iteration", "policy", "change", "matches")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument(
        "--minutes", type=float, help="minutes of training in all, over every run of the command (default: 10)"
    )
    parser.add_argument("--iterations", type=int, metavar="N", help="stop after this many iterations instead")
    parser.add_argument(
        "--sitting",
        type=float,
        metavar="MINUTES",
        help="stop after this many minutes of this run; the same command continues later",
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), help="default: cuda if there is one")
    parser.add_argument("--players", metavar="2,3", help="numbers of players (default: all that the game has)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the run (default: train/GAME)")
    parser.add_argument("--start", type=Path, metavar="NET", help="start from the weights of this net")
    parser.add_argument("--install", action="store_true", help="copy the net into the game's folder at the end")
    for name, (kind, text) in SETTINGS.items():
        parser.add_argument(f"--{name}", type=kind, help=text)


def run(arguments: argparse.Namespace) -> int:
    with needs("train", "training"):
        import onnx  # noqa: F401
        import torch
    from wartable.core.registry import find_game
    from wartable.train import Limit, Training, make_plan

    game = find_game(arguments.game)
    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    training = Training(
        game, make_plan(game, device, settings(arguments)), arguments.out or Path("train") / game.name, arguments.start
    )
    if training.resume():
        print(f"continuing after {training.iteration:,} iterations", flush=True)
    sitting = None if arguments.sitting is None else 60 * arguments.sitting
    minutes = 10.0 if arguments.minutes is None and arguments.iterations is None else arguments.minutes
    limit = Limit(minutes, arguments.iterations, sitting)
    finished = training.run(limit, say=say)
    if not finished:
        print(f"stopped after {training.iteration:,} iterations; the same command continues")
        return 0
    print_rows(thinned(training.rows), as_json=False, title=f"{game.title}: {training.folder / 'net.onnx'}")
    if arguments.install:
        (game.folder / "net.onnx").write_bytes((training.folder / "net.onnx").read_bytes())
    return 0


def settings(arguments: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(arguments, name) for name in SETTINGS}
    if arguments.players:
        try:
            found["seating"] = tuple(int(number) for number in arguments.players.split(","))
        except ValueError:
            raise WartableError(f"--players {arguments.players}: write it as 2 or 2,3") from None
    return found


def say(row: "Row") -> None:
    parts = [f"{name} {value:,}" for name, value in row.items() if value is not None]
    print("  ".join(parts), flush=True)


def thinned(rows: "list[Row]", most: int = 12) -> "list[Row]":
    """Some rows from the first to the last, all with the same columns."""
    picked = [rows[round(at * (len(rows) - 1) / max(1, most - 1))] for at in range(min(most, len(rows)))]
    columns = [name for name in dict.fromkeys(name for row in rows for name in row) if name not in UNSHOWN]
    return [{name: "" if row.get(name) is None else row[name] for name in columns} for row in picked]


COMMAND = Command("train", "train a net by self-play", arguments, run)
