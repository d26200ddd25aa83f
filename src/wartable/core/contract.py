"""The contract between a game and its audience: every hook of a game, with its meaning and its default.

A game passes a `Words`, a `View` and, for the lab, `Metrics`. `Words` and `View` only get hidden records. Functions
take the game's own State and Box; here these are `Any`. If a module is passed, its functions of these names are the
hooks; a name in its `__all__` that is no hook is an error.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, ClassVar, NamedTuple, TypeVar

from wartable.drawing.card import Card
from wartable.drawing.cue import Cue
from wartable.drawing.phases import Phases
from wartable.drawing.scene import Scene
from wartable.drawing.sheet import Sheet
from wartable.drawing.spot import Spot
from wartable.drawing.theme import PLAIN, World

from .notes import Note
from .values import Meaning, Refused

H = TypeVar("H", bound="Hooks")


class Window(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    width: float
    height: float


class Sight(NamedTuple):
    """A part of the whole table, as a seat sees it.

    The part with the most things whose ids begin with one of `shows` is preferred.
    """

    window: Window
    seat: int = 0
    shows: tuple[str, ...] = ()


_OF_PAGES: Any = None


class Hooks:
    """The common base of the parts of the contract."""

    constants: ClassVar[tuple[str, ...]] = ()
    """Hooks that are values; in a module their names are in capitals."""

    @classmethod
    def of(cls: type[H], source: Any) -> H:
        """The hooks of a module, or of any object with such names."""
        if isinstance(source, cls):
            return source
        names = {one.name: one.name for one in fields(cls) if one.init}  # type: ignore[arg-type]
        names |= {name.upper(): name for name in cls.constants}
        for name in getattr(source, "__all__", ()):
            if name not in names:
                near = "".join(f"; did you mean {one}?" for one in get_close_matches(name, names, 1))
                raise TypeError(f"{source.__name__}: {name} is not a hook of {cls.__name__}{near}")
        given = vars_of(source)
        return cls(**{hook: given[name] for name, hook in names.items() if name in given})


def vars_of(source: Any) -> dict[str, Any]:
    """The names of a module or an object, including methods of its class."""
    own = dict(vars(source))
    return own if inspect.ismodule(source) else {name: getattr(source, name) for name in (*vars(type(source)), *own)}


@dataclass(kw_only=True)
class Words(Hooks):
    """The texts of a game."""

    constants = ("sheet", "points_are", "stakes")

    prompt: Callable[[Any, Any, int], str] = _OF_PAGES
    """`prompt(view, box, seat)`: what is asked of the seat now, or what it waits for, in one sentence. By default the
    prompt of the phase, or whom the seat waits for (`Decisions.asked`)."""
    sentence: Callable[[Note, Any, int], str]
    """`sentence(note, box, viewer)`: the note in words, `{0}` for the name of seat 0; empty if another note says it."""
    goal: Callable[[Any, Any, int], str] | None = None
    """`goal(view, box, seat)`: what decides the match and how it stands. Without it that line is not shown."""
    phases: Callable[[Any, Any, int], Phases] | None = None
    """`phases(view, box, seat)`: the parts of a turn, and the current one. Without it no strip is shown."""
    odds: Callable[[Any, Any, int, int], str] | None = None
    """`odds(view, box, seat, action)`: how likely the action is to succeed, in words; empty if it is certain."""
    notation: Callable[[Any, Any, int, int], str] = field(init=False)
    """`notation(view, box, seat, action)`: as people type it; defined for every code, different for any two legal ones.
    This, `label` and `fact` come from the pages of decisions, and `meant` unless the game has its own."""
    label: Callable[[Any, Any, int, int], str] = field(init=False)
    """`label(view, box, seat, action)`: as a person would say it."""
    meant: Callable[[Any, Any, int, str], Meaning] = _OF_PAGES
    """`meant(view, box, seat, text)`: the action, legal or not, that a text means; why there is none; None if it
    means nothing."""
    fact: Callable[[Any, Any, int, int, int], str] = field(init=False)
    """`fact(view, box, seat, action, rule)`: why the rule forbids the action here; empty if the rule says it all."""
    sheet: Mapping[Any, str] = field(default_factory=dict)
    """The rows of a score sheet: for kinds of notes that change a counter, what is summed up, in words."""
    points_are: str = "points"
    """What the points of a result count."""
    stakes: Mapping[Any, float] = field(default_factory=dict)
    """What a kind of note is worth to the seat that it is about: for each unit of its amount, or for each note. The
    coach gives reasons by these notes (`bots/advice/reasons.py`).
    """


@dataclass(kw_only=True)
class View(Hooks):
    """The pictures of a game."""

    constants = ("answers", "by_drag", "aloud", "world", "cover")

    scene: Callable[[Any, Any, int], Scene]
    """`scene(view, box, seat)`: what the seat (or SPECTATOR) sees, from its side of the table."""
    board: Callable[[Any, Any, int], str]
    """`board(view, box, seat)`: the same as text, for the terminal."""
    path: Callable[[Any, Any, int, int], tuple[str, ...]] = field(init=False)
    """`path(view, box, seat, action)`: the ids of the things that a player touches, one after the other, to make
    the action. It comes from the pages of decisions."""
    explain: Callable[[Any, Any, int, str], Card | None] | None = None
    """`explain(view, box, seat, thing)`: the card of a thing. Without it things have no cards."""
    meant_by: Callable[[Any, Any, int, tuple[str, ...]], str | Refused | None] | None = None
    """`meant_by(view, box, seat, touched)`: the text that touching these things stands for, or why it means nothing.
    Without it the refused action is looked for by its path."""
    route: Callable[[Any, Any, int, tuple[str, ...]], Sequence[int]] | None = None
    """`route(view, box, seat, touched)`: the actions, step by step, that lead from the first thing to the last.
    Without it one touch is one action."""
    sheets: Callable[[Any, Any, int], Sequence[Sheet]] | None = None
    """`sheets(view, box, seat)`: order forms that the seat may fill in, several actions at once."""
    order: Callable[[Any, Any, int, str, tuple[int, ...]], int | None] | None = None
    """`order(view, box, seat, sheet, numbers)`: the next action that a filled-in form asks for; None when done."""
    as_if: Callable[[Any, Any, int], Any | None] | None = None
    """`as_if(view, box, seat)`: the table as if it were the seat's turn; None if that makes no sense. Without it
    the browser does not show what pieces can reach."""
    struck: Callable[[Any, Any, int], Mapping[str, tuple[str, ...]]] | None = None
    """`struck(view, box, seat)`: for each piece of the seat, the places that it hits from where it stands."""
    spot: Callable[[Note, Any], Spot | None] | None = None
    """`spot(note, box)`: the effect of a note at a thing during playback."""
    cue: Callable[[Note, Any], Cue | None] | None = None
    """`cue(note, box)`: the effect of a note on the stage of a fight."""
    staged: Callable[[Any, Any], Sequence[Cue]] | None = None
    """`staged(view, box)`: the fight in progress, for a viewer who joins in the middle of it."""
    is_risky: Callable[[Any, Any, int, int], bool] | None = None
    """`is_risky(view, box, seat, action)`: whether a die decides the result of the action."""
    answers: tuple[str, ...] = ()
    """Id prefixes of things that are answers, not places: the browser asks for them where the player touched."""
    purse: tuple[int, ...] = ()
    """The counters that a player spends: a phone always shows the player's own."""
    by_drag: tuple[str, ...] = ()
    """Id prefixes of answers that a drag to the goal selects; a touch still asks."""
    aloud: tuple[str, ...] = ()
    """Id prefixes of answers that must be given even if nothing else is left; for a thing that is an action by itself,
    the browser asks for confirmation.
    """
    world: World = PLAIN
    """The colours, typefaces and textures of the table."""
    cover: Sight | None = None
    """The part of the table that the lobby's picture shows; None: the best part of the board."""


class Compared(NamedTuple):
    """Columns of a data table: prices, of which less is better; what a component brings, of which more is better; and
    those in which two components must be alike to be compared at all.
    """

    less: tuple[str, ...]
    more: tuple[str, ...]
    alike: tuple[str, ...] = ()


@dataclass(kw_only=True)
class Metrics(Hooks):
    """What the lab records of a match besides the common figures. Its functions are compiled rules."""

    constants = ("clock_name", "trait_names", "gauge_names", "components", "compared")

    clock: Any = None
    """`clock(s, box) -> int`: how far the match is, in the game's own count; the number of decisions without it."""
    clock_name: str = "turns"
    traits: Any = None
    """`traits(s, box, seat, out)`: what a seat is (a faction, a nation), as the place of its name in `trait_names`."""
    trait_names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By trait: its names, or the data table (or folder, `maps/`) that has them."""
    gauges: Any = None
    """`gauges(s, box, seat, out)`: figures of a seat at the end."""
    gauge_names: Mapping[str, str] = field(default_factory=dict)
    uses: Any = None
    """`uses(s, box, seat, action, out) -> int`: the components that an action uses; writes 1000 * kind + place."""
    components: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By kind: the names of components, as in `trait_names`."""
    compared: Mapping[str, "Compared"] = field(default_factory=dict)
    """By data table: the columns by which one of its components can be strictly better than another."""
