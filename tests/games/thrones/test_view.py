"""The table of Thrones: land, fog, what is laid and how it is touched."""

import re

from tests.hooks import hook
from wartable.drawing.scene import Scene
from wartable.games.thrones import GAME
from wartable.games.thrones.state import Piece, Stage
from wartable.games.thrones.view.army import alone
from wartable.games.thrones.view.land import SHAPES, country, shape_of
from wartable.testing import Table

from .position import position


def scene_of(t: Table, seat: int) -> Scene:
    return GAME.view.scene(t.view(seat), t.box, seat)


def ids(scene: Scene) -> set[str]:
    return {thing.id for thing in scene.things}


def path_of(t: Table, move: str, seat: int = 0) -> tuple[str, ...]:
    path: tuple[str, ...] = GAME.view.path(t.view(seat), t.box, seat, t.codes(seat)[move])
    return path


def laying(*moves: str) -> Table:
    t = Table(GAME, rolls=["south-first"])
    for move in moves:
        t.play(0, move)
    return t


def test_the_other_half_lies_under_fog_until_both_have_laid_out():
    """TH-2.2, TH-3.1"""
    t = laying("layout:wall")
    assert {one for one in ids(scene_of(t, 0)) if one.startswith("veil-")} == {"veil-1"}
    assert {one for one in ids(scene_of(t, -1)) if one.startswith("veil-")} == {"veil-0", "veil-1", "veil-2"}
    covered = scene_of(t, 0).thing("veil-1")
    tile = scene_of(t, 0).thing("sq-e9")
    assert covered.layer > tile.layer
    assert abs(covered.y - tile.y) < covered.height / 2
    for seat, move in ((0, "done"), (1, "layout:siege"), (1, "done")):
        t.play(seat, move)
    assert not any(one.startswith("veil-") for one in ids(scene_of(t, 0)))
    assert scene_of(t, 0).thing("land").layer < scene_of(t, 0).thing("sq-e9").layer


def test_a_tile_is_laid_by_its_card_and_can_be_dragged_to_its_place():
    """TH-2.4"""
    t = laying("layout:by-hand")
    paths = {path_of(t, move) for move in t.legal(0)}
    assert ("tile-plains", "sq-a1") in paths
    assert {where for _, where in paths} == {"sq-a1"}
    asked = hook(GAME.view.meant_by)(t.view(0), t.box, 0, ("tile-plains", "sq-c3"))
    assert (asked.rule, "a1" in asked.fact) == (204, True)


def test_pieces_and_middle_tiles_are_in_sight_where_they_are_to_be_laid():
    """TH-2.7, TH-2.8, TH-2.9"""
    t = laying("layout:by-hand")
    while t.s.sides[0].stage < Stage.REVIEW:
        paths = [set(path_of(t, move)) for move in t.legal(0)]
        shown = ids(scene_of(t, 0))
        assert all(path <= shown for path in paths)
        assert set.intersection(*paths), "what is laid, or where, is the same for all"
        t.play(0, min(t.legal(0)))


def test_done_stands_out_and_other_layouts_are_miniatures():
    """TH-2.15, TH-2.17"""
    scene = scene_of(laying("layout:wall"), 0)
    assert [thing.id for thing in scene.things if "main" in thing.states] == ["say-done"]
    others = [thing for thing in scene.things if thing.id.startswith("layout-")]
    assert len(others) > 3
    assert all('class="dots"' in thing.art for thing in others[:5]), "a dot for each piece"


def test_favors_to_take_are_cards_with_pictures():
    """TH-9.1"""
    t = position({"d4": "T"}, {"d5": "+", "b2": "+", "h8": "+"})
    t.play(0, "Td4-d5")
    cards = [thing for thing in scene_of(t, 0).things if thing.id.startswith("take-")]
    assert [card.kind for card in cards] == ["card"] * 4
    assert len({card.art for card in cards}) == 4


def test_neighbouring_tiles_differ_and_all_land_is_few_parts():
    assert all(shape_of(square) != shape_of(square + 1) for square in range(80))
    assert {shape_of(square) for square in range(81)} == set(range(SHAPES))
    tiles = tuple((1 + square % 6, square, 73.0 * (square % 9), 73.0 * (square // 9)) for square in range(81))
    drawn = country(tiles)
    assert drawn.count("<path") < 50
    assert drawn.count('class="swell') == 2


def test_the_card_of_a_tile_has_its_picture_and_that_of_hidden_land_has_none():
    """TH-3.1"""
    t = laying("layout:wall")
    hidden = hook(GAME.view.explain)(t.view(0), t.box, 0, "sq-e9")
    assert hidden is not None and hidden.picture == ""
    for seat, move in ((0, "done"), (1, "layout:siege"), (1, "done")):
        t.play(seat, move)
    pictures = {name: hook(GAME.view.explain)(t.view(0), t.box, 0, f"sq-{name}").picture for name in ("e9", "e1", "a5")}
    assert all("<path" in picture for picture in pictures.values())
    assert scene_of(t, 0).thing("sq-e9").art == "", "the land is drawn as one"


def test_each_kind_of_piece_has_a_figure_that_is_sent_once():
    """TH-1.5: one army of ten kinds, the same for both players but for its coats and its base."""
    t = position(
        {
            f"{column}{row}": sign
            for row, signs in ((2, "RSCABLWED"), (8, "rscablwed"))
            for column, sign in zip("abcdefghi", signs, strict=True)
        }
    )
    scene = scene_of(t, 0)
    kinds = {piece.name.lower() for piece in Piece if piece}
    assert set(re.findall(r'<symbol id="th-(\w+)"', scene.panels[0].backdrop)) - {"horse"} == kinds
    for kind in kinds:
        own, other = (scene.thing(f"{kind}-{seat}-1").art for seat in (0, 1))
        assert f'href="#th-{kind}"' in own
        assert own.replace("coat0", "coat1").replace("base-0", "base-1") == other
        assert "<path" not in own
    assert 'id="th-horse"' in alone(Piece.LANCER, 1, 100), "a printed piece has all that it is made of"
