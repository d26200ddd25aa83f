"""The options of a game, chosen before a match begins."""

from collections.abc import Mapping
from dataclasses import dataclass

from wartable.errors import BadOption

Value = int | str | bool
Options = dict[str, Value]


@dataclass(frozen=True)
class Option:
    """An option. `values` lists its values, the default first; or `least` and `most` bound a whole number.

    With `several`, values can be joined by +. An option with `file` also takes the path of a user's text file, which is
    added to that subfolder of the data for this match (a map to `maps`, for example) and stored in its save. An option
    with `needs` has an effect only while the value of that other option names it.
    """

    name: str
    meaning: str
    values: tuple[Value, ...] = ()
    default: Value | None = None
    least: int | None = None
    most: int | None = None
    several: bool = False
    file: str = ""
    needs: str = ""

    @property
    def first(self) -> Value:
        """The default value."""
        return self.values[0] if self.default is None else self.default

    def allowed(self) -> str:
        """The possible values, in words."""
        if self.least is not None:
            return f"a whole number from {self.least} to {self.most}"
        words = ", ".join(_word(value) for value in self.values)
        if self.several:
            return f"any of {words}, joined by +"
        return f"{'one of ' if len(self.values) > 1 else ''}{words}{', or the path of a file' if self.file else ''}"

    def read(self, text: object) -> Value:
        """The value that a text (or a value from a save) means; BadOption if it is invalid."""
        if self.least is not None and self.most is not None:
            return self._number(text)
        word = _word(text)
        if self.several:
            parts = word.split("+")
            known = {_word(value) for value in self.values}
            if not all(part in known for part in parts) or len(set(parts)) != len(parts):
                raise self._bad(text)
            return "+".join(w for w in map(_word, self.values) if w in parts)
        for value in self.values:
            if _word(value) == word:
                return value
        if self.file and isinstance(text, str) and text:
            return text
        raise self._bad(text)

    def _number(self, text: object) -> int:
        try:
            number = int(str(text))
        except ValueError:
            raise self._bad(text) from None
        assert self.least is not None and self.most is not None
        if isinstance(text, bool) or not self.least <= number <= self.most:
            raise self._bad(text)
        return number

    def _bad(self, text: object) -> BadOption:
        return BadOption(f"option {self.name}={_word(text)}: it takes {self.allowed()}")


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    text = str(value).strip()
    return {"true": "on", "yes": "on", "false": "off", "no": "off"}.get(text.lower(), text)


def complete(options: tuple[Option, ...], given: Mapping[str, object]) -> Options:
    """All options of a game: the given ones validated, the others at their defaults."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(f"there is no option {name}; there are: {', '.join(known) or 'none'}")
    settled = {name: option.read(given[name]) if name in given else option.first for name, option in known.items()}
    for name in without_effect(options, settled):
        value = settled[known[name].needs]
        raise BadOption(f"option {name}={_word(settled[name])} has no effect with {known[name].needs}={_word(value)}")
    return settled


def without_effect(options: tuple[Option, ...], settled: Mapping[str, object]) -> list[str]:
    """The options that were changed although another option that they need does not name them."""
    return [
        option.name
        for option in options
        if option.needs
        and settled.get(option.name, option.first) != option.first
        and option.name not in str(settled.get(option.needs, option.name)).split("+")
    ]
