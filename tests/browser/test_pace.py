"""How long what happened is shown, of frames that are made up here."""

import json
import subprocess
from typing import Any

import pytest

from ..conftest import ROOT

WEB = ROOT / "web"
SHOWN = """
let left = module.exports.MOST_WAITED, shown = [];
const frames = FRAMES;
for (let place = 0; place < frames.length; place++) {
  const rest = frames.slice(place).reduce((sum, one) => sum + one, 0);
  shown.push(module.exports.pace(frames[place], rest, left));
  left -= shown.at(-1);
}
console.log(JSON.stringify(shown));
"""


@pytest.fixture(scope="module")
def module(client_built: None) -> str:
    esbuild = [str(WEB / "node_modules" / ".bin" / "esbuild"), str(WEB / "src" / "playback/pace.ts"), "--format=cjs"]
    return subprocess.run(esbuild, check=True, capture_output=True, text=True).stdout


def shown(module: str, frames: list[int]) -> Any:
    """For how long each of these frames is shown, in milliseconds."""
    script = module + SHOWN.replace("FRAMES", json.dumps(frames))
    return json.loads(subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True).stdout)


def test_a_short_answer_is_shown_in_its_time(module: str) -> None:
    assert shown(module, [1000, 750]) == [1000, 750]


@pytest.mark.parametrize("count", [8, 60, 400])
def test_many_small_steps_take_four_seconds_at_most(module: str, count: int) -> None:
    times = shown(module, [750] * count)
    assert sum(times) <= 4001
    assert min(times) > 0
