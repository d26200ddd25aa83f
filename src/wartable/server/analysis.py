"""Going over a finished match by search, for the replay page."""

from typing import Any

from wartable.bots.analysis import Decision, analyse
from wartable.core.match import Match

from .serializers import with_names

ITERATIONS = 200
Analysis = dict[str, Any]


def searched(match: Match) -> Analysis:
    """The chances after every action, and the costliest decisions with what would have been better."""
    found = analyse(match, ITERATIONS)
    even = [1 / len(match.players)] * len(match.players)
    shares = [even]
    after = {decision.number: list(decision.chances) for decision in found.decisions}
    for step in match.steps:
        shares.append(after.get(step.number, shares[-1]))
    if found.scores is not None:
        shares[-1] = list(found.scores)
    rounded = [[round(share, 4) for share in row[: len(even)]] for row in shares]
    mistakes = [_mistake_json(decision, match.players) for decision in found.mistakes()]
    return {"by": "search", "names": list(match.players), "shares": rounded, "mistakes": mistakes}


def _mistake_json(decision: Decision, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "step": decision.number,
        "seat": decision.seat,
        "played": with_names(decision.played.label, names),
        "better": with_names(decision.best.label, names),
        "loss": round(decision.loss, 3),
    }
