"""Things that are alike keep their places when a scene numbers them anew, as scenes count them over the board."""

import json

import pytest

from .units import module_of, told


@pytest.fixture(scope="module")
def module(client_built: None) -> str:
    return module_of("board/alike.ts")


def thing(id: str, place: str, markup: str = "<lancer/>") -> dict[str, object]:
    return {"id": id, "panel": "board", "x": ord(place[0]), "y": int(place[1]), "kind": "token", "markup": markup}


def renamed(module: str, now: list[dict[str, object]], then: list[dict[str, object]], *gone: str) -> object:
    known = json.dumps({str(one["id"]): one for one in now})
    return told(module, f"renamed({json.dumps(then)}, {json.dumps(gone)}, (id) => ({known})[id])")


def test_who_is_passed_by_another_of_its_kind_stays_where_it_stands(module: str) -> None:
    now = [thing("lancer-1-1", "b6"), thing("lancer-1-2", "d7")]
    assert renamed(module, now, [thing("lancer-1-1", "e1"), thing("lancer-1-2", "b6")]) == [
        ["lancer-1-2", "lancer-1-1"]
    ]


def test_who_takes_the_number_of_one_that_is_gone_stays_too(module: str) -> None:
    now = [thing("lancer-1-1", "e1"), thing("lancer-1-2", "b6")]
    assert renamed(module, now, [thing("lancer-1-1", "b6")], "lancer-1-2") == [["lancer-1-1", "lancer-1-2"]]


def test_three_of_a_kind_move_on_by_one(module: str) -> None:
    now = [thing("card-1", "a1"), thing("card-2", "b1"), thing("card-3", "c1")]
    then = [thing("card-1", "b1"), thing("card-2", "c1"), thing("card-3", "d1")]
    assert renamed(module, now, then) == [["card-1", "card-2"], ["card-2", "card-3"]], "the one from a1 goes to d1"


def test_what_looks_otherwise_or_is_of_another_kind_has_moved(module: str) -> None:
    now = [thing("card-1", "a1", "<salt/>"), thing("card-2", "b1", "<mine/>"), thing("crown-1", "c1")]
    then = [thing("card-1", "b1", "<salt/>"), thing("card-2", "a1", "<mine/>"), thing("crown-1", "b1", "<mine/>")]
    assert renamed(module, now, then) == []


def piece(id: str, panel: str, stock: str = "metals-0") -> dict[str, object]:
    return {"id": id, "panel": panel, "x": 1, "y": 1, "kind": "token", "markup": "<g/>", "stock": stock}


def travelled(module: str, now: list[dict[str, object]], then: list[dict[str, object]], *gone: str) -> object:
    known = json.dumps({str(one["id"]): one for one in now})
    return told(module, f"travelled({json.dumps(then)}, {json.dumps(gone)}, (id) => ({known})[id])")


def test_a_piece_that_goes_and_one_of_its_stock_that_comes_elsewhere_are_one(module: str) -> None:
    now = [piece("metal-0-1", "board"), piece("pool-1-0", "seat1", "metals-1")]
    assert travelled(module, now, [piece("pool-0-0", "seat0")], "metal-0-1") == [["pool-0-0", "metal-0-1"]]
    assert travelled(module, now, [piece("pool-1-1", "seat1", "metals-1")], "metal-0-1") == [], "another's"
    assert travelled(module, now, [piece("metal-0-2", "board")], "metal-0-1") == [], "it has not left its panel"
    assert travelled(module, now, [piece("pool-1-0", "seat1", "metals-1")]) == [], "it was there"


def test_what_is_of_no_stock_is_not_taken_for_another(module: str) -> None:
    now = [piece("hero-1", "board", "")]
    assert travelled(module, now, [piece("fallen-1", "seat0", "")], "hero-1") == []


def test_where_several_of_a_stock_come_and_go_each_is_one_of_them(module: str) -> None:
    now = [piece("metal-0-1", "board"), piece("metal-0-2", "board")]
    both = [piece("pool-0-0", "seat0"), piece("pool-0-1", "seat0")]
    pairs = [["pool-0-0", "metal-0-1"], ["pool-0-1", "metal-0-2"]]
    assert travelled(module, now, both, "metal-0-1", "metal-0-2") == pairs
    assert travelled(module, now, both[:1], "metal-0-1", "metal-0-2") == pairs[:1]
    assert travelled(module, now, both, "metal-0-2") == [["pool-0-0", "metal-0-2"]]
