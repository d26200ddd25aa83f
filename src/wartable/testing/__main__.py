"""`golden GAME FOLDER ...` and `log SAVE` for authors, and what the laws need in a process of their own."""

import json
import sys

from wartable.core.registry import find_game

from .check import fingerprints
from .golden import find_golden, write_log


def main(words: list[str]) -> None:
    if words[:1] == ["fingerprints"] and len(words) == 4:
        print(json.dumps(fingerprints(find_game(words[1]), int(words[2]), int(words[3]))))
    elif words[:1] == ["golden"] and len(words) >= 3:
        find_golden(words[1], words[2], int(words[3]) if len(words) > 3 else 300, words[4:])
    elif words[:1] == ["log"] and len(words) == 2:
        write_log(words[1])
    else:
        sys.exit("usage: python -m wartable.testing golden GAME FOLDER [MATCHES] [OPTION=VALUE ...] | log SAVE")


main(sys.argv[1:])
