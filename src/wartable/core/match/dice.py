"""Verifiable dice: every roll follows from a seed whose SHA-256 is published before the first roll."""

import hashlib
import secrets
from collections.abc import Iterable, Sequence

from ..frames import NATURE, SPECTATOR, AnyBox, AnyState
from ..game import Game
from .perspective import hidden, seats_due

SEED_BYTES = 32
_SPAN = 1 << 64
_STREAM_BITS = 32


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_from(number: int) -> bytes:
    """A seed for repeatable matches: the same number gives the same dice."""
    return hashlib.sha256(f"wartable {number}".encode()).digest()


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def roll(seed: bytes, number: int, weights: Sequence[int]) -> int:
    """The outcome of roll `number` of a match, each with the probability of its weight, without bias.

    `number` is what `numbered` gives.
    """
    total = sum(weights)
    fair = _SPAN - _SPAN % total
    attempt = 0
    while True:
        digest = hashlib.sha256(seed + number.to_bytes(8, "big") + attempt.to_bytes(4, "big")).digest()
        ticket = int.from_bytes(digest[:8], "big")
        if ticket < fair:
            break
        attempt += 1
    ticket %= total
    for index, weight in enumerate(weights):
        ticket -= weight
        if ticket < 0:
            return index
    raise AssertionError("weights changed while rolling")


def stream_of(game: Game, state: AnyState, box: AnyBox, seats: Iterable[int]) -> int:
    """Who knows that a roll is due in this state: 0 for everybody, otherwise 1 + the seats that do, as bits."""
    if not game.has_secrets or NATURE in seats_due(hidden(state, box, SPECTATOR)):
        return 0
    return 1 + sum(1 << seat for seat in seats if NATURE in seats_due(hidden(state, box, seat)))


def numbered(stream: int, count: int) -> int:
    """The number of a roll that comes after `count` others of its stream.

    Rolls are counted apart for each group of seats that knows of them, and nothing else is counted. So no roll depends
    on what others do in secret, and a move that is taken back and replaced by others changes no dice.
    """
    return stream << _STREAM_BITS | count
