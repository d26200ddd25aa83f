"""Light to install: what playing needs is the base, every extra says that it is missing, and the wheel plays."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from wartable.extras import EXTRAS, MissingExtra, needs

from .conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("wartable.adapters.gymnasium", "gymnasium", "adapters"),
        ("wartable.adapters.vector", "gymnasium", "adapters"),
        ("wartable.adapters.pettingzoo", "pettingzoo", "adapters"),
        ("wartable.adapters.openspiel", "pyspiel", "adapters"),
        ("wartable.lab.runs.batch", "pyarrow", "lab"),
        ("wartable.lab.reports.summary", "pyarrow", "lab"),
        ("wartable.lab.reports.charts", "vl_convert", "lab"),
        ("wartable.train", "torch", "train"),
    ],
)
def test_a_part_without_its_library_says_what_to_install(module, library, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    if library == "gymnasium":
        monkeypatch.delitem(sys.modules, "wartable.adapters.spaces", raising=False)
    with pytest.raises(MissingExtra, match=rf"needs {library}: wartable install {extra}$"):
        __import__(module)


def test_another_missing_module_is_not_taken_for_the_extra():
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), needs("lab", "the lab"):
        __import__("no_such_module")


@pytest.mark.parametrize(
    ("words", "library"),
    [(("lab", "run", "metals"), "pyarrow"), (("train", "metals"), "torch")],
)
def test_a_command_without_its_library_says_so_in_one_sentence(words, library, monkeypatch, capsys):
    from wartable.cli import main

    for name in ("onnx", "pyarrow", "torch"):
        monkeypatch.setitem(sys.modules, name, sys if name != library else None)
    assert main(list(words)) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(rf"wartable: \S+( \S+)* needs {library}: wartable install \w+\n", said)


def test_a_server_without_its_library_says_what_to_install(monkeypatch):
    from wartable.server.people.oidc import BadOption, check_library
    from wartable.server.storage.migrate import BadDatabase, said_in_a_sentence

    monkeypatch.setitem(sys.modules, "joserfc", None)
    with pytest.raises(BadOption, match=r"needs joserfc: wartable install oidc$"):
        check_library()
    monkeypatch.setitem(sys.modules, "psycopg", None)
    url = "postgresql+psycopg://localhost/club"
    with (
        pytest.raises(BadDatabase, match=r"needs psycopg: wartable install postgres$"),
        said_in_a_sentence(url),
    ):
        __import__("psycopg")


def test_extras_are_installed_by_their_libraries_whatever_the_environment_has(monkeypatch, tmp_path):
    from wartable.cli import install

    assert {extra: install.requirements(extra) for extra in EXTRAS} == PROJECT["optional-dependencies"]
    monkeypatch.setattr(install.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(install.sys, "prefix", str(tmp_path / ".venv"))
    uv = tmp_path / ".tools" / "bin" / "uv"
    uv.parent.mkdir(parents=True)
    uv.touch()
    assert install.installer() == [str(uv), "pip", "install", "--python", sys.executable]
    uv.unlink()
    monkeypatch.setattr(install.shutil, "which", lambda name: None)
    ran: list[list[str]] = []
    monkeypatch.setattr(install.subprocess, "run", lambda line, check: ran.append(line))
    assert install.installer() == [sys.executable, "-m", "pip", "install"]
    assert ran == [[sys.executable, "-m", "ensurepip"]], "neither pip nor uv is there"


def test_the_folder_of_a_game_is_installed_as_it_is(tmp_path, capsys):
    from wartable.cli import main
    from wartable.cli.install import requirements

    (tmp_path / "pyproject.toml").touch()
    assert requirements(str(tmp_path)) == ["--editable", str(tmp_path)]
    assert requirements("pytest") == ["pytest"]
    assert main(["install", "./nowhere"]) == 2
    assert capsys.readouterr().err == "wartable: ./nowhere is not a folder with a pyproject.toml\n"


def test_every_extra_is_listed_with_its_megabytes():
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `wartable\[(\w+)\]` \| \+ \d+ \| \S.* \|$", page, re.MULTILINE))
    assert listed == set(PROJECT["optional-dependencies"]) == set(EXTRAS)


def test_every_group_is_listed():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    assert set(groups) == set(re.findall(r"^\| `(\w+)` \| ", page, re.MULTILINE)) - {"wartable"}


def test_the_base_needs_no_library_of_an_extra():
    def names(lines: list[str]) -> set[str]:
        return {re.split(r"[\[<>=!; ]", line)[0] for line in lines}

    extras = {name for lines in PROJECT["optional-dependencies"].values() for name in names(lines)}
    assert not names(PROJECT["dependencies"]) & extras


def dry_run(target: str) -> str:
    return subprocess.run(
        ["make", "--dry-run", "--always-make", target], cwd=ROOT, check=True, text=True, capture_output=True
    ).stdout


def test_make_play_installs_only_what_playing_needs():
    assert "--editable ." in dry_run("play")
    assert "--group" not in dry_run("play")
    assert "--group dev" in dry_run("setup")


def test_pins_carry_no_address():
    assert "://" not in (ROOT / "constraints.txt").read_text("utf-8")


def test_each_python_of_the_classifiers_is_in_the_documents():
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    versions = re.findall(r":: Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert versions and all(version in page for version in versions)


@pytest.fixture(scope="module")
def trial(monkeypatch_module: pytest.MonkeyPatch):
    """tools/try_wheel.py, with all that uv needs taken from its cache."""
    if not (ROOT / ".tools" / "bin" / "uv").exists() and shutil.which("uv") is None:
        pytest.skip("no uv: `make setup` brings it")
    monkeypatch_module.syspath_prepend(str(ROOT / "tools"))
    monkeypatch_module.setenv("OFFLINE", "1")
    return import_module("try_wheel")


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.mark.slow
def test_the_wheel_is_installed_into_an_empty_environment_and_plays(trial, tmp_path: Path):
    wheel, said = trial.build(tmp_path)
    assert said.count("client: ") == 1, "the wheel from the sdist takes the client that came along"
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("index.html", "app.js", "app.css", "icons.json", "credits.md", "licences/cinzel.txt"):
        assert f"wartable/static/{name}" in names
    assert "wartable/examples/learning/torch_ppo.py" in names
    assert {name.rpartition("/")[2] for name in names if "/licenses/" in name} == {"LICENSE", "CREDITS.md"}
    program = trial.install(wheel, tmp_path)
    assert trial.play(program, tmp_path).startswith("The match is over: ")
    assert "\ntorch_ppo " in subprocess.run([program, "examples"], check=True, text=True, capture_output=True).stdout
    missing = subprocess.run([program, "lab", "run", "metals"], check=False, text=True, capture_output=True)
    assert missing.returncode == 2
    assert missing.stderr == "wartable: the lab needs pyarrow: wartable install lab\n"


@pytest.mark.slow
def test_a_fresh_copy_plays_then_makes_a_game_then_takes_an_extra(
    trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the README says it: the line for the game and the line for the extra are those that the program prints."""
    monkeypatch.setenv("UV_OFFLINE", "1")
    copy = tmp_path / "wartable"
    trial.copy_checkout(copy)
    (copy / ".tools" / "bin").mkdir(parents=True)
    shutil.copy2(trial.uv(), copy / ".tools" / "bin" / "uv")
    trial.call("make", "--old-file=.tools/bin/uv", ".venv/play", cwd=copy)
    python, program = (str(copy / ".venv" / "bin" / name) for name in ("python", "wartable"))
    assert trial.play(program, tmp_path).startswith("The match is over: ")
    said = trial.call(program, "new", "few_stones", "--kind", "plain", cwd=tmp_path)
    line = re.search(r"Try it: wartable (install .*? pytest), .* and (pytest .*)", said)
    assert line
    trial.call(program, *shlex.split(line[1]), cwd=tmp_path)
    assert "few_stones" in trial.call(program, "games", "--json")
    assert " passed" in trial.call(python, "-m", *shlex.split(line[2]), cwd=tmp_path)
    lab = [program, "lab", "run", "few_stones", "--games", "10", "--bots", "random", "--workers", "1"]
    with pytest.raises(SystemExit, match="wartable install lab"):
        trial.call(*lab, cwd=tmp_path)
    trial.call(program, "install", "lab")
    assert "report.html" in trial.call(*lab, cwd=tmp_path)
