// Turns legal action paths into touching, in any order: what can be touched next, and which action has been made up.
import type { Choice } from "../common/types";

export class Chooser {
  private choices: Choice[] = [];
  path: string[] = [];

  /**
   * `isAnswer` tells the things that are an answer and no place: they are asked for, and need not be touched.
   * `isTaken` tells what a hand takes and puts elsewhere: where only one can be meant, touching its goal is enough.
   * `isAloud` tells the answers that nobody is taken to mean who has not given them.
   */
  constructor(
    private readonly isAnswer: (id: string) => boolean = () => false,
    private readonly isTaken: (id: string) => boolean = () => false,
    private readonly isAloud: (id: string) => boolean = () => false,
  ) {}

  /** New choices. What was touched already stays where it still leads somewhere, as after a lost connection. */
  set(choices: Choice[], keep: boolean): void {
    this.choices = choices;
    if (!keep || !this.fitting.length) this.path = [];
  }

  /** The actions that still fit what has been touched, in whatever order. */
  get fitting(): Choice[] {
    return this.with(this.path);
  }

  /** The actions in which all of these things are touched. */
  with(path: string[]): Choice[] {
    return this.choices.filter((choice) => path.every((id) => choice.path.includes(id)));
  }

  /** What is usually touched next: the first thing of each action, or the next one of those begun in their order. */
  get usual(): string[] {
    const begun = this.fitting.filter((choice) => this.path.every((id, place) => choice.path[place] === id));
    const ids = begun.map((choice) => choice.path[this.path.length]).filter((id): id is string => id !== undefined);
    return ids.length || !this.path.length ? [...new Set(ids)] : this.open;
  }

  /** All that can be touched next, the usual first. */
  get next(): string[] {
    const others = this.fitting.flatMap((choice) => choice.path.filter((id) => !this.path.includes(id)));
    return [...new Set([...this.usual, ...others])];
  }

  /** What is still to be said: a thing that all fitting actions have in common is said already. */
  get open(): string[] {
    const fitting = this.fitting;
    return [...new Set(fitting.flatMap((choice) => choice.path))].filter(
      (id) => !this.path.includes(id) && !fitting.every((choice) => choice.path.includes(id)),
    );
  }

  /** Actions of which everything has been touched; those touched in their own order first, and alone. */
  get complete(): Choice[] {
    if (!this.path.length) return [];
    const whole = this.fitting.filter((choice) => choice.path.every((id) => this.path.includes(id)));
    const ordered = whole.filter((choice) => choice.path.join(" ") === this.path.join(" "));
    return ordered.length ? ordered : whole;
  }

  /** What can be asked at the spot that was touched: the answers and whole actions that are left. None while places are. */
  get answers(): { choice: Choice; id: string }[] {
    const { path, open, complete, fitting } = this;
    if (!path.length || open.some((id) => !this.isAnswer(id))) return [];
    if (!open.length) return fitting.map((choice) => ({ choice, id: "" }));
    const asked = open.flatMap((id) => {
      const meant = this.with([...path, id]);
      return meant.length === 1 ? [{ choice: meant[0]!, id }] : [];
    });
    const left = complete.filter((choice) => !asked.some((one) => one.choice === choice));
    return asked.length + left.length === fitting.length
      ? [...left.map((choice) => ({ choice, id: "" })), ...asked]
      : [];
  }

  /** Actions that no touch leads to: they are offered as buttons. */
  get untouchable(): Choice[] {
    return this.choices.filter((choice) => choice.path.length === 0);
  }

  /** What every action has to do with: it need not be said. */
  get shared(): string[] {
    const [first, ...others] = this.choices;
    return first ? first.path.filter((id) => others.every((choice) => choice.path.includes(id))) : [];
  }

  /** Whether an action usually begins with a thing. */
  begins(id: string): boolean {
    return this.choices.some((choice) => choice.path[0] === id);
  }

  /** Whether any action has to do with a thing. */
  knows(id: string): boolean {
    return this.choices.some((choice) => choice.path.includes(id));
  }

  /** Touch a thing. The action to play, "more" where it goes on, or "no" where it does not fit what was touched. */
  touch(id: string): Choice | "more" | "no" {
    if (this.path.includes(id)) {
      this.path = this.path.filter((other) => other !== id);
      return "more";
    }
    if (!this.next.includes(id)) {
      // Another first thing: begin again with it.
      if (!this.begins(id)) return "no";
      this.path = [];
    }
    this.path = [...this.path, id];
    return this.made() ?? "more";
  }

  /** Take a thing up to put it somewhere: nothing is done before that. */
  hold(id: string): void {
    if (!this.path.includes(id)) this.path = this.next.includes(id) ? [...this.path, id] : [id];
  }

  /** Begin again with a thing that did not fit. */
  restart(id: string): Choice | "more" {
    this.path = [id];
    return this.made() ?? "more";
  }

  /** The one action that is left, once all of its places have been touched, or the one place where only it can go. */
  private made(): Choice | null {
    const { fitting, complete } = this;
    if (complete.length === 1 && this.next.length === 0) return this.isGrave(complete[0]!) ? null : complete[0]!;
    const only = fitting.length === 1 ? fitting[0]! : null;
    if (!only) return null;
    if (this.isUnmeant(only)) return null;
    // What a hand takes is first taken, and then put somewhere; a button says it all where everything goes to one place.
    const shared = this.isTaken(only.path[0]!) ? [] : this.shared;
    const isSaid =
      this.path.includes(only.path[0]!) &&
      only.path.every((id) => this.path.includes(id) || this.isAnswer(id) || shared.includes(id));
    // An answer is no place: where only one action has it, it cannot mean another one.
    const isAnswered = this.path.some((id) => this.isAnswer(id)) && !only.risky;
    return isSaid || isAnswered || this.isPlain(only) ? only : null;
  }

  /** Whether one touch would do what nobody should do by a slip: it is asked for once more. */
  private isGrave({ path }: Choice): boolean {
    return path.length === 1 && this.isAloud(path[0]!);
  }

  /** Whether what is left is perhaps not what was wanted: its answer has to be given. */
  get isDoubtful(): boolean {
    return this.path.length > 0 && this.fitting.length === 1 && this.isUnmeant(this.fitting[0]!);
  }

  private isUnmeant(only: Choice): boolean {
    return only.path.some((id) => this.isAloud(id) && !this.path.includes(id));
  }

  /** Whether the goal that was touched says it all: nothing begins there, and what goes there is taken by hand. */
  private isPlain(only: Choice): boolean {
    const [taken, ...places] = only.path.filter((id) => !this.isAnswer(id));
    const goal = places.at(-1);
    return goal !== undefined && this.path.includes(goal) && !this.begins(goal) && this.isTaken(taken!) && !only.risky;
  }

  cancel(): boolean {
    const had = this.path.length > 0;
    this.path = [];
    return had;
  }
}
