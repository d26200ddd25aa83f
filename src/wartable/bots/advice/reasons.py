"""Reasons for and against a move: notes of the rules that would follow it, and would not follow other moves.

A move is played on copies of the table, in several deals of hidden information: to the end of the seat's turn if there
is a plan, and then with every answer of the next player. The game declares what notes are worth to the seat that they
are about (`Words.stakes`); everything else follows from the rules. A reason is given only if it holds in every deal,
with the odds that it states, and distinguishes the move from others.
"""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple

from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.match.perspective import Viewpoint, legal_in, seats_due
from wartable.core.notes import Level, Note, hear
from wartable.core.numbers.chance import generator
from wartable.core.phrases import together
from wartable.core.record import Record
from wartable.languages import Worded, named, names_in, worded

DEALS = 3
"""The number of deals of hidden information in which a reason has to hold."""
MOST_OUTCOMES, MOST_ROLLS = 12, 36
"""Rolls with more outcomes, or sequences of rolls with more ends, are not followed."""
MOST_ANSWERS = 400
LONGEST = 12
"""The most moves of a plan that are followed."""
SECONDS = 1.0
"""The time limit for trying answers; only interpreted rules reach it."""
LEAST = 0.25
"""Notes that are worth less give no reason."""
OFTEN = 0.5
MOST_SAID, MOST_SENTENCES = 2, 3
SURE = 0.999


class Way(IntEnum):
    """When something happens: with the move, later in the same turn, after an answer, in the next turn, in that turn
    unless it is prevented, or no longer.
    """

    AT_ONCE = 0
    LATER = 1
    ALWAYS = 2
    MOSTLY = 3
    CAN = 4
    NEXT = 5
    THREATENED = 6
    PREVENTED = 7


OWN = (Way.AT_ONCE, Way.LATER)
Key = tuple[int, int, tuple[int, ...], int]
Played = tuple[tuple[int, int], ...]
"""A sequence of actions with their seats."""


class Outcome(NamedTuple):
    """A possible result of an action: its probability, its notes, and the state."""

    chance: float
    notes: tuple[Note, ...]
    state: Record


@dataclass(frozen=True)
class Happening:
    """A note with a value for somebody: its probability, its worth to the seat, and the actions that lead to it."""

    note: Note
    way: Way
    played: Played
    chance: float
    worth: float
    cause: Note | None = None
    ends: frozenset[int] = frozenset()
    """The outcomes of a roll in which it happens; it cannot be combined with what happens in others."""
    like: frozenset[Key] = frozenset()
    """The alternative notes of its kind that the roll decides between."""

    @property
    def key(self) -> Key:
        return key_of(self.note)

    @property
    def weight(self) -> float:
        return self.worth * self.chance


@dataclass(frozen=True)
class Reason:
    """A reason for or against a move. `played` leads to it, and `notes` happen with the last action."""

    text: str
    way: Way
    played: Played
    notes: tuple[Note, ...]
    chance: float
    worth: float
    like: frozenset[Key] = frozenset()


@dataclass
class Outlook:
    """The consequences of a move: certain ones, and all possible ones."""

    happenings: list[Happening] = field(default_factory=list)
    possible: dict[Key, float] = field(default_factory=dict)
    """The notes of value, each with the highest probability that it can reach."""
    answered: bool = False
    """Whether all answers of the next player were tried."""

    def total(self, own: bool, kind: int, seat: int) -> float:
        """The total of the notes of a kind about a seat, in one's own turn or after the next player's answer."""
        return sum(
            one.weight
            for one in self.happenings
            if (one.way in OWN) == own and one.note.kind == kind and one.note.seat == seat
        )


def key_of(note: Note) -> Key:
    return int(note.kind), note.seat, note.values, note.amount


class Foresight:
    """Plays moves ahead from a position. It uses nothing of the match, which may continue meanwhile."""

    def __init__(
        self, game: Game, view: AnyState, box: AnyBox, seat: int, names: Sequence[str], mover: int | None = None
    ) -> None:
        """`seat` sees the view and gets the reasons; `mover` is the seat whose move is examined (default: the same)."""
        self.game, self.box, self.seat, self.names = game, box, seat, tuple(names)
        self.mover = seat if mover is None else mover
        self._speaking = game.open_journal(box)
        self.view = view
        self.deals = [self._deal(number) for number in range(DEALS if game.has_secrets else 1)]
        self._labels: dict[Played, str] = {}
        self._until = time.monotonic() + SECONDS

    def _deal(self, number: int) -> Record:
        state = record.copy(self.view)
        generic.fill(state, self.box, self.seat, generator(number))
        return state

    # What happens

    def after(self, moves: Sequence[Move]) -> Outlook:
        """The consequences of a move and a sequence after it, including moves of others."""
        found = [self._in_deal(state, moves) for state in self.deals]
        first, *others = found
        both = Outlook(answered=all(one.answered for one in found))
        for one in first.happenings:
            same = [self._find(other, one) for other in others]
            if all(same):
                chances = [one.chance, *(other.chance for other in same if other)]
                if max(chances) - min(chances) < 0.02:
                    both.happenings.append(one)
        for seen in found:
            for key, chance in seen.possible.items():
                both.possible[key] = max(chance, both.possible.get(key, 0.0))
        return both

    def _find(self, other: Outlook, wanted: Happening) -> Happening | None:
        """The same event in another deal."""
        return next(
            (
                one
                for one in other.happenings
                if one.way == wanted.way and one.key == wanted.key and one.played == wanted.played
            ),
            None,
        )

    def _in_deal(self, start: Record, moves: Sequence[Move]) -> Outlook:
        seen = Outlook()
        state, way = record.copy(start), Way.AT_ONCE
        played: Played = ()
        for move in moves[:LONGEST]:
            if way != Way.NEXT and self._is_over(state, played):
                way = Way.NEXT
                self._answers(seen, state, played)
            elif way == Way.NEXT and move.seat != self.mover == played[-1][0]:
                # What comes after the next turn takes more to say than a sentence.
                return seen
            if not self._is_legal(state, move) or (move.seat != self.mover and not self._sees(state, move)):
                return seen
            played = (*played, (move.seat, move.action))
            outcomes = self.play(record.copy(state), move.seat, move.action)
            found = self._weigh(outcomes, way, played)
            if way != Way.NEXT or move.seat == self.mover:
                self._add(seen, [one for one in found if way != Way.NEXT or one.worth > 0])
            if len(outcomes) > 1:
                return seen
            state = outcomes[0].state
            way = Way.LATER if way == Way.AT_ONCE else way
        if way != Way.NEXT and self._is_over(state, played):
            self._answers(seen, state, played)
        return seen

    def _is_over(self, state: AnyState, played: Played) -> bool:
        """Whether the mover has finished its turn."""
        return bool(played) and not state.head.over and self.mover not in seats_due(state)

    def _is_legal(self, state: AnyState, move: Move) -> bool:
        return move.seat in seats_due(state) and move.action in legal_in(self.game, state, self.box, move.seat)

    def _answers(self, seen: Outlook, state: AnyState, played: Played) -> None:
        """The possible answers of the next player, if it is another player's turn."""
        due = seats_due(state)
        if len(due) != 1 or due[0] in (NATURE, self.mover):
            return
        actor = due[0]
        legal = legal_in(self.game, state, self.box, actor)
        if len(legal) > MOST_ANSWERS:
            return
        found: list[list[Happening]] = []
        for action in legal:
            if time.monotonic() > self._until:
                return
            then = (*played, (actor, action))
            found.append(self._weigh(self.play(record.copy(state), actor, action), Way.CAN, then))
        seen.answered = True
        for answer in found:
            for one in answer:
                seen.possible[one.key] = max(one.chance, seen.possible.get(one.key, 0.0))
        common = Counter(one.key for answer in found for one in answer if one.chance >= SURE)
        told = {one.key: one for answer in found for one in answer if one.chance >= SURE}
        always = {key for key, times in common.items() if times == len(found)}
        mostly = {key for key, times in common.items() if OFTEN * len(found) <= times < len(found)}
        for key in (*always, *mostly):
            one = told[key]
            if one.like:
                continue
            way = Way.ALWAYS if key in always else Way.MOSTLY
            seen.happenings.append(Happening(one.note, way, played, 1.0, one.worth, one.cause))
        visible = (one for one in found if one and self._sees(state, Move(*one[0].played[-1], "", "")))
        worst = min(visible, key=lambda answer: _sum(answer, always | mostly), default=[])
        seen.happenings += [one for one in worst if one.key not in always | mostly and one.worth < 0]

    def _sees(self, state: AnyState, move: Move) -> bool:
        """Whether the seat would see another's action; otherwise mentioning it would suggest knowledge."""
        return bool(generic.sees(state, self.box, self.seat, move.seat, move.action))

    def _add(self, seen: Outlook, found: Iterable[Happening]) -> None:
        for one in found:
            seen.happenings.append(one)
            seen.possible[one.key] = max(one.chance, seen.possible.get(one.key, 0.0))

    def _weigh(self, outcomes: Sequence[Outcome], way: Way, played: Played) -> list[Happening]:
        """The notes of an action that are worth something, each once with its probability."""
        ends: dict[Key, set[int]] = {}
        told: dict[Key, tuple[Note, Note | None]] = {}
        for place, (_, notes, _) in enumerate(outcomes):
            for number, note in enumerate(notes):
                if not self._worth(note) or not self._words(note):
                    continue
                ends.setdefault(key_of(note), set()).add(place)
                told.setdefault(key_of(note), (note, self._cause(notes[:number], note)))
        found: list[Happening] = []
        for alike in _alike(ends):
            places = frozenset(place for key in alike for place in ends[key])
            chance = 1.0 if len(places) == len(outcomes) else sum(outcomes[place].chance for place in places)
            first = max(alike, key=lambda key: sum(outcomes[place].chance for place in ends[key]))
            note, cause = told[first]
            like = frozenset(alike) if len(alike) > 1 else frozenset[Key]()
            found.append(Happening(note, way, played, chance, self._worth(note), cause, places, like))
        return found

    def _worth(self, note: Note) -> float:
        """A note's worth to the mover: its own stakes minus those of the others."""
        stake = self.game.words.stakes.get(note.kind, 0.0)
        if not stake or not 0 <= note.seat < len(self.names) or not note.is_known_to(self.seat):
            return 0.0
        worth = stake * note.amount if note.counter else stake
        return worth if note.seat == self.mover else -worth / (len(self.names) - 1)

    def _cause(self, before: Sequence[Note], note: Note) -> Note | None:
        """The cause of a note: the last earlier event about the same place or piece."""
        for one in reversed(before):
            if (
                one.kind.level == Level.EFFECT
                and not one.counter
                and not self.game.words.stakes.get(one.kind)
                and set(one.values) & set(note.values)
                and one.seat != note.seat
                and self._worth(note) * (1 if note.seat == self.mover else -1) < 0
                and one.is_known_to(self.seat)
                and self._words(one)
            ):
                return one
        return None

    def play(self, state: AnyState, seat: int, action: int) -> list[Outcome]:
        """The possible results of an action, up to the next choice of anybody."""
        generic.apply(state, self._speaking, seat, action)
        return self._go_on(Outcome(1.0, hear(self._speaking, self.game.told).notes(), state))

    def _go_on(self, at: Outcome) -> list[Outcome]:
        ends: list[Outcome] = []
        waiting = [at]
        while waiting:
            chance, notes, state = waiting.pop()
            due = () if state.head.over else seats_due(state)
            if len(due) != 1 or len(ends) + len(waiting) > MOST_ROLLS:
                ends.append(Outcome(chance, notes, state))
                continue
            if due[0] != NATURE:
                legal = legal_in(self.game, state, self.box, due[0])
                if len(legal) != 1:
                    ends.append(Outcome(chance, notes, state))
                else:
                    waiting.append(self._then(chance, notes, state, due[0], legal[0]))
                continue
            actions, weights = self.game.buffers()
            count = generic.chance(state, self.box, actions, weights)
            if count > MOST_OUTCOMES:
                ends.append(Outcome(chance, notes, state))
                continue
            total = float(weights[:count].sum())
            for roll, weight in zip(actions[:count].tolist(), weights[:count].tolist(), strict=True):
                waiting.append(self._then(chance * weight / total, notes, state, NATURE, roll))
        return ends

    def _then(self, chance: float, notes: tuple[Note, ...], state: AnyState, seat: int, action: int) -> Outcome:
        after = record.copy(state)
        generic.apply(after, self._speaking, seat, action)
        return Outcome(chance, (*notes, *hear(self._speaking, self.game.told).notes()), after)

    def could(self, move: int | None = None) -> list[Happening]:
        """What the mover could do if it were its turn, as far as the game supports this, with the consequences; after
        a move of its own, if that ends the turn and nothing of it is left to chance.
        """
        turns = [self.turn_after(state, move) for state in self.deals]
        made: Played = () if move is None else ((self.mover, move),)
        found: list[Happening] = []
        legal = [set(legal_in(self.game, turn, self.box, self.mover)) if turn is not None else set() for turn in turns]
        for action in sorted(set.intersection(*legal)) if len(legal[0]) <= MOST_ANSWERS else ():
            played = (*made, (self.mover, action))
            ends = [self.play(record.copy(turn), self.mover, action) for turn in turns if turn is not None]
            first, *others = [self._weigh(end, Way.CAN, played) for end in ends]
            shared = [one for one in first if all(one.key in {same.key for same in other} for other in others)]
            found += [one for one in shared if one.weight >= LEAST and not one.like]
        return found

    def turn_after(self, state: AnyState, move: int | None) -> Record | None:
        """The mover's turn, after a move as if the others had passed; None where that means nothing."""
        as_if, state = self.game.view.as_if, record.copy(state)
        if as_if is None:
            return None
        if move is not None:
            if not self._is_legal(state, Move(self.mover, move, "", "")):
                return None
            ends = self.play(state, self.mover, move)
            state = ends[0].state
            if len(ends) > 1 or state.head.over or self.mover in seats_due(state):
                return None
        return as_if(state, self.box, self.mover)

    # In words

    def _words(self, note: Note) -> str:
        return self.game.words.sentence(note, self.box, self.seat if self.seat >= 0 else SPECTATOR)

    def label(self, played: Played) -> str:
        """The label of the last of some moves."""
        if played not in self._labels:
            state = record.copy(self.deals[0])
            for seat, action in played[:-1]:
                state = self.play(state, seat, action)[0].state
            seat, action = played[-1]
            if seat not in seats_due(state) and self.game.view.as_if is not None:
                state = self.game.view.as_if(state, self.box, seat)
            text = self.game.words.label(Viewpoint(self.box, seat).of(state), self.box, seat, action)
            self._labels[played] = named(text, self.names)
        return self._labels[played]

    def said(self, group: Sequence[Happening]) -> Reason:
        """Simultaneous events in a sentence or two."""
        first = group[0]
        told = sorted(group, key=lambda one: -abs(one.weight))[:MOST_SAID]
        texts: list[str] = []
        for one in (one for one in group if one in told):
            is_told = one.cause and one.chance >= SURE and len(texts) + 2 <= MOST_SENTENCES
            cause = self._words(one.cause) if one.cause and is_told else ""
            texts += [text for text in (cause, self._words(one.note)) if text and text not in texts]
        text = worded(
            "{when}{told}", when=self._when(first), told=together([named(each, self.names) for each in texts])
        )
        worth = sum(one.weight for one in group)
        return Reason(text, first.way, first.played, tuple(one.note for one in told), first.chance, worth, first.like)

    def _when(self, one: Happening) -> str:
        odds = _odds(one)
        if one.way in WHATEVER:
            return WHATEVER[one.way]
        if one.way not in WHENEVER:
            return worded("{odds}: ", odds=odds) if odds else ""
        odds = worded(", {odds}", odds=odds) if odds else ""
        if one.way == Way.NEXT:
            return self._next(one, odds)
        seat = self.mover if one.way in (Way.LATER, Way.THREATENED) else one.played[-1][0]
        move = self.label(one.played[1:] if one.way == Way.PREVENTED else one.played)
        yours, others = WHENEVER[one.way]
        if seat == self.seat:
            return worded(yours, move=move, odds=odds)
        return worded(others, who=self.names[seat], move=move, odds=odds)

    def _next(self, one: Happening, odds: str) -> str:
        """What the mover can do after an answer."""
        places = [place for place, (seat, _) in enumerate(one.played) if seat != self.mover]
        seat, said = one.played[places[-1]][0], {"answer": self.label(one.played[: places[-1] + 1]), "odds": odds}
        said |= {"move": self.label(one.played), "who": self.names[seat], "mover": self.names[self.mover]}
        if seat == self.seat:
            template = "If you play “{answer}”, {mover} can go on with “{move}”{odds}: "
        elif self.mover == self.seat:
            template = "If {who} plays “{answer}”, you can go on with “{move}”{odds}: "
        else:
            template = "If {who} plays “{answer}”, {mover} can go on with “{move}”{odds}: "
        return worded(template, **{name: said[name] for name in names_in(template)})


WHENEVER = {
    Way.CAN: ("Then you can play “{move}”{odds}: ", "Then {who} can play “{move}”{odds}: "),
    Way.LATER: ("Then you can play “{move}”{odds}: ", "Then {who} can play “{move}”{odds}: "),
    Way.THREATENED: ("A threat: you can play “{move}” next{odds}: ", "A threat: {who} can play “{move}” next{odds}: "),
    Way.PREVENTED: ("Otherwise you can play “{move}”{odds}: ", "Otherwise {who} can play “{move}”{odds}: "),
    Way.NEXT: ("", ""),
}
"""The beginning of what becomes possible: for the reader, and for another."""
WHATEVER = {Way.ALWAYS: "Whatever is played next: ", Way.MOSTLY: "Unless it is prevented: "}


def _odds(one: Happening) -> str:
    """How likely something is; empty if it is certain."""
    is_first = one.way not in WHENEVER
    if one.chance >= SURE:
        return ("For example" if is_first else "for example") if one.like else ""
    if one.like:
        template = "In {share} of the cases, for example" if is_first else "in {share} of the cases, for example"
    else:
        template = "In {share} of the cases" if is_first else "in {share} of the cases"
    return worded(template, share=percent(one.chance))


def _alike(ends: dict[Key, set[int]]) -> list[list[Key]]:
    """Merge notes of one kind about one seat that never happen together: a roll decides between them."""
    groups: list[list[Key]] = []
    for key in ends:
        for group in groups:
            if group[0][:2] == key[:2] and all(not ends[key] & ends[other] for other in group):
                group.append(key)
                break
        else:
            groups.append([key])
    return groups


def _sum(answer: Sequence[Happening], but: set[Key]) -> float:
    return sum(one.weight for one in answer if one.key not in but)


def percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def told_apart(foresight: Foresight, one: Outlook, others: Sequence[Outlook], most: float = 1 / 2) -> list[Reason]:
    """The consequences that distinguish a move from others, most important first: positive ones for it, negative ones
    against it. At most this share of the others have the same ones.
    """
    groups: dict[tuple[Way, Played, bool, frozenset[int]], list[Happening]] = {}
    for happening in one.happenings:
        known = _comparable(happening.way, others)
        keys = happening.like or {happening.key}
        shared = sum(sum(other.possible.get(key, 0.0) for key in keys) >= happening.chance - 0.01 for other in known)
        if known and shared <= most * len(known):
            good = happening.worth > 0
            groups.setdefault((happening.way, happening.played, good, happening.ends), []).append(happening)
    reasons = []
    for group in groups.values():
        if abs(_beyond(group, one, others)) >= LEAST:
            reasons.append(foresight.said(group))
    return sorted(reasons, key=lambda reason: -abs(reason.worth))


def _beyond(group: Sequence[Happening], one: Outlook, others: Sequence[Outlook]) -> float:
    """How much more a group is worth than the same kinds of notes after the other moves; 0 if the sign changes."""
    own, good = group[0].way in OWN, group[0].worth > 0
    others = _comparable(group[0].way, others)
    kinds = {(int(happening.note.kind), happening.note.seat) for happening in group}
    here = sum(one.total(own, *kind) for kind in kinds)
    there = sum(other.total(own, *kind) for other in others for kind in kinds) / len(others)
    beyond = here - there
    return beyond if (beyond > 0) == good else 0.0


def _comparable(way: Way, others: Sequence[Outlook]) -> list[Outlook]:
    """The moves with comparable knowledge: answers are compared only with moves for which all answers were tried."""
    return [other for other in others if other.answered or way in OWN]


def avoided(foresight: Foresight, one: Outlook, others: Sequence[Outlook]) -> list[Reason]:
    """What a move prevents: it would happen, or could be an answer, after most other moves."""
    known = [other for other in others if other.answered] if one.answered else []
    times: Counter[Key] = Counter()
    first: dict[Key, Happening] = {}
    for other in known:
        for happening in other.happenings:
            if happening.worth <= -LEAST and not happening.like and not one.possible.get(happening.key):
                times[happening.key] += 1
                first.setdefault(happening.key, happening)
    most = [first[key] for key, count in times.items() if 2 * count > len(known) and len(known) > 1]
    found = [foresight.said([happening]) for happening in sorted(most, key=lambda happening: happening.weight)]
    return [replace(reason, text=_second("After most other moves: {reason}", reason.text)) for reason in found]


def _second(template: str, reason: str) -> str:
    """A reason as the second half of a sentence."""
    return Worded.of(template.format(reason=_lowered(reason)), template, {"reason": reason})


def _lowered(text: str) -> str:
    begins = ("Then ", "Unless ", "Whatever ", "In ")
    return text[5:] if text.startswith("Then ") else text[0].lower() + text[1:] if text.startswith(begins) else text


def against(reasons: Iterable[Reason]) -> list[Reason]:
    return [one for one in reasons if one.worth < 0]


def in_favour(reasons: Iterable[Reason]) -> list[Reason]:
    return [one for one in reasons if one.worth > 0]


# What a coach asks


MOST_OTHERS = 6
"""The most other moves that a move is compared with."""
MOST_REASONS = 2


def reasons_for(foresight: Foresight, line: Sequence[Move], others: Sequence[int]) -> list[Reason]:
    """The reasons for a move that do not apply to most others: what it achieves, then what it prevents. Where the best
    moves do much the same, what sets it apart from all moves.

    `line` begins with the move and continues as a search expects.
    """
    tail = list(line[1:])
    known = [foresight.after([Move(foresight.mover, action, "", ""), *tail]) for action in others[:MOST_OTHERS]]
    one = foresight.after(line)
    found = in_favour(told_apart(foresight, one, known)) + avoided(foresight, one, known)
    found = _different(found)[:MOST_REASONS]
    found = found or (own_threats(foresight, line[0].action) + prevented(foresight, line[0].action, one))[:1]
    return found or _different(in_favour(told_apart(foresight, one, _widely(foresight, line[0].action), 1 / 3)))[:1]


def _widely(foresight: Foresight, action: int) -> list[Outlook]:
    """The consequences of some moves from all over the list, whose best ones may all do the same."""
    legal = legal_in(foresight.game, foresight.deals[0], foresight.box, foresight.mover)
    others = [each for each in legal if each != action]
    spread = others[:: max(1, -(-len(others) // (2 * MOST_OTHERS)))]
    return [foresight.after([Move(foresight.mover, each, "", "")]) for each in spread]


def own_threats(foresight: Foresight, action: int) -> list[Reason]:
    """What a move makes possible in the next turn, and was not possible before, best first."""
    after = foresight.could(action)
    known = {happening.key for happening in foresight.could()} if after else set()
    new = [replace(one, way=Way.THREATENED) for one in after if one.key not in known]
    return [foresight.said([one]) for one in sorted(new, key=lambda one: -one.weight)]


def prevented(foresight: Foresight, action: int, one: Outlook) -> list[Reason]:
    """What the other player could do now, and cannot do after a move that ends the turn, worst first."""
    if len(foresight.names) != 2 or not one.answered:
        return []
    other = replace_mover(foresight, 1 - foresight.mover)
    gone = [happening for happening in other.could() if happening.key not in one.possible]
    found = [
        replace(each, way=Way.PREVENTED, played=((foresight.mover, action), *each.played), worth=each.worth)
        for each in gone
    ]
    return [foresight.said([each]) for each in sorted(found, key=lambda each: -each.weight)]


def replace_mover(foresight: Foresight, mover: int) -> Foresight:
    """The same position, seen by the same seat, with another player's moves examined."""
    one = foresight
    return Foresight(one.game, one.view, one.box, one.seat, one.names, mover)


def reasons_against(foresight: Foresight, line: Sequence[Move], best: Sequence[Move]) -> list[Reason]:
    """What is wrong with a move, compared with the best one; both are lines. Nothing of the best one is revealed."""
    found = against(told_apart(foresight, foresight.after(line), [foresight.after(best)]))
    return _different(found)[:MOST_REASONS]


def _different(reasons: Sequence[Reason]) -> list[Reason]:
    """Reasons that are about different things."""
    found: list[Reason] = []
    for reason in reasons:
        said = {(note.kind, note.seat) for one in found for note in one.notes}
        if not {(note.kind, note.seat) for note in reason.notes} <= said:
            found.append(reason)
    return found


def threats(before: Foresight, now: Foresight) -> list[Reason]:
    """What the mover of the first position threatens in the second, and could not do in the first, worst first."""
    known = {happening.key for happening in before.could()}
    best: dict[Key, Happening] = {}
    for happening in now.could():
        if happening.key not in known and happening.weight > best.get(happening.key, happening).weight - 1e-9:
            best[happening.key] = happening
    found = sorted(best.values(), key=lambda happening: -happening.weight)
    said = [(one, now.said([one])) for one in found[: 4 * MOST_REASONS]]
    return _different([replace(reason, text=_second("A threat: {reason}", reason.text)) for _, reason in said])[
        :MOST_REASONS
    ]
