"""The place in an author's files where an error happened, in one line."""

import traceback
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """A line of an author's file; `function` is empty at module level."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


def place_of(error: BaseException, folder: Path) -> Place | None:
    """The innermost line below the folder in an error's traceback, or None."""
    if isinstance(error, SyntaxError) and error.filename and _is_below(error.filename, folder):
        return Place(named(error.filename, folder), error.lineno or 1)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _is_below(frame.filename, folder):
            function = "" if frame.name.startswith("<module") else frame.name
            return Place(named(frame.filename, folder), frame.lineno or 1, function)
    return None


def _is_below(file: str, folder: Path) -> bool:
    return folder.resolve() in Path(file).resolve().parents


def named(file: str, folder: Path) -> str:
    """A file's name for its author: its path from the game's folder."""
    path, folder = Path(file).resolve(), folder.resolve()
    return str(path.relative_to(folder.parent)) if folder in path.parents else path.name


def said(error: BaseException) -> str:
    """An error's message in one line, with Python's suggestion for a misspelt name."""
    text = next(iter(str(error).strip().splitlines()), "")
    if isinstance(error, SyntaxError):
        text = error.msg
    if isinstance(error, (AttributeError, NameError)):
        text = "".join(traceback.TracebackException.from_exception(error).format_exception_only()).strip()
        text = text.splitlines()[0].partition(": ")[2]
    kind = type(error).__name__
    return f"{kind}: {text}" if text else kind
