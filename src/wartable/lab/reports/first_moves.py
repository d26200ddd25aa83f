"""First moves: what each player's first decision was, and how those fared who made it so."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from wartable.core.match import Match

from ..runs.replay import logs_of
from ..runs.run import Run
from . import charts
from .again import Place
from .changes import chance_of_noise
from .sample import Measure, Sample, rate_interval, share_measure
from .summary import LEAST_USES, First, Summary

MOST_SHOWN = 12
LEAST_PAIRS = 20
GROUPS = {True: "Whoever decides first", False: "The others"}


@dataclass(frozen=True)
class Opening:
    """A first move, beside all other first moves of the same group of players."""

    is_first: bool
    action: int
    made: First
    rate: Measure
    others: Measure

    @property
    def question(self) -> tuple[str, str, str]:
        return "first move", str(self.is_first), str(self.action)

    @property
    def chance(self) -> float:
        """How likely luck alone makes such a difference from the other first moves."""
        return chance_of_noise(self.rate, self.others)


def together(made: Iterable[First]) -> Sample:
    whole = Sample()
    for one in made:
        whole.add_sums(one.fared.n, one.fared.total, one.fared.squares)
    return whole


def openings(summary: Summary) -> list[Opening]:
    """The first moves that were made often enough to be compared, the most frequent first."""
    found = []
    for is_first, made in summary.firsts.items():
        whole = together(made.values())
        for action, one in made.items():
            rest = whole.n - one.fared.n
            if min(one.fared.n, rest) >= LEAST_USES:
                rate = share_measure("", "", one.fared.total, one.fared.n)
                others = share_measure("", "", whole.total - one.fared.total, rest)
                found.append(Opening(is_first, action, one, rate, others))
    return sorted(found, key=lambda one: (not one.is_first, -one.made.fared.n, one.action))


def labels(run: Run, wanted: Iterable[First]) -> dict[tuple[int, int], tuple[str, Place]]:
    """What each first move is called, with the place where it is made, by game and seat."""
    games: dict[int, set[int]] = {}
    for one in wanted:
        games.setdefault(one.game, set()).add(one.seat)
    found = {}
    for number, log in logs_of(run, list(games)):
        missing = games[number]
        job = run.job
        match = Match.start(run.table.game, job.options, job.players, real_dice=True, files=job.files, cells=job.cells)
        while missing and len(match.steps) < len(log):
            step = len(match.steps)
            seat, action = (int(one) for one in log[step])
            if seat in missing and len(match.legal(seat)) > 1:
                found[number, seat] = match.typed(seat).label(action), Place(number, step)
                missing.discard(seat)
            match.play(seat, action)
    return found


def first_move_pairs(summary: Summary) -> tuple[list[str], dict[tuple[str, str], tuple[float, float, float]]]:
    """For two players: the names of the most frequent first moves, and the win rate of each against each other."""
    made = {one.action: one.made for one in reversed(openings(summary))}
    actions = sorted(made, key=lambda action: (-made[action].fared.n, action))[:MOST_SHOWN]
    called = labels(summary.run, [made[action] for action in actions])
    names: dict[int, str] = {}
    for action in actions:
        label = called.get((made[action].game, made[action].seat), ("", None))[0]
        names[action] = label if label and label not in names.values() else f"{label} (action {action})".strip()
    pairs = {
        (names[mine], names[theirs]): (sample.mean, *rate_interval(sample.total, sample.n))
        for (mine, theirs), sample in summary.first_pairs.items()
        if mine in names and theirs in names and sample.n >= LEAST_PAIRS
    }
    met = {name for pair in pairs for name in pair}
    return [name for name in names.values() if name in met], pairs


def first_moves_tables(summary: Summary, is_sure: Callable[[Opening], bool], whisker: Callable[..., str]) -> str:
    """A table for each group of players, with a mark at what is more than luck."""
    found = openings(summary)
    shown = {is_first: [one for one in found if one.is_first is is_first][:MOST_SHOWN] for is_first in GROUPS}
    named = labels(summary.run, [one.made for group in shown.values() for one in group])

    def row(one: Opening, whole: Sample) -> str:
        label = named.get((one.made.game, one.made.seat), (f"action {one.action}", None))[0]
        rate = whisker(one.rate.value, one.rate.low, one.rate.high, whole.mean)
        return (
            f"<tr><td>{'! ' if is_sure(one) else ''}{escape(label)}</td>"
            f'<td class="n">{one.made.fared.n / whole.n:.1%}</td><td class="rate">{rate}</td></tr>'
        )

    head = '<tr><th></th><th class="n">chosen by</th><th class="rate">win rate</th></tr>'
    parts = []
    for is_first, who in GROUPS.items():
        made: dict[int, Any] = summary.firsts[is_first]
        whole, group = together(made.values()), shown[is_first]
        if group:
            rest = len(made) - len(group)
            parts.append(
                f'<h3>{who}</h3><p class="soft">{whole.n:,} first moves of {len(made):,} kinds, which win '
                f"{whole.mean:.1%} together{f'; the {rest:,} rarest are left out' if rest else ''}.</p>"
                f'<div class="scroll"><table class="uses">{head}{"".join(row(one, whole) for one in group)}'
                "</table></div>"
            )
    names, pairs = first_move_pairs(summary)
    if len(names) > 2:
        parts.append(
            '<h3>Each first move against each other</h3><p class="soft">The row\'s win rate against the column, '
            "whoever was first; coloured where it is more than noise.</p>"
            f'<div class="wide-chart">{charts.grid(names, pairs, "First move against first move")}</div>'
        )
    return "".join(parts)
