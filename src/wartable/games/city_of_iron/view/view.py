"""The scene of City of Iron and its hooks."""

from wartable.core.contract import Sight, View, Window
from wartable.core.rules import kind, plain
from wartable.drawing.card import Card, labelled
from wartable.drawing.layout import TABLE, Area
from wartable.drawing.scene import Scene

from ..box import Box
from ..help import RULES, card_of, explain_card, explain_nation, meant_by, nation_of
from ..notes import Counter
from ..state import NONE, Kind, State
from ..world import WORLD
from .market import BOARD, BOARD_CELLS, board_backdrop, market_things
from .own import OWN, SHOP_CELLS, choice_things, city_columns, is_roomy, own_cells, own_things
from .side import RIVAL_MOST, RIVAL_WIDTH, other_things, rival_cells
from .staging import cue
from .text_board import board

OTHERS = TABLE._replace(width=RIVAL_WIDTH)
COVER = Sight(Window(310, 430, 456, 285), shows=("built-0", "city-0"))
"""Two cities of the viewer, and two cards of the hand below them."""


def scene(view: State, box: Box, seat: int) -> Scene:
    home, choosing = max(seat, 0), plain(kind)(view) == Kind.NATION
    has_shop = is_roomy(box) and not choosing
    # The nations to choose from have the whole width, however many play.
    cells = own_cells(is_roomy(box) or choosing, city_columns(view, home))
    panels = [
        BOARD.as_panel("board", board_backdrop(box), dense=True, phone="column", cells=BOARD_CELLS),
        OWN.as_panel("own", cells=cells),
    ]
    things = [*market_things(view, box, home), *own_things(view, box, home, seat)]
    others = [(home + step) % box.seats for step in range(1, box.seats)]
    places = OTHERS.rows(RIVAL_MOST, 0, gap=7) if has_shop else OTHERS.stack(len(others), gap=7)
    for other, place in zip(others, places, strict=False):
        panels.append(place.as_panel(f"seat{other}", cells=rival_cells(place.height)))
        things += other_things(view, box, other, Area.of(panels[-1]))
    if has_shop:
        panels.append(places[1].as_panel("shop", cells=SHOP_CELLS))
    things += choice_things(view, box, home)
    return Scene(tuple(panels), tuple(things), caption="City of Iron", world=WORLD)


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    nation = nation_of(view, box, thing)
    if nation != NONE:
        return explain_nation(box, nation)
    card = card_of(box, thing)
    if card != NONE:
        return explain_card(view, box, seat, card, thing.startswith("shop-"))
    return labelled(scene(view, box, seat), thing, RULES)


VIEW = View(
    scene=scene, board=board, explain=explain, meant_by=meant_by, cue=cue, answers=("do-",), aloud=("do-store",),
    world=WORLD, cover=COVER, purse=(Counter.COINS, Counter.SCIENCE, Counter.INCOME, Counter.POINTS),
)  # fmt: skip
