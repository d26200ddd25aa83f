"""Compiled code on disk: what depends on an edit is compiled again, and nothing else."""

import pickle
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from tests.compiling import WATCH
from wartable.compiler import cache, dispatcher, inference, linking, lowering, pipeline
from wartable.compiler.decorators import interpreted
from wartable.core.frames import kind
from wartable.core.game import Game
from wartable.core.play import random_matches

PACKAGE = Path(cache.__file__).parent.parent

RULES = """
import numpy as np
from wartable.compiler.decorators import compiled
from .helper import twice

@compiled
def rule(x):
    return twice(x) + 1
"""
HELPER = """
from wartable.compiler.decorators import compiled

@compiled
def twice(x):
    return x * {factor}
"""
RUN = "from game.rules import rule; print(rule(5), sum(rule.stats.cache_hits.values()))"


def run_in(folder: Path) -> list[int]:
    done = subprocess.run(
        [sys.executable, "-B", "-c", RUN],
        cwd=folder,
        env={"PATH": "", "WARTABLE_CACHE": str(folder / "cache"), "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(word) for word in done.stdout.split()]


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_an_edited_helper_in_another_file_is_noticed(tmp_path):
    (tmp_path / "game").mkdir()
    for name, text in (("__init__", ""), ("rules", RULES), ("helper", HELPER.format(factor=2))):
        (tmp_path / "game" / f"{name}.py").write_text(text)
    assert run_in(tmp_path) == [11, 0]
    assert run_in(tmp_path) == [11, 1]
    (tmp_path / "game" / "helper.py").write_text(HELPER.format(factor=3))
    assert run_in(tmp_path) == [16, 0]


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_compiled_code_fits_another_folder_with_the_same_sources(tmp_path):
    for place in ("one", "two"):
        (tmp_path / place / "game").mkdir(parents=True)
        for name, text in (("__init__", ""), ("rules", RULES), ("helper", HELPER.format(factor=2))):
            (tmp_path / place / "game" / f"{name}.py").write_text(text)
    assert run_in(tmp_path / "one") == [11, 0]
    (tmp_path / "one" / "cache").rename(tmp_path / "two" / "cache")
    assert run_in(tmp_path / "two") == [11, 1]


def test_code_depends_on_what_its_module_imports_and_on_nothing_that_draws(each_game):
    sources = cache.rule_sources(each_game.functions)
    package = each_game.rules.__name__.removesuffix(".rules")
    assert {f"{package}.rules", f"{package}.state", f"{package}.decisions", "wartable.core.frames"} <= sources
    assert not {name for name in sources if name.endswith((".words", ".view", ".match", ".scene"))}


def test_code_depends_on_the_compiler_that_makes_it(each_game):
    needed = cache.rule_sources(each_game.functions)
    assert {part.__name__ for part in (dispatcher, linking, pipeline, inference, lowering)} <= needed


def test_no_game_s_code_depends_on_another_game(each_game):
    package = each_game.rules.__name__.removesuffix(".rules")
    # The lab gives a game that it has met its own defaults for what the game does not declare.
    below = [f"wartable.{name}" for name in ("core", "compiler", "errors", "files", "languages", "rulebook", "lab")]
    allowed = (package, *below)
    assert all(name.startswith(allowed) for name in cache.rule_sources(each_game.functions))


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_code_is_kept_apart_for_each_game_whether_or_not_it_calls_generic_functions(each_game: Game):
    state = numba.from_dtype(each_game.state.dtype)
    called = random_matches.shelf.folder((numba.types.Array(state, 1, "C"),))
    assert each_game.name in called.name
    plain = kind.shelf.folder((state,))
    assert each_game.name in plain.name
    assert plain.name.endswith(cache.fingerprint(cache.sources_of(kind.__module__))), "an edited rule keeps it"


def test_a_bot_s_search_is_kept_apart_for_each_game(each_game: Game):
    inside = numba.types.Tuple((numba.typeof(np.zeros(1, each_game.state.dtype)),))
    assert cache.game_of((numba.types.int64, inside)) == each_game.name


def test_files_used_longest_ago_make_room(tmp_path, monkeypatch):
    monkeypatch.setenv("WARTABLE_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "MOST_BYTES", 25)
    monkeypatch.setattr(cache, "HOUR", -1)
    for number in range(4):
        file = tmp_path / "code" / f"module-{number // 2}" / f"code-{number}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"0123456789")
        cache.os.utime(file, (number, number))
    (tmp_path / "code" / "game.ready").touch()
    cache._drop_unused.__wrapped__()
    left = sorted(str(file.relative_to(tmp_path / "code")) for file in (tmp_path / "code").rglob("*"))
    assert left == ["game.ready", "module-1", "module-1/code-2", "module-1/code-3"]


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_games_share_no_folder_of_compiled_code():
    """So that a game that is gone, or compiled at the same time, harms no other."""
    shared = "wartable.core.frames"
    assert cache.GENERIC not in cache.sources_of(shared)
    folders = [cache._folder(shared, game) for game in ("metals", "thrones")]
    assert folders[0] != folders[1]
    assert folders[0].name.replace("metals", "thrones") == folders[1].name


def test_what_code_is_called_does_not_depend_on_what_is_loaded():
    """A process that compiles early, when little is loaded, names the same sources as one that has loaded all."""
    ask = "from wartable.compiler import cache; print(sorted(cache.sources_of('wartable.bots.search.simulations')))"
    early, late = (
        subprocess.run(
            [sys.executable, "-c", f"{first}\n{ask}"],
            env={"PATH": "", "PYTHONPATH": str(PACKAGE.parent)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for first in (
            "import wartable",
            "import wartable.compiler.ahead.bundle, wartable.lab.runs.run, wartable.server.web.app",
        )
    )
    assert early == late
    assert "wartable.core.play" in early


CALLS = """
from wartable.compiler.decorators import compiled
from .helper import twice

@compiled
def four_times(x):
    return twice(twice(x))

@compiled
def rule(x):
    return twice(x) + four_times(x) - 19

@compiled
def other(x):
    return twice(x) - 1

@compiled
def third(x):
    return four_times(x)
"""
LARGE = """
from wartable.compiler.decorators import compiled
from wartable.compiler import linking
linking.SMALL = 0

@compiled
def twice(x):
    return x * 2
"""


def run_python(folder: Path, text: str) -> str:
    done = subprocess.run(
        [sys.executable, "-B", "-c", text],
        cwd=folder,
        env={"PATH": "", "WARTABLE_CACHE": str(folder / "cache"), "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_code_that_other_code_on_disk_calls_is_loaded_with_it_and_made_again_where_it_is_gone(tmp_path):
    (tmp_path / "game").mkdir()
    for name, text in (("__init__", ""), ("rules", CALLS), ("helper", LARGE)):
        (tmp_path / "game" / f"{name}.py").write_text(text)
    first = "from game.rules import rule; print(rule(5))"
    both = f"{first}; from game.rules import other; print(other(5), sum(other.stats.cache_hits.values()))"
    assert run_python(tmp_path, both).split() == ["11", "9", "0"]
    alone = "from game.rules import other; print(other(5), sum(other.stats.cache_hits.values()))"
    assert run_python(tmp_path, alone).split() == ["9", "1"]
    for island in (tmp_path / "cache").rglob("rule-*.island"):
        island.unlink()
    assert run_python(tmp_path, alone).split() == ["9", "0"], "what it called lay in the other island"
    assert run_python(tmp_path, both).split() == ["11", "9", "1"]


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
@pytest.mark.parametrize("part", ["environments", "function"])
def test_an_island_of_another_version_that_speaks_of_what_is_not_here_is_made_again(tmp_path, part):
    (tmp_path / "game").mkdir()
    for name, text in (("__init__", ""), ("rules", CALLS), ("helper", LARGE)):
        (tmp_path / "game" / f"{name}.py").write_text(text)
    asked = "from game.rules import rule; print(rule(5), sum(rule.stats.cache_hits.values()))"
    assert run_python(tmp_path, asked).split() == ["11", "0"]
    (island,) = (tmp_path / "cache").rglob("rule-*.island")
    *kept, environments, function = pickle.loads(island.read_bytes())
    unknown = b"cwartable.gone\nThing\n."
    kept += [unknown, function] if part == "environments" else [environments, unknown]
    island.write_bytes(pickle.dumps(tuple(kept)))
    assert run_python(tmp_path, asked).split() == ["11", "0"]
    assert run_python(tmp_path, asked).split() == ["11", "1"], "and it is whole again"


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_what_one_rule_calls_goes_into_it_and_is_made_again_where_another_needs_it(tmp_path):
    (tmp_path / "game").mkdir()
    for name, text in (("__init__", ""), ("rules", CALLS), ("helper", LARGE)):
        (tmp_path / "game" / f"{name}.py").write_text(text)
    both = "from game.rules import rule, third; print(rule(5), third(5))"
    assert run_python(tmp_path, both).split() == ["11", "20"]
    homes = {path.name.split("-")[0]: path.read_text() for path in (tmp_path / "cache").rglob("*.home")}
    assert "/rule-" in homes["twice"]
    assert "four_times" not in homes


ALONE = (
    CALLS
    + """
from wartable.compiler.decorators import standalone

@standalone
def alone(x):
    return twice(x) + four_times(x)
"""
)


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_a_loop_that_stands_alone_has_all_that_it_calls_whatever_was_compiled_before(tmp_path):
    """So random play is as fast after an edit, or after a match, as when it is compiled from nothing."""
    (tmp_path / "game").mkdir()
    for name, text in (("__init__", ""), ("rules", ALONE), ("helper", LARGE)):
        (tmp_path / "game" / f"{name}.py").write_text(text)
    both = "from game.rules import alone, other, rule; print(rule(5), alone(5), other(5))"
    assert run_python(tmp_path, both).split() == ["11", "30", "9"]
    for island in (tmp_path / "cache").rglob("rule-*.island"):
        island.unlink()
    asked = "from game.rules import alone; print(alone(5), sum(alone.stats.cache_hits.values()))"
    assert run_python(tmp_path, asked).split() == ["30", "1"], "it needs no other island"
    assert run_python(tmp_path, both).split() == ["11", "30", "9"]


def test_what_the_lab_measures_names_no_code_but_the_lab_s(each_game: Game):
    """Whether or not the lab is loaded, a table's code is called the same."""
    from wartable.lab.runs.metrics import metrics_of

    before = cache.rule_sources(each_game.functions)
    metrics_of(each_game, each_game.data())
    assert cache.rule_sources(each_game.functions) == before
    lab = cache.sources_of("wartable.lab.runs.simulate")
    assert any(".metrics" in name for name in cache.rule_sources(each_game.functions, lab) - before)


RULEBOOK = """
from wartable.compiler.decorators import compiled

PRICE = {price}

{comment}
@compiled
def cost(x):
    \"\"\"{doc}\"\"\"
    return x * PRICE

@compiled
def income(x):
    return x + {income}

@compiled
def turn(x):
    return income(x) - cost(x)

@compiled
def points(x):
    return cost(x) + 1
"""
BOTH = f"""
{WATCH}
from game.rules import points, turn
print(turn(7), points(7), *sorted(Watch.compiled))
"""


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_an_edited_rule_is_compiled_with_what_calls_it_and_nothing_else_of_its_file(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "__init__.py").write_text("")

    def told(**changes: object) -> str:
        words = {"price": 2, "income": 5, "doc": "What it costs.", "comment": "", **changes}
        (tmp_path / "game" / "rules.py").write_text(RULEBOOK.format(**words))
        return run_python(tmp_path, BOTH).strip()

    assert told() == "-2 15 cost income points turn"
    assert told(income=6) == "-1 15 income turn"
    assert told(price=3) == "-9 22 cost points turn"
    assert told(price=3, doc="The price.", comment="# a comment\n# and another") == "-9 22"
    assert told() == "-2 15", "what was before the edits is still there"


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_compiled_code_that_is_lost_file_by_file_is_compiled_again_and_that_is_said(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "__init__.py").write_text("")
    (tmp_path / "game" / "rules.py").write_text(RULEBOOK.format(price=2, income=5, doc="", comment=""))
    run_python(tmp_path, BOTH)
    for file in [*tmp_path.rglob("*.island"), *tmp_path.rglob("cost-*.piece")]:
        file.unlink()
    done = subprocess.run(
        [sys.executable, "-B", "-c", BOTH],
        cwd=tmp_path,
        env={"PATH": "", "WARTABLE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "-2 15 cost turn"
    assert done.stderr.count("compiled code on disk is incomplete") == 1
    assert run_python(tmp_path, BOTH).strip() == "-2 15"
