"""A table at one terminal: a match, the people and the bots at it, and who may look."""

import dataclasses
import datetime
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wartable.bots import Bot, Hint, hint_at, make_bot, position_of
from wartable.bots.advice import coach
from wartable.compiler.ahead.background import Preparation, find_to_read
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match, Step
from wartable.core.match.dice import new_seed
from wartable.core.match.perspective import Entry, Perspective
from wartable.errors import BadOption, BadSave, WartableError

from .names import clean
from .players import Player, saved_players
from .sight import Sight

SUFFIX = ".jsonl"


class FileExists(WartableError):
    """The file exists already, and overwriting it was not confirmed."""


@dataclass(frozen=True)
class Thought:
    """A bot's decision, and the step after which it applies."""

    seat: int
    action: int
    after: Step | None


@dataclass(frozen=True)
class News:
    """An event, and the board after it."""

    entry: Entry
    board: str


class Table:
    """A match with its players. Methods may be called from any thread.

    Only what `viewer` may know is available through `sight`. If a game has secrets and several people share the screen,
    nothing is shown until the person who is asked has lifted the curtain.
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        bot_seed: int | None = None,
        preparation: Preparation | None = None,
    ) -> None:
        self.match = match
        self.preparation = preparation or Preparation(match.game)
        self.players = tuple(players)
        self.people = tuple(seat for seat, player in enumerate(players) if player.bot is None)
        self.path: Path | None = None
        seed = int.from_bytes(new_seed()[:4], "big") if bot_seed is None else bot_seed
        self._bots: dict[int, Bot] = {
            seat: make_bot(player.bot, match.game, seed + seat)
            for seat, player in enumerate(players)
            if player.bot is not None
        }
        self._lock = threading.RLock()
        self._one_thought = threading.Lock()
        self._seen: dict[int, Perspective] = {}
        self._shown_to = SPECTATOR
        self._saved: Step | None = self._last

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def _last(self) -> Step | None:
        return self.match.steps[-1] if self.match.steps else None

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost by leaving now: the last action is in a file, or was there at the start."""
        return self._saved is self._last

    @property
    def asked(self) -> int | None:
        """The person's seat that is to act; NATURE if people roll the dice, None while bots play."""
        if self.bot_due is not None:
            return None
        return next((seat for seat in self.match.due if seat in self.people or seat == NATURE), None)

    @property
    def bot_due(self) -> int | None:
        """The bot's seat that is to act; if several seats are due at once, bots come first."""
        return next((seat for seat in self.match.due if seat in self._bots), None)

    @property
    def has_curtains(self) -> bool:
        return self.game.has_secrets and len(self.people) > 1

    @property
    def curtain(self) -> int | None:
        """The seat that has to take the device before anything may be shown."""
        asked = self.asked
        if not self.has_curtains or asked is None or asked == NATURE or asked == self._shown_to:
            return None
        return asked

    @property
    def viewer(self) -> int:
        """The seat whose view is on the screen."""
        if len(self.people) == 1:
            return self.people[0]
        if not self.has_curtains or self.is_over or self.asked == NATURE:
            return SPECTATOR
        return self._shown_to

    def lift(self) -> None:
        """The person who is asked has the device, and nobody else looks."""
        with self._lock:
            asked = self.asked
            if asked is not None:
                self._shown_to = SPECTATOR if asked == NATURE else asked

    def sight(self) -> Sight:
        """The current content of the screen."""
        with self._lock:
            curtain = self.curtain
            return self._curtained(curtain) if curtain is not None else self._open_sight()

    def _curtained(self, seat: int) -> Sight:
        self._shown_to = SPECTATOR
        return Sight(self.game.title, self.players, SPECTATOR, (seat,), seat, None, seat, "", "", (), (), None)

    def _open_sight(self) -> Sight:
        match, asked, viewer = self.match, self.asked, self.viewer
        if asked == NATURE:
            self._shown_to = SPECTATOR
        speaker = viewer if asked is None or asked == NATURE else asked
        view = match.observe(viewer)
        words, box = self.game.words, match.box
        prompt = words.prompt(match.observe(speaker), box, speaker)
        board = self.game.view.board(view, box, viewer)
        moves = tuple(match.moves(asked)) if asked is not None else ()
        return Sight(
            self.game.title,
            self.players,
            viewer,
            match.due,
            asked,
            self.bot_due,
            None,
            prompt,
            board,
            moves,
            tuple(self._see(viewer).entries),
            match.outcome,
            guide_of(self._see(viewer)),
        )

    def news(self, viewer: int, number: int) -> list[News]:
        """The actions from this number on as a viewer is told them, each with the board after it."""
        with self._lock:
            seen, board = self._see(viewer), self.game.view.board
            return [
                News(entry, board(seen.view_at(entry.number + 1), self.match.box, viewer))
                for entry in seen.entries[number:]
            ]

    def _see(self, viewer: int) -> Perspective:
        return self._seen.setdefault(viewer, self.match.see(viewer))

    def play(self, seat: int, move: int | str) -> None:
        """Play a person's action, or enter nature's roll."""
        with self._lock:
            self.match.play(seat, move)

    def think(self, seat: int) -> Thought:
        """Let a bot choose; the table can be used meanwhile."""
        with self._one_thought:
            with self._lock:
                after = self._last
                legal = self.match.legal(seat)
                view = self.match.observe(seat)
            if not legal:
                return Thought(seat, -1, after)
            return Thought(seat, self._bots[seat].choose(view, self.match.box, seat, legal), after)

    def hint(self) -> Hint:
        """What a bot would play for the person who is asked, from what that person can see."""
        with self._lock:
            asked = self.asked
            if asked is None or asked == NATURE or self.curtain is not None:
                raise WartableError("there is nothing to decide now")
            position = position_of(self.match, asked)
        return hint_at(self.game, position)

    def coach(self, text: str) -> str:
        """What the coach says to a move that somebody thinks of: first what is wrong with it, then what is better."""
        with self._lock:
            seat, match = self.asked, self.match
            if seat is None or seat == NATURE or self.curtain is not None:
                raise WartableError("there is nothing to decide now")
            action, position = match.parse(seat, text), position_of(match, seat)
            labels = {move.action: move.label for move in match.moves(seat)}
        look = coach.look_at(match, position)
        weighed = coach.weigh(match, position, look, action)
        told = f"{labels[action]}: {weighed.chance:.0%} to win."
        if not coach.is_blunder(weighed):
            return f"{told} No other move is clearly better."
        weighed = coach.explained(match, position, look, weighed, [(position, action)])
        better = f"Better: {labels[weighed.best]}: {weighed.chance_best:.0%} to win."
        return " ".join((told, *weighed.wrong, better, *weighed.why))

    def accept(self, thought: Thought) -> bool:
        """Play a bot's choice, unless the match has changed meanwhile."""
        with self._lock:
            if thought.after is not self._last or self.bot_due != thought.seat:
                return False
            self.match.play(thought.seat, thought.action)
            return True

    def undo(self) -> bool:
        """Go back to the last decision of a person; False if there is none."""
        with self._lock:
            for step in reversed(self.match.steps):
                rolled = step.seat == NATURE and self.match.seed is None
                if not step.forced and (step.seat in self.people or rolled):
                    self.match.cut(step.number)
                    return True
            return False

    def save(self, name: str, overwrite: bool = False) -> Path:
        """Write the match to a file and return its path; FileExists if it would replace one without confirmation."""
        path = file_path(name)
        if path.is_dir():
            path /= self.default_name(path).name
        if path.exists() and not overwrite:
            raise FileExists(f"{path}: there is already a file of that name")
        with self._lock:
            try:
                self.match.save(path)
            except (OSError, ValueError) as error:
                raise BadSave(f"{path}: {getattr(error, 'strerror', None) or error}") from None
            self.path = path
            self._saved = self._last
        return path

    def default_name(self, folder: Path | None = None) -> Path:
        """The file that this match came from or went to, else an unused name."""
        if self.path is not None:
            return self.path
        stem = f"{self.game.name}-{datetime.date.today().isoformat()}"
        path = (folder or Path()) / f"{stem}{SUFFIX}"
        number = 2
        while path.exists():
            path = (folder or Path()) / f"{stem}-{number}{SUFFIX}"
            number += 1
        return path


def file_path(name: str) -> Path:
    """The path that a text means."""
    tidy = name.strip()
    if not tidy or "\0" in tidy:
        raise BadOption("type the name of a file")
    try:
        return Path(tidy).expanduser()
    except RuntimeError as error:
        raise BadOption(f"{tidy}: {error}") from None


def load_table(
    name: str | Path, game: Game | None = None, players: Sequence[Player] | None = None, bot_seed: int | None = None
) -> Table:
    """The table of a save: its own players, or the given ones; BadSave if it is of another game."""
    path = file_path(str(name))
    match = Match.load(path, find_to_read)
    if game is not None and match.game is not game:
        raise BadSave(f"{path}: this is a save of {match.game.title}, not of {game.title}")
    if players is None:
        seated = saved_players(match.game, match.players)
    else:
        seated = tuple(players)
        match.header = dataclasses.replace(match.header, players=tuple(player.title for player in seated))
    table = Table(match, seated, bot_seed)
    table.path = path
    return table


def guide_of(seen: Perspective) -> str:
    """The goal and how it stands, and the phase, in one line; empty if the game has neither."""
    return clean("  ".join(str(part) for part in (seen.goal, seen.phases) if part))
