"""The course of a finished match: everybody's chances, key moments, and where a hint would have differed.

The analysis takes long, so it is done in small steps (`Study.go_on`) between other requests. First the game's judge
evaluates the match, which is quick; then a search evaluates the decisions, once the game's code is compiled; then hints
are computed where most was given away.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from wartable.bots.advice.analysis import Analyst, Decision, decisions_of, hinted
from wartable.bots.advice.evaluation import MARGIN
from wartable.bots.search.mcts import Budget
from wartable.core import generic
from wartable.core.frames import MAX_SEATS, NATURE, SPECTATOR
from wartable.core.game import Sentence
from wartable.core.match import Match, Step
from wartable.core.notes import Level

from ..live.serializers import with_names

Facts = dict[str, Any]
SLICE_SECONDS = 0.4
MOST_POINTS = 160
"""The most places of a match that are evaluated, spread evenly, so that long matches take no longer."""
ITERATIONS = 200
HINT: Budget | None = None
"""The budget of a hint; None for the same as at the table."""
MOST_HINTS = 12
LEAST_LOSS = MARGIN
MOST_SWINGS, LEAST_SWING = 5, 0.12
LASTING = 3
"""A change lasts if the middle one of so many points before it and that of as many after it differ, too."""
MOST_MOMENTS = 8
OFTEN = 2
FAR = 400
"""How many steps back to look for the action that a roll belongs to."""


class Study:
    """The analysis of one match. `facts` has the progress and the results so far."""

    def __init__(self, match: Match, scores: Sequence[float]) -> None:
        self._match = match
        # How it ended: by the rules, or because somebody gave up.
        self._end: Facts = {"at": len(match.steps), "shares": list(scores)}
        self._steps = _spread(decisions_of(match))
        self._moments: list[Facts] = []
        self._turns: dict[tuple[int, int, int], int] = {}
        self._work = self._go_over()
        self._waits = False
        self.is_done = False
        self.facts: Facts = {
            "by": "judge",
            "progress": 0.0,
            "done": False,
            "names": list(match.players),
            "count": len(match.steps),
            "curve": [],
            "moments": [],
            "otherwise": [],
        }

    def go_on(self) -> None:
        """Work for a moment. Does nothing while a search has to wait for compiled code."""
        deadline = time.monotonic() + SLICE_SECONDS
        for _ in self._work:
            if self._waits or time.monotonic() > deadline:
                return
        self.is_done = True
        self._say(progress=1.0, done=True)

    @property
    def waits(self) -> bool:
        """Whether the analysis has to wait for compiled code."""
        return self._waits and generic.is_read(self._match.game.name)

    def _say(self, **facts: Any) -> None:
        # A new object each time: what was handed out does not change.
        self.facts = {**self.facts, **facts}

    def _go_over(self) -> Iterator[None]:
        yield from self._judge()
        yield from self._find_moments()
        while generic.is_read(self._match.game.name):
            self._waits = True
            yield
        self._waits = False
        decisions: list[Decision] = []
        yield from self._search(decisions)
        yield from self._ask_for_hints(decisions)

    def _judge(self) -> Iterator[None]:
        """The judge's evaluation of the full position, including what players could not see."""
        curve = []
        for point in judged_points(self._match):
            curve.append(point)
            yield
        curve.append(self._end)
        self._say(curve=curve, moments=self._key_moments(curve), progress=0.05)

    def _find_moments(self) -> Iterator[None]:
        """The sentences of important moments. Of frequent kinds only some are kept, and none that only opens a day
        or a round.
        """
        found: list[tuple[Step, Sentence]] = []
        kinds = self._match.game.moments
        for step in self._match.steps:
            told = self._match.tell(step, SPECTATOR)
            found += [(step, one) for one in told if one.note is not None and one.note.kind in kinds]
            yield
        often = Counter(_kind(sentence) for _, sentence in found)
        found = [one for one in found if one[1].level > Level.TURN or often[_kind(one[1])] <= OFTEN]
        rare = sorted(found, key=lambda one: (often[_kind(one[1])], -one[0].number))[:MOST_MOMENTS]
        self._moments = [self._moment_json(step, [sentence]) for step, sentence in rare]
        self._say(moments=self._key_moments(self.facts["curve"]), progress=0.1)

    def _search(self, decisions: list[Decision]) -> Iterator[None]:
        analyst = Analyst(self._match, ITERATIONS)
        for done, step in enumerate(self._steps, 1):
            decision = analyst.look_at(step)
            if decision is not None:
                decisions.append(decision)
            self._say(progress=round(0.1 + 0.6 * done / len(self._steps), 3))
            yield
        curve = self._searched_curve(decisions)
        self._say(by="search", curve=curve, moments=self._key_moments(curve))

    def _searched_curve(self, decisions: list[Decision]) -> list[Facts]:
        players = len(self._match.players)
        curve: list[Facts] = [{"at": 0, "shares": [round(1 / players, 4)] * players}]
        for decision in decisions:
            shares = [round(share, 4) for share in decision.chances[:players]]
            curve.append({"at": decision.number + 1, "shares": shares})
        return [*(point for point in curve if point["at"] < self._end["at"]), self._end]

    def _ask_for_hints(self, decisions: list[Decision]) -> Iterator[None]:
        """Compute hints where most seems to have been given away."""
        costly = [one for one in decisions if one.loss >= LEAST_LOSS]
        asked = sorted(costly, key=lambda one: -one.loss)[:MOST_HINTS]
        for done, decision in enumerate(asked, 1):
            found = hinted(self._match, self._match.steps[decision.number], HINT)
            if found.best.action != found.played.action and found.loss >= LEAST_LOSS:
                others = [*self.facts["otherwise"], self._otherwise_json(found)]
                self._say(otherwise=sorted(others, key=lambda one: -one["loss"]))
            self._say(progress=round(0.7 + 0.3 * done / len(asked), 3))
            yield

    def _otherwise_json(self, decision: Decision) -> Facts:
        names = self._match.players
        return {
            "at": decision.number,
            "seat": decision.seat,
            "played": with_names(decision.played.label, names),
            "hint": with_names(decision.best.label, names),
            "chance_played": round(decision.chance_played, 3),
            "chance_hint": round(decision.chance_best, 3),
            "loss": round(decision.loss, 3),
            "wrong": list(decision.wrong),
            "theme": self._match.game.rulebook.chapter(decision.rule // 100).title if decision.rule else "",
        }

    def _key_moments(self, curve: list[Facts]) -> list[Facts]:
        """The important moments, and the largest changes of somebody's chances, in the order of the match."""
        found = {moment["at"]: moment for moment in self._moments}
        for change in [one for one in _swings(curve) if not self._is_noise(one)][:MOST_SWINGS]:
            at = self._turn_of(change)
            found[at] = {**self._told_at(at), "change": {name: change[name] for name in ("seat", "from", "to")}}
        return [found[at] for at in sorted(found)]

    def _is_noise(self, change: Facts) -> bool:
        """Whether only one player moved, without chance, and is said to have gained: the position had offered that
        before, and nobody had done anything about it. The end of a match is no noise.
        """
        steps = [step for step in self._match.steps[change["since"] : change["at"]] if not step.forced]
        is_gain = change["to"] > change["from"]
        movers = {step.seat for step in steps}
        return change["at"] != self._end["at"] and is_gain and movers == {change["seat"]}

    def _turn_of(self, change: Facts) -> int:
        """The action between two points of a curve that changed a seat's chances most, by the judge."""
        first, last, seat = change["since"], change["at"], change["seat"]
        if (first, last, seat) not in self._turns:
            sign = 1 if change["to"] > change["from"] else -1
            shares = [sign * judged(self._match, number)[seat] for number in range(first, last + 1)]
            gains = [after - before for before, after in pairwise(shares)]
            told = [place for place, gain in enumerate(gains) if gain > 0 and self._deeds(first + place)]
            best = max(told, key=lambda place: gains[place], default=len(gains) - 1)
            self._turns[first, last, seat] = first + 1 + best
        return self._turns[first, last, seat]

    def _deeds(self, place: int) -> list[Sentence]:
        """The sentences of a step, without those that only open a day or a turn."""
        told = self._match.tell(self._match.steps[place], SPECTATOR)
        return [sentence for sentence in told if sentence.level > Level.TURN]

    def _told_at(self, number: int) -> Facts:
        """What somebody did with this action; for a roll its result, after the action that it belongs to."""
        match, kinds = self._match, self._match.game.moments
        step = match.steps[number - 1]
        told = self._deeds(number - 1) or match.tell(step, SPECTATOR)
        deeds = [sentence for sentence in told if sentence.level == Level.DEED][:2]
        weighty = [one for one in told if one.note is not None and one.note.kind in kinds and one not in deeds]
        if step.seat != NATURE:
            return self._moment_json(step, [*deeds, *weighty] or told[:2])
        before = range(number - 2, max(-1, number - 2 - FAR), -1)
        cause = next((place for place in before if match.steps[place].seat != NATURE), None)
        begun = [one for one in self._deeds(cause) if one.level == Level.DEED][:1] if cause is not None else []
        of = match.steps[cause] if cause is not None and begun else step
        changes = [one for one in told if one.note is not None and one.note.amount]
        return {**self._moment_json(of, [*begun, *(deeds or weighty or (changes or told)[-1:])]), "at": number}

    def _moment_json(self, step: Step, told: list[Sentence]) -> Facts:
        match = self._match
        rule = next((sentence.rule for sentence in told if sentence.rule), 0)
        return {
            "at": step.number + 1,
            "seat": match.see().doer(step),
            "text": " ".join(sentence.named(match.players) for sentence in told),
            "rule": match.game.rule_name(rule) if rule else "",
            "change": None,
        }


def judged(match: Match, number: int) -> list[float]:
    """The judge's estimate of each seat's share of the win after that many actions."""
    state = match.at(number)
    shares = np.zeros(MAX_SEATS)
    (generic.scores if state.head.over else generic.evaluate)(state, match.box, shares)
    return [round(float(shares[seat]), 4) for seat in match.seats]


def judged_points(match: Match) -> Iterator[Facts]:
    """The judge's estimates where the course looks, except for the end."""
    end = len(match.steps)
    for number in sorted({0, *(step.number + 1 for step in _spread(decisions_of(match)))} - {end}):
        yield {"at": number, "shares": judged(match, number)}


def judged_curve(match: Match, scores: Sequence[float]) -> list[Facts]:
    """The curve of a course before anything is searched."""
    return [*judged_points(match), {"at": len(match.steps), "shares": list(scores)}]


def every_step(curve: list[Facts], count: int) -> list[list[float]]:
    """A curve's values after each action: between two points, those of the first."""
    known = {point["at"]: point["shares"] for point in curve}
    shares: list[list[float]] = []
    for number in range(count + 1):
        shares.append(known[number] if number in known else shares[-1])
    return shares


def _kind(sentence: Sentence) -> int:
    assert sentence.note is not None
    return int(sentence.note.kind)


def _spread(steps: list[Step]) -> list[Step]:
    """No more than MOST_POINTS of the steps, evenly spaced, always including the last."""
    count = len(steps)
    if count <= MOST_POINTS:
        return steps
    return [steps[(place + 1) * count // MOST_POINTS - 1] for place in range(MOST_POINTS)]


def _swings(curve: list[Facts]) -> list[Facts]:
    """The largest changes between neighbouring points of a curve that last, with their seats."""
    found = []
    for place, (before, after) in enumerate(pairwise(curve)):
        changes = [new - old for old, new in zip(before["shares"], after["shares"], strict=True)]
        seat = max(range(len(changes)), key=lambda one: abs(changes[one]))
        facts = {"at": after["at"], "since": before["at"], "seat": seat}
        facts |= {"from": before["shares"][seat], "to": after["shares"][seat]}
        lasts = _around(curve, place + 1, seat) - _around(curve, place - LASTING + 1, seat)
        if abs(changes[seat]) >= LEAST_SWING and lasts * changes[seat] >= LEAST_SWING / 2 * abs(changes[seat]):
            found.append({**facts, "size": abs(changes[seat])})
    return sorted(found, key=lambda one: -one["size"])


def _around(curve: list[Facts], first: int, seat: int) -> float:
    """The middle one of a seat's chances at some neighbouring points."""
    return float(np.median([point["shares"][seat] for point in curve[max(0, first) : first + LASTING]]))
