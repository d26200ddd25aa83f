"""Examples are tests: each one happens as it says, and cites rules that exist."""

from wartable.core.game import Game
from wartable.errors import WartableError
from wartable.guides.examples import Example, Examples, load_examples


def check_examples(game: Game) -> None:
    """Play every example of the game and compare it with its text."""
    examples = load_examples(game)
    known = {rule.name for rule in game.rulebook.rules.values()}
    for rule, reason in examples.plain.items():
        assert rule in known, f"{game.name}: there is no rule {rule} to be plain"
        assert len(reason) > 10, f"{game.name}: why can {rule} not be shown?"
        assert not examples.of(rule), f"{game.name}: {rule} is shown, so it is not plain"
    for example in examples.all:
        fault = fault_of(examples, example)
        assert not fault, f"{game.name}, example {example.id} ({example.title}): {fault}"


def fault_of(examples: Examples, example: Example) -> str:
    """What is wrong with an example; empty if it happens as it says."""
    known = {rule.name for rule in examples.game.rulebook.rules.values()}
    unknown = [rule for rule in example.rules if rule not in known]
    if unknown:
        return f"there is no rule {', '.join(unknown)}"
    if not example.refused and not example.told and not example.untold:
        return "it says neither what is told nor what refuses it"
    try:
        shown = examples.show(example)
    except WartableError as error:
        return str(error)
    if example.refused:
        rule = shown.refusal.rule if shown.refusal else "nothing"
        return "" if rule == example.refused else f"{example.play[0]} is refused by {rule}: {shown.refusal}"
    return _differs(example, shown.told())


def _differs(example: Example, told: list[str]) -> str:
    """The first text that is missing from the log, or in it although it should not be."""
    place = 0
    for part in example.told:
        found = [number for number in range(place, len(told)) if part in told[number]]
        if not found:
            return f"{part!r} is not told, but: {' '.join(told)}"
        place = found[0] + 1
    wrong = [part for part in example.untold if any(part in sentence for sentence in told)]
    return f"{wrong[0]!r} is told: {' '.join(told)}" if wrong else ""
