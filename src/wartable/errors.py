"""What can go wrong at the door. Each message is one sentence that says what and where; no state has changed."""


class WartableError(Exception):
    """Anything a user can put right; the command line prints it and exits with 2."""


class UnknownGame(WartableError):
    """No game of that name."""


class BrokenGame(UnknownGame):
    """A game that is there and cannot be used. The message says why, and names file and line."""


class BadOption(WartableError):
    """An option that the game does not have, or a value that it does not take."""


class BadData(WartableError):
    """A data file that breaks its format. The message names file, line or row, and reason."""


class BadSave(WartableError):
    """A save that cannot be read, is cut short, or does not belong to these rules."""


class MoveError(WartableError):
    """A move that was not played."""


class UnreadableMove(MoveError):
    """The text is no move of this game; `rule` is the name of the rule by which something else is asked, if any."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class DoubtfulMove(MoveError):
    """The text may mean a legal move, but says more than that; `action` is its code, to be played when confirmed."""

    def __init__(self, message: str, action: int) -> None:
        super().__init__(message)
        self.action = action


class AmbiguousMove(MoveError):
    """The text fits more than one legal move."""


class IllegalMove(MoveError):
    """A move of this game that a rule forbids now; `rule` is that rule's name, such as MT-3.2."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule
