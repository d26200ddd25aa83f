"""`python -m wartable.testing golden GAME FOLDER ...` and `... log SAVE`: golden matches and their logs."""

import sys

from .golden import find_golden, write_log


def main(words: list[str]) -> None:
    if words[:1] == ["golden"] and len(words) >= 3:
        find_golden(words[1], words[2], int(words[3]) if len(words) > 3 else 300, words[4:])
    elif words[:1] == ["log"] and len(words) == 2:
        write_log(words[1])
    else:
        sys.exit("usage: python -m wartable.testing golden GAME FOLDER [MATCHES] [OPTION=VALUE ...] | log SAVE")


main(sys.argv[1:])
