// How far one has come in lessons: of two devices the further one counts. `server/people/learning.py` does the same.

export const LEARNED = "learn.",
  DONE = "done",
  SHOWN = "shown";
const MORE = ".more",
  BITS = /\.(solved|missed)$/;

const rank = (at: string): number => (at === DONE ? 1e7 : at === SHOWN ? 1e6 : Number(at) || 0);

/** The further of two: a step, `shown` or `done`. */
export function further(one: string, other: string): string {
  return rank(other) > rank(one) ? other : one;
}

/** `favors:3 sieges:done` by the names. */
export function lessonsOf(text: string): Map<string, string> {
  const parts = text.split(" ").filter((part) => part.includes(":"));
  return new Map(parts.map((part) => [part.slice(0, part.lastIndexOf(":")), part.slice(part.lastIndexOf(":") + 1)]));
}

export function written(lessons: Map<string, string>): string {
  return [...lessons].map(([name, at]) => `${name}:${at}`).join(" ");
}

/** What both say together, of a setting that begins with `learn.`. */
export function together(name: string, one: string, other: string): string {
  if (BITS.test(name)) return (bitsOf(one) | bitsOf(other)).toString(16);
  if (!name.endsWith(MORE)) return further(one || "0", other || "0");
  const all = lessonsOf(one);
  for (const [lesson, at] of lessonsOf(other)) all.set(lesson, further(all.get(lesson) ?? "0", at));
  return written(all);
}

/** A set of numbers, written as one number in hexadecimal. */
export function bitsOf(text: string): bigint {
  return /^[0-9a-f]+$/.test(text) ? BigInt(`0x${text}`) : 0n;
}
