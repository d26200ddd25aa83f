"""Compiles games while people play: rules are interpreted until their compiled code is ready (see
`compiler/ahead`).

One thread prepares the games one after the other, those in use first; a separate process does the compiling.
"""

import logging
import threading

import numpy as np

from wartable.bots import make_bot
from wartable.compiler.ahead.background import Preparation, is_compiled
from wartable.compiler.decorators import interpreted
from wartable.compiler.mode import reading
from wartable.core import generic
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.numbers.chance import draw, generator
from wartable.core.registry import all_games, find_game

from ..live import serializers
from ..live.explaining import why_not
from .process import garbage

log = logging.getLogger("wartable.warm")

MOVES = 30
MOVES_ASKED_OF_BOTS = 2
KINDS_OF_BOTS = ("random", "greedy", "mcts:20")


def exercise(name: str, stop: threading.Event | None = None) -> None:
    """Call every compiled function that hosting a match needs, once; stop if the server closes."""
    stop = stop or threading.Event()
    game = find_game(name)
    match = Match.start(game, seed=1)
    rng = generator(1)
    for number in range(MOVES):
        if match.is_over:
            break
        seat = match.due[0]
        legal = match.legal(seat)
        if number < MOVES_ASKED_OF_BOTS:
            for bot in KINDS_OF_BOTS:
                if stop.is_set():
                    return
                make_bot(bot, game, 1).choose(match.observe(seat), match.box, seat, legal)
        match.play(seat, legal[int(draw(rng, len(legal)))])
    if match.due:
        # Words and views have rules of their own, which nobody is to wait for either.
        seen = match.see(match.due[0])
        why_not(match, seen, ("nothing",), ())
        serializers.choices_json(seen, seen.view)
    for viewer in (SPECTATOR, *match.seats):
        seen = match.see(viewer)
        seen.notation(match.steps[-1])
        seen.tell(match.steps[-1])
        view = match.observe(viewer)
        game.view.scene(view, match.box, viewer)
        if viewer != SPECTATOR:
            generic.fill(view, match.box, viewer, rng)

    shares = np.zeros(8)
    state = match.full_state()
    generic.evaluate(state, match.box, shares)
    generic.points(state, match.box, 0)
    generic.scores(state, match.box, shares)


class Warmer:
    """Knows which games run compiled, and prepares the others: smallest first, requested ones before them.

    With `ahead` all games, else only those that somebody plays.
    """

    def __init__(self, ahead: bool = True) -> None:
        self.ahead = ahead and not interpreted
        self._ready: set[str] = {game.name for game in all_games()} if interpreted else set()
        self._waiting: list[str] = []
        self._now: Preparation | None = None
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """From now on nobody waits for the compiler."""
        for game in sorted(all_games(), key=lambda game: _size(game.name)):
            if self.ahead:
                self._add(game.name)
            elif is_compiled(game):
                # It is on disk, and loaded as it is called.
                self._ready.add(game.name)
            else:
                generic.set_read(game.name, True)

    def is_ready(self, name: str) -> bool:
        """Whether a game runs compiled; it can be played in either case."""
        return name in self._ready

    def progress(self, name: str) -> str:
        """The progress of a game in a few words; empty if it is ready or not requested."""
        now = self._now
        if now is not None and now.game.name == name:
            return f"part {now.number + 1} of {now.count}" if now.count else "waiting"
        return "waiting" if name in self._waiting else ""

    def want(self, name: str) -> None:
        """Somebody plays this game: prepare it before the others."""
        if name in self._ready or (self._now is not None and self._now.game.name == name):
            return
        self._add(name, first=True)

    def _add(self, name: str, first: bool = False) -> None:
        with self._changed:
            if name in self._waiting:
                self._waiting.remove(name)
            self._waiting.insert(0 if first else len(self._waiting), name)
            generic.set_read(name, True)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True, name="wartable-warm")
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._changed:
                while not self._waiting and not self._stop.is_set():
                    self._changed.wait()
                if self._stop.is_set():
                    return
                name = self._waiting.pop(0)
                self._now = Preparation(find_game(name))
            self._make_ready(name)
            self._now = None

    def _make_ready(self, name: str) -> None:
        assert self._now is not None
        self._now.run()
        if not self._now.failed and not self._stop.is_set():
            try:
                with reading(False):
                    exercise(name, self._stop)
                self._ready.add(name)
            except Exception:
                # One game's mistake; the others still get ready.
                log.exception("%s cannot be played through; its rules are interpreted", name)
                generic.set_read(name, True)
        garbage.set_aside()

    def close(self) -> None:
        """Stop, without waiting for code that is being loaded."""
        self._stop.set()
        if self._now is not None:
            self._now.stop()
        with self._changed:
            self._changed.notify_all()
        for game in all_games():
            generic.set_read(game.name, False)


def _size(name: str) -> int:
    """The amount of code to compile."""
    return sum(path.stat().st_size for path in find_game(name).folder.rglob("*.py"))
