"""Games in other languages: a reader gets the texts of a match in the reader's own; English stays as it is."""

import pickle
import shutil
from dataclasses import replace

import polib
import pytest

from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.languages import ENGLISH, FOLDER, Catalogue, worded
from wartable.testing.laws.languages import check_languages, common_documents, documents, faults_in
from wartable.testing.laws.moment import LawBroken

METALS = find_game("metals")


@pytest.fixture
def match():
    return Match.start(METALS, players=("Ann", "Ben"), seed=1)


@pytest.fixture
def game(tmp_path):
    """Metals in a folder of its own, whose translations can be spoilt."""
    folder = tmp_path / "metals"
    shutil.copytree(METALS.folder, folder)
    return replace(METALS, folder=folder)


def spoil(game, english, other, language="de"):
    path = game.folder / "languages" / f"{language}.po"
    file = polib.pofile(str(path))
    file.find(english).msgstr = other
    file.save()


def test_each_reader_reads_a_match_in_the_own_language(match):
    first = match.turn
    match.move("+a1n")
    name = match.players[first]
    german, english = match.see(first, "de").log, match.see(first).log
    assert f"{name} setzt auf a1 ein, Blick nach Norden. (MT-3.2)" in "\n".join(german)
    assert f"{name} deploys on a1, facing north. (MT-3.2)" in "\n".join(english)
    assert match.see(1 - first, "de").prompt == "Setze ein Metal auf einer Ecke ein"
    assert match.see(first, "de").prompt == f"Warten auf {match.players[1 - first]}"
    move = match.see(1 - first, "de").moves[0]
    assert move.label == "Auf e1 einsetzen, Blick nach Norden"
    assert move.notation == match.see(1 - first).moves[0].notation


def test_a_picture_is_in_the_readers_language(match):
    german, english = match.see(0, "de").scene, match.see(0).scene
    assert german.thing("space-a1").label == "a1, eine Ecke"
    assert english.thing("space-a1").label == "a1, a corner"
    assert german.thing("key-1").lines == ("Im Wald wird niemand getroffen.",)
    assert [thing.id for thing in german.things] == [thing.id for thing in english.things]


def test_english_is_the_text_of_the_source_itself():
    text = worded("{seat} gains {amount:point}.", seat="{0}", amount=2)
    assert text == "{0} gains 2 points."
    assert ENGLISH.say(text) is text
    assert METALS.catalogue("en") is ENGLISH
    assert METALS.catalogue("xx") is ENGLISH
    assert METALS.catalogue("../de") is ENGLISH


def test_a_text_keeps_its_template_when_it_is_copied_to_another_process():
    catalogue = Catalogue("de", {"{who} wins": "{who} gewinnt"}, lambda number: int(number != 1))
    assert catalogue.say(pickle.loads(pickle.dumps(worded("{who} wins", who="{1}")))) == "{1} gewinnt"


def test_a_noun_has_as_many_forms_as_its_language():
    """Polish has three: 1 punkt, 2 punkty, 5 punktów."""

    def polish(n):
        return 0 if n == 1 else 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2

    catalogue = Catalogue("pl", {"{n:point}": "{n:punkt|punkty|punktów}"}, polish)
    assert [catalogue.say(worded("{n:point}", n=n)) for n in (1, 2, 5)] == ["1 punkt", "2 punkty", "5 punktów"]


@pytest.mark.parametrize(
    ("english", "other", "fault"),
    [
        ("{seat} leads {faction}.", "{seat} führt {fraktion}.", "lacks {faction}; adds {fraktion}"),
        ("{seat} leads {faction}.", "Ihr führt {faction}.", "lacks {seat}"),
        ("{seat} leads {faction}.", "{seat} führt {faction.", "without its other half"),
        ("{points:point}", "{points:Punkt}", "1 forms; the language has 2"),
    ],
)
def test_a_translation_has_the_fields_of_its_text(game, english, other, fault):
    check_languages(game)
    spoil(game, english, other)
    with pytest.raises(LawBroken, match=fault):
        check_languages(game)


def test_a_translation_is_of_a_text_that_exists(game):
    path = game.folder / "languages" / "de.po"
    file = polib.pofile(str(path))
    file.append(polib.POEntry(msgid="{seat} deploys upon {space}.", msgstr="{seat} setzt auf {space} ein."))
    file.save()
    with pytest.raises(LawBroken, match="is no text of the source"):
        check_languages(game)


def test_the_catalogues_of_everything_else_translate_texts_that_exist():
    for path in FOLDER.glob("*.po"):
        assert list(faults_in(path, common_documents())) == []


def test_documents_are_found():
    assert {"Forests and cities", "A Metal can only move to a free space.", "Focus fire"} <= documents(METALS)


def test_a_noun_can_have_a_field_of_its_own():
    held = worded("{held:{pile} card} in hand", held=2, pile="military")
    assert held == "2 military cards in hand"
    forms = "{held:{pile}karte|{pile}karten} auf der Hand"
    german = Catalogue("de", {held.template: forms, "military": "Kriegs"}, lambda number: int(number != 1))
    assert german.say(held) == "2 Kriegskarten auf der Hand"
    assert german.say(worded(held.template, held=1, pile="military")) == "1 Kriegskarte auf der Hand"
