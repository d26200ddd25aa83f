"""Many games at once beside the peers: decisions a second on all cores of this machine, as ratios.

    python benchmarks/batch.py [GAME ...] [--size N] [--seconds S]
    python benchmarks/batch.py [GAME ...] --device cuda             random play on a GPU, and what it takes of it

Everybody plays at random with the legal actions known at every step, and games that end start anew. Pgx and Wartable
hold a batch of N games, once stepped from outside (masks in, actions back) and once played inside; PettingZoo and
OpenSpiel hold one game. Rounds are short and taken in turn, and the best of each counts, so that a noisy moment hits
everybody. Peers that are not installed (group `peers`) are left out and named.

On a GPU there are no peers. Games are compiled side by side and measured one after the other, each by whole random
matches in twice as many slots as the GPU holds threads. To see what limits a kernel, let NVIDIA's profiler watch a
single launch of it: `ncu --kernel-name regex:playout --launch-skip 1 ... batch.py GAME --device cuda --once`.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from multiprocessing import get_context
from typing import Any

import numpy as np

from wartable.batch import Batch
from wartable.core.registry import find_game, game_names

Work = Callable[[], int]
"""Play for a moment and return the number of decisions."""

STEPS = 20
FILLS = 2
"""How often the slots of a batch fill all threads of a GPU: the second set takes over as the first comes to its end."""
_turn: Any = nullcontext()


def stepped(name: str, size: int) -> Work:
    """A batch stepped from outside: a random legal action for every game from its mask."""
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


def open_spiel() -> Work:
    from peers import open_spiel_player

    player: Work = open_spiel_player("backgammon")
    return player


def peers(size: int) -> dict[str, Callable[[], Work]]:
    return {
        "Pgx backgammon": lambda: pgx("backgammon", size),
        "Pgx tic_tac_toe": lambda: pgx("tic_tac_toe", size),
        "PettingZoo tictactoe": lambda: pettingzoo("tictactoe_v3"),
        "PettingZoo connect_four": lambda: pettingzoo("connect_four_v3"),
        "OpenSpiel backgammon": open_spiel,
    }


def rates(works: dict[str, Work], seconds: float, rounds: int = 4) -> dict[str, float]:
    """The decisions a second of each, the best of some rounds."""
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


def on_gpu(name: str, seconds: float, once: bool = False) -> dict[str, Any]:
    """The decisions a second of random play, and the resources of a thread: registers, local memory, number of
    threads.

    The matches of a slot follow each other in one launch, so many that a launch takes about a second: slots whose
    matches were short wait for the others at its end.
    """
    from numba import cuda

    game, started = find_game(name), time.perf_counter()
    Batch(game, 1, seed=1, device="cuda").playouts(1)
    compiled = time.perf_counter() - started
    print(f"{name}: compiled in {compiled:.0f} s", file=sys.stderr, flush=True)
    with _turn:
        kernel, threads = playout_of(game)
        (registers,) = kernel.get_regs_per_thread().values()
        (local,) = kernel.get_local_mem_per_thread().values()
        gpu = cuda.get_current_device()
        blocks = gpu.MAX_REGISTERS_PER_MULTIPROCESSOR // (-(-registers // 8) * 8 * threads)
        resident = min(gpu.MAX_THREADS_PER_MULTIPROCESSOR // threads, blocks) * threads
        batch = Batch(game, FILLS * resident * gpu.MULTIPROCESSOR_COUNT, seed=1, device="cuda")
        matches = 4 if once else fitting(batch)
        made, launches, started = 0, 0, time.perf_counter()
        while not launches or (time.perf_counter() - started < seconds and not once):
            made += batch.playouts(matches).decisions
            launches += 1
        spent = time.perf_counter() - started
    return {
        "name": name,
        "decisions_per_second": round(made / spent),
        "matches_per_second": round(batch.size * matches * launches / spent),
        "slots": batch.size,
        "matches_in_a_slot": matches * launches,
        "seconds": round(spent, 2),
        "bytes_per_game": game.state.plain.itemsize,
        "registers": registers,
        "local_bytes": local,
        "threads_per_multiprocessor": resident,
        "compiled_in": round(compiled, 1),
    }


def playout_of(game: Any) -> tuple[Any, int]:
    """The kernel of random play, and the number of threads in one of its blocks."""
    from wartable.batch.cuda import GROUP, THREADS, is_small, kernels_of

    return kernels_of(game)["playout"], THREADS if is_small(game) else GROUP


def fitting(batch: Batch) -> int:
    """The number of matches in each slot that take about a second."""
    matches = 1
    while True:
        started = time.perf_counter()
        batch.playouts(matches)
        spent = time.perf_counter() - started
        if spent > 0.6:
            return matches
        matches = max(matches + 1, min(8 * matches, round(matches / spent)))


def take_turns(lock: Any) -> None:
    global _turn
    _turn = lock


def gpu_report(games: list[str], seconds: float, as_json: bool) -> None:
    context = get_context("spawn")
    with ProcessPoolExecutor(len(games), context, take_turns, (context.Lock(),)) as pool:
        for job in as_completed([pool.submit(on_gpu, name, seconds) for name in games]):
            tell_gpu(job.result(), as_json)


def tell_gpu(row: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(row), flush=True)
        return
    print(
        f"{row['name']:14} {row['decisions_per_second']:14,} decisions/s {row['matches_per_second']:12,} matches/s "
        f"{row['bytes_per_game']:5,} bytes a game; a thread has {row['registers']} registers and "
        f"{row['local_bytes']:,} bytes, a multiprocessor {row['threads_per_multiprocessor']} threads; "
        f"{row['slots']:,} slots, {row['matches_in_a_slot']} matches each",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--once", action="store_true", help="on a GPU: a single launch, for a profiler to watch")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.device == "cuda":
        if arguments.once:
            for name in arguments.games:
                tell_gpu(on_gpu(name, 0, once=True), arguments.json)
        else:
            gpu_report(arguments.games, arguments.seconds, arguments.json)
        return
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
