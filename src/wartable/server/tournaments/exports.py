"""Standings and rounds as files: CSV for spreadsheets, TRF for the pairing and rating software of chess clubs."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .standings import BYE, PLAYED, SWISS, Pairing, Round, Standing, duels, points, standings

COLUMNS = ("place", "number", "name", "points", "sonneborn_berger", "direct", "wins")


class Named(NamedTuple):
    number: int
    name: str


def csv_text(kind: str, seats: int, entrants: Sequence[Named], rounds: Sequence[Round]) -> str:
    """The standings; for each round the opponents and the result."""
    names = dict(entrants)
    rows: list[list[Any]] = [[*COLUMNS, *(f"round_{number}" for number in range(1, len(rounds) + 1))]]
    for line in standings(kind, seats, names, rounds):
        rows.append([*_cells(line, names), *(_round_cell(kind, line.entrant, tables) for tables in rounds)])
    return _written(rows)


def season_csv(entrants: Sequence[Named], divisions: Iterable[tuple[int, int, Sequence[Standing]]]) -> str:
    """The standings of all divisions, each with the numbers of its season and its division."""
    names = dict(entrants)
    rows: list[list[Any]] = [["season", "division", *COLUMNS]]
    for season, division, lines in divisions:
        rows += [[season, division, *_cells(line, names)] for line in lines]
    return _written(rows)


def _cells(line: Standing, names: Mapping[int, str]) -> list[Any]:
    numbers = (line.points, line.sonneborn, line.direct, line.wins)
    return [line.place, line.entrant, _harmless(names[line.entrant]), *(f"{one:g}" for one in numbers)]


def _written(rows: Sequence[Sequence[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _harmless(name: str) -> str:
    """A name that a spreadsheet treats as text, whatever it begins with."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


def _round_cell(kind: str, entrant: int, tables: Round) -> str:
    if any(table.how == BYE and entrant in table.entrants for table in tables):
        return "bye"
    return " ".join(f"{duel.other}:{duel.share:g}" for duel in duels(kind, tables) if duel.entrant == entrant)


def trf(name: str, entrants: Sequence[Named], rounds: Sequence[Round], length: int) -> str:
    """FIDE's Tournament Report File (TRF16) of a tournament for two."""
    total = points(SWISS, 2, rounds)
    places = {line.entrant: line.place for line in standings(SWISS, 2, dict(entrants), rounds)}
    lines = [f"012 {_plain(name)}", f"062 {len(entrants)}", "092 Individual: Swiss-System"]
    for one in entrants:
        line = f"001 {one.number:4} {'':4} {_plain(one.name)[:33]:<33} {0:4} {'':3} {'':11} {'':10} "
        line += f"{total.get(one.number, 0.0):4.1f} {places[one.number]:4}"
        lines.append((line + "".join(f"  {_round_entry(one.number, tables)}" for tables in rounds)).rstrip())
    return "\n".join([*lines, f"XXR {length}", ""])


def _plain(text: str) -> str:
    """Text without accents, since columns are counted in bytes."""
    flat = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(flat.split()) or "Unnamed"


def _round_entry(entrant: int, tables: Round) -> str:
    """Opponent, colour and result, in eight columns."""
    table: Pairing | None = next((table for table in tables if entrant in table.entrants), None)
    if table is None:
        return "0000 - Z"
    if table.how == BYE:
        return "0000 - U"
    seat = table.entrants.index(entrant)
    other = table.entrants[1 - seat]
    if table.marks is None:
        return f"{other:4} {'wb'[seat]}  "
    mine, theirs = table.marks[seat], table.marks[1 - seat]
    if table.how != PLAYED:
        return f"{other:4} {'wb'[seat]} {'-' if mine[0] < 0 else '+'}"
    return f"{other:4} {'wb'[seat]} {'=' if mine == theirs else '1' if mine > theirs else '0'}"
