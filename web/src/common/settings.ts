// What this browser remembers: theme, sound, notifications, the speed of playback. Theme, sound, talk and coach go with an account to other browsers.

type Name = "theme" | "sound" | "notify" | "playback" | "talk" | "coach" | "named" | "name" | `learn.${string}`;
const memory: Record<string, string> = {};

export function setting(name: Name, fallback = ""): string {
  try {
    return localStorage.getItem(`wartable.${name}`) ?? memory[name] ?? fallback;
  } catch {
    return memory[name] ?? fallback;
  }
}

const SHARED: Name[] = ["theme", "sound", "talk", "coach"];
/** How far one has come in lessons goes with the account, too. */
const isShared = (name: string): name is Name => SHARED.includes(name as Name) || name.startsWith("learn.");
const shared = new Set<Name>(SHARED);
let kept: (settings: Record<string, string>) => void = () => undefined;

/** Take over an account's settings; `keep` is called with all of them when one is changed here. */
export function shareSettings(
  settings: Record<string, unknown>,
  keep: (settings: Record<string, string>) => void,
): void {
  for (const [name, value] of Object.entries(settings))
    if (isShared(name) && typeof value === "string") {
      shared.add(name);
      remember(name, value);
    }
  kept = keep;
  applyTheme();
}

export function setSetting(name: Name, value: string): void {
  remember(name, value);
  if (!isShared(name)) return;
  shared.add(name);
  kept(
    Object.fromEntries([...shared].map((one) => [one, setting(one)]).filter(([, chosen]) => chosen)) as Record<
      string,
      string
    >,
  );
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
