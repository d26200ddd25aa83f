"""The stage of a match: the parts of a turn, a round or a day in order, and the current one."""

from dataclasses import dataclass

NONE = -1


@dataclass(frozen=True)
class Phases:
    """`when` names the turn, round or day. Each part has a name and its rule.

    `now` is the index of the current part, or NONE if the viewer cannot know it or the match is over.
    """

    when: str
    parts: tuple[tuple[str, int], ...]
    now: int = NONE

    def __str__(self) -> str:
        """One line, with the current part in brackets."""
        names = (f"[{name}]" if number == self.now else name for number, (name, _) in enumerate(self.parts))
        return f"{self.when}: {' > '.join(names)}"
