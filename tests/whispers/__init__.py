"""Whispers: a tiny game of secrets, with which tests look over a player's shoulder.

Its functions are not compiled: nothing in it is called from compiled code.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

from wartable.core.actions import belongs, families, split
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, Head, ask, ask_all, finish, kind, pop
from wartable.core.game import Ending, Game, Sentence
from wartable.core.options import Option
from wartable.core.record import Record, i8, new, record
from wartable.core.scene import Panel, Scene

ANIMALS = ("", "Falcon", "Otter", "Badger", "Heron")
SEATS = 3
DEAL_ASKED, BID_ASKED = 1, 2
DEAL, BID = families(deal=(SEATS, 4), bid=(3,))


@record(tag="whispers")
class State:
    head: Head
    animal: (i8, SEATS)
    bid: (i8, SEATS)


@record(tag="whispers")
class Box:
    seats: i8


def make_box(options: Any, data: Any, seats: int) -> Record:
    box = new(Box.dtype)
    box.seats = seats
    return box


def setup(s, box):
    plain(ask)(s, DEAL_ASKED, NATURE, 0)


def legal(s, box, seat, out):
    out[:3] = [BID.first, BID.first + 1, BID.first + 2]
    return 3


def apply(s, box, seat, action):
    if belongs(DEAL, action):
        target, animal, _, _ = split(DEAL, action)
        s.animal[target] = animal + 1
        plain(pop)(s)
        if target + 1 < box.seats:
            plain(ask)(s, DEAL_ASKED, NATURE, target + 1)
        else:
            plain(ask_all)(s, BID_ASKED, (1 << box.seats) - 1, 0, 0, 0)
        return
    s.bid[seat] = action - BID.first + 1
    frame = s.head.frames[s.head.depth - 1]
    frame.due = frame.due & ~(1 << seat) & 255
    if frame.due == 0:
        plain(pop)(s)
        plain(finish)(s, 1)


def chance(s, box, out, weights):
    target = s.head.frames[s.head.depth - 1].a
    free = [animal for animal in range(4) if animal + 1 not in list(s.animal)]
    for number, animal in enumerate(free):
        out[number] = DEAL.first + target * 4 + animal
        weights[number] = 1
    return len(free)


def points(s, box, seat):
    return s.animal[seat] + s.bid[seat]


def scores(s, box, out):
    best = max(points(s, box, seat) for seat in range(box.seats))
    winners = [seat for seat in range(box.seats) if points(s, box, seat) == best]
    for seat in winners:
        out[seat] = 1 / len(winners)


def census(s, box, out):
    return 0


def refusal(s, box, seat, action):
    return 0 if belongs(BID, action) and plain(kind)(s) == BID_ASKED else 102


def hide(s, box, seat):
    if s.head.over:
        return
    for other in range(SEATS):
        if other != seat:
            s.animal[other] = 0
            s.bid[other] = 0


def fill(s, box, seat, rng):
    pass


def sees(s, box, viewer, seat, action):
    return belongs(DEAL, action) and split(DEAL, action)[0] == viewer


def evaluate(s, box, out):
    out[: box.seats] = 1 / box.seats


def features(s, box, seat, out):
    pass


def notation(view: Record, box: Record, seat: int, action: int) -> str:
    if belongs(BID, action):
        return f"bid-{action - BID.first + 1}"
    target, animal, _, _ = split(DEAL, action)
    return f"deal-{target}-{ANIMALS[animal + 1].lower()}"


def label(view: Record, box: Record, seat: int, action: int) -> str:
    if belongs(BID, action):
        return f"Bid {action - BID.first + 1} on your {ANIMALS[view.animal[seat]]}"
    target, animal, _, _ = split(DEAL, action)
    return f"Deal {ANIMALS[animal + 1]} to {{{target}}}"


def prompt(view: Record, box: Record, seat: int) -> str:
    return "Bid on your animal" if seat >= 0 else "The players bid"


def tell(before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None) -> list[Sentence]:
    if seat == NATURE:
        target = before.head.frames[before.head.depth - 1].a
        what = "an animal" if action is None else f"the {ANIMALS[split(DEAL, action)[1] + 1]}"
        return [Sentence(f"{{{target}}} is dealt {what}.", 101)]
    what = "" if action is None else f" {action - BID.first + 1}"
    sentences = [Sentence(f"{{{seat}}} bids{what}.", 102)]
    return sentences + ([Sentence("Everything is shown.", 103)] if after.head.over else [])


def board(view: Record, box: Record, seat: int) -> str:
    return "\n".join(
        f"{{{other}}}: {ANIMALS[view.animal[other]] or '?'} {view.bid[other] or '-'}" for other in range(box.seats)
    )


def scene(view: Record, box: Record, seat: int) -> Scene:
    return Scene((Panel("board", "", 0, 0, 100, 100),), ())


def path(view: Record, box: Record, seat: int, action: int) -> tuple[str, ...]:
    return ()


def module(*functions: Any) -> ModuleType:
    made = ModuleType("whispers")
    vars(made).update({function.__name__: function for function in functions})
    return made


RULES = module(setup, legal, apply, chance, points, scores, census)
WORDS: Any = module(notation, label, prompt, tell)
VIEW: Any = module(board, scene, path)

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
    families={"deal": DEAL, "bid": BID},
    state=State,
    box=Box,
    make_box=make_box,
    rules=RULES,
    refusals=module(refusal),
    hidden=module(hide, fill, sees),
    judge=module(evaluate, features),
    words=WORDS,
    view=VIEW,
    most_legal=3,
    most_chance=4,
    bound=6,
    feature_count=1,
    has_secrets=True,
    seat_names=("Blue", "Orange", "Green"),
)
