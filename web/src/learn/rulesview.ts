// A game's rules: a page of its own, and the same beside the table.

import { api } from "../common/api";
import { fill, h, sorry } from "../common/dom";
import { t } from "../common/language";
import { theme } from "../common/settings";
import type { ExampleName } from "./examples";
import { addExamples } from "./examples";
import { explainWords } from "./glossary";

interface Rules {
  title: string;
  code: string;
  html: string;
  aid: boolean;
  examples: Record<string, ExampleName[]>;
}
const known = new Map<string, Promise<Rules>>();

/** The rules of a game; `from` is where those of a variant are. */
export function loadRules(game: string, from = `/games/${encodeURIComponent(game)}/rules`): Promise<Rules> {
  let found = known.get(from);
  if (!found) {
    found = api<Rules>(from);
    known.set(from, found);
    found.catch(() => known.delete(from));
  }
  return found;
}

/** What an open table says to a question of its player; nothing where it is not their turn. */
export type Verdict = (question: string) => Promise<string[]>;

/** The rules as an element; links to numbers scroll inside it. */
export async function rulesElement(game: string, verdict?: Verdict, from?: string): Promise<HTMLElement> {
  const rules = await loadRules(game, from);
  const page = h("article", { class: "prose rules" });
  page.innerHTML = rules.html;
  // The picture of the table is drawn in one's own colours.
  for (const image of page.querySelectorAll<HTMLImageElement>("img.overview")) image.src += `?theme=${theme()}`;
  addExamples(page, game, rules.examples);
  page.prepend(searchField(page, game, verdict));
  explainWords(page, game, (rule) => showRule(page, rule));
  page.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const target = link?.getAttribute("href");
    if (target?.startsWith("#")) {
      event.preventDefault();
      showRule(page, target.slice(1));
    }
  });
  return page;
}

interface Passage {
  rule: string;
  text: string;
}

/** A field that leaves of the rules only those that say all of its words; a question is answered when it is sent. */
function searchField(page: HTMLElement, game: string, verdict?: Verdict): HTMLElement {
  const field = h("input", {
    type: "search",
    maxlength: "200",
    placeholder: t`Search the rules, or ask: may I …?`,
    "aria-label": t`Search the rules, or ask a question`,
  });
  const count = h("span", { class: "soft", role: "status" });
  const answer = h("div", { class: "answer", role: "status" });
  const row = h("form", { class: "search", role: "search" }, field, h("button", {}, t`Ask`), count);
  const box = h("div", { class: "asking" }, row, answer);
  row.addEventListener("submit", (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (!question) return;
    for (const part of page.children) part.classList.remove("unfound");
    count.textContent = "";
    const told = verdict ? verdict(question) : Promise.resolve([]);
    Promise.all([told, api<Passage[]>(`/games/${game}/ask?question=${encodeURIComponent(question)}`)])
      .then(([said, passages]) => {
        fill(answer, ...answered(page, said, passages));
        explainWords(answer, game, (rule) => showRule(page, rule));
      })
      .catch(sorry);
  });
  field.addEventListener("input", () => {
    fill(answer);
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const part of page.children) {
      if (part === box) continue;
      const text = (part.textContent ?? "").toLowerCase();
      const fits = words.every((word) => text.includes(word));
      part.classList.toggle("unfound", !fits || (words.length > 0 && part.matches("h1, details, img")));
      if (fits && !part.matches("h1, h2, h3, details")) found += 1;
    }
    count.textContent = words.length ? t`${found} found` : "";
  });
  return box;
}

/** What the table says, and the rules that matter, each with its number to go there. */
function answered(page: HTMLElement, said: string[], passages: Passage[]): HTMLElement[] {
  const table = said.length ? [h("div", { class: "said" }, ...said.map((line) => h("p", {}, line)))] : [];
  if (!passages.length) return table.length ? table : [h("p", { class: "soft" }, t`The rules say nothing about this.`)];
  const entries = passages.map(({ rule, text }) =>
    h(
      "li",
      {},
      h("a", { class: "number", href: `#${rule}`, onclick: (event: Event) => go(event, page, rule) }, rule),
      ...text
        .split("\n")
        .map((line) => h("p", {}, line.replace(`${rule} `, "").replace(` (${rule})`, "").replace(/[*`]/g, ""))),
    ),
  );
  return [...table, h("ol", {}, ...entries)];
}

function go(event: Event, page: HTMLElement, rule: string): void {
  event.preventDefault();
  event.stopPropagation();
  showRule(page, rule);
}

/** Scroll to a rule and mark it. */
export function showRule(page: Element, number: string): void {
  for (const old of page.querySelectorAll(".found")) old.classList.remove("found");
  const field = page.querySelector<HTMLInputElement>(".search input");
  if (field?.value) {
    field.value = "";
    field.dispatchEvent(new Event("input"));
  }
  const rule = page.querySelector(`[id="${CSS.escape(number)}"]`);
  rule?.classList.add("found");
  rule?.scrollIntoView({ block: "center" });
}
