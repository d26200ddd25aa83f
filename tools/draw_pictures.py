"""Draws the pictures of the README: the cover of every game, in the faces of its world.

    python tools/draw_pictures.py [GAME ...]

It needs the npm packages of the client (`python tools/build_static.py` fetches them) and no browser.
"""

import struct
import sys
import zlib
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import resvg_py

from wartable.core.cover import cover_of
from wartable.core.draw import draw
from wartable.core.match import Match
from wartable.core.registry import find_game, game_names

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "web" / "node_modules" / "@fontsource"
FACES: tuple[str, ...] = (
    "cinzel-latin-600",
    "alegreya-sans-latin-500",
    "alegreya-sans-latin-700",
    "rajdhani-latin-500",
)
FACES += ("rajdhani-latin-700", "almendra-latin-700", "grenze-gotisch-latin-600", "germania-one-latin-400")
WIDTH = 760
MOVES = {"city_of_iron": 150, "heroes": 60, "iron_kings": 60, "metals": 20, "thrones": 60}


def unpacked(woff: bytes) -> bytes:
    """A font file as drawing programs read it: the tables of a WOFF file, unpacked."""
    flavour, _, count = struct.unpack(">4sIH", woff[4:14])
    entries = [struct.unpack(">4sIIII", woff[44 + 20 * n : 64 + 20 * n]) for n in range(count)]
    power = max(1, count.bit_length() - 1)
    head = struct.pack(">4sHHHH", flavour, count, 16 << power, power, 16 * count - (16 << power))
    at, directory, tables = 12 + 16 * count, b"", b""
    for tag, offset, packed, size, check in entries:
        data = woff[offset : offset + packed]
        data = zlib.decompress(data) if packed < size else data
        directory += struct.pack(">4sIII", tag, check, at + len(tables), size)
        tables += data + b"\0" * (-size % 4)
    return head + directory + tables


def write_faces(folder: Path) -> list[str]:
    files = []
    for face in FACES:
        family = face.split("-latin")[0]
        file = folder / f"{face}.ttf"
        file.write_bytes(unpacked((FONTS / family / "files" / f"{face}-normal.woff").read_bytes()))
        files.append(str(file))
    return files


def position(name: str) -> Match:
    """A match well on its way: the game's cover, or what random players get to."""
    game = find_game(name)
    if (cover := cover_of(game)) is not None:
        return cover
    match = Match.start(game, seed=3)
    rng = Random(3)
    for _ in range(MOVES.get(name, 40)):
        if match.is_over:
            break
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
    return match


def main(names: list[str]) -> None:
    with TemporaryDirectory() as folder:
        files = write_faces(Path(folder))
        for name in names or game_names():
            match = position(name)
            seat = match.due[0] if match.due else 0
            scene = match.game.view.scene(match.observe(seat), match.box, seat)
            svg = draw(scene, "dark", names=match.players)
            picture = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, font_files=files, font_family="DejaVu Sans")
            (ROOT / "docs" / f"{name}.png").write_bytes(bytes(picture))
            print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
