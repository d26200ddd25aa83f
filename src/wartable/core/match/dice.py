"""Verifiable dice: every roll follows from a seed whose SHA-256 is published before the first roll."""

import hashlib
import secrets
from collections.abc import Sequence

SEED_BYTES = 32
_SPAN = 1 << 64


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_from(number: int) -> bytes:
    """A seed for repeatable matches: the same number gives the same dice."""
    return hashlib.sha256(f"wartable {number}".encode()).digest()


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def roll(seed: bytes, number: int, weights: Sequence[int]) -> int:
    """The outcome of roll `number` of a match, each with the probability of its weight, without bias.

    A roll is numbered by its place in the match, so undoing a move and making it again changes no dice.
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
