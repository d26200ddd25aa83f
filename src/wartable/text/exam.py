"""An exam on the rules: questions generated from rules and positions, with computed answers.

There are three tiers: the book (how a rule continues, what a term means), the position (whether a move is legal, why
not, how many moves), and one move ahead (what happens, how many, who wins). Equal seeds give equal exams, and no two
questions are the same.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, zip_longest
from typing import Any, TypeVar

from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match, Outcome
from wartable.core.phrases import with_stop
from wartable.core.record import Record, copy
from wartable.errors import BadOption
from wartable.guides.glossary import load_glossary
from wartable.guides.outlook import Outlook, outlook

from .table import spread

BOOK, POSITION, AHEAD = 1, 2, 3
CHOICES = 4
TRIED = 32
"""The number of codes that are tried to find illegal moves."""
LISTED, FEWEST_MOVES = 5, 2
"""The bounds on the number of legal moves in questions that ask for it."""
EVERY = 4
"""Roughly one in this many decisions is used for questions."""
COMPARED = 12
"""The number of other moves whose effects are compared."""
FEWEST_WORDS = 10
"""The minimum number of words of a rule that is split in two."""
LETTERS = "abcdefgh"
T = TypeVar("T")
Seen = tuple[Record, Record, int, tuple[str, ...]]
_TO_ITSELF = re.compile(r"\b(\w+) (?:to|and|with) \1\b")
"""A move from a place to itself, which makes no sensible question."""
_NUMBER = re.compile(r"(?<!\w)\d+(?!\w)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Question:
    """`choices` are the possible answers; empty if the answer is a number. `rule` is where to read it up.

    `seen` is the position as the seat in question sees it: its hidden record, the Box, the seat, the players.
    """

    kind: str
    tier: int
    position: str
    text: str
    choices: tuple[str, ...]
    answer: str
    rule: str = ""
    seen: Seen | None = field(default=None, compare=False, repr=False)

    @property
    def prompt(self) -> str:
        """The whole text of the question."""
        lettered = [f"  {letter}) {choice}" for letter, choice in zip(LETTERS, self.choices, strict=False)]
        how = "Answer with a letter." if self.choices else "Answer with a number."
        return "\n".join([*([self.position, ""] if self.position else []), self.text, *lettered, how])

    def is_right(self, answer: str) -> bool:
        """Whether an answer, a letter or the words themselves, is correct."""
        given = answer.strip().strip("().").lower()
        if self.choices and len(given) == 1 and given in LETTERS[: len(self.choices)]:
            return self.choices[LETTERS.index(given)] == self.answer
        return given == self.answer.strip("().").lower()

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "seen"}


def make_exam(game: Game, count: int, seed: int = 0, tier: int | None = None) -> list[Question]:
    """This number of questions, of all tiers in turn or of one; BadOption if the game does not give as many."""
    if count < 1 or tier not in (None, BOOK, POSITION, AHEAD):
        raise BadOption(f"{count} questions of tier {tier}: at least one, of tier 1, 2 or 3")
    found: dict[tuple[str, str], Question] = {}
    for question in Examiner(game, seed).questions(tier):
        found.setdefault((question.position, question.text), question)
        if len(found) == count:
            return list(found.values())
    raise BadOption(f"{game.title} gives {len(found)} questions of tier {tier}, not {count}")


class Examiner:
    """Generates the questions of one exam."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.dice = random.Random(f"{game.name} {seed}")
        self.uses: Counter[int] = Counter()
        """How often each rule was the reason that a move is illegal."""
        self.known: set[str] = set()
        """The words of all legal moves seen so far; moves with other words would make no sense to people."""

    def questions(self, tier: int | None) -> Iterator[Question]:
        """An endless stream of questions; finite only for tier 1."""
        if tier == BOOK:
            return self.book()
        asked = (one for one in self.positions() if tier in (None, one.tier))
        if tier is not None:
            return asked
        mixed = zip_longest(self.book(), asked, asked)
        return (one for one in chain.from_iterable(mixed) if one is not None)

    def book(self) -> Iterator[Question]:
        """How each rule continues, what each term means, and which term has a meaning."""
        halves = [(rule.name, *half) for rule in self.game.rulebook.rules.values() for half in _halves(rule.text)]
        terms = load_glossary(self.game).terms
        made = [
            self._choice("how it goes on", BOOK, "", f"How does this rule go on? {start} ...", end, endings, name)
            for endings in [[end for _, _, end in halves]]
            for name, start, end in halves
        ]
        for term in terms:
            named, meaning = f"What is this in the game: {term.term}?", f"Which word of the game is this? {term.says}"
            made.append(self._choice("meaning", BOOK, "", named, term.says, [one.says for one in terms], term.rule))
            made.append(self._choice("word", BOOK, "", meaning, term.term, [one.term for one in terms], term.rule))
        self.dice.shuffle(made)
        return (one for one in made if one is not None)

    def positions(self) -> Iterator[Question]:
        """Positions of random matches, without end."""
        while True:
            players = self.dice.choice(self.game.seats)
            match = Match.start(self.game, players=players, seed=self.dice.getrandbits(60))
            while not match.is_over:
                seat = self.dice.choice(match.due)
                legal = match.legal(seat)
                if len(legal) > 1 and not self.dice.randrange(EVERY):
                    yield from _as_seen(match, seat, self.at(match, seat))
                match.play(seat, self.dice.choice(legal))
            yield from _as_seen(match, SPECTATOR, self.end(match))

    def at(self, match: Match, seat: int) -> Iterator[Question]:
        """The questions about a seat that is to move."""
        table = _Position(match, seat, self.dice, self.known)
        action = self.dice.choice(table.legal)
        yield self._yes_or_no(table, action, "")
        if table.illegal:
            code, rule = self._forbidden(table)
            yield self._yes_or_no(table, code, self.game.rule_name(rule))
            yield from self.why_not(table)
            yield from self.count(table)
        for telling in self._one([one for one in table.outlooks if table.consequences(one)]):
            yield from self.ahead(table, telling)

    def _yes_or_no(self, table: "_Position", action: int, rule: str) -> Question:
        text = f"You want this: {table.say(action)}. May you do it now?"
        return Question("may I", POSITION, table.text, text, ("yes", "no"), "no" if rule else "yes", rule)

    def _forbidden(self, table: "_Position") -> tuple[int, int]:
        """An illegal move and its rule, preferring rules that were asked about least."""
        rules = set(table.illegal.values())
        fewest = min(self.uses[rule] for rule in rules)
        rule = self.dice.choice(sorted(rule for rule in rules if self.uses[rule] == fewest))
        self.uses[rule] += 1
        return self.dice.choice([action for action, its in table.illegal.items() if its == rule]), rule

    def why_not(self, table: "_Position") -> Iterator[Question]:
        """The rule that the table would cite, among rules of other chapters."""
        action, rule = self._forbidden(table)
        rules = [other for other in self.game.rulebook.rules if other // 100 != rule // 100]
        others = [named for named in (_named_rule(self.game, other) for other in rules) if _is_plain(named)]
        text = f"You may not do this now: {table.say(action)}. Which rule forbids it?"
        wanted = _named_rule(self.game, rule)
        made = self._choice("why not", POSITION, table.text, text, wanted, others, self.game.rule_name(rule))
        if made is not None:
            yield made

    def count(self, table: "_Position") -> Iterator[Question]:
        illegal = list(table.illegal)
        legal = self.dice.sample(table.legal, self.dice.randint(0, min(LISTED, len(table.legal))))
        shown = [*legal, *self.dice.sample(illegal, min(len(illegal), LISTED - len(legal)))]
        self.dice.shuffle(shown)
        if len(shown) < FEWEST_MOVES:
            return
        listed = "; ".join(table.say(action) for action in shown)
        text = f"How many of these {len(shown)} moves are legal for you now? {listed}."
        yield Question("how many", POSITION, table.text, text, (), str(len(legal)))

    def ahead(self, table: "_Position", action: int) -> Iterator[Question]:
        """The certain effects of a move, in words and in numbers, and the winner if it ends the match."""
        for sentence in self._one(table.consequences(action)):
            text = f"You do this: {table.say(action)}. Which of these is sure to follow at once?"
            made = self._choice("what happens", AHEAD, table.text, text, sentence, table.told_by_others(action), "")
            yield from () if made is None else (made,)
        said = re.findall(r"\d+", table.say(action))
        places = [(one, place) for one in table.consequences(action) for place in _NUMBER.finditer(one)]
        for sentence, place in self._one([(one, place) for one, place in places if place[0] not in said]):
            gap = f"{sentence[: place.start()]}___{sentence[place.end() :]}"
            text = f"You do this: {table.say(action)}. Which number belongs in the gap? {gap}"
            yield Question("how many then", AHEAD, table.text, text, (), place[0])
        outcome = table.ending(action)
        if outcome is not None:
            text = f"You do this: {table.say(action)}. That ends the match. Who wins?"
            yield self._winner(table.match, table.text, text, outcome)

    def _one(self, things: list[T]) -> list[T]:
        """A random element, or none if there is none."""
        return self.dice.sample(things, min(1, len(things)))

    def end(self, match: Match) -> Iterator[Question]:
        """The winner of a finished match."""
        assert match.outcome is not None
        yield self._winner(match, match.see().board, "The match is over. Who wins?", match.outcome)

    def _winner(self, match: Match, position: str, text: str, outcome: Outcome) -> Question:
        choices = (*match.players, "the win is shared")
        winner = choices[-1] if len(outcome.winners) != 1 else match.players[outcome.winners[0]]
        return Question("who wins", AHEAD, position, text, choices, winner, outcome.rule)

    def _choice(
        self, kind: str, tier: int, position: str, text: str, answer: str, others: Sequence[str], rule: str
    ) -> Question | None:
        """A question with choices, the answer at a random place; None if there are no other choices."""
        wrong = sorted({other for other in others if other != answer})
        if not wrong:
            return None
        choices = [answer, *self.dice.sample(wrong, min(CHOICES - 1, len(wrong)))]
        self.dice.shuffle(choices)
        return Question(kind, tier, position, text, tuple(choices), answer, rule)


def _as_seen(match: Match, viewer: int, questions: Iterator[Question]) -> Iterator[Question]:
    seen = copy(match.observe(viewer)), match.box, viewer, match.players
    return (replace(question, seen=seen) for question in questions)


class _Position:
    """A seat that is to move: what it sees, its legal moves, and some illegal ones, each with its rule."""

    def __init__(self, match: Match, seat: int, dice: random.Random, known: set[str]) -> None:
        self.match, self.seat, self.dice, self.known = match, seat, dice, known
        self.typed = match.typed(seat)
        self.legal = list(self.typed.legal)
        see = match.see(seat)
        self.text = f"You are {match.players[seat]}.\n{see.board.rstrip()}\n{with_stop(see.prompt)}"
        self.illegal = self._find_illegal()

    def say(self, action: int) -> str:
        return f"{self.typed.label(action)} ({self.typed.notation(action)})"

    def _find_illegal(self) -> dict[int, int]:
        """Illegal moves of the kinds that are asked for, in known words, each with its rule."""
        families = sorted({self.match.game.family_of(action) for action in self.legal})
        labels = {self.typed.label(action) for action in self.legal}
        self.known.update(word for label in labels for word in label.split())
        found: dict[int, int] = {}
        for family in (self.match.game.families[name] for name in self.dice.choices(families, k=TRIED)):
            action = self.dice.randint(family.first, family.last)
            label = self.typed.label(action)
            is_clear = self.known.issuperset(label.split()) and not _TO_ITSELF.search(label)
            if action not in self.legal and label not in labels and is_clear:
                found[action] = self.match.refusal(self.seat, action).rule
        return found

    @cached_property
    def outlooks(self) -> dict[int, Outlook]:
        """The effects of some moves of every kind."""
        mixed = self.dice.sample(self.legal, len(self.legal))
        tried = [mixed[place] for place in spread(self.match.game, mixed, COMPARED)]
        return {action: outlook(self.match, self.seat, action) for action in tried}

    def consequences(self, action: int) -> list[str]:
        """The certain immediate effects of a move, in sentences that stand alone, without the action itself."""
        return [text for text in self.outlooks[action].certain[1:] if not text.startswith("It ")]

    def told_by_others(self, action: int) -> list[str]:
        """Effects of other moves that this one does not have."""
        told = {text for other in self.outlooks for text in self.consequences(other)}
        keep = len(self.match.steps)
        self.match.play(self.seat, action)
        happened = {sentence.text.format(*self.match.players) for sentence in self.match.log(self.seat, keep)}
        self.match.cut(keep)
        return sorted(told - happened - set(self.outlooks[action].certain))

    def ending(self, action: int) -> Outcome | None:
        """How a move ends the match, without chance or secrets."""
        if self.match.game.has_secrets or self.outlooks[action].branches:
            return None
        keep = len(self.match.steps)
        self.match.play(self.seat, action)
        outcome = self.match.outcome if len(self.match.steps) == keep + 1 else None
        self.match.cut(keep)
        return outcome


def _is_plain(named: str) -> bool:
    """Whether a rule's first sentence can be understood without the rest."""
    return "`" not in named and len(named.split()) >= FEWEST_WORDS // 2


def _halves(text: str) -> list[tuple[str, str]]:
    """The first sentence of a rule in two halves, if it is long enough."""
    words = re.sub(r"[*`]", "", _SENTENCE.split(text)[0]).split()
    middle = (len(words) + 1) // 2
    return [(" ".join(words[:middle]), " ".join(words[middle:]))] if len(words) >= FEWEST_WORDS else []


def _named_rule(game: Game, rule: int) -> str:
    found = game.rulebook.rules[rule]
    return f"{found.name} {_SENTENCE.split(found.text)[0]}"
