"""Whispers: a tiny game of secrets, with which tests look over a player's shoulder."""

from pathlib import Path
from types import ModuleType
from typing import Any

from wartable.compiler.decorators import rule
from wartable.core.actions import belongs, decode
from wartable.core.decisions import Decisions
from wartable.core.frames import NATURE, ask
from wartable.core.game import Ending, Game
from wartable.core.notes import UNKNOWN, Note, NoteKind
from wartable.core.phrases import Namer, Phrase, say
from wartable.core.record import Record, new
from wartable.drawing.scene import Panel, Scene
from wartable.rulebook.options import Option

from . import bid, deal
from .deal import Deal
from .state import ANIMALS, DEAL_ASKED, SEATS, At, Box, State, Told


def make_box(options: Any, data: Any, seats: int) -> Record:
    box = new(Box.dtype)
    box.seats = seats
    return box


@rule
def setup(s, box):
    ask(s, DEAL_ASKED, NATURE, 0)


@rule
def points(s, box, seat):
    return s.animal[seat] + s.bid[seat]


@rule
def scores(s, box, out):
    best, winners = 0, 0
    for seat in range(box.seats):
        if points(s, box, seat) > best:
            best = points(s, box, seat)
            winners = 0
        winners += points(s, box, seat) == best
    for seat in range(box.seats):
        out[seat] = 1.0 / winners if points(s, box, seat) == best else 0.0


@rule
def census(s, box, out):
    return 0


@rule
def tally(s, box, seat, counter):
    return UNKNOWN


@rule
def hide(s, box, seat):
    if s.head.over:
        return
    for other in range(SEATS):
        if other != seat:
            s.animal[other] = 0
            s.bid[other] = 0


@rule
def fill(s, box, seat, rng):
    pass


@rule
def sees(s, box, viewer, seat, action):
    return belongs(Deal, action) and decode(Deal, action).target == viewer


@rule
def evaluate(s, box, out):
    for seat in range(box.seats):
        out[seat] = 1.0 / box.seats


@rule
def features(s, box, seat, out):
    out[0] = 0


def prompt(view: Record, box: Record, seat: int) -> str:
    return "Bid on your animal" if seat >= 0 else "The players bid"


NAMES: dict[str, Namer] = {"animal": lambda _box, animal: f"the {ANIMALS[animal]}" if animal else "an animal"}
SENTENCES: dict[NoteKind, Phrase] = {
    Told.DEALT: "{seat} is dealt {animal}.",
    Told.BIDS: "{seat} bids {bid}.",
    Told.BIDS_IN_SECRET: "{seat} bids.",
    Told.SHOWN: "Everything is shown.",
}


def sentence(note: Note, box: Record, viewer: int) -> str:
    return say(SENTENCES, NAMES, note, box)


def board(view: Record, box: Record, seat: int) -> str:
    return "\n".join(
        f"{{{other}}}: {ANIMALS[view.animal[other]] or '?'} {view.bid[other] or '-'}" for other in range(box.seats)
    )


def scene(view: Record, box: Record, seat: int) -> Scene:
    return Scene((Panel("board", "", 0, 0, 100, 100),), ())


def module(*functions: Any) -> ModuleType:
    made = ModuleType("whispers")
    vars(made).update({function.__name__: function for function in functions})
    return made


RULES = module(setup, points, scores, census, tally)
WORDS: Any = module(prompt, sentence)
VIEW: Any = module(board, scene)

GAME = Game(
    name="whispers",
    title="Whispers",
    code="WH",
    version=1,
    seats=(2, 3),
    blurb="Secrets.",
    minutes="1",
    weight="light",
    icon="",
    folder=Path(__file__).parent,
    options=(Option("mood", "nothing but a word", ("calm", "loud")),),
    endings=(Ending("shown", 103, "everything was shown"),),
    decisions=Decisions(At, codes=(deal, bid), phases=(deal, bid), undue=102),
    state=State,
    box=Box,
    make_box=make_box,
    rules=RULES,
    hidden=module(hide, fill, sees),
    judge=module(evaluate, features),
    words=WORDS,
    view=VIEW,
    most_legal=3,
    most_chance=4,
    bound=6,
    feature_count=1,
    told=Told,
    has_secrets=True,
    seat_names=("Blue", "Orange", "Green"),
)
