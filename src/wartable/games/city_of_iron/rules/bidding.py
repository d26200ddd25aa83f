"""Bidding for turn order (chapter 3, CI-13.8, CI-13.9)."""

from wartable.core.rules import NOBODY, ask, note, rule

from ..box import Box
from ..notes import Told
from ..state import NONE, SPOTS, Kind, Phase, State


@rule
def start_round(s: State, box: Box) -> None:
    """CI-3.6: the cubes leave the track for the next bids; CI-10.15: everyone has three actions again."""
    s.phase = Phase.BIDS
    s.round_number += 1
    s.turns = 0
    s.bids = 0
    for spot in range(SPOTS):
        s.spots[spot] = NONE
    note(box, Told.ROUND, 301, NOBODY, s.round_number, s.due_score * (1 + (s.score_cards == 3)))


@rule
def ask_bid(s: State, box: Box) -> None:
    """CI-3.1, CI-3.4: one after the other, once each; then the Toads (CI-13.8), and the turns begin."""
    if s.bids < box.seats:
        ask(s, Kind.BID, s.bidders[s.bids])
        return
    for seat in range(box.seats):
        if s.bids == box.seats and box.second_bid[s.sides[seat].nation] == 1:
            ask(s, Kind.SECOND_BID, seat)
            return
    start_turns(s, box)


@rule
def spot_of(s: State, seat: int) -> int:
    for spot in range(SPOTS):
        if s.spots[spot] == seat:
            return spot
    return NONE


@rule
def start_turns(s: State, box: Box) -> None:
    """CI-3.5, CI-3.6: turns go from right to left, the next bids from left to right."""
    s.phase = Phase.TURNS
    place = 0
    for spot in range(SPOTS):
        if s.spots[spot] != NONE:
            s.bidders[place] = s.spots[spot]
            s.order[box.seats - 1 - place] = s.spots[spot]
            place += 1
    note(box, Told.TURN_ORDER, 305, NOBODY, s.order[0], s.order[1], s.order[2], s.order[3])


@rule
def ask_turn(s: State, box: Box) -> None:
    """CI-4.1: the players act in turn order, three times over."""
    if s.turns < box.seats * box.actions:
        seat = s.order[s.turns % box.seats]
        note(box, Told.TURN, 401, seat, s.turns // box.seats + 1, box.actions, s.round_number)
        ask(s, Kind.TURN, seat)
    else:
        s.phase = Phase.END
