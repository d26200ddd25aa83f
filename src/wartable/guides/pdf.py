"""One page of text as PDF, in the two fonts that every reader has. Enough for a handout, without a library."""

A4 = (595, 842)
"""In points, 72 to an inch."""
_PLAIN, _BOLD = "F1", "F2"
_FIRST = 32
# Of Helvetica, from the space to the tilde, in thousandths of its size.
_WIDTHS = [
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
]
_OTHER = 600


def width(text: str, size: float) -> float:
    """The width of a text in the plain font; an upper estimate for letters outside ASCII."""
    places = (ord(letter) - _FIRST for letter in text)
    return sum(_WIDTHS[place] if 0 <= place < len(_WIDTHS) else _OTHER for place in places) * size / 1000


def wrapped(text: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than the width; a longer word has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Page:
    """A page to write on. Coordinates start at the top left corner."""

    def __init__(self, title: str, size: tuple[int, int] = A4) -> None:
        self.title = title
        self.size = size
        self._parts: list[str] = []

    def text(self, x: float, y: float, text: str, size: float, bold: bool = False, grey: float = 0.0) -> None:
        """Write a line; `y` is its baseline, and grey goes from black (0) to white (1)."""
        face, foot = (_BOLD if bold else _PLAIN), self.size[1] - y
        self._parts.append(f"BT {grey:g} g /{face} {size:g} Tf {x:.2f} {foot:.2f} Td {_string(text)} Tj ET")

    def line(self, x: float, y: float, length: float) -> None:
        """Draw a thin horizontal line to the right."""
        foot = self.size[1] - y
        self._parts.append(f"0.6 G 0.5 w {x:.2f} {foot:.2f} m {x + length:.2f} {foot:.2f} l S")

    def write(self) -> bytes:
        """The page as a PDF file."""
        content = "\n".join(self._parts).encode("cp1252")
        faces = "<< /F1 5 0 R /F2 6 0 R >>"
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {self.size[0]} {self.size[1]}] /Contents 4 0 R"
            f" /Resources << /Font {faces} >> >>".encode(),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            _face("Helvetica"),
            _face("Helvetica-Bold"),
            f"<< /Title {_string(self.title)} >>".encode("cp1252"),
        ]
        return _file(objects)


def _face(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _string(text: str) -> str:
    """A text in PDF syntax; unsupported letters become question marks."""
    known = text.encode("cp1252", "replace").decode("cp1252")
    return "(" + known.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"


def _file(objects: list[bytes]) -> bytes:
    """Objects, a table of their offsets, and the offset of that table. The last object describes the document."""
    made, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start, count = len(made), len(objects) + 1
    made += b"xref\n0 %d\n0000000000 65535 f \n" % count
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, count - 1, start)
    return bytes(made)
