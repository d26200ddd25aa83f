"""A match in which North holds a favor and spends it never: all that North does is the same whatever the kind.

South lays out with its throne in the open and holds none. North's first questions are answered by hand, then they are
passed automatically, and then North asks for them again.
"""

from dataclasses import dataclass, field

from wartable.compiler.mode import plain
from wartable.core.actions import belongs
from wartable.core.frames import kind
from wartable.core.match import Match
from wartable.games.thrones import GAME
from wartable.games.thrones.decisions.turn.move import Move
from wartable.games.thrones.state import Favor, Kind

SOUTH, NORTH = 0, 1
KINDS = [favor.name.lower() for favor in Favor]
BY_HAND = 2
"""Questions that are answered by hand before they are passed automatically."""


@dataclass
class Course:
    """A match, and what people did in it: seat, action, and whether South learns of it."""

    match: Match
    by_hand: int
    acts: list[tuple[int, int, bool]] = field(default_factory=list)
    asked: int = 0
    checks: int = 0

    def act(self, seat: int, move: str, is_open: bool = True) -> None:
        action = self.match.parse(seat, move)
        self.match.play(seat, action)
        self.acts.append((seat, action, is_open))

    def answer(self) -> None:
        """Whatever is asked, by what everybody can see."""
        seat = self.match.due[0]
        state = self.match.full_state()
        top = plain(kind)(state)
        if top == Kind.WINDOW:
            self.asked += 1
            self.act(seat, "let-always" if self.asked > self.by_hand else "let")
        elif top == Kind.CHECK:
            self.checks += 1
            self.act(seat, "roll")
        else:
            self.act(seat, self.move(seat))

    def move(self, seat: int) -> str:
        """A step; one that needs a check where North has one."""
        steps = [move for move in self.match.moves(seat) if belongs(Move, move.action)]
        risky = [move for move in steps if move.label.endswith("(survival check)")]
        safe = [move for move in steps if move not in risky]
        return (risky if seat == NORTH and risky else safe)[0].notation


def course(favor: str, seed: int | bytes, by_hand: int = BY_HAND, asks_again: bool = True) -> Course:
    """A dozen turns with this favor in North's hand, who passes so many questions by hand before it is automatic."""
    made = Course(Match.start(GAME, players=2, seed=seed), by_hand)
    made.act(SOUTH, "layout:eyrie")
    made.act(NORTH, "layout:siege", is_open=False)
    made.act(NORTH, "done", is_open=False)
    made.act(SOUTH, "done")
    made.act(NORTH, f"take:{favor}")
    while made.match.full_state().turn < 9:
        made.answer()
    while made.match.due == (SOUTH,):
        made.answer()
    if asks_again:
        made.act(NORTH, "ask-me", is_open=False)
    while made.match.full_state().turn < 13:
        made.answer()
    return made
