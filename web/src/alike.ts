// Things that are alike, such as two lancers of a player, are numbered as a scene comes upon them. Where one passes the
// other their numbers change, and what stands still would seem to walk.
import type { Thing } from "./types";

const stemOf = (id: string): string => id.replace(/\d+$/, "");
const spotOf = (id: string, { panel, x, y, kind, markup }: Thing): string => [stemOf(id), panel, x, y, kind, markup].join(" ");

const ownerOf = ({ markup }: Thing): string | undefined => /--seat(\d)/.exec(markup)?.[1];

/**
 * A piece that goes while one of the same owner comes on another panel is one and the same, deployed or defeated: what
 * comes, and what it was. Where several come or go nobody knows which is which.
 */
export function travelled(things: Thing[], gone: string[], known: (id: string) => Thing | undefined): [string, string][] {
  const isPiece = (one: Thing | undefined): one is Thing => one?.kind === "token" && ownerOf(one) !== undefined;
  const going = gone.map(known).filter(isPiece), coming = things.filter((one) => isPiece(one) && !known(one.id));
  const alone = (one: Thing, all: Thing[]) => all.filter((other) => ownerOf(other) === ownerOf(one)).length === 1;
  const pairs: [string, string][] = [];
  for (const comes of coming) {
    const goes = going.find((one) => ownerOf(one) === ownerOf(comes));
    if (goes && goes.panel !== comes.panel && alone(comes, coming) && alone(goes, going)) pairs.push([comes.id, goes.id]);
  }
  return pairs;
}

/**
 * The pairs of ids that have changed places: what is to be known by the first is now known by the second, and the other
 * way round, one pair after the other. `things` are as they will be and `gone` no longer be; `known` tells what is there now.
 */
export function renamed(things: Thing[], gone: string[], known: (id: string) => Thing | undefined): [string, string][] {
  const now = new Map<string, Thing>(), there = new Map<string, string>();
  for (const id of [...things.map((thing) => thing.id), ...gone]) {
    const thing = known(id);
    if (thing) { now.set(id, thing); there.set(spotOf(id, thing), id); }
  }
  const pairs: [string, string][] = [];
  for (const thing of things) {
    const mine = now.get(thing.id), wanted = spotOf(thing.id, thing);
    const other = there.get(wanted);
    if (!mine || other === undefined || other === thing.id) continue;
    pairs.push([thing.id, other]);
    const its = now.get(other)!;
    now.set(thing.id, its).set(other, mine);
    there.set(wanted, thing.id).set(spotOf(other, mine), other);
  }
  return pairs;
}
