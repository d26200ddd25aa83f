"""A saved match for stepping through, as one viewer saw it."""

from pathlib import Path
from typing import Any

from wartable.compiler.ahead.background import find_to_read
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.match import Match
from wartable.errors import BadOption

from .lines import Lines
from .names import clean, named
from .players import saved_players
from .sight import verdict
from .story import as_json, indented, line


class Film:
    """A match, a viewer, and a picture for every number of actions from 0 to `length`."""

    def __init__(self, match: Match, seat: int | None = None, at: int = 0) -> None:
        if seat is not None and seat not in match.seats:
            raise BadOption(f"--seat {seat}: the seats are {', '.join(map(str, match.seats))}")
        self.match = match
        self.viewer = SPECTATOR if seat is None else seat
        self.players = saved_players(match.game, match.players)
        self.names = tuple(player.name for player in self.players)
        self.seen = match.see(self.viewer)
        self.entries = tuple(self.seen.entries)
        if not 0 <= at <= self.length:
            raise BadOption(f"--at {at}: the match has {self.length} actions")
        self.at = at

    @classmethod
    def load(cls, path: Path, seat: int | None = None, at: int = 0) -> "Film":
        return cls(Match.load(path, find_to_read), seat, at)

    @property
    def length(self) -> int:
        return len(self.entries)

    def board(self, number: int) -> str:
        """The board after this many actions, with seats as `{0}`."""
        return self.match.game.view.board(self.seen.view_at(number), self.match.box, self.viewer)

    def who(self, seat: int) -> str:
        return "nature" if seat == NATURE else self.names[seat]

    def caption(self, number: int) -> str:
        """The last of this many actions, and at the end how the match ended or paused."""
        if number == 0:
            return "The table is set"
        entry = self.entries[number - 1]
        move = "something that is not shown to you" if entry.move is None else clean(entry.move)
        text = f"{self.who(entry.seat)}: {move}"
        return text if number < self.length else f"{text}. {' '.join(self.ending())}"

    def ending(self) -> list[str]:
        outcome = self.match.outcome
        if outcome is not None:
            return verdict(outcome, self.names)
        due = " and ".join(self.who(seat) for seat in self.match.due)
        return [f"The match pauses here; {due} to act."]

    def print(self, lines: Lines) -> None:
        """All moves from the beginning of the film with what was told of them, the last board, and the end."""
        lines.say(self.match.game.title)
        for seat, player in enumerate(self.players):
            lines.say(f"Seat {seat}: {player.title}")
        if self.at:
            lines.say(f"After {self.at} actions:")
            lines.say(named(self.board(self.at), self.names))
        for entry in self.entries[self.at :]:
            move = "-" if entry.move is None else clean(entry.move)
            lines.say(f"{entry.number:>4}  {self.who(entry.seat)}  {move}")
            for sentence in entry.sentences:
                lines.say(f"      {indented(sentence, line(sentence, self.names, self.match))}")
        lines.say()
        lines.say(named(self.board(self.length), self.names))
        for text in self.ending():
            lines.say(text)

    def as_json(self) -> list[dict[str, Any]]:
        """Every action with its consequences, in words and as notes for programs."""
        steps = self.match.steps
        return [
            {
                **as_json(entry, self.names, self.match),
                "notes": self.seen.notes_json(steps[entry.number]),
            }
            for entry in self.entries
        ]
