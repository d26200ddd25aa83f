"""What the numbers of an observation of Thrones mean, in the order of `features`."""

from wartable.guides.observation import Parts, each, flag, flags, number
from wartable.rulebook.data import Data

from .rules.layout import FIRST_TERRAIN, LAST_TERRAIN
from .state import COLUMNS, SQUARES, Deed, Favor, Kind, Piece, Stage, Tile


def _names(kinds: type[Tile] | type[Piece] | type[Favor] | type[Kind] | type[Deed] | type[Stage]) -> list[str]:
    return [kind.name.lower() for kind in kinds if kind.name != "NONE"]


def parts(data: Data) -> Parts:
    # Squares are those that the viewer sees from his or her side.
    squares = [f"{'abcdefghi'[place % COLUMNS]}{place // COLUMNS + 1}" for place in range(SQUARES)]
    square = (
        flags("tile", _names(Tile), "the tile is {}"),
        flags("own", _names(Piece), "an own {} stands here"),
        flags("enemy", _names(Piece), "an enemy's {} stands here"),
        flag("start", "what is to be decided starts here"),
        flag("end", "what is to be decided leads here"),
    )
    counts = (
        number("held", "favors held", 4),
        number("taken", "favors taken", 4),
        number("spent_now", "favors spent in this turn"),
        flag("charged", "its warhorse attacked in its last turn"),
        number("dragon", "dragons that wait to be placed"),
        flag("home", "the throne is in its homeland"),
    )
    terrains = [Tile(kind).name.lower() for kind in range(FIRST_TERRAIN, LAST_TERRAIN + 1)]
    return (
        each("square", squares, square),
        each("side", ("own",), (each("favor", _names(Favor), (number("", "favors of {} in hand", 2),)), *counts)),
        each("side", ("other",), (each("favor", _names(Favor), (number("", "favors of {} spent", 2),)), *counts)),
        flag("active", "it is the viewer's turn"),
        number("quiet", "quiet turns, as a share of those that end the match"),
        number("turn", "turns, as a share of the limit"),
        number("passes", "passes in a row"),
        flag("stirred", "there was an event in this turn: it is not quiet"),
        number("haste", "haste: 1 spent in this turn, 2 a piece has moved with it", 1, 2),
        flags("asked", _names(Kind), "the decision is {}"),
        flags("deed", _names(Deed), "the deed to be checked is {}"),
        flags("stage", _names(Stage), "the viewer's layout is at {}"),
        number("edits", "changes of the layout, as a share of those allowed"),
        each(
            "middle", "abcdefghi", (flags("tile", terrains, "the viewer's tile for column {} of the middle row is {}"),)
        ),
    )
