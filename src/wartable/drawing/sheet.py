"""Order forms: several actions that a person orders at once, by numbers.

A view may have `sheets(view, box, seat)`, the forms that can be filled in now, and `order(view, box, seat, sheet,
numbers)`, the next action towards the numbers of a form, or None when done. `order` is called again after each action
with the same numbers: they are the desired result, not an increase.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A number to choose, from `least` to `most`, currently `now`. `thing` in the scene is its picture.

    `price` is the price of each further one, in the order of the form's stock. On a form with two sides, the number is
    how many are on the first, of `most` in total.
    """

    label: str
    thing: str
    now: int
    most: int
    least: int = 0
    price: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """An order form. It opens when one of the things in `opens` is touched; without rows it is a button.

    `stock` is what there is to pay with, with names; `sides` are the names of the two sides between which rows are
    split. If `goes_on`, the order is repeated in each of the seat's turns until the form is gone.
    """

    id: str
    title: str
    button: str
    rows: tuple[Row, ...] = ()
    opens: tuple[str, ...] = ()
    stock: tuple[tuple[str, int], ...] = ()
    sides: tuple[str, ...] = ()
    goes_on: bool = False
