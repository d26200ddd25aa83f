"""Tournaments in the database: read as a whole, and changed under their lock."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa

from wartable.core.match import dice
from wartable.errors import WartableError
from wartable.languages import worded

from ..storage.heartbeat import steady_time
from ..storage.schema import divisions, entrants, matches, pairings, tidings, tournaments
from .dutch import dutch_round
from .grouping import next_round, pool, pool_length
from .season import Members, Season, divided, next_order
from .standings import (
    ABSENT,
    BYE,
    DUPLICATE,
    FORFEIT,
    POOL,
    SEASON,
    Mark,
    Pairing,
    Round,
    Standing,
    points,
    standings,
)

TIDINGS_SHOWN = 200


class TournamentError(WartableError):
    """The request is not possible in this tournament now."""


class NoSuchTournament(TournamentError):
    """There is no tournament with that id."""


class Moved(TournamentError):
    """Somebody else has changed the tournament meanwhile."""


@dataclass(frozen=True)
class Plan:
    """The setup of a tournament. A pool is played `rounds` times; a season that often, with others going up and down;
    other kinds have that many rounds.
    """

    kind: str
    seats: int
    rounds: int
    places: int
    options: dict[str, Any] = field(default_factory=dict)
    clock: dict[str, Any] = field(default_factory=dict)
    wait: int = 0
    """Seconds after which a player who has not made a first decision counts as absent; 0 waits forever."""
    by_itself: bool = True
    """Whether a round begins when the previous one is over, or when the organiser starts it."""
    rated: bool = False
    division: int = 6
    """How many play in a division of a season, about."""
    moving: int = 1
    """How many of each division go up, and how many down."""
    holidays: int = 0
    """Days between two seasons."""

    def written(self) -> str:
        return json.dumps(asdict(self))


@dataclass(frozen=True)
class Entrant:
    number: int
    user_id: int | None
    bot: str
    name: str
    joined: int
    """The first round that they play."""
    left: int | None
    """The last round before they left, if they did."""


@dataclass(frozen=True)
class Board:
    """A table of a round, as stored."""

    round: int
    number: int
    entrants: tuple[int, ...]
    match_id: str | None
    verdict: str | None
    status: str | None
    result: str | None
    commitment: str | None


@dataclass(frozen=True)
class Tournament:
    id: str
    name: str
    game: str
    host: int
    status: str
    round: int
    version: int
    plan: Plan
    created: float
    resumes: float | None
    entrants: Sequence[Entrant]
    boards: Sequence[Sequence[Board]]
    seasons: Sequence[Season] = ()

    @property
    def season(self) -> Season | None:
        """The season in play, or the last one."""
        return self.seasons[-1] if self.seasons else None

    @property
    def is_last_round(self) -> bool:
        """Whether no round follows this one, as far as that is known."""
        if self.plan.kind != SEASON:
            return self.round >= self.length
        return self.season is not None and self.season.number >= self.plan.rounds and self.is_season_over

    @property
    def is_season_over(self) -> bool:
        """Whether no round of this season follows."""
        return self.season is None or self.round >= self.season.last(self.plan.seats)

    @property
    def takes_entrants(self) -> bool:
        """Whether somebody who comes now would play."""
        if self.status == "open":
            return True
        if self.plan.kind == SEASON:
            return self.status == "playing" and len(self.seasons) < self.plan.rounds
        return self.status == "playing" and self.plan.kind != POOL and self.round < self.length

    @property
    def length(self) -> int:
        """The number of rounds; for a pool, once the number of players is known."""
        if self.plan.kind == POOL:
            count = self.plan.places if self.status == "open" else len(self.entrants)
            return self.plan.rounds * pool_length(count, self.plan.seats)
        if self.plan.kind == SEASON:
            return self.season.last(self.plan.seats) if self.season else 0
        return self.plan.rounds

    def pairing(self, board: Board) -> Pairing:
        """The result of a table so far."""
        if board.verdict is not None:
            verdict = json.loads(board.verdict)
            return Pairing(board.entrants, tuple(map(tuple, verdict["marks"])), verdict["how"])
        if board.status != "over" or board.result is None:
            return Pairing(board.entrants)
        result = json.loads(board.result)
        left = {one.number: one.left for one in self.entrants}
        gone = [number for number in board.entrants if (at := left.get(number)) is not None and at < board.round]
        return Pairing(board.entrants, tuple(self._marks(board, result, gone)))

    def _marks(self, board: Board, result: Mapping[str, Any], gone: Sequence[int]) -> list[Mark]:
        """Points by the share of the win; with more than two, and with duplicate dice, points in the match break
        ties.
        """
        only_wins = self.plan.seats == 2 and self.plan.kind != DUPLICATE
        marks: list[Mark] = []
        for seat, number in enumerate(board.entrants):
            score, reached = float(result["scores"][seat]), float(result["points"][seat])
            has_left = number in gone or seat in result.get("left", ())
            marks.append(ABSENT if has_left else (score,) if only_wins else (score, reached))
        return marks

    def rounds(self) -> list[Round]:
        return [[self.pairing(board) for board in boards] for boards in self.boards]

    def counted(self) -> list[Round]:
        """The rounds that count for the standings; in a duplicate, only finished ones, which can be compared."""
        found = self.rounds()
        return found[:-1] if self.plan.kind == DUPLICATE and found and not self.is_round_over else found

    @property
    def is_round_over(self) -> bool:
        return all(self.pairing(board).marks is not None for board in (self.boards[-1] if self.boards else ()))

    def present(self) -> list[int]:
        """The players of the next round."""
        return [one.number for one in self.entrants if one.left is None and one.joined <= self.round + 1]

    def next_season(self) -> Season | None:
        """The season that the next round begins; None where that goes on with this one, or all are played."""
        if self.plan.kind != SEASON or not self.is_season_over or len(self.seasons) >= self.plan.rounds:
            return None
        known = self.season.divisions if self.season else ()
        ranked = [[line.entrant for line in self.division_standings(self.seasons[-1], members)] for members in known]
        seen = {one for members in known for one in members}
        gone = [one.number for one in self.entrants if one.left is not None]
        fresh = [one.number for one in self.entrants if one.number not in seen and one.left is None]
        order = next_order(ranked, self.plan.moving, fresh, gone)
        return Season(len(self.seasons) + 1, self.round + 1, divided(order, self.plan.division))

    def division_standings(self, season: Season, members: Members) -> list[Standing]:
        """The standings of a division; who is level keeps the order in which the season began."""
        last = season.last(self.plan.seats)
        rounds = [
            [table for table in tables if set(table.entrants) <= set(members)]
            for tables in self.rounds()[season.first - 1 : last]
        ]
        return standings(POOL, self.plan.seats, members, rounds)

    def _season_tables(self) -> list[Pairing]:
        season = self.next_season() or (None if self.is_season_over else self.season)
        if season is None or len(self.present()) < self.plan.seats:
            return []
        return [self._pool_table(table) for table in season.tables(self.plan.seats, self.round + 1)]

    def next_tables(self) -> list[Pairing]:
        """The tables of the next round; empty if there is none."""
        plan, present = self.plan, self.present()
        if plan.kind == SEASON:
            return self._season_tables()
        if self.round >= self.length or len(present) < (1 if plan.kind == POOL else plan.seats):
            return []
        if plan.kind == POOL:
            return [self._pool_table(table) for table in self._pool()[self.round]]
        if plan.kind == DUPLICATE:
            return next_round(plan.seats, present, self.rounds(), {}, by_score=False)
        if plan.seats == 2:
            return dutch_round(present, self.rounds(), self.length)
        return next_round(plan.seats, present, self.rounds(), points(plan.kind, plan.seats, self.rounds()))

    def _pool(self) -> list[list[tuple[int, ...]]]:
        numbers = [one.number for one in self.entrants]
        rounds = pool(len(numbers), self.plan.seats, self.plan.rounds)
        return [[tuple(numbers[place] for place in table) for table in tables] for tables in rounds]

    def _pool_table(self, table: tuple[int, ...]) -> Pairing:
        """Whoever has left a pool loses: for two without a match, at a larger table a bot sits there."""
        gone = {one.number for one in self.entrants if one.left is not None}
        if not gone & set(table) or (len(table) > 2 and not gone >= set(table)):
            return Pairing(table)
        return Pairing(table, tuple(ABSENT if one in gone else (1.0,) for one in table), FORFEIT)


def newest(connection: sa.Connection, count: int) -> list[Tournament]:
    """The newest tournaments, without their tables."""
    rows = connection.execute(sa.select(tournaments).order_by(tournaments.c.created.desc()).limit(count)).all()
    people = _people(connection, [row.id for row in rows])
    return [_made(row, people[row.id], ()) for row in rows]


def _people(connection: sa.Connection, ids: Sequence[str]) -> defaultdict[str, list[Entrant]]:
    found: defaultdict[str, list[Entrant]] = defaultdict(list)
    named = sa.select(entrants).where(entrants.c.tournament_id.in_(ids)).order_by(entrants.c.number)
    for one in connection.execute(named):
        made = Entrant(one.number, one.user_id, one.bot, one.name, one.joined, one.left)
        found[one.tournament_id].append(made)
    return found


def _made(
    row: Any, people: Sequence[Entrant], boards: Sequence[Sequence[Board]], seasons: Sequence[Season] = ()
) -> Tournament:
    facts = (row.id, row.name, row.game, row.host, row.status, row.round, row.version)
    return Tournament(*facts, Plan(**json.loads(row.settings)), row.created, row.resumes, people, boards, seasons)


def load(connection: sa.Connection, id: str) -> Tournament:
    """A whole tournament; NoSuchTournament if there is none."""
    row = connection.execute(sa.select(tournaments).where(tournaments.c.id == id)).first()
    if row is None:
        raise NoSuchTournament(worded("there is no tournament {id}", id=id))
    wanted = sa.select(pairings, matches.c.status, matches.c.result, matches.c.seed)
    joined = wanted.join(matches, matches.c.id == pairings.c.match_id, isouter=True)
    found: defaultdict[int, list[Board]] = defaultdict(list)
    for line in connection.execute(joined.where(pairings.c.tournament_id == id).order_by(pairings.c.board)):
        numbers = tuple(map(int, line.entrants.split(",")))
        rolled = None if line.seed is None else dice.commitment(line.seed)
        board = Board(line.round, line.board, numbers, line.match_id, line.verdict, line.status, line.result, rolled)
        found[line.round].append(board)
    boards = [found[number] for number in sorted(found)]
    return _made(row, _people(connection, [id])[id], boards, _seasons(connection, id))


def _seasons(connection: sa.Connection, id: str) -> list[Season]:
    wanted = sa.select(divisions).where(divisions.c.tournament_id == id)
    found: dict[int, tuple[int, defaultdict[int, list[int]]]] = {}
    for row in connection.execute(wanted.order_by(divisions.c.season, divisions.c.division, divisions.c.place)):
        members = found.setdefault(row.season, (row.first, defaultdict(list)))[1]
        members[row.division].append(row.number)
    return [
        Season(number, first, tuple(tuple(members[division]) for division in sorted(members)))
        for number, (first, members) in found.items()
    ]


def insert_season(connection: sa.Connection, found: Tournament, season: Season) -> None:
    """Store the divisions of a new season, and say who has gone up and down."""
    rows = [
        {"number": number, "division": division, "place": place}
        for division, members in enumerate(season.divisions, 1)
        for place, number in enumerate(members)
    ]
    for row in rows:
        facts = {"tournament_id": found.id, "season": season.number, "first": season.first}
        connection.execute(sa.insert(divisions).values(**facts, **row))
    count = len(season.divisions)
    told = f"Season {season.number} begins with {count} {'division' if count == 1 else 'divisions'}."
    tell(connection, found, told, season.first)
    for row in rows:
        before = found.season.division_of(row["number"]) if found.season else None
        if before is not None and before != row["division"]:
            way = "up" if row["division"] < before else "down"
            tell(connection, found, f"{{{row['number']}}} goes {way} to division {row['division']}.", season.first)


State = tuple[Any, ...]


def state(connection: sa.Connection, id: str) -> State:
    """What differs whenever anything of a tournament does: it is asked for often, and all of it seldom."""
    version = connection.execute(sa.select(tournaments.c.version).where(tournaments.c.id == id)).scalar()
    counted = sa.select(matches.c.status, sa.func.count()).where(matches.c.tournament == id)
    rows = connection.execute(counted.group_by(matches.c.status).order_by(matches.c.status))
    return (version, *map(tuple, rows))


def lock(connection: sa.Connection, id: str) -> Tournament:
    """A tournament that nobody else changes until this commit ends."""
    row = sa.select(tournaments.c.id).where(tournaments.c.id == id).with_for_update()
    connection.execute(row).first()
    return load(connection, id)


def change(connection: sa.Connection, found: Tournament, **values: Any) -> None:
    changed = sa.update(tournaments).where(tournaments.c.id == found.id)
    connection.execute(changed.values(version=found.version + 1, **values))


def tell(connection: sa.Connection, found: Tournament, text: str, round: int | None = None) -> None:
    """Say what has happened; {3} stands for the name of entrant 3, whatever it is when somebody reads this."""
    number = found.round if round is None else round
    connection.execute(sa.insert(tidings).values(tournament_id=found.id, round=number, text=text, at=steady_time()))


def heard(connection: sa.Connection, found: Tournament) -> list[dict[str, Any]]:
    """The events, newest first, with current names."""
    wanted = sa.select(tidings).where(tidings.c.tournament_id == found.id).order_by(tidings.c.id.desc())
    names = {one.number: one.name for one in found.entrants}

    def named(text: str) -> str:
        return re.sub(r"\{(\d+)\}", lambda match: names.get(int(match[1]), "somebody"), text)

    rows = connection.execute(wanted.limit(TIDINGS_SHOWN))
    return [{"round": row.round, "text": named(row.text), "at": row.at} for row in rows]


def verdict(how: str, marks: Sequence[Mark]) -> str:
    return json.dumps({"how": how, "marks": [list(mark) for mark in marks]})


def judge(connection: sa.Connection, found: Tournament, board: Board, how: str, marks: Sequence[Mark]) -> None:
    """Set a result in place of a match."""
    place = (pairings.c.tournament_id == found.id, pairings.c.round == board.round, pairings.c.board == board.number)
    connection.execute(sa.update(pairings).where(*place).values(verdict=verdict(how, marks)))


def insert_round(
    connection: sa.Connection, found: Tournament, tables: Sequence[Pairing], ids: Sequence[str | None]
) -> None:
    """Store the tables of the next round, whose matches exist already, and record who does not play."""
    number = found.round + 1
    for place, (table, match_id) in enumerate(zip(tables, ids, strict=True), 1):
        connection.execute(
            sa.insert(pairings).values(
                tournament_id=found.id,
                round=number,
                board=place,
                entrants=",".join(map(str, table.entrants)),
                match_id=match_id,
                verdict=None if table.marks is None else verdict(table.how, table.marks),
            )
        )
    count = sum(match_id is not None for match_id in ids)
    tell(connection, found, f"Round {number} has begun: {count} {'table' if count == 1 else 'tables'}.", number)
    for table in tables:
        if table.how == BYE:
            tell(connection, found, f"{{{table.entrants[0]}}} has a bye.", number)
        elif table.how == FORFEIT and table.marks is not None:
            winners = [one for one, mark in zip(table.entrants, table.marks, strict=True) if mark[0] >= 0]
            won = " and ".join(f"{{{one}}}" for one in winners)
            tell(connection, found, f"{won} wins by forfeit." if won else "A table is empty: both have left.", number)


def ready() -> sa.Select[Any]:
    """Tournaments in play whose round is over, or whose first round has not begun; not those on holiday."""
    still = sa.exists().where(
        pairings.c.tournament_id == tournaments.c.id,
        pairings.c.round == tournaments.c.round,
        pairings.c.verdict.is_(None),
        pairings.c.match_id == matches.c.id,
        matches.c.status != "over",
    )
    is_time = sa.or_(tournaments.c.resumes.is_(None), tournaments.c.resumes <= steady_time())
    return sa.select(tournaments.c.id).where(tournaments.c.status == "playing", is_time, ~still)
