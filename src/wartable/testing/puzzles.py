"""Checks that a puzzle has one best answer: the line can be played, reaches its aim, and no other first move does.

`check_puzzles` tests what can be tested quickly. `prove` is exhaustive: everything is searched, however long it takes,
and if the aim is `best`, every first move gets a long search from several seeds.
"""

from collections.abc import Iterator

from wartable.bots.advice.evaluation import TO_THE_END
from wartable.bots.advice.solve import Solver, TooLarge
from wartable.bots.search.mcts import Budget, Searcher
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.errors import WartableError
from wartable.guides.puzzles import Puzzle, load_courses, load_mined, load_puzzles

from .lessons import false_facts

SMALL = 3_000
"""The largest number of positions that the quick check searches for a puzzle; larger ones are left to `prove`."""
LARGE = 5_000_000
MINED_TRIED = 4
"""The number of mined puzzles that are checked each time; `prove` takes all."""
LEAST_MARGIN = 0.08
"""The smallest margin, in chance to win, that makes a puzzle."""
LEAST_WORDS, MOST_LETTERS = 3, 220
ITERATIONS, SEEDS = 2_000, 3


def check_puzzles(game: Game, most: int = SMALL, mined: int = MINED_TRIED) -> None:
    """Check every puzzle of the game, if it has any; of mined ones, a sample."""
    many = load_mined(game)
    names = [*(lesson.name for lesson in load_courses(game)), *(puzzle.name for puzzle in many)]
    assert len(set(names)) == len(names), f"{game.name}: two lessons or puzzles have the same name: {names}"
    again = [puzzle.name for place, puzzle in enumerate(many) if any(map(puzzle.is_like, many[:place]))]
    assert not again, f"{game.name}: these puzzles are of positions that earlier ones have: {again}"
    for puzzle in (*load_puzzles(game), *many[:: max(1, len(many) // max(1, mined))]):
        fault = fault_of(puzzle, most)
        assert not fault, f"{game.name}, puzzle {puzzle.name}: {fault}"


def fault_of(puzzle: Puzzle, most: int = SMALL) -> str:
    """What is wrong with a puzzle; empty if nothing is."""
    try:
        return _fault_of_words(puzzle) or _fault_of_line(puzzle) or _fault_of_answer(puzzle, most)
    except WartableError as error:
        return str(error)


def _fault_of_words(puzzle: Puzzle) -> str:
    lesson = puzzle.lesson
    first, last = lesson.steps[0], lesson.steps[-1]
    if first.rule not in {rule.name for rule in lesson.game.rulebook.rules.values()}:
        return f"there is no rule {first.rule}"
    for text in (first.say, first.otherwise, last.say, *first.tries.values()):
        if len(text.split()) < LEAST_WORDS or len(text) > MOST_LETTERS:
            return f"{LEAST_WORDS} words to {MOST_LETTERS} letters are read: {text!r}"
    untrue = false_facts(lesson.open(0), lesson.seat, first.say)
    return f"it says what is not so: {'; '.join(untrue)}" if untrue else ""


def _fault_of_line(puzzle: Puzzle) -> str:
    """Check that every move of the line is asked for in its turn, and that every wrong try is answered."""
    lesson = puzzle.lesson
    for number, step in enumerate(lesson.steps[:-1]):
        match = lesson.open(number)
        if match.due != (lesson.seat,):
            return f"at move {number + 1} it is not seat {lesson.seat} that is to act"
        for move in (step.do, *step.also):
            if not lesson.answer(number, move).right:
                return f"{move} is no answer at move {number + 1}"
        for move, said in step.tries.items():
            answer = lesson.answer(number, move)
            if answer.right or answer.say != said:
                return f"the try {move} is answered with {answer.say!r}"
    if puzzle.is_begun_only:
        return ""
    end = lesson.open(len(lesson.steps))
    won = end.outcome is not None and end.outcome.winners == (lesson.seat,)
    return "the line does not win" if puzzle.aim in ("now", "win") and not won else ""


def _fault_of_answer(puzzle: Puzzle, most: int) -> str:
    """Check that the answers, and only they, reach the aim; puzzles too large to search are skipped."""
    if puzzle.aim == "best":
        return "" if puzzle.margin >= LEAST_MARGIN else f"a margin of {puzzle.margin} is not clear"
    try:
        values = values_of(puzzle, most)
    except TooLarge:
        return ""
    best = max(values.values())
    right = {move for move, value in values.items() if value >= best - 1e-9}
    if right != set(puzzle.answers):
        return f"the best first moves are {', '.join(sorted(right))}"
    return "" if puzzle.aim == "points" or best > 1 - 1e-9 else f"the answer succeeds with a chance of {best:.2f} only"


def values_of(puzzle: Puzzle, most: int) -> dict[str, float]:
    """The value of each first move, by exhaustive search."""
    lesson = puzzle.lesson
    match = lesson.open(0)
    assert puzzle.aim != "best"
    solver = Solver(lesson.game, match.box, lesson.seat, puzzle.aim, most)  # type: ignore[arg-type]
    found = solver.moves(match.full_state(), puzzle.deep)
    return {match.notation(lesson.seat, action): value for action, value in found.items()}


def searched(puzzle: Puzzle, iterations: int, seed: int) -> dict[str, float]:
    """The chance to win after each first move, by a separate search for each."""
    lesson = puzzle.lesson
    match = lesson.open(0)
    view = match.observe(lesson.seat)
    found = {}
    for action in match.legal(lesson.seat):
        searcher = Searcher(lesson.game, seed, Budget(iterations=iterations), told=TO_THE_END)
        chances = searcher.think(view, match.box, lesson.seat, [action]).chances
        found[match.notation(lesson.seat, action)] = chances[lesson.seat]
    return found


def margin_of(puzzle: Puzzle, values: dict[str, float]) -> float:
    """The margin of the answer over the best other first move."""
    others = [value for move, value in values.items() if move not in puzzle.answers]
    return min(values[move] for move in puzzle.answers) - max(others)


def prove(game: Game, only: str = "", iterations: int = ITERATIONS) -> Iterator[tuple[Puzzle, float]]:
    """Each puzzle of the game with the margin of its answer; the least of several searches."""
    for puzzle in (*load_puzzles(game), *load_mined(game)):
        if only and puzzle.name != only:
            continue
        if puzzle.aim == "best":
            yield puzzle, min(margin_of(puzzle, searched(puzzle, iterations, seed)) for seed in range(SEEDS))
        else:
            yield puzzle, margin_of(puzzle, values_of(puzzle, LARGE))


def print_proofs(game: Game, only: str = "") -> bool:
    """Print the margins; returns whether all of them are clear and as large as the puzzles say."""
    sound = True
    for puzzle, margin in prove(game, only):
        least = max(LEAST_MARGIN, puzzle.margin - 1e-6) if puzzle.aim == "best" else 1e-9
        fault = fault_of(puzzle, LARGE) or ("" if margin >= least else "the margin is too small")
        sound = sound and not fault
        how = "by searching" if puzzle.aim == "best" else "everything tried"
        print(f"{puzzle.name:<18} {puzzle.aim:<7} {margin:6.3f}  {how}{'  ' + fault if fault else ''}", flush=True)
    return sound


def likely_line(match: Match, seat: int, aim: str, moves: int, first: str) -> tuple[list[str], list[str]]:
    """A line that begins with an answer, as in `puzzles.toml`, and all equivalent last moves.

    The others answer so that the fewest moves still reach the aim.
    """
    line, left = [first], moves - 1
    match.play(seat, first)
    last: list[str] = []
    while left > 0 and not match.is_over:
        solver = Solver(match.game, match.box, seat, aim, LARGE)  # type: ignore[arg-type]
        reply, last = min(_replies(match, seat, solver, left), key=lambda one: len(one[1]))
        match.play(match.due[0], reply)
        match.play(seat, last[0])
        line += [f"~{reply}", last[0]]
        left -= 1
    return line, last[1:]


def _replies(match: Match, seat: int, solver: Solver, left: int) -> Iterator[tuple[str, list[str]]]:
    """The possible answers of the others, each with the moves that reach the aim after it."""
    known = len(match.steps)
    for reply in match.moves(match.due[0]):
        match.play(match.due[0], reply.action)
        if not match.is_over and match.due == (seat,):
            values = solver.moves(match.full_state(), left)
            yield reply.notation, [match.notation(seat, one) for one, value in values.items() if value > 1 - 1e-9]
        match.cut(known)
