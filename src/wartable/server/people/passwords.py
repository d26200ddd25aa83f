"""Passwords and secrets: argon2id for passwords, SHA-256 for secrets that the server generates."""

import asyncio
import hashlib
import re
import secrets
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from wartable.errors import WartableError


def _decoy_of(hasher: PasswordHasher) -> str:
    """A hash that matches no password and takes as long to check as any; computing a real one would delay the start."""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    drawn = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=") for length in (hasher.salt_len, hasher.hash_len)
    )
    return "$".join(("", "argon2id", "v=19", costs, *drawn))


_hasher = PasswordHasher()
_DECOY = _decoy_of(_hasher)
THREADS = 2
MOST_WAITING = 64
ROWS = ("abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "01234567890")
DIGITS_ALONE = 12
"""The minimum length of a password of digits only: longer than dates and telephone numbers."""
_LOOKS = str.maketrans("013457@$!", "oieastasi")
Result = TypeVar("Result")


class Busy(WartableError):
    """Too many requests at the moment."""


class Passwords:
    """Hashing deliberately takes time and memory: it runs in its own threads, a few at a time, with a short queue."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "wartable-password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        return await self._do(lambda: _hasher.hash(password))

    async def fits(self, password: str, hashed: str | None) -> bool:
        """Whether the password matches; takes as long for an unknown name."""
        return await self._do(lambda: is_password(password, hashed))

    async def _do(self, work: Callable[[], Result]) -> Result:
        if self._waiting >= MOST_WAITING:
            raise Busy("too many people are signing in right now; try again in a few seconds")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def is_password(password: str, hashed: str | None) -> bool:
    """Whether the password matches; takes as long for an unknown name."""
    try:
        _hasher.verify(hashed or _DECOY, password)
        return hashed is not None
    except (VerificationError, InvalidHashError):
        return False


def is_common(password: str, name: str) -> bool:
    """Whether a password is easy to guess for the account of that name."""
    told = password.casefold()
    letters = re.sub(r"[\W_]", "", told)
    if (letters.isdecimal() and len(letters) < DIGITS_ALONE) or _is_repeated(letters) or _is_in_a_row(letters):
        return True
    word = re.sub(r"[\W\d_]+$", "", told)
    meant = {word, word.translate(_LOOKS), letters.translate(_LOOKS)}
    return bool((meant - {""}) & {*_common(), re.sub(r"[\W_]", "", name.casefold())})


@cache
def _common() -> frozenset[str]:
    """Words that many passwords contain, without digits and punctuation."""
    return frozenset(files(__package__).joinpath("common_passwords.txt").read_text("utf-8").split())


def _is_repeated(text: str) -> bool:
    """Whether it repeats one short piece."""
    return any(text == (text[:size] * len(text))[: len(text)] for size in range(1, min(5, len(text) // 2 + 1)))


def _is_in_a_row(text: str) -> bool:
    """Whether its characters are consecutive on a keyboard or in the alphabet, in at most two runs."""
    ways = [way for row in ROWS for way in (row, row[::-1])]

    def runs(part: str) -> bool:
        return any(part in way for way in ways)

    return any(runs(text[:cut]) and runs(text[cut:]) for cut in range(len(text) + 1))


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """Generated secrets have 256 bits, so a plain hash suffices, and a stolen database contains no usable login."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def new_id() -> str:
    """A short id for a match, without letters that look alike."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))
