// Waiting for others to play with: it goes on while this page is open, whatever is shown meanwhile.

import { play } from "../playback/hearing";
import { api } from "./api";
import { fill, h, sorry, toast } from "./dom";
import { n, t } from "./language";
import { go } from "./route";
import { notifyTurn } from "./settings";

const ASK = 5000;

export interface Wish {
  game: string;
  players: number;
  clock: { kind: string; seconds: number; bonus: number };
  rated: boolean;
}

let wish: Wish | null = null;
let title = "";
let since = 0;
let timer = 0;
const bar = h("p", { class: "panel waiting-bar", role: "status", hidden: true });

/** What pages show while somebody waits; empty otherwise. */
export function waitingBar(): HTMLElement {
  return bar;
}

function draw(): void {
  bar.hidden = wish === null;
  if (wish === null) return;
  const minutes = Math.floor((Date.now() - since) / 60000);
  fill(
    bar,
    h(
      "span",
      {},
      minutes ? t`You wait for ${title}, for ${n(minutes, "minute")} now. ` : t`You wait for ${title}. `,
      h("span", { class: "soft" }, t`It goes on while this page is open; you can play something else meanwhile.`),
    ),
    h("button", { onclick: () => void stopWaiting() }, t`Stop waiting`),
  );
}

/** Wait for others, or play at once with those who wait already. */
export async function wait(wanted: Wish, shown: string): Promise<void> {
  const made = await api<{ table: string | null }>("/waiting", wanted);
  wish = wanted;
  title = shown;
  since = Date.now();
  if (made.table) found(made.table);
  else ask();
}

export async function stopWaiting(): Promise<void> {
  wish = null;
  clearTimeout(timer);
  draw();
  await api("/waiting/stop", {}).catch(sorry);
}

function found(table: string): void {
  const isShown = bar.isConnected || document.querySelector("dialog[open]") !== null;
  const said = t`${title}: everybody is here.`;
  wish = null;
  clearTimeout(timer);
  draw();
  play("turn");
  notifyTurn(said, t`Your match begins.`);
  // Nobody is taken away from a match that they play meanwhile.
  if (isShown) go(`/table/${table}`);
  else toast(said, h("a", { class: "button", href: `/table/${table}` }, t`To the table`), 60);
}

function ask(): void {
  draw();
  clearTimeout(timer);
  timer = window.setTimeout(() => void stay(), ASK);
}

async function stay(): Promise<void> {
  const wanted = wish;
  if (!wanted) return;
  try {
    const now = await api<{ waits: boolean; table: string | null }>("/waiting/stay", {});
    if (wish !== wanted) return;
    if (now.table) {
      found(now.table);
      return;
    }
    // A device that slept was thought to have gone.
    if (!now.waits) {
      await wait(wanted, title);
      return;
    }
  } catch {
    /* the next time */
  }
  if (wish === wanted) ask();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void stay();
});
addEventListener("pagehide", () => {
  if (wish) void fetch("/api/waiting/stop", { method: "POST", body: "{}", keepalive: true }).catch(() => undefined);
});
