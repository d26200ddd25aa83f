// The keys of a table.

import { h } from "../common/dom";
import { t } from "../common/language";

/** Do what a key means, unless somebody writes or the key belongs to the browser. */
export function press(event: KeyboardEvent, keys: Record<string, () => void>): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  keys[event.key]?.();
}

const KEYS: [string, string][] = [
  ["B", t`go to the board`],
  [t`Arrows`, t`go to the next thing that can be touched`],
  [t`Enter or Space`, t`touch it`],
  [t`Space`, t`skip what is being shown`],
  [t`Escape`, t`let go of what was touched, close a card, or close the drawer`],
  ["A", t`all actions`],
  ["L", t`log`],
  ["R", t`rules`],
  ["T", t`talk`],
  ["X", t`what the others could reach`],
  ["H", t`hint`],
  ["C", t`coach on or off`],
  ["U", t`undo`],
  ["?", t`these keys`],
];

export function showKeys(): void {
  const close = h("button", { class: "main", onclick: () => box.close() }, t`Close`);
  const box: HTMLDialogElement = h(
    "dialog",
    { class: "dialog keys", "aria-label": t`Keys`, onclose: () => box.remove() },
    h("h2", {}, t`Keys`),
    h("dl", {}, ...KEYS.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)])),
    close,
  );
  document.body.append(box);
  box.showModal();
}
