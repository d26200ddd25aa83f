"""The log of City of Iron: a sentence for each note."""

from wartable.core.notes import NOBODY, Note, NoteKind
from wartable.core.phrases import Namer, Phrase, count, listed, numbered, say, seat_name

from . import texts
from .box import Box, text_of
from .notes import Told
from .state import LANDS, NONE, ROW, Effect, Role

SKILLS = ("work", "distance")
BONUSES = ("coins", "distance of lands", "of one good", "cards in hand and to draw", "conquered towns")


def sentence(note: Note, box: Box, viewer: int) -> str:
    """The note in words. Who draws a card is told which one by a note of its own."""
    if note.kind == Told.DRAWS_CARD and note.seat == viewer:
        return ""
    return say(SENTENCES, NAMES, note, box)


def place_name(box: Box, place: int) -> str:
    """A city by its land or its town."""
    return texts.land_name(box, place) if place < LANDS else texts.town_name(box, place - LANDS)


def pile_of_towns(stars: int) -> str:
    return f"{stars}-star towns" if stars else "expansion towns"


def leads(note: Note, box: Box) -> str:
    verb = "leads the" if box.nations_differ else "takes the board of the"
    return f"{{{note.seat}}} {verb} {text_of(box.nation_text[note['nation']].name)}."


def puts_on_pile(note: Note, box: Box) -> str:
    name, pile = texts.card_name(box, note["card"]), texts.PILES[note["pile"]]
    if note["place"] == 1:
        return f"{{{note.seat}}} puts {name} on top of the {pile} pile."
    return f"{{{note.seat}}} puts {name} under it, as card {note['place']} of the {pile} pile."


def town_opens(note: Note, box: Box) -> str:
    return f"{texts.town_name(box, note['town'])} lies open: {texts.town_facts(box, note['town'], 0)}."


def pile_empty(note: Note, box: Box) -> str:
    if not note["stars"] and not box.expansion:
        return ""
    return f"The pile of {pile_of_towns(note['stars'])} is empty; no town takes the place."


def round_begins(note: Note, box: Box) -> str:
    return f"Round {note['number']}{('', ', which scores at its end', ', the last one')[note['scores']]}."


def bids(note: Note, box: Box) -> str:
    price = count(note["price"], "coin") if note["price"] else "nothing"
    return f"{{{note.seat}}} bids on spot {note['track'] + 1}, for {price}."


def bids_again(note: Note, box: Box) -> str:
    price = f"{count(note['price'], 'coin')} more" if note["price"] else "nothing more"
    return f"{{{note.seat}}} bids again: from spot {note['old'] + 1} to spot {note['track'] + 1}, for {price}."


def turn_order(note: Note, box: Box) -> str:
    return f"Turn order: {', '.join(seat_name(box, seat) for seat in note.values if seat != NOBODY)}."


def turns_over(note: Note, box: Box) -> str:
    pile, many = texts.PILES[note["pile"]], note["count"]
    if many == 1:
        return f"{{{note.seat}}}'s {pile} discard is turned over: it is the draw pile now."
    return f"{{{note.seat}}}'s {many} {pile} discards are turned over: the first one discarded is on top."


def no_card(note: Note, box: Box) -> str:
    lost = "to draw" if note["lost"] == 1 else f"for {note['lost']} draws"
    return f"{{{note.seat}}} has no {texts.PILES[note['pile']]} card left {lost}."


def lays(note: Note, box: Box) -> str:
    card = note["card"]
    if note["role"] == Role.ACTION:
        return f"{{{note.seat}}} discards {texts.card_name(box, card)}."
    if note["role"] == Role.ATTACK:
        return f"{{{note.seat}}} lays {texts.card_name(box, card)} for {box.card_attack[card]} attack."
    what = f"{box.card_distance[card]} distance" if note.rule == 804 else texts.skills_text(box, card)
    return f"{{{note.seat}}} lays {texts.card_name(box, card)} for {what}."


def builds(note: Note, box: Box) -> str:
    face, origin = texts.face_in_full(box, note["face"]), "the row" if note["source"] < ROW else "the store"
    return f"{{{note.seat}}} builds {face} from {origin} in {place_name(box, note['where'])}."


def built(note: Note, box: Box) -> str:
    if note["card"] == NONE:
        return ""
    return f"{{{note.seat}}} builds {texts.face_in_full(box, note['face'])} in {place_name(box, note['where'])}."


def counts(note: Note, box: Box) -> str:
    card, many = note["card"], note["count"]
    effect, each = Effect(box.card_effect[card]), int(box.card_amount[card])
    one_more = f", and {each} more"
    what = {
        Effect.PEDDLE: count(many, "kind of goods", "kinds of goods"),
        Effect.COLLECT: count(many, "city", "cities"),
        Effect.GUARD_TOWNS: count(many, "town") + one_more,
        Effect.PARADE: f"{count(many, 'military card')} in hand" + one_more,
        Effect.BLOCKADE: count(many, "first place"),
    }[effect]
    worth = each * (many + (effect in (Effect.GUARD_TOWNS, Effect.PARADE)))
    most = f" ({note.amount} at most)" if note.amount < worth else ""
    return f"{{{note.seat}}} gains {count(note.amount, 'coin')} for {what}{most}, and has {note.total}."


def goods(note: Note, box: Box) -> str:
    verb = "gains" if note.amount > 0 else "loses"
    return f"{{{note.seat}}} {verb} {texts.amount_of(box, note['good'], abs(note.amount))} and has {note.total}."


def income(note: Note, box: Box) -> str:
    verb = "rises" if note.amount > 0 else "falls"
    return f"{{{note.seat}}}'s income {verb} by {abs(note.amount)} to {count(note.total, 'coin')} a round."


def each_round(what: str) -> Phrase:
    """What a player gets in each round from now on."""

    def say_it(note: Note, box: Box) -> str:
        noun = f"{texts.PILES[note['pile']]} card" if what == "draws" else "science"
        if note.total == 0:
            return f"{{{note.seat}}} no longer {what} {noun}{'s' * (what == 'draws')} each round."
        many = count(note.total, noun) if what == "draws" else f"{note.total} science"
        change = "now" if note.amount > 0 else "now only"
        return f"{{{note.seat}}} {change} {what} {many} each round."

    return say_it


def skill(note: Note, box: Box) -> str:
    what = SKILLS[note["skill"]]
    if note.total == 0:
        return f"{{{note.seat}}}'s buildings no longer give {what} to payments."
    return f"{{{note.seat}}}'s buildings now give {note.total} {what} to every payment."


def score_card(note: Note, box: Box) -> str:
    number = note["round"]
    what = f"round {number} is the last one" if note["deck"] == 2 else f"round {number} scores at its end"
    return f"Score card {texts.DECKS[note['deck']]} is drawn: {what}."


def step(note: Note, box: Box) -> str:
    """A step of the end of a round, known by its rule."""
    return {
        1006: "Income is collected.",
        1009: "Science is collected.",
        1010: "Cards are drawn.",
        1011: "Cards are bought, in secret.",
        1014: "The cards that were chosen are revealed and paid.",
    }[note.rule]


def buys(note: Note, box: Box) -> str:
    kind = texts.PILES[box.card_kind[note["card"]]]
    held = count(note.total, f"{kind} card")
    return f"{{{note.seat}}} buys {texts.card_name(box, note['card'])} and has {held} in hand."


def bonus(note: Note, box: Box) -> str:
    what = f"the most {BONUSES[note['bonus']]} ({note['amount']})"
    return f"{{{note.seat}}} has {what}: {count(note.amount, 'point')}, {note.total} in all."


def no_bonus(note: Note, box: Box) -> str:
    return f"Nobody alone has the most {BONUSES[note['bonus']]} ({note['amount']}): no points."


def wins(note: Note, box: Box) -> str:
    points = count(note["points"], "point")
    if note.rule == 1209:
        return f"{{{note.seat}}} wins with {points}."
    if note.rule == 1210:
        return f"{{{note.seat}}} wins: of those with {points} nobody else has {count(note['coins'], 'coin')}."
    return f"{{{note.seat}}} wins: of those tied in points and coins nobody else has {count(note['goods'], 'good')}."


def shares(note: Note, box: Box) -> str:
    winners = [seat_name(box, seat) for seat in range(box.seats) if note["winners"] >> seat & 1]
    points = count(note["points"], "point")
    return f"{listed(winners)} share the win with {points}: they are tied in coins and goods too."


NAMES: dict[str, Namer] = {
    "card": texts.card_name,
    "face": texts.face_in_full,
    "town": texts.town_name,
    "land": texts.land_name,
    "good": texts.good_name,
    "where": place_name,
    "start": place_name,
    "end": place_name,
    "spot": lambda _, spot: texts.PLACES[spot],
    "track": numbered,
    "pile": lambda _, pile: texts.PILES[pile],
    "victim": seat_name,
    "thief": seat_name,
    "winner": seat_name,
    "loser": lambda _, seat: f" from {{{seat}}}" if seat != NOBODY else "",
    "owner": lambda _, seat: f", a town of {{{seat}}}" if seat != NOBODY else "",
    "place": lambda _, place: texts.ORDINALS[place - 1],
    "stars": lambda _, stars: pile_of_towns(stars),
    "skill": lambda _, skill: SKILLS[skill],
    "free": lambda _, free: ", a free action" if free else "",
    "tied": lambda _, tied: ", tied" if tied else "",
    "gained": lambda _, points: count(points, "point") if points else "nothing",
}
SCORES = "{good} ({held}{tied}): {amount:point}, {total} in all."
SENTENCES: dict[NoteKind, Phrase] = {
    Told.LEADS: leads,
    Told.STARTS_IN: "{seat} starts in {land}.",
    Told.PUTS_ON_PILE: puts_on_pile,
    Told.ORDERS_PILE: "{seat} puts the {pile} pile in order.",
    Told.ROW_CARD: "For sale from now on: {face}.",
    Told.TOWN_DEALT: "{town} is next in the pile of {stars}.",
    Told.TOWN_OPENS: town_opens,
    Told.PILE_EMPTY: pile_empty,
    Told.BIDS_AS: "{seat} bids {place}.",
    Told.ROUND: round_begins,
    Told.BIDS: bids,
    Told.BIDS_AGAIN: bids_again,
    Told.STAYS: "{seat} stays on spot {track}.",
    Told.TURN_ORDER: turn_order,
    Told.TURN: "Round {round}, {seat}: action {number} of {actions}.",
    Told.PAYS: "{seat} pays {loss:coin} and has {total}.",
    Told.PAYS_SCIENCE: "{seat} pays {loss} science and has {total}.",
    Told.GAINS: "{seat} gains {amount:coin} and has {total}.",
    Told.GAINS_SCIENCE: "{seat} gains {amount} science and has {total}.",
    Told.TAKES: "{seat} takes {amount:coin} from {victim} and has {total}.",
    Told.ROBBED: "{seat} has {total:coin} left.",
    Told.NOTHING_TO_TAKE: "{seat} has no coin that {thief} could take.",
    Told.DRAWS_CARD: "{seat} draws a {pile} card and has {total:{pile} card} in hand.",
    Told.DRAWN: "{seat} draws {card} and has {held:{pile} card} in hand.",
    Told.TURNS_OVER: turns_over,
    Told.NO_CARD: no_card,
    Told.HELPS: "{seat}'s {face} gives {given} {skill}.",
    Told.LAYS: lays,
    Told.RECOVERS: "{seat} takes {card} back from the discards.",
    Told.TAXES: "{seat} taxes.",
    Told.BUYS_SCIENCE: "{seat} buys science.",
    Told.DRAWS: "{seat} draws from the {pile} pile.",
    Told.STORES: "{seat} stores {face} from the row and has {total} stored.",
    Told.BUILDS: builds,
    Told.PLAYS: "{seat} plays {card}{free}.",
    Told.ATTACKS: "{seat} attacks {town}{owner}: defence {defence}, distance {distance}.",
    Told.MOVES: "{seat} moves {face} from {start} to {end}, a free action.",
    Told.NO_PRICE: "{card} costs {seat} no coin.",
    Told.COUNTS: counts,
    Told.BRINGS_NOTHING: "{card} brings {seat} nothing.",
    Told.KNOWN: "{seat} has a building of that name already: no science is paid for {face}.",
    Told.CHEAPER: "With {card} it costs {price:coin} instead of {full}.",
    Told.EASIER: "With {card} it costs {price} science instead of {full}.",
    Told.DESTROYED: "{seat} destroys {face} in {where}.",
    Told.BUILT: built,
    Told.TAKEN_FROM_STORE: "{seat} takes {face} from the store; {total} left there.",
    Told.SNATCHES: "{seat} stores {face} from the row and has {total} stored.",
    Told.ROW_LOSES: "No longer for sale: {face}.",
    Told.ROW_IS_EMPTY: "The row is empty: no building card is discarded.",
    Told.SETTLES: "{seat} settles {land}: a city for {spaces:building}.",
    Told.DISTRICT: "{seat} adds a district to {where}: {more:more place|more places}, {spaces} in all.",
    Told.CONQUERS: "{seat} conquers {town}{loser} and has {total:town}.",
    Told.LOSES_TOWN: "{seat} loses {town} and has {total:town}.",
    Told.BUILDING_GOES: "{seat} loses {face} in {where} to {winner}.",
    Told.BUILDING_COMES: "{seat} takes over {face} in {where}.",
    Told.GOODS: goods,
    Told.INCOME: income,
    Told.SCIENCE_INCOME: each_round("collects"),
    Told.DRAWS_EACH_ROUND: each_round("draws"),
    Told.SKILL: skill,
    Told.END: "The end of round {round}.",
    Told.CHOOSES: "{seat} chooses {good} for {town}.",
    Told.NO_GOOD: "{seat} has no good to choose for {town}.",
    Told.SLIDE: "The other cards of the row slide left.",
    Told.SCORE_CARD: score_card,
    Told.SHUFFLED: "The building discards are shuffled: {cards:card} to draw from.",
    Told.STAYS_EMPTY: "No building card is left: the row stays empty from place {spot} on.",
    Told.SCORING: "Scoring {number} of 3.",
    Told.SCORES_MOST: f"{{seat}} has the most {SCORES}",
    Told.SCORES_SECOND: f"{{seat}} has the second-most {SCORES}",
    Told.SCORES_MANY: "{seat} has {least} or more {good} ({held}): {amount:point}, {total} in all.",
    Told.SCORES_BUILDING: "{seat}'s {face} scores with {good}: {amount:point}, {total} in all.",
    Told.SCORED: "{seat} scores {gained} in this scoring and has {points}.",
    Told.COLLECTS: "{seat} collects {amount:coin} of income and has {total}.",
    Told.COLLECTS_MOST: "{seat} collects {amount:coin} for the most {good} ({held}{tied}) and has {total}.",
    Told.COLLECTS_GIFTS: "{seat} collects {amount:coin} that buildings and towns give and has {total}.",
    Told.COLLECTS_SCIENCE: "{seat} collects {amount} science and has {total}.",
    Told.COLLECTS_BOOK: "{seat} collects {amount} science from the Score card and has {total}.",
    Told.SETS_ASIDE: "{seat} sets {card} aside to buy it.",
    Told.PUTS_BACK: "{seat} puts {card} back.",
    Told.STEP: step,
    Told.CANNOT_BUY: "{seat} can afford no card.",
    Told.FINISHES: "{seat} has finished choosing cards.",
    Told.BUYS: buys,
    Told.LAST: "Round {round} was the last one: the third scoring, then the bonuses.",
    Told.BONUS: bonus,
    Told.NO_BONUS: no_bonus,
    Told.PENALTY: "{seat} loses {loss:point} for {stored:stored building} and has {total}.",
    Told.WINS: wins,
    Told.SHARES: shares,
}
