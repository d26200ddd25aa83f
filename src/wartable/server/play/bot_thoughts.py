"""What a bot thought of a decision: its moves with their chances, and the line that it expected.

It may tell what the bot's seat knows. So it is shown to those who watch a match of bots alone, and to everybody when a
match is over.
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
"""So many decisions of a table are remembered."""
AGAIN = Budget(iterations=3_000, seconds=0.6)
"""How long is thought where nobody remembers what was thought then."""


def decide(bot: Bot, match: Match, view: AnyState, seat: int, legal: list[int]) -> tuple[int, Facts | None]:
    """Let a bot choose; what it thought, where it is one that thinks."""
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
        "chances": [round(chance, 3) for chance in calibrated_chances(match.game, thought.chances)],
        "considered": len(thought.candidates),
        "looks": thought.iterations,
    }


def is_bots_alone(table: Table) -> bool:
    """Whether nobody plays here who could be told a secret."""
    return all(seat.bot for seat in table.seats)


def keep(live: LiveTable, number: int, facts: Facts | None) -> None:
    """Remember what was thought of a decision, and tell those who watch a match of bots alone."""
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
    """What a search thinks of a decision of a match that is over; None where there was nothing to decide."""
    if step.seat == NATURE or step.forced:
        return None
    view = match.see(step.seat).of(step.before)
    legal = legal_in(match.game, step.before, match.box, step.seat)
    evaluator = Evaluator(match.game, AGAIN)
    thought = evaluator.think(view, match.box, step.seat, legal)
    line = evaluator.line(view, match.box, step.seat, thought.best.action)
    return thought_json(match, view, step.seat, thought, line)
