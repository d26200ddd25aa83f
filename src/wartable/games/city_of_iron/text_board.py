"""City of Iron as text, for the terminal."""

from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.record import Record

from .box import text_of
from .state import CITIES, CITIZEN, FACES, GOODS, MILITARY, NONE, OPEN, SPOTS, Act, Kind
from .texts import (
    DECKS,
    PILES,
    PLACES,
    card_name,
    city_name,
    discard_order,
    draw_order,
    effect_text,
    face_name,
    land_name,
    lands_shown,
    members,
    nation_name,
    owed,
    pile_below,
    short,
    side_text,
    skills_text,
    state_of_round,
    town_name,
    town_use,
    towns_of,
    type_names,
    use_text,
)


def board(view: Record, box: Record, seat: int) -> str:
    """The table as text, at most 100 columns wide."""
    lines = [*board_row(view, box), "", *board_goods(view, box), "", *board_places(view, box)]
    for other in range(box.seats):
        lines += ["", *board_side(view, box, other, other == seat)]
    if 0 <= seat < box.seats and view.plan.act != Act.NOTHING:
        laid = [card_name(box, card) for card in view.plan.laid[: view.plan.laid_count].tolist()]
        lines += ["", f"Laid: {', '.join(laid) or 'nothing yet'}. Owed: {owed(view, box, seat)}."]
    return "\n".join(line[:100].rstrip() for line in lines)


def board_row(view: Record, box: Record) -> list[str]:
    left = sum(view.left[face] for face in range(FACES) if view.deck == 3 or box.face_deck[face] == view.deck)
    deck = f"deck {DECKS[view.deck]}, {left} cards" if view.deck < 3 else f"discards, {left} cards"
    lines = [f"Round {view.round_number}{state_of_round(view)}. Building row ({deck}):"]
    cells = []
    for place in range(box.row_places):
        face = view.row[place]
        if face == NONE:
            cells.append(f"{PLACES[place]} -")
            continue
        science = f"+{box.face_science[face]}s" if box.face_science[face] else ""
        ground = f" {text_of(box.type_text[box.face_type[face]].name)}" if box.face_type[face] != NONE else ""
        cost = f"{box.face_coins[face]}c{science}"
        cells.append(f"{PLACES[place]} {face_name(box, face)} {cost}{ground}: {use_text(box, face)}")
    half = (len(cells) + 1) // 2
    for k in range(half):
        right = cells[k + half] if k + half < len(cells) else ""
        lines.append(f"  {cells[k][:48]:<49}{right[:48]}")
    return lines


def board_goods(view: Record, box: Record) -> list[str]:
    heads = [short(box, good)[:8] for good in range(GOODS)]
    lines = ["             " + "".join(f"{head:>8}" for head in heads)]
    worth = [f"{box.good_first[g]}/{box.good_second[g]} {box.good_coins[g]}c" for g in range(GOODS)]
    lines.append("  worth      " + "".join(f"{word:>8}" for word in worth))
    for seat in range(box.seats):
        amounts = (view.sides[seat].goods[g] for g in range(GOODS))
        lines.append(f"  {'ABCD'[seat]:<11}" + "".join(f"{n or '.':>8}" for n in amounts))
    lines.append("  1 more from" + "".join(f"{box.good_threshold[g]:>8}" for g in range(GOODS)))
    return lines


def board_places(view: Record, box: Record) -> list[str]:
    spots = [f"{box.spot_coins[k]}:{'ABCD'[view.spots[k]] if view.spots[k] != NONE else '-'}" for k in range(SPOTS)]
    bids = "".join("ABCD"[view.bidders[k]] for k in range(box.seats) if view.bidders[k] != NONE)
    lines = [f"Turn order (right to left): {' '.join(spots)}   bids: {bids}"]
    towns = [view.open_towns[k] for k in range(OPEN) if view.open_towns[k] != NONE]
    lines += two_columns("Towns:", [town_line(box, town) for town in towns])
    for town in {box.town_pile[town]: town for town in towns}.values():
        below = pile_below(view, box, town)
        if below:
            lines += wrap_words(f"       then after {town_name(box, town)}:", names_of_towns(box, below))
    lands = []
    for land in lands_shown(view, box):
        vessel = ("", " ship", " airship")[box.land_vessel[land]]
        types = type_names(box, box.land_types[land])
        lands.append(f"{land_name(box, land)} far {box.land_distance[land]}{vessel}: {types}")
    return lines + two_columns("Lands:", lands)


def names_of_towns(box: Record, towns: list[int]) -> str:
    return ", ".join(town_name(box, town) for town in towns)


def town_line(box: Record, town: int) -> str:
    return f"{town_name(box, town)} D{box.town_defence[town]} far {box.town_distance[town]}: {town_use(box, town)}"


def two_columns(head: str, cells: list[str]) -> list[str]:
    if not cells:
        return [f"{head} none"]
    pairs = [cells[k : k + 2] for k in range(0, len(cells), 2)]
    rows = ["".join(f"{cell[:46]:<46}" for cell in pair) for pair in pairs]
    return [f"{'' if number else head:<7}{line}" for number, line in enumerate(rows)]


def board_side(view: Record, box: Record, seat: int, own: bool) -> list[str]:
    side = view.sides[seat]
    piles = ", ".join(f"{PILES[k]} {side.draw_count[k]}/{side.discard_count[k]}" for k in (CITIZEN, MILITARY))
    lines = [f"{'ABCD'[seat]} {{{seat}}}, {nation_name(view, box, seat)}: {side_text(view, box, seat)}"]
    for number in range(CITIES):
        city = side.cities[number]
        if city.spaces:
            names = ", ".join(f"{PLACES[k]} {face_name(box, city.built[k])}" for k in range(city.count))
            ground = type_names(box, city.types)
            head = f"  {number + 1} {city_name(view, box, seat, number)} ({ground}) {city.count}/{city.spaces}:"
            lines += wrap_words(head, names or "-")
    towns = names_of_towns(box, towns_of(view, seat))
    stored = ", ".join(face_name(box, face) for face in range(box.faces) for _ in range(side.stored[face]))
    if towns or stored:
        lines.append(f"  towns: {towns or '-'}; stored: {stored or '-'}")
    hand = f"{side.hand_count[CITIZEN]} citizen and {side.hand_count[MILITARY]} military cards in hand"
    lines.append(f"  {hand}; to draw/discarded: {piles}")
    if own:
        for card in members(side.hand):
            attack = f"{box.card_attack[card]} attack, " if box.card_attack[card] else ""
            lines.append(f"    {card_name(box, card)} ({attack}{skills_text(box, card)}): {effect_text(box, card)}")
        lines += board_piles(side, box)
        if plain(kind)(view) == Kind.PURCHASE:
            lines += wrap_words("  to buy:", ", ".join(card_price(box, card) for card in members(side.shop)))
            if side.picks:
                lines.append("  chosen: " + ", ".join(card_name(box, c) for c in members(side.picks)))
    return lines


def board_piles(side: Record, box: Record) -> list[str]:
    """The owner's piles, which others may not look through (CI-1.4)."""
    lines = []
    for of_kind in (CITIZEN, MILITARY):
        for what, cards in (("to draw", draw_order(side, of_kind)), ("discarded", discard_order(side, of_kind))):
            if cards:
                names = ", ".join(card_name(box, card) for card in cards)
                lines += wrap_words(f"  {PILES[of_kind]} cards {what}, from the top:", names)
    return lines


def card_price(box: Record, card: int) -> str:
    science = f"+{box.card_science[card]}s" if box.card_science[card] else ""
    return f"{card_name(box, card)} {box.card_coins[card]}c{science}"


def wrap_words(head: str, words: str, width: int = 98) -> list[str]:
    lines = [head]
    for word in words.split(" "):
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append("     ")
        lines[-1] += f" {word}"
    return lines
