// Small helpers to make elements, and to say things.

import { n, t } from "./language";

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element with attributes, listeners (`onclick`), and children; texts are never read as HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as unknown as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

/** Listeners for whoever looks at a button with the mouse or the keyboard. A finger is on its way to press it. */
export function looks(look: () => void): Attributes {
  return {
    onpointerenter: (event: PointerEvent) => {
      if (event.pointerType === "mouse") look();
    },
    onfocus: (event: FocusEvent) => {
      if ((event.target as Element).matches(":focus-visible")) look();
    },
  };
}

// So many announcements are kept: one that follows quickly does not take the one before it away.
const ANNOUNCED = 6;

/** Say something to a screen reader, after what is being said. */
export function announce(text: string): void {
  const place = document.getElementById("announce");
  if (!place || !text) return;
  place.append(h("p", {}, text));
  while (place.childElementCount > ANNOUNCED) place.firstElementChild?.remove();
}

/** Take back all that was said to a screen reader. */
export function hush(): void {
  document.getElementById("announce")?.replaceChildren();
}

/** A short message that goes away by itself. */
export function toast(text: string, more?: Node, seconds = 7, kind = ""): void {
  const place = document.getElementById("toasts");
  if (!place) return;
  place.className = "";
  if (kind) untoast(kind);
  for (const old of [...place.children]) if (old.firstElementChild?.textContent === text) old.remove();
  const box = h("div", { class: `toast ${kind}`, "data-at": String(performance.now()) }, h("span", {}, text), more);
  box.append(h("button", { class: "plain", "aria-label": t`Dismiss`, onclick: () => box.remove() }, "×"));
  while (place.childElementCount > 2) place.firstElementChild?.remove();
  place.append(box);
  setTimeout(() => box.remove(), seconds * 1000);
}

const SAID_BY_GOING = 300; // ms

/** A text as a sentence: it begins with a capital, unless with the name of a place (c5), and ends with a stop. */
export function sentence(text: string): string {
  const begun = /^[a-z]\d/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[\p{L}\p{N})"”]$/u.test(begun) ? `${begun}.` : begun;
}

/** What did not work, and why. */
export function sorry(error: unknown): void {
  toast(sentence(error instanceof Error ? error.message : String(error ?? "")));
}

/** Another page is shown: what was said before belongs to the last one, but for what is said by going here. */
/** Ask before something that cannot be undone; Escape is no. */
export function agreed(question: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    let isAgreed = false;
    const box: HTMLDialogElement = h(
      "dialog",
      {
        class: "dialog",
        "aria-label": question,
        onclose: () => {
          box.remove();
          resolve(isAgreed);
        },
      },
      h("p", {}, question),
      h(
        "div",
        { class: "row" },
        h("button", { class: "main", onclick: () => box.close() }, t`Back`),
        h(
          "button",
          {
            class: "yes",
            onclick: () => {
              isAgreed = true;
              box.close();
            },
          },
          yes,
        ),
      ),
    );
    document.body.append(box);
    box.showModal();
  });
}

export function clearToasts(): void {
  for (const old of document.querySelectorAll<HTMLElement>("#toasts > .toast"))
    if (performance.now() - Number(old.dataset.at) > SAID_BY_GOING) old.remove();
}

/** Take away toasts of a kind: what they say holds no longer, or is said anew. */
export function untoast(kind: string): void {
  for (const old of document.querySelectorAll(`#toasts > .${kind}`)) old.remove();
}

/** Bring what the toasts speak of into sight, and move them to the bottom, or to a side, where they would cover it. */
export function uncover(selector: string): void {
  seek(document.querySelector(selector));
  const place = document.getElementById("toasts");
  if (!place) return;
  const boxes = [...document.querySelectorAll(selector)].map((thing) => thing.getBoundingClientRect());
  const covered = (at: string): number => {
    place.className = at;
    const over = place.getBoundingClientRect();
    return boxes.filter(
      (box) => box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top,
    ).length;
  };
  const counts = ["", "low", "low left", "low right", "left", "right"].map((at) => ({ at, count: covered(at) }));
  place.className = counts.reduce((best, one) => (one.count < best.count ? one : best)).at;
}

/** Where a thing lies outside of what its window shows, as in the hand on a phone, the window is moved there. */
export function seek(thing: Element | null): void {
  const frame = thing?.closest("svg")?.parentElement?.getBoundingClientRect();
  if (!thing || !frame) return;
  const box = thing.getBoundingClientRect(),
    x = box.x + box.width / 2,
    y = box.y + box.height / 2;
  if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom)
    thing.scrollIntoView({ block: "center", inline: "center" });
}

export const SHAPES = ["●", "■", "◆", "▲"];

/** A seat's colour and shape, as on its pieces. */
export function seatMark(seat: number): HTMLElement {
  return h("span", { class: `mark seat${seat % 4}`, "aria-hidden": "true" }, SHAPES[seat % 4]);
}

export function ago(seconds: number): string {
  const passed = Math.max(0, Date.now() / 1000 - seconds);
  if (passed < 90) return t`just now`;
  if (passed < 5400) return t`${n(Math.round(passed / 60), "minute")} ago`;
  if (passed < 129600) return t`${n(Math.round(passed / 3600), "hour")} ago`;
  return t`${n(Math.round(passed / 86400), "day")} ago`;
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 172800) return t`${n(Math.floor(whole / 86400), "day")}`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Whether somebody wants less motion. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
