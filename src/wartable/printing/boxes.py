"""The page boxes for printers: where a page is cut (TrimBox) and how far its background extends (BleedBox)."""

from collections.abc import Sequence
from io import BytesIO

from wartable.extras import needs

from .sheets import Sheet

POINT = 72 / 25.4
"""Points for each millimetre."""


def with_boxes(pdf: bytes, sheets: Sequence[Sheet | None]) -> bytes:
    """The PDF with boxes on the pages of sheets; other pages are not cut."""
    with needs("print", "wartable print"):
        from pypdf import PdfWriter
        from pypdf.generic import RectangleObject

    writer = PdfWriter(clone_from=BytesIO(pdf))
    for page, sheet in zip(writer.pages, sheets, strict=True):
        if sheet is not None:
            left, top, right, bottom = sheet.trim
            high = sheet.paper.height

            def box(more: float, at: tuple[float, ...] = (left, high - bottom, right, high - top)) -> RectangleObject:
                return RectangleObject(
                    [(at[0] - more) * POINT, (at[1] - more) * POINT, (at[2] + more) * POINT, (at[3] + more) * POINT]
                )

            page.trimbox, page.bleedbox = box(0), box(sheet.bleed)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
