"""An MCP server: assistants play at tables of this process, one seat each, against bots.

Every table has one seat without a bot. The tools reveal only what that seat may know.
"""

import functools
import secrets
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wartable import __version__
from wartable.bots import Budget, hint_at, position_of
from wartable.bots.ladder import check_bot
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.setup import check_players
from wartable.core.phrases import with_stop
from wartable.core.registry import all_games, find_game
from wartable.drawing.picture import png
from wartable.errors import BadOption, MoveError, WartableError
from wartable.extras import needs
from wartable.guides.outlook import outlook

from .ask import verdict
from .rules import look_up
from .table import TextTable, list_moves

with needs("mcp", "wartable mcp"):
    from mcp.server.mcpserver import Image, MCPServer
    from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError

MOST_TABLES = 64
"""The most tables that are kept; the least recently used one makes room."""
LONGEST_TEXT = 500
HINT = Budget(iterations=2000, seconds=1.0)
ANALYSIS = 200
"""Search iterations for each decision that is analysed."""
MOST_GAMES = 2000
INSTRUCTIONS = (
    "Board games with exact rules. Begin with list_games and new_match, then look, list_moves and move. A move that "
    "is refused comes with its rule; read_rule and why_not explain. You see only what your seat may know."
)


class Tables:
    """The tables of one server, by name. Without `hints` there are no hints and no analysis."""

    def __init__(self, hints: bool = True) -> None:
        self.hints = hints
        self.lock = threading.RLock()
        self._tables: dict[str, tuple[TextTable, int]] = {}

    def find(self, table: str) -> tuple[TextTable, int]:
        """A table and the caller's seat."""
        if table not in self._tables:
            raise BadOption(f"there is no table {table[:LONGEST_TEXT]!r}; new_match begins one")
        self._tables[table] = self._tables.pop(table)
        return self._tables[table]

    def begin(self, game: str, opponent: str, players: int | None, seat: int, seed: int | None) -> str:
        """Make a table for a caller and bots, and let bots that come first move."""
        found = find_game(_short(game))
        count = check_players(found, players or found.seats[0])
        check_bot(_short(opponent))
        if not 0 <= seat < count:
            raise BadOption(f"seat {seat}: there are seats 0 to {count - 1}")
        match = Match.start(found, players=count, seed=seed)
        bots = {other: opponent for other in range(count) if other != seat}
        name = secrets.token_hex(8)
        self._tables[name] = TextTable(match, bots=bots, rules="on demand", forfeits=False, seed=seed or 0), seat
        while len(self._tables) > MOST_TABLES:
            self._tables.pop(next(iter(self._tables)))
        return name

    def need_hints(self) -> None:
        if not self.hints:
            raise BadOption("this table does not allow hints")


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise BadOption(f"a text of {len(text)} characters is too long; at most {LONGEST_TEXT} are read")
    return text


def make_server(tables: Tables) -> MCPServer:
    """The server with its tools and resources."""
    server = MCPServer("wartable", instructions=INSTRUCTIONS, version=__version__)
    for tool in (*_book_tools(), *_table_tools(tables), *_playing_tools(tables), *_thinking_tools(tables)):
        server.add_tool(_in_sentences(tool, tables.lock), structured_output=False)
    server.resource("rules://{game}", mime_type="text/markdown")(rulebook)
    return server


def _in_sentences(tool: Callable[..., Any], lock: Any) -> Callable[..., Any]:
    """A tool that runs one call at a time and reports errors in a sentence."""

    @functools.wraps(tool)
    def called(*given: Any, **named: Any) -> Any:
        try:
            with lock:
                return tool(*given, **named)
        except WartableError as error:
            raise ToolError(with_stop(str(error))) from None

    return called


def rulebook(game: str) -> str:
    """The whole rulebook of a game."""
    try:
        return find_game(game).rulebook.source
    except WartableError as error:
        raise ResourceNotFoundError(str(error)) from None


def _book_tools() -> tuple[Callable[..., Any], ...]:
    def list_games() -> str:
        """The games, with their numbers of players and where their rules are."""
        return "\n".join(_described(game) for game in all_games())

    def read_rule(game: str, rule: str) -> str:
        """A rule by its number (3.2), a chapter (3), or the rules that matter for a question in words."""
        return look_up(find_game(_short(game)), _short(rule))

    return list_games, read_rule


def _described(game: Game) -> str:
    players = " or ".join(map(str, game.seats))
    return f"{game.name}: {game.title}, {players} players. {game.blurb} Rules: rules://{game.name}"


def _table_tools(tables: Tables) -> tuple[Callable[..., Any], ...]:
    def new_match(
        game: str, opponent: str = "easy", players: int | None = None, seat: int = 0, seed: int | None = None
    ) -> str:
        """Begin a match against bots (random, greedy, beginner, easy, medium, hard); returns the name of the table."""
        table = tables.begin(game, opponent, players, seat, seed)
        return f"Table {table}\n\n{_looked(*tables.find(table))}"

    def look(table: str) -> str:
        """The table as your seat sees it: the goal, the board, and what is asked of you."""
        found, seat = tables.find(table)
        return found.standing(seat, with_moves=False)

    def wait(table: str) -> str:
        """What has happened since you last asked. The bots have already moved: it is your turn, or the match is
        over.
        """
        return _looked(*tables.find(table))

    def picture(table: str) -> Image:
        """The table as a picture, as your seat sees it."""
        found, seat = tables.find(table)
        return Image(data=png(found.match.see(seat).draw()), format="png")

    return new_match, look, wait, picture


def _looked(table: TextTable, seat: int) -> str:
    return table.news(seat) + "\n\n" + table.standing(seat, with_moves=False)


def _playing_tools(tables: Tables) -> tuple[Callable[..., Any], ...]:
    def list_moves_(table: str, words: str = "") -> str:
        """Your legal moves by number, notation and words; all of them, or those that contain these words."""
        found, seat = tables.find(table)
        wanted = _short(words).lower().split()
        moves = found.match.see(seat).moves
        fitting = [move for move in moves if all(word in f"{move.notation} {move.label}".lower() for word in wanted)]
        if not fitting:
            return "No legal move has these words." if moves else "You have nothing to decide now."
        if not wanted:
            return list_moves(found.game, moves)
        return "\n".join(f"{move.notation}: {move.label}" for move in fitting)

    def why_not(table: str, move: str) -> str:
        """Whether a move is legal for you now: if not, the rule and the reason; if it is, what it would do."""
        found, seat = tables.find(table)
        told = verdict(found.match, seat, _short(move)) or ["It is not your turn, or this is not a move of the game."]
        try:
            return "\n".join([*told, *outlook(found.match, seat, found.read(seat, move)).certain])
        except MoveError:
            return "\n".join(told)

    def move(table: str, move: str) -> str:
        """Play a move: its notation, its number in list_moves (#3), or its words. Returns what happened."""
        found, seat = tables.find(table)
        found.play(seat, found.read(seat, _short(move).strip()))
        return _looked(found, seat)

    def take_back(table: str) -> str:
        """Take back your last decision, and everything that followed from it."""
        found, seat = tables.find(table)
        found.take_back(seat)
        return _looked(found, seat)

    list_moves_.__name__ = "list_moves"
    return list_moves_, why_not, move, take_back


def _thinking_tools(tables: Tables) -> tuple[Callable[..., Any], ...]:
    def hint(table: str) -> str:
        """What a search would play for you, and your chance to win after it."""
        tables.need_hints()
        found, seat = tables.find(table)
        if seat not in found.match.due:
            raise BadOption("you have nothing to decide now")
        return str(hint_at(found.game, position_of(found.match, seat), HINT)).format(*found.match.players)

    def analyse(table: str) -> str:
        """Grade your decisions: how much of the chance to win each gave away, the costliest first."""
        tables.need_hints()
        found, _ = tables.find(table)
        grades = sorted(found.grades(iterations=ANALYSIS), key=lambda grade: -(grade.regret or 0.0))
        lines = [f"{one.move} (action {one.step}) gave away {one.regret or 0.0:.0%}" for one in grades[:10]]
        return "\n".join(lines) or "You have decided nothing yet."

    def run_lab(game: str, games: int = 200, players: int | None = None) -> str:
        """Simulate matches between equal greedy bots, up to 2,000: which seats win, and how long they take."""
        found = find_game(_short(game))
        count = check_players(found, players or found.seats[0])
        if not 1 <= games <= MOST_GAMES:
            raise BadOption(f"{games} games: from 1 to {MOST_GAMES}")
        return _simulated(found, count, games)

    return hint, analyse, run_lab


def _simulated(game: Game, players: int, games: int) -> str:
    """The lab's measures over this many games, each with its 95% interval."""
    from wartable.lab.reports.summary import summarise
    from wartable.lab.runs.engine import make_engine
    from wartable.lab.runs.job import make_job
    from wartable.lab.runs.progress import Progress
    from wartable.lab.runs.run import Run
    from wartable.lab.runs.work import play_run

    with tempfile.TemporaryDirectory(prefix="wartable-lab-") as folder:
        run = Run.begin(Path(folder), make_job(game, games, ["greedy"], players, 1), games)
        engine = make_engine("local", 1)
        try:
            play_run(run, engine, Progress())
        finally:
            engine.close()
        measures = summarise(run).measures().values()
        return "\n".join(f"{one.label}: {one.text()} (95% sure: {one.range_text})" for one in measures)
