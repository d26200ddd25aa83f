"""Measures what a page shows: how large every text is on the screen, and whether it stands out, is cut, squeezed, too
close to its frame or written over."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

# What a finger could move sideways, or lies off the edge of the screen: a phone has one direction. Whoever looks closer
# at the board moves it, of course.
SIDEWAYS = """() => {
  const found = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page"] : [];
  for (const one of document.querySelectorAll("body :is(div, ol, ul, nav, aside, main, header, section, dialog)")) {
    if (!one.clientWidth || one.scrollWidth <= one.clientWidth + 1 || one.querySelector(".zoomed, .far")) continue;
    if (["auto", "scroll"].includes(getComputedStyle(one).overflowX))
      found.push(`${one.className || one.tagName} has ${one.scrollWidth} px in ${one.clientWidth}`);
  }
  for (const thing of document.querySelectorAll(".scene:not(.zoomed) .thing:not(.leaving)")) {
    const box = (thing.querySelector(".ring") ?? thing).getBoundingClientRect();
    if (box.width && (box.left < -2 || box.right > innerWidth + 2)) found.push(`${thing.dataset.id} is off the screen`);
  }
  return found;
}"""

# What is asked can be answered by something that is seen without scrolling; else the first that cannot.
UNSEEN = """() => {
  const lit = [...document.querySelectorAll(".thing.lit:not(.later) .ring")];
  const seen = (one, frame) => {
    const { x, y, width, height } = one.getBoundingClientRect(), across = x + width / 2, down = y + height / 2;
    return width > 0 && across > Math.max(0, frame.left) && across < Math.min(innerWidth, frame.right)
      && down > Math.max(0, frame.top) && down < Math.min(innerHeight, frame.bottom);
  };
  const frame = (one) => one.closest("svg, .choices, .choice-bar").parentElement.getBoundingClientRect();
  const answers = [...lit, ...document.querySelectorAll(".choices .act, .choice-bar .act")];
  return !lit.length || answers.some((one) => seen(one, frame(one))) ? [] : [lit[0].closest(".thing").dataset.id];
}"""

# The size of a glyph on the screen is the font's size times whatever scales it on the way (SVG view boxes, CSS zoom).
# Its ground is the topmost filled shape or element below the middle of the text.
MEASURE = """
() => {
  const style = document.createElement("style");
  style.textContent = "* { pointer-events: auto !important; transition: none !important; animation: none !important }";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.textContent);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const parse = (colour) => {
    const found = colour.match(/[\\d.]+/g);
    if (!found || colour === "none" || colour === "transparent") return null;
    const [r, g, b, a = 1] = found.map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a), a: 1,
  });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((c) => { c /= 255; return c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4; });
    return .2126 * x + .7152 * y + .0722 * z;
  };
  const contrast = (one, two) => {
    const [a, b] = [light(one), light(two)].sort((x, y) => y - x);
    return (a + .05) / (b + .05);
  };
  // Nothing moves meanwhile, and many texts stand on the same things.
  const once = (find) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, find(element));
      return known.get(element);
    };
  };
  const opacityOf = once((element) => {
    const above = element.parentElement ? opacityOf(element.parentElement) : 1;
    return above * Number(getComputedStyle(element).opacity);
  });
  const paintOf = once((element) => {
    const style = getComputedStyle(element);
    const drawn = element instanceof SVGElement;
    if (drawn && !element.matches("rect, circle, polygon, path, ellipse")) return null;
    const colour = parse(drawn ? style.fill : style.backgroundColor);
    if (!colour) return null;
    const share = drawn ? Number(style.fillOpacity) : 1;
    return { ...colour, a: colour.a * share * opacityOf(element) };
  });
  const groundIn = (stack, own) => {
    const place = stack.indexOf(own);
    const layers = [];
    for (const element of stack.slice(own instanceof SVGElement ? place + 1 : place)) {
      if (element.tagName === "text") continue;
      const colour = paintOf(element);
      if (!colour || colour.a < .02) continue;
      layers.push(colour);
      if (colour.a > .98) break;
    }
    let ground = { r: 128, g: 128, b: 128, a: 1 };
    for (const layer of layers.reverse()) ground = over(layer, ground);
    return ground;
  };
  const UNSHOWN = ".unseen, title, .skip, noscript, option, script, style, .leaving, defs";
  const leaves = (box, frame) => box.x < frame.x - 1 || box.right > frame.right + 1 || box.y < frame.y - 3
    || box.bottom > frame.bottom + 3;
  const leavesPage = (element, box) => {
    if (box.right <= innerWidth + 1) return false;
    for (let up = element; up; up = up.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(up);
      const moves = /auto|scroll/.test(overflowX) && up.scrollWidth > up.clientWidth;
      if (moves || textOverflow === "ellipsis") return false;
    }
    return true;
  };
  const hides = (element, style) => element.scrollWidth > element.clientWidth + 1 && style.overflowX === "hidden"
    && style.textOverflow !== "ellipsis";
  // How far a text stays from the edges of the shape that it stands on, by its letters, not by its line.
  const roomOf = (element, stack, box) => {
    const below = stack.slice(stack.indexOf(element) + 1);
    const shape = below.find((one) => one.matches("rect, circle, ellipse, polygon") && (paintOf(one)?.a ?? 0) > .3);
    if (!shape || !element.getNumberOfChars()) return null;
    const frame = shape.getBoundingClientRect(), at = element.getScreenCTM();
    const size = parseFloat(getComputedStyle(element).fontSize);
    const start = element.getStartPositionOfChar(0);
    const top = new DOMPoint(start.x, start.y - .68 * size).matrixTransform(at).y;
    const foot = new DOMPoint(start.x, start.y + (/[gjpqy,;()]/.test(element.textContent) ? .2 : 0) * size)
      .matrixTransform(at).y;
    return [Math.min(box.x - frame.x, frame.right - box.right), Math.min(top - frame.y, frame.bottom - foot)];
  };
  // How wide texts are shown, as a share of what their letters take by themselves: all are set free before one is
  // measured, so that they are laid out once.
  const squeezed = [];
  const measureSqueezed = () => {
    for (const [, element] of squeezed) element.removeAttribute("textLength");
    for (const [text, element, wide] of squeezed) text.squeeze = Number(wide) / element.getComputedTextLength();
    for (const [, element, wide] of squeezed) element.setAttribute("textLength", wide);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.data.trim();
    const element = node.parentElement;
    if (!words || !element || element.closest(UNSHOWN)) continue;
    if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) continue;
    const svg = element instanceof SVGElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = (svg ? element : range).getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(element);
    let scale = 1;
    if (svg) { const m = element.getScreenCTM(); scale = Math.sqrt(Math.abs(m.a * m.d - m.b * m.c)); }
    else for (let up = element; up; up = up.parentElement) scale *= Number(getComputedStyle(up).zoom || 1);
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const inside = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const stack = inside ? document.elementsFromPoint(x, y) : [];
    const seen = stack.includes(element);
    const colour = parse(svg ? style.fill : style.color);
    // A rim in another colour is what the letters are read against.
    const rimmed = svg && style.paintOrder.startsWith("stroke") && parseFloat(style.strokeWidth) >= 2;
    let ratio = null;
    if (seen && colour) {
      const ground = rimmed ? parse(style.stroke) : groundIn(stack, element);
      ratio = contrast(over({ ...colour, a: colour.a * opacityOf(element) }, ground), ground);
    }
    // What is cut in half by the edge of a window that scrolls is no more covered than what lies below it.
    const edge = element.closest(".drawer-body, .board-box")?.getBoundingClientRect();
    const isAtEdge = edge && (y < edge.top + 1 || y > edge.bottom - 1);
    const covered = seen && !isAtEdge && stack.slice(0, stack.indexOf(element)).some((one) => {
      if (one.closest(".ring")) return false;
      const paint = paintOf(one);
      return paint && paint.a > .5 && !one.contains(element);
    });
    const thing = element.closest(".thing");
    const frame = svg ? element.ownerSVGElement.getBoundingClientRect() : null;
    found.push({
      words, size: parseFloat(style.fontSize) * scale, ratio, seen, covered, svg,
      disabled: !!element.closest(":disabled"),
      thing: thing?.dataset.id ?? element.closest("[class]")?.getAttribute("class") ?? "",
      box: [box.x, box.y, box.right, box.bottom],
      cut: frame ? leaves(box, frame) : hides(element, style) || leavesPage(element, box),
      room: svg && seen && !rimmed ? roomOf(element, stack, box) : null,
      squeeze: 1,
    });
    const wide = svg && element.getAttribute("textLength");
    if (wide) squeezed.push([found.at(-1), element, wide]);
  }
  measureSqueezed();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  return found;
}
"""


@dataclass(frozen=True)
class Text:
    """A piece of text as it is shown."""

    words: str
    size: float
    ratio: float | None
    seen: bool
    covered: bool
    svg: bool
    disabled: bool
    thing: str
    box: tuple[float, float, float, float]
    cut: bool
    room: tuple[float, float] | None = None
    """How far its letters stay from the shape that they stand on, across and down; None where that is no shape."""
    squeeze: float = 1.0
    """How wide it is shown, as a share of its own width."""

    def __str__(self) -> str:
        return f"{self.words[:40]!r} of {self.thing!r} ({self.size:.1f} px)"


def measure(page: Page) -> list[Text]:
    """Every text that the page shows."""
    found: list[dict[str, Any]] = page.evaluate(MEASURE)
    return [Text(**{**one, "box": tuple(one["box"]), "room": one["room"] and tuple(one["room"])}) for one in found]


def overlapping(texts: list[Text], least: float = 3.0) -> list[tuple[Text, Text]]:
    """Texts in sight on the board that run into each other by more than a few pixels both ways."""
    drawn = [text for text in texts if text.svg and text.seen and not text.covered]
    pairs = []
    for place, one in enumerate(drawn):
        for other in drawn[place + 1 :]:
            across = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
            # A line's box is higher than its letters.
            down = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1]) - 0.3 * min(one.size, other.size)
            if across > least and down > least:
                pairs.append((one, other))
    return pairs
