"""The typesetter: typst, with the typefaces of the games, which the client has as WOFF2."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Literal

from wartable.drawing.icons import SHEET
from wartable.extras import needs

FONTS = SHEET.parent / "fonts"


ACCENTS = " Accents"


def family_of(font: Any) -> str:
    """The name of a typeface without its weight."""
    return str(font["name"].getDebugName(1)).removesuffix(" Medium").removesuffix(" SemiBold")


@cache
def font_folder() -> str:
    """A folder with the typefaces in a format for typst; empty if the client has not been built."""
    with needs("print", "wartable print"):
        from fontTools.ttLib import TTFont

    folder = Path(mkdtemp(prefix="wartable-fonts-"))
    for packed in sorted(FONTS.glob("*.woff2")):
        font = TTFont(packed)
        font.flavor = None
        if ord("e") not in font.getBestCmap():
            # The letters with accents have a file of their own; of two files of one family typst would take either.
            for record in font["name"].names:
                record.string = record.toUnicode().replace(family_of(font), family_of(font) + ACCENTS)
        _line_up_figures(font)
        font.save(folder / f"{packed.stem}.ttf")
    return str(folder)


def _line_up_figures(font: Any) -> None:
    """Use lining figures by default, as the client does by CSS; pictures cannot ask for them."""
    features = font["GSUB"].table.FeatureList.FeatureRecord if "GSUB" in font else ()
    lookups = {place for one in features if one.FeatureTag == "lnum" for place in one.Feature.LookupListIndex}
    swaps = {
        old: new
        for place in lookups
        for table in font["GSUB"].table.LookupList.Lookup[place].SubTable
        for old, new in getattr(table, "mapping", getattr(getattr(table, "ExtSubTable", None), "mapping", {})).items()
    }
    for table in font["cmap"].tables:
        table.cmap = {code: swaps.get(name, name) for code, name in table.cmap.items()}


def typeset(
    template: str, told: dict[str, Any], pictures: dict[str, str], form: Literal["pdf", "png"] = "pdf", ppi: float = 300
) -> list[bytes]:
    """The output of a template for this data, with these SVG pictures: one PDF, or the pages as PNG."""
    with needs("print", "wartable print"):
        import typst

    sources: Any = {
        "main.typ": files(__package__).joinpath(f"{template}.typ").read_bytes(),
        "told.json": json.dumps(told).encode(),
        **{name: drawn.encode() for name, drawn in pictures.items()},
    }
    made: Any = typst.compile(sources, font_paths=[font_folder()], format=form, ppi=ppi, timestamp=0)
    return made if isinstance(made, list) else [made]
