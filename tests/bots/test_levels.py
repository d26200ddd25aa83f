"""Levels err by overlooking things, and never by moves that nobody makes: many positions of each level in each game."""

import re
from collections.abc import Callable

import pytest

from wartable.bots import make_bot
from wartable.bots.ladder import LEVELS
from wartable.core.match import Match
from wartable.core.match.perspective import legal_in
from wartable.core.registry import find_game
from wartable.games.heroes.decisions.move import is_left_empty, is_threatened
from wartable.games.heroes.values import Table as HeroesTable
from wartable.games.iron_kings.notes import Told as Kings
from wartable.games.iron_kings.state import NOWHERE

BELOW_HARD = list(LEVELS)[:-1]
Silly = Callable[[Match, int], bool]
"""Whether the decision with which these steps of a match begin is one that nobody makes."""


def label(match: Match, number: int) -> str:
    step = match.steps[number]
    return match.game.words.label(step.before, match.box, step.seat, step.action)


def told(match: Match, number: int) -> list[tuple[int, tuple[int, ...]]]:
    return [(note.kind, note.values) for step in match.steps[number:] for note in match.notes(step)]


def looks_off_the_map(match: Match, number: int) -> bool:
    """A Metal stands on an edge of the map and faces outwards."""
    found = re.fullmatch(r".*\b([a-e])([1-7]), facing (\w+)", label(match, number))
    if found is None:
        return False
    column, row, facing = found.groups()
    return {"north": row == "7", "south": row == "1", "east": column == "e", "west": column == "a"}[facing]


def bids_more_than_half(match: Match, number: int) -> bool:
    """The first bid of a round costs more than half of the coins."""
    found, step = re.match(r"Bid (\d+) ", label(match, number)), match.steps[number]
    return found is not None and 2 * int(found[1]) > step.before.sides[step.seat].coins


def works_for_nothing(match: Match, number: int) -> bool:
    """A worker finds nothing on its hex, or nothing to repair."""
    return any(kind in (Kings.NOTHING_THERE, Kings.NOTHING_DONE) for kind, _ in told(match, number))


def runs_against_the_edge(match: Match, number: int) -> bool:
    """With a worker, or with what it has planned, the King sets out and the map ends before it."""
    family = match.game.family_of(match.steps[number].action)
    is_plan = family in ("work", "harvest", "insert", "replace", "remove") or "track" in label(match, number)
    return is_plan and any(kind == Kings.BLOCKED and values[1] == NOWHERE for kind, values in told(match, number))


def leaves_a_city_empty(match: Match, number: int) -> bool:
    """A hero leaves a city in which nobody is left, and an enemy with an army is near."""
    step = match.steps[number]
    if match.game.family_of(step.action) != "move":
        return False
    at = HeroesTable(step.before, match.box, step.seat)
    hero = int(match.game.words.notation(step.before, match.box, step.seat, step.action)[1]) - 1
    tile = int(at.own.heroes[hero].tile)
    cities = [city for city in step.before.cities if city.owner == step.seat and city.tile == tile]
    return bool(cities) and is_left_empty(at, tile, hero) and is_threatened(at, tile)


def leaves_the_throne(match: Match, number: int) -> bool:
    """The other side can attack the throne, or fire at it; a die may still save it. A whole fortress is safe once."""
    seat, state = match.steps[number].seat, match.full_state()
    if match.is_over or list(match.due) != [1 - seat] or not state.turn:
        return False
    legal = legal_in(match.game, state, match.box, 1 - seat)
    told = (match.game.words.label(state, match.box, 1 - seat, action) for action in legal)
    return any(re.match(r"(Attack|Fire on) the throne", text) for text in told)


LAWS: list[tuple[str, Silly, int, int]] = [
    ("metals", looks_off_the_map, 12, 200),
    ("city_of_iron", bids_more_than_half, 6, 200),
    ("iron_kings", works_for_nothing, 4, 300),
    ("iron_kings", runs_against_the_edge, 4, 300),
    ("heroes", leaves_a_city_empty, 3, 250),
]


@pytest.mark.parametrize("level", BELOW_HARD)
@pytest.mark.parametrize(("name", "silly", "matches", "most"), LAWS, ids=[law[1].__name__ for law in LAWS])
def test_a_level_never_does_what_nobody_does(name: str, silly: Silly, matches: int, most: int, level: str) -> None:
    """Unless there is nothing else: in matches of a level against itself."""
    game, decisions = find_game(name), 0
    for seed in range(matches):
        match = Match.start(game, seed=seed, players=2)
        bots = [make_bot(level, game, 8 * seed + seat, threads=1) for seat in match.seats]
        while not match.is_over and len(match.steps) < most:
            seat, number = match.due[0], len(match.steps)
            legal = match.legal(seat)
            match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, legal))
            decisions += len(legal) > 1
            if silly(match, number):
                others = (tried(match, number, action) for action in legal)
                assert all(is_always(silly, other, number) for other in others), (
                    f"seed {seed}, step {number}: {label(match, number)}"
                )
    assert decisions > 100


@pytest.mark.parametrize("level", BELOW_HARD)
def test_a_level_does_not_leave_its_throne_to_an_attacker_that_it_can_see(level: str) -> None:
    """Asked in matches that somebody plays carelessly against an attacker."""
    game, threatened = find_game("thrones"), 0
    for seed in range(8):
        match = Match.start(game, seed=seed, players=2)
        careless, attacker = (make_bot(name, game, 8 * seed, threads=1) for name in ("random", "greedy"))
        while not match.is_over and len(match.steps) < 250:
            seat, number = match.due[0], len(match.steps)
            legal, begun = match.legal(seat), match.full_state().turn > 0
            choice = (careless if seat == 0 and begun else attacker).choose(match.observe(seat), match.box, seat, legal)
            before = match.copy()
            match.play(seat, choice)
            if seat == 0 and leaves_the_throne(match, number):
                asked = make_bot(level, game, number, threads=1)
                before.play(seat, asked.choose(before.observe(seat), before.box, seat, legal))
                if leaves_the_throne(before, number):
                    others = (tried(match, number, action) for action in legal)
                    assert all(leaves_the_throne(other, number) for other in others), label(before, number)
                threatened += 1
    assert threatened > 5


def is_always(silly: Silly, match: Match, number: int, deep: int = 4) -> bool:
    """Whether a decision turns out so however its seat answers the questions that follow from it."""
    if silly(match, number):
        return True
    seat = match.steps[number].seat
    if match.is_over or match.due[0] != seat or not deep:
        return False
    for action in match.legal(seat):
        then = match.copy()
        then.play(seat, action)
        if not is_always(silly, then, number, deep - 1):
            return False
    return True


def tried(match: Match, number: int, action: int) -> Match:
    """The match with another action at a step."""
    earlier = match.copy()
    while len(earlier.steps) > number:
        earlier.undo()
    earlier.play(match.steps[number].seat, action)
    return earlier
