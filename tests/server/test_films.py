"""What happened is sent in frames that a client plays one after the other."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.drawing.draw import draw_thing, named
from wartable.drawing.faces import Faces
from wartable.games.heroes import GAME as HEROES
from wartable.server.live import broadcast, serializers
from wartable.server.live import playback as films

from .harness import Player, Running, Shown, running


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('films') / 'wartable.db'}") as server:
        yield server


def played(film: dict[str, Any]) -> Shown:
    """The table after the frames of a film."""
    shown = Shown().whole(film["scene"])
    for frame in film["frames"]:
        shown.play(frame)
    return shown


def some_steps(game: Game, count: int) -> Match:
    match = Match.start(game, seed=5)
    while len(match.steps) < count and not match.is_over:
        legal = match.legal(match.due[0])
        match.play(match.due[0], legal[len(match.steps) * 7 % len(legal)])
    return match


@pytest.mark.parametrize("most", [60, 1])
def test_frames_lead_from_the_scene_before_to_the_scene_after(
    each_game: Game, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many of them are drawn, every sentence is in one of them, in order."""
    monkeypatch.setattr(films, "MOST_DRAWN", most)
    match = some_steps(each_game, 24)
    steps = list(enumerate(match.steps))[-8:]
    for viewer in (SPECTATOR, 0):
        found = json.loads(json.dumps(broadcast.replayed(match.see(viewer), steps)))
        after = Shown().whole(json.loads(json.dumps(serializers.scene_json(match.see(viewer).scene, match.players))))
        shown = played(found)
        assert shown.things == after.things
        assert shown.panels == after.panels
        told = [line for frame in found["frames"] for line in frame["log"]]
        assert told == json.loads(json.dumps(serializers.log_json(match.see(viewer), steps)))


def test_a_scene_has_each_outline_once_and_loses_nothing(each_game: Game) -> None:
    match = some_steps(each_game, 24)
    scene = match.see(SPECTATOR).scene
    sent = serializers.scene_json(scene, match.players)
    assert all(len(outline) >= serializers.LONG for outline in sent["outlines"].values())
    markup = [thing["markup"] for thing in sent["things"]]
    assert not any(outline in text for outline in sent["outlines"].values() for text in markup)
    faces = Faces(scene.world.title_face, scene.world.text_face)
    drawn = {thing.id: draw_thing(named(thing, match.players), faces) for thing in scene.things}
    shown = Shown().whole(sent)
    assert {id: thing["markup"] for id, thing in shown.things.items()} == drawn
    assert len(json.dumps(sent)) < len(json.dumps([shown.things, shown.panels]))


def test_a_deed_and_what_came_of_it_are_frames_of_their_own() -> None:
    match = Match.start(find_game("metals"), seed=1)
    match.play(match.due[0], "+a1n")
    last = len(match.steps) - 1
    found = broadcast.replayed(match.see(0), [(last, match.steps[last])])
    assert len(found["frames"]) > 1
    assert all(len(frame["log"]) == 1 for frame in found["frames"])


def test_what_is_said_before_it_is_done_is_seen_when_it_is_said() -> None:
    """Thrones tells a move first, and moves the piece then, which has no words of its own."""
    match = some_steps(find_game("thrones"), 300)
    moves = [step for step in match.steps if match.notes(step) and match.notes(step)[0].name == "moves"]
    assert moves
    for step in moves[:4]:
        frames = broadcast.replayed(match.see(0), [(step.number, step)])["frames"]
        assert "moves" in frames[0]["log"][0]["note"]["kind"]
        assert frames[0]["things"]


def test_a_moment_that_cannot_be_drawn_shows_in_the_next_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.start(find_game("metals"), seed=1)
    match.play(match.due[0], "+a1n")
    steps = [(1, match.steps[1])]
    whole = broadcast.replayed(match.see(0), steps)
    monkeypatch.setattr(films.Film, "_draw", lambda film, view: None)
    cut = broadcast.replayed(match.see(0), steps)
    assert len(cut["frames"]) == 1
    assert played(cut).things == played(whole).things


def test_a_step_of_the_log_can_be_seen_again(sqlite: Running) -> None:
    with Player(sqlite, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "me"}])
        with anna.sit(table, "show=scene&seat=0") as chair:
            seat = chair.state["due"][0]
            anna.post(f"/api/tables/{table}/moves", {"seat": seat, "move": "+a1n"})
            while "frames" not in chair.state:
                chair.receive()
            frames = chair.state["frames"]
            step = frames[0]["log"][0]["step"]
            again = chair.ask("film", step=step)
            assert [line["text"] for frame in again["frames"] for line in frame["log"]] == [
                line["text"] for frame in frames for line in frame["log"] if line["step"] == step
            ]
            assert "metal-0-0" not in {thing["id"] for thing in again["scene"]["things"]}
            assert chair.ask("film", step=99)["code"] == "no-step"


def test_a_seat_that_is_out_is_said_to_be(sqlite: Running) -> None:
    with Player(sqlite, "Anna") as anna:
        table = anna.new_table([{"who": "me"}, {"who": "bot", "bot": "random"}], game="heroes")
        with anna.sit(table, "show=scene&seat=0") as chair:
            assert [seat["out"] for seat in chair.state["seats"]] == [False, False]
    s = HEROES.new_state(box := HEROES.new_box(seats=2))
    s.players[1].out = 1
    assert HEROES.out is not None
    assert [HEROES.out(s, box, seat) for seat in range(2)] == [False, True]


def test_the_end_of_a_match_is_a_moment_in_every_game(each_game: Game) -> None:
    assert each_game.moments
    assert all(kind in each_game.told for kind in each_game.moments)


def test_points_rise_from_the_spaces_that_earn_them_and_hits_spark() -> None:
    """What is seen at a thing names one of the table, and all points that were gained have risen from somewhere."""
    match = some_steps(find_game("metals"), 60)
    found = broadcast.replayed(match.see(), list(enumerate(match.steps)))
    spots = [spot for frame in found["frames"] for spot in frame.get("spots", ())]
    named = {thing.id for thing in match.see(SPECTATOR).scene.things}
    assert {spot["thing"] for spot in spots} <= named
    state = match.observe(SPECTATOR)
    assert sum(spot.get("gains", 0) for spot in spots) == sum(side.points for side in state.sides) > 0
    hits = [line for frame in found["frames"] for line in frame["log"] if line["rule"] in ("MT-4.7", "MT-4.8")]
    assert sum(spot.get("struck", False) for spot in spots) == len(hits) > 0
