"""The log of Heroes: what happens is told as it happens, with numbers and causes."""

from wartable.core.frames import SPECTATOR
from wartable.games.heroes import words
from wartable.games.heroes.notes import Told
from wartable.games.heroes.state import Token
from wartable.testing import Table

from .tables import CORNERS, clash, exploring, facing, form, hero, settled, spawners, stock, tile, troops
from .test_ends import LITTERED, dawn, last_day
from .test_exploration import guarded_home, meeting
from .test_setup_and_days import hungry, next_day
from .test_words_and_view import labels


def said(t: Table) -> list[str]:
    return [sentence.text for sentence in t.told()]


def rules(t: Table, part: str) -> list[int]:
    """The rules of the sentences that have a part."""
    return [sentence.rule for sentence in t.told() if part in sentence.text]


def test_a_hero_who_has_come_home_is_not_said_to_cost_food():
    """HE-5.1, HE-5.2"""
    t = exploring(settled(), "5")
    t.play(0, "end")
    hero(t, 1, 1, "f5")
    t.roll("1")
    stock(t, 1, food=3)
    t.play(1, "h1 s")
    assert "Day 2 of 20." in said(t)
    assert not [text for text in said(t) if "food for" in text]
    assert t.s.players[1].stock[2] == 3 + 1


def test_fees_are_told_with_what_is_left():
    """HE-5.2"""
    t = settled()
    hero(t, 0, 1, "c3")
    hero(t, 0, 2, "d3")
    stock(t, 0, food=4)
    next_day(t)
    assert "{0} pays 2 food for 2 heroes outside the cities and has 3 left." in said(t)
    assert rules(t, "pays 2 food") == [502]


def test_income_and_fees_are_told_when_a_token_comes_back_at_dawn():
    """HE-4.1, HE-4.2, HE-5.2, HE-19.2"""
    t = dawn(LITTERED, mode="campaign")
    t.s.tiles[tile(t, "a2")].token = Token.NONE
    t.s.tokens[Token.ITEM] -= 1
    hero(t, 0, 1, "c3")
    t.s.players[0].mines[3] = 2
    stock(t, 0, food=1)
    t.play(1, "end")
    assert said(t) == ["{1} ends the turn.", "Day 2 of 200."]
    t.roll("lay e4")
    assert said(t)[:4] == [
        "An item appears on e4.",
        "{0} receives 2 coins, 1 wood, 1 food and 1 stone from cities.",
        "{0} receives 2 stone from mines.",
        "{0} pays 1 food for 1 hero outside the cities and has 1 left.",
    ]


def test_a_hero_who_is_not_paid_for_is_said_to_leave():
    """HE-5.4"""
    t = hungry()
    assert "{0} has 2 food for 3 heroes and must choose whom to pay." in [
        words.sentence(note, t.box, SPECTATOR) for note in t.notes
    ]
    t.play(0, "pay h1", "pay h4")
    assert said(t) == [
        "{0} pays 1 food for Doran on e3 and has 0 left.",
        "{0}'s hero Bram on d3 is not paid for and leaves the game.",
        "7 creatures go with it; {0} has 0.",
        "An uncommon main hand of Bram lies on d3 now.",
    ]
    assert rules(t, "leaves the game") == [504]


def test_a_hero_who_falls_in_the_last_battle_of_a_day_is_lost_in_battle():
    """HE-17.4: also where the next day begins with the same die."""
    t = exploring(settled(), "5")
    t.play(0, "end")
    t.roll("1")
    hero(t, 1, 1, "d3", troops(t1=1))
    hero(t, 0, 1, "c3", troops(t1=2))
    t.play(1, "h1 w")
    form(t, 0)
    t.play(1, "A>A")
    t.roll("1", "6")
    assert "Day 2 of 20." in said(t)
    assert rules(t, "{1}'s hero Falk on c3 is lost with the battle.") == [1704]


def test_a_hero_who_retreats_is_said_to_have_retreated():
    """HE-17.2, HE-17.5"""
    t = facing(troops(t1=2), troops(t1=3))
    t.s.players[0].heroes[0].items[2] = 4
    t.play(0, "h1 e")
    form(t, 0)
    form(t, 1)
    t.play(0, "retreat")
    assert said(t)[:5] == [
        "{0} retreats from the battle on d3.",
        "2 creatures are lost; {0} has 0.",
        "{1} wins the battle on d3.",
        "{0}'s hero Alda on d3 has retreated and is lost.",
        "An epic amulet of Alda lies on d3 now.",
    ]
    assert rules(t, "has retreated") == [1702]


def test_a_hero_without_troops_is_said_to_be_removed():
    """HE-17.7"""
    t = facing(troops(t1=1), troops())
    t.play(0, "h1 e")
    assert rules(t, "{1}'s hero Falk on d3 has no troops to fight for it and is removed.") == [1707]


def test_the_move_list_names_an_attack_on_an_enemy_hero():
    """HE-10.1"""
    t = facing(troops(t1=1), troops(t1=4, t2=1))
    assert labels(t, 0)["h1 e"] == "Alda moves to d3, attack {1}'s hero Falk (4 goblins, 1 orc)"
    place = t.s.tiles[tile(t, "d3")]
    place.token, place.owner, place.mark = Token.MINE, 1, 2
    assert labels(t, 0)["h1 e"].endswith("attack {1}'s hero Falk (4 goblins, 1 orc), {1}'s mine")


def test_the_move_list_names_guardians_at_a_mine():
    """HE-12.7"""
    t = guarded_home(troops(t1=1))
    assert labels(t, 0)["h1 e"] == "Alda moves to d3, your mine (3 goblins)"


def test_the_move_list_names_a_siege():
    """HE-14.1"""
    t = exploring(settled(), "5")
    hero(t, 0, 1, "f5", troops(t1=1))
    assert labels(t, 0)["h1 s"] == "Alda moves to f6, siege of {1}'s city Ravendale, undefended"
    t.s.cities[1].garrison[0] = 1
    assert labels(t, 0)["h1 s"] == "Alda moves to f6, siege of {1}'s city Ravendale"


def test_an_item_left_for_another_is_told():
    """HE-13.6"""
    t = meeting("I", troops())
    t.s.players[0].heroes[0].items[2] = 2
    t.play(0, "h1 e")
    t.roll("70%", "10%")
    assert said(t) == ["The percentile die for its quality shows 10: it stays common.", "A common amulet lies on d3."]
    assert labels(t, 0)["take h1 common amulet"] == "Alda takes the common amulet and leaves the uncommon one"
    t.play(0, "take h1 common amulet")
    assert said(t) == ["{0}'s hero Alda takes a common amulet on d3.", "It leaves an uncommon amulet there."]


def test_a_purchase_is_told_with_its_price_and_every_coin():
    """HE-6.2, HE-7.2"""
    t = settled()
    t.play(0, "build a1 t1")
    assert said(t) == ["{0} builds the spawner of goblins in Ravenhold for 5 wood."]
    t.play(0, "recruit a1 t1 x5")
    assert said(t) == ["{0} recruits 5 goblins in Ravenhold for 5 coins."]
    paid = [note for note in t.notes if note.kind == Told.PAYS]
    assert [(note.amount, note.total, note.rule) for note in paid] == [(-5, 2, 702)]


def test_the_siege_of_a_neutral_city_is_told_before_its_dice():
    """HE-14.1, HE-14.4"""
    t = meeting("N")
    t.play(0, "h1 e")
    moves = "{0}'s hero Alda moves from c3 to d3, 8 steps left."
    assert said(t) == [moves, "{0} lays siege to the neutral city Oakhaven."]


def test_the_owner_frees_a_mine():
    """HE-12.8"""
    t = guarded_home(troops(t5=10))
    t.play(0, "h1 e")
    assert "{0} fights guardians on d3: 3 goblins." in said(t)
    assert rules(t, "fights guardians") == [1207]
    form(t, 0)
    t.play(0, "A>A")
    t.roll(*["6"] * 5, "1", *["6"] * 5, "1")
    assert said(t)[-2:] == ["{0} wins the battle on d3.", "{0}'s mine on d3 is free of guardians."]


def test_survivors_are_told_where_they_stay_and_where_they_go():
    """HE-11.7, HE-17.6"""
    t = meeting("M", troops(t1=1))
    t.play(0, "h1 e")
    t.roll("40%", "4", "3")
    t.play(0, "A>B")
    t.roll("1", "6")
    assert "Monsters win the battle on d3." in said(t)
    assert rules(t, "7 goblins stay on d3.") == [1107]
    t = clash(troops(t1=1), troops(t1=4))
    t.play(0, "A>A")
    t.roll("1", "6")
    assert rules(t, "4 goblins go back to Falk.") == [1706]


def test_each_die_of_a_battle_is_a_note_of_its_own():
    """HE-1.6"""
    t = clash(troops(t2=1), troops(t1=2))
    t.play(0, "A>A")
    t.roll("5")
    (die,) = t.notes
    assert (die.kind, die["face"], die["faces"], die["group"], die.seat) == (Told.DIE, 5, 6, 1, 0)


def test_equal_totals_are_told_for_both():
    """HE-16.8"""
    t = clash(troops(t1=4), troops(t1=2))
    t.play(0, "A>A")
    t.roll("2", "4")
    assert said(t)[1:] == [
        "{0}'s squad A has 8: equal totals kill nobody.",
        "{1}'s squad A has 8: equal totals kill nobody.",
    ]


def test_the_last_day_tells_what_each_realm_is_worth():
    """HE-18.3, HE-18.4"""
    t = last_day()
    stock(t, 0, 4)
    stock(t, 1, 23)
    t.s.players[1].mines[0] = 1
    t.play(1, "end")
    assert said(t)[1:] == [
        "{0}'s realm: 10 for cities, 0 for mines, 0 for troops, 0 for items.",
        "The stock counts 0: {0}'s realm is worth 10.",
        "{1}'s realm: 10 for cities, 3 for mines, 0 for troops, 0 for items.",
        "The stock counts 4: {1}'s realm is worth 17.",
        "{1} wins with a realm value of 17.",
    ]


def test_mines_of_those_who_are_out_are_told_to_be_free():
    """HE-18.1"""
    t = exploring(settled(CORNERS, 3), "5")
    hero(t, 0, 1, "f5", troops(t1=1))
    spawners(t, 1, "t1")
    place = t.s.tiles[tile(t, "c3")]
    place.token, place.owner, place.mark = Token.MINE, 1, 2
    t.s.players[1].mines[2] = 1
    t.play(0, "h1 s")
    assert said(t)[-5:] == [
        "{1}'s hero Falk on f6 has no troops to fight for it and is removed.",
        "{1} loses the city Ravendale and has 0 cities.",
        "{0} takes the city Ravendale and has 2 cities.",
        "{1} has no city and no hero, and is out.",
        "{1}'s 1 mine belongs to nobody now.",
    ]


def test_one_creature_joins_and_one_is_lost():
    """HE-11.4, HE-11.5"""
    t = meeting("M")
    t.play(0, "h1 e")
    t.roll("100%", "1", "1")
    t.play(0, "join 1")
    assert "1 goblin joins {0}'s hero Alda." in said(t)
    assert "1 goblin is lost, and the monster token on d3 is removed." in said(t)
