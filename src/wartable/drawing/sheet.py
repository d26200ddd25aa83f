"""Sheets: several actions that a person orders at once, by numbers.

A view may have `sheets(view, box, seat)`, what can be ordered now, and `order(view, box, seat, sheet, numbers)`, the
next action towards what the numbers of a sheet say, or None where nothing is left to do. `order` is asked again after
each action, and told the same numbers: they say how it should be in the end, not what is to be added.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A number to choose: from `least` to `most`, now `now`. `thing` in the scene is its picture.

    `price` is what each one more costs, of the sheet's stock in its order. On a sheet with two sides, the number is
    how many are on the first, of `most` together.
    """

    label: str
    thing: str
    now: int
    most: int
    least: int = 0
    price: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """Something to order. It opens where one of the things in `opens` is touched; without rows it is one button.

    `stock` is what there is to pay with, with names; `sides` are the names of the two between which rows are split.
    `goes_on` says that it is ordered again when it is the seat's turn once more, until the sheet is gone.
    """

    id: str
    title: str
    button: str
    rows: tuple[Row, ...] = ()
    opens: tuple[str, ...] = ()
    stock: tuple[tuple[str, int], ...] = ()
    sides: tuple[str, ...] = ()
    goes_on: bool = False
