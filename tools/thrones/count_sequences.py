"""Counts the sequences of actions from the known positions of Thrones, and writes the numbers for their test.

    python -m tools.thrones.count_sequences

Use it after an intended change of the rules; the test compares with the stored numbers.
"""

import json

from tests.games.thrones.test_sequences import COUNTS, HERE, counts_of, read_positions


def main() -> None:
    names = read_positions(HERE / "positions.txt")
    COUNTS.write_text(json.dumps({name: counts_of(name) for name in names}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
