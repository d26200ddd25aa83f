"""Scenes: what clients may count on."""

import re
from itertools import combinations
from math import dist
from random import Random
from xml.etree import ElementTree

import pytest

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.drawing.draw import draw, draw_panel, draw_thing, outline_of
from wartable.drawing.faces import Faces
from wartable.drawing.lettering import fit, rich, text, wrap
from wartable.drawing.scene import Panel, Scene, Thing, changes
from wartable.drawing.theme import DARK, LIGHT, THEMES
from wartable.guides.cover import world_of

TERRAIN = ("grass", "plains", "forest", "mountain", "water", "desert", "jungle", "stone", "city", "waste", "sky")


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_text_has_contrast(theme):
    for ink in ("ink", "soft", "seat0", "seat1", "seat2", "seat3", "accent", "good", "bad"):
        for ground in ("room", "table", "panel"):
            assert contrast(theme[ink], theme[ground]) >= 4.5, (ink, ground)
    assert contrast(theme["paper-ink"], theme["paper"]) >= 4.5
    for ground in TERRAIN:
        assert contrast(theme["ink"], theme[ground]) >= 4.5, ground
    for seat in range(4):
        assert contrast(theme["room"], theme[f"seat{seat}"]) >= 4.5
        assert contrast(theme["ink"], theme[f"seat{seat}-deep"]) >= 4.5


# How colours are seen without one kind of cones: Machado, Oliveira and Fernandes (2009), on linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b*, as somebody sees it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * c for share, c in zip(row, linear, strict=True)))) for row in BLINDNESS[blindness]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_the_colours_of_the_seats_stay_apart(theme, blindness):
    """A distance of 10 is seen at a glance; seats also have shapes."""
    for one, other in combinations(range(4), 2):
        distance = dist(seen(theme[f"seat{one}"], blindness), seen(theme[f"seat{other}"], blindness))
        assert distance > 15, (one, other, distance)


def test_the_themes_name_the_same_colours():
    assert set(DARK) == set(LIGHT)


@pytest.mark.parametrize("name", sorted(THEMES))
def test_text_has_contrast_in_every_world(each_game, name):
    theme = world_of(each_game).theme(name)
    inks = ("ink", "soft", "gold", "seat0", "seat1", "seat2", "seat3", "accent", "good", "bad")
    pairs = [(ink, ground) for ink in inks for ground in ("room", "table", "panel")]
    pairs += [("ink", ground) for ground in (*TERRAIN, "ground")]
    pairs += [(f"{ground}-ink", ground) for ground in ("paper", "brass", "lens")]
    pairs += [pair for n in range(4) for pair in (("room", f"seat{n}"), ("ink", f"seat{n}-deep"))]
    assert [pair for pair in pairs if contrast(theme[pair[0]], theme[pair[1]]) < 4.5] == []


def test_a_world_says_which_it_is_and_sends_its_signs_once(each_game):
    match = Match.start(each_game, seed=2)
    scene = each_game.view.scene(match.observe(0), match.box, 0)
    first, *others = (draw_panel(panel, scene.world, not number) for number, panel in enumerate(scene.panels))
    assert first.count(f'data-world="{world_of(each_game).name}"') == 1
    assert not any("data-world" in other for other in others)
    used = set(re.findall(r'href="#sign-([a-z0-9-]+)"', draw(scene)))
    assert used <= set(scene.world.signs), "what is not sent cannot be shown"


CODES = re.compile(
    r"\b(?:[AW]\d [DW]\d|D\d +far|far \d|\d+ c|\d+ sci|\d+ st|\d+ pts|of tier \d)\b|\b[a-z]+_[a-z_]+\b|\d\+(?: |$)"
)


def test_nothing_is_said_in_codes(each_game):
    """Words and pictures, no abbreviations that only the rulebook explains: on the table and in the list of moves."""
    match = Match.start(each_game, seed=4)
    rng = Random(4)
    for number in range(40):
        if match.is_over:
            break
        seat = match.due[0]
        view, legal = match.observe(seat), match.legal(match.due[0])
        said = [each_game.words.label(view, match.box, seat, action) for action in legal[:60]]
        if number % 5 == 0:
            things = each_game.view.scene(view, match.box, seat).things
            said += [words for thing in things for words in (thing.text, thing.label, *thing.lines)]
        assert [words for words in said if CODES.search(words)] == []
        match.play(seat, rng.choice(legal))


def test_icons_stand_among_words():
    drawn = rich("[two-coins] 3 a round", 0, 0, 14)
    assert 'href="#sign-two-coins"' in drawn and ">3 a round<" in drawn
    assert rich("no icon", 0, 0, 14) == text("no icon", 0, 0, 14)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_scene_draws_as_sound_svg(each_game, theme):
    match = Match.start(each_game, seed=2)
    for seat in (SPECTATOR, 0):
        scene = each_game.view.scene(match.observe(seat), match.box, seat)
        svg = draw(scene, theme, {thing.id for thing in scene.things})
        ElementTree.fromstring(svg)
        assert "var(--" not in svg
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]
        assert min(sizes, default=13) >= 13, "nothing under 13 px"


def test_things_stay_on_their_panels(each_game):
    match = Match.start(each_game, seed=2)
    scene = each_game.view.scene(match.observe(0), match.box, 0)
    panels = {panel.id: panel for panel in scene.panels}
    for panel in scene.panels:
        assert panel.x >= 0 and panel.y >= 0
        assert panel.x + panel.width <= scene.width and panel.y + panel.height <= scene.height, panel.id
    for thing in scene.things:
        panel = panels[thing.panel]
        assert thing.x - thing.width / 2 >= -2 and thing.x + thing.width / 2 <= panel.width + 2, thing
        assert 0 <= thing.y <= panel.height, thing


def test_whatever_is_touched_stands_in_the_scene_and_says_what_it_is(each_game):
    """A screen reader, a list of actions and a phone's buttons have nothing but the label."""
    match = Match.start(each_game, seed=4)
    rng = Random(4)
    for _ in range(40):
        if match.is_over:
            break
        seat = match.due[0]
        view = match.observe(seat)
        labels = {thing.id: thing.label for thing in each_game.view.scene(view, match.box, seat).things}
        legal = match.legal(seat)
        for action in legal:
            for id in each_game.view.path(view, match.box, seat, action):
                assert labels[id], id
        match.play(seat, rng.choice(legal))


def test_ids_are_unique_and_panels_known():
    panel = Panel("board", "", 0, 0, 10, 10)
    with pytest.raises(ValueError, match="two things have the id a"):
        Scene((panel,), (Thing("a", "icon", 0, 0), Thing("a", "icon", 1, 1)))
    with pytest.raises(ValueError, match="unknown panel"):
        Scene((panel,), (Thing("a", "icon", 0, 0, panel="hand"),))


def test_changes_name_what_moved_and_what_went():
    panel = Panel("board", "", 0, 0, 10, 10)
    before = Scene((panel,), (Thing("a", "icon", 0, 0), Thing("b", "icon", 0, 0), Thing("c", "icon", 5, 5)))
    after = Scene((panel,), (Thing("a", "icon", 3, 0), Thing("c", "icon", 5, 5), Thing("d", "icon", 1, 1)))
    changed, gone = changes(before, after)
    assert changed == [(before.thing("a"), after.thing("a")), (None, after.thing("d"))]
    assert gone == ["b"]


def test_texts_are_escaped_and_names_put_in():
    scene = Scene((Panel("board", "", 0, 0, 99, 99),), (Thing("a", "text", 9, 9, 20, 14, text="{1} <b>"),))
    svg = draw(scene, names=("Ann", "Bo & Co"))
    assert "Bo &amp; Co &lt;b&gt;" in svg


def test_long_words_are_wrapped_and_cut():
    assert wrap("one two three four", 60, 13) == ["one two", "three", "four"]
    assert fit("a very long title indeed", 60, 13).endswith("…")


def placed(drawn: str) -> dict[str, tuple[float, float, str]]:
    """Where each text of a drawing stands, and which way it goes from there."""
    found = re.findall(r'<text (?:[^>]* )?x="([^"]+)" y="([^"]+)"[^>]*text-anchor="(\w+)"[^>]*>([^<]+)<', drawn)
    return {words: (float(x), float(y), anchor) for x, y, anchor, words in found}


def test_a_number_on_a_piece_has_a_plate_that_grows_with_it():
    drawn = draw_thing(Thing("hero", "token", 0, 0, 40, 40, icon="mounted-knight", seat=0, text="12"))
    plate = re.search(r'<g class="badge" data-at="([\d.]+) ([\d.]+)" data-within="([\d.]+)"', drawn)
    assert plate and [float(number) for number in plate.groups()] == [pytest.approx(17 * 0.66, abs=0.1)] * 2 + [40]


def test_the_ring_of_a_cube_has_its_shape():
    assert [outline_of(Thing("worker", "cube", 0, 0, seat=seat))[:5] for seat in (0, 1)] == ["<circ", "<rect"]


def test_words_beside_a_picture_begin_at_one_edge():
    about = Thing("key", "space", 0, 0, 300, 70, icon="peaks", text="Mountain", lines=("Dangerous: fate decides.",))
    beside, alone = placed(draw_thing(about)), placed(draw_thing(about._replace(icon="")))
    assert {x for x, _, _ in beside.values()} == {-86} and {anchor for _, _, anchor in beside.values()} == {"start"}
    assert {x for x, _, _ in alone.values()} == {0} and {anchor for _, _, anchor in alone.values()} == {"middle"}


def test_a_card_without_a_picture_keeps_its_words_together():
    card = Thing("upgrade", "card", 0, 0, 136, 70, text="Signal Mast", lines=("draws 1 more",))
    (_, title, _), (_, line, _) = placed(draw_thing(card)).values()
    assert 15 <= line - title <= 30
    (_, title, _), (_, line, _) = placed(draw_thing(card._replace(icon="gears", tint="stone", height=130))).values()
    assert line - title > 80, "a picture stands between them"


@pytest.mark.parametrize("states", [(), ("thumb",), ("crest",)])
@pytest.mark.parametrize("face", ["", "Alegreya Sans"])
def test_words_in_lines_are_drawn_in_the_order_in_which_they_are_read(states, face):
    """A screen reader reads them in the order of the drawing."""
    lines = ("walks back where it came from", "[steam] and needs much of it", "it may not do so twice")
    card = Thing("plan", "card", 0, 0, 90, 150, icon="walk", lines=lines, text="Back step", states=states)
    for thing in (
        card,
        card._replace(kind="space", states=("edged",)),
        card._replace(kind="space", lines=(), icon="", text=lines[0]),
    ):
        heights = [float(y) for y in re.findall(r'<text [^>]*y="([^"]+)"', draw_thing(thing, Faces(face, face)))]
        assert len(heights) >= 2 and heights == sorted(heights), thing.kind


def test_a_thumb_card_has_picture_and_price_at_its_left_and_its_words_beside_them():
    card = Thing("flail", "card", 0, 0, 135, 66, icon="flail", tint="waste", text="War Flail", costs=("coin 2",))
    drawn = draw_thing(card._replace(lines=("2 points", "[crossed-swords] attack 2"), states=("thumb",)))
    words = placed(drawn)
    assert words["War Flail"][0] == words["2 points"][0] > -25
    assert words["2"][0] < -50
    picture = re.search(
        r'<rect x="(-[\d.]+)" y="-[\d.]+" width="([\d.]+)" height="[\d.]+" rx="4" fill="var\(--waste\)', drawn
    )
    assert picture and float(picture[1]) + float(picture[2]) < words["War Flail"][0]


def test_a_crest_card_has_price_and_icon_at_the_ends_of_its_title():
    card = Thing("mast", "card", 0, 0, 136, 52, icon="flying-flag", text="Signal Mast", costs=("iron 2",))
    drawn = draw_thing(card._replace(lines=("draws 1 more",), states=("crest",)))
    words = placed(drawn)
    (x, y, _), (price, _, _) = words["Signal Mast"], words["2"]
    icon = re.search(r'<g transform="translate\(([\d.]+) (-[\d.]+)\)"><g', drawn) or re.search(
        r'<g transform="translate\(([\d.]+) (-[\d.]+)\)">', drawn
    )
    assert icon and price < x < float(icon[1]) and words["draws 1 more"][1] > y
    assert 'stroke="#0006"' not in drawn, "it has no picture"


def test_words_beside_a_sign_say_how_much_room_they_have():
    """So that a client that draws them larger keeps them within their card."""
    card = Thing("legs", "card", 0, 0, 136, 60, text="Legs", lines=("[steam] cards 1 cheaper",), states=("crest",))
    drawn = draw_thing(card, Faces("", "Alegreya Sans"))
    room = re.search(r'data-room="([\d.]+)"[^>]*x="(-?[\d.]+)"[^>]*>cards 1 cheaper<', drawn)
    assert room and float(room[2]) + float(room[1]) <= 136 / 2 - 5


def test_the_icon_of_a_narrow_card_makes_room_for_its_price():
    card = Thing("plan", "card", 0, 0, 55, 74, icon="walk", lines=("Turn", "left"), costs=("steam 1",))
    at = [float(x) for x in re.findall(r'<g transform="translate\((-?[\d.]+) -?[\d.]+\)">', draw_thing(card))]
    assert at and at[0] == 9
    wide = re.findall(r'<g transform="translate\((-?[\d.]+) -?[\d.]+\)">', draw_thing(card._replace(width=100)))
    assert float(wide[0]) == 0


def test_a_low_card_has_its_picture_beside_its_words():
    card = Thing("scholar", "card", 0, 0, 160, 64, icon="white-book", tint="water", text="Scholar", lines=("1 work",))
    picture = re.search(r'<rect x="-76.0" y="[^"]+" width="([\d.]+)" height="([\d.]+)"', draw_thing(card))
    assert picture and float(picture[1]) < 70 and float(picture[2]) > 30
    assert placed(draw_thing(card))["1 work"][0] > 25


def test_a_piece_with_an_icon_stands_on_its_art_and_one_without_is_its_art():
    ground, plain = '<rect width="9"/>', Thing("a", "token", 0, 0, 40, 40, icon="castle", seat=0)
    assert draw_thing(plain._replace(art=ground)) == draw_thing(plain).replace("<g>", f"<g>{ground}", 1)
    assert draw_thing(plain._replace(art=ground, icon="")) == f"<g>{ground}</g>"
