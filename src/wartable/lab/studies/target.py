"""Targets: what a designer wants of a game, as text, and how far a game is from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from wartable.errors import WartableError

from ..reports.sample import Measure, number_text

_NUMBER = r"-?\d+(?:\.\d+)?"
_TARGET = re.compile(
    rf"\s*(?P<name>[A-Za-z_][\w.+' -]*?)\s*(?:=\s*(?P<low>{_NUMBER})\s*\.\.\s*(?P<high>{_NUMBER})"
    rf"|(?P<sign><=|>=|=)\s*(?P<value>{_NUMBER}))\s*(?P<percent>%)?\s*(?P<unit>[A-Za-z ]*)\s*"
)


class BadTarget(WartableError):
    """The target cannot be parsed, or refers to something that is not measured."""


@dataclass(frozen=True)
class Target:
    """A measure and its desired range."""

    text: str
    name: str
    low: float | None
    high: float | None
    is_percent: bool

    def is_met(self, measure: Measure) -> bool:
        return self.outside(measure.value) == 0

    def outside(self, value: float) -> float:
        """How far a value is outside the range, relative to the size of the range."""
        scale = max(abs(self.low or 0.0), abs(self.high or 0.0), 0.01 if self.is_percent else 1.0)
        if self.low is not None and value < self.low:
            return (self.low - value) / scale
        if self.high is not None and value > self.high:
            return (value - self.high) / scale
        return 0.0

    def miss(self, measure: Measure) -> float:
        """How far the measure is outside the range with certainty; the part that may be noise counts a tenth."""
        sure = min(self.outside(value) for value in (measure.low, measure.value, measure.high))
        if self.low is not None and self.high is not None and measure.low <= self.low and measure.high >= self.high:
            sure = 0.0
        return sure + 0.1 * (self.outside(measure.value) - sure)

    def range_text(self) -> str:
        unit = "%" if self.is_percent else ""
        if self.low is None:
            return f"at most {number_text(self.high or 0.0, unit)}"
        if self.high is None:
            return f"at least {number_text(self.low, unit)}"
        return f"{number_text(self.low, unit)} to {number_text(self.high, unit)}"


def read_target(text: str) -> Target:
    """`length=15..20 turns`, `seat_balance<=3%`, `decided>=60%`."""
    match = _TARGET.fullmatch(text)
    if match is None:
        raise BadTarget(f"target {text!r}: write it as length=15..20, seat_balance<=3% or decided>=60%")
    scale = 0.01 if match["percent"] else 1.0
    if match["low"] is not None:
        low, high = float(match["low"]) * scale, float(match["high"]) * scale
        if low > high:
            raise BadTarget(f"target {text!r}: the range goes down")
        return Target(text, match["name"], low, high, bool(match["percent"]))
    value = float(match["value"]) * scale
    low_side = None if match["sign"] == "<=" else value
    high_side = None if match["sign"] == ">=" else value
    return Target(text, match["name"], low_side, high_side, bool(match["percent"]))


def check_targets(targets: list[Target], measures: Mapping[str, Measure]) -> None:
    """Refuse a target that these games do not measure, or that is in percent if the measure is not."""
    for target in targets:
        if target.name not in measures:
            known = ", ".join(measures)
            raise BadTarget(f"target {target.text!r}: {target.name} is not measured in these games; there are: {known}")
        if measures[target.name].is_share != target.is_percent:
            want = (
                "is a share: write it with %" if measures[target.name].is_share else "is no share: write it without %"
            )
            raise BadTarget(f"target {target.text!r}: {target.name} {want}")
