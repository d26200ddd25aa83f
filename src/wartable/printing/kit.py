"""A kit: everything that is printed of a game, for a table with given options and data."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wartable.core.component import Component, Face, Size
from wartable.core.game import Game
from wartable.core.variant import Variant
from wartable.errors import BadOption
from wartable.guides.aid import Aid, load_aid

from .boxes import with_boxes
from .face import Style, face_svg
from .sheets import PAPERS, Piece, Placed, Sheet, lay_out
from .typeset import typeset

PRINTED = Variant("")


@dataclass(frozen=True)
class Kit:
    """A game, or a variant of it, on paper."""

    game: Game
    variant: Variant = PRINTED
    players: int = 0
    paper: str = "a4"
    low_ink: bool = False

    @property
    def seats(self) -> int:
        """The number of players; the game's largest, unless one was given."""
        return self.players or max(self.game.seats)

    @property
    def style(self) -> Style:
        return Style(self.game.view.world, self.low_ink)

    @property
    def size(self) -> Size:
        return PAPERS[self.paper]

    @cached_property
    def components(self) -> list[Component]:
        """The contents of the box, as the game declares them."""
        declare = self.game.components
        if declare is None:
            raise BadOption(f"{self.game.title} does not say what lies in its box (`components` of its Game)")
        if self.seats not in self.game.seats:
            raise BadOption(f"--players {self.seats}: {self.game.title} is for {self._for_whom}")
        box = self.game.new_box(seats=self.seats, **self.variant.table)
        return list(declare(box, self.game.data(self.variant.files, self.variant.cells)))

    @property
    def _for_whom(self) -> str:
        return " or ".join(str(seats) for seats in self.game.seats)

    @cached_property
    def sheets(self) -> list[Sheet]:
        return lay_out(self.components, self.size, self.style.bleed)

    @cached_property
    def aid(self) -> Aid | None:
        return load_aid(self.game, **self.variant.table)

    @property
    def changes(self) -> list[str]:
        """The changes of the variant, in words."""
        return self.variant.words(self.game)

    def pdf(self) -> bytes:
        """The sheets, after a page that says how often to print what; each page has its cutting boxes."""
        pages, pictures, sheets = self._pages()
        made = typeset("sheets", self._told(pages, sheets), pictures)[0]
        return with_boxes(made, [None, *(sheet for sheet, _ in sheets), *([None] if self.aid else [])])

    def faces(self) -> "list[tuple[Component, str, Face]]":
        """Every face once: its component, and whether it is the front or the back."""
        made = [one for one in self.components if not one.is_brought]
        return [(one, side, face) for one in made for side in ("front", "back") if (face := getattr(one, side))]

    def pictures(self, dots: float = 300) -> dict[str, bytes]:
        """Every face with its bleed as a PNG of the given resolution, by name."""
        faces = self.faces()
        drawn = {f"f{n}.svg": face_svg(self.style, Piece(c, c.size), face) for n, (c, _, face) in enumerate(faces)}
        more = 2 * self.style.bleed
        sizes = [[one.size.width + more, one.size.height + more] for one, _, _ in faces]
        pages = [
            {"size": size, "columns": 1, "rows": 1, "faces": [name]} for size, name in zip(sizes, drawn, strict=True)
        ]
        made = typeset("faces", {"pages": pages}, drawn, "png", dots)
        return {f"{c.id}-{side}.png": picture for (c, side, _), picture in zip(faces, made, strict=True)}

    def _pages(self) -> tuple[list[dict[str, Any]], dict[str, str], list[tuple[Sheet, str]]]:
        """The pages as the template takes them, their pictures, and the sheet and side of each page."""
        names: dict[tuple[Any, ...], str] = {}
        pictures: dict[str, str] = {}
        pages, sheets = [], []
        for number, sheet in enumerate(self.sheets, 1):
            for side in ("front", "back") if sheet.has_back else ("front",):
                placed = [sheet.mirrored(one) if side == "back" else one for one in sheet.placed]
                found = []
                for one in placed:
                    key = (one.piece.component.id, side, one.piece.part)
                    if key not in names:
                        names[key] = f"f{len(names)}.svg"
                        pictures[names[key]] = face_svg(self.style, one.piece, getattr(one.piece.component, side))
                    found.append([*self._put(names[key], one), f"{one.piece.component.id}, {side}"])
                caption = f"{self.game.title} · sheet {number} of {len(self.sheets)}"
                caption += f" · {side}" if sheet.has_back else ""
                caption += (
                    f" · {placed[0].piece.component.name}, {placed[0].piece.part}" if placed[0].piece.part else ""
                )
                marks = sheet.marks
                if side == "back":
                    marks = [(sheet.paper.width - a, b, sheet.paper.width - c, d) for a, b, c, d in marks]
                pages.append({"pictures": found, "marks": marks, "caption": caption})
                sheets.append((sheet, side))
        return pages, pictures, sheets

    def _put(self, name: str, one: Placed) -> list[Any]:
        more = 2 * self.style.bleed
        return [name, one.x, one.y, one.piece.size.width + more, one.piece.size.height + more, one.turn]

    def _told(self, pages: list[dict[str, Any]], sheets: Sequence[tuple[Sheet, str]]) -> dict[str, Any]:
        """The data for the template."""
        world = self.game.view.world
        if self.aid:
            pages = [*pages, {"aid": _told_aid(self.game, self.aid)}]
        return {
            "title": f"{self.game.title}: print and play",
            "paper": list(self.size),
            "title_face": world.title_face or "Libertinus Serif",
            "text_face": world.text_face or "Libertinus Serif",
            "contents": self._contents(sheets),
            "pages": pages,
        }

    def _contents(self, sheets: Sequence[tuple[Sheet, str]]) -> dict[str, Any]:
        """The first page: how often to print what, and the contents of the box."""
        paper = {"a4": "A4", "letter": "Letter"}[self.paper]
        players = f"for {self.seats} players" if len(self.game.seats) > 1 else f"for {self._for_whom} players"
        kinds: dict[tuple[str, int, bool], int] = {}
        for one in self.components:
            if not one.is_brought:
                key = (one.kind, one.rule, one.supply)
                kinds[key] = kinds.get(key, 0) + one.count
        box = [
            [count, kind + (" (or more)" if supply else ""), self._named(kind), self.game.rule_name(rule)]
            for (kind, rule, supply), count in kinds.items()
        ]
        brought = [one for one in self.components if one.is_brought]
        box += [[one.count, f"{one.name} (bring)", "", self.game.rule_name(one.rule)] for one in brought]
        return {
            "title": self.game.title,
            "subtitle": f"print and play, {players} · {paper}{', low ink' if self.low_ink else ''}",
            "how": HOW_LOW_INK if self.low_ink else HOW,
            "changes": self.changes,
            "prints": self._prints(sheets),
            "box": box,
            "size": 10 if len(box) < 36 else 8.5,
        }

    def _named(self, kind: str) -> str:
        """The members of a kind, if they are few and differ in number."""
        names: dict[str, int] = {}
        for one in self.components:
            if one.kind == kind:
                names[one.name] = names.get(one.name, 0) + one.count
        is_short = len(names) <= NAMED and len(set(names.values())) > 1
        return ", ".join(f"{count} {name}" for name, count in names.items()) if is_short else ""

    def _prints(self, sheets: Sequence[tuple[Sheet, str]]) -> list[list[str]]:
        """The rows of the table of pages: which, what, how, how often."""
        duplex = [page for page, (sheet, _) in enumerate(sheets, 2) if sheet.has_back]
        single = [page for page, (sheet, _) in enumerate(sheets, 2) if not sheet.has_back]
        rows = [
            [_span(pages), _kinds([sheets[page - 2][0] for page in pages]), how, "once"]
            for pages, how in ((duplex, "both sides, flip on the long edge"), (single, "one side"))
            if pages
        ]
        if self.aid:
            rows.append([str(len(sheets) + 2), "player aid", "one side", f"{self.seats} times: one for each player"])
        return [*rows, ["all", f"the rulebook: {self.game.name}-rules-{self.paper}.pdf", "both sides", "once"]]


NAMED = 8
"""The first page names the components of a kind only if there are no more than this."""
HOW = (
    "Print the sheets on card of 200 to 300 g/m², or on paper that you glue to card.",
    "Lay a ruler across the page from mark to mark and cut. Grounds go on 3 mm beyond the edge: a small error does not "
    "show.",
)
HOW_LOW_INK = (
    "Print the sheets on card of 200 to 300 g/m², or on paper that you glue to card.",
    "Lay a ruler across the page from mark to mark and cut. Pieces lie edge to edge: one cut serves two of them.",
)


def _span(pages: Sequence[int]) -> str:
    return str(pages[0]) if len(pages) == 1 else f"{pages[0]} to {pages[-1]}"


def _kinds(sheets: Sequence[Sheet]) -> str:
    return ", ".join(dict.fromkeys(one.piece.component.kind for sheet in sheets for one in sheet.placed))


def _told_aid(game: Game, aid: Aid) -> dict[str, Any]:
    parts = [{"title": part.title, "lines": [list(line) for line in part.lines]} for part in aid.parts]
    return {"title": game.title, "goal": aid.goal, "parts": parts}
