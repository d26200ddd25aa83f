"""Playback: steps as a viewer sees them happen, as frames that a client plays one after the other.

A frame has the sentences of a moment and the changes to the table since the frame before. Frames are drawn in a thread,
only for viewers of pictures.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wartable.core.frames import AnyState
from wartable.core.match import Step
from wartable.core.match.film import Shot
from wartable.core.match.perspective import Perspective
from wartable.drawing.scene import Scene, Thing

from . import serializers

log = logging.getLogger("wartable.server")
MOST_DRAWN = 60
"""The most frames drawn for one message; what happens before the last of them is shown in one frame."""


class Film:
    """The frames of some steps, from a known scene to one that has already been drawn."""

    def __init__(
        self,
        seen: Perspective,
        is_old: bool = False,
        past: dict[str, Thing] | None = None,
    ) -> None:
        self._seen = seen
        self._view = seen.match.game.view
        self._names = seen.players
        self._is_old = is_old
        self._drawn: tuple[bytes, Scene] | None = None
        # Things that went and that those who see the film still know.
        self._past = {} if past is None else past
        # The outlines that the frames made so far have only the names of.
        self.outlines: dict[str, str] = {}

    def frames(self, steps: Sequence[tuple[int, Step]], before: Scene, after: Scene) -> list[dict[str, Any]]:
        """The events of these steps, each with its place in the viewer's log."""
        shots = list(self._shots(steps))
        made: list[dict[str, Any]] = []
        lines: list[dict[str, Any]] = []
        cues: list[dict[str, Any]] = []
        spots: list[dict[str, Any]] = []
        scene = before
        for place, (told, shot) in enumerate(shots, 1):
            lines += told
            cues += self._cues(shot)
            spots += self._spots(shot)
            shown = after if place == len(shots) else self._draw(shot.state) if self._is_worth(place, shots) else None
            if shown is None:
                continue
            changed, outlines = serializers.scene_changes(scene, shown, self._names, self._past)
            self.outlines |= outlines
            if not lines and not cues and not spots and made and not _is_seen(made[-1]):
                # What was said a moment ago is seen now: one frame for both.
                made[-1] |= changed
            elif lines or cues or spots or _is_seen(changed):
                more = {"cues": cues} if cues else {}
                made.append({"log": lines, **changed, **more, **({"spots": spots} if spots else {})})
            lines, cues, spots, scene = [], [], [], shown
        return made

    def _is_worth(self, place: int, shots: list[tuple[list[dict[str, Any]], Shot]]) -> bool:
        """Whether to draw a shot: there must not be too many after it."""
        return len(shots) - place < MOST_DRAWN

    def _shots(self, steps: Iterable[tuple[int, Step]]) -> Iterator[tuple[list[dict[str, Any]], Shot]]:
        for place, step in steps:
            for shot in self._film(step):
                yield self._lines(place, step, shot), shot

    def _film(self, step: Step) -> list[Shot]:
        try:
            return self._seen.film(step)
        except Exception:
            if not self._is_old:
                raise
            return [Shot((), step.after)]

    def _lines(self, place: int, step: Step, shot: Shot) -> list[dict[str, Any]]:
        told = self._seen.sentences(shot.notes)
        seat = self._seen.doer(step) if told else None
        return [serializers.line_json(self._seen, place, seat, sentence) for sentence in told]

    def _cues(self, shot: Shot) -> list[dict[str, Any]]:
        """The effects on the stage of a fight, if the game has one."""
        cue = self._view.cue
        made = [cue(note, self._seen.box) for note in shot.notes] if cue else []
        said = self._seen.catalogue.say
        return self._kept([serializers.cue_json(one, self._names, said) for one in made if one is not None])

    def _kept(self, drawn: list[serializers.Drawn]) -> list[dict[str, Any]]:
        """The drawing without its outlines, which are sent once for all frames."""
        for one in drawn:
            self.outlines |= one.outlines
        return [one.json for one in drawn]

    def _spots(self, shot: Shot) -> list[dict[str, Any]]:
        """The effects at things on the table."""
        spot = self._view.spot
        made = [spot(note, self._seen.box) for note in shot.notes] if spot else []
        return self._kept([serializers.spot_json(one) for one in made if one is not None])

    def _draw(self, view: AnyState) -> Scene | None:
        """The scene at a moment; None if it cannot be drawn in the middle of a change."""
        raw = view.tobytes()
        if self._drawn is None or self._drawn[0] != raw:
            try:
                self._drawn = raw, self._seen.scene_of(view)
            except Exception:
                log.warning("a moment of %s cannot be drawn", self._seen.match.game.name, exc_info=True)
                return None
        return self._drawn[1]


def _is_seen(frame: dict[str, Any]) -> bool:
    """Whether anything changes on the table."""
    return not {"panels", "things", "gone"}.isdisjoint(frame)
