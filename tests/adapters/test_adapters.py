"""Each adapter passes its ecosystem's own conformance tests, for all games at all player counts."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

from wartable.batch import ForbiddenAction
from wartable.core.frames import SPECTATOR
from wartable.drawing.tints import untinted
from wartable.errors import BadOption

# PettingZoo's own tests load its games in a way that it warns of itself.
pytestmark = pytest.mark.filterwarnings("ignore:The old environment creation API")


def tables():
    from wartable.core.registry import all_games

    return [
        pytest.param(game.name, players, id=f"{game.name}-{players}") for game in all_games() for players in game.seats
    ]


@pytest.mark.parametrize(("name", "players"), tables())
def test_pettingzoo_api(name, players):
    from pettingzoo.test import api_test, seed_test

    from wartable.adapters.pettingzoo import TableEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(TableEnv(name, players), num_cycles=60)
        seed_test(lambda: TableEnv(name, players), num_cycles=40)


@pytest.mark.parametrize(("name", "players"), tables())
def test_pettingzoo_max_cycles(name, players):
    """PettingZoo's own test knows environments that ask all agents in every cycle, and those that it makes of them."""
    from types import SimpleNamespace

    from pettingzoo.test import max_cycles_test, parallel_api_test
    from pettingzoo.utils.conversions import parallel_to_aec

    from wartable.adapters.pettingzoo import parallel_env

    def make(**choices):
        return parallel_env(name, players=players, **choices)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        max_cycles_test(SimpleNamespace(parallel_env=make, env=lambda **choices: parallel_to_aec(make(**choices))))
        parallel_api_test(make(), num_cycles=30)


def test_pettingzoo_parallel_plays_the_action_of_the_seat_with_the_choice():
    from wartable.adapters.pettingzoo import CycleEnv

    env = CycleEnv("metals")
    seen, infos = env.reset(seed=1)
    rewards: dict[str, float] = {}
    cycles = 0
    while env.agents:
        (asked,) = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        assert infos[asked]["action_mask"].any()
        forbidden = {agent: int((seen[agent]["action_mask"] == 0).argmax()) for agent in env.agents}
        with pytest.raises(ForbiddenAction):
            env.step(forbidden)
        legal = int(env.action_space(asked).sample())
        assert seen[asked]["action_mask"][legal] == 1
        seen, rewards, *_, infos = env.step({**forbidden, asked: legal})
        cycles += 1
    assert sum(rewards.values()) == 1
    assert cycles > 10


@pytest.mark.parametrize(("name", "players"), tables())
def test_pettingzoo_truncates_after_max_cycles(name, players):
    from wartable.adapters.pettingzoo import TableEnv

    env = TableEnv(name, players, max_cycles=7)
    env.reset(seed=1)
    for agent in env.agents:
        env.action_space(agent).seed(1)
    steps = 0
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        env.step(int(env.action_space(agent).sample(observation["action_mask"])))
        steps += 1
    assert steps == 7


def test_pettingzoo_can_be_saved_and_restored():
    from wartable.adapters.pettingzoo import TableEnv

    env = TableEnv("metals")
    env.reset(seed=4)
    saved = env.save()
    trail = []
    for _ in range(2):
        env.restore(saved)
        seen = []
        for _ in range(20):
            action = int(env.observe(env.agent_selection)["action_mask"].argmax())
            env.step(action)
            seen.append((env.agent_selection, action))
        trail.append(seen)
    assert trail[0] == trail[1]


@pytest.mark.parametrize(("name", "players"), tables())
def test_gymnasium_checker(name, players):
    from gymnasium.utils.env_checker import check_env

    from wartable.adapters.gymnasium import SeatEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = SeatEnv(name, ["random"], seat=players - 1, players=players, forbidden="lose")
        check_env(env, skip_render_check=True)


def test_gymnasium_can_count_a_forbidden_action_as_lost():
    from wartable.adapters.gymnasium import SeatEnv

    env = SeatEnv("metals", ["random"], forbidden="lose")
    _, info = env.reset(seed=3)
    before = env.desk.s.tobytes()
    _, reward, over, _, info = env.step(np.int64((info["action_mask"] == 0).argmax()))
    assert (reward, over, info["forbidden"]) == (0.0, True, True)
    assert env.desk.s.tobytes() == before


def test_gymnasium_plays_to_the_end_and_refuses_forbidden_actions():
    from wartable.adapters.gymnasium import SeatEnv

    env = SeatEnv("metals", ["random"], render_mode="ansi")
    _, info = env.reset(seed=3)
    over, reward = False, 0.0
    while not over:
        with pytest.raises(ForbiddenAction):
            env.step(np.int64((info["action_mask"] == 0).argmax()))
        _, reward, over, _, info = env.step(np.int64(info["action_mask"].argmax()))
    assert reward in (0, 0.5, 1)
    assert "points" in str(env.render())
    with pytest.raises(BadOption, match="the seats are 0 to 1"):
        SeatEnv("metals", seat=5)


@pytest.mark.parametrize(("name", "players"), tables())
def test_open_spiel_random_simulation(name, players):
    import pyspiel

    import wartable.adapters.openspiel

    assert f"python_wartable_{name}" in wartable.adapters.openspiel.NAMES
    game = pyspiel.load_game(f"python_wartable_{name}(players={players})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_open_spiel_shows_the_board_of_each_position():
    import pyspiel

    import wartable.adapters.openspiel  # noqa: F401

    game = pyspiel.load_game("python_wartable_metals")
    state, first = game.new_initial_state(), game.new_initial_state()
    opening = str(first)
    seen = {opening}
    for _ in range(12):
        codes = [code for code, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(codes[-1])
        board = untinted(state.table.view.board(state.view(SPECTATOR), state.box, SPECTATOR))
        drawn = board.format(*state.table.seat_names)
        assert str(state) == str(state.clone()) == drawn
        assert str(first) == opening
        seen.add(drawn)
    assert len(seen) > 3


def test_open_spiel_resamples_what_looks_the_same():
    import pyspiel

    import wartable.adapters.openspiel  # noqa: F401

    game = pyspiel.load_game("python_wartable_metals")
    state = game.new_initial_state()
    rng = np.random.default_rng(2)
    for _ in range(30):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_gymnasium_finds_the_games_without_an_import():
    code = 'import gymnasium; print(gymnasium.make("wartable.adapters.gymnasium:wartable/Metals-v0").unwrapped)'
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "SeatEnv" in done.stdout, done.stderr


def test_observations_keep_to_the_ranges_of_their_space(each_game):
    from wartable.adapters.vector import TablesEnv

    env = TablesEnv(each_game.name, num_envs=8, opponents=None, players=each_game.seats[-1])
    space = env.single_observation_space
    assert np.isfinite(space.low).all() and np.isfinite(space.high).any()
    seen, _ = env.reset(seed=1)
    for _ in range(150):
        assert all(space.contains(one) for one in seen)
        seen = env.step(env.action_space.sample())[0]


def test_samples_of_many_tables_are_legal():
    from wartable.adapters.vector import TablesEnv

    env = TablesEnv("metals", num_envs=16, opponents="random", seat="random")
    env.action_space.seed(1)
    _, infos = env.reset(seed=1)
    for _ in range(60):
        actions = env.action_space.sample()
        assert env.action_space.contains(actions)
        over = ~infos["action_mask"].any(axis=1)
        assert (infos["action_mask"][np.arange(16), actions].astype(bool) | over).all()
        infos = env.step(actions)[-1]


def test_pettingzoo_samples_are_legal():
    from wartable.adapters.pettingzoo import TableEnv

    env = TableEnv("metals")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            break
        action = env.action_space(agent).sample()
        assert observation["action_mask"][action]
        env.step(action)
