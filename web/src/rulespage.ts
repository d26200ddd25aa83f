import { frame } from "./frame";
import { h } from "./dom";
import { rulesElement, showRule } from "./rulesview";

export async function rulesPage(app: HTMLElement, game: string): Promise<void> {
  const page = await rulesElement(game);
  const contents = h("nav", { class: "contents", "aria-label": "Chapters" });
  for (const chapter of page.querySelectorAll("h2"))
    contents.append(h("a", { href: `#${chapter.id}`, onclick: (event: Event) => { event.preventDefault(); chapter.scrollIntoView(); } }, chapter.textContent ?? ""));
  frame(app, h("main", { class: "rules-page" }, contents, page));
  document.title = `${page.querySelector("h1")?.textContent ?? "Rules"}: rules`;
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted) showRule(page, wanted);
}
