"""Parts of the client that need no page, run by node."""

import json
import subprocess
from typing import Any

from ..conftest import ROOT

WEB = ROOT / "web"


def module_of(name: str) -> str:
    """A file of the client with all that it imports, as a script."""
    esbuild = [str(WEB / "node_modules" / ".bin" / "esbuild"), str(WEB / "src" / name), "--format=cjs", "--bundle"]
    return subprocess.run(esbuild, check=True, capture_output=True, text=True).stdout


def told(module: str, call: str) -> Any:
    """What a call of something that the module exports gives."""
    script = f"{module}\nconsole.log(JSON.stringify(module.exports.{call}));"
    return json.loads(subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True).stdout)
