"""Two runs side by side: what changed, and whether it is more than noise."""

import math
from dataclasses import dataclass
from html import escape

from ..reports import charts
from ..reports.charts import Bar
from ..reports.findings import SURE, corrected
from ..reports.report import section
from ..reports.sample import Measure, Z
from ..reports.style import page
from ..reports.summary import Summary


@dataclass(frozen=True)
class Change:
    """One measure in both runs. `p` is how likely noise alone makes such a difference, all comparisons considered."""

    before: Measure
    after: Measure
    p: float

    @property
    def difference(self) -> float:
        return self.after.value - self.before.value

    @property
    def half(self) -> float:
        """Half the width of the difference's 95 % interval."""
        return Z * math.hypot(self.before.error, self.after.error)

    @property
    def low(self) -> float:
        """The lower end of the difference's 95 % interval, as wide as those of the two runs are on that side."""
        return self.difference - math.hypot(self.after.value - self.after.low, self.before.high - self.before.value)

    @property
    def high(self) -> float:
        return self.difference + math.hypot(self.after.high - self.after.value, self.before.value - self.before.low)

    @property
    def is_real(self) -> bool:
        return self.p < SURE

    @property
    def verdict(self) -> str:
        return "more than noise" if self.is_real else "may be noise"

    def text(self) -> str:
        return f"{self._signed(self.difference)} ({self._signed(self.low)} to {self._signed(self.high)})"

    def _signed(self, value: float) -> str:
        text = self.before.text(abs(value))
        return text if text == self.before.text(0.0) else f"{'+' if value > 0 else '−'}{text}"


def compare(before: Summary, after: Summary) -> list[Change]:
    """Every measure that both runs have, the surest changes first."""
    first, second = before.all_measures(), after.all_measures()
    pairs = [(first[name], second[name]) for name in first if name in second]
    raw = [chance_of_noise(a, b) for a, b in pairs]
    changes = [Change(a, b, p) for (a, b), p in zip(pairs, corrected(raw), strict=True)]
    return sorted(changes, key=lambda change: (change.p, -abs(score(change.before, change.after))))


def score(a: Measure, b: Measure) -> float:
    """The difference in standard errors."""
    error = math.hypot(a.error, b.error)
    if error == 0:
        return 0.0 if a.value == b.value else math.inf
    return (b.value - a.value) / error


def chance_of_noise(a: Measure, b: Measure) -> float:
    return math.erfc(abs(score(a, b)) / math.sqrt(2))


def differences(before: Summary, after: Summary) -> list[str]:
    """How the two runs were set up differently, in words."""
    a, b = before.run, after.run
    words = [
        f"{name} {x} and {y}"
        for name, x, y in (
            ("players", a.job.players, b.job.players),
            ("bots", ", ".join(a.job.bots), ", ".join(b.job.bots)),
            ("random decisions at the start", a.job.opening, b.job.opening),
            ("rules version", before.run.table.game.version, after.run.table.game.version),
        )
        if x != y
    ]
    one, other = a.describe(), b.describe()
    for name in dict.fromkeys([*one, *other]):
        if one.get(name) != other.get(name):
            words.append(f"{name} {one.get(name, 'as in the box')} and {other.get(name, 'as in the box')}")
    return words


def compare_page(before: Summary, after: Summary, changes: list[Change]) -> str:
    game = after.run.table.game
    real = [change for change in changes if change.is_real]
    setup = "; ".join(differences(before, after)) or "none: the same table with other seeds, or the same run"
    lead = (
        f"<h1>{escape(game.title)}: what changed</h1><p class='lead'>{escape(str(before.run.folder))} "
        f"({before.games:,} games) and {escape(str(after.run.folder))} ({after.games:,} games). "
        f"Differences between the tables: {escape(setup)}.</p>"
    )
    items = [
        f'<li class="note">{escape(c.before.label.capitalize())}: {c.before.text()} → {c.after.text()} '
        f"({c.text()})</li>"
        for c in real[:8]
    ] or ['<li class="fine">Nothing changed by more than noise.</li>']
    parts = [lead, section("In short", f'<ul class="short">{"".join(items)}</ul>')]
    if real:
        parts.append(section("More than noise", '<div class="pair">', *map(pair_chart, real), "</div>"))
    rows = "".join(
        f"<tr><td>{escape(c.before.label)}</td><td class='n'>{c.before.text()}</td><td class='n'>{c.after.text()}</td>"
        f"<td class='n'>{c.text()}</td>"
        f"<td class='{'verdict-more' if c.is_real else 'verdict-noise'}'>{c.verdict}</td></tr>"
        for c in changes
    )
    head = "<tr><th></th><th class='n'>before</th><th class='n'>after</th><th class='n'>difference</th><th></th></tr>"
    note = (
        '<p class="soft">A difference counts as more than noise where chance alone would make one that large, among '
        "all these comparisons together, less than once in twenty times (Holm's correction).</p>"
    )
    parts.append(section("Everything", note, f'<div class="scroll"><table>{head}{rows}</table></div>'))
    return page(f"{escape(game.title)}: what changed", "".join(parts))


def pair_chart(change: Change) -> str:
    bars = [
        Bar("before", change.before.value, change.before.low, change.before.high, change.before.text(), "even"),
        Bar("after", change.after.value, change.after.low, change.after.high, change.after.text(), "main"),
    ]
    drawn = charts.intervals(bars, change.before.label, percent=change.before.is_share, width=520)
    return f"<div><h3>{escape(change.before.label)}</h3>{drawn}</div>"
