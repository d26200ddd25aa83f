"""The games use the same words for the same things: files, hooks, decisions, and how rules are named."""

import ast
from collections.abc import Iterator
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from types import ModuleType

from wartable.core.game import Game
from wartable.studio.shown import KINDS

HOMES = {
    "notation": "notation",
    "prompt": "prompts",
    "sentence": "sentences",
    "meant": "meaning",
    "fact": "facts",
    "board": "text_board",
    "path": "touches",
    "features": "features",
}
"""The file of a hook, where a game is large enough to have one for it; else it is in words, view or judge."""

ELSEWHERE = {("iron_kings", "fact"): "reasons"}
"""Hooks in a file of another name."""

FILES = {
    *("__init__", "actions", "box", "help", "hidden", "judge", "metrics", "notes", "observation", "refusals"),
    *("rules", "state", "view", "words", "world", *HOMES.values()),
}
"""The files that games have in common."""

OWN_FILES = {
    "city_of_iron": {"texts": "words for all that the Box names; the other games have names, with less in it"},
    "heroes": {
        "naming": "names of things",
        "odds": "how likely an army wins; the judge and the words read it",
        "sheets": "orders of several actions, which no other game has",
    },
    "iron_kings": {
        "geometry": "hexes, which no other game has",
        "reasons": "what makes a refusal true (fact); facts.py has names and facts of things here",
        "preview": "where a program leads, drawn on the map",
    },
    "thrones": {"names": "names of things"},
}
"""Files that a game has beside them, each with the reason. Parts of a view are called by their place, `map_view`."""

ADDED = {"glossary", "phases", "spoken", "staging"}
"""Files of which a game may have one."""

ASKED = {"iron_kings": ("state", "Frame"), "metals": ("actions", "Ask")}
"""What can be asked is the enum Kind in state.py; in these games it has an older name."""

WRITES = {"legal", "chance", "census"}
"""Hooks that write to a list. Nature's answers end in `by_chance`; all else that writes actions begins with `list_`."""
OLD_LISTS = {"city_of_iron": ("legal_", "write_"), "iron_kings": ("legal_", "write_"), "metals": ("legal_",)}
"""Older beginnings of the same, in these games."""
HELPERS = {"iron_kings": {"write": "one action of a list"}, "thrones": {"any_move": "looks whether a list has a move"}}

OLD_GO_ON = {"heroes": {"advance"}, "iron_kings": {"carry_on"}}
"""What goes on by itself until somebody is asked is called go_on; in these games it has an older name."""


def modules(game: Game) -> dict[str, ModuleType]:
    return {"words": game.words, "view": game.view, "judge": game.judge}  # type: ignore[dict-item]


def rule_files(game: Game) -> list[Path]:
    return sorted((game.folder / "rules").glob("*.py")) or [game.folder / "rules.py"]


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    yield from (node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef))


def test_a_hook_is_in_the_file_of_its_name(each_game: Game):
    files = {path.stem for path in each_game.folder.glob("*.py")}
    for hook, usual_home in HOMES.items():
        home = ELSEWHERE.get((each_game.name, hook), usual_home)
        owner = next(module for module in modules(each_game).values() if hook in vars(module))
        module = getattr(owner, hook).__module__.removeprefix(each_game.words.__name__.rpartition(".")[0] + ".")
        usual = owner.__name__.rpartition(".")[2]
        assert module in (home, usual), f"{hook} of {each_game.name} is in {module}.py"
        if module == usual:
            assert home not in files, f"{each_game.name} has {home}.py, but not {hook} in it"


def test_files_have_the_names_that_all_games_use(each_game: Game):
    found = {path.stem for path in each_game.folder.glob("*.py") if not path.stem.endswith("_view")}
    assert found - FILES - ADDED == set(OWN_FILES.get(each_game.name, {}))


def test_what_can_be_asked_is_an_enum_of_one_name(each_game: Game):
    module, name = ASKED.get(each_game.name, ("state", "Kind"))
    package = each_game.words.__name__.rpartition(".")[0]
    kinds = getattr(import_module(f"{package}.{module}"), name)
    assert issubclass(kinds, IntEnum)
    assert (module, name) in KINDS


def test_rules_that_write_actions_are_lists(each_game: Game):
    wrong = []
    for path in rule_files(each_game):
        for function in functions(path):
            given = {one.arg: ast.unparse(one.annotation) for one in function.args.args if one.annotation}
            name = function.name
            named = name.startswith(("list_", *OLD_LISTS.get(each_game.name, ()))) or name.endswith("_by_chance")
            known = name in WRITES or name in HELPERS.get(each_game.name, {})
            if given.get("out") == "Ints" and not named and not known:
                wrong.append(f"{path.name}: {name}")
    assert wrong == []


def test_what_goes_on_by_itself_is_called_go_on(each_game: Game):
    names = {function.name for path in rule_files(each_game) for function in functions(path)}
    others = names & {"advance", "carry_on", "proceed", "resume"}
    assert others == OLD_GO_ON.get(each_game.name, set())
