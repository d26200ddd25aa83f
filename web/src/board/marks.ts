// What can be touched on a board, what has been, and what a hint points at; each as a mark on its thing.

import { node } from "../common/svg";
import type { Thing } from "../common/types";
import { GRIPPED } from "./deeds";
import type { Lean } from "./leaning";

/** A thing that is shown; `marked` says which marks are drawn already. */
export interface Shown {
  thing: Thing;
  group: SVGGElement;
  marked?: string;
}

/** A small arrow at the edge of a place: touched there, it means that way. */
function arrow({ width, height }: Thing, { x, y }: Lean): SVGPathElement {
  const turn = (Math.atan2(x, -y) * 180) / Math.PI;
  return node("path", {
    class: "edge",
    d: "M-7 4L0 -4L7 4",
    transform: `translate(${x * width * 0.39} ${y * height * 0.39}) rotate(${turn})`,
  });
}

/** What a button is called: its label, and what is written on it, which is what people say who speak to a page. */
function nameOf(label: string, group: SVGGElement): string {
  const written = (group.querySelector(".body")?.textContent ?? "").split(/\s+/).join(" ").trim();
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  return !written || words(label).includes(words(written)) ? label : `${written}: ${label}`;
}

export class Marks {
  lit = new Set<string>();
  chosen = new Set<string>();
  usual = new Set<string>();
  hinted = new Set<string>();
  private risky = new Set<string>();
  private edges = new Map<string, Lean[]>();
  /** What can be dragged somewhere, beside pieces and cards. */
  private takes = new Set<string>();
  /** What has a quiet mark, because nearly everything can be touched. */
  private quiet = new Set<string>();

  /** What is usual next is brighter, unless it is to be quiet. */
  set(
    lit: Iterable<string>,
    chosen: Iterable<string>,
    hinted: Iterable<string> = [],
    usual: Iterable<string> = lit,
    risky: Iterable<string> = [],
    edges: Map<string, Lean[]> = new Map(),
    takes: Iterable<string> = [],
    quiet: Iterable<string> = [],
  ): void {
    this.lit = new Set(lit);
    this.chosen = new Set(chosen);
    this.hinted = new Set(hinted);
    this.usual = new Set(usual);
    this.risky = new Set(risky);
    this.edges = edges;
    this.takes = new Set(takes);
    this.quiet = new Set(quiet);
  }

  draw(id: string, shown: Shown): void {
    const { group, thing } = shown;
    const lit = this.lit.has(id),
      chosen = this.chosen.has(id),
      ways = lit ? (this.edges.get(id) ?? []) : [];
    const marks =
      [lit, chosen, this.hinted.has(id), this.usual.has(id), this.risky.has(id), this.takes.has(id), this.quiet.has(id)]
        .map(Number)
        .join("") + JSON.stringify(ways);
    if (shown.marked === marks) return;
    shown.marked = marks;
    group.classList.toggle("lit", lit);
    group.classList.toggle("later", lit && !this.usual.has(id));
    group.classList.toggle("quiet", lit && this.quiet.has(id));
    group.classList.toggle("risky", lit && this.risky.has(id));
    group.classList.toggle("grip", (lit || chosen) && (GRIPPED.has(thing.kind) || this.takes.has(id)));
    group.classList.toggle("chosen", chosen);
    group.classList.toggle("hinted", this.hinted.has(id));
    for (const edge of group.querySelectorAll(":scope > .edge")) edge.remove();
    for (const way of ways) group.append(arrow(thing, way));
    if (lit || chosen) {
      group.setAttribute("tabindex", chosen || this.usual.has(id) ? "0" : "-1");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", nameOf(thing.label || id, group));
      group.setAttribute("aria-pressed", String(chosen));
    } else {
      group.removeAttribute("tabindex");
      group.removeAttribute("aria-pressed");
      if (thing.label) {
        group.setAttribute("role", "img");
        group.setAttribute("aria-label", thing.label);
      } else group.removeAttribute("role");
    }
  }
}
