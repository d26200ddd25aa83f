"""A lesson by the line: each step is said, shown, and waits until it is done."""

from wartable.core.compiled import reading
from wartable.core.lessons import Lesson

from .lines import Lines

INTRODUCTION = (
    "Type what the step asks for. `show` says it again, `back` goes back, `skip` does it for you, `quit` leaves."
)


class PlainLesson:
    """A lesson at a terminal or from a script. `run` says whether it was followed to its end."""

    def __init__(self, lesson: Lesson, lines: Lines) -> None:
        self.lesson = lesson
        self.lines = lines
        self.number = 0

    def run(self) -> bool:
        self.lines.say(f"{self.lesson.title}. About {self.lesson.minutes} minutes.")
        self.lines.say(INTRODUCTION)
        while self.number < len(self.lesson.steps):
            with reading():
                self.show()
                if not self.ask():
                    return False
        return True

    def show(self) -> None:
        """What has happened since the step before, the board, and what the step says."""
        lesson, say = self.lesson, self.lines.say
        step, match = lesson.steps[self.number], lesson.open(self.number)
        known = len(lesson.open(self.number - 1).steps) if self.number else len(match.steps)
        for sentence in (one for made in match.steps[known:] for one in match.tell(made, lesson.seat)):
            say(f"{'  ' * sentence.level}{sentence.named(match.players)}")
        if self.number == 0 or step.do:
            say("\n" + match.see(lesson.seat).board)
        typed = f" Typed: {step.do}" if step.do else ""
        say(f"\n{self.number + 1}/{len(lesson.steps)}  {step.say} ({step.rule}){typed}")

    def ask(self) -> bool:
        """Wait until the step is done, or left; whether the lesson goes on."""
        step = self.lesson.steps[self.number]
        while True:
            typed = self.lines.read("your move> " if step.do else "Enter goes on> ")
            if typed is None or typed.strip() == "quit":
                return False
            word = typed.strip()
            if word == "back":
                self.number = max(0, self.number - 1)
                return True
            if word == "skip" or not step.do:
                self.number += 1
                return True
            if word in ("", "show", "help"):
                self.lines.say(f"This step asks for: {self.lesson.wanted(self.number)}, typed {step.do}.")
            elif self.is_right(word):
                self.number += 1
                return True

    def is_right(self, word: str) -> bool:
        """Whether a move is what the step asks for; where it is not, why is said."""
        answer = self.lesson.answer(self.number, word)
        if not answer.right:
            self.lines.say(f"{answer.say} ({answer.rule})")
        return answer.right
