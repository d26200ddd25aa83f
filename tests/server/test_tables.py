"""Tables: opening, joining, playing to the end, watching, undoing, replaying."""

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from wartable.core.match import Match
from wartable.core.match.verify import verify
from wartable.server.storage.heartbeat import steady_time
from wartable.server.storage.schema import matches

from .harness import Chair, Player, Running, running

TWO = [{"who": "me"}, {"who": "open"}]


def play_out(chairs: dict[int, Chair]) -> None:
    """Play pseudo-random moves until the match is over."""
    place = 7
    first = chairs[0]
    while first.state["status"] != "over":
        for seat in list(first.state["due"]):
            place = (place * 48271 + 11) % 2147483647
            if first.state["status"] != "over":
                before = first.state["number"]
                assert chairs[seat].move(seat, place)["ok"]
                for chair in chairs.values():
                    while chair.state["number"] <= before:
                        chair.receive()


def test_a_newcomer_plays_a_bot_after_one_request_and_without_an_account(server: Running) -> None:
    with Player(server) as nobody:
        table = nobody.post("/api/play", {"game": "metals"})["table"]
        with nobody.sit(table) as chair:
            chair.wait_turn(0)
            number = chair.state["number"]
            assert chair.move(0)["ok"]
            chair.wait_turn(0)
            assert chair.state["number"] > number + 1, "the bot has answered"
        assert nobody.get("/api/me")["user"]["guest"] is True


@pytest.mark.slow
def test_two_people_play_to_the_end_and_the_save_is_sound(anna: Player, bert: Player, tmp_path: Path) -> None:
    table = anna.new_table(TWO, options={"map": "small"})
    assert bert.post(f"/api/tables/{table}/join", {})["seat"] == 1
    with anna.sit(table) as blue, bert.sit(table) as orange:
        blue.until(lambda message: True) if not blue.state["due"] else None
        play_out({0: blue, 1: orange})
        assert blue.state["result"] == orange.state["result"]
    save = anna.http.get(f"/api/tables/{table}/save").text
    path = tmp_path / "match.jsonl"
    path.write_text(save)
    match = Match.load(path)
    assert verify(match).is_sound
    assert match.players == ("Anna", "Bert")
    assert match.outcome is not None
    checked = anna.get(f"/api/tables/{table}/verify")
    assert checked["sound"]
    assert checked["actions"] == len(match.steps)
    steps = anna.get(f"/api/tables/{table}/steps")
    assert steps["count"] == len(match.steps)
    last = anna.get(f"/api/tables/{table}/frames/{steps['count']}")
    assert last["scene"]["things"]
    curve = anna.get(f"/api/tables/{table}/analysis")["shares"]
    assert len(curve) == steps["count"] + 1
    assert all(abs(sum(shares) - 1) < 0.01 for shares in curve)
    searched = anna.get(f"/api/tables/{table}/analysis?by=search")
    assert len(searched["shares"]) == steps["count"] + 1
    assert searched["shares"][-1] == list(match.outcome.scores)
    assert all(mistake["loss"] > 0 for mistake in searched["mistakes"])


def test_a_match_goes_on_after_the_server_was_stopped(database: str) -> None:
    with running(database) as server, Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = anna.new_table(TWO)
        bert.post(f"/api/tables/{table}/join", {})
        with anna.sit(table) as blue, bert.sit(table) as orange:
            for turn in range(6):
                seat = blue.state["due"][0]
                before = blue.state["number"]
                assert (blue, orange)[seat].move(seat, turn)["ok"]
                for chair in (blue, orange):
                    while chair.state["number"] <= before:
                        chair.receive()
            record, number = blue.state["record"], blue.state["number"]
        cookies = dict(anna.http.cookies)
    with running(database) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        with anna.sit(table) as blue:
            assert blue.state["record"] == record
            assert blue.state["number"] == number
            assert blue.state["yours"] == [0]


def test_a_match_that_waits_for_a_bot_goes_on_by_itself_after_a_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.server.play.housekeeping.STALE_BOT_SECONDS", -1.0)
    with running(database, bot_pause=60.0) as server, Player(server) as anna:
        table = anna.post("/api/play", {"game": "metals"})["table"]
        with anna.sit(table) as chair:
            if chair.state["due"] == [0]:
                assert chair.move(0)["ok"]
            number = chair.state["number"]
        cookies = dict(anna.http.cookies)
    with running(database) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        with anna.sit(table) as chair:
            chair.wait_turn(0)
            assert chair.state["number"] > number


def test_a_private_table_is_seen_with_its_invitation_only(anna: Player, bert: Player) -> None:
    made = anna.post("/api/tables", {"game": "metals", "seats": TWO, "private": True})
    table = made["table"]
    bert.get(f"/api/tables/{table}", 404)
    bert.post(f"/api/tables/{table}/join", {}, 404)
    assert table not in [one["id"] for one in bert.get("/api/tables?which=open")]
    assert bert.post(f"/api/tables/{table}/join", {"invite": made["invite"]})["seat"] == 1


def test_a_taken_seat_cannot_be_taken_again(server: Running, anna: Player, bert: Player) -> None:
    table = anna.new_table(TWO)
    bert.post(f"/api/tables/{table}/join", {"seat": 1})
    with Player(server, "Carl") as carl:
        assert "begun" in carl.post(f"/api/tables/{table}/join", {"seat": 1}, 409)["error"]


def test_leaving_before_the_beginning_frees_the_seat_and_the_host_closes_the_table(anna: Player, bert: Player) -> None:
    table = anna.post("/api/tables", {"game": "metals", "seats": TWO})["table"]
    anna.post(f"/api/tables/{table}/leave", {})
    bert.get(f"/api/tables/{table}", 404)


def test_a_spectator_sees_moves_and_can_make_none(server: Running, anna: Player) -> None:
    table = anna.new_table([{"who": "me"}, {"who": "me", "name": "Friend"}])
    with Player(server) as carl, carl.sit(table, "show=scene") as watcher, anna.sit(table) as chair:
        assert watcher.state["you"] == -1
        assert watcher.state["choices"] == []
        assert watcher.ask("move", seat=0, number=watcher.state["number"], action=0)["code"] == "not-yours"
        seat = chair.state["due"][0]
        number = watcher.state["number"]
        anna.post(f"/api/tables/{table}/moves", {"seat": seat, "action": first_legal(anna, table, seat)})
        update = watcher.until(lambda message: message["type"] == "update")
        assert update["number"] > number
        assert any(frame.get("things") for frame in update["frames"])
        assert update["log"]


def first_legal(player: Player, table: str, seat: int) -> int:
    action: int = player.get(f"/api/tables/{table}?seat={seat}")["legal"][0]
    return action


def test_a_refused_touch_names_the_rule(anna: Player) -> None:
    table = anna.new_table([{"who": "me"}, {"who": "me"}])
    with anna.sit(table, "show=scene") as chair:
        seat = chair.state["due"][0]
        answer = chair.ask("why", seat=seat, path=[f"pool-{seat}-0", "space-a1"])
        assert answer["ok"]
        anna.post(f"/api/tables/{table}/moves", {"seat": seat, "move": "+a1n"})
        other = 1 - seat
        answer = chair.ask("why", seat=other, path=[f"pool-{other}-0", "space-a1"])
        assert answer["rule"] == "MT-3.3", answer
        assert "free" in answer["text"]


def test_a_move_by_notation_is_refused_with_its_rule(anna: Player) -> None:
    table = anna.new_table([{"who": "me"}, {"who": "me"}])
    seat = anna.get(f"/api/tables/{table}?seat=0")["due"][0]
    anna.post(f"/api/tables/{table}/moves", {"seat": seat, "move": "+a1n"})
    refused = anna.post(f"/api/tables/{table}/moves", {"seat": 1 - seat, "move": "+a1n"}, 409)
    assert "MT-3.3" in refused["error"]


def test_a_bot_agrees_to_a_takeback(anna: Player) -> None:
    table = anna.post("/api/play", {"game": "metals"})["table"]
    with anna.sit(table) as chair:
        chair.wait_turn(0)
        before = chair.state["record"]
        assert chair.move(0)["ok"]
        chair.wait_turn(0)
        assert chair.ask("undo", seat=0)["done"] == "undone"
        chair.wait_turn(0)
        assert chair.state["record"] == before


def test_secret_steps_are_taken_back_one_after_the_other(anna: Player) -> None:
    """Nobody else learns of such a takeback; it is no longer asked for, once it is done."""
    table = anna.post("/api/play", {"game": "thrones"})["table"]
    with anna.sit(table) as chair:
        chair.wait_turn(0)
        before = []
        for place in (-1, 0, 1):
            before.append(chair.state["record"])
            assert chair.move(0, place)["ok"]
        for record in reversed(before):
            assert chair.ask("undo", seat=0).get("done") == "undone"
            assert chair.state["offer"] is None
            assert chair.state["record"] == record


def test_a_person_is_asked_for_a_takeback_and_may_refuse(anna: Player, bert: Player) -> None:
    table = anna.new_table(TWO)
    bert.post(f"/api/tables/{table}/join", {})
    with anna.sit(table) as blue, bert.sit(table) as orange:
        chairs = [blue, orange]
        seat = blue.state["due"][0]
        before, number = blue.state["record"], blue.state["number"]
        assert chairs[seat].move(seat)["ok"]
        assert chairs[seat].ask("undo", seat=seat)["done"] == "asked"
        other = chairs[1 - seat]
        other.until(lambda message: message.get("offer"))
        assert other.ask("answer", seat=1 - seat, agree=False)["ok"]
        assert other.state["offer"] is None
        asker = (anna, bert)[seat].get(f"/api/tables/{table}?seat={seat}&show=scene")
        assert asker["refused"] == {"seat": seat, "by": 1 - seat}
        assert chairs[seat].ask("undo", seat=seat)["ok"]
        assert (anna, bert)[seat].get(f"/api/tables/{table}?seat={seat}&show=scene")["refused"] is None
        other.until(lambda message: message.get("offer"))
        assert other.ask("answer", seat=1 - seat, agree=True)["ok"]
        assert other.state["record"] == before
        assert other.state["number"] > number, "the list of entries only grows"


def test_resigning_ends_a_match_of_two_and_gives_the_win_to_the_other(anna: Player, bert: Player) -> None:
    table = anna.new_table(TWO)
    bert.post(f"/api/tables/{table}/join", {})
    with anna.sit(table) as blue:
        assert blue.ask("resign", seat=0)["ok"]
        assert blue.state["result"]["scores"] == [0.0, 1.0]
        assert blue.state["status"] == "over"
        assert blue.ask("move", seat=0, number=blue.state["number"], action=0)["ok"] is False


def test_a_clock_that_runs_out_ends_the_match(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = anna.new_table([{"who": "me"}, {"who": "me", "name": "Friend"}], clock={"kind": "move", "seconds": 300})
    with anna.sit(table) as chair:
        late = chair.state["due"][0]
        for module in ("housekeeping", "moves"):
            monkeypatch.setattr(f"wartable.server.play.{module}.steady_time", lambda: steady_time() + 301)
        chair.until(lambda message: message.get("status") == "over")
        assert chair.state["result"]["ending"] == "late"
        assert chair.state["result"]["scores"][late] == 0.0


def test_a_hint_is_a_legal_action_with_its_chance_to_win(anna: Player) -> None:
    table = anna.new_table([{"who": "me"}, {"who": "me"}])
    with anna.sit(table) as chair:
        seat = chair.state["due"][0]
        with anna.sit(table, f"show=record&seat={seat}") as seated:
            hint = seated.ask("hint", seat=seat)
            assert hint["action"] == hint["moves"][0]["action"]
            assert len(hint["moves"]) == 3
            chances = [move["chance"] for move in hint["moves"]]
            assert chances == sorted(chances, reverse=True)
            assert hint["plan"][0].startswith("Deploy on ")
            for move in hint["moves"]:
                assert move["action"] in seated.state["legal"]
                assert 0 < move["chance"] < 1


def test_both_seats_of_one_device_can_be_looked_from(anna: Player) -> None:
    table = anna.new_table([{"who": "me"}, {"who": "me", "name": "Friend"}])
    with anna.sit(table, "show=scene") as chair:
        assert chair.state["yours"] == [0, 1]
        assert chair.ask("sit", seat=1)["ok"]
        assert chair.state["you"] == 1


def test_finished_and_own_tables_are_listed(anna: Player, bert: Player) -> None:
    table = anna.new_table(TWO)
    assert [one["id"] for one in bert.get("/api/tables?which=open")] == [table]
    bert.post(f"/api/tables/{table}/join", {})
    assert [one["id"] for one in bert.get("/api/tables?which=playing")] == [table]
    with anna.sit(table) as chair:
        chair.ask("resign", seat=0)
    over = bert.get("/api/tables?which=over")
    assert [one["id"] for one in over] == [table]
    assert over[0]["result"]["scores"] == [0.0, 1.0]
    assert bert.get("/api/tables?which=mine")[0]["yours"] == [1]


def test_the_seed_is_secret_until_the_match_is_over_and_fits_what_was_published(anna: Player) -> None:
    from wartable.core.match.dice import commitment

    table = anna.new_table([{"who": "me"}, {"who": "me"}])
    with anna.sit(table) as chair:
        assert "seed" not in json.dumps(chair.state)
        published = chair.state["commitment"]
        chair.ask("resign", seat=0)
        assert commitment(bytes.fromhex(chair.state["seed"])) == published


def test_rated_matches_change_ratings(server: Running) -> None:
    with Player(server) as anna, Player(server) as bert:
        anna.register("Anna Account")
        bert.register("Bert Account")
        table = anna.new_table(TWO, rated=True)
        bert.post(f"/api/tables/{table}/join", {})
        with anna.sit(table) as chair:
            assert chair.ask("hint", seat=0)["code"] == "rated"
            assert chair.ask("resign", seat=0)["ok"]
        mine = anna.get("/api/me")["user"]["ratings"]["metals"]
        theirs = bert.get("/api/me")["user"]["ratings"]["metals"]
        assert mine["rating"] < 1450 and theirs["rating"] > 1550 and mine["rating"] + theirs["rating"] == 3000
        assert mine["deviation"] == theirs["deviation"] < 420 and mine["matches"] == theirs["matches"] == 1


def test_a_guest_cannot_sit_at_a_rated_table(server: Running, bert: Player) -> None:
    with Player(server) as anna:
        anna.register("Anna Account")
        table = anna.new_table(TWO, rated=True)
        assert "account" in bert.post(f"/api/tables/{table}/join", {}, 409)["error"]


def test_a_save_of_a_match_in_play_is_not_given_out(anna: Player) -> None:
    table = anna.new_table([{"who": "me"}, {"who": "me"}])
    for what in ("save", "verify", "steps", "frames/0", "analysis"):
        assert "not over" in anna.get(f"/api/tables/{table}/{what}", 409)["error"]


def test_seats_that_decide_at_the_same_time_do_not_disturb_each_other(anna: Player, bert: Player) -> None:
    """A move with the number that its seat saw counts, though the other seat has moved since."""
    table = anna.post("/api/tables", {"game": "thrones", "seats": TWO})["table"]
    bert.post(f"/api/tables/{table}/join", {})
    with anna.sit(table) as blue, bert.sit(table) as orange:
        assert blue.state["due"] == [0, 1]
        number = orange.state["number"]
        hers, his = blue.state["legal"][0], orange.state["legal"][0]
        assert blue.ask("move", seat=0, number=number, action=hers)["ok"]
        assert orange.ask("move", seat=1, number=number, action=his)["ok"]
        assert orange.ask("move", seat=1, number=number, action=his)["code"] in ("stale", "not-due")


def test_undo_of_one_s_own_steps_until_something_is_revealed(anna: Player) -> None:
    table = anna.post("/api/tables", {"game": "city_of_iron", "seats": [{"who": "me"}, {"who": "me"}]})["table"]
    with anna.sit(table, "show=scene&seat=0") as chair:
        for _ in range(30):
            if chair.state.get("undo"):
                break
            seat = chair.state["due"][0]
            if chair.state["you"] != seat:
                assert chair.ask("sit", seat=seat)["ok"]
            choice = chair.state["choices"][0]
            assert chair.ask("move", seat=seat, number=chair.state["number"], action=choice["action"])["ok"]
        assert chair.state["undo"], "some step of a turn can be undone"
        seat, steps = chair.state["you"], chair.state["log"][-1]["step"]
        assert chair.ask("undo", seat=seat)["done"] == "undone"
        assert not chair.state["log"] or chair.state["log"][-1]["step"] < steps


def test_bots_of_one_kind_are_told_apart_without_figures(anna: Player) -> None:
    """`you 0, Easy bot 2 1` would be read as a score of 21."""
    seats = [{"who": "me"}, *({"who": "bot", "bot": "random"} for _ in range(3))]
    table = anna.post("/api/tables", {"game": "heroes", "seats": seats})["table"]
    named = anna.get(f"/api/tables/{table}?seat=0")["seats"]
    assert [seat["name"] for seat in named][1:] == ["Random bot", "Random bot II", "Random bot III"]


def test_an_invitation_is_handed_over_once_and_stands_in_no_address(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        made = anna.post("/api/tables", {"game": "metals", "seats": [{"who": "me"}, {"who": "open"}], "private": True})
        table, other = made["table"], anna.post("/api/play", {"game": "metals"})["table"]
        bert.get(f"/api/tables/{table}", 404)
        bert.post(f"/api/tables/{table}/invitation", {"invite": "no such key"}, 404)
        bert.get(f"/api/tables/{table}", 404)
        bert.post(f"/api/tables/{table}/invitation", {"invite": made["invite"]})
        bert.get(f"/api/tables/{table}")
        assert bert.sit(table).state["table"] == table
        bert.get(f"/api/tables/{other}", 404)
        bert.post(f"/api/tables/{table}/join", {})


def test_matches_that_are_over_count_for_what_one_opens_in_a_day(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.server.tables.seating.MOST_A_DAY", 2)
    with Player(server, "Anna") as anna:
        for _ in range(2):
            table = anna.post("/api/play", {"game": "metals"})["table"]
            with anna.sit(table) as chair:
                assert chair.ask("resign", seat=chair.state["yours"][0])["ok"]
        assert "in one day" in anna.post("/api/play", {"game": "metals"}, 409)["error"]
        with server.context.store.engine.begin() as connection:
            connection.execute(sa.update(matches).values(created=matches.c.created - 86401))
        anna.post("/api/play", {"game": "metals"})
