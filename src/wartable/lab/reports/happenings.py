"""The events in the matches of a run, counted from the notes of the rules."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from wartable.compiler.decorators import compiled
from wartable.core.frames import SPECTATOR, Tables
from wartable.core.game import Game
from wartable.core.generic import apply, setup
from wartable.core.notes import Line, NoteKind, read_notes
from wartable.core.record import Cells, Ints, Matrix, Record

from ..runs.replay import logs_of
from ..runs.run import Run

MOST_GAMES = 400
"""The most games that are replayed for this."""
TABLE, BLANK = 0, 1


@dataclass(frozen=True)
class Happening:
    """A kind of event: how often it occurs, in how many of the games, and an example in words."""

    kind: NoteKind
    times: int
    games: int
    example: str


@dataclass(frozen=True)
class Flow:
    """The total gains and losses of a counter over all seats."""

    name: str
    gained: int
    lost: int


@dataclass(frozen=True)
class Happenings:
    games: int
    kinds: tuple[Happening, ...]
    flows: tuple[Flow, ...]


@compiled
def count_notes(
    states: Tables, box: Any, log: Matrix, actions: int, times: Ints, flows: Matrix, first: Cells[Any]
) -> None:
    """Replay a logged match with a Box that takes notes; add up kinds, gains and losses."""
    states[TABLE] = states[BLANK]
    s = states[TABLE]
    setup(s, box)
    box.journal.count = 0
    for i in range(actions):
        apply(s, box, log[i, 0], log[i, 1])
        for place in range(box.journal.count):
            line = box.journal.lines[place]
            if times[line.kind] == 0:
                first[line.kind] = line
            times[line.kind] += 1
            if line.counter > 0:
                flows[line.counter, 0 if line.amount > 0 else 1] += abs(line.amount)
        box.journal.count = 0


def count_happenings(run: Run, games: int) -> Happenings:
    """Count the notes of a run's first games, which are replayed."""
    game, box = run.table.game, run.table.box
    kinds, counters = len(game.told) + 1, len(game.counter_names) + 1
    times, seen = np.zeros(kinds, np.int64), np.zeros(kinds, np.int64)
    flows, first = np.zeros((counters, 2), np.int64), np.zeros(kinds, Line.dtype)
    speaking, states = game.open_journal(box), np.zeros(2, game.state.dtype)
    played = 0
    for _, log in logs_of(run, range(min(games, MOST_GAMES))):
        of_game = np.zeros(kinds, np.int64)
        lines = np.zeros(kinds, Line.dtype)
        count_notes(states, speaking, log, len(log), of_game, flows, lines)
        new = (times == 0) & (of_game > 0)
        first[new] = lines[new]
        times += of_game
        seen += of_game > 0
        played += 1
    found = [
        Happening(kind, int(times[kind]), int(seen[kind]), _words(game, speaking, first[kind])) for kind in game.told
    ]
    named = [Flow(name, *map(int, flows[number])) for number, name in game.counter_names.items()]
    return Happenings(played, tuple(found), tuple(named))


def _words(game: Game, box: Record, line: Any) -> str:
    """An example in words; empty if there is none, or if another note covers it."""
    if line["kind"] == 0:
        return ""
    [note] = read_notes(np.array([line]), game.told)
    viewer = SPECTATOR if note.is_known_to(SPECTATOR) else max(note.seat, 0)
    return game.words.sentence(note, box, viewer).format(*game.seat_names)
