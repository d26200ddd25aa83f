"""The findings at the top of a report: sentences made from the figures, the most important first.

Each possible fault is tested for significance. All tests of a report are corrected together (Holm), so that at most one
of twenty reports on flawless games names a fault.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..runs.batch import UNFINISHED
from .again import Again, Place
from .better import strictly_better
from .changes import SURE, corrected
from .first_moves import GROUPS, labels, openings
from .sample import Measure, Sample, number_text, rate_interval, share_measure
from .summary import LEAST_USES, RARE, Summary, Use, coded, column

UNFAIR = 0.02
"""The largest deviation of a seat from its fair share that is not reported."""
UNEQUAL = 0.05
"""The same for a nation, faction or the like."""
LEADS = 0.85
"""The largest acceptable share of matches that the leader at half-time wins."""
OFTEN = 0.2
"""The largest acceptable share of matches that stand still for half their length."""
STILL, LOCKED = 0.5, 1 / 3
"""The part of a match in which nobody's points change, or somebody has nothing to decide."""
CUT_OFF = 0.005
"""The largest acceptable share of matches that end at the limit."""
IDLE = 0.05
"""If fewer decisions of a kind than this matter, the kind is decoration."""
MOST_NAMES = 5


@dataclass(frozen=True)
class Finding:
    """A sentence of the report: a fault (`look`), a remark or good news, and a match to watch at the right moment."""

    tone: str
    topic: str
    words: str
    size: float = 0.0
    """The distance from a healthy value, as a share of wins or matches; faults are sorted by it."""
    watch: Place | None = None


def rate_above(total: float, n: int, bound: float) -> float:
    """The probability of a rate this high if the true rate is at most the bound."""
    if not n:
        return 1.0
    if n * bound * (1 - bound) < 10:
        return binomial_tail(n - math.floor(total), n, 1 - bound)
    return 0.5 * math.erfc((total - n * bound) / math.sqrt(2 * n * bound * (1 - bound)))


def rate_below(total: float, n: int, bound: float) -> float:
    return rate_above(n - total, n, 1 - bound)


def binomial_tail(most: int, n: int, share: float) -> float:
    """The probability of at most this many successes in n."""
    logs = (
        math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        + k * math.log(share) + (n - k) * math.log(1 - share)
        for k in range(most + 1)
    )  # fmt: skip
    return min(1.0, math.fsum(math.exp(value) for value in logs))


def away(sample: Sample, fair: float, allowed: float) -> float:
    """The probability of a win rate this far from fair, in either direction."""
    high = rate_above(sample.total, sample.n, min(1.0, fair + allowed))
    low = rate_below(sample.total, sample.n, max(0.0, fair - allowed))
    return min(1.0, 2 * min(high, low))


def rate(sample: Sample) -> str:
    low, high = rate_interval(sample.total, sample.n)
    return f"{sample.mean:.1%} ({low:.1%} to {high:.1%})"


def told(measure: Measure) -> str:
    return f"{measure.text()} ({measure.range_text})"


def listed(names: list[str]) -> str:
    shown = names[:MOST_NAMES]
    if len(names) > MOST_NAMES:
        return ", ".join(shown) + f" and {len(names) - MOST_NAMES} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


class Findings:
    """The sentences of a run: first the tests with their probabilities, then the conclusions."""

    def __init__(self, summary: Summary, again: Again) -> None:
        self.summary, self.again = summary, again
        raw = dict(self.questions())
        self.asked = len(raw)
        self.chances = dict(zip(raw, corrected(list(raw.values())), strict=True))

    def sure(self, *question: str) -> bool:
        return self.chances[question] < SURE

    def questions(self) -> Iterator[tuple[tuple[str, ...], float]]:
        summary, again = self.summary, self.again
        for seat, sample in summary.seats.items():
            yield ("seat", str(seat)), away(sample, summary.fair, UNFAIR)
        yield ("opener",), away(summary.opener, summary.fair, UNFAIR)
        for trait, values in summary.traits.items():
            for name, sample in values.items():
                yield ("trait", trait, name), away(sample, summary.fair, UNEQUAL)
        yield ("lead",), rate_above(summary.half.total, summary.half.n, LEADS)
        yield ("cut off",), rate_above(summary.endings[UNFINISHED], summary.games, CUT_OFF)
        yield ("still",), rate_above(self.often(again.idle, STILL), again.games, OFTEN)
        yield ("locked",), rate_above(self.often(again.locked, LOCKED), again.games, OFTEN)
        for use in self.offered():
            yield ("dead", use.kind, use.name), rate_below(use.games, summary.detailed, RARE)
        for name, decision in again.decisions.items():
            matches = [top / bottom for top, bottom in zip(decision.tops, decision.bottoms, strict=True) if bottom]
            yield ("idle", name), rate_below(math.ceil(sum(matches)), len(matches), IDLE)
        for use in self.used():
            yield ("winner", use.kind, use.name), away(use.more, summary.fair, 0.0)
        for one in openings(summary):
            yield one.question, one.chance

    def offered(self) -> list[Use]:
        """The components that were on offer, and the actions of players only."""
        natures = {name.replace("_", " ") for name, times in self.summary.nature.items() if times}
        return [
            use
            for use in self.summary.uses.values()
            if (use.offered or use.times) and not (use.kind == "action" and use.name in natures)
        ]

    def used(self) -> list[Use]:
        return [use for use in self.summary.uses.values() if use.more.n >= LEAST_USES]

    def often(self, stretches: list[Any], part: float) -> int:
        """The number of matches in which the longest standstill took at least this part."""
        return sum(stretch[0] >= part for stretch in stretches)

    def all(self) -> list[Finding]:
        """Faults first, the most serious at the top; then remarks, then good news."""
        found = [
            *self.seats(), *self.traits(), *self.lead(), *self.stalls(), *self.dead(), *self.better(),
            *self.idle_decisions(), *self.length(), *self.luck(), *self.winners(), *self.first_moves(),
        ]  # fmt: skip
        order = {"look": 0, "note": 1, "fine": 2}
        return sorted(found, key=lambda one: (order[one.tone], -one.size))

    def seats(self) -> Iterator[Finding]:
        summary, fair = self.summary, self.summary.fair
        unfair = [seat for seat in summary.seats if self.sure("seat", str(seat))]
        unfair.sort(key=lambda seat: -summary.seats[seat].mean)
        for seat in unfair[:1] if summary.players == 2 else unfair:
            sample = summary.seats[seat]
            words = f"Seat {seat} wins {rate(sample)}; its share would be {fair:.1%}."
            best = max(summary.seats, key=lambda one: summary.seats[one].mean)
            yield Finding("look", "seat", words, abs(sample.mean - fair), self.won_by(best))
        if not unfair:
            most = max(abs(sample.mean - fair) for sample in summary.seats.values())
            half = max(rate_interval(s.total, s.n)[1] - s.mean for s in summary.seats.values())
            words = f"No seat wins more than its share: the farthest is {most:.1%} away (± {half:.1%})."
            yield Finding("fine", "seat", words)
        if summary.opener.n:
            words = f"Whoever decides first wins {rate(summary.opener)}; an equal share would be {fair:.1%}."
            tone = "look" if self.sure("opener") else "note"
            yield Finding(tone, "opener", words, abs(summary.opener.mean - fair) if tone == "look" else 0.0)

    def traits(self) -> Iterator[Finding]:
        summary, fair = self.summary, self.summary.fair
        for trait, values in summary.traits.items():
            if len(values) < 2:
                continue
            unequal = [name for name in values if self.sure("trait", trait, name)]
            unequal.sort(key=lambda name: -values[name].mean)
            each = [f"{name} with {rate(values[name])}" for name in unequal]
            if unequal:
                size = max(abs(values[name].mean - fair) for name in unequal)
                words = f"By {trait}, these win far from an equal share ({fair:.1%}): {listed(each)}."
                yield Finding("look", f"trait-{trait}", words, size, self.won_with(trait, unequal[0]))
            else:
                far = max(values, key=lambda name: abs(values[name].mean - fair))
                words = (
                    f"No {trait} is surely more than {UNEQUAL:.0%} from its share, as far as {summary.games:,} matches "
                    f"can tell; the farthest is {far} with {rate(values[far])}."
                )
                yield Finding("fine", f"trait-{trait}", words)

    def lead(self) -> Iterator[Finding]:
        summary = self.summary
        if summary.half.n:
            words = f"Whoever leads on points at half-time wins {rate(summary.half)} of the matches"
            measures = summary.measures()
            if "decided" in measures:
                words += f"; the winner is ahead for good after {told(measures['decided'])} of the match"
            sure = self.sure("lead")
            if sure:
                words = f"Leads run away. {words}"
            yield Finding(
                "look" if sure else "note", "lead", f"{words}.", summary.half.mean - LEADS if sure else 0.3,
                self.led() if sure else None,
            )  # fmt: skip

    def stalls(self) -> Iterator[Finding]:
        summary, again = self.summary, self.again
        cut = summary.endings[UNFINISHED]
        if cut:
            share = share_measure("", "", cut, summary.games)
            words = f"{told(share)} of the matches come to no end and were stopped at the limit."
            yield Finding("look" if self.sure("cut off") else "note", "unfinished", words, share.value)
        what = (
            ("still", again.idle, STILL, "nobody's points change for half the match or longer"),
            ("locked", again.locked, LOCKED, "somebody has nothing to decide for a third of the match or longer"),
        )
        often = False
        for name, stretches, part, words in what if again.games else ():
            share = share_measure("", "", self.often(stretches, part), again.games)
            sentence = f"In {told(share)} of the matches {words}."
            if self.sure(name):
                yield Finding("look", name, sentence, share.value - OFTEN, max(stretches)[1])
            elif share.high > OFTEN:
                yield Finding("note", name, sentence, 0.1, max(stretches)[1])
            often = often or share.high > OFTEN
        if again.games and not cut and not often:
            yield Finding("fine", "still", f"Matches seldom stand still: in less than {OFTEN:.0%} of them for long.")

    def dead(self) -> Iterator[Finding]:
        summary = self.summary
        ignored = [use for use in self.offered() if self.sure("dead", use.kind, use.name)]
        ignored.sort(key=lambda use: use.games)
        if ignored:
            each = [f"{use.kind} {use.name}" for use in ignored]
            most = max(rate_interval(use.games, summary.detailed)[1] for use in ignored)
            words = (
                f"Hardly anyone uses {listed(each)}: on offer, and used in at most {most:.1%} of the matches "
                f"({summary.detailed:,} looked at)."
            )
            place = next((found for use in ignored if (found := self.again.places.get((use.kind, use.name)))), None)
            yield Finding("look", "dead", words, min(0.2, RARE * len(ignored)), place)
        unseen, rare = summary.dead()
        rare = [use for use in rare if use not in ignored]
        if rare:
            each = [f"{use.kind} {use.name}" for use in rare]
            words = f"Used in less than {RARE:.0%} of the matches so far, too few to be sure: {listed(each)}."
            yield Finding("note", "rare", words, 0.12)
        if unseen:
            each = [f"{use.kind} {use.name}" for use in unseen]
            words = f"Never on offer: {listed(each)}. Perhaps an option keeps them out, or nobody can pay."
            yield Finding("note", "unseen", words, 0.1)
        elif not ignored and not rare:
            yield Finding("fine", "dead", "Every component comes into use.")

    def better(self) -> Iterator[Finding]:
        """Components that are strictly better: a fault where they have a price, else a remark."""
        job, game = self.summary.run.job, self.summary.run.table.game
        found: dict[str, list[tuple[str, list[str]]]] = {}
        for table, name, worse in strictly_better(game, game.data(job.files, job.cells)):
            found.setdefault(table, []).append((name, worse))
        for table, pairs in found.items():
            each = [f"{name} (than {listed(worse)})" for name, worse in pairs]
            is_bought = bool(game.metrics.compared[table].less)
            cost = "cost no more and bring" if is_bought else "bring"
            words = f"Of the {table}, some are strictly better: they {cost} no less in anything: {listed(each)}."
            size = min(0.1, 0.02 * len(pairs)) if is_bought else 0.08
            yield Finding("look" if is_bought else "note", f"better-{table}", words, size)

    def idle_decisions(self) -> Iterator[Finding]:
        again = self.again
        idle = [name for name in again.decisions if self.sure("idle", name)]
        if idle:
            each = [f"“{name}” {told(again.decisions[name].measure(name, name))}" for name in idle]
            words = (
                f"Decisions that do not matter (whatever is chosen, the judge sees nearly the same chances): "
                f"{listed(each)} of them matter."
            )
            yield Finding("look", "idle", words, 0.02 * len(idle), again.places.get(("decision", idle[0])))
        measures = self.summary.measures()
        if "meaningful" in measures:
            words = (
                f"{told(measures['meaningful'])} of all decisions matter: the best option clearly beats an average one."
            )
            yield Finding("note", "decisions", words, 0.25)

    def length(self) -> Iterator[Finding]:
        summary = self.summary
        turns, clock = summary.numbers["turns"], summary.run.table.metrics.clock
        low, high = turns.interval if turns.n > 1 else (turns.mean, turns.mean)
        name, times = summary.endings.most_common(1)[0]
        share = share_measure("", "", times, summary.games)
        words = (
            f"Matches last {number_text(turns.mean)} {clock} ({number_text(low)} to {number_text(high)}; half of them "
            f"{turns.quantile(0.25)} to {turns.quantile(0.75)}, the longest {turns.quantile(1.0)}). "
            f"The usual ending: {summary.ending_text(name)}, in {told(share)}."
        )
        yield Finding("note", "length", words, 0.5)
        never = [ending.text for ending in summary.run.table.game.endings if not summary.endings[ending.name]]
        if never:
            yield Finding("note", "endings", f"No match ended like this: {'; '.join(never)}.")

    def luck(self) -> Iterator[Finding]:
        again, summary = self.again, self.summary
        if not again.same:
            return
        other = again.other_winner()
        dice = "other dice" if any(sum(one.tops) for one in again.dice.values()) else "other choices among equals"
        words = (
            f"Taken up at half-time and played on twice with {dice}, {told(other)} of the matches have two different "
            f"winners (pure lot: {1 - summary.fair:.0%})."
        )
        moved = [again.share_of_dice(name) for name, one in again.dice.items() if sum(one.tops)]
        moved.sort(key=lambda measure: -measure.value)
        place = None
        if moved:
            each = [f"{measure.name.replace('_', ' ')} {told(measure)}" for measure in moved[:3]]
            words += f" Of what the dice decide, each kind decides: {listed(each)}."
            place = again.places.get(("dice", moved[0].name))
        yield Finding("note", "luck", words, 0.2, place)

    def winners(self) -> Iterator[Finding]:
        uses = [use for use in self.used() if self.sure("winner", use.kind, use.name)]
        uses = [use for use in uses if use.more.mean > self.summary.fair]
        uses.sort(key=lambda use: -rate_interval(use.more.total, use.more.n)[0])
        if uses:
            each = [f"{use.kind} {use.name} {rate(use.more)}" for use in uses[:3]]
            words = (
                f"Those who use more of it than the others win: {listed(each)}. That is no proof of strength: whoever "
                "is ahead or lives longer uses more of everything. Take it away to see: wartable lab restrict "
                f"{self.summary.run.job.game} --without '{uses[0].kind}:{uses[0].name}'."
            )
            yield Finding("note", "winners", words, 0.15)

    def first_moves(self) -> Iterator[Finding]:
        """The first move that fares best in each group of players, where it is more than luck."""
        for is_first, who in GROUPS.items():
            better = [
                one
                for one in openings(self.summary)
                if one.is_first is is_first and one.rate.value > one.others.value and self.sure(*one.question)
            ]
            if better:
                best = max(better, key=lambda one: one.rate.low)
                named = labels(self.summary.run, [best.made])
                label, place = named.get((best.made.game, best.made.seat), (f"action {best.action}", None))
                words = f"{who} fare best with “{label}” as first move: {told(best.rate)}, others {told(best.others)}."
                if is_first:
                    words = words.replace("fare best", "fares best")
                yield Finding("note", f"first-move-{'first' if is_first else 'others'}", words, 0.18, place)

    def won_by(self, seat: int) -> Place | None:
        def wanted(games: Any, _seats: Any) -> Any:
            return as_names(games, "winner") == str(seat)

        return self.moment(wanted)

    def led(self) -> Place | None:
        """Half-time of a match whose leader then won."""

        def wanted(games: Any, _seats: Any) -> Any:
            return as_names(games, "winner") == as_names(games, "half_leader")

        return self.moment(wanted, at_half=True)

    def won_with(self, trait: str, name: str) -> Place | None:
        def wanted(games: Any, seats: Any) -> Any:
            codes, names = coded(seats, f"trait.{trait}")
            mine = (codes == names.index(name)) & (column(seats, "score") > 0.999)
            return mine.reshape(games.num_rows, -1).any(1)

        return self.moment(wanted)

    def moment(self, wanted: Any, at_half: bool = False) -> Place | None:
        """For the first watched match of this kind: when its winner took the lead for good, else its middle."""
        for _, _, tables in self.summary.run.batches():
            games = tables["games"]
            fits = wanted(games, tables["seats"]) & games["watched"].to_numpy()
            for row in fits.nonzero()[0]:
                decided = None if at_half else games["decided"][int(row)].as_py()
                actions = games["actions"][int(row)].as_py()
                return Place(games["game"][int(row)].as_py(), round(actions * (0.5 if decided is None else decided)))
        return None


def as_names(table: Any, name: str) -> Any:
    codes, names = coded(table, name)
    return np.array(names, object)[codes]
