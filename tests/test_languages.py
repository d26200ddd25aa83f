"""Games in other languages: a reader gets the texts of a match in the reader's own; English stays as it is."""

import doctest
import pickle
import re
import shutil
from dataclasses import replace

import polib
import pytest

from wartable.cli import main
from wartable.core import registry
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.languages import ENGLISH, FOLDER, Catalogue, has_words, languages_in, named, worded
from wartable.languages.client import client_texts
from wartable.testing.laws.languages import (
    check_languages,
    common_documents,
    documents,
    faults_in,
    missing_in,
)
from wartable.testing.laws.moment import LawBroken

from .conftest import ROOT

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


# docs/translating.md


GUIDE = (ROOT / "docs" / "translating.md").read_text("utf-8")


def entries(kind):
    return [polib.pofile(block) for block in re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)]


def test_the_guide_for_translators_leads_to_a_translation(game, monkeypatch, capsys):
    monkeypatch.setattr(registry, "find_game", lambda name: game)
    assert main(["translate", "metals", "fr"]) == 0
    path = game.folder / "languages" / "fr.po"
    file = polib.pofile(str(path))
    for entry in (entry for block in entries("po") for entry in block):
        if entry.occurrences:
            assert entry.msgid in client_texts()
        elif file.find(entry.msgid):
            file.find(entry.msgid).msgstr = entry.msgstr
        else:
            assert entry.msgid in common_documents()
    file.save()
    gains = "{seat} gains {amount:point} on {space} and has {total}."
    said = game.catalogue("fr").say(worded(gains, seat="Ann", amount=2, space="a1", total=3))
    assert said == "Ann gagne 2 points sur a1 et en a 3."
    capsys.readouterr()
    assert main(["translate", "metals", "fr", "--check"]) == 1
    assert "missing: 'Chance picks {seat} to start.'" in capsys.readouterr().out


def test_the_guide_shows_what_is_said_of_a_fault(game):
    [[wrong]], [said] = entries("po-wrong"), re.findall(r"^```told\n(.*)\n```$", GUIDE, re.MULTILINE)
    path = game.folder / "languages" / "fr.po"
    file = polib.POFile()
    file.append(wrong)
    file.save(str(path))
    assert [fault.split(": ", 1)[1] for fault in faults_in(path, common_documents())] == [said]


def test_the_examples_of_the_guide_are_true():
    assert doctest.testfile(str(ROOT / "docs" / "translating.md"), module_relative=False).failed == 0


# What is shipped


@pytest.mark.parametrize("language", languages_in(FOLDER))
def test_the_client_is_complete_in_every_language(language):
    done = {entry.msgid for entry in polib.pofile(str(FOLDER / f"{language}.po")) if entry.translated()}
    assert {text for text in client_texts() if has_words(text)} - done == set()


@pytest.mark.parametrize("language", METALS.languages)
def test_metals_is_complete_in_every_language(language):
    assert missing_in(METALS, language) == []


def test_a_name_that_is_a_word_of_the_catalogue_stays(match):
    catalogue = METALS.catalogue("de")
    assert catalogue.say("City") == "Stadt"
    assert (
        catalogue.say(named(worded("{seat} leads {faction}.", seat="{0}", faction="x"), ("City", "Ann")))
        == "City führt x."
    )
    assert Match.start(METALS, seed=1).see(0, "de").players == ("Blau", "Orange")
    assert Match.start(METALS, players=("Blue", "Ann"), seed=1).see(0, "de").players == ("Blue", "Ann")
