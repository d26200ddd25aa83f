"""Common to several commands: choosing a table, and printing tables."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wartable.errors import BadOption

if TYPE_CHECKING:
    from wartable.core.game import Game
    from wartable.core.variant import Variant


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
    parser.add_argument(
        "--data",
        type=Path,
        metavar="PATH",
        help="a variant: a file, or a folder of data files that replace the game's own",
    )
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


def chosen_variant(arguments: argparse.Namespace, game: "Game") -> "Variant":
    """The variant of --data, with the options and cells of the command line."""
    from wartable.core.variant import Variant, read_variant

    variant = read_variant(arguments.data, game) if arguments.data else Variant(game.stem)
    options, cells = pairs(arguments.option, "option"), pairs(arguments.cells, "number")
    return replace(variant, options={**variant.options, **options}, cells={**variant.cells, **cells})


def table_choices(arguments: argparse.Namespace, game: "Game") -> dict[str, Any]:
    """The options, files and cells in the arguments, for Match.start and Game.new_box."""
    return chosen_variant(arguments, game).table


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


SHORT, LONG = 16, 24
"""Lengths, in characters: a number that stays on one line, and a text that may be wrapped to make room."""


def print_rows(rows: Sequence[Mapping[str, Any]], as_json: bool, title: str = "") -> None:
    """A table for people, or one JSON list for programs."""
    if as_json:
        print(json.dumps(list(rows), ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left")
    cells = {column: [_cell(row[column]) for row in rows] for column in (rows[0] if rows else ())}
    longest = {column: max(map(len, texts)) for column, texts in cells.items()}
    # Where the screen is narrow, a long text makes room for the figures beside it.
    has_room = any(length > LONG for length in longest.values())
    for number, (column, texts) in enumerate(cells.items()):
        numeric = isinstance(rows[0][column], (int, float)) and not isinstance(rows[0][column], bool)
        are_figures = longest[column] <= SHORT and all(any(map(str.isdigit, text)) for text in texts)
        stays = longest[column] <= LONG if number == 0 else has_room and are_figures
        table.add_column(
            column.replace("_", " "), justify="right" if numeric else "left", no_wrap=stays, overflow="fold"
        )
    for row in zip(*cells.values(), strict=True):
        table.add_row(*row)
    Console().print(table)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
