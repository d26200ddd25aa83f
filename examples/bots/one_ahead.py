"""A bot as a Python class of one method. Try it:

wartable arena metals --bots random,py:examples/bots/one_ahead.py:OneAhead --games 20
"""

from collections.abc import Sequence

from wartable.core import generic, record
from wartable.core.game import Game
from wartable.core.numbers.chance import draw, generator
from wartable.core.record import Record


class OneAhead:
    """Takes the action after which it leads by most points, in an imagined position that is consistent with what it
    sees.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = generator(seed)

    def choose(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> int:
        imagined = record.copy(view)
        generic.fill(imagined, box, seat, self.rng)
        leads = [self.lead_after(imagined, box, seat, action) for action in legal]
        best = [action for action, lead in zip(legal, leads, strict=True) if lead == max(leads)]
        return best[int(draw(self.rng, len(best)))]

    def lead_after(self, imagined: Record, box: Record, seat: int, action: int) -> int:
        after = record.copy(imagined)
        generic.apply(after, box, seat, action)
        points = [int(generic.points(after, box, other)) for other in range(box.seats)]
        return points.pop(seat) - max(points)
