"""Runs the compiler's tests with other versions of Numba: `python tools/try_numba.py VERSION ...` (`make numba`).

Each version is installed into a temporary environment on top of the current one, which has everything else.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
TESTS = ("compiling", "cache", "bounds", "floor", "random_rules")


def try_version(uv: str, version: str) -> bool:
    """Whether the tests pass with a version of Numba."""
    print(f"Numba {version}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
        packages = [f"numba=={version}", f"numpy=={np.__version__}"]
        subprocess.run([uv, "pip", "install", "--quiet", "--python", folder, *packages], check=True)
        python = str(Path(folder) / "bin" / "python")
        own = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True,
            text=True,
            check=True,
        )
        base = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
        (Path(own.stdout.strip()) / "over.pth").write_text(base)
        files = [f"tests/test_{name}.py" for name in TESTS]
        command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
        return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def main(versions: list[str]) -> int:
    uv = os.environ.get("UV") or str(ROOT / ".tools" / "bin" / "uv")
    failed = [version for version in versions if not try_version(uv, version)]
    print(f"failed with {', '.join(failed)}" if failed else f"passed with Numba {', '.join(versions)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
