"""How City of Iron looks: the scene, and what a hand touches in it. The text board is in text_board.py."""

from wartable.compiler.mode import plain
from wartable.core.contract import Sight, View, Window
from wartable.core.frames import kind
from wartable.drawing.card import Card, labelled
from wartable.drawing.scene import Panel, Scene

from .box import Box
from .help import RULES, explain_nation, meant_by, nation_of
from .market_view import BOARD, BOARD_CELLS, board_backdrop, market_things
from .own_view import SHOP_CELLS, choice_things, city_columns, is_roomy, own_cells, own_things
from .side_view import RIVAL_MOST, RIVAL_WIDTH, other_things, rival_cells
from .staging import cue
from .state import NONE, Kind, State
from .text_board import board
from .world import WORLD

ANSWERS = ("do-",)
ALOUD = ("do-store",)

OWN = (313, 396, 1050, 321)
OTHERS_X, OTHERS_HEIGHT = 3, 714

COVER = Sight(Window(310, 430, 456, 285), shows=("built-0", "city-0"))
"""Two of one's own cities, and two cards of the hand below them."""


def scene(view: State, box: Box, seat: int) -> Scene:
    home = max(seat, 0)
    # The nations to choose from have the whole width, however many play.
    is_wide = is_roomy(box) or plain(kind)(view) == Kind.NATION
    panels = [
        Panel("board", "", *BOARD, board_backdrop(box), dense=True, phone="column", cells=BOARD_CELLS),
        Panel("own", "", *OWN, cells=own_cells(is_wide, city_columns(view, home))),
    ]
    things = [*market_things(view, box, home), *own_things(view, box, home, seat)]
    others = [(home + step) % box.seats for step in range(1, box.seats)]
    height = (OTHERS_HEIGHT - 7 * (len(others) - 1)) // len(others)
    has_shop = is_roomy(box) and plain(kind)(view) != Kind.NATION
    if has_shop:
        height = RIVAL_MOST
    for number, other in enumerate(others):
        place = (OTHERS_X, 3 + number * (height + 7), RIVAL_WIDTH, height)
        panels.append(Panel(f"seat{other}", "", *place, cells=rival_cells(height)))
        things += other_things(view, box, other, height)
    if has_shop:
        place = (OTHERS_X, 10 + height, RIVAL_WIDTH, OTHERS_HEIGHT - height - 7)
        panels.append(Panel("shop", "", *place, cells=SHOP_CELLS))
    things += choice_things(view, box, home)
    return Scene(tuple(panels), tuple(things), caption="City of Iron", world=WORLD)


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    nation = nation_of(view, box, thing)
    return explain_nation(box, nation) if nation != NONE else labelled(scene(view, box, seat), thing, RULES)


VIEW = View(
    scene=scene,
    board=board,
    explain=explain,
    meant_by=meant_by,
    cue=cue,
    answers=ANSWERS,
    aloud=ALOUD,
    world=WORLD,
    cover=COVER,
)
