"""Actions of people and organisers in tournaments, and rounds that begin automatically.

Every decision is made under the tournament's lock in the database and stored in one commit: a round with all its
tables, or nothing. It therefore does not matter which processes look after a tournament, or when one of them dies.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import sqlalchemy as sa

from wartable.bots import bot_names
from wartable.core.match import dice
from wartable.errors import WartableError
from wartable.languages import worded

from ..club.switches import check_on
from ..live.thread_pool import Turns
from ..people.accounts import User
from ..people.passwords import new_id
from ..play.service import TableService
from ..storage.heartbeat import steady_time
from ..storage.schema import entrants, matches, tidings, tournaments
from ..tables.clock import ClockRule
from ..tables.games import find_game
from ..tables.rows import Seat, new_row
from ..tables.seating import DAY_SECONDS, insert_table, new_setup, unlike
from ..tables.table import Table, default_bot
from .dutch import check_library
from .ledger import (
    Board,
    Entrant,
    Moved,
    Plan,
    State,
    Tournament,
    TournamentError,
    change,
    insert_round,
    insert_season,
    judge,
    load,
    lock,
    ready,
    tell,
)
from .standings import ABSENT, DUPLICATE, FORFEIT, KINDS, PLAYED, POOL, SEASON, SWISS, Mark, Pairing, standings

KEEP_SECONDS = 2.0
MOST_UNFINISHED, MOST_A_DAY = 5, 10
MOST_POOL, MOST_ENTRANTS, MOST_ROUNDS = 16, 128, 15
MOST_SEATS = 4
MOST_DIVISION = 10

log = logging.getLogger("wartable.server")


class Tournaments:
    """The tournaments of all processes; each process looks after all of them."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._store = tables.store
        # Pairing many takes seconds: apart, so that nobody waits for a picture meanwhile.
        self._turns = Turns(1, "pair")
        self._news = asyncio.Event()
        self.kept: dict[str, tuple[State, Tournament, dict[str, Any]]] = {}
        """Cached views of tournaments, with the state that they show."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._tables.match_over = lambda _: self._news.set()
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        if self._task:
            self._task.cancel()
        self._turns.close()

    # What people do

    async def create(self, user: User, name: str, game_name: str, plan: Plan) -> str:
        """Create a tournament that waits for entrants; returns its id."""
        if user.guest:
            raise TournamentError("organising a tournament needs an account")
        game = find_game(game_name)
        plan = _checked(plan, game.seats)
        setup = new_setup(game, plan.options, [{"who": "bot"}] * plan.seats)
        clock = ClockRule.of(**plan.clock) if plan.clock else ClockRule()
        plan = replace(plan, options=dict(setup.options), clock=clock.as_json())
        await self._tables.turns.run(f"user {user.id}", setup.new_box)
        facts = {"name": name, "game": game.stem, "host": user.id, "settings": plan.written()}
        made = {"id": new_id(), "status": "open", "round": 0, "version": 0, "created": steady_time(), **facts}

        def work(connection: sa.Connection) -> None:
            check_on(connection, "tournaments")
            mine = sa.select(sa.func.count()).where(tournaments.c.host == user.id)
            if (connection.execute(mine.where(tournaments.c.status != "over")).scalar() or 0) >= MOST_UNFINISHED:
                raise TournamentError(
                    worded("you have {number} tournaments that are not over; finish one first", number=MOST_UNFINISHED)
                )
            today = mine.where(tournaments.c.created > steady_time() - DAY_SECONDS)
            if (connection.execute(today).scalar() or 0) >= MOST_A_DAY:
                raise TournamentError(
                    worded("you have opened {number} tournaments in one day; wait until tomorrow", number=MOST_A_DAY)
                )
            connection.execute(sa.insert(tournaments).values(**made))

        await self._store.write(work)
        return str(made["id"])

    async def join(self, id: str, user: User) -> int:
        """Take part from the next round on; returns the player's number."""
        number: int = await self._change(id, partial(_join, user=user))
        return number

    async def add_bot(self, id: str, user: User, bot: str) -> int:
        number: int = await self._change(id, partial(_join, bot=bot), by=user)
        return number

    async def leave(self, id: str, user: User) -> None:
        """Leave: the current match is lost, and there are no further ones."""

        def work(connection: sa.Connection, found: Tournament) -> tuple[Board, int] | None:
            mine = next((one for one in found.entrants if one.user_id == user.id and one.left is None), None)
            if mine is None:
                raise TournamentError("you are not in this tournament")
            return _leave(connection, found, mine, "{%d} has left.")

        await self._give_up(await self._change(id, work))

    async def remove(self, id: str, user: User, number: int) -> None:
        """Remove an entrant; organiser only."""

        def work(connection: sa.Connection, found: Tournament) -> tuple[Board, int] | None:
            one = next((one for one in found.entrants if one.number == number and one.left is None), None)
            if one is None:
                raise TournamentError(worded("there is no entrant {number}", number=number))
            return _leave(connection, found, one, "The organiser has taken {%d} out.")

        await self._give_up(await self._change(id, work, by=user))

    async def begin(self, id: str, user: User) -> None:
        """Begin with the entrants so far."""

        def work(connection: sa.Connection, found: Tournament) -> None:
            if found.status != "open":
                raise TournamentError("the tournament has already begun")
            if len(found.entrants) < max(2, found.plan.seats):
                raise TournamentError(worded("it takes at least {seats} entrants", seats=max(2, found.plan.seats)))
            change(connection, found, status="playing")
            tell(connection, found, f"The tournament has begun with {len(found.entrants)} entrants.")

        await self._change(id, work, by=user)
        await self.advance(id)

    async def next_round(self, id: str, user: User) -> None:
        """Begin the next round, if rounds wait for the organiser."""
        found = await self.read(id)
        _check_organiser(found, user)
        if found.status != "playing" or not found.is_round_over:
            raise TournamentError("the round is not over yet")
        await self.advance(id, is_asked=True)

    async def end(self, id: str, user: User) -> None:
        """End a tournament at once; what is still played does not count."""

        def work(connection: sa.Connection, found: Tournament) -> None:
            if found.status == "over":
                raise TournamentError("the tournament is over")
            _finish(connection, found, "The organiser has ended the tournament.")

        await self._change(id, work, by=user)

    async def correct(self, id: str, user: User, round: int, number: int, scores: Sequence[float | None]) -> None:
        """Let these scores count for a table, by seat, whatever was played there; None for who did not come."""

        def work(connection: sa.Connection, found: Tournament) -> None:
            board = next((one for boards in found.boards for one in boards if (one.round, one.number) == where), None)
            if board is None or len(board.entrants) == 1:
                raise TournamentError("there is no such table")
            if len(scores) != len(board.entrants):
                raise TournamentError(worded("the table has {entrants} seats", entrants=len(board.entrants)))
            marks: list[Mark] = [ABSENT if score is None else (float(score),) for score in scores]
            judge(connection, found, board, FORFEIT if None in scores else PLAYED, marks)
            change(connection, found)
            line = ", ".join(
                f"{{{one}}} {'absent' if score is None else f'{score:g}'}"
                for one, score in zip(board.entrants, scores, strict=True)
            )
            tell(connection, found, f"The organiser has corrected round {round}, table {number}: {line}.")

        where = (round, number)
        await self._change(id, work, by=user)
        self._news.set()

    async def read(self, id: str) -> Tournament:
        return await self._store.read(lambda connection: load(connection, id))

    async def _change(self, id: str, work: Callable[[sa.Connection, Tournament], Any], by: User | None = None) -> Any:
        """Change a tournament under its lock; `by` has to be its organiser."""

        def locked(connection: sa.Connection) -> Any:
            found = lock(connection, id)
            if by is not None:
                _check_organiser(found, by)
            return work(connection, found)

        done = await self._store.write(locked)
        self._news.set()
        return done

    async def _give_up(self, left: tuple[Board, int] | None) -> None:
        """The match of somebody who has left goes on without them."""
        if left is None or left[0].match_id is None:
            return
        live = await self._tables.open(left[0].match_id)
        if live.table.status == "playing" and left[1] not in live.table.retired:
            await self._tables.moves.give_up(live, left[1], "left")

    # Rounds

    async def _run(self) -> None:
        """Look after all tournaments until cancelled: soon after a match is over, and now and then."""
        while True:
            try:
                for id in await self._store.read(lambda connection: connection.execute(ready()).scalars().all()):
                    await self._look_after(id)
                await self._look_for_absent()
            except asyncio.CancelledError:
                raise
            except WartableError as error:
                log.warning("tournaments: %s", error)
            except Exception:
                log.exception("housekeeping of tournaments failed")
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), KEEP_SECONDS)
            except TimeoutError:
                continue

    async def _look_after(self, id: str) -> None:
        """A tournament that cannot be looked after must not keep others from it."""
        try:
            await self.advance(id)
        except WartableError as error:
            log.warning("tournament %s: %s", id, error)
        except Exception:
            log.exception("tournament %s: housekeeping failed", id)

    async def advance(self, id: str, is_asked: bool = False) -> None:
        """Begin the next round if this one is over, or end the tournament after the last; else nothing happens.

        Whoever asks a second time, here or in another process, finds that it is done.
        """
        found = await self.read(id)
        if found.status != "playing" or not found.is_round_over:
            return
        if found.round and not found.is_last_round and not (found.plan.by_itself or is_asked):
            return
        if await self._is_on_holiday(found):
            return
        tables = await self._turns.run(f"tournament {id}", found.next_tables)
        made = _tables_of(found, tables)
        try:
            await self._store.write(partial(_store_round, found, tables, made))
        except Moved:
            self._news.set()
            return
        for boards in found.boards[-1:]:
            self._reopen(boards)
        for table in made:
            if table is not None:
                await self._begin(table.id)

    async def _is_on_holiday(self, found: Tournament) -> bool:
        """Whether the holidays between two seasons are not over; they begin when a season is."""
        if not found.plan.holidays or not found.round or found.is_last_round or not found.is_season_over:
            return False
        if found.resumes is not None:
            return found.resumes > steady_time()

        def work(connection: sa.Connection, now: Tournament) -> None:
            if now.version == found.version:
                days = found.plan.holidays
                change(connection, now, resumes=steady_time() + days * DAY_SECONDS)
                holidays = f"{days} {'day' if days == 1 else 'days'} of holidays"
                tell(connection, now, f"Season {len(now.seasons)} is over; the next one begins after {holidays}.")

        await self._change(found.id, work)
        return True

    def _reopen(self, boards: Sequence[Board]) -> None:
        """Tables whose seal is broken are read again by whoever looks."""
        for board in boards:
            live = self._tables.lives.get(board.match_id or "")
            if live is not None and live.table.row.sealed:
                self._tables.drop(live)

    async def _begin(self, match_id: str) -> None:
        """Where this process dies before it comes to that, the housekeeper begins the match."""
        try:
            live = await self._tables.open(match_id)
            async with self._tables.hold(live):
                await self._tables.lobby.begin_if_full(live)
        except WartableError as error:
            log.warning("match %s has not begun yet: %s", match_id, error)

    async def _look_for_absent(self) -> None:
        """Whoever is asked and has not made a first decision when the waiting is over has not come."""
        if not self._tables.heart.is_sound:
            return
        wanted = sa.select(matches.c.id, matches.c.created, matches.c.tournament, tournaments.c.settings)
        joined = wanted.join(tournaments, tournaments.c.id == matches.c.tournament)
        playing = joined.where(matches.c.status == "playing", tournaments.c.status == "playing")
        outages = self._tables.heart.outages
        for row in await self._store.read(lambda connection: connection.execute(playing).all()):
            wait = json.loads(row.settings)["wait"]
            if wait and outages.played(steady_time()) - outages.played(row.created) > wait:
                await self._check_presence(row.tournament, row.id, wait)

    async def _check_presence(self, id: str, match_id: str, wait: int) -> None:
        live = await self._tables.open(match_id)
        table = live.table
        # Nobody has to come while somebody is on holiday.
        if table.time.played(steady_time()) - table.time.played(table.row.created) <= wait:
            return
        if table.match is None or table.status != "playing":
            return
        acted = {step.seat for step in table.match.steps if not step.forced}
        for seat in table.due:
            if seat not in acted and not table.played_by_bot(seat):
                await self._change(id, partial(_absent, match_id=match_id, seat=seat))
                await self._tables.moves.give_up(live, seat, "left")


def _checked(plan: Plan, seats: Sequence[int]) -> Plan:
    """A plan that can be carried out; TournamentError where it cannot."""
    if plan.kind not in KINDS:
        raise TournamentError(worded("a tournament is one of {kinds}", kinds=", ".join(KINDS)))
    if plan.seats not in seats or not 2 <= plan.seats <= MOST_SEATS:
        raise TournamentError(worded("this game has no tournament tables for {seats}", seats=plan.seats))
    most = MOST_POOL if plan.kind == POOL else MOST_ENTRANTS
    if plan.kind == SEASON and not max(3, plan.seats) <= plan.division <= MOST_DIVISION:
        raise TournamentError(
            worded("a division has from {seats} to {number} players", seats=max(3, plan.seats), number=MOST_DIVISION)
        )
    if not plan.seats <= plan.places <= most:
        raise TournamentError(worded("it takes from {seats} to {number} entrants", seats=plan.seats, number=most))
    if not 1 <= plan.rounds <= (3 if plan.kind == POOL else MOST_ROUNDS):
        raise TournamentError(
            worded(
                "a pool can be played up to 3 times; other tournaments have up to {number} rounds", number=MOST_ROUNDS
            )
        )
    if plan.kind == SWISS and plan.seats == 2:
        check_library()
    return plan


def _check_organiser(found: Tournament, user: User) -> None:
    if user.id != found.host and not user.admin:
        raise TournamentError("only the organiser may do this")


def _join(connection: sa.Connection, found: Tournament, user: User | None = None, bot: str = "") -> int:
    plan = found.plan
    if found.status == "over":
        raise TournamentError("the tournament is over")
    if plan.rated and (user is None or user.guest):
        raise TournamentError("this tournament is rated: it needs an account")
    mine = next((one for one in found.entrants if user and one.user_id == user.id), None)
    if mine is not None and mine.left is None:
        return mine.number
    if not found.takes_entrants:
        raise TournamentError("the tournament has begun; nobody can join now")
    late = f" and plays from round {found.round + 1} on" if found.status == "playing" else ""
    if late and plan.kind == SEASON and mine is None:
        late = " and plays from the next season on"
    if mine is not None:
        place = (entrants.c.tournament_id == found.id, entrants.c.number == mine.number)
        connection.execute(sa.update(entrants).where(*place).values(left=None, joined=found.round + 1))
        tell(connection, found, f"{{{mine.number}}} is back{late}.")
        change(connection, found)
        return mine.number
    if sum(one.left is None for one in found.entrants) >= plan.places:
        raise TournamentError("the tournament is full")
    known = bot_names(find_game(found.game))
    if bot and bot not in known:
        raise TournamentError(
            worded("there is no bot {bot}; there are: {known}", bot=repr(bot), known=", ".join(known))
        )
    number = max((one.number for one in found.entrants), default=0) + 1
    shown = user.name if user else f"{bot.replace('_', ' ').capitalize()} bot"
    name = unlike(shown, [one.name for one in found.entrants])
    values = {"user_id": user.id if user else None, "bot": bot, "name": name, "joined": found.round + 1, "left": None}
    connection.execute(sa.insert(entrants).values(tournament_id=found.id, number=number, **values))
    tell(connection, found, f"{{{number}}} has joined{late}.")
    is_full = found.status == "open" and plan.kind == POOL and len(found.entrants) + 1 >= plan.places
    if is_full:
        tell(connection, found, f"All {plan.places} have joined: the pool begins.")
    change(connection, found, **({"status": "playing"} if is_full else {}))
    return number


def _leave(connection: sa.Connection, found: Tournament, one: Entrant, text: str) -> tuple[Board, int] | None:
    """Take an entrant out; the table and seat that they leave."""
    if found.status == "over":
        raise TournamentError("the tournament is over")
    place = (entrants.c.tournament_id == found.id, entrants.c.number == one.number)
    change(connection, found)
    if found.status == "open":
        # No entrant any more: their number is free, and nothing is told of them.
        told = sa.delete(tidings).where(tidings.c.tournament_id == found.id)
        connection.execute(told.where(tidings.c.text.startswith(f"{{{one.number}}} ")))
        connection.execute(sa.delete(entrants).where(*place))
        return None
    tell(connection, found, text % one.number)
    connection.execute(sa.update(entrants).where(*place).values(left=found.round))
    boards = found.boards[-1] if found.boards else ()
    at = next((board for board in boards if one.number in board.entrants), None)
    if at is None or found.pairing(at).marks is not None:
        return None
    return at, at.entrants.index(one.number)


def _absent(connection: sa.Connection, found: Tournament, match_id: str, seat: int) -> None:
    """Somebody has not come: the other wins by forfeit, or a bot plays on at a larger table."""
    board = next((one for boards in found.boards for one in boards if one.match_id == match_id), None)
    if board is None or board.verdict is not None or found.status != "playing":
        return
    gone = board.entrants[seat]
    where = f"{{{gone}}} did not come to table {board.number}"
    if len(board.entrants) == 2:
        marks = [ABSENT if place == seat else (1.0,) for place in range(2)]
        judge(connection, found, board, FORFEIT, marks)
        tell(connection, found, f"{where}: {{{board.entrants[1 - seat]}}} wins by forfeit.")
    else:
        tell(connection, found, f"{where}: a bot plays there.")
    change(connection, found)


def _tables_of(found: Tournament, tables: Sequence[Pairing]) -> list[Table | None]:
    """The matches of a round; none for byes and forfeits. In a duplicate all have one seed."""
    game, plan, shared = find_game(found.game), found.plan, dice.new_seed()
    people = {one.number: one for one in found.entrants}
    made: list[Table | None] = []
    for pairing in tables:
        if pairing.marks is not None:
            made.append(None)
            continue
        is_duplicate = plan.kind == DUPLICATE
        facts = {"rated": plan.rated, "tournament": found.id, "sealed": is_duplicate}
        seed = shared if is_duplicate else dice.new_seed()
        row = new_row(game, found.host, plan.options, ClockRule(**plan.clock), seed=seed, **facts)
        made.append(Table(game, row, [_seat(place, people[one]) for place, one in enumerate(pairing.entrants)]))
    return made


def _seat(place: int, one: Entrant) -> Seat:
    """A bot sits in for whoever has left a pool."""
    if one.left is not None:
        return Seat(place, None, default_bot(), f"Bot for {one.name}"[:40])
    return Seat(place, one.user_id, one.bot, one.name)


def _store_round(
    before: Tournament, tables: Sequence[Pairing], made: Sequence[Table | None], connection: sa.Connection
) -> None:
    """The next round with all its tables, or the end; Moved where the tournament is not as it was."""
    found = lock(connection, before.id)
    if (found.version, found.round, found.status) != (before.version, before.round, "playing"):
        raise Moved("the tournament has changed in the meantime")
    _unseal(connection, found)
    if not tables:
        first = [line.entrant for line in _ranked(found) if line.place == 1] if found.entrants else []
        names = " and ".join(f"{{{one}}}" for one in first)
        verb = "wins" if len(first) == 1 else "share the first place"
        _finish(connection, found, f"The tournament is over: {names} {verb}." if first else "The tournament is over.")
        return
    for table in made:
        if table is not None:
            insert_table(connection, table)
    season = found.next_season()
    if season is not None:
        insert_season(connection, found, season)
    insert_round(connection, found, tables, [table.id if table else None for table in made])
    change(connection, found, round=found.round + 1, resumes=None)


def _ranked(found: Tournament) -> list[Any]:
    """The standings; of a season, those of its highest division."""
    if found.plan.kind == SEASON:
        return found.division_standings(found.season, found.season.divisions[0]) if found.season else []
    numbers = [one.number for one in found.entrants]
    return list(standings(found.plan.kind, found.plan.seats, numbers, found.counted()))


def _finish(connection: sa.Connection, found: Tournament, text: str) -> None:
    _unseal(connection, found)
    change(connection, found, status="over")
    tell(connection, found, text)


def _unseal(connection: sa.Connection, found: Tournament) -> None:
    """The round is over: others may look at its tables, and their dice are published."""
    sealed = sa.update(matches).where(matches.c.tournament == found.id, matches.c.sealed.is_(True))
    connection.execute(sealed.values(sealed=False))
