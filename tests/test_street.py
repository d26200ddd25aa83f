"""The one-way street: core knows no game, games know only core, nobody below is imported from above; and no circles."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from wartable.core.registry import find_game, game_names

from .conftest import ROOT

PACKAGE = ROOT / "src" / "wartable"


def imports(path: Path) -> set[str]:
    """The wartable modules that a file imports, in full."""
    module = ".".join(("wartable", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join(parts[: len(parts) - node.level + 1] + ([base] if base else []))
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("wartable")}


def files(folder: str) -> list[Path]:
    return sorted((PACKAGE / folder).rglob("*.py"))


AHEAD = "wartable.compiler.ahead"
"""What compiles games ahead of time knows games and bots; the compiler itself knows none of them."""


def is_of(name: str, *packages: str) -> bool:
    return name == "wartable" or any(name == package or name.startswith(f"{package}.") for package in packages)


ROOMS = {
    "compiler": ("files",),
    "languages": (),
    "drawing": ("errors", "languages"),
    "rulebook": ("errors",),
    "core": ("compiler", "drawing", "errors", "files", "languages", "rulebook"),
    "guides": ("compiler", "core", "drawing", "errors", "languages", "rulebook"),
    "games": ("compiler", "core", "drawing", "errors", "guides", "rulebook"),
}
"""What each of the lower packages may import, besides itself."""


@pytest.mark.parametrize("room", ROOMS)
def test_a_package_imports_only_what_lies_below_it(room):
    allowed = [f"wartable.{name}" for name in (room, *ROOMS[room])]
    for path in files(room):
        if path.parent.name != "ahead":
            for name in imports(path):
                assert is_of(name, *allowed) and not is_of(name, AHEAD), f"{path.name} imports {name}"


SERVER = ("storage", "people", "tables", "live", "play", "club", "tournaments", "web")
"""The server's packages: each imports only itself and those before it."""


@pytest.mark.parametrize("package", SERVER)
def test_the_servers_packages_import_in_one_direction(package):
    above = [f"wartable.server.{name}" for name in SERVER[SERVER.index(package) + 1 :]]
    for path in files(f"server/{package}"):
        # A migration is a script that nobody imports; it uses what it needs to convert old rows.
        if "migrations" not in path.parts:
            back = [name for name in imports(path) if any(is_of(name, one) for one in above) and name != "wartable"]
            assert back == [], f"{path.name} imports {back}"


@pytest.mark.parametrize("name", game_names())
def test_a_game_imports_no_other_game(name):
    for path in files(f"games/{name}"):
        others = [
            one
            for one in imports(path)
            if one.startswith("wartable.games.") and not is_of(one, f"wartable.games.{name}")
        ]
        assert others == [], f"{path.name} imports {others}"


MOST_FILES = 18
"""How many files a package may have side by side. Of commands each has its own."""


def test_no_package_has_too_many_files():
    for folder in {path.parent for path in PACKAGE.rglob("*.py")}:
        if "games" not in folder.parts and folder.name != "cli":
            count = len(list(folder.glob("*.py")))
            assert count <= MOST_FILES, f"{folder.relative_to(PACKAGE)} has {count} files"


@pytest.mark.parametrize("name", game_names())
def test_nothing_outside_its_folder_names_a_game(name):
    word = re.compile(rf"\b{name}\b")
    for file, text in _texts_outside_games():
        assert not word.search(text), f"{file} names {name}: {text!r}"


@cache
def _texts_outside_games() -> list[tuple[str, str]]:
    """All texts in the code outside games' folders, but for docstrings; each with its file."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        if (PACKAGE / "games") in path.parents:
            continue
        code = ast.parse(path.read_text("utf-8"))
        docs = {id(node.body[0].value) for node in ast.walk(code) if _has_docstring(node)}
        for node in ast.walk(code):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                found.append((path.name, node.value))
    return found


def _has_docstring(node):
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return (
        isinstance(node, holders)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    )


def test_every_game_folder_has_the_same_files():
    always = {"RULES.md", "__init__.py", "box.py", "state.py", "values.py", "decisions", "words.py", "judge.py", "data"}
    for name in game_names():
        folder = PACKAGE / "games" / name
        if folder.is_dir():
            # Where everybody sees everything there is nothing to hide.
            wanted = always | ({"hidden.py"} if find_game(name).has_secrets else set())
            there = {path.name for path in folder.iterdir()}
            assert wanted <= there, f"{name} lacks {wanted - there}"
            assert {"rules.py", "rules"} & there and {"view.py", "view"} & there


def module_of(path: Path) -> str:
    return ".".join(("wartable", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def imported_modules() -> dict[str, set[str]]:
    """The modules that each module imports. Who imports a module of a package does not import the package's page."""
    paths = {module_of(path): path for path in PACKAGE.rglob("*.py") if "template" not in path.parts}
    graph = {}
    for module, path in paths.items():
        found = imports(path) & set(paths)
        graph[module] = {name for name in found if not any(other.startswith(f"{name}.") for other in found)} - {module}
    return graph


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The sets of modules that reach each other."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen, waiting = set[str](), [start]
        while waiting:
            news = graph[waiting.pop()] - seen
            seen |= news
            waiting += news
        reached[start] = seen
    found = {frozenset(other for other in reached[one] if one in reached[other]) for one in graph}
    return [set(circle) for circle in found if circle]


def test_no_modules_import_each_other_not_even_within_functions_or_for_types_alone():
    found = circles(imported_modules())
    assert not found, "\n".join(str(sorted(circle)) for circle in found)


def test_a_circle_is_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set[str]()}
    assert circles(graph) == [{"a", "b", "c"}]


def test_a_record_is_hidden_at_one_door():
    """Outside core and the laws, Python hides by a Perspective or a Viewpoint; compiled code hides its own copies."""
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE)
        # What compiles games ahead calls all that a game has.
        if place.parts[0] in ("core", "testing", "games") or "ahead" in place.parts:
            continue
        code = ast.parse(path.read_text("utf-8"))
        compiled = [one for one in ast.walk(code) if isinstance(one, ast.FunctionDef) and one.decorator_list]
        inside = {id(node) for function in compiled for node in ast.walk(function)}
        for node in ast.walk(code):
            if isinstance(node, ast.Call) and id(node) not in inside:
                called = ast.unparse(node.func).rpartition(".")[2]
                assert called not in ("hidden", "hide"), f"{place}:{node.lineno}"


ONCE = {
    # What puts a whole database in its place syncs its folder, too.
    r"\bProcessPoolExecutor\b": {"workers.py"},
    r"\bfsync\(": {"files.py", "server/storage/files.py"},
    r"\b1\.9(6|59+)\d*\b": {"lab/reports/sample.py"},
    r"\brich\.progress\b": {"lab/runs/progress.py"},
    # Who adds headers looks at the start of an answer, too.
    r"http\.response\.start": {"server/web/logs.py", "server/web/security.py"},
}
"""How a file is replaced, a 95% interval, a progress bar, how a request was answered: where each is."""


@pytest.mark.parametrize("pattern", ONCE)
def test_what_there_is_one_of_stays_the_only_one(pattern):
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    assert {file for file, text in texts.items() if re.search(pattern, text)} == ONCE[pattern]
