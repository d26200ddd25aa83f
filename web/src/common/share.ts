// Addresses to give to others: a table to watch, a match gone over, a replay at one of its steps.

import { api } from "./api";
import { announce, toast } from "./dom";
import { t } from "./language";

const PAGE = /^\/(table|replay|match)\//;

/** The key of an invitation that the address of this page has: behind #, or in the query of an older link. */
export function invitation(): string | null {
  return (
    new URLSearchParams(location.hash.slice(1)).get("invite") ?? new URLSearchParams(location.search).get("invite")
  );
}

/** The seat that a code in the room leads to. */
export function wantedSeat(): number | null {
  const seat = new URLSearchParams(location.hash.slice(1)).get("seat");
  return seat === null || seat === "" ? null : Number(seat);
}

/** A path with a query of what is known. A page's invitation stands behind #: it is sent to nobody and logged nowhere. */
export function address(path: string, query: Record<string, string | number | null | undefined>): string {
  const { invite, ...rest } = query;
  const known = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const pairs = known.map(([name, value]): [string, string] => [name, String(value)]);
  const link = pairs.length ? `${path}?${new URLSearchParams(pairs).toString()}` : path;
  return invite && PAGE.test(path) ? `${link}#invite=${encodeURIComponent(invite)}` : link;
}

/** Hand the invitation of this page to the server, which then knows whoever came by it; where it is wrong, it says so later. */
export async function acceptInvitation(id: string): Promise<void> {
  const invite = invitation();
  if (invite) await api(`/tables/${id}/invitation`, { invite }).catch(() => undefined);
}

/** A replay, at a step of it. */
export function replayAddress(
  id: string,
  step?: number,
  invite: string | null | undefined = invitation(),
  seat?: number,
): string {
  return address(`/replay/${id}`, { step, seat, invite });
}

/** The address of a private table that one sits at has its invitation in it, so that others can come by it. */
export function showInvitation(invite: string | undefined): void {
  if (!invite || invitation()) return;
  history.replaceState(null, "", `${location.pathname}${location.search}#invite=${encodeURIComponent(invite)}`);
}

/** Put an address of this site on the clipboard; where that is not allowed, show it. */
export async function copyAddress(path: string, said = t`The link is copied.`): Promise<void> {
  const link = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(link);
    toast(said);
    announce(said);
  } catch {
    toast(link, undefined, 30);
  }
}
