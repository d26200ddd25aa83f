// Things that are alike, such as two lancers of a player, are numbered as a scene comes upon them. Where one passes the
// other their numbers change, and what stands still would seem to walk.
import type { Thing } from "../common/types";

const stemOf = (id: string): string => id.replace(/\d+$/, "");
const spotOf = (id: string, { panel, x, y, kind, markup }: Thing): string =>
  [stemOf(id), panel, x, y, kind, markup].join(" ");

/**
 * The scene says which pieces are the same ones wherever they stand, by their stock: one that goes while another of its
 * stock comes on another panel is deployed or defeated. What comes, and what it was.
 */
export function travelled(
  things: Thing[],
  gone: string[],
  known: (id: string) => Thing | undefined,
): [string, string][] {
  const going = gone.map(known).filter((one) => one?.stock),
    pairs: [string, string][] = [];
  for (const comes of things.filter((one) => one.stock && !known(one.id))) {
    const place = going.findIndex((one) => one!.stock === comes.stock && one!.panel !== comes.panel);
    if (place >= 0) pairs.push([comes.id, going.splice(place, 1)[0]!.id]);
  }
  return pairs;
}

/**
 * The pairs of ids that have changed places: what is to be known by the first is now known by the second, and the other
 * way round, one pair after the other. `things` are as they will be and `gone` no longer be; `known` tells what is there now.
 */
export function renamed(things: Thing[], gone: string[], known: (id: string) => Thing | undefined): [string, string][] {
  const now = new Map<string, Thing>(),
    there = new Map<string, string>();
  for (const id of [...things.map((thing) => thing.id), ...gone]) {
    const thing = known(id);
    if (thing) {
      now.set(id, thing);
      there.set(spotOf(id, thing), id);
    }
  }
  const pairs: [string, string][] = [];
  for (const thing of things) {
    const mine = now.get(thing.id),
      wanted = spotOf(thing.id, thing);
    const other = there.get(wanted);
    if (!mine || other === undefined || other === thing.id) continue;
    pairs.push([thing.id, other]);
    const its = now.get(other)!;
    now.set(thing.id, its).set(other, mine);
    there.set(wanted, thing.id).set(spotOf(other, mine), other);
  }
  return pairs;
}
