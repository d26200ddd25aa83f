"""Compiled code that travels: packed on one machine, used on another of the same kind, refused on any other."""

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.compiling import WATCH
from wartable.compiler.ahead.bundle import MANIFEST, BadParcel, Kind, unpack
from wartable.compiler.cache import code_root
from wartable.compiler.decorators import interpreted

pytestmark = pytest.mark.skipif(interpreted, reason="nothing is compiled")

COUNT_COMPILED = f"""
from wartable.compiler.ahead.background import is_compiled, make_all
from wartable.core.registry import find_game

game = find_game("metals")
assert is_compiled(game)
{WATCH}
make_all(game)
print(len(Watch.compiled), *Watch.compiled)
"""


@pytest.fixture(scope="module")
def parcel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made by the command, in a process of its own: what this one has loaded depends on the tests before."""
    path = tmp_path_factory.mktemp("parcel") / "metals.wartable"
    command = [sys.executable, "-m", "wartable", "compile", "metals", "--export", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "compiled code of 1 game" in done.stdout
    return path


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WARTABLE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def changed(parcel: Path, target: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None]) -> Path:
    """A parcel like the other one but for what somebody did to its list or its parts."""
    with tarfile.open(parcel) as tar:
        content = {entry.name: tar.extractfile(entry).read() for entry in tar.getmembers()}  # type: ignore[union-attr]
    manifest = json.loads(content.pop(MANIFEST))
    change(manifest, content)
    with tarfile.open(target, "w:gz", compresslevel=1) as tar:
        for name, data in {MANIFEST: json.dumps(manifest).encode(), **content}.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return target


def taken(parcel: Path) -> subprocess.CompletedProcess[str]:
    """What `--import` says, in a process of its own."""
    command = [sys.executable, "-m", "wartable", "compile", "--import", str(parcel)]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_a_machine_of_the_same_kind_has_nothing_left_to_compile(parcel: Path, empty_cache: Path):
    assert taken(parcel).stdout.startswith("Metals: ready, ")
    done = subprocess.run([sys.executable, "-c", COUNT_COMPILED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0"]


def test_code_that_is_there_already_is_kept(parcel: Path, empty_cache: Path):
    assert ": ready, 0 files" not in taken(parcel).stdout
    before = {file: file.stat().st_mtime_ns for file in code_root().rglob("*.island")}
    assert before and ": ready, 0 files" in taken(parcel).stdout
    assert before == {file: file.stat().st_mtime_ns for file in code_root().rglob("*.island")}


@pytest.mark.parametrize("name", list(asdict(Kind.here())))
def test_another_version_or_processor_is_refused(name: str, parcel: Path, tmp_path: Path, empty_cache: Path):
    def change(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
        manifest["kind"][name] = "0.0"

    with pytest.raises(BadParcel, match=rf"compiled for {name} 0\.0; here it is "):
        unpack(changed(parcel, tmp_path / "other", change))
    assert not empty_cache.exists()


def test_a_game_of_other_sources_is_left_out_by_name(parcel: Path, tmp_path: Path, empty_cache: Path):
    def change(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
        manifest["games"]["thrones"] = "thrones-0123456789abcdef.ready"
        manifest["games"]["nowhere"] = "nowhere-0123456789abcdef.ready"

    done = taken(changed(parcel, tmp_path / "other", change))
    assert done.stdout.startswith("Metals: ready, ")
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == ["thrones", "nowhere"]


def test_a_parcel_of_other_sources_alone_is_refused(parcel: Path, tmp_path: Path, empty_cache: Path):
    def change(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
        manifest["games"] = {"metals": "metals-0123456789abcdef.ready"}

    with pytest.raises(BadParcel, match=r"different sources than those here \(metals\)"):
        unpack(changed(parcel, tmp_path / "other", change))
    assert not empty_cache.exists()


@pytest.mark.parametrize(
    "name", ["../rules/x.island", "/tmp/x.island", "a/b/x.island", "a/x.py", "a/..island", "x.island"]
)
def test_nothing_is_written_outside_the_cache(name: str, parcel: Path, tmp_path: Path, empty_cache: Path):
    with pytest.raises(BadParcel, match="does not belong there"):
        unpack(changed(parcel, tmp_path / "other", lambda _, content: content.update({name: b"x"})))
    assert not empty_cache.exists()


def test_a_changed_part_is_noticed(parcel: Path, tmp_path: Path, empty_cache: Path):
    def change(_: dict[str, Any], content: dict[str, bytes]) -> None:
        content[next(iter(content))] += b"x"

    with pytest.raises(BadParcel, match="damaged"):
        unpack(changed(parcel, tmp_path / "other", change))
    assert not empty_cache.exists()


@pytest.mark.parametrize("kept", [0, 100, 20_000])
def test_a_file_that_was_cut_short_is_told_in_a_sentence(kept: int, parcel: Path, tmp_path: Path, empty_cache: Path):
    cut = tmp_path / "cut"
    cut.write_bytes(parcel.read_bytes()[:kept])
    with pytest.raises(BadParcel, match="not a complete file of compiled code"):
        unpack(cut)
    assert not empty_cache.exists()
    with pytest.raises(BadParcel, match="there is no such file"):
        unpack(tmp_path / "nowhere")
