"""Two runs measure by measure: what differs by more than noise, all comparisons considered."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .sample import Measure, Z
from .summary import Summary

SURE = 0.05


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
        """Half the width of the difference's 95% interval."""
        return Z * math.hypot(self.before.error, self.after.error)

    @property
    def low(self) -> float:
        """The lower end of the difference's 95% interval, as wide as those of the two runs are on that side."""
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
    return compare_measures(before.all_measures(), after.all_measures())


def compare_measures(first: Mapping[str, Measure], second: Mapping[str, Measure]) -> list[Change]:
    pairs = [(first[name], second[name]) for name in first if name in second]
    raw = [chance_of_noise(a, b) for a, b in pairs]
    changes = [Change(a, b, p) for (a, b), p in zip(pairs, corrected(raw), strict=True)]
    return sorted(changes, key=lambda change: (change.p, -abs(score(change.before, change.after))))


def corrected(raw: list[float]) -> list[float]:
    """Holm's correction: with many comparisons some look like changes by luck alone."""
    order = sorted(range(len(raw)), key=lambda i: raw[i])
    result = [1.0] * len(raw)
    least = 0.0
    for rank, number in enumerate(order):
        least = max(least, min(1.0, raw[number] * (len(raw) - rank)))
        result[number] = least
    return result


def score(a: Measure, b: Measure) -> float:
    """The difference in standard errors."""
    error = math.hypot(a.error, b.error)
    if error == 0:
        return 0.0 if a.value == b.value else math.inf
    return (b.value - a.value) / error


def chance_of_noise(a: Measure, b: Measure) -> float:
    return math.erfc(abs(score(a, b)) / math.sqrt(2))
