"""Errors that users can fix. Each message is one sentence that says what is wrong and where; nothing has changed."""


class WartableError(Exception):
    """An error that the user can fix; the command line prints it and exits with 2."""


class UnknownGame(WartableError):
    """There is no game with that name."""


class BrokenGame(UnknownGame):
    """The game is installed but cannot be used. The message gives the reason with file and line."""


class BadOption(WartableError):
    """The game has no such option, or the option does not take that value."""


class BadData(WartableError):
    """A data file is invalid. The message gives file, line or row, and the reason."""


class BadSave(WartableError):
    """A save cannot be read, is incomplete, or does not belong to these rules."""


class MoveError(WartableError):
    """The move was not played."""


class UnreadableMove(MoveError):
    """The text is not a move of this game; `rule` is the rule by which something else is asked for, if any."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class DoubtfulMove(MoveError):
    """The text may mean a legal move but says more than that; `action` is the move's code, to play on confirmation."""

    def __init__(self, message: str, action: int) -> None:
        super().__init__(message)
        self.action = action


class AmbiguousMove(MoveError):
    """The text fits more than one legal move."""


class IllegalMove(MoveError):
    """A rule forbids the move now; `rule` is the rule's name, such as MT-3.2."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule
