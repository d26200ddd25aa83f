"""What guides a learner at the table: goal, phases and glossary."""

import pytest

import wartable
from wartable.cli import main
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.drawing.phases import NONE, Phases
from wartable.guides.glossary import Glossary, Term, load_glossary
from wartable.server.live.lessons import glossary_json
from wartable.server.live.serializers import goal_text, phases_json
from wartable.server.web.rules_html import to_html
from wartable.terminal.lookup import explained
from wartable.terminal.table import guide_of
from wartable.testing import LawBroken
from wartable.testing.laws.guides import check_glossary

from .conftest import ROOT

GAMES = ("metals", "thrones", "city_of_iron", "iron_kings", "heroes")
METAL = Term("Metal", ("Metals",), "A small warrior.", "MT-1.1")
SIGHT = Term("line of sight", (), "It runs straight ahead.", "MT-4.2")
WORDS = Glossary((METAL, Term("sight", (), "What is seen.", "MT-4.2"), SIGHT))


@pytest.fixture
def metals():
    return wartable.new(find_game("metals"), players=["Ada", "Easy bot"], real_dice=True, moves=["first-0"])


def test_the_goal_line_says_you_to_whoever_looks(metals):
    view = metals.observe(1)
    assert goal_text(metals.see(1), view) == "First to 10 points: Ada 0, you 0."
    assert goal_text(metals.see(), metals.observe(-1)) == "First to 10 points: Ada 0, Easy bot 0."
    assert metals.see(0).goal == "First to 10 points: you 0, Easy bot 0."


def test_the_phase_that_goes_on_is_told_with_the_rules_of_all(metals):
    told = phases_json(metals.see(0), metals.observe(0))
    assert told is not None
    assert (told["when"], told["now"]) == ("Turn 1", 0)
    assert [part["rule"] for part in told["parts"]] == ["MT-3.1", "MT-4.1", "MT-5.1"]
    assert guide_of(metals.see(0)) == (
        "First to 10 points: you 0, Easy bot 0.  Turn 1: [Action] > Enemy assault > Occupation"
    )


def test_a_secret_layout_does_not_show_how_far_it_is():
    match = Match.start(find_game("thrones"), seed=1)
    stages = [match.see(viewer).phases for viewer in (0, -1)]
    assert [told and told.now for told in stages] == [0, NONE]


def test_phases_in_a_line_mark_the_one_that_goes_on():
    assert str(Phases("Day 2", (("Build", 301), ("Explore", 304)), 1)) == "Day 2: Build > [Explore]"


def test_words_are_found_whole_the_longest_first_and_each_once():
    found = WORDS.find("Metals stand in a line of sight; no Metal is insight. Sight is free. METAL")
    assert [(one.term.term, one.start) for one in found] == [("Metal", 0), ("line of sight", 18), ("sight", 54)]


def test_a_name_is_not_found_in_small_letters():
    assert WORDS.find("the metal of a crown") == []
    assert Glossary(()).find("the Metal") == []


def test_a_word_is_looked_up_as_people_type_it():
    assert WORDS.look_up(" metals ") == [METAL]
    assert WORDS.look_up("Line of Sight") == [SIGHT]


def test_a_word_of_the_game_is_explained_where_rules_are_looked_up():
    assert explained(find_game("metals"), "corners") == [
        "corner: One of the four corner spaces of the map, where Metals come in. (MT-1.3)"
    ]
    assert explained(find_game("metals"), "3.2") == []


@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_a_glossary_is_explained(name):
    game = find_game(name)
    check_glossary(game)
    assert len(load_glossary(game).terms) >= 20
    assert len(glossary_json(game)["words"]) == len(load_glossary(game).terms)


def test_words_that_people_ask_with_belong_to_a_rule(monkeypatch):
    for asked in ({"MT-99.1": "hide"}, {"MT-4.6": " "}):
        monkeypatch.setattr("wartable.testing.laws.guides.load_glossary", lambda game, asked=asked: Glossary((), asked))
        with pytest.raises(LawBroken, match="people ask about a rule"):
            check_glossary(find_game("metals"))


@pytest.mark.parametrize(
    ("term", "fault"),
    [
        (Term("Metal", (), "A warrior.", "MT-99.1"), "there is no rule MT-99.1"),
        (Term("Metal", (), "A warrior. It walks.", "MT-1.1"), "one sentence"),
        (Term("Metal", (), "a warrior", "MT-1.1"), "one sentence"),
        (Term("Metal", (), f"A {'very ' * 40}small warrior.", "MT-1.1"), "letters"),
        (Term("wizard", (), "A warrior.", "MT-1.1"), "the rules do not know it"),
        (SIGHT, "explained twice"),
    ],
)
def test_a_word_that_is_badly_explained_breaks_the_law(monkeypatch, term, fault):
    monkeypatch.setattr("wartable.testing.laws.guides.load_glossary", lambda game: Glossary((SIGHT, term)))
    with pytest.raises(LawBroken, match=fault):
        check_glossary(find_game("metals"))


def test_the_glossary_is_printed(capsys):
    assert main(["rules", "metals", "--glossary"]) == 0
    printed = capsys.readouterr().out
    assert "line of sight: It runs from a Metal straight ahead" in printed and "(MT-4.2)" in printed
    assert main(["rules", "metals", "--glossary", "--json"]) == 0
    assert '"term": "active player"' in capsys.readouterr().out


# The rulebook


@pytest.mark.parametrize("name", GAMES)
def test_a_rulebook_begins_with_overview_components_and_a_turn_at_a_glance(name):
    game = find_game(name)
    titles = [chapter.title for chapter in game.rulebook.chapters]
    assert titles[:2] == ["Overview", "Components"]
    assert titles[2] in ("A turn at a glance", "A round at a glance", "A day at a glance")
    assert game.rulebook.chapters[3].number == 1
    page = to_html(game.rulebook.source, game.code, "/picture.svg")
    assert page.count('<figure><img class="overview" src="/picture.svg" alt="A ') == 1
    assert f"docs/play/{name}.webp" in game.rulebook.source and (ROOT / "docs" / "play" / f"{name}.webp").is_file()


@pytest.mark.parametrize(
    ("name", "words", "said", "unsaid"),
    [
        ("metals", ["-o", "factions=on"], "first to reach 20 points", "10 points"),
        ("metals", ["--set", "numbers.goal.value=14"], "first to reach 14 points", "Zipang"),
        ("thrones", ["-o", "quiet_turns=50"], "50 turns in a row", "100"),
        ("thrones", ["-o", "survival=off-only"], "Moving onto it needs none", "Leaving or entering"),
        ("city_of_iron", ["-o", "storing_penalty=pairs"], "Every two stored buildings", "Each stored building"),
        ("iron_kings", ["-o", "ending=rounds", "-o", "rounds=9"], "9 rounds played", "after the Balrog rose"),
        ("iron_kings", ["-o", "tow=off"], "18 rounds played after the Balrog rose", "towed"),
        ("heroes", ["-o", "mine_guards=d20"], "18 to 20 on 1d20", "Mine, 90 or 100"),
        ("heroes", ["-o", "mode=campaign"], "after 200 days", "after 20 days"),
    ],
)
def test_a_player_aid_has_the_numbers_and_options_of_its_table(name, words, said, unsaid, capsys):
    assert main(["rules", name, "--aid", *words]) == 0
    page = capsys.readouterr().out
    assert said in page and unsaid not in page
