"""Compressed messages (RFC 7692) made from parts that were compressed before.

Parts that are compressed separately can be concatenated, since compressed data only refers back to earlier data, and
these parts refer to nothing outside themselves. So content that stays the same, such as a table's panels, is compressed
once for all seats and moves.
"""

import zlib
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

import orjson

BITS = 15
"""The window of data compressed in advance, as a power of two: the least that a connection allows by default."""
FAST, SMALL = 1, 6
LOOKS_BACK = 8192
"""How much earlier data is referred back to. More makes messages slightly smaller and takes longer."""
END_OF_FLUSH = b"\x00\x00\xff\xff"
A_RUN = 8
"""The approximate number of items compressed together: with few, a change costs less; with many, the whole is
smaller.
"""
LEAST = 1500
KEPT = 1024
"""The number of runs that are cached."""


class Opening(NamedTuple):
    """The common beginning of messages, as text and compressed."""

    text: bytes
    packed: bytes


class Opened(bytes):
    """A message that begins with an opening."""

    opening: Opening


def pack(
    text: bytes, level: int, bits: int = BITS, before: bytes = b"", strategy: int = zlib.Z_DEFAULT_STRATEGY
) -> bytes:
    """Compress a text that follows something else, up to a whole byte."""
    work = zlib.compressobj(level, wbits=-bits, strategy=strategy, zdict=before)
    return work.compress(text) + work.flush(zlib.Z_SYNC_FLUSH)


def pack_message(message: bytes, level: int, bits: int, before: bytes) -> bytes:
    """Compress a whole message; what follows its opening refers back to the opening."""
    if isinstance(message, Opened) and bits == BITS:
        text, packed = message.opening
        return (packed + pack(message[len(text) :], SMALL, bits, text[-LOOKS_BACK:])).removesuffix(END_OF_FLUSH)
    return pack(message, level, bits, before).removesuffix(END_OF_FLUSH)


def opening(name: str, values: dict[str, Any], kept: Collection[str]) -> Opening:
    """The beginning of a message: a field with these values. In the fields of `kept`, most items seldom change."""
    texts = [b'{"%b":{' % name.encode()]
    packed = [_kept(texts[0])]
    for field in kept:
        value = values[field]
        start, end = (b'"%b":{', b"},") if isinstance(value, dict) else (b'"%b":[', b"],")
        for text in _runs(start % field.encode(), _items(value), end):
            texts.append(text)
            packed.append(_kept(text))
    text = orjson.dumps({field: value for field, value in values.items() if field not in kept})[1:]
    texts.append(text)
    packed.append(pack(text, SMALL))
    return Opening(b"".join(texts), b"".join(packed))


def _items(value: dict[str, Any] | list[Any]) -> list[bytes]:
    if isinstance(value, dict):
        return [b"%b:%b" % (orjson.dumps(name), orjson.dumps(item)) for name, item in value.items()]
    return [orjson.dumps(item) for item in value]


def _runs(start: bytes, items: list[bytes], end: bytes) -> Iterator[bytes]:
    """Divide items into runs that are compressed together. The boundaries depend on the content, so that a new item
    leaves most runs unchanged.
    """
    run, size = [start], 0
    for number, item in enumerate(items):
        run.append(b",%b" % item if number else item)
        size += len(item)
        if size >= LEAST and crc32(item) % A_RUN == 0:
            yield b"".join(run)
            run, size = [], 0
    yield b"".join([*run, end])


def opened(opening: Opening, message: dict[str, Any]) -> Opened:
    """A message with an opening."""
    found = Opened(b"%b,%b" % (opening.text, orjson.dumps(message)[1:]))
    found.opening = opening
    return found


@lru_cache(maxsize=KEPT)
def _kept(text: bytes) -> bytes:
    return pack(text, SMALL, strategy=zlib.Z_FILTERED)
