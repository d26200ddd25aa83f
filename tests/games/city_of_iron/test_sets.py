"""Bit sets are gone through from the lowest member up."""

from wartable.games.city_of_iron.rules.sets import lowest, without_lowest


def test_the_lowest_member_is_found_wherever_it_is():
    for member in range(63):
        assert lowest(1 << member) == member
        assert lowest((1 << member) | (1 << 62)) == member


def test_every_member_comes_once_and_in_order():
    members = [0, 3, 4, 17, 28, 39]
    left = sum(1 << member for member in members)
    found = []
    while left != 0:
        found.append(int(lowest(left)))
        left = int(without_lowest(left))
    assert found == members
