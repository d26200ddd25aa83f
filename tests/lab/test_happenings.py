"""The lab counts what happens by the rules' own notes."""

from collections import Counter

from wartable.core.notes import NoteKind
from wartable.lab.reports.happenings import count_happenings
from wartable.lab.runs.job import make_job
from wartable.lab.runs.replay import replay

from .conftest import played


def test_what_happens_is_what_the_notes_of_the_same_games_say(tmp_path, each_game):
    """The compiled count against matches that are played again step by step."""
    job = make_job(each_game, 2, ("random",), each_game.seats[-1], seed=5)
    run = played(tmp_path, job, 2)
    found = count_happenings(run, 2)
    times: Counter[NoteKind] = Counter()
    games: Counter[NoteKind] = Counter()
    gained: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for number in range(2):
        match = replay(run, number)
        notes = [note for step in match.steps for note in match.notes(step)]
        times.update(note.kind for note in notes)
        games.update({note.kind for note in notes})
        for note in notes:
            if note.counter:
                name = each_game.counter_names[note.counter]
                (gained if note.amount > 0 else lost)[name] += abs(note.amount)
    assert found.games == 2
    assert {one.kind: (one.times, one.games) for one in found.kinds if one.times} == {
        kind: (times[kind], games[kind]) for kind in times
    }
    assert {flow.name: (flow.gained, flow.lost) for flow in found.flows} == {
        name: (gained[name], lost[name]) for name in each_game.counter_names.values()
    }


def test_every_kind_that_happened_has_an_example_in_words(tmp_path, metals):
    found = count_happenings(played(tmp_path, make_job(metals, 3, ("greedy",), 2), 3), 3)
    assert found.games == 3
    moved = next(one for one in found.kinds if one.kind.name == "MOVES")
    assert moved.games == 3
    assert moved.example.startswith(("Blue moves", "Orange moves"))
