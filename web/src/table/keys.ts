// The keys of a table.
import { h } from "../common/dom";

/** Do what a key means, unless somebody writes or the key belongs to the browser. */
export function press(event: KeyboardEvent, keys: Record<string, () => void>): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  keys[event.key]?.();
}

const KEYS: [string, string][] = [
  ["B", "go to the board"],
  ["Arrows", "go to the next thing that can be touched"],
  ["Enter or Space", "touch it"],
  ["Space", "skip what is being shown"],
  ["Escape", "let go of what was touched, close a card, or close the drawer"],
  ["A", "all actions"],
  ["L", "log"],
  ["R", "rules"],
  ["T", "talk"],
  ["X", "what the others could reach"],
  ["H", "hint"],
  ["C", "coach on or off"],
  ["U", "undo"],
  ["?", "these keys"],
];

export function showKeys(): void {
  const close = h("button", { class: "main", onclick: () => box.close() }, "Close");
  const box: HTMLDialogElement = h(
    "dialog",
    { class: "dialog keys", "aria-label": "Keys", onclose: () => box.remove() },
    h("h2", {}, "Keys"),
    h("dl", {}, ...KEYS.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)])),
    close,
  );
  document.body.append(box);
  box.showModal();
}
