"""Looking rules up: by number, by chapter, or by words."""

import re

from wartable.core.rulebook import Rule, Rulebook, UnknownRule


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
        if all(word in f"{rule.name} {chapter.title} {rule.text}".lower() for word in words)
    ]
    if not found:
        raise UnknownRule(f"no rule has the words {' '.join(words)!r}")
    return found


def contents(book: Rulebook) -> list[str]:
    """The chapters that hold rules, one a line."""
    return [f"{chapter.number}. {chapter.title}" for chapter in book.chapters if chapter.rules]
