"""Pages of decisions: what is made of them, and what a typed text means."""

from types import ModuleType

import pytest

import wartable
from wartable.core.actions import Action, belongs, code, decode
from wartable.core.match import Match
from wartable.core.match.typed import TypedMoves
from wartable.core.values import Table, Value, counted, template, words_of
from wartable.errors import DoubtfulMove, IllegalMove, MoveError, UnreadableMove
from wartable.games.metals import GAME
from wartable.games.metals.decisions import deploy, move, turn
from wartable.games.metals.decisions.deploy import Deploy
from wartable.games.metals.decisions.move import Move
from wartable.testing import LawBroken
from wartable.testing.laws.pages import check_apart, check_typed
from wartable.testing.laws.random_match import play_random


@pytest.fixture
def match() -> Match:
    """Blue's Metal is on a1 and Orange's on e7; Blue is to act."""
    match = wartable.new("metals", seed=1)
    first = match.due[0]
    match.move("+a1n" if first == 0 else "+e7s", "+e7s" if first == 0 else "+a1n")
    if match.due[0] != 0:
        match.move("e7-e6s")
    return match


def test_an_action_is_a_code_and_its_fields() -> None:
    for action in (Deploy(3, 1), Move(2, 0, 3)):
        assert decode(type(action), code(action)) == action
        assert belongs(type(action), code(action))
    assert not belongs(Deploy, code(Move(0, 0, 0)))


def test_notation_and_label_are_read_as_their_own_move(match: Match) -> None:
    for one in match.moves():
        assert match.parse(one.seat, one.notation) == one.action
        assert match.parse(one.seat, one.label) == one.action
        assert match.parse(one.seat, one.label.upper()) == one.action


@pytest.mark.parametrize("text", ["move a1 to a2", "a1 north", "a1-a2", "please move my a1 to a2", "A1-A2"])
def test_words_that_are_all_part_of_a_move_play_it(match: Match, text: str) -> None:
    assert match.parse(0, text) == match.parse(0, "a1-a2n")


@pytest.mark.parametrize(
    "text", ["do not move a1 to a2", "a1-a2 twice", "move a1 to a2!", "move a1 to a2 or b1", "move move a1 to a2"]
)
def test_a_text_that_says_more_than_the_move_is_asked_back(match: Match, text: str) -> None:
    before = len(match.steps)
    with pytest.raises((DoubtfulMove, IllegalMove)) as refused:
        match.move(text)
    assert len(match.steps) == before
    if isinstance(refused.value, DoubtfulMove):
        assert "Do you mean a1-a2n: Move a1 to a2, facing north?" in str(refused.value)
        assert refused.value.action == match.parse(0, "a1-a2n")


@pytest.mark.parametrize("text", ["a1-a2i", "a1-a2an", "a1a-a2", "a1-e", "move a1 to a, facing east", "a1 e"])
def test_what_is_left_of_a_word_is_no_article_and_no_step(match: Match, text: str) -> None:
    with pytest.raises((DoubtfulMove, IllegalMove)):
        match.move(text)


def test_a_reader_that_plays_other_moves_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is no move is played as some move, by a reader that is to blame."""
    moment, seat = next((moment, seat) for moment, seat, _ in play_random(GAME, {}, 2, 1) if seat in (0, 1))
    check_typed(moment, seat)
    honest = TypedMoves._said

    def _said(self: TypedMoves, wanted: str) -> int:
        try:
            return honest(self, wanted)
        except MoveError:
            return self.legal[0]

    monkeypatch.setattr(TypedMoves, "_said", _said)
    with pytest.raises(LawBroken, match=r"plays no other move|names places"):
        check_typed(moment, seat)


@pytest.mark.parametrize("text", ["a1-z1n", "a1-j1n", "a1-k3e", "c3-3n", "a1w north", "a1-a2nw"])
def test_a_text_that_names_other_places_plays_nothing(match: Match, text: str) -> None:
    with pytest.raises((DoubtfulMove, IllegalMove, UnreadableMove)):
        match.move(text)


@pytest.mark.parametrize("text", ["a1 looks west", "turn a1 east", "look north a1"])
def test_a_metal_does_not_turn_on_the_spot(match: Match, text: str) -> None:
    """MT-3.8"""
    with pytest.raises(IllegalMove, match=r"MT-3\.8"):
        match.move(text)


def test_a_place_that_is_written_need_not_be_legal(match: Match) -> None:
    assert match.written(0, "+e7n") == code(Deploy(3, 0))
    assert match.written(0, "+b3n") is None


def test_words_keep_places_together_and_signs_apart() -> None:
    assert words_of("Cf3*f4!") == ["cf3", "*", "f4", "!"]
    assert words_of("Build a Guild-Hall, for 3 coins.") == ["build", "a", "guild", "hall", "for", "3", "coins"]
    assert words_of("a1-a2n") == ["a1", "-", "a2", "n"]


class Room(Value):
    count = 3


class Enter(Action):
    room: Room
    when = 101
    notation = "enter {room}"
    label = "Enter {room}"


@pytest.mark.parametrize("text", ["{rom}", "{room.owner}", "{at.state}"])
def test_a_template_that_names_nothing_is_an_error_at_once(text: str) -> None:
    with pytest.raises(AttributeError, match="Enter has no"):
        template(text, "said", Enter, Table)


def test_what_a_page_refuses_shares_no_rule_with_what_it_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    check_apart(GAME)
    monkeypatch.setattr(move, "refuse", move.offers)
    with pytest.raises(LawBroken, match="written apart: move uses"):
        check_apart(GAME)


def test_a_phase_asks_its_pages_in_order() -> None:
    phases = {phase.name: phase for phase in GAME.decisions.phases}
    assert [page.__name__.rpartition(".")[2] for page in phases["turn"].pages] == ["deploy", "move"]
    assert isinstance(turn, ModuleType)
    assert list(GAME.families) == ["deploy", "move", "pick", "start"]
    assert deploy.Deploy.fields.keys() == {"corner", "facing"}


def test_another_number_of_what_a_label_counts_is_no_part_of_it() -> None:
    assert counted("Buy 1 science for 4 coins") == {"science": {"1"}, "coin": {"4"}}
    assert counted("1 coin for 3") == {"coin": {"1"}}
