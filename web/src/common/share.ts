// Addresses to give to others: a table to watch, a match gone over, a replay at one of its steps.
import { announce, toast } from "./dom";

/** The key of an invitation that the address of this page has. */
export function invitation(): string | null {
  return new URLSearchParams(location.search).get("invite");
}

/** A path with a query of what is known. */
export function address(path: string, query: Record<string, string | number | null | undefined>): string {
  const known = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return known.length
    ? `${path}?${new URLSearchParams(known.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
    : path;
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
  const query = new URLSearchParams(location.search);
  query.set("invite", invite);
  history.replaceState(null, "", `${location.pathname}?${query.toString()}`);
}

/** Put an address of this site on the clipboard; where that is not allowed, show it. */
export async function copyAddress(path: string, said = "The link is copied."): Promise<void> {
  const link = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(link);
    toast(said);
    announce(said);
  } catch {
    toast(link, undefined, 30);
  }
}
