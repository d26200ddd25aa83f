"""The text table in TextArena, played with the library's own wrapper."""

import random

import pytest

ta = pytest.importorskip("textarena", reason="no TextArena: pip install 'wartable[textarena]'")
TextArenaEnv = pytest.importorskip("wartable.text.textarena").TextArenaEnv


def play(env, answer, most=400):
    for _ in range(most):
        player, text = env.get_observation()
        done, _ = env.step(answer(player, text))
        if done:
            break
    return env.close()


def test_a_match_is_played_through_the_wrapper(each_game):
    env = ta.wrappers.LLMObservationWrapper(TextArenaEnv(each_game.name, tries=1))
    env.reset(num_players=each_game.seats[0], seed=1)
    dice, asked = random.Random(1), []

    def answer(player, text):
        asked.append(text)
        return "nonsense" if len(asked) > 8 else f"[#{dice.randint(1, 2)}]"

    rewards, info = play(env, answer)
    assert all("what do you do?" in text for text in asked)
    assert sorted(rewards.values())[0] == -1 and len(rewards) == each_game.seats[0]
    loser = min(rewards, key=rewards.get)
    assert info[loser]["invalid_move"] and sum(one["turn_count"] for one in info.values()) == len(asked)


def test_a_whole_match_gives_the_win_to_the_winner():
    env = TextArenaEnv("metals", bots={1: "random"})
    env.reset(num_players=2, seed=3)
    rewards, _ = play(env, lambda player, text: "#1")
    assert rewards == {seat: 2 * share - 1 for seat, share in enumerate(env.table.match.outcome.scores)}


def test_a_refusal_is_told_to_its_seat_alone():
    env = TextArenaEnv("metals")
    env.reset(num_players=2, seed=3)
    player, _ = env.get_observation()
    done, info = env.step("nonsense")
    assert not done and "Tries left: 2" in info["refused"]
    assert env.state.observations[1 - player] == []
    again, ((_, text, kind),) = env.get_observation()
    assert again == player and text == info["refused"] and kind == ta.ObservationType.GAME_ADMIN
