"""Progress in lessons and puzzles, merged from all devices and never overwritten.

It is stored in the settings of an account: `learn.GAME` for the first match (a step, `shown` or `done`) and
`learn.GAME.more` for all others, as `favors:3 sieges:done`. For the numbered puzzles, `learn.GAME.solved` and
`learn.GAME.missed` are hexadecimal numbers with a bit for each. `web/src/common/progress.ts` does the same.
"""

from collections.abc import Mapping
from typing import Any

LEARNED = "learn."
MORE = ".more"
BITS = (".solved", ".missed")
MOST_BITS = 512
LONGEST = 4000
"""The maximum length of all settings; what does not fit is dropped."""


def merged(known: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The new settings, with the progress of both: nothing that was done is lost."""
    keys = [*given, *(key for key in known if key.startswith(LEARNED) and key not in given)]
    result = {key: _both(key, known.get(key), given.get(key)) for key in keys}
    if sum(len(key) + len(str(value)) for key, value in result.items()) <= LONGEST:
        return result
    learned = {key: value for key, value in known.items() if key.startswith(LEARNED)}
    return {key: value for key, value in given.items() if not key.startswith(LEARNED)} | learned


def _both(key: str, known: Any, given: Any) -> Any:
    if not key.startswith(LEARNED):
        return given
    if key.endswith(BITS):
        return f"{_bits(known) | _bits(given):x}"
    if not key.endswith(MORE):
        return max(str(known or 0), str(given or 0), key=_rank)
    one, other = _lessons(known), _lessons(given)
    return " ".join(
        f"{name}:{max(one.get(name, '0'), other.get(name, '0'), key=_rank)}" for name in dict.fromkeys([*one, *other])
    )


def _lessons(text: Any) -> dict[str, str]:
    parts = [part.rpartition(":") for part in str(text or "").split()]
    return {name: at for name, colon, at in parts if colon}


def _bits(text: Any) -> int:
    """The bits of a hexadecimal number; empty if it is invalid or too long."""
    try:
        return int(str(text or "0")[: MOST_BITS // 4], 16)
    except ValueError:
        return 0


def _rank(at: str) -> tuple[int, int]:
    if at in ("shown", "done"):
        return (1 if at == "shown" else 2), 0
    return 0, int(at) if at.isdecimal() and len(at) < 6 else 0
