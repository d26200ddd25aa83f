// The HTTP interface.
import { choose, language, languages, t } from "./language";
import { setting, shareSettings } from "./settings";
import type { Games, Me } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = "",
  ) {
    super(message);
  }
}

export async function api<T>(path: string, body?: unknown, method?: string): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      // What is chosen is kept also by a page that is left at once.
      keepalive: method === "PATCH",
    });
  } catch {
    throw new ApiError(0, t`The server cannot be reached.`);
  }
  const facts = (await answer.json().catch(() => ({}))) as { error?: string; code?: string };
  if (!answer.ok)
    throw new ApiError(answer.status, facts.error ?? t`The server answered ${answer.status}.`, facts.code);
  return facts as T;
}

let games: Promise<Games> | null = null;
let patterns: Promise<string> | null = null;
/** The games; asked for again while some are not ready. */
export function loadGames(): Promise<Games> {
  games ??= api<Games>("/games").then(
    (found) => {
      if (found.games.some((game) => !game.ready)) games = null;
      patterns ??= Promise.resolve(found.patterns);
      return found;
    },
    (error: unknown) => {
      games = null;
      throw error;
    },
  );
  return games;
}

/** What backdrops refer to: with the games where they are there, else by itself, which is much smaller. */
export function loadPatterns(): Promise<string> {
  patterns ??= (games ?? api<{ patterns: string }>("/patterns")).then(
    (found) => found.patterns,
    (error: unknown) => {
      patterns = null;
      throw error;
    },
  );
  return patterns;
}

export let me: Me = {
  user: null,
  registration: false,
  mail: false,
  provider: "",
  claim_days: 0,
  notice: "",
  push: "",
  off: [],
};
export async function loadMe(): Promise<Me> {
  me = await api<Me>("/me");
  const account = me.user !== null && !me.user.guest;
  // What is not kept now is kept with the next change.
  const keep = (settings: Record<string, string>) => {
    api("/me", { settings }, "PATCH").catch(() => undefined);
  };
  shareSettings(account ? me.user!.settings : {}, account ? keep : () => undefined, account ? String(me.user!.id) : "");
  const wanted = setting("language", language);
  if (wanted !== language && languages.includes(wanted) && !me.offline && choose(wanted)) location.reload();
  return me;
}
