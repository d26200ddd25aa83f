"""Where a match stands: the parts of a turn, a round or a day in their order, and which of them goes on."""

from dataclasses import dataclass

NONE = -1


@dataclass(frozen=True)
class Phases:
    """`when` names the turn, round or day. Each part has a name and the rule that tells of it.

    `now` is the part that goes on, NONE where the viewer cannot know it or the match is over.
    """

    when: str
    parts: tuple[tuple[str, int], ...]
    now: int = NONE

    def __str__(self) -> str:
        """One line, the part that goes on in brackets."""
        names = (f"[{name}]" if number == self.now else name for number, (name, _) in enumerate(self.parts))
        return f"{self.when}: {' > '.join(names)}"
