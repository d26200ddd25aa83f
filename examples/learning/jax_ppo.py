"""PPO in JAX: the tables hand over NumPy arrays, and choosing and learning are two compiled functions.

wartable install jax
python examples/learning/jax_ppo.py --game metals --seconds 120
"""

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from wartable.adapters.vector import TablesEnv

TABLES, STEPS, EPOCHS, BATCH, WIDTH = 256, 32, 3, 1024, 128
DISCOUNT, TRACE, CLIP, RATE, ENTROPY = 0.99, 0.95, 0.2, 1e-3, 0.01


def new_net(key: Any, numbers: int, actions: int) -> Any:
    sizes = {"a": (numbers, WIDTH), "b": (WIDTH, WIDTH), "policy": (WIDTH, actions), "value": (WIDTH, 1)}
    keys = zip(jax.random.split(key, len(sizes)), sizes.items(), strict=True)
    return {name: jax.random.normal(one, size) / size[0] ** 0.5 for one, (name, size) in keys}


def judge(net: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
    """The log probabilities of all actions, and the value."""
    hidden = jax.nn.relu(jax.nn.relu(seen @ net["a"]) @ net["b"])
    return jax.nn.log_softmax(jnp.where(mask, hidden @ net["policy"], -1e9)), (hidden @ net["value"])[:, 0]


@jax.jit
def choose(net: Any, key: Any, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
    chances, value = judge(net, seen, mask)
    actions = jax.random.categorical(key, chances)
    return actions, jnp.take_along_axis(chances, actions[:, None], 1)[:, 0], value


def loss(net: Any, seen: Any, mask: Any, actions: Any, before: Any, gain: Any, target: Any) -> Any:
    chances, value = judge(net, seen, mask)
    ratio = jnp.exp(jnp.take_along_axis(chances, actions[:, None], 1)[:, 0] - before)
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    surrogate = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
    entropy = -(jnp.exp(chances) * jnp.where(mask, chances, 0)).sum(1)
    return (0.5 * (value - target) ** 2 - surrogate - ENTROPY * entropy).mean()


@jax.jit
def update(net: Any, moments: Any, step: Any, batch: Any) -> tuple[Any, Any]:
    """One step of Adam."""
    slope = jax.grad(loss)(net, *batch)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slope)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], slope)
    rate = RATE * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    return jax.tree.map(lambda w, m, v: w - rate * m / (jnp.sqrt(v) + 1e-8), net, first, second), (first, second)


def advantages(rewards: Any, ended: Any, values: Any) -> Any:
    """Generalised advantage estimates; `values` has one row more than there were steps."""
    result, trace = np.zeros_like(rewards), np.zeros(TABLES, np.float32)
    for t in reversed(range(STEPS)):
        error = rewards[t] + DISCOUNT * values[t + 1] * (1 - ended[t]) - values[t]
        result[t] = trace = error + DISCOUNT * TRACE * (1 - ended[t]) * trace
    return result


def learn(game: str = "metals", seconds: float = 120, seed: int = 1) -> float:
    """Train for this many CPU seconds; returns the share of the last 2,000 matches that it won."""
    envs = TablesEnv(game, TABLES, seat="random", autoreset_mode="SameStep")
    key, rng = jax.random.key(seed), np.random.default_rng(seed)
    net = new_net(key, envs.game.feature_count, envs.game.action_count)
    zeros = jax.tree.map(jnp.zeros_like, net)
    moments, step, start = (zeros, zeros), 0, time.process_time()
    seen, infos = envs.reset(seed=seed)
    won: list[float] = []
    while not won or time.process_time() - start < seconds:
        rows: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            key, now = jax.random.split(key)
            mask = infos["action_mask"] != 0
            actions, before, value = (np.asarray(each) for each in choose(net, now, seen, mask))
            shown = seen
            seen, reward, ended, _, infos = envs.step(actions)
            won += reward[ended].tolist()
            rows.append((shown, mask, actions, before, value, reward.astype(np.float32), ended.astype(np.float32)))
        last = np.asarray(choose(net, key, seen, infos["action_mask"] != 0)[2])
        *data, values, rewards, ends = (np.stack(column) for column in zip(*rows, strict=True))
        gains = advantages(rewards, ends, np.concatenate([values, last[None]]))
        flat = [each.reshape(TABLES * STEPS, *each.shape[2:]) for each in (*data, gains, gains + values)]
        for chosen in (part for _ in range(EPOCHS) for part in rng.permutation(TABLES * STEPS).reshape(-1, BATCH)):
            step += 1
            net, moments = update(net, moments, step, [each[chosen] for each in flat])
        print(f"{time.process_time() - start:5.0f} s, {len(won):,} matches: won {np.mean(won[-2000:]):.3f}", flush=True)
    envs.close()
    return float(np.mean(won[-2000:]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="metals")
    parser.add_argument("--seconds", type=float, default=120, help="of CPU")
    print(f"won {learn(**vars(parser.parse_args())):.3f} of the last 2,000 matches against random")
