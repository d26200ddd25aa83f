"""A match that waits for people begins with bots; and a replay is told as its seat was told it."""

from .harness import Player, Running


def test_the_host_lets_bots_play_the_free_seats(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        table = anna.new_table([{"who": "me"}, {"who": "open"}, {"who": "open"}], game="heroes")
        bert.post(f"/api/tables/{table}/join", {"seat": 1})
        bert.post(f"/api/tables/{table}/fill", {}, 409)
        anna.post(f"/api/tables/{table}/fill", {"bot": "nobody"}, 409)
        assert anna.get(f"/api/tables/{table}")["status"] == "open"
        anna.post(f"/api/tables/{table}/fill", {"bot": "random"})
        state = anna.get(f"/api/tables/{table}")
        assert state["status"] == "playing"
        assert [seat["bot"] for seat in state["seats"]] == ["", "", "random"]
        assert len({seat["name"] for seat in state["seats"]}) == 3
        anna.post(f"/api/tables/{table}/fill", {}, 409)


def test_a_replay_is_of_ones_own_seat_and_of_no_others_before_the_end(server: Running) -> None:
    with Player(server, "Clara") as clara, Player(server, "Dora") as dora, Player(server, "Emil") as emil:
        table = clara.new_table([{"who": "me"}, {"who": "open"}], game="metals")
        dora.post(f"/api/tables/{table}/join", {"seat": 1})
        clara.get(f"/api/tables/{table}/steps?seat=0", 409)
        with dora.sit(table, "show=record&seat=1") as chair:
            assert chair.ask("resign", seat=1)["ok"]
        assert [one.get(f"/api/tables/{table}/steps")["seat"] for one in (clara, dora, emil)] == [0, 1, -1]
        assert clara.get(f"/api/tables/{table}/steps?seat=-1")["seat"] == -1
        clara.get(f"/api/tables/{table}/steps?seat=5", 404)
