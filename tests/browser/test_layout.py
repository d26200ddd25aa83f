"""What needs no browser: where pieces lie on a phone, which way a touch leans, where a replay opens, what floats up."""

import json
import re
import subprocess
from typing import Any

import pytest
from playwright.sync_api import expect

from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.server.live import broadcast, serializers

from ..conftest import ROOT
from ..server.harness import Shown

WEB = ROOT / "web"


def run(module: str, script: str) -> Any:
    esbuild = [str(WEB / "node_modules" / ".bin" / "esbuild"), str(WEB / "src" / module), "--format=cjs"]
    code = subprocess.run(esbuild, check=True, capture_output=True, text=True).stdout
    said = subprocess.run(["node"], input=f"{code}\n{script}", check=True, capture_output=True, text=True).stdout
    return json.loads(said)


@pytest.mark.parametrize("viewer", [SPECTATOR, 0])
def test_what_comes_over_the_wire_is_written_out_as_the_server_draws_it(
    each_game: Game, viewer: int, client_built: None
) -> None:
    match = Match.start(each_game, seed=5)
    while len(match.steps) < 40 and not match.is_over:
        legal = match.legal(match.due[0])
        match.play(match.due[0], legal[len(match.steps) * 7 % len(legal)])
    steps = list(enumerate(match.steps))[-20:]
    film = broadcast.replayed(match.see(viewer), steps)
    found = run(
        "playback/wire.ts",
        f"""const film = module.exports.writtenOut({json.dumps(film)});
        const things = new Map(film.scene.things.map((thing) => [thing.id, thing]));
        let panels = film.scene.panels;
        for (const frame of film.frames) {{
          for (const id of frame.gone ?? []) things.delete(id);
          for (const thing of frame.things ?? []) things.set(thing.id, thing);
          if (!frame.scene) continue;
          panels = frame.scene.panels;
          if (JSON.stringify(frame.scene.things) !== JSON.stringify([...things.values()])) throw new Error("a scene");
        }}
        console.log(JSON.stringify([panels, Object.fromEntries(things)]))""",
    )
    after = Shown().whole(json.loads(json.dumps(serializers.scene_json(match.see(viewer).scene, match.players))))
    assert found == [after.panels, after.things]


def thing(id: str, panel: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"id": id, "panel": panel, "x": x, "y": y, "width": 100, "height": 80, **more}


def laid(
    panels: list[dict[str, Any]], things: list[dict[str, Any]], width: int = 390, beside: int | None = None
) -> Any:
    said = f"module.exports.layOut({json.dumps(panels)}, {json.dumps(things)}, {width}, 1, {json.dumps(beside)})"
    return run("board/tall.ts", f"console.log(JSON.stringify({said}))")


def test_things_of_a_loose_cell_flow_in_rows_and_none_is_wider_than_the_screen(client_built: None) -> None:
    cell = {"width": 700, "height": 80, "loose": True, "phone": "hand"}
    things = [thing(f"card-{number}", "own", 50 + 100 * number, 40) for number in range(7)]
    panel = {"id": "own", "width": 700, "height": 80, "phone": "column", "cells": [cell]}
    found = laid([panel], [*things, thing("filler", "own", 350, 40, aside=True)])
    pieces = found["pieces"]
    assert [piece["thing"] for piece in pieces] == [f"card-{number}" for number in range(7)]
    assert all(piece["isNear"] for piece in pieces), "the hand lies below the column"
    assert max(piece["x"] + piece["width"] * piece["scale"] for piece in pieces) <= 390
    assert len({piece["y"] for piece in pieces}) == 3


def test_cells_that_are_as_large_as_they_get_stand_in_the_middle(client_built: None) -> None:
    cells = [{"x": 70 * number, "width": 70, "height": 80} for number in range(4)]
    things = [thing(f"good-{number}", "goods", 70 * number + 35, 40, width=60) for number in range(4)]
    panel = {"id": "goods", "width": 280, "height": 80, "phone": "column", "cells": cells}
    pieces = laid([panel], things, 620)["pieces"]
    ends = [pieces[0]["x"], 620 - pieces[-1]["x"] - pieces[-1]["width"] * pieces[-1]["scale"]]
    assert ends[0] == pytest.approx(ends[1]) and ends[0] > 100


def test_a_panel_is_as_high_as_what_stands_on_it_and_an_empty_cell_is_left_out(client_built: None) -> None:
    empty = {"id": "bare", "width": 300, "height": 400, "cells": [{"width": 300, "height": 400}]}
    whole = {"id": "board", "width": 780, "height": 780, "phone": "column"}
    side = {"id": "side", "width": 300, "height": 600}
    board, low = laid([whole, side, empty], [thing("one", "side", 50, 60)])["pieces"]
    assert board["scale"] == pytest.approx(378 / 780)
    assert low["height"] == 106


def test_in_a_small_wide_window_all_but_the_first_panel_lies_beside_it(client_built: None) -> None:
    market = {"id": "market", "width": 600, "height": 80, "phone": "column", "cells": [{"width": 600, "height": 80}]}
    rival = {"id": "rival", "width": 300, "height": 80, "cells": [{"width": 300, "height": 80}]}
    found = laid([market, rival], [thing("sale", "market", 50, 40), thing("city", "rival", 50, 40)], 636, 368)
    assert [(piece["panel"]["id"], piece["isNear"]) for piece in found["pieces"]] == [
        ("market", False),
        ("rival", True),
    ]
    assert found["pieces"][1]["x"] + 300 * found["pieces"][1]["scale"] <= 368


FAN = [
    {"id": name, "x": x, "y": y, "width": 40, "height": 40}
    for name, x, y in (("n", 0, -40), ("e", 40, 0), ("s", 0, 40), ("w", -40, 0))
]


def test_a_touch_at_an_edge_means_the_answer_that_lies_that_way(client_built: None) -> None:
    touches = [(0, 0.9), (0.8, 0.1), (-0.9, 0.2), (0.2, -0.3), (0.9, 0.9)]
    leans = json.dumps([{"x": x, "y": y} for x, y in touches])
    script = f"{leans}.map((lean) => module.exports.leansTo({json.dumps(FAN)}, lean))"
    assert run("board/leaning.ts", f"console.log(JSON.stringify({script}))") == [2, 1, 3, -1, -1]


def test_a_replay_opens_after_a_long_preparation_by_chance(client_built: None) -> None:
    def log(chance: int) -> list[dict[str, Any]]:
        return [{"step": step, "seat": None if step < chance else 1} for step in range(chance + 2)]

    script = f"{json.dumps([log(60), log(2), []])}.map(module.exports.openingOf)"
    assert run("playback/opening.ts", f"console.log(JSON.stringify({script}))") == [60, 0, 0]


def test_a_number_that_changes_is_told_from_the_name_of_a_space(client_built: None) -> None:
    pairs = [("3", "5"), ("a2, facing east", "a4, facing east"), ("a11", "a12"), ("2 of 3", "1 of 3"), ("", "4")]
    marked = json.dumps([[f'<text x="0">{text}</text>' for text in pair] for pair in pairs])
    script = f"{marked}.map(([then, now]) => module.exports.changeOf(then, now))"
    assert run("playback/numbers.ts", f"console.log(JSON.stringify({script}))") == [2, 0, 0, 0, 0]


def test_on_a_phone_what_one_has_to_spend_is_always_in_sight(visitors: Any) -> None:
    page = visitors(390, 844, has_touch=True, is_mobile=True).sit("city_of_iron")
    purse = page.locator(".purse")
    expect(purse).to_contain_text(re.compile(r"\d+ coins\s*\d+ science"))
    for tab in ("table", "rules", "log"):
        page.tap(f"[data-tab={tab}]")
        expect(purse).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(purse).to_be_hidden()


def test_a_lesson_matters_when_something_can_be_touched_or_has_happened(client_built: None) -> None:
    script = """
      const log = [{ note: null }, { note: { kind: "breached" } }], choices = [{ path: ["sq-a1"] }];
      const asked = ["told:breached", "told:scoring", "sq-", "hand-"];
      console.log(JSON.stringify(asked.map((when) => module.exports.matters(when, choices, log))));
    """
    assert run("learn/offering.ts", script) == [True, False, True, False]
