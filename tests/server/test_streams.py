"""What a viewer is sent, and when, tells nothing of what the rules hide: not even that somebody has done something.

Two courses of a match that look alike to a seat and to a spectator are played over sockets, and every byte that these
get is recorded: sockets of both kinds, and what the lobby says of the table. The recordings must be equal.
"""

import asyncio
import re
import threading
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.thrones import kinds as held_favors
from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match, dice
from wartable.core.match.perspective import hidden
from wartable.core.registry import all_games, find_game
from wartable.server.live.live_table import LiveTable
from wartable.server.people.push import key_from
from wartable.server.tables.stream import seats_due
from wartable.server.tables.table import Table

from .harness import PATIENCE, Chair, Player, running, wait_until
from .stories import OTHER, VIEWER, Act, Course, Fate, two_courses

CLOCK = {"kind": "game", "seconds": 3600, "bonus": 8}
LONGEST = 30
MATCHES = (3, 4)


ELSEWHERE = ("/api/games", "/api/patterns", "/api/admin", "/api/oidc")
"""Routes that know no table."""


def _timeless(text: str) -> str:
    """Without when somebody logged in, and by which login."""
    return re.sub(r'"(created|seen|expires)":[\d.]+|"id":"[0-9a-f]{16}"', "", text)


class Time:
    """Stands in for the module: it goes on when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> Time:
    """All that is drawn at random for a table, and the time, is the same for both courses."""
    time = Time()
    for module in ("play.open_tables", "play.bots", "live.broadcast", "play.housekeeping", "live.live_table"):
        monkeypatch.setattr(f"wartable.server.{module}.time", time)
    for module in ("play.lobby", "tables.rows", "play.moves", "live.broadcast", "play.housekeeping"):
        monkeypatch.setattr(f"wartable.server.{module}.steady_time", time.time)
    monkeypatch.setattr("wartable.server.tables.table.LONGEST_ANSWER", 0.02)
    monkeypatch.setattr("wartable.server.people.push.new_key", lambda: key_from(7))
    monkeypatch.setattr("wartable.server.tables.rows.new_id", lambda: "twins")
    monkeypatch.setattr("wartable.server.tables.rows.new_secret", lambda: "invitation to the table")
    return time


class Recording:
    """A table of two with a spectator; all that the first seat and the spectator get is kept."""

    def __init__(self, game: Game, database: str, clock: dict[str, Any], stack: ExitStack) -> None:
        server = self.server = stack.enter_context(running(database))
        self.people = [stack.enter_context(Player(server, name)) for name in ("Anna", "Bert", "Carl")]
        anna, bert, _ = self.people
        seats = [{"who": "me"}, {"who": "open"}]
        self.table = anna.new_table(seats, game=game.name, clock=clock)
        bert.post(f"/api/tables/{self.table}/join", {})
        self.chairs = [
            stack.enter_context(self.people[person].sit(self.table, f"show={shows}"))
            for person in (0, 2)
            for shows in ("scene", "record")
        ]
        self.pages: list[str] = []
        self.pauses = 0

    def play(self, act: Act) -> None:
        body = {"seat": act.seat, "action": act.action}
        if act.action is not None:
            self.people[act.seat].post(f"/api/tables/{self.table}/moves", body)
            wait_until(self.is_answered)
            return
        with self.people[OTHER].sit(self.table, "show=record") as chair:
            assert chair.ask("undo", seat=OTHER) == {"type": "reply", "to": 1, "ok": True, "done": "undone"}

    def is_answered(self) -> bool:
        """Whether no answer is on its way that is given automatically."""
        mover = self.live.mover
        return not self.live.table.left_answer and (mover is None or mover.done())

    @property
    def live(self) -> LiveTable:
        live: LiveTable = self.server.context.tables.lives[self.table]
        return live

    def pause(self) -> None:
        """Let everything arrive; sometimes look at the lobby, and at the table as one who comes anew."""
        for chair in self.chairs:
            chair.ask("ping")
        self.pauses += 1
        if self.pauses % 6 == 0:
            self.look()

    def look(self) -> None:
        anna, _, carl = (person.http for person in self.people)
        for person, seat in ((anna, VIEWER), (carl, SPECTATOR)):
            self.pages.append(person.get("/api/tables?which=playing").text)
            self.pages.append(person.get(f"/api/tables/{self.table}?show=scene&seat={seat}").text)

    def walk(self) -> None:
        """Ask every route of tables and of oneself, as the router lists them, as the seat and as a spectator."""
        anna, _, carl = (person.http for person in self.people)
        routes = anna.get("/openapi.json").json()["paths"]
        assert len(routes) > 40
        for path, methods in routes.items():
            if not path.startswith(ELSEWHERE):
                place = re.sub(r"\{\w+\}", "0", path.replace("{match_id}", self.table))
                for person in (anna, carl):
                    self.pages += [_timeless(person.get(place).text)] if "get" in methods else []
                    self.pages += (
                        [person.post(place, json={}).text] if "post" in methods and self.table in place else []
                    )

    def bytes(self) -> dict[str, list[str]]:
        streams = {f"socket {number}": _without_presence(chair) for number, chair in enumerate(self.chairs)}
        return {**streams, "pages": self.pages}


def _without_presence(chair: Chair) -> list[str]:
    """Who looks at a table is no secret of the match: the undoing seat comes and goes."""
    return [text for text in chair.bytes if '"presence"' not in text]


def record(course: Course, folder: Path, time: Time, clock: dict[str, Any] = CLOCK) -> dict[str, list[str]]:
    """Play a course. What is seen happens at full minutes; secret steps share the half minute before it.

    When somebody was done is no longer a secret once all are: the clock shows it. So the last of them has its time.
    """
    folder.mkdir()
    minute = time.now = 1_000_000.0
    with ExitStack() as stack:
        table = Recording(course.match.game, f"sqlite:///{folder / 'wartable.db'}", clock, stack)
        for is_open, group in groupby(course.acts, key=lambda act: act.open):
            acts = list(group)
            for place, act in enumerate(acts, 1):
                minute += 64 if is_open else 0
                time.now = minute if is_open else minute + 32 * place / len(acts)
                table.play(act)
                if is_open:
                    table.pause()
        time.now = minute + 48
        table.pause()
        table.walk()
        return table.bytes()


@pytest.fixture
def fate(monkeypatch: pytest.MonkeyPatch) -> Fate:
    fate = Fate(dice.roll)
    monkeypatch.setattr("wartable.core.match.dice.roll", fate)
    return fate


CASES = [
    *((game, how) for game in ("thrones", "city_of_iron") for how in ("apart", "detours")),
    ("iron_kings", "fate"),
]


@pytest.mark.parametrize(("name", "how"), CASES)
def test_equal_looks_make_equal_streams(
    name: str, how: str, fixed: Time, fate: Fate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(name)
    shown = differing = 0
    for number in MATCHES:
        fate.secret.clear()
        seed = dice.seed_from(number)
        monkeypatch.setattr("wartable.core.match.dice.new_seed", lambda seed=seed: seed)
        courses = two_courses(game, seed, number, LONGEST, how, fate)
        streams = []
        for place, course in enumerate(courses):
            fate.turned = how == "fate" and place == 1
            streams.append(record(course, tmp_path / f"{number}-{place}", fixed))
        for stream in streams[0]:
            assert streams[0][stream] == streams[1][stream], f"{stream}, match {number}"
        shown += sum(act.open for act in courses[0].acts)
        steps = [[(step.seat, step.action) for step in course.match.steps] for course in courses]
        differing += steps[0] != steps[1]
    assert shown > 20
    assert differing, "courses that do not differ would show nothing"


def laid_out(order: tuple[int, int]) -> Course:
    """Thrones: both take the first of the ready layouts, and say that they are done in this order."""
    course = Course(Match.start(find_game("thrones"), players=2, seed=dice.seed_from(1)))
    for seat in (VIEWER, OTHER):
        course.play(seat, course.match.legal(seat)[0], False)
    for seat in order:
        done = next(move for move in course.match.moves(seat) if "done" in move.label)
        course.play(seat, done.action, False)
    return course


def test_a_secret_step_changes_nothing_that_the_others_can_ask_for(fixed: Time, tmp_path: Path) -> None:
    """Neither whether one can undo one's own step, nor anything else of the table or the lobby."""
    with ExitStack() as stack:
        table = Recording(find_game("thrones"), f"sqlite:///{tmp_path / 'wartable.db'}", CLOCK, stack)
        course = Course(Match.start(find_game("thrones"), players=2, seed=1))
        table.play(Act(VIEWER, course.match.legal(VIEWER)[0], True))
        table.look()
        before, table.pages = table.pages, []
        table.play(Act(OTHER, course.match.legal(OTHER)[0], False))
        table.look()
        assert table.pages == before


def test_questions_do_not_wait_for_a_secret_step_of_somebody_else(tmp_path: Path) -> None:
    """How long somebody waits tells nothing of what others do in secret."""
    begun, stored = threading.Event(), threading.Event()
    with ExitStack() as stack:
        table = Recording(find_game("thrones"), f"sqlite:///{tmp_path / 'wartable.db'}", CLOCK, stack)
        store = table.server.context.store
        append = store.append

        async def slow(entries: Any) -> None:
            begun.set()
            await asyncio.to_thread(stored.wait)
            await append(entries)

        store.append = slow
        act = Act(OTHER, Match.start(find_game("thrones"), players=2, seed=1).legal(OTHER)[0], False)
        moving = threading.Thread(target=table.play, args=(act,))
        moving.start()
        assert begun.wait(PATIENCE)
        try:
            for chair in table.chairs:
                assert chair.ask("look", reach=True)["ok"]
                assert chair.ask("log", before=9)["ok"]
                assert chair.ask("film", step=0)["ok"]
            for question in ("hint", "coach"):
                assert table.chairs[0].ask(question, seat=VIEWER)["ok"], question
            assert table.chairs[0].ask("why", seat=VIEWER, path=["no such thing"])["ok"]
            for person, seat in ((0, VIEWER), (2, SPECTATOR)):
                table.people[person].get(f"/api/tables/{table.table}?seat={seat}")
            assert not stored.is_set() and moving.is_alive()
        finally:
            stored.set()
            moving.join()


def test_a_spectator_does_not_learn_who_was_done_last(
    fixed: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wartable.core.match.dice.new_seed", lambda: dice.seed_from(1))
    courses = [laid_out((VIEWER, OTHER)), laid_out((OTHER, VIEWER))]
    looks = {course.match.observe(SPECTATOR).tobytes() for course in courses}
    streams = [record(course, tmp_path / str(place), fixed, {"kind": "none"}) for place, course in enumerate(courses)]
    assert len(looks) == 1
    for socket in ("socket 2", "socket 3"):
        assert streams[0][socket] == streams[1][socket]


def test_nothing_is_played_for_a_seat_that_cannot_know_whether_the_others_are_done() -> None:
    """In a layout by hand there may be one place left for a tile: who had it laid by the table would know."""
    single = 0
    for number in range(4):
        match = Match.start(find_game("thrones"), players=2, seed=number)
        match.play(OTHER, match.legal(OTHER)[0])
        match.play(OTHER, next(move for move in match.moves(OTHER) if "done" in move.label).action)
        assert match.due == (VIEWER,)
        rng = Random(number)
        match.play(VIEWER, next(move for move in match.moves(VIEWER) if "hand" in move.label).action)
        while match.due == (VIEWER,) and seats_due(match.observe(VIEWER)) == (VIEWER, OTHER):
            legal = match.legal(VIEWER)
            single += len(legal) == 1
            match.play(VIEWER, rng.choice(legal))
        before = [step for step in match.steps if len(seats_due(hidden(step.before, match.box, VIEWER))) > 1]
        assert not any(step.forced for step in before if step.seat == VIEWER)
    assert single, "there was no such moment"


@pytest.mark.parametrize("kinds", [("haste", "cunning"), ("ambush", "deception")])
def test_the_kind_of_a_held_favor_changes_no_byte(
    kinds: tuple[str, str], fixed: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thrones: through checks, questions in the opponent's turn, and questions that are passed automatically."""
    seed = dice.seed_from(1)
    monkeypatch.setattr("wartable.core.match.dice.new_seed", lambda: seed)
    streams = []
    for kind in kinds:
        made = held_favors.course(kind, seed)
        assert made.checks and made.asked
        course = Course(made.match, [Act(*act) for act in made.acts])
        streams.append(record(course, tmp_path / kind, fixed))
    for stream in streams[0]:
        assert streams[0][stream] == streams[1][stream], stream


def sent(by_hand: int, folder: Path, time: Time) -> list[list[str]]:
    """What is sent of a match of Thrones whose second player passes so many questions by hand, three seconds each."""
    made = held_favors.course("ambush", dice.seed_from(1), by_hand, asks_again=False)
    folder.mkdir()
    time.now = 1_000_000.0
    with ExitStack() as stack:
        table = Recording(find_game("thrones"), f"sqlite:///{folder / 'wartable.db'}", {"kind": "none"}, stack)
        for act in made.acts:
            time.now += 3
            table.play(Act(*act))
        for chair in table.chairs:
            chair.ask("ping")
        texts = [[text for text in _without_presence(chair) if '"reply"' not in text] for chair in table.chairs]
    return [[re.sub(r'"(at|now|created|moved)":[\d.]+', "", text) for text in heard] for heard in texts]


def test_an_automatic_pass_is_sent_as_one_by_hand_is(
    fixed: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thrones: not together with the move before it, and after as long as the player took by hand."""
    monkeypatch.setattr("wartable.core.match.dice.new_seed", lambda: dice.seed_from(1))
    monkeypatch.setattr("wartable.server.tables.table.LONGEST_ANSWER", 10.0)
    pauses: list[float] = []
    answer_time = Table.answer_time

    def at_once(table: Table, seat: int) -> float:
        pauses.append(answer_time(table, seat))
        return 0.0

    monkeypatch.setattr(Table, "answer_time", at_once)
    by_hand = sent(99, tmp_path / "by hand", fixed)
    assert not pauses
    automatic = sent(held_favors.BY_HAND, tmp_path / "automatic", fixed)
    for heard, other in zip(by_hand, automatic, strict=True):
        for text, second in zip(heard, other, strict=True):
            assert text == second
    assert len(pauses) > 2 and len(set(pauses)) > 2
    assert all(2 < pause < 4.3 for pause in pauses), pauses


def test_an_automatic_pass_outlives_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the match, and nobody loses on time by it."""
    monkeypatch.setattr("wartable.core.match.dice.new_seed", lambda: dice.seed_from(1))
    monkeypatch.setattr("wartable.server.tables.table.LONGEST_ANSWER", 0.05)
    made = held_favors.course("ambush", dice.seed_from(1))
    database = f"sqlite:///{tmp_path / 'wartable.db'}"
    with monkeypatch.context() as never, ExitStack() as stack:
        never.setattr(Table, "answer_time", lambda table, seat: 1e6)
        clock = {"kind": "move", "seconds": 3600, "bonus": 0}
        table = Recording(find_game("thrones"), database, clock, stack)
        for act in made.acts:
            table.people[act[0]].post(f"/api/tables/{table.table}/moves", {"seat": act[0], "action": act[1]})
            if table.live.table.left_answer:
                break
        assert table.live.table.due == (OTHER,)
    with running(database) as server:

        def is_passed() -> bool:
            live = server.context.tables.lives.get(table.table)
            return live is not None and live.table.due == (VIEWER,)

        wait_until(is_passed)


def test_every_game_with_secrets_is_tried() -> None:
    assert {name for name, _ in CASES} == {game.name for game in all_games() if game.has_secrets}
