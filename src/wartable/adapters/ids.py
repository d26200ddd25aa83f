"""The games' ids for `gymnasium.make` and `gymnasium.make_vec`: `wartable/CityOfIron-v0`.

Importing `wartable.adapters.gymnasium` registers them; a game is loaded only when its id is used. The id can name the
module to import: `gymnasium.make("wartable.adapters.gymnasium:wartable/Metals-v0")`.
"""

from importlib.metadata import entry_points
from pathlib import Path

from wartable.extras import needs

NAMESPACE = "wartable"


def ids() -> dict[str, str]:
    """The id of every game, without its namespace, with the game's name; no game is loaded."""
    folder = Path(__file__).resolve().parent.parent / "games"
    names = {path.parent.name for path in folder.glob("*/__init__.py")}
    names |= {entry.name for entry in entry_points(group="wartable.games")}
    return {f"{''.join(word.title() for word in name.split('_'))}-v0": name for name in sorted(names)}


def register() -> None:
    """Register the ids with Gymnasium."""
    with needs("adapters", "gymnasium.make"):
        import gymnasium

    for short, name in ids().items():
        if f"{NAMESPACE}/{short}" not in gymnasium.registry:
            gymnasium.register(
                id=f"{NAMESPACE}/{short}",
                entry_point="wartable.adapters.gymnasium:SeatEnv",
                vector_entry_point="wartable.adapters.vector:TablesEnv",
                kwargs={"game": name},
            )
