"""The text table in OpenEnv: as an object, and over the library's own server and client."""

import socket
import threading
import time

import pytest

pytest.importorskip("openenv.core", reason="no OpenEnv: pip install 'wartable[openenv]'")
module = pytest.importorskip("wartable.text.openenv")


def test_a_match_is_played_to_its_end_and_pays_its_share(each_game):
    env = module.OpenEnvTable(each_game.name, bot="random", tries=1)
    told = env.reset(seed=3)
    assert "You play" in told.text and not told.done
    for _ in range(12):
        told = env.step(module.Answer(text="#1"))
        if told.done:
            break
    if not told.done:
        told = env.step(module.Answer(text="nonsense"))
    assert told.done and told.reward == env.table.shares[0] and env.state.over
    assert "over" in env.step(module.Answer(text="#1")).text


def test_equal_seeds_tell_the_same_and_a_refusal_is_told():
    env = module.OpenEnvTable("metals", bot="greedy")
    first = env.reset(seed=7).text
    refused = env.step(module.Answer(text="fly"))
    assert "Tries left: 2" in refused.text and not refused.done and env.state.step_count == 1
    assert env.reset(seed=7).text == first and env.state.step_count == 0


def test_it_is_played_over_the_librarys_server_and_client():
    import uvicorn
    from openenv.core import GenericEnvClient
    from openenv.core.env_server import create_fastapi_app

    app = create_fastapi_app(lambda: module.OpenEnvTable("metals", bot="random"), module.Answer, module.Told)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.01)
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            with GenericEnvClient(base_url=address).sync() as client:
                assert "You play Metals" in client.reset(seed=3).observation["text"]
                result = client.step({"text": "#1"})
                assert "what do you do?" in result.observation["text"] and not result.done
        finally:
            server.should_exit = True
            thread.join()
