"""Lessons and puzzles in line mode: each step is explained, shown, and waits until it is done."""

from collections.abc import Sequence

from wartable.compiler.mode import reading
from wartable.guides.lessons import Lesson, Way

from .lines import Lines
from .progress import DONE, Progress

INTRODUCTION = (
    "Type what the step asks for. `show` says it again, `back` goes back, `skip` does it for you, `quit` leaves."
)
PUZZLE = "Type your move. `moves` lists what you can do, `show` tells the answer, `quit` leaves."


def choose_lesson(lessons: Sequence[Lesson], progress: Progress, lines: Lines) -> Lesson | None:
    """List a game's lessons and puzzles, and ask for one; None if none is chosen."""
    for number, lesson in enumerate(lessons, 1):
        if number == 1 or lesson.is_puzzle != lessons[number - 2].is_puzzle:
            lines.say("\nPuzzles" if lesson.is_puzzle else "Lessons")
        mark = "✓" if progress.is_done(lesson.name) else " "
        lines.say(f" {mark} {number:>2}  {lesson.title}: {lesson.promise}")
    fresh = next((number for number, one in enumerate(lessons, 1) if not progress.is_done(one.name)), 1)
    while True:
        typed = lines.read(f"\nWhich one? (Enter for {fresh}, `quit` leaves)> ")
        if typed is None or typed.strip() == "quit":
            return None
        found = find_lesson(lessons, typed.strip() or str(fresh))
        if found is not None:
            return found
        lines.say(f"There is no {typed.strip()}: type a number from 1 to {len(lessons)}.")


def find_lesson(lessons: Sequence[Lesson], word: str) -> Lesson | None:
    """The lesson with that number or name."""
    named = {lesson.name: lesson for lesson in lessons}
    return named.get(word) or {str(number): lesson for number, lesson in enumerate(lessons, 1)}.get(word)


class PlainLesson:
    """A lesson at a terminal or from a script. `run` returns whether it was completed."""

    def __init__(self, lesson: Lesson, lines: Lines, progress: Progress | None = None) -> None:
        self.lesson = lesson
        self.lines = lines
        self.progress = progress
        self.number = 0
        self.way: Way = ()

    def run(self) -> bool:
        lesson = self.lesson
        minutes = "" if lesson.is_puzzle else f" About {lesson.minutes} minutes."
        self.lines.say(f"{lesson.title}.{minutes}")
        self.lines.say(PUZZLE if lesson.is_puzzle else INTRODUCTION)
        if self.progress and not lesson.is_puzzle:
            self.number = min(self.progress.step(lesson.name), len(lesson.steps) - 1)
        while self.number < len(lesson.steps):
            self._keep(self.number)
            with reading():
                self.show()
                if lesson.is_puzzle and not lesson.steps[self.number].do:
                    self.number += 1
                elif not self.ask():
                    return False
        self._keep(DONE)
        return True

    def _keep(self, step: int | str) -> None:
        if self.progress and step != 0:
            self.progress.keep(self.lesson.name, step)

    def show(self) -> None:
        """Print what has happened since the previous step, the board, and the text of the step."""
        lesson, say = self.lesson, self.lines.say
        step, match = lesson.steps[self.number], lesson.open(self.number, self.way)
        known = len(lesson.open(self.number - 1, self.way).steps) if self.number else len(match.steps)
        for sentence in (one for made in match.steps[known:] for one in match.tell(made, lesson.seat)):
            say(f"{'  ' * sentence.level}{sentence.named(match.players)}")
        if self.number == 0 or step.do:
            say("\n" + match.see(lesson.seat).board)
        if lesson.is_puzzle:
            say(f"\n{step.say if step.do else 'Right. ' + step.say} ({step.rule})")
            return
        typed = f" Typed: {step.do}" if step.do and not step.is_free else ""
        say(f"\n{self.number + 1}/{len(lesson.steps)}  {step.say} ({step.rule}){typed}")

    def ask(self) -> bool:
        """Wait until the step is done or the lesson is left; returns whether the lesson continues."""
        step = self.lesson.steps[self.number]
        while True:
            typed = self.lines.read("your move> " if step.do else "Enter goes on> ")
            if typed is None or typed.strip() == "quit":
                return False
            word = typed.strip()
            if word == "back":
                self.number = max(0, self.number - 1)
                self.way = tuple(one for one in self.way if one[0] < self.number)
                return True
            if word == "skip" or not step.do:
                self.number += 1
                return True
            if word == "moves":
                self.list_moves()
            elif word == "show" or (word in ("", "help") and not self.lesson.is_puzzle):
                asked = "The answer is" if self.lesson.is_puzzle else "This step asks for"
                self.lines.say(f"{asked}: “{self.lesson.wanted(self.number, self.way)}”, typed {step.do}.")
            elif self.is_right(word):
                self.number += 1
                return True

    def list_moves(self) -> None:
        """The possible moves, as they are typed."""
        match = self.lesson.open(self.number, self.way)
        for move in match.moves(self.lesson.seat):
            self.lines.say(f"  {move.notation:<16} {move.label}")

    def is_right(self, word: str) -> bool:
        """Whether a move is what the step asks for; prints the reason if it is not."""
        answer = self.lesson.answer(self.number, word, self.way)
        for sentence in answer.told:
            self.lines.say(f"  {sentence}")
        if answer.say:
            self.lines.say(f"{answer.say} ({answer.rule})")
        if answer.right:
            self.way = answer.way
        return answer.right
