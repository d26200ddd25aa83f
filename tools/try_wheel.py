"""Builds the wheel from the sdist, installs it into an empty environment, and plays a match there.

    python tools/try_wheel.py             with this Python
    python tools/try_wheel.py 3.11 3.14   with each of these; names or paths of interpreters

Everything happens in a temporary folder, so the checkout does not change. With OFFLINE=1 uv uses only its cache.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from install_sizes import ROOT, uv

MATCH = ("play", "metals", "--plain", "--seats", "greedy,random", "--seed", "1", "-o", "turn_limit=40")
CODES = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}
"""A match is shorter than compiling its rules."""


def call(*words: str, cwd: Path = ROOT) -> str:
    """Run a command and return its output, including errors; SystemExit if it fails."""
    result = subprocess.run(
        words, cwd=cwd, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, **CODES},
    )  # fmt: skip
    if result.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{result.stdout}")
    return result.stdout


def call_uv(*words: str, cwd: Path = ROOT) -> str:
    return call(uv(), *words, *(["--offline"] if os.environ.get("OFFLINE") else []), cwd=cwd)


def copy_checkout(folder: Path) -> None:
    """Copy the files that git tracks or would track, and the installed npm packages."""
    names = call("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for name in filter(None, names):
        source = ROOT / name
        if source.is_file() and not source.is_symlink():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / name)
    packages = ROOT / "web" / "node_modules"
    if packages.exists():
        (folder / "web" / "node_modules").symlink_to(packages.resolve())


def build(folder: Path) -> tuple[Path, str]:
    """Build the wheel from the sdist in a copy of the checkout; returns the wheel, and the output."""
    source = folder / "source"
    copy_checkout(source)
    said = call_uv("build", "--build-constraints", "constraints.txt", "--out-dir", str(folder / "dist"), cwd=source)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel, said


def install(wheel: Path, folder: Path, python: str = sys.executable) -> Path:
    """The program in a new environment with only the wheel and its dependencies."""
    environment = folder / f"venv-{Path(python).name}"
    call_uv("venv", "--python", python, str(environment))
    call_uv("pip", "install", "--python", str(environment), "--constraints", "constraints.txt", str(wheel))
    return environment / "bin" / "wartable"


def play(program: Path, folder: Path) -> str:
    """Let two bots play a match there; returns the line about its end."""
    lines = call(str(program), *MATCH, cwd=folder).splitlines()
    return next(line for line in lines if line.startswith("The match is over"))


def main(pythons: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="wartable-wheel-") as name:
        folder = Path(name)
        wheel, _ = build(folder)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
        for number, python in enumerate(pythons or [sys.executable]):
            program = install(wheel, folder / str(number), python)
            version = call(str(program.parent / "python"), "--version").strip()
            print(f"{version}: {play(program, folder)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
