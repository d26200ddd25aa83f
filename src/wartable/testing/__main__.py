"""`python -m wartable.testing golden GAME FOLDER ...` and `... log SAVE`: golden matches and their logs.

`... bounds GAME MATCHES` plays with the build that checks bounds, made by NUMBA_BOUNDSCHECK=1. `... puzzles GAME
[NAME]` proves that the game's puzzles have one best answer, and prints its margin.
"""

import sys

from wartable.core.registry import find_game

from .golden import find_golden, write_log
from .laws.bounds import play_within_bounds
from .puzzles import print_proofs


def main(words: list[str]) -> None:
    if words[:1] == ["golden"] and len(words) >= 3:
        find_golden(words[1], words[2], int(words[3]) if len(words) > 3 else 300, words[4:])
    elif words[:1] == ["log"] and len(words) == 2:
        write_log(words[1])
    elif words[:1] == ["bounds"] and len(words) == 3:
        sys.exit(play_within_bounds(find_game(words[1]), int(words[2])) or 0)
    elif words[:1] == ["puzzles"] and len(words) in (2, 3):
        sys.exit(not print_proofs(find_game(words[1]), "".join(words[2:])))
    else:
        sys.exit(
            "usage: python -m wartable.testing golden GAME FOLDER [MATCHES] [OPTION=VALUE ...] | log SAVE"
            " | bounds GAME MATCHES | puzzles GAME [NAME]"
        )


main(sys.argv[1:])
