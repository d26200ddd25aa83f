// What a bot thinks: its moves with their chances, how much it looked at each, and the line that it expects.

import { fill, h, seatMark } from "../common/dom";
import { language, t } from "../common/language";
import type { Thought } from "../common/types";

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** A panel that shows one thought at a time. */
export class Thoughts {
  readonly element = h("section", {
    class: "thoughts",
    "aria-label": t`What the bot thinks`,
    tabindex: "0",
    hidden: true,
  });

  show(names: string[], thought: Thought | null, by = "bot"): void {
    this.element.hidden = false;
    if (!thought) {
      fill(this.element, h("p", { class: "soft" }, t`There was nothing to decide.`));
      return;
    }
    const who = names[thought.seat] ?? t`The bot`;
    const head = by === "bot" ? t`${who} thinks` : t`What a search thinks of ${who}'s decision`;
    const looks = h(
      "span",
      { class: "soft" },
      t` ${thought.considered} moves, ${thought.looks.toLocaleString(language)} looks`,
    );
    fill(this.element, h("h2", {}, seatMark(thought.seat), " ", head, looks), moves(thought), line(thought));
  }

  hide(): void {
    this.element.hidden = true;
  }
}

function moves(thought: Thought): HTMLElement {
  return h(
    "ol",
    { class: "thought-moves" },
    ...thought.moves.map((move) =>
      h(
        "li",
        {},
        bar(move.share),
        h("span", { class: "thought-chance" }, percent(move.chance)),
        h("span", { class: "thought-label" }, move.label),
      ),
    ),
  );
}

function bar(share: number): HTMLElement {
  const bar = h("span", { class: "thought-bar", title: t`${percent(share)} of the looks` });
  bar.style.setProperty("--share", `${100 * share}%`);
  return bar;
}

function line(thought: Thought): HTMLElement | null {
  if (thought.line.length < 2) return null;
  return h(
    "p",
    { class: "thought-line" },
    h("strong", {}, t`Expects `),
    ...thought.line.flatMap((move, place) => [place ? " › " : "", seatMark(move.seat), move.label]),
  );
}
