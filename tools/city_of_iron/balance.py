"""Plays many games between equal greedy players and reports who wins, how long games last and what is bought.

    python -m tools.city_of_iron.balance [GAMES] [SEED] [OPTION=VALUE ...]

Everyone plays what the judge likes best one move ahead, in a position consistent with what the seat may know. Nations
and starting lands, which the judge does not distinguish, are chosen at random.
"""

import math
import sys
from typing import Any

import numpy as np

from wartable.compiler.decorators import compiled
from wartable.core.frames import NATURE, kind
from wartable.core.generic import apply, fill, hide, legal, scores, setup
from wartable.core.numbers.chance import generator, random_due
from wartable.core.play import greedy_action, random_action
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.box import text_of
from wartable.games.city_of_iron.state import CARDS, CITIES, FACES, NATIONS, SEATS, Kind

ROUNDS = 24


@compiled
def choose(states, box, seat, rng, out, tried, weights, shares):
    """A greedy player's choice in states[0]; states[1] and states[2] are working memory."""
    if seat == NATURE or kind(states[0]) <= Kind.HOME:
        return random_action(states[0], box, seat, rng, out, weights)
    count = legal(states[0], box, seat, out)
    if count == 1:
        return out[0]
    states[1] = states[0]
    hide(states[1], box, seat)
    fill(states[1], box, seat, rng)
    return greedy_action(states[1:], box, seat, rng, out, tried, weights, shares, 1)


@compiled
def play_games(
    states, box, games, rng, out, tried, weights, shares, wins, places, nations, rounds, built, bought, points
):
    """Play whole games and count. Returns the number of actions."""
    steps = 0
    for _ in range(games):
        states[0] = states[3]
        s = states[0]
        setup(s, box)
        seen = 0
        bidders = -1
        while s.head.over == 0:
            seat = random_due(s, rng)
            action = choose(states, box, seat, rng, out, tried, weights, shares)
            if bidders < 0 and kind(s) == Kind.BID:
                bidders = 0
                for place in range(box.seats):
                    bidders |= place << (2 * s.bidders[place])
            apply(s, box, seat, action)
            steps += 1
            if seat != NATURE:
                for number in range(CITIES):
                    city = s.sides[seat].cities[number]
                    for place in range(city.count):
                        seen |= 1 << city.built[place]
        scores(s, box, shares)
        rounds[s.round_number] += 1
        for seat in range(box.seats):
            wins[seat] += shares[seat]
            nations[s.sides[seat].nation, 0] += shares[seat]
            nations[s.sides[seat].nation, 1] += 1
            places[(bidders >> (2 * seat)) & 3] += shares[seat]
            points[seat] += s.sides[seat].points
        for face in range(FACES):
            built[face] += (seen >> face) & 1
        for card in range(CARDS):
            anyone = False
            for seat in range(box.seats):
                side = s.sides[seat]
                anyone = anyone or (box.shop_set[side.nation] & ~side.shop) >> card & 1 == 1
            bought[card] += anyone
    return steps


def interval(wins: float, games: float) -> str:
    """A share in percent with its 95% interval (Wilson)."""
    z, p = 1.96, wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{100 * p:.1f} % ({100 * (middle - half):.1f} to {100 * (middle + half):.1f})"


def measure(seats: int, games: int, seed: int, options: dict[str, str]) -> None:
    box = GAME.new_box(options, seats)
    states = np.zeros(4, GAME.state.dtype)
    out, weights = GAME.buffers()
    wins, places, points = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS)
    nations, rounds = np.zeros((NATIONS, 2)), np.zeros(ROUNDS, np.int64)
    built, bought = np.zeros(FACES, np.int64), np.zeros(CARDS, np.int64)
    counts: tuple[Any, ...] = (wins, places, nations, rounds, built, bought, points)
    steps = play_games(states, box, games, generator(seed), out, np.zeros_like(out), weights, np.zeros(8), *counts)
    mean = points[:seats].sum() / games / seats
    print(f"{seats} players, {games} games, {steps / games:.0f} actions each, {mean:.1f} points")
    print("  rounds:", ", ".join(f"{n}: {100 * c / games:.1f} %" for n, c in enumerate(rounds) if c))
    print(f"  fair share {100 / seats:.1f} %")
    for what, won in (("seat", wins), ("place in the first bids", places)):
        print(f"  wins by {what}:", "; ".join(f"{n + 1}: {interval(won[n], games)}" for n in range(seats)))
    if box.nations_differ:
        for nation in range(NATIONS):
            print(f"  {text_of(box.nation_text[nation].name)}: {interval(nations[nation, 0], nations[nation, 1])}")
    faces = [(100 * built[f] / games, text_of(box.face_text[f].key)) for f in range(box.faces) if box.face_copies[f]]
    on_sale = 0
    for nation in range(NATIONS):
        on_sale |= int(box.shop_set[nation])
    cards = [(100 * bought[c] / games, text_of(box.card_text[c].key)) for c in range(CARDS) if on_sale >> c & 1]
    print("  built in % of games:", ", ".join(f"{name} {share:.1f}" for share, name in sorted(faces)))
    print("  bought in % of games:", ", ".join(f"{name} {share:.1f}" for share, name in sorted(cards)))


def main(words: list[str]) -> None:
    numbers = [int(word) for word in words if word.isdigit()]
    options = dict(word.split("=", 1) for word in words if "=" in word)
    games, seed = (*numbers, *(1000, 1)[len(numbers) :])[:2]
    for seats in GAME.seats:
        measure(seats, games, seed, options)


if __name__ == "__main__":
    main(sys.argv[1:])
