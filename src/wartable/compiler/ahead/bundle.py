"""Compiled code in one file, for machines of the same kind (a container image, a cluster, CI).

A parcel states its versions and processor, and its sources. It can be used only on machines of that kind, and games
whose sources differ are left out by name. Compiled code is a program: use parcels only from people whose software you
would install.
"""

import hashlib
import io
import json
import platform
import re
import tarfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.registry import cpu_target

from wartable.compiler.cache import code_root, files_in_use, write_code
from wartable.compiler.decorators import interpreted
from wartable.compiler.linking import pieces_in_use
from wartable.core.game import Game
from wartable.core.registry import find_game
from wartable.errors import UnknownGame, WartableError
from wartable.files import replacing

from .background import make_all, mark_of, write_mark

FORMAT = 3
MANIFEST = "manifest.json"
MOST_MANIFEST = 4_000_000
MOST_BYTES = 2_000_000_000
NAME = re.compile(r"\w[\w.-]*/\w[\w.-]*\.(piece|home|island|entry)", re.ASCII)
"""A folder of the cache and a file in it; nothing else is ever written."""


class BadParcel(WartableError):
    """A file of compiled code that cannot be used here. The message gives the reason; nothing was written."""


@dataclass(frozen=True)
class Kind:
    """What two machines must have in common to share compiled code."""

    python: str
    numba: str
    llvmlite: str
    numpy: str
    processor: str

    @staticmethod
    def here() -> "Kind":
        triple, processor, features = cpu_target.target_context.codegen().magic_tuple()
        mark = hashlib.sha256(features.encode()).hexdigest()[:8]
        versions = platform.python_version_tuple()
        return Kind(
            f"{platform.python_implementation()} {versions[0]}.{versions[1]}",
            numba.__version__,
            version("llvmlite"),
            np.__version__,
            f"{processor} ({triple}, features {mark})",
        )


@dataclass(frozen=True)
class Taken:
    """The result of unpacking: the games that are ready now, and those whose sources differ here."""

    ready: tuple[str, ...]
    differ: tuple[str, ...]
    files: int


def pack(path: Path, games: Iterable[Game]) -> int:
    """Write the compiled code of these games, compiling what is missing, and return the number of bytes."""
    if interpreted:
        raise BadParcel("rules are interpreted here (NUMBA_DISABLE_JIT): there is no compiled code to export")
    chosen = list(games)
    for game in chosen:
        make_all(game)
    names = sorted({*files_in_use(), *pieces_in_use()})
    files = {name: code_root() / name for name in names if NAME.fullmatch(name)}
    content = {name: file.read_bytes() for name, file in files.items() if file.is_file()}
    manifest = {
        "format": FORMAT,
        "kind": asdict(Kind.here()),
        "games": {game.name: mark_of(game).name for game in chosen},
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in content.items()},
    }
    _write(path, {MANIFEST: json.dumps(manifest, indent=1).encode(), **content})
    return path.stat().st_size


def _write(path: Path, content: dict[str, bytes]) -> None:
    """Write atomically: the file exists only when complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as raw, tarfile.open(fileobj=raw, mode="w:gz", compresslevel=6) as tar:
        for name, data in content.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))


def unpack(path: Path) -> Taken:
    """Check a parcel and copy what fits into the cache; existing code stays as it is."""
    if interpreted:
        raise BadParcel("rules are interpreted here (NUMBA_DISABLE_JIT): compiled code cannot be used")
    manifest, content = _read(path)
    _compare(path, manifest["kind"])
    fitting = {name: mark for name, mark in manifest["games"].items() if _fits(name, mark)}
    if not fitting:
        names = ", ".join(manifest["games"])
        raise BadParcel(
            f"{path}: made from different sources than those here ({names}); export it again with this version"
        )
    news = [name for name in content if not (code_root() / name).exists()]
    for name in news:
        write_code(name, content[name])
    for name in fitting:
        write_mark(find_game(name), content)
    return Taken(tuple(fitting), tuple(name for name in manifest["games"] if name not in fitting), len(news))


def _fits(name: str, mark: str) -> bool:
    try:
        return mark_of(find_game(name)).name == mark
    except UnknownGame:
        return False


def _compare(path: Path, kind: dict[str, str]) -> None:
    for name, wanted in asdict(Kind.here()).items():
        if kind[name] != wanted:
            raise BadParcel(f"{path}: compiled for {name} {kind[name]}; here it is {wanted}")


def _read(path: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    try:
        with tarfile.open(path, "r:gz") as tar:
            manifest = _manifest(tar)
            content = {entry.name: _content(tar, entry) for entry in _entries(tar)}
    except FileNotFoundError:
        raise BadParcel(f"{path}: there is no such file") from None
    except (tarfile.TarError, EOFError, OSError, ValueError, KeyError, TypeError) as error:
        raise BadParcel(
            f"{path}: not a complete file of compiled code ({str(error) or type(error).__name__})"
        ) from None
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in content.items()}
    if sums != manifest["files"]:
        raise BadParcel(f"{path}: damaged: its contents do not match its list")
    return manifest, content


def _manifest(tar: tarfile.TarFile) -> dict[str, Any]:
    first = tar.next()
    if first is None or first.name != MANIFEST or first.size > MOST_MANIFEST:
        raise ValueError("it does not begin with a list of its contents")
    read: dict[str, Any] = json.loads(_content(tar, first))
    if read["format"] != FORMAT:
        raise ValueError(f"format {read['format']}, not {FORMAT}")
    Kind(**read["kind"])
    read["games"] = {str(name): str(mark) for name, mark in read["games"].items()}
    read["files"] = dict(read["files"])
    return read


def _entries(tar: tarfile.TarFile) -> Iterable[tarfile.TarInfo]:
    total = 0
    while (entry := tar.next()) is not None:
        total += entry.size
        if not entry.isfile() or not NAME.fullmatch(entry.name) or total > MOST_BYTES:
            raise ValueError(f"{entry.name!r} does not belong there")
        yield entry


def _content(tar: tarfile.TarFile, entry: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(entry)
    if file is None:
        raise ValueError(f"{entry.name!r} is not a file")
    return file.read()
