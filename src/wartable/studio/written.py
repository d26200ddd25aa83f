"""A position as code: a test that sets it up and lists the legal actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.notes import Note
from wartable.core.record import Record

MOST_LISTED = 12
"""For a seat with more legal moves than this, the test asserts only their number."""


@dataclass(frozen=True)
class Moment:
    """A position, and how it came about: an action with its notes, an edit, or the start."""

    state: Record
    seat: int = SPECTATOR
    action: int = -1
    notation: str = ""
    notes: tuple[Note, ...] = ()
    edit: tuple[str, float] | None = None


def written_test(
    module: str,
    options: Mapping[str, object],
    seats: int,
    moments: Sequence[Moment],
    legal: Mapping[int, Sequence[str]],
) -> str:
    """The sequence of positions as a test: rolls, moves and edits, in order."""
    chosen = f", {dict(options)!r}" if options else ""
    lines = [
        f"from {module} import GAME",
        "from wartable.testing import Table",
        "",
        "",
        "def test_this_position() -> None:",
        f"    t = Table(GAME{chosen}, seats={seats})",
    ]
    lines += [f"    {line}" for moment in moments for line in _made(moment)]
    lines.append(f"    assert t.due == {set(legal) or 'set()'}")
    for seat, moves in legal.items():
        if len(moves) > MOST_LISTED:
            lines.append(f"    assert len(t.legal({seat})) == {len(moves)}")
        else:
            lines.append(f"    assert t.legal({seat}) == {{{', '.join(repr(move) for move in sorted(moves))}}}")
    return "\n".join(lines).replace("'", '"') + "\n"


def _made(moment: Moment) -> list[str]:
    """How the position came about, as a statement; empty for the start."""
    if moment.edit:
        return [f"t.s.{moment.edit[0]} = {moment.edit[1]!r}"]
    if moment.action < 0:
        return []
    if moment.seat == NATURE:
        return [f"t.roll({moment.notation!r})"]
    return [f"t.play({moment.seat}, {moment.notation!r})"]
