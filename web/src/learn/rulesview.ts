// A game's rules: a page of its own, and the same beside the table.
import { api } from "../common/api";
import { h } from "../common/dom";
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

export function loadRules(game: string): Promise<Rules> {
  let found = known.get(game);
  if (!found) {
    found = api<Rules>(`/games/${encodeURIComponent(game)}/rules`);
    known.set(game, found);
    found.catch(() => known.delete(game));
  }
  return found;
}

/** The rules as an element; links to numbers scroll inside it. */
export async function rulesElement(game: string): Promise<HTMLElement> {
  const rules = await loadRules(game);
  const page = h("article", { class: "prose rules" });
  page.innerHTML = rules.html;
  // The picture of the table is drawn in one's own colours.
  for (const image of page.querySelectorAll<HTMLImageElement>("img.overview")) image.src += `?theme=${theme()}`;
  addExamples(page, game, rules.examples);
  page.prepend(searchField(page));
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

/** A field that leaves of the rules only those that say all of its words. */
function searchField(page: HTMLElement): HTMLElement {
  const field = h("input", { type: "search", placeholder: "Search the rules", "aria-label": "Search the rules" });
  const count = h("span", { class: "soft", role: "status" });
  const box = h("p", { class: "search" }, field, count);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const part of page.children) {
      if (part === box) continue;
      const text = (part.textContent ?? "").toLowerCase();
      const fits = words.every((word) => text.includes(word));
      part.classList.toggle("unfound", !fits || (words.length > 0 && part.matches("h1, details, img")));
      if (fits && !part.matches("h1, h2, h3, details")) found += 1;
    }
    count.textContent = words.length ? `${found} found` : "";
  });
  return box;
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
