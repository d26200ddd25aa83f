"""Actions of City of Iron as people type them."""

from wartable.core.actions import belongs, decode, fields

from . import actions as a
from .box import Box
from .state import ROW, Role, State
from .texts import PILES, PLACES, key


def notation(view: State, box: Box, seat: int, action: int) -> str:
    """`build-c`, `store-a`, `attack-mudbrook`, `play-scholar`, `lay-soldier` for skills, `hit-soldier` for attack."""
    for family, texts, word in (
        (a.NATION, box.nation_text, "nation"),
        (a.TOP, box.card_text, "top"),
        (a.ATTACK, box.town_text, "attack"),
        (a.PLAY, box.card_text, "play"),
        (a.LAND, box.land_text, "land"),
        (a.TOKEN, box.token_text, "token"),
        (a.GOOD, box.good_text, "good"),
        (a.BUY, box.card_text, "buy"),
        (a.TOWN, box.town_text, "town"),
    ):
        if belongs(family, action):
            (number,) = fields(family, action)
            return f"{word}-{key(texts[number])}"
    for family, word in ((a.TAX, "tax"), (a.SCIENCE, "science"), (a.BACK, "back"), (a.DONE, "done")):
        if belongs(family, action):
            return word
    return _numbered(box, action)


def face_key(box: Box, face: int) -> str:
    return key(box.face_text[face]) if face < box.faces else f"face{face}"


def _numbered(box: Box, action: int) -> str:
    if belongs(a.BID, action):
        return f"bid-{decode(a.Bid, action).spot + 1}"
    if belongs(a.DRAW, action):
        return f"draw-{PILES[decode(a.Draw, action).pile]}"
    if belongs(a.STORE, action):
        return f"store-{PLACES[decode(a.StoreCard, action).place]}"
    if belongs(a.BUILD, action):
        source = decode(a.Build, action).place
        return f"build-{PLACES[source]}" if source < ROW else f"build-stored-{face_key(box, source - ROW)}"
    if belongs(a.CITY, action):
        return f"city-{decode(a.PickCity, action).city + 1}"
    if belongs(a.SPOT, action):
        number, place = decode(a.Spot, action)
        return f"spot-{number + 1}{PLACES[place]}"
    if belongs(a.RIVAL, action):
        return f"rival-{decode(a.Rival, action).seat}"
    if belongs(a.LAY, action):
        card, role = decode(a.Lay, action)
        return f"{'hit' if role == Role.ATTACK else 'lay'}-{key(box.card_text[card])}"
    if belongs(a.DEAL, action):
        return f"deal-{face_key(box, decode(a.Deal, action).face)}"
    return f"first-{decode(a.First, action).seat}"
