// A card beside a thing: what it is, and what an action with it would do. Shown for a resting mouse, focus or long press.

import type { Board } from "../board/board";
import { thingsAt } from "../board/dragging";
import { fill, h } from "../common/dom";
import { t } from "../common/language";
import type { Card, Choice, Outlook, ReplyMessage, Thing } from "../common/types";
import { explainWords } from "../learn/glossary";
import type { Source } from "../table/live";
import type { TableState } from "../table/tablestate";
import { drawn } from "./choices";
import type { Chooser } from "./chooser";

const REST = 420,
  PRESS = 480,
  MOST_ACTIONS = 4;
// A picture that would be flatter than this, of its width, shows nothing.
const FLATTEST = 0.45;

export class Cards {
  readonly element = h("div", { class: "card-box", role: "tooltip", id: "card", hidden: true });
  private timer = 0;
  private shownFor = "";
  private known = new Map<string, Promise<ReplyMessage>>();
  private knownAt = "";
  private pressed = false;

  constructor(
    private readonly state: TableState,
    private readonly board: Board,
    private readonly chooser: Chooser,
    private readonly live: () => Source,
    private readonly openRule: (rule: string) => void,
  ) {
    for (const svg of [board.main, board.rest]) {
      svg.addEventListener("pointermove", (event) => {
        if (event.pointerType === "mouse" && !event.buttons) this.rest(event.clientX, event.clientY);
      });
      svg.addEventListener("pointerleave", (event) => {
        // A finger that is lifted leaves, too: what it asked for stays to be read.
        if (event.pointerType === "mouse" && !this.element.contains(event.relatedTarget as Node | null)) this.hide();
      });
      svg.addEventListener("pointerdown", (event) => this.down(event));
      svg.addEventListener("pointerup", () => clearTimeout(this.timer));
      svg.addEventListener("focusin", (event) => {
        if ((event.target as Element).matches(":focus-visible"))
          this.soon((event.target as Element).closest<SVGGElement>(".thing")?.dataset.id, REST);
      });
      svg.addEventListener("focusout", (event) => {
        if (!this.element.contains(event.relatedTarget as Node | null)) this.hide();
      });
      svg.addEventListener(
        "click",
        (event) => {
          if (this.pressed) {
            this.pressed = false;
            event.stopPropagation();
          }
        },
        true,
      );
    }
    this.element.addEventListener("pointerleave", (event) => {
      // A finger that is lifted leaves before its touch counts.
      if (event.pointerType !== "mouse") return;
      if (!(event.relatedTarget as Element | null)?.closest?.("svg.scene")) this.hide();
    });
    addEventListener("pointerdown", this.close, true);
  }

  leave(): void {
    removeEventListener("pointerdown", this.close, true);
  }

  /** What a finger asked for stays until it touches something else than a link of it. */
  private readonly close = (event: PointerEvent) => {
    const target = event.target as Element;
    const isLink = target.closest("button") && this.element.contains(target);
    if (event.pointerType !== "mouse" && this.isShown && !isLink && !target.closest(".term-card, svg.scene"))
      this.hide();
  };

  /** Whether somebody who touches a thing has been told what that does. */
  tells(id: string): boolean {
    return this.told === id || (this.isShown && this.shownFor === id);
  }
  /** What the card was about that was shown when a finger or a mouse went down. */
  private told = "";

  /** Whether one is shown. */
  get isShown(): boolean {
    return !this.element.hidden;
  }

  hide(): void {
    clearTimeout(this.timer);
    this.shownFor = "";
    this.element.hidden = true;
  }

  private rest(x: number, y: number): void {
    const id = this.wanted(thingsAt(x, y));
    if (id === this.shownFor) return;
    // On the way to a link of the card it stays, unless the mouse comes to what can be touched below it.
    if (this.isShown && isWithin(this.element.getBoundingClientRect(), x, y) && !this.chooser.next.includes(id ?? ""))
      return;
    if (this.shownFor) this.hide();
    this.soon(id, REST);
  }

  /** A finger that stays asks; the touch that it ends with is none. */
  private down(event: PointerEvent): void {
    this.told = this.isShown ? this.shownFor : "";
    this.hide();
    this.pressed = false;
    this.byFinger = event.pointerType !== "mouse";
    if (!this.byFinger) return;
    const id = this.wanted(thingsAt(event.clientX, event.clientY));
    this.timer = window.setTimeout(() => {
      this.pressed = true;
      if (id) void this.show(id);
    }, PRESS);
  }

  private wanted(ids: string[]): string | undefined {
    return ids.find((id) => this.chooser.next.includes(id)) ?? ids.find((id) => this.board.thingOf(id)?.label);
  }

  private soon(id: string | undefined, delay: number): void {
    clearTimeout(this.timer);
    if (id) this.timer = window.setTimeout(() => void this.show(id), delay);
  }

  /** The actions that a touch of this thing would leave, where they are few. */
  private actions(id: string): Choice[] {
    if (!this.state.isAsked || !this.chooser.next.includes(id)) return [];
    const left = this.chooser.with([...this.chooser.path, id]);
    return left.length <= MOST_ACTIONS ? left : [];
  }

  /** Whether a finger touched last: it has no other way to ask what something is than to touch it. */
  byFinger = false;

  /** What a thing is, for a finger that touched it to no other end. */
  look(id: string): void {
    if (this.board.thingOf(id)?.label) void this.show(id);
  }

  private async show(id: string): Promise<void> {
    this.shownFor = id;
    const choices = this.actions(id);
    const reply = await this.ask(
      id,
      choices.map((choice) => choice.action),
    );
    const thing = this.board.thingOf(id);
    if (this.shownFor !== id || !reply.ok || !thing) return;
    const card: Card = reply.card ?? { title: thing.label, text: "", facts: [], rule: "" };
    const picture = isSeen(thing) ? drawn(thing) : card.picture ? drawn({ ...thing, markup: card.picture }) : null;
    this.draw(card, picture, outlooks(reply.outlooks ?? [], choices), this.board.boxOf(id));
  }

  /** What an action would do, for whoever looks at its button and as long as they do. */
  async showAction(choice: Choice, button: HTMLElement): Promise<void> {
    const key = `action ${choice.action}`;
    this.shownFor = key;
    for (const end of ["pointerleave", "blur"])
      button.addEventListener(
        end,
        () => {
          if (this.shownFor === key) this.hide();
        },
        { once: true },
      );
    const reply = await this.ask("", [choice.action]);
    if (this.shownFor !== key || !reply.ok || !button.isConnected) return;
    const told = outlooks(reply.outlooks ?? [], []);
    if (told.length)
      this.draw(
        { title: choice.label, text: "", facts: [], rule: "" },
        null,
        told,
        around(button),
        !!button.closest(".choice-bar"),
      );
  }

  private ask(thing: string, actions: number[]): Promise<ReplyMessage> {
    const at = `${this.state.position?.number} ${this.state.you}`;
    if (at !== this.knownAt) {
      this.known.clear();
      this.knownAt = at;
    }
    const key = `${thing} ${actions.join(" ")}`;
    const found = this.known.get(key) ?? this.live().send({ type: "look", ...(thing ? { thing } : {}), actions });
    this.known.set(key, found);
    return found;
  }

  private draw(
    card: Card,
    picture: SVGSVGElement | null,
    told: HTMLElement[],
    near: DOMRect | null,
    isQuestion = false,
  ): void {
    if (!near) return;
    const head: HTMLElement = h("div", { class: "card-head" }, h("strong", {}, card.title));
    if (picture) head.prepend(picture);
    fill(
      this.element,
      head,
      card.text ? h("p", {}, card.text) : null,
      ...card.facts.map((fact) => h("p", { class: "fact" }, fact)),
      ...told,
      card.rule
        ? h(
            "button",
            {
              class: "link",
              onclick: () => {
                this.hide();
                this.openRule(card.rule);
              },
            },
            card.rule,
          )
        : null,
    );
    explainWords(this.element, this.state.table!.game, (rule) => {
      this.hide();
      this.openRule(rule);
    });
    this.element.hidden = false;
    const own = this.element.getBoundingClientRect(),
      lit = needed();
    const [left, top] = isQuestion ? above(near, own) : beside(near, own, lit);
    Object.assign(this.element.style, { left: `${left}px`, top: `${top}px` });
    // A press goes through it; its links take one where nothing lies below that can be touched, or a finger asked for it.
    this.element.classList.toggle("passing", isQuestion || (!this.byFinger && covered([left, top], own, lit) > 0));
  }
}

/** Where a button and the other answers to its question are. */
function around(button: HTMLElement): DOMRect {
  const boxes = [button, ...(button.closest(".choice-bar")?.querySelectorAll("button") ?? [])].map((one) =>
    one.getBoundingClientRect(),
  );
  const left = Math.min(...boxes.map((box) => box.left)),
    top = Math.min(...boxes.map((box) => box.top));
  return new DOMRect(
    left,
    top,
    Math.max(...boxes.map((box) => box.right)) - left,
    Math.max(...boxes.map((box) => box.bottom)) - top,
  );
}

/** Whether a thing has a picture: many places are drawn on the ground below them, a button has words alone, and a strip shows nothing in a corner. */
function isSeen(thing: Thing): boolean {
  const isFlat = Math.min(thing.width, thing.height) < FLATTEST * Math.max(thing.width, thing.height);
  if (isFlat || (thing.markup.includes("<text") && !/<(use|path|circle|ellipse|polygon|image)\b/.test(thing.markup)))
    return false;
  return (
    thing.markup
      .replace(/<\/?g[^>]*>/g, "")
      .replace(/<rect[^>]*fill="transparent"[^>]*>(<\/rect>)?/g, "")
      .trim() !== ""
  );
}

/** What a hand goes to next: what can be touched, and what is asked. */
function needed(): DOMRect[] {
  return [
    ...document.querySelectorAll(".thing.lit .ring, .thing.chosen .ring, .choice-bar.spot:not([hidden]) button"),
  ].map((one) => one.getBoundingClientRect());
}

function isWithin(box: DOMRect, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** How many of these boxes another one covers at a place, by their area. */
function covered([x, y]: [number, number], box: DOMRect, others: DOMRect[]): number {
  const share = (one: DOMRect) =>
    (Math.max(0, Math.min(x + box.width, one.right) - Math.max(x, one.left)) *
      Math.max(0, Math.min(y + box.height, one.bottom) - Math.max(y, one.top))) /
    Math.max(1, one.width * one.height);
  return others.reduce((sum, one) => sum + share(one), 0);
}

/** Beside a thing where it covers nothing that a hand goes to next; else as near as there is such a place; else where it
 * covers least. */
function beside(near: DOMRect, box: DOMRect, needed: DOMRect[]): [number, number] {
  const middle = near.left + near.width / 2 - box.width / 2,
    centre = near.top + near.height / 2 - box.height / 2;
  const right = near.right + 2,
    left = near.left - box.width - 2,
    below = near.bottom + 2,
    over = near.top - box.height - 2;
  const places = [
    [right, centre],
    [left, centre],
    [right, near.top],
    [right, near.bottom - box.height],
    [left, near.top],
    [left, near.bottom - box.height],
    [middle, below],
    [middle, over],
  ];
  const within = places.map(([x, y]): [number, number] => [
    Math.min(Math.max(4, x!), innerWidth - box.width - 4),
    Math.min(Math.max(48, y!), innerHeight - box.height - 6),
  ]);
  const cost = (place: [number, number]) => covered(place, box, needed) + 100 * covered(place, box, [near]);
  const best = within.reduce((one, place) => (cost(place) < cost(one) - 0.01 ? place : one));
  if (cost(best) === 0) return best;
  const far = ([x, y]: [number, number]) => Math.hypot(x - middle, y - centre);
  const free = everywhere(box).filter((place) => cost(place) === 0);
  return free.length ? free.reduce((one, place) => (far(place) < far(one) ? place : one)) : best;
}

const STEP = 16;
/** Places all over the window. */
function everywhere(box: DOMRect): [number, number][] {
  const places: [number, number][] = [];
  for (let x = 4; x + box.width < innerWidth; x += STEP)
    for (let y = 48; y + box.height < innerHeight; y += STEP) places.push([x, y]);
  return places;
}

/** Above a question, or below where there is no room: all its answers can still be touched. */
function above(near: DOMRect, box: DOMRect): [number, number] {
  const top = near.top - box.height - 6;
  return [Math.min(Math.max(4, near.left), innerWidth - box.width - 4), top >= 4 ? top : near.bottom + 6];
}

/** What actions would do, each under its label where there are several; what all of them do is told once. */
function outlooks(told: Outlook[], choices: Choice[]): HTMLElement[] {
  // A touch that tells nothing has a label at least.
  const some = told.filter((one) => choices.length || one.certain.length + one.chances.length);
  const shared =
    some.length > 1 ? some[0]!.certain.filter((text) => some.every((one) => one.certain.includes(text))) : [];
  const parts = some.map((one) => {
    const label = choices.find((choice) => choice.action === one.action)?.label ?? "";
    // Of several, what sets each apart is its deed, which its label names.
    const own = one.certain.filter((text, place) => !shared.includes(text) && !(some.length > 1 && place === 0));
    const says = [
      ...own.map((text) => h("li", {}, text)),
      ...one.chances.map(({ percent, says }) =>
        h("li", { class: "by-chance" }, `${percent}%: ${says.join(" ") || t`nothing more`}`),
      ),
    ];
    return h(
      "div",
      { class: says.length ? "outlook" : "outlook plain" },
      label ? h("em", {}, label) : null,
      says.length ? h("ul", {}, ...says) : null,
    );
  });
  if (shared.length)
    parts.push(
      h(
        "div",
        { class: "outlook" },
        h("em", {}, t`Each of them`),
        h("ul", {}, ...shared.map((text) => h("li", {}, text))),
      ),
    );
  return parts;
}
