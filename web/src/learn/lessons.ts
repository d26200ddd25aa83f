// What one can learn a game by: the first match, short lessons and puzzles, with what is done already.

import { api, loadGames } from "../common/api";
import { h } from "../common/dom";
import { frame } from "../common/frame";
import { t } from "../common/language";
import { bitsOf, DONE, further, lessonsOf, SHOWN, written } from "../common/progress";
import { setSetting, setting } from "../common/settings";

export interface Lesson {
  name: string;
  title: string;
  promise: string;
  minutes: number;
  count: number;
  puzzle: boolean;
  /** How the ids of things begin that make it worth its time when they can first be touched. */
  when: string[];
}
/** One of many puzzles that come day by day; `level` is 1 to 3. */
export interface Numbered {
  name: string;
  ask: string;
  theme: string;
  level: number;
}
export const FIRST = "first";
const DAY = 86_400_000,
  LEVELS = [t`Easy`, t`Medium`, t`Hard`];

/** The number of a puzzle that comes day by day; 0 of any other lesson. */
export function numberOf(name: string): number {
  return /^m\d+$/.test(name) ? Number(name.slice(1)) : 0;
}

export async function loadNumbered(game: string): Promise<Numbered[]> {
  return api<Numbered[]>(`/games/${encodeURIComponent(game)}/puzzles`);
}

/** What comes next: every second one is of a theme that was missed before, until it is solved; then by level. */
export function nextPuzzle(puzzles: Numbered[], progress: Progress, turn: number, but = ""): Numbered | undefined {
  const left = puzzles.filter((one) => one.name !== but && !progress.isDone(one.name));
  const missed = new Set(
    puzzles
      .filter((one) => progress.is("missed", numberOf(one.name)) && !progress.isDone(one.name))
      .map((one) => one.theme),
  );
  const again = left.filter((one) => missed.has(one.theme));
  const from = again.length && turn % 2 === 0 ? again : left;
  const easiest = Math.min(...from.map((one) => one.level));
  const level = from.filter((one) => one.level === easiest);
  return level[turn % Math.max(1, level.length)];
}

/** The puzzle of today: the same all day, also once it is solved. */
export function puzzleOfToday(puzzles: Numbered[]): Numbered | undefined {
  const today = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY);
  return puzzles[today % Math.max(1, puzzles.length)];
}

/** How far one has come in a game's lessons. All but the first match share one setting: `favors:3 sieges:done`. */
export class Progress {
  constructor(private readonly game: string) {}

  get(lesson: string): string {
    if (lesson === FIRST) return setting(`learn.${this.game}`, "0");
    return this.others().get(lesson) ?? "0";
  }

  /** Of the numbered puzzles: whether it was solved, or missed (a wrong try, or its answer seen). */
  is(kind: "solved" | "missed", number: number): boolean {
    return ((bitsOf(setting(`learn.${this.game}.${kind}`)) >> BigInt(number)) & 1n) === 1n;
  }

  mark(kind: "solved" | "missed", number: number): void {
    const name = `learn.${this.game}.${kind}` as const;
    setSetting(name, (bitsOf(setting(name)) | (1n << BigInt(number))).toString(16));
  }

  isDone(lesson: string): boolean {
    const number = numberOf(lesson);
    if (number) return this.is("solved", number);
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
    const number = numberOf(lesson);
    if (number) this.mark("solved", number);
    else this.set(lesson, DONE);
  }

  /** The answer of a puzzle was shown: that is no solution, which may come later. */
  show(lesson: string): void {
    const number = numberOf(lesson);
    if (number) this.mark("missed", number);
    else this.set(lesson, SHOWN);
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
    ? t`done`
    : progress.isShown(lesson.name)
      ? t`answer seen`
      : at
        ? t`step ${at + 1} of ${lesson.count}`
        : lesson.puzzle
          ? ""
          : t`${lesson.minutes} min`;
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

/** A puzzle for each day, and as many more as one likes, by level; themes that were missed come back. */
function daily(game: string, puzzles: Numbered[], progress: Progress): HTMLElement | null {
  const today = puzzleOfToday(puzzles);
  if (!today) return null;
  const solved = puzzles.filter((one) => progress.isDone(one.name)).length;
  const more = LEVELS.flatMap((words, at) => {
    const own = puzzles.filter((one) => one.level === at + 1);
    const done = own.filter((one) => progress.isDone(one.name)).length;
    const next = nextPuzzle(own, progress, solved);
    return next
      ? [
          h(
            "a",
            { class: "button", href: `/learn/${game}/${next.name}`, "data-level": at + 1 },
            t`${words}: ${done} of ${own.length} solved`,
          ),
        ]
      : [];
  });
  return h(
    "section",
    { class: "daily" },
    h("h2", {}, t`Puzzle of the day`),
    h(
      "p",
      {},
      h(
        "a",
        { class: "button main", href: `/learn/${game}/${today.name}`, "data-daily": today.name },
        progress.isDone(today.name) ? t`✓ Solved today` : today.ask,
      ),
      ` ${today.theme} · ${LEVELS[today.level - 1]?.toLowerCase() ?? ""}`,
    ),
    h("p", { class: "row" }, ...more),
  );
}

/** The list at /learn/GAME. */
export async function lessonsPage(app: HTMLElement, game: string): Promise<void> {
  const [games, lessons, numbered] = await Promise.all([loadGames(), loadLessons(game), loadNumbered(game)]);
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
      h("h1", {}, t`Learn ${name}`),
      h("section", {}, h("h2", {}, t`Lessons`), list(false)),
      daily(game, numbered, progress),
      puzzles.length
        ? h(
            "section",
            {},
            h("h2", {}, t`Puzzles: ${solved} of ${puzzles.length} solved`),
            h("p", { class: "soft" }, t`One position, one question, one best answer. A wrong try costs nothing.`),
            list(true),
          )
        : null,
      h(
        "p",
        { class: "row" },
        h("a", { class: "button", "data-lesson": "exam", href: `/learn/${game}/exam` }, t`Ten questions on the rules`),
        h("a", { href: `/rules/${game}` }, t`All rules`),
      ),
    ),
  );
  document.title = t`Learn ${name} · Wartable`;
}
