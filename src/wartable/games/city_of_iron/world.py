"""The world of City of Iron: a harbour market at dusk, of brass, paper and ink."""

from wartable.core.theme import World

WORLD = World(
    name="city-of-iron",
    dark={
        "room": "#1a120c",
        "table": "#2c2017",
        "panel": "#3a2b1e",
        "edge": "#7a6036",
        "ink": "#f6ecd6",
        "soft": "#cdb992",
        "paper": "#f0e4c8",
        "paper-ink": "#33240f",
        "city": "#6b4f36",
        "stone": "#4d4740",
        "grass": "#4f5c2f",
        "forest": "#2e4c33",
        "mountain": "#5d5a5c",
        "water": "#1f4e6b",
        "desert": "#7a5a2c",
        "jungle": "#1f5346",
        "sky": "#44597a",
        "waste": "#6b332a",
    },
    light={
        "room": "#e4d8bd",
        "table": "#efe5cd",
        "panel": "#faf4e3",
        "edge": "#b59a63",
        "ink": "#2b1d0c",
        "soft": "#5a4726",
        "paper": "#fffaea",
        "paper-ink": "#33240f",
    },
    title_face="Cinzel",
    text_face="Alegreya Sans",
    room="wood",
    panels="wood",
    board="wood",
    signs=(
        *("laurel-crown", "two-coins", "microscope", "hammer-drop", "compass", "crossed-swords", "checked-shield"),
        *("tied-scroll", "cargo-ship", "zeppelin", "village", "poker-hand", "card-pickup", "card-discard"),
        *("beet", "goat", "fern", "ore", "tentacurl", "salt-shaker", "gears", "bottled-shadow", "rolled-cloth"),
        *("crystal-growth", "high-grass", "forest", "mountains", "waves", "cactus", "palm-tree", "island"),
    ),
)
