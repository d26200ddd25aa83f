"""City of Iron as text, for the terminal."""

from collections.abc import Iterator

from wartable.core.rules import kind, plain

from .. import texts
from ..box import Box, text_of
from ..state import CARDS, CITIZEN, FACES, GOODS, MILITARY, NATIONS, NONE, SPOTS, Act, Kind, Side, State
from ..texts import DECKS, PILES, PLACES, card_name

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
        lines += ["", f"Laid: {', '.join(laid) or 'nothing yet'}. Owed: {texts.owed(view, box, seat)}."]
    if plain(kind)(view) == Kind.NATION:
        abilities = (texts.nation_abilities(box, nation) or "differs in name only." for nation in range(NATIONS))
        lines += ["", *(f"{text_of(box.nation_text[n].name)}: {told}" for n, told in enumerate(abilities))]
    lines += ["", *board_shop(view, box)]
    return "\n".join(part.rstrip() for line in lines for part in wrapped(line))


def board_row(view: State, box: Box) -> Iterator[str]:
    left = sum(view.left[face] for face in range(FACES) if view.deck == 3 or box.face_deck[face] == view.deck)
    deck = f"deck {DECKS[view.deck]}, {left} cards" if view.deck < 3 else f"discards, {left} cards"
    yield f"Round {view.round_number}{texts.state_of_round(view)}. Building row ({deck}):"
    for place in range(box.row_places):
        face = view.row[place]
        yield f"  {PLACES[place]} {texts.building_label(box, face) if face != NONE else '-'}"


def board_goods(view: State, box: Box) -> Iterator[str]:
    """Each good: what it scores for first and second, its coins each round, from how many it scores 1 more."""
    seats = range(box.seats)
    yield f"{'':18}points  coins  1 more from" + "".join(f"{SEATS[seat]:>6}" for seat in seats)
    for good in range(GOODS):
        worth = f"{box.good_first[good]}/{box.good_second[good]}"
        amounts = "".join(f"{view.sides[seat].goods[good] or '.':>6}" for seat in seats)
        threshold = box.good_threshold[good]
        yield f"  {texts.good_name(box, good):<16}{worth:>6}{box.good_coins[good]:>7}{threshold:>13}{amounts}"


def board_places(view: State, box: Box) -> Iterator[str]:
    spots = [f"{box.spot_coins[k]}:{SEATS[view.spots[k]] if view.spots[k] != NONE else '-'}" for k in range(SPOTS)]
    bids = "".join(SEATS[view.bidders[k]] for k in range(box.seats) if view.bidders[k] != NONE)
    yield f"Turn order (right to left): {' '.join(spots)}   bids: {bids}"
    yield "Open towns:"
    towns = [town for town in view.open_towns.tolist() if town != NONE]
    piles = {box.town_pile[town]: town for town in towns}
    for town in towns:
        yield f"  {texts.town_label(view, box, town)}"
        if piles[box.town_pile[town]] == town:
            yield from (f"    then {texts.town_label(view, box, below)}" for below in texts.pile_below(view, box, town))
    yield "Lands:"
    yield from two_columns([texts.land_label(box, land) for land in texts.lands_shown(view, box)])


def two_columns(cells: list[str]) -> list[str]:
    """Two cells in a line, one where they would not fit side by side."""
    lines: list[str] = []
    for number, cell in enumerate(cells):
        if number and len(lines[-1]) < HALF and len(lines[-1].strip()) == len(cells[number - 1]) and len(cell) < HALF:
            lines[-1] = f"{lines[-1]:<{HALF + 1}}{cell}"
        else:
            lines.append(f"  {cell}")
    return lines


def board_side(view: State, box: Box, seat: int, own: bool) -> Iterator[str]:
    side = view.sides[seat]
    yield f"{SEATS[seat]} {{{seat}}}, {texts.nation_name(view, box, seat)}: {texts.side_text(view, box, seat)}"
    if side.nation != NONE and box.nations_differ:
        yield f"  {texts.nation_abilities(box, side.nation)}"
    for number, city in enumerate(side.cities):
        if city.spaces:
            names = ", ".join(f"{PLACES[k]} {texts.face_name(box, city.built[k])}" for k in range(city.count))
            name, ground = texts.city_name(view, box, seat, number), texts.type_names(box, city.types)
            yield f"  {number + 1} {name} ({ground}) {city.count}/{city.spaces}: {names or '-'}"
    for town in texts.towns_of(view, seat):
        yield f"  town {texts.town_label(view, box, town)}"
    stored = ", ".join(texts.face_name(box, face) for face in range(box.faces) for _ in range(side.stored[face]))
    if stored:
        yield f"  stored: {stored}"
    yield board_cards(side, box)
    if own:
        for card in texts.members(side.hand):
            yield f"    {card_name(box, card)} ({texts.card_text(box, card, side.nation)})"
        yield from board_piles(side, box)
        if side.picks:
            yield f"  chosen: {', '.join(card_name(box, card) for card in texts.members(side.picks))}"


def board_cards(side: Side, box: Box) -> str:
    """What everybody may know of a player's cards: how many there are, and the tops of the discards (CI-1.4)."""
    parts = []
    for of_kind in (CITIZEN, MILITARY):
        top = texts.discard_order(side, of_kind)[:1]
        on_top = f" ({card_name(box, top[0])} on top)" if top else ""
        counts = f"{side.hand_count[of_kind]} in hand, {side.draw_count[of_kind]} to draw"
        parts.append(f"{PILES[of_kind]} cards: {counts}, {side.discard_count[of_kind]} discarded{on_top}")
    return f"  {'; '.join(parts)}"


def board_piles(side: Side, box: Box) -> Iterator[str]:
    """The owner's piles, which others may not look through (CI-1.4)."""
    for of_kind in (CITIZEN, MILITARY):
        for what, order in (("to draw", texts.draw_order), ("discarded", texts.discard_order)):
            if cards := order(side, of_kind):
                names = ", ".join(card_name(box, card) for card in cards)
                yield f"  {PILES[of_kind]} cards {what}, from the top: {names}"


def board_shop(view: State, box: Box) -> list[str]:
    """Every card that somebody can still buy, in full, with the players who can (CI-1.5)."""
    lines = []
    for card in range(CARDS):
        buyers = "".join(SEATS[seat] for seat in range(box.seats) if view.sides[seat].shop >> card & 1)
        if buyers:
            name, pile = card_name(box, card), PILES[box.card_kind[card]]
            cost = texts.price(box.card_coins[card], box.card_science[card])
            lines.append(f"  {name}, {pile}, {cost}: {texts.card_text(box, card)} [{buyers}]")
    return ["Cards to buy at the end of a round:", *lines] if lines else []


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
