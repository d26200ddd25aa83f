"""CI-4.1 to CI-4.6: a turn is one action, made in steps, and free ones before it."""

from collections.abc import Callable

import numpy as np

from wartable.core.rules import Action, Ints, Meaning, Refused, Text, belongs, code, offer, plain, put, rule

from ..box import Box
from ..rules.plan import ANSWERS, next_step, takes
from ..state import NONE, Act, Effect, Kind, State, Step
from ..texts import join
from ..values import Card, Face, Good, Land, Nation, Source, Table, Town, built
from . import attack, back, build, city, draw, land, lay, play, rival, science, spot, store, tax, token
from .attack import Attack
from .back import Back
from .build import Build
from .city import PickCity
from .draw import Draw
from .land import PickLand, not_settled, refuse_land
from .lay import Lay
from .play import Play, refuse_card
from .rival import Rob
from .science import BuyScience
from .spot import PickBuilding
from .store import Store
from .tax import Tax
from .token import PickToken

asked = Kind.TURN
pages = tax, science, draw, store, build, attack, play, land, token, city, spot, rival, lay, back

MOST_LEGAL = 240
"""How many actions a player can choose from at most."""
WAYS: tuple[tuple[type[Action], str], ...] = (
    (Build, "build"),
    (Play, "play a card"),
    (Attack, "attack"),
    (PickBuilding, "move a building"),
    (Draw, "draw"),
    (Store, "store"),
    (Tax, "tax"),
    (BuyScience, "buy science"),
)
ASKS = {
    Step.SOURCE: "choose the building",
    Step.PLACE: "choose a city, or what to destroy in a full one",
    Step.LAND: "choose the land",
    Step.TOKEN: "choose the token",
    Step.CITY: "choose the city",
    Step.ROW_CARD: "choose a card of the row",
    Step.PILE_TOP: "choose the pile",
    Step.RIVAL: "choose whom to rob",
    Step.OWN_BUILDING: "choose what to destroy",
}


def prompt(at: Table) -> str:
    if at.step == Step.BEGIN:
        number = at.view.turns // at.box.seats + 1
        return f"Action {number} of {at.box.actions}: {join(ways_to_begin(at), 'or')}"
    if at.step == Step.PAY:
        return f"{doing(at)}: still owed {at.owed}"
    return f"{doing(at)}: {ASKS[at.step]}"


def ways_to_begin(at: Table) -> list[str]:
    """What can be done now, as it is called (CI-4.2)."""
    out = np.zeros(MOST_LEGAL, np.int32)
    legal = out[: plain(offers)(at.view, at.box, at.seat, out, 0)].tolist()
    return [words for action, words in WAYS if any(belongs(action, one) for one in legal)]


def doing(at: Table) -> str:
    """The action that has been begun."""
    plan = at.plan
    if plan.act == Act.ATTACK:
        return f"Attack on {Town(plan.town, at).said()}"
    if plan.act == Act.MOVE:
        return f"Move {built(at, plan.city, plan.place)}"
    parts = [Card(plan.card, at).said()] if plan.card != NONE else []
    face = Source(plan.source, at).face if plan.source != NONE else NONE
    if face != NONE:
        parts.append(Face(face, at).said())
    if plan.land != NONE:
        parts.append(Land(plan.land, at).said())
    return ("Build " if plan.act == Act.BUILD else "") + ", ".join(parts)


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    step = next_step(s, box, s.sides[seat])
    if step == Step.BEGIN:
        return offers_to_begin(s, box, seat, out, n)
    return back.offers(s, box, seat, out, offers_answers(s, box, seat, step, out, n))


@rule
def offers_to_begin(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """CI-4.2: everything that can be begun in a turn."""
    n = put(out, n, Tax())
    n = science.offers(s, box, seat, out, n)
    n = draw.offers(s, box, seat, out, n)
    n = store.offers(s, box, seat, out, n)
    n = build.offers(s, box, seat, out, n)
    n = attack.offers(s, box, seat, out, n)
    n = play.offers(s, box, seat, out, n)
    return spot.offers(s, box, seat, out, n)


@rule
def offers_answers(s: State, box: Box, seat: int, step: int, out: Ints, n: int) -> int:
    """CI-4.4, CI-4.6: what answers the step that is asked; CI-5.7, CI-7.29: or a building to destroy."""
    if step == Step.PAY:
        return lay.offers(s, box, seat, out, n)
    for number in range(ANSWERS[step]):
        n = offer(out, n, answer(step, number), takes(s, box, seat, step, number))
    if step == Step.PLACE or step == Step.OWN_BUILDING:
        return spot.offers_to_destroy(s, box, seat, step, out, n)
    return n


@rule
def answer(step: int, number: int) -> int:
    """The action that answers a step before the payment with this number."""
    if step == Step.SOURCE:
        return code(Build(number))
    if step == Step.PLACE or step == Step.CITY:
        return code(PickCity(number))
    if step == Step.LAND:
        return code(PickLand(number))
    if step == Step.TOKEN:
        return code(PickToken(number))
    if step == Step.ROW_CARD:
        return code(Store(number))
    return code(Draw(number)) if step == Step.PILE_TOP else code(Rob(number))


@rule
def refuse(s: State, box: Box, seat: int, action: int) -> int:
    """CI-4.4: only what the step asks for; a step can always be meant to be taken back."""
    step = next_step(s, box, s.sides[seat])
    return 0 if belongs(Back, action) or answers(step, action) else 404


@rule
def answers(step: int, action: int) -> bool:
    """Whether an action is one of those that a step asks for."""
    if step == Step.BEGIN:
        begins = belongs(Tax, action) or belongs(BuyScience, action) or belongs(Draw, action) or belongs(Store, action)
        plans = belongs(Build, action) or belongs(Attack, action) or belongs(Play, action)
        return begins or plans or belongs(PickBuilding, action)
    if step == Step.PAY:
        return belongs(Lay, action)
    if step == Step.PLACE:
        return belongs(PickCity, action) or belongs(PickBuilding, action)
    if step == Step.SOURCE:
        return belongs(Build, action)
    if step == Step.LAND:
        return belongs(PickLand, action)
    if step == Step.TOKEN:
        return belongs(PickToken, action)
    if step == Step.CITY:
        return belongs(PickCity, action)
    if step == Step.ROW_CARD:
        return belongs(Store, action)
    if step == Step.PILE_TOP:
        return belongs(Draw, action)
    return belongs(Rob, action) if step == Step.RIVAL else belongs(PickBuilding, action)


@rule
def unasked(s: State, box: Box, seat: int) -> int:
    """CI-4.4: what is no part of a turn."""
    return 107 if s.plan.act == Act.NOTHING else 404


# Reading

READERS: dict[Step, tuple[Callable[[Text], Meaning], ...]] = {
    Step.SOURCE: (build.read,),
    Step.PLACE: (spot.read_own, city.read),
    Step.CITY: (city.read,),
    Step.OWN_BUILDING: (spot.read_own,),
    Step.LAND: (land.read,),
    Step.TOKEN: (token.read,),
    Step.ROW_CARD: (store.read,),
    Step.PILE_TOP: (draw.read,),
    Step.RIVAL: (rival.read,),
    Step.PAY: (lay.read,),
}
VERBS = frozenset(
    word
    for action in (Attack, Back, Build, Draw, Lay, Play, PickBuilding, BuyScience, Store, Tax)
    for word in action.reads.replace("|", " ").split()
)
BOUGHT_LATER = Refused(1011, "Citizen and military cards are bought at the end of the round, not in a turn.")
FINISHED = frozenset(("done", "pass", "finish", "finished", "end", "skip", "stay", "nothing", "none", "stop", "wait"))
NOT_CHOSEN = {
    ("bid",): Refused(304, "Everyone has bid; the next bids come at the beginning of the next round."),
    ("first", "last", "order"): Refused(305, "The order of the turns was settled by the bids of this round."),
    ("income", "collect"): Refused(1006, "Income is collected by itself at the end of the round."),
    ("score", "scoring"): Refused(1005, "Scoring comes by itself at the end of a round, after a Score card is drawn."),
    ("destroy", "demolish", "tear"): Refused(
        507, "A building is destroyed only to make room in a full city, when another is built there: begin with build."
    ),
}
"""What nobody does in a turn, and the rule that says when it happens."""


def read(text: Text) -> Meaning:
    at: Table = text.at
    if at.step == Step.BEGIN:
        return read_beginning(text)
    if text.words == ["take", "back"] or (len(text.words) == 1 and text.has("back", "undo", "cancel")):
        return code(Back())
    for read_answer in READERS[at.step]:
        found = read_answer(text)
        if found is not None:
            return found
    if not names_something(text):
        return None
    return Refused(404, f"Another action has been begun; back takes its last step back. {prompt(at)}.")


def read_beginning(text: Text) -> Meaning:
    """What is done with a card by another name, and what is not done in a turn; the pages know the rest."""
    at: Table = text.at
    if text.words and set(text.words) <= FINISHED | {"turn", "my", "the"} and text.has(*FINISHED):
        return Refused(402, f"A turn is one action, and cannot be passed. {prompt(at)}.")
    if text.has("and"):
        return Refused(402, "A turn is one action: say one thing at a time.")
    if text.has("play", "use"):
        return None
    if text.has("rob", "steal"):
        return code(Play(at.card_with(Effect.STEAL)))
    if text.has("district", "expand"):
        return code(Play(at.card_with(Effect.ADD_DISTRICT)))
    if text.has("settle", "explore", "colonise", "found") or goes_abroad(text):
        return read_settling(text)
    if text.has("buy", "purchase") and not text.has("science"):
        return build.read(text) if Face.named_in(text) else BOUGHT_LATER
    if text.has(*VERBS):
        return None
    told = (refused for words, refused in NOT_CHOSEN.items() if text.has(*words))
    return next(told, None) or read_bare_name(text)


def goes_abroad(text: Text) -> bool:
    """CI-9.5: to build a city, or to move to a land, is to settle."""
    is_meant = text.has("city") if text.has("build") else text.has("move") and Land.named_in(text)
    return bool(is_meant) and not Face.named_in(text)


def read_settling(text: Text) -> Meaning:
    """The Explorer first, then the land: what forbids either is told at once."""
    at: Table = text.at
    explorer, lands = at.card_with(Effect.SETTLE), Land.named_in(text)
    if lands and explorer in at.hand:
        reach = at.skills_beside(explorer)[1]
        rule = int(plain(refuse_land)(at.view, at.box, at.own, explorer, reach, lands[0]))
        if rule:
            return Refused(rule, not_settled(Land(lands[0], at), rule))
    if not lands or plain(refuse_card)(at.view, at.box, at.seat, explorer):
        return code(Play(explorer))
    name = Land(lands[0], at).said()
    return Refused(404, f"Play {explorer.said()} first (play-explorer), then choose {name}.")


def read_bare_name(text: Text) -> Meaning:
    """A name alone: a town is attacked, a card played, a building built."""
    if Town.named_in(text):
        return attack.read(text)
    if Card.named_in(text):
        return play.read(text)
    if Face.named_in(text):
        return build.read(text)
    return read_settling(text) if Land.named_in(text) else None


def names_something(text: Text) -> bool:
    """Whether a text names anything of this game."""
    kinds = Card, Face, Town, Land, Good, Nation
    return text.has(*VERBS, *FINISHED, "settle", "buy", "destroy") or any(kind.named_in(text) for kind in kinds)
