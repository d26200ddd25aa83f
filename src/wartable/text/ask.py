"""Questions to the rulebook: finds the relevant rules and terms of a game by BM25, without a model or a network.

At a table, the question is also compared with the moves: whether the move in question is legal now, or why not.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.typed import TypedMoves
from wartable.errors import IllegalMove, MoveError
from wartable.guides.glossary import load_glossary

SATURATION, LENGTH = 1.2, 0.5
"""BM25's k1 and b: how soon repeated words stop counting, and the penalty for long texts."""
TITLE_WEIGHT = LEAD_WEIGHT = 0.5
"""The weight of a word in the title of a rule's chapter, relative to the rule itself, and the bonus for its first
words.
"""
LEAD = 4
FEWEST_WORDS = 2
"""An illegal move is only mentioned if it has this many words of the question."""
MOST_TRIED = 200
"""The most illegal moves of each kind that are tried."""
KIN_WEIGHT = 0.6
"""The weight of a synonym; used only if the game does not know the word itself."""
_COMMON = """a about after again all allowed also always am an and another any anything are as at be because been before
by can could did do does ever every for from get gets go goes had happen happens has have here how i if in into is it
its just last long make many may me mean means more much must my need needs never no not now of on one only or our over
possible should so some somebody someone something still than that the their them then there they thing this
to too two up us use used very want was we were what when where whether which who whose why will with work works would
you your"""
Late = Callable[[], bool]
_LEFT_OUT = frozenset(_COMMON.split())
_ALIKE = """
begin start setup first
block hide shield stop
break breach destroy
buy purchase price cost pay recruit
carry hold slot
die kill remove defeat lose wreck
draw tie equal share
eat food feed
end finish over
enemy opponent other
fight battle attack skirmish
found settle new
get gain take receive collect draw
gold money coin
heal repair recover mend well undamaged
hire recruit
hit attack damage
limit most maximum
pass skip decline
point score gain
quit resign retreat flee run away
return back come
shoot fire shot
soldier warrior troop army creature
stack space tile hex place
turn round day
victory win winner
walk move step enter
"""
_ASKED = re.compile(
    r"^(?:(?:may|can|could|am|should) i|is it (?:legal|allowed|possible)|(?:may|can|could)(?= (?:the|my|a|an)\b))"
    r"(?: allowed)?(?: to)?(?: now)? (?:(?:the|my|an?) )?",
    re.IGNORECASE,
)
_ASKED_BACK = re.compile(r"\b[Ss]ay\b")
"""The form of an answer from a game that cannot tell which move is meant."""


@dataclass(frozen=True)
class Passage:
    """A rule, or a term with its meaning, or both; `rule` is the number to look up."""

    rule: str
    text: str
    score: float


def words_of(text: str) -> list[str]:
    """The significant words of a text, without their endings."""
    found = re.findall(r"[a-z0-9]+", text.lower())
    return [_stem(word) for word in found if word not in _LEFT_OUT]


def _stem(word: str) -> str:
    return re.sub(r"(?<=\w{3})(?:ies|ing|ed|es|s|y|e)$", "", word)


_KIN: dict[str, set[str]] = {}
for _line in _ALIKE.split("\n"):
    for _word in map(_stem, _line.split()):
        _KIN.setdefault(_word, set()).update(map(_stem, _line.split()))


class Search:
    """A search index of the rules and the glossary of a game."""

    def __init__(self, game: Game) -> None:
        rules = [(rule, chapter.title) for chapter in game.rulebook.chapters for rule in chapter.rules]
        terms = load_glossary(game).terms
        self.passages = [(rule.name, f"{rule.name} {rule.text}") for rule, _ in rules]
        self.passages += [(term.rule, f"{term.term}: {term.says} ({term.rule})") for term in terms]
        self._titles = [set(words_of(title)) for _, title in rules] + [set() for _ in terms]
        self._leads = [set(words_of(rule.text)[:LEAD]) for rule, _ in rules]
        self._leads += [set(words_of(" ".join(term.forms))) for term in terms]
        self._counts = [Counter(words_of(rule.text)) for rule, _ in rules]
        self._counts += [Counter(words_of(" ".join((*term.forms, term.says)))) for term in terms]
        self._lengths = [count.total() for count in self._counts]
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self._within = Counter(word for count in self._counts for word in count)

    def find(self, question: str, most: int = 5) -> list[Passage]:
        """The most relevant passages for a question, best first; empty if no word of it is known.

        A rule is returned together with the terms that it explains, if both are found.
        """
        wanted = self._wanted(words_of(question))
        scored = [Passage(*passage, self._score(wanted, n)) for n, passage in enumerate(self.passages)]
        ranked = sorted((one for one in scored if one.score > 0), key=lambda one: -one.score)
        best: dict[str, Passage] = {}
        for one in ranked:
            known = best.setdefault(one.rule, one)
            if one is not known:
                best[one.rule] = replace(known, text=f"{known.text}\n{one.text}")
        return list(best.values())[:most]

    def _wanted(self, said: list[str]) -> dict[str, float]:
        """The words to search for with their weights; unknown words are replaced by synonyms."""
        kin = {other: KIN_WEIGHT for word in said if not self._within[word] for other in sorted(_KIN.get(word, ()))}
        return kin | dict.fromkeys(said, 1.0)

    def _score(self, wanted: Mapping[str, float], number: int) -> float:
        count, title, lead, score = self._counts[number], self._titles[number], self._leads[number], 0.0
        fullness = 1 - LENGTH + LENGTH * self._lengths[number] / self._mean
        for word, weight in wanted.items():
            said = count[word] + TITLE_WEIGHT * (word in title) + LEAD_WEIGHT * (word in lead)
            if said:
                rarity = math.log(1 + (len(self.passages) - self._within[word] + 0.5) / (self._within[word] + 0.5))
                score += weight * rarity * said * (SATURATION + 1) / (said + SATURATION * fullness)
        return score


@lru_cache(maxsize=16)
def search_of(game_name: str) -> Search:
    from wartable.core.registry import find_game

    return Search(find_game(game_name))


def ask(game: Game, question: str, most: int = 5) -> list[Passage]:
    """The relevant rules and terms of a game for a question."""
    return search_of(game.name).find(question, most)


def answers(match: Match, seat: int | None, question: str) -> list[str]:
    """The table's answer to a seat's question, if it is to act, and then the relevant rules."""
    said = verdict(match, seat, question) if seat is not None else []
    passages = [passage.text for passage in ask(match.game, question)]
    return [*said, *passages] or ["Neither the rules nor the table say anything to this."]


def verdict(match: Match, seat: int, question: str, most: int = 5, is_late: Late = lambda: False) -> list[str]:
    """The table's answer: whether the move in question is legal, or why not.

    If the question names no move, the legal moves about the same things, or the reasons that such moves are illegal.
    The search for these stops when `is_late` says so.
    """
    if seat not in match.due:
        return []
    said = question.strip().rstrip("?. ")
    text = re.sub(r"\bmy\b ?", "", _ASKED.sub("", said))
    typed = match.typed(seat)
    try:
        action = typed.parse(text)
        return [f"Yes: {typed.notation(action)} is legal now. {typed.label(action)}."]
    except IllegalMove as refused:
        if not _ASKED_BACK.search(str(refused).partition(refused.rule)[2]):
            return [f"No: {refused}"]
    except MoveError:
        pass
    near, forbidden = _near(match.game, typed, text, is_late)
    told = _refusals(typed, forbidden, most, is_late)
    if near and (len(near) < len(typed.legal) or text != said):
        told += ["Legal now, with most of these words:"]
        told += [f"{typed.notation(action)}: {typed.label(action)}" for action in near[:most]]
        told += [f"and {len(near) - most} more"] if len(near) > most else []
    return told


def _near(game: Game, typed: TypedMoves, text: str, is_late: Late) -> tuple[list[int], list[int]]:
    """The legal moves whose labels have the most words of the question, and illegal moves that have more."""
    wanted = set(words_of(text))
    near, best = _nearest(typed, typed.legal, wanted, 1, is_late)
    least = max(best + 1, FEWEST_WORDS)
    return near, _nearest(typed, _forbidden(game, typed.legal), wanted, least, is_late)[0]


def _nearest(
    typed: TypedMoves, actions: Iterable[int], wanted: set[str], least: int, is_late: Late
) -> tuple[list[int], int]:
    """The actions whose labels have the most words, at least `least` of them, and that number."""
    near: list[int] = []
    best = least
    for action in actions:
        score = len(wanted & set(words_of(typed.label(action))))
        if score >= best:
            near, best = [*(near if score == best else ()), action], score
        if is_late():
            break
    return near, best if near else 0


def _forbidden(game: Game, legal: Sequence[int]) -> Iterator[int]:
    """Some illegal actions of the kinds that are asked for now."""
    families = {game.family_of(action): None for action in legal}
    codes = [range(game.families[name].first, game.families[name].last + 1) for name in families]
    for family in codes:
        yield from (code for code in family[:: max(1, len(family) // MOST_TRIED)] if code not in legal)


def _refusals(typed: TypedMoves, actions: Sequence[int], most: int, is_late: Late) -> list[str]:
    """The reasons that these are illegal, once for each rule."""
    found: dict[str, str] = {}
    for action in actions[:MOST_TRIED]:
        if is_late():
            break
        refused = typed.refusal(action)
        if refused.rule and len(found) < most:
            error = typed.forbidden(refused, typed.label(action))
            found.setdefault(error.rule, f"No: {error}")
    return list(found.values())
