"""Positions to try rules on: a table that is set up, one at its first turn, and hands to deal to it."""

from collections.abc import Sequence

from wartable.compiler.mode import plain
from wartable.core.frames import NATURE, kind
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.rules import cities, plan, towns
from wartable.games.city_of_iron.state import NONE, Kind
from wartable.testing import Table

ROW = (
    *("turnip-farm", "turnip-farm", "srika-pasture", "srika-pasture-mixed", "moss-garden", "mine", "academy"),
    *("academy", "barracks", "guild-hall", "turnip-farm", "mine"),
)
TOPS = ("top-captain", "top-gunslinger", "top-scholar", "top-fixer")
NATIONS = ("arc", "cresarians", "hogmen", "toads")
HOMES = ("meadowood", "high-pasture", "green-bay", "dry-steppe")


def ids(table: str) -> dict[str, int]:
    return {row.id.replace("_", "-"): number for number, row in enumerate(GAME.data().table(table))}


CARD, FACE, TOWN, LAND, GOOD = (ids(name) for name in ("cards", "buildings", "towns", "lands", "goods"))


def asked(t: Table) -> Kind | None:
    """The decision that is asked; None when the game is over."""
    number = plain(kind)(t.s)
    return Kind(number) if number else None


def deal(t: Table, rolls: Sequence[str] = ()) -> None:
    """Nature makes these rolls, and the first that it can after them."""
    wanted = list(rolls)
    while NATURE in t.due:
        t.roll(wanted.pop(0) if wanted else next(iter(t.odds())))
    assert not wanted, f"rolls that nature never made: {wanted}"


def set_up(seats: int = 4, row: Sequence[str] = ROW, bidders: Sequence[int] = (0, 1, 2, 3), **options: object) -> Table:
    """A table before the first bid: seat 0 in Meadowood, the Scholar and the Captain on top of the piles."""
    t = Table(GAME, options, seats)
    for seat in range(seats):
        t.play(seat, f"nation-{NATIONS[seat]}")
    for seat in range(seats):
        t.play(seat, f"land-{HOMES[seat]}")
    for seat in range(seats):
        while t.due == {seat} and asked(t) == Kind.ARRANGE:
            choices = t.legal(seat)
            t.play(seat, next(top for top in TOPS if top in choices))
    t.roll(*(f"deal-{face}" for face in row[: t.box.row_places]))
    while asked(t) == Kind.DEAL_TOWN:
        t.roll(next(iter(t.odds())))
    t.roll(*(f"first-{seat}" for seat in bidders[: seats - 1]))
    return t


def table(seats: int = 4, row: Sequence[str] = ROW, **options: object) -> Table:
    """A table at the first turn of seat 0; the others follow in the order of the seats."""
    t = set_up(seats, row, (0, 1, 2, 3), **options)
    for seat in range(seats):
        t.play(seat, f"bid-{4 - seat}")
    if asked(t) == Kind.SECOND_BID:
        t.play(min(t.due), "done")
    assert t.due == {0}
    return t


def hand(t: Table, seat: int) -> set[str]:
    held = t.s.sides[seat].hand
    return {name for name, card in CARD.items() if held >> card & 1}


def take_out(t: Table, seat: int, card: int) -> None:
    """Take a card from wherever it is."""
    side = t.s.sides[seat]
    of_kind = t.box.card_kind[card]
    if side.hand >> card & 1:
        side.hand &= ~(1 << card)
        side.hand_count[of_kind] -= 1
    side.shop &= ~(1 << card)
    side.discarded &= ~(1 << card)
    for pile, counts in ((side.draw, side.draw_count), (side.discard, side.discard_count)):
        cards = [c for c in pile[of_kind].tolist() if c not in (NONE, card)]
        counts[of_kind] = len(cards)
        for place in range(len(pile[of_kind])):
            pile[of_kind, place] = cards[place] if place < len(cards) else NONE


def give(t: Table, seat: int, *names: str) -> None:
    """Put cards into a hand."""
    for name in names:
        take_out(t, seat, CARD[name])
        side = t.s.sides[seat]
        side.hand |= 1 << CARD[name]
        side.hand_count[t.box.card_kind[CARD[name]]] += 1


def drop(t: Table, seat: int, *names: str) -> None:
    """Put cards on their discard piles, the last one on top."""
    for name in names:
        card = CARD[name]
        take_out(t, seat, card)
        side = t.s.sides[seat]
        of_kind = t.box.card_kind[card]
        side.discard[of_kind, side.discard_count[of_kind]] = card
        side.discard_count[of_kind] += 1
        side.discarded |= 1 << card


def only(t: Table, seat: int, *names: str) -> None:
    """Leave a seat with exactly this hand; its other cards go on their discard piles."""
    drop(t, seat, *sorted(hand(t, seat)))
    give(t, seat, *names)


def stand(t: Table, seat: int, *faces: str, city: int = 0) -> None:
    """Put buildings into a city, from the box."""
    for face in faces:
        plain(cities.put_building)(t.s, t.box, seat, city, FACE[face], NONE)


def lay_row(t: Table, *faces: str) -> None:
    """Lay out the row anew."""
    for place in range(len(t.s.row)):
        t.s.row[place] = FACE[faces[place]] if place < len(faces) else NONE


def row(t: Table) -> list[str]:
    names = {number: name for name, number in FACE.items()}
    return [names.get(face, "-") for face in t.s.row[: t.box.row_places].tolist()]


def own(t: Table, seat: int, *names: str) -> None:
    """Give towns to a seat, as if it had conquered them, without touching the row."""
    kept = t.s.row.copy()
    for name in names:
        town = TOWN[name]
        if t.s.town_owner[town] == NONE and town not in t.s.open_towns.tolist():
            t.s.open_towns[0] = town
        plain(towns.conquer)(t.s, t.box, seat, town)
    t.s.row[:] = kept


def settle(t: Table, seat: int, land: str, token: int = 1) -> None:
    plain(cities.found_city)(t.s, t.box, seat, LAND[land], token)


def open_town(t: Table, name: str) -> None:
    """Make a town the open one of its pile."""
    t.s.open_towns[t.box.town_pile[TOWN[name]]] = TOWN[name]


def goods(t: Table, seat: int) -> dict[str, int]:
    amounts = t.s.sides[seat].goods
    return {name: int(amounts[good]) for name, good in GOOD.items() if amounts[good]}


def have(t: Table, seat: int, **amounts: int) -> None:
    """Set goods directly."""
    for name, amount in amounts.items():
        t.s.sides[seat].goods[GOOD[name.replace("_", "-")]] = amount


def tax_out(t: Table) -> None:
    """Everyone taxes until the round is over; the row is then still to be filled."""
    while asked(t) == Kind.TURN:
        t.play(min(t.due), "tax")


def next_round(t: Table) -> None:
    """Everyone taxes, the row is filled, nobody buys."""
    tax_out(t)
    deal(t)
    while asked(t) == Kind.PURCHASE:
        t.play(min(t.due), "done")


def bid_in_order(t: Table) -> None:
    """Everyone takes the leftmost free spot that is left, so that the last bidder acts last."""
    for spot in (4, 3, 2, 1)[: t.box.seats]:
        t.play(min(t.due), f"bid-{spot}")
        if asked(t) == Kind.SECOND_BID:
            t.play(min(t.due), "done")


def clear_plan(t: Table) -> None:
    plain(plan.clear_plan)(t.s.plan)
