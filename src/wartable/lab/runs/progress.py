"""Progress and the estimated time left: a bar on a terminal, nothing elsewhere."""

import sys
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars


class Progress:
    """A context; `begin` names the current task, `advance` reports how much of it is done."""

    def __init__(self, unit: str = "games") -> None:
        self.bars: Bars | None = None
        if sys.stderr.isatty():
            self.bars = Bars(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn(unit),
                TimeRemainingColumn(elapsed_when_finished=True),
                console=Console(stderr=True),
            )
        self.task = None if self.bars is None else self.bars.add_task("", total=None, visible=False)

    def __enter__(self) -> "Progress":
        if self.bars is not None:
            self.bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bars is not None:
            self.bars.stop()

    def begin(self, words: str, total: int | None = None, done: int = 0) -> None:
        if self.bars is not None and self.task is not None:
            self.bars.reset(self.task, total=total, completed=done, description=words, visible=True)

    def advance(self, count: int = 1) -> None:
        if self.bars is not None and self.task is not None:
            self.bars.advance(self.task, count)
