"""SVG to PNG."""

import resvg_py


def png(svg: str, width: int = 1440) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_family="DejaVu Sans"))
