"""The parts of a game to compile in advance, so that nobody waits at the table."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from wartable.compiler.mode import plain
from wartable.core import generic, play, record
from wartable.core.frames import MAX_SEATS, NATURE, SPECTATOR, first_due
from wartable.core.game import Game
from wartable.core.numbers.chance import generator

BOT_PARTS = ("random play", "greedy play")


def play_parts(game: Game) -> dict[str, Callable[[], object]]:
    """What people and simple bots need at a table, as calls that compile it (or load it from the cache)."""
    box = game.new_box()
    s = record.new(game.state.dtype)
    states = np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    rng = generator(1)
    shares = np.zeros(MAX_SEATS)
    refuse = plain(game.functions["refusal"])

    def first_steps() -> None:
        """Both ways to act, on a real table."""
        seen: set[bool] = set()
        for _ in range(64):
            seat = int(first_due(s))
            if seat < 0 or len(seen) == 2:
                return
            if seat == NATURE:
                generic.chance(s, box, out, weights)
            else:
                generic.legal(s, box, seat, out)
            generic.sees(s, box, SPECTATOR, seat, int(out[0]))
            generic.apply(s, box, seat, int(out[0]))
            seen.add(seat == NATURE)

    def noted_steps() -> None:
        """The same with a journal, as in a match that people follow."""
        speaking, table = game.open_journal(box), game.new_state(box)
        for _ in range(64):
            seat = int(first_due(table))
            if seat < 0:
                return
            count = generic.chance(table, box, out, weights) if seat == NATURE else generic.legal(table, box, seat, out)
            generic.apply(table, speaking, seat, int(out[count - 1]))
            speaking.journal.count = 0
            if seat != NATURE:
                return

    return {
        # First, so that one island has all that a match needs: what calls between islands is slower by some percent.
        "random play": lambda: play.random_matches(states, box, 1, rng, out, weights, 40),
        "setup": lambda: generic.setup(s, box),
        "actions": first_steps,
        "notes": noted_steps,
        "refusals": lambda: [refuse(s, box, 0, family.first) for family in game.families.values()],
        "hiding": lambda: generic.hide(record.copy(s), box, 0),
        "scores": lambda: (generic.scores(s, box, shares), generic.points(s, box, 0)),
        "greedy play": lambda: _greedy(game, box, states, rng, shares),
    }


def _greedy(game: Game, box: record.Record, states: Any, rng: Any, shares: Any) -> None:
    out, weights = game.buffers()
    states[0] = game.new_state(box)
    play.settle_chance(states[0], box, rng, out, weights, 64)
    seat = int(first_due(states[0]))
    if 0 <= seat < NATURE:
        view = record.copy(states[0])
        generic.hide(view, box, seat)
        generic.fill(view, box, seat, rng)
        states[0] = view
        tried = np.zeros_like(out)
        count = int(generic.legal(view, box, seat, tried))
        play.greedy_among(states, box, seat, rng, out, tried, count, weights, shares, 1)


def warm(game: Game, say: Callable[[str], None] | None = None, bots: bool = True) -> float:
    """Compile what a table needs (without bots) and return the seconds it took.

    `say` gets a line for each part.
    """
    started = time.perf_counter()
    for name, call in play_parts(game).items():
        if name in BOT_PARTS and not bots:
            continue
        if say:
            say(f"{game.title}: preparing {name} ({time.perf_counter() - started:.0f} s)")
        call()
    return time.perf_counter() - started
