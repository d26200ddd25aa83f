"""The player aid on one sheet of paper, as PDF."""

from wartable.core.game import Game
from wartable.errors import WartableError

from .aid import Aid, Part
from .pdf import A4, Page, wrapped

MARGIN, GAP = 40.0, 22.0
COLUMN = (A4[0] - 2 * MARGIN - GAP) / 2
SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Text sizes; the largest at which everything fits is used."""
HEIGHT = 1.28
"""Line height, relative to the text size."""
BOLDER = 1.1
"""The width of the bold typeface, relative to the plain one."""


def aid_pdf(game: Game, aid: Aid) -> bytes:
    """The player aid on one page of A4; WartableError if the text is too long."""
    for size in SIZES:
        page = _written(game, aid, size)
        if page is not None:
            return page.write()
    raise WartableError(f"{game.title}: the player aid does not fit on one page")


def _written(game: Game, aid: Aid, size: float) -> Page | None:
    """The page at that text size; None if it does not fit."""
    page = Page(f"{game.title}: player aid")
    page.text(MARGIN, MARGIN + 16, game.title, 20, bold=True)
    top = MARGIN + 34
    for line in wrapped(aid.goal, size + 1.5, A4[0] - 2 * MARGIN):
        page.text(MARGIN, top, line, size + 1.5)
        top += HEIGHT * (size + 1.5)
    page.line(MARGIN, top - 4, A4[0] - 2 * MARGIN)
    column, y = 0, top + size + 4
    for part in aid.parts:
        height = _height(part, size)
        if y + height > A4[1] - MARGIN:
            column, y = column + 1, top + size + 4
        if column > 1 or y + height > A4[1] - MARGIN:
            return None
        y = _write(page, part, MARGIN + column * (COLUMN + GAP), y, size)
    return page


def _lines(part: Part, size: float) -> list[tuple[list[str], str]]:
    """Each line as wrapped text, with its rule."""
    room = COLUMN - 5.8 * size
    return [(wrapped(text, size, room), rule) for text, rule in part.lines]


def _title(part: Part, size: float) -> list[str]:
    return wrapped(part.title, BOLDER * (size + 1.5), COLUMN)


def _height(part: Part, size: float) -> float:
    count = sum(len(text) for text, _ in _lines(part, size))
    return HEIGHT * (size * count + len(_title(part, size)) * (size + 1.5)) + 0.25 * size * len(part.lines)


def _write(page: Page, part: Part, x: float, y: float, size: float) -> float:
    """Write a part, with the rules to the right of its lines; returns where the next part begins."""
    for line in _title(part, size):
        page.text(x, y, line, size + 1.5, bold=True)
        y += HEIGHT * (size + 1.5)
    for text, rule in _lines(part, size):
        page.text(x, y, "•", size)
        page.text(x + COLUMN - 4 * size, y, rule, 0.8 * size, grey=0.4)
        for line in text:
            page.text(x + size, y, line, size)
            y += HEIGHT * size
        y += 0.25 * size
    return y + 0.9 * size
