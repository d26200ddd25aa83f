"""Messages in packed form (RFC 7692), where most of a message was packed already.

What is packed apart is put one after the other: packed data looks back only at what lay before it, and these parts look
back at nothing. So what stays as it is, such as a table's panels, is packed once for all seats and moves.
"""

import zlib
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

import orjson

BITS = 15
"""How far what is packed ahead may look back, as a power of two: what a line allows unless its client asks for less."""
FAST, SMALL = 1, 6
LOOKS_BACK = 8192
"""So much of what was sent before is looked back at. More makes messages a little smaller and takes longer."""
END_OF_FLUSH = b"\x00\x00\xff\xff"
A_RUN = 8
"""So many items are packed together, about: a change costs less with few, and the whole is smaller with many."""
LEAST = 1500
KEPT = 1024
"""So many runs are kept."""


class Opening(NamedTuple):
    """The beginning of messages that differ in what comes after it, as text and packed."""

    text: bytes
    packed: bytes


class Opened(bytes):
    """A message that begins with an opening."""

    opening: Opening


def pack(
    text: bytes, level: int, bits: int = BITS, before: bytes = b"", strategy: int = zlib.Z_DEFAULT_STRATEGY
) -> bytes:
    """A text packed as what comes after something else, up to a whole byte."""
    work = zlib.compressobj(level, wbits=-bits, strategy=strategy, zdict=before)
    return work.compress(text) + work.flush(zlib.Z_SYNC_FLUSH)


def pack_message(message: bytes, level: int, bits: int, before: bytes) -> bytes:
    """A whole message; what comes after its opening looks back at the opening."""
    if isinstance(message, Opened) and bits == BITS:
        text, packed = message.opening
        return (packed + pack(message[len(text) :], SMALL, bits, text[-LOOKS_BACK:])).removesuffix(END_OF_FLUSH)
    return pack(message, level, bits, before).removesuffix(END_OF_FLUSH)


def opening(name: str, values: dict[str, Any], kept: Collection[str]) -> Opening:
    """The beginning of a message: a field with these values. Of those named in `kept` most items seldom change."""
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
    """Items in runs that are packed together. What they say decides where a run ends: another one leaves most as is."""
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
