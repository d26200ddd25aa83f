"""Looking rules up: by number, by chapter, or by words."""

import re

from wartable.core.rulebook import Rule, Rulebook, UnknownRule

_NEXT = re.compile(r"^(\*\*[A-Z]{2}-\d|#)")


def find_rules(book: Rulebook, text: str) -> list[Rule]:
    """The rules that a text asks for: `3.2`, `MT-3.2`, a chapter such as `3`, or words that all stand in a rule."""
    wanted = text.strip()
    if re.fullmatch(r"\d{1,2}", wanted):
        return list(book.chapter(int(wanted)).rules)
    if re.fullmatch(r"(?:[A-Za-z]{2}-?)?\d{1,2}\.\d{1,2}", wanted):
        return [book.find(wanted)]
    words = wanted.lower().split()
    if not words:
        raise UnknownRule("type the number of a rule or of a chapter, or words to search for")
    found = [
        rule
        for chapter in book.chapters
        for rule in chapter.rules
        if all(word in f"{rule.name} {chapter.title} {rule_text(book, rule)}".lower() for word in words)
    ]
    if not found:
        raise UnknownRule(f"no rule has the words {' '.join(words)!r}")
    return found


def contents(book: Rulebook) -> list[str]:
    """The chapters that hold rules, one a line."""
    return [f"{chapter.number}. {chapter.title}" for chapter in book.chapters if chapter.rules]


def rule_text(book: Rulebook, rule: Rule) -> str:
    """A rule with the lists and tables that follow it in the book."""
    lines = book.source.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"**{rule.name}**"))
    while start < len(lines) and lines[start].strip():
        start += 1
    end = start
    while end < len(lines) and not _NEXT.match(lines[end]):
        end += 1
    more = "\n".join(aligned(lines[start:end])).strip("\n")
    return f"{rule.text}\n\n{more}" if more else rule.text


def aligned(lines: list[str]) -> list[str]:
    """The lines with the cells of tables put under each other."""
    rows = {
        number: [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
        for number, line in enumerate(lines)
        if line.startswith("|") and not re.fullmatch(r"[|\s:-]+", line)
    }
    columns = max((len(cells) for cells in rows.values()), default=0)
    widths = [max(len(cells[c]) if c < len(cells) else 0 for cells in rows.values()) for c in range(columns)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(rows[number], widths, strict=False)).rstrip()
        if number in rows
        else line
        for number, line in enumerate(lines)
        if number in rows or not line.startswith("|")
    ]
