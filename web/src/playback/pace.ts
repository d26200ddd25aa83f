// How long what happened is shown: each frame its time, and all between two of one's own moves no longer than is good.

// Between two moves of one's own, in milliseconds at normal speed.
export const MOST_WAITED = 4000;
// No frame takes more of what is left of that.
const SHARE = 0.4;

/** How long to show a frame that would take `natural`, where what waits takes `rest` with it and `left` may be used. */
export function pace(natural: number, rest: number, left: number): number {
  return rest <= 0 ? 0 : Math.max(0, Math.min(natural, (natural * left) / rest, left * SHARE));
}
