// What the last deeds of a seat leave as marks on the board.
import type { Board } from "../board/board";
import { GRIPPED } from "../board/deeds";
import type { Trail } from "../board/trails";
import type { LogLine, Scene, Thing } from "../common/types";

/** What somebody's last deeds touched, the table before them, and their sentence in the log. */
export interface Deeds {
  touched: Set<string>;
  before: Scene;
  things: Map<string, Thing>;
  line: LogLine | undefined;
  /** What was shot at and from where, and what fell. */
  shots: [from: string, to: string][];
  fallen: Thing[];
}

/** The ways of the pieces that a deed moved, its shots, and where something fell. */
export function trailsOf(board: Board, seat: number, deed: Deeds | undefined): Trail[] {
  if (!deed) return [];
  const ground = board.current?.panels[0]?.id;
  const ways = [...deed.touched].flatMap((id) => {
    const [from, to] = [deed.things.get(id), board.thingOf(id)];
    const isMoved = from && to && GRIPPED.has(to.kind) && from.panel === ground && to.panel === ground;
    return isMoved && (from.x !== to.x || from.y !== to.y) ? [{ seat, from, to, isShot: false }] : [];
  });
  const shots = deed.shots.flatMap(([one, other]) => {
    const [from, to] = [board.thingOf(one), board.thingOf(other)];
    return from && to ? [{ seat, from, to, isShot: true }] : [];
  });
  return [...ways, ...shots, ...deed.fallen.map((from) => ({ seat, from, to: null, isShot: false }))];
}
