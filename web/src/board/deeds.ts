// What somebody's deed has changed, and what only lies elsewhere because a panel was laid out anew.
import type { Frame, LogLine, Scene, Thing } from "../common/types";

/** What a hand takes and puts elsewhere. */
export const GRIPPED = new Set(["token", "card", "cube"]);
const LASTING = new Set(["text", "bar", "pips", "space"]);

type Words = Map<string, string>;
/** The words of all things that have been seen; what goes and comes again with them is nothing new. */
export function learnWords(words: Words, scene: Scene): void {
  for (const { id, label } of scene.things) words.set(id, label);
}

/** Whether a thing has been changed: its label says all of it, so what is said of it is otherwise; or it is a piece that
 * stands elsewhere on the board. What only fills room, or has no name, has no part in a deed. */
export function isChanged(then: Thing | undefined, now: Thing, before: Scene, words: Words = new Map()): boolean {
  if (LASTING.has(now.kind) || !now.label || now.aside) return false;
  const isPiece = GRIPPED.has(now.kind);
  if (!then)
    return before.panels.some((panel) => panel.id === now.panel) && (isPiece || words.get(now.id) !== now.label);
  if (then.label !== now.label || then.panel !== now.panel) return true;
  return isPiece && now.panel === before.panels[0]?.id && (then.x !== now.x || then.y !== now.y);
}

/** Whether a log still has a sentence; of its beginning only a part may be here. */
export function isTold(line: LogLine | undefined, log: LogLine[]): boolean {
  if (!line) return false;
  return (
    line.step < (log[0]?.step ?? 0) ||
    log.some(({ step, seat, text }) => step === line.step && seat === line.seat && text === line.text)
  );
}

/** Pieces that leave the board in a frame. */
export function fallenIn({ things = [], gone = [], scene }: Frame, table: Scene): Thing[] {
  const board = table.panels[0]?.id;
  const after = new Map((scene?.things ?? things).map((thing) => [thing.id, thing]));
  return table.things.filter(
    ({ id, panel, kind }) =>
      panel === board &&
      kind === "token" &&
      (gone.includes(id) || (after.has(id) && after.get(id)!.panel !== board) || (scene && !after.has(id))),
  );
}
