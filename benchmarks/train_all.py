"""Train nets of several games one after the other, within a given time: one call, one log, a net for each.

    python benchmarks/train_all.py --out OUT --work WORK --time 570 metals=60 city_of_iron=120 iron_kings=180:rate=3e-4

Each game is followed by its seconds of training and by settings of its own (`wartable train --help`). All kernels are
compiled at once, in processes beside each other; whichever game is ready first is trained first. WORK keeps the
checkpoints: a second call with the same words goes on where the first was stopped. OUT gets the nets and the log.
"""

import argparse
import json
import shutil
import time
from pathlib import Path
from typing import Any

import torch

from wartable.core.registry import find_game
from wartable.train import Limit, Training, make_plan
from wartable.train.run import Exam
from wartable.train.warm import Warming

LEAST = 5
"""Seconds that must be left for another game to begin."""


def read_words(word: str) -> tuple[str, float, dict[str, Any]]:
    """`metals=60:width=512` as game, seconds and settings."""
    first, *rest = word.split(":")
    name, _, seconds = first.partition("=")
    settings = {key: json.loads(value) for key, _, value in (part.partition("=") for part in rest)}
    if "seating" in settings:
        settings["seating"] = tuple(settings["seating"])
    return find_game(name).name, float(seconds), settings


class Log:
    def __init__(self, path: Path) -> None:
        self.path, self.began = path, time.perf_counter()

    def say(self, name: str, **news: Any) -> None:
        line = json.dumps({"game": name, "at": round(time.perf_counter() - self.began), **news})
        print(line, flush=True)
        with self.path.open("a") as file:
            file.write(line + "\n")


def train(name: str, seconds: float, settings: dict[str, Any], choices: argparse.Namespace, log: Log) -> None:
    """Train a game for its seconds, or for what is left of the call."""
    game = find_game(name)
    began = time.perf_counter()
    start = choices.start / f"{name}.onnx" if choices.start and (choices.start / f"{name}.onnx").exists() else None
    training = Training(game, make_plan(game, choices.device, settings), choices.work / name, start)
    resumed = training.resume()
    log.say(name, ready=round(time.perf_counter() - began, 1), resumed=resumed, width=training.plan.width)
    exam = Exam(("greedy",) if choices.games else (), choices.games, choices.exam, choices.patience)
    left = choices.time - (time.perf_counter() - log.began)
    training.run(Limit(minutes=seconds / 60, sitting=left), exam, 10.0, lambda row: log.say(name, **row))
    shutil.copy(training.write_net(), choices.out / f"{name}.onnx")
    if training.follower is not None:
        shutil.copy(training.folder / "quick.npz", choices.out / f"{name}.npz")
    used = torch.cuda.max_memory_allocated() / 2**30 if choices.device == "cuda" else 0.0
    log.say(name, memory_gib=round(used, 1), spent=round(time.perf_counter() - began, 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME=SECONDS[:SETTING=VALUE]")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a folder of nets GAME.onnx to begin with")
    parser.add_argument("--time", type=float, default=570, help="seconds for everything")
    parser.add_argument("--games", dest="games_each", type=int, default=100, help="against greedy in an exam")
    parser.add_argument("--exam", type=float, default=90, help="seconds of training between exams")
    parser.add_argument("--patience", type=float, default=40, help="seconds after which an exam is given up")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    choices = parser.parse_args()
    words = {name: (seconds, settings) for name, seconds, settings in map(read_words, choices.games)}
    choices.games = choices.games_each
    choices.out.mkdir(parents=True, exist_ok=True)
    log = Log(choices.out / "log.jsonl")
    warming = Warming(list(words)) if choices.device == "cuda" else None
    waiting = list(words)
    while waiting and time.perf_counter() - log.began < choices.time - LEAST:
        name = warming.first_ready(waiting) if warming else waiting[0]
        waiting.remove(name)
        train(name, *words[name], choices, log)
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
