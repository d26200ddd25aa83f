// When a short lesson matters: something can be touched, or has happened.
import type { Choice, LogLine } from "../common/types";

const TOLD = "told:";

export function matters(when: string, choices: Choice[], log: LogLine[]): boolean {
  if (!when.startsWith(TOLD)) return choices.some(({ path }) => path?.[0]?.startsWith(when));
  return log.some(({ note }) => note?.kind === when.slice(TOLD.length));
}
