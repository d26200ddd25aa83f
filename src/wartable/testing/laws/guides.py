"""The laws of guides: goal, phases and glossary exist, and name rules that exist."""

import re

from wartable.core.game import Game
from wartable.core.match.perspective import hidden
from wartable.core.values import words_of
from wartable.drawing.phases import NONE
from wartable.guides.glossary import Term, load_glossary

from .moment import LawBroken, Moment

LONGEST = 160
"""The maximum length of an explanation; longer ones are not read."""


def check_glossary(game: Game) -> None:
    """Every term is explained once, in one sentence, occurs in the rules, and names a rule that exists."""
    explained: set[str] = set()
    glossary, rules = load_glossary(game), {rule.name for rule in game.rulebook.rules.values()}
    for rule, words in glossary.asked.items():
        if rule not in rules or not words_of(words):
            raise LawBroken(f"people ask about a rule: {game.name} has no rule {rule}, or no words for it")
    for term in glossary.terms:
        twice = explained.intersection(term.forms)
        fault = f"{', '.join(twice)} is explained twice" if twice else _fault_of(game, term)
        if fault:
            raise LawBroken(f"a word of the glossary is explained: {game.name}, {term.term}: {fault}")
        explained.update(term.forms)


def _fault_of(game: Game, term: Term) -> str:
    if term.rule not in {rule.name for rule in game.rulebook.rules.values()}:
        return f"there is no rule {term.rule}"
    if not re.fullmatch(r"[A-Z].*[^.]\.", term.says) or ". " in term.says:
        return "it is explained in one sentence, which begins with a capital and ends with a full stop"
    if len(term.says) > LONGEST:
        return f"its explanation has {len(term.says)} letters"
    if not any(re.search(rf"\b{re.escape(form)}", game.rulebook.source, re.IGNORECASE) for form in term.forms):
        return "the rules do not know it"
    return ""


def check_guides(moment: Moment, viewer: int) -> None:
    """The goal and the phase can be stated to everybody at any time, if the game has words for them."""
    game, box = moment.game, moment.box
    view = hidden(moment.s, box, viewer)
    goal, phases = game.words.goal, game.words.phases
    names = tuple(game.seat_name(seat) for seat in range(moment.seats))
    if goal and not goal(view, box, viewer).format(*names).strip():
        raise moment.broken("the goal is told", f"viewer {viewer}", "goal")
    if phases is None:
        return
    told = phases(view, box, viewer)
    told.when.format(*names)
    unknown = [game.rule_name(rule) for _, rule in told.parts if rule not in game.rulebook.rules]
    if unknown:
        raise moment.broken("a phase names a rule that exists", ", ".join(unknown), "phases")
    last = len(told.parts) - 1
    if not told.parts or not NONE <= told.now <= last or (moment.s.head.over and told.now != NONE):
        raise moment.broken("a phase that goes on is one of the parts", f"viewer {viewer}: {told}", "phases")
