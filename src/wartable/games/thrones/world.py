"""The world of Thrones: two realms on living land, carved in stone and bronze."""

from wartable.core.theme import World

WORLD = World(
    name="thrones",
    dark={
        "room": "#0f1310",
        "table": "#1c231d",
        "panel": "#28312a",
        "edge": "#7d7346",
        "ink": "#f4f0e2",
        "soft": "#c2c2ac",
        "paper": "#eee4cb",
        "paper-ink": "#2a2314",
        "plains": "#66682f",
        "forest": "#234a2c",
        "mountain": "#62656b",
        "water": "#1f557d",
        "city": "#74593c",
        "waste": "#5c3a33",
        "ground": "#2f352f",
    },
    light={
        "room": "#dfdccb",
        "table": "#ebe8d9",
        "panel": "#f8f6ea",
        "edge": "#a39a68",
        "ink": "#1e2118",
        "soft": "#4a4d3d",
        "paper": "#fffbee",
        "plains": "#dfdc97",
        "forest": "#93bd93",
        "paper-ink": "#2a2314",
    },
    title_face="Grenze Gotisch",
    text_face="Alegreya Sans",
    room="grain",
    panels="grain",
    board="wood",
    signs=(),
)
