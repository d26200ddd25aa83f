"""The next round of a Swiss tournament for two by the FIDE Dutch System (C.04.3): the first seat is White."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wartable.extras import needs

from .grouping import next_round
from .standings import BYE, FORFEIT, PLAYED, SWISS, Pairing, Round, points

COLOURS = ("white", "black")


def check_library() -> None:
    """MissingExtra where the library that pairs is not installed."""
    with needs("swiss", "a Swiss tournament for two"):
        import caissify_pairings  # noqa: F401


def dutch_round(present: Sequence[int], rounds: Sequence[Round], length: int) -> list[Pairing]:
    """The tables of the next round of `length`, the strongest first, and a bye where the number is odd.

    Entrants are ranked by their numbers before the first round. Whoever was away in a round has played nothing in it.
    """
    with needs("swiss", "a Swiss tournament for two"):
        from caissify_pairings import generate_pairings
    if len(present) < 2:
        return [Pairing((one,), ((1.0,),), BYE) for one in present]
    total = [points(SWISS, 2, rounds[:number]) for number in range(len(rounds) + 1)]
    played = _played(rounds)
    found: list[dict[str, Any]] = generate_pairings(
        system="dutch",
        players=[_history(one, rounds, total) for one in present],
        previous_pairings=played,
        round_number=len(rounds) + 1,
        total_rounds=length,
    )
    if sum(pair["black_id"] is None for pair in found) != len(present) % 2 or _meet_again(found, played):
        # Everybody has met everybody, or nearly so: the system has no pairing left.
        return next_round(2, present, rounds, total[-1])
    return [
        Pairing((pair["white_id"],), ((1.0,),), BYE)
        if pair["black_id"] is None
        else Pairing((pair["white_id"], pair["black_id"]))
        for pair in found
    ]


def _meet_again(found: Iterable[Mapping[str, Any]], played: set[tuple[int, int]]) -> bool:
    pairs = [(pair["white_id"], pair["black_id"]) for pair in found if pair["black_id"] is not None]
    return any((min(pair), max(pair)) in played for pair in pairs)


def _played(rounds: Sequence[Round]) -> set[tuple[int, int]]:
    """Who has met at a table: those of whom one did not come may meet again."""
    tables = (table for tables in rounds for table in tables if table.how == PLAYED)
    return {(min(table.entrants), max(table.entrants)) for table in tables}


def _history(one: int, rounds: Sequence[Round], total: Sequence[Mapping[int, float]]) -> dict[str, object]:
    """What the library has to know of an entrant: colours, floats, byes."""
    colours: list[str] = []
    floats: list[str] = []
    unplayed: Counter[str] = Counter()
    for before, tables in zip(total, rounds, strict=False):
        table = next((table for table in tables if one in table.entrants), None)
        floats.append("none")
        if table is None:
            continue
        seat = table.entrants.index(one)
        if table.how == PLAYED:
            colours.append(COLOURS[seat])
            mine, theirs = (before.get(table.entrants[place], 0.0) for place in (seat, 1 - seat))
            floats[-1] = "down" if mine > theirs else "up" if mine < theirs else "none"
        elif table.how == BYE or (table.marks is not None and table.marks[seat][0] >= 0):
            unplayed[table.how] += 1
            floats[-1] = "down"
    return {
        "id": one,
        "name": "",
        "rating": 0,
        "starting_number": one,
        "score": total[-1].get(one, 0.0),
        "color_hist": colours,
        "float_history": floats,
        "bye_count": unplayed[BYE],
        "forfeit_win_count": unplayed[FORFEIT],
    }
