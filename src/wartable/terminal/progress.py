"""Progress in lessons and puzzles, stored in a file of the user's data folder."""

import json
import os
from pathlib import Path

from wartable.files import write_whole

DONE = "done"


def progress_file() -> Path:
    """`learned.json` in WARTABLE_DATA, or in `wartable` in the user's data folder."""
    named = os.environ.get("WARTABLE_DATA")
    if named:
        return Path(named) / "learned.json"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wartable" / "learned.json"


class Progress:
    """What was done of a game's lessons: the step reached, or that it was completed."""

    def __init__(self, game: str) -> None:
        self.game = game

    def step(self, lesson: str) -> int:
        """The step to continue with; the first one of a completed lesson."""
        found = self._read().get(lesson, 0)
        return found if isinstance(found, int) else 0

    def is_done(self, lesson: str) -> bool:
        return self._read().get(lesson) == DONE

    def keep(self, lesson: str, step: int | str) -> None:
        """Store a step, or DONE, which is permanent. If the file cannot be written, the progress is lost at the end."""
        if self.is_done(lesson):
            return
        path, all_games = progress_file(), _all_games()
        all_games[self.game] = {**self._read(), lesson: step}
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, json.dumps(all_games, indent=1) + "\n")
        except OSError:
            return

    def _read(self) -> dict[str, int | str]:
        found = _all_games().get(self.game)
        return found if isinstance(found, dict) else {}


def _all_games() -> dict[str, dict[str, int | str]]:
    try:
        found = json.loads(progress_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
