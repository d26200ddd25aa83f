"""Hexes of a hexagonal map: numbered in rows from the top left, named A1, A2, ... by row and place."""

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""What a step in each direction adds to (column, row) in axial coordinates; clockwise from the east."""
DIRECTION_NAMES = ("east", "south-east", "south-west", "west", "north-west", "north-east")
DIRECTION_CODES = ("E", "SE", "SW", "W", "NW", "NE")


def axial(radius: int) -> list[tuple[int, int]]:
    """The coordinates (column, row) of all hexes within a radius, in the order of their numbers."""
    return [
        (column, row)
        for row in range(-radius, radius + 1)
        for column in range(max(-radius, -radius - row), min(radius, radius - row) + 1)
    ]


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    column, row = a[0] - b[0], a[1] - b[1]
    return max(abs(column), abs(row), abs(column + row))


def hex_name(radius: int, place: tuple[int, int]) -> str:
    column, row = place
    return f"{'ABCDEFGHIJK'[row + radius]}{column - max(-radius, -radius - row) + 1}"
