// What a rule looks like: the table before and after, what happened in between, and a table to try it at.

import { api } from "../common/api";
import { fill, h, sorry } from "../common/dom";
import { t } from "../common/language";
import { theme } from "../common/settings";

const WIDE = 1.4;

export interface ExampleName {
  id: string;
  title: string;
}
interface Told {
  text: string;
  rule: string;
  level: number;
}
interface Example {
  id: string;
  title: string;
  play: string;
  told: Told[];
  refusal: { text: string; rule: string } | null;
}

/** Put "See it" under every rule that has an example. */
export function addExamples(page: Element, game: string, examples: Record<string, ExampleName[]>): void {
  for (const [rule, names] of Object.entries(examples)) {
    const place = page.querySelector(`[id="${CSS.escape(rule)}"]`);
    place?.after(...names.map((name) => folded(game, name)));
  }
}

function folded(game: string, name: ExampleName): HTMLElement {
  const body = h("div", { class: "see-body" });
  const box = h(
    "details",
    { class: "see", "data-example": name.id },
    h("summary", {}, t`See it: `, h("span", {}, name.title)),
    body,
  );
  box.addEventListener("toggle", () => {
    if (box.open && !body.childElementCount) void show(game, name, body);
  });
  return box;
}

async function show(game: string, name: ExampleName, body: HTMLElement): Promise<void> {
  fill(body, h("p", { class: "soft" }, t`Laying it out…`));
  try {
    const example = await api<Example>(`/games/${game}/examples/${encodeURIComponent(name.id)}`);
    const draw = () => fill(body, ...shown(game, example));
    draw();
    addEventListener("themechange", draw);
  } catch (error) {
    fill(body);
    sorry(error);
  }
}

function picture(game: string, example: Example, when: "before" | "after"): HTMLElement {
  const source = `/api/games/${game}/examples/${encodeURIComponent(example.id)}/${when}.svg?theme=${theme()}`;
  const image = h("img", { src: source, alt: when === "before" ? t`The table before` : t`The table after` });
  // Two wide pictures side by side are too small to see anything.
  image.addEventListener("load", () => image.classList.toggle("wide", image.naturalWidth > WIDE * image.naturalHeight));
  return h("figure", {}, h("figcaption", {}, when === "before" ? t`Before` : t`After`), image);
}

function shown(game: string, example: Example): HTMLElement[] {
  const said = h(
    "ol",
    { class: "told" },
    ...example.told.map((one) =>
      h(
        "li",
        { class: ["turn", "deed", "effect"][one.level] },
        one.text,
        " ",
        h("a", { href: `#${one.rule}` }, one.rule),
      ),
    ),
  );
  const refusal = example.refusal ? h("p", { class: "refusal" }, example.refusal.text) : null;
  const pictures = h(
    "div",
    { class: "pictures" },
    picture(game, example, "before"),
    refusal ?? picture(game, example, "after"),
    refusal ? null : said,
  );
  return [
    pictures,
    h(
      "p",
      {},
      h(
        "a",
        { class: "button small", "data-try": example.id, href: `/learn/${game}/try-${example.id}` },
        example.refusal ? t`Try it all the same` : t`Try it`,
      ),
    ),
  ];
}
