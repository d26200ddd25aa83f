"""The world of Thrones: two realms on living land, carved in stone and bronze."""

from wartable.drawing.theme import World

WORLD = World(
    name="thrones",
    colours={
        "room": ("#0f1310", "#dfdccb"),
        "table": ("#1c231d", "#ebe8d9"),
        "panel": ("#28312a", "#f8f6ea"),
        "edge": ("#7d7346", "#a39a68"),
        "ink": ("#f4f0e2", "#1e2118"),
        "soft": ("#c2c2ac", "#4a4d3d"),
        "paper": ("#eee4cb", "#fffbee"),
        "paper-ink": ("#2a2314", "#2a2314"),
        "plains": ("#66682f", "#dfdc97"),
        "forest": ("#234a2c", "#93bd93"),
        "mountain": ("#62656b",),
        "water": ("#1f557d",),
        "city": ("#74593c",),
        "waste": ("#5c3a33",),
        "ground": ("#2f352f",),
        "fog": ("#2c3833", "#a9b3ab"),
        "rock": ("#747a83", "#c3c6cc"),
        "chart": ("#8d7a4e", "#ead9ae"),
        "chart-ink": ("#3a2c12", "#7a6330"),
        "coat0": ("#4c9be8", "#2f7fe0"),
        "coat1": ("#ee8a2c", "#e27a1c"),
    },
    title_face="Grenze Gotisch",
    text_face="Alegreya Sans",
    room="grain",
    panels="grain",
    board="wood",
)
