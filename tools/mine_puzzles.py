"""Mine puzzles from matches of bots: `python tools/mine_puzzles.py mine GAME`, then `... choose GAME`.

`mine` plays matches of bots that miss things, looks at every decision, and appends each position in which one move
stands out to build/puzzles/GAME.jsonl. Exact aims are tried first (`now`, `win`, `hold`, `points`: everything is
tried out), `best` only where they tell nothing: there searches from several seeds must agree, as the proof asks. Each
puzzle is rated by how much search it takes to find the answer. `--seeds`, `--processes` and `--minutes` say how much is
mined; seeds that are in the file are not mined again.

`choose` takes the best spread of them (aims, ratings, matches), puts them into words and writes `mined.jsonl` into the
game's folder, from where `guides/puzzles.py` reads them. `python -m wartable.testing puzzles GAME` proves them.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import wartable
from wartable.bots.advice.evaluation import TO_THE_END
from wartable.bots.advice.reasons import Foresight, Reason, reasons_against, reasons_for
from wartable.bots.advice.solve import Solver, TooLarge
from wartable.bots.bot import Bot
from wartable.bots.ladder import make_bot
from wartable.bots.search.mcts import Budget, Searcher
from wartable.core import generic, record
from wartable.core.frames import NATURE
from wartable.core.game import Game
from wartable.core.match import Match, Move
from wartable.core.numbers.chance import generator
from wartable.core.record import Record
from wartable.core.registry import find_game
from wartable.guides.examples import words_of
from wartable.guides.puzzles import MINED
from wartable.testing.puzzles import ITERATIONS, LEAST_MARGIN, SEEDS, likely_line

Facts = dict[str, Any]
ROOT = Path(__file__).parent.parent
LEAST_MOVES = 4
MOST_POSITIONS = 8_000
PROBABLE = 0.99
GLANCE = 300
"""Iterations of the first look at a position: it says which aims are worth trying out."""
LEAST_GAP = 0.1
"""Between the best two moves at the first looks, for a long proof to be worth its time."""
NAMED = 6
MOST_STEPS = 260
"""A position so far from the start takes too long to set up."""
MOST_OF_A_MATCH = 4
EFFORTS = (1, 4, 16, 64, 256, 1024, 4096)
WORLDS = 3
"""Where something is hidden, an answer has to be the same in so many deals of it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["mine", "choose"])
    parser.add_argument("game")
    parser.add_argument("--seeds", default="0:200", help="FIRST:LAST, a match for each")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--bot", default="mcts:40:notices=0.3")
    parser.add_argument("--players", type=int)
    parser.add_argument("--longest", type=int, default=120, help="decisions of a match that are looked at")
    parser.add_argument("--count", type=int, default=120, help="how many are chosen")
    given = parser.parse_args()
    if given.what == "choose":
        choose(given.game, given.count)
    else:
        mine(given)


def raw_file(game: str) -> Path:
    return ROOT / "build" / "puzzles" / f"{game}.jsonl"


def mine(given: argparse.Namespace) -> None:
    """Look through matches, several at a time, and write down what was found match by match."""
    path = raw_file(given.game)
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {json.loads(line)["seed"] for line in path.read_text().splitlines()} if path.exists() else set()
    first, last = map(int, given.seeds.split(":"))
    seeds = [seed for seed in range(first, last) if seed not in known]
    until = time.time() + 60 * given.minutes
    work = partial(mine_match, given.game, given.players, given.bot, given.longest, until)
    with get_context("spawn").Pool(given.processes) as pool, path.open("a") as file:
        for seed, found in pool.imap_unordered(work, seeds):
            if found is None:
                break
            for one in found:
                file.write(json.dumps(one) + "\n")
            file.flush()
            print(f"{given.game} {seed}: {len(found)} ({', '.join(one['aim'] for one in found)})", flush=True)
        pool.terminate()


def mine_match(
    name: str, players: int | None, bot: str, longest: int, until: float, seed: int
) -> tuple[int, list[Facts] | None]:
    """The puzzles of one match; None where the time was over before it began."""
    if time.time() > until:
        return seed, None
    game = find_game(name)
    match = wartable.new(game, players, real_dice=True)
    found: list[Facts] = []
    for _ in moments(match, bot, seed, longest):
        if len(match.steps) > MOST_STEPS or len(found) >= MOST_OF_A_MATCH or time.time() > until:
            break
        one = look_at(match)
        if one and not (found and found[-1]["aim"] == one["aim"] and len(match.steps) - found[-1]["at"] < 8):
            found.append({"seed": seed, **one})
    return seed, found


def moments(match: Match, bot: str, seed: int, longest: int) -> Iterator[None]:
    """Play on with bots; it stops at every decision of a single seat."""
    game, luck = match.game, random.Random(seed)
    bots: list[Bot] = [make_bot(bot, game, seed * 10 + seat) for seat in match.seats]
    made = 0
    while not match.is_over and made < longest:
        seat = match.due[0]
        legal = match.legal(seat)
        if seat == NATURE:
            match.play(seat, roll(match, legal, luck))
            continue
        if len(match.due) == 1 and len(legal) >= LEAST_MOVES:
            yield
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, legal))
        made += 1


def roll(match: Match, legal: list[int], luck: random.Random) -> int:
    out, weights = match.game.buffers()
    generic.chance(match.full_state(), match.box, out, weights)
    return luck.choices(legal, [int(weight) for weight in weights[: len(legal)]])[0]


def look_at(match: Match) -> Facts | None:
    """The position as a puzzle, where one move stands out (or some that only end differently)."""
    seat = match.due[0]
    view, legal = match.observe(seat), match.legal(seat)
    glance = Searcher(match.game, 1, Budget(iterations=GLANCE)).think(view, match.box, seat, legal)
    hopes = glance.best.chance
    for aim, deep in _aims(hopes):
        values = solved(match, aim, deep)
        answers = answers_of(match, values, aim)
        # The most points at once are no good answer where a search would rather do something else.
        if answers and (aim != "points" or glance.best.action in answers):
            return _facts(match, aim, deep, values, answers)
    ranked = sorted((one.chance for one in glance.candidates), reverse=True)
    if len(ranked) < 2 or ranked[0] - ranked[1] < LEAST_GAP or not 0.02 < hopes < 0.98:
        return None
    values = searched(match, ITERATIONS)
    answers = answers_of(match, values, "best")
    return _facts(match, "best", 1, values, answers) if answers else None


def _aims(hopes: float) -> Iterator[tuple[Any, int]]:
    """What is worth trying out exactly, for a seat that hopes to win so often."""
    if hopes > 0.9:
        yield from (("now", 1), ("win", 1), ("now", 2), ("win", 2))
    if hopes < 0.6:
        yield "hold", 1
    yield from (("points", 3), ("points", 2), ("points", 1))


def solved(match: Match, aim: Any, deep: int) -> dict[int, float]:
    """What each move comes to; nothing where that is too much to find out, or where it rests on what is hidden."""
    seat, game = match.due[0], match.game
    worlds = [match.full_state()]
    if game.has_secrets:
        worlds += [dealt(match, seat, number) for number in range(WORLDS)]
    try:
        found = [Solver(game, match.box, seat, aim, MOST_POSITIONS).moves(world, deep) for world in worlds]
    except (TooLarge, RecursionError):
        return {}
    best = [{action for action, value in one.items() if value >= max(one.values()) - 1e-9} for one in found]
    return found[0] if all(one == best[0] for one in best) else {}


def dealt(match: Match, seat: int, number: int) -> Record:
    """A whole state that fits what the seat sees."""
    state = record.copy(match.observe(seat))
    generic.fill(state, match.box, seat, generator(number))
    return state


def searched(match: Match, iterations: int) -> dict[int, float]:
    """The chance to win after each move as the proof finds it: of several searches the one that is closest.

    Nothing where some move comes too near to the best one.
    """
    seat, game = match.due[0], match.game
    view, legal = match.observe(seat), match.legal(seat)
    first = Searcher(game, 1, Budget(iterations=iterations)).think(view, match.box, seat, legal)
    ranked = [one.action for one in sorted(first.candidates, key=lambda one: (-one.visits, -one.chance))]
    ranked += [action for action in legal if action not in ranked]
    values: dict[int, float] = {}
    for seed in range(SEEDS):
        after = Searcher(game, seed, Budget(iterations=iterations), told=TO_THE_END)
        best = 0.0
        for place, action in enumerate(ranked):
            after.forget()
            chance = after.think(view, match.box, seat, [action]).chances[seat]
            best = chance if place == 0 else best
            if place and best - chance < LEAST_MARGIN:
                return {}
            known = values.get(action)
            values[action] = chance if known is None else (min if place == 0 else max)(known, chance)
    return values


def answers_of(match: Match, values: dict[int, float], aim: str) -> list[int]:
    """The moves that are best, where they only end differently and all others are worse."""
    if not values:
        return []
    seat, most = match.due[0], max(values.values())
    best = [action for action, value in values.items() if value >= most - 1e-9]
    rest = [value for action, value in values.items() if action not in best]
    if not rest or (aim in ("now", "win", "hold") and most < PROBABLE):
        return []
    if aim == "best" and most - max(rest) < LEAST_MARGIN:
        return []
    return best if len({_touched(match, seat, action) for action in best}) == 1 else []


def _touched(match: Match, seat: int, action: int) -> tuple[str, ...]:
    """What a hand touches for an action, without the answers that it gives then."""
    ends = match.game.view.answers
    path = match.game.view.path(match.observe(seat), match.box, seat, action)
    return tuple(id for id in path if not (ends and id.startswith(ends)))


def _facts(match: Match, aim: str, deep: int, values: dict[int, float], answers: list[int]) -> Facts:
    """All that is written down of a puzzle."""
    seat = match.due[0]
    written = {action: match.notation(seat, action) for action in values}
    ranked = sorted(values, key=lambda action: -values[action])
    line, last = [written[answers[0]]], list[str]()
    if aim == "win" and deep > 1:
        line, last = likely_line(copy_of(match), seat, aim, deep, line[0])
    rest = [action for action in ranked if action not in answers]
    return {
        "at": len(match.steps),
        "players": len(match.players),
        "moves": match.decisions(),
        "seat": seat,
        "aim": aim,
        "deep": deep,
        "line": line,
        "also": [written[action] for action in answers[1:]],
        "last": last,
        "margin": round(values[answers[0]] - values[rest[0]], 3),
        "chance": round(values[answers[0]], 3),
        "tempting": [written[action] for action in rest[:NAMED]],
        "effort": effort_of(match, answers),
    }


def effort_of(match: Match, answers: list[int]) -> int:
    """With how many iterations a search begins to find the answer from every seed, and no longer loses it."""
    seat, least = match.due[0], 2 * EFFORTS[-1]
    view, legal = match.observe(seat), match.legal(seat)
    for iterations in reversed(EFFORTS):
        for seed in range(SEEDS):
            thought = Searcher(match.game, 100 + seed, Budget(iterations=iterations)).think(
                view, match.box, seat, legal
            )
            if thought.best.action not in answers:
                return least
        least = iterations
    return least


def copy_of(match: Match) -> Match:
    copied = Match.start(match.game, match.header.options, len(match.players), real_dice=True)
    copied.cut(0)
    for step in match.steps:
        copied.restore(step.seat, step.action, step.forced, step.after)
    return copied


# Choosing


def choose(name: str, count: int) -> None:
    """The best spread of what was mined, in words, as the game's data. What is there already keeps its number."""
    game = find_game(name)
    path = game.folder / MINED
    known = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    starts = {one["start"]: one for one in known if "name" not in one}
    puzzles = [one for one in known if "name" in one]
    # The same match may have been mined twice, under two numbers.
    taken = {tuple(starts[one["start"]]["moves"][: one["at"]]) for one in puzzles}
    raw = [json.loads(line) for line in raw_file(name).read_text().splitlines()]
    for one in spread([one for one in raw if _moves_to(one) not in taken], 2 * count):
        if len(puzzles) >= count:
            break
        if _moves_to(one) in taken:
            continue
        puzzle = in_words(game, one, f"m{len(puzzles) + 1}")
        if puzzle is None:
            continue
        puzzles.append(puzzle)
        taken.add(_moves_to(one))
        start = starts.setdefault(_start_of(one), {"start": _start_of(one), "players": one["players"], "moves": []})
        # A match is written down once, as far as any of its puzzles goes.
        start["moves"] = max(start["moves"], one["moves"], key=len)
    lines = [json.dumps(one, ensure_ascii=False) for one in (*starts.values(), *puzzles)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{name}: {len(puzzles)} puzzles from {len(starts)} matches, {path.stat().st_size} bytes")


def _moves_to(one: Facts) -> tuple[str, ...]:
    """The moves that lead to the position of a puzzle."""
    return tuple(one["moves"][: one["at"]])


def _start_of(one: Facts) -> str:
    return f"match-{one['seed']}"


ASKS = {
    "now": ("Win the match with this move.", "Win the match with your next {deep} moves."),
    "win": (
        "Win before you are to move again, whatever the others do.",
        "Win within {deep} moves of yours, whatever the others do.",
    ),
    "hold": ("Do not lose before you are to move again.",) * 2,
    "points": ("Bring your {points} up as far as this move can.", "Bring your {points} up as far as {deep} moves can."),
    "best": ("One move wins clearly more often than every other. Find it.",) * 2,
}
OTHERWISE = {
    "now": "That does not win the match.",
    "win": "That does not win in time, or not against every answer.",
    "hold": "After that you can lose before you move again.",
    "points": "There is more to gain here.",
    "best": "Another move wins clearly more often.",
}
LONGEST_WHY = 220


def in_words(game: Game, one: Facts, name: str) -> Facts | None:
    """A mined puzzle as the file has it; None where the rules tell nothing that could be its reason."""
    match = wartable.new(game, one["players"], real_dice=True, moves=words_of(one["moves"]))
    seat, answer, deep = one["seat"], one["line"][0], one["deep"]
    if one["aim"] == "points":
        deep = least_deep(match, deep)
    others = {text: match.parse(seat, text) for text in one["tempting"]}
    foresight = Foresight(game, match.observe(seat), match.box, seat, match.players)
    line = [Move(seat, match.parse(seat, answer), "", "")]
    reasons = reasons_for(foresight, line, list(others.values()))
    tries, refuted = [], list[Reason]()
    for text, action in others.items():
        wrong = reasons_against(foresight, [Move(seat, action, "", "")], line)
        if wrong and len(wrong[0].text) <= LONGEST_WHY:
            tries.append([text, wrong[0].text])
            refuted.append(wrong[0])
    told = brought_by(match, one, deep) if one["aim"] != "best" else []
    if one["aim"] == "points" and not told:
        return None
    why = " ".join(reason.text for reason in reasons[:1]) or " ".join(text for text, _ in told[-2:])
    if not why and tries:
        why = f"The next best move is worse: {tries[0][1][:1].lower()}{tries[0][1][1:]}"
    if not why or len(why) > LONGEST_WHY:
        return None
    # Without a reason for the answer it is the rule of what is wrong with the next best move.
    rules = [reason.notes[0].rule for reason in reasons] or [number for _, number in told[-1:]]
    rules = rules or [reason.notes[0].rule for reason in refuted if reason.notes]
    if not rules:
        return None
    rule, points = game.rule_name(rules[0]), game.words.points_are
    ask = f"You are {game.seat_name(seat)}. {ASKS[one['aim']][deep > 1].format(deep=deep, points=points)}"
    found = {
        "name": name,
        "title": f"Puzzle {name[1:]}",
        "ask": ask,
        "start": _start_of(one),
        "at": len(one["moves"]),
        "seat": seat,
        "aim": one["aim"],
        "rule": rule,
        "line": one["line"],
        "also": one["also"],
        "last": one["last"],
        "deep": deep,
        "tries": tries,
        "otherwise": OTHERWISE[one["aim"]],
        "why": why,
        "effort": one["effort"],
    }
    return {**found, **({"margin": one["margin"]} if one["aim"] == "best" else {})}


def least_deep(match: Match, deep: int) -> int:
    """With how many moves the points come to what they come to with so many."""
    values = [Solver(match.game, match.box, match.due[0], "points").moves(match.full_state(), 1)]
    for count in range(2, deep + 1):
        values.append(Solver(match.game, match.box, match.due[0], "points").moves(match.full_state(), count))
    return next(count for count, found in enumerate(values, 1) if found == values[-1])


def brought_by(match: Match, one: Facts, deep: int) -> list[tuple[str, int]]:
    """What the line brings its player, as the log tells it, each with its rule; of `points` with the moves after it."""
    seat, played = one["seat"], copy_of(match)
    for move in one["line"]:
        played.move(move.removeprefix("~"))
    for left in range(deep - 1, 0, -1):
        if one["aim"] != "points" or played.due != (seat,) or played.is_over:
            break
        values = Solver(match.game, match.box, seat, "points").moves(played.full_state(), left)
        played.play(seat, max(values, key=lambda action: values[action]))
    told = [line for step in played.steps[len(match.steps) :] for line in match.tell(step, seat)]
    stakes = match.game.words.stakes
    paid = [line for line in told if line.note is not None and stakes.get(line.note.kind) and line.note.seat == seat]
    return [(line.named(match.players), line.rule) for line in paid]


def spread(raw: Sequence[Facts], count: int) -> list[Facts]:
    """So many puzzles, those that a glance does not solve first, and of each aim and effort as many as there are."""
    raw = [one for one in raw if one["aim"] != "points" or one["effort"] <= EFFORTS[-1]]
    left = sorted(raw, key=lambda one: (one["effort"] <= EFFORTS[0], one["seed"], one["at"]))
    taken: list[Facts] = []
    kinds: Counter[tuple[str, int, int]] = Counter()
    while left and len(taken) < count:
        rarest = min(left, key=lambda one: kinds[one["aim"], one["deep"], one["effort"]])
        left.remove(rarest)
        kinds[rarest["aim"], rarest["deep"], rarest["effort"]] += 1
        taken.append(rarest)
    return taken


if __name__ == "__main__":
    main()
