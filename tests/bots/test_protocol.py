"""The protocol for other people's bots."""

import io
import json
import re
from typing import Any

import pytest

from wartable.bots.bot import RandomBot
from wartable.bots.programs import protocol
from wartable.bots.programs.host import load, serve
from wartable.core.match import Match
from wartable.core.numbers.chance import draw, generator
from wartable.core.record import same
from wartable.errors import WartableError

from ..conftest import ROOT


def test_a_view_comes_back_from_json_as_it_was(each_game):
    match = Match.start(each_game, players=each_game.seats[-1], seed=5)
    rng = generator(5)
    while not match.is_over and len(match.steps) < 120:
        seat = match.due[0]
        legal = match.legal(seat)
        match.play(seat, legal[int(draw(rng, len(legal)))])
    for step in match.steps[::9]:
        text = json.dumps(protocol.as_json(step.before))
        assert same(protocol.record_from(json.loads(text), each_game.state.dtype), step.before)


def question(match, seat, number=0):
    return protocol.choose(match.game, match.observe(seat), match.box, seat, match.legal(seat), number, 1.0)


def test_a_question_has_all_that_a_program_needs(metals):
    match = Match.start(metals, seed=1)
    asked = question(match, match.due[0])
    assert asked["prompt"]
    assert asked["view"]["sides"][0]["pool"] == 3
    assert {option["move"] for option in asked["legal"]} == {move.notation for move in match.moves(match.due[0])}
    assert all(option["label"] for option in asked["legal"])


def test_an_answer_is_a_code_or_a_notation(metals):
    match = Match.start(metals, seed=1)
    asked = question(match, match.due[0], 7)
    option = asked["legal"][2]
    assert protocol.chosen({"action": option["action"]}, asked) == option["action"]
    assert protocol.chosen({"move": option["move"], "number": 7}, asked) == option["action"]
    for bad in ({}, {"action": True}, {"move": "castle"}, {"action": option["action"], "number": 6}):
        with pytest.raises(protocol.BadAnswer):
            protocol.chosen(bad, asked)


def test_a_class_is_hosted(metals):
    """One process, two matches: hello, a question, an answer, and again."""
    match = Match.start(metals, seed=1)
    seat = match.due[0]
    table = protocol.TableInfo("metals", metals.version, 2, {"turn_limit": 20})
    messages = [
        protocol.hello(table, seat, 4, 1.0),
        question(match, seat),
        protocol.end([1.0, 0.0], [3, 2], "goal"),
        protocol.hello(table, seat, 4, 1.0),
        question(match, seat),
    ]
    answers = io.BytesIO()
    serve(RandomBot, io.BytesIO(b"".join(protocol.line_of(message) for message in messages)), answers)
    ready, first, again, second = (json.loads(line) for line in answers.getvalue().splitlines())
    assert (ready["type"], again["type"]) == ("ready", "ready")
    assert first["action"] in match.legal(seat)
    assert first == second, "the same seed and the same question"


def test_a_class_is_loaded_from_a_file_or_a_module():
    assert load(f"{ROOT}/examples/bots/one_ahead.py:OneAhead").__name__ == "OneAhead"
    assert load("wartable.bots.bot:RandomBot") is RandomBot
    with pytest.raises(WartableError, match="no such file"):
        load("nowhere.py:Bot")
    with pytest.raises(WartableError, match="has no class"):
        load("wartable.bots.bot:NoBot")


def test_the_python_in_the_documents_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 3
    scope: dict[str, Any] = {}
    for block in blocks:
        exec(block, scope)
    assert scope["match"].steps
    assert "to win" in capsys.readouterr().out
    assert scope["MyBot"](None, 0).choose(None, None, 0, [4]) == 4


def test_the_documented_messages_are_the_real_ones(metals):
    """docs/bots.md shows each message with exactly the keys that it has."""
    text = (ROOT / "docs" / "bots.md").read_text("utf-8")
    shown = {}
    for line in text.splitlines():
        if line.startswith('{"type"'):
            message = json.loads(line)
            shown[message["type"]] = message
    match = Match.start(metals, seed=1)
    real = [
        protocol.hello(protocol.TableInfo("metals", 1, 2), 0, 1, 1.0),
        question(match, match.due[0]),
        protocol.end([1.0, 0.0], [3, 2], "goal"),
    ]
    for message in real:
        assert set(shown[message["type"]]) == set(message)
    assert set(shown["choose"]["legal"][0]) == set(real[1]["legal"][0])
    assert {"ready", "play"} <= set(shown)
