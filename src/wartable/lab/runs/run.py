"""A run: a folder with a job, the requested number of matches, and Parquet files of those played.

A batch counts as played when its file in `games` exists, and that file is written last: a killed run continues where it
stopped, and nothing is counted twice.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wartable.errors import WartableError
from wartable.extras import needs
from wartable.files import write_bytes, write_whole
from wartable.guides.option_words import worded

from .batch import LOGS, TABLES, Batch
from .job import Job, OpenTable, open_table

with needs("lab", "the lab"):
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

FORMAT = 3
MANIFEST = "run.json"
CLOSENESS = ("watch", "detail")
"""How closely matches are watched does not change them."""


class BadRun(WartableError):
    """The folder is not a run, or not the intended one."""


@dataclass
class Run:
    folder: Path
    job: Job
    games: int
    fingerprint: str

    @classmethod
    def begin(cls, folder: Path, job: Job, games: int) -> "Run":
        """Start a run in a folder, or continue the one in it; it may become longer, but not different."""
        if (folder / MANIFEST).exists():
            run = cls.open(folder)
            run.check(job)
            run.games = max(run.games, games)
        else:
            run = cls(folder, job, games, open_table(job).fingerprint)
        folder.mkdir(parents=True, exist_ok=True)
        run.write_manifest()
        return run

    @classmethod
    def open(cls, folder: Path | str) -> "Run":
        """Open an existing run; BadRun says what is wrong with the folder."""
        folder = Path(folder)
        try:
            facts = json.loads((folder / MANIFEST).read_text("utf-8"))
        except FileNotFoundError:
            raise BadRun(f"{folder}: there is no run in this folder (no {MANIFEST})") from None
        except (OSError, ValueError) as error:
            raise BadRun(f"{folder / MANIFEST}: it cannot be read ({error})") from None
        if not isinstance(facts, dict) or facts.get("wartable_lab") != FORMAT:
            raise BadRun(f"{folder / MANIFEST}: this is not a run of this version of the lab")
        try:
            return cls(folder, Job.from_json(facts["job"]), int(facts["games"]), str(facts["fingerprint"]))
        except (KeyError, TypeError, ValueError):
            raise BadRun(f"{folder / MANIFEST}: something is missing") from None

    def check(self, job: Job) -> None:
        """Refuse to mix different matches in this run."""
        mine, other = self.job.as_json(), job.as_json()
        different = [name for name in mine if name not in CLOSENESS and mine[name] != other[name]]
        if different:
            raise BadRun(f"{self.folder}: it holds another run (other {', '.join(different)}); choose another folder")
        if self.fingerprint != open_table(job).fingerprint:
            raise BadRun(f"{self.folder}: the rules or data have changed since this run began; choose another folder")

    def write_manifest(self) -> None:
        facts = {
            "wartable_lab": FORMAT,
            "game": self.job.game,
            "games": self.games,
            "fingerprint": self.fingerprint,
            "job": self.job.as_json(),
        }
        write_whole(self.folder / MANIFEST, json.dumps(facts, indent=1, ensure_ascii=False) + "\n")

    def folder_of(self, bot: str) -> Path:
        """Where the same table with another player goes."""
        return self.folder / f"also-{re.sub('[^A-Za-z0-9.]+', '-', bot)}"

    @property
    def table(self) -> OpenTable:
        return open_table(self.job)

    def done(self) -> list[tuple[int, int]]:
        """The ranges of matches that are done, in order."""
        ranges = []
        for path in (self.folder / "games").glob("*-*.parquet"):
            first, _, last = path.stem.partition("-")
            ranges.append((int(first), int(last)))
        return sorted(ranges)

    def missing(self) -> list[tuple[int, int]]:
        """The ranges of matches that are still to be played."""
        gaps, at = [], 0
        for first, last in self.done():
            if first > at:
                gaps.append((at, first))
            at = max(at, last)
        if at < self.games:
            gaps.append((at, self.games))
        return gaps

    @property
    def played(self) -> int:
        return sum(last - first for first, last in self.done())

    def write(self, batch: Batch) -> None:
        """Write a batch to disk, its games last."""
        for name in (LOGS, "uses", "seats", "games"):
            if name not in batch.tables:
                continue
            path = self.folder / name / f"{batch.first:010}-{batch.last:010}.parquet"
            try:
                path.parent.mkdir(exist_ok=True)
                write_bytes(path, batch.tables[name])
            except OSError as error:
                raise BadRun(
                    f"{path}: {error.strerror or error}; the {self.played:,} games so far are kept, "
                    "and the same command continues from there"
                ) from None

    def batches(self) -> Iterator[tuple[int, int, dict[str, pa.Table]]]:
        """The tables of each batch, one batch at a time."""
        for first, last in self.done():
            yield first, last, {name: self.read(name, first, last) for name in TABLES}

    def read(self, name: str, first: int, last: int) -> pa.Table:
        path = self.folder / name / f"{first:010}-{last:010}.parquet"
        try:
            return pq.read_table(path, use_threads=False, partitioning=None)
        except (OSError, pa.ArrowException) as error:
            raise BadRun(f"{path}: it cannot be read ({str(error).splitlines()[0]})") from None

    def changed_options(self) -> dict[str, str]:
        """The options that are not at their defaults, as typed."""
        words = {True: "on", False: "off"}
        chosen = self.job.options
        changed = {o.name: chosen[o.name] for o in self.table.game.options if chosen[o.name] != o.first}
        return {name: words[value] if isinstance(value, bool) else str(value) for name, value in changed.items()}

    def describe(self) -> dict[str, Any]:
        """The settings that differ from the game's own, for people."""
        changed = self.changed_options()
        told = {
            one.title: one.value(changed[one.option.name])
            for one in worded(self.table.game)
            if one.option.name in changed
        }
        return {**told, **self.job.cells, **dict.fromkeys(self.job.files, "own file")}


def default_folder(job: Job) -> Path:
    """The folder of a run if none is given: the same for the same command, so that the command continues it."""
    return Path("lab") / f"{job.game}-{job.mark}"
