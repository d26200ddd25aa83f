"""The rulebook's sample round, coin for coin.

Sam is seat 0, Julia seat 1, Mark seat 2 and Mary seat 3. The rulebook names the buildings and cards; which of the
cards of the same name, and what else lies in the row, is ours.
"""

from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.state import CITIZEN, MILITARY, Kind
from wartable.testing import Table

from .positions import FACE, NATIONS, asked, deal, goods, hand, row

SAM, JULIA, MARK, MARY = range(4)
ROW = (
    *("academy", "academy", "srika-pasture", "srika-pasture-mixed", "turnip-farm", "turnip-farm"),
    *("moss-garden", "mine", "barracks", "guild-hall", "moss-garden", "mine"),
)


def coins(t):
    return [int(t.s.sides[seat].coins) for seat in range(4)]


def test_the_sample_round():
    """CI-3.2, CI-3.5, CI-4.1, CI-10.1 to CI-10.14"""
    t = Table(GAME, {}, 4)
    for seat, nation in enumerate(NATIONS):
        t.play(seat, f"nation-{nation}")
    for seat, land in ((SAM, "meadowood"), (JULIA, "green-bay"), (MARK, "high-pasture"), (MARY, "dry-steppe")):
        t.play(seat, f"land-{land}")
    for seat in range(4):
        t.play(seat, "top-captain", "top-scholar")
    t.roll(*(f"deal-{face}" for face in ROW))
    while asked(t) == Kind.DEAL_TOWN:
        t.roll(next(iter(t.odds())))
    t.roll("first-0", "first-1", "first-2")
    assert coins(t) == [7, 7, 7, 7]

    t.play(SAM, "bid-4")
    t.play(JULIA, "bid-3")
    t.play(MARK, "bid-2")
    t.play(MARY, "bid-5")
    assert coins(t) == [7, 7, 7, 6]
    assert t.s.order.tolist() == [MARY, SAM, JULIA, MARK]

    t.play(MARY, "build-a")
    assert coins(t) == [7, 7, 7, 1]
    t.play(SAM, "draw-citizen")
    assert hand(t, SAM) == {"scholar", "cartographer"}
    t.play(JULIA, "build-c")
    assert (coins(t), goods(t, JULIA), t.s.sides[JULIA].income) == ([7, 5, 7, 1], {"srikas": 3}, 3)
    t.play(MARK, "build-e")
    assert (coins(t), goods(t, MARK)) == ([7, 5, 4, 1], {"turnips": 3})

    t.play(MARY, "build-d")
    assert (coins(t), goods(t, MARY), t.s.sides[MARY].income) == ([7, 5, 4, 0], {"srikas": 2, "turnips": 1}, 3)
    t.play(SAM, "play-scholar", "lay-cartographer")
    assert (coins(t), t.s.sides[SAM].science) == ([6, 5, 4, 0], 1)
    assert t.s.sides[SAM].discard_count.tolist() == [2, 0]
    t.play(JULIA, "build-b")
    assert coins(t) == [6, 0, 4, 0]
    t.play(MARK, "build-f")
    assert (coins(t), goods(t, MARK)) == ([6, 0, 1, 0], {"turnips": 6})

    t.play(MARY, "tax")
    assert coins(t) == [6, 0, 1, 1]
    t.play(SAM, "build-g")
    assert (coins(t), t.s.sides[SAM].science, goods(t, SAM)) == ([1, 0, 1, 1], 0, {"glow-moss": 2})
    t.play(JULIA, "draw-military")
    assert hand(t, JULIA) == {"scholar", "captain"}
    t.play(MARK, "store-h")
    assert (t.s.sides[MARK].stored[FACE["mine"]], t.s.sides[MARK].cities[0].count) == (1, 2)

    assert row(t) == ["-"] * 12
    deal(t)
    assert "-" not in row(t)
    assert [int(side.points) for side in t.s.sides] == [0, 0, 0, 0]
    assert [after - before for after, before in zip(coins(t), [1, 0, 1, 1], strict=True)] == [5, 4, 5, 3]
    assert [int(side.science) for side in t.s.sides] == [0, 1, 0, 1]
    assert [int(side.hand_count[CITIZEN]) for side in t.s.sides] == [1, 2, 2, 2]
    assert [int(side.hand_count[MILITARY]) for side in t.s.sides] == [0, 1, 0, 0]

    t.play(SAM, "buy-spy")
    for seat in (JULIA, MARY, MARK, SAM):
        if seat in t.due:
            t.play(seat, "done")
    assert "spy" in hand(t, SAM)
    assert coins(t) == [3, 4, 6, 4]
    assert t.s.round_number == 2
    assert t.s.bidders.tolist() == [MARK, JULIA, SAM, MARY]
    assert t.due == {MARK}
