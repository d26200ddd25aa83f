"""The building row (CI-2.12, CI-5.13, CI-10.1 to CI-10.4)."""

from wartable.core.rules import NATURE, NOBODY, ask, note, rule

from ..box import Box
from ..notes import Told
from ..state import FROM_DISCARDS, NONE, ROW, Kind, State


@rule
def take_from_row(s: State, place: int) -> int:
    """CI-5.13: the place stays empty."""
    face = s.row[place]
    s.row[place] = NONE
    return face


@rule
def discard_from_row(s: State, box: Box, place: int, number: int) -> None:
    """To the building discards; `number` is that of the rule by which it happens."""
    face = take_from_row(s, place)
    s.junk[face] += 1
    note(box, Told.ROW_LOSES, number, NOBODY, face, place)


@rule
def discard_leftmost(s: State, box: Box, count: int, number: int) -> None:
    """CI-8.8 and CI-10.1: the leftmost cards go, wherever they lie."""
    if is_row_empty(s):
        note(box, Told.ROW_IS_EMPTY, number, NOBODY)
    for place in range(ROW):
        if count > 0 and s.row[place] != NONE:
            discard_from_row(s, box, place, number)
            count -= 1


@rule
def slide_left(s: State, box: Box) -> None:
    """CI-10.2."""
    free = 0
    slid = 0
    for place in range(ROW):
        face = take_from_row(s, place)
        if face != NONE:
            s.row[free] = face
            slid += free != place
            free += 1
    if slid > 0:
        note(box, Told.SLIDE, 1002, NOBODY)


@rule
def first_gap(s: State, box: Box) -> int:
    """The leftmost empty place, NONE when the row is full."""
    for place in range(box.row_places):
        if s.row[place] == NONE:
            return place
    return NONE


@rule
def is_row_empty(s: State) -> bool:
    for place in range(ROW):
        if s.row[place] != NONE:
            return False
    return True


@rule
def in_deck(s: State, box: Box, face: int) -> int:
    """How many cards of this face can come next."""
    left = s.left[face]
    return left if s.deck == FROM_DISCARDS or box.face_deck[face] == s.deck else 0


@rule
def is_deck_empty(s: State, box: Box) -> bool:
    for face in range(box.deck_first[s.deck], box.deck_end[s.deck]):
        if in_deck(s, box, face) > 0:
            return False
    return True


@rule
def draw_score_card(s: State, box: Box) -> None:
    """CI-10.3: set aside. CI-10.4: after the third one the discards are the deck."""
    note(box, Told.SCORE_CARD, 1003, NOBODY, s.deck, s.round_number + 1)
    s.score_cards += 1
    s.fresh_score = 1
    s.deck += 1
    if s.deck == FROM_DISCARDS:
        shuffled = 0
        for face in range(box.faces):
            shuffled += s.junk[face]
            s.left[face] += s.junk[face]
            s.junk[face] = 0
        note(box, Told.SHUFFLED, 1004, NOBODY, shuffled)


@rule
def ask_for_card(s: State, box: Box) -> bool:
    """Asks nature for the next card of the row. False when the row is full or no card is left."""
    if first_gap(s, box) == NONE:
        return False
    while is_deck_empty(s, box):
        if s.deck == FROM_DISCARDS:
            return False
        draw_score_card(s, box)
    ask(s, Kind.DEAL_BUILDING, NATURE)
    return True


@rule
def deal_card(s: State, box: Box, face: int) -> None:
    place = first_gap(s, box)
    s.left[face] -= 1
    s.row[place] = face
    number = 212 if s.round_number == 0 else 1004 if s.deck == FROM_DISCARDS else 1002
    note(box, Told.ROW_CARD, number, NOBODY, face, place)
