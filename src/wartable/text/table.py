"""A text table: each seat is told what it may know and asked for a move, which it answers in words.

    table = TextTable(wartable.new("metals", seed=1), bots={1: "easy"})
    while table.seat is not None:
        reply = table.answer(model(table.ask()))     # the seat that is asked is table.seat

Equal seeds and equal answers give equal transcripts, byte for byte, if the bots' budgets are iterations, not seconds.
"""

import re
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from wartable.bots import Bot, make_bot
from wartable.bots.advice.analysis import Analyst
from wartable.core.game import Game
from wartable.core.match import Match, Move
from wartable.core.match.perspective import Perspective
from wartable.core.phrases import with_stop
from wartable.errors import BadOption, IllegalMove, MoveError, UnreadableMove
from wartable.terminal.sight import verdict
from wartable.terminal.story import indented

from .rules import FORMS, look_up, rules_text, told_changes

TRIES = 3
"""Illegal answers that a seat may give to one question."""
LOOKUPS = 5
"""Rules that a seat may look up before it answers one question."""
MOST_MOVES, MOST_NEWS = 60, 40
"""Longer lists of moves and longer histories are shown in part."""
LONGEST_ANSWER = 300
_LOOKUP = re.compile(r"rules?\s+(\S.*)", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:(?:my|final|the)\s+)*(?:move|answer|action)\s*(?:is\s*)?[:=]\s*", re.IGNORECASE)
_WRAPPED = (("[", "]"), ("`", "`"), ("**", "**"), ('"', '"'), ("'", "'"))


@dataclass(frozen=True)
class Reply:
    """The result of an answer. `text` is what the seat is told: the refusal, what it looked up, or its move."""

    played: bool
    text: str


@dataclass(frozen=True)
class Grade:
    """One decision of a seat: how many illegal answers it took, and how long.

    `share` is the seat's share of the win, None until the match is over; `regret` is how much of the chance to win the
    move gave away, if a search was run. `given_up` marks a move that the table made for the seat.
    """

    seat: int
    step: int
    move: str
    illegal: int
    lookups: int
    seconds: float
    given_up: bool = False
    share: float | None = None
    regret: float | None = None


class TextTable:
    """A match in words. `bots` play the given seats; all others are asked.

    `rules` is one of `FORMS`. With `lists_moves=False` the legal moves are not listed. A seat that has used up its
    tries loses (`forfeits`), or the table plays the first legal move for it.
    """

    def __init__(
        self,
        match: Match,
        *,
        bots: Mapping[int, str] | None = None,
        rules: str = "digest",
        lists_moves: bool = True,
        tries: int = TRIES,
        forfeits: bool = True,
        seed: int = 0,
    ) -> None:
        if rules not in FORMS or tries < 1:
            raise BadOption(f"rules {rules!r} and tries {tries}: rules are {', '.join(FORMS)}, tries at least 1")
        if match.seed is None:
            raise BadOption("people roll the dice of this match; a text table rolls its own")
        self.match, self.game = match, match.game
        self.rules, self.lists_moves, self.tries, self.forfeits = rules, lists_moves, tries, forfeits
        self.bots: dict[int, Bot] = {s: make_bot(name, self.game, seed + s) for s, name in (bots or {}).items()}
        self.forfeit: int | None = None
        self.transcript: list[str] = []
        self._views: dict[int, Perspective] = {seat: match.see(seat) for seat in match.seats}
        self._told: defaultdict[int, int] = defaultdict(int)
        self._grades: list[Grade] = []
        self._wrong, self._looked_up, self._asked_at = 0, 0, 0.0
        self.let_bots_play()

    @property
    def seat(self) -> int | None:
        """The seat that is asked, or None after the end."""
        return None if self.is_over else self.match.due[0]

    @property
    def is_over(self) -> bool:
        return self.forfeit is not None or self.match.is_over

    @property
    def shares(self) -> tuple[float, ...] | None:
        """Each seat's share of the win, or None during the match. A seat that has forfeited gets nothing."""
        if self.forfeit is not None:
            others = len(self.match.players) - 1
            return tuple(0.0 if seat == self.forfeit else 1.0 / others for seat in self.match.seats)
        outcome = self.match.outcome
        return outcome.scores if outcome else None

    def introduction(self, seat: int) -> str:
        """The introduction for a seat: who it is, the rules, and how to answer."""
        players = ", ".join(name for other, name in enumerate(self.match.players) if other != seat)
        rules = rules_text(self.game, self.rules)
        changed = told_changes(self.game, self.match.header.cells, self.match.header.files)
        if changed:
            rules += "\n\nAt this table numbers or maps are other than in the rules:\n" + "\n".join(changed)
        number = " its number (#3)," if self.lists_moves else ""
        return (
            f"You play {self.game.title} as {self.match.players[seat]} against {players}.\n\n{rules}\n\n"
            f"Answer with one move in the last line: its notation,{number} or its words. `rule NUMBER` or `rule WORDS` "
            f"looks up a rule, at most {LOOKUPS} times before a move. A wrong answer is refused with the reason; "
            f"{self._threat()}."
        )

    def _threat(self) -> str:
        end = "the match is lost" if self.forfeits else "the first legal move is played for you"
        return f"after {self.tries} wrong answers to one question {end}"

    def situation(self, seat: int) -> str:
        """What a seat may know now: the news since it was last asked, the goal, the table, moves, the question."""
        return f"What happened since you were last asked:\n{self._news(seat)}\n\n{self.standing(seat)}"

    def standing(self, seat: int, with_moves: bool = True) -> str:
        """The same without the news."""
        see, outcome = self._views[seat], self.match.outcome
        parts = [f"Goal: {see.goal}"] if see.goal else []
        parts.append(see.board.rstrip())
        if outcome is not None:
            return "\n\n".join([*parts, " ".join(verdict(outcome, self.match.players))])
        phases = f"{see.phases}\n" if see.phases else ""
        if seat not in self.match.due:
            return "\n\n".join([*parts, f"{phases}You wait. {with_stop(see.prompt)}"])
        if self.lists_moves and with_moves:
            parts.append(list_moves(self.game, see.moves))
        return "\n\n".join([*parts, f"{phases}{self.match.players[seat]}, what do you do? {with_stop(see.prompt)}"])

    def _news(self, seat: int) -> str:
        entries = self._views[seat].entries[min(self._told[seat], len(self.match.steps)) :]
        sentences = [sentence for entry in entries for sentence in entry.sentences]
        lines = [indented(one, one.text.format(*self.match.players)) for one in sentences]
        left_out = [f"({len(lines) - MOST_NEWS} earlier lines are left out.)"] if len(lines) > MOST_NEWS else []
        return "\n".join([*left_out, *lines[-MOST_NEWS:]]) or "Nothing."

    def news(self, seat: int) -> str:
        """The news since the seat was last told; marks them as told."""
        told = self._news(seat)
        self._told[seat] = len(self.match.steps)
        return told

    def ask(self) -> str:
        """The question to the seat that is asked, with everything it may know; the first time with the introduction."""
        seat = self._require_seat()
        first = [] if seat in self._told else [self.introduction(seat)]
        text = "\n\n".join([*first, self.situation(seat)])
        self._told[seat] = len(self.match.steps)
        self.transcript.append(f"TO {self.match.players[seat]}\n{text}")
        self._asked_at = time.perf_counter()
        return text

    def _require_seat(self) -> int:
        if self.seat is None:
            raise IllegalMove("the match is over")
        return self.seat

    def answer(self, text: str) -> Reply:
        """Take the answer of the seat that is asked: play it, refuse it with the reason, or look up a rule."""
        seat = self._require_seat()
        self.transcript.append(f"FROM {self.match.players[seat]}\n{text}")
        wanted = last_line(text)
        asked = _LOOKUP.fullmatch(wanted)
        if asked and self._looked_up < LOOKUPS and not self._is_legal(seat, wanted):
            self._looked_up += 1
            return self._reply(seat, Reply(False, look_up(self.game, asked[1])))
        try:
            return self.play(seat, self.read(seat, wanted))
        except MoveError as error:
            return self._refuse(seat, error)

    def _is_legal(self, seat: int, notation: str) -> bool:
        typed = self.match.typed(seat)
        return any(typed.notation(action) == notation for action in typed.legal)

    def read(self, seat: int, wanted: str) -> int:
        """The legal action that an answer names: by notation, by number if moves are listed, or in words."""
        legal = self.match.legal(seat)
        if not legal:
            raise IllegalMove("the match is over" if self.is_over else "you have nothing to decide now")
        number = re.fullmatch(r"#?\s*([0-9]{1,5})[.:)]?", wanted)
        if number and self.lists_moves and (wanted.startswith("#") or not self._is_legal(seat, wanted)):
            if not 1 <= int(number[1]) <= len(legal):
                raise UnreadableMove(f"there is no move {wanted}; moves are numbered from 1 to {len(legal)}")
            return legal[int(number[1]) - 1]
        if len(wanted) > LONGEST_ANSWER:
            raise UnreadableMove(f"the last line has more than {LONGEST_ANSWER} characters; write one move in it")
        return self.match.parse(seat, wanted)

    def play(self, seat: int, action: int, given_up: bool = False) -> Reply:
        """Play a legal action of the seat that is asked, and let bots answer it."""
        spent = time.perf_counter() - self._asked_at
        typed, step = self.match.typed(seat), len(self.match.steps)
        said = Reply(not given_up, f"{typed.notation(action)}: {typed.label(action)}")
        move = typed.notation(action)
        self._grades.append(Grade(seat, step, move, self._wrong, self._looked_up, spent, given_up))
        self._wrong, self._looked_up = 0, 0
        self.match.play(seat, action)
        self.let_bots_play()
        return self._reply(seat, said)

    def _refuse(self, seat: int, error: MoveError) -> Reply:
        self._wrong += 1
        lines = [f"{error}."]
        if isinstance(error, IllegalMove) and error.rule:
            rule = self.game.rulebook.find(error.rule)
            lines += [f"{rule.name} {rule.text}"] if rule.text not in str(error) else []
        if self._wrong < self.tries:
            return self._reply(seat, Reply(False, "\n".join([*lines, f"Tries left: {self.tries - self._wrong}."])))
        if self.forfeits:
            self.forfeit = seat
            self._grades.append(Grade(seat, len(self.match.steps), "", self._wrong, self._looked_up, 0.0, True))
            return self._reply(seat, Reply(False, "\n".join([*lines, "No tries are left: the match is lost."])))
        first = self.play(seat, self.match.legal(seat)[0], given_up=True)
        return Reply(False, "\n".join([*lines, f"No tries are left. Played for you: {first.text}"]))

    def _reply(self, seat: int, reply: Reply) -> Reply:
        self.transcript.append(f"TO {self.match.players[seat]}\n{reply.text}")
        return reply

    def let_bots_play(self) -> None:
        """Let bots move while one of them is next to act."""
        while not self.is_over and self.match.due[0] in self.bots:
            seat = self.match.due[0]
            chosen = self.bots[seat].choose(self.match.observe(seat), self.match.box, seat, self.match.legal(seat))
            self.match.play(seat, chosen)

    def take_back(self, seat: int) -> None:
        """Go back to the last decision of a seat; IllegalMove if it has made none."""
        mine = [place for place, grade in enumerate(self._grades) if grade.seat == seat]
        if not mine:
            raise IllegalMove("there is no decision of yours to take back")
        self.match.cut(self._grades[mine[-1]].step)
        del self._grades[mine[-1] :]
        self.forfeit, self._wrong, self._looked_up = None, 0, 0
        self.let_bots_play()

    def grades(self, iterations: int = 0) -> list[Grade]:
        """Every decision so far, graded. With `iterations`, a search computes the regret of each, which takes time."""
        shares = self.shares
        graded = [replace(one, share=shares[one.seat] if shares else None) for one in self._grades]
        if not iterations:
            return graded
        analyst = Analyst(self.match, iterations)
        return [replace(one, regret=self._regret(analyst, one)) for one in graded]

    def _regret(self, analyst: Analyst, grade: Grade) -> float | None:
        if grade.step >= len(self.match.steps):
            return None
        found = analyst.look_at(self.match.steps[grade.step])
        return found.loss if found else 0.0


def last_line(text: str) -> str:
    """The last line of an answer, without `Move:` and surrounding punctuation."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wanted = _PREFIX.sub("", lines[-1]) if lines else ""
    for opens, closes in _WRAPPED:
        if len(wanted) > len(opens + closes) and wanted.startswith(opens) and wanted.endswith(closes):
            wanted = wanted[len(opens) : -len(closes)].strip()
    return wanted


def list_moves(game: Game, moves: Sequence[Move], most: int = MOST_MOVES) -> str:
    """Moves by number, notation and label. If there are many, some of each kind."""
    shown = spread(game, [move.action for move in moves], most)
    head = f"Your {len(moves)} legal moves"
    if len(shown) < len(moves):
        head += f", of which {len(shown)} of all kinds are shown; the others are written alike"
    return "\n".join([f"{head}:", *(f"#{n + 1} {moves[n].notation}: {moves[n].label}" for n in shown)])


def spread(game: Game, actions: Sequence[int], most: int) -> list[int]:
    """The indices of a limited number of actions: the first of each kind, then the second, and so on."""
    if len(actions) <= most:
        return list(range(len(actions)))
    seen: dict[str, int] = defaultdict(int)
    ranks = []
    for place, action in enumerate(actions):
        family = game.family_of(action)
        ranks.append((seen[family], place))
        seen[family] += 1
    return sorted(place for _, place in sorted(ranks)[:most])
