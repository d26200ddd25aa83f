"""What several commands share: choosing a table, and printing one."""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wartable.core.errors import BadOption


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of a table: --option, --data, --set."""
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game (repeatable)",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder of data files that replace the game's own")
    parser.add_argument(
        "--set", action="append", default=[], dest="cells", metavar="TABLE.ROW.COLUMN=VALUE", help="replace one number"
    )


def pairs(words: Sequence[str], what: str) -> dict[str, str]:
    """`a=1 b=2` as a dictionary."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadOption(f"{what} {word!r}: write it as name=value")
        found[name.removeprefix("data/")] = value
    return found


def table_choices(arguments: argparse.Namespace, game: Any) -> dict[str, Any]:
    """The options, files and cells that the arguments choose, for Match.start and Game.new_box."""
    from wartable.core.data import read_folder

    files = read_folder(arguments.data, game.folder / "data") if arguments.data else {}
    return {
        "options": pairs(arguments.option, "option"),
        "files": files,
        "cells": pairs(arguments.cells, "number"),
    }


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


SHORT = 16
"""What is no longer than this stays in one line."""


def print_rows(rows: Sequence[Mapping[str, Any]], as_json: bool, title: str = "") -> None:
    """A table for people, or one JSON list for programs."""
    if as_json:
        print(json.dumps(list(rows), ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left")
    for number, column in enumerate(rows[0] if rows else ()):
        numeric = isinstance(rows[0][column], (int, float)) and not isinstance(rows[0][column], bool)
        # Where it is narrow, long texts make room for figures and for short names.
        cells = [_cell(row[column]) for row in rows]
        stays = max(map(len, cells)) <= SHORT and (number == 0 or all(any(map(str.isdigit, cell)) for cell in cells))
        table.add_column(
            column.replace("_", " "), justify="right" if numeric else "left", no_wrap=stays, overflow="fold"
        )
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    Console().print(table)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
