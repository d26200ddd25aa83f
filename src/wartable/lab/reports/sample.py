"""Numbers with their uncertainty: means, shares and spreads that can be accumulated batch by batch."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Z = 1.959964


@dataclass
class Sample:
    """The values so far: their number, mean and spread; whole numbers are also counted individually."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = math.inf
    most: float = -math.inf
    counts: Counter[int] = field(default_factory=Counter)

    def add(self, values: Any, count: bool = False) -> None:
        values = np.asarray(values, np.float64)
        if values.size == 0:
            return
        self.n += values.size
        self.total += float(values.sum())
        self.squares += float((values * values).sum())
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))
        if count:
            found, times = np.unique(values.astype(np.int64), return_counts=True)
            self.counts.update(dict(zip(found.tolist(), times.tolist(), strict=True)))

    def add_sums(self, n: int, total: float, squares: float) -> None:
        self.n += n
        self.total += total
        self.squares += squares

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else math.nan

    @property
    def deviation(self) -> float:
        if self.n < 2:
            return math.nan
        return math.sqrt(max(0.0, (self.squares - self.total * self.total / self.n) / (self.n - 1)))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / math.sqrt(self.n) if self.n > 1 else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the mean."""
        return self.mean - Z * self.error, self.mean + Z * self.error

    def quantile(self, share: float) -> int:
        """The counted value below which this share of the values lies."""
        wanted, seen = share * self.n, 0
        for value, times in sorted(self.counts.items()):
            seen += times
            if seen >= wanted:
                return value
        return max(self.counts, default=0)

    def tail(self, value: int) -> float:
        """The share of counted values that are at least as extreme as this one, on its side of the median."""
        above = sum(times for other, times in self.counts.items() if other >= value)
        below = sum(times for other, times in self.counts.items() if other <= value)
        return min(above, below) / self.n


def rate_interval(total: float, n: int) -> tuple[float, float]:
    """Wilson's interval for a share; also for shared wins, which count as fractions."""
    if n == 0:
        return 0.0, 1.0
    share = total / n
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(max(0.0, share * (1 - share)) / n + Z * Z / (4 * n * n))
    # Rounding must not leave the share itself outside.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


@dataclass(frozen=True)
class Measure:
    """A result: a value, its 95% confidence interval, and the number of cases behind it."""

    name: str
    label: str
    value: float
    low: float
    high: float
    n: int
    unit: str = ""
    group: str = ""

    @property
    def error(self) -> float:
        return (self.high - self.low) / (2 * Z)

    @property
    def is_share(self) -> bool:
        return self.unit == "%"

    def text(self, value: float | None = None) -> str:
        return number_text(self.value if value is None else value, self.unit)

    @property
    def range_text(self) -> str:
        return f"{self.text(self.low)} to {self.text(self.high)}"


def number_text(value: float, unit: str = "") -> str:
    """A number for people: shares as percent, and only significant digits."""
    if math.isnan(value):
        return "–"
    if unit == "%":
        value *= 100
        digits = 0 if abs(value) >= 99.95 or value == 0 else 1
        return f"{value:.{digits}f}%"
    digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


def mean_measure(name: str, label: str, sample: Sample, unit: str = "", group: str = "") -> Measure:
    low, high = sample.interval
    return Measure(name, label, sample.mean, low, high, sample.n, unit, group)


def share_measure(name: str, label: str, total: float, n: int, group: str = "") -> Measure:
    low, high = rate_interval(total, n)
    return Measure(name, label, total / n if n else math.nan, low, high, n, "%", group)
