"""The families of actions. A family names what is touched; the decision that is asked gives it its meaning."""

from typing import Annotated, NamedTuple

from wartable.core.actions import lay_out

from .state import CARDS, CITIES, FACES, GOODS, LANDS, NATIONS, PLACES, ROW, SEATS, SPOTS, TOKENS, TOWNS


class PickNation(NamedTuple):
    nation: Annotated[int, NATIONS]


class Top(NamedTuple):
    card: Annotated[int, CARDS]


class Bid(NamedTuple):
    spot: Annotated[int, SPOTS]


class Tax(NamedTuple):
    pass


class TakeScience(NamedTuple):
    pass


class Draw(NamedTuple):
    pile: Annotated[int, 2]


class StoreCard(NamedTuple):
    place: Annotated[int, ROW]


class Build(NamedTuple):
    place: Annotated[int, ROW + FACES]


class Attack(NamedTuple):
    town: Annotated[int, TOWNS]


class Play(NamedTuple):
    card: Annotated[int, CARDS]


class PickLand(NamedTuple):
    land: Annotated[int, LANDS]


class PickToken(NamedTuple):
    token: Annotated[int, TOKENS]


class PickCity(NamedTuple):
    city: Annotated[int, CITIES]


class Spot(NamedTuple):
    city: Annotated[int, CITIES]
    place: Annotated[int, PLACES]


class Rival(NamedTuple):
    seat: Annotated[int, SEATS]


class Lay(NamedTuple):
    card: Annotated[int, CARDS]
    role: Annotated[int, 2]


class Back(NamedTuple):
    pass


class PickGood(NamedTuple):
    good: Annotated[int, GOODS]


class Buy(NamedTuple):
    card: Annotated[int, CARDS]


class Done(NamedTuple):
    pass


class Deal(NamedTuple):
    face: Annotated[int, FACES]


class PickTown(NamedTuple):
    town: Annotated[int, TOWNS]


class First(NamedTuple):
    seat: Annotated[int, SEATS]


FAMILIES = lay_out(
    nation=PickNation,
    top=Top,
    bid=Bid,
    tax=Tax,
    science=TakeScience,
    draw=Draw,
    store=StoreCard,
    build=Build,
    attack=Attack,
    play=Play,
    land=PickLand,
    token=PickToken,
    city=PickCity,
    spot=Spot,
    rival=Rival,
    lay=Lay,
    back=Back,
    good=PickGood,
    buy=Buy,
    done=Done,
    deal=Deal,
    town=PickTown,
    first=First,
)
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
) = FAMILIES.values()
