// The stage of a fight, over the board: both sides with their pictures, dice that tumble and stop, losses, the result.
// It is made of cues alone, knows no game, and lets every touch through to the board.
import { fill, h, seatMark } from "./dom";
import { node } from "./svg";
import type { Cue, Frame } from "./types";

const MOST_DICE = 24;
// Where the pips of a die are, on a grid of three by three.
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

interface Figure { group: string; picture: string; label: string; count: number; most: number }
interface SideState { seat: number; name: string; picture: string; figures: Map<string, Figure>; dice: number[]; total: number | null; shown?: number; of: string; front: string; ends: string }

/** Who fights, and how it stands. */
export interface Fight { sides: SideState[]; title: string }

export class Arena {
  readonly element = h("div", { class: "arena", hidden: true, "aria-hidden": "true" });
  private sides: SideState[] = [];
  private title = "";
  private said = "";
  private fallen = 0;
  private isOver = false;
  private time = 0;

  /** Whether a fight is on, seen or not. */
  get isOn(): boolean { return this.sides.length === 2; }

  /** Show what a frame has for the stage, in so many milliseconds; whether the stage is open then. */
  play(frame: Frame, time: number): boolean {
    const cues = frame.cues ?? [];
    if (!cues.length && frame.log.length) this.forget();
    const struck = this.take(cues);
    if (!this.isOn) { this.hide(); return false; }
    if (frame.log.length) this.said = frame.log.map((line) => line.text).join(" ");
    if (cues.length || !this.element.hidden) this.draw(struck, time);
    return true;
  }

  /** Take cues in without showing them, as when somebody does not want to wait. */
  skip(frame: Frame): void {
    const cues = frame.cues ?? [];
    if (!cues.length && frame.log.length) this.forget();
    this.take(cues);
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
  }

  /** The figures that are struck by these cues. */
  private take(cues: Cue[]): Set<Figure> {
    const struck = new Set<Figure>();
    this.fallen = 0;
    for (const cue of cues) {
      if (cue.sides && (cue.title || !this.isOn)) this.open(cue);
      const side = this.sides.find((one) => one.seat === cue.seat);
      if (side) this.one(side, cue, struck);
    }
    return struck;
  }

  private open(cue: Cue): void {
    this.title = cue.title ?? "Battle";
    this.isOver = false;
    this.said = "";
    this.sides = cue.sides!.map((side) => ({ ...side, figures: new Map<string, Figure>(), dice: [], front: "", ends: "" }));
  }

  private one(side: SideState, cue: Cue, struck: Set<Figure>): void {
    const other = this.sides.find((one) => one !== side)!;
    if (cue.front) [side.front, other.front] = [cue.front[0] ?? "", cue.front[1] ?? ""];
    if (cue.fresh) for (const one of this.sides) Object.assign(one, { dice: [], total: null, ends: "" });
    if (cue.dice) { side.dice.push(...cue.dice); this.fallen += cue.dice.length; }
    if (cue.total !== undefined) side.total = cue.total;
    if (cue.adds) side.total = (side.total ?? 0) + cue.adds;
    if (cue.ends !== undefined) side.ends = cue.ends;
    if (cue.figure) this.figure(side, cue, struck);
    this.isOver ||= cue.closes ?? false;
  }

  private figure(side: SideState, cue: Cue, struck: Set<Figure>): void {
    const known = side.figures.get(cue.figure!);
    const count = cue.count ?? Math.max(0, (known?.count ?? 0) - (cue.lost ?? 0));
    const figure = { group: cue.group ?? known?.group ?? "", picture: cue.picture ?? known?.picture ?? "", label: cue.label ?? known?.label ?? "", count, most: Math.max(count, known?.most ?? 0) };
    side.figures.set(cue.figure!, figure);
    if (cue.lost) struck.add(figure);
  }

  private draw(struck: Set<Figure>, time: number): void {
    this.element.hidden = false;
    this.time = time;
    this.element.style.setProperty("--tumble", `${Math.round(Math.min(700, time * 0.8))}ms`);
    this.element.classList.toggle("over", this.isOver);
    const last = this.sides.findLast((side) => side.dice.length);
    fill(this.element, h("strong", { class: "arena-title" }, this.title),
      h("div", { class: "arena-sides" }, ...this.sides.map((side) => this.side(side, struck, side === last ? this.fallen : 0))),
      h("p", { class: "arena-said" }, this.said));
  }

  private side(side: SideState, struck: Set<Figure>, fallen: number): HTMLElement {
    const dice = side.dice.slice(-MOST_DICE);
    return h("section", { class: `arena-side ${side.ends}`, "data-seat": side.seat },
      h("header", { class: side.seat >= 0 ? `seat${side.seat % 4}` : "" }, picture(side.picture, "arena-face"), h("span", {}, side.seat >= 0 ? seatMark(side.seat) : null, ` ${side.name}`)),
      h("ul", { class: "arena-figures" }, ...[...side.figures].map(([id, figure]) => h("li", { class: `arena-figure${figure.count ? "" : " fallen"}${struck.has(figure) ? " struck" : ""}${figure.group && figure.group === side.front ? " front" : ""}`, "data-figure": id, title: figure.label },
        picture(figure.picture, ""), figure.group ? h("b", {}, figure.group) : null, h("span", {}, figure.most > 1 ? `${figure.count}` : "")))),
      this.sides.some((one) => one.dice.length) ? h("div", { class: "arena-tray" }, ...dice.map((face, place) => die(face, place >= dice.length - fallen))) : null,
      this.total(side));
  }

  /** The sum of a side, counted up from what it was. */
  private total(side: SideState): HTMLElement {
    const number = h("b", {}, side.total === null ? "" : String(side.total)), from = side.shown ?? 0;
    if (side.total !== null && side.total > from && !matchMedia("(prefers-reduced-motion: reduce)").matches) countUp(number, from, side.total, Math.min(600, this.time * 0.6));
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
  return h("span", { class: `arena-die${isFresh ? " tumbles" : ""}`, "data-face": face },
    ...(pips ? Array.from({ length: 9 }, (_, place) => h("i", { class: pips.includes(place) ? "pip" : "" })) : [h("em", {}, String(face))]));
}
