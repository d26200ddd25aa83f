"""HE-2.1, HE-19.2: a tile is drawn for a token, among those on which there is nothing."""

from wartable.core.rules import NOBODY, Ints, note, pop, put, rule, top

from ..box import Box
from ..naming import TOKEN_NAMES, with_article
from ..notes import Told
from ..rules.opening import is_empty, lay_token
from ..state import HEROES, Kind, LayTokenFrame, State
from ..values import Action, Table, Tile


class Lay(Action):
    tile: Tile

    when = 104
    notation = "lay {tile}"
    label = "The token comes to lie on {tile}"


asked = Kind.LAY_TOKEN


def prompt(at: Table) -> str:
    return f"A tile is drawn for {with_article(TOKEN_NAMES[top(at.view, LayTokenFrame).token])}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for tile in range(box.width * box.height):
        if is_empty(s, box, tile):
            n = put(out, n, Lay(tile))
            weights[n - 1] = 1
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Lay) -> None:
    token = top(s, LayTokenFrame).token
    pop(s)
    lay_token(s, box, it.tile, token)
    if s.day == 0:
        note(box, Told.LAID, 201, NOBODY, token, it.tile)
    else:
        s.appeared[token] += 1
        note(box, Told.APPEARS, 1902, NOBODY, token, it.tile)


@rule
def refuse(s: State, box: Box, seat: int, it: Lay) -> int:
    if it.tile >= box.width * box.height or s.tiles[it.tile].token > 0:
        return 104
    if s.day == 0:
        return 0
    for owner in range(box.seats):
        for hero in range(HEROES):
            if s.players[owner].heroes[hero].here == 1 and s.players[owner].heroes[hero].tile == it.tile:
                return 1902
    return 1902 if s.tiles[it.tile].heaps > 0 else 0
