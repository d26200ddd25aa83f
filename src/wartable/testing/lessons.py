"""A lesson can be followed: every step is legal, lights what is there and names its rule; then a match goes on."""

from wartable.core.game import Game
from wartable.errors import WartableError
from wartable.guides.aid import load_aid
from wartable.guides.lessons import FIRST, Lesson, load_lessons

LONGEST = 300
"""Letters of what a step says: more is not read."""
LEAST_DEEDS = 5
LEAST_DEEDS_OF_A_SHORT_ONE = 2
LONGEST_PROMISE = 80


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
    deeds = sum(bool(step.do) for step in lesson.steps)
    least = LEAST_DEEDS if lesson.name == FIRST else LEAST_DEEDS_OF_A_SHORT_ONE
    assert deeds >= least, f"{called}: it lets one do {deeds} things; {least} are wanted"
    end = lesson.open(len(lesson.steps))
    assert end.is_over or lesson.seat in end.due, f"{called}: after it, it is not the learner's turn"


def check_aid(game: Game) -> None:
    """The player aid, if there is one, cites rules that exist."""
    aid = load_aid(game)
    known = {rule.name for rule in game.rulebook.rules.values()}
    unknown = [rule for rule in aid.rules if rule not in known] if aid else []
    assert not unknown, f"{game.name}: its player aid cites {', '.join(unknown)}, which do not exist"


def fault_of(lesson: Lesson, number: int) -> str:
    """What is wrong with a step; empty where it can be followed."""
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
    return _fault_of_goal(lesson, number) if step.goal else ""


def _fault_of_goal(lesson: Lesson, number: int) -> str:
    """A goal is reached by the move that is shown for it, by another one too, and not by all."""
    if not lesson.reaches(number, lesson.steps[number].do):
        return f"{lesson.steps[number].do} does not reach the goal"
    match = lesson.open(number)
    others = (match.notation(lesson.seat, action) for action in match.legal(lesson.seat))
    found = {lesson.reaches(number, move) for move in others if move != lesson.steps[number].do}
    if True not in found:
        return "only one move reaches the goal: ask for it"
    return "" if False in found else "every move reaches the goal"
