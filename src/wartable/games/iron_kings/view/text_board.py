"""The table as text, for the terminal."""

from wartable.core.phrases import count
from wartable.core.rules import kind, plain

from ..box import Box, words_of
from ..names import (
    SPACE_CODES,
    Ground,
    balrog_words,
    hex_at,
    plan_name,
    terrain_name,
    token_name,
    treasure_facts,
    treasure_name,
    upgrade_facts,
    upgrade_name,
)
from ..rules.common import home_points, most_steam, points, price, track_places
from ..state import KING_SPACES, SPACES, At, Ending, Frame, State, Worker
from .preview import preview

ARROWS = ("→", "↘", "↙", "←", "↖", "↗")


def board(view: State, box: Box, seat: int) -> str:
    """How far the game is, the map in rows of hexes (terrain, stack, what stands there), every player's boards."""
    lines = [progress(view, box), *map_lines(view, box), ""]
    for other in range(box.seats):
        lines += side_lines(view, box, other)
    if seat >= 0:
        lines += own_lines(view, box, seat)
    lines += _legend(view, box)
    return "\n".join(line.rstrip() for line in lines)


def progress(view: State, box: Box) -> str:
    """The round, and what will end the game."""
    limit = f" of {box.rounds}" if box.endings[Ending.ROUNDS] else ""
    parts = [f"Round {max(view.rounds, 1)}{limit}.", f"{balrog_words(view, box)}."]
    if box.endings[Ending.VP_GOAL]:
        parts.append(f"The goal is {count(box.vp_goal, 'point')} in a Holdfast.")
    if box.endings[Ending.FIRST_WRECK]:
        parts.append("The first King that is lost ends the game.")
    return " ".join(parts)


def map_lines(view: State, box: Box) -> list[str]:
    """A hex is five signs wide: letter, stack, worker or King, facing."""
    ground = Ground(view, box)
    lines = []
    hex = 0
    for row in range(-box.radius, box.radius + 1):
        length = 2 * box.radius + 1 - abs(row)
        cells = [_cell(view, ground, number) for number in range(hex, hex + length)]
        lines.append(f"{ground.names[hex][0]}  {'   ' * abs(row)}{' '.join(cells)}")
        hex += length
    return lines


def _cell(view: State, ground: Ground, hex: int) -> str:
    if hex not in ground.hexes:
        return "     "
    king, home, kind, stack = ground.kings.get(hex), ground.homes.get(hex), ground.kind(hex), ground.stack[hex]
    sign = f"#{home + 1}" if home is not None else "? "
    if kind is not None:
        sign = kind.letter + (str(stack) if stack > 0 else "~" if stack < 0 else " ")
    if king is not None:
        return f"{sign}K{king + 1}{ARROWS[view.sides[king].facing]}"
    return f"{sign}S{ground.worker[hex]} " if ground.worker[hex] else f"{sign}   "


def side_lines(view: State, box: Box, seat: int) -> list[str]:
    side = view.sides[seat]
    total, home = points(view, box, seat), home_points(view, box, seat)
    stores = ", ".join(f"{side.stores[store]} {words_of(box.stores[store].name).lower()}" for store in range(4))
    spaces = []
    for space in range(SPACES):
        mark = "X" if space < KING_SPACES and side.damage[space] else ".SG"[side.spaces[space]]
        spaces.append(f"{SPACE_CODES[space].removeprefix('dock-')} {mark}")
    track = [
        plan_name(box, side.track[place] - 1) if side.track[place] else "-"
        for place in range(track_places(view, box, seat))
    ]
    track[side.pointer : side.pointer + 1] = [f">{card}" for card in track[side.pointer : side.pointer + 1]]
    steam = f"steam {side.steam}/{most_steam(view, box, seat)}"
    rested = f"{side.rested[Worker.SMALL]} small, {side.rested[Worker.BIG]} big"
    lines = [
        f"K{seat + 1} {{{seat}}}: {home} points + {total - home} aboard; {steam}; {stores}",
        f"   {' '.join(spaces[:KING_SPACES])} | Holdfast: {' '.join(spaces[KING_SPACES:])}",
        f"   rested {rested}; wilderness {side.wilderness}; hand {side.hand_size}",
        *_wrapped("   track ", track, " | "),
    ]
    for words, where in (("carries", At.CARRIED + seat), ("holds", At.HOME + seat)):
        cards = [card for card in range(box.treasure_cards) if view.treasure_at[card] == where]
        if cards:
            lines += _wrapped(
                f"   {words} ", [f"{treasure_name(box, card)} ({treasure_facts(view, box, card)})" for card in cards]
            )
    fitted = [upgrade_name(box, card - 1) for card in side.fitted if card]
    return [*lines, *([f"   fitted: {', '.join(fitted)}"] if fitted else [])]


def own_lines(view: State, box: Box, seat: int) -> list[str]:
    """What only the seat itself needs to read: hand, offers, supply and the program's way."""
    side = view.sides[seat]
    lines = []
    hand = [
        f"{plan_name(box, plan)} [{price(view, box, seat, plan)}]"
        + (f" x{side.hand[plan]}" if side.hand[plan] > 1 else "")
        for plan in range(box.plan_kinds)
        if side.hand[plan]
    ]
    lines += _wrapped("Your hand: ", hand) if hand else []
    stops = preview(view, box, seat)
    if stops:
        way = " ".join(hex_at(box, stop.hex) + ARROWS[stop.facing] for stop in stops)
        lines.append(f"Your program leads to: {way} ({stops[-1].steam} steam left)")
    offered = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.OFFERED]
    if offered:
        lines += _wrapped(
            "On offer: ", [f"{treasure_name(box, card)} ({treasure_facts(view, box, card)})" for card in offered]
        )
    tokens = [token_name(box, token) for token in range(3) for _ in range(view.drawn[token])]
    if tokens:
        lines.append(f"Drawn: {', '.join(tokens)}")
    if plain(kind)(view) == Frame.UPGRADE:
        supply = [
            f"{upgrade_name(box, card)} [{box.upgrades[card].iron} iron: {upgrade_facts(box, card)}]"
            for card in range(box.upgrade_cards)
            if not view.sold[card]
        ]
        lines += _wrapped("Upgrades: ", supply)
    return lines


def _wrapped(start: str, items: list[str], between: str = ", ") -> list[str]:
    lines = [start]
    for number, item in enumerate(items):
        word = item + (between if number + 1 < len(items) else "")
        if len(lines[-1]) + len(word) > 98:
            lines.append("     ")
        lines[-1] += word
    return lines


def _legend(view: State, box: Box) -> list[str]:
    kinds = [f"{chr(box.terrains[kind].letter)} {terrain_name(box, kind).lower()}" for kind in range(box.terrain_kinds)]
    signs = ["# Holdfast", "K King", "S small worker", "G big worker", "X damage"]
    return _wrapped("Signs: ", kinds + signs)
