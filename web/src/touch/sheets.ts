// Sheets: several actions ordered at once by numbers, at the thing that was touched. The game says what can be ordered.

import type { Board } from "../board/board";
import { fill, h } from "../common/dom";
import { t } from "../common/language";
import type { Sheet, SheetRow } from "../common/types";
import type { TableState } from "../table/tablestate";
import { drawn } from "./choices";
import type { Chooser } from "./chooser";

export class Sheets {
  readonly element = h("div", { class: "sheets", hidden: true });
  private shown = "";
  /** Which of several sheets is open on a phone, which has room for one. */
  private picked = 0;

  constructor(
    private readonly state: TableState,
    private readonly board: Board,
    private readonly chooser: Chooser,
    private readonly order: (sheet: Sheet, numbers: number[]) => void,
    private readonly close: () => void,
  ) {}

  /** The sheets that open at what was touched, and only at that. What was set stays while nothing has changed. */
  draw(): void {
    const { path } = this.chooser;
    const open =
      this.state.isAsked && path.length === 1
        ? this.state.sheets.filter((sheet) => sheet.opens.includes(path[0]!))
        : [];
    const now = JSON.stringify([this.isSmall, open]);
    this.element.hidden = !open.length;
    if (now !== this.shown) {
      this.picked = 0;
      this.fill(open);
    }
    this.shown = now;
    if (open.length) this.place(path[0]!);
  }

  private get isSmall(): boolean {
    return this.state.narrow && !this.state.sideways;
  }

  private fill(open: Sheet[]): void {
    if (!this.isSmall || open.length < 2) {
      fill(this.element, ...open.map((sheet) => this.sheet(sheet, h("strong", {}, sheet.title))));
      return;
    }
    const titles = open.map((sheet, place) =>
      h("option", { value: place, selected: place === this.picked }, sheet.title),
    );
    const pick = h("select", { "aria-label": t`What to order` }, ...titles);
    pick.addEventListener("change", () => {
      this.picked = Number(pick.value);
      this.fill(open);
    });
    fill(this.element, this.sheet(open[this.picked]!, pick));
  }

  private sheet(sheet: Sheet, title: HTMLElement): HTMLElement {
    const numbers = sheet.rows.map((row) => row.now);
    const foot = h("p", { class: "sheet-foot", role: "status" });
    const send = h("button", { class: "main", onclick: () => this.order(sheet, numbers) }, sheet.button);
    const rows: Line[] = sheet.rows.map(
      (row, place) =>
        new Line(this.board, sheet, row, (wanted) => {
          numbers[place] = Math.max(row.least, Math.min(wanted, row.now + affordable(sheet, numbers, place)));
          draw();
        }),
    );
    const draw = () => {
      for (const [place, row] of rows.entries()) row.draw(numbers[place]!);
      foot.textContent = costs(sheet, numbers);
      send.disabled = numbers.every((number, place) => number === sheet.rows[place]!.now);
    };
    draw();
    return h(
      "section",
      { class: `sheet${sheet.sides.length ? " split" : ""}`, "aria-label": sheet.title },
      h(
        "div",
        { class: "sheet-head" },
        title,
        h("button", { class: "plain", "aria-label": t`Close`, onclick: this.close }, "×"),
      ),
      sheet.sides.length ? h("div", { class: "sheet-sides" }, ...sheet.sides.map((side) => h("span", {}, side))) : null,
      ...rows.map((row) => row.element),
      foot,
      send,
    );
  }

  /** Beside what was touched or in a corner, wherever it covers least of what can be touched; on a phone at the foot, or over the board where what was touched is in the hand. */
  private place(id: string): void {
    this.element.removeAttribute("style");
    const spot = this.board.boxOf(id),
      room = this.element.parentElement!.getBoundingClientRect();
    this.element.classList.toggle("above", this.isSmall && !this.board.groupOf(id)?.closest(".board-box"));
    if (this.isSmall) {
      this.uncover(room.top);
      return;
    }
    if (!spot) return;
    const { width, height } = this.element.getBoundingClientRect();
    const down = Math.min(Math.max(room.top + 6, spot.top - 30), room.bottom - height - 6);
    // What is asked at the spot lies there too: the sheet comes beside both.
    const asked = document.querySelector(".choice-bar.spot:not([hidden])")?.getBoundingClientRect();
    const left = Math.min(spot.left, asked?.left ?? Infinity),
      right = Math.max(spot.right, asked?.right ?? 0);
    const places = [left - width - 14, right + 14].map((at) => ({ left: at, top: down }));
    const under = Math.max(spot.bottom, asked?.bottom ?? 0) + 6;
    if (under + height < room.bottom)
      places.push({ left: Math.max(room.left + 6, Math.min(left, room.right - width - 6)), top: under });
    places.push({ left: room.left + 6, top: down });
    places.push({ left: room.left + 6, top: room.bottom - height - 6 });
    const needed = [
      ...document.querySelectorAll(".thing.lit .ring, .thing.chosen .ring, .choice-bar:not([hidden]) button"),
    ].map((one) => one.getBoundingClientRect());
    const covered = ({ left, top }: { left: number; top: number }) =>
      left < room.left || left + width > room.right
        ? Infinity
        : needed.filter(
            (box) => box.left < left + width && box.right > left && box.top < top + height && box.bottom > top,
          ).length;
    const best = places.reduce((one, other) => (covered(other) < covered(one) ? other : one));
    Object.assign(this.element.style, {
      left: `${best.left - room.left}px`,
      top: `${best.top - room.top}px`,
      bottom: "auto",
    });
  }

  /** On a phone what is asked at the spot comes above a sheet at the foot, and below one over the board. */
  private uncover(top: number): void {
    const bar = document.querySelector<HTMLElement>(".choice-bar.spot:not(.fan, [hidden])");
    const own = this.element.getBoundingClientRect(),
      box = bar?.getBoundingClientRect();
    if (!bar || !box || box.bottom < own.top || box.top > own.bottom) return;
    if (this.element.classList.contains("above")) bar.style.top = `${own.bottom + 6 - top}px`;
    else bar.style.top = `${Math.max(4, own.top - box.height - 6 - top)}px`;
  }
}

/** A number to choose: fewer, a slider, more. */
class Line {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly first = h("output", {});
  private readonly second = h("output", {});
  private readonly isSplit: boolean;

  constructor(
    board: Board,
    sheet: Sheet,
    private readonly row: SheetRow,
    set: (wanted: number) => void,
  ) {
    this.isSplit = sheet.sides.length > 0;
    const toRight = this.isSplit ? -1 : 1;
    const step = (by: number, sign: string, name: string) =>
      h(
        "button",
        { class: "step", "aria-label": `${row.label}: ${name}`, onclick: () => set(this.wanted + by * toRight) },
        sign,
      );
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: row.most - row.least,
      "aria-label": row.label,
      oninput: () => set(this.wanted),
    });
    const thing = board.thingOf(row.thing);
    this.element = h(
      "div",
      { class: "sheet-row" },
      h("span", { class: "sheet-label" }, row.label),
      this.first,
      step(-1, this.isSplit ? "‹" : "−", this.isSplit ? t`to ${sheet.sides[0]}` : t`fewer`),
      this.slider,
      step(1, this.isSplit ? "›" : "+", this.isSplit ? t`to ${sheet.sides[1]}` : t`more`),
      this.second,
    );
    if (thing) this.element.prepend(drawn(thing));
    this.slider.disabled = row.most === row.least;
  }

  /** What the slider says: how many there should be, or how many on the first side. */
  private get wanted(): number {
    const value = Number(this.slider.value);
    return this.isSplit ? this.row.most - value : this.row.least + value;
  }

  draw(number: number): void {
    const value = this.isSplit ? this.row.most - number : number - this.row.least;
    this.slider.value = String(value);
    this.slider.setAttribute("aria-valuetext", String(this.isSplit ? `${number}, ${value}` : value));
    this.first.textContent = this.isSplit ? String(number) : "";
    this.second.textContent = this.isSplit ? String(value) : `+${value}`;
  }
}

/** How many more of a row can be paid beside what the others cost. */
function affordable(sheet: Sheet, numbers: number[], place: number): number {
  const row = sheet.rows[place]!;
  const left = spent(
    sheet,
    numbers.map((number, one) => (one === place ? row.now : number)),
  ).map((cost, kind) => sheet.stock[kind]![1] - cost);
  return Math.min(
    row.most - row.now,
    ...left.map((have, kind) => (row.price[kind] ? Math.floor(have / row.price[kind]!) : Infinity)),
  );
}

function spent(sheet: Sheet, numbers: number[]): number[] {
  return sheet.stock.map((_, kind) =>
    numbers.reduce(
      (sum, number, place) => sum + (number - sheet.rows[place]!.now) * (sheet.rows[place]!.price[kind] ?? 0),
      0,
    ),
  );
}

/** What is left of all that the rows cost. */
function costs(sheet: Sheet, numbers: number[]): string {
  const total = spent(sheet, numbers);
  const asked = sheet.stock.filter((_, kind) => sheet.rows.some((row) => row.price[kind]));
  return asked
    .map(([name, have]) => {
      const cost = total[sheet.stock.findIndex(([one]) => one === name)]!;
      return t`${cost} of ${have} ${name}, ${have - cost} left`;
    })
    .join("; ");
}
