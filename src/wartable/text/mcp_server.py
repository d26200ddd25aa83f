"""An MCP server: assistants play at tables of this process, in one seat each, against bots.

Every table has one seat that is not a bot's. All that a tool tells is what that seat may know.
"""

import functools
import secrets
import threading
from collections.abc import Callable
from typing import Any

from wartable import __version__
from wartable.bots import Budget, hint_at, position_of
from wartable.bots.ladder import check_bot
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.setup import check_players
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
"""So many tables are kept; the one that was used longest ago makes room."""
LONGEST_TEXT = 500
HINT = Budget(iterations=2000, seconds=1.0)
ANALYSIS = 200
"""Iterations of the search for each decision that is analysed."""
INSTRUCTIONS = (
    "Board games with exact rules. Begin with list_games and new_match, then look, list_moves and move. A move that "
    "is refused comes with its rule; read_rule and why_not explain. You see only what your seat may know."
)


class Tables:
    """The tables of one server, by name. Without `hints` they give no hints and no analysis."""

    def __init__(self, hints: bool = True) -> None:
        self.hints = hints
        self.lock = threading.RLock()
        self._tables: dict[str, tuple[TextTable, int]] = {}

    def find(self, table: str) -> tuple[TextTable, int]:
        """A table and the seat that is the caller's."""
        if table not in self._tables:
            raise BadOption(f"there is no table {table[:LONGEST_TEXT]!r}; new_match begins one")
        self._tables[table] = self._tables.pop(table)
        return self._tables[table]

    def begin(self, game: str, opponent: str, players: int | None, seat: int, seed: int | None) -> str:
        """Lay out a table for a caller and bots, and let the bots that come first move."""
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
            raise BadOption("this table gives no hints")


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise BadOption(f"a text of {len(text)} signs is too long; {LONGEST_TEXT} are enough")
    return text


def make_server(tables: Tables) -> MCPServer:
    """The server with its tools and resources."""
    server = MCPServer("wartable", instructions=INSTRUCTIONS, version=__version__)
    for tool in (*_book_tools(), *_table_tools(tables), *_playing_tools(tables), *_thinking_tools(tables)):
        server.add_tool(_in_sentences(tool, tables.lock), structured_output=False)
    server.resource("rules://{game}", mime_type="text/markdown")(rulebook)
    return server


def _in_sentences(tool: Callable[..., Any], lock: Any) -> Callable[..., Any]:
    """The tool, one at a time, whose mistakes are told in a sentence."""

    @functools.wraps(tool)
    def called(*given: Any, **named: Any) -> Any:
        try:
            with lock:
                return tool(*given, **named)
        except WartableError as error:
            raise ToolError(f"{error}.") from None

    return called


def rulebook(game: str) -> str:
    """The whole rulebook of a game."""
    try:
        return find_game(game).rulebook.source
    except WartableError as error:
        raise ResourceNotFoundError(str(error)) from None


def _book_tools() -> tuple[Callable[..., Any], ...]:
    def list_games() -> str:
        """The games that can be played, with how many play them and where their rules are."""
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
        """Begin a match against bots (random, greedy, beginner, easy, medium, hard); the name of the table."""
        table = tables.begin(game, opponent, players, seat, seed)
        return f"Table {table}\n\n{_looked(*tables.find(table))}"

    def look(table: str) -> str:
        """The table as your seat sees it: the goal, the board, and what is asked."""
        found, seat = tables.find(table)
        return found.standing(seat, with_moves=False)

    def wait(table: str) -> str:
        """What happened since you last asked. The bots have always moved by then: it is your turn, or all is over."""
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
        """Your legal moves by number, notation and words; all of them, or those that have these words."""
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
        """Whether a move would be legal for you now; the rule and the fact if it is not, what it would do if it is."""
        found, seat = tables.find(table)
        told = verdict(found.match, seat, _short(move)) or ["It is not your turn, or this is no move of the game."]
        try:
            return "\n".join([*told, *outlook(found.match, seat, found.read(seat, move)).certain])
        except MoveError:
            return "\n".join(told)

    def move(table: str, move: str) -> str:
        """Play a move: its notation, its number in list_moves (#3), or its words. Tells what came of it."""
        found, seat = tables.find(table)
        found.play(seat, found.read(seat, _short(move).strip()))
        return _looked(found, seat)

    def take_back(table: str) -> str:
        """Take back your last decision, and all that followed from it."""
        found, seat = tables.find(table)
        found.take_back(seat)
        return _looked(found, seat)

    list_moves_.__name__ = "list_moves"
    return list_moves_, why_not, move, take_back


def _thinking_tools(tables: Tables) -> tuple[Callable[..., Any], ...]:
    def hint(table: str) -> str:
        """What a search would play for you, and the chance to win after it."""
        tables.need_hints()
        found, seat = tables.find(table)
        if seat not in found.match.due:
            raise BadOption("there is nothing to decide for you now")
        return str(hint_at(found.game, position_of(found.match, seat), HINT)).format(*found.match.players)

    def analyse(table: str) -> str:
        """How good your decisions were: how much of the chance to win each gave away, the costliest first."""
        tables.need_hints()
        found, _ = tables.find(table)
        grades = sorted(found.grades(iterations=ANALYSIS), key=lambda grade: -(grade.regret or 0.0))
        lines = [f"{one.move} (action {one.step}) gave away {one.regret or 0.0:.0%}" for one in grades[:10]]
        return "\n".join(lines) or "You have decided nothing yet."

    return hint, analyse
