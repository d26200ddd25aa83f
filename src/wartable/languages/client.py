"""The texts of the web client: templates marked with a `t` in its sources, and their translations as the client asks
for them.

    t`Waiting for ${names}`                       Waiting for {0}
    t`This week: ${n(tries, "try|tries")}.`       This week: {0:try|tries}.
"""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from . import CLIENT, FOLDER, forms_of, read_catalogue

SOURCES = FOLDER.parents[2] / "web" / "src"
"""The client's sources, in a checkout."""
_BEGINS = re.compile(r"(?<![\w$`.])t`")
_COUNTED = re.compile(r'n\(.*, "([^"]+)"\)', re.DOTALL)
FORMS = 200
"""The client is told which form of a noun follows each number below this; for greater ones the last hundred repeat."""


def client_texts(folder: Path = SOURCES) -> dict[str, set[str]]:
    """Every text of the client, with the files in which it is, from the folder above it."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.ts")):
        for text in _texts(path.read_text("utf-8")):
            found.setdefault(text, set()).add(f"{CLIENT}{path.relative_to(folder.parent)}")
    return found


def _texts(source: str) -> Iterator[str]:
    for begun in _BEGINS.finditer(source):
        yield _template(source, begun.end())[0]


def _template(source: str, at: int) -> tuple[str, int]:
    """The template literal that begins at a place, with numbered fields, and the place after it."""
    text, fields = "", 0
    while source[at] != "`":
        if source.startswith("${", at):
            end = _expression(source, at + 2)
            counted = _COUNTED.fullmatch(source[at + 2 : end].strip())
            text += f"{{{fields}:{counted[1]}}}" if counted else f"{{{fields}}}"
            fields, at = fields + 1, end + 1
        elif source[at] == "\\":
            text += source[at + 1]
            at += 2
        else:
            text += source[at]
            at += 1
    return text, at + 1


def _expression(source: str, at: int) -> int:
    """The place of the brace that ends an expression in a template literal."""
    depth = 0
    while depth or source[at] != "}":
        if source[at] == "`":
            at = _template(source, at + 1)[1]
        elif source[at] in "\"'":
            at = source.index(source[at], at + 1) + 1
        else:
            depth += (source[at] == "{") - (source[at] == "}")
            at += 1
    return at


@lru_cache(maxsize=64)
def words_of(path: Path, _changed: int) -> bytes:
    """The client's part of a catalogue, as a script."""
    file = read_catalogue(path)
    plural = forms_of(file)[1]
    texts = {
        entry.msgid: entry.msgstr
        for entry in file
        if entry.translated() and not entry.obsolete and any(place.startswith(CLIENT) for place, _ in entry.occurrences)
    }
    forms = "".join(str(plural(number)) for number in range(FORMS))
    words = json.dumps({"texts": texts, "forms": forms}, ensure_ascii=False, separators=(",", ":"))
    return f"wartableWords={words}".encode()
