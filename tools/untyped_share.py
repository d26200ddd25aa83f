"""How much of the source no type checker looks at: `python tools/untyped_share.py`.

A function without a full signature counts with all its lines, and so does every line of a module that tells mypy to
ignore it, in the file or in pyproject.toml.
"""

import ast
import fnmatch
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"


def ignored_modules() -> list[str]:
    """The patterns of modules that pyproject.toml tells mypy to ignore."""
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    found: list[str] = []
    for override in mypy.get("overrides", []):
        if override.get("ignore_errors"):
            named = override["module"]
            found += [named] if isinstance(named, str) else named
    return found


def is_typed(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether all arguments have types (but for `self` and `cls`), and the result too where there must be one."""
    given = function.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    named += [extra for extra in (given.vararg, given.kwarg) if extra]
    bare = [each for each in named if each.annotation is None and each.arg not in ("self", "cls")]
    return not bare and function.returns is not None


def untyped_lines(text: str) -> int:
    """How many lines of a file are in functions without a full signature, or unchecked altogether."""
    if "# mypy: ignore-errors" in text:
        return len(text.splitlines())
    lines: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_typed(node):
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def counted() -> Iterator[tuple[Path, int, int]]:
    """Each file with the number of its unchecked lines and of all its lines."""
    ignored = ignored_modules()
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text("utf-8")
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
        lines = len(text.splitlines())
        skipped = any(fnmatch.fnmatch(module, pattern) for pattern in ignored)
        yield path, lines if skipped else untyped_lines(text), lines


def share() -> float:
    """The share of lines that no type checker looks at."""
    files = list(counted())
    return sum(untyped for _, untyped, _ in files) / sum(lines for _, _, lines in files)


if __name__ == "__main__":
    for file, untyped, lines in counted():
        if untyped:
            print(f"{untyped:5} of {lines:5}  {file.relative_to(ROOT)}")
    print(f"{share():.1%} of the lines are not checked")
