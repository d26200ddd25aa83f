"""The contract of a game is declared: a hook that is misspelt, or that nobody calls, is an error."""

from types import ModuleType, SimpleNamespace

import pytest

from wartable.core.contract import Metrics, View, Words
from wartable.drawing.theme import PLAIN, World
from wartable.games.metals import GAME


def module(**names: object) -> ModuleType:
    made = ModuleType("made")
    vars(made).update(names, __all__=list(names))
    return made


def test_a_module_gives_its_hooks_and_constants() -> None:
    scene, board = object(), object()
    view = View.of(module(scene=scene, board=board, ANSWERS=("do-",)))
    assert [view.scene, view.board, view.answers] == [scene, board, ("do-",)]
    assert view.route is None and view.world is PLAIN


@pytest.mark.parametrize(("name", "near"), [("explane", "explain"), ("ANSWRS", "ANSWERS"), ("rout", "route")])
def test_a_misspelt_hook_is_an_error(name: str, near: str) -> None:
    with pytest.raises(TypeError, match=f"made: {name} is not a hook of View; did you mean {near}"):
        View.of(module(scene=len, **{name: len}))


def test_a_hook_that_there_is_not_cannot_be_handed_over() -> None:
    with pytest.raises(TypeError, match="unexpected keyword"):
        Words(prompt=len, sentence=len, gaol=len)  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError, match="missing"):
        Words.of(SimpleNamespace(prompt=len))


def test_pages_say_what_a_game_does_not_say_itself() -> None:
    assert GAME.words.notation == GAME.decisions.notation
    assert GAME.view.path == GAME.decisions.path
    assert GAME.words.prompt == GAME.decisions.asked


def test_a_colour_of_one_value_is_of_the_dark_theme() -> None:
    world = World(colours={"room": ("#000001", "#fffffe"), "city": ("#000002",)}, light={"city": "#fffffd"})
    assert world.dark == {"room": "#000001", "city": "#000002"}
    assert world.light == {"room": "#fffffe", "city": "#fffffd"}


def test_a_game_without_metrics_has_none_of_its_own() -> None:
    assert Metrics.of(SimpleNamespace()) == Metrics()
