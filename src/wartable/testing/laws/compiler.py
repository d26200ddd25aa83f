"""Translates compiler errors into one line of the author's file and what to write instead."""

import re
from pathlib import Path

from numba.core.errors import NumbaError

from wartable.core.blame import named, place_of
from wartable.core.game import Game

HINTS = (
    (r"Field '?(\w+)'? was not found|KeyError: '(\w+)'|Unknown attribute '(\w+)'", "there is no field {0}"),
    (
        r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'",
        "{2} is a {0} in one branch and a {1} in another; use two names",
    ),
    (r"NameError: name '(\w+)' is not defined", "there is no {0}"),
    (r"Untyped global name '(\w+)'", "{0} cannot be used in a rule: rules use records, ints, enums and other rules"),
    (r"NRT required but not enabled", "this allocates memory: write to an array that the State or the caller has"),
    (r"Invalid use of .*?'(\w+)'?>? with parameters|No implementation of function .*?\((\w+)\)",
     "these arguments do not fit what is called: rules take records, arrays and ints"),
    (r"missing (?:a required|\d+ required).*?argument.*?: ?'(\w+)'", "the argument {0} is missing"),
    (r"too many (?:positional )?arguments", "there are too many arguments"),
)  # fmt: skip


def is_compiler_error(error: BaseException) -> bool:
    """Whether an error came from compiling, not from the compiled code."""
    if isinstance(error, NumbaError) or "NRT required" in str(error):
        return True
    trace = error.__traceback__
    while trace is not None:
        if "/numba/core/" in trace.tb_frame.f_code.co_filename.replace("\\", "/"):
            return True
        trace = trace.tb_next
    return False


def explain(error: BaseException, game: Game) -> str:
    """The line of the author's file that does not compile, and what is wrong there, in one sentence."""
    text = f"{type(error).__name__}: {error}"
    line = _line_in(text, game.folder)
    where = f"({line})" if line else "(a rule)"
    place = place_of(error, game.folder)
    if not line and place is not None:
        where = f"({place})"
    for pattern, advice in HINTS:
        match = re.search(pattern, text, re.DOTALL)
        if match:
            groups = [group for group in match.groups() if group] or [""]
            return f"{game.name} {where} does not compile: {advice.format(*groups)}"
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return f"{game.name} {where} does not compile: {first}"


def _line_in(text: str, folder: Path) -> str:
    """The last line of the game's own files that the compiler names."""
    found = ""
    for file, line in re.findall(r'File "([^"]+)", line (\d+)', text) + re.findall(r"\b(\S+\.py) \((\d+)\)", text):
        path = Path(file) if Path(file).is_absolute() else _below(folder, file)
        if path is not None and folder.resolve() in path.resolve().parents:
            found = f"{named(str(path), folder)}, line {line}"
    return found


def _below(folder: Path, file: str) -> Path | None:
    """A file name from the compiler, resolved from the working directory or a parent of it."""
    path = Path(file)
    if path.exists():
        return path
    name = path.name
    return next(iter(folder.rglob(name)), None)
