"""What a person means by a text that is no legal move: pieces and places are read as an intention."""

import re
from collections.abc import Callable, Sequence

from wartable.core.actions import Family, encode
from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.game import Refused
from wartable.core.phrases import count, listed

from .actions import (
    BURN,
    BUY,
    FACE,
    FAMILIES,
    FOUND,
    HARVEST,
    INSERT,
    KEEP,
    LOAD,
    MULLIGAN,
    PASS,
    PATCH,
    REMOVE,
    REPAIR,
    REPLACE,
    SCRAP,
    STORE,
    TAKE,
    WORK,
)
from .box import Box
from .facts import (
    FUELS,
    SPACE_CODES,
    hex_at,
    hex_names,
    plan_code,
    plan_name,
    treasure_code,
    treasure_name,
    upgrade_code,
    upgrade_name,
)
from .geometry import DIRECTION_CODES, DIRECTION_NAMES
from .notation import notation
from .reasons import asked_words
from .rules.common import distance, has_free_slot, is_docked
from .rules.planning import last_insert, track_length
from .rules.worker import may_work
from .state import KING_SPACES, NOWHERE, TRACK, At, Frame, Space, State, Token, Worker

Meaning = int | Refused | None
MOVES_BY_PROGRAM = (
    "A King moves by its program only: plan cards on Plan 1 & Draw 1, then place a worker on the Throttle."
)
FILLERS = {"a", "an", "the", "my", "worker", "place", "put", "at", "on", "to", "into", "in", "from", "of", "with", "by"}
FILLERS |= {"card", "token", "space", "hex", "for"}
DRIVING = {"go", "move", "walk", "drive", "run", "king", "push", "attack", "shoot", "fire", "fight", "strike", "ram"}
DECLINING = {"skip", "none", "no", "nothing", "done", "end", "stop", "decline", "continue", "next", "finish"}
SPACE_WORDS = {
    **{code: space for space, code in enumerate(SPACE_CODES)},
    "draw": Space.PLAN,
    "plan-1": Space.PLAN,
    "plan-draw": Space.PLAN,
    "plan-1-&-draw-1": Space.PLAN,
    "plan-1-draw-1": Space.PLAN,
    "fuel": Space.BURN,
    "burn-fuel": Space.BURN,
    "steam-1": Space.VENT,
    "steam1": Space.VENT,
    "break": Space.BRAKE,
    "holdfast-repair": Space.DOCK_REPAIR,
    "holdfast-steam": Space.DOCK_STEAM,
    "holdfast-upgrade": Space.DOCK_UPGRADE,
    "holdfast-salvage": Space.DOCK_SALVAGE,
    "upgrade": Space.DOCK_UPGRADE,
    "salvage": Space.DOCK_SALVAGE,
}
SIZE_WORDS = {"small": Worker.SMALL, "little": Worker.SMALL, "big": Worker.BIG, "large": Worker.BIG}
TREASURE_VERBS: dict[str, Family] = {
    **dict.fromkeys(("store", "bring", "stow", "unload", "bank"), STORE),
    **dict.fromkeys(("load", "equip"), LOAD),
    **dict.fromkeys(("scrap", "sell", "discard"), SCRAP),
    **dict.fromkeys(("take", "keep", "choose"), TAKE),
    **dict.fromkeys(("patch", "repair", "mend"), PATCH),
}
TREASURE_RULES = {STORE: 602, LOAD: 602, SCRAP: 1405, TAKE: 1401, PATCH: 503}


def meant(view: State, box: Box, seat: int, text: str) -> Meaning:
    """A worker and a space, a hex, a card and a place, a treasure, an upgrade, a token, a direction; in any words."""
    words = [word for word in re.split(r"[\s_,;:=>()-]+", text.strip().lower()) if word]
    if not words or len(text) > 80:
        return None
    found: Meaning = _written(view, box, seat, "-".join(words))
    if found is not None:
        return found
    words = [word for word in words if word not in FILLERS] or words
    for reader in READERS:
        found = reader(view, box, seat, words)
        if found is not None:
            return found
    return None


def _written(view: State, box: Box, seat: int, text: str) -> int | None:
    for action in range(max(family.last for family in FAMILIES.values()) + 1):
        if notation(view, box, seat, action).lower() == text:
            return action
    return None


def _code(family: Family, *fields: int) -> int:
    return int(plain(encode)(family, *fields))


def _asked(view: State) -> int:
    return int(plain(kind)(view))


def _is_working(view: State) -> bool:
    return _asked(view) in (Frame.WORK, Frame.STOW)


def _not_now(view: State, box: Box, seat: int) -> Refused:
    return Refused(108, asked_words(view, box, seat))


def read_pass(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    if (words[0] in DECLINING and len(words) <= 2) or (words[0] == "keep" and _asked(view) == Frame.MULLIGAN):
        return _code(PASS)
    return None


def read_hexes(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    """A hex: where a worker or a Holdfast goes, never a King."""
    named = [word for word in words if re.fullmatch(r"[a-z]\d{1,2}", word)]
    if not named:
        return None
    if len(named) > 1 or DRIVING & set(words):
        return Refused(801, MOVES_BY_PROGRAM)
    names = hex_names(box.radius)
    hex = names.index(named[0].upper()) if named[0].upper() in names else NOWHERE
    if _asked(view) == Frame.FOUND:
        return _code(FOUND, hex) if hex != NOWHERE else Refused(302, f"There is no hex {named[0].upper()} on this map.")
    if not _is_working(view):
        return _not_now(view, box, seat)
    if hex == NOWHERE:
        return Refused(410, f"There is no hex {named[0].upper()} on this map.")
    return _harvest(view, box, seat, hex, "big" in words)


def _harvest(view: State, box: Box, seat: int, hex: int, big: bool) -> Meaning:
    if big:
        return Refused(413, "The big worker cannot be placed on the map.")
    king = view.sides[seat].hex
    around = [int(box.neighbour[king, direction]) for direction in range(6)]
    if hex in around:
        return _code(HARVEST, around.index(hex))
    if hex == king:
        return Refused(411, f"Your own King stands on {hex_at(box, hex)}.")
    beside = _beside(view, box, seat)
    far = count(int(distance(box, king, hex)), "hex", "hexes")
    return Refused(410, f"{hex_at(box, hex)} is {far} from your King on {hex_at(box, king)}; beside it are {beside}.")


def _beside(view: State, box: Box, seat: int) -> str:
    """The hexes beside a King."""
    around = [int(box.neighbour[view.sides[seat].hex, direction]) for direction in range(6)]
    return listed(sorted(hex_at(box, hex) for hex in around if hex != NOWHERE))


def read_workers(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    """Workers without a space that is named: several of them, what they gather, and where they rest."""
    if "mulligan" in words:
        return _code(MULLIGAN)
    if not _is_working(view):
        return None
    if sum(word in SIZE_WORDS for word in words) > 1 or (
        "workers" in words and {"two", "2", "both", "all"} & set(words)
    ):
        return Refused(406, "One worker is placed in a turn.")
    if {"gather", "harvest", "collect"} & set(words):
        return Refused(410, f"Say on which hex a small worker goes; beside your King are {_beside(view, box, seat)}.")
    if {"rest", "recall", "return"} & set(words):
        return Refused(
            401, "Workers come back by themselves: when none is rested, or after a turn with one on the Brake."
        )
    if "holdfast" in words:
        names = listed([code for code in SPACE_CODES if code.startswith("dock")], "or")
        return Refused(406, f"Say which space of the Holdfast: {names}.")
    return None


def read_spaces(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    """A space of a board, with or without the worker that goes there; in repairs, what is repaired."""
    sizes = [SIZE_WORDS[word] for word in words if word in SIZE_WORDS]
    name = "-".join(word for word in words if word not in SIZE_WORDS)
    if name == "steam":
        return _steam(view, box, seat, sizes)
    if _asked(view) == Frame.REPAIR and name.removeprefix("repair-") in SPACE_WORDS:
        space = SPACE_WORDS[name.removeprefix("repair-")]
        return _code(REPAIR, space) if space < KING_SPACES else Refused(503, "Damage lies on the King's board only.")
    if name not in SPACE_WORDS:
        return None
    if not _is_working(view):
        return _not_now(view, box, seat)
    return _work(view, box, seat, sizes, SPACE_WORDS[name])


def _steam(view: State, box: Box, seat: int, sizes: Sequence[int]) -> Meaning:
    """Steam is had in two places; away from home there is only one."""
    if not _is_working(view):
        return _not_now(view, box, seat)
    if is_docked(view, seat):
        return Refused(406, "Say which space: big-vent for Steam 1, or small-dock-steam for Holdfast Steam.")
    return _work(view, box, seat, sizes, Space.VENT)


def _work(view: State, box: Box, seat: int, sizes: Sequence[int], space: int) -> Meaning:
    if sizes:
        return _code(WORK, sizes[0] - 1, space)
    fits = [size for size in (Worker.SMALL, Worker.BIG) if may_work(view, box, seat, size, space)]
    if len(fits) == 2 and _asked(view) == Frame.WORK:
        code = SPACE_CODES[space]
        return Refused(406, f"Say which worker: small-{code} or big-{code}.")
    rested = view.sides[seat].rested[Worker.SMALL] > 0 and not box.big_only[space]
    size = fits[0] if fits else Worker.SMALL if rested else Worker.BIG
    return _code(WORK, size - 1, space)


def read_fuel(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    names_store = bool({*FUELS, "water", "iron"} & set(words))
    if not (names_store and "burn" in words) and not (_asked(view) == Frame.BURN and (names_store or "burn" in words)):
        return None
    fuels = [FUELS.index(word) for word in words if word in FUELS]
    if len(fuels) == 1:
        return _code(BURN, fuels[0])
    return Refused(505, "Say what is burned with one water: burn-wood or burn-coal.")


def read_faces(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    name = "-".join(word for word in words if word not in ("face", "facing", "turn"))
    names = {**{code.lower(): n for n, code in enumerate(DIRECTION_CODES)}}
    names |= {word: n for n, word in enumerate(DIRECTION_NAMES)}
    names |= {word.replace("-", ""): n for n, word in enumerate(DIRECTION_NAMES)}
    if name in names and _asked(view) == Frame.FACE:
        return _code(FACE, names[name])
    if name in ("n", "s", "north", "south"):
        return Refused(206, f"A King faces {listed(list(DIRECTION_NAMES), 'or')}.")
    return Refused(801, MOVES_BY_PROGRAM) if name in names else None


def read_tokens(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    if _asked(view) != Frame.KEEP:
        return None
    for word in words:
        if word == "balrog":
            return Refused(1307, "The Balrog token is never one of the tokens to keep.")
        if word in ("gear", "damage", "treasure"):
            return _code(KEEP, Token[word.upper()])
    return None


def read_planning(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    """A planning card, with what is done with it and at which place of the track."""
    verbs = {"insert": INSERT, "add": INSERT, "plan": INSERT, "replace": REPLACE, "remove": REMOVE, "discard": REMOVE}
    family = next((verbs[word] for word in words if word in verbs), None)
    numbers = [int(word) for word in words if word.isdigit()]
    rest = [word for word in words if word not in verbs and not word.isdigit()]
    plans = [plan for plan in range(box.plan_kinds) if _names(plan_code(box, plan), rest)]
    if family is None and not plans:
        return None
    if _asked(view) != Frame.PLAN:
        if family is None:
            return Refused(801, MOVES_BY_PROGRAM) if _is_working(view) else None
        return Refused(108, "Cards are planned by a worker on Plan 1 & Draw 1.") if plans or numbers else None
    if family == REMOVE:
        return _remove(view, box, seat, plans, numbers)
    if len(plans) != 1:
        return Refused(707, f"Say which card of your hand: {_hand(view, box, seat)}.")
    return _put(view, box, seat, family or INSERT, plans[0], numbers)


def _names(code: str, words: list[str]) -> bool:
    return bool(words) and code == "-".join(words)


def _hand(view: State, box: Box, seat: int) -> str:
    hand = [plan_name(box, plan) for plan in range(box.plan_kinds) if view.sides[seat].hand[plan]]
    return listed(hand, "or") or "it is empty"


def _put(view: State, box: Box, seat: int, family: Family, plan: int, numbers: list[int]) -> Meaning:
    """Insert or replace at the place that is named, or at the only one there is."""
    last = int(last_insert(view, box, seat)) + 1 if family == INSERT else int(track_length(view, seat))
    if not numbers and last <= 1:
        numbers = [1]
    if not numbers:
        return Refused(702 if family == INSERT else 705, f"Say at which place of the track, from 1 to {last}.")
    if 1 <= numbers[0] <= TRACK:
        return _code(family, plan, numbers[0] - 1)
    held = count(int(track_length(view, seat)), "card")
    beyond = f"Places are numbered from 1; your track holds {held}, and the last place for this is {last}."
    return Refused(703 if family == INSERT else 707, beyond)


def _remove(view: State, box: Box, seat: int, plans: list[int], numbers: list[int]) -> Meaning:
    track = [int(card) - 1 for card in view.sides[seat].track if card]
    if numbers:
        if 1 <= numbers[0] <= TRACK:
            return _code(REMOVE, numbers[0] - 1)
        return Refused(707, f"There is no card at place {numbers[0]} of your track, which holds {len(track)}.")
    places = [place for place, plan in enumerate(track) if plan in plans]
    if len(places) == 1:
        return _code(REMOVE, places[0])
    if places:
        return Refused(704, f"Say which place: {listed([str(place + 1) for place in places], 'or')}.")
    what = f"{plan_name(box, plans[0])} is not on your track" if plans else "Say which place of your track"
    return Refused(707, f"{what}; it holds {count(len(track), 'card')}.")


def read_treasures(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    """A treasure, with what is done with it; without a verb, what can be done with it now."""
    family = TREASURE_VERBS.get(words[0])
    rest = words[1:] if family else words
    if family is None and not rest:
        return None
    cards = _treasures_named(view, box, seat, rest)
    if family is None:
        if len(cards) != 1:
            return None
        family = _usual(view, box, seat, cards[0])
    if not rest:
        cards = _candidates(view, box, seat, family)
    if len(cards) == 1:
        return _code(family, cards[0])
    if family == PATCH or (not cards and rest):
        return None
    return Refused(_treasure_rule(view, family), f"Say which treasure{_choices(box, cards)}.")


def _treasure_rule(view: State, family: Family) -> int:
    return 609 if family == SCRAP and _asked(view) == Frame.SALVAGE else TREASURE_RULES[family]


def _choices(box: Box, cards: list[int]) -> str:
    names = [treasure_name(box, card) for card in cards]
    return f": {listed(names, 'or')}" if names else "; there is none for that now"


def _treasures_named(view: State, box: Box, seat: int, words: list[str]) -> list[int]:
    """By the whole name, or by a part of it; the player's and those on offer first."""
    if not words:
        return []
    whole = [card for card in range(box.treasure_cards) if treasure_code(box, card) == "-".join(words)]
    if whole:
        return whole
    part = [card for card in range(box.treasure_cards) if set(words) <= set(treasure_code(box, card).split("-"))]
    near = [card for card in part if view.treasure_at[card] in (At.CARRIED + seat, At.HOME + seat, At.OFFERED)]
    return near or part


def _usual(view: State, box: Box, seat: int, card: int) -> Family:
    """What is mostly done with a treasure, by what is asked and where it is."""
    asked = _asked(view)
    if asked == Frame.REPAIR:
        return PATCH
    if asked in (Frame.SALVAGE, Frame.MAKE_ROOM):
        return SCRAP
    if asked == Frame.OFFER or view.treasure_at[card] not in (At.CARRIED + seat, At.HOME + seat):
        return TAKE
    return STORE if view.treasure_at[card] == At.CARRIED + seat else LOAD


def _candidates(view: State, box: Box, seat: int, family: Family) -> list[int]:
    places: dict[Family, list[int]] = {STORE: [At.CARRIED + seat], LOAD: [At.HOME + seat], TAKE: [At.OFFERED]}
    wanted = places.get(family, [At.CARRIED + seat, At.HOME + seat])
    if family == LOAD and not has_free_slot(view, box, seat):
        return []
    return [card for card in range(box.treasure_cards) if view.treasure_at[card] in wanted]


def read_upgrades(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    rest = [word for word in words if word not in ("buy", "upgrade", "fit")]
    cards = [card for card in range(box.upgrade_cards) if upgrade_code(box, card) == "-".join(rest)]
    if rest and not cards:
        cards = [card for card in range(box.upgrade_cards) if set(rest) <= set(upgrade_code(box, card).split("-"))]
    if len(cards) == 1:
        return _code(BUY, cards[0])
    if words[0] != "buy":
        return None
    if _asked(view) != Frame.UPGRADE:
        return Refused(608, "Upgrades are bought by a worker on the Upgrade space of your Holdfast.")
    choice = listed([upgrade_name(box, card) for card in range(box.upgrade_cards) if not view.sold[card]], "or")
    return Refused(1501, f"Say which upgrade: {choice}.")


def read_driving(view: State, box: Box, seat: int, words: list[str]) -> Meaning:
    if DRIVING & set(words):
        return Refused(801, MOVES_BY_PROGRAM)
    if words[0] in ("roll", "die", "dice"):
        return Refused(109, "Chance decides that, never a player.")
    return None


READERS: tuple[Callable[[State, Box, int, list[str]], Meaning], ...] = (
    read_pass,
    read_hexes,
    read_tokens,
    read_fuel,
    read_spaces,
    read_faces,
    read_planning,
    read_upgrades,
    read_treasures,
    read_driving,
    read_workers,
)
