"""Two courses of one match that look alike from a seat and to a spectator, and differ in what the rules hide.

The second seat takes other secret steps, and more or fewer of them; where both courses come to something that is
seen, it is the same. Played over sockets, both must be told in the same bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from wartable.core import generic
from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match, Step
from wartable.core.match.perspective import hidden
from wartable.core.match.verify import roll_numbers
from wartable.drawing.scene import Scene
from wartable.server.tables.stream import seats_due

Roll = Callable[[bytes, int, Sequence[int]], int]
VIEWER, OTHER = 0, 1
MOST_SECRET = 6
TRIED = 12


@dataclass(frozen=True)
class Act:
    """What somebody does: an action, or None for taking the last step back; `open` where the viewers learn of it."""

    seat: int
    action: int | None
    open: bool


@dataclass
class Course:
    """One of the two: a match, and how it came about."""

    match: Match
    acts: list[Act] = field(default_factory=list)

    def looks(self) -> tuple[bytes, ...]:
        return tuple(self.match.observe(viewer).tobytes() for viewer in (VIEWER, SPECTATOR))

    def try_out(self, seat: int, action: int) -> tuple[bool, tuple[bytes, ...]]:
        """Whether the viewers would learn nothing at all of an action, and what they would see after it."""
        match, known = self.match, len(self.match.steps)
        match.play(seat, action)
        secret = all(self.is_secret(step) for step in match.steps[known:])
        looks = self.looks()
        match.cut(known)
        return secret, looks

    def is_secret(self, step: Step) -> bool:
        """Whether neither the first seat nor a spectator learns of a step."""
        box = self.match.box
        return not self.is_seen(step) and not any(
            hidden(step.before, box, viewer).tobytes() != hidden(step.after, box, viewer).tobytes()
            for viewer in (VIEWER, SPECTATOR)
        )

    def is_seen(self, step: Step) -> bool:
        """Whether one of the two learns which action it was."""
        box = self.match.box
        return any(generic.sees(step.before, box, viewer, step.seat, step.action) for viewer in (VIEWER, SPECTATOR))

    def play(self, seat: int, action: int, is_open: bool) -> None:
        self.match.play(seat, action)
        self.acts.append(Act(seat, action, is_open))

    def secret_action(self, rng: Random) -> int | None:
        """Something that the other seat can do now without anybody learning of it."""
        if OTHER not in self.match.due:
            return None
        legal = self.match.legal(OTHER)
        for _ in range(TRIED):
            action = rng.choice([legal[0], legal[-1], rng.choice(legal)])
            if self.try_out(OTHER, action)[0]:
                return action
        return None


class Fate:
    """Rolls the dice of the second course: otherwise than the first one's where nobody who looks may know."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.turned = False
        self.secret: set[int] = set()

    def __call__(self, seed: bytes, number: int, weights: Sequence[int]) -> int:
        rolled = self.roll(seed, number, weights)
        if not self.turned or number not in self.secret:
            return rolled
        others = [place for place, weight in enumerate(weights) if weight and place != rolled]
        return others[number % len(others)] if others else rolled

    def learn(self, course: Course, known: int) -> None:
        """Which of the steps that the first course has just made are nature's secret."""
        for place, number in roll_numbers(course.match).items():
            if place >= known and not course.is_seen(course.match.steps[place]):
                self.secret.add(number)


def two_courses(game: Game, seed: bytes, number: int, length: int, how: str, fate: Fate) -> tuple[Course, Course]:
    """Two courses of the same match; they end where they can look alike no longer.

    `apart`: secret steps of any kind. `detours`: the second takes the secret steps of the first and detours between
    them, so that both come to the same position, and go on looking alike when it is revealed. `fate`: what nature
    does in secret differs.
    """
    fate.turned = False
    first = Course(Match.start(game, players=2, seed=seed))
    fate.learn(first, 0)
    fate.turned = how == "fate"
    second = Course(Match.start(game, players=2, seed=seed))
    rng = Random(number)
    for _ in range(length if first.looks() == second.looks() else 0):
        known = len(first.acts)
        if how != "fate":
            _wander(first, rng)
        if how == "apart":
            _wander(second, rng)
        if not _follow(second, first.acts[known:] if how == "detours" else [], rng):
            break
        if not _step_together(first, second, rng, fate, how == "fate"):
            break
    return first, second


def _wander(course: Course, rng: Random) -> None:
    """A few secret steps; now and then one that is undone at once where nobody else is to act."""
    for _ in range(rng.randrange(MOST_SECRET)):
        action = course.secret_action(rng)
        if action is None:
            return
        known = len(course.match.steps)
        alone = seats_due(course.match.observe(OTHER)) == (OTHER,)
        course.play(OTHER, action, False)
        if alone and len(course.match.steps) == known + 1 and rng.randrange(3) == 0:
            course.match.cut(known)
            course.acts.append(Act(OTHER, None, False))


def _follow(course: Course, acts: Sequence[Act], rng: Random) -> bool:
    """The same secret steps with detours between them; False where one of them cannot be taken any more."""
    for act in acts:
        if act.action is None:
            # What was undone in the first course is not even begun in the second.
            course.match.cut(len(course.match.steps) - 1)
            course.acts.pop()
            continue
        if rng.randrange(3) == 0:
            _detour(course, rng)
        if act.action not in course.match.legal(OTHER):
            return False
        course.play(OTHER, act.action, False)
    return True


def _detour(course: Course, rng: Random) -> None:
    """Something secret, and something secret again that leads back."""
    before = _own_look(course)
    away = course.secret_action(rng)
    if away is None:
        return
    known = len(course.match.steps)
    course.match.play(OTHER, away)
    legal = course.match.legal(OTHER)
    # Many steps undo themselves when they are taken again.
    for back in [action for action in (away,) if action in legal] + rng.sample(legal, min(TRIED, len(legal))):
        if not course.try_out(OTHER, back)[0]:
            continue
        there = len(course.match.steps)
        course.match.play(OTHER, back)
        if _own_look(course) == before:
            course.acts += [Act(OTHER, away, False), Act(OTHER, back, False)]
            return
        course.match.cut(there)
    course.match.cut(known)


def _own_look(course: Course) -> tuple[Scene, tuple[int, ...]]:
    """What the other seat itself sees on the table, but for the words that count its steps."""
    match = course.match
    scene = match.game.view.scene(match.observe(OTHER), match.box, OTHER)
    things = tuple(thing for thing in scene.things if thing.kind not in ("text", "bar"))
    return replace(scene, things=things), match.due


def _step_together(first: Course, second: Course, rng: Random, fate: Fate, turned: bool) -> bool:
    """Something that is seen, and looks the same in both; False where there is nothing of the kind."""
    seats = [seat for seat in (VIEWER, OTHER) if seat in first.match.due and seat in second.match.due]
    rng.shuffle(seats)
    for seat in seats:
        shared = sorted(set(first.match.legal(seat)) & set(second.match.legal(seat)))
        ends = [*shared[:1], *shared[-1:]] if rng.randrange(2) else []
        for action in [*ends, *rng.sample(shared, min(TRIED, len(shared)))]:
            known = len(first.match.steps)
            fate.turned = False
            first.play(seat, action, True)
            fate.learn(first, known)
            fate.turned = turned
            secret, looks = second.try_out(seat, action)
            if looks == first.looks() and not secret and not all(map(first.is_secret, first.match.steps[known:])):
                second.play(seat, action, True)
                return True
            first.match.cut(known)
            first.acts.pop()
    return False
