"""The optional parts and their libraries. Whatever misses its extra says so, with the line that installs it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires

from wartable.errors import WartableError

EXTRAS = {
    "adapters": ("gymnasium", "pettingzoo", "pyspiel"),
    "cuda": ("numba_cuda",),
    "lab": ("pyarrow", "optuna"),
    "mcp": ("mcp",),
    "net": ("onnxruntime",),
    "oidc": ("joserfc",),
    "openenv": ("openenv",),
    "postgres": ("psycopg",),
    "print": ("typst", "pypdf", "fontTools", "brotli", "markdown_it"),
    "ray": ("ray",),
    "swiss": ("caissify_pairings", "networkx"),
    "textarena": ("textarena",),
    "train": ("torch", "onnx", "onnxruntime"),
}
"""The extras of pyproject.toml, each with the modules that the package imports from it."""


class MissingExtra(WartableError, ImportError):
    """A part of Wartable was used whose libraries are not installed."""


def install_line(extra: str) -> str:
    """What to type to get an extra, in any environment, whether it has pip or not."""
    return f"wartable install {extra}"


def libraries(extra: str) -> list[str]:
    """What an extra requires, as the metadata of the package list it."""
    end = re.compile(rf"""^(.*?) *; *extra *== *['"]{extra}['"]$""")
    return [found[1] for each in requires("wartable") or () if (found := end.match(each))]


@contextmanager
def needs(extra: str, what: str) -> Iterator[None]:
    """Around the imports of an extra: MissingExtra where one of its libraries is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS[extra]:
            raise
        raise MissingExtra(f"{what} needs {library}: {install_line(extra)}") from None
