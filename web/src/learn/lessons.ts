// What one can learn a game by: the first match, short lessons and puzzles, with what is done already.
import { api, loadGames } from "../common/api";
import { h } from "../common/dom";
import { frame } from "../common/frame";
import { DONE, further, lessonsOf, SHOWN, written } from "../common/progress";
import { setSetting, setting } from "../common/settings";

export interface Lesson {
  name: string;
  title: string;
  promise: string;
  minutes: number;
  count: number;
  puzzle: boolean;
}
export const FIRST = "first";

/** How far one has come in a game's lessons. All but the first match share one setting: `favors:3 sieges:done`. */
export class Progress {
  constructor(private readonly game: string) {}

  get(lesson: string): string {
    if (lesson === FIRST) return setting(`learn.${this.game}`, "0");
    return this.others().get(lesson) ?? "0";
  }

  isDone(lesson: string): boolean {
    return this.get(lesson) === DONE;
  }

  /** The step to go on with; the first one of what was followed to its end. */
  step(lesson: string): number {
    return Number(this.get(lesson)) || 0;
  }

  keep(lesson: string, step: number): void {
    this.set(lesson, String(step));
  }

  finish(lesson: string): void {
    this.set(lesson, DONE);
  }

  /** The answer of a puzzle was shown: that is no solution, which may come later. */
  show(lesson: string): void {
    this.set(lesson, SHOWN);
  }

  isShown(lesson: string): boolean {
    return this.get(lesson) === SHOWN;
  }

  /** What was done once stays done, also while it is followed again. */
  private set(lesson: string, value: string): void {
    const known = this.get(lesson);
    if (further(known, value) === known) return;
    if (lesson === FIRST) {
      setSetting(`learn.${this.game}`, value);
      return;
    }
    setSetting(`learn.${this.game}.more`, written(this.others().set(lesson, value)));
  }

  private others(): Map<string, string> {
    return lessonsOf(setting(`learn.${this.game}.more`));
  }
}

export async function loadLessons(game: string): Promise<Lesson[]> {
  return api<Lesson[]>(`/games/${encodeURIComponent(game)}/lessons`);
}

function entry(game: string, lesson: Lesson, progress: Progress, next: boolean): HTMLElement {
  const done = progress.isDone(lesson.name);
  const at = progress.step(lesson.name);
  const how = done
    ? "done"
    : progress.isShown(lesson.name)
      ? "answer seen"
      : at
        ? `step ${at + 1} of ${lesson.count}`
        : lesson.puzzle
          ? ""
          : `${lesson.minutes} min`;
  return h(
    "li",
    { class: done ? "done" : "" },
    h(
      "a",
      { href: `/learn/${game}/${lesson.name}`, "data-lesson": lesson.name, class: next ? "next" : "" },
      h("span", { class: "mark", "aria-hidden": "true" }, done ? "✓" : next ? "▸" : "○"),
      h("span", { class: "words" }, h("strong", {}, lesson.title), h("span", { class: "promise" }, lesson.promise)),
      h("span", { class: "soft" }, how),
    ),
  );
}

/** The list at /learn/GAME. */
export async function lessonsPage(app: HTMLElement, game: string): Promise<void> {
  const [games, lessons] = await Promise.all([loadGames(), loadLessons(game)]);
  const name = games.games.find((one) => one.name === game)?.title ?? game;
  const progress = new Progress(game);
  const fresh = lessons.find((one) => !progress.isDone(one.name));
  const list = (puzzle: boolean): HTMLElement =>
    h(
      "ol",
      { class: "lesson-list" },
      ...lessons.filter((one) => one.puzzle === puzzle).map((one) => entry(game, one, progress, one === fresh)),
    );
  const puzzles = lessons.filter((one) => one.puzzle);
  const solved = puzzles.filter((one) => progress.isDone(one.name)).length;
  frame(
    app,
    h(
      "main",
      { class: "lessons-page" },
      h("h1", {}, `Learn ${name}`),
      h("section", {}, h("h2", {}, "Lessons"), list(false)),
      puzzles.length
        ? h(
            "section",
            {},
            h("h2", {}, `Puzzles: ${solved} of ${puzzles.length} solved`),
            h("p", { class: "soft" }, "One position, one question, one best answer. A wrong try costs nothing."),
            list(true),
          )
        : null,
      h("p", {}, h("a", { href: `/rules/${game}` }, "All rules")),
    ),
  );
  document.title = `Learn ${name} · Wartable`;
}
