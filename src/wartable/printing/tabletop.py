"""The box as a saved object of Tabletop Simulator: decks, tiles, tokens and boards, with their pictures."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from wartable.core.component import CARD, LAND, Component, Face

from .face import face_svg
from .kit import Kit
from .sheets import Piece
from .typeset import typeset

COLUMNS, MOST = 10, 69
"""The most cards of a deck's picture in a row, and in total."""
DOTS = 150
"""Dots per inch."""
UNIT_MM = 0.01746
"""The scale of a tile one millimetre wide, to match the simulator's cards."""
SHAPES = {"rect": 0, "hex": 1, "circle": 2}
STEP = 3.5
"""The distance between things on the simulator's table."""


def write_tabletop(kit: Kit, folder: Path) -> list[Path]:
    """Write the pictures and the saved object; returns the files."""
    pictures = folder / "tabletop"
    pictures.mkdir(parents=True, exist_ok=True)
    files: dict[str, bytes] = {}
    objects: list[dict[str, Any]] = []
    made = [one for one in kit.components if not one.is_brought and one.count]
    cards = [one for one in made if one.size in (CARD, LAND) and one.back]
    for number, (kind, alike) in enumerate(_decks(cards), 1):
        faces = [f"deck-{number}-front.png", f"deck-{number}-back.png"]
        own_backs = len({one.back for one in alike}) > 1
        files |= dict(zip(faces, _deck_pictures(kit, alike, own_backs), strict=True))
        objects.append(_deck(kind, alike, number, [(pictures / name).as_uri() for name in faces], own_backs))
    others = [one for one in made if one not in cards]
    pages = [[face] for one in others for face in (one.front, one.back or one.front)]
    owners = [one for one in others for _ in range(2)]
    drawn = _pictures(kit, [(owner, page, 1) for owner, page in zip(owners, pages, strict=True)])
    for one, front, back in zip(others, drawn[::2], drawn[1::2], strict=True):
        names = [f"{one.id}-front.png", f"{one.id}-back.png"]
        files |= dict(zip(names, (front, back), strict=True))
        objects.append(_tile(one, [(pictures / name).as_uri() for name in names]))
    for number, thing in enumerate(objects):
        thing["Transform"] |= {"posX": STEP * (number % 12 - 6), "posY": 1.5, "posZ": STEP * (number // 12)}
    for name, picture in files.items():
        (pictures / name).write_bytes(picture)
    return [*(pictures / name for name in files), _write_object(kit, folder, objects)]


def _write_object(kit: Kit, folder: Path, objects: list[dict[str, Any]]) -> Path:
    import json

    path = folder / f"{kit.game.name}.json"
    path.write_text(json.dumps({"SaveName": kit.game.title, "ObjectStates": objects}, indent=1), "utf-8")
    return path


def _decks(cards: Sequence[Component]) -> Iterator[tuple[str, list[Component]]]:
    """Cards of one kind with one back, at most as many faces as a deck's picture holds."""
    for (kind, _, _), alike in groupby(cards, lambda one: (one.kind, one.size, one.kind.partition(";")[2] or one.back)):
        listed = list(alike)
        for start in range(0, len(listed), MOST):
            yield kind.partition(";")[0], listed[start : start + MOST]


def _deck_pictures(kit: Kit, alike: list[Component], own_backs: bool) -> list[bytes]:
    columns = max(2, min(COLUMNS, len(alike)))
    backs = [one.back for one in alike] if own_backs else [alike[0].back]
    return _pictures(
        kit, [(alike[0], [one.front for one in alike], columns), (alike[0], backs, columns if own_backs else 1)]
    )


def _pictures(kit: Kit, pages: Sequence[tuple[Component, Sequence[Face], int]]) -> list[bytes]:
    """A picture for each page of faces, all of the size of their component; without bleed, since they are not cut."""
    style = replace(kit.style, bleeds=False)
    drawn: dict[str, str] = {}
    told = []
    for owner, faces, columns in pages:
        names = [f"f{len(drawn) + number}.svg" for number in range(len(faces))]
        for name, face in zip(names, faces, strict=True):
            drawn[name] = face_svg(style, Piece(owner, owner.size), face)
        told.append({"size": list(owner.size), "columns": columns, "rows": 2 if columns > 1 else 1, "faces": names})
    return typeset("faces", {"pages": told}, drawn, "png", DOTS) if told else []


def _placed(scale: tuple[float, float, float] = (1, 1, 1)) -> dict[str, Any]:
    turned = {"rotX": 0, "rotY": 180, "rotZ": 0}
    return {**turned, **dict(zip(("scaleX", "scaleY", "scaleZ"), scale, strict=True))}


def _deck(kind: str, alike: list[Component], number: int, addresses: list[str], own_backs: bool) -> dict[str, Any]:
    """A deck with every card as often as the box has it; a single card if there is only one."""
    columns = max(2, min(COLUMNS, len(alike)))
    rows = max(2, -(-len(alike) // columns))
    custom = {
        str(number): {
            "FaceURL": addresses[0],
            "BackURL": addresses[1],
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": own_backs,
        }
    }
    cards = [
        {
            "Name": "Card",
            "Nickname": one.name,
            "CardID": 100 * number + place,
            "CustomDeck": custom,
            "Transform": _placed(),
        }
        for place, one in enumerate(alike)
        for _ in range(one.count)
    ]
    if len(cards) == 1:
        return cards[0]
    return {
        "Name": "DeckCustom",
        "Nickname": kind,
        "Transform": _placed(),
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }


def _tile(one: Component, addresses: list[str]) -> dict[str, Any]:
    """A tile, or a stack of tiles."""
    across, down = one.size.width * UNIT_MM, one.size.height * UNIT_MM
    tile = {
        "Name": "Custom_Tile_Stack" if one.count > 1 else "Custom_Tile",
        "Nickname": one.name,
        "Transform": _placed((across, 1, down)),
        "CustomImage": {
            "ImageURL": addresses[0],
            "ImageSecondaryURL": addresses[1],
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": SHAPES[one.form], "Thickness": 0.15, "Stackable": one.count > 1, "Stretch": True},
        },
    }
    return tile | ({"Number": one.count} if one.count > 1 else {})
