"""The rulebook of a game as a booklet: RULES.md with its cover, and examples next to their chapters."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from wartable.compiler.mode import reading
from wartable.core.game import Game
from wartable.core.record import Record
from wartable.core.variant import changed_rules
from wartable.drawing.draw import composed, with_materials
from wartable.drawing.scene import Scene, Thing, changes
from wartable.drawing.theme import paint
from wartable.guides.cover import kept_picture
from wartable.guides.examples import Example, Examples, Shown, load_examples
from wartable.rulebook.rules_page import Chapter

from .kit import Kit
from .typeset import typeset

LEFT_OUT = ("Balance",)
"""Chapters for designers, which players do not need."""
ROOM, LEAST = 24.0, 0.5
"""The margin around what an example changes, and the least share of the board that is shown."""
TRIED = 6
"""The number of examples of a chapter that are tried to find one with a visible change on the board."""
Run = dict[str, Any]


def booklet(kit: Kit) -> bytes:
    """The rulebook as PDF; that of a variant has its numbers."""
    game = kit.game
    pictures = {}
    cover = kept_picture(game, "light")
    if cover:
        pictures["cover.svg"] = cover
    shown = {}
    for number, (chapter, caption, drawn) in enumerate(illustrations(game)):
        names = [f"e{number}-{place}.svg" for place in range(len(drawn))]
        pictures |= dict(zip(names, drawn, strict=True))
        shown[chapter] = {"pictures": names, "caption": caption}
    world = kit.style.world
    told = {
        "title": game.title,
        "paper": list(kit.size),
        "title_face": world.title_face or "Libertinus Serif",
        "text_face": world.text_face or "Libertinus Serif",
        "cover": "cover.svg" if cover else "",
        "blurb": game.blurb,
        "facts": f"{game.minutes} minutes · {' to '.join(map(str, sorted({game.seats[0], game.seats[-1]})))} players",
        "blocks": list(blocks(changed_rules(game, kit.variant))),
        "shown": shown,
    }
    return typeset("booklet", told, pictures)[0]


def blocks(source: str) -> Iterator[dict[str, Any]]:
    """RULES.md as blocks of runs: headings, paragraphs, lists and tables. Pictures are omitted; the title is
    separate.
    """
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    place, is_left_out = 0, False
    while place < len(tokens):
        token = tokens[place]
        end = _end(tokens, place)
        inside = tokens[place + 1 : end]
        if token.tag == "h2":
            is_left_out = inside[0].content in LEFT_OUT
        if is_left_out:
            pass
        elif token.type == "heading_open":
            if token.tag != "h1":
                yield {"kind": "heading", "level": int(token.tag[1]), "runs": _runs(inside[0])}
        elif token.type == "paragraph_open":
            if runs := _runs(inside[0]):
                yield {"kind": "text", "runs": runs}
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            items = [_runs(one) for one in inside if one.type == "inline"]
            yield {"kind": "list", "ordered": token.type.startswith("ordered"), "items": items}
        elif token.type == "table_open":
            rows: list[list[list[Run]]] = []
            for one in inside:
                if one.type == "tr_open":
                    rows.append([])
                elif one.type == "inline":
                    rows[-1].append(_runs(one))
            yield {"kind": "table", "rows": rows}
        elif token.type == "fence":
            yield {"kind": "code", "text": token.content}
        place = end + 1


def _end(tokens: Sequence[Token], place: int) -> int:
    """The end of the block that begins there."""
    depth = 0
    for at in range(place, len(tokens)):
        depth += tokens[at].nesting
        if depth == 0:
            return at
    return len(tokens) - 1


def _runs(inline: Token) -> list[Run]:
    """Text with its style."""
    found: list[Run] = []
    strong = emphasised = False
    for one in inline.children or ():
        if one.type in ("strong_open", "strong_close"):
            strong = one.type == "strong_open"
        elif one.type in ("em_open", "em_close"):
            emphasised = one.type == "em_open"
        elif one.type in ("text", "code_inline", "softbreak", "hardbreak"):
            words = " " if one.type.endswith("break") else one.content
            found.append({"t": words, "b": strong, "i": emphasised, "c": one.type == "code_inline"})
    return found


def illustrations(game: Game) -> Iterator[tuple[str, str, list[str]]]:
    """For each chapter: its title, the example's title, and the board before and after."""
    examples = load_examples(game)
    with reading():
        for chapter in game.rulebook.chapters:
            found = next(filter(None, (_shown(examples, one) for one in _of_chapter(examples, chapter))), None)
            if found:
                yield chapter.title, *found


def _of_chapter(examples: Examples, chapter: Chapter) -> list[Example]:
    names = {rule.name for rule in chapter.rules}
    return [one for one in examples.all if one.rules[0] in names and not one.refused][:TRIED]


def _shown(examples: Examples, example: Example) -> tuple[str, list[str]] | None:
    """An example whose board changes: its title, and its two pictures."""
    shown = examples.show(example)
    before, after = (_board(shown, record) for record in (shown.before, shown.after))
    changed, gone = changes(before, after)
    touched = [one for pair in changed for one in pair if one] + [before.thing(id) for id in gone]
    if not touched:
        return None
    part = _around(touched, before)
    drawn = [
        paint(with_materials(composed(scene, names=shown.match.players, part=part)), scene.world.theme("light"))
        for scene in (before, after)
    ]
    told = " ".join(sentence.named(shown.match.players) for sentence in shown.sentences[:3])
    return f"{example.title} {example.rules[0]}: {told}", drawn


def _board(shown: Shown, record: Record) -> Scene:
    """The first panel of a table alone."""
    scene = shown.match.game.view.scene(record, shown.match.box, shown.viewer)
    board = scene.panels[0]
    things = tuple(thing for thing in scene.things if thing.panel == board.id)
    return replace(
        scene, panels=(replace(board, x=0, y=0),), things=things, width=int(board.width), height=int(board.height)
    )


def _around(things: Sequence[Thing], scene: Scene) -> tuple[float, float, float, float]:
    """The part of a board around these things, at least half of it in each direction: left, top, width, height."""
    found = []
    for middles, sizes, whole in (
        ([one.x for one in things], [one.width for one in things], scene.width),
        ([one.y for one in things], [one.height for one in things], scene.height),
    ):
        low = min(at - size / 2 for at, size in zip(middles, sizes, strict=True)) - ROOM
        high = max(at + size / 2 for at, size in zip(middles, sizes, strict=True)) + ROOM
        length = min(whole, max(high - low, whole * LEAST))
        found.append((min(max(0, (low + high - length) / 2), whole - length), length))
    (left, width), (top, height) = found
    return left, top, width, height
