"""Reading and writing lines, at a terminal or from a script."""

import contextlib
import io
import shutil
import sys
import textwrap
from typing import TextIO

from .names import clean


def broken(line: str, width: int) -> str:
    """A line without columns, broken between words."""
    if len(line) <= width or "  " in line.strip():
        return line
    return "\n".join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False))


class Lines:
    """A reader and a writer. Errors are written separately, with the line number for scripts; the lines of a script
    are echoed, so that the output is complete.
    """

    def __init__(
        self, source: TextIO | None = None, target: TextIO | None = None, complaints: TextIO | None = None
    ) -> None:
        self.source = sys.stdin if source is None else source
        self.target = sys.stdout if target is None else target
        self.complaints = sys.stderr if complaints is None else complaints
        self.is_person = self.source.isatty()
        self.number = 0
        self.refused = 0
        for stream in (self.source, self.target, self.complaints):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        if self.is_person and self.source is sys.stdin:
            # Importing it gives input() line editing and a history.
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401

    def read(self, prompt: str) -> str | None:
        """The next line without its end; None at the end of the input."""
        self.number += 1
        if self.is_person and self.source is sys.stdin and self.target is sys.stdout:
            try:
                return input(prompt)
            except EOFError:
                return None
        self.target.write(prompt)
        self.target.flush()
        text = self.source.readline()
        line = text.rstrip("\r\n") if text else None
        if not self.is_person:
            self.target.write(clean(line or "") + "\n")
        return line

    def say(self, text: str = "") -> None:
        """Write a text. At a terminal, sentences are broken between words; drawings and columns stay as they are."""
        if self.target.isatty():
            text = "\n".join(broken(line, shutil.get_terminal_size().columns) for line in text.split("\n"))
        self.target.write(text + "\n")
        self.target.flush()

    def complain(self, text: str) -> None:
        """Report an error in the line that was just read."""
        self.refused += 1
        where = "" if self.is_person else f"line {self.number}: "
        self.complaints.write(f"wartable: {where}{text}\n")
        self.complaints.flush()

    def clear(self) -> None:
        """Clear the screen and the scrollback."""
        if self.target.isatty():
            self.target.write("\x1b[H\x1b[2J\x1b[3J")
            self.target.flush()
