"""HE-1.7: Heroes hides nothing. All players see all there is."""

from wartable.core.compiled import rule


@rule
def hide(s, box, seat):
    pass


@rule
def fill(s, box, seat, rng):
    pass


@rule
def sees(s, box, viewer, seat, action):
    return True
