"""The optional parts and their libraries. A missing one is reported together with the line that installs it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires

from wartable.errors import WartableError

EXTRAS = {
    "adapters": ("gymnasium", "pettingzoo", "pyspiel"),
    "cuda": ("numba_cuda",),
    "lab": ("pyarrow", "optuna", "vl_convert"),
    "mcp": ("mcp",),
    "net": ("onnxruntime",),
    "oidc": ("joserfc",),
    "openenv": ("openenv",),
    "postgres": ("psycopg",),
    "print": ("typst", "pypdf", "fontTools", "brotli", "markdown_it"),
    "push": ("cryptography",),
    "ray": ("ray",),
    "swiss": ("caissify_pairings", "networkx"),
    "textarena": ("textarena",),
    "train": ("torch", "onnx", "onnxruntime"),
}
"""The extras of pyproject.toml, each with the modules that the package imports from it."""


class MissingExtra(WartableError, ImportError):
    """An optional part of Wartable was used, but its libraries are not installed."""


def install_line(extra: str) -> str:
    """The command that installs an extra, in any environment, with or without pip."""
    return f"wartable install {extra}"


def libraries(extra: str) -> list[str]:
    """The requirements of an extra, from the metadata of the package."""
    end = re.compile(rf"""^(.*?) *; *extra *== *['"]{extra}['"]$""")
    return [found[1] for each in requires("wartable") or () if (found := end.match(each))]


@contextmanager
def needs(extra: str, what: str) -> Iterator[None]:
    """A context for imports of an extra; MissingExtra if one of its libraries is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS[extra]:
            raise
        raise MissingExtra(f"{what} needs {library}: {install_line(extra)}") from None
