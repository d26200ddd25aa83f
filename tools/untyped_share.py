"""How much of the source no type checker looks at: `python tools/untyped_share.py`.

A function without a full signature counts with all its lines, and so does every line of a module that tells mypy to
ignore it, in the file or in pyproject.toml. Counted apart are functions with an argument of type `Any` or `Record`, or
of one made of them: nobody checks what they do with it.
"""

import ast
import fnmatch
import tomllib
from collections.abc import Callable, Iterator
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


def takes_anything(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the type of an argument says `Any` or `Record`, alone or within another."""
    types = [each.annotation for each in ast.walk(function.args) if isinstance(each, ast.arg) and each.annotation]
    quoted = (ast.parse(str(one.value), mode="eval") for one in types if isinstance(one, ast.Constant))
    named = (node for one in (*types, *quoted) for node in ast.walk(one))
    return any((getattr(node, "attr", None) or getattr(node, "id", "")) in ("Any", "Record") for node in named)


def lines_in(text: str, counts: Callable[[ast.FunctionDef | ast.AsyncFunctionDef], bool]) -> int:
    """How many lines of a file are in functions that count."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and counts(node):
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def untyped_lines(text: str) -> int:
    """How many lines of a file are in functions without a full signature, or unchecked altogether."""
    if "# mypy: ignore-errors" in text:
        return len(text.splitlines())
    return lines_in(text, lambda function: not is_typed(function))


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


def share_of_anything() -> float:
    """The share of lines in functions that take anything."""
    texts = [path.read_text("utf-8") for path in SOURCES.rglob("*.py")]
    return sum(lines_in(text, takes_anything) for text in texts) / sum(len(text.splitlines()) for text in texts)


if __name__ == "__main__":
    for file, untyped, lines in counted():
        if untyped:
            print(f"{untyped:5} of {lines:5}  {file.relative_to(ROOT)}")
    print(f"{share():.1%} of the lines are not checked")
    print(f"{share_of_anything():.1%} are in functions that take Any or Record")
