// Turns legal action paths into touching: what can be touched next, and which action has been made up.
import type { Choice } from "./types";

/** The same action by its last two touches in the other order. */
function turned(choice: Choice): Choice {
  const [one, other] = choice.path.slice(-2) as [string, string];
  return { ...choice, path: [...choice.path.slice(0, -2), other, one] };
}

export class Chooser {
  private choices: Choice[] = [];
  path: string[] = [];

  /** New choices. What was touched already stays where it still leads somewhere, as after a lost connection. */
  set(choices: Choice[], keep: boolean): void {
    this.choices = choices.flatMap((choice) => (choice.pair ? [choice, turned(choice)] : [choice]));
    if (!keep || !this.fitting.length) this.path = [];
  }

  /** The actions that still fit what has been touched. */
  get fitting(): Choice[] {
    return this.choices.filter((choice) => this.path.every((id, place) => choice.path[place] === id));
  }

  /** What can be touched next, in the order of the actions. */
  get next(): string[] {
    const ids = this.fitting.map((choice) => choice.path[this.path.length]).filter((id): id is string => id !== undefined);
    return [...new Set(ids)];
  }

  /** Actions that are complete as they are. */
  get complete(): Choice[] {
    return this.fitting.filter((choice) => choice.path.length === this.path.length && this.path.length > 0);
  }

  /** Actions that no touch leads to: they are offered as buttons. */
  get untouchable(): Choice[] {
    return this.choices.filter((choice) => choice.path.length === 0);
  }

  /** Touch a thing. The action to play, "more" where it goes on, or "no" where nothing begins so. */
  touch(id: string): Choice | "more" | "no" {
    if (this.path.at(-1) === id && !this.next.includes(id)) {
      this.path.pop();
      return "more";
    }
    if (!this.next.includes(id)) {
      // Another first thing: begin again with it.
      if (!this.choices.some((choice) => choice.path[0] === id)) return "no";
      this.path = [];
    }
    this.path.push(id);
    const done = this.complete;
    return done.length === 1 && this.next.length === 0 ? done[0]! : "more";
  }

  cancel(): boolean {
    const had = this.path.length > 0;
    this.path = [];
    return had;
  }
}
