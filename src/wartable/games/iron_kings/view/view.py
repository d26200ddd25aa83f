"""How Iron Kings looks: the map in the middle, the viewer's machine below, the others beside, and a text board."""

from wartable.core.contract import View
from wartable.core.rules import kind, plain
from wartable.drawing.card import Card, labelled
from wartable.drawing.layout import TABLE, Area, beside
from wartable.drawing.scene import Id, Panel, Scene

from ..box import Box
from ..help import RULES, explain_hex, meant_by
from ..names import NEEDED, hex_names, plan_code, plan_effect, plan_name
from ..notes import Counter
from ..rules.common import price, track_places
from ..rules.king import can_resolve, card_rule
from ..state import Frame, State
from ..world import WORLD
from .board import HOLDFAST, KING, ME, me_things
from .card import ANSWERS, ARROWS, CORNER, FOOT, beside_panels, cargo_things, supply_things, table_things
from .map import BOARD_HEIGHT, BOARD_WIDTH, SHAPES, backdrop, board_things, grid_of
from .rival import RIVAL_WIDTH, about, other_things, rival_backdrop
from .staging import cue
from .text_board import board
from .track import HAND, TRACK, tape

ANSWER_STEMS = ("face-", "vault", "slots", "discard")

GAP = 8
LEFT, MIDDLE, RIGHT = TABLE._replace(height=BOARD_HEIGHT).columns(RIVAL_WIDTH, BOARD_WIDTH, 424, gap=GAP)
NEAR = TABLE.rows(BOARD_HEIGHT, 170, gap=GAP)[1]
ASKED_ABOUT = {
    Frame.MULLIGAN: ("hand",),
    Frame.PLAN: ("hand", "track"),
    Frame.KEEP: ("table",),
    Frame.OFFER: ("table", "cargo"),
    Frame.MAKE_ROOM: ("cargo", "table"),
    Frame.UPGRADE: ("supply",),
    Frame.SALVAGE: ("cargo",),
    Frame.STOW: ("cargo",),
}
"""The panels that a question is about."""
ME_CELLS = tuple(row.cell(fresh=n < 2) for n, row in enumerate(ME.rows(50, 55, 62, gap=1)))
"""On a phone name and points lie above stores and workers."""


def own_panels(view: State, box: Box, me: int) -> list[Panel]:
    """The panels of the viewer: none so wide that it could not be read on a phone. Where there is no hand the tape goes
    on to the edge."""
    hand = (HAND.width,) if view.sides[me].hand_size else ()
    *boards, tape_area = NEAR.columns(ME.width, KING.width, HOLDFAST.width, 0, *hand, gap=6)[:4]
    track = tape_area._replace(width=TRACK.width if hand else TRACK.width + 6 + HAND.width)
    areas = [*boards, track, *NEAR.columns(0, *hand)[1:]]
    grounds = {"king": SHAPES["boiler"], "track": tape(track.width, track_places(view, box, me))}
    return [
        area.as_panel(name, grounds.get(name, ""), phone="hand", cells=ME_CELLS if name == "me" else ())
        for name, area in zip(("me", "king", "holdfast", "track", "hand"), areas, strict=False)
    ]


def answer_panel(asked: int, king: Area) -> Panel:
    """Where answers stand beside what is asked about: around the King, at the foot of the hand, above the machine."""
    if asked == Frame.FACE:
        return beside(ANSWERS, king.moved(MIDDLE.x, MIDDLE.y), *ARROWS.size, phone="hand")
    if asked in (Frame.MULLIGAN, Frame.PLAN):
        return beside(ANSWERS, NEAR.columns(0, HAND.width)[1].rows(0, FOOT.height + 10)[1], *FOOT.size)
    return beside(ANSWERS, MIDDLE.columns(CORNER.width + 24, 0)[0].rows(0, CORNER.height + 20)[1], *CORNER.size)


def scene(view: State, box: Box, seat: int) -> Scene:
    me = max(seat, 0)
    grid = grid_of(box.radius)
    asked = plain(kind)(view)
    # A phone begins with what is asked about, and where that are cards it has more room for them than for the map.
    first = ASKED_ABOUT.get(asked, ())
    shown = "strip" if asked in (Frame.MULLIGAN, Frame.PLAN, Frame.OFFER, Frame.UPGRADE) else "column"
    table = table_things(view, box, seat)
    panels = [MIDDLE.as_panel("board", backdrop(grid), phone=shown)]
    if any(thing.panel == ANSWERS for thing in table):
        panels.append(answer_panel(asked, grid.area(max(view.sides[me].hex, 0), 0)))
    near = own_panels(view, box, me) + beside_panels(view, box, me, RIGHT)
    panels += sorted(near, key=lambda panel: first.index(panel.id) if panel.id in first else len(first))
    things = [*board_things(view, box, grid, me), *me_things(view, box, me, seat), *table]
    things += [*cargo_things(view, box, me), *supply_things(view, box, me)]
    for number, area in enumerate(LEFT.stack(box.seats - 1, gap=GAP), 1):
        other = (me + number) % box.seats
        ground = rival_backdrop(box.seats, track_places(view, box, other))
        panels.append(area.as_panel(f"other{number}", ground, phone="hand"))
        things += other_things(view, box, other, f"other{number}")
    return Scene(tuple(panels), tuple(things), caption="Iron Kings", world=WORLD)


def plan_of(view: State, box: Box, seat: int, thing: str) -> tuple[int, int]:
    """The planning card that a thing is and whose it is; -1 for anything else."""
    id, me = Id.read(thing), max(seat, 0)
    match id.parts:
        case "track", int(owner), int(place) if owner < box.seats:
            return view.sides[owner].track[place - 1] - 1, owner
        case "track", int(place):
            return view.sides[me].track[place - 1] - 1, me
        case "hand", *_:
            return next((plan for plan in range(box.plan_kinds) if plan_code(box, plan) == id.name), -1), me
    return -1, me


def explain_plan(view: State, box: Box, owner: int, plan: int) -> Card:
    """What a planning card does, then what it takes."""
    facts = [f"{price(view, box, owner, plan)} steam"]
    if needed := NEEDED[box.plans[plan].needs]:
        lacks = "" if plain(can_resolve)(view, box, owner, plan) else ", and it carries none"
        facts.append(f"The King needs {needed} aboard, or stops before this card{lacks}")
    return Card(plan_name(box, plan), plain(card_rule)(box, plan), tuple(facts), plan_effect(box, plan))


def explain(view: State, box: Box, seat: int, thing: str) -> Card | None:
    match Id.read(thing).parts:
        case "rival", int(other) if other < box.seats:
            return Card(f"{{{other}}}", facts=tuple(about(view, box, other)))
    plan, owner = plan_of(view, box, seat, thing)
    if plan >= 0:
        return explain_plan(view, box, owner, plan)
    card, id = labelled(scene(view, box, seat), thing, RULES), Id.read(thing)
    if card and id.parts[:1] == ("hex",) and id.name in (names := hex_names(box.radius)):
        return explain_hex(view, box, names.index(id.name), card)
    return card


PURSE = Counter.STEAM, Counter.WOOD, Counter.COAL, Counter.WATER, Counter.IRON, Counter.POINTS
VIEW = View(
    scene=scene, board=board, explain=explain, meant_by=meant_by, cue=cue, answers=ANSWER_STEMS, world=WORLD,
    purse=PURSE,
)  # fmt: skip
