"""The chances that people are shown, held against dice that are counted out and against the rules themselves."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from wartable.core import generic, record
from wartable.core.actions import code
from wartable.core.frames import NATURE
from wartable.core.game import Refused
from wartable.games.heroes import GAME
from wartable.games.heroes.chances import Dice, average, chance, fight_of, skirmish, squad_dice
from wartable.games.heroes.decisions.die import Die
from wartable.games.heroes.help import odds, percent, route
from wartable.games.heroes.odds import attack_odds, moments
from wartable.games.heroes.state import NOBODY, UNKNOWN, Kind, Roll, Token
from wartable.games.heroes.view.battle import PANELS
from wartable.games.heroes.view.view import explain, scene
from wartable.games.heroes.ways import is_open
from wartable.testing import Table

from .tables import exploring, facing, form, hero, settled, tile, troops

NONE: tuple[Dice, ...] = ()


def daring(count: int, tier: int = 1) -> tuple[Dice, ...]:
    return (Dice(tier, 6, 0, count),)


def steady(count: int, tier: int = 1) -> tuple[Dice, ...]:
    return (Dice(count * tier, 6, 0),)


def test_a_skirmish_is_what_the_dice_say_counted_out():
    faces = range(1, 7)
    higher = sum(a + b > 2 * c for a, b, c in product(faces, repeat=3))
    lower = sum(a + b < 2 * c for a, b, c in product(faces, repeat=3))
    assert skirmish(steady(2), daring(2)) == pytest.approx((higher / 216, lower / 216))


def test_ties_are_fought_out():
    """One goblin against one: whoever has the higher die, sooner or later."""
    fight = fight_of((daring(1), NONE, NONE, NONE), (daring(1), NONE, NONE, NONE), True)
    assert fight.begun() == pytest.approx(0.5, abs=1e-3)


def test_one_squad_has_to_beat_both_squads_of_the_monsters():
    def beats(count: int) -> Fraction:
        totals = [sum(dice) for dice in product(range(1, 7), repeat=3)]
        won = sum(total > count * face for total in totals for face in range(1, 7))
        lost = sum(total < count * face for total in totals for face in range(1, 7))
        return Fraction(won, won + lost)

    fight = fight_of((steady(3), NONE, NONE, NONE), (daring(2), daring(1), NONE, NONE), True)
    assert fight.begun() == pytest.approx(float(beats(2) * beats(1)), abs=0.01)


def test_every_way_of_splitting_has_its_own_chance():
    """Seven goblins against four and three: all in one squad wins nine times in ten, two squads half of the time."""
    foes = (daring(4), daring(3), NONE, NONE)
    chances = [
        fight_of(army, foes, True).begun()
        for army in (
            (steady(7), NONE, NONE, NONE),
            (daring(7), NONE, NONE, NONE),
            (steady(4), steady(3), NONE, NONE),
            (daring(4), daring(3), NONE, NONE),
        )
    ]
    assert [round(100 * each) for each in chances] == [89, 62, 52, 50]


def test_what_is_told_at_the_table_differs_by_what_is_chosen():
    t = facing(troops(t1=7), troops(t1=7))
    t.play(0, "h1 e")
    before = t.s.tobytes()
    told = {move: odds(t.s, t.box, 0, action) for move, action in t.codes(0).items()}
    assert told["form even1"] != told["form even4"], told
    assert t.s.tobytes() == before, "nothing is moved to find out"
    form(t, 0, "even2")
    form(t, 1, "even2")
    told = {move: odds(t.s, t.box, 0, action) for move, action in t.codes(0).items()}
    assert told.pop("retreat") == "The attacker wins about 0% of such battles."
    assert all(words.startswith("The skirmish: won ") for words in told.values()), told


def test_an_item_of_the_hero_counts():
    t = facing(troops(t1=7), troops(t1=7))
    bare = chance_of_battle(t)
    t = facing(troops(t1=7), troops(t1=7))
    t.s.players[0].heroes[0].items[0] = 5
    assert chance_of_battle(t) > bare


def chance_of_battle(t: Table) -> float:
    t.play(0, "h1 e")
    return chance(t.s, t.box)


def test_what_may_wait_on_a_tile_is_told_before_one_steps_there():
    t = facing(troops(t1=7), troops(t1=7))
    north = t.s.tiles[tile(t, "c2")]
    north.token, north.owner, north.mark = Token.MINE, NOBODY, UNKNOWN
    assert "Guardians are goblins, beaten about " in odds(t.s, t.box, 0, t.codes(0)["h1 n"])
    north.token = Token.MONSTER
    assert "They are goblins; a fight is won about " in odds(t.s, t.box, 0, t.codes(0)["h1 n"])


def test_a_battle_with_another_player_has_its_odds_before_it_begins():
    """HE-10.1: as likely as it is once the step is taken, and nothing is moved to find out."""
    t = facing(troops(t1=5), troops(t1=9))
    before = t.s.tobytes()
    told = odds(t.s, t.box, 0, t.codes(0)["h1 e"])
    assert t.s.tobytes() == before
    t.play(0, "h1 e")
    assert told == f"A battle with 9 goblins: won about {percent(chance(t.s, t.box))}."


def test_a_siege_has_its_odds_with_garrison_and_rampart():
    def told(rampart: int) -> str:
        t = exploring(settled(mode="campaign"), "4")
        hero(t, 0, where="f5", army=troops(t1=7))
        city = t.s.cities[1]
        city.garrison[0], city.rampart = 4, rampart
        return odds(t.s, t.box, 0, t.codes(0)["h1 s"])

    assert told(0).startswith("A battle with 4 goblins: won about ")
    assert told(1) != told(0)


def test_nobody_has_to_be_beaten_where_nobody_fights():
    t = exploring(settled(), "4")
    hero(t, 0, where="f5", army=troops(t1=7))
    assert odds(t.s, t.box, 0, t.codes(0)["h1 s"]) == ""


def test_a_hero_walks_to_whoever_is_touched():
    t = exploring(settled(), "4")
    hero(t, 0, where="c1", army=troops(t1=7))
    hero(t, 1, where="c4", army=troops(t1=2))
    assert len(route(t.s, t.box, 0, ("hero-1-0",))) == 3
    assert route(t.s, t.box, 0, ("city-1",)) == (), "too far"


def test_a_hero_walks_over_its_own_cities_mines_and_heroes_and_no_others():
    t = exploring(settled(), "4")
    hero(t, 0, 2, "b2")
    for name, owner in (("c3", 0), ("d3", 1)):
        mine = t.s.tiles[tile(t, name)]
        mine.token, mine.owner = Token.MINE, owner
    places = ("a1", "b2", "c3", "f6", "d3")
    assert [name for name in places if is_open(t.s, 0, tile(t, name), {tile(t, "f6")})] == ["a1", "b2", "c3"]
    t.s.tiles[tile(t, "c3")].guards = 3
    assert not is_open(t.s, 0, tile(t, "c3"), set()), "guardians stand in the way of their mine's owner, too"


def test_a_goal_to_which_something_lies_on_every_way_is_not_called_too_far():
    t = exploring(settled(), "3")
    hero(t, 0, where="b1", army=troops(t1=7))
    for name in ("c1", "b2"):
        t.s.tiles[tile(t, name)].token = Token.RESOURCE
    assert "Something lies on every way from b1 to d1 in 3 steps" in why(t, "h1 d1")
    assert "f1 is 4 steps from b1, and Alda has 3 steps left" in why(t, "h1 f1")


def why(t: Table, text: str) -> str:
    refused = GAME.words.meant(t.s, t.box, 0, text)
    assert isinstance(refused, Refused)
    return refused.fact


def test_a_tile_keeps_its_name_in_its_card():
    t = exploring(settled(), "4")
    card = explain(t.s, t.box, 0, "space-b3")
    assert card is not None and card.title == "b3"


def rolled(t: Table, times: int) -> tuple[float, float]:
    """What squad A of each side rolls against the other on average, by the rules, with so many throws of the dice."""
    rng, sums, attack = Random(3), [0, 0], t.codes(0)["A>A"]
    for _ in range(times):
        tried = record.copy(t.s)
        generic.apply(tried, t.box, 0, attack)
        while tried.head.frames[tried.head.depth - 1].kind == Kind.ROLL_SKIRMISH:
            generic.apply(tried, t.box, NATURE, code(Die(rng.randrange(6))))
        sums = [whole + int(tried.battle.total[side]) for side, whole in enumerate(sums)]
    return sums[0] / times, sums[1] / times


def test_what_a_squad_is_said_to_roll_is_what_it_rolls():
    """Items of the leader included, in the squad's own line and in what the army rolls together."""
    t = facing(troops(t1=8, t2r2=4), troops(t1=12, t3=2))
    for seat, items in ((0, (2, 0, 4)), (1, (0, 5, 0))):
        t.s.players[seat].heroes[0].items[:] = items
    t.play(0, "h1 e")
    for seat in range(2):
        t.play(seat, "form even2", "lead A", "representative")
    shown = {thing.id: thing for thing in scene(t.s, t.box, 0).things}
    for side, mean in enumerate(rolled(t, 1500)):
        said = float(shown[f"rolls-{side}-0-average"].text.removesuffix(" on average"))
        assert said == pytest.approx(mean, rel=0.03)
        said += float(shown[f"rolls-{side}-1-average"].text.removesuffix(" on average"))
        rows = [thing for thing in shown.values() if thing.panel == PANELS[side]]
        together = next(thing for thing in rows if thing.text == "All together")
        assert together.lines[0].endswith(f"{said:g} on average")
    carried = {id: thing.label for id, thing in shown.items() if id.startswith("carried-")}
    assert carried == {
        "carried-0-0-0-0": "uncommon main hand of Alda: adds 1d6 + 3",
        "carried-0-0-0-2": "epic amulet of Alda: adds 2d6",
        "carried-1-0-0-1": "legendary off hand of Falk: adds 3d6 + 5",
    }


def test_an_army_that_has_yet_to_form_is_shown_with_its_items():
    t = facing(troops(t1=7), troops(t1=7))
    t.s.players[0].heroes[0].items[2] = 2
    t.play(0, "h1 e")
    shown = scene(t.s, t.box, 0)
    assert shown.thing("carried-0-waiting-0-2").label == "uncommon amulet of Alda: adds 1d6 + 1"
    lines = [thing.lines[0] for thing in shown.things if thing.text == "All together"]
    assert lines == ["8 dice, 29 on average", "7 dice, 24.5 on average"]


def test_a_tile_tells_how_far_it_is_and_what_lies_there():
    t = exploring(settled(), "4")
    hero(t, 0, where="b1", army=troops(t1=7))
    it = t.s.loot[0]
    it.tile, it.kind, it.level = tile(t, "d2"), 2, 3
    t.s.loots = 1
    card = explain(t.s, t.box, 0, "space-d2")
    assert card is not None
    assert card.facts == ("3 steps for Alda, who has 4", "Here lies a rare amulet")
    far = explain(t.s, t.box, 0, "space-f4")
    assert far is not None and far.facts == ("Too far for Alda, who has 4",)
    for name in ("c1", "b2", "a1"):
        t.s.tiles[tile(t, name)].token = Token.RESOURCE
    shut = explain(t.s, t.box, 0, "space-d1")
    assert shut is not None and shut.facts == ("Something lies on every way for Alda, who has 4",)
    other = explain(t.s, t.box, 1, "space-d2")
    assert other is not None and other.facts == ("Here lies a rare amulet",), "whose turn it is not walks nowhere"


def test_what_is_put_in_a_squad_and_who_leads_it_have_their_own_chances():
    """HE-15.4, HE-15.6"""
    t = facing(troops(t1=7), troops(t1=7))
    t.s.players[0].heroes[0].items[0] = 5
    t.play(0, "h1 e", "divide")
    told = {move: odds(t.s, t.box, 0, action) for move, action in t.codes(0).items()}
    assert told["put 0"] == told["put 7"] != told["put 3"], told
    t.play(0, "put 2", "put 0")
    led = {move: odds(t.s, t.box, 0, action) for move, action in t.codes(0).items()}
    assert led["lead A"] != led["lead B"], led


@pytest.mark.parametrize("rolls", Roll)
@pytest.mark.parametrize(("army", "enemy"), [(troops(t1=9, t3=2), troops(t1=12)), (troops(t2r2=3), troops(t2=4, t1=3))])
def test_the_judge_reckons_with_the_same_dice(army: list[int], enemy: list[int], rolls: Roll):
    """Creatures, items and rampart: the mean is the same, and the judge's guess near what the dice come to."""
    t = facing(army, enemy)
    t.s.players[0].heroes[0].items[:] = 2, 0, 1
    t.play(0, "h1 e")
    form(t, 0, "even1", ("representative", "individual")[rolls])
    form(t, 1)
    t.s.battle.rampart = 1
    for side in range(2):
        mean, _ = moments(t.s, t.box, side, 0, t.s.battle.armies[side].rolls)
        assert mean == pytest.approx(average(squad_dice(t.s, t.box, side, 0)))
    assert attack_odds(t.s, t.box) == pytest.approx(chance(t.s, t.box), abs=0.06)
