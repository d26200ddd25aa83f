"""Golden matches: complete games, one for each ending, replayed in full.

`python -m wartable.testing golden GAME FOLDER [MATCHES] [OPTION=VALUE ...]` plays that many random matches and writes
the shortest one of each ending to the folder. `python -m wartable.testing log SAVE` writes the first seat's log of a
match next to it: proofread it before you commit it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.verify import verify
from wartable.core.numbers.chance import draw, generator
from wartable.core.registry import find_game


def check_golden(game: Game, folder: Path) -> None:
    """Replay every match in the folder; together they show every ending of the game."""
    endings = set()
    for path in sorted(folder.glob("*.jsonl")):
        match = Match.load(path)
        assert match.game is game and match.outcome is not None, f"{path.name} is no finished match of {game.name}"
        verdict = verify(match)
        assert verdict.is_sound, f"{path.name}: {verdict.fault}"
        endings.add(match.outcome.ending)
    missing = {ending.name for ending in game.endings} - endings
    assert not missing, f"no golden match ends by: {', '.join(sorted(missing))}"


def check_log(game: Game, folder: Path) -> None:
    """Compare the first seat's logs of golden matches with the proofread logs next to them."""
    kept = sorted(folder.glob("*.log"))
    assert kept, f"{folder} has no log of a golden match"
    for path in kept:
        told = log_of(Match.load(path.with_suffix(".jsonl"))).splitlines()
        for number, (line, wanted) in enumerate(zip(told, path.read_text("utf-8").splitlines(), strict=False), 1):
            assert line == wanted, f"{path.name}, line {number}"
        assert len(told) == len(path.read_text("utf-8").splitlines()), f"{path.name} ends elsewhere"


def log_of(match: Match, viewer: int = 0) -> str:
    """The whole log of a match for a seat: a line for each sentence, with its rule."""
    lines = []
    for step in match.steps:
        for sentence in match.tell(step, viewer):
            rule = f" ({match.game.rule_name(sentence.rule)})" if sentence.rule else ""
            lines.append("  " * sentence.level + sentence.named(match.players) + rule)
    return "".join(line + "\n" for line in lines)


def write_log(path: Path | str) -> None:
    """Write the log of a saved match next to it, for proofreading."""
    path = Path(path)
    path.with_suffix(".log").write_text(log_of(Match.load(path)), "utf-8")


def random_match(game: Game, options: Mapping[str, object], seats: int, seed: int) -> Match:
    """A whole match between random players."""
    match = Match.start(game, options, seats, seed)
    rng = generator(seed)
    while not match.is_over:
        seat = match.due[int(draw(rng, len(match.due)))]
        actions = match.legal(seat)
        match.play(seat, actions[int(draw(rng, len(actions)))])
    return match


def find_golden(name: str, folder: Path | str, matches: int, options: Sequence[str] = ()) -> None:
    """Play random matches, and write the shortest one of each ending to the folder."""
    game, folder = find_game(name), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shortest: dict[str, Match] = {}
    given = dict(word.split("=", 1) for word in options)
    for seed in range(matches):
        match = random_match(game, given, game.seats[seed % len(game.seats)], seed)
        assert match.outcome is not None
        known = shortest.get(match.outcome.ending)
        if known is None or len(match.steps) < len(known.steps):
            shortest[match.outcome.ending] = match
    for ending, match in shortest.items():
        match.save(folder / f"{ending}.jsonl")
        print(f"{ending}: {len(match.steps)} actions")
