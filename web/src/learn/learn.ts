// A lesson, one idea at a time, each followed by doing it; or a puzzle, with one best answer.

import { Board } from "../board/board";
import { api, loadGames } from "../common/api";
import { announce, fill, h, sorry } from "../common/dom";
import { brand, themeButton } from "../common/frame";
import { go } from "../common/route";
import type { Choice, LogLine, Scene } from "../common/types";
import { Chooser } from "../touch/chooser";
import { explainWords } from "./glossary";
import { type Lesson, loadLessons, Progress } from "./lessons";

interface Step {
  title: string;
  goal: string;
  minutes: number;
  puzzle: boolean;
  goes_on: boolean;
  number: number;
  count: number;
  say: string;
  rule: string;
  lit: string[];
  asked: boolean;
  scene: Scene;
  choices: Choice[];
  wanted: string;
  path: string[];
  log: LogLine[];
}
interface Answer {
  right: boolean;
  say: string;
  rule: string;
  told?: string[];
}
const NARROW = 820;

class LearnPage {
  private readonly board: Board;
  private readonly chooser = new Chooser();
  private step: Step | null = null;
  private busy = false;
  /** Whether the way to the answer of a puzzle is lit. */
  private shown = false;
  private readonly progressed: Progress;
  private readonly stage = h("div", { class: "learn-stage" });
  private readonly said = h("div", { class: "learn-said", "aria-live": "polite" });
  private readonly answer = h("div", { class: "learn-answer", role: "status" });
  private readonly log = h("ol", { class: "learn-log" });
  private readonly progress = h("progress", { class: "learn-progress", "aria-label": "Progress" });
  private readonly buttons = h("div", { class: "row learn-buttons" });
  private readonly options = h("div", { class: "row learn-options" });
  private readonly sizes = new ResizeObserver(() => this.resize());

  constructor(
    app: HTMLElement,
    private readonly game: string,
    private readonly lesson: Lesson,
    private readonly after: Lesson | undefined,
    name: string,
    patterns: string,
  ) {
    this.progressed = new Progress(game);
    this.board = new Board(patterns, (id, below) => void this.touch(id, below));
    this.stage.append(this.board.main);
    const panel = h(
      "aside",
      { class: "learn-panel", "aria-label": "Lesson" },
      this.progress,
      this.said,
      this.options,
      this.answer,
      this.log,
      this.buttons,
    );
    fill(
      app,
      h(
        "div",
        { class: "learn-page" },
        h(
          "header",
          { class: "bar" },
          brand(),
          h("h1", {}, `${name}: ${lesson.title}`),
          h("div", { class: "tools" }, h("a", { class: "button", href: `/learn/${game}` }, "Leave"), themeButton()),
        ),
        h("main", { class: "learn-middle", id: "main" }, this.stage, panel, this.board.rest as unknown as HTMLElement),
      ),
    );
    document.title = `${lesson.title} · ${name} · Wartable`;
    this.sizes.observe(this.stage);
  }

  leave(): void {
    this.sizes.disconnect();
  }

  private get place(): string {
    return `/games/${this.game}/lessons/${this.lesson.name}`;
  }

  async begin(): Promise<void> {
    const at = this.lesson.puzzle ? 0 : this.progressed.step(this.lesson.name);
    await this.open(at).catch(() => this.open(0));
  }

  private async open(number: number): Promise<void> {
    const step = await api<Step>(`${this.place}/${number}`);
    this.step = step;
    this.busy = false;
    this.shown = false;
    if (step.number >= step.count - 1) this.progressed.finish(this.lesson.name);
    else if (!step.puzzle) this.progressed.keep(this.lesson.name, number);
    this.board.show(step.scene);
    this.resize();
    this.chooser.set(step.choices, false);
    fill(this.answer);
    this.draw();
    this.board.reveal();
    announce(step.say);
  }

  private resize(): void {
    this.board.layout(innerWidth < NARROW, this.stage.clientWidth, this.stage.clientHeight);
  }

  /** Light what the step speaks of, until the hand has begun; then what can be touched next on the way that is asked. */
  private light(): void {
    const step = this.step!;
    const begun = this.chooser.path;
    const onTheWay = begun.every((id, place) => step.path[place] === id);
    const next = onTheWay && (!step.puzzle || this.shown) ? step.path[begun.length] : undefined;
    const lit = step.asked ? this.chooser.next : [],
      spoken = next ? [next, ...(begun.length ? [] : step.lit)] : step.lit;
    // What a lesson does not speak of is dimmed; a puzzle gives nothing away.
    this.board.light(lit, begun, spoken, next && !step.puzzle ? spoken : lit);
  }

  private draw(): void {
    const step = this.step!;
    this.progress.max = step.count;
    this.progress.value = step.puzzle && !step.asked ? step.count : step.number;
    const over = step.number >= step.count;
    const solved = step.puzzle && !step.asked;
    fill(
      this.said,
      h(
        "p",
        { class: "soft" },
        step.puzzle ? "Puzzle" : over ? step.title : `Step ${step.number + 1} of ${step.count}`,
      ),
      solved ? h("p", { class: "solved" }, "✓ Right.") : null,
      h("p", { class: "say" }, over ? "The lesson is over." : step.say),
      step.rule
        ? h("p", {}, h("a", { href: `/rules/${this.game}#${step.rule}`, target: "_blank" }, `Rule ${step.rule}`))
        : null,
    );
    explainWords(this.said, this.game, (rule) => {
      open(`/rules/${this.game}#${rule}`, "_blank");
    });
    fill(this.log, ...step.log.filter((line) => line.level > 0).map((line) => h("li", {}, line.text)));
    const untouched = step.asked ? [...this.chooser.untouchable, ...this.chooser.complete] : [];
    fill(
      this.options,
      ...untouched.map((choice) => h("button", { onclick: () => void this.attempt(choice) }, choice.label)),
    );
    fill(this.buttons, ...this.drawnButtons(step));
    this.light();
  }

  private drawnButtons(step: Step): (HTMLElement | null)[] {
    const last = step.number >= step.count - 1;
    const back =
      step.number > 0
        ? h("button", { "data-learn": "back", onclick: () => void this.open(step.number - 1) }, "Back")
        : null;
    if (step.asked)
      return [
        back,
        h(
          "button",
          { "data-learn": "show", onclick: () => this.showHow() },
          step.puzzle ? "Show the answer" : "Show me",
        ),
        step.puzzle
          ? null
          : h("button", { "data-learn": "skip", onclick: () => void this.open(step.number + 1) }, "Do it for me"),
      ];
    if (!last)
      return [
        back,
        h("button", { class: "main", "data-learn": "next", onclick: () => void this.open(step.number + 1) }, "Next"),
      ];
    const onward = this.after
      ? h(
          "a",
          {
            class: `button ${step.puzzle ? "main" : ""}`,
            "data-learn": "onward",
            href: `/learn/${this.game}/${this.after.name}`,
          },
          step.puzzle ? "Next puzzle" : "Next lesson",
        )
      : null;
    const play = step.goes_on
      ? h(
          "button",
          { class: step.puzzle ? "" : "main", "data-learn": "play", onclick: () => void this.playOn() },
          "Play on",
        )
      : null;
    return [back, play, onward, h("a", { class: "button", "data-learn": "all", href: `/learn/${this.game}` }, "All")];
  }

  private showHow(): void {
    const step = this.step!;
    this.shown = true;
    this.chooser.cancel();
    const wanted = step.puzzle ? `The answer: “${step.wanted}”.` : `This step asks for “${step.wanted}”.`;
    this.reply({ right: false, say: `${wanted} What to touch next is marked.`, rule: step.rule });
    this.draw();
  }

  private reply(answer: Answer): void {
    fill(
      this.answer,
      ...(answer.told ?? []).map((line) => h("p", { class: "told" }, line)),
      h(
        "p",
        {},
        answer.say,
        " ",
        answer.rule ? h("a", { href: `/rules/${this.game}#${answer.rule}`, target: "_blank" }, answer.rule) : null,
      ),
    );
  }

  private async touch(id: string, below: string[]): Promise<void> {
    const step = this.step;
    if (!step || this.busy) return;
    if (!step.asked) {
      this.reply({ right: false, say: "There is nothing to do here yet: read, and press Next.", rule: "" });
      return;
    }
    const result = this.chooser.touch(id);
    if (result === "no") {
      await this.ask({ path: [...this.chooser.path, below[0] ?? id] });
      return;
    }
    if (result === "more") {
      fill(this.answer);
      this.draw();
      return;
    }
    await this.attempt(result);
  }

  private async attempt(choice: Choice): Promise<void> {
    const step = this.step!;
    this.busy = true;
    const answer = await this.ask({ move: choice.notation });
    this.chooser.cancel();
    // Until the next step is there, a touch would be meant for it and fall on this one.
    if (answer?.right) await this.open(step.number + 1).catch((error: Error) => sorry(error));
    this.busy = false;
    this.light();
  }

  private async ask(body: { move?: string; path?: string[] }): Promise<Answer | null> {
    try {
      const answer = await api<Answer>(`${this.place}/${this.step!.number}`, body);
      if (!answer.right) {
        this.reply(answer);
        announce(answer.say);
      }
      return answer;
    } catch (error) {
      sorry(error);
      return null;
    }
  }

  private async playOn(): Promise<void> {
    try {
      const made = await api<{ table: string }>("/play", {
        game: this.game,
        lesson: this.lesson.name,
        bot: "beginner",
      });
      go(`/table/${made.table}`);
    } catch (error) {
      sorry(error);
    }
  }
}

export async function learnPage(app: HTMLElement, game: string, name: string): Promise<() => void> {
  const [games, lessons] = await Promise.all([loadGames(), loadLessons(game)]);
  const place = lessons.findIndex((one) => one.name === name);
  if (place < 0) throw new Error(`There is no lesson ${name}.`);
  const lesson = lessons[place]!;
  const after = lessons[place + 1]?.puzzle === lesson.puzzle ? lessons[place + 1] : undefined;
  const page = new LearnPage(
    app,
    game,
    lesson,
    after,
    games.games.find((one) => one.name === game)?.title ?? game,
    games.patterns,
  );
  await page.begin();
  return () => page.leave();
}
