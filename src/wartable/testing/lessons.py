"""Checks that lessons work: every step is legal, lights existing things and names its rule; then a match continues."""

import re

from wartable.bots.advice.coach import BLUNDER
from wartable.bots.advice.evaluation import Evaluator, calibrated
from wartable.bots.search.mcts import Budget
from wartable.core.game import Game
from wartable.core.generic import tally
from wartable.core.match import Match
from wartable.errors import WartableError
from wartable.guides.aid import load_aid
from wartable.guides.lessons import FIRST, TOLD, Lesson, load_lessons

LONGEST = 300
"""The maximum length of a step's text; longer ones are not read."""
LEAST_DEEDS = 5
LEAST_DEEDS_OF_A_SHORT_ONE = 2
LONGEST_PROMISE = 80
TAUGHT = Budget(iterations=2000)
TEACHERS = 3
"""The number of searches, with different seeds, that must agree before a lesson is said to teach bad play."""
REJECTED = 0.05
"""A move that a step argues against may be better by this much in chance to win, the uncertainty of a search."""


def check_lesson(game: Game) -> None:
    """Follow the game's lessons, if it has any, from the first step to the end."""
    lessons = load_lessons(game)
    names = [lesson.name for lesson in lessons]
    assert len(set(names)) == len(names), f"{game.name}: two lessons have the same name: {names}"
    for lesson in lessons:
        _check_one(lesson)


def _check_one(lesson: Lesson) -> None:
    called = f"{lesson.game.name}, lesson {lesson.name}"
    for number in range(len(lesson.steps)):
        fault = fault_of(lesson, number)
        assert not fault, f"{called}, step {number + 1}: {fault}"
    assert 0 < len(lesson.promise) <= LONGEST_PROMISE, f"{called}: its promise is one short line"
    kinds = {kind.name.lower() for kind in lesson.game.told}
    unknown = [one for one in lesson.when if one.startswith(TOLD) and one.removeprefix(TOLD) not in kinds]
    assert not unknown, f"{called}: it is offered when {unknown} is told, and there is no such note"
    deeds = sum(bool(step.do) for step in lesson.steps)
    least = LEAST_DEEDS if lesson.name == FIRST else LEAST_DEEDS_OF_A_SHORT_ONE
    assert deeds >= least, f"{called}: it lets one do {deeds} things; {least} are wanted"
    end = lesson.open(len(lesson.steps))
    assert end.is_over or lesson.seat in end.due, f"{called}: after it, it is not the learner's turn"


HAS = r"\b({who})\b(?: [a-z]+){{0,4}} (?:have|has) (\d+) ({what})\b"
"""A statement that somebody has an amount of a counter of the game."""


def false_facts(match: Match, seat: int, say: str) -> list[str]:
    """False statements in a text about what the seat, "you", or another one by name, has."""
    if match.game.counters is None:
        return []
    words = {_word(counter.name): counter for counter in match.game.counters}
    words |= {word.removesuffix("s"): counter for word, counter in words.items()}
    owners = {name: other for other, name in enumerate(match.players)} | {"You": seat, "you": seat}
    said = re.findall(HAS.format(who="|".join(map(re.escape, owners)), what="|".join(words)), say)
    s, box = match.full_state(), match.box
    counted = [(who, number, what, int(tally(s, box, owners[who], words[what]))) for who, number, what in said]
    return [
        f"{who}: {number} {what}, but there are {true}" for who, number, what, true in counted if true != int(number)
    ]


def _word(counter: str) -> str:
    return counter.lower().replace("_", " ")


def check_teaching(game: Game) -> None:
    """What the game's lessons ask for is good play, by the search that gives hints."""
    for lesson in load_lessons(game):
        for number, step in enumerate(lesson.steps):
            fault = fault_of_teaching(lesson, number) if step.do else ""
            assert not fault, f"{game.name}, lesson {lesson.name}, step {number + 1}: {fault}"


def fault_of_teaching(lesson: Lesson, number: int) -> str:
    """What is better than the move that a step asks for, if the step does not admit it; else empty.

    A step may ask for less than the best, as long as the coach would not warn of it. A move that it argues against must
    not be better, and if it calls a move the best, nothing may be better.
    """
    fault = ""
    for seed in range(TEACHERS):
        fault = _better_than_asked(lesson, number, Evaluator(lesson.game, TAUGHT, seed))
        if not fault:
            break
    return fault


def _better_than_asked(lesson: Lesson, number: int, evaluator: Evaluator) -> str:
    step, seat, match = lesson.steps[number], lesson.seat, lesson.open(number)
    view, legal = match.observe(seat), match.legal(seat)
    asked = evaluator.compare(view, match.box, seat, legal, match.parse(seat, step.do))
    most = REJECTED if re.search(r"\bbest\b", step.say) else BLUNDER
    if asked.loss >= most and not step.better:
        return f"{step.do} wins {asked.chance:.0%}, {match.notation(seat, asked.best)} {asked.chance_best:.0%}"
    tried = {move.notation: move.action for move in match.moves(seat) if move.notation in step.tries}
    for move, action in tried.items():
        chances = evaluator.value_after(view, match.box, seat, action)
        chance = calibrated(match.game, len(chances), chances[seat])
        if move not in step.better and chance >= asked.chance + REJECTED:
            return f"it argues against {move}, which wins {chance:.0%}, and asks for {asked.chance:.0%}"
        if move in step.better and chance <= asked.chance:
            return f"it calls {move} better, which wins {chance:.0%}, and what it asks for {asked.chance:.0%}"
    return ""


def check_aid(game: Game) -> None:
    """The player aid, if there is one, cites rules that exist, with all options of the table."""
    known = {rule.name for rule in game.rulebook.rules.values()}
    chosen = [{option.name: value} for option in game.options for value in option.values or (option.first,)]
    for options in [{}, *chosen]:
        aid = load_aid(game, options)
        unknown = [rule for rule in aid.rules if rule not in known] if aid else []
        assert not unknown, f"{game.name}: its player aid cites {', '.join(unknown)}, which do not exist"


def fault_of(lesson: Lesson, number: int) -> str:
    """What is wrong with a step; empty if it can be followed."""
    step, game = lesson.steps[number], lesson.game
    if step.rule not in {rule.name for rule in game.rulebook.rules.values()}:
        return f"there is no rule {step.rule}"
    if len(step.say) > LONGEST:
        return f"it says {len(step.say)} letters"
    try:
        match = lesson.open(number)
        if lesson.seat not in match.due and (step.do or not match.is_over):
            return "it is not the learner's turn"
        things = {thing.id for thing in match.see(lesson.seat).scene.things}
        missing = [id for id in step.lit if id not in things]
        if missing:
            return f"nothing there is called {', '.join(missing)}"
        untrue = false_facts(match, lesson.seat, step.say)
        if untrue:
            return f"it says what is not so: {'; '.join(untrue)}"
        return _fault_of_deed(lesson, number) if step.do else ""
    except WartableError as error:
        return str(error)


def _fault_of_deed(lesson: Lesson, number: int) -> str:
    step = lesson.steps[number]
    answer = lesson.answer(number, step.do)
    if not answer.right:
        return f"{step.do} is not what it asks: {answer.say}"
    for move in step.tries:
        answer = lesson.answer(number, move)
        if answer.right or answer.say != step.tries[move]:
            return f"the try {move} is answered with {answer.say!r}"
    return _fault_of_goal(lesson, number) if step.is_free else ""


def _fault_of_goal(lesson: Lesson, number: int) -> str:
    """A goal is reached by the move shown for it, by at least one other that no try rejects, and not by all."""
    match, step = lesson.open(number), lesson.steps[number]
    if not lesson.reaches(number, step.do):
        return f"{step.do} does not reach the goal"
    others = {match.notation(lesson.seat, action) for action in match.legal(lesson.seat)} - {step.do}
    right = {move for move in others if lesson.reaches(number, move)}
    if right <= set(step.tries):
        return "only one move reaches the goal: ask for it"
    return "" if right < others else "every move reaches the goal"
