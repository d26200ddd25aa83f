"""A hand that plays at a table in a real browser: it wants an action and touches what makes it up, and counts."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page

from .legible import SIDEWAYS

# Hears what the page is told and what it sends, before the page does.
TAP = """(() => {
  const Plain = window.WebSocket, sent = new Map();
  // The choices of an update: those that were known, and the new ones column by column.
  const written = (known, { runs, actions = [], notations, labels, risky, things, paths }) => {
    let action = 0, taken = 0;
    const fresh = actions.map((step, place) => ({ action: action += step, notation: notations[place],
      label: labels[place], path: paths.map((column) => things[column[place]]).filter((id) => id !== undefined),
      ...(risky.includes(place) ? { risky: true } : {}) }));
    return runs.flatMap(([place, count]) => place < 0 ? fresh.slice(taken, taken += count)
      : known.slice(place, place + count));
  };
  const tapped = window.tapped = { position: null, sent: 0, moves: [] };
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", (event) => {
        const message = JSON.parse(event.data);
        if (message.type === "table") tapped.position = message;
        const known = tapped.position?.choices ?? [];
        const choices = message.type === "update" && message.choices ? written(known, message.choices) : known;
        if (message.type === "update") tapped.position = { ...tapped.position, ...message, choices };
        if (message.type === "table") Object.assign(tapped, { answers: message.answers, byDrag: message.by_drag });
        const { ok, text, to } = message;
        if (sent.has(to)) tapped.moves.push({ ...sent.get(to), ok, text });
      });
    }
    send(text) {
      const message = JSON.parse(text);
      if (message.type === "move") { sent.set(message.id, { action: message.action }); tapped.sent += 1; }
      super.send(text);
    }
  };
})();"""

# Something is asked, or the match is over, and all that happened has been shown: nothing moves any more.
ASKED = """() => window.tapped?.position && document.querySelector(".stage:not(.playing)")
  && document.querySelector(".table-page").dataset.number === String(tapped.position.number)
  && (tapped.position.status === "over" ? document.querySelector(".result")
    : document.querySelector(".prompt.mine") && tapped.position.choices?.length)"""
ANSWERED = "(before) => tapped.moves.length > before"

# At a place with arrows at its edges, how far from its middle the answer of an action lies: null where it has none.
LEAN = """
  const leanOf = (choice, thing) => {
    const isAnswer = (id) => tapped.answers.some((stem) => id.startsWith(stem));
    const goal = choice.path.findLast((id) => !isAnswer(id)), answer = choice.path.find(isAnswer);
    if (!answer || thing.dataset.id !== goal || !thing.querySelector(":scope > .edge")) return null;
    const ids = new Set(tapped.position.choices.flatMap((one) => one.path.filter(isAnswer)));
    const centre = (id) => {
      const box = document.querySelector(`.thing[data-id="${CSS.escape(id)}"]`).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const all = [...ids].map(centre), mid = (axis) => (Math.min(...all.map((one) => one[axis]))
      + Math.max(...all.map((one) => one[axis]))) / 2;
    const [x, y] = centre(answer), far = Math.hypot(x - mid(0), y - mid(1));
    return [(x - mid(0)) / far * .4, (y - mid(1)) / far * .4];
  };
"""

# Where an action goes on: a button of its own, or the next thing of its path, and a place on it that means it.
WHERE = (
    """([action, before, order]) => {
"""
    + LEAN
    + """
  if (tapped.sent > before) return { what: "sent" };
  const choice = tapped.position.choices?.find((one) => one.action === action);
  if (!choice) return { what: "gone" };
  const isFree = (x, y, element) => element.contains(document.elementFromPoint(x, y));
  const inView = (box) => box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
  let scrolled = false;
  // What is touched comes into sight: of a thing its ring, which may be a small part of a high drawing.
  const bring = (element, free) => {
    if (free(element)) return free(element);
    scrolled = true;
    (element.querySelector(".ring") ?? element).scrollIntoView({ block: "center", inline: "center" });
    return free(element);
  };
  const middle = (element) => {
    const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    return inView(box) && isFree(x, y, element) ? [x, y] : null;
  };
  const meant = (x, y) => {
    const elements = document.elementsFromPoint(x, y);
    if (!elements[0]?.closest("svg.scene")) return null;
    const things = [...new Set(elements.map((element) => element.closest(".thing")).filter(Boolean))];
    const has = (...names) => (thing) => names.every((name) => thing.classList.contains(name));
    return things.find((thing) => has("lit")(thing) && !has("later")(thing)) ?? things.find(has("lit"))
      ?? things.find(has("chosen")) ?? things[0];
  };
  const onThing = (thing) => {
    const box = thing.querySelector(".ring").getBoundingClientRect();
    const lean = leanOf(choice, thing);
    if (lean) {
      const [x, y] = [box.x + box.width * (.5 + lean[0]), box.y + box.height * (.5 + lean[1])];
      if (meant(x, y) === thing) return [x, y];
    }
    for (const across of [.5, .3, .7, .1, .9]) for (const down of [.5, .3, .7, .1, .9]) {
      const x = box.x + box.width * across, y = box.y + box.height * down;
      if (meant(x, y) === thing) return [x, y];
    }
    return null;
  };
  const button = document.querySelector(`.choice-bar .act[data-action="${action}"]`);
  if (button) { const at = bring(button, middle); if (at) return { what: "button", at, scrolled }; }
  for (const id of order) {
    const thing = document.querySelector(`.thing.lit[data-id="${CSS.escape(id)}"]:not(.chosen, .leaving)`);
    const at = thing && bring(thing, onThing);
    if (at) return { what: "thing", at, scrolled };
    const named = document.querySelector(`.choice-bar .act[data-thing="${CSS.escape(id)}"]`);
    const on = named && bring(named, middle);
    if (on) return { what: "button", at: on, scrolled };
  }
  const lit = [...document.querySelectorAll(".thing.lit")].map((thing) => thing.dataset.id).slice(0, 20);
  return { what: "nothing", lit, bar: document.querySelector(".choice-bar").innerText };
}"""
)

# From where to where a piece is dragged: it can be taken by hand, and its goal is in sight.
WAY = (
    """([ids, action, touch]) => {
"""
    + LEAN
    + """
  const box = ([id, more]) => document.querySelector(
    `.thing${more}[data-id="${CSS.escape(id)}"]:not(.leaving) .ring`)?.getBoundingClientRect();
  const inView = (box) => box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
  const boxes = [[ids[0], ".lit.grip"], [ids[1], ""]].map(box);
  if (!boxes.every((one) => one?.width && inView(one))) return null;
  const [start, end] = boxes.map((one) => [one.x + one.width / 2, one.y + one.height / 2]);
  const choice = tapped.position.choices.find((one) => one.action === action);
  // A drag says how many by itself: whoever wants another number does not drag.
  const answer = choice.path.find((id) => tapped.answers.some((stem) => id.startsWith(stem)));
  const others = tapped.position.choices.some((one) => one.action !== action
    && ids.every((id) => one.path.includes(id)) && one.path.some((id) => tapped.byDrag.includes(id)));
  if (answer && others && !tapped.byDrag.includes(answer)) return null;
  const lean = leanOf(choice, document.querySelector(`.thing[data-id="${CSS.escape(ids[1])}"]:not(.leaving)`));
  if (lean) [0, 1].forEach((axis) => { end[axis] += lean[axis] * [boxes[1].width, boxes[1].height][axis]; });
  const taken = document.elementFromPoint(...start)?.closest(".thing");
  // Where a finger scrolls it cannot drag.
  if (touch && taken && getComputedStyle(taken).touchAction !== "none") return null;
  return taken?.dataset.id === ids[0] ? [start, end] : null;
}"""
)

MOST_TOUCHES = 8
Choice = dict[str, Any]
Wish = Callable[[Sequence[Choice]], Choice]


@dataclass
class Count:
    """What decisions took: touches each (a drag is one), and what had to be scrolled to or looked up in the list."""

    touches: list[int] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)
    drags: int = 0
    scrolls: int = 0
    listed: list[str] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)
    sideways: set[str] = field(default_factory=set)
    """What could be moved sideways at a decision by finger."""

    def __str__(self) -> str:
        touches = self.touches or [0]
        return (
            f"{len(self.touches)} decisions, touches each: median {median(touches):g}, mean {mean(touches):.2f}; "
            f"{self.drags} drags, {self.scrolls} scrolled to, {len(self.listed)} from the list"
        )


class Hand:
    """Plays by mouse, or by finger where `touch` says so; both may also drag."""

    def __init__(self, page: Page, wish: Wish, touch: bool = False, drags: bool = False) -> None:
        self.page, self.wish, self.touch, self.drags = page, wish, touch, drags
        self.count = Count()
        self._line: CDPSession | None = None

    def play(self, decisions: int) -> bool:
        """Decide so many times, or until the match is over, which is the answer."""
        for _ in range(decisions):
            if self._is_over():
                return True
            self.decide()
        return self._is_over()

    def decide(self) -> None:
        """Make the decision that is asked for, and wait until it is taken."""
        # As one text: thousands of choices would be taken apart and put together again value by value.
        choices = json.loads(self.page.evaluate("JSON.stringify(tapped.position.choices ?? null)"))
        if self.touch:
            self.count.sideways.update(self.page.evaluate(SIDEWAYS))
        if choices:
            self._decide(choices, self.wish(choices))

    def _is_over(self) -> bool:
        """Whether the match is over, once something is asked."""
        self.page.wait_for_function(ASKED)
        return bool(self.page.evaluate("tapped.position.status === 'over'"))

    def _decide(self, choices: Sequence[Choice], wanted: Choice) -> None:
        sent, answered, answers = self.page.evaluate("[tapped.sent, tapped.moves.length, tapped.answers]")
        order, touches = shortest(choices, wanted, tuple(answers)), 0
        places = [id for id in order if not id.startswith(tuple(answers))]
        if self.drags and len(places) > 1 and order == wanted["path"]:
            touches += self._drag(places, wanted["action"])
        while touches < MOST_TOUCHES:
            found = self.page.evaluate(WHERE, [wanted["action"], sent, order])
            if found["what"] not in ("button", "thing"):
                break
            self._press(*found["at"])
            self.count.scrolls += found["scrolled"]
            touches += 1
        if found["what"] == "gone":
            return
        if found["what"] != "sent":
            self.count.listed.append(f"{wanted['label']} {wanted['path']}: {found}")
            touches += self._take_from_list(wanted)
        self.page.wait_for_function(ANSWERED, arg=answered)
        self._note(wanted, touches, self.page.evaluate("tapped.moves.at(-1)"))

    def _note(self, wanted: Choice, touches: int, done: dict[str, Any]) -> None:
        if done["action"] != wanted["action"]:
            self.count.astray.append(f"{wanted['label']} {wanted['path']} became {done}")
        self.count.touches.append(touches)
        self.count.wanted.append(wanted["notation"])

    def _press(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def _push(self, button: Locator) -> None:
        if self.touch:
            button.tap()
        else:
            button.click()

    def _drag(self, order: list[str], action: int) -> int:
        """Drag what comes first to what comes next, where that can be done; how many touches it took."""
        way = self.page.evaluate(WAY, [order[:2], action, self.touch])
        if way is None:
            return 0
        start, end = way
        half = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2]
        if self.touch:
            self._swipe(start, half, end)
        else:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(*half, steps=2)
            self.page.mouse.move(*end)
            self.page.mouse.up()
        self.count.drags += 1
        return 1

    def _swipe(self, *places: list[float]) -> None:
        """A finger is put down at the first place, goes on to the others and is lifted."""
        self._line = self._line or self.page.context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(places):
            kind = "touchMove" if number else "touchStart"
            self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self._line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _take_from_list(self, wanted: Choice) -> int:
        """The list of all actions has everything; how many touches that took."""
        self.page.keyboard.press("Escape")
        if not self.page.locator("#tab-actions[aria-selected=true]").count():
            self.page.keyboard.press("a")
        button = self.page.locator(f".drawer [data-action='{wanted['action']}']")
        group = self.page.locator("details", has=button)
        if group.count() and not button.is_visible():
            self._push(group.locator("summary"))
        self._push(button)
        tab = self.page.locator(".tabs [data-tab=table]")
        if tab.is_visible():
            self._push(tab)
        else:
            self.page.keyboard.press("a")
        return 3


# What a keyboard goes to next: the button of an action, the next thing of its path, or the button of that thing.
NEXT = """([action, before, path]) => {
  if (tapped.sent > before) return "sent";
  const wanted = [`.choice-bar .act[data-action="${action}"]`, ...path.flatMap((id) => [
    `.thing.lit[data-id="${CSS.escape(id)}"]:not(.chosen, .leaving)`,
    `.choice-bar .act[data-thing="${CSS.escape(id)}"]`])];
  return wanted.find((one) => document.querySelector(one)) ?? "nothing";
}"""
MOST_KEYS = 200


class Keyboard(Hand):
    """Plays by keys alone: B goes to the board, Tab goes on, Enter touches."""

    def _decide(self, choices: Sequence[Choice], wanted: Choice) -> None:
        sent, answered = self.page.evaluate("[tapped.sent, tapped.moves.length]")
        touches = 0
        while (found := self.page.evaluate(NEXT, [wanted["action"], sent, wanted["path"]])) not in ("sent", "nothing"):
            assert touches < MOST_TOUCHES, f"{wanted['label']}: {found} leads nowhere"
            self._go_to(found)
            self.page.keyboard.press("Enter")
            touches += 1
        if found == "nothing":
            self.count.listed.append(wanted["label"])
            touches += self._take_from_list(wanted)
        self.page.wait_for_function(ANSWERED, arg=answered)
        self._note(wanted, touches, self.page.evaluate("tapped.moves.at(-1)"))

    def _go_to(self, selector: str) -> None:
        self.page.keyboard.press("b")
        for _ in range(MOST_KEYS):
            if self.page.evaluate("(one) => document.activeElement?.matches(one)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {selector}")


def shortest(choices: Sequence[Choice], wanted: Choice, answers: tuple[str, ...]) -> list[str]:
    """The order of touching an action's things that says soonest what is meant: as they come, or its goal first.

    Or its answer, where only this action has it.
    """
    path = list(wanted["path"])
    places = [id for id in path if not id.startswith(answers)] if answers else path
    goal_first = [*places[-1:], *(id for id in path if id != places[-1])] if len(places) > 1 else path
    return min((path, goal_first, path[::-1]), key=lambda order: touches_of(choices, wanted, order, answers))


def touches_of(choices: Sequence[Choice], wanted: Choice, order: list[str], answers: tuple[str, ...]) -> int:
    for count in range(1, len(order)):
        fitting = [set(choice["path"]) for choice in choices if set(order[:count]) <= set(choice["path"])]
        still_open = set.union(*fitting) - set.intersection(*fitting)
        if len(fitting) == 1 and wanted["path"][-1] in order[:count]:
            return count
        if answers and still_open and all(id.startswith(answers) for id in still_open):
            return count + 1
    return len(order)


def at_random(seed: int) -> Wish:
    """Somebody who does anything; what a choice begins with first, so that a long list weighs no more than a button."""
    rng = Random(seed)

    def wish(choices: Sequence[Choice]) -> Choice:
        beginnings = sorted({tuple(choice["path"][:1]) for choice in choices})
        first = rng.choice(beginnings)
        return rng.choice([choice for choice in choices if tuple(choice["path"][:1]) == first])

    return wish
