"""The log of Iron Kings: notes in words."""

from wartable.core.notes import Note, NoteKind
from wartable.core.phrases import Namer, Phrase, count, listed, numbered, say, seat_name

from .box import Box, Needs, words_of
from .geometry import DIRECTION_NAMES
from .names import (
    FUELS,
    SECTION_NAMES,
    hex_at,
    plan_name,
    space_name,
    terrain_name,
    token_name,
    treasure_name,
    upgrade_name,
)
from .notes import Cause, Told
from .state import NOWHERE, Ending, Space, Worker


def sentence(note: Note, box: Box, viewer: int) -> str:
    if note.kind == Told.DRAWS and viewer == note.seat:
        return ""  # its owner is told which card it is
    return say(SENTENCES, NAMES, note, box)


def facing_name(box: Box, facing: int) -> str:
    return DIRECTION_NAMES[facing]


def store_name(box: Box, store: int) -> str:
    return words_of(box.stores[store].name).lower()


def fuel_name(box: Box, fuel: int) -> str:
    return FUELS[fuel]


def section_name(box: Box, section: int) -> str:
    return SECTION_NAMES[section].lower()


def ground_name(box: Box, terrain: int) -> str:
    return terrain_name(box, terrain).lower() if terrain != NOWHERE else "a Holdfast"


def bare_ground(box: Box, terrain: int) -> str:
    return ground_name(box, terrain).removeprefix("a ")


def worker_name(box: Box, worker: int) -> str:
    return "the big worker" if worker == Worker.BIG else "a small worker"


def recall_reason(box: Box, reason: int) -> str:
    return ("has no rested worker", "has a worker on the Brake", "has rested workers but no legal space for them")[
        reason
    ]


def last_round(box: Box, last: int) -> str:
    return f": the game ends after round {last} at the latest" if last else ""


def shield_left(box: Box, left: int) -> str:
    return f"{count(left, 'shield space')} left" if left else "it is full"


def hurt_by(box: Box, cause: int) -> str:
    return "The skull" if cause == Cause.SKULL else "The Damage token"


def token_goes(box: Box, leaves: int) -> str:
    return "leaves the game" if leaves else "goes back into the bag"


def decided_by(box: Box, by: int) -> str:
    return ("", ", by having more treasures", ", by having more iron")[by]


def a(noun: str) -> str:
    """With the indefinite article, where the noun takes one."""
    if noun in ("open ground", "ruins") or noun.startswith("a "):
        return noun
    return f"an {noun}" if noun[0].lower() in "aeiou" else f"a {noun}"


def founds(note: Note, box: Box) -> str:
    what = ground_name(box, note["terrain"])
    return f"{{{note.seat}}} puts the Holdfast on {hex_at(box, note['hex'])}, which was {a(what)}."


def takes_store(note: Note, box: Box) -> str:
    left = "" if note["left"] < 0 else f"; {note['left']} left there"
    return f"{{{note.seat}}} takes 1 {store_name(box, note['store'])} and has {note.total}{left}."


def nothing_there(note: Note, box: Box) -> str:
    what = "The stack is empty" if has_stack(box, note["terrain"]) else "There is nothing to harvest"
    return f"{what} on {hex_at(box, note['hex'])}."


def has_stack(box: Box, terrain: int) -> bool:
    return bool(terrain != NOWHERE and box.terrains[terrain].harvest != NOWHERE)


def nothing_done(note: Note, box: Box) -> str:
    return NOTHING_DONE[Space(note["space"])].format(seat=seat_name(box, note.seat))


NOTHING_DONE = {
    Space.REPAIR: "{seat}'s King has no damage to repair.",
    Space.DOCK_REPAIR: "{seat}'s King has no damage to repair.",
    Space.BURN: "{seat} has no pair of water and fuel to burn.",
    Space.DOCK_UPGRADE: "{seat} cannot buy any upgrade.",
    Space.DOCK_SALVAGE: "{seat} has no treasure to scrap.",
}


def scraps(note: Note, box: Box) -> str:
    gifts = [
        f"{box.treasures[note['card']].gives[store]} {store_name(box, store)}"
        for store in range(4)
        if box.treasures[note["card"]].gives[store]
    ]
    where = " from the Holdfast" if note["is_home"] else ""
    return f"{{{note.seat}}} scraps {treasure_name(box, note['card'])}{where} for {listed(gifts) or 'nothing'}."


def buys(note: Note, box: Box) -> str:
    what = f"{upgrade_name(box, note['card'])} for the {section_name(box, note['section'])}"
    return f"{{{note.seat}}} buys {what} and pays {note['price']} iron; {note.total} left."


def turned(note: Note, box: Box) -> str:
    return f"{{{note.seat}}}'s King turns from {DIRECTION_NAMES[note['start']]} to {DIRECTION_NAMES[note['end']]}."


def played_card(note: Note, box: Box) -> str:
    cost = f"{note['price']} steam, {note['left']} left" if note["price"] else "no steam"
    return f"Card {note['place'] + 1}, {plan_name(box, note['plan'])}: {cost}."


def steps(note: Note, box: Box) -> str:
    where = "its Holdfast" if note["terrain"] == NOWHERE else ground_name(box, note["terrain"])
    start, end = hex_at(box, note["start"]), hex_at(box, note["end"])
    return f"{{{note.seat}}}'s King goes from {start} to {end} ({where})."


def blocked(note: Note, box: Box) -> str:
    who, target = f"{{{note.seat}}}'s King", hex_at(box, note["target"])
    if note.rule == 810:
        reason = "the map ends there"
    elif note.rule == 809:
        reason = f"{target} is {a(ground_name(box, note['by']))}"
    elif note.rule == 811:
        reason = f"{target} is the Holdfast of {{{note['by']}}}"
    else:
        reason = f"there is no room behind {{{note['by']}}}'s King on {target}"
    return f"{who} stays on {hex_at(box, note['hex'])}: {reason}."


def rest_lost(note: Note, box: Box) -> str:
    is_lost = "step of {} is" if note["steps"] == 1 else "steps of {} are"
    return f"{note['steps']} more {is_lost.format(plan_name(box, note['plan']))} lost."


def blow(note: Note, box: Box) -> str:
    how = "strikes" if note["cause"] == Cause.PUSH else "hits"
    damage = max(0, note["attack"] - note["defence"])
    does = f"{damage} damage" if damage else "no damage"
    against = f" against defence {note['defence']}" if note["defence"] else ""
    return f"{{{note.seat}}}'s King {how} {{{note['other']}}}'s with attack {note['attack']}{against}: {does}."


def stops(note: Note, box: Box) -> str:
    card = plan_name(box, note["plan"])
    if note.rule == 802:
        reason = f"{card} costs {note['price']} steam, and it has {note['steam']}"
    elif note.rule == 803:
        reason = f"{card} needs {NEEDED[Needs(box.plans[note['plan']].needs)]}, and it carries none"
    else:
        reason = f"nobody is on the Throttle to carry out {card}"
    return f"{{{note.seat}}}'s King stops: {reason}."


NEEDED = {Needs.NONE: "nothing", Needs.WEAPON: "a weapon", Needs.RANGED: "a ranged weapon", Needs.SHIELD: "a shield"}


def program_done(note: Note, box: Box) -> str:
    if not note["cards"]:
        return f"{{{note.seat}}}'s King has no card on its planning track."
    return f"{{{note.seat}}}'s program is done, with {note['steam']} steam left."


def digs(note: Note, box: Box) -> str:
    where, kept = hex_at(box, note["hex"]), min(note["keep"], note["tokens"])
    keep = "both" if kept == note["tokens"] == 2 else "all" if kept == note["tokens"] else str(kept)
    what = f"draws {count(note['tokens'], 'token')} and keeps {keep}"
    return f"{{{note.seat}}} {what} for the {terrain_name(box, note['terrain']).lower()} on {where}."


def token_drawn(note: Note, box: Box) -> str:
    return f"{{{note.seat}}} draws {a(token_name(box, note['token']))} token."


def covered(note: Note, box: Box) -> str:
    hit, space = space_name(box, note["face"]), space_name(box, note["space"])
    if note["face"] == note["space"]:
        return f"Damage covers {space}."
    return f"{hit} is covered already: the damage goes on to {space}."


def blow_spent(note: Note, box: Box) -> str:
    return f"{note['tokens']} more damage to {{{note.seat}}}'s King {'is' if note['tokens'] == 1 else 'are'} lost."


def ends(note: Note, box: Box) -> str:
    texts = {
        Ending.VP_GOAL: f"A Holdfast holds {count(note['number'], 'point')}, and the goal was {box.vp_goal}",
        Ending.BALROG: f"The Balrog, which rose in round {note['number']}, has come",
        Ending.ROUNDS: f"Round {note['number']} was the last",
        Ending.FIRST_WRECK: "A King is lost",
        Ending.LAST_ROUND: f"Round {note['number']} was the last of the longest game",
    }
    return f"{texts[Ending(note['ending'])]}: the game is over."


def total(note: Note, box: Box) -> str:
    parts = f"{note['home']} in the Holdfast and {note['carried']} for what the King carries"
    return f"{{{note.seat}}} has {count(note['home'] + note['carried'], 'point')}: {parts}."


NAMES: dict[str, Namer] = {
    "hex": hex_at,
    "start": hex_at,
    "end": hex_at,
    "home": hex_at,
    "facing": facing_name,
    "card": treasure_name,
    "plan": plan_name,
    "place": numbered,
    "space": space_name,
    "token": token_name,
    "fuel": fuel_name,
    "store": store_name,
    "face": numbered,
    "other": seat_name,
    "king": seat_name,
    "terrain": bare_ground,
    "worker": worker_name,
    "reason": recall_reason,
    "last": last_round,
    "left": shield_left,
    "cause": hurt_by,
    "leaves": token_goes,
    "by": decided_by,
}
SENTENCES: dict[NoteKind, Phrase] = {
    Told.HEX_LAID: "",  # sixty sentences about single hexes would tell less than the map itself
    Told.MAP_LAID: "The map is laid out: {hexes} hexes.",
    Told.FIRST_PLAYER: "{seat} is the first player.",
    Told.FOUNDS: founds,
    Told.FACES: "{seat}'s King faces {facing}.",
    Told.MULLIGAN: "{seat} takes a mulligan and shuffles {loss:card} back into the deck.",
    Told.KEEPS_HAND: "{seat} keeps the hand.",
    Told.TURN: "Round {round}: {seat}.",
    Told.BRACE_ENDS: "{seat}'s brace ends.",
    Told.RECALLED: "{seat} {reason}: {amount:worker comes|workers come} back to the Rested Box.",
    Told.RETURNED: "{seat}'s King is docked: {loss:worker comes|workers come} back from the Wilderness.",
    Told.STRAYED: "{seat}'s worker on {hex} is no longer beside the King and goes to the Wilderness.",
    Told.RESTS: "",
    Told.SKIPS: "{seat} has no worker to place.",
    Told.PLACES: "{seat} places {worker} on {space}.",
    Told.HARVESTS: "{seat} places a small worker on {hex} ({terrain}).",
    Told.TAKES_STORE: takes_store,
    Told.NOTHING_THERE: nothing_there,
    Told.NOTHING_DONE: nothing_done,
    Told.TOWED: "{seat}'s King is towed from {start} to its Holdfast on {home}.",
    Told.STOWS: "{seat} brings {card} into the Holdfast.",
    Told.EQUIPS: "{seat} equips {card} from the Holdfast.",
    Told.ARRIVES: "",
    Told.LEAVES_HOME: "",
    Told.SCORES: "{seat} gains {amount:point} and has {total}.",
    Told.LOSES_POINTS: "{seat} loses {loss:point} and has {total}.",
    Told.BURNS: "{seat} burns 1 water and 1 {fuel}; {water_left} water and {total} {fuel} left.",
    Told.SPENDS_WATER: "",
    Told.GAINS_STEAM: "{seat} gains {amount} steam and has {total}.",
    Told.STEAM_WASTED: "{steam:steam is|steam are} lost: {seat}'s King holds at most {most}.",
    Told.STEAM_ESCAPES: "{loss:steam is|steam are} lost: {seat}'s King now holds at most {most}.",
    Told.SCRAP_GIVES: "{seat} gains {amount} {store} and has {total}.",
    Told.REPAIRS: "{seat} removes the damage from {space}.",
    Told.PATCHES: "{seat} removes 1 damage from {card}.",
    Told.PAYS_REPAIR: "{seat} spends {loss} iron to remove up to {repairs} more damage; {total} left.",
    Told.SAVES_IRON: "{seat} spends no iron on repairs.",
    Told.BUYS: buys,
    Told.FITTED: "",
    Told.COVERS: lambda note, box: f"It covers {upgrade_name(box, note['old'])}, which is gone.",
    Told.SECTION_CLEARED: "The damage on {space} is removed.",
    Told.BUYS_NOTHING: "{seat} buys nothing.",
    Told.SCRAPS: scraps,
    Told.SCRAPS_NO_MORE: "{seat} scraps no more.",
    Told.DRAWS: "{seat} draws a planning card.",
    Told.LEARNS: "{seat} draws {plan}.",
    Told.DECK_RESHUFFLED: "The planning deck is empty: the discard pile ({cards:card}) becomes the deck.",
    Told.NOTHING_TO_DRAW: "{seat} draws nothing: planning deck and discard pile are empty.",
    Told.INSERTS: "{seat} inserts {plan} at place {place}.",
    Told.TRACK_GROWS: "",
    Told.PUSHED_OFF: "{plan} is pushed off the track and discarded.",
    Told.REPLACES: lambda note, box: (
        f"{{{note.seat}}} replaces {plan_name(box, note['old'])} at place {note['place'] + 1} "
        f"by {plan_name(box, note['plan'])}."
    ),
    Told.REMOVES: "{seat} removes {plan} from place {place} of the track.",
    Told.LEAVES_TRACK: "{seat} leaves the track as it is.",
    Told.TRACK_TRIMMED: "{plan} is beyond the end of the shorter track and is discarded.",
    Told.SETS_OUT: "The King phase: {seat}'s King stands on {hex} with {steam} steam.",
    Told.BRAKED: "The Brake holds {seat}'s King.",
    Told.CARD: played_card,
    Told.STEAM_SPENT: "",
    Told.TURNS: turned,
    Told.STEPS: steps,
    Told.BLOCKED: blocked,
    Told.REST_LOST: rest_lost,
    Told.PUSHES: "{seat}'s King pushes {other}'s from {start} to {end}.",
    Told.TRAMPLED: "{king}'s King steps on {seat}'s worker on {hex}, who goes to the Wilderness.",
    Told.BLOW: blow,
    Told.SHOOTS: "{seat}'s King shoots at {other}'s on {hex}, {distance:hex|hexes} away.",
    Told.SHOT_MISSES: "No King is within {reach:hex|hexes} ahead of {seat}'s: the shot is lost.",
    Told.BRACES: "{seat}'s King braces: {amount} more defence until the next turn.",
    Told.STOPS: stops,
    Told.PROGRAM_DONE: program_done,
    Told.HALTED: "The lake on {hex} ends the King phase.",
    Told.SKULL_HELD: "{seat}'s brace keeps off {held} damage of the skull on {hex}.",
    Told.LAKE_WATER: "{seat} takes {amount} water and has {total}.",
    Told.DIGS: digs,
    Told.BAG_EMPTY: "The bag is empty: {seat} goes without {missing:token}.",
    Told.TOKEN_DRAWN: token_drawn,
    Told.BALROG_RISES: "The Balrog rises{last}.",
    Told.KEEPS_TOKEN: lambda note, box: f"{{{note.seat}}} keeps {a(token_name(box, note['token']))} token.",
    Told.TOKEN_LEFT: "The {token} token that is not kept {leaves}.",
    Told.GEAR_IRON: "{seat} gains {amount} iron for gear and has {total}.",
    Told.TREASURE_TOKEN: "The Treasure token lets {seat} draw {cards:treasure}.",
    Told.TURNS_UP: "{seat} turns up {card}.",
    Told.TREASURES_RESHUFFLED: "The treasure deck is empty: the discard pile ({cards:card}) becomes the deck.",
    Told.NO_TREASURE: "There is no treasure left for {seat} to draw.",
    Told.CHOOSES: "{seat} wants {card} and must scrap a treasure for it.",
    Told.TAKES: "{seat} keeps {card}.",
    Told.LEAVES_OFFER: "{seat} leaves the treasures.",
    Told.DISCARDED: "{card} is discarded.",
    Told.DENTED: "{seat}'s {card} takes 1 damage; {left}.",
    Told.DENTS_GONE: "",
    Told.HURT: "{cause} does 1 damage to {seat}'s King.",
    Told.DIE: "The die for {seat}'s King shows {face}.",
    Told.COVERED: covered,
    Told.WORKER_HURT: "{seat}'s worker on {space} goes to the Wilderness.",
    Told.BIG_WORKER_RESTS: "{seat}'s big worker on {space} goes to the Rested Box.",
    Told.WRECKED: "{seat}'s King is wrecked on {hex} and goes back to its Holdfast on {home}.",
    Told.CARGO_LOST: "{seat} loses {card} to the discard pile.",
    Told.BLOW_SPENT: blow_spent,
    Told.WRECK_STOPS: "{seat}'s King phase is over.",
    Told.COLD: "{seat}'s King is cold: it has no steam and no way to get any.",
    Told.ENDS: ends,
    Told.TOTAL: total,
    Told.WINS: "{seat} wins with {points:point}{by}.",
    Told.SHARES: "{seat} shares the win with {points:point}.",
}
