"""Validation for all request bodies: no unknown fields, and only texts that can be stored and sent."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator


def has_bad_text(value: Any) -> bool:
    """Whether a text contains NUL, which PostgreSQL cannot store, or an unpaired surrogate."""
    if isinstance(value, str):
        return any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return any(has_bad_text(part) for pair in value.items() for part in pair)
    return isinstance(value, list) and any(map(has_bad_text, value))


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _check_texts(cls, value: Any) -> Any:
        if has_bad_text(value):
            raise ValueError("a text contains invalid characters")
        return value
