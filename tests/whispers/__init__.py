"""Whispers: a tiny game of secrets, with which tests look over a player's shoulder.

Its functions are not compiled: nothing in it is called from compiled code.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

from wartable.compiler.mode import plain
from wartable.core.actions import belongs, families, split
from wartable.core.frames import NATURE, Head, ask, ask_all, finish, is_due, kind, pop
from wartable.core.game import Ending, Game, Refused
from wartable.core.notes import NOBODY, UNKNOWN, Note, NoteKind, alone, deed, effect, note, others, whisper
from wartable.core.phrases import Namer, Phrase, say
from wartable.core.record import Record, i8, new, record
from wartable.drawing.scene import Panel, Scene
from wartable.rulebook.options import Option

ANIMALS = ("", "Falcon", "Otter", "Badger", "Heron")
SEATS = 3
DEAL_ASKED, BID_ASKED = 1, 2
DEAL, BID = families(deal=(SEATS, 4), bid=(3,))


class Told(NoteKind):
    DEALT = deed("animal")
    BIDS = deed("bid")
    BIDS_IN_SECRET = deed()
    SHOWN = effect()


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
        plain(whisper)(box, alone(target), Told.DEALT, 101, target, animal + 1)
        plain(whisper)(box, others(target), Told.DEALT, 101, target, 0)
        plain(pop)(s)
        if target + 1 < box.seats:
            plain(ask)(s, DEAL_ASKED, NATURE, target + 1)
        else:
            plain(ask_all)(s, BID_ASKED, (1 << box.seats) - 1, 0, 0, 0)
        return
    s.bid[seat] = action - BID.first + 1
    plain(whisper)(box, alone(seat), Told.BIDS, 102, seat, s.bid[seat])
    plain(whisper)(box, others(seat), Told.BIDS_IN_SECRET, 102, seat)
    frame = s.head.frames[s.head.depth - 1]
    frame.due = frame.due & ~(1 << seat) & 255
    if frame.due == 0:
        plain(pop)(s)
        plain(note)(box, Told.SHOWN, 103, NOBODY)
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


def tally(s, box, seat, counter):
    return UNKNOWN


def refusal(s, box, seat, action):
    return 0 if belongs(BID, action) and plain(kind)(s) == BID_ASKED and plain(is_due)(s, seat) else 102


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
    out[0] = 0


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


NAMES: dict[str, Namer] = {"animal": lambda _box, animal: f"the {ANIMALS[animal]}" if animal else "an animal"}
SENTENCES: dict[NoteKind, Phrase] = {
    Told.DEALT: "{seat} is dealt {animal}.",
    Told.BIDS: "{seat} bids {bid}.",
    Told.BIDS_IN_SECRET: "{seat} bids.",
    Told.SHOWN: "Everything is shown.",
}


def sentence(note: Note, box: Record, viewer: int) -> str:
    return say(SENTENCES, NAMES, note, box)


def meant(view: Record, box: Record, seat: int, text: str) -> int | Refused | None:
    return None


def fact(view: Record, box: Record, seat: int, action: int, rule: int) -> str:
    return ""


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


RULES = module(setup, legal, apply, chance, points, scores, census, tally)
WORDS: Any = module(notation, label, prompt, sentence, meant, fact)
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
    told=Told,
    has_secrets=True,
    seat_names=("Blue", "Orange", "Green"),
)
