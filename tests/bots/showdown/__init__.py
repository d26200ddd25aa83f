"""A small game with everything that is hard for a search: secret cards, secret choices at the same time, three seats.

Everybody is dealt a card from 1 to 3, and all choose at once to raise or to fold. Two seats: both fold, half each;
one raises, three quarters to it; both raise, the higher card takes all. The judge knows nothing.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from wartable.compiler.decorators import rule
from wartable.core.decisions import Decisions
from wartable.core.frames import NATURE, ask, is_due, kind, top
from wartable.core.game import Ending, Game
from wartable.core.notes import NoteKind
from wartable.core.numbers.chance import draw
from wartable.core.record import new
from wartable.drawing.scene import Scene

from . import card, choice
from .card import ToDeal
from .state import CHOOSE, DEAL, FOLD, RAISE, At, Box, State


def make_box(options, data, seats):
    box = new(Box.dtype)
    box.seats = seats
    return box


@rule
def setup(s, box):
    ask(s, DEAL, NATURE, 0)


@rule
def scores(s, box, out):
    raisers, best, at_best = 0, 0, 0
    for seat in range(box.seats):
        if s.choices[seat] == RAISE:
            raisers += 1
            if s.cards[seat] > best:
                best = s.cards[seat]
                at_best = 0
            at_best += s.cards[seat] == best
    folders = box.seats - raisers
    pot = 0.75 if raisers == 1 else 1.0
    for seat in range(box.seats):
        if raisers == 0:
            out[seat] = 1.0 / box.seats
        elif s.choices[seat] == FOLD:
            out[seat] = (1.0 - pot) / folders
        else:
            out[seat] = pot / at_best if s.cards[seat] == best else 0.0


@rule
def points(s, box, seat):
    return 0


@rule
def census(s, box, out):
    return 0


@rule
def tally(s, box, seat, counter):
    return 0


@rule
def hide(s, box, seat):
    for other in range(box.seats):
        if other != seat:
            s.cards[other] = 0
            s.choices[other] = 0


@rule
def fill(s, box, seat, rng):
    for other in range(box.seats):
        if other != seat and kind(s) == CHOOSE:
            s.cards[other] = 1 + draw(rng, 3)
            if not is_due(s, other):
                s.choices[other] = 1 + draw(rng, 2)


@rule
def sees(s, box, viewer, seat, action):
    if seat == NATURE:
        return top(s, ToDeal).owner == viewer
    return viewer == seat


@rule
def evaluate(s, box, out):
    for seat in range(box.seats):
        out[seat] = 1.0 / box.seats


@rule
def features(s, box, seat, out):
    out[0] = s.cards[seat] / 3.0


def prompt(view, box, seat):
    return "Raise or fold"


def sentence(note, box, viewer):
    return ""


def scene(view, box, seat):
    return Scene((), ())


def board(view, box, seat):
    return ""


class Told(NoteKind):
    """Nothing is told of this game."""


def _part(*names: str) -> Any:
    return SimpleNamespace(**{name: globals()[name] for name in names})


GAME = Game(
    name="showdown",
    title="Showdown",
    code="SD",
    version=1,
    seats=(2, 3),
    blurb="",
    minutes="1",
    weight="light",
    icon="",
    folder=Path(__file__).parent,
    options=(),
    endings=(Ending("shown", 101, "all cards were shown"),),
    decisions=Decisions(At, codes=(choice, card), phases=(choice, card), undue=101),
    state=State,
    box=Box,
    make_box=make_box,
    rules=_part("setup", "scores", "points", "census", "tally"),
    hidden=_part("hide", "fill", "sees"),
    judge=_part("evaluate", "features"),
    words=_part("prompt", "sentence"),
    view=_part("scene", "board"),
    most_legal=2,
    most_chance=3,
    bound=10,
    feature_count=1,
    told=Told,
    has_secrets=True,
)
