// Slow play: answers given in advance, and what is said of claims.

import { api } from "../common/api";
import { h, sorry, toast } from "../common/dom";
import { language, listed, t } from "../common/language";

const MOST_LINES = 5;

interface PlanLine {
  when: string;
  play: string[];
  keep: boolean;
}

export interface ClaimFacts {
  kind: "win" | "bots-take-over" | "clock" | "yours" | "bots" | "never" | "rules";
  names: string[];
  since: number | null;
  opens: number | null;
  now: boolean;
}

/** Whether and when a match can be claimed, and what would come of it. */
export function claimText(facts: ClaimFacts): string {
  const { kind, names } = facts;
  const day = (at: number | null) =>
    new Date((at ?? 0) * 1000).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  const since = day(facts.since);
  const idle =
    names.length === 1
      ? t`${names[0]} has done nothing since ${since}.`
      : t`${listed(names)} have done nothing since ${since}.`;
  const what = kind === "win" ? t`you win the match` : t`bots play on for them`;
  if (kind === "rules") return t`The rules of this match are gone. Close it? Nobody loses by that.`;
  if (kind === "yours") return t`It is your turn: nobody keeps you waiting.`;
  if (kind === "bots") return t`A bot is to act; nobody keeps you waiting.`;
  if (kind === "never") return t`The host of this server lets no match be claimed.`;
  if (kind === "clock") return t`This match has a clock: whoever runs out of time loses by it.`;
  if (facts.now) return t`${idle} Claim the match? Then ${what}.`;
  return t`${idle} From ${day(facts.opens)} on you can claim the match: then ${what}.`;
}

/** A dialog for what a seat answers when its turn comes. */
export async function answerInAdvance(table: string, seat: number): Promise<void> {
  const path = `/tables/${table}/plan`;
  const known = await api<PlanLine[]>(`${path}?seat=${seat}`);
  const rows = h("div", { class: "plan-lines" });
  const add = (line: PlanLine) => {
    const place = rows.childElementCount;
    const field = (name: string, label: string, value: string) =>
      h(
        "div",
        { class: "field" },
        h("label", { for: `plan-${name}-${place}` }, label),
        h("input", { id: `plan-${name}-${place}`, "data-name": name, value, maxlength: 200, autocomplete: "off" }),
      );
    rows.append(
      h(
        "fieldset",
        {},
        field("when", t`if they play (empty: anything)`, line.when),
        field("play", t`I answer (several moves: with ; between)`, line.play.join("; ")),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: line.keep }), t`also in later turns`),
      ),
    );
    more.hidden = rows.childElementCount >= MOST_LINES;
  };
  const more = h("button", { type: "button", onclick: () => add({ when: "", play: [], keep: false }) }, t`One more`);
  const close = () => box.close();
  const form = h(
    "form",
    { method: "dialog" },
    h(
      "p",
      { class: "soft" },
      t`Write moves as you would type them in the list of actions. The first line that fits is played when your turn comes, as long as it is legal; the others end with your next turn. Nobody else sees this.`,
    ),
    rows,
    more,
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", type: "submit" }, t`Keep`),
      h("button", { type: "button", onclick: close }, t`Cancel`),
    ),
  );
  for (const line of known.length ? known : [{ when: "", play: [], keep: false }]) add(line);
  const title = t`Answer in advance`;
  const box = h("dialog", { class: "dialog", "aria-label": title }, h("h2", {}, title), form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const lines = [...rows.children].flatMap((row) => {
      const text = (name: string) => row.querySelector<HTMLInputElement>(`[data-name=${name}]`)!.value.trim();
      const play = text("play")
        .split(";")
        .map((move) => move.trim())
        .filter(Boolean);
      return play.length
        ? [{ when: text("when"), play, keep: row.querySelector<HTMLInputElement>("[type=checkbox]")!.checked }]
        : [];
    });
    api(path, { seat, lines })
      .then(() => {
        toast(lines.length ? t`It is answered when your turn comes.` : t`Nothing is answered in advance.`);
        close();
      })
      .catch(sorry);
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
