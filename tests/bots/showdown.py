"""A small game with everything that is hard for a search: secret cards, secret choices at the same time, three seats.

Everybody is dealt a card from 1 to 3, and all choose at once to raise or to fold. Two seats: both fold, half each;
one raises, three quarters to it; both raise, the higher card takes all. The judge knows nothing.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from wartable.compiler.decorators import rule
from wartable.core.actions import encode, families
from wartable.core.frames import NATURE, Head, ask, ask_all, done, finish, is_due, kind, pop
from wartable.core.game import Ending, Game
from wartable.core.notes import NoteKind
from wartable.core.numbers.chance import draw
from wartable.core.record import i8, new, record

SEATS = 3
DEAL, CHOOSE = 1, 2
RAISE, FOLD = 1, 2
CHOICE, CARD = families(choice=(3,), card=(4,))


@record(tag="showdown")
class State:
    head: Head
    cards: (i8, SEATS)
    choices: (i8, SEATS)


@record(tag="showdown")
class Box:
    seats: i8


def make_box(options, data, seats):
    box = new(Box.dtype)
    box.seats = seats
    return box


@rule
def setup(s, box):
    ask(s, DEAL, NATURE, 0, 0, 0)


@rule
def chance(s, box, out, weights):
    for card in range(3):
        out[card] = encode(CARD, card + 1, 0, 0, 0)
        weights[card] = 1
    return 3


@rule
def legal(s, box, seat, out):
    out[0] = encode(CHOICE, RAISE, 0, 0, 0)
    out[1] = encode(CHOICE, FOLD, 0, 0, 0)
    return 2


@rule
def apply(s, box, seat, action):
    if seat == NATURE:
        owner = s.head.frames[s.head.depth - 1].a
        pop(s)
        s.cards[owner] = action - CARD[0]
        if owner + 1 < box.seats:
            ask(s, DEAL, NATURE, owner + 1, 0, 0)
        else:
            ask_all(s, CHOOSE, (1 << box.seats) - 1, 0, 0, 0)
    else:
        s.choices[seat] = action - CHOICE[0]
        if done(s, seat):
            finish(s, 1)


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
def refusal(s, box, seat, action):
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
        return s.head.frames[s.head.depth - 1].a == viewer
    return viewer == seat


@rule
def evaluate(s, box, out):
    for seat in range(box.seats):
        out[seat] = 1.0 / box.seats


@rule
def features(s, box, seat, out):
    out[0] = s.cards[seat] / 3.0


class ShowdownWords:
    def notation(self, view, box, seat, action):
        return {encode(CHOICE, RAISE): "raise", encode(CHOICE, FOLD): "fold"}.get(action, f"card-{action - CARD.first}")

    label = notation

    def prompt(self, view, box, seat):
        return "Raise or fold"

    def sentence(self, note, box, viewer):
        return ""

    def meant(self, view, box, seat, text):
        return None

    def fact(self, view, box, seat, action, rule):
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
    families={"choice": CHOICE, "card": CARD},
    state=State,
    box=Box,
    make_box=make_box,
    rules=_part("setup", "chance", "legal", "apply", "scores", "points", "census", "tally"),
    refusals=_part("refusal"),
    hidden=_part("hide", "fill", "sees"),
    judge=_part("evaluate", "features"),
    words=cast(Any, ShowdownWords()),
    view=cast(Any, SimpleNamespace()),
    most_legal=2,
    most_chance=3,
    bound=10,
    feature_count=1,
    told=Told,
    has_secrets=True,
)
