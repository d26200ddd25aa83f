"""City of Iron as text, for the terminal."""

from wartable.core.rules import kind, plain

from ..box import Box, text_of
from ..state import CARDS, CITIES, CITIZEN, FACES, GOODS, MILITARY, NATIONS, NONE, OPEN, SPOTS, Act, Kind, Side, State
from ..texts import (
    DECKS,
    PILES,
    PLACES,
    building_label,
    card_name,
    card_text,
    city_name,
    discard_order,
    draw_order,
    face_name,
    good_name,
    land_name,
    lands_shown,
    members,
    nation_abilities,
    nation_name,
    owed,
    pile_below,
    price,
    side_text,
    state_of_round,
    town_label,
    towns_of,
    type_names,
)

SEATS = "ABCD"
WIDTH = 98
HALF = 49


def board(view: State, box: Box, seat: int) -> str:
    """The table as text, at most 100 columns wide; at its end the cards that can be bought."""
    lines = [*board_row(view, box), "", *board_goods(view, box), "", *board_places(view, box)]
    for other in range(box.seats):
        lines += ["", *board_side(view, box, other, other == seat)]
    if 0 <= seat < box.seats and view.plan.act != Act.NOTHING:
        laid = [card_name(box, card) for card in view.plan.laid[: view.plan.laid_count].tolist()]
        lines += ["", f"Laid: {', '.join(laid) or 'nothing yet'}. Owed: {owed(view, box, seat)}."]
    if plain(kind)(view) == Kind.NATION:
        lines += ["", *board_nations(box)]
    lines += ["", *board_shop(view, box)]
    return "\n".join(line.rstrip() for line in lines)


def board_row(view: State, box: Box) -> list[str]:
    left = sum(view.left[face] for face in range(FACES) if view.deck == 3 or box.face_deck[face] == view.deck)
    deck = f"deck {DECKS[view.deck]}, {left} cards" if view.deck < 3 else f"discards, {left} cards"
    lines = [f"Round {view.round_number}{state_of_round(view)}. Building row ({deck}):"]
    for place in range(box.row_places):
        face = view.row[place]
        lines.append(f"  {PLACES[place]} {building_label(box, face) if face != NONE else '-'}")
    return lines


def board_goods(view: State, box: Box) -> list[str]:
    """Each good: what it scores for first and second, its coins each round, from how many it scores 1 more."""
    seats = range(box.seats)
    lines = [f"{'':18}points  coins  1 more from" + "".join(f"{SEATS[seat]:>6}" for seat in seats)]
    for good in range(GOODS):
        worth = f"{box.good_first[good]}/{box.good_second[good]}"
        amounts = "".join(f"{view.sides[seat].goods[good] or '.':>6}" for seat in seats)
        threshold = box.good_threshold[good]
        lines.append(f"  {good_name(box, good):<16}{worth:>6}{box.good_coins[good]:>7}{threshold:>13}{amounts}")
    return lines


def board_places(view: State, box: Box) -> list[str]:
    spots = [f"{box.spot_coins[k]}:{SEATS[view.spots[k]] if view.spots[k] != NONE else '-'}" for k in range(SPOTS)]
    bids = "".join(SEATS[view.bidders[k]] for k in range(box.seats) if view.bidders[k] != NONE)
    lines = [f"Turn order (right to left): {' '.join(spots)}   bids: {bids}", "Open towns:"]
    towns = [view.open_towns[k] for k in range(OPEN) if view.open_towns[k] != NONE]
    piles = {box.town_pile[town]: town for town in towns}
    for town in towns:
        lines += wrapped(f"  {town_label(view, box, town)}")
        if piles[box.town_pile[town]] == town:
            lines += [
                line
                for below in pile_below(view, box, town)
                for line in wrapped(f"    then {town_label(view, box, below)}")
            ]
    lands = []
    for land in lands_shown(view, box):
        vessel = ("", " by ship", " by airship")[box.land_vessel[land]]
        types = type_names(box, box.land_types[land])
        lands.append(f"{land_name(box, land)}, distance {box.land_distance[land]}{vessel}: {types}")
    return [*lines, "Lands:", *two_columns(lands)]


def two_columns(cells: list[str]) -> list[str]:
    """Two cells in a line, one where they would not fit side by side."""
    lines: list[str] = []
    for number, cell in enumerate(cells):
        if number and len(lines[-1]) < HALF and len(lines[-1].strip()) == len(cells[number - 1]) and len(cell) < HALF:
            lines[-1] = f"{lines[-1]:<{HALF + 1}}{cell}"
        else:
            lines.append(f"  {cell}")
    return lines


def board_side(view: State, box: Box, seat: int, own: bool) -> list[str]:
    side = view.sides[seat]
    lines = wrapped(f"{SEATS[seat]} {{{seat}}}, {nation_name(view, box, seat)}: {side_text(view, box, seat)}")
    if side.nation != NONE and box.nations_differ:
        lines += wrapped(f"  {nation_abilities(box, side.nation)}")
    for number in range(CITIES):
        city = side.cities[number]
        if city.spaces:
            names = ", ".join(f"{PLACES[k]} {face_name(box, city.built[k])}" for k in range(city.count))
            ground = type_names(box, city.types)
            head = f"  {number + 1} {city_name(view, box, seat, number)} ({ground}) {city.count}/{city.spaces}:"
            lines += wrapped(f"{head} {names or '-'}")
    for town in towns_of(view, seat):
        lines += wrapped(f"  town {town_label(view, box, town)}")
    stored = ", ".join(face_name(box, face) for face in range(box.faces) for _ in range(side.stored[face]))
    if stored:
        lines += wrapped(f"  stored: {stored}")
    lines += board_cards(side, box)
    if own:
        for card in members(side.hand):
            lines += wrapped(f"    {card_name(box, card)} ({card_text(box, card, side.nation)})")
        lines += board_piles(side, box)
        if side.picks:
            lines += wrapped("  chosen: " + ", ".join(card_name(box, c) for c in members(side.picks)))
    return lines


def board_cards(side: Side, box: Box) -> list[str]:
    """What everybody may know of a player's cards: how many there are, and the tops of the discards (CI-1.4)."""
    parts = []
    for of_kind in (CITIZEN, MILITARY):
        top = discard_order(side, of_kind)[:1]
        on_top = f" ({card_name(box, top[0])} on top)" if top else ""
        counts = f"{side.hand_count[of_kind]} in hand, {side.draw_count[of_kind]} to draw"
        parts.append(f"{PILES[of_kind]} cards: {counts}, {side.discard_count[of_kind]} discarded{on_top}")
    return wrapped(f"  {'; '.join(parts)}")


def board_piles(side: Side, box: Box) -> list[str]:
    """The owner's piles, which others may not look through (CI-1.4)."""
    lines = []
    for of_kind in (CITIZEN, MILITARY):
        for what, cards in (("to draw", draw_order(side, of_kind)), ("discarded", discard_order(side, of_kind))):
            if cards:
                names = ", ".join(card_name(box, card) for card in cards)
                lines += wrapped(f"  {PILES[of_kind]} cards {what}, from the top: {names}")
    return lines


def board_nations(box: Box) -> list[str]:
    """The boards to choose from, with what their nations can do."""
    names = (text_of(box.nation_text[nation].name) for nation in range(NATIONS))
    return [
        line
        for nation, name in enumerate(names)
        for line in wrapped(f"{name}: {nation_abilities(box, nation) or 'differs in name only.'}")
    ]


def board_shop(view: State, box: Box) -> list[str]:
    """Every card that somebody can still buy, in full, with the players who can (CI-1.5)."""
    lines = ["Cards to buy at the end of a round:"]
    for card in range(CARDS):
        buyers = "".join(SEATS[seat] for seat in range(box.seats) if view.sides[seat].shop >> card & 1)
        if buyers:
            cost = price(box.card_coins[card], box.card_science[card])
            kind_of_card = PILES[box.card_kind[card]]
            lines += wrapped(f"  {card_name(box, card)}, {kind_of_card}, {cost}: {card_text(box, card)} [{buyers}]")
    return lines if len(lines) > 1 else []


def wrapped(words: str) -> list[str]:
    """A line, or several that are indented further where it is too wide."""
    indent = len(words) - len(words.lstrip())
    lines: list[str] = []
    for word in words.strip().split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(" " * (indent + 4 * bool(lines)) + word)
    return lines
