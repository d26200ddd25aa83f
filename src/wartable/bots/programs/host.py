"""Hosts a bot written as a Python class with one method: `python -m wartable.bots.programs.host FILE.py:CLASS`.

The class is constructed with the game and a seed, `Class(game, seed)`, once for each match, and then called as
`choose(view, box, seat, legal)`. In your own script: `serve(MyBot)`.
"""

import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from wartable.core.game import Game
from wartable.core.registry import find_game
from wartable.errors import WartableError

from ..bot import Bot
from .protocol import PROTOCOL, line_of, record_from

BotMaker = Callable[[Game, int], Bot]


def serve(make: BotMaker, lines: BinaryIO | None = None, answers: BinaryIO | None = None) -> None:
    """Answer the protocol on standard input and output with a bot of the given class until the input ends.

    What the bot prints goes to standard error, so that it does not disturb the answers.
    """
    lines = sys.stdin.buffer if lines is None else lines
    if answers is None:
        answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        sys.stdout = sys.stderr
    game: Game | None = None
    box: Any = None
    bot: Bot | None = None
    for line in lines:
        message = json.loads(line)
        if message["type"] == "hello":
            if message["protocol"] != PROTOCOL:
                raise WartableError(f"this host speaks protocol {PROTOCOL}, not {message['protocol']}")
            game = find_game(message["game"])
            box = game.new_box(message["options"], message["players"], message["files"], message["cells"])
            bot = make(game, message["seed"])
            _answer(answers, {"type": "ready", "name": getattr(make, "__name__", "bot")})
        elif message["type"] == "choose":
            assert game is not None and bot is not None
            view = record_from(message["view"], game.state.dtype)
            legal = [option["action"] for option in message["legal"]]
            action = bot.choose(view, box, message["seat"], legal)
            _answer(answers, {"type": "play", "number": message["number"], "action": int(action)})


def _answer(answers: BinaryIO, message: dict[str, Any]) -> None:
    answers.write(line_of(message))
    answers.flush()


def load(spec: str) -> BotMaker:
    """The class named by FILE.py:CLASS or MODULE:CLASS."""
    place, _, name = spec.rpartition(":")
    if place.endswith(".py"):
        described = importlib.util.spec_from_file_location(Path(place).stem, place)
        if described is None or described.loader is None or not Path(place).is_file():
            raise WartableError(f"{place}: there is no such file")
        module = importlib.util.module_from_spec(described)
        sys.modules[described.name] = module
        described.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    if not hasattr(module, name):
        raise WartableError(f"{place} has no class {name}")
    maker: BotMaker = getattr(module, name)
    return maker


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m wartable.bots.programs.host FILE.py:CLASS")
    serve(load(sys.argv[1]))
