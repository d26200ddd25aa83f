// The end of a match: who won and by what, the score by kind, how the chances went, and what comes next.
import { api } from "../common/api";
import { type Chances, curve } from "../common/curve";
import { fill, h, seatMark, sentence } from "../common/dom";
import { address, invitation } from "../common/share";
import type { Position } from "../common/types";
import { scoreTable } from "./scoretable";
import type { TableState } from "./tablestate";

export class Ending {
  /** Whether it lies over the table: from when the match ends until somebody wants to see the board. */
  isOpen = false;
  private readonly chances = h("div", { class: "chances" });

  constructor(
    private readonly state: TableState,
    private readonly openRule: (rule: string) => void,
    private readonly changed: () => void,
  ) {}

  /** The match has ended before my eyes. */
  open(): void {
    this.isOpen = true;
    void this.loadChances();
  }

  private async loadChances(): Promise<void> {
    const asked = address(`/tables/${this.state.id}/analysis`, { invite: invitation() });
    const found = await api<Chances>(asked).catch(() => null);
    if (found && found.shares.length > 1)
      fill(this.chances, h("h2", {}, "How the chances went"), curve(found) as unknown as HTMLElement);
  }

  /** The screen, with the buttons for what comes next. */
  draw(position: Position, buttons: HTMLElement[]): HTMLElement {
    const { state } = this;
    const { text, rule } = position.result!;
    const close = () => {
      this.isOpen = false;
      this.changed();
    };
    return h(
      "section",
      { class: `result screen ${state.outcome}`, "aria-label": "The match is over" },
      h(
        "p",
        { class: "emblem", "aria-hidden": "true" },
        { won: "♛", lost: "♟", shared: "♛", seen: "♛" }[state.outcome],
      ),
      h("strong", {}, state.winnerText()),
      h(
        "p",
        { class: "by-what" },
        sentence(text),
        rule ? " " : null,
        rule ? h("button", { class: "link", onclick: () => this.openRule(rule) }, rule) : null,
      ),
      h(
        "div",
        { class: "score-sheet", tabindex: "0", role: "group", "aria-label": "Score sheet" },
        this.sheet(position),
      ),
      this.chances,
      h("span", { class: "row" }, ...buttons, h("button", { class: "plain look", onclick: close }, "See the board")),
    );
  }

  private sheet(position: Position): HTMLElement {
    const { points } = position.result!,
      counted = this.state.table!.points_are;
    if (position.score?.length) return scoreTable(position.score, position.seats, counted, points);
    return h(
      "p",
      {},
      ...position.seats.flatMap((seat, number) => [
        seatMark(number),
        ` ${seat.name} `,
        h("b", {}, String(points[number])),
        "  ",
      ]),
      counted,
    );
  }
}
