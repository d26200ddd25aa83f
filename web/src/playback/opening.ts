// Where a replay begins to be interesting.
import type { LogLine } from "../common/types";

// So many steps of chance alone are not worth watching: a map that is laid out, decks that are dealt.
const LONG = 10;

/** The step at which a replay opens: the first of anybody's, where a long preparation by chance comes before it. */
export function openingOf(log: LogLine[]): number {
  const first = log.find((line) => line.seat !== null)?.step ?? 0;
  return first > LONG ? first : 0;
}
