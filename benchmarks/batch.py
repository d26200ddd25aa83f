"""Many games at once beside the peers: decisions a second on all cores of this machine, as ratios.

    python benchmarks/batch.py [GAME ...] [--size N] [--seconds S]

Everybody plays at random with the legal actions known at every step, and games that end start anew. Pgx and Wartable
hold a batch of N games, once stepped from outside (masks in, actions back) and once played inside; PettingZoo and
OpenSpiel hold one game. Rounds are short and taken in turn, and the best of each counts, so that a noisy moment hits
everybody. Peers that are not installed (group `peers`) are left out and named.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from peers import open_spiel_player

from wartable.batch import Batch
from wartable.core.registry import find_game, game_names

Work = Callable[[], int]
"""Plays for a moment and returns the number of decisions."""

STEPS = 20


def stepped(name: str, size: int) -> Work:
    """A batch that is stepped from outside: a random legal action for every game from its mask."""
    batch = Batch(find_game(name), size, seed=1)
    rng = np.random.default_rng(1)

    def work() -> int:
        for _ in range(STEPS):
            masks = batch.masks
            nth = (rng.random(size) * masks.sum(axis=1)).astype(np.int64)
            batch.step((masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1).astype(np.int32))
        return STEPS * size

    return work


def played_inside(name: str, size: int) -> Work:
    batch = Batch(find_game(name), size, seed=1)
    return lambda: batch.playouts(1).decisions


def pgx(name: str, size: int) -> Work:
    """Pgx with its own automatic restart, stepped in a compiled loop that draws a legal action from the masks."""
    import jax
    import jax.numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(name)
    keys = jax.random.split(jax.random.PRNGKey(1), size)
    state = jax.jit(jax.vmap(env.init))(keys)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def steps(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, draw, dice = jax.random.split(key, 3)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            actions = jax.random.categorical(draw, logits, axis=1)
            return (step(state, actions, jax.random.split(dice, size)), key), None

        return jax.lax.scan(one, (state, key), None, length=STEPS)[0]

    held = [state, jax.random.PRNGKey(2)]

    def work() -> int:
        held[0], held[1] = steps(*held)
        jax.block_until_ready(held[0].current_player)
        return STEPS * size

    return work


def pettingzoo(name: str) -> Work:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()

    def work() -> int:
        env.reset()
        decisions = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                decisions += 1
        return decisions

    return work


def peers(size: int) -> dict[str, Callable[[], Work]]:
    return {
        "Pgx backgammon": lambda: pgx("backgammon", size),
        "Pgx tic_tac_toe": lambda: pgx("tic_tac_toe", size),
        "PettingZoo tictactoe": lambda: pettingzoo("tictactoe_v3"),
        "PettingZoo connect_four": lambda: pettingzoo("connect_four_v3"),
        "OpenSpiel backgammon": lambda: open_spiel_player("backgammon"),
    }


def rates(works: dict[str, Work], seconds: float, rounds: int = 4) -> dict[str, float]:
    """Decisions a second of each, the best of some rounds."""
    best = dict.fromkeys(works, 0.0)
    for work in works.values():
        work()
    for _ in range(rounds):
        for name, work in works.items():
            made, started = 0, time.perf_counter()
            while (spent := time.perf_counter() - started) < seconds / rounds:
                made += work()
            best[name] = max(best[name], made / spent)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    works: dict[str, Work] = {}
    for name in arguments.games:
        works[f"{name}, played inside"] = played_inside(name, arguments.size)
        works[f"{name}, stepped"] = stepped(name, arguments.size)
    missing = []
    for name, make in peers(arguments.size).items():
        try:
            works[name] = make()
        except ImportError as error:
            missing.append(f"{name} ({error})")
    found = rates(works, arguments.seconds)
    base = found.get("Pgx backgammon")
    for name, rate in found.items():
        if arguments.json:
            print(json.dumps({"name": name, "decisions_per_second": round(rate), "size": arguments.size}))
        else:
            print(f"{name:32} {rate:14,.0f} decisions/s" + (f"  {rate / base:8.2f} x Pgx backgammon" if base else ""))
    for name in missing:
        print(f"left out: {name}")


if __name__ == "__main__":
    main()
