"""Tables as environments render them."""

import struct
import zlib
from typing import Any

import numpy as np

from .desk import Desk

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
WIDTH = 683


def rendered(desk: Desk, seat: int, mode: str | None) -> Any:
    """The table as a seat sees it: text, SVG, an array of pixels, or (human) printed; None where no mode was chosen."""
    if mode == "human":
        print(desk.board(seat))
    if mode == "ansi":
        return desk.board(seat)
    if mode == "svg":
        return desk.scene_svg(seat)
    if mode == "rgb_array":
        from wartable.core.picture import png

        return pixels(png(desk.scene_svg(seat), WIDTH))
    return None


def pixels(png: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The colours of a PNG as resvg writes it (8 bits, RGBA): height x width x 3."""
    width, height = struct.unpack(">II", png[16:24])
    assert png[24:26] == b"\x08\x06", "8 bits, RGBA"
    data, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += length + 12
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 4 * width)
    above = np.zeros((width, 4), np.uint8)
    shown = np.zeros((height, width, 4), np.uint8)
    for number, row in enumerate(rows):
        above = shown[number] = _unfiltered(int(row[0]), row[1:].reshape(width, 4), above)
    return shown[:, :, :3].copy()


def _unfiltered(kind: int, row: Any, above: Any) -> Any:
    """A row of pixels from its differences, by the five filters of PNG."""
    if kind == 0:
        return row
    if kind == 1:
        return np.cumsum(row, axis=0, dtype=np.uint8)
    if kind == 2:
        return row + above
    left = np.zeros(4, np.int64)
    corner = np.zeros(4, np.int64)
    result = np.zeros_like(row)
    for number in range(len(row)):
        up = above[number].astype(np.int64)
        guess = (left + up) // 2 if kind == 3 else _paeth(left, up, corner)
        left, corner = (row[number] + guess) & 255, up
        result[number] = left
    return result


def _paeth(left: Any, up: Any, corner: Any) -> Any:
    guess = left + up - corner
    to_left, to_up, to_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
    nearest_up = np.where(to_up <= to_corner, up, corner)
    return np.where((to_left <= to_up) & (to_left <= to_corner), left, nearest_up)
