"""The families of actions. A family names what is touched; the decision that is asked gives it its meaning."""

from wartable.core.actions import families

from .state import CARDS, CITIES, FACES, GOODS, LANDS, NATIONS, PLACES, ROW, SEATS, SPOTS, TOKENS, TOWNS

RADICES = {
    "nation": (NATIONS,),
    "top": (CARDS,),
    "bid": (SPOTS,),
    "tax": (1,),
    "science": (1,),
    "draw": (2,),
    "store": (ROW,),
    "build": (ROW + FACES,),
    "attack": (TOWNS,),
    "play": (CARDS,),
    "land": (LANDS,),
    "token": (TOKENS,),
    "city": (CITIES,),
    "spot": (CITIES, PLACES),
    "rival": (SEATS,),
    "lay": (CARDS, 2),
    "back": (1,),
    "good": (GOODS,),
    "buy": (CARDS,),
    "done": (1,),
    "deal": (FACES,),
    "town": (TOWNS,),
    "first": (SEATS,),
}

(
    NATION,
    TOP,
    BID,
    TAX,
    SCIENCE,
    DRAW,
    STORE,
    BUILD,
    ATTACK,
    PLAY,
    LAND,
    TOKEN,
    CITY,
    SPOT,
    RIVAL,
    LAY,
    BACK,
    GOOD,
    BUY,
    DONE,
    DEAL,
    TOWN,
    FIRST,
) = families(**RADICES)

FAMILIES = dict(
    zip(
        RADICES,
        (
            *(NATION, TOP, BID, TAX, SCIENCE, DRAW, STORE, BUILD, ATTACK, PLAY, LAND, TOKEN, CITY, SPOT, RIVAL, LAY),
            *(BACK, GOOD, BUY, DONE, DEAL, TOWN, FIRST),
        ),
        strict=True,
    )
)
