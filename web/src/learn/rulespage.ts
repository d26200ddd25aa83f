import { api } from "../common/api";
import { h } from "../common/dom";
import { frame } from "../common/frame";
import { t } from "../common/language";
import { loadRules, rulesElement, showRule } from "./rulesview";

interface Aid {
  title: string;
  goal: string;
  parts: { title: string; lines: { text: string; rule: string }[] }[];
}

/** A game on one page, to print. */
export async function aidPage(app: HTMLElement, game: string): Promise<void> {
  const aid = await api<Aid>(`/games/${encodeURIComponent(game)}/aid${location.search}`);
  const parts = aid.parts.map((part) =>
    h(
      "section",
      {},
      h("h2", {}, part.title),
      h(
        "ul",
        {},
        ...part.lines.map((line) =>
          h("li", {}, line.text, " ", h("a", { href: `/rules/${game}#${line.rule}` }, line.rule)),
        ),
      ),
    ),
  );
  frame(
    app,
    h(
      "main",
      { class: "aid-page" },
      h(
        "div",
        { class: "row" },
        h("h1", {}, aid.title),
        h("button", { onclick: () => print() }, t`Print`),
        h("a", { class: "button", href: `/rules/${game}` }, t`All rules`),
      ),
      h("p", { class: "goal" }, aid.goal),
      h("div", { class: "aid-parts" }, ...parts),
    ),
  );
  document.title = t`${aid.title}: player aid`;
}

export async function rulesPage(app: HTMLElement, game: string): Promise<void> {
  const variant = new URLSearchParams(location.search).get("variant");
  const from = variant ? `/games/${encodeURIComponent(game)}/rules?variant=${encodeURIComponent(variant)}` : undefined;
  const page = await rulesElement(game, undefined, from);
  const contents = h("nav", { class: "contents", "aria-label": t`Chapters` });
  for (const chapter of page.querySelectorAll("h2"))
    contents.append(
      h(
        "a",
        {
          href: `#${chapter.id}`,
          onclick: (event: Event) => {
            event.preventDefault();
            chapter.scrollIntoView();
          },
        },
        chapter.textContent ?? "",
      ),
    );
  if ((await loadRules(game, from)).aid) contents.prepend(h("a", { href: `/rules/${game}/aid` }, t`On one page`));
  frame(app, h("main", { class: "rules-page" }, contents, page));
  document.title = t`${page.querySelector("h1")?.textContent ?? t`Rules`}: rules`;
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted) showRule(page, wanted);
}
