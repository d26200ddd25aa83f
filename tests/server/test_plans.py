"""Answers given in advance, and claims that say when they are possible."""

import time
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.core.frames import NATURE
from wartable.core.match import Match
from wartable.server.play import plans
from wartable.server.storage import schema
from wartable.server.web.routes import claim

from .conftest import new_database
from .harness import Player, Running, running, wait_until

TWO = [{"who": "me"}, {"who": "open"}]


def begin(anna: Player, bert: Player, game: str = "metals", **more: Any) -> str:
    table = anna.new_table(TWO, game=game, **more)
    bert.post(f"/api/tables/{table}/join", {})
    return table


def match_of(server: Running, table: str) -> Match:
    """A copy of the match, to look ahead in."""
    found: Match | None = server.context.tables.lives[table].table.match
    assert found is not None
    return found.copy()


def foreseen(server: Running, table: str) -> tuple[int, str, str, str]:
    """Who is to act, two of their moves after which the other is, and the other's answer to the first."""
    match = match_of(server, table)
    seat = match.due[0]
    found = []
    for move in match.moves():
        ahead = match.copy()
        ahead.play(seat, move.action)
        if ahead.due == (1 - seat,):
            found.append((move.notation, ahead.moves()[-1].notation))
    (first, answer), (second, _) = found[0], found[-1]
    assert first != second
    return seat, first, second, answer


def play(player: Player, table: str, seat: int, move: str) -> None:
    player.post(f"/api/tables/{table}/moves", {"seat": seat, "move": move})


def played(server: Running, table: str) -> list[tuple[int, str]]:
    match = server.context.tables.lives[table].table.match
    assert match is not None
    return [
        (step.seat, match.notation(step.seat, step.action))
        for step in match.steps
        if step.seat != NATURE and not step.forced
    ]


def plan(player: Player, table: str, seat: int, *lines: dict[str, Any], status: int = 200) -> Any:
    return player.post(f"/api/tables/{table}/plan", {"seat": seat, "lines": list(lines)}, status)


def test_what_was_foreseen_is_answered_at_once(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = begin(anna, bert)
        seat, move, _, answer = foreseen(server, table)
        mover, other = (anna, bert) if seat == 0 else (bert, anna)
        plan(other, table, 1 - seat, {"when": move, "play": [answer]})
        assert other.get(f"/api/tables/{table}/plan?seat={1 - seat}") == [
            {"when": move, "play": [answer], "keep": False}
        ]
        play(mover, table, seat, move)
        wait_until(lambda: len(played(server, table)) >= 2)
        assert played(server, table)[:2] == [(seat, move), (1 - seat, answer)]
        wait_until(lambda: other.get(f"/api/tables/{table}/plan?seat={1 - seat}") == [])


def test_where_something_else_happens_the_turn_is_left_to_its_player(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = begin(anna, bert)
        seat, move, another, answer = foreseen(server, table)
        mover, other = (anna, bert) if seat == 0 else (bert, anna)
        plan(other, table, 1 - seat, {"when": move, "play": [answer]})
        play(mover, table, seat, another)
        wait_until(lambda: other.get(f"/api/tables/{table}/plan?seat={1 - seat}") == [])
        assert played(server, table) == [(seat, another)]


def test_a_standing_answer_stays_and_an_illegal_one_plays_nothing(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = begin(anna, bert)
        seat, move, _, answer = foreseen(server, table)
        mover, other = (anna, bert) if seat == 0 else (bert, anna)
        plan(other, table, 1 - seat, {"play": ["dance on the table"]}, {"play": [answer], "keep": True})
        play(mover, table, seat, move)
        wait_until(lambda: len(played(server, table)) >= 2)
        kept = [{"when": "", "play": [answer], "keep": True}]
        wait_until(lambda: other.get(f"/api/tables/{table}/plan?seat={1 - seat}") == kept)
        assert played(server, table)[1] == (1 - seat, answer)
        plan(other, table, 1 - seat)
        assert other.get(f"/api/tables/{table}/plan?seat={1 - seat}") == []


def test_on_ones_own_turn_there_is_nothing_to_answer_in_advance(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = begin(anna, bert)
        seat, move, _, answer = foreseen(server, table)
        mover, other = (anna, bert) if seat == 0 else (bert, anna)
        assert "your turn" in plan(mover, table, seat, {"play": [move]}, status=409)["error"]
        plan(mover, table, seat)
        play(mover, table, seat, move)
        plan(mover, table, seat, {"when": answer, "play": [move]})
        assert "your turn" in plan(other, table, 1 - seat, {"play": [answer]}, status=409)["error"]


def test_a_plan_is_its_players_secret(server: Running) -> None:
    with Player(server) as anna, Player(server, "Bert") as bert, Player(server) as nobody:
        anna.register("Anna")
        table = begin(anna, bert)
        if foreseen(server, table)[0] == 0:
            play(anna, table, 0, foreseen(server, table)[1])
        plan(anna, table, 0, {"play": ["a secret word"], "keep": True})
        bert.get(f"/api/tables/{table}/plan?seat=0", 403)
        plan(bert, table, 0, {"play": ["x"]}, status=403)
        nobody.get(f"/api/tables/{table}/plan?seat=0", 401)
        for player, path in ((bert, f"/api/tables/{table}?seat=1"), (nobody, f"/api/tables/{table}")):
            assert "secret word" not in player.http.get(path).text
        assert anna.get("/api/me/export")["plans"][0]["lines"][0]["play"] == ["a secret word"]


def test_what_others_could_do_in_secret_is_not_told_by_what_a_plan_takes(server: Running) -> None:
    """City of Iron: a condition stays as it was written, whether the others could do it or not."""
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = begin(anna, bert, "city_of_iron")
        seat = anna.get(f"/api/tables/{table}")["due"][0]
        legal = match_of(server, table).moves(seat)[0].label
        other = (anna, bert)[1 - seat]
        for when in (legal, "no such thing"):
            plan(other, table, 1 - seat, {"when": when, "play": ["x"], "keep": True})
            kept = other.get(f"/api/tables/{table}/plan?seat={1 - seat}")
            assert [line["when"] for line in kept] == [when]


@pytest.mark.parametrize(
    "lines",
    [
        [{"play": []}],
        [{"play": [""]}],
        [{"play": ["x" * 201]}],
        [{"play": ["x"] * 9}],
        [{"play": ["x"]}] * 6,
        [{"play": ["x"], "secret": 1}],
    ],
)
def test_what_is_no_plan_is_refused(server: Running, lines: list[dict[str, Any]]) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = begin(anna, bert)
        plan(anna, table, 0, *lines, status=422)
        with server.context.store.engine.connect() as connection:
            assert connection.execute(sa.select(schema.plans)).all() == []


def test_another_process_carries_out_what_it_did_not_know_of(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "LOOK_SECONDS", 0.3)
    url = new_database(postgres)
    with running(url) as one, running(url) as two, Player(one, "Anna") as anna, Player(one, "Bert") as bert:
        table = begin(anna, bert)
        seat, move, _, answer = foreseen(one, table)
        mover, other = (anna, bert) if seat == 0 else (bert, anna)
        plan(other, table, 1 - seat, {"when": move, "play": [answer]})
        with Player(two) as there:
            there.http.cookies.update(mover.http.cookies)
            play(there, table, seat, move)
            wait_until(lambda: there.get(f"/api/tables/{table}")["due"] == [seat])
        wait_until(lambda: len(played(one, table)) == 2)
        assert played(one, table) == [(seat, move), (1 - seat, answer)]


def test_a_plan_of_a_match_that_is_over_is_refused(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = begin(anna, bert)
        with anna.sit(table) as chair:
            chair.ask("resign", seat=0)
        assert "over" in plan(bert, table, 1, {"play": ["x"]}, status=409)["error"]


# Claims


def test_a_claim_says_who_is_waited_for_and_from_when_on_it_can_be_made(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert, Player(server, "Carl") as carl:
        table = begin(anna, bert)
        seat = anna.get(f"/api/tables/{table}")["due"][0]
        mover, other = (anna, bert) if seat == 0 else (bert, anna)
        name = ("Anna", "Bert")[seat]
        found = other.get(f"/api/tables/{table}/claim")
        assert (found["kind"], found["names"], found["now"]) == ("win", [name], False)
        assert found["opens"] == pytest.approx(time.time() + 14 * 86400, abs=60)
        assert mover.get(f"/api/tables/{table}/claim")["kind"] == "yours"
        carl.get(f"/api/tables/{table}/claim", 409)
        other.post(f"/api/tables/{table}/claim", {}, 409)
        later = time.time() + 15 * 86400
        monkeypatch.setattr(claim, "steady_time", lambda: later)
        assert other.get(f"/api/tables/{table}/claim")["now"]
        other.post(f"/api/tables/{table}/claim", {})
        assert other.get(f"/api/tables/{table}")["status"] == "over"
        timed = begin(anna, bert, clock={"kind": "move", "seconds": 600})
        assert bert.get(f"/api/tables/{timed}/claim")["kind"] == "clock"
