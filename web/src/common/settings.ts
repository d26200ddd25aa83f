// What this browser remembers: theme, sound, notifications, the speed of playback. Theme, sound, talk, coach and language go with an account to other browsers.

import { LEARNED, together } from "./progress";

type Name =
  | "theme"
  | "sound"
  | "notify"
  | "playback"
  | "talk"
  | "coach"
  | "language"
  | "named"
  | "name"
  | "learner"
  | "waved"
  | `learn.${string}`;
const memory: Record<string, string> = {};

export function setting(name: Name, fallback = ""): string {
  try {
    return localStorage.getItem(`wartable.${name}`) ?? memory[name] ?? fallback;
  } catch {
    return memory[name] ?? fallback;
  }
}

const SHARED: Name[] = ["theme", "sound", "talk", "coach", "language"];
/** How far one has come in lessons goes with the account, too. */
const isShared = (name: string): name is Name => SHARED.includes(name as Name) || name.startsWith(LEARNED);
const shared = new Set<Name>(SHARED);
let kept: (settings: Record<string, string>) => void = () => undefined;

/** Take over the settings of an account; `keep` is called with all of them when one is changed here. */
export function shareSettings(
  settings: Record<string, unknown>,
  keep: (settings: Record<string, string>) => void,
  owner: string,
): void {
  for (const [name, value] of Object.entries(settings))
    if (isShared(name) && !name.startsWith(LEARNED) && typeof value === "string") {
      shared.add(name);
      remember(name, value);
    }
  kept = keep;
  if (bringTogether(settings, owner)) keep(allShared());
  applyTheme();
}

/** What was learned here and what the account says go together, unless it was somebody else's; whether that is news. */
function bringTogether(settings: Record<string, unknown>, owner: string): boolean {
  const before = setting("learner");
  const names = new Set([...Object.keys(settings), ...remembered()].filter((name) => name.startsWith(LEARNED)));
  let isNews = false;
  for (const name of names as Set<Name>) {
    const told = String(settings[name] ?? ""),
      here = before === "" || before === owner ? setting(name) : "";
    const both = owner === "" && here === "" ? "" : together(name, told, here);
    isNews ||= owner !== "" && both !== told;
    shared.add(name);
    if (both !== setting(name)) remember(name, both);
  }
  if (before !== owner) remember("learner", owner);
  return isNews;
}

/** The names of all that is remembered here. */
function remembered(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith("wartable."))
      .map((name) => name.slice("wartable.".length));
  } catch {
    return Object.keys(memory);
  }
}

function allShared(): Record<string, string> {
  const all = [...shared].map((one) => [one, setting(one)]).filter(([, chosen]) => chosen);
  return Object.fromEntries(all) as Record<string, string>;
}

export function setSetting(name: Name, value: string): void {
  remember(name, value);
  if (!isShared(name)) return;
  shared.add(name);
  kept(allShared());
}

function remember(name: Name, value: string): void {
  memory[name] = value;
  try {
    localStorage.setItem(`wartable.${name}`, value);
  } catch {
    /* private windows: remembered until it closes */
  }
}

export function theme(): "dark" | "light" {
  const chosen = setting("theme");
  if (chosen === "dark" || chosen === "light") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/** Where nobody has chosen, the page follows the system's theme, also when that changes. */
export function followTheme(): void {
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => {
    applyTheme();
    dispatchEvent(new Event("themechange"));
  });
}

export function toggleTheme(): void {
  setSetting("theme", theme() === "dark" ? "light" : "dark");
  applyTheme();
  dispatchEvent(new Event("themechange"));
}

/** Tell somebody who looks at another window that it is their turn. */
export function notifyTurn(title: string, text: string): void {
  if (!document.hidden || setting("notify") !== "on" || !("Notification" in window)) return;
  if (Notification.permission === "granted")
    new Notification(title, { body: text, icon: "/static/icon.svg", tag: "wartable-turn" });
}
