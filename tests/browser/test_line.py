"""The line of a table in the browser: it breaks, falls silent and comes back, by a clock that is put forward."""

import json
import subprocess
from typing import Any

import pytest

from .units import module_of

# A browser of which nothing is there but its clock, its events and its sockets.
BROWSER = """
let now = 1e12, random = 0.5, named = 1;
const timers = new Map(), woken = {}, sockets = [], states = [];
Date.now = () => now;
Math.random = () => random;
const begin = (work, time, every) => (timers.set(named, { work, at: now + time, every }), named++);
const clear = (id) => void timers.delete(id);
class Line {
  static OPEN = 1;
  static CLOSED = 3;
  readyState = 0;
  sent = [];
  constructor() { sockets.push(this); }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.readyState = 2; }
  say(message) { this.onmessage({ data: JSON.stringify(message) }); }
  open() { this.readyState = 1; this.say({ type: "table" }); }
  fail() { this.readyState = 3; this.onclose({ code: 1006 }); }
}
Object.assign(globalThis, {
  window: globalThis, WebSocket: Line, setTimeout: begin, clearTimeout: clear, clearInterval: clear,
  setInterval: (work, time) => begin(work, time, time), removeEventListener: () => {},
  addEventListener: (name, work) => { woken[name] = work; },
  document: { hidden: false, documentElement: { lang: "en", dataset: {} }, addEventListener: () => {},
    createElement: () => ({ setAttribute: () => {}, addEventListener: () => {}, append: () => {} }) },
  location: { protocol: "http:", host: "here", search: "" }, localStorage: { getItem: () => null },
});
const pass = (time) => {
  const end = now + time;
  for (;;) {
    const [due] = [...timers].filter(([, one]) => one.at <= end).sort((one, other) => one[1].at - other[1].at);
    if (!due) break;
    const [id, one] = due;
    now = one.at;
    if (one.every) one.at += one.every;
    else timers.delete(id);
    one.work();
  }
  now = end;
};
"""
TABLE = """
const line = new module.exports.LiveTable("table/socket", () => {}, (up) => states.push(up));
const last = () => sockets.at(-1);
"""


@pytest.fixture(scope="module")
def module(client_built: None) -> str:
    return module_of("table/live.ts")


def told(module: str, story: str) -> Any:
    script = f"{BROWSER}\n{module}\n(async () => {{ {TABLE} {story} }})().then((it) => console.log(JSON.stringify(it)))"
    done = subprocess.run(["node", "-"], check=False, capture_output=True, text=True, input=script)
    assert done.returncode == 0, done.stderr[-1000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(("random", "share"), [(0, 0.2), (0.5, 0.7), (0.999, 1.199)])
def test_all_come_back_spread_over_a_delay_that_grows(module: str, random: float, share: float) -> None:
    """After a restart three hundred browsers come back, and not in the same moment."""
    waits = told(
        module,
        f"""random = {random};
        const waits = [];
        for (let tries = 0; tries < 9; tries++) {{
          const count = sockets.length, since = now;
          last().fail();
          while (sockets.length === count) pass(1);
          waits.push(now - since);
        }}
        last().open();
        last().fail();
        const count = sockets.length, since = now;
        while (sockets.length === count) pass(1);
        return [...waits, now - since];""",
    )
    delays = [min(8000.0, 400 * 1.7**tries) for tries in range(9)]
    assert waits == pytest.approx([share * delay for delay in [*delays, 400]], abs=1)


def test_a_line_that_falls_silent_is_asked_and_then_replaced(module: str) -> None:
    """Though nobody answers to its end either."""
    found = told(
        module,
        """last().open();
        pass(25_000);
        const quiet = last().sent.length;
        pass(15_000);
        const asked = last().sent.map(({ type }) => type), before = sockets.length;
        pass(40_000);
        return [quiet, asked, sockets.length - before, states];""",
    )
    assert found == [0, ["ping"], 1, [True, False]]


def test_a_device_that_wakes_comes_back_at_once(module: str) -> None:
    found = told(
        module,
        """last().open();
        last().fail();
        const broken = sockets.length;
        woken.online();
        const back = sockets.length - broken;
        last().open();
        now += 11_000;
        woken.visibilitychange();
        document.hidden = true;
        woken.visibilitychange();
        return [back, last().sent.map(({ type }) => type), states];""",
    )
    assert found == [1, ["ping"], [True, False, True]]


@pytest.mark.parametrize(("code", "is_done"), [("stale", True), ("not-stored", False), ("in-doubt", False)])
def test_a_move_that_was_not_answered_is_sent_once_more(module: str, code: str, is_done: bool) -> None:
    """Where the table has moved on since, the first one had arrived; any other refusal is one."""
    found = told(
        module,
        f"""last().open();
        const answer = line.send({{ type: "move", seat: 0, number: 7, action: 3 }});
        last().fail();
        pass(400);
        last().open();
        const [again] = last().sent;
        last().say({{ type: "reply", to: again.id, ok: false, code: "{code}" }});
        return [sockets.map((one) => one.sent), (await answer).ok];""",
    )
    move = {"type": "move", "seat": 0, "number": 7, "action": 3, "id": 1}
    assert found == [[[move], [move]], is_done]


def test_what_no_number_guards_is_not_sent_twice(module: str) -> None:
    found = told(
        module,
        """last().open();
        const answer = line.send({ type: "say", text: "hello" });
        last().fail();
        const offline = await line.send({ type: "say", text: "are you there?" });
        pass(400);
        last().open();
        return [last().sent, (await answer).code, offline.code];""",
    )
    assert found == [[], "lost", "offline"]
