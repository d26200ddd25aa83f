"""The cells of a game's data tables, by path: what a match can replace and the lab can vary."""

from difflib import get_close_matches

from wartable.errors import BadData

from .data import Data


def cells_of(data: Data) -> dict[str, str]:
    """Every cell except the ids, as `table.row.column`, with its content."""
    return {
        f"{file.stem}.{row.id}.{column}": text
        for file in sorted(data.folder.glob("*.csv"))
        for row in data.table(file.stem)
        for column, text in row.cells.items()
        if column != "id"
    }


def check_cells(data: Data) -> None:
    """Refuse a replaced cell that does not exist, and suggest similar names."""
    try:
        data.check_cells()
    except BadData as error:
        known = cells_of(Data(data.folder, data.files))
        wrong = next((path for path in data.cells if path not in known), "")
        near = get_close_matches(wrong, known, 3, 0.7)
        raise BadData(f"{error}; did you mean {' or '.join(near)}?" if near else str(error)) from None
