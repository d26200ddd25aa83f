"""Tuning: search a game's numbers for values with which it plays as desired."""

import csv
import io
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import Any

from wartable.core.game import Game
from wartable.extras import needs
from wartable.files import write_bytes
from wartable.rulebook.data import Data

from ..reports.report import section
from ..reports.sample import Measure
from ..reports.style import page
from ..reports.summary import summarise
from ..runs.engine import Engine
from ..runs.job import Job
from ..runs.progress import Progress
from ..runs.run import Run
from ..runs.work import play_run
from .target import Target, check_targets
from .vary import BadVary, Knob, turned

CONFIRM = 4
FIRST_LOOKS = 6


@dataclass(frozen=True)
class Trial:
    """One try: the values of the knobs, the results, and the distance from the targets (0 if all are met)."""

    values: tuple[str, ...]
    loss: float
    measures: Mapping[str, Measure]


@dataclass(frozen=True)
class Found:
    """The result of a search: the current game and the best one found, both played again with new seeds."""

    knobs: Sequence[Knob]
    targets: Sequence[Target]
    trials: Sequence[Trial]
    before: Trial
    best: Trial

    @property
    def is_met(self) -> bool:
        return all(target.is_met(self.best.measures[target.name]) for target in self.targets)

    def changed(self) -> dict[str, str]:
        return {
            knob.name: value
            for knob, value, old in zip(self.knobs, self.best.values, self.before.values, strict=True)
            if value != old
        }


class Tuner:
    """Tries values one after the other; trials are stored in the folder, so a search can be resumed."""

    def __init__(
        self,
        folder: Path,
        game: Game,
        job: Job,
        games: int,
        knobs: Sequence[Knob],
        targets: Sequence[Target],
        engine: Engine,
        progress: Progress,
    ) -> None:
        self.folder, self.game, self.job, self.games = folder, game, job, games
        self.knobs, self.targets = [knob.with_value(self.value_in_game(knob)) for knob in knobs], targets
        self.engine, self.progress = engine, progress
        self.known: dict[tuple[str, ...], Trial] = {}

    def try_out(self, values: tuple[str, ...], words: str, games: int | None = None, seed: int | None = None) -> Trial:
        """Play the games with these values; all trials use the same seeds, so that luck cancels out in the
        differences.
        """
        key = (*values, str(games), str(seed))
        if key in self.known:
            return self.known[key]
        job = turned(self.game, self.job, self.knobs, values)
        if seed is not None:
            job = job.with_(seed=seed)
        run = Run.begin(self.folder / "trials" / job.mark, job, games or self.games)
        play_run(run, self.engine, self.progress, words)
        measures = summarise(run).all_measures()
        check_targets(list(self.targets), measures)
        loss = sum(target.miss(measures[target.name]) ** 2 for target in self.targets) ** 0.5
        self.known[key] = Trial(values, loss, measures)
        return self.known[key]

    def search(self, tries: int) -> Found:
        """Begin with the current game, follow the sampler, and play the best one and the first once more."""
        optuna = _optuna()
        start = tuple(self.value_now(knob) for knob in self.knobs)
        trials = [self.try_out(start, "as it is")]
        seen = {start}
        while len(trials) < tries and trials[-1].loss > 0 and len(seen) < self.possible():
            values = self.suggest(optuna, trials, seen)
            seen.add(values)
            trials.append(self.try_out(values, f"try {len(trials) + 1} of at most {tries}"))
        return self.confirm(trials, start)

    def suggest(self, optuna: Any, trials: Sequence[Trial], seen: set[tuple[str, ...]]) -> tuple[str, ...]:
        """The sampler's next new suggestion. It depends on the trials alone, so a search can be resumed."""
        sampler = optuna.samplers.TPESampler(seed=self.job.seed + len(trials), n_startup_trials=FIRST_LOOKS)
        study = optuna.create_study(sampler=sampler)
        spaces = {knob.name: space_of(optuna, knob) for knob in self.knobs}
        for trial in trials:
            params = {k.name: asked_of(k, value) for k, value in zip(self.knobs, trial.values, strict=True)}
            study.add_trial(optuna.trial.create_trial(params=params, distributions=spaces, value=trial.loss))
        for _ in range(100):
            asked = study.ask(spaces)
            values = tuple(value_of(knob, asked.params[knob.name]) for knob in self.knobs)
            if values not in seen:
                return values
        every = itertools.product(*(knob.values for knob in self.knobs))
        return next(values for values in every if values not in seen)

    def possible(self) -> int:
        count = 1
        for knob in self.knobs:
            count *= len(knob.values)
        return count

    def confirm(self, trials: list[Trial], start: tuple[str, ...]) -> Found:
        """The best trial was also lucky: measure it again on other, and more, games."""
        best = min(trials, key=lambda trial: trial.loss)
        seed, games = self.job.seed + 1_000_003, self.games * CONFIRM
        before = self.try_out(start, "checking the game as it is", games, seed)
        after = self.try_out(best.values, "checking the best", games, seed)
        return Found(self.knobs, self.targets, trials, before, after)

    def value_now(self, knob: Knob) -> str:
        """The knob's current value in the game; it must be among the allowed ones."""
        value = self.value_in_game(knob)
        if knob.is_real:
            return next(one for one in knob.values if Decimal(one) == Decimal(value))
        if value not in knob.values:
            raise BadVary(f"{knob.name} is {value} now, which is not among the free values {', '.join(knob.values)}")
        return value

    def value_in_game(self, knob: Knob) -> str:
        return cell_now(self.game, self.job, knob) if knob.is_cell else option_now(self.job, knob)


def cell_now(game: Game, job: Job, knob: Knob) -> str:
    stem, _, rest = knob.name.partition(".")
    row_id, _, column = rest.rpartition(".")
    rows = game.data(job.files, job.cells).table(stem)
    return next(row.cells[column] for row in rows if row.id == row_id)


def option_now(job: Job, knob: Knob) -> str:
    if knob.name not in job.options:
        raise BadVary(f"{knob.name}: only options of the game and numbers in data files can be searched")
    value = job.options[knob.name]
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _optuna() -> Any:
    with needs("lab", "lab tune"):
        import optuna
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


def space_of(optuna: Any, knob: Knob) -> Any:
    """The sampler's search space: indices in the row of numbers, or words."""
    if knob.is_ordered:
        return optuna.distributions.IntDistribution(0, len(knob.values) - 1)
    return optuna.distributions.CategoricalDistribution(knob.values)


def asked_of(knob: Knob, value: str) -> int | str:
    """A value in the sampler's representation."""
    return knob.values.index(value) if knob.is_ordered else value


def value_of(knob: Knob, asked: int | str) -> str:
    return knob.values[asked] if isinstance(asked, int) else asked


def changed_files(game: Game, job: Job, found: Found) -> dict[str, str]:
    """The data files with the changed cells, as texts; everything else stays as it is."""
    cells = {k.name: v for k, v in zip(found.knobs, found.best.values, strict=True) if k.is_cell}
    cells = {**job.cells, **cells}
    data = Data(game.folder / "data", dict(job.files))
    stems = sorted({path.partition(".")[0] for path in cells})
    files = dict(job.files)
    for stem in stems:
        files[f"{stem}.csv"] = replaced(data.read(f"{stem}.csv"), stem, cells)
    return files


def replaced(text: str, stem: str, cells: Mapping[str, str]) -> str:
    """A CSV text with some cells changed; other lines stay the same to the letter."""
    lines = text.splitlines(keepends=True)
    header = [column.strip() for column in next(csv.reader([lines[0]]))]
    for number, line in enumerate(lines[1:], 1):
        fields = next(csv.reader([line]), [])
        wanted = {c: cells.get(f"{stem}.{fields[0].strip()}.{c}") for c in header} if fields else {}
        if any(value is not None for value in wanted.values()):
            new = [wanted[c] if wanted[c] is not None else old for c, old in zip(header, fields, strict=True)]
            sink = io.StringIO()
            csv.writer(sink, lineterminator="\n").writerow(new)
            lines[number] = sink.getvalue()
    return "".join(lines)


def write_found(folder: Path, game: Game, job: Job, found: Found) -> list[str]:
    """Write the changed data files to `data` in the folder, with a page and a list; returns the names of the files."""
    files = changed_files(game, job, found)
    for name, text in files.items():
        path = folder / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, text.encode())
    facts = {
        "changed": found.changed(),
        "met": found.is_met,
        "targets": {
            t.text: {"before": found.before.measures[t.name].value, "after": found.best.measures[t.name].value}
            for t in found.targets
        },
        "trials": [{"values": list(trial.values), "loss": trial.loss} for trial in found.trials],
    }
    write_bytes(folder / "tune.json", (json.dumps(facts, indent=1) + "\n").encode())
    write_bytes(folder / "tune.html", tune_page(game, found).encode())
    return list(files)


def tune_page(game: Game, found: Found) -> str:
    rows = "".join(target_row(found, target) for target in found.targets)
    head = "".join(f'<th class="n">{word}</th>' for word in ("wanted", "as it is", "as found"))
    head = f"<tr><th>target</th>{head}<th></th></tr>"
    changes = "".join(
        f'<tr><td>{escape(knob.name)}</td><td class="n">{escape(old)}</td><td class="n">{escape(new)}</td></tr>'
        for knob, old, new in zip(found.knobs, found.before.values, found.best.values, strict=True)
    )
    tries = "".join(
        f'<tr><td class="n">{number}</td><td>{escape(", ".join(trial.values))}</td><td class="n">{trial.loss:.3f}</td>'
        + "".join(f'<td class="n">{trial.measures[t.name].text()}</td>' for t in found.targets)
        + "</tr>"
        for number, trial in enumerate(found.trials, 1)
    )
    names = "".join(f'<th class="n">{escape(t.name)}</th>' for t in found.targets)
    verdict = "All targets are met." if found.is_met else "Not all targets are met; this is the nearest that was found."
    return page(
        f"{escape(game.title)}: tuned",
        f"<h1>{escape(game.title)}: numbers for the targets</h1><p class='lead'>{verdict} The figures below come from "
        f"{found.best.measures['length'].n:,} other games than the search itself.</p>"
        + section("Targets", f'<div class="scroll"><table>{head}{rows}</table></div>')
        + section(
            "Numbers",
            f'<table><tr><th></th><th class="n">as it is</th><th class="n">as found</th></tr>{changes}</table>',
        )
        + section(
            "Every try",
            f'<div class="scroll"><table><tr><th class="n">try</th><th>values</th>'
            f'<th class="n">distance</th>{names}</tr>'
            f"{tries}</table></div>",
        ),
    )


def target_row(found: Found, target: Target) -> str:
    before, after = found.before.measures[target.name], found.best.measures[target.name]
    word = "met" if target.is_met(after) else "missed"
    return (
        f'<tr><td>{escape(after.label)}</td><td class="n">{target.range_text()}</td><td class="n">{before.text()}</td>'
        f'<td class="n">{after.text()} <span class="soft">({after.range_text})</span></td><td>{word}</td></tr>'
    )
