"""Turns a rulebook into numbered rules: each heading becomes a chapter, each sentence a rule."""

import re
from collections.abc import Iterator

from wartable.errors import WartableError

MOST = 99
"""The most chapters, and the most rules of a chapter."""
_HEADING = re.compile(r"#{1,6}\s+(?P<marked>.+?)\s*#*|(?P<capitals>[A-Z][A-Z0-9 ,:'’&-]{2,60})")
_ITEM = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s+")
_END = re.compile(r"(?<=[.!?])(?P<closing>[\"”’')\]]*)\s+(?=[\"“‘'(\[]*[A-Z0-9])")
_SHORT = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|no|fig|p|pp|Mr|Mrs|Dr|St)|\b[A-Z])\.$")


class BadRulebook(WartableError):
    """A rulebook that cannot be numbered."""


def numbered(text: str, code: str, first: int = 1) -> str:
    """The rulebook as chapters of RULES.md, numbered from `first`."""
    written: list[str] = []
    chapter = first
    for title, sentences in chapters_of(text):
        for start in range(0, len(sentences), MOST):
            if chapter > MOST:
                raise BadRulebook(f"the rulebook has more than {MOST - first + 1} chapters; join some of them")
            written.append(f"## {chapter}. {title}")
            part = sentences[start : start + MOST]
            written += [f"**{code}-{chapter}.{number}** {sentence}" for number, sentence in enumerate(part, 1)]
            chapter += 1
    if not written:
        raise BadRulebook("the rulebook has no sentence")
    return "\n\n".join(written) + "\n"


def chapters_of(text: str) -> Iterator[tuple[str, list[str]]]:
    """The chapters that have sentences, each with its title; text before the first heading is the introduction."""
    title, sentences = "Introduction", list[str]()
    for paragraph in _paragraphs(text):
        heading = _HEADING.fullmatch(paragraph)
        if heading:
            if sentences:
                yield title, sentences
            title, sentences = _title(heading["marked"] or heading["capitals"]), []
        else:
            sentences += sentences_of(paragraph)
    if sentences:
        yield title, sentences


def _title(heading: str) -> str:
    """A heading without its own number, and not in capitals."""
    plain = re.sub(r"^(?:chapter\s+)?\d+(?:\.\d+)*[.):]?\s+", "", heading.strip(), flags=re.IGNORECASE)
    return plain.capitalize() if plain.isupper() else plain


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs, list items and headings, each on one line."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        bare = line.strip()
        begins = not bare or _ITEM.match(bare) or _HEADING.fullmatch(bare)
        if begins and lines:
            yield " ".join(lines)
            lines = []
        if bare and _HEADING.fullmatch(bare):
            yield bare
        elif bare:
            lines.append(_ITEM.sub("", bare, count=1))


def sentences_of(paragraph: str) -> list[str]:
    """The sentences of a paragraph; a point after an abbreviation does not end one."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(paragraph):
        sentence = paragraph[start : end.end("closing")]
        if not _SHORT.search(sentence):
            found.append(sentence)
            start = end.end()
    return [sentence for sentence in (*found, paragraph[start:].strip()) if sentence]
