"""Counts the sequences of actions from the known positions of Thrones anew, and writes them down for their test.

    python -m tools.thrones.count_sequences

It is for when the rules have changed on purpose; the test holds the numbers that are there.
"""

import json

from tests.games.thrones.test_sequences import COUNTS, HERE, counts_of, read_positions


def main() -> None:
    names = read_positions(HERE / "positions.txt")
    COUNTS.write_text(json.dumps({name: counts_of(name) for name in names}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
