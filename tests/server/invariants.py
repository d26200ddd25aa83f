"""What holds of every match in a database, whatever has happened to the server meanwhile."""

from collections.abc import Iterable
from dataclasses import replace

import sqlalchemy as sa

from wartable.server.storage.schema import entries, matches, seats
from wartable.server.storage.store import make_engine
from wartable.server.tables.games import game_of
from wartable.server.tables.seating import StoredTable, load_table
from wartable.server.tables.table import Table

Played = tuple[str, int, int, int]
"""A move that was acknowledged: match, number, seat, action."""


def check_all(url: str, acknowledged: Iterable[Played] = ()) -> int:
    """Every match can be read, is in a state that requests can lead to, and has every acknowledged move; how many."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            known = {
                (row.match_id, row.number): (row.kind, row.seat, row.value)
                for row in connection.execute(sa.select(entries))
            }
            lost = [move for move in acknowledged if known.get(move[:2]) != ("play", *move[2:])]
            assert not lost, f"acknowledged and not stored: {lost[:3]}"
            ids = [row.id for row in connection.execute(sa.select(matches.c.id))]
            orphans = connection.execute(sa.select(seats.c.match_id).where(seats.c.match_id.not_in(ids))).all()
            assert not orphans
            for match_id in ids:
                found = load_table(connection, match_id)
                assert found is not None
                check(found)
            return len(ids)
    finally:
        engine.dispose()


def check(found: StoredTable) -> None:
    row = found.row
    assert [entry.number for entry in found.entries] == list(range(len(found.entries))), f"{row.id} has a hole"
    assert found.seats, f"{row.id} is {row.status} and has no seats"
    if row.status == "open":
        assert not found.entries, f"{row.id} has not begun"
        assert row.host in [seat.user_id for seat in found.seats], f"the host of {row.id} is gone"
        return
    assert not any(seat.is_free for seat in found.seats), f"{row.id} is {row.status} with a free seat"
    table, by_rules = _folded(found), _folded(_bare(found))
    assert table.match is not None and by_rules.match is not None
    assert table.match.full_state().tobytes() == by_rules.match.full_state().tobytes()
    for one in (table, by_rules):
        assert (one.status, ",".join(map(str, one.due))) == (row.status, row.due), row.id


def _folded(found: StoredTable) -> Table:
    table = Table(game_of(found.row.game, found.row.rules), found.row, found.seats, found.opening)
    table.fold(found.entries)
    return table


def _bare(found: StoredTable) -> StoredTable:
    """The match without what its entries led to: it has to be carried out by the rules."""
    return replace(found, entries=[replace(entry, led=None) for entry in found.entries])
