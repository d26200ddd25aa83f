"""Renders tables for environments."""

import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from .desk import Desk

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
WIDTH = 683


def rendered(desk: Desk, seat: int, mode: str | None) -> Any:
    """The table as a seat sees it: text, SVG, an array of pixels, or printed (human); None if no mode was chosen."""
    if mode == "human":
        print(desk.board(seat))
    if mode == "ansi":
        return desk.board(seat)
    if mode == "svg":
        return desk.scene_svg(seat)
    if mode == "rgb_array":
        from wartable.drawing.picture import png

        return pixels(png(desk.scene_svg(seat), WIDTH))
    return None


def pixels(png: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The pixels of a PNG written by resvg (8 bits, RGBA): height x width x 3."""
    width, height = struct.unpack(">II", png[16:24])
    assert png[24:26] == b"\x08\x06", "8 bits, RGBA"
    data, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += length + 12
    raw, stride = zlib.decompress(data), 4 * width
    shown = np.zeros((height, width, 4), np.uint8)
    above = bytes(stride)
    for number in range(height):
        first = number * (stride + 1)
        above = _unfiltered(raw[first], raw[first + 1 : first + 1 + stride], above)
        shown[number] = np.frombuffer(above, np.uint8).reshape(width, 4)
    return shown[:, :, :3].copy()


def _unfiltered(kind: int, row: bytes, above: bytes) -> bytes:
    """A row of pixels, decoded by the five filters of PNG."""
    here = np.frombuffer(row, np.uint8)
    if kind == 0:
        return row
    if kind == 1:
        return np.cumsum(here.reshape(-1, 4), axis=0, dtype=np.uint8).tobytes()
    if kind == 2:
        return (here + np.frombuffer(above, np.uint8)).tobytes()
    return _guessed(row, above, _mean if kind == 3 else _paeth)


def _guessed(row: bytes, above: bytes, guess: Callable[[int, int, int], int]) -> bytes:
    """Undo a filter that predicts each byte from those to the left, above, and above left."""
    result, corners = bytearray(4) + row, bytes(4) + above
    for place, (difference, up) in enumerate(zip(row, above, strict=True)):
        result[place + 4] = (difference + guess(result[place], up, corners[place])) & 255
    return bytes(result[4:])


def _mean(left: int, up: int, corner: int) -> int:
    return (left + up) // 2


def _paeth(left: int, up: int, corner: int) -> int:
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner
