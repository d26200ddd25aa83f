"""`wartable install WHAT`: install extras of Wartable and packages of games into the current environment."""

import argparse
import importlib.util
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from wartable.errors import WartableError

from .command import Command


class CannotInstall(WartableError):
    """The package does not exist, or the installer failed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    from wartable.extras import EXTRAS

    parser.add_argument(
        "what",
        nargs="+",
        help=f"an extra ({', '.join(EXTRAS)}), the folder of a game's package, or any other package by its name",
    )


def run(arguments: argparse.Namespace) -> int:
    wanted = [word for what in arguments.what for word in requirements(what)]
    line = [*installer(), *wanted]
    print(shlex.join(line), flush=True)
    if subprocess.run(line, check=False).returncode:
        raise CannotInstall(f"{', '.join(arguments.what)} could not be installed; the reason is above")
    return 0


def requirements(what: str) -> list[str]:
    """The arguments for the installer: the libraries of an extra, a folder as editable install, or a name."""
    from wartable.extras import EXTRAS, libraries

    if what in EXTRAS:
        return libraries(what)
    if (Path(what) / "pyproject.toml").is_file():
        return ["--editable", what]
    if "/" in what or what.startswith(("-", ".")):
        raise CannotInstall(f"{what} is not a folder with a pyproject.toml")
    return [what]


def installer() -> list[str]:
    """The command that installs into this environment: pip if present, else uv; else pip is installed first."""
    if importlib.util.find_spec("pip") is None:
        beside = Path(sys.prefix).parent / ".tools" / "bin" / "uv"  # where `make` puts it
        uv = str(beside) if beside.exists() else shutil.which("uv")
        if uv:
            return [uv, "pip", "install", "--python", sys.executable]
        subprocess.run([sys.executable, "-m", "ensurepip"], check=True)
    return [sys.executable, "-m", "pip", "install"]


COMMAND = Command("install", "install an extra of Wartable, or the package of a game", arguments, run)
