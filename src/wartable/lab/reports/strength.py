"""Compares a weak and a strong player at the same table: where the answer changes with strength."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from .changes import SURE, Change, compare_measures, corrected
from .findings import Findings
from .sample import Measure
from .summary import Summary

MOST_CHANGES = 8


def player(summary: Summary) -> str:
    return " and ".join(dict.fromkeys(summary.run.job.bots))


def by_strength(one: Findings, other: Findings) -> str:
    """The sentences at the top of a report: faults that only one of the two players meets, then the figures that
    differ.
    """
    first, second = player(one.summary), player(other.summary)
    items = [f'<li class="look">{escape(words)}</li>' for words in (*lone_faults(one, other), *lone_faults(other, one))]
    changes = [
        change for change in compare_measures(one.summary.measures(), other.summary.measures()) if change.is_real
    ]
    changes.sort(
        key=lambda change: (not turns_round(change, one.summary), not is_win_rate(change, one.summary), change.p)
    )
    for change in changes[:MOST_CHANGES]:
        tone = "look" if turns_round(change, one.summary) else "note"
        items.append(f'<li class="{tone}">{escape(said(change, first, second, one.summary))}</li>')
    if not items:
        words = (
            f"No answer changes with strength, as far as {one.summary.games:,} matches of {first} and "
            f"{other.summary.games:,} of {second} can tell."
        )
        items.append(f'<li class="fine">{escape(words)}</li>')
    note = (
        f"<p class='soft'>All else on this page is of {escape(first)}. Differences are more than noise by Holm's "
        f"correction; {escape(second)} played {other.summary.games:,} matches of the same kind.</p>"
    )
    return f'<ul class="short">{"".join(items)}</ul>{note}'


def lone_faults(one: Findings, other: Findings) -> Iterator[str]:
    """The faults that one player meets and the other's matches do not show."""
    theirs = {finding.topic for finding in other.all() if finding.tone == "look"}
    for finding in one.all():
        if finding.tone == "look" and finding.topic not in theirs:
            yield (
                f"Between {player(one.summary)}, and not shown by {other.summary.games:,} matches of "
                f"{player(other.summary)}: {finding.words}"
            )


def is_win_rate(change: Change, summary: Summary) -> bool:
    return change.before.name.startswith(("seat.", "opener", *(f"{trait}." for trait in summary.traits)))


def turns_round(change: Change, summary: Summary) -> bool:
    """Whether a win rate is significantly above its fair share with one player and below it with the other."""
    fair = summary.fair
    return is_win_rate(change, summary) and (
        (change.before.low > fair and change.after.high < fair)
        or (change.before.high < fair and change.after.low > fair)
    )


def said(change: Change, first: str, second: str, summary: Summary) -> str:
    turned = " It turns round." if turns_round(change, summary) else ""
    label = change.before.label[0].upper() + change.before.label[1:]
    return (
        f"{label}: {change.before.text()} between {first}, {change.after.text()} between {second} "
        f"(difference {change.text()}).{turned}"
    )


def effects_by_strength(labels: Sequence[str], one: Sequence[Summary], other: Sequence[Summary]) -> str:
    """For a sweep: where a change from the first value has different effects for the two players."""
    first, second = player(one[0]), player(other[0])
    found: list[tuple[float, str]] = []
    measures, theirs = ([summary.measures() for summary in side] for side in (one, other))
    for place in range(1, len(labels)):
        for name in measures[0]:
            four = [side[at].get(name) for side in (measures, theirs) for at in (0, place)]
            there = [measure for measure in four if measure is not None]
            if len(there) == 4:
                mine, yours = Change(there[0], there[1], 1.0), Change(there[2], there[3], 1.0)
                label = there[0].label[0].upper() + there[0].label[1:]
                words = (
                    f"{label}, from {labels[0]} to {labels[place]}: {mine.text()} between {first}, {yours.text()} "
                    f"between {second}."
                )
                found.append((chance_of_no_difference(there, yours.difference - mine.difference), words))
    chances = corrected([chance for chance, _ in found])
    sure = sorted((chance, words) for chance, (_, words) in zip(chances, found, strict=True) if chance < SURE)
    items = [f'<li class="note">{escape(words)}</li>' for _, words in sure[:MOST_CHANGES]]
    if not items:
        items = ['<li class="fine">No change does something else with strength, as far as these matches can tell.</li>']
    note = (
        f'<p class="soft">{len(found):,} effects were compared, with Holm\'s correction. {escape(second)} played '
        f"{other[0].games:,} matches for each value; all else on this page is of {escape(first)}.</p>"
    )
    return f'<ul class="short">{"".join(items)}</ul>{note}'


def chance_of_no_difference(four: Sequence[Measure], difference: float) -> float:
    error = math.sqrt(sum(measure.error**2 for measure in four))
    return math.erfc(abs(difference) / error / math.sqrt(2)) if error else float(difference == 0)
