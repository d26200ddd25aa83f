// Forms, and lists of things with a button each.

import { ago, h, sorry } from "./dom";
import { language, t } from "./language";

type Values = Record<string, string>;
/** A field: name, label, type, and how a browser fills it in. */
export type Field = [name: string, label: string, type: string, fills?: string];

/** A panel with fields that are all needed, and a button that sends them. */
export function form(
  title: string,
  button: string,
  fields: Field[],
  send: (values: Values) => Promise<void>,
  optional: string[] = [],
): HTMLFormElement {
  const made = h(
    "form",
    { class: "panel" },
    h("h2", {}, title),
    ...fields.map(([name, label, type, fills]) =>
      h(
        "div",
        { class: "field" },
        h("label", { for: `${title}-${name}` }, label),
        h("input", {
          id: `${title}-${name}`,
          name,
          type,
          required: !optional.includes(name),
          autocomplete: fills ?? "off",
          minlength: fills === "new-password" ? 8 : null,
        }),
      ),
    ),
    h("button", { class: "main", type: "submit" }, button),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(made)].map(([key, value]) => [key, String(value)]));
    send(values).catch(refused);
  });
  return made;
}

export function refused(error: Error): void {
  sorry(error);
}

/** A small button that does something to somebody or something, and says what went wrong. */
export function action(text: string, whom: string, act: () => Promise<unknown>): HTMLElement {
  return h(
    "button",
    { class: "plain", type: "button", "aria-label": `${text}: ${whom}`, onclick: () => void act().catch(refused) },
    text,
  );
}

/** Which browser it was, as far as it says so. */
export function browserName(agent: string): string {
  const browser =
    /Firefox|Edg|OPR|Chrome|Safari|curl|python/i.exec(agent.replace("HeadlessChrome", "Chrome"))?.[0] ?? t`a browser`;
  const machine = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0];
  const named = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return machine ? t`${named} on ${machine}` : named;
}

export function when(seconds: number): string {
  return seconds ? ago(seconds) : t`never`;
}

export function day(seconds: number | null): string {
  return seconds === null ? t`never` : new Date(seconds * 1000).toLocaleDateString(language);
}
