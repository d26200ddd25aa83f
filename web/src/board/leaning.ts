// Where a place is touched can say more: towards an edge means the answer that lies that way, a facing for example.
// The middle of a place says nothing, and the question is asked there.

import type { Thing } from "../common/types";
import type { Chooser } from "../touch/chooser";
import type { Board } from "./board";

// A fan of answers is at most so wide and high on the scene; a wider one is a list.
const FAN = 190;
// From here to the edge of a place a touch leans; and so close to an answer's way it means it.
const MIDDLE = 0.55,
  CLOSE = 0.8;

/** Where a place was touched, from its middle, 1 at its edges; `isDrop` where something was dragged there, `isSudden`
 * where it was not lit when the finger went down. */
export interface Lean {
  x: number;
  y: number;
  isDrop?: boolean;
  isSudden?: boolean;
}

/** The things of answers that lie around a middle, close together; null where they do not. */
export function fanOf(board: Board, ids: string[]): Thing[] | null {
  const things = ids.map((id) => board.thingOf(id));
  if (ids.length < 3 || things.some((thing) => thing === null || Math.max(thing.width, thing.height) > 80)) return null;
  const all = things as Thing[];
  const wide = spread(all.map((thing) => thing.x)),
    high = spread(all.map((thing) => thing.y));
  return wide <= FAN && high <= FAN && wide > 60 && high > 60 ? all : null;
}

/** The ways in which the things of a fan lie from its middle, each of length 1. */
export function waysOf(fan: Thing[]): Lean[] {
  const x = middle(fan.map((thing) => thing.x)),
    y = middle(fan.map((thing) => thing.y));
  return fan.map((thing) => {
    const far = Math.hypot(thing.x - x, thing.y - y) || 1;
    return { x: (thing.x - x) / far, y: (thing.y - y) / far };
  });
}

/** Which of a fan a touch leans to; -1 for none. */
export function leansTo(fan: Thing[], { x, y }: Lean): number {
  if (Math.max(Math.abs(x), Math.abs(y)) < MIDDLE) return -1;
  const far = Math.hypot(x, y);
  return waysOf(fan).findIndex((way) => (way.x * x + way.y * y) / far > CLOSE);
}

/** The ways to lean at each of these places: those where nothing but a fan of answers would be left to say. */
export function edgesOf(
  board: Board,
  chooser: Chooser,
  places: string[],
  isAnswer: (id: string) => boolean,
): Map<string, Lean[]> {
  const found = new Map<string, Lean[]>();
  for (const id of places) {
    if (isAnswer(id)) continue;
    const goals = chooser
      .with([...chooser.path, id])
      .filter((choice) => choice.path.findLast((one) => !isAnswer(one)) === id);
    const answers = [...new Set(goals.flatMap((choice) => choice.path.filter(isAnswer)))];
    const fan = answers.length ? fanOf(board, answers) : null;
    if (fan) found.set(id, waysOf(fan));
  }
  return found;
}

function spread(values: number[]): number {
  return Math.max(...values) - Math.min(...values);
}
function middle(values: number[]): number {
  return (Math.max(...values) + Math.min(...values)) / 2;
}
