// What this device keeps for the time without a network: the client, rules that were read, and chosen replays.

import { api } from "./api";
import { t } from "./language";
import type { Games } from "./types";

const REPLAYS = "replays";
const LISTED = "wartable.replays";
/** So many requests a second are well below what the server lets one address ask. */
const PAUSE = 60;

export interface Kept {
  id: string;
  path: string;
  title: string;
  text: string;
  at: number;
}

export const canKeep = "serviceWorker" in navigator && "caches" in window;

export function keptReplays(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(LISTED) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

function list(kept: Kept[]): void {
  localStorage.setItem(LISTED, JSON.stringify(kept));
}

async function keep(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return;
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(t`The server answered ${answer.status}.`);
  await cache.put(path, answer);
  await new Promise((done) => setTimeout(done, PAUSE));
}

/** Keep a replay: every address that its page asks for, as it asks. */
export async function keepReplay(kept: Kept, paths: string[], done: (share: number) => void): Promise<void> {
  const cache = await caches.open(REPLAYS);
  for (const [number, path] of paths.entries()) {
    await keep(cache, path);
    done((number + 1) / paths.length);
  }
  list([kept, ...keptReplays().filter((one) => one.id !== kept.id)]);
}

export async function dropReplay(id: string): Promise<void> {
  const cache = await caches.open(REPLAYS);
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith(`/api/tables/${id}/`)) await cache.delete(request);
  list(keptReplays().filter((one) => one.id !== id));
}

/** Whoever comes to this device next finds nothing of mine. */
export async function forgetReplays(): Promise<void> {
  localStorage.removeItem(LISTED);
  if ("caches" in window) await caches.delete(REPLAYS);
}

/** Read the rules of all games once, so that they are kept. */
export async function keepRules(games: Games): Promise<void> {
  for (const { name } of games.games)
    await Promise.all(["rules", "glossary"].map((what) => api(`/games/${name}/${what}`)));
}

// Push

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function written(buffer: ArrayBuffer | null): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export const canPush = canKeep && "PushManager" in window;

export async function isPushed(): Promise<boolean> {
  if (!canPush) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return Boolean(await worker?.pushManager.getSubscription());
}

/** Let this device be told while no page is open. */
export async function startPush(key: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  await api("/me/push", {
    endpoint: made.endpoint,
    point: written(made.getKey("p256dh")),
    auth: written(made.getKey("auth")),
  });
}

export async function stopPush(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const made = await worker?.pushManager.getSubscription();
  if (!made) return;
  await api("/me/push/stop", { endpoint: made.endpoint });
  await made.unsubscribe();
}
