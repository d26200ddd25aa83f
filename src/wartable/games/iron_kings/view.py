"""How Iron Kings looks: the map in the middle, the viewer's machine below, the others beside, and a text board."""

from wartable.compiler.mode import plain
from wartable.core.contract import View
from wartable.core.frames import kind
from wartable.drawing.card import Card, labelled
from wartable.drawing.scene import Cell, Panel, Scene

from .board_view import HOLDFAST_WIDTH, KING_WIDTH, ME_WIDTH, me_things
from .box import Box
from .card_view import beside_panels, cargo_things, supply_things, table_things
from .help import RULES, meant_by
from .machine_view import boiler
from .map_view import BOARD_HEIGHT, BOARD_WIDTH, Grid, backdrop, board_things
from .rival_view import RIVAL_WIDTH, about, other_things, rival_backdrop
from .rules.common import track_places
from .staging import cue
from .state import Frame, State
from .text_board import board
from .track_view import HAND_WIDTH, TRACK_WIDTH, tape
from .world import WORLD

ANSWERS = ("face-", "vault", "slots", "discard")

TOP, GAP = 3, 8
LEFT = 3
BOARD_X = LEFT + RIVAL_WIDTH + GAP
RIGHT = BOARD_X + BOARD_WIDTH + GAP
ME_Y, ME_HEIGHT = TOP + BOARD_HEIGHT + GAP, 170
ASKED_ABOUT = {
    Frame.MULLIGAN: ("hand",),
    Frame.PLAN: ("hand", "track"),
    Frame.FACE: ("table",),
    Frame.KEEP: ("table",),
    Frame.OFFER: ("table", "cargo"),
    Frame.MAKE_ROOM: ("cargo", "table"),
    Frame.UPGRADE: ("supply",),
    Frame.SALVAGE: ("cargo",),
    Frame.STOW: ("cargo",),
}
"""The panels that a question is about."""
ME_CELLS = (
    Cell(0, 0, ME_WIDTH, 50, fresh=True),
    Cell(0, 51, ME_WIDTH, 55, fresh=True),
    Cell(0, 107, ME_WIDTH, 62),
)
"""On a phone name and points lie above stores and workers."""
BETWEEN = 6
"""Between two panels of the viewer."""


def own_panels(view: State, box: Box, me: int) -> list[Panel]:
    """The panels of the viewer: none so wide that it could not be read on a phone. Where there is no hand the tape goes
    on to the edge."""
    side = view.sides[me]
    places = track_places(view, box, me)
    track = TRACK_WIDTH if side.hand_size else TRACK_WIDTH + BETWEEN + HAND_WIDTH
    wide = {"me": ME_WIDTH, "king": KING_WIDTH, "holdfast": HOLDFAST_WIDTH, "track": track}
    if side.hand_size:
        wide["hand"] = HAND_WIDTH
    grounds = {"king": boiler(ME_HEIGHT), "track": tape(track, places)}
    panels = []
    x: float = LEFT
    for name, width in wide.items():
        cells = ME_CELLS if name == "me" else ()
        panels.append(Panel(name, "", x, ME_Y, width, ME_HEIGHT, grounds.get(name, ""), phone="hand", cells=cells))
        x += width + BETWEEN
    return panels


def scene(view: State, box: Box, seat: int) -> Scene:
    me = max(seat, 0)
    grid = Grid(box)
    asked = plain(kind)(view)
    # A phone begins with what is asked about, and where that are cards it has more room for them than for the map.
    first = ASKED_ABOUT.get(asked, ())
    shown = "strip" if asked in (Frame.MULLIGAN, Frame.PLAN, Frame.OFFER, Frame.UPGRADE) else "column"
    panels = [Panel("board", "", BOARD_X, TOP, BOARD_WIDTH, BOARD_HEIGHT, backdrop(box, grid), phone=shown)]
    near = own_panels(view, box, me) + beside_panels(view, box, me, RIGHT, TOP)
    panels += sorted(near, key=lambda panel: first.index(panel.id) if panel.id in first else len(first))
    things = board_things(view, box, grid, me) + me_things(view, box, me, seat)
    things += table_things(view, box, seat) + cargo_things(view, box, me) + supply_things(view, box, me)
    for number in range(1, box.seats):
        other = (me + number) % box.seats
        room = (BOARD_HEIGHT + GAP) / (box.seats - 1) - GAP
        y = TOP + (number - 1) * (room + GAP)
        ground = rival_backdrop(box.seats, track_places(view, box, other))
        panels.append(Panel(f"other{number}", "", LEFT, y, RIVAL_WIDTH, room, ground, phone="hand"))
        things += other_things(view, box, other, f"other{number}")
    return Scene(tuple(panels), tuple(things), caption="Iron Kings", world=WORLD)


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    what, _, rest = thing.partition("-")
    if what == "rival" and rest.isdigit() and int(rest) < box.seats:
        return Card(f"{{{rest}}}", facts=tuple(about(view, box, int(rest))))
    return labelled(scene(view, box, seat), thing, RULES)


VIEW = View(scene=scene, board=board, explain=explain, meant_by=meant_by, cue=cue, answers=ANSWERS, world=WORLD)
