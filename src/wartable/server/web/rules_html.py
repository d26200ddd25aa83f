"""A game's RULES.md as HTML, each rule with its number as an anchor. Supports the Markdown that rulebooks use."""

import re
from collections.abc import Callable, Iterator
from html import escape

Say = Callable[[str], str]
_RULE = re.compile(r"^\*\*([A-Z]{2}-\d{1,2}\.\d{1,2})\*\*\s*(.*)$", re.DOTALL)
_NUMBER = re.compile(r"\b([A-Z]{2}-\d{1,2}\.\d{1,2})\b")
_HEADING = re.compile(r"^(#{1,4})\s+(.*)$")
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+(.*)$")
_PICTURE = re.compile(r"^!\[([^\]]*)\]\([^)]*\)$")
_CELL_RULE = re.compile(r"^[\s|:-]+$")


def spans(text: str, code: str) -> str:
    """Bold, emphasis, code and links of a line; rule numbers become links to their rules."""
    kept: list[str] = []

    def keep(html: str) -> str:
        kept.append(html)
        return f"\0{len(kept) - 1}\0"

    text = re.sub(r"`([^`]+)`", lambda found: keep(f"<code>{escape(found[1])}</code>"), text)
    text = escape(text, quote=False)
    text = re.sub(
        r"\[([^\]]+)\]\((https?://[^)\s]+|#[\w.-]+)\)",
        lambda found: keep(f'<a href="{escape(found[2])}" rel="noopener">{found[1]}</a>'),
        text,
    )
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"(?<!\*)\*([^*\s][^*]*)\*(?!\*)", r"<em>\1</em>", text)
    text = _NUMBER.sub(
        lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1].startswith(code) else found[1], text
    )
    return re.sub("\0(\\d+)\0", lambda found: kept[int(found[1])], text)


def _blocks(source: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in source.splitlines():
        heading = _HEADING.match(line)
        if heading or not line.strip():
            if block:
                yield block
                block = []
            if heading:
                yield [line]
        else:
            if line.startswith("**") and _RULE.match(line) and block:
                yield block
                block = []
            block.append(line)
    if block:
        yield block


def _table(lines: list[str], code: str, say: Say) -> str:
    rows = [
        [say(cell.strip()) for cell in line.strip().strip("|").split("|")]
        for line in lines
        if not _CELL_RULE.match(line)
    ]
    head = "".join(f'<th scope="col">{spans(cell, code)}</th>' if cell else "<td></td>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{spans(cell, code)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    # Focusable, since a wide one scrolls; no landmark, since there are many.
    return (
        '<div class="wide" tabindex="0" role="group" aria-label="table">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _list(lines: list[str], code: str, say: Say) -> str:
    items: list[str] = []
    for line in lines:
        found = _ITEM.match(line)
        if found:
            items.append(found[1])
        else:
            items[-1] += " " + line.strip()
    tag = "ol" if re.match(r"^\s*\d+\.", lines[0]) else "ul"
    return f"<{tag}>" + "".join(f"<li>{spans(say(item), code)}</li>" for item in items) + f"</{tag}>"


def to_html(source: str, code: str, picture: str = "", say: Say = str) -> str:
    """The content of the page as `say` says it, with the URL of the game's picture; all from the source is escaped."""
    parts = []
    for block in _blocks(source):
        heading = _HEADING.match(block[0])
        if heading:
            level = len(heading[1])
            anchor = re.sub(r"[^a-z0-9]+", "-", heading[2].lower()).strip("-")
            parts.append(f'<h{level} id="{anchor}">{spans(_heading(heading[2], say), code)}</h{level}>')
        elif block[0].lstrip().startswith("|"):
            parts.append(_table(block, code, say))
        elif _ITEM.match(block[0]):
            parts.append(_list(block, code, say))
        else:
            parts += _paragraph(block, code, picture, say)
    return "\n".join(parts)


def _heading(words: str, say: Say) -> str:
    """A heading, with the number that a chapter has in front of its title."""
    number, _, title = words.partition(". ")
    return f"{number}. {say(title)}" if title and number.isdecimal() else say(words)


def _paragraph(block: list[str], code: str, picture: str, say: Say) -> list[str]:
    """A paragraph, a rule, or either with a list right after it; or the game's picture."""
    pictured = _PICTURE.match(block[0])
    if pictured:
        image = f'<img class="overview" src="{escape(picture)}" alt="{escape(say(pictured[1]))}">'
        return [f"<figure>{image}</figure>"] if picture else []
    cut = next((place for place, line in enumerate(block) if place and _ITEM.match(line)), len(block))
    text = " ".join(line.strip() for line in block[:cut])
    rest = [_list(block[cut:], code, say)] if cut < len(block) else []
    found = _RULE.match(text)
    if found:
        name, words = found[1], say(found[2])
        return [
            f'<p class="rule" id="{name}"><a class="number" href="#{name}">{name}</a> {spans(words, code)}</p>',
            *rest,
        ]
    return [f"<p>{spans(say(text), code)}</p>", *rest]
