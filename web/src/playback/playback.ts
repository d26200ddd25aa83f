// Plays what happened, frame by frame: a sentence in the event line, pieces that glide, dice that tumble, numbers that
// float up. It never stands in the way: a touch, a click or a key finishes it at once, and does nothing else.

import { type Board, MUCH } from "../board/board";
import { fallenIn, isChanged, isTold, learnWords } from "../board/deeds";
import { fill, h, isStill, seatMark } from "../common/dom";
import { t } from "../common/language";
import type { Cue, Frame, LogLine, Scene, Spot, Thing } from "../common/types";
import { Arena, type Fight } from "./arena";
import { fly, SPINNING, toss } from "./coin";
import { hear, play } from "./hearing";
import { changeOf } from "./numbers";
import { MOST_WAITED, pace } from "./pace";
import { FACTORS, speed } from "./speed";
import { type Deeds, trailsOf } from "./trailing";

// How long a frame is shown at normal speed, in milliseconds: what somebody did, what came of it, what has no words.
const DEED = 1000,
  EFFECT = 750,
  SILENT = 220,
  UNSEEN = 420,
  MOMENT = 1700,
  GLIDE = 420;
// On the stage of a fight: dice that fall, and how it ended.
const FALL = 520,
  RESULT = 2200;
// A coin spins, falls and is seen.
const TOSS = 1700;
// A sentence of so many letters is read in that time; longer ones are shown longer.
const LETTERS = 60;
// With more frames waiting than this it goes faster, so that a table does not run away from who watches it.
const MANY = 12,
  FASTEST = 0.25;
// What opens a round or ends a match: on a plaque, while the table asks again already, and at the end.
const ASIDE = 1500,
  ENDING = 5000;
// So long the table is seen as it was before what is shown again.
const LOOK = 350;
// Frames that would be shown for less than this are shown together.
const LEAST = 60;

/** So many deeds of each are remembered, for takebacks. */
const REMEMBERED = 12;

interface Waiting {
  frame: Frame;
  mark: boolean;
  /** Whether its coin has been thrown: only when it has landed is it told what came of it. */
  isTossed?: boolean;
}

export class Playback {
  readonly line = h("button", {
    class: "event-line",
    hidden: true,
    title: t`Skip (space)`,
    "aria-hidden": "true",
    tabindex: "-1",
  });
  readonly banner = h("div", { class: "moment", hidden: true, "aria-hidden": "true" });
  readonly arena = new Arena();
  private readonly floats = h("div", { class: "floats", "aria-hidden": "true" });
  private queue: Waiting[] = [];
  private timer = 0;
  private bannerTimer = 0;
  private current = false;
  private present: Scene | null = null;
  /** The fight of the present, while something else is shown again. */
  private kept: Fight | null = null;
  private replayed: (() => void) | null = null;
  private ending = "";
  /** Who does what is being shown, as far as somebody does it. */
  actor: number | null = null;
  /** Hears of it when somebody else does what is shown now. */
  passed: () => void = () => undefined;
  /** Hears of it when a frame has been told. */
  told: () => void = () => undefined;
  /** For how long things have been shown since my last move. */
  private spent = 0;
  /** What each seat did, its last deed last: the one before it is marked again when that is taken back. */
  private readonly acted = new Map<number, Deeds[]>();
  private readonly words = new Map<string, string>();
  private readonly onKey = (event: KeyboardEvent) => this.key(event);
  /** Whether the press that is under way has skipped something: its click is none. */
  private isSkip = false;
  private readonly onPointer = (event: Event) => {
    this.unsay();
    this.isSkip = false;
    if (this.line.contains(event.target as Node)) return;
    this.isSkip = this.isPlaying;
    if (this.isSkip) event.stopPropagation();
    this.finish();
  };
  private readonly onClick = (event: Event) => {
    if (this.isSkip) event.stopPropagation();
    this.isSkip = false;
  };

  /** `ended` is called whenever everything has been shown; `you` is the seat whose own deeds need no mark; with `keys` space and Escape skip. */
  constructor(
    private readonly board: Board,
    private readonly stage: HTMLElement,
    private readonly ended: () => void,
    private readonly you: () => number,
    keys = true,
  ) {
    stage.append(this.line, this.floats, this.arena.element, this.banner);
    this.line.addEventListener("click", () => this.finish());
    // Before anybody else hears of it: nobody acts on a table that has not been seen.
    stage.addEventListener("pointerdown", this.onPointer, true);
    stage.addEventListener("click", this.onClick, true);
    if (keys) addEventListener("keydown", this.onKey, true);
  }

  leave(): void {
    this.stop();
    clearTimeout(this.bannerTimer);
    this.stage.removeEventListener("pointerdown", this.onPointer, true);
    this.stage.removeEventListener("click", this.onClick, true);
    removeEventListener("keydown", this.onKey, true);
  }

  get isPlaying(): boolean {
    return this.current || this.queue.length > 0;
  }

  /** How many sentences are still to be told of what is new. */
  get untold(): number {
    return this.present ? 0 : this.queue.reduce((sum, { frame }) => sum + frame.log.length, 0);
  }

  /** Whether something of the past is shown again. */
  get isAgain(): boolean {
    return this.present !== null;
  }

  /** Show what has happened, after what is being shown. `ending` is how the match ended, if it has with this. */
  add(frames: Frame[], ending = ""): void {
    if (this.present) this.finish();
    this.queue.push(...frames.map((frame) => ({ frame, mark: true })));
    this.ending ||= ending;
    if (speed() === "off" || document.hidden) this.finish();
    else if (!this.current) this.next();
  }

  /** A whole table, at once: what was being shown is past. `stage` is the fight that goes on, `log` what has happened. */
  reset(stage: Cue[] = [], log: LogLine[] = []): void {
    this.stop();
    this.queue = [];
    this.present = null;
    this.arena.set(stage);
    this.replayed?.();
    this.replayed = null;
    // What was taken back has no mark; what was done before it has its marks again.
    for (const deeds of this.acted.values())
      while (deeds.length && !isTold(deeds.at(-1)!.line, log)) {
        deeds.pop();
        this.actor = null;
      }
    this.mark();
  }

  /** Show something again: the scene before it with the fight that went on there, its frames, and then `present` where there is one. */
  replay(before: Scene, frames: Frame[], present: Scene | null, stage: Cue[] = []): Promise<void> {
    this.finish();
    // It begins where it began: nothing glides there.
    this.stage.classList.add("instant", "playing");
    this.board.show(before);
    const kept = this.arena.set(stage);
    this.kept = present ? kept : null;
    this.present = present;
    this.queue = frames.map((frame) => ({ frame, mark: present === null }));
    this.stage.classList.toggle("again", present !== null);
    return new Promise((done) => {
      this.replayed = done;
      if (speed() === "off") {
        this.finish();
        return;
      }
      this.stage.getBoundingClientRect();
      this.timer = window.setTimeout(
        () => {
          this.stage.classList.remove("instant");
          this.next();
        },
        present ? LOOK : 0,
      );
    });
  }

  /** Everything at once. */
  finish(): void {
    this.spent = 0;
    if (!this.isPlaying && !this.present) {
      this.end();
      return;
    }
    clearTimeout(this.timer);
    // What is under way stops at its goal; where nothing is, only what changes now has to be told not to glide.
    const isMoving = this.current || this.present !== null || this.stage.classList.contains("instant");
    if (isMoving) this.stage.classList.add("instant");
    else this.board.glide = 0;
    let moment: LogLine | undefined;
    for (const waiting of this.queue.splice(0)) {
      this.apply(waiting);
      this.arena.skip(waiting.frame);
      moment = waiting.frame.log.findLast((line) => line.moment) ?? moment;
    }
    if (moment && !this.present) this.say(moment.text, ASIDE);
    this.end();
    if (isMoving) requestAnimationFrame(() => requestAnimationFrame(() => this.stage.classList.remove("instant")));
  }

  /** A sentence on a plaque at the head of the board, for a while; log and line have it, too, for those who want less motion. */
  say(text: string, length: number): void {
    if (isStill()) return;
    this.unsay();
    this.banner.hidden = false;
    this.banner.style.setProperty("--long", `${Math.round(length)}ms`);
    fill(this.banner, h("span", {}, text.replace(/\.$/, "")));
    this.bannerTimer = window.setTimeout(() => this.unsay(), length);
  }

  private unsay(): void {
    clearTimeout(this.bannerTimer);
    this.banner.hidden = true;
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.current = false;
    this.board.glide = null;
    this.line.hidden = true;
    for (const coin of this.floats.querySelectorAll(".coin")) coin.remove();
    this.arena.hide();
    this.stage.classList.remove("again", "playing", "fighting");
  }

  private end(): void {
    const wasPlaying = this.current || this.present !== null;
    this.stop();
    if (this.present) this.board.show(this.present);
    if (this.kept) this.arena.put(this.kept);
    this.present = this.kept = null;
    this.mark();
    if (this.ending) this.say(this.ending, ENDING);
    const replayed = this.replayed;
    this.ending = "";
    this.replayed = null;
    if (wasPlaying) this.ended();
    replayed?.();
  }

  private next(): void {
    if (!this.queue.length) {
      this.end();
      return;
    }
    this.current = true;
    this.stage.classList.add("playing");
    const spinning = this.spin(this.queue[0]!);
    if (spinning) {
      this.spent += spinning;
      this.timer = window.setTimeout(() => this.next(), spinning);
      return;
    }
    let shown = 0;
    do shown += this.show();
    while (shown < LEAST && this.queue.length && !this.queue[0]!.frame.spots?.some((spot) => spot.coin));
    this.arena.show(shown);
    this.spent += shown;
    this.timer = window.setTimeout(() => this.next(), shown);
  }

  /** Throw the coin of a frame; how long it spins. */
  private spin(waiting: Waiting): number {
    const coins = waiting.frame.spots?.filter((spot) => spot.coin) ?? [];
    if (!coins.length || waiting.isTossed || isStill()) return 0;
    waiting.isTossed = true;
    const time = TOSS * FACTORS[speed()];
    for (const spot of coins) this.toss(spot, time);
    play("coin");
    return time * SPINNING;
  }

  /** Show the next frame; for how long. */
  private show(): number {
    const factor = FACTORS[speed()] * Math.max(FASTEST, Math.min(1, MANY / this.queue.length));
    const rest = this.queue.reduce((sum, { frame }) => sum + this.length(frame), 0) * factor;
    const waiting = this.queue.shift()!;
    const natural = (waiting.isTossed ? TOSS * (1 - SPINNING) : this.length(waiting.frame)) * factor;
    const time = pace(natural, rest, this.limit - this.spent);
    this.board.glide = Math.round((GLIDE * factor * time) / natural);
    const before = this.actor;
    this.tell(waiting.frame, factor);
    this.apply(waiting);
    if (waiting.frame.log.length) this.told();
    if (this.actor !== before) this.passed();
    this.stage.classList.toggle("fighting", this.arena.play(waiting.frame));
    if (!waiting.isTossed) for (const spot of waiting.frame.spots ?? []) this.toss(spot, time);
    hear(waiting.frame);
    return time;
  }

  /** Whoever plays waits no longer than this for the others; who watches, or wants it slow, sees all in its time, and so
   * does everybody at the end of the match. */
  private get limit(): number {
    const isWatching = this.you() < 0 || this.ending !== "" || speed() === "slow" || this.replayed !== null;
    return isWatching ? Infinity : MOST_WAITED;
  }

  /** The sentences of a frame, in full. */
  private tell(frame: Frame, factor: number): void {
    const lines = frame.log;
    if (!lines.length) return;
    this.line.hidden = false;
    // What came of a deed may be told of somebody else: only the deed has the mark of who did it, as in the log.
    const seat = lines[0]!.level === 1 ? lines[0]!.seat : null;
    fill(
      this.line,
      seat === null ? null : seatMark(seat),
      h("span", { class: "said-now" }, lines.map((line) => line.text).join(" ")),
    );
    const moment = lines.find((line) => line.moment);
    if (moment) this.say(moment.text, MOMENT * factor);
  }

  private length(frame: Frame): number {
    if (frame.cues?.some((cue) => cue.closes)) return RESULT;
    if (frame.spots?.some((spot) => spot.coin)) return TOSS;
    if (frame.cues?.some((cue) => cue.dice)) return Math.max(FALL, frame.log.length ? DEED : 0);
    if (!frame.log.length) return SILENT;
    const isSeen = frame.scene !== undefined || (frame.things?.length ?? 0) + (frame.gone?.length ?? 0) > 0;
    const letters = frame.log.reduce((sum, line) => sum + line.text.length, 0);
    const reading = Math.max(1, Math.min(3, letters / LETTERS));
    if (frame.log.some((line) => line.moment)) return MOMENT * reading;
    return (isSeen ? (frame.log[0]!.level === 2 ? EFFECT : DEED) : UNSEEN) * reading;
  }

  /** Change the board as a frame says. */
  private apply({ frame, mark }: Waiting): void {
    const things = frame.things ?? [],
      gone = frame.gone ?? [];
    this.rename(this.board.settle(frame));
    const table = this.board.current;
    const before = new Map(things.map((thing) => [thing.id, this.board.thing(thing.id)]));
    if (frame.scene) this.board.show(frame.scene);
    else this.board.change(things, gone);
    if (table) this.remember(frame, before, table, mark);
    if (!this.current || isStill()) return;
    for (const thing of things.length > MUCH ? [] : things) this.strike(thing, before.get(thing.id));
    for (const { thing, gains, struck, aims_at } of frame.spots ?? []) {
      if (gains) this.float(thing, gains);
      if (struck) this.over(thing, h("span", { class: "spark" }), 650);
      if (aims_at) this.fire(thing, aims_at);
    }
  }

  // What is seen of a change beside gliding, tumbling and turning

  /** A number that has changed floats up by how much; what has changed where it stands flashes. */
  private strike(now: Thing, then: Thing | undefined): void {
    const group = this.board.groupOf(now.id);
    if (!group || !then || then.markup === now.markup) return;
    const change = changeOf(then.markup, now.markup);
    if (now.x === then.x && now.y === then.y && now.panel === then.panel) this.flash(group, change);
    if (change) this.float(now.id, change);
  }

  private flash(group: SVGGElement, change: number): void {
    const name = change > 0 ? "gained" : change < 0 ? "lost" : "struck";
    group.classList.remove("gained", "lost", "struck");
    group.classList.add(name);
    setTimeout(() => group.classList.remove(name), 900);
  }

  /** Over the page and not in the drawing: a drawing in which something moves is laid out and painted anew at every step. */
  private float(id: string, change: number): void {
    this.over(
      id,
      h("span", { class: `delta ${change > 0 ? "more" : "less"}` }, change > 0 ? `+${change}` : `−${-change}`),
      1100,
    );
  }

  /** Something over the middle of a thing, for so many milliseconds. */
  private over(id: string, shown: HTMLElement, time: number): void {
    // Where the thing is is known when the frame is laid out, which is done for it anyway.
    requestAnimationFrame(() => {
      const box = this.board.boxOf(id);
      if (!box || !this.isPlaying) return;
      shown.style.left = `${box.x + box.width / 2}px`;
      shown.style.top = `${box.y + box.height / 2}px`;
      this.floats.append(shown);
      setTimeout(() => shown.remove(), time);
    });
  }

  /** A shot flies from a thing to another. */
  private fire(from: string, to: string): void {
    requestAnimationFrame(() => {
      const [start, end] = [this.board.boxOf(from), this.board.boxOf(to)];
      if (!start || !end || !this.isPlaying) return;
      fly(start, end, this.floats);
    });
  }

  private toss({ thing, coin }: Spot, time: number): void {
    const place = coin ? this.board.boxOf(thing) : null;
    if (coin && place) toss(coin, place, this.floats, time);
  }

  // The last deeds of the others stay marked

  private remember(frame: Frame, before: Map<string, Thing | undefined>, table: Scene, mark: boolean): void {
    // Where a turn or a day opens, what changes is nobody's deed until somebody does something.
    const deed = frame.log.find((line) => line.level < 2);
    const seat = deed ? (deed.level === 1 ? deed.seat : null) : this.actor;
    const isNew = seat !== this.actor;
    this.actor = seat;
    if (mark) learnWords(this.words, table);
    if (seat === null || !mark) return;
    const all = this.acted.get(seat) ?? [];
    this.acted.set(seat, all);
    if (!all.length || (deed && isNew))
      all.push({
        touched: new Set(),
        before: table,
        things: new Map(table.things.map((thing) => [thing.id, thing])),
        line: deed,
        shots: [],
        fallen: [],
      });
    if (all.length > REMEMBERED) all.shift();
    const { touched, shots, fallen } = all.at(-1)!;
    for (const { thing, aims_at } of frame.spots ?? []) if (aims_at) shots.push([thing, aims_at]);
    fallen.push(...fallenIn(frame, table));
    for (const thing of frame.things ?? [])
      if (isChanged(before.get(thing.id), thing, table, this.words)) touched.add(thing.id);
  }

  /** Things alike that have other numbers now keep their marks. */
  private rename(pairs: [string, string][]): void {
    for (const [one, other] of pairs)
      for (const { touched, things } of [...this.acted.values()].flat()) {
        const [a, b] = [things.get(one), things.get(other)],
          [isA, isB] = [touched.has(one), touched.has(other)];
        for (const [id, thing, isTouched] of [
          [one, b, isB],
          [other, a, isA],
        ] as const) {
          if (thing) things.set(id, { ...thing, id });
          else things.delete(id);
          if (isTouched) touched.add(id);
          else touched.delete(id);
        }
      }
  }

  /** Draw the marks again, as after the board was laid out anew. */
  mark(): void {
    for (const group of document.querySelectorAll(".thing.acted"))
      group.classList.remove("acted", "by0", "by1", "by2", "by3");
    for (const [seat, deeds] of this.acted) {
      const last = deeds.at(-1);
      if (seat === this.you() || !last) continue;
      const { touched, before, things } = last;
      for (const id of touched) {
        // What is again as it was before is nothing to look at.
        const now = this.board.thingOf(id);
        if (now && isChanged(things.get(id), now, before))
          this.board.groupOf(id)?.classList.add("acted", `by${seat % 4}`);
      }
    }
    this.board.trace(
      [...this.acted].flatMap(([seat, deeds]) => (seat === this.you() ? [] : trailsOf(this.board, seat, deeds.at(-1)))),
    );
  }

  private key(event: KeyboardEvent): void {
    if (!this.isPlaying || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    const isTyping = /^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY|A)$/.test(target.tagName) || target.closest?.(".thing");
    if (event.key !== "Escape" && (event.key !== " " || isTyping)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.finish();
  }
}
