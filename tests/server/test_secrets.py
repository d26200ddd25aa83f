"""Hidden information: every byte that a viewer gets is a function of its hidden record alone.

Two matches are played side by side that differ in what the viewer may not know and in nothing else: wherever the
hidden records of a seat are equal, so must be everything that the server says to that seat.
"""

import json
from collections import deque
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from websockets.frames import Frame, Opcode

from wartable.bots import make_bot
from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match, Step, dice
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import draw, generator
from wartable.server.live import serializers
from wartable.server.play import bots as botplay
from wartable.server.tables import stream
from wartable.server.web import connection_limits as guarded

from .harness import Player, Running, Shown, all_choices, running

MOST_BYTES = 20_000
"""What all that comes of a decision may take on the wire."""


def said(match: Match, state: record.Record, seat: int) -> str:
    """What the server would send of a position, as text."""
    view = hidden(state, match.box, seat)
    facts: dict[str, Any] = {
        "record": stream.record_json(view),
        "prompt": serializers.prompt_text(match.see(seat), view),
        "scene": serializers.scene_json(match.game.view.scene(view, match.box, seat), match.players),
    }
    return json.dumps(facts)


def twin(match: Match, seat: int, seed: int) -> record.Record:
    """Another complete state that looks the same from the seat."""
    state = hidden(match.full_state(), match.box, seat)
    generic.fill(state, match.box, seat, generator(seed))
    return state


def moments(game: Game, seed: int, count: int) -> Match:
    match = Match.start(game, players=game.seats[-1], seed=seed)
    rng = generator(seed)
    for _ in range(count):
        if match.is_over:
            break
        seat = match.due[int(draw(rng, len(match.due)))]
        legal = match.legal(seat)
        match.play(seat, legal[int(draw(rng, len(legal)))])
    return match


@pytest.mark.parametrize("length", [5, 40, 120])
def test_positions_that_look_alike_are_shown_alike(each_game: Game, length: int) -> None:
    match = moments(each_game, length, length)
    for viewer in (SPECTATOR, *match.seats):
        mine = said(match, match.full_state(), viewer)
        for seed in range(3):
            other = twin(match, viewer, seed)
            assert np.array_equal(hidden(other, match.box, viewer), match.observe(viewer))
            assert said(match, other, viewer) == mine


def test_what_is_told_of_a_step_follows_from_what_is_seen(each_game: Game) -> None:
    """The log of a step is the same for a hidden move whatever it was: words get None where it may not be known."""
    match = moments(each_game, 3, 60)
    for step in match.steps:
        for viewer in (SPECTATOR, *match.seats):
            if step.seat == viewer or generic.sees(step.before, match.box, viewer, step.seat, step.action):
                continue
            lines = serializers.log_json(match.see(viewer), [(step.number, step)])
            assert [line["text"] for line in lines] == _told_blindly(match, step, viewer)
            assert _reveals_nothing(step, lines)


def _told_blindly(match: Match, step: Step, viewer: int) -> list[str]:
    """What a viewer is told who does not know the action: by notes that are for it."""
    return [sentence.named(match.players) for sentence in match.see(viewer).tell(step)]


def _reveals_nothing(step: Step, lines: list[dict[str, Any]]) -> bool:
    return all(
        set(line) == {"step", "seat", "text", "rule", "level", "moment", "note"} and line["step"] == step.number
        for line in lines
    )


class Recorder:
    """Everything that a socket was sent, in order."""

    def __init__(self, texts: list[str]) -> None:
        self.messages = [json.loads(text) for text in texts]

    def states(self) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] in ("table", "update")]


@pytest.mark.parametrize("shows", ["scene", "record"])
def test_every_byte_to_a_seat_is_a_function_of_its_hidden_records(
    each_game: Game, server_once: Running, shows: str
) -> None:
    """Play a whole match over sockets; make every message again from hidden records; compare."""
    with Player(server_once, "Recorded") as anna:
        places = [{"who": "me"}] + [{"who": "bot", "bot": "random"}] * (each_game.seats[0] - 1)
        table = anna.post("/api/tables", {"game": each_game.name, "seats": places})["table"]
        with (
            anna.sit(table, f"show={shows}&seat=0") as chair,
            Player(server_once) as other,
            other.sit(table, f"show={shows}") as watcher,
        ):
            for turn in range(25):
                chair.wait_turn(0)
                if chair.state["status"] == "over":
                    break
                legal = chair.state.get("legal") or [choice["action"] for choice in chair.state["choices"]]
                side_by_side = len(chair.state["due"]) > 1
                reply = chair.ask("move", seat=0, number=chair.state["number"], action=legal[turn % len(legal)])
                # Side by side, a bot's last action may come in between: what is left to this seat is then forced.
                assert reply["ok"] or (side_by_side and reply["code"] in ("stale", "not-due")), reply
                watcher.ask("ping")
            chair.ask("ping")
            watcher.ask("ping")
            sent = {0: Recorder(chair.bytes), SPECTATOR: Recorder(watcher.bytes)}
        live = server_once.context.tables.lives[table]
        match = live.table.match
        assert match is not None
        for seat, recorder in sent.items():
            _check_messages(match, seat, recorder, shows, live.table.row.seed.hex())


def test_what_comes_of_a_decision_is_light_on_the_wire(
    each_game: Game, server_once: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same dice and bots each time; `benchmarks/playback.py wire` measures more of it."""
    monkeypatch.setattr(dice, "new_seed", lambda: bytes(range(dice.SEED_BYTES)))
    monkeypatch.setattr(botplay, "make_bot", lambda name, game, seed, threads: make_bot(name, game, 7, threads))
    with Player(server_once, "Light") as anna:
        places = [{"who": "me"}] + [{"who": "bot", "bot": "random"}] * (each_game.seats[-1] - 1)
        table = anna.post("/api/tables", {"game": each_game.name, "seats": places})["table"]
        with anna.sit(table, "show=scene&seat=0") as chair:
            asked = []
            for turn in range(30):
                chair.wait_turn(0)
                asked.append(len(chair.bytes))
                if chair.state["status"] == "over":
                    break
                choices = chair.state["choices"]
                action = choices[turn % len(choices)]["action"]
                side_by_side = len(chair.state["due"]) > 1
                reply = chair.ask("move", seat=0, number=chair.state["number"], action=action)
                assert reply["ok"] or (side_by_side and reply["code"] in ("stale", "not-due")), reply
            assert len(asked) > 2
            sizes = packed(chair.bytes)
            assert max(sum(sizes[start:end]) for start, end in pairwise(asked)) <= MOST_BYTES


def packed(texts: list[str]) -> list[int]:
    """What messages take on a line, one after the other."""
    compressing = guarded._Compressing(deque(maxlen=8))
    _, line = compressing.process_request_params([("client_max_window_bits", None)], [])
    return [len(line.encode(Frame(Opcode.TEXT, text.encode())).data) for text in texts]


def learned(match: Match, seat: int) -> list[Step]:
    """The steps that a viewer learns of: its own, those it sees, and those that change its hidden record."""
    found = []
    for step in match.steps:
        views = [hidden(state, match.box, seat).tobytes() for state in (step.before, step.after)]
        seen = generic.sees(step.before, match.box, seat, step.seat, step.action)
        if step.seat == seat or seen or views[0] != views[1]:
            found.append(step)
    return found


def _written(value: Any) -> Any:
    """As it is read from a message."""
    return json.loads(json.dumps(value))


def _check_messages(match: Match, seat: int, recorder: Recorder, shows: str, seed: str) -> None:
    steps = learned(match, seat)
    told: list[dict[str, Any]] = []
    shown = Shown()
    known: dict[str, Any] = {}
    for message in recorder.states():
        # What is as before is left out of an update.
        if message["type"] == "update" and "choices" in message:
            message["choices"] = all_choices(known["choices"], message["choices"])
        known = {**({} if message["type"] == "table" else known), **message}
        # A viewer's number counts what the viewer has learned of, and nothing else.
        number = message["number"]
        state = steps[number - 1].after if number else match.at(0)
        view = hidden(state, match.box, seat)
        if known["status"] != "over":
            assert seed not in json.dumps(message)
        if shows == "record":
            assert message["record"] == stream.record_json(view)
            assert not {"scene", "frames", "log"} & set(message)
            continue
        assert known["prompt"] == serializers.prompt_text(match.see(seat), view)
        if seat == SPECTATOR or seat not in known["due"]:
            assert not known["choices"]
        if message["type"] == "table":
            told, shown = list(message["log"]), Shown().whole(message["scene"])
        shown.outlines |= message.get("outlines", {})
        # The frames of an update, played one after the other, lead to what is seen then.
        for frame in message.get("frames", ()):
            told += frame["log"]
            shown.play(frame)
        expected = serializers.scene_json(match.game.view.scene(view, match.box, seat), match.players)
        assert shown.things == Shown().whole(_written(expected)).things
    if shows == "scene":
        lines = json.loads(json.dumps(serializers.log_json(match.see(seat), enumerate(steps))))
        # The first message has the last page of the log.
        first = next((number for number, line in enumerate(lines) if told and line == told[0]), 0)
        assert told == lines[first : first + len(told)]


@pytest.fixture(scope="module")
def server_once(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(f"sqlite:///{tmp_path_factory.mktemp('secrets') / 'wartable.db'}") as server:
        yield server


def test_nature_is_never_asked_of_a_player(each_game: Game) -> None:
    match = moments(each_game, 9, 30)
    assert NATURE not in match.due
