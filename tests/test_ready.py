"""Play at once: rules are read until compiled code is there, with equal results, and then they run."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import wartable
from tests.compiling import WATCH
from wartable.bots import make_bot, make_hint
from wartable.compiler.ahead import background as ready_module
from wartable.compiler.ahead.background import Preparation, is_compiled, mark_of
from wartable.compiler.decorators import interpreted
from wartable.compiler.mode import reading, switch
from wartable.core import generic
from wartable.core.match import Match
from wartable.core.registry import game_names
from wartable.games.metals import GAME as METALS

SOURCES = Path(wartable.__file__).parents[1]

PLAY = f"""
import sys
from wartable.bots import make_bot
from wartable.core import generic
from wartable.core.match import Match
from wartable.core.registry import find_game
{WATCH}
game = find_game(sys.argv[1])
generic.set_read(game.name, True)
match = Match.start(game, seed=3)
bots = [make_bot(name, game, 1) for name in ("random", "greedy", "medium")]
for number in range(9):
    seat = match.due[0]
    bot = bots[number % 3]
    match.play(seat, bot.choose(match.observe(seat), match.box, seat, match.legal(seat)))
match.log(0)
seen = match.see(0)
seen.board, seen.scene, seen.prompt, seen.goal, seen.phases
print(len(Watch.compiled), *Watch.compiled)
"""


@pytest.fixture
def read_metals():
    generic.set_read("metals", True)
    yield METALS
    generic.set_read("metals", False)


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
@pytest.mark.parametrize("name", game_names())
def test_people_and_bots_play_before_anything_is_compiled(name, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PLAY, name],
        env={"PATH": "", "WARTABLE_CACHE": str(tmp_path), "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split()[0] == "0", f"compiled: {done.stdout}"
    assert not list(tmp_path.iterdir())


def test_compiled_code_takes_over_in_the_middle_of_a_match(read_metals):
    """The match goes on as if it had been compiled, or read, from the start."""
    begun = Match.start(METALS, seed=9)
    moves = []
    for number in range(40):
        if number == 20:
            generic.set_read("metals", False)
        if begun.is_over:
            break
        seat = begun.due[0]
        moves.append((seat, begun.legal(seat)[number % len(begun.legal(seat))]))
        begun.play(*moves[-1])
    again = Match.start(METALS, seed=9)
    for seat, action in moves:
        again.play(seat, action)
    assert again.full_state().tobytes() == begun.full_state().tobytes()
    assert [step.noted for step in again.steps] == [step.noted for step in begun.steps]


def test_bots_and_hints_answer_while_rules_are_read(read_metals):
    match = Match.start(METALS, seed=2)
    seat = match.due[0]
    for name in ("random", "greedy", "hard"):
        bot = make_bot(name, METALS, 4)
        assert bot.choose(match.observe(seat), match.box, seat, match.legal(seat)) in match.legal(seat)
    hint = make_hint(METALS, match.observe(seat), match.box, seat, match.legal(seat))
    assert hint.best.action in match.legal(seat)


def test_a_glance_sees_what_wins_at_once(read_metals, monkeypatch):
    """With one point missing, it steps onto one; no time passes while it looks."""
    monkeypatch.setattr("wartable.bots.one_ply.time", SimpleNamespace(perf_counter=lambda: 0.0))
    from wartable.testing import Table

    with Table(METALS, rolls=["first-0"]) as t:
        point = next(space for space in range(t.box.spaces) if t.box.printed[space] == 1)
        beside = next(int(n) for n in t.box.neighbour[point] if n >= 0 and not t.box.printed[n])
        t.s.sides[0].points = t.box.goal - 1
        t.s.sides[0].metals[0].space = beside
        t.s.sides[0].pool = 2
        codes = t.codes(0)
        chosen = make_bot("hard", METALS, 1).choose(t.view(0), t.box, 0, list(codes.values()))
        t.apply(0, chosen)
        assert t.ending == "goal"


def test_reading_is_a_matter_of_its_thread_and_can_be_overruled():
    with reading():
        outer = switch.reads
        with reading(False):
            inner = switch.reads
    assert (outer, inner, switch.reads) == (True, False, None)


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
class TestPreparation:
    @pytest.fixture
    def compiler(self, monkeypatch, tmp_path):
        """A compiler that has nothing to do: two parts, then the mark."""
        mark = tmp_path / "mark"
        script = "import pathlib, sys; print('0 2 setup'); print('1 2 actions', flush=True); pathlib.Path({!r}).touch()"
        monkeypatch.setattr(ready_module, "mark_of", lambda game: mark)
        popen = subprocess.Popen
        command = [sys.executable, "-c", script.format(str(mark))]
        monkeypatch.setattr(ready_module.subprocess, "Popen", lambda _words, **rest: popen(command, **rest))
        monkeypatch.setattr(ready_module, "make_all", lambda game: loaded.append(generic.is_read(game.name)))
        loaded: list[bool] = []
        return loaded

    def test_rules_are_read_until_the_compiled_code_is_loaded(self, compiler):
        told = []
        preparation = Preparation(METALS, lambda: told.append(generic.is_read("metals"))).start()
        assert preparation.wait(60)
        assert compiler == [True]
        assert told == [False]
        assert (preparation.part, preparation.number, preparation.count) == ("actions", 1, 2)
        assert preparation.line() == ""

    def test_what_is_on_disk_is_loaded_before_the_first_move(self, compiler):
        mark_of_metals = ready_module.mark_of(METALS)
        mark_of_metals.touch()
        preparation = Preparation(METALS).start()
        assert preparation.is_done and compiler == [False]
        assert not generic.is_read("metals")

    def test_a_compiler_that_fails_leaves_the_rules_read(self, compiler, monkeypatch):
        monkeypatch.setattr(ready_module.Preparation, "_compile_apart", lambda self: 1 / 0)
        preparation = Preparation(METALS).start()
        assert preparation.wait(60)
        assert preparation.failed and generic.is_read("metals") and compiler == []
        generic.set_read("metals", False)

    def test_a_game_that_nobody_can_find_is_not_prepared(self, monkeypatch, tmp_path):
        from tests.whispers import GAME

        monkeypatch.setattr(ready_module, "mark_of", lambda game: tmp_path / "mark")
        assert Preparation(GAME).start().is_done
        assert not generic.is_read(GAME.name)


def test_the_mark_changes_with_the_sources(monkeypatch):
    first = mark_of(METALS)
    monkeypatch.setattr(ready_module, "fingerprint_of", lambda *_: "other")
    assert mark_of(METALS) != first
    assert isinstance(is_compiled(METALS), bool)


def test_the_mark_is_the_same_once_the_lab_is_loaded():
    from wartable.lab.runs.metrics import metrics_of

    first = mark_of(METALS)
    metrics_of(METALS, METALS.data())
    assert mark_of(METALS) == first


def test_the_compiler_s_process_goes_behind_others_and_has_bounds():
    ask = (
        "import os, resource; from wartable.compiler.ahead import background as ready; ready.keep_within_bounds(); "
        "print(os.nice(0), *resource.getrlimit(resource.RLIMIT_AS), *resource.getrlimit(resource.RLIMIT_CPU))"
    )
    before = os.nice(0)
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    nice, memory, _, cpu, _ = map(int, done.stdout.split())
    assert nice == min(19, before + ready_module.NICE)
    assert 0 < memory <= ready_module.MOST_MEMORY and 0 < cpu <= ready_module.MOST_CPU_SECONDS
