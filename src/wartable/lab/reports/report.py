"""The report of a run: one HTML file for the designer of the game."""

import re
from collections.abc import Iterable
from contextlib import suppress
from html import escape

import numpy as np

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.drawing.draw import draw
from wartable.errors import WartableError
from wartable.files import write_bytes

from ..runs.replay import NoReplay, save_replay
from ..runs.run import Run
from ..runs.simulate import CHECKPOINTS, MEANINGFUL, RUNAWAY
from . import charts
from .again import look_again
from .changes import SURE
from .charts import Bar
from .findings import Finding, Findings
from .first_moves import first_moves_tables
from .happenings import Happening, Happenings, count_happenings
from .sample import Measure, Sample, number_text, rate_interval
from .strength import by_strength
from .style import page
from .summary import BINS, LEAST_USES, RARE, Summary, Use, strangest, summarise

FRAMES = 6
MOST_ROWS = 30
FRAME_BYTES = 400_000


def write_report(run: Run, also: Run | None = None) -> Findings:
    """Summarise a run, replay its longest and its most unusual game, and write report.html next to its tables.

    `also` is the same table with another player: where its answers differ, the report says so first.
    """
    summary = summarise(run)
    replays: dict[str, tuple[int, Match | str]] = {}
    for name, number in strangest(summary).items():
        try:
            replays[name] = (number, save_replay(run, number, run.folder / f"{name}.jsonl"))
        except WartableError as error:
            replays[name] = (number, str(error))
    happenings = count_happenings(run, summary.games)
    findings = Findings(summary, look_again(run, summary.games))
    other = None if also is None else summarise(also)
    strength = "" if other is None else by_strength(findings, Findings(other, look_again(other.run, other.games)))
    watched = save_moments(run, findings.all())
    write_bytes(run.folder / "report.html", report(summary, strength, findings, watched, replays, happenings).encode())
    return findings


def report(
    summary: Summary,
    strength: str,
    findings: Findings,
    watched: dict[str, str],
    replays: dict[str, tuple[int, Match | str]],
    happenings: Happenings,
) -> str:
    measures = summary.measures()
    parts = [
        heading(summary),
        section("What changes with strength", strength) if strength else "",
        in_short(findings, watched),
        length(summary, measures),
        winning(summary),
        first_moves(findings),
        tension(summary, measures),
        decisions(summary, measures),
        endings(summary),
        components(summary),
        dead(summary),
        gauges(summary),
        happens(happenings, summary.players),
        *(replayed(summary, name, number, match) for name, (number, match) in replays.items()),
        how(summary),
    ]
    return page(f"{escape(summary.run.table.game.title)}: how it plays", "".join(parts))


def heading(summary: Summary) -> str:
    job, game = summary.run.job, summary.run.table.game
    bots = " against ".join(job.bots) if len(job.bots) > 1 else f"{job.bots[0]} in every seat"
    changed = "; ".join(f"{name}: {value}" for name, value in summary.run.describe().items())
    return (
        f"<h1>{escape(game.title)}: how it plays</h1>"
        f'<p class="lead">{summary.games:,} games, {job.players} players, bots: {escape(bots)}. '
        f"{'Changed: ' + escape(changed) + '.' if changed else 'All options and numbers as in the box.'}</p>"
    )


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{title}</h2>{''.join(parts)}</section>"


def chart(drawn: str) -> str:
    return f'<div class="wide-chart">{drawn}</div>'


def beside(drawn: str, words: str) -> str:
    """A chart, with related content on its right if there is room."""
    return f'<div class="beside"><div>{drawn}</div><div>{words}</div></div>'


def tiles(measures: Iterable[Measure]) -> str:
    cells = [
        f'<div class="tile"><b>{m.text()}</b><span>{escape(m.label)}<br>'
        f"{m.text(m.low)} to {m.text(m.high)}</span></div>"
        for m in measures
    ]
    return f'<div class="tiles">{"".join(cells)}</div>'


def in_short(findings: Findings, watched: dict[str, str]) -> str:
    items = "".join(
        f'<li class="{one.tone}">{escape(one.words)}{watch_line(watched.get(one.topic))}</li>' for one in findings.all()
    )
    note = (
        f'<p class="soft">! marks what is more than chance: {findings.asked} questions were asked of these matches, '
        f"and together they call luck a fault in fewer than {SURE:.0%} of such reports (Holm's correction). Each "
        "interval is a 95% interval of its own figure.</p>"
    )
    return section("In short", f'<ul class="short">{items}</ul>{note}')


def watch_line(command: str | None) -> str:
    return f" <br><code>{escape(command)}</code>" if command else ""


def save_moments(run: Run, findings: list[Finding]) -> dict[str, str]:
    """Save the match to watch of each finding; the commands that show them, by topic."""
    commands = {}
    for one in findings:
        if one.watch is not None:
            path = run.folder / f"watch-{re.sub('[^a-z0-9]+', '-', one.topic)}.jsonl"
            with suppress(NoReplay):
                save_replay(run, one.watch.game, path)
                commands[one.topic] = f"wartable replay {path} --at {one.watch.step}"
    return commands


def length(summary: Summary, measures: dict[str, Measure]) -> str:
    clock, turns = summary.run.table.metrics.clock, summary.numbers["turns"]
    drawn = charts.histogram(turns.counts, f"How many {clock} games take", turns.mean)
    return section(
        "Length",
        f'<p class="soft">How many {escape(clock)} a game takes: the taller a bar, the more games.</p>',
        beside(chart(drawn), tiles(measures[name] for name in ("length", "decisions") if name in measures)),
    )


def rate_bars(samples: dict[str, Sample], fair: float) -> list[Bar]:
    bars = []
    for name, sample in samples.items():
        low, high = rate_interval(sample.total, sample.n)
        tone = "high" if low > fair else "low" if high < fair else "even"
        bars.append(Bar(name, sample.mean, low, high, f"{sample.mean:.1%} of {sample.n:,}", tone))
    return bars


def winning(summary: Summary) -> str:
    fair = summary.fair
    seats = {f"seat {seat}": sample for seat, sample in sorted(summary.seats.items())}
    if summary.opener.n:
        seats["decides first"] = summary.opener
    words = (
        '<p class="soft">Share of games won; a shared win counts in parts. The line around a dot is where the true '
        "rate lies with 95% confidence, the dashed line is what would be fair. Blue is above, orange below, grey "
        "cannot be told from fair.</p>"
    )
    parts = [beside(chart(charts.intervals(rate_bars(seats, fair), "Win rate by seat", fair)), words)]
    if len(summary.bots) > 1:
        parts += ["<h3>By bot</h3>", chart(charts.intervals(rate_bars(summary.bots, fair), "Win rate by bot", fair))]
    for trait, values in summary.traits.items():
        if not values:
            continue
        ordered = dict(sorted(values.items(), key=lambda item: -item[1].mean))
        parts += [
            f"<h3>By {escape(trait)}</h3>",
            chart(charts.intervals(rate_bars(ordered, fair), f"Win rate by {trait}", fair)),
        ]
        pairs = {
            pair: (s.mean, *rate_interval(s.total, s.n)) for pair, s in summary.pairings[trait].items() if s.n >= 20
        }
        if len(ordered) > 2 and pairs:
            parts += [
                f'<h3>Each {escape(trait)} against each other</h3><p class="soft">The row\'s win rate against the '
                "column; coloured where it is more than noise.</p>",
                chart(charts.grid(list(ordered), pairs, f"{trait} against {trait}")),
            ]
    return section("Who wins", *parts)


def first_moves(findings: Findings) -> str:
    summary = findings.summary
    tables = first_moves_tables(summary, lambda one: findings.sure(*one.question), whisker)
    if not tables:
        return ""
    opening = summary.run.job.opening
    how = (
        "They were drawn at random (--opening), so like is compared with like."
        if opening
        else "The players chose them, so a move that suits lucky positions looks better than it is; with --opening 1 "
        "they are drawn at random."
    )
    words = (
        '<p class="soft">The first decision of each player with a choice. The dashed line is the win rate of all first '
        f"moves together; ! marks what differs from the others by more than chance. {how}</p>"
    )
    return section("First moves", words, tables)


def tension(summary: Summary, measures: dict[str, Measure]) -> str:
    names = ("lead_changes", "margin", "half_leader", "decided", "comeback", "runaway")
    parts = [tiles(measures[name] for name in names if name in measures)]
    if summary.curve[0].sum():
        parts += [
            "<h3>The winner's chances over the game</h3>",
            beside(
                chart(charts.band(curve_rows(summary), "Chances of the later winner", ("start", "end of the game"))),
                f'<p class="soft">As the game\'s judge saw them in {summary.watched:,} games: the line is the middle, '
                "half of the winners were within the dark band, nine in ten within the light one. A line that is high "
                "early means games that are decided early.</p>",
            ),
        ]
    changes = summary.numbers["lead_changes"]
    margins = summary.numbers["margin"]
    parts.append(
        '<div class="pair"><div><h3>Changes of the lead</h3>'
        + charts.histogram(changes.counts, "Changes of the lead", changes.mean, 500, 40)
        + "</div><div><h3>Points between first and second at the end</h3>"
        + charts.histogram(margins.counts, "Final margin", margins.mean, 500, 40)
        + "</div></div>"
    )
    rows = [(n, said / n, came / n) for n, said, came in summary.trust if n >= 30]
    if rows:
        parts.append(
            "<details><summary>Can the judge be trusted?</summary><p class='soft'>Each dot gathers moments at which "
            "the judge gave a seat about the same chance (left to right); its height is how often that seat then won. "
            "On the dashed line the judge is right.</p>"
            + charts.trust(rows, "Chances said and chances that came true")
            + "</details>"
        )
    parts.append(
        f'<p class="soft">A runaway leader had a chance of {RUNAWAY:.0%} in the first half and never fell below 50% '
        "after that. A game is decided when the later winner is ahead for good.</p>"
    )
    return section("Tension", *parts)


def curve_rows(summary: Summary) -> list[tuple[float, float, float, float, float]]:
    """For each moment of the game, the chances that 5, 25, 50, 75 and 95% of the winners were below."""
    rows = []
    for place in range(CHECKPOINTS):
        sums = np.cumsum(summary.curve[place]) / max(1, summary.curve[place].sum())
        found = []
        for share in (0.05, 0.25, 0.5, 0.75, 0.95):
            at = int(np.searchsorted(sums, share))
            before = float(sums[at - 1]) if at else 0.0
            inside = (share - before) / max(1e-9, float(sums[min(at, BINS - 1)]) - before)
            found.append(min(1.0, (at + min(1.0, inside)) / BINS))
        rows.append((found[0], found[1], found[2], found[3], found[4]))
    if rows:
        rows[-1] = (1.0, 1.0, 1.0, 1.0, 1.0)
    return rows


def decisions(summary: Summary, measures: dict[str, Measure]) -> str:
    clock = summary.run.table.metrics.clock
    each = clock.removesuffix("s")
    per_turn = summary.numbers["decisions_per_turn"]
    matter = summary.numbers["meaningful_per_turn"]
    widest = summary.numbers["widest"]
    rows = [
        ("Decisions in a game", number_text(summary.numbers["decisions"].mean)),
        (f"Decisions in a {each}", number_text(per_turn.mean)),
        ("Options in a decision", number_text(summary.numbers["options"].mean)),
        ("Most options in one decision", f"{int(widest.most):,}"),
        (f"Decisions that matter in a {each}", number_text(matter.mean)),
    ]
    body = "".join(f'<tr><td>{escape(a)}</td><td class="n">{b}</td></tr>' for a, b in rows)
    return section(
        "Decisions",
        f'<p class="soft">A decision is a choice between at least two options. It matters where the best option is at '
        f"least {MEANINGFUL:.0%} of a win better than an average one, as the judge sees it.</p>",
        '<div class="pair"><div><table>' + body + "</table></div><div>",
        tiles(measures[name] for name in ("meaningful", "stakes") if name in measures),
        "</div></div>",
    )


def endings(summary: Summary) -> str:
    known = {ending.name for ending in summary.run.table.game.endings}
    bars = []
    for name, times in sorted(summary.endings.items(), key=lambda item: -item[1]):
        if name not in known and not times:
            continue
        low, high = rate_interval(times, summary.games)
        share = times / summary.games
        bars.append(Bar(summary.ending_text(name), share, low, high, f"{share:.1%}"))
    shared = (
        f"<p>The win was shared in {summary.shared / summary.games:.1%} of the games.</p>" if summary.shared else ""
    )
    return section("How games end", chart(charts.intervals(bars, "Endings")), shared)


def components(summary: Summary) -> str:
    parts = [
        '<p class="soft">How often things are used, how often they are taken when they are on offer, and how players '
        "fare who use one more than their opponents do. That is no proof that using it wins: winners also live longer."
        "</p>"
    ]
    if len(summary.bots) > 1:
        parts.append(
            '<p class="soft">Different bots sit at these tables, so what the better bot likes looks good here.</p>'
        )
    for kind in summary.run.table.metrics.kinds:
        uses = [use for use in summary.uses.values() if use.kind == kind and use.times]
        if uses:
            parts.append(f"<h3>{escape(kind.capitalize())}</h3>" + use_table(summary, uses))
    return section("What is used, and what it does", *parts)


def use_table(summary: Summary, uses: list[Use]) -> str:
    ordered = sorted(uses, key=lambda use: -use.times)
    rows = [use_row(summary, use) for use in ordered]
    head = (
        '<tr><th></th><th class="n">per game</th><th class="n">games with it</th><th class="n">taken when offered</th>'
        '<th class="rate">win rate of those who use it more</th></tr>'
    )
    shown = f'<div class="scroll"><table class="uses">{head}{"".join(rows[:MOST_ROWS])}</table></div>'
    if len(rows) > MOST_ROWS:
        shown += (
            f"<details><summary>{len(rows) - MOST_ROWS} more</summary>"
            f'<div class="scroll"><table class="uses">{head}{"".join(rows[MOST_ROWS:])}</table></div></details>'
        )
    return shown


def use_row(summary: Summary, use: Use) -> str:
    taken = f"{use.watched_times / use.offered:.1%}" if use.offered else "–"
    effect = '<span class="soft">too few</span>'
    if use.more.n >= LEAST_USES:
        effect = whisker(*use.effect(), summary.fair)
    return (
        f'<tr><td>{escape(use.name)}</td><td class="n">{number_text(use.times / summary.detailed)}</td>'
        f'<td class="n">{use.games / summary.detailed:.1%}</td><td class="n">{taken}</td>'
        f'<td class="rate">{effect}</td></tr>'
    )


def whisker(value: float, low: float, high: float, fair: float) -> str:
    """An interval for a table cell, from 0% to 100% wins, and its figures."""
    tone = "high" if low > fair else "low" if high < fair else "even"
    places = ";".join(f"--{name}:{at:.3f}" for name, at in (("v", value), ("l", low), ("h", high), ("f", fair)))
    return f'<span class="whisker {tone}" style="{places}"></span>{value:.1%} ({low:.0%} to {high:.0%})'


def dead(summary: Summary) -> str:
    unseen, ignored = summary.dead()
    if not unseen and not ignored:
        return ""
    parts = []
    if ignored:
        items = "".join(
            f"<li>{escape(use.kind)}: {escape(use.name)} (used in {use.games:,} of {summary.detailed:,} games)</li>"
            for use in ignored
        )
        parts.append(f"<p>On offer, but used in fewer than {RARE:.0%} of the games:</p><ul>{items}</ul>")
    if unseen:
        items = "".join(f"<li>{escape(use.kind)}: {escape(use.name)}</li>" for use in unseen)
        parts.append(f"<p>Never on offer in these games (perhaps an option keeps it out):</p><ul>{items}</ul>")
    return section("Dead components", *parts)


def gauges(summary: Summary) -> str:
    if not summary.gauges:
        return ""
    labels = summary.run.table.metrics.gauges
    rows = []
    for name, sample in summary.gauges.items():
        low, high = sample.interval
        won = summary.winner_gauges[name]
        rows.append(
            f'<tr><td>{escape(labels.get(name, name))}</td><td class="n">{number_text(sample.mean)}</td>'
            f'<td class="n soft">{number_text(low)} to {number_text(high)}</td>'
            f'<td class="n">{number_text(won.mean) if won.n else "–"}</td>'
            f'<td class="n">{number_text(sample.least)}</td><td class="n">{number_text(sample.most)}</td></tr>'
        )
    head = (
        '<tr><th>for each player</th><th class="n">average</th><th class="n">95% sure</th><th class="n">winners</th>'
        '<th class="n">least</th><th class="n">most</th></tr>'
    )
    return section("This game's own numbers", f'<div class="scroll"><table>{head}{"".join(rows)}</table></div>')


def happens(found: Happenings, players: int) -> str:
    """The events by their notes, most frequent first, and the players' gains and losses."""
    there = sorted((one for one in found.kinds if one.times), key=lambda one: -one.times)
    never = [plain_name(one) for one in found.kinds if not one.times]
    rows = "".join(happening_row(one, found.games) for one in there)
    head = '<tr><th></th><th class="n">per game</th><th class="n">games with it</th><th>for example</th></tr>'
    parts = [
        f'<p class="soft">What the rules note as it happens, counted in {found.games:,} of the games.</p>',
        f'<div class="scroll"><table class="uses">{head}{rows}</table></div>',
        flow_table(found, players),
    ]
    if never:
        parts.append(f"<p>Never in these games: {escape(', '.join(never))}.</p>")
    return section("What happens", *parts)


def plain_name(one: Happening) -> str:
    return one.kind.name.replace("_", " ").lower()


def happening_row(one: Happening, games: int) -> str:
    return (
        f'<tr><td>{escape(plain_name(one))}</td><td class="n">{number_text(one.times / games)}</td>'
        f'<td class="n">{one.games / games:.1%}</td><td class="soft">{escape(one.example)}</td></tr>'
    )


def flow_table(found: Happenings, players: int) -> str:
    if not found.flows:
        return ""
    shares = found.games * players
    rows = "".join(
        f'<tr><td>{escape(flow.name)}</td><td class="n">{number_text(flow.gained / shares)}</td>'
        f'<td class="n">{number_text(flow.lost / shares)}</td></tr>'
        for flow in found.flows
    )
    head = '<tr><th>for each player</th><th class="n">gained in a game</th><th class="n">lost or spent</th></tr>'
    return f'<div class="scroll"><table>{head}{rows}</table></div>'


def replayed(summary: Summary, name: str, number: int, match: Match | str) -> str:
    title = f"The {name} game"
    why = {
        "longest": "The game with the most turns.",
        "strangest": "The game whose length, changes of lead, margin and ending together are least like the others.",
    }[name]
    if isinstance(match, str):
        return section(title, f"<p>{why} It cannot be shown: {escape(match)}.</p>")
    outcome = match.outcome
    result = "It was stopped at the limit."
    if outcome:
        winners = " and ".join(match.players[seat] for seat in outcome.winners)
        result = f"{winners} won: {outcome.text} ({outcome.rule}). Points: {', '.join(map(str, outcome.points))}."
    return section(
        title,
        f"<p>{why} It is game {number:,}, with {len(match.steps):,} actions. {escape(result)}</p>",
        frames(match),
        story(match),
        f"<p>Saved as <code>{name}.jsonl</code> beside this page: <code>wartable show {name}.jsonl --at 20</code>.</p>",
    )


def frames(match: Match) -> str:
    """Some positions from beginning to end."""
    count = len(match.steps)
    places = sorted({round(count * part / (FRAMES - 1)) for part in range(FRAMES)})
    drawn: list[str] = []
    spent = 0
    for place in places:
        view = match.see().view_at(place)
        picture = draw(match.game.view.scene(view, match.box, SPECTATOR), "dark", names=match.players)
        spent += len(picture)
        if spent > FRAMES * FRAME_BYTES:
            break
        drawn.append(
            f"<figure>{own_ids(picture, len(drawn), match)}<figcaption>after {place} actions</figcaption></figure>"
        )
    return f'<div class="frames">{"".join(drawn)}</div>'


def own_ids(picture: str, number: int, match: Match) -> str:
    """Make the ids of patterns and symbols unique among the pictures of a page."""
    mark = f"f{number}-{len(match.steps)}-"
    picture = re.sub(r'\bid="', f'id="{mark}', picture)
    picture = re.sub(r'href="#', f'href="#{mark}', picture)
    return re.sub(r"url\(#", f"url(#{mark}", picture)


def story(match: Match) -> str:
    sentences = [sentence.named(match.players) for sentence in match.log(SPECTATOR)]
    shown = sentences if len(sentences) <= 400 else [*sentences[:200], "…", *sentences[-200:]]
    items = "".join(f"<li>{escape(words)}</li>" for words in shown)
    return f"<details><summary>What happened</summary><ol>{items}</ol></details>"


def how(summary: Summary) -> str:
    job = summary.run.job
    words = [
        f"Seed {job.seed}: the same command gives the same games again.",
        f"Chances and what matters were looked at in {summary.watched:,} of the games, what is used in "
        f"{summary.detailed:,}.",
        "Intervals are 95% intervals: one in twenty misses the true value.",
        "Bots are no people: trust differences between versions of a game more than the numbers themselves.",
    ]
    return section(
        "How this was made",
        "".join(f"<p>{escape(line)}</p>" for line in words),
        f"<pre>{escape(command_of(summary.run))}</pre>",
        "<p>The tables are Parquet files beside this page: <code>games/</code> has a row for each game, "
        "<code>seats/</code> for each seat of a game, <code>uses/</code> for each thing that a seat used.</p>",
    )


def command_of(run: Run) -> str:
    """The command that repeats this run."""
    job = run.job
    words = [f"wartable lab run {job.game} --games {run.games} --bots {','.join(job.bots)}"]
    words.append(f"--players {job.players} --seed {job.seed}")
    if job.opening:
        words.append(f"--opening {job.opening}")
    words += [f"-o {name}={value}" for name, value in run.changed_options().items()]
    words += [f"--set {name}={value}" for name, value in job.cells.items()]
    if job.files:
        words.append("--data FOLDER")
    return " ".join(words)
