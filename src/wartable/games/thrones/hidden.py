"""What each player may know: not the other's layout before both are done, and never the kinds of favors in hand.

Nor whether the other passes automatically: a question that the table answers looks like one that a person answered.
"""

from wartable.core.rules import AnyFrame, Rng, belongs, bottom, draw, kind, pop, rule, top

from .box import Box
from .decisions.favors.always import Always
from .decisions.favors.favor import TakeFavor
from .decisions.favors.let import Let
from .decisions.favors.watch import Watch
from .rules.board import square_of
from .rules.layout import choices, clear_layout, compose, enter_stage, weigh
from .state import COLUMNS, FAVORS, HOME, TILES, TYPES, DrawFrame, Kind, Stage, State, Tile


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """TH-2.2, 9.3, 9.9"""
    for other in range(2):
        if other != seat:
            s.sides[other].unasked = 0
            for favor in range(FAVORS):
                s.sides[other].favors[favor] = 0
            if is_secret(s):
                hide_layout(s, other)
    if is_secret(s):
        hide_progress(s, seat)


@rule
def is_secret(s: State) -> bool:
    return kind(s) == Kind.LAYOUT or kind(s) == Kind.DRAW


@rule
def hide_layout(s: State, seat: int) -> None:
    side = s.sides[seat]
    for space in range(HOME):
        s.ground[square_of(seat, space)] = Tile.NONE
        s.pieces[square_of(seat, space)] = 0
    for tile in range(TILES):
        side.left[tile] = 0
    for type in range(TYPES):
        side.unplaced[type] = 0
    for column in range(COLUMNS):
        side.middle[column] = Tile.NONE
    side.stage = Stage.BEGIN
    side.laid = 0
    side.edits = 0


@rule
def hide_progress(s: State, seat: int) -> None:
    """The others look as if they were still at it by hand, whether they are or not."""
    if kind(s) == Kind.DRAW and top(s, DrawFrame).seat != seat:
        pop(s)
    for other in range(2):
        if other != seat:
            bottom(s, AnyFrame).due |= 1 << other


@rule
def fill(s: State, box: Box, seat: int, rng: Rng) -> None:
    for other in range(2):
        if other != seat:
            for _ in range(s.sides[other].held):
                s.sides[other].favors[draw(rng, FAVORS)] += 1
            if is_secret(s):
                fill_layout(s, box, other, rng)


@rule
def fill_layout(s: State, box: Box, seat: int, rng: Rng) -> None:
    """A random layout, complete but for the word that it is done."""
    clear_layout(s, box, seat)
    enter_stage(s, seat, Stage.TILES)
    while s.sides[seat].stage != Stage.REVIEW:
        total = 0
        for choice in range(choices(s.sides[seat].stage)):
            total += weigh(s, box, seat, choice)
        ticket = draw(rng, total)
        choice = -1
        while ticket >= 0:
            choice += 1
            ticket -= weigh(s, box, seat, choice)
        compose(s, box, seat, choice)


@rule
def sees(s: State, box: Box, viewer: int, seat: int, action: int) -> bool:
    """A layout is seen by who lays it out, or has it drawn; a favor by who takes it; all else by everybody.

    How a question in the opponent's turn is passed, and that it is to be asked again, is seen by who says so.
    """
    if kind(s) == Kind.DRAW:
        return viewer == top(s, DrawFrame).seat
    if kind(s) == Kind.LAYOUT:
        return viewer == seat
    is_secret_word = belongs(Let, action) or belongs(Always, action) or belongs(Watch, action)
    return viewer == seat or not (belongs(TakeFavor, action) or is_secret_word)
