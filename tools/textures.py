"""Makes the textures of the tables: small tiles of light and shade that can be drawn over any colour, in both
themes.

Each is a PNG of 16 shades: black and white at several opacities; fog has only white. They tile seamlessly. Standard
library only.
"""

import math
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

SIZE = 96
LEVELS = 8
Noise = Callable[[float, float], float]


def smooth_noise(seed: int, across: int, down: int) -> Noise:
    """Value noise from -1 to 1 with a number of cells on each side; it has period 1."""
    rng = Random(seed)
    grid = [[rng.uniform(-1, 1) for _ in range(across)] for _ in range(down)]

    def at(x: float, y: float) -> float:
        column, row = x * across, y * down
        left, top = int(column) % across, int(row) % down
        right, below = (left + 1) % across, (top + 1) % down
        u, v = (t * t * (3 - 2 * t) for t in (column % 1, row % 1))
        upper = grid[top][left] * (1 - u) + grid[top][right] * u
        return upper * (1 - v) + (grid[below][left] * (1 - u) + grid[below][right] * u) * v

    return at


def summed(*layers: tuple[float, Noise]) -> Noise:
    return lambda x, y: sum(share * noise(x, y) for share, noise in layers)


def wooden(seed: int) -> Noise:
    """Long grain with a slow wave, and the seams of boards."""
    wave, fine = smooth_noise(seed, 4, 3), smooth_noise(seed + 1, 3, 48)

    def at(x: float, y: float) -> float:
        rings = math.sin((y * 9 + 0.35 * wave(x, y)) * 2 * math.pi)
        return 0.35 * rings + 0.6 * fine(x, y) - (0.7 if y % 0.5 < 0.02 else 0)

    return at


_FIBRES = ((0.6, smooth_noise(1, 5, 5)), (0.35, smooth_noise(2, 13, 13)), (0.3, smooth_noise(3, 48, 48)))
_DENTS = ((0.6, smooth_noise(10, 9, 9)), (0.5, smooth_noise(11, 32, 32)), (0.3, smooth_noise(12, 96, 96)))
TEXTURES: dict[str, tuple[float, Noise]] = {
    "paper": (0.17, summed(*_FIBRES)),
    "brushed": (0.08, summed((0.9, smooth_noise(4, 3, 96)), (0.35, smooth_noise(5, 12, 48)))),
    "grain": (0.07, summed((0.7, smooth_noise(6, 96, 96)), (0.4, smooth_noise(7, 24, 24)))),
    "wood": (0.08, wooden(8)),
    "iron": (0.09, summed(*_DENTS)),
    "cloth": (0.1, lambda x, y: math.sin(x * 48 * math.pi) * math.sin(y * 48 * math.pi)),
}
"""The maximum strength of each texture, and its function."""


def puffs(seed: int, count: int) -> Noise:
    """Soft overlapping wisps, wider than high."""
    rng = Random(seed)
    wisps = [(rng.random(), rng.random(), rng.uniform(0.07, 0.2), rng.uniform(0.2, 0.5)) for _ in range(count)]

    def at(x: float, y: float) -> float:
        clear = 1.0
        for left, top, wide, dense in wisps:
            # The nearest of a wisp and its repetitions.
            across, down = (x - left + 0.5) % 1 - 0.5, (y - top + 0.5) % 1 - 0.5
            clear *= 1 - dense * math.exp(-((across / wide) ** 2) - (down / (0.55 * wide)) ** 2)
        return 1 - 2 * clear

    return at


VEILS: dict[str, tuple[float, Noise]] = {
    "fog": (0.66, summed((1, puffs(20, 70)), (0.12, smooth_noise(21, 8, 14)), (0.08, smooth_noise(22, 24, 32)))),
}
"""Textures that hide what is below: white at varying opacity. They are drawn enlarged, which softens them."""


def png_of(strength: float, noise: Noise, veils: bool = False) -> bytes:
    """A tile of 16 shades: eight of black, from strong to none, then eight of white; or white only."""
    alphas = [round(255 * strength * abs(level - (LEVELS - 0.5)) / LEVELS) for level in range(2 * LEVELS)]
    if veils:
        alphas = [round(255 * strength * level / (2 * LEVELS - 1)) for level in range(2 * LEVELS)]
    rows = bytearray()
    for y in range(SIZE):
        shades = [min(2 * LEVELS - 1, max(0, int((noise(x / SIZE, y / SIZE) + 1) * LEVELS))) for x in range(SIZE)]
        rows.append(0)
        rows += bytes(shades[x] << 4 | shades[x + 1] for x in range(0, SIZE, 2))
    palette = bytes(0 if level < LEVELS and not veils else 255 for level in range(2 * LEVELS) for _ in range(3))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in (
            (b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 4, 3, 0, 0, 0)),
            (b"PLTE", palette),
            (b"tRNS", bytes(alphas)),
            (b"IDAT", zlib.compress(bytes(rows), 9)),
            (b"IEND", b""),
        )
    )


def build_textures(folder: Path) -> dict[str, int]:
    """Write every texture; returns their sizes by name."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {}
    for name, (strength, noise) in (TEXTURES | VEILS).items():
        drawn = png_of(strength, noise, name in VEILS)
        (folder / f"{name}.png").write_bytes(drawn)
        sizes[name] = len(drawn)
    return sizes
