"""A puzzle has one best answer: the line can be played, reaches its aim, and no other first move does.

`check_puzzles` tries what can be tried at once. `prove` is thorough: everything is tried, however long it takes, and
where a search has to tell (`best`), it thinks long about every first move, from several seeds.
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
"""So many positions are looked at for each puzzle by the quick check; larger ones are left to `prove`."""
LARGE = 5_000_000
MINED_TRIED = 4
"""So many of the mined puzzles are held against the rules each time; `prove` takes all."""
LEAST_MARGIN = 0.08
"""Of the chance to win: what a search is less sure of is no puzzle."""
LEAST_WORDS, MOST_LETTERS = 3, 220
ITERATIONS, SEEDS = 2_000, 3


def check_puzzles(game: Game, most: int = SMALL, mined: int = MINED_TRIED) -> None:
    """Hold every puzzle of the game, if it has any, against its rules; of those that were mined, so many."""
    many = load_mined(game)
    names = [*(lesson.name for lesson in load_courses(game)), *(puzzle.name for puzzle in many)]
    assert len(set(names)) == len(names), f"{game.name}: two lessons or puzzles have the same name: {names}"
    for puzzle in (*load_puzzles(game), *many[:: max(1, len(many) // max(1, mined))]):
        fault = fault_of(puzzle, most)
        assert not fault, f"{game.name}, puzzle {puzzle.name}: {fault}"


def fault_of(puzzle: Puzzle, most: int = SMALL) -> str:
    """What is wrong with a puzzle; empty where nothing is."""
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
    """Whether every move of the line is asked for in its turn, and every wrong try is answered."""
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
    """Whether the answers, and they alone, reach the aim; nothing is said of what is too large to be tried out."""
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
    """What each first move comes to, if everything is tried."""
    lesson = puzzle.lesson
    match = lesson.open(0)
    assert puzzle.aim != "best"
    solver = Solver(lesson.game, match.box, lesson.seat, puzzle.aim, most)  # type: ignore[arg-type]
    found = solver.moves(match.full_state(), puzzle.deep)
    return {match.notation(lesson.seat, action): value for action, value in found.items()}


def searched(puzzle: Puzzle, iterations: int, seed: int) -> dict[str, float]:
    """The chance to win after each first move, by a search of its own for every one of them."""
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
    """How much better the answer is than the best of the other first moves."""
    others = [value for move, value in values.items() if move not in puzzle.answers]
    return min(values[move] for move in puzzle.answers) - max(others)


def prove(game: Game, only: str = "", iterations: int = ITERATIONS) -> Iterator[tuple[Puzzle, float]]:
    """Each puzzle of the game with the margin of its answer; of several searches the least."""
    for puzzle in (*load_puzzles(game), *load_mined(game)):
        if only and puzzle.name != only:
            continue
        if puzzle.aim == "best":
            yield puzzle, min(margin_of(puzzle, searched(puzzle, iterations, seed)) for seed in range(SEEDS))
        else:
            yield puzzle, margin_of(puzzle, values_of(puzzle, LARGE))


def print_proofs(game: Game, only: str = "") -> bool:
    """Print the margins; whether all of them are clear and as large as the puzzles say."""
    sound = True
    for puzzle, margin in prove(game, only):
        least = max(LEAST_MARGIN, puzzle.margin - 1e-6) if puzzle.aim == "best" else 1e-9
        fault = fault_of(puzzle, LARGE) or ("" if margin >= least else "the margin is too small")
        sound = sound and not fault
        how = "by searching" if puzzle.aim == "best" else "everything tried"
        print(f"{puzzle.name:<18} {puzzle.aim:<7} {margin:6.3f}  {how}{'  ' + fault if fault else ''}", flush=True)
    return sound


def likely_line(match: Match, seat: int, aim: str, moves: int, first: str) -> tuple[list[str], list[str]]:
    """A line that begins with an answer, as `puzzles.toml` writes it, and all last moves that are as good.

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
    """What the others can answer, each with the moves that reach the aim after it."""
    known = len(match.steps)
    for reply in match.moves(match.due[0]):
        match.play(match.due[0], reply.action)
        if not match.is_over and match.due == (seat,):
            values = solver.moves(match.full_state(), left)
            yield reply.notation, [match.notation(seat, one) for one, value in values.items() if value > 1 - 1e-9]
        match.cut(known)
