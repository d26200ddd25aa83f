"""Measures the size of the base install in megabytes, and what each extra adds.

    python tools/install_sizes.py              the table of docs/install.md
    python tools/install_sizes.py lab oidc     only these extras

Each is installed into an empty environment by uv, with the pinned versions; the result is the size of all files there,
before Python compiles any of them.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def uv() -> str:
    """The uv of this checkout, or the one on the path."""
    own = ROOT / ".tools" / "bin" / "uv"
    return os.environ.get("UV") or (str(own) if own.exists() else "uv")


def installed_bytes(*extras: str) -> int:
    """The bytes of an environment with the package's dependencies and those of some extras."""
    with tempfile.TemporaryDirectory(prefix="wartable-size-") as folder:
        choices = [word for extra in extras for word in ("--extra", extra)]
        environment = Path(folder) / "venv"
        run("venv", "--python", f"{sys.version_info[0]}.{sys.version_info[1]}", str(environment))
        run("pip", "install", "--python", str(environment), "--constraints", "constraints.txt", *choices,
            "--requirements", "pyproject.toml")  # fmt: skip
        return sum(file.stat().st_size for file in files(environment))


def run(*words: str) -> None:
    """Run uv in the checkout; its output is shown if it fails."""
    result = subprocess.run([uv(), *words, "--quiet"], cwd=ROOT, check=False, text=True)
    if result.returncode:
        sys.exit(f"install_sizes: uv {words[0]} failed")


def files(folder: Path) -> Iterator[Path]:
    """All regular files below a folder."""
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def package_bytes() -> int:
    """The size of the package itself, with its built client."""
    return sum(file.stat().st_size for file in files(ROOT / "src" / "wartable") if file.suffix != ".pyc")


def main(wanted: list[str]) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    base = installed_bytes()
    print("| install | MB |\n|---|---|")
    print(f"| `wartable` | {(base + package_bytes()) / 1e6:.0f} |", flush=True)
    for extra in wanted or sorted(extras):
        print(f"| `wartable[{extra}]` | + {(installed_bytes(extra) - base) / 1e6:.0f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
