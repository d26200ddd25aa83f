// A lesson or a puzzle, at a table: somebody says what it is about, and the table answers as in a match.

import { api, loadGames, loadPatterns } from "../common/api";
import { h, sorry } from "../common/dom";
import { t } from "../common/language";
import { go } from "../common/route";
import type { ServerMessage } from "../common/types";
import { TablePage } from "../table/tablepage";
import type { TableState } from "../table/tablestate";
import { Bubble, type Leading } from "./bubble";
import { type Lesson, loadLessons, loadNumbered, nextPuzzle, numberOf, Progress } from "./lessons";
import { LessonTable, type Step } from "./lessontable";

const TRIAL = "try-";

class LearnPage {
  private readonly page: TablePage;
  private readonly progress: Progress;
  private table!: LessonTable;
  private bubble!: Bubble;
  private busy = false;
  private shownOnce = false;
  private readonly back = h("button", { "data-learn": "back", onclick: () => void this.turnBack() }, t`Back`);

  constructor(
    app: HTMLElement,
    private readonly game: string,
    private readonly lesson: Lesson,
    private readonly after: Lesson | undefined,
    patterns: string,
  ) {
    this.progress = new Progress(game);
    const leave = this.isTrial ? this.rulePage : `/learn/${game}`;
    const tools = [this.back, h("a", { class: "button", "data-learn": "leave", href: leave }, t`Leave`)];
    this.page = new TablePage(app, "", patterns, {
      connect: (heard) => this.connect(heard),
      tutor: (state, board, openRule, explain) => this.makeBubble(state, board, openRule, explain, tools),
    });
  }

  private connect(heard: (message: ServerMessage) => void): LessonTable {
    const place = `/games/${this.game}/lessons/${encodeURIComponent(this.lesson.name)}`;
    this.table = new LessonTable(
      place,
      heard,
      (step, said) => this.come(step, said),
      () => this.erred(),
    );
    return this.table;
  }

  private makeBubble(
    state: TableState,
    board: ConstructorParameters<typeof Bubble>[1],
    openRule: (rule: string) => void,
    explain: (element: Element) => void,
    tools: HTMLElement[],
  ): Bubble {
    this.bubble = new Bubble(state, board, openRule, explain, (step, shown) => this.leads(step, shown), tools);
    return this.bubble;
  }

  private get isTrial(): boolean {
    return this.lesson.name.startsWith(TRIAL);
  }

  private get rulePage(): string {
    return `/rules/${this.game}#${this.lesson.name.slice(TRIAL.length).replace(/-\d+$/, "")}`;
  }

  async begin(): Promise<void> {
    const at = this.lesson.puzzle || this.isTrial ? 0 : this.progress.step(this.lesson.name);
    await this.table.open(at).catch(() => this.table.open(0));
  }

  leave(): void {
    this.page.leave();
  }

  private come(step: Step, said: string): void {
    this.back.hidden = step.number === 0;
    this.bubble.begin(step, said);
    this.page.showTable();
    if (this.isTrial) return;
    const ended = step.number >= step.count - 1;
    if (ended && this.shownOnce) this.progress.show(this.lesson.name);
    else if (ended) this.progress.finish(this.lesson.name);
    else if (!step.puzzle) this.progress.keep(this.lesson.name, step.number);
  }

  /** What leads on from a step: the first of them is the way to go. */
  private leads(step: Step, shown: boolean): Leading[] {
    const next = () => void this.go(() => this.table.onward());
    if (step.asked && step.free && !shown) return [{ name: "show", words: t`Show me`, does: () => this.show() }];
    if (step.asked) return step.puzzle ? [] : [{ name: "skip", words: t`Do it`, does: next }];
    if (step.number < step.count - 1) return [{ name: "next", words: t`Next`, does: next }];
    if (this.isTrial)
      return [
        { name: "again", words: t`Again`, does: () => void this.go(() => this.table.open(0)) },
        { name: "rule", words: t`To the rule`, href: this.rulePage },
      ];
    const onward = this.after && {
      name: "onward",
      words: step.puzzle ? t`Next puzzle` : t`Next lesson`,
      href: `/learn/${this.game}/${this.after.name}`,
    };
    const play = step.goes_on && { name: "play", words: t`Play on`, does: () => void this.playOn(step) };
    const exam = { name: "exam", words: t`Ten questions`, href: `/learn/${this.game}/exam` };
    return (step.puzzle ? [onward, play] : [play, onward, exam]).filter((one) => typeof one === "object");
  }

  /** A wrong try at a numbered puzzle: its theme comes back. */
  private erred(): void {
    if (numberOf(this.lesson.name)) this.progress.show(this.lesson.name);
  }

  /** Whoever is shown the answer of a puzzle has not solved it. */
  private show(): void {
    this.shownOnce ||= this.lesson.puzzle;
    this.bubble.show();
    this.page.redraw();
  }

  private async turnBack(): Promise<void> {
    await this.go(() => this.table.open(Math.max(0, this.table.step!.number - 1)));
  }

  private async go(where: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await where().catch(sorry);
    this.busy = false;
  }

  private async playOn(step: Step): Promise<void> {
    await this.go(async () => {
      const body = { game: this.game, lesson: this.lesson.name, way: step.way, bot: "beginner" };
      go(`/table/${(await api<{ table: string }>("/play", body)).table}`);
    });
  }
}

export async function learnPage(app: HTMLElement, game: string, name: string): Promise<() => void> {
  const isNumbered = numberOf(name) > 0;
  const [games, lessons, patterns, numbered] = await Promise.all([
    loadGames(),
    loadLessons(game),
    loadPatterns(),
    isNumbered ? loadNumbered(game) : [],
  ]);
  const title = games.games.find((one) => one.name === game)?.title ?? game;
  const place = lessons.findIndex((one) => one.name === name);
  const trial = { name, title: t`Try it`, promise: "", minutes: 1, count: 2, puzzle: false, when: [] };
  const asLesson = (name: string, ask: string): Lesson => ({
    ...{ name, title: t`Puzzle ${numberOf(name)}`, promise: ask, minutes: 1, count: 2, puzzle: true, when: [] },
  });
  const one = numbered.find((known) => known.name === name),
    next = nextPuzzle(numbered, new Progress(game), numberOf(name), name);
  const lesson = name.startsWith(TRIAL) ? trial : one ? asLesson(one.name, one.ask) : lessons[place];
  if (!lesson) throw new Error(t`There is no lesson ${name}.`);
  const follows = place >= 0 && lessons[place + 1]?.puzzle === lesson.puzzle ? lessons[place + 1] : undefined;
  const after = next ? asLesson(next.name, next.ask) : follows;
  const page = new LearnPage(app, game, lesson, after, patterns);
  await page.begin();
  document.title = `${lesson.title} · ${title} · Wartable`;
  return () => page.leave();
}
