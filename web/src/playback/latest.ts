// The line of what happened last: which sentences it has, and how many there is room for.
import type { LogLine } from "../common/types";

/** The last deed and what came of it, what chance made of it too; or what happened last since a turn or a round opened, where nobody did it. */
export function lastDeed(log: LogLine[]): LogLine[] {
  const end = log.findLastIndex((line) => line.level > 0) + 1;
  const told = log.slice(0, end);
  const opened = told.findLastIndex((line) => line.level === 0) + 1;
  // What the next turn begins with, before anybody does something in it, is not what the deed before it was.
  const before = told.slice(0, Math.max(0, opened - 1)),
    begun = told.slice(opened);
  if (
    !begun.some((line) => line.level === 1) &&
    before.some((line) => line.level === 1 && line.step === begun[0]?.step)
  )
    return lastDeed(before);
  const done = told.findLastIndex((line, place) => place >= opened && line.level === 1 && line.seat !== null);
  const step = told[done < 0 ? end - 1 : done]?.step;
  const deed = told.findIndex((line, place) => line.step === step && line.level === 1 && (place >= opened || done < 0));
  const first = deed >= 0 ? deed : told.findLastIndex((line) => line.level < 2);
  return told.slice(Math.max(0, first)).filter((line) => line.level > 0);
}

/** Sentences that follow each other and say the same are told once, with how often. */
export function gathered(sentences: string[]): string[] {
  const runs: { text: string; times: number }[] = [];
  for (const text of sentences) {
    const last = runs.at(-1);
    if (last?.text === text) last.times += 1;
    else runs.push({ text, times: 1 });
  }
  return runs.map(({ text, times }) => (times > 1 ? text.replace(/\.?$/, ` (${times} times).`) : text));
}

/** What of a line there is room for, and how many sentences are left out between its two ends. */
export interface Short {
  first: string;
  missing: number;
  last: string;
}

/** Sentences for which there is room, each of them whole: the first, which says what was done, and the last ones. */
export function shortened(sentences: string[], letters: number): Short {
  const [deed, ...others] = sentences;
  if (deed === undefined) return { first: "", missing: 0, last: "" };
  let room = letters - deed.length,
    missing = others.length;
  while (missing > 0 && others[missing - 1]!.length < room) {
    missing -= 1;
    room -= others[missing]!.length + 1;
  }
  return { first: deed, missing, last: others.slice(missing).join(" ") };
}
