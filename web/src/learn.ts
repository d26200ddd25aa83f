// A lesson: a guided first match, one idea at a time, each followed by doing it.
import { api, loadGames } from "./api";
import { Board } from "./board";
import { Chooser } from "./chooser";
import { announce, fill, h, toast } from "./dom";
import { brand, themeButton } from "./frame";
import { go } from "./route";
import { setSetting, setting } from "./settings";
import type { Choice, LogLine, Scene } from "./types";

interface Step {
  title: string; goal: string; minutes: number; number: number; count: number; say: string; rule: string; lit: string[]; asked: boolean;
  scene: Scene; choices: Choice[]; wanted: string; path: string[]; log: LogLine[];
}
interface Answer { right: boolean; say: string; rule: string }
const NARROW = 820;

class LearnPage {
  private readonly board: Board;
  private readonly chooser = new Chooser();
  private step: Step | null = null;
  private busy = false;
  private readonly stage = h("div", { class: "learn-stage" });
  private readonly said = h("div", { class: "learn-said", "aria-live": "polite" });
  private readonly answer = h("div", { class: "learn-answer", role: "status" });
  private readonly log = h("ol", { class: "learn-log" });
  private readonly progress = h("progress", { class: "learn-progress", "aria-label": "Progress" });
  private readonly buttons = h("div", { class: "row learn-buttons" });
  private readonly options = h("div", { class: "row learn-options" });
  private readonly sizes = new ResizeObserver(() => this.resize());

  constructor(app: HTMLElement, private readonly game: string, name: string, patterns: string) {
    this.board = new Board(patterns, (id, below) => void this.touch(id, below));
    this.stage.append(this.board.main);
    const panel = h("aside", { class: "learn-panel", "aria-label": "Lesson" }, this.progress, this.said, this.options, this.answer, this.log, this.buttons);
    fill(app, h("div", { class: "learn-page" },
      h("header", { class: "bar" }, brand(), h("h1", {}, `Learn ${name}`), h("div", { class: "tools" }, h("a", { class: "button", href: "/" }, "Leave"), themeButton())),
      h("main", { class: "learn-middle", id: "main" }, this.stage, panel, this.board.rest as unknown as HTMLElement)));
    document.title = `Learn ${name} · Wartable`;
    this.sizes.observe(this.stage);
  }

  leave(): void { this.sizes.disconnect(); }

  private get place(): `learn.${string}` { return `learn.${this.game}`; }

  async begin(): Promise<void> { await this.open(Number(setting(this.place, "0")) || 0).catch(() => this.open(0)); }

  private async open(number: number): Promise<void> {
    const step = await api<Step>(`/games/${this.game}/lesson/${number}`);
    this.step = step;
    this.busy = false;
    setSetting(this.place, String(number >= step.count ? 0 : number));
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
    const next = onTheWay ? step.path[begun.length] : undefined;
    this.board.light(step.asked ? this.chooser.next : [], begun, next ? [next, ...(begun.length ? [] : step.lit)] : step.lit);
  }

  private draw(): void {
    const step = this.step!;
    this.progress.max = step.count;
    this.progress.value = step.number;
    const over = step.number >= step.count;
    fill(this.said, h("p", { class: "soft" }, over ? step.title : `Step ${step.number + 1} of ${step.count}`),
      h("p", { class: "say" }, over ? "The lesson is over." : step.say),
      step.rule ? h("p", {}, h("a", { href: `/rules/${this.game}#${step.rule}`, target: "_blank" }, `Rule ${step.rule}`)) : null);
    fill(this.log, ...step.log.filter((line) => line.level > 0).map((line) => h("li", {}, line.text)));
    const untouched = step.asked ? [...this.chooser.untouchable, ...this.chooser.complete] : [];
    fill(this.options, ...untouched.map((choice) => h("button", { onclick: () => void this.attempt(choice) }, choice.label)));
    const back = step.number > 0 ? h("button", { "data-learn": "back", onclick: () => void this.open(step.number - 1) }, "Back") : null;
    const last = step.number >= step.count - 1;
    const next = step.asked ? h("button", { "data-learn": "show", onclick: () => this.showHow() }, "Show me")
      : h("button", { class: "main", "data-learn": last ? "play" : "next", onclick: () => void (last ? this.playOn() : this.open(step.number + 1)) }, last ? "Play on" : "Next");
    fill(this.buttons, back, next, step.asked ? h("button", { "data-learn": "skip", onclick: () => void this.open(step.number + 1) }, "Do it for me") : null);
    this.light();
  }

  private showHow(): void { this.reply({ right: false, say: `Please ${this.step!.wanted}. What to touch next is marked.`, rule: this.step!.rule }); }

  private reply(answer: Answer): void {
    fill(this.answer, h("p", {}, answer.say, " ", answer.rule ? h("a", { href: `/rules/${this.game}#${answer.rule}`, target: "_blank" }, answer.rule) : null));
  }

  private async touch(id: string, below: string[]): Promise<void> {
    const step = this.step;
    if (!step || this.busy) return;
    if (!step.asked) { this.reply({ right: false, say: "There is nothing to do here yet: read, and press Next.", rule: "" }); return; }
    const result = this.chooser.touch(id);
    if (result === "no") { await this.ask({ path: [...this.chooser.path, below[0] ?? id] }); return; }
    if (result === "more") { fill(this.answer); this.draw(); return; }
    await this.attempt(result);
  }

  private async attempt(choice: Choice): Promise<void> {
    const step = this.step!;
    this.busy = true;
    const answer = await this.ask({ move: choice.notation });
    this.chooser.cancel();
    // Until the next step is there, a touch would be meant for it and fall on this one.
    if (answer?.right) await this.open(step.number + 1).catch((error: Error) => toast(error.message));
    this.busy = false;
    this.light();
  }

  private async ask(body: { move?: string; path?: string[] }): Promise<Answer | null> {
    try {
      const answer = await api<Answer>(`/games/${this.game}/lesson/${this.step!.number}`, body);
      if (!answer.right) { this.reply(answer); announce(answer.say); }
      return answer;
    } catch (error) { toast(error instanceof Error ? error.message : String(error)); return null; }
  }

  private async playOn(): Promise<void> {
    try {
      const made = await api<{ table: string }>("/play", { game: this.game, lesson: true, bot: "beginner" });
      setSetting(this.place, "done");
      go(`/table/${made.table}`);
    } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
  }
}

export async function learnPage(app: HTMLElement, game: string): Promise<() => void> {
  const games = await loadGames();
  const found = games.games.find((one) => one.name === game);
  const page = new LearnPage(app, game, found?.title ?? game, games.patterns);
  await page.begin();
  return () => page.leave();
}
