// The stage of a fight, over the board: both sides with their pictures, dice that tumble and stop, losses, the result.
// It is made of cues alone, knows no game, and lets every touch through to the board.

import { fill, h, seatMark } from "../common/dom";
import { t } from "../common/language";
import { node } from "../common/svg";
import type { Cue, Frame } from "../common/types";

const MOST_DICE = 24;
// Where the pips of a die are, on a grid of three by three.
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

interface Figure {
  group: string;
  picture: string;
  label: string;
  count: number;
  most: number;
  isStruck: boolean;
}
interface SideState {
  seat: number;
  name: string;
  picture: string;
  figures: Map<string, Figure>;
  dice: number[];
  fallen: number;
  total: number | null;
  shown?: number;
  of: string;
  front: string;
  ends: string;
}

/** Who fights, and how it stands. */
export interface Fight {
  sides: SideState[];
  title: string;
}

export class Arena {
  readonly element = h("div", { class: "arena", hidden: true, "aria-hidden": "true" });
  private sides: SideState[] = [];
  private title = "";
  private said = "";
  private isChanged = false;
  private isOver = false;
  private time = 0;

  /** Whether a fight is on, seen or not. */
  get isOn(): boolean {
    return this.sides.length === 2;
  }

  /** Take in what a frame has for the stage, to be drawn with what is shown together with it; whether a fight is on then. */
  play(frame: Frame): boolean {
    const cues = frame.cues ?? [];
    if (!cues.length && frame.log.length) this.forget();
    this.take(cues);
    if (!this.isOn) {
      this.hide();
      return false;
    }
    if (frame.log.length) this.said = frame.log.map((line) => line.text).join(" ");
    this.isChanged ||= cues.length > 0 || !this.element.hidden;
    return true;
  }

  /** Draw all that was taken in since the last time, for so many milliseconds: dice that fell meanwhile tumble. */
  show(time: number): void {
    if (this.isChanged) this.draw(time);
    this.settle();
  }

  /** Take cues in without showing them, as when somebody does not want to wait. */
  skip(frame: Frame): void {
    const cues = frame.cues ?? [];
    if (!cues.length && frame.log.length) this.forget();
    this.take(cues);
    this.settle();
    if (this.isOver) this.forget();
  }

  /** Out of the way; the fight itself may go on. */
  hide(): void {
    this.element.hidden = true;
    if (this.isOver) this.forget();
  }

  /** The fight that goes on, as somebody finds it who comes in the middle; the one that was here before. */
  set(stage: Cue[]): Fight {
    const before = { sides: this.sides, title: this.title };
    this.forget();
    this.take(stage);
    this.settle();
    return before;
  }

  put(fight: Fight): void {
    this.forget();
    Object.assign(this, fight);
  }

  forget(): void {
    this.sides = [];
    this.isOver = false;
    this.element.hidden = true;
    this.settle();
  }

  /** What has fallen and was struck is seen, or never will be. */
  private settle(): void {
    this.isChanged = false;
    for (const side of this.sides) {
      side.fallen = 0;
      for (const figure of side.figures.values()) figure.isStruck = false;
    }
  }

  private take(cues: Cue[]): void {
    for (const cue of cues) {
      if (cue.sides && (cue.title || !this.isOn)) this.open(cue);
      const side = this.sides.find((one) => one.seat === cue.seat);
      if (side) this.one(side, cue);
    }
  }

  private open(cue: Cue): void {
    this.title = cue.title ?? t`Battle`;
    this.isOver = false;
    this.said = "";
    this.sides = cue.sides!.map((side) => ({
      ...side,
      figures: new Map<string, Figure>(),
      dice: [],
      fallen: 0,
      front: "",
      ends: "",
    }));
  }

  private one(side: SideState, cue: Cue): void {
    const other = this.sides.find((one) => one !== side)!;
    if (cue.front) [side.front, other.front] = [cue.front[0] ?? "", cue.front[1] ?? ""];
    if (cue.fresh) for (const one of this.sides) Object.assign(one, { dice: [], fallen: 0, total: null, ends: "" });
    if (cue.dice) {
      side.dice.push(...cue.dice);
      side.fallen += cue.dice.length;
    }
    if (cue.total !== undefined) side.total = cue.total;
    if (cue.adds) side.total = (side.total ?? 0) + cue.adds;
    if (cue.ends !== undefined) side.ends = cue.ends;
    if (cue.figure) this.figure(side, cue);
    this.isOver ||= cue.closes ?? false;
  }

  private figure(side: SideState, cue: Cue): void {
    const known = side.figures.get(cue.figure!);
    const count = cue.count ?? Math.max(0, (known?.count ?? 0) - (cue.lost ?? 0));
    const figure = {
      group: cue.group ?? known?.group ?? "",
      picture: cue.picture ?? known?.picture ?? "",
      label: cue.label ?? known?.label ?? "",
      count,
      most: Math.max(count, known?.most ?? 0),
      isStruck: Boolean(cue.lost) || (known?.isStruck ?? false),
    };
    side.figures.set(cue.figure!, figure);
  }

  private draw(time: number): void {
    this.element.hidden = false;
    this.time = time;
    this.element.style.setProperty("--tumble", `${Math.round(Math.min(700, time * 0.8))}ms`);
    this.element.classList.toggle("over", this.isOver);
    fill(
      this.element,
      h("strong", { class: "arena-title" }, this.title),
      h("div", { class: "arena-sides" }, ...this.sides.map((side) => this.side(side))),
      h("p", { class: "arena-said" }, this.said),
    );
  }

  private side(side: SideState): HTMLElement {
    const dice = side.dice.slice(-MOST_DICE);
    return h(
      "section",
      { class: `arena-side ${side.ends}`, "data-seat": side.seat },
      h(
        "header",
        { class: side.seat >= 0 ? `seat${side.seat % 4}` : "" },
        picture(side.picture, "arena-face"),
        h("span", {}, side.seat >= 0 ? seatMark(side.seat) : null, ` ${side.name}`),
      ),
      h(
        "ul",
        { class: "arena-figures" },
        ...[...side.figures].map(([id, figure]) =>
          h(
            "li",
            {
              class: `arena-figure${figure.count ? "" : " fallen"}${figure.isStruck ? " struck" : ""}${figure.group && figure.group === side.front ? " front" : ""}`,
              "data-figure": id,
              title: figure.label,
            },
            picture(figure.picture, ""),
            figure.group ? h("b", {}, figure.group) : null,
            h("span", {}, figure.most > 1 ? `${figure.count}` : ""),
          ),
        ),
      ),
      this.sides.some((one) => one.dice.length)
        ? h("div", { class: "arena-tray" }, ...dice.map((face, place) => die(face, place >= dice.length - side.fallen)))
        : null,
      this.total(side),
    );
  }

  /** The sum of a side, counted up from what it was. */
  private total(side: SideState): HTMLElement {
    const number = h("b", {}, side.total === null ? "" : String(side.total)),
      from = side.shown ?? 0;
    if (side.total !== null && side.total > from && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      countUp(number, from, side.total, Math.min(600, this.time * 0.6));
    side.shown = side.total ?? 0;
    return h("output", { class: "arena-total" }, number, side.of ? h("small", {}, ` ${side.of}`) : null);
  }
}

function picture(markup: string, name: string): HTMLElement {
  const svg = node("svg", { viewBox: "-26 -26 52 52" });
  svg.innerHTML = markup;
  const box = h("span", { class: `arena-picture ${name}` });
  box.append(svg);
  return box;
}

/** Numbers one after the other, up to the last; as long as the text is on the page. */
function countUp(text: HTMLElement, from: number, to: number, time: number): void {
  const start = performance.now();
  const step = (now: number) => {
    const share = Math.min(1, (now - start) / Math.max(1, time));
    text.textContent = String(Math.round(from + (to - from) * share));
    if (share < 1 && text.isConnected) requestAnimationFrame(step);
    else text.textContent = String(to);
  };
  text.textContent = String(from);
  requestAnimationFrame(step);
}

/** A die that shows a number: pips up to six, figures above; a fresh one tumbles. */
function die(face: number, isFresh: boolean): HTMLElement {
  const pips = PIPS[face];
  return h(
    "span",
    { class: `arena-die${isFresh ? " tumbles" : ""}`, "data-face": face },
    ...(pips
      ? Array.from({ length: 9 }, (_, place) => h("i", { class: pips.includes(place) ? "pip" : "" }))
      : [h("em", {}, String(face))]),
  );
}
