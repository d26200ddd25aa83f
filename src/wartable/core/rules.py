"""Everything that the rules and decisions of a game are written with, in one place to import from::

    from wartable.core.rules import Action, Ints, note, pop, put, rule

Each name is explained where it is defined.
"""

from wartable.compiler.decorators import inlined, rule
from wartable.compiler.mode import plain

from .actions import Action, belongs, code, decode, offer, put
from .frames import (
    NATURE,
    SPECTATOR,
    AnyFrame,
    ask,
    ask_all,
    bottom,
    done,
    due,
    finish,
    first_due,
    frame_at,
    is_due,
    kind,
    pop,
    top,
    under,
)  # fmt: skip
from .notes import NOBODY, UNKNOWN, Note, NoteKind, alone, change, is_followed, note, others, whisper
from .numbers.bits import lowest
from .numbers.chance import Rng, draw, shuffle
from .numbers.exact import exponential
from .record import Floats, Ints
from .values import Meaning, Refused, Text

__all__ = [
    "NATURE", "NOBODY", "SPECTATOR", "UNKNOWN", "Action", "AnyFrame", "Floats", "Ints", "Meaning", "Note", "NoteKind",
    "Refused", "Rng", "Text", "alone", "ask", "ask_all", "belongs", "bottom", "change", "code", "decode", "done",
    "draw", "due", "exponential", "finish", "first_due", "frame_at", "inlined", "is_due", "is_followed", "kind",
    "lowest", "note", "offer", "others", "plain", "pop", "put", "rule", "shuffle", "top", "under", "whisper",
]  # fmt: skip
