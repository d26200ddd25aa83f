"""Lessons teach good play: what they ask for stands up to the search that gives hints."""

from dataclasses import replace

import pytest

from wartable.core.registry import find_game
from wartable.guides.lessons import Lesson, load_lessons
from wartable.testing.lessons import check_teaching, fault_of_teaching


def step_of(name: str, lesson: str, do: str) -> tuple[Lesson, int]:
    found = next(one for one in load_lessons(find_game(name)) if one.name == lesson)
    return found, next(number for number, step in enumerate(found.steps) if step.do == do)


def changed(lesson: Lesson, number: int, **change: object) -> Lesson:
    steps = list(lesson.steps)
    steps[number] = replace(steps[number], **change)  # type: ignore[arg-type]
    return replace(lesson, steps=tuple(steps))


def test_metals_teaches_good_play():
    check_teaching(find_game("metals"))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"better": ()}, "+a1n"),
        ({"do": "d2-c2w", "tries": {"d2-d3w": "No."}, "better": ()}, "d2-c2w wins"),
        ({"tries": {"d2-c2w": "Yes."}, "better": ("d2-c2w",)}, "it calls d2-c2w better"),
    ],
)
def test_a_step_that_teaches_the_worse_move_is_found(change, fault):
    lesson, number = step_of("metals", "ground", "d2-d3w")
    assert not fault_of_teaching(lesson, number)
    assert fault in fault_of_teaching(changed(lesson, number, **change), number)


def test_a_split_army_that_loses_four_battles_of_five_is_found():
    lesson, number = step_of("heroes", "battle", "form even1")
    assert not fault_of_teaching(lesson, number)
    split = changed(lesson, number, do="form even2", tries={})
    assert "form even2 wins" in fault_of_teaching(split, number)
