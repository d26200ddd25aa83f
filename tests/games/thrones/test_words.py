"""Notation, labels, sentences and the text board."""

import re

import pytest

from tests.hooks import hook
from wartable.core.match import Match
from wartable.core.match.typed import TypedMoves
from wartable.core.notes import Level
from wartable.drawing.tints import untinted
from wartable.errors import DoubtfulMove, IllegalMove
from wartable.games.thrones import GAME
from wartable.games.thrones.state import Stage
from wartable.games.thrones.view.shared import CELL
from wartable.testing import Table

from .position import position


def test_the_notation_is_what_people_type():
    t = position({"b3": "R", "d4": "C", "d5": "l", "b2": "W"}, {"i5": "+", "a9": "+", "h2": "+"})
    assert {"Rb3-c4", "Cd4*d5", "Cd4xd5", "Wb2~b3"} <= t.legal(0)


def test_every_code_has_a_notation_of_its_own_on_a_full_board():
    """Also those that lead off the board, or begin where nobody stands."""
    t = position({"d4": "R", "d5": "l"}, favors=("haste ambush", ""))
    written = {GAME.words.notation(t.view(0), t.box, 0, action) for action in range(GAME.action_count)}
    deceptions_off_the_edge = 9 + 8 + 8 + 9
    assert len(written) >= GAME.action_count - deceptions_off_the_edge


def test_labels_say_when_a_survival_check_is_due():
    """TH-6.1"""
    t = position({"d4": "R"}, {"d5": "w"})
    view = t.view(0)
    assert GAME.words.label(view, t.box, 0, t.find(0, "Rd4-d5")) == "Move the ranger on d4 to d5 (survival check)"
    assert GAME.words.label(view, t.box, 0, t.find(0, "Rd4-d3")) == "Move the ranger on d4 to d3"


def test_a_refusal_says_why_in_the_words_of_the_rule():
    """TH-5.8"""
    t = position({"d4": "R", "d5": "e"})
    assert t.refused(0, "Rd4xd5") == "TH-5.8"
    assert GAME.rulebook.find("TH-5.8").text == "Elephant: on plains it can only be engaged by a dragon or a throne."


def test_a_match_names_the_rule_when_it_refuses():
    match = Match.start(GAME, seed=3)
    with pytest.raises(IllegalMove, match=r"TH-2\.17"):
        match.play(0, "done")


WATER, FORTS = {"d5": "w"}, {"d5": "+", "b2": "+", "h8": "+"}
NEXT = "401 Turn 12: North."
DEEDS = [
    ("Rd4-d5", {}, {}, "", ["403 South's ranger on d4 moves to d5."]),
    (
        "Rd4~d5",
        {"d5": "S"},
        {},
        "",
        ["405 South's ranger on d4 switches places with South's spearman on d5."],
    ),
    (
        "Wd4~d5",
        {"d5": "l"},
        {},
        "",
        [
            "507 South's warhorse on d4 switches places with North's lancer on d5.",
            "511 South's warhorse on d5 has nobody left to switch with.",
        ],
    ),
    (
        "Rd4xd5",
        {"d5": "l"},
        {},
        "",
        [
            "407 South's ranger on d4 attacks North's lancer on d5.",
            "407 North's lancer on d5 is removed; North has 14 pieces left.",
        ],
    ),
    (
        "Cd4*d5",
        {"d5": "l"},
        {},
        "",
        [
            "503 South's crossbowman on d4 fires at North's lancer on d5.",
            "408 North's lancer on d5 is removed; North has 14 pieces left.",
        ],
    ),
    ("Sd4-d8", {}, dict.fromkeys(("d4", "d5", "d6", "d7", "d8"), "w"), "", ["502 South's spearman on d4 moves to d8."]),
    ("Ld4-d8", {}, {}, "", ["506 South's lancer on d4 moves to d8."]),
    ("Dd4-d8", {}, {}, "", ["509 South's dragon on d4 moves to d8."]),
    (
        "Dd4xd7",
        {"d7": "c"},
        {},
        "",
        [
            "509 South's dragon on d4 attacks North's crossbowman on d7.",
            "407 North's crossbowman on d7 is removed; North has 14 pieces left.",
        ],
    ),
    (
        "Rd4-d5",
        {},
        WATER,
        "die-4",
        [
            "601 Fate decides: the die shows 4, it passes.",
        ],
    ),
    (
        "Rd4-d5",
        {},
        WATER,
        "die-3",
        [
            "601 Fate decides: the die shows 3, it fails.",
            "610 Nothing comes of it, and South's turn ends.",
        ],
    ),
    (
        "Bd4*d7",
        {"d7": "l"},
        {"d7": "m"},
        "die-3",
        [
            "602 Fate decides: the die shows 3, it fails.",
            "610 Nothing comes of it, and South's turn ends.",
        ],
    ),
    (
        "Ld4~d5",
        {"d5": "E"},
        WATER,
        "die-5",
        [
            "601 Fate decides: the die shows 5, it fails.",
            "610 Nothing comes of it, and South's turn ends.",
        ],
    ),
    (
        "Rd4xd5",
        {"d5": "l"},
        WATER,
        "die-1",
        [
            "601 Fate decides: the die shows 1, it fails.",
            "611 South's ranger on d4 is removed; South has 14 pieces left.",
        ],
    ),
    (
        "Td4xd5",
        {"d5": "l"},
        WATER,
        "die-3",
        [
            "601 Fate decides: the die shows 3, it fails.",
            "612 A throne is not removed by a failed check; South's turn ends.",
        ],
    ),
    (
        "Rd4xd5",
        {"d5": "l"},
        FORTS,
        "die-6",
        [
            "701 Fate decides: the die shows 6, it passes.",
            "702 The fortress on d5 is breached.",
        ],
    ),
    (
        "Cd4*d5",
        {"d5": "l"},
        {**FORTS, "d5": "%"},
        "",
        [
            "503 South's crossbowman on d4 fires at North's lancer on d5.",
            "408 North's lancer on d5 is removed; North has 14 pieces left.",
            "704 The fortress on d5 is whole again.",
        ],
    ),
    (
        "Wd4xd5",
        {"d5": "l"},
        {},
        "",
        [
            "407 South's warhorse on d4 attacks North's lancer on d5.",
            "407 North's lancer on d5 is removed; North has 14 pieces left.",
            "513 South's warhorse on d5 cannot be engaged in the next turn, except by a throne.",
        ],
    ),
]


@pytest.mark.parametrize(("move", "others", "tiles", "roll", "sentences"), DEEDS)
def test_the_log_says_what_happened_with_its_dice_and_the_exact_rule(move, others, tiles, roll, sentences):
    """TH-4.3 to TH-7.4: runs and flights are told by their own rules (TH-5.2, TH-5.6, TH-5.9)."""
    t = position({"d4": move[0], **others}, tiles, rolls=[roll] if roll else [])
    t.play(0, move)
    assert told(t) == [*sentences, NEXT]
    assert told(t, 1) == told(t)


def told(t: Table, viewer: int = 0) -> list[str]:
    return [f"{sentence.rule} {sentence.named(GAME.seat_names)}" for sentence in t.told(viewer)]


TRIES = [
    ("Rd4-d5", {}, WATER, "601 South's ranger on d4 tries to move to d5"),
    ("Bd4*d7", {"d7": "l"}, {"d7": "m"}, "602 South's trebuchet on d4 tries to fire at North's lancer on d7"),
    ("Ld4~d5", {"d5": "E"}, WATER, "601 South's lancer on d4 tries to switch places with South's elephant on d5"),
    ("Rd4xd5", {"d5": "l"}, WATER, "601 South's ranger on d4 tries to attack North's lancer on d5"),
    ("Rd4xd5", {"d5": "l"}, FORTS, "701 South's ranger on d4 tries to attack the fortress on d5"),
]


@pytest.mark.parametrize(("move", "others", "tiles", "said"), TRIES)
def test_what_a_check_is_for_is_a_deed_of_who_does_it_and_names_the_other_piece(move, others, tiles, said):
    """TH-6.1, TH-6.2, TH-7.1: told whether or not somebody is asked first, and the die is what comes of it."""
    t = position({"d4": move[0], **others}, tiles, favors=("cunning", ""))
    t.play(0, move)
    (sentence,) = t.told(1)
    assert f"{sentence.rule} {sentence.named(GAME.seat_names)}" == f"{said}: a survival check."
    assert sentence.note
    assert (sentence.level, sentence.note.seat) == (Level.DEED, 0)
    t.rolls = ["die-4"]
    t.play(0, "roll")
    assert t.told(1)[0].level == Level.EFFECT


def test_a_check_is_a_coin_over_the_tile_that_it_is_for():
    """TH-6.9, TH-6.10"""
    for roll, face in (
        ("die-4", ("laurel-crown", "4: passes", True)),
        ("die-3", ("death-skull", "3: fails", False)),
    ):
        t = position({"d4": "R"}, WATER, rolls=[roll])
        t.play(0, "Rd4-d5")
        (spot,) = [spot for spot in (hook(GAME.view.spot)(note, t.box) for note in t.notes) if spot]
        assert (spot.thing, spot.coin) == ("sq-d5", face)


def test_the_end_is_told_with_its_winner():
    """TH-10.1, TH-10.2"""
    t = position({"d4": "R", "d5": "t"})
    t.play(0, "Rd4xd5")
    assert told(t)[-2:] == [
        "407 North's throne on d5 is removed; North has 14 pieces left.",
        "1001 North's throne has fallen: South wins.",
    ]
    t = position({"g7": "T"})
    t.play(0, "Tg7-h8")
    assert told(t)[-1] == "1002 South's throne stands in North's home fortress on h8: South wins."


def test_a_throne_that_takes_a_fortress_is_told_step_by_step():
    """TH-7.5, TH-9.2"""
    t = position({"d4": "T", "d5": "e"}, FORTS, rolls=["die-2"])
    t.play(0, "Td4xd5")
    assert told(t) == [
        "701 Fate decides: the die shows 2, it passes.",
        "705 The fortress on d5 is breached.",
        "705 North's elephant on d5 is removed; North has 14 pieces left.",
        "902 South's throne stands in the fortress on d5, which brings a favor.",
    ]


def test_favors_are_told_with_what_is_left():
    """TH-9.11, TH-9.12, TH-9.14, TH-9.15, TH-9.16"""
    t = position({"d4": "R", "d5": "L"}, {"d4": "f", "d5": "f"}, favors=("ambush haste", ""))
    t.play(0, "ambush:d4~d5")
    assert told(t, 1) == [
        "914 South spends an ambush, and has 1 favor left: South's ranger on d4 and South's lancer on d5 change places."
    ]
    t = position({"d4": "R", "d5": "l"}, favors=("deception", ""))
    t.play(0, "deception:d4~d5")
    assert told(t, 1) == [
        "916 South spends a deception, and has 0 favors left: "
        "South's ranger on d4 and North's lancer on d5 change places."
    ]
    t = position({"d4": "R"}, favors=("haste cunning", ""))
    t.play(0, "haste")
    assert told(t, 1) == ["911 South spends haste for one step more, and has 1 favor left."]
    t.play(0, "Rd4-d5")
    assert told(t) == ["403 South's ranger on d4 moves to d5."]
    t.play(0, "Rd5-d6")
    assert told(t) == ["912 South's ranger on d5 moves to d6.", NEXT]


def test_a_check_before_which_somebody_is_asked_is_told_before_and_after():
    """TH-9.10, TH-9.15"""
    t = position({"d4": "R"}, {"d5": "w"}, favors=("cunning", ""))
    t.play(0, "Rd4-d5")
    assert told(t, 1) == ["601 South's ranger on d4 tries to move to d5: a survival check."]
    t.play(0, "cunning")
    assert told(t, 1) == [
        "915 South spends cunning, and has 0 favors left: South's ranger on d4 passes the check for d5.",
        NEXT,
    ]


def test_the_late_dragon_is_told_with_whom_it_removes():
    """TH-8.1, TH-8.2"""
    t = position({"b2": "r"}, {"c3": "m", "b2": "+", "h8": "+", "i5": "+"}, held_back=(0,))
    t.play(0, "D@b2")
    assert told(t, 1) == [
        "802 South places the dragon in the fortress on b2.",
        "802 North's ranger on b2 is removed; North has 14 pieces left.",
        "802 South still takes an action in this turn.",
    ]
    t = position({}, {"c3": "m"}, held_back=(0,))
    t.play(0, "D@c3")
    assert told(t) == ["801 South places the dragon on the mountain on c3.", NEXT]


def test_the_board_does_not_say_that_layouts_go_on_while_favors_are_taken():
    """TH-9.1"""
    with Table(GAME, rolls=["north-first"]) as t:
        assert untinted(GAME.view.board(t.view(0), t.box, 0)).endswith("Laying out.")
        t.play(0, "layout:wall", "done")
        t.play(1, "layout:siege", "done")
        for viewer in (0, 1):
            assert untinted(GAME.view.board(t.view(viewer), t.box, viewer)).endswith(
                "Taking favors before the first turn."
            )
            assert GAME.view.scene(t.view(viewer), t.box, viewer).thing("turn").text.startswith("Taking favors")


def test_what_is_offered_before_the_first_turn_says_what_it_does():
    """TH-2.3, TH-2.17, TH-9.3: nobody has to know the names of layouts and favors."""
    with Table(GAME, rolls=["south-first"]) as t:
        for layout in ("wall", "random", "by-hand"):
            assert GAME.view.scene(t.view(0), t.box, 0).thing(f"layout-{layout}").lines != ()
        t.play(0, "layout:wall")
        assert GAME.view.scene(t.view(0), t.box, 0).thing("say-done").lines == ("Play with this layout.",)
        t.play(0, "done")
        t.play(1, "layout:siege", "done")
        scene = GAME.view.scene(t.view(0), t.box, 0)
        says = {
            "haste": "one step more",
            "ambush": "forests",
            "cunning": "without the die",
            "deception": "side by side",
        }
        for favor, words in says.items():
            assert words in scene.thing(f"take-{favor}").lines[0]
        assert scene.thing("kind-trebuchet").text == "Trebuchet: fires three tiles far"


def test_an_army_is_shown_at_every_stage_of_a_layout():
    """TH-1.5, TH-2.2: what is left to place; then what stands. The other's army is always shown whole."""
    with Table(GAME, rolls=["south-first"]) as t:
        t.play(0, "layout:by-hand")
        shown = {thing.id for thing in GAME.view.scene(t.view(0), t.box, 0).things}
        assert {"roster-0-0", "roster-0-14", "roster-1-14"} <= shown
        t.s.sides[0].stage, t.s.sides[0].laid = Stage.PIECES, 3
        shown = {thing.id for thing in GAME.view.scene(t.view(0), t.box, 0).things}
        assert "roster-0-2" not in shown
        assert {"roster-0-3", "roster-1-0"} <= shown
    with Table(GAME, rolls=["south-first"]) as t:
        t.play(0, "layout:wall")
        shown = {thing.id for thing in GAME.view.scene(t.view(0), t.box, 0).things}
        assert {"army-0-10", "roster-1-0"} <= shown
        assert "army-1-10" not in shown


def test_prompts_say_what_is_asked():
    t = position({"d4": "W", "d5": "r", "d6": "l"})
    prompt = GAME.words.prompt
    assert prompt(t.view(0), t.box, 0) == "Move, switch, attack or fire"
    assert prompt(t.view(1), t.box, 1) == "Waiting for {0}"
    t.play(0, "Wd4~d5")
    assert prompt(t.view(0), t.box, 0) == "Switch the warhorse on d5 again, or stop"


def test_a_pair_is_written_in_either_order():
    """TH-9.14"""
    t = position({"d4": "R", "d5": "l", "f4": "S"}, {"d4": "f", "f4": "f"}, favors=("ambush", ""))
    assert typed_moves(t).parse("ambush:f4~d4") == t.codes(0)["ambush:d4~f4"]


def test_a_warhorse_without_a_sign_is_asked_if_it_attacks_or_switches():
    """TH-5.7"""
    t = position({"d4": "W", "d5": "r", "a1": "T"})
    for typed in ("Wd4d5", "d4 d5"):
        assert refusal(t, typed) == "TH-5.7"
    assert typed_moves(t).parse("Wd4xd5") != typed_moves(t).parse("Wd4~d5")


def test_the_text_board_shows_land_pieces_breaches_and_protection():
    """TH-7.2, TH-5.13"""
    t = position({"d4": "W", "d5": "l", "e5": "r"}, {"e5": "%", "b2": "+", "h8": "+", "c3": "m", "d3": "w", "e3": "f"})
    t.play(0, "Wd4xd5")
    lines = untinted(GAME.view.board(t.view(0), t.box, 0)).splitlines()
    assert lines[4] == " 5  .   .   .   .W! %r  .   .   .   .  "
    assert lines[6] == " 3  .   .   ^   ~   f   .   .   .   .  "
    assert lines[8].startswith(" 1  .T ")
    upside_down = untinted(GAME.view.board(t.view(1), t.box, 1)).splitlines()
    assert upside_down[0].split() == ["1", *"........", ".T"]
    assert upside_down[4].split() == ["5", ".", ".", ".", ".", "%r", ".W!", ".", ".", "."]
    assert max(len(line) for line in lines) <= 100


def test_a_scene_shows_protection_breaches_favors_and_the_dragon_held_back():
    t = position(
        {"d4": "W", "d5": "l", "e6": "r"},
        {"e6": "%", "b2": "+", "i5": "+"},
        favors=("haste", "ambush deception"),
        held_back=(0,),
    )
    t.s.sides[0].charged = 1
    scene = GAME.view.scene(t.view(1), t.box, 1)
    assert scene.thing("warhorse-0-1").states == ("protected",)
    assert scene.thing("land-e6").icon == "castle-ruins"
    assert scene.thing("held-ambush-1").lines == ("Ambush",)
    assert scene.thing("held-ambush-1").label == "ambush, 1 in hand"
    assert scene.thing("held-text-0").text == "In hand: 1, kept secret"
    assert "#th-dragon" in scene.thing("reserve-0").art


def test_the_viewers_home_is_at_the_bottom():
    t = position({})
    for seat, throne in ((0, "throne-0-1"), (1, "throne-1-1")):
        scene = GAME.view.scene(t.view(seat), t.box, seat)
        assert scene.thing(throne).y > 0.9 * scene.panels[0].height


def test_a_piece_keeps_its_id_when_it_moves():
    t = position({"d4": "E", "d7": "E"})
    before = GAME.view.scene(t.view(0), t.box, 0).thing("elephant-0-1")
    t.play(0, "Ed4-d5")
    after = GAME.view.scene(t.view(0), t.box, 0).thing("elephant-0-1")
    assert (before.x, before.y - after.y) == (after.x, CELL)


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("tiles:d1~c1", "tiles:c1~d1"),
        ("pieces:e2~d2", "pieces:d2~e2"),
        ("middle:d5~b5", "middle:b5~d5"),
        ("middle b5 d5", "middle:b5~d5"),
        ("layout:eyr", "layout:eyrie"),
    ],
)
def test_a_pair_of_a_layout_is_typed_either_way(typed, played):
    """TH-2.10, TH-2.11, TH-2.13"""
    match = Match.start(GAME, seed=3)
    match.play(0, "layout:wall")
    assert match.notation(0, match.parse(0, typed)) == played


def test_a_pair_of_a_favor_is_typed_either_way():
    """TH-9.14, TH-9.16"""
    t = position({"c3": "R", "c4": "S", "d4": "l"}, {"c3": "f", "c4": "f"}, favors=("ambush deception", ""))
    for typed in ("ambush:c4~c3", "ambush c4 c3", "AMBUSH:c3~c4"):
        assert GAME.words.meant(t.view(0), t.box, 0, typed) == t.codes(0)["ambush:c3~c4"]
    for typed in ("deception:d4~c4", "deception c4,d4"):
        assert GAME.words.meant(t.view(0), t.box, 0, typed) == t.codes(0)["deception:c4~d4"]


@pytest.mark.parametrize(
    ("typed", "played"), [("d4d5", "Cd4-d5"), ("d4-d5", "Cd4-d5"), ("cd4 to e5", "Cd4xe5"), ("d4*e5", "Cd4*e5")]
)
def test_a_piece_and_a_place_are_enough(typed, played):
    """TH-4.3, TH-4.7, TH-4.8"""
    t = position({"d4": "C", "e5": "l"})
    assert GAME.words.meant(t.view(0), t.box, 0, typed) == t.codes(0)[played]


def test_a_deed_that_fate_decides_is_risky():
    """TH-6.1"""
    t = position({"c3": "C", "e4": "C"}, {"c3": "f", "c4": "w", "e4": "f", "e5": "f"})
    view, codes = t.view(0), t.codes(0)
    risky = {move for move, action in codes.items() if hook(GAME.view.is_risky)(view, t.box, 0, action)}
    assert "Cc3-c4" in risky
    assert "Ce4-e5" not in risky


SHOT = ({"f3": "C", "f4": "c", "d3": "L", "e3": "R", "g3": "A", "g5": "l"}, {"f4": "f"})


@pytest.mark.parametrize("typed", ["Cf3*f4.", "Cf3*f4!", "Cf3*f4+", "C f3*f4", "Cf3 * f4", "fire f3 at f4"])
def test_a_shot_with_a_slip_is_never_an_attack(typed):
    """TH-5.16: the sign says what is meant, whatever stands around it."""
    t = position(*SHOT)
    assert refusal(t, typed) == "TH-5.16"


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("Ld3*e3!", "TH-4.8"),
        ("Ld3~c9!", "TH-4.5"),
        ("Cf3xg5", "TH-4.7"),
        ("attack g5 with the crossbowman f3", "TH-4.7"),
    ],
)
def test_signs_and_words_of_a_deed_are_not_passed_over(typed, rule):
    t = position(*SHOT)
    assert refusal(t, typed) == rule


@pytest.mark.parametrize(
    "typed", ["Ag3*g5!", "Ag3*g5+", "not Ag3*g5", "fire g3 at the elephant g5", "Ag3*g5 twice", "fire g3 at g5 0"]
)
def test_what_a_text_says_beside_a_deed_is_asked_back(typed):
    """TH-4.8"""
    t = position(*SHOT)
    with pytest.raises(DoubtfulMove, match=r"Do you mean Ag3\*g5") as asked:
        typed_moves(t).parse(typed)
    assert asked.value.action == t.codes(0)["Ag3*g5"]


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("A g3*g5", "Ag3*g5"),
        ("fire on the lancer on g5 with the catapult on g3", "Ag3*g5"),
        ("shoot g5 from g3", "Ag3*g5"),
        ("the catapult fires at g5", "Ag3*g5"),
        ("Ag3*g5.", "Ag3*g5"),
        ("the ranger to e4", "Re3-e4"),
        ("Re3~d3", "Ld3~e3"),
    ],
)
def test_words_that_are_all_part_of_a_deed_play_it(typed, played):
    t = position(*SHOT)
    assert typed_moves(t).parse(typed) == t.codes(0)[played]


@pytest.mark.parametrize(
    ("typed", "rule", "fact"),
    [
        ("attack the throne", "TH-4.2", "as in d4xi9"),
        ("shoot the elephant", "TH-4.2", "by their squares"),
        ("bring the dragon", "TH-8.1", "as in D@c1"),
        ("d4", "TH-4.2", "Say which of your pieces"),
        ("e3", "TH-4.3", "Say where the piece on e3"),
    ],
)
def test_half_a_deed_is_asked_for_its_other_half(typed, rule, fact):
    t = position(*SHOT)
    with pytest.raises(IllegalMove, match=re.escape(fact)) as refused:
        typed_moves(t).parse(typed)
    assert refused.value.rule == rule


def typed_moves(t: Table, seat: int = 0) -> TypedMoves:
    return TypedMoves(GAME, t.view(seat), t.box, seat, list(t.codes(seat).values()), GAME.seat_names)


def refusal(t: Table, typed: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        typed_moves(t).parse(typed)
    return str(refused.value.rule)
