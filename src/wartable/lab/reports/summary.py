"""A summary of a run's tables, accumulated batch by batch, so that memory does not grow with the number of games."""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wartable.bots.weights import parted
from wartable.extras import needs

from ..runs.batch import NOBODY, UNFINISHED
from ..runs.run import BadRun, Run
from ..runs.simulate import CHECKPOINTS
from .sample import Measure, Sample, mean_measure, rate_interval, share_measure

with needs("lab", "the lab"):
    import pyarrow as pa  # type: ignore[import-untyped]

BINS = 20
RARE = 0.02
"""A component that is used in fewer matches is dead."""
LEAST_USES = 30
"""Components that were used less often are left out."""


@dataclass
class Use:
    """How often a component was used, and how often those who used it more than the others won."""

    kind: str
    name: str
    times: int = 0
    games: int = 0
    watched_times: int = 0
    offered: int = 0
    more: Sample = field(default_factory=Sample)
    same_bots: bool = True

    def effect(self) -> tuple[float, float, float]:
        """The win rate of those who used it more than their opponents, with its interval."""
        low, high = rate_interval(self.more.total, self.more.n)
        return self.more.mean, low, high


@dataclass
class First:
    """A seat's first decision: how those fared who made it so, and the first match and seat in which it was made."""

    game: int
    seat: int
    fared: Sample = field(default_factory=Sample)


@dataclass
class Summary:
    """All results of a run."""

    run: Run
    games: int = 0
    watched: int = 0
    detailed: int = 0
    numbers: defaultdict[str, Sample] = field(default_factory=lambda: defaultdict(Sample))
    endings: Counter[str] = field(default_factory=Counter)
    shared: int = 0
    half: Sample = field(default_factory=Sample)
    opener: Sample = field(default_factory=Sample)
    runaway: Sample = field(default_factory=Sample)
    seats: defaultdict[int, Sample] = field(default_factory=lambda: defaultdict(Sample))
    bots: defaultdict[str, Sample] = field(default_factory=lambda: defaultdict(Sample))
    traits: defaultdict[str, defaultdict[str, Sample]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Sample))
    )
    pairings: defaultdict[str, defaultdict[tuple[str, str], Sample]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Sample))
    )
    firsts: defaultdict[bool, dict[int, First]] = field(default_factory=lambda: defaultdict(dict))
    """By whether the seat was the first to decide, and by the action."""
    first_pairs: defaultdict[tuple[int, int], Sample] = field(default_factory=lambda: defaultdict(Sample))
    """With two players: how those fared who began with the one action against the other."""
    gauges: defaultdict[str, Sample] = field(default_factory=lambda: defaultdict(Sample))
    winner_gauges: defaultdict[str, Sample] = field(default_factory=lambda: defaultdict(Sample))
    curve: Any = field(default_factory=lambda: np.zeros((CHECKPOINTS, BINS), np.int64))
    trust: Any = field(default_factory=lambda: np.zeros((BINS // 2, 3)))
    uses: dict[tuple[str, str], Use] = field(default_factory=dict)
    nature: Counter[str] = field(default_factory=Counter)

    @property
    def players(self) -> int:
        return self.run.job.players

    @property
    def fair(self) -> float:
        return 1 / self.players

    def add(self, tables: dict[str, pa.Table]) -> None:
        games, seats = tables["games"], tables["seats"]
        count = games.num_rows
        self.games += count
        scores = column(seats, "score").reshape(count, self.players)
        self.add_games(games, scores)
        self.add_seats(seats, scores)
        detailed = column(games, "detailed").astype(bool)
        self.add_uses(tables["uses"], column(games, "game")[detailed], scores[detailed])
        for name, text in (games.schema.metadata or {}).items():
            if name.startswith(b"nature."):
                self.nature[name.decode().removeprefix("nature.")] += int(text)

    def add_games(self, games: pa.Table, scores: Any) -> None:
        for name in ("turns", "actions", "decisions", "widest", "lead_changes", "margin"):
            self.numbers[name].add(column(games, name), count=True)
        decisions, turns = column(games, "decisions"), column(games, "turns")
        self.numbers["options"].add(column(games, "options") / np.maximum(1, decisions))
        self.numbers["decisions_per_turn"].add(decisions / np.maximum(1, turns))
        codes, names = coded(games, "ending")
        self.endings.update({name: int((codes == code).sum()) for code, name in enumerate(names)})
        self.shared += int((scores.max(1) < 0.999).sum())
        opener = column(games, "opener") - 1
        there = opener >= 0
        self.opener.add(scores[there, opener[there]])
        half = seat_column(games, "half_leader")
        there = half >= 0
        self.half.add(scores[there, half[there]])
        watched = column(games, "watched").astype(bool)
        self.watched += int(watched.sum())
        self.detailed += int(column(games, "detailed").sum())
        weighed = some(games, "weighed")
        self.numbers["meaningful"].add(some(games, "meaningful") / np.maximum(1, weighed))
        self.numbers["meaningful_per_turn"].add(some(games, "meaningful") / np.maximum(1, turns[watched]))
        self.numbers["stakes"].add(some(games, "stakes") / np.maximum(1, weighed))
        for name in ("decided", "lowest"):
            self.numbers[name].add(some(games, name))
        self.runaway.add(some(games, "runaway"))

    def add_seats(self, seats: pa.Table, scores: Any) -> None:
        flat = scores.ravel()
        number = column(seats, "seat")
        for seat in range(1, self.players + 1):
            self.seats[seat].add(flat[number == seat])
        for code, name in each(seats, "bot"):
            self.bots[name].add(flat[code])
        for trait in (name for name in seats.column_names if name.startswith("trait.")):
            self.add_trait(seats, trait, scores)
        self.add_firsts(seats, flat)
        won = flat > 0.999
        for gauge in (name for name in seats.column_names if name.startswith("gauge.")):
            values, name = column(seats, gauge), gauge.removeprefix("gauge.")
            self.gauges[name].add(values)
            self.winner_gauges[name].add(values[won])
        lists = seats["chances"].combine_chunks()
        curves = lists.values.to_numpy(zero_copy_only=False).reshape(-1, CHECKPOINTS)
        self.add_curves(curves, flat[np.diff(lists.offsets.to_numpy()) > 0])

    def add_firsts(self, seats: pa.Table, scores: Any) -> None:
        """The first decisions of the seats that had one."""
        made = seats["first"].fill_null(-1).to_numpy()
        opened, games, numbers = (column(seats, name) for name in ("opened", "game", "seat"))
        for is_first in (True, False):
            mine = np.flatnonzero((opened == is_first) & (made >= 0))
            actions, where, codes = np.unique(made[mine], return_index=True, return_inverse=True)
            for code, action in enumerate(actions.tolist()):
                at = mine[where[code]]
                game, seat = int(games[at]), int(numbers[at]) - 1
                first = self.firsts[is_first].setdefault(action, First(game, seat))
                if game < first.game:
                    first.game, first.seat = game, seat
                first.fared.add(scores[mine[codes == code]])
        if self.players == 2:
            self.add_first_pairs(made.reshape(-1, 2), scores.reshape(-1, 2))

    def add_first_pairs(self, made: Any, scores: Any) -> None:
        there = (made >= 0).all(1) & (made[:, 0] != made[:, 1])
        pairs, codes = np.unique(made[there], axis=0, return_inverse=True)
        for own in (0, 1):
            sums = [np.bincount(codes.ravel(), scores[there, own] ** power, len(pairs)) for power in (0, 1, 2)]
            for pair, n, total, squares in zip(pairs.tolist(), *sums, strict=True):
                self.first_pairs[pair[own], pair[1 - own]].add_sums(int(n), float(total), float(squares))

    def add_trait(self, seats: pa.Table, trait: str, scores: Any) -> None:
        codes, names = coded(seats, trait)
        short = trait.removeprefix("trait.")
        flat = scores.ravel()
        for code, name in enumerate(names):
            if (codes == code).any():
                self.traits[short][name].add(flat[codes == code])
        if self.players == 2 and len(names) <= 24:
            pairs = codes.reshape(-1, 2)
            for mine, theirs in ((0, 1), (1, 0)):
                both = pairs[:, mine] * 1000 + pairs[:, theirs]
                for pair in np.unique(both[(pairs >= 0).all(1)]):
                    key = (names[pair // 1000], names[pair % 1000])
                    self.pairings[short][key].add(scores[both == pair, mine])

    def add_curves(self, curves: Any, scores: Any) -> None:
        """The winner's chances over the match, and whether the judge's estimates are calibrated."""
        winners = curves[scores > 0.999]
        for place in range(CHECKPOINTS):
            bins = np.clip((winners[:, place] * BINS).astype(int), 0, BINS - 1)
            self.curve[place] += np.bincount(bins, minlength=BINS)
        said = curves[:, 1:-1].ravel()
        came = np.repeat(scores, CHECKPOINTS - 2)
        bins = np.clip((said * len(self.trust)).astype(int), 0, len(self.trust) - 1)
        for place, values in enumerate((np.ones_like(said), said, came)):
            self.trust[:, place] += np.bincount(bins, weights=values, minlength=len(self.trust))

    def add_uses(self, uses: pa.Table, numbers: Any, scores: Any) -> None:
        keys = list(self.uses)
        kinds, kind_names = coded(uses, "kind")
        parts, part_names = coded(uses, "component")
        place = {key: number for number, key in enumerate(keys)}
        lookup = np.full((len(kind_names), len(part_names)), -1)
        for k, kind in enumerate(kind_names):
            for p, part in enumerate(part_names):
                lookup[k, p] = place.get((kind, part), -1)
        component = lookup[kinds, parts]
        row = np.searchsorted(numbers, column(uses, "game"))
        times = np.zeros((len(numbers), self.players, len(keys)), np.int32)
        times[row, column(uses, "seat") - 1, component] = column(uses, "times")
        offered = uses["offered"].combine_chunks()
        seen = offered.is_valid().to_numpy(zero_copy_only=False)
        offers = np.bincount(component[seen], some(uses, "offered"), len(keys))
        watched_times = np.bincount(component[seen], column(uses, "times")[seen], len(keys))
        total = times.sum(1)
        more = times * self.players > total[:, None, :]
        won = more * scores[:, :, None]
        for number, key in enumerate(keys):
            use = self.uses[key]
            use.times += int(total[:, number].sum())
            use.games += int((total[:, number] > 0).sum())
            use.offered += int(offers[number])
            use.watched_times += int(watched_times[number])
            part = won[:, :, number]
            use.more.add_sums(int(more[:, :, number].sum()), float(part.sum()), float((part * part).sum()))

    def arrange(self) -> None:
        """Sort everything into the order of the game and the job, not the order of first occurrence."""
        table = self.run.table
        in_order(self.endings, (UNFINISHED, *(ending.name for ending in table.game.endings)))
        in_order(self.bots, table.bots)
        in_order(self.traits, table.metrics.traits)
        in_order(self.pairings, table.metrics.traits)
        for trait, values in self.traits.items():
            in_order(values, table.metrics.traits[trait])
        for trait, pairs in self.pairings.items():
            in_order(pairs, itertools.product(table.metrics.traits[trait], repeat=2))
        in_order(self.gauges, table.metrics.gauges)
        in_order(self.nature, table.game.families)

    def dead(self) -> tuple[list[Use], list[Use]]:
        """Components that were hardly used: those that never came up, and those that were passed over."""
        families = {name.replace("_", " ") for name, times in self.nature.items() if times}
        rare = [
            use
            for use in self.uses.values()
            if use.games < RARE * self.detailed and not (use.kind == "action" and use.name in families)
        ]
        return [use for use in rare if not use.offered and not use.times], [u for u in rare if u.offered or u.times]

    def seat_balance(self) -> Measure:
        """How far the luckiest or unluckiest seat is from its fair share."""
        worst = max(self.seats.values(), key=lambda sample: abs(sample.mean - self.fair))
        low, high = rate_interval(worst.total, worst.n)
        far = abs(worst.mean - self.fair)
        half = (high - low) / 2
        label = "farthest that a seat is from its fair share of wins"
        return Measure("seat_balance", label, far, max(0.0, far - half), far + half, worst.n, "%", "Seats")

    def measures(self) -> dict[str, Measure]:
        """All single numbers, by name: what sweeps plot, comparisons compare, and targets refer to."""
        metrics = self.run.table.metrics
        found = [
            mean_measure("length", f"length in {metrics.clock}", self.numbers["turns"], group="Length"),
            mean_measure("decisions", "decisions in a game", self.numbers["decisions"], group="Length"),
            mean_measure("options", "options in a decision", self.numbers["options"], group="Decisions"),
            mean_measure("meaningful", "decisions that matter", self.numbers["meaningful"], "%", "Decisions"),
            mean_measure("stakes", "chance at stake in a decision", self.numbers["stakes"], "%", "Decisions"),
            mean_measure("lead_changes", "changes of the lead", self.numbers["lead_changes"], group="Tension"),
            mean_measure("margin", "points between first and second", self.numbers["margin"], group="Tension"),
            mean_measure("decided", "part of the game before it is decided", self.numbers["decided"], "%", "Tension"),
            mean_measure("comeback", "lowest chance the winner had", self.numbers["lowest"], "%", "Tension"),
            share_measure("runaway", "games with a runaway leader", self.runaway.total, self.runaway.n, "Tension"),
            share_measure("half_leader", "leader at half-time wins", self.half.total, self.half.n, "Tension"),
            share_measure("draws", "games whose win is shared", self.shared, self.games, "Endings"),
            self.seat_balance(),
            share_measure("opener", "win rate of who decides first", self.opener.total, self.opener.n, "Seats"),
        ]
        for seat, sample in sorted(self.seats.items()):
            found.append(share_measure(f"seat.{seat}", f"win rate of seat {seat}", sample.total, sample.n, "Seats"))
        if len(self.bots) > 1:
            for bot, sample in self.bots.items():
                found.append(share_measure(f"bot.{bot}", f"win rate of {bot}", sample.total, sample.n, "Bots"))
            own = [sample for bot, sample in self.bots.items() if parted(bot)[1]]
            if len(own) == 1:
                label = "win rate of the bot with weights of its own"
                found.append(share_measure("win", label, own[0].total, own[0].n, "Bots"))
        for name, times in self.endings.items():
            if times:
                label = f"games in which {self.ending_text(name)}"
                found.append(share_measure(f"ending.{name}", label, times, self.games, "Endings"))
        found += self._trait_measures()
        for name, sample in self.gauges.items():
            found.append(mean_measure(f"gauge.{name}", metrics.gauges.get(name, name), sample, group="This game"))
        return {measure.name: measure for measure in found if measure.n and not math.isnan(measure.value)}

    def ending_text(self, name: str) -> str:
        """How such a game ends, in the game's own words."""
        texts = {ending.name: ending.text for ending in self.run.table.game.endings}
        return {UNFINISHED: "nothing was decided in time", **texts}[name]

    def components(self) -> dict[str, Measure]:
        """For each component with enough uses: the games with it, and the win rate of those who used it more."""
        found = []
        for use in self.uses.values():
            if use.games >= LEAST_USES:
                label = f"games with {use.kind} {use.name}"
                found.append(share_measure(f"use.{use.kind}.{use.name}", label, use.games, self.detailed, "Use"))
            if use.more.n >= LEAST_USES:
                label = f"win rate of who uses {use.kind} {use.name} more"
                found.append(share_measure(f"win.{use.kind}.{use.name}", label, use.more.total, use.more.n, "Use"))
        return {measure.name: measure for measure in found}

    def all_measures(self) -> dict[str, Measure]:
        """The measures, including those of components."""
        return {**self.measures(), **self.components()}

    def _trait_measures(self) -> list[Measure]:
        found = []
        for trait, values in self.traits.items():
            rates = {name: share_measure("", "", sample.total, sample.n) for name, sample in values.items()}
            if len(rates) > 1:
                gap = max(rates.values(), key=lambda m: m.value), min(rates.values(), key=lambda m: m.value)
                half = math.hypot(gap[0].high - gap[0].low, gap[1].high - gap[1].low) / 2
                far = gap[0].value - gap[1].value
                label = f"win rate between the best and the worst {trait}"
                n = min(gap[0].n, gap[1].n)
                found.append(Measure(f"spread.{trait}", label, far, max(0, far - half), far + half, n, "%", trait))
            for name, rate in rates.items():
                key = f"{trait}.{name.lower().replace(' ', '_')}"
                found.append(
                    Measure(key, f"win rate of {trait} {name}", rate.value, rate.low, rate.high, rate.n, "%", trait)
                )
        return found


def summarise(run: Run) -> Summary:
    """Read all tables of a run; BadRun if nothing has been played yet."""
    summary = Summary(run)
    summary.uses = {key: Use(*key) for key in run.table.metrics.components}
    for _, _, tables in run.batches():
        summary.add(tables)
    if summary.games == 0:
        raise BadRun(f"{run.folder}: no game of this run has been played yet")
    summary.arrange()
    return summary


def in_order(found: dict[Any, Any], names: Iterable[Any]) -> None:
    """Sort a dict in place by a list of names."""
    kept = {name: found[name] for name in names if name in found}
    found.clear()
    found.update(kept)


def strangest(summary: Summary) -> dict[str, int]:
    """The numbers of the longest match, and of the match with the most unusual length, lead, margin and ending."""
    longest, longest_turns = -1, -1
    odd, odd_score = -1, -1.0
    names = ("turns", "lead_changes", "margin")
    tails = {
        name: {v: -math.log2(summary.numbers[name].tail(v)) for v in summary.numbers[name].counts} for name in names
    }
    rarity = {name: -math.log2(times / summary.games) for name, times in summary.endings.items() if times}
    for first, last in summary.run.done():
        games = summary.run.read("games", first, last)
        turns, number = column(games, "turns"), column(games, "game")
        best = int(turns.argmax())
        if turns[best] > longest_turns:
            longest, longest_turns = int(number[best]), int(turns[best])
        codes, endings = coded(games, "ending")
        score = np.array([rarity.get(name, 0.0) for name in endings])[codes]
        for name in names:
            found, where = np.unique(column(games, name), return_inverse=True)
            score = score + np.array([tails[name][int(value)] for value in found])[where]
        score = np.where(number == longest, -1.0, score)
        best = int(score.argmax())
        if score[best] > odd_score:
            odd, odd_score = int(number[best]), float(score[best])
    found_games = {"longest": longest}
    if odd >= 0 and odd != longest:
        found_games["strangest"] = odd
    return found_games


def column(table: pa.Table, name: str) -> Any:
    return table[name].to_numpy()


def some(table: pa.Table, name: str) -> Any:
    """The values that are not None."""
    return table[name].drop_null().to_numpy()


def coded(table: pa.Table, name: str) -> tuple[Any, list[str]]:
    """A column of names as codes (-1 if there is none) and the names."""
    array = table[name].combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.unify_dictionaries().combine_chunks()
    return array.indices.fill_null(-1).to_numpy().astype(np.int64), array.dictionary.to_pylist()


def each(table: pa.Table, name: str) -> list[tuple[Any, str]]:
    codes, names = coded(table, name)
    return [(codes == code, value) for code, value in enumerate(names) if (codes == code).any()]


def seat_column(table: pa.Table, name: str) -> Any:
    """Seat numbers from 0 from a column; -1 if it names none."""
    codes, names = coded(table, name)
    seats = np.array([-1 if value == NOBODY else int(value) - 1 for value in names])
    return seats[codes]
