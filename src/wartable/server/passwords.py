"""Passwords and secrets: argon2id for what people choose, SHA-256 for what we draw ourselves."""

import hashlib
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher()
_DECOY = _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    return _hasher.hash(password)


def is_password(password: str, hashed: str | None) -> bool:
    """Whether the password is the one; it takes as long for a name that nobody has."""
    try:
        _hasher.verify(hashed or _DECOY, password)
        return hashed is not None
    except (VerificationError, InvalidHashError):
        return False


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """Drawn secrets have 256 bits: a plain hash is enough, and a stolen database gives nobody a login."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id() -> str:
    """A short name for a match, without letters that look alike."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))
