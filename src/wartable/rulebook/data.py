"""Data files: the facts of a game (cards, maps, numbers), separate from its rules.

A table is a CSV file whose first column is `id`. Single numbers are in the table `numbers` with a column `value`, and
the weights of a game's judge in the table `judge`, with real numbers in the column `value`; no rule reads them. Maps
and layouts are text files: `key: value` lines, an empty line, then a picture. A match can replace files (`--data DIR`)
or single cells (`treasures.sword.cost=3`); both are stored in its save.
"""

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wartable.errors import BadData

MAX_FILE = 1_000_000
MOST_WEIGHT = 1e6


@dataclass(frozen=True)
class Row:
    """One row of a table. Its methods name file, row and column if a cell is invalid."""

    file: str
    line: int
    cells: Mapping[str, str]

    @property
    def id(self) -> str:
        """The name of the row: its cell `id`."""
        return self.cells["id"]

    def bad(self, reason: str) -> BadData:
        """An error that names file, line and row."""
        return BadData(f"{self.file}, line {self.line} ({self.id}): {reason}")

    def text(self, column: str) -> str:
        """A cell as text."""
        if column not in self.cells:
            raise self.bad(f"there is no column {column}")
        return self.cells[column]

    def number(self, column: str, least: int = 0, most: int = 99) -> int:
        """A cell as a whole number."""
        text = self.text(column)
        try:
            value = int(text or "0")
        except ValueError:
            raise self.bad(f"{column} is {text!r}, not a whole number") from None
        if not least <= value <= most:
            raise self.bad(f"{column} is {value}, not from {least} to {most}")
        return value

    def real(self, column: str, least: float = -MOST_WEIGHT, most: float = MOST_WEIGHT) -> float:
        """A cell as a real number."""
        text = self.text(column)
        try:
            value = float(text or "0")
        except ValueError:
            raise self.bad(f"{column} is {text!r}, not a number") from None
        if math.isnan(value) or not least <= value <= most:
            raise self.bad(f"{column} is {text}, not from {least:g} to {most:g}")
        return value

    def choice(self, column: str, values: Mapping[str, int]) -> int:
        """The number of a word in the column's list of choices."""
        text = self.text(column)
        if text not in values:
            raise self.bad(f"{column} is {text!r}, not one of {', '.join(values)}")
        return values[text]

    def words(self, column: str) -> list[str]:
        """The words of a cell."""
        return self.text(column).split()


@dataclass(frozen=True)
class Picture:
    """A text file with a header and a picture. Cells are addressed as `rows[row][column]`."""

    file: str
    header: Mapping[str, str]
    rows: list[list[str]]
    first_line: int

    def bad(self, reason: str, row: int | None = None) -> BadData:
        """An error that names file and line."""
        return BadData(f"{self.file}{'' if row is None else f', line {self.first_line + row}'}: {reason}")


@dataclass
class Data:
    """A game's data folder, with the files and cells that a match replaces."""

    folder: Path
    files: dict[str, str] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)

    def read(self, name: str) -> str:
        """The text of a file."""
        if name in self.files:
            return self.files[name]
        try:
            return (self.folder / name).read_text("utf-8")
        except (OSError, ValueError):
            raise BadData(f"{name!r}: there is no such data file") from None

    def names(self, sub_folder: str) -> list[str]:
        """The names, without endings, of the text files in a subfolder: `data.names("maps")`."""
        own = {path.stem for path in (self.folder / sub_folder).glob("*.txt")}
        return sorted(own | {Path(name).stem for name in self.files if Path(name).parent == Path(sub_folder)})

    def table(self, stem: str) -> list[Row]:
        """The rows of `stem`.csv, with replaced cells; ids must be unique."""
        name = f"{stem}.csv"
        reader = csv.reader(io.StringIO(self.read(name)), strict=True)
        rows: list[Row] = []
        try:
            header = [column.strip() for column in next(reader, [])]
            if not header or header[0] != "id" or len(set(header)) != len(header):
                raise BadData(f"{name}, line 1: the first column must be id, and no column may stand twice")
            for cells in reader:
                if cells:
                    rows.append(self._row(name, stem, reader.line_num, header, cells))
        except csv.Error as error:
            raise BadData(f"{name}, line {reader.line_num}: {error}") from None
        seen: dict[str, int] = {}
        for row in rows:
            if row.id in seen:
                raise row.bad(f"the id is already in line {seen[row.id]}")
            seen[row.id] = row.line
        return rows

    def _row(self, name: str, stem: str, line: int, header: list[str], cells: list[str]) -> Row:
        if len(cells) != len(header):
            raise BadData(f"{name}, line {line}: {len(cells)} cells where the header has {len(header)}")
        values = {column: cell.strip() for column, cell in zip(header, cells, strict=True)}
        for column in header:
            values[column] = self.cells.get(f"{stem}.{values['id']}.{column}", values[column])
        return Row(name, line, values)

    def number(self, id: str, least: int = 0, most: int = 9999) -> int:
        """A number of numbers.csv."""
        for row in self.table("numbers"):
            if row.id == id:
                return row.number("value", least, most)
        raise BadData(f"numbers.csv: there is no number {id}")

    def read_weights(self, weights: Any, above_zero: Sequence[str] = (), **lists: Sequence[str]) -> None:
        """Read judge.csv into a record of weights: a row for each field, in any order.

        Weights that are used as divisors are listed in `above_zero`. A list field has a row for each of its names:
        `owning=("study", "sell")` are the rows owning_study and owning_sell.
        """
        rows = {row.id: row for row in self.table("judge")}
        for field_name in weights.dtype.names:
            names = [f"{field_name}_{one}" for one in lists[field_name]] if field_name in lists else [field_name]
            for name in names:
                if name not in rows:
                    raise BadData(f"judge.csv: there is no weight {name}")
            least = 1e-6 if field_name in above_zero else -MOST_WEIGHT
            found = [_weight(rows.pop(name), weights.dtype[field_name].kind, least) for name in names]
            weights[field_name] = found if field_name in lists else found[0]
        for row in rows.values():
            raise row.bad("the judge has no such weight")

    def picture(self, name: str) -> Picture:
        """A picture with its header. Cells are single characters; spaces between them are ignored."""
        header: dict[str, str] = {}
        rows: list[list[str]] = []
        first_line = 0
        for number, line in enumerate(self.read(name).splitlines(), 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if not rows and ":" in text:
                key, value = text.split(":", 1)
                header[key.strip()] = value.strip()
                continue
            if first_line == 0:
                first_line = number
            if number != first_line + len(rows):
                raise BadData(f"{name}, line {number}: the picture has a gap above this line")
            rows.append(line.split() if " " in text else list(text))
        if not rows:
            raise BadData(f"{name}: there is no picture in it")
        return Picture(name, header, rows, first_line)

    def check_cells(self) -> None:
        """Refuse a replaced cell that does not exist."""
        for path in self.cells:
            stem, _, rest = path.partition(".")
            id, _, column = rest.rpartition(".")
            if not any(row.id == id and column in row.cells for row in self.table(stem)):
                raise BadData(f"{path}: there is no such cell; write table.row.column")


def _weight(row: Row, kind: str, least: float) -> float:
    """A weight, as a whole number if its field holds one."""
    return row.number("value", max(0, math.ceil(least)), 9999) if kind == "i" else row.real("value", least)


def read_folder(folder: Path, own: Path, beside: Sequence[str] = ()) -> dict[str, str]:
    """The files of a replacement folder. Each must match a file in the game's own folder, or be in one of its
    subfolders; those `beside` them are left out.
    """
    if not folder.is_dir():
        raise BadData(f"{folder}: there is no such folder")
    files: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or name.startswith(".") or name in beside:
            continue
        if not (own / name).exists() and not (own / name).parent.is_dir():
            raise BadData(f"{folder / name}: the game has no data file of that name")
        files[name] = read_text(path)
    if not files:
        raise BadData(f"{folder}: the folder holds no data file")
    return files


def read_text(path: Path) -> str:
    """The text of a file; BadData if it cannot be read."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise BadData(f"{path}: the file is larger than {MAX_FILE} bytes")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadData(f"{path}: the file is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise BadData(f"{path}: {getattr(error, 'strerror', None) or error}") from None
