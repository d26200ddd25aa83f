"""What judges go by is data: files that can be replaced, for a table or for one bot, and that no rule reads."""

import re
import zlib
from decimal import Decimal

import numpy as np
import pytest

from wartable.bots import UnknownBot, make_bot
from wartable.bots.weights import joined, parted
from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.errors import BadData, WartableError
from wartable.lab.runs.job import make_job
from wartable.lab.studies.vary import read_knob, turned
from wartable.server.storage.record_layouts import WEIGHTS, _layout
from wartable.server.tables.history import Opening, old_box


def judge_file(game: Game) -> str:
    return (game.folder / "data" / "judge.csv").read_text("utf-8")


def doubled(game: Game) -> str:
    """The game's judge.csv with every weight twice as large."""
    head, *lines = judge_file(game).splitlines()
    rows = [line.split(",", 2) for line in lines]
    return "\n".join([head, *(f"{row},{2 * Decimal(value)},{words}" for row, value, words in rows)]) + "\n"


def verdict(match: Match) -> list[float]:
    out = np.zeros(MAX_SEATS)
    generic.evaluate(match.full_state(), match.box, out)
    return out.tolist()


def test_every_weight_has_a_meaning_and_is_read_by_the_judge_alone(each_game: Game):
    judge = (each_game.folder / "judge.py").read_text("utf-8")
    for row in each_game.data().table("judge"):
        assert row.text("meaning"), row.id
    for name in each_game.new_box().weights.dtype.names:
        assert re.search(rf"\b(w|weights)\.{name}\b", judge), name
    others = [path for path in each_game.folder.rglob("*.py") if path.name not in ("judge.py", "box.py")]
    assert [path.name for path in others if ".weights" in path.read_text("utf-8")] == []


def test_a_table_with_another_judge_plays_by_the_same_rules(each_game: Game, tmp_path):
    usual = Match.start(each_game, seed=3)
    other = Match.start(each_game, seed=3, files={"judge.csv": doubled(each_game)})
    for step in range(30):
        seat = usual.due[0]
        legal = usual.legal(seat)
        assert other.legal(seat) == legal
        for match in (usual, other):
            match.play(seat, legal[(7 * step) % len(legal)])
    assert record.same(usual.full_state(), other.full_state())
    assert verdict(usual) != verdict(other)
    other.save(tmp_path / "m.jsonl")
    again = Match.load(tmp_path / "m.jsonl")
    assert verdict(again) == verdict(other)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("metal,0.35,", "metal,much,", "judge.csv, line 7 (metal): value is 'much', not a number"),
        ("metal,0.35,", "metal,nan,", "judge.csv, line 7 (metal): value is nan, not from"),
        ("metal,0.35,", "medal,0.35,", "judge.csv: there is no weight metal"),
        ("\nmetal,", "\nmedal,1.0,a medal\nmetal,", "judge.csv, line 7 (medal): the judge has no such weight"),
        ("income_delay,3.0,", "income_delay,0,", "(income_delay): value is 0, not from 1e-06"),
    ],
)
def test_a_judge_that_cannot_be_used_is_refused_with_row_and_reason(metals: Game, old, new, reason):
    text = judge_file(metals).replace(old, new)
    assert text != judge_file(metals)
    with pytest.raises(BadData, match=re.escape(reason)):
        metals.new_box(files={"judge.csv": text})


def test_names_of_bots_carry_weights():
    assert parted("mcts:100:judge.cargo=0.6:threads=2") == ("mcts:100:threads=2", {"cargo": "0.6"})
    assert joined("greedy", {"cargo": "0.6"}) == "greedy:judge.cargo=0.6"
    assert parted("greedy") == ("greedy", {})


def test_a_bot_with_weights_of_its_own_chooses_by_them(metals: Game):
    match = Match.start(metals, seed=3)
    box = match.box.tobytes()
    played: dict[str, list[int]] = {"greedy": [], "greedy:judge.metal=-5:judge.points=-3": []}
    for name, actions in played.items():
        match, bots = Match.start(metals, seed=3), [make_bot(name, metals, seat) for seat in range(2)]
        for _ in range(12):
            seat = match.due[0]
            actions.append(bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
            match.play(seat, actions[-1])
        assert match.box.tobytes() == box
    usual, strange = played.values()
    assert usual != strange


def test_a_weight_that_the_judge_does_not_have_is_refused(metals: Game):
    with pytest.raises(BadData, match=r"judge\.medal\.value: there is no such cell"):
        make_bot("greedy:judge.medal=1", metals)
    with pytest.raises(UnknownBot, match="there is no bot"):
        make_bot("gredy:judge.metal=1", metals)


def test_weights_of_a_list_are_known_by_the_names_of_its_places():
    from wartable.games.city_of_iron import GAME
    from wartable.games.city_of_iron.state import Effect

    box = GAME.new_box(cells={"judge.owning_sell.value": "7.5"})
    assert box.weights.owning[Effect.SELL] == 7.5


def test_the_first_bot_is_tuned_while_the_others_judge_by_the_game_as_it_is(metals: Game):
    knob = read_knob(metals, "judge.metal=0.2..0.5:0.1")
    assert knob.values == ("0.2", "0.3", "0.4", "0.5")
    assert knob.with_value("0.35").values == ("0.2", "0.3", "0.35", "0.4", "0.5")
    assert knob.with_value("0.30") == knob
    job = turned(metals, make_job(metals, 4), [knob], ["0.4"])
    assert job.bots == ("greedy:judge.metal=0.4", "greedy")
    assert job.cells == {}
    with pytest.raises(WartableError, match="there is no such cell"):
        read_knob(metals, "judge.medal=1..2")


def test_a_match_stored_before_its_judge_had_these_weights_goes_on(each_game: Game):
    fields = each_game.box.plain.fields
    bare = np.dtype([(name, fields[name][0]) for name in fields if name != WEIGHTS], align=True)
    box, stored = each_game.new_box(), np.zeros(1, bare)
    for name in bare.names or ():
        stored[name] = box[name]
    records = (stored.tobytes(), each_game.new_state(box).tobytes())
    opening = Opening(_layout(each_game.state.dtype, bare), *(zlib.compress(raw) for raw in records))
    assert opening.is_of(each_game)
    assert record.same(old_box(each_game, opening), box)


def test_a_match_stored_with_another_box_is_an_old_one(metals: Game):
    less = np.dtype([(name, metals.box.plain[name]) for name in ("seats", "width")], align=True)
    assert not Opening(_layout(metals.state.dtype, less), b"", b"").is_of(metals)
