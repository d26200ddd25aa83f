// What has happened since my last move: it stays until I act, what I lost first, and each deed can be seen again.

import { fill, h, seatMark } from "../common/dom";
import { t } from "../common/language";
import { type Deed, deedsOf, type Scoring, scoringOf, since } from "../playback/news";
import { scoreTable } from "./scoretable";
import type { TableState } from "./tablestate";

// How many letters there is room for on a phone; elsewhere how wide a letter is, in pixels, and how many lines there are.
const SHORT = 84,
  LETTER = 7.4,
  LINES = 2,
  TITLE = 30;

export class Since {
  readonly element = h("div", { class: "since", role: "region", "aria-label": t`Since your last move` });
  /** The news of which all is shown; others begin short again. */
  private opened = "";
  private readonly close = (event: Event) => {
    if (this.opened && !this.element.contains(event.target as Node)) this.open("");
  };

  constructor(
    private readonly state: TableState,
    private readonly again: (step: number) => void,
  ) {
    addEventListener("pointerdown", this.close, true);
  }

  leave(): void {
    removeEventListener("pointerdown", this.close, true);
  }

  draw(): void {
    const { state } = this;
    // What one player saw is nothing for the next one at the same device.
    const lines = state.coveredFor === null && state.position?.status !== "open" ? since(state.log, state.you) : [];
    const deeds = deedsOf(lines, state.you);
    const scoring = scoringOf(lines, state.table?.sheet ?? {}, state.position?.seats.length ?? 0);
    const key = JSON.stringify([lines.at(0)?.step, lines.length, lines.at(-1)?.text]);
    const shown = this.fitting(deeds, scoring);
    const missing = sentencesIn(deeds) - sentencesIn(shown);
    const isOpen = this.opened === key;
    fill(
      this.element,
      lines.length ? h("span", { class: "since-title" }, this.title(deeds)) : null,
      scoring ? this.scoringButton(scoring, isOpen, key) : null,
      ...shown.map((deed) => this.deed(deed)),
      missing > 0 ? this.more(missing, isOpen, key) : null,
      isOpen ? this.all(deeds, scoring) : null,
    );
  }

  private title(deeds: Deed[]): string {
    const { you, log } = this.state;
    const isOthers = deeds.some((deed) => deed.seat !== null && deed.seat !== you);
    if (you < 0) return t`Last move`;
    if (!log.some((line) => line.level === 1 && line.seat === you)) return t`So far`;
    return isOthers ? t`Since your last move` : t`Your last move`;
  }

  /** The deeds that there is room for, of each as many sentences as fit a line; the first one in any case. */
  private fitting(deeds: Deed[], scoring: Scoring | null): Deed[] {
    const { narrow, sideways } = this.state;
    const line = narrow && !sideways ? SHORT : (this.element.clientWidth || innerWidth * 0.6) / LETTER - 6;
    let room = narrow && !sideways ? line : LINES * line - TITLE - (scoring ? TITLE : 0);
    const shown: Deed[] = [],
      // A phone has room for one.
      most = narrow && !sideways ? (scoring ? 0 : 1) : Number.POSITIVE_INFINITY;
    for (const deed of deeds) {
      const sentences = begun(deed.sentences, Math.min(line, room));
      if (shown.length >= most || (shown.length && (!sentences.length || room < 0))) break;
      shown.push({ ...deed, sentences: sentences.length ? sentences : deed.sentences.slice(0, 1) });
      room -= textOf(shown.at(-1)!).length + 5;
    }
    return shown;
  }

  private deed(deed: Deed): HTMLElement {
    return h(
      "button",
      {
        class: deed.isLoss ? "news loss" : "news",
        "data-step": deed.step,
        title: t`See it again`,
        onclick: () => {
          this.open("");
          this.again(deed.step);
        },
      },
      deed.isLoss || deed.seat === null ? null : seatMark(deed.seat),
      h("span", {}, textOf(deed)),
    );
  }

  private more(missing: number, isOpen: boolean, key: string): HTMLElement {
    return h(
      "button",
      {
        class: "more-of-it",
        "aria-expanded": String(isOpen),
        title: t`All that happened since your last move`,
        onclick: () => this.open(isOpen ? "" : key),
      },
      isOpen ? t`less` : t`${missing} more`,
    );
  }

  private scoringButton({ rows }: Scoring, isOpen: boolean, key: string): HTMLElement {
    const gained = this.state.position!.seats.map(
      ({ name }, seat) => `${name} ${rows.reduce((sum, row) => sum + (row.amounts[seat] ?? 0), 0)}`,
    );
    return h(
      "button",
      {
        class: "news scoring",
        "aria-expanded": String(isOpen),
        title: t`Points by kind`,
        onclick: () => this.open(isOpen ? "" : key),
      },
      t`Scoring: ${gained.join(", ")}`,
    );
  }

  /** Everything, below each other, over the board while it is read. */
  private all(deeds: Deed[], scoring: Scoring | null): HTMLElement {
    return h(
      "div",
      { class: "all-of-it" },
      scoring ? scoreTable(scoring.rows, this.state.position!.seats, "points") : null,
      ...deeds.flatMap((deed) =>
        deed.sentences.map((text, place) =>
          h("p", {}, this.deed({ ...deed, seat: place ? null : deed.seat, sentences: [text] })),
        ),
      ),
    );
  }

  private open(key: string): void {
    this.opened = key;
    this.draw();
  }
}

/** As many sentences as there are letters for. */
function begun(sentences: string[], letters: number): string[] {
  let left = letters;
  const end = sentences.findIndex((text) => {
    left -= text.length + 1;
    return left < 0;
  });
  return end < 0 ? sentences : sentences.slice(0, end);
}

function sentencesIn(deeds: Deed[]): number {
  return deeds.reduce((sum, deed) => sum + deed.sentences.length, 0);
}

function textOf({ sentences }: Deed): string {
  return sentences.join(" ");
}
