"""Compares two runs: what changed, and whether it is more than noise."""

from html import escape
from typing import Any

from ..reports import charts
from ..reports.changes import Change
from ..reports.charts import Bar
from ..reports.findings import Findings
from ..reports.report import section
from ..reports.style import page
from ..reports.summary import Summary

ABOUT = {
    "length": ("length",),
    "seat": ("seat_balance", "seat."),
    "opener": ("opener",),
    "lead": ("half_leader", "decided"),
    "decisions": ("meaningful",),
    "endings": ("ending.",),
    "dead": ("use.",),
    "rare": ("use.",),
    "unseen": ("use.",),
    "winners": ("win.",),
}
"""By the topic of a sentence, the measures that it speaks of."""
MOST_DIFFERENCES = 3


def differences(before: Summary, after: Summary) -> list[str]:
    """The differences in the setups of the runs, in words."""
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


def beside(before: Findings, after: Findings, changes: list[Change]) -> list[dict[str, Any]]:
    """The sentences of two reports side by side: first those that have become or ceased to be faults, then those about
    figures that changed by more than noise.
    """
    rows = []
    first, second = ({one.topic: one for one in side.all()} for side in (before, after))
    for topic in dict.fromkeys([*second, *first]):
        pair = first.get(topic), second.get(topic)
        tones = ["" if one is None else one.tone for one in pair]
        about = [change for change in changes if change.is_real and is_about(change.before.name, topic)]
        turned = (tones[0] == "look") != (tones[1] == "look")
        words = ["" if one is None else one.words for one in pair]
        rows.append(
            {
                "topic": topic,
                "before": words[0],
                "after": words[1],
                "tones": tones,
                "changed": turned or (bool(about) and words[0] != words[1]),
                "turned": turned,
                "differences": [f"{one.before.label}: {one.text()}" for one in about[:MOST_DIFFERENCES]],
            }
        )
    return sorted(rows, key=lambda row: (not row["turned"], not row["changed"], "look" not in row["tones"]))


def is_about(measure: str, topic: str) -> bool:
    """Whether a sentence of a report speaks of a measure."""
    trait = topic.removeprefix("trait-")
    parts = (f"{trait}.", f"spread.{trait}") if trait != topic else ABOUT.get(topic, ())
    return measure.startswith(tuple(parts))


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
