"""Every line that documents or the program tell somebody to type can be typed."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from wartable.cli import make_parser

from .conftest import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES = [
    *(ROOT / "src" / "wartable").rglob("*.py"),
    *(ROOT / "examples").rglob("*.py"),
    *(ROOT / "src" / "wartable" / "template").rglob("*.txt"),
]
STANDS_FOR = {"N": "10", "P": "2", "S": "0", "T": "secret", "NUMBER": "3", "EXTRA": "lab", "KIND": "cards"}
OWN_ENVIRONMENT = {"docs/install.md", "docs/hosting.md"}
"""Pages that speak of an environment that has pip: one that the reader makes."""


def lines_of(page: Path) -> Iterator[str]:
    """The lines of shell blocks, and what stands between backticks."""
    text = page.read_text("utf-8")
    for block in re.findall(r"^```(?:sh|bash|console|)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield from block.replace("\\\n", " ").splitlines()
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from (" ".join(found.split()) for found in re.findall(r"`([^`]+)`", prose))


COMMAND = re.compile(r"(?:\$ |\w+=\S+ |exec )*(?:\.venv/bin/|/opt/wartable/bin/)?wartable ([a-z].*)")


def commands_of(line: str) -> Iterator[list[str]]:
    """The `wartable ...` commands of a line, words such as N replaced by an example; `--help` for one without words."""
    for part in re.split(r"\s+#|\s{2,}|&&|\||;|\$\(| [<>] ", line):
        found = COMMAND.match(part.strip())
        if found:
            words = shlex.split(re.sub(r"\[([^\]]*)\]", r"\1", found[1].replace("...", "")))
            is_named = all(re.fullmatch("[a-z]+", word) for word in words)
            yield [*(STANDS_FOR.get(word, word) for word in words), *["--help"] * is_named]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_of_a_page_are_understood(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = make_parser()
    for line in lines_of(page):
        for words in commands_of(line):
            try:
                parser.parse_args(words)
            except SystemExit as end:
                assert not end.code, f"{page.name}: {line!r}: {capsys.readouterr().err}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_is_to_be_installed_is_installed_in_the_form_that_works_everywhere(page: Path) -> None:
    if page.relative_to(ROOT).as_posix() not in OWN_ENVIRONMENT and page.parent.name != "research":
        assert not [line for line in lines_of(page) if "pip install" in line]


def test_the_program_tells_nobody_to_use_pip() -> None:
    installs = ROOT / "src" / "wartable" / "cli" / "install.py"
    assert [path for path in SOURCES if path != installs and "pip install" in path.read_text("utf-8")] == []
