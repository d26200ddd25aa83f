// Draws a scene and lets it glide. It knows no game: things have markup, a place, and an id.
import { renamed, travelled } from "./alike";
import { areSame, fillIn, isDrawnAlike, seenOf } from "./backdrops";
import { GRIPPED } from "./deeds";
import { isStill } from "./dom";
import { Dragging, thingsAt } from "./dragging";
import type { Lean } from "./leaning";
import { enlarge, type Faces, facesOf, loosen } from "./lettering";
import { Marks, type Shown } from "./marks";
import { answersAtSpot, nearest, ringOf } from "./nearest";
import { BOARD_SHARE, below, boxOfPanels, fitOf, GAP, LEAST_TALL, LEAST_WIDE, scaleOfBoard, ZOOM } from "./places";
import { node } from "./svg";
import { isMadeForPhone, layOut, type Piece, pieceOf, type TallLayout } from "./tall";
import type { Frame, Panel, Scene, Thing } from "./types";

const FINGER = 25;
// What is brought into sight keeps so far from the edge.
const EDGE = 6;
// What a ring lies under.
const UNDER = new Set(["token", "cube"]);
// So many things come, go or move at once that they are not seen one by one.
export const MUCH = 24;
/** In milliseconds: see the style sheet. */
const UNFOLDING = 1300;
const FALLING = 850;
// A board of small spaces is drawn so large that a finger can touch one, at most so much larger than the screen, in a lower window.
const SPACE = 38,
  HARDLY = 1.25,
  CLOSEST = 2.6,
  NEAR_SHARE = 0.38,
  STRIP = 0.24;

interface Place {
  svg: SVGSVGElement;
  x: number;
  y: number;
  scale: number;
}

/** The board in one SVG; on a phone the board in one and all other panels, one below the other, in another. */
export class Board {
  readonly main = node("svg", { class: "scene", role: "group", "aria-label": "Board" });
  readonly rest = node("svg", { class: "scene rest", role: "group", "aria-label": "Table" });
  private scene: Scene | null = null;
  /** All things, those too that have no place on a phone. */
  private all = new Map<string, Thing>();
  private shown = new Map<string, Shown>();
  private made: TallLayout | null = null;
  private flowed = "";
  private places = new Map<string, Place>();
  private layers = new Map<string, SVGGElement>();
  private readonly marks = new Marks();
  private tall = false;
  private beside: number | null = null;
  private width = 0;
  private height = 0;
  private scale = 1;
  private zoomed = false;

  /** `touched` hears of touches, with what lies below and where; `isHeld` where a drag begins. */
  constructor(
    patterns: string,
    private touched: (id: string, below: string[], isHeld?: boolean, lean?: Lean) => void,
  ) {
    for (const svg of [this.main, this.rest]) {
      svg.addEventListener("click", (event) => this.clicked(event));
      svg.addEventListener("keydown", (event) => this.pressed(event));
    }
    new Dragging([this.main, this.rest], {
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
    if (width <= 0) return;
    const same =
      tall && beside === null ? Math.abs(width - this.width) < 8 : width === this.width && height === this.height;
    if (tall === this.tall && same && beside === this.beside) return;
    const laid = tall === this.tall && !tall && this.scene !== null && !this.relaid;
    if (tall && !this.relaid) this.relaid = this.scene !== null;
    this.tall = tall;
    this.beside = beside;
    this.width = width;
    this.height = height;
    if (laid) {
      this.laidWidth = width;
      this.fitWide(this.scene!.panels);
    } else if (this.scene) this.show(this.scene);
  }

  /** On a phone: look closer, or, where the board is larger than the screen, see it whole. */
  zoom(): void {
    this.zoomed = !this.zoomed;
    this.relaid = true;
    if (this.scene) this.show(this.scene);
  }

  /** Whether a thing lies on the table beside the board, which is shown now. */
  isBeside(id: string): boolean {
    return this.rest.isConnected && this.shown.get(id)?.group.ownerSVGElement === this.rest;
  }

  isOnBoard(id: string): boolean {
    const thing = this.shown.get(id)?.thing;
    if (this.made) return thing !== undefined || !this.all.has(id);
    return !thing || thing.panel === this.scene?.panels[0]?.id;
  }

  /** Whether the scene is laid out as its game made it for a phone: all but the buttons of the bar can be touched there. */
  get isMade(): boolean {
    return this.made !== null;
  }

  /** Whether a closer look shows more. */
  get canZoom(): boolean {
    return !this.made || this.made.pieces[0]?.isWhole === true;
  }

  /** How high the board is to be at least, in pixels: the whole first panel where it is one piece. */
  get leastHeight(): number {
    const first = this.made?.pieces[0];
    const board = this.scene?.panels[0];
    const share = board?.phone === "strip" ? STRIP : this.isClose && board?.dense ? NEAR_SHARE : BOARD_SHARE;
    return first?.isWhole ? Math.min(innerHeight * share, first.height * first.scale + 12) : innerHeight * 0.34;
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

  show(scene: Scene): void {
    fillIn(scene);
    const isLaid =
      this.scene !== null &&
      (this.places.size > 0 || this.made !== null) &&
      !this.relaid &&
      this.laidTall === this.tall &&
      this.laidWidth === this.width;
    const samePanels = isLaid && areSame(this.scene!.panels, scene.panels);
    this.scene = scene;
    this.fetchTiles(scene.panels);
    if (isLaid && !this.tall) {
      if (!samePanels) this.changePanels(scene.panels);
    } else if (!samePanels) {
      this.layPanels(scene.panels);
      this.findFace();
    }
    const gone = this.goneIn(scene);
    this.all.clear();
    this.change(scene.things, gone);
  }

  /** The faces of the world of the scene; until their files are here, what stands in for them is measured. */
  private faces: Faces = { title: "sans-serif", text: "sans-serif" };
  private findFace(): void {
    this.faces = facesOf(this.main);
    void document.fonts.ready.then(() => {
      for (const svg of [this.main, this.rest]) loosen(svg, this.faces);
    });
  }

  private relaid = true;
  private laidTall = false;
  private laidWidth = 0;

  private layPanels(panels: Panel[]): void {
    this.relaid = false;
    this.laidTall = this.tall;
    this.laidWidth = this.width;
    this.places.clear();
    this.layers.clear();
    this.shown.clear();
    const definitions = this.main.querySelector(":scope > defs");
    this.main.replaceChildren(...(definitions ? [definitions] : []));
    this.rest.replaceChildren();
    this.made = null;
    // Beside a board that is shown whole there is no need for it.
    if (this.tall && isMadeForPhone(panels) && (this.beside === null || panels[0]?.cells?.length)) {
      this.layMade(panels);
      return;
    }
    if (this.tall) this.layTall(panels);
    else this.layWide(panels);
    this.grounds.clear();
    for (const panel of panels) {
      const place = this.places.get(panel.id)!;
      const group = this.ground(panel, place);
      this.groundsIn(place.svg).append(group);
      if (place.svg === this.rest && this.beside !== null) this.enlarge(group, place.scale, LEAST_WIDE);
    }
    this.enlarge(this.main);
  }

  /** The backdrops of panels that lie where the scene puts them. */
  private readonly grounds = new Map<string, { panel: Panel; group: SVGGElement }>();

  private ground(panel: Panel, { x, y, scale }: Place): SVGGElement {
    const group = node("g", { transform: `translate(${x} ${y}) scale(${scale})` });
    group.innerHTML = panel.markup;
    this.grounds.set(panel.id, { panel, group });
    return group;
  }

  /** All backdrops of a drawing lie in one group below its things, which a browser paints once: see the style sheet. */
  private groundsIn(svg: SVGSVGElement): SVGGElement {
    const known = svg.querySelector<SVGGElement>(":scope > .grounds");
    if (known) return known;
    const grounds = node("g", { class: "grounds" });
    svg.insertBefore(grounds, svg.querySelector(":scope > .layer"));
    return grounds;
  }

  /** Other panels where all lie where the scene puts them: what stays is not drawn again. */
  private changePanels(panels: Panel[]): void {
    const kept = new Set(panels.map((panel) => panel.id)),
      moved = new Set<string>();
    for (const [id, { group }] of this.grounds)
      if (!kept.has(id)) {
        group.remove();
        this.grounds.delete(id);
        this.places.delete(id);
      }
    for (const panel of panels) {
      const known = this.grounds.get(panel.id);
      if (known && isDrawnAlike(known.panel, panel)) continue;
      const place = { svg: this.main, x: panel.x, y: panel.y, scale: 1 };
      if (known && (known.panel.x !== panel.x || known.panel.y !== panel.y)) moved.add(panel.id);
      this.places.set(panel.id, place);
      const group = this.ground(panel, place);
      if (known) known.group.replaceWith(group);
      else this.groundsIn(this.main).append(group);
      this.enlarge(group);
      loosen(group, this.faces);
    }
    for (const { thing, group } of this.shown.values())
      if (moved.has(thing.panel)) this.stand(group, thing, this.places.get(thing.panel)!);
    const before = this.main.getAttribute("viewBox");
    if (before !== boxOfPanels(panels).join(" ")) this.fitWide(panels);
  }

  /** Texts that would be too small to read are drawn larger. */
  private enlarge(root: Element, scale = this.scale, print = this.tall ? LEAST_TALL : LEAST_WIDE): void {
    enlarge(root, scale, print, this.faces);
  }

  private layWide(panels: Panel[]): void {
    for (const panel of panels) this.places.set(panel.id, { svg: this.main, x: panel.x, y: panel.y, scale: 1 });
    this.main.classList.remove("far");
    this.fitWide(panels);
  }

  private fitWide(panels: Panel[]): void {
    const { box, scale, isMoved } = fitOf(panels, this.width, this.height);
    this.main.setAttribute("viewBox", box.join(" "));
    this.scale = scale;
    if (isMoved) this.size(this.main, Math.max(this.width, box[2] * scale), Math.max(this.height, box[3] * scale));
    else this.main.style.width = this.main.style.height = "";
    this.enlarge(this.main);
  }

  /** How wide what lies beside or below the board is. */
  private get near(): number {
    return Math.max(200, (this.beside ?? this.width) - 2 * GAP);
  }

  private layTall(panels: Panel[]): void {
    const [board, ...others] = panels;
    if (!board) return;
    this.main.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    this.places.set(board.id, { svg: this.main, x: 0, y: 0, scale: 1 });
    this.scale = scaleOfBoard(board, this.width, this.beside === null ? null : this.height, this.zoomed);
    this.main.classList.toggle("far", board.dense && this.zoomed);
    this.main.classList.toggle("dense", board.dense);
    this.size(this.main, board.width * this.scale, board.height * this.scale);
    const { places, width, height } = below(others, this.near, this.beside !== null);
    for (const [id, place] of places) this.places.set(id, { svg: this.rest, ...place });
    this.rest.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.size(this.rest, width, height);
  }

  // A scene that is made for a phone

  private layMade(panels: Panel[]): void {
    this.main.classList.remove("far", "dense");
    this.scale = 1;
    this.flowed = "";
    // The first panel says which world it is, also where only pieces of it are drawn.
    const kept = node("defs", { class: "backdrops" });
    if (panels[0]?.cells?.length) kept.innerHTML = panels[0].markup;
    this.main.append(kept);
    this.flow();
  }

  /** How much larger than the screen the board is drawn: one of small spaces so that a finger can touch them, unless all
   * of it is to be seen; another where somebody looks closer. */
  private closeness(): number {
    const board = this.scene!.panels[0];
    if (!board?.dense || board.cells?.length) return this.zoomed ? ZOOM : 1;
    if (this.zoomed) return 1;
    const sides = [...this.all.values()]
      .filter((thing) => thing.panel === board.id && thing.kind === "space")
      .map((thing) => Math.min(thing.width, thing.height));
    const zoom = sides.length ? Math.min(CLOSEST, (SPACE * board.width) / (Math.min(...sides) * this.width)) : 1;
    return zoom > HARDLY ? zoom : 1;
  }

  private get isClose(): boolean {
    return this.main.classList.contains("zoomed");
  }

  /** A board that is larger than its window follows what moves on it. */
  private follow(moved: Thing[]): void {
    const frame = this.main.parentElement,
      last = moved.at(-1),
      place = last ? this.placeOf(last) : undefined;
    if (!frame || !last || !place) return;
    const x = place.x + last.x * place.scale,
      y = place.y + last.y * place.scale,
      { scrollLeft, scrollTop, clientWidth, clientHeight } = frame;
    if (
      x > scrollLeft + SPACE &&
      x < scrollLeft + clientWidth - SPACE &&
      y > scrollTop + SPACE &&
      y < scrollTop + clientHeight - SPACE
    )
      return;
    const behavior = isStill() ? "auto" : "smooth";
    frame.scrollTo({ left: x - clientWidth / 2, top: y - clientHeight / 2, behavior });
  }

  /** Lay the pieces out for what stands on them now; what moves with them glides. */
  private flow(): void {
    const zoom = this.closeness();
    this.main.classList.toggle("zoomed", zoom > 1);
    this.made = layOut(
      this.scene!.panels,
      [...this.all.values()],
      this.width,
      zoom,
      this.beside === null ? null : this.near,
    );
    const { pieces, column, hand } = this.made;
    const flowed = JSON.stringify(pieces.map(({ panel, ...where }) => [panel.id, where]));
    if (flowed === this.flowed) return;
    this.flowed = flowed;
    const widest = Math.max(
      this.width,
      ...pieces.filter((piece) => !piece.isNear).map((piece) => piece.x + piece.width * piece.scale),
    );
    for (const [svg, width, height] of [
      [this.main, widest, column],
      [this.rest, this.beside === null ? this.width : this.near, hand],
    ] as const) {
      svg.setAttribute("viewBox", `0 0 ${width} ${Math.max(1, height)}`);
      this.size(svg, width, height);
      this.groundsIn(svg).replaceChildren(
        ...pieces.filter((piece) => piece.isNear === (svg === this.rest)).flatMap((piece) => this.backdrop(piece)),
      );
    }
    for (const { thing, group } of this.shown.values()) {
      const place = this.placeOf(thing);
      if (!place) {
        this.remove(thing.id);
        continue;
      }
      this.lay(group, thing, place);
      this.stand(group, thing, place);
    }
  }

  /** The ground of a piece: a panel's frame as high as the piece is, or what the piece shows of a backdrop. */
  private backdrop(piece: Piece): SVGElement[] {
    const { panel, left, top, width, height, x, y, scale } = piece;
    if (piece.isWhole) {
      const group = node("g", {
        class: "backdrop",
        transform: `translate(${x} ${y}) scale(${scale} ${(scale * height) / panel.height})`,
      });
      group.innerHTML = panel.markup;
      this.enlarge(group, scale);
      return [group];
    }
    if (!panel.backdrop || piece.thing) return [];
    const window = node("svg", {
      class: "backdrop",
      x,
      y,
      width: width * scale,
      height: height * scale,
      viewBox: `${left} ${top} ${width} ${height}`,
    });
    window.innerHTML = seenOf(panel.backdrop, piece, this.main);
    this.enlarge(window, scale);
    return [window];
  }

  private placeOf(thing: Thing): Place | undefined {
    if (!this.made) return this.places.get(thing.panel);
    const piece = pieceOf(this.made.pieces, thing);
    return piece
      ? {
          svg: piece.isNear ? this.rest : this.main,
          x: piece.x - piece.left * piece.scale,
          y: piece.y - piece.top * piece.scale,
          scale: piece.scale,
        }
      : undefined;
  }

  private stand(group: SVGGElement, thing: Thing, place: Place): void {
    group.style.transform = `translate(${place.x + thing.x * place.scale}px, ${place.y + thing.y * place.scale}px) scale(${place.scale})`;
    this.hasten(group);
    // The ring of a small piece is as large as a fingertip.
    const grown = this.tall && UNDER.has(thing.kind) ? FINGER / (Math.min(thing.width, thing.height) * place.scale) : 1;
    if (grown > 1) group.querySelector(":scope > .ring")?.setAttribute("transform", `scale(${grown.toFixed(2)})`);
    if (this.made) this.enlarge(group, place.scale);
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

  private size(svg: SVGSVGElement, width: number, height: number): void {
    svg.style.width = `${Math.round(width)}px`;
    svg.style.height = `${Math.round(height)}px`;
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
    const moved = this.isClose && !this.isMuch ? things.filter((thing) => this.isMoved(thing)) : [];
    for (const thing of things) this.all.set(thing.id, thing);
    if (this.made) this.flow();
    for (const thing of things) this.put(thing);
    this.follow(moved);
    this.isMuch = false;
    if (this.scene) this.scene = { ...this.scene, things: [...this.all.values()] };
    this.mark();
  }

  /** The things of a layer that lie in a panel: painted apart, so that what moves among them has only these painted again. */
  private layer(svg: SVGSVGElement, number: number, panel: string): SVGGElement {
    const key = `${svg === this.main ? "main" : "rest"} ${number} ${panel}`;
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
    const place = this.placeOf(thing);
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
      if (place.svg === this.main && !this.made) this.enlarge(group);
      else if (this.beside !== null && !this.made) this.enlarge(group, place.scale, LEAST_WIDE);
      loosen(group, this.faces);
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

  /** Say what can be touched, what has been, and what a hint points at: see `marks.ts`. */
  light(...marks: Parameters<Marks["set"]>): void {
    this.marks.set(...marks);
    this.mark();
  }

  private mark(): void {
    for (const [id, shown] of this.shown) this.marks.draw(id, shown);
  }

  private clicked(event: MouseEvent): void {
    this.pick(thingsAt(event.clientX, event.clientY), event.clientX, event.clientY);
  }

  /** Touch one of the things that lie at a place of the screen. */
  private pick(ids: string[], x: number, y: number, isDrop = false): void {
    // A piece may stand on what is meant: what can be touched comes first, and before all what usually is.
    const wanted =
      ids.find((id) => this.marks.lit.has(id) && this.marks.usual.has(id)) ??
      ids.find((id) => this.marks.lit.has(id)) ??
      ids.find((id) => this.marks.chosen.has(id)) ??
      ids[0];
    const box = wanted ? this.boxOf(wanted) : null;
    const lean = box
      ? { x: ((x - box.x) / box.width) * 2 - 1, y: ((y - box.y) / box.height) * 2 - 1, isDrop }
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
    if (first) this.shown.get(first)?.group.focus({ preventScroll: this.tall });
  }

  /** The thing that has the focus, if one has. */
  get focused(): string | null {
    return document.activeElement?.closest<SVGGElement>(".thing")?.dataset.id ?? null;
  }

  /** Put the focus back on a thing after a move, or where it has gone on the first one that can be touched. */
  refocus(id: string): void {
    const group = this.shown.get(id)?.group;
    if (group && (this.marks.lit.has(id) || this.marks.chosen.has(id))) group.focus({ preventScroll: this.tall });
    else this.focusFirst();
  }

  /** What a window on a larger board, or on a part of one, shows where nothing is to be touched next: what can be touched, or what matters. */
  private watched(): SVGGElement[] {
    const here = [...this.shown.values()].filter((shown) => shown.group.ownerSVGElement === this.main);
    const first = here.filter(({ thing }) => this.marks.lit.has(thing.id));
    return (first.length ? first : here.filter(({ thing }) => thing.focal)).map(({ group }) => group);
  }

  /** Whether a thing is also a button of the bar, which is in sight anyway. */
  private isInBar({ panel, x, y }: Thing): boolean {
    const cells = this.scene?.panels.find((one) => one.id === panel)?.cells ?? [];
    return cells.some(
      (cell) =>
        cell.phone === "bar" &&
        y >= (cell.y ?? 0) &&
        y <= (cell.y ?? 0) + cell.height &&
        x >= (cell.x ?? 0) &&
        x <= (cell.x ?? 0) + cell.width,
    );
  }

  /** What could be touched when the table was moved last. */
  private revealed = "";

  /** Move board and table so that something that can be touched is seen on each, what a hint points at before all, and all of it where it fits. */
  reveal(): void {
    const all = [...this.marks.usual]
      .map((id) => this.shown.get(id))
      .filter((shown): shown is Shown => shown !== undefined);
    const lit = all.filter((shown) => !(this.tall && this.isInBar(shown.thing)));
    // Where only the bar has answers, what they are about is what the table begins with.
    const asked = [...this.marks.usual].join(" ");
    if (all.length && !lit.length && this.rest.parentElement && asked !== this.revealed)
      this.rest.parentElement.scrollTop = 0;
    this.revealed = asked;
    for (const svg of [this.main, this.rest]) {
      const frame = svg.parentElement?.getBoundingClientRect();
      const here = lit.filter((shown) => shown.group.ownerSVGElement === svg),
        hinted = here.filter(({ thing: { id } }) => this.marks.hinted.has(id) && !this.marks.chosen.has(id));
      let groups = (hinted.length ? hinted : here).map((shown) => shown.group);
      if (
        !groups.length &&
        svg === this.main &&
        frame &&
        (this.isClose || svg.getBoundingClientRect().height > frame.height + 2 * EDGE)
      )
        groups = this.watched();
      if (!frame || !groups.length) continue;
      const boxes = groups.map((group) => group.getBoundingClientRect());
      const top = Math.min(...boxes.map((box) => box.top)),
        bottom = Math.max(...boxes.map((box) => box.bottom));
      // Where there is room for all of them none is cut.
      if (bottom - top <= frame.height) {
        const by = top < frame.top ? top - frame.top - EDGE : bottom > frame.bottom ? bottom - frame.bottom + EDGE : 0;
        const now = svg.parentElement!.scrollTop;
        // From its very top where they are seen there, too: nothing else is cut then.
        if (by) svg.parentElement!.scrollTop = bottom + now <= frame.bottom ? 0 : now + Math.round(by);
      }
      const seen = groups.some((group) => {
        const box = group.getBoundingClientRect(),
          x = box.x + box.width / 2,
          y = box.y + box.height / 2;
        // On a board that is close there is room for the whole of it.
        const [across, down] = svg === this.main && this.isClose ? [box.width / 2, box.height / 2] : [0, 0];
        return (
          x - across >= frame.left && x + across <= frame.right && y - down >= frame.top && y + down <= frame.bottom
        );
      });
      // Answers that lie below each other are read from the first.
      if (!seen) groups[0]!.scrollIntoView({ block: svg === this.rest ? "start" : "center", inline: "center" });
    }
  }
}
