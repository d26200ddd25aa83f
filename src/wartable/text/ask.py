"""Questions to the rulebook: finds the relevant rules and terms of a game by BM25, without a model or a network.

At a table, the question is also compared with the moves: whether the move in question is legal now, or why not.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.typed import TypedMoves
from wartable.errors import IllegalMove, MoveError
from wartable.guides.aid import load_aid
from wartable.guides.examples import load_examples
from wartable.guides.glossary import load_glossary
from wartable.languages import worded

SATURATION, LENGTH = 1.2, 0.2
"""BM25's k1 and b: how soon repeated words stop counting, and the penalty for long texts."""
TITLE_WEIGHT, LEAD_WEIGHT = 0.75, 0.6
"""The weight of a word in the title of a rule's chapter, relative to the rule itself, and the bonus for its first
words.
"""
LEAD = 4
COVERED = 0.5
"""The part of a score that depends on the share of words found."""
FEWEST_WORDS = 2
"""An illegal move is only mentioned if it has this many words of the question."""
MOST_TRIED = 200
"""The most illegal moves of each kind that are tried."""
KIN_WEIGHT = 0.5
"""The weight of a synonym if the game does not know the word itself."""
NEAR_KIN_WEIGHT = 0.3
"""The weight of a synonym if it does."""
ASIDE_WEIGHT, MOST_ASIDE = 1.0, 2
"""The weight of a word that other texts use about a rule, and how often it may count."""
PAIR_WEIGHT = 0.3
"""The weight of two words in a row, common ones included, as in the ways to ask about a rule."""
_COMMON = """a about after again all allowed also always am an and another any anything are as at be because been before
by can could did do does ever every for from get gets go goes had happen happens has have here how i if in into is it
its just last long make many may me mean means more much must my need needs never no not now of on one only or our over
possible should so some somebody someone something still than that the their them then there they thing this
to too two up us use used very want was we were what when where whether which who whose why will with work works would
you your"""
Late = Callable[[], bool]
_LEFT_OUT = frozenset(_COMMON.split())
_ALIKE = """
adjacent neighbour next near beside distance
archer crossbowman bowman
base home holdfast
castle fortress tower
begin start setup first initial
behind block hide shield stop between way
boat ship sea water
break breach destroy open
buy purchase acquire
card hand
carry hold keep slot room
cell space
choose pick decide
claim own
corner diagonal across direction
damage hit hurt wound harm
deploy put place lay come enter new
deck pile
defend guard protect garrison safe guardian
die kill remove defeat eliminate destroyed lose wreck dead destroy out
dice roll chance luck random lot fate die
direction face look way rotate turn
draw tie equal share same
eat food feed hungry
end finish over last
enemy opponent other rival another
exchange swap switch change trade
fight battle attack skirmish engage combat war strike
follow order next first
found settle new
full room hold slot limit
gain get take receive collect earn reward obtain
gold money coin cash income
heal repair recover mend well undamaged fix cure
horse warhorse
king throne
forest wood tree
island land
lake river water sea
machine robot king
hire recruit
improve promote upgrade better strong rank
know see secret hidden reveal open look peek show
land type desert terrain
leave stay remain
limit most maximum number
map board
money price cost pay fee
pass skip decline nothing
piece troop soldier warrior army creature unit figure guy man men fighter people
plan program track
point score value worth
put add insert lay
quit resign retreat flee run away escape surrender
return back come again
several many more
site place spot
shoot fire shot range
soldier troop men
spend cost
space tile hex square field ground spot
steal rob take
stuck unable
sword weapon item equipment
turn round day
undo back
use play
victory win winner
walk move step enter march ride fly travel
"""
_IRREGULAR = """
began begin begun
bought buy
broke break broken
built build
came come
chosen choose chose
dead die
dice die
drawn draw drew
fought fight
gone go
held hold
hidden hide
kept keep
laid lay
left leave
lost lose
met meet
paid pay
ridden ride
risen rise rose
said say
seen see saw
shot shoot
spent spend
stood stand
taken take took
thrown throw
won win
"""
_BASE = {form: line.split()[1] for line in _IRREGULAR.strip().splitlines() for form in line.split()}
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


def pairs_of(text: str) -> set[tuple[str, str]]:
    """The pairs of words in a row, without their endings; a comma ends a row."""
    rows = ([_stem(word) for word in re.findall(r"[a-z0-9']+", part)] for part in re.split(r"[,;:.?!]", text.lower()))
    return {pair for row in rows for pair in pairwise(row)}


def _stem(word: str) -> str:
    base = _BASE.get(word, word)
    cut = re.sub(r"(?<=\w{3})(?:ies|ing|ed|es|(?<!s)s|y|e)$", "", base)
    return re.sub(r"(?<=\w\w)([bdgmnprt])\1$", r"\1", cut)


_KIN: dict[str, set[str]] = {}
for _line in _ALIKE.split("\n"):
    for _word in map(_stem, _line.split()):
        _KIN.setdefault(_word, set()).update(map(_stem, _line.split()))


class Search:
    """A search index of the rules and the glossary of a game."""

    def __init__(self, game: Game) -> None:
        book = game.rulebook
        rules = [(rule, chapter.title) for chapter in book.chapters for rule in chapter.rules]
        terms = load_glossary(game).terms
        self.passages = [(rule.name, f"{rule.name} {rule.text}") for rule, _ in rules]
        self.passages += [(term.rule, f"{term.term}: {term.says} ({term.rule})") for term in terms]
        forms = [" ".join(term.forms) for term in terms]
        asides = _asides(game)
        self._titles = [set(words_of(title)) for _, title in rules] + [set() for _ in terms]
        self._leads = [set(words_of(rule.text)[:LEAD]) for rule, _ in rules] + [set(words_of(form)) for form in forms]
        self._asides = [Counter(words_of(text)) for text in (*(asides[rule.name] for rule, _ in rules), *forms)]
        asked = load_glossary(game).asked
        self._pairs = [pairs_of(asked.get(rule.name, "")) for rule, _ in rules] + [set() for _ in terms]
        self._paired = Counter(pair for pairs in self._pairs for pair in pairs)
        self._counts = [Counter(words_of(rule.text)) for rule, _ in rules]
        self._counts += [Counter(words_of(f"{form} {term.says}")) for form, term in zip(forms, terms, strict=True)]
        self._lengths = [count.total() for count in self._counts]
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self._within = Counter(word for count in self._counts for word in count)
        self._known = Counter(word for n, count in enumerate(self._counts) for word in {*count, *self._asides[n]})

    def find(self, question: str, most: int = 5) -> list[Passage]:
        """The most relevant passages for a question, best first; empty if no word of it is known.

        A rule is returned together with the terms that it explains, if both are found.
        """
        wanted, pairs = self._wanted(words_of(question)), pairs_of(question)
        scored = [
            Passage(*passage, self._score(wanted, n) + self._score_of_pairs(pairs, n))
            for n, passage in enumerate(self.passages)
        ]
        ranked = sorted((one for one in scored if one.score > 0), key=lambda one: -one.score)
        best: dict[str, Passage] = {}
        for one in ranked:
            known = best.setdefault(one.rule, one)
            if one is not known:
                best[one.rule] = replace(known, text=f"{known.text}\n{one.text}")
        return list(best.values())[:most]

    def _wanted(self, said: list[str]) -> list[dict[str, float]]:
        """The weights of each word of the question and of its synonyms."""
        found = []
        for word in dict.fromkeys(said):
            weight = NEAR_KIN_WEIGHT if self._known[word] else KIN_WEIGHT
            found.append(dict.fromkeys(sorted(_KIN.get(word, ())), weight) | {word: 1.0})
        return found

    def _score(self, wanted: Iterable[Mapping[str, float]], number: int) -> float:
        parts = [max(weight * self._part(word, number) for word, weight in one.items()) for one in wanted]
        return sum(parts) * (1 - COVERED + COVERED * sum(part > 0 for part in parts) / max(1, len(parts)))

    def _score_of_pairs(self, pairs: set[tuple[str, str]], number: int) -> float:
        """What the pairs of the question add to the score of a passage: those that few passages have, the most."""
        return PAIR_WEIGHT * sum(
            math.log(1 + len(self.passages) / self._paired[pair]) for pair in pairs & self._pairs[number]
        )

    def _part(self, word: str, number: int) -> float:
        """What a word of the question adds to the score of a passage."""
        said = self._counts[number][word] + TITLE_WEIGHT * (word in self._titles[number])
        said += LEAD_WEIGHT * (word in self._leads[number]) + ASIDE_WEIGHT * min(MOST_ASIDE, self._asides[number][word])
        if not said:
            return 0.0
        fullness = 1 - LENGTH + LENGTH * self._lengths[number] / self._mean
        rarity = math.log(1 + (len(self.passages) - self._within[word] + 0.5) / (self._within[word] + 0.5))
        return rarity * said * (SATURATION + 1) / (said + SATURATION * fullness)


def _asides(game: Game) -> dict[str, str]:
    """What is said of each rule elsewhere: in the player aid, examples and rulings, and as people ask about it."""
    found: dict[str, list[str]] = defaultdict(list)
    aid = load_aid(game)
    for part in aid.parts if aid else ():
        for text, rule in part.lines:
            found[rule].append(text)
    for example in load_examples(game).all:
        found[example.rules[0]].append(example.title)
    for rule, words in load_glossary(game).asked.items():
        found[rule].append(words)
    for ruling in game.rulebook.source.partition("## Rulings")[2].splitlines():
        for rule in re.findall(rf"{game.code}-\d+\.\d+", ruling):
            found[rule].append(ruling)
    return defaultdict(str, {rule: " ".join(texts) for rule, texts in found.items()})


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
        move, label = typed.notation(action), typed.label(action)
        return [worded("Yes: {move} is legal now. {label}.", move=move, label=label)]
    except IllegalMove as refused:
        if not _ASKED_BACK.search(str(refused).partition(refused.rule)[2]):
            return [worded("No: {reason}", reason=refused.args[0])]
    except MoveError:
        pass
    near, forbidden = _near(match.game, typed, text, is_late)
    told = _refusals(typed, forbidden, most, is_late)
    if near and (len(near) < len(typed.legal) or text != said):
        told += ["Legal now, with most of these words:"]
        told += [worded("{move}: {label}", move=typed.notation(one), label=typed.label(one)) for one in near[:most]]
        told += [worded("and {count} more", count=len(near) - most)] if len(near) > most else []
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
            found.setdefault(error.rule, worded("No: {reason}", reason=error.args[0]))
    return list(found.values())
