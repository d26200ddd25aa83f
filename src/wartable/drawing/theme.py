"""Named colours. Pictures use them as `var(--name)`; a theme defines them."""

import re
from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from types import MappingProxyType

FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"

DARK: dict[str, str] = {
    "room": "#12161c",
    "table": "#1a2028",
    "panel": "#222a34",
    "edge": "#394452",
    "ink": "#eef1f4",
    "soft": "#aab4c0",
    "accent": "#ffd84d",
    "good": "#5fce8e",
    "bad": "#ff6b5e",
    "paper": "#e9e2d0",
    "paper-ink": "#22201b",
    "seat0": "#4c9be8",
    "seat1": "#e8862e",
    "seat2": "#45cf8a",
    "seat3": "#e6b8ee",
    "seat0-deep": "#1d4a78",
    "seat1-deep": "#7a4110",
    "seat2-deep": "#135b43",
    "seat3-deep": "#573484",
    "grass": "#4d5f3d",
    "plains": "#776b42",
    "forest": "#2f5238",
    "mountain": "#666b73",
    "water": "#2d587c",
    "desert": "#7f683c",
    "jungle": "#2a5a4b",
    "stone": "#4a505a",
    "city": "#75604c",
    "waste": "#573b35",
    "sky": "#546d8a",
    "ground": "#3a4250",
    "fog": "#2f352f",
    "pattern": "#00000038",
    "pattern-light": "#ffffff2a",
    "shade": "#00000066",
    "brass": "#cfa24c",
    "brass-ink": "#241703",
    "lens": "#2f5f93",
    "lens-ink": "#f2f7fc",
    "gold": "#f2c14e",
}

LIGHT: dict[str, str] = {
    **DARK,
    "room": "#d9d5cb",
    "table": "#ece8de",
    "panel": "#f8f5ee",
    "edge": "#bdb5a4",
    "ink": "#20242a",
    "soft": "#4a515b",
    "accent": "#a3005f",
    "good": "#14603a",
    "bad": "#a01d16",
    "paper": "#fffdf6",
    "seat0": "#1f58b5",
    "seat1": "#8c4205",
    "seat2": "#0d5f43",
    "seat3": "#571a6e",
    "seat0-deep": "#bcdcf8",
    "seat1-deep": "#fbd9b6",
    "seat2-deep": "#bde9d9",
    "seat3-deep": "#e2d0f5",
    "grass": "#b9cb9f",
    "plains": "#e3d59c",
    "forest": "#8fb592",
    "mountain": "#b9bcc2",
    "water": "#9cc3e0",
    "desert": "#e6cf9c",
    "jungle": "#8fc2ae",
    "stone": "#c3c6cc",
    "city": "#d3bea6",
    "waste": "#cfa79c",
    "sky": "#c4d7ea",
    "ground": "#dcdcd6",
    "fog": "#d5d6cc",
    "pattern": "#00000030",
    "pattern-light": "#00000024",
    "shade": "#00000033",
    "gold": "#704800",
}

THEMES = {"dark": DARK, "light": LIGHT}

_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")


def paint(svg: str, theme: dict[str, str]) -> str:
    """Replace colour names by the theme's colours, for readers without CSS variables."""
    return _VARIABLE.sub(lambda match: theme[match[1]], svg)


@dataclass(frozen=True, eq=False)
class World:
    """The look of one game: its own colours, its typefaces and its materials.

    `colours` are the game's own, each in the dark theme and in the light one; with one value, in the dark theme only.
    They replace those of the themes, as do `dark` and `light`, which have the colours of one theme. `title_face` is for
    titles and names on cards, `text_face` for everything else; both are families whose files the web client bundles
    (web/src/fonts.css). `room`, `panels` and `board` name textures (`drawing/materials.py`). `signs` are the icons that
    many things show, `figures` drawings that stand where icons would (`drawing/icons.py`): they are sent once, with the
    board.
    """

    name: str = "plain"
    dark: Mapping[str, str] = field(default_factory=dict)
    light: Mapping[str, str] = field(default_factory=dict)
    title_face: str = ""
    text_face: str = ""
    room: str = "grain"
    panels: str = "grain"
    board: str = ""
    signs: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    colours: InitVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

    def __post_init__(self, colours: Mapping[str, tuple[str, ...]]) -> None:
        for place, theme in enumerate(("dark", "light")):
            own = {name: values[place] for name, values in colours.items() if place < len(values)}
            object.__setattr__(self, theme, {**own, **getattr(self, theme)})

    @property
    def faces(self) -> dict[str, str]:
        """Its typefaces, with fallbacks for missing font files."""
        named = {"title-face": self.title_face, "text-face": self.text_face}
        return {what: f"'{face}', {FONT}" if face else FONT for what, face in named.items()}

    def theme(self, name: str) -> dict[str, str]:
        """The colours and typefaces of the dark or the light theme in this world."""
        own = self.dark if name == "dark" else self.light
        return {**THEMES[name], **own, **self.faces}


PLAIN = World()
