"""A player aid on one sheet of paper, as PDF."""

from wartable.core.game import Game
from wartable.errors import WartableError

from .aid import Aid, Part
from .pdf import A4, Page, wrapped

MARGIN, GAP = 40.0, 22.0
COLUMN = (A4[0] - 2 * MARGIN - GAP) / 2
SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""The largest at which all of it is on the page is taken."""
HEIGHT = 1.28
"""Of a line, for each point of its letters."""
BOLDER = 1.1
"""How much wider the bold face is."""


def aid_pdf(game: Game, aid: Aid) -> bytes:
    """The aid on one page of A4; WartableError where it has too many words for that."""
    for size in SIZES:
        page = _written(game, aid, size)
        if page is not None:
            return page.write()
    raise WartableError(f"{game.title}: the player aid does not fit on one page")


def _written(game: Game, aid: Aid, size: float) -> Page | None:
    """The page with letters of that size; None where they are too large."""
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
    """Each of its lines as wrapped text, with its rule."""
    room = COLUMN - 5.8 * size
    return [(wrapped(text, size, room), rule) for text, rule in part.lines]


def _title(part: Part, size: float) -> list[str]:
    return wrapped(part.title, BOLDER * (size + 1.5), COLUMN)


def _height(part: Part, size: float) -> float:
    count = sum(len(text) for text, _ in _lines(part, size))
    return HEIGHT * (size * count + len(_title(part, size)) * (size + 1.5)) + 0.25 * size * len(part.lines)


def _write(page: Page, part: Part, x: float, y: float, size: float) -> float:
    """Write a part, the rules to the right of its lines; where the next one begins."""
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
