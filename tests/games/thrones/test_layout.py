"""Chapters 1 to 3: the table, laying out in secret, and the middle row."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.core.frames import NATURE
from wartable.errors import BadData
from wartable.games.thrones import GAME
from wartable.games.thrones.box import layout_id
from wartable.games.thrones.state import HOME, MIDDLE_ROW, Piece, Stage, Tile
from wartable.testing import Table

from .position import at, on, tile_on

LAYOUTS = ("eyrie", "river", "siege", "steppe", "wall")
SIGNS = {"p": "plains", "f": "forest", "m": "mountain", "w": "water", "+": "fortress"}
PLACES = ("e2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "a2", "b2", "c2", "d2", "f2")


def table(first: str = "south", **more: object) -> Table:
    return Table(GAME, rolls=[f"{first}-first"], **more)  # type: ignore[arg-type]


def lay(t: Table, rows: str, seat: int = 0) -> None:
    """Lay tiles from the back row on, as the player sits."""
    for sign in rows.replace(" ", ""):
        t.play(seat, f"+{SIGNS[sign]}")


def home(t: Table, seat: int) -> list[int]:
    """The seat's home tiles as it sees them, from the left end of the back row."""
    return [t.s.ground[space if seat == 0 else 80 - space] for space in range(HOME)]


def army(t: Table, seat: int) -> list[int]:
    return [t.s.pieces[space if seat == 0 else 80 - space] & 15 for space in range(HOME)]


def is_valid(t: Table, seat: int) -> bool:
    """TH-1.3, 2.5 and 2.6, told apart from the rules."""
    tiles = home(t, seat)
    counts = Counter(tiles)
    rows = [set(tiles[row * 9 : row * 9 + 9]) for row in range(4)]
    place = tiles.index(Tile.FORTRESS)
    return (
        [counts[tile] for tile in (1, 2, 3, 4, 5)] == [11, 10, 7, 7, 1]
        and all({1, 2, 3, 4} <= row for row in rows)
        and place >= 9
        and place % 9 not in (0, 8)
    )


def test_two_players_sit_south_and_north():
    """TH-1.1"""
    assert GAME.seats == (2,)
    assert GAME.seat_names == ("South", "North")


def test_the_homelands_lie_at_both_ends_of_nine_rows():
    """TH-1.2: North lays from the other side, and counts from its own left."""
    t = table()
    t.play(0, "layout:by-hand", "+water")
    t.play(1, "layout:by-hand", "+forest")
    assert (tile_on(t, "a1"), tile_on(t, "i9")) == (Tile.WATER, Tile.FOREST)
    assert t.s.ground[MIDDLE_ROW : MIDDLE_ROW + 9].tolist() == [0] * 9


def test_each_player_has_thirty_six_home_tiles():
    """TH-1.3"""
    t = table()
    assert t.s.sides[0].left.tolist() == [0, 11, 10, 7, 7, 1, 0]
    assert t.s.sides[1].left.tolist() == t.s.sides[0].left.tolist()


def test_the_middle_row_has_eight_tiles_and_a_fortress():
    """TH-1.4, TH-3.4"""
    t = table()
    t.play(0, "layout:wall", "done")
    t.play(1, "layout:river", "done")
    assert sorted(t.s.ground[MIDDLE_ROW : MIDDLE_ROW + 9].tolist()) == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert [t.s.ground[square] for square in t.s.forts] == [Tile.FORTRESS] * 3


def test_each_player_has_fifteen_pieces():
    """TH-1.5"""
    t = table()
    assert t.s.sides[0].unplaced.tolist() == [0, 2, 2, 2, 1, 1, 2, 1, 2, 1, 1]
    letters = [row.text("letter") for row in GAME.data().table("pieces")]
    assert letters == list("RSCABLWEDT")


def test_a_space_holds_one_piece():
    """TH-1.7, TH-2.7"""
    t = table()
    t.play(0, "layout:by-hand")
    lay(t, "pfmwpfpfp pfmw+pfpf pfmwpfmwm pfmwpfmww")
    t.play(0, "@e2")
    assert t.refused(0, "@e2") == "TH-2.7"


def test_fate_decides_who_goes_first_before_anything_is_laid():
    """TH-2.1"""
    t = Table(GAME)
    assert t.due == {NATURE}
    assert t.odds() == {"south-first": 1, "north-first": 1}
    assert t.refused(0, "layout:wall") == "TH-4.12"
    t.roll("north-first")
    assert t.s.first == 1
    t.play(0, "layout:eyrie", "done")
    t.play(1, "layout:eyrie", "done")
    assert t.due == {1}


def test_both_players_lay_out_at_the_same_time():
    """TH-2.2"""
    t = table()
    assert t.due == {0, 1}
    t.play(1, "layout:wall")
    t.play(0, "layout:river")
    t.play(1, "done")
    assert t.due == {0}


def test_a_layout_begins_ready_made_random_or_by_hand():
    """TH-2.3"""
    t = table()
    assert t.legal(0) == {f"layout:{name}" for name in (*LAYOUTS, "random", "by-hand")}
    assert t.refused(0, "layout:none-6") == "TH-2.3"


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_ready_made_layouts_are_valid(name, seat):
    """TH-2.3, TH-1.3, TH-2.5, TH-2.6"""
    t = table()
    t.play(seat, f"layout:{name}")
    assert is_valid(t, seat)
    assert t.s.sides[seat].stage == Stage.REVIEW
    assert sorted(t.s.sides[seat].middle.tolist()) == [0, 0, 0, 0, 0, 1, 2, 3, 4]
    number = [layout_id(t.box, k) for k in range(t.box.layouts)].index(name)
    assert home(t, seat) == t.box.layout_tiles[number].tolist()
    assert army(t, seat) == t.box.layout_pieces[number].tolist()


def test_the_ready_made_layouts_differ_in_character():
    """TH-2.3: where the throne stands, whether the dragon is held back, how the cavalry runs."""
    characters = set()
    for name in LAYOUTS:
        t = table()
        t.play(0, f"layout:{name}")
        throne = army(t, 0).index(Piece.THRONE)
        held = t.s.sides[0].unplaced[Piece.DRAGON]
        front = tuple(sorted(Counter(home(t, 0)[27:]).items()))
        characters.add((home(t, 0)[throne], held, front))
    assert len(characters) == len(LAYOUTS)


def test_tiles_are_laid_from_the_back_row_to_the_front():
    """TH-2.4"""
    t = table()
    t.play(0, "layout:by-hand")
    assert t.refused(0, "@a1") == "TH-4.12"
    lay(t, "pfmwpfpfp p")
    assert [tile_on(t, name) for name in ("a1", "i1", "a2")] == [Tile.PLAINS] * 3
    t.play(1, "layout:by-hand")
    lay(t, "w", 1)
    assert tile_on(t, "i9") == Tile.WATER


def test_only_tiles_not_laid_yet_are_laid():
    """TH-2.4"""
    t = table()
    t.play(0, "layout:by-hand")
    lay(t, "pfmwpfpfp p+")
    assert t.refused(0, "+fortress") == "TH-2.4"


def test_each_home_row_keeps_room_for_each_terrain():
    """TH-2.5"""
    t = table()
    t.play(0, "layout:by-hand")
    lay(t, "pppppp")
    assert t.refused(0, "+plains") == "TH-2.5"
    assert t.legal(0) == {"+forest", "+mountain", "+water"}


def test_each_terrain_is_kept_for_the_rows_to_come():
    """TH-2.5: of seven mountains four may lie in the back row, since three rows still need one."""
    t = table()
    t.play(0, "layout:by-hand")
    lay(t, "mmmm")
    assert t.refused(0, "+mountain") == "TH-2.5"
    assert "+plains" in t.legal(0)


def test_the_fortress_lies_neither_in_the_back_row_nor_at_the_sides():
    """TH-2.6"""
    t = table()
    t.play(0, "layout:by-hand")
    assert t.refused(0, "+fortress") == "TH-2.6"
    lay(t, "pfmwpfpfp")
    assert t.refused(0, "+fortress") == "TH-2.6"
    lay(t, "pfmwpfpw")
    assert t.refused(0, "+fortress") == "TH-2.6"


def test_the_fortress_may_lie_in_the_front_row_and_must_at_last():
    """TH-2.6"""
    t = table()
    t.play(0, "layout:by-hand")
    lay(t, "pfmwpfpfp pfmwpfpfm pfmwpfpwm pfmwfmw")
    assert t.refused(0, "+water") == "TH-2.6"
    assert t.legal(0) == {"+fortress"}
    lay(t, "+w")
    assert tile_on(t, "h4") == Tile.FORTRESS
    assert is_valid(t, 0)


def by_hand() -> Table:
    """South has laid its tiles."""
    t = table()
    t.play(0, "layout:by-hand")
    lay(t, "pfmwpfpfp pfmw+pfpf pfmwpfmwm pfmwpfmww")
    return t


def test_pieces_are_placed_in_order_on_empty_home_tiles():
    """TH-2.7"""
    t = by_hand()
    for name in PLACES[:14]:
        t.play(0, f"@{name}")
    assert [on(t, name) for name in PLACES[:14]] == list("TRRSSCCABLLWEE")
    assert t.refused(0, "@e2") == "TH-2.7"
    t.play(0, "@i4")
    assert on(t, "i4") == "D"


def test_only_the_dragon_is_held_back():
    """TH-2.8"""
    t = by_hand()
    assert t.refused(0, "hold") == "TH-2.8"
    for name in PLACES[:14]:
        t.play(0, f"@{name}")
    t.play(0, "hold")
    assert t.s.sides[0].unplaced[Piece.DRAGON] == 1
    assert Piece.DRAGON not in army(t, 0)


def complete() -> Table:
    """South has laid its tiles and placed its pieces."""
    t = by_hand()
    for name in PLACES:
        t.play(0, f"@{name}")
    return t


def test_middle_tiles_are_assigned_to_columns_of_their_own():
    """TH-2.9"""
    t = complete()
    t.play(0, "@c5")
    assert t.refused(0, "@c5") == "TH-2.9"
    assert t.refused(0, "done") == "TH-2.17"
    t.play(0, "@a5", "@i5", "@e5")
    assert t.s.sides[0].middle.tolist() == [2, 0, 1, 0, 4, 0, 0, 0, 3]
    assert t.s.sides[0].stage == Stage.REVIEW


def reviewing(name: str = "wall", seat: int = 0) -> Table:
    t = table()
    t.play(seat, f"layout:{name}")
    return t


def test_two_home_tiles_of_different_kinds_are_swapped():
    """TH-2.10"""
    t = reviewing()
    pieces = army(t, 0)
    # The back row is w f m w p f w p f, the front row m p m f p w m p f.
    t.play(0, "tiles:a1~a4")
    assert (tile_on(t, "a1"), tile_on(t, "a4")) == (Tile.MOUNTAIN, Tile.WATER)
    assert army(t, 0) == pieces
    assert is_valid(t, 0)
    assert t.refused(0, "tiles:b1~f1") == "TH-2.10"
    assert t.refused(0, "tiles:b1~b1") == "TH-2.10"
    assert t.refused(0, "tiles:b4~a1") == "TH-2.10"


def test_a_swap_of_tiles_keeps_the_layout_valid():
    """TH-2.10, TH-2.5, TH-2.6"""
    t = reviewing()
    # The one mountain of the back row is on c1, the fortress on e2.
    assert t.refused(0, "tiles:c1~b4") == "TH-2.5"
    assert t.refused(0, "tiles:a2~e2") == "TH-2.6"
    assert t.refused(0, "tiles:e1~e2") == "TH-2.6"
    assert {"tiles:c1~d1", "tiles:d2~e2"} <= t.legal(0)


def test_every_swap_that_is_offered_leaves_a_valid_layout():
    """TH-2.10"""
    for number, move in enumerate(sorted(move for move in reviewing().legal(0) if move.startswith("tiles:"))):
        if number % 9 == 0:
            t = reviewing()
            t.play(0, move)
            assert is_valid(t, 0), move


def test_what_stands_on_two_spaces_is_swapped():
    """TH-2.11"""
    t = reviewing()
    # Front row: R on a4, E on b4, nobody on c4.
    t.play(0, "pieces:a4~b4", "pieces:b4~c4")
    assert (on(t, "a4"), on(t, "b4"), on(t, "c4")) == ("E", ".", "R")
    assert t.refused(0, "pieces:a4~e4") == "TH-2.11"
    assert t.refused(0, "pieces:a1~b1") == "TH-2.11"


def test_the_dragon_is_taken_back_and_placed_again():
    """TH-2.12"""
    t = reviewing()
    assert on(t, "i2") == "D"
    assert t.refused(0, "@a1") == "TH-2.12"
    t.play(0, "hold")
    assert on(t, "i2") == "."
    assert t.refused(0, "hold") == "TH-2.12"
    assert t.refused(0, "@a4") == "TH-2.12"
    t.play(0, "@a1")
    assert on(t, "a1") == "D"
    assert t.s.sides[0].unplaced[Piece.DRAGON] == 0


def test_the_middle_row_is_edited():
    """TH-2.13"""
    t = reviewing()
    assert t.s.sides[0].middle.tolist() == [0, 2, 3, 0, 1, 4, 0, 0, 0]
    t.play(0, "middle:a5~b5", "middle:c5~e5")
    assert t.s.sides[0].middle.tolist() == [2, 0, 1, 0, 3, 4, 0, 0, 0]
    assert t.refused(0, "middle:b5~d5") == "TH-2.13"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_layout_is_mirrored(seat):
    """TH-2.14"""
    t = reviewing(seat=seat)
    before = home(t, seat), army(t, seat), t.s.sides[seat].middle.tolist()

    def flipped(cells):
        return [cells[row + 8 - column] for row in range(0, len(cells), 9) for column in range(9)]

    t.play(seat, "mirror")
    assert (home(t, seat), army(t, seat), t.s.sides[seat].middle.tolist()) == tuple(flipped(part) for part in before)


def test_a_player_may_begin_again():
    """TH-2.15"""
    t = reviewing()
    t.play(0, "layout:siege")
    assert t.s.sides[0].unplaced[Piece.DRAGON] == 1
    assert is_valid(t, 0)
    t.play(0, "layout:by-hand")
    assert home(t, 0) == army(t, 0) == [0] * 36
    assert t.s.sides[0].left.tolist() == [0, 11, 10, 7, 7, 1, 0]
    assert t.s.sides[0].middle.tolist() == [0] * 9


def test_a_player_has_twenty_edits():
    """TH-2.16"""
    t = reviewing()
    for _ in range(20):
        t.play(0, "mirror")
    assert t.legal(0) == {"done"}
    for move in ("mirror", "layout:wall", "tiles:a1~a4", "pieces:a4~b4", "middle:a5~b5", "hold"):
        assert t.refused(0, move) == "TH-2.16"
    t = table(cells={"numbers.edits.value": "0"})
    t.play(0, "layout:wall")
    assert t.legal(0) == {"done"}


def test_a_layout_that_is_done_is_not_changed():
    """TH-2.17"""
    t = reviewing()
    t.play(0, "done")
    assert t.refused(0, "mirror") == "TH-4.12"
    assert t.due == {1}


def test_an_incomplete_layout_is_not_done():
    """TH-2.17"""
    t = table()
    assert t.refused(0, "done") == "TH-2.17"
    t.play(0, "layout:by-hand")
    assert t.refused(0, "done") == "TH-2.17"


def test_fate_draws_a_random_layout():
    """TH-2.18"""
    t = table()
    t.play(1, "layout:random")
    assert t.odds() == {"+plains": 11, "+forest": 10, "+mountain": 7, "+water": 7}
    t.roll(*(f"+{SIGNS[sign]}" for sign in "pfmwpfpfppfmw+pfpfpfmwpfmwmpfmwpfmww"))
    assert set(t.odds().values()) == {1}
    assert len(t.odds()) == 36
    t.roll(*(f"@{name}" for name in PLACES[:14]))
    odds = t.odds()
    assert odds.pop("hold") == 8
    assert len(odds) == 22
    t.roll("hold")
    assert t.odds() == {f"@{column}5": 1 for column in "abcdefghi"}
    t.roll("@a5", "@b5", "@c5", "@d5")
    assert is_valid(t, 1)
    assert t.due == {0, 1}
    assert t.s.sides[1].stage == Stage.REVIEW
    assert "mirror" in t.legal(1)


@settings(max_examples=25)
@given(st.integers(0, 10**9))
def test_random_layouts_are_valid(seed):
    """TH-2.18, TH-2.5, TH-2.6"""
    t = table()
    t.play(0, "layout:random")
    dice = random.Random(seed)
    while t.due == {NATURE}:
        codes, weights = t.codes(NATURE), t.odds()
        t.apply(NATURE, codes[dice.choices(list(weights), list(weights.values()))[0]])
    assert is_valid(t, 0)
    assert Counter(army(t, 0))[Piece.DRAGON] + t.s.sides[0].unplaced[Piece.DRAGON] == 1


@settings(max_examples=25)
@given(st.integers(0, 10**9))
def test_every_layout_begun_by_hand_can_be_finished(seed):
    """TH-2.5, TH-2.6: whatever is laid, something legal follows, and it ends in a valid layout."""
    t = table()
    t.play(1, "layout:by-hand")
    dice = random.Random(seed)
    favourite = dice.randrange(5)
    while t.s.sides[1].stage != Stage.REVIEW:
        codes = sorted(t.codes(1).values())
        assert codes
        # Greedy players run into dead ends, if there are any: always the same tile while it is allowed.
        greedy = t.s.sides[1].stage == Stage.TILES and dice.random() < 0.8
        t.apply(1, codes[min(favourite, len(codes) - 1)] if greedy else dice.choice(codes))
    assert is_valid(t, 1)


REVEALED = [
    "Both layouts are revealed.",
    "North's plains goes to c5.",
    "South's plains goes to g5.",
    "Both players chose a5: their tiles go to the open spaces furthest to South's left.",
    "South's water goes to a5.",
    "North's mountain goes to b5.",
    "Both players chose e5: their tiles go to the open spaces furthest to South's left.",
    "South's forest goes to d5.",
    "North's forest goes to e5.",
    "Both players chose i5: their tiles go to the open spaces furthest to South's left.",
    "South's mountain goes to f5.",
    "North's water goes to h5.",
    "The space left over, i5, is the middle fortress.",
    "Turn 1: South.",
]


def test_both_layouts_are_revealed_when_both_are_done():
    """TH-3.1"""
    t = table()
    t.play(0, "layout:eyrie", "done")
    assert t.view(1).ground.tolist() == [0] * 81
    t.play(1, "layout:eyrie", "done")
    assert t.view(1).ground.tolist() == t.s.ground.tolist()
    assert 0 not in t.s.ground.tolist()
    assert [sentence.named(GAME.seat_names) for sentence in t.told(0)] == REVEALED
    assert t.told(0)[1:] == t.told(1)[2:], "but for the word that North is done"


def middle(first: str, south: str, north: str) -> str:
    """The middle row from a5 to i5, with the wishes of both as each of them sees the row."""
    t = table(first)
    for seat, wishes in enumerate((south, north)):
        t.play(seat, "layout:eyrie")
        t.s.sides[seat].middle[:] = [" pfmw".index(sign) if sign != "." else 0 for sign in wishes]
        t.play(seat, "done")
    return "".join(" pfmw+"[tile] for tile in t.s.ground[MIDDLE_ROW : MIDDLE_ROW + 9])


def test_uncontested_middle_tiles_lie_where_they_were_wished():
    """TH-3.2"""
    # North's a is South's i.
    assert middle("south", "pfmw.....", "pfmw.....") == "pfmw+wmfp"


def test_contested_columns_are_settled_from_the_first_players_left():
    """TH-3.3"""
    # Both want South's column a (North's i): the tiles go to the leftmost open spaces, South's first.
    assert middle("south", "p.fmw....", "fmw.....p") == "ppfmw+wmf"
    # All four places contested: South's p, North's w, then f and m, and so on, from the left.
    assert middle("south", "pfmw.....", ".....pfmw") == "pwfmmfwp+"


def test_the_first_players_left_is_norths_when_north_goes_first():
    """TH-3.3"""
    row = middle("north", "pfmw.....", ".....pfmw")
    # North sees the row from i5 on: its first contested column is North's f (South's d): p and w.
    assert row[::-1] == "pwfmmfwp+"


def test_the_space_left_over_is_the_middle_fortress():
    """TH-3.4"""
    assert middle("south", "p.f.m.w..", "...w.m.fp").count("+") == 1
    assert middle("south", "pfmw.....", "pfmw.....")[4] == "+"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("mR", "m?"), "there is no piece '?'"),
        (("mR", "xR"), "there is no tile 'x'"),
        (("mR", "pR"), "tiles of plains, not 11"),
        (("mR", "m."), "of ranger, not 2"),
        (("mR pE", "mRpE"), "a row has nine cells"),
        (("..  f.", "f.  f."), "the middle row"),
    ],
)
def test_a_bad_layout_file_is_refused_with_its_reason(change, reason):
    """TH-2.3"""
    text = GAME.data().read("layouts/wall.txt")
    broken = text.replace(change[0].replace("  ", " "), change[1].replace("  ", " "), 1)
    assert broken != text
    with pytest.raises(BadData, match=r"layouts/mine\.txt") as error:
        GAME.new_box(files={"layouts/mine.txt": broken})
    assert reason.split("'")[0] in str(error.value)


def test_a_layout_of_ones_own_joins_the_ready_made_ones():
    """TH-2.3"""
    t = table(files={"layouts/mine.txt": GAME.data().read("layouts/wall.txt")})
    t.play(0, "layout:mine")
    assert on(t, "e2") == "T"
    assert at("e2") == 13
