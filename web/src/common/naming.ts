// The name of a guest: asked for once, where the first match begins, and kept by the next key.

import { api, loadMe, me } from "./api";
import { h } from "./dom";
import { t } from "./language";
import { setSetting, setting } from "./settings";

/** Whether nobody has said yet what this guest is called. */
export function isNameAsked(): boolean {
  return me.user === null || (me.user.guest && setting("named") !== "yes");
}

/** A field for the name, with the given one in it; null where it was asked before. */
export function nameField(): HTMLElement | null {
  if (!isNameAsked()) return null;
  return h(
    "div",
    { class: "field name-field" },
    h("label", { for: "your-name" }, t`your name`),
    h("input", {
      id: "your-name",
      name: "your-name",
      maxlength: 24,
      autocomplete: "nickname",
      placeholder: t`Guest`,
      value: me.user?.name ?? setting("name"),
    }),
    h(
      "small",
      {},
      t`Others see it at the table. You are asked only once; leave it empty to stay a guest with a number.`,
    ),
  );
}

/** Take the name that a field within an element says; an error where it cannot be had. */
export async function takeName(within: ParentNode): Promise<void> {
  const input = within.querySelector<HTMLInputElement>("[name=your-name]");
  if (!input) return;
  const name = input.value.trim();
  if (name && me.user === null) await api("/guest", { name });
  else if (name && name !== me.user?.name) await api("/me", { name }, "PATCH");
  setSetting("named", "yes");
  if (!name) return;
  setSetting("name", name);
  await loadMe();
}

/** How heavy a game is. */
export function weightName(weight: string): string {
  return { light: t`light`, medium: t`medium`, heavy: t`heavy` }[weight] ?? weight;
}
