// Where things came from, what was shot at, and what fell: marks of the last deeds, over the board.
import { node } from "../common/svg";
import type { Thing } from "../common/types";
import type { Layout } from "./layout";

/** A way of a thing over the board, or a shot along it; without a goal something fell there. */
export interface Trail {
  seat: number;
  from: Thing;
  to: Thing | null;
  isShot: boolean;
}

// How much of the way is left free at its ends, of the size of what lies there.
const FREE = 0.42;

/** Draw these trails, and no others. */
export function drawTrails(laid: Layout, trails: Trail[]): void {
  const group = laid.main.querySelector(":scope > .trails") ?? node("g", { class: "trails", "aria-hidden": "true" });
  group.replaceChildren(...trails.flatMap((trail) => drawn(laid, trail)));
  laid.main.append(group);
}

function drawn(laid: Layout, { seat, from, to, isShot }: Trail): SVGElement[] {
  const start = at(laid, from),
    end = to && at(laid, to);
  if (!start || (to && !end)) return [];
  const by = `by${seat % 4}`,
    half = start.size / 2;
  if (!end) {
    const arm = half * 0.5;
    const cross = `M${start.x - arm} ${start.y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
    return [node("path", { class: `fallen ${by}`, d: cross })];
  }
  const far = Math.hypot(end.x - start.x, end.y - start.y);
  if (far < half) return [];
  const [x, y] = [(end.x - start.x) / far, (end.y - start.y) / far];
  const line = node("path", {
    class: `${isShot ? "shot" : "way"} ${by}`,
    d: `M${start.x + x * half * FREE} ${start.y + y * half * FREE}L${end.x - x * end.size * FREE} ${end.y - y * end.size * FREE}`,
  });
  const mark = isShot
    ? node("circle", { class: `target ${by}`, cx: end.x, cy: end.y, r: end.size * 0.3 })
    : node("circle", { class: `from ${by}`, cx: start.x, cy: start.y, r: half * 0.3 });
  return [line, mark];
}

/** The middle of a thing in the drawing of the board, and how large it is there. */
function at(laid: Layout, thing: Thing): { x: number; y: number; size: number } | null {
  const place = laid.placeOf(thing);
  if (!place || place.svg !== laid.main) return null;
  const { x, y, scale } = place;
  return { x: x + thing.x * scale, y: y + thing.y * scale, size: Math.min(thing.width, thing.height) * scale };
}
