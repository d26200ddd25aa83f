"""Lines that people who know python-chess, Pgx, OpenSpiel or Gymnasium would type, from the first import on.

Each of them works, or is answered in one sentence with what to write instead, which then works itself.
"""

import re
from pathlib import Path
from typing import Any

import pytest

import wartable
from wartable.core.match.known_names import KNOWN

BEGIN = """
import copy, pickle, random
import numpy as np
import wartable
from wartable import IllegalMove
match = wartable.new("metals", ["Ann", "Ben"], seed=1)
first = match.turn
move = match.moves()[0]
"""

WORKING = """
wartable.available_games()
[game.name for game in wartable.available_games()]
wartable.game("metals").options
wartable.game("City of Iron").seats
print(wartable.game("city-of-iron").rulebook.source)
wartable.new("metals")
wartable.new("metals", 2)
wartable.new("metals", players=2, seed=3)
wartable.new("metals", players=["Ann", "Ben"])
wartable.new("metals", seed=np.int64(3))
wartable.new("metals", map="small", factions=True)
wartable.new(wartable.game("metals"), seed=1)
wartable.new(match.game, match.players, seed=1)
wartable.new("metals", seed=-1)
wartable.new("metals", seed=1, moves=["+a1n", "+e7s"])
wartable.new("metals", seed=1, moves=match.decisions())
wartable.new("metals", real_dice=True).moves()
wartable.new("metals", seed=match.seed)
wartable.new("metals", seed=match.seed.hex())
wartable.__version__
wartable.errors.UnreadableMove
wartable.Match
isinstance(match, wartable.Match)
isinstance(move, wartable.Move)
assert match.players == ("Ann", "Ben")
assert list(match.seats) == [0, 1]
assert match.turn in match.due
assert match.options["map"] == "classic"
assert match.winner is None
assert match.outcome is None
assert not match.is_over
assert len(match.moves()) == len(match.legal())
assert match.moves(match.turn) == match.moves()
assert match.moves(match.players[match.turn]) == match.moves()
assert match.moves(1 - match.turn) == []
assert move in match.moves()
assert move.seat == match.turn
assert str(move) == move.notation
move.label, move.action, move.notation, move.seat
print(match)
str(match)
repr(match)
assert eval(repr(match)) == match
for legal in match.moves(): print(legal, legal.label)
match.move(move); assert match.decisions() == [move.notation]
match.move(move.action); assert match.decisions() == [move.notation]
match.move(np.int32(move.action)); assert match.decisions() == [move.notation]
match.move(move.notation); assert match.decisions() == [move.notation]
match.move(move.notation.upper()); assert match.decisions() == [move.notation]
match.move(move.label); assert match.decisions() == [move.notation]
match.move("+a1n", "+e7s"); assert len(match.decisions()) == 2
match.move(move, seat=match.turn)
match.move("+a1n", seat=match.players[match.turn])
match.move(f"{match.turn}:+a1n")
match.play(match.turn, "+a1n")
match.move(random.choice(match.moves()))
match.move(*wartable.new("metals", seed=1, moves=["+a1n"]).decisions())
assert match.move("+a1n") is None
match.move("+a1n"); assert match.undo() and match.decisions() == []
assert not match.undo()
while not match.is_over: match.move(random.choice(match.moves()))
after = match.copy(); after.move(move); assert match.decisions() == []
after = copy.copy(match); after.move(move); assert match.decisions() == []
after = copy.deepcopy(match); after.move(move); assert match.decisions() == []
after = pickle.loads(pickle.dumps(match)); after.move(move); assert match.decisions() == []
after = match.copy(); match.move(move); assert after.decisions() == [] and after.moves()[0] == move
assert match.copy() == match and match.copy() is not match
assert match == wartable.new("metals", ["Ann", "Ben"], seed=1)
assert match != wartable.new("metals", ["Ann", "Ben"], seed=2)
assert match != wartable.new("metals", ["Ann", "Eve"], seed=1)
assert match != "metals"
after = match.copy(); after.move(move); assert after != match
if match: pass
children = [(each, match.copy()) for each in match.moves()]
for each, child in children if "children" in vars() else []: child.move(each)
match.see()
match.see(0)
match.see("Ann").viewer == 0
match.see(wartable.SPECTATOR)
match.see(0).moves
match.see(0).board
match.see(0).prompt
match.see(0).log
match.see(0).view
match.see(0).due
match.see(0).goal
match.see(0).entries
match.see(0).scene
print(match.see("Ben"))
match.log()
match.notes()
match.steps
match.steps[-1].action
match.decisions()
match.header.options
match.seed
match.game.title
match.full_state()
match.observe(0)
print(match.observe(0))
match.legal(0)
match.parse(first, "+a1n")
match.refusal(first, move.action)
match.why_not(first, move.action)
match.typed(first)
match.notation(first, move.action)
match.save("m.jsonl"); assert wartable.load("m.jsonl") == match
match.save(Path("m.jsonl")); wartable.load(Path("m.jsonl"))
wartable.Match.load("m.jsonl") if Path("m.jsonl").exists() else None
bot = wartable.bot("greedy"); bot.play(match); bot.play(match)
wartable.bot().name
wartable.bot("random", seed=7).choose(match)
wartable.bot("greedy").choose(match, match.turn)
wartable.bot("greedy").choose(match, match.players[match.turn])
match.move(wartable.bot("greedy").choose(match))
wartable.bot("mcts:20").choose(match)
wartable.bot("mcts:0.01s").choose(match)
str(wartable.hint(match, iterations=20))
wartable.hint(match, iterations=20).best.label
match.move(wartable.hint(match, iterations=20).best)
wartable.hint(match, seconds=0.01)
wartable.finish(match)
wartable.finish(match, "greedy")
wartable.finish(match, "greedy", "random")
wartable.finish(match, wartable.bot("random", 1), "greedy")
outcome = wartable.finish(match); assert match.is_over and outcome == match.outcome
wartable.finish(match).winner in (0, 1, None)
wartable.finish(match).winners
wartable.finish(match).scores
wartable.finish(match).points
wartable.finish(match).ending
wartable.finish(match).rule
wartable.finish(match).text
wartable.finish(match).is_draw
wartable.finish(match); assert match.moves() == [] and match.due == () and match.turn is None
wartable.finish(match); assert match.winner == match.outcome.winner
wartable.finish(match); assert match.players[match.winner or 0] in match.players
wartable.observation(match)
wartable.observation(match, 0).numbers
wartable.observation(match, "Ann").words
print(wartable.observation(match))
wartable.observations("metals")[0].meaning
wartable.replay(match)
wartable.replay(match, "Ann")
wartable.draw(match)
wartable.draw(match, "x.svg")
wartable.draw(match, "x.PNG")
wartable.draw(match, Path("x.svg"), seat="Ann")
assert "Ann" in match._repr_svg_() and "Seat 1" not in match._repr_svg_()
wartable.Batch("metals", 8)
wartable.Batch("metals", 8, seed=1).masks
wartable.env("metals")
wartable.env("metals").reset(seed=1)
"""

REFUSED = {
    'wartable.new("chess")': "metals",
    'wartable.new("metal")': "metals",
    'wartable.new("metals", 5)': "for 2 players, not 5",
    'wartable.new("metals", "Ann")': "a list of names",
    'wartable.new("metals", players=["Ann"])': "for 2 players, not 1",
    'wartable.new("metals", players=["Ann", 3])': "3 is not a valid player name",
    'wartable.new("metals", players=2.0)': "how many play, or give a list of names",
    'wartable.new("metals", map="smal")': "classic, small",
    'wartable.new("metals", maps="small")': "map",
    'wartable.new("metals", options={"map": "small"})': "map",
    'wartable.new("metals", seed=1.5)': "whole number",
    'wartable.new("metals", seed="seven")': "hexadecimal",
    "wartable.new(3)": "3 is not a game",
    "match.move()": "move",
    "match.move(None)": "None is not a move; give one of match.moves()",
    "match.move(1.5)": "1.5 is not a move",
    "match.move(True)": "True is not a move",
    'match.move(["+a1n", "+e7s"])': "match.move(*moves)",
    "match.move(match.moves())": "match.move(*moves)",
    'match.move("hello")': "no move here",
    'match.move("")': "no move here",
    "match.move(10 ** 9)": "1000000000",
    "match.move(-1)": "-1",
    'match.move("+a1n"); match.move("+a1n")': "MT-3.3",
    "match.move(move); match.move(move)": "not to act now",
    'match.move("+a1n", seat=5)': "5 is not a seat of this match; the seats are 0 (Ann), 1 (Ben)",
    'match.move("+a1n", seat=1 - match.turn)': "not to act now",
    'wartable.finish(match); match.move("+a1n")': "the match is over",
    "match.moves(5)": "the seats are 0 (Ann), 1 (Ben)",
    'match.moves("Nobody")': "the seats are 0 (Ann), 1 (Ben)",
    "match.see(5)": "the seats are 0 (Ann), 1 (Ben)",
    'match.see("Nobody")': "the seats are 0 (Ann), 1 (Ben)",
    "match.see(None)": "the seats are 0 (Ann), 1 (Ben)",
    "match.see(True)": "the seats are 0 (Ann), 1 (Ben)",
    "wartable.observation(match, 5)": "the seats are 0 (Ann), 1 (Ben)",
    "wartable.finish(match); wartable.observation(match)": "the match is over",
    'wartable.bot("gredy")': "greedy",
    "wartable.bot(5)": "5",
    'wartable.bot("greedy").play(match, 1 - match.turn)': "not to act now",
    'wartable.finish(match); wartable.bot("greedy").play(match)': "the match is over",
    'wartable.finish(match, ["greedy", "random"])': "wartable.finish(match, 'easy', 'hard')",
    'wartable.finish(match, "greedy", "random", "easy")': "one for all, or one for each",
    'wartable.finish(wartable.new("metals", real_dice=True))': "people roll the dice",
    'wartable.draw(match, "x.jpg")': "x.jpg: a picture is written as .svg or .png",
    'wartable.draw(match, "x.pdf")': ".svg or .png",
    'wartable.draw(match, "x")': ".svg or .png",
    'wartable.draw(match, seat="Nobody")': "the seats are 0 (Ann), 1 (Ben)",
    'wartable.load("nothing.jsonl")': "nothing.jsonl",
    "hash(match)": "unhashable",
}


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"Path": Path}
    exec(BEGIN, names)
    return names


@pytest.mark.parametrize("line", WORKING.strip().splitlines())
def test_a_natural_line_works(line: str, known: dict[str, Any]) -> None:
    exec(line, known)


@pytest.mark.parametrize("line", REFUSED)
def test_a_line_that_cannot_work_is_answered_in_one_sentence(line: str, known: dict[str, Any]) -> None:
    with pytest.raises((wartable.WartableError, TypeError)) as refused:
        exec(line, known)
    said = str(refused.value)
    assert REFUSED[line] in said
    assert "\n" not in said and len(said) < 240


@pytest.mark.parametrize(("owner", "name"), [(owner, name) for owner, names in KNOWN.items() for name in names])
def test_a_name_from_elsewhere_is_answered_with_what_to_write(owner: str, name: str, known: dict[str, Any]) -> None:
    asked = known["match"] if owner == "match" else wartable
    with pytest.raises(AttributeError) as refused:
        getattr(asked, name)
    found = re.fullmatch(rf"{owner} has no attribute '{name}'; write (.+)", str(refused.value))
    assert found


@pytest.mark.parametrize("instead", sorted({line for names in KNOWN.values() for line in names.values()}))
def test_what_is_to_be_written_instead_works(instead: str, known: dict[str, Any]) -> None:
    known["match"].save("match.jsonl")
    exec(instead, known | {"game": "metals", "number": "MT-3.3"})


def test_there_are_as_many_lines_as_people_tried() -> None:
    assert len(WORKING.strip().splitlines()) + len(REFUSED) >= 186
