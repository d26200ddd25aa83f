"""The noise floor: readers that understand nothing, held against a bot."""

import re

from wartable.text import floor


def test_a_row_for_each_reader(metals):
    rows = [floor.floor(metals.name, reader, 4) for reader in floor.READERS]
    random_text = rows[0]
    assert random_text.share == 0 and random_text.illegal == 3
    assert all(row.illegal == 0 for row in rows[1:])
    assert all(0 <= row.low <= row.share <= row.high <= 1 and row.matches == 4 for row in rows)
    table = "\n".join(map(floor.line, rows))
    assert len(re.findall(r"^\| Metals \| [\w ]+ \| 4 \| \d+% \(\d+% to \d+%\) \|", table, re.MULTILINE)) == 4


def test_the_same_seed_plays_the_same(metals):
    assert floor.play(metals.name, "first legal", 3, "greedy") == floor.play(metals.name, "first legal", 3, "greedy")
