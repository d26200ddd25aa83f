"""A bot's thoughts about a decision: its moves with their chances, and the expected line.

They may reveal what the bot's seat knows, so they are shown during matches between bots only, and to everybody after
the match.
"""

from typing import Any

from wartable.bots import Bot, Budget, Evaluator, Thought
from wartable.bots.advice.evaluation import calibrated, calibrated_chances
from wartable.bots.search.mcts import ThinkingBot
from wartable.core.frames import NATURE, AnyState
from wartable.core.match import Match, Move, Step
from wartable.core.match.perspective import legal_in

from ..live.live_table import LiveTable
from ..live.protocol import dump
from ..live.serializers import with_names
from ..tables.table import Table

Facts = dict[str, Any]
MOST_MOVES = 5
MOST_KEPT = 600
"""The number of decisions of a table that are remembered."""
AGAIN = Budget(iterations=3_000, seconds=0.6)
"""The budget for recomputing a thought that is not remembered."""


def decide(bot: Bot, match: Match, view: AnyState, seat: int, legal: list[int]) -> tuple[int, Facts | None]:
    """Let a bot choose; returns its thought too, if it searches."""
    action = bot.choose(view, match.box, seat, legal)
    thought = bot.thought if isinstance(bot, ThinkingBot) else None
    if thought is None or not isinstance(bot, ThinkingBot):
        return action, None
    line = bot.searcher.line(view, match.box, seat, action)
    return action, thought_json(match, view, seat, thought, line)


def thought_json(match: Match, view: AnyState, seat: int, thought: Thought, line: list[Move]) -> Facts:
    """The chances are said as they come true, like those of hints and the analysis."""
    label, names, players = match.game.words.label, match.players, len(thought.chances)
    made = max(1, sum(candidate.visits for candidate in thought.candidates))
    moves = [
        {
            "label": with_names(label(view, match.box, seat, one.action), names),
            "chance": round(calibrated(match.game, players, one.chance), 3),
            "share": round(one.visits / made, 3),
        }
        for one in thought.candidates[:MOST_MOVES]
    ]
    return {
        "seat": seat,
        "moves": moves,
        "line": [{"seat": move.seat, "label": with_names(move.label, names)} for move in line],
        "chances": [round(chance, 3) for chance in calibrated_chances(match.game, thought.chances, seat)],
        "considered": len(thought.candidates),
        "looks": thought.iterations,
    }


def is_bots_alone(table: Table) -> bool:
    """Whether there is no player from whom secrets must be kept."""
    return all(seat.bot for seat in table.seats)


def keep(live: LiveTable, number: int, facts: Facts | None) -> None:
    """Remember the thought about a decision, and send it to viewers of a match between bots."""
    if facts is None:
        return
    live.thoughts[number] = facts
    while len(live.thoughts) > MOST_KEPT:
        live.thoughts.pop(next(iter(live.thoughts)))
    if is_bots_alone(live.table):
        text = dump({"type": "thought", "step": number, "thought": facts})
        for connection in live.connections:
            if connection.shows == "scene" and connection.greeted:
                connection.send(text)


def think_again(match: Match, step: Step) -> Facts | None:
    """A search's thought about a decision of a finished match; None if there was no choice."""
    if step.seat == NATURE or step.forced:
        return None
    view = match.see(step.seat).of(step.before)
    legal = legal_in(match.game, step.before, match.box, step.seat)
    evaluator = Evaluator(match.game, AGAIN)
    thought = evaluator.think(view, match.box, step.seat, legal)
    line = evaluator.line(view, match.box, step.seat, thought.best.action)
    return thought_json(match, view, step.seat, thought, line)
