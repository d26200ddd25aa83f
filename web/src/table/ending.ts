// The end of a match: who won and by what, the score by kind, how the chances went, and what comes next.

import { api } from "../common/api";
import { type Chances, curve } from "../common/curve";
import { fill, h, seatMark, sentence } from "../common/dom";
import { t } from "../common/language";
import { address, invitation, replayAddress } from "../common/share";
import type { Position } from "../common/types";
import { scoreTable, tieBreak } from "./scoretable";
import type { TableState } from "./tablestate";

interface Mistake {
  at: number;
  seat: number;
  played: string;
  hint: string;
  wrong: string[];
  theme: string;
}
interface Mistakes {
  game: string;
  done: boolean;
  otherwise: Mistake[];
}
const ASK_AGAIN = 1500,
  MOST_ASKED = 80,
  ENOUGH = 20;

export class Ending {
  /** Whether it lies over the table: from when the match ends until somebody wants to see the board. */
  isOpen = false;
  private readonly chances = h("div", { class: "chances" });
  private readonly toLearn = h("div", { class: "to-learn", hidden: true });

  constructor(
    private readonly state: TableState,
    private readonly openRule: (rule: string) => void,
    private readonly changed: () => void,
  ) {}

  /** The match has ended before my eyes. */
  open(): void {
    this.isOpen = true;
    void this.loadChances();
    void this.findLesson(this.state.outcome === "lost");
  }

  /** After a loss one thing to learn: the costliest mistake of which can be said what was wrong, and a puzzle for it. */
  private async findLesson(isTold: boolean): Promise<void> {
    for (let asked = 0; asked < MOST_ASKED && this.isOpen; asked += 1) {
      const address_ = address(`/tables/${this.state.id}/course`, { invite: invitation() });
      const course = await api<Mistakes>(address_).catch(() => null);
      if (!course) return;
      // To ask is what makes the server look for it.
      if (!isTold) return;
      const mistake = course.otherwise.find((one) => one.seat === this.state.you && one.wrong.length > 0);
      if (mistake && (course.done || asked > ENOUGH)) {
        await this.teach(course.game, mistake);
        return;
      }
      if (course.done) return;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
  }

  private async teach(game: string, mistake: Mistake): Promise<void> {
    const { loadNumbered, nextPuzzle, Progress } = await import("../learn/lessons");
    const puzzles = await loadNumbered(game).catch(() => []);
    const progress = new Progress(game);
    const puzzle =
      nextPuzzle(
        puzzles.filter((one) => one.theme === mistake.theme),
        progress,
        mistake.at,
      ) ?? nextPuzzle(puzzles, progress, mistake.at);
    this.toLearn.hidden = false;
    fill(
      this.toLearn,
      h("h2", {}, t`One thing to learn`),
      h("p", {}, h("a", { href: replayAddress(this.state.id, mistake.at) }, `“${mistake.played}”`), "."),
      ...mistake.wrong.map((text) => h("p", { class: "wrong" }, text)),
      h("p", {}, h("strong", {}, t`Better: `), mistake.hint, "."),
      puzzle
        ? h(
            "a",
            { class: "button", href: `/learn/${game}/${puzzle.name}` },
            puzzle.theme === mistake.theme ? t`A puzzle for it: ${puzzle.theme}` : t`A puzzle`,
          )
        : null,
    );
  }

  /** The curve as the search sees it, the same as in the replay and the course; after a while without one, as it is known. */
  private async loadChances(): Promise<void> {
    const where = address(`/tables/${this.state.id}/analysis`, { invite: invitation() });
    for (let asked = 0; asked < MOST_ASKED && this.isOpen; asked += 1) {
      const found = await api<Chances & { by: string }>(where).catch(() => null);
      if (!found || found.shares.length < 2) return;
      if (asked === ENOUGH || found.by === "search")
        fill(this.chances, h("h2", {}, t`How the chances went`), curve(found) as unknown as HTMLElement);
      if (found.by === "search") return;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
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
      { class: `result screen ${state.outcome}`, "aria-label": t`The match is over` },
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
        rule ? h("br") : null,
        rule ? tieBreak(position.result!, state.log) : null,
      ),
      h(
        "div",
        { class: "score-sheet", tabindex: "0", role: "group", "aria-label": t`Score sheet` },
        this.sheet(position),
      ),
      this.chances,
      this.toLearn,
      h("span", { class: "row" }, ...buttons, h("button", { class: "plain look", onclick: close }, t`See the board`)),
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
