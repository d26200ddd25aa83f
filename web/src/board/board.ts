// Draws a scene and lets it glide. It knows no game: things have markup, a place, and an id.
import { isStill } from "../common/dom";
import { node } from "../common/svg";
import type { Frame, Scene, Thing } from "../common/types";
import { renamed, travelled } from "./alike";
import { fillIn } from "./backdrops";
import { GRIPPED } from "./deeds";
import { Dragging, thingsAt } from "./dragging";
import { Layout, type Place } from "./layout";
import type { Lean } from "./leaning";
import { loosen } from "./lettering";
import { Marks, type Shown } from "./marks";
import { answersAtSpot, nearest, ringOf } from "./nearest";
import { LEAST_WIDE } from "./places";
import { Sight } from "./sight";
import { drawTrails, type Trail } from "./trails";

const FINGER = 25;
// What a ring lies under.
const UNDER = new Set(["token", "cube"]);
// So many things come, go or move at once that they are not seen one by one.
export const MUCH = 24;
/** In milliseconds: see the style sheet. */
const UNFOLDING = 1300;
const FALLING = 850;

/** The board in one SVG; on a phone the board in one and all other panels, one below the other, in another. */
export class Board {
  private scene: Scene | null = null;
  /** All things, those too that have no place on a phone. */
  private readonly all = new Map<string, Thing>();
  private readonly shown = new Map<string, Shown>();
  private readonly laid = new Layout(this.all);
  private readonly layers = new Map<string, SVGGElement>();
  private readonly marks = new Marks();
  private readonly sight = new Sight(this.laid, this.marks, this.shown, () => this.scene);
  readonly main = this.laid.main;
  readonly rest = this.laid.rest;

  /** `touched` hears of touches, with what lies below and where; `isHeld` where a drag begins. */
  constructor(
    patterns: string,
    private touched: (id: string, below: string[], isHeld?: boolean, lean?: Lean) => void,
  ) {
    for (const svg of [this.main, this.rest]) {
      svg.addEventListener("pointerdown", () => {
        this.litThen = this.marks.lit;
      });
      svg.addEventListener("click", (event) => this.clicked(event));
      svg.addEventListener("keydown", (event) => this.pressed(event));
    }
    this.dragging = new Dragging([this.main, this.rest], {
      canTake: (id) => this.marks.lit.has(id) || this.marks.chosen.has(id),
      take: (id) => {
        if (!this.marks.chosen.has(id)) this.touched(id, [id], true);
      },
      drop: (ids, x, y) => this.pick(ids, x, y, true),
      groupOf: (id) => this.shown.get(id)?.group ?? null,
    });
    const definitions = node("defs");
    // The tiles of materials are fetched when something is made of them.
    definitions.innerHTML = patterns.replaceAll('<image href="', '<image data-href="');
    this.main.append(definitions);
    this.tiles = [...definitions.querySelectorAll<SVGImageElement>("image[data-href]")];
  }

  private tiles: SVGImageElement[];
  private readonly dragging: Dragging;

  private fetchTiles(parts: { markup: string }[]): void {
    this.tiles = this.tiles.filter((tile) => {
      const used = `#${tile.closest("pattern")?.id})`;
      if (!parts.some((part) => part.markup.includes(used))) return true;
      tile.setAttribute("href", tile.dataset.href!);
      return false;
    });
  }

  /** Lay the panels out for a window: all where the scene puts them, or one below the other, `beside` the board so wide. */
  layout(tall: boolean, width: number, height: number, beside: number | null = null): void {
    if (this.laid.resize(tall, width, height, beside)) this.show(this.scene!);
  }

  /** On a phone: look closer, or, where the board is larger than the screen, see it whole. */
  zoom(): void {
    this.laid.zoom();
    if (this.scene) this.show(this.scene);
  }

  /** Whether a closer look shows more. */
  get canZoom(): boolean {
    return this.laid.canZoom;
  }

  /** How high the board is to be at least, in pixels: the whole first panel where it is one piece. */
  get leastHeight(): number {
    return this.laid.leastHeight;
  }

  /** Move board and table so that something that can be touched is seen on each; never below a piece that is dragged. */
  reveal(): void {
    if (!this.dragging.isDragging) this.sight.reveal();
  }

  show(scene: Scene): void {
    fillIn(scene);
    this.scene = scene;
    this.fetchTiles(scene.panels);
    const moved = this.laid.show(scene.panels, () => {
      this.layers.clear();
      this.shown.clear();
    });
    for (const { thing, group } of this.shown.values())
      if (moved.has(thing.panel)) this.stand(group, thing, this.laid.placeOf(thing)!);
    const gone = this.goneIn(scene);
    this.all.clear();
    this.change(scene.things, gone);
  }

  /** Whether a thing lies on the table beside the board, which is shown now. */
  isBeside(id: string): boolean {
    return this.laid.rest.isConnected && this.shown.get(id)?.group.ownerSVGElement === this.laid.rest;
  }

  isOnBoard(id: string): boolean {
    const thing = this.shown.get(id)?.thing;
    if (this.laid.made) return thing !== undefined || !this.all.has(id);
    return !thing || thing.panel === this.scene?.panels[0]?.id;
  }

  /** Whether the scene is laid out as its game made it for a phone: all but the buttons of the bar can be touched there. */
  get isMade(): boolean {
    return this.laid.made !== null;
  }

  /** Whether a hand takes a thing and puts it elsewhere. */
  isTaken(id: string): boolean {
    return GRIPPED.has(this.shown.get(id)?.thing.kind ?? "");
  }

  /** What is shown now. */
  get current(): Scene | null {
    return this.scene;
  }

  groupOf(id: string): SVGGElement | null {
    return this.shown.get(id)?.group ?? null;
  }

  thing(id: string): Thing | undefined {
    return this.shown.get(id)?.thing;
  }

  labelOf(id: string): string {
    return this.all.get(id)?.label || id;
  }

  thingOf(id: string): Thing | null {
    return this.all.get(id) ?? null;
  }

  /** Where a thing is on the screen; null where it is not shown. */
  boxOf(id: string): DOMRect | null {
    const group = this.shown.get(id)?.group;
    const box = (group?.querySelector(".ring") ?? group)?.getBoundingClientRect();
    return box && box.width > 0 ? box : null;
  }

  /** The pieces of a layout for a phone lie elsewhere: what stands on them glides there. */
  private restand(): void {
    for (const { thing, group } of this.shown.values()) {
      const place = this.laid.placeOf(thing);
      if (!place) {
        this.remove(thing.id);
        continue;
      }
      this.lay(group, thing, place);
      this.stand(group, thing, place);
    }
  }

  private stand(group: SVGGElement, thing: Thing, place: Place): void {
    group.style.transform = `translate(${place.x + thing.x * place.scale}px, ${place.y + thing.y * place.scale}px) scale(${place.scale})`;
    this.hasten(group);
    // The ring of a small piece is as large as a fingertip.
    const grown =
      this.laid.tall && UNDER.has(thing.kind) ? FINGER / (Math.min(thing.width, thing.height) * place.scale) : 1;
    if (grown > 1) group.querySelector(":scope > .ring")?.setAttribute("transform", `scale(${grown.toFixed(2)})`);
    if (this.laid.made) this.laid.enlarge(group, place.scale);
  }

  /** For how long things glide, in milliseconds, where that is not as usual. Said to each for itself: a style that all of
   * the board inherits would have all of it worked out again at every frame. */
  glide: number | null = null;

  private hasten(group: SVGGElement): void {
    const glide = this.isMuch ? 0 : this.glide;
    group.style.transitionDuration =
      glide === null || group.classList.contains("falling") ? "" : `${glide}ms, ${Math.round(glide * 0.7)}ms`;
  }

  /** Whether so much changes at once that nobody could follow it: then it is there at once, and no layer is made for each. */
  private isMuch = false;

  private countChanges(things: Thing[], gone: string[]): number {
    const moves = ({ id, x, y, panel }: Thing) => {
      const then = this.shown.get(id)?.thing;
      return then?.x !== x || then.y !== y || then.panel !== panel;
    };
    return things.filter(moves).length + gone.length;
  }

  /** Whether a thing that stands on the board goes elsewhere on it. */
  private isMoved({ id, x, y, panel }: Thing): boolean {
    const then = this.shown.get(id)?.thing;
    return (
      then !== undefined &&
      panel === this.scene?.panels[0]?.id &&
      then.panel === panel &&
      (then.x !== x || then.y !== y)
    );
  }

  /** What is shown now and is not in a scene. */
  private goneIn(scene: Scene): string[] {
    const kept = new Set(scene.things.map((thing) => thing.id));
    return [...this.shown.keys()].filter((id) => !kept.has(id));
  }

  /** What only has another number now is the same thing as before: it stays where it stands. The pairs that have changed numbers. */
  settle({ things = [], gone = [], scene }: Pick<Frame, "things" | "gone" | "scene">): [string, string][] {
    if (scene) fillIn(scene);
    const pairs = renamed(
      scene?.things ?? things,
      scene ? this.goneIn(scene) : gone,
      (id) => this.shown.get(id)?.thing,
    );
    for (const [one, other] of pairs) {
      const [a, b] = [this.shown.get(one)!, this.shown.get(other)!];
      for (const [id, { thing, group }] of [
        [one, b],
        [other, a],
      ] as const) {
        const named = { ...thing, id };
        this.shown.set(id, { thing: named, group });
        this.all.set(id, named);
        group.dataset.id = id;
      }
    }
    if (pairs.length && this.scene) this.scene = { ...this.scene, things: [...this.all.values()] };
    return pairs;
  }

  /** Change, add and remove things; what stays glides to its new place. */
  change(things: Thing[], gone: string[]): void {
    this.fetchTiles(things);
    this.isMuch = this.countChanges(things, gone) > MUCH;
    this.comings.clear();
    if (!this.isMuch)
      for (const [id, before] of travelled(things, gone, (one) => this.shown.get(one)?.thing)) {
        const { group, thing } = this.shown.get(before)!;
        this.comings.set(id, {
          svg: group.ownerSVGElement,
          transform: group.style.transform,
          falls: thing.panel === this.scene?.panels[0]?.id,
        });
        group.remove();
      }
    for (const id of gone) {
      this.remove(id);
      this.all.delete(id);
    }
    const moved = this.laid.isClose && !this.isMuch ? things.filter((thing) => this.isMoved(thing)) : [];
    for (const thing of things) this.all.set(thing.id, thing);
    if (this.laid.made && this.laid.flow()) this.restand();
    for (const thing of things) this.put(thing);
    this.sight.follow(moved);
    this.isMuch = false;
    if (this.scene) this.scene = { ...this.scene, things: [...this.all.values()] };
    this.mark();
  }

  /** The things of a layer that lie in a panel: painted apart, so that what moves among them has only these painted again. */
  private layer(svg: SVGSVGElement, number: number, panel: string): SVGGElement {
    const key = `${svg === this.laid.main ? "main" : "rest"} ${number} ${panel}`;
    let group = this.layers.get(key);
    if (!group) {
      group = node("g", { class: "layer", "data-layer": number });
      const later = [...svg.querySelectorAll<SVGGElement>(":scope > .layer")].find(
        (other) => Number(other.dataset.layer) > number,
      );
      svg.insertBefore(group, later ?? null);
      this.layers.set(key, group);
    }
    return group;
  }

  /** Put a thing into its layer. One that goes to another panel stays where it is: taken out it would not glide. */
  private lay(group: SVGGElement, thing: Thing, place: Place): void {
    const now = group.parentElement;
    if (now?.parentNode !== place.svg || now.dataset.layer !== String(thing.layer))
      this.layer(place.svg, thing.layer, thing.panel).append(group);
  }

  /** Pieces that come now, and what they were until now elsewhere. */
  private readonly comings = new Map<string, { svg: SVGSVGElement | null; transform: string; falls: boolean }>();

  private put(thing: Thing): void {
    const place = this.laid.placeOf(thing);
    if (!place) {
      this.remove(thing.id);
      return;
    }
    const known = this.shown.get(thing.id);
    const group = known?.group ?? node("g", { class: this.isMuch ? "thing" : "thing arriving", "data-id": thing.id });
    this.lay(group, thing, place);
    const from = this.comings.get(thing.id);
    if (from?.svg === place.svg) {
      // It begins where it stood before, and glides from there.
      group.classList.remove("arriving");
      group.style.transform = from.transform;
      group.getBoundingClientRect();
      // What leaves the board falls over on its way.
      if (from.falls && !isStill()) {
        group.classList.add("falling");
        setTimeout(() => group.classList.remove("falling"), FALLING);
      }
    }
    if (
      !known ||
      known.thing.markup !== thing.markup ||
      known.thing.ring !== thing.ring ||
      known.thing.label !== thing.label
    ) {
      // Spaces between its texts are not seen, and keep them apart for whoever reads them out.
      const body = `<g class="body">${thing.markup.replaceAll("<text", " <text")}</g>`;
      // The ring of a piece lies under it: it hides no count, and no arrow that says which way the piece looks.
      group.innerHTML = UNDER.has(thing.kind) ? thing.ring + body : body + thing.ring;
      group.classList.toggle("under", UNDER.has(thing.kind));
      if (place.svg === this.laid.main && !this.laid.made) this.laid.enlarge(group);
      else if (this.laid.beside !== null && !this.laid.made) this.laid.enlarge(group, place.scale, LEAST_WIDE);
      loosen(group, this.laid.faces);
      if (known && thing.kind === "die") group.classList.add("tumbling");
      else if (known && known.thing.face !== thing.face) group.classList.add("turning");
      if (group.classList.contains("tumbling") || group.classList.contains("turning"))
        setTimeout(() => group.classList.remove("tumbling", "turning"), 400);
    }
    group.classList.toggle("words", thing.kind === "text" || thing.kind === "bar");
    if (thing.label) group.setAttribute("aria-label", thing.label);
    else group.removeAttribute("aria-label");
    this.stand(group, thing, place);
    if (!known) requestAnimationFrame(() => group.classList.remove("arriving"));
    this.shown.set(thing.id, { thing, group });
  }

  private remove(id: string): void {
    const shown = this.shown.get(id);
    if (!shown) return;
    this.shown.delete(id);
    // What lay hidden comes to light: that is seen, however much else changes.
    if (shown.group.querySelector(".veil") && !isStill()) {
      shown.group.classList.add("unfolding");
      setTimeout(() => shown.group.remove(), UNFOLDING);
      return;
    }
    if (this.isMuch) {
      shown.group.remove();
      return;
    }
    this.hasten(shown.group);
    shown.group.classList.add("leaving");
    shown.group.removeAttribute("tabindex");
    setTimeout(() => shown.group.remove(), 260);
  }

  /** Mark ways and shots of the last deeds. */
  trace(trails: Trail[]): void {
    drawTrails(this.laid, trails);
  }

  /** Say what can be touched, what has been, and what a hint points at: see `marks.ts`. */
  light(...marks: Parameters<Marks["set"]>): void {
    this.marks.set(...marks);
    this.mark();
  }

  private mark(): void {
    for (const [id, shown] of this.shown) this.marks.draw(id, shown);
  }

  /** What was lit when the finger went down. */
  private litThen: Set<string> | null = null;

  private clicked(event: MouseEvent): void {
    this.pick(thingsAt(event.clientX, event.clientY), event.clientX, event.clientY);
    this.litThen = null;
  }

  /** Touch one of the things that lie at a place of the screen. */
  private pick(ids: string[], x: number, y: number, isDrop = false): void {
    // A piece may stand on what is meant: what can be touched comes first, before that what usually is, and before all what is pointed at.
    const wanted =
      ids.find((id) => this.marks.lit.has(id) && this.marks.hinted.has(id)) ??
      ids.find((id) => this.marks.lit.has(id) && this.marks.usual.has(id)) ??
      ids.find((id) => this.marks.lit.has(id)) ??
      ids.find((id) => this.marks.chosen.has(id)) ??
      ids[0];
    const box = wanted ? this.boxOf(wanted) : null;
    const isSudden = wanted !== undefined && !isDrop && this.litThen !== null && !this.litThen.has(wanted);
    const lean = box
      ? { x: ((x - box.x) / box.width) * 2 - 1, y: ((y - box.y) / box.height) * 2 - 1, isDrop, isSudden }
      : undefined;
    if (wanted) this.touched(wanted, ids, false, lean);
  }

  private pressed(event: KeyboardEvent): void {
    const id = (event.target as Element).closest<SVGGElement>(".thing")?.dataset.id;
    if (!id) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touched(id, [id]);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.step(id, event.key);
    }
  }

  /** Go to the nearest thing that can be touched, or answer at the spot, in the direction of an arrow key. */
  private step(from: string, key: string): void {
    const group = this.shown.get(from)?.group;
    const things = [...this.marks.lit, ...this.marks.chosen]
      .map((id) => this.shown.get(id)?.group)
      .filter((one) => one !== undefined && one !== group);
    if (group) nearest(ringOf(group), key, [...(things as SVGGElement[]), ...answersAtSpot()])?.focus();
  }

  /** Put the focus on the first thing that can be touched. In a small window what is in sight is chosen by `reveal`. */
  focusFirst(): void {
    const first = [...this.marks.usual].find((id) => this.marks.lit.has(id)) ?? [...this.marks.lit][0];
    if (first) this.shown.get(first)?.group.focus({ preventScroll: this.laid.tall });
  }

  /** The thing that has the focus, if one has. */
  get focused(): string | null {
    return document.activeElement?.closest<SVGGElement>(".thing")?.dataset.id ?? null;
  }

  /** Put the focus back on a thing after a move, or where it has gone on the first one that can be touched. */
  refocus(id: string): void {
    const group = this.shown.get(id)?.group;
    if (group && (this.marks.lit.has(id) || this.marks.chosen.has(id))) group.focus({ preventScroll: this.laid.tall });
    else this.focusFirst();
  }
}
