"""Sets of small numbers as bits, and lists of actions that are written without a branch."""

import numpy as np
import pytest

from wartable.compiler.mode import plain
from wartable.core.actions import offer
from wartable.core.numbers.bits import lowest, size

SETS = ({0}, {61}, {0, 61}, {3, 4, 5, 40}, set(range(62)), set(range(0, 62, 2)), {31, 32, 33})


def bits(members):
    return sum(1 << member for member in members)


@pytest.mark.parametrize("members", SETS, ids=str)
@pytest.mark.parametrize("version", [lambda rule: rule, plain], ids=["compiled", "plain"])
def test_a_set_knows_its_size_and_its_lowest_member(members, version):
    assert version(size)(bits(members)) == len(members)
    assert version(lowest)(bits(members)) == min(members)


def test_the_empty_set_has_no_members():
    assert size(0) == 0


def test_every_set_of_one_and_every_set_from_a_member_on():
    for member in range(62):
        assert lowest(1 << member) == member
        assert lowest(bits(range(member, 62))) == member
        assert size(bits(range(member, 62))) == 62 - member


@pytest.mark.parametrize("version", [lambda rule: rule, plain], ids=["compiled", "plain"])
def test_only_what_is_allowed_is_listed(version):
    out, n = np.zeros(5, np.int32), 0
    for code, allowed in ((70, True), (71, False), (72, False), (73, True), (74, False)):
        n = version(offer)(out, n, code, allowed)
    assert n == 2
    assert out[:n].tolist() == [70, 73]
