// What is asked at the spot that was touched, and buttons for what a touch cannot reach.

import type { Board } from "../board/board";
import { fanOf } from "../board/leaning";
import { nearest } from "../board/nearest";
import { fill, h, looks } from "../common/dom";
import { t } from "../common/language";
import { node } from "../common/svg";
import type { Choice, Sheet, Thing } from "../common/types";
import type { TableState } from "../table/tablestate";
import type { Chooser } from "./chooser";

const MOST_BUTTONS = 12,
  MOST_LISTED = 3;

export interface ChoiceActions {
  play: (choice: Choice) => void;
  touch: (id: string) => void;
  cancel: () => void;
  /** Choose a piece that was touched, instead of what the touch would do. */
  instead: (id: string) => void;
  /** Somebody looks at an action without taking it yet. */
  look: (choice: Choice, button: HTMLElement) => void;
  order: (sheet: Sheet, numbers: number[]) => void;
}

/** What a hint or the coach points at: what is touched for it, and the action where it is known. */
export interface Hinted {
  path: string[];
  action?: number;
}

/** Something that is named at a thing before it is done. */
interface Question {
  at: string;
  words: string;
  does: () => void;
}

interface Answer {
  choice: Choice;
  id: string;
}

export class Choices {
  readonly element = h("div", { class: "choice-bar", role: "group", "aria-label": t`Choices` });

  constructor(
    private readonly state: TableState,
    private readonly board: Board,
    private readonly chooser: Chooser,
    private readonly does: ChoiceActions,
  ) {
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Arrow keys go from one answer to the next. */
  private key(event: KeyboardEvent): void {
    const from = (event.target as Element).closest("button");
    if (!from || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    nearest(
      from.getBoundingClientRect(),
      event.key,
      [...this.element.querySelectorAll("button")].filter((one) => one !== from),
    )?.focus();
  }

  /** What a touch would do that is asked for first. */
  question: Question | null = null;
  /** A piece that was touched last and may only have been meant to be chosen. */
  instead: string | null = null;
  private hinted: Hinted = { path: [] };

  private isHinted({ action, path }: Choice): boolean {
    if (this.hinted.action !== undefined) return action === this.hinted.action;
    return path.length > 0 && path.join() === this.hinted.path.join();
  }

  clear(): void {
    fill(this.element);
    this.element.hidden = true;
  }

  draw(hinted: Hinted): void {
    this.hinted = hinted;
    const answers = this.state.isAsked ? this.inOrder(this.chooser.answers) : [];
    if (this.instead !== null && this.chooser.path.at(-1) !== this.instead) this.instead = null;
    const { question } = this;
    const asked = this.state.isAsked && question ? this.board.boxOf(question.at) : null;
    const spot = asked ?? this.spot(answers);
    this.element.className = `choice-bar${spot ? " spot" : ""}`;
    this.element.removeAttribute("style");
    const buttons = !this.state.isAsked
      ? []
      : question
        ? this.asked(question)
        : spot
          ? this.answers(answers)
          : this.buttons();
    fill(this.element, ...buttons);
    this.element.hidden = buttons.length === 0;
    if (spot && buttons.length) this.place(asked ? [] : answers, spot);
    else if (buttons.length && !this.state.narrow) this.stepAside();
  }

  /** Complete actions stand at the foot of the board where they cover least: in the middle, or to a side. */
  private stepAside(): void {
    const own = this.element.getBoundingClientRect(),
      room = this.element.parentElement!.getBoundingClientRect();
    const rings = [...document.querySelectorAll(".stage .thing:not(.leaving) .ring")].map((ring) => ({
      box: ring.getBoundingClientRect(),
      weight: weightOf(ring.closest(".thing")!),
    }));
    const near = rings.filter(({ box }) => box.bottom > own.top && box.top < own.bottom);
    const covered = (share: number) => {
      const left = room.left + room.width * share - own.width / 2,
        right = left + own.width;
      return left < room.left || right > room.right
        ? Infinity
        : near.reduce((sum, { box, weight }) => sum + (box.right > left && box.left < right ? weight : 0), 0);
    };
    const best = [0.5, 0.25, 0.75, 0.12, 0.88].reduce((one, other) => (covered(other) < covered(one) ? other : one));
    if (best !== 0.5) this.element.style.left = `${100 * best}%`;
  }

  /** Where the question belongs: at the thing that was touched last, on the board first of all. */
  private spot(answers: Answer[]): DOMRect | null {
    if (!answers.length || answers.length > MOST_BUTTONS) return null;
    const touched = [...this.chooser.path].reverse();
    const id = touched.find((one) => this.board.isOnBoard(one)) ?? touched[0];
    return id === undefined ? null : this.board.boxOf(id);
  }

  private act(choice: Choice, words: string, picture: Thing | null = null): HTMLElement {
    const button: HTMLElement = h(
      "button",
      {
        class: `act${picture ? " pictured" : ""}${this.isHinted(choice) ? " hinted" : ""}`,
        "data-action": choice.action,
        "aria-label": picture ? words : null,
        title: picture ? words : null,
        onclick: () => this.does.play(choice),
        ...looks(() => this.does.look(choice, button)),
      },
      picture ? null : words,
    );
    if (picture) button.append(drawn(picture));
    return button;
  }

  private answers(answers: Answer[]): HTMLElement[] {
    const things = this.fan(answers);
    const buttons = answers.map(({ choice, id }, place) =>
      this.act(choice, things ? this.board.labelOf(id) : choice.label, things?.[place] ?? null),
    );
    if (things) return buttons;
    const { instead } = this;
    const choose =
      instead === null
        ? []
        : [
            h(
              "button",
              { class: "instead", onclick: () => this.does.instead(instead) },
              t`Choose ${this.board.labelOf(instead)}`,
            ),
          ];
    return [...buttons, ...choose, this.cancelButton()];
  }

  private asked({ words, does }: Question): HTMLElement[] {
    const act = h(
      "button",
      {
        class: "act",
        onclick: () => {
          this.question = null;
          does();
        },
      },
      words,
    );
    return [act, this.cancelButton()];
  }

  private cancelButton(): HTMLElement {
    return h("button", { class: "plain", onclick: this.does.cancel }, t`Cancel`);
  }

  /** Answers as their things lie on the table, from left to right and down; what has no thing comes first. */
  private inOrder(answers: Answer[]): Answer[] {
    const place = ({ id }: Answer) => {
      const thing = this.board.thingOf(id);
      return thing ? thing.y * 10_000 + thing.x : -Infinity;
    };
    return answers
      .map((answer) => ({ answer, at: place(answer) }))
      .sort((one, other) => (one.at === other.at ? 0 : one.at - other.at))
      .map(({ answer }) => answer);
  }

  /** The things of the answers, where they lie close together and can be drawn around the spot as they lie. */
  private fan(answers: Answer[]): Thing[] | null {
    return fanOf(
      this.board,
      answers.map(({ id }) => id),
    );
  }

  private place(answers: Answer[], spot: DOMRect): void {
    const room = this.element.parentElement!.getBoundingClientRect();
    const things = this.fan(answers);
    if (things) {
      this.element.classList.add("fan");
      this.spread(things, spot, room);
      return;
    }
    const { width, height } = this.element.getBoundingClientRect();
    const below = spot.bottom + height + 12 < room.bottom;
    const top = below ? spot.bottom + 6 : Math.max(room.top + 4, spot.top - height - 6);
    const left = Math.min(Math.max(room.left + 4, spot.left + spot.width / 2 - width / 2), room.right - width - 4);
    Object.assign(this.element.style, { left: `${left - room.left}px`, top: `${top - room.top}px` });
  }

  private spread(things: Thing[], spot: DOMRect, room: DOMRect): void {
    const middleX = (Math.min(...things.map((thing) => thing.x)) + Math.max(...things.map((thing) => thing.x))) / 2;
    const middleY = (Math.min(...things.map((thing) => thing.y)) + Math.max(...things.map((thing) => thing.y))) / 2;
    const reach = 104;
    const x = Math.min(Math.max(spot.left + spot.width / 2, room.left + reach), room.right - reach) - room.left;
    const y = Math.min(Math.max(spot.top + spot.height / 2, room.top + reach), room.bottom - reach) - room.top;
    Object.assign(this.element.style, { left: `${x}px`, top: `${y}px` });
    [...this.element.children].forEach((button, place) => {
      const thing = things[place]!;
      const farX = thing.x - middleX,
        farY = thing.y - middleY;
      const scale = Math.max(1, 72 / Math.max(1, Math.hypot(farX, farY)));
      Object.assign((button as HTMLElement).style, { left: `${farX * scale}px`, top: `${farY * scale}px` });
    });
  }

  /** Complete actions, and on a phone what lies off the board. */
  private buttons(): HTMLElement[] {
    const { narrow } = this.state;
    const { path } = this.chooser;
    const buttons = [...this.chooser.complete, ...(path.length ? [] : this.chooser.untouchable)].map((choice) =>
      this.act(choice, choice.label),
    );
    // An order that is a button of the scene is given there.
    if (!path.length)
      for (const sheet of this.state.sheets.filter(
        (one) => !one.rows.length && !one.opens.some((id) => this.board.thing(id)),
      ))
        buttons.push(h("button", { class: "order", onclick: () => this.does.order(sheet, []) }, sheet.button));
    const offBoard = narrow ? this.chooser.usual.filter((id) => !this.board.isOnBoard(id)) : [];
    // Many that lie beside the board are touched there, where they show more than words.
    const listed = offBoard.length > MOST_LISTED ? offBoard.filter((id) => !this.board.isBeside(id)) : offBoard;
    for (const id of listed.slice(0, MOST_BUTTONS)) {
      const only = this.chooser.with([...path, id]);
      const whole = only.length === 1 && only[0]!.path.length === path.length + 1 && path.length === 0;
      const isNext = [...path, id].every((one, at) => this.hinted.path[at] === one);
      buttons.push(
        h(
          "button",
          { class: `act${isNext ? " hinted" : ""}`, "data-thing": id, onclick: () => this.does.touch(id) },
          whole ? only[0]!.label : this.board.labelOf(id),
        ),
      );
    }
    if (path.length && buttons.length + (narrow ? 1 : 0)) buttons.push(this.cancelButton());
    return buttons;
  }
}

/** A thing as a picture of its own. */
export function drawn(thing: Thing): SVGSVGElement {
  const margin = 4,
    width = thing.width + margin,
    height = thing.height + margin;
  const svg = node("svg", { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, "aria-hidden": "true" });
  svg.innerHTML = thing.markup;
  return svg;
}

/** How much is lost where a thing is covered: much where it can be touched, hardly anything where nothing is drawn. */
function weightOf(thing: Element): number {
  if (thing.classList.contains("lit")) return 20;
  return thing.querySelector(".body :is(text, use, path, circle, polygon, image)") ? 1 : 0.05;
}
