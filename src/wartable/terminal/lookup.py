"""Looks up rules by number, chapter or words, and components by name."""

import re

from wartable.core.game import Game
from wartable.guides.glossary import load_glossary
from wartable.rulebook.rules_page import Rule, Rulebook, UnknownRule

_NEXT = re.compile(r"^(\*\*[A-Z]{2}-\d|#)")


def find_rules(book: Rulebook, text: str) -> list[Rule]:
    """The rules that a text asks for: `3.2`, `MT-3.2`, a chapter such as `3`, or words that all occur in a rule.

    Matches in lists of components follow, with the title of the list and the number 0.
    """
    wanted = text.strip()
    if re.fullmatch(r"\d{1,2}", wanted):
        return list(book.chapter(int(wanted)).rules)
    if re.fullmatch(r"(?:[A-Za-z]{2}-?)?\d{1,2}\.\d{1,2}", wanted):
        return [book.find(wanted)]
    words = wanted.lower().split()
    for title, lines in lists(book).items():
        if wanted.lower() == title.lower():
            return [Rule(0, title, listed(title, lines, words))]
    if not words:
        raise UnknownRule("type the number of a rule or of a chapter, or words to search for")
    found = [
        rule
        for chapter in book.chapters
        for rule in chapter.rules
        if all(word in f"{rule.name} {chapter.title} {rule_text(book, rule)}".lower() for word in words)
    ]
    found += [
        Rule(0, title, listing) for title, lines in lists(book).items() if (listing := listed(title, lines, words))
    ]
    if not found:
        raise UnknownRule(f"no rule has the words {' '.join(words)!r}")
    return found


def explained(game: Game, text: str) -> list[str]:
    """The meaning of a term of the game, with its rule, if the text is one."""
    return [f"{term.term}: {term.says} ({term.rule})" for term in load_glossary(game).look_up(text)]


def contents(book: Rulebook) -> list[str]:
    """The chapters with rules, one a line, and the lists of components."""
    return [f"{chapter.number}. {chapter.title}" for chapter in book.chapters if chapter.rules] + list(lists(book))


def lists(book: Rulebook) -> dict[str, list[str]]:
    """The lines of chapters without rules that list components: tables of cards, lands and so on."""
    parts = re.split(r"^## ", book.source, flags=re.MULTILINE)[1:]
    found = {part.splitlines()[0]: part.splitlines()[1:] for part in parts}
    bare = {chapter.title for chapter in book.chapters if not chapter.rules} - {"Rulings", "Balance", "Sources"}
    return {title: lines for title, lines in found.items() if title in bare and any(map(is_row, lines))}


def listed(title: str, lines: list[str], words: list[str]) -> str:
    """A whole list if the words are in its title, else the matching rows, below the headings of their tables."""
    if all(word in title.lower() for word in words):
        return "\n".join(aligned(lines)).strip("\n")
    heads = [number for number, line in enumerate(lines) if is_row(line) and not is_row(lines[number - 1])]
    found = {number for number in range(len(lines)) if is_row(lines[number]) and has_all(lines[number], words)}
    shown = found | {max(head for head in heads if head <= number) for number in found}
    return "\n".join(aligned([lines[number] for number in sorted(shown)]))


def is_row(line: str) -> bool:
    return line.startswith("|")


def has_all(line: str, words: list[str]) -> bool:
    return all(word in line.lower() for word in words)


def rule_text(book: Rulebook, rule: Rule) -> str:
    """A rule with the lists and tables that follow it; a list of components as it is."""
    if rule.number == 0:
        return f"\n{rule.text}"
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
    """The lines with table cells aligned."""
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
