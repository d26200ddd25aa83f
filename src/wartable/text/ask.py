"""Ask the rulebook: the rules and words of a game that matter for a question, by BM25, without a model or a network."""

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.errors import IllegalMove, MoveError
from wartable.guides.glossary import load_glossary

SATURATION, LENGTH = 1.2, 0.75
"""How soon a word that is repeated counts no more, and how much a long text is held against it (k1 and b of BM25)."""
TITLE_WEIGHT = 2
"""What a rule's chapter and a term's own name say counts so often."""
_COMMON = """a am an and any are as at be by can could do does for from has have how i if in is it its many may me my no
not of on one or over so than that the their them then there they this to was we what when where which who why will with
would you your"""
_LEFT_OUT = frozenset(_COMMON.split())
_ASKED = re.compile(r"^(?:may|can|could|am) i (?:allowed to )?(?:now )?|^is it (?:legal|allowed) to ", re.IGNORECASE)


@dataclass(frozen=True)
class Passage:
    """A rule, or a word of the game with its meaning; `rule` is the number to look it up by."""

    rule: str
    text: str
    score: float


def words_of(text: str) -> list[str]:
    """The words that tell what a text is about, without their endings."""
    found = re.findall(r"[a-z0-9]+", text.lower())
    return [re.sub(r"(?<=\w{3})(?:ies|es|ing|ed|s|e)$", "", word) for word in found if word not in _LEFT_OUT]


class Search:
    """The rules and the glossary of a game, ready to be searched."""

    def __init__(self, game: Game) -> None:
        terms = load_glossary(game).terms
        texts = [(rule, chapter.title) for chapter in game.rulebook.chapters for rule in chapter.rules]
        self.passages = [(rule.name, f"{rule.name} {rule.text}") for rule, _ in texts]
        self.passages += [(term.rule, f"{term.term}: {term.says} ({term.rule})") for term in terms]
        bags = [words_of(rule.text) + words_of(title) * TITLE_WEIGHT for rule, title in texts]
        bags += [words_of(term.says) + words_of(" ".join(term.forms)) * TITLE_WEIGHT for term in terms]
        self._counts = [Counter(bag) for bag in bags]
        self._lengths = [len(bag) for bag in bags]
        self._mean = sum(self._lengths) / max(1, len(bags))
        self._within = Counter(word for count in self._counts for word in count)

    def find(self, question: str, most: int = 5) -> list[Passage]:
        """The passages that matter most for a question, the best first; none where no word of it is known."""
        wanted = set(words_of(question))
        scored = [Passage(*passage, self._score(wanted, n)) for n, passage in enumerate(self.passages)]
        return sorted((one for one in scored if one.score > 0), key=lambda one: -one.score)[:most]

    def _score(self, wanted: set[str], number: int) -> float:
        count, score = self._counts[number], 0.0
        for word in sorted(wanted & count.keys()):
            rarity = math.log(1 + (len(self.passages) - self._within[word] + 0.5) / (self._within[word] + 0.5))
            fullness = 1 - LENGTH + LENGTH * self._lengths[number] / self._mean
            score += rarity * count[word] * (SATURATION + 1) / (count[word] + SATURATION * fullness)
        return score


@lru_cache(maxsize=16)
def search_of(game_name: str) -> Search:
    from wartable.core.registry import find_game

    return Search(find_game(game_name))


def ask(game: Game, question: str, most: int = 5) -> list[Passage]:
    """The rules and words of the game that matter for a question."""
    return search_of(game.name).find(question, most)


def answers(match: Match, seat: int | None, question: str) -> list[str]:
    """What the table says to a question of a seat, if it is to act, and then what the rules say."""
    said = verdict(match, seat, question) if seat is not None else []
    passages = [passage.text for passage in ask(match.game, question)]
    return [*said, *passages] or ["Neither the rules nor the table say anything to this."]


def verdict(match: Match, seat: int, question: str, most: int = 5) -> list[str]:
    """What the table itself says: whether the move that is asked for is legal, or why not.

    Where the question is no move, the legal moves that speak of the same things.
    """
    if seat not in match.due:
        return []
    text = re.sub(r"\bmy\b ?", "", _ASKED.sub("", question.strip().rstrip("?. ")))
    typed = match.typed(seat)
    try:
        action = typed.parse(text)
        return [f"Yes: {typed.notation(action)} is legal now. {typed.label(action)}."]
    except IllegalMove as refused:
        return [f"No: {refused}"]
    except MoveError:
        return _near(match, seat, text, most)


def _near(match: Match, seat: int, text: str, most: int) -> list[str]:
    wanted = set(words_of(text))
    scored = [(len(wanted & set(words_of(move.label))), move) for move in match.see(seat).moves]
    best = max((score for score, _ in scored), default=0)
    near = [move for score, move in scored if score == best]
    if not best or len(near) == len(scored):
        return []
    more = [f"and {len(near) - most} more"] if len(near) > most else []
    return ["Legal now, with most of these words:", *(f"{m.notation}: {m.label}" for m in near[:most]), *more]
