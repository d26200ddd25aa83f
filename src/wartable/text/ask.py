"""Ask the rulebook: the rules and words of a game that matter for a question, by BM25, without a model or a network.

At a table the question is also held against the moves there: whether what is asked about is legal now, or why not.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.typed import TypedMoves
from wartable.errors import IllegalMove, MoveError
from wartable.guides.aid import load_aid
from wartable.guides.examples import load_examples
from wartable.guides.glossary import load_glossary

SATURATION, LENGTH = 1.2, 0.2
"""How soon a word that is repeated counts no more, and how much a long text is held against it (k1 and b of BM25)."""
TITLE_WEIGHT, LEAD_WEIGHT = 0.75, 0.6
"""What a word of a rule's chapter counts beside one of the rule itself, and what one of its first words counts more."""
LEAD = 4
COVERED = 0.5
"""How much of a score depends on the share of the words that are found at all."""
FEWEST_WORDS = 2
"""A move that is not legal is spoken of where it has so many words of the question."""
MOST_TRIED = 200
"""So many moves of each kind are tried that are not legal."""
KIN_WEIGHT = 0.5
"""What a word counts that only means about what was asked, where the game does not know the word itself."""
NEAR_KIN_WEIGHT = 0.3
"""And where it does."""
ASIDE_WEIGHT, MOST_ASIDE = 1.0, 2
"""What a word counts that is said of a rule elsewhere, and how often it counts."""
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
begin start setup first initial
behind block hide shield stop between way
boat ship sea water
break breach destroy open
buy purchase acquire
card hand
carry hold keep slot room
choose pick decide
corner diagonal across direction
damage hit hurt wound harm
deploy put place lay come enter new
deck pile
defend guard protect garrison safe guardian
die kill remove defeat lose wreck dead destroy out
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
heal repair recover mend well undamaged
hire recruit
improve promote upgrade better strong rank
know see secret hidden reveal open look peek show
land type desert terrain
leave stay remain
limit most maximum number
map board
money price cost pay fee
pass skip decline nothing
piece troop soldier warrior army creature unit figure
plan program track
point score value worth
put add insert lay
quit resign retreat flee run away escape surrender
return back come again
several many more
shoot fire shot range
space tile hex square field ground
steal rob take
stuck unable
sword weapon item equipment
turn round day
undo back
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
"""A game that cannot tell which move is meant says what to say."""


@dataclass(frozen=True)
class Passage:
    """A rule, or a word of the game with its meaning, or both; `rule` is the number to look it up by."""

    rule: str
    text: str
    score: float


def words_of(text: str) -> list[str]:
    """The words that tell what a text is about, in their base form or near it."""
    found = re.findall(r"[a-z0-9]+", text.lower())
    return [_stem(word) for word in found if word not in _LEFT_OUT]


def _stem(word: str) -> str:
    base = _BASE.get(word, word)
    cut = re.sub(r"(?<=\w{3})(?:ies|ing|ed|es|(?<!s)s|y|e)$", "", base)
    return re.sub(r"(?<=\w\w)([bdgmnprt])\1$", r"\1", cut)


_KIN: dict[str, set[str]] = {}
for _line in _ALIKE.split("\n"):
    for _word in map(_stem, _line.split()):
        _KIN.setdefault(_word, set()).update(map(_stem, _line.split()))


class Search:
    """The rules and the glossary of a game, ready to be searched."""

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
        self._counts = [Counter(words_of(rule.text)) for rule, _ in rules]
        self._counts += [Counter(words_of(f"{form} {term.says}")) for form, term in zip(forms, terms, strict=True)]
        self._lengths = [count.total() for count in self._counts]
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self._within = Counter(word for count in self._counts for word in count)
        self._known = Counter(word for n, count in enumerate(self._counts) for word in {*count, *self._asides[n]})

    def find(self, question: str, most: int = 5) -> list[Passage]:
        """The passages that matter most for a question, the best first; none where no word of it is known.

        A rule is told together with the words that it explains, where both are found.
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

    def _wanted(self, said: list[str]) -> list[dict[str, float]]:
        """For each word that is asked for, what it and its kin count."""
        found = []
        for word in dict.fromkeys(said):
            weight = NEAR_KIN_WEIGHT if self._known[word] else KIN_WEIGHT
            found.append(dict.fromkeys(sorted(_KIN.get(word, ())), weight) | {word: 1.0})
        return found

    def _score(self, wanted: Iterable[Mapping[str, float]], number: int) -> float:
        parts = [max(weight * self._part(word, number) for word, weight in one.items()) for one in wanted]
        return sum(parts) * (1 - COVERED + COVERED * sum(part > 0 for part in parts) / max(1, len(parts)))

    def _part(self, word: str, number: int) -> float:
        """What a word that is asked for adds for a passage."""
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
    """The rules and words of the game that matter for a question."""
    return search_of(game.name).find(question, most)


def answers(match: Match, seat: int | None, question: str) -> list[str]:
    """What the table says to a question of a seat, if it is to act, and then what the rules say."""
    said = verdict(match, seat, question) if seat is not None else []
    passages = [passage.text for passage in ask(match.game, question)]
    return [*said, *passages] or ["Neither the rules nor the table say anything to this."]


def verdict(match: Match, seat: int, question: str, most: int = 5, is_late: Late = lambda: False) -> list[str]:
    """What the table itself says: whether the move that is asked for is legal, or why not.

    Where the question is no move, the legal moves that speak of the same things, or why others that do are not legal.
    These are looked for until `is_late`.
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
    """The legal moves whose labels have most of the words, and moves that are not legal where these have more."""
    wanted = set(words_of(text))
    near, best = _nearest(typed, typed.legal, wanted, 1, is_late)
    least = max(best + 1, FEWEST_WORDS)
    return near, _nearest(typed, _forbidden(game, typed.legal), wanted, least, is_late)[0]


def _nearest(
    typed: TypedMoves, actions: Iterable[int], wanted: set[str], least: int, is_late: Late
) -> tuple[list[int], int]:
    """The actions whose labels have most of the words, `least` or more of them, and how many."""
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
    """Some of the actions that are not legal, of the kinds that are asked for."""
    families = {game.family_of(action): None for action in legal}
    codes = [range(game.families[name].first, game.families[name].last + 1) for name in families]
    for family in codes:
        yield from (code for code in family[:: max(1, len(family) // MOST_TRIED)] if code not in legal)


def _refusals(typed: TypedMoves, actions: Sequence[int], most: int, is_late: Late) -> list[str]:
    """Why these are not legal, once for each rule."""
    found: dict[str, str] = {}
    for action in actions[:MOST_TRIED]:
        if is_late():
            break
        refused = typed.refusal(action)
        if refused.rule and len(found) < most:
            error = typed.forbidden(refused, typed.label(action))
            found.setdefault(error.rule, f"No: {error}")
    return list(found.values())
