// The bubble of a lesson: one idea at a time, beside the thing it is about; on a phone at the thumb.

import type { Board } from "../board/board";
import { announce, fill, h, seek, sentence } from "../common/dom";
import { t } from "../common/language";
import type { TableState } from "../table/tablestate";
import type { Tutor } from "../table/tutor";
import type { Hinted } from "../touch/choices";
import type { Step } from "./lessontable";

const MOST_LETTERS = 165,
  MOST_SENTENCES = 2;
const GAP = 14;

/** A button of the bubble; the first one leads on. */
export interface Leading {
  name: string;
  words: string;
  does?: () => void;
  href?: string;
}

/** What is said at once: at most two sentences, and no more than there is room for. */
export function pagesOf(say: string): string[] {
  const pages: string[][] = [];
  for (const one of say.match(/[^.!?]+(?:[.!?]+["”’)]*|$)\s*/g) ?? []) {
    const last = pages.at(-1);
    if (last && last.length < MOST_SENTENCES && last.join("").length + one.length <= MOST_LETTERS) last.push(one);
    else pages.push([one]);
  }
  return pages.map((page) => page.join("").trim());
}

export class Bubble implements Tutor {
  readonly element = h("section", { class: "bubble", "aria-label": t`Lesson` });
  private step: Step | null = null;
  private pages: string[] = [];
  private page = 0;
  private said = "";
  private rule = "";
  /** Whether the way to a goal or an answer is shown. */
  private shown = false;
  private drawnFor = "";
  private touched: string[] = [];

  constructor(
    private readonly state: TableState,
    private readonly board: () => Board,
    private readonly openRule: (rule: string) => void,
    private readonly explain: (element: Element) => void,
    /** What leads on from a step. */
    private readonly leads: (step: Step, shown: boolean) => Leading[],
    readonly tools: HTMLElement[],
  ) {}

  begin(step: Step, said: string): void {
    this.step = step;
    this.pages = pagesOf(step.number >= step.count ? t`The lesson is over.` : step.say);
    this.page = 0;
    this.said = said;
    this.rule = "";
    this.shown = false;
    announce(`${said} ${step.say}`);
  }

  /** Show the way to what a step asks for. */
  show(): void {
    const { wanted, puzzle } = this.step!;
    this.shown = true;
    this.said = wanted ? t`${puzzle ? t`The answer` : t`One way`}: “${wanted}”. What to touch is lit.` : "";
    announce(this.said);
  }

  private get isGiven(): boolean {
    return (this.step?.asked ?? false) && (!this.step!.free || this.shown);
  }

  get hinted(): Hinted {
    return { path: this.isGiven ? this.step!.path : [] };
  }

  pointsAt(touched: string[]): string[] {
    this.touched = touched;
    if (!this.step || this.state.isShowing) return [];
    const { path, lit } = this.step;
    // A goal gives nothing away: everything can be touched as in a match.
    if (!this.isGiven) return touched.length || (this.step.free && !this.step.puzzle) ? [] : lit;
    // Whoever is on another way is led back to where this one begins.
    if (!touched.every((id) => path.includes(id))) return path.slice(0, 1);
    const next = path.find((id) => !touched.includes(id));
    return [...(next ? [next] : []), ...(touched.length || this.shown ? [] : lit.filter((id) => id !== next))];
  }

  answer(text: string, rule = ""): void {
    this.said = sentence(text);
    this.rule = rule;
    announce(this.said);
    this.draw();
  }

  draw(): void {
    const { step } = this;
    if (!step) return;
    this.element.classList.toggle("waits", this.state.isShowing);
    const text = JSON.stringify([step.number, step.way, this.page, this.said, this.shown]);
    if (text !== this.drawnFor) this.fill(step);
    if (text !== this.drawnFor || !this.state.narrow) this.settle();
    this.drawnFor = text;
  }

  private fill(step: Step): void {
    const more = !this.said && this.page < this.pages.length - 1;
    const rule = this.rule || step.rule;
    const words = h("p", { class: this.said ? "said" : "say" }, this.said || (this.pages[this.page] ?? ""));
    const solved = step.puzzle && !step.asked && !this.said;
    fill(
      this.element,
      h(
        "div",
        { class: "words", tabindex: "0" },
        solved ? h("strong", { class: "solved" }, t`✓ Right. `) : null,
        words,
      ),
      h(
        "div",
        { class: "leads" },
        ...(more ? [this.button({ name: "more", words: t`More`, does: () => this.turn() })] : this.buttons(step)),
        h(
          "span",
          { class: "soft where" },
          step.puzzle ? "" : `${Math.min(step.number + 1, step.count)}/${step.count} `,
          h("button", { class: "link", onclick: () => this.openRule(rule) }, rule),
        ),
      ),
    );
    this.element.dataset.step = String(step.number);
    this.explain(words);
  }

  private buttons(step: Step): HTMLElement[] {
    if (this.said && !this.shown) {
      const again = { name: "said", words: t`All right`, does: () => this.hush() };
      return [this.button(again)];
    }
    return this.leads(step, this.shown).map((one, place) => this.button(one, place > 0));
  }

  private button({ name, words, does, href }: Leading, quiet = false): HTMLElement {
    const about = { class: `button ${quiet ? "" : "main"}`, "data-learn": name };
    return href ? h("a", { ...about, href }, words) : h("button", { ...about, onclick: does }, words);
  }

  private turn(): void {
    this.page += 1;
    this.draw();
  }

  /** What was said to a try has been read. */
  private hush(): void {
    this.said = "";
    this.draw();
  }

  /** What is spoken of comes into sight, and the bubble beside it. */
  private settle(): void {
    const { element } = this;
    element.removeAttribute("style");
    if (this.state.isShowing) return;
    const ids = this.pointsAt(this.touched).filter((id) => this.board().thing(id));
    if (this.state.narrow) {
      if (ids[0]) seek(document.querySelector(`.thing[data-id="${CSS.escape(ids[0])}"]`));
      return;
    }
    const room = element.parentElement!.getBoundingClientRect();
    const boxes = ids.map((id) => this.board().boxOf(id)).filter((box): box is DOMRect => box !== null);
    const { width, height } = element.getBoundingClientRect();
    const asked = [...document.querySelectorAll(".choice-bar button")].map((one) => one.getBoundingClientRect());
    const spot = best(boxes, asked, room, width, height);
    Object.assign(element.style, { left: `${spot.x - room.left}px`, top: `${spot.y - room.top}px` });
  }
}

interface Spot {
  x: number;
  y: number;
}

/** Beside what is spoken of, where it covers least of it; in the middle above the foot where nothing is. */
function best(boxes: DOMRect[], asked: DOMRect[], room: DOMRect, width: number, height: number): Spot {
  const inside = ({ x, y }: Spot): Spot => ({
    x: Math.max(room.left + GAP, Math.min(x, room.right - width - GAP)),
    y: Math.max(room.top + GAP, Math.min(y, room.bottom - height - GAP)),
  });
  const foot = inside({ x: room.left + (room.width - width) / 2, y: room.bottom });
  const spots = boxes.flatMap((box) => {
    const x = box.left + (box.width - width) / 2,
      y = box.top + (box.height - height) / 2;
    return [
      { x: box.right + GAP, y },
      { x: box.left - width - GAP, y },
      { x, y: box.top - height - GAP },
      { x, y: box.bottom + GAP },
    ].map(inside);
  });
  const covers = ({ x, y }: Spot) =>
    [...boxes, ...asked].filter(
      (box) => box.right > x && box.left < x + width && box.bottom > y && box.top < y + height,
    ).length;
  return [...spots, foot].reduce((one, other) => (covers(other) < covers(one) ? other : one), spots[0] ?? foot);
}
