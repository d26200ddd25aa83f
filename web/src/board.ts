// Draws a scene and lets it glide. It knows no game: things have markup, a place, and an id.
import { renamed } from "./alike";
import { GRIPPED } from "./deeds";
import { Dragging, thingsAt } from "./dragging";
import type { Lean } from "./leaning";
import { isMadeForPhone, layOut, pieceOf, type Piece, type TallLayout } from "./tall";
import type { Frame, Panel, Scene, Thing } from "./types";

const SVG = "http://www.w3.org/2000/svg";
const GAP = 10;
// The smallest print of a scene, and how large it is shown at least: on a laptop, on a phone.
const PRINT = 13, LEAST_WIDE = 13, LEAST_TALL = 15;
const HIDING = 0.8, FINGER = 25;
// What is brought into sight keeps so far from the edge.
const EDGE = 6;
// In a small window texts are enlarged; where that would not do, the board keeps its size and is moved instead.
const LEAST_FIT = 0.88;
// Beside an open drawer or the words of a lesson it may be smaller.
const LEAST_BESIDE = 0.7, WITH_DRAWER = 0.81, WITH_COACH = 0.8;
// What a ring lies under.
const UNDER = new Set(["token", "cube"]);
// So small a board with small print is still shown whole beside its panels.
const WHOLE = 0.8;
// A small wide window with a mouse is a page that was enlarged: what is small in it is large on the screen.
const LEAST_ENLARGED = 0.8;
// So many things come, go or move at once that they are not seen one by one.
export const MUCH = 24;
const BOARD_SHARE = 0.5, LARGEST_PANEL = 1.35, ZOOM = 1.8;
// A board of small spaces is drawn so large that a finger can touch one, at most so much larger than the screen, in a lower window.
const SPACE = 38, HARDLY = 1.25, CLOSEST = 2.6, NEAR_SHARE = 0.38, STRIP = 0.24;

interface Place { svg: SVGSVGElement; x: number; y: number; scale: number }
/** `marked` says which marks are drawn already. */
interface Shown { thing: Thing; group: SVGGElement; marked?: string }

function node<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number> = {}): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

const pen = document.createElement("canvas").getContext("2d");

interface Faces { title: string; text: string }

/** A number on a plate grows with its plate. Where it would hide most of what it stands on, one has to look closer. */
function growBadge(badge: SVGGElement, size: number, by: number): void {
  badge.setAttribute("transform", `translate(${badge.dataset.at}) scale(${by.toFixed(3)})`);
  badge.style.visibility = by > 1 && size * 1.24 * by > HIDING * Number(badge.dataset.within) ? "hidden" : "";
}

/** Texts that have so much room stay within it, also when they were enlarged, and none is stretched. Nothing is laid out for it. */
function keepWithin(text: SVGTextElement, faces: Faces): void {
  const room = Number(text.dataset.room);
  if (!pen || !room) return;
  pen.font = `${text.getAttribute("font-weight")} ${text.getAttribute("font-size")}px ${text.hasAttribute("font-family") ? faces.title : faces.text}`;
  if (pen.measureText(text.textContent ?? "").width <= room) { text.removeAttribute("textLength"); return; }
  text.setAttribute("textLength", String(room));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

function loosen(root: Element, faces: Faces): void {
  for (const text of root.querySelectorAll<SVGTextElement>("text[data-room]")) keepWithin(text, faces);
}

interface Part { markup: string; box: DOMRect }
const measured = new Map<string, Part[]>();

/** The parts of a panel's backdrop and where they lie, measured once; null while the drawing has no size to go by. */
function partsOf(backdrop: string, drawing: SVGSVGElement): Part[] | null {
  const known = measured.get(backdrop);
  if (known || !drawing.getBoundingClientRect().width) return known ?? null;
  const probe = node("g");
  probe.innerHTML = backdrop;
  drawing.append(probe);
  const parts = [...probe.children].map((part) => ({ markup: part.outerHTML, box: (part as SVGGraphicsElement).getBBox() }));
  probe.remove();
  measured.set(backdrop, parts);
  return parts;
}

function isSame(one: Panel, other: Panel): boolean { return one === other || JSON.stringify(one) === JSON.stringify(other); }

function areSame(some: Panel[], others: Panel[]): boolean { return some.length === others.length && some.every((one, place) => isSame(one, others[place]!)); }

/** Put the outlines of icons, which a scene brings once, where they are drawn. */
function fillIn(scene: Scene): void {
  const outlines = scene.outlines;
  if (!outlines) return;
  for (const part of [...scene.panels, ...scene.things]) part.markup = part.markup.replace(/ d="#(\w+)"/g, (_, name: string) => ` d="${outlines[name]}"`);
  delete scene.outlines;
}

/** What a piece shows of its panel's backdrop. */
function seenOf(backdrop: string, { left, top, width, height }: Piece, drawing: SVGSVGElement): string {
  const isSeen = ({ box }: Part) => box.x < left + width && box.x + box.width > left && box.y < top + height && box.y + box.height > top;
  return partsOf(backdrop, drawing)?.filter(isSeen).map((part) => part.markup).join("") ?? backdrop;
}

/** A small arrow at the edge of a place: touched there, it means that way. */
function arrow({ width, height }: Thing, { x, y }: Lean): SVGPathElement {
  const turn = Math.atan2(x, -y) * 180 / Math.PI;
  return node("path", { class: "edge", d: "M-7 4L0 -4L7 4", transform: `translate(${x * width * 0.39} ${y * height * 0.39}) rotate(${turn})` });
}

/** What a button is called: its label, and what is written on it, which is what people say who speak to a page. */
function nameOf(label: string, group: SVGGElement): string {
  const written = (group.querySelector(".body")?.textContent ?? "").split(/\s+/).join(" ").trim();
  const words = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  return !written || words(label).includes(words(written)) ? label : `${written}: ${label}`;
}

/** The answers that are asked for at a spot. */
export function answersAtSpot(): HTMLElement[] { return [...document.querySelectorAll<HTMLElement>(".choice-bar.spot:not([hidden]) button")]; }

/** Where a thing is: its ring, whatever sticks out of it. */
function ringOf(one: Element): DOMRect { return (one.querySelector(":scope > .ring") ?? one).getBoundingClientRect(); }

/** What lies next in the direction of an arrow key: what lies ahead before what lies more to a side. */
export function nearest<One extends Element>(start: DOMRect, key: string, others: One[]): One | null {
  const dx = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const dy = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  let best: One | null = null, least = Infinity;
  for (const one of others) {
    const box = ringOf(one);
    const x = box.x + box.width / 2 - start.x - start.width / 2, y = box.y + box.height / 2 - start.y - start.height / 2;
    const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = ahead + 2 * aside + (aside > 2 * ahead ? 10_000 : 0);
    if (ahead > 2 && far < least) { least = far; best = one; }
  }
  return best;
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
  private lit = new Set<string>();
  private chosen = new Set<string>();
  private hinted = new Set<string>();
  private usual = new Set<string>();
  private risky = new Set<string>();
  private edges = new Map<string, Lean[]>();
  /** What can be dragged somewhere, beside pieces and cards. */
  private takes = new Set<string>();
  private tall = false;
  private beside: number | null = null;
  private width = 0;
  private height = 0;
  private scale = 1;
  private zoomed = false;

  /** `touched` hears of touches, with what lies below and where; `isHeld` where a drag begins. */
  constructor(patterns: string, private touched: (id: string, below: string[], isHeld?: boolean, lean?: Lean) => void) {
    for (const svg of [this.main, this.rest]) {
      svg.addEventListener("click", (event) => this.clicked(event));
      svg.addEventListener("keydown", (event) => this.pressed(event));
    }
    new Dragging([this.main, this.rest], {
      canTake: (id) => this.lit.has(id) || this.chosen.has(id),
      take: (id) => { if (!this.chosen.has(id)) this.touched(id, [id], true); },
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
    const same = tall && beside === null ? Math.abs(width - this.width) < 8 : width === this.width && height === this.height;
    if (tall === this.tall && same && beside === this.beside) return;
    const laid = tall === this.tall && !tall && this.scene !== null && !this.relaid;
    if (tall && !this.relaid) this.relaid = this.scene !== null;
    this.tall = tall;
    this.beside = beside;
    this.width = width;
    this.height = height;
    if (laid) { this.laidWidth = width; this.fitWide(this.scene!.panels); } else if (this.scene) this.show(this.scene);
  }

  /** On a phone: look closer, or, where the board is larger than the screen, see it whole. */
  zoom(): void {
    this.zoomed = !this.zoomed;
    this.relaid = true;
    if (this.scene) this.show(this.scene);
  }

  /** Whether a thing lies on the table beside the board, which is shown now. */
  isBeside(id: string): boolean { return this.rest.isConnected && this.shown.get(id)?.group.ownerSVGElement === this.rest; }

  isOnBoard(id: string): boolean {
    const thing = this.shown.get(id)?.thing;
    if (this.made) return thing !== undefined || !this.all.has(id);
    return !thing || thing.panel === this.scene?.panels[0]?.id;
  }

  /** Whether the scene is laid out as its game made it for a phone: all but the buttons of the bar can be touched there. */
  get isMade(): boolean { return this.made !== null; }

  /** Whether a closer look shows more. */
  get canZoom(): boolean { return !this.made || this.made.pieces[0]?.isWhole === true; }

  /** How high the board is to be at least, in pixels: the whole first panel where it is one piece. */
  get leastHeight(): number {
    const first = this.made?.pieces[0];
    const board = this.scene?.panels[0];
    const share = board?.phone === "strip" ? STRIP : this.isClose && board?.dense ? NEAR_SHARE : BOARD_SHARE;
    return first?.isWhole ? Math.min(innerHeight * share, first.height * first.scale + 12) : innerHeight * 0.34;
  }

  /** Whether a hand takes a thing and puts it elsewhere. */
  isTaken(id: string): boolean { return GRIPPED.has(this.shown.get(id)?.thing.kind ?? ""); }

  /** What is shown now. */
  get current(): Scene | null { return this.scene; }

  groupOf(id: string): SVGGElement | null { return this.shown.get(id)?.group ?? null; }

  thing(id: string): Thing | undefined { return this.shown.get(id)?.thing; }

  labelOf(id: string): string {
    return this.all.get(id)?.label || id;
  }

  thingOf(id: string): Thing | null { return this.all.get(id) ?? null; }

  /** Where a thing is on the screen; null where it is not shown. */
  boxOf(id: string): DOMRect | null {
    const group = this.shown.get(id)?.group;
    const box = (group?.querySelector(".ring") ?? group)?.getBoundingClientRect();
    return box && box.width > 0 ? box : null;
  }

  show(scene: Scene): void {
    fillIn(scene);
    const isLaid = this.scene !== null && (this.places.size > 0 || this.made !== null) && !this.relaid && this.laidTall === this.tall && this.laidWidth === this.width;
    const samePanels = isLaid && areSame(this.scene!.panels, scene.panels);
    this.scene = scene;
    this.fetchTiles(scene.panels);
    if (isLaid && !this.tall) { if (!samePanels) this.changePanels(scene.panels); }
    else if (!samePanels) { this.layPanels(scene.panels); this.findFace(); }
    const gone = this.goneIn(scene);
    this.all.clear();
    this.change(scene.things, gone);
  }

  /** The faces of the world of the scene; until their files are here, what stands in for them is measured. */
  private faces: Faces = { title: "sans-serif", text: "sans-serif" };
  private findFace(): void {
    const first = this.main.querySelector("[data-world]") ?? this.main;
    const style = getComputedStyle(first);
    this.faces = { title: style.getPropertyValue("--title-face") || "sans-serif", text: style.getPropertyValue("--text-face") || "sans-serif" };
    void document.fonts.ready.then(() => { for (const svg of [this.main, this.rest]) loosen(svg, this.faces); });
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
    if (this.tall && isMadeForPhone(panels) && (this.beside === null || panels[0]?.cells?.length)) { this.layMade(panels); return; }
    if (this.tall) this.layTall(panels); else this.layWide(panels);
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
    const kept = new Set(panels.map((panel) => panel.id)), moved = new Set<string>();
    for (const [id, { group }] of this.grounds) if (!kept.has(id)) { group.remove(); this.grounds.delete(id); this.places.delete(id); }
    for (const panel of panels) {
      const known = this.grounds.get(panel.id);
      if (known && isSame(known.panel, panel)) continue;
      const place = { svg: this.main, x: panel.x, y: panel.y, scale: 1 };
      if (known && (known.panel.x !== panel.x || known.panel.y !== panel.y)) moved.add(panel.id);
      this.places.set(panel.id, place);
      const group = this.ground(panel, place);
      if (known) known.group.replaceWith(group); else this.groundsIn(this.main).append(group);
      this.enlarge(group);
      loosen(group, this.faces);
    }
    for (const { thing, group } of this.shown.values()) if (moved.has(thing.panel)) this.stand(group, thing, this.places.get(thing.panel)!);
    const before = this.main.getAttribute("viewBox");
    if (before !== this.boxOfPanels(panels).join(" ")) this.fitWide(panels);
  }

  private boxOfPanels(panels: Panel[]): [number, number, number, number] {
    const left = Math.min(...panels.map((panel) => panel.x)), top = Math.min(...panels.map((panel) => panel.y));
    const right = Math.max(...panels.map((panel) => panel.x + panel.width));
    const bottom = Math.max(...panels.map((panel) => panel.y + panel.height));
    return [left - 2, top - 2, right - left + 4, bottom - top + 4];
  }

  /** Texts that would be too small to read are drawn larger, around their middle. */
  private enlarge(root: Element, scale = this.scale, print = this.tall ? LEAST_TALL : LEAST_WIDE): void {
    // Before the page has a size there is nothing to read.
    if (scale <= 0) return;
    // Sizes are written in tenths: none may be a little less than what can be read.
    const least = Math.ceil(10 * print / scale) / 10;
    for (const text of root.querySelectorAll<SVGTextElement>("text")) {
      text.dataset.size ??= text.getAttribute("font-size") ?? "";
      text.dataset.y ??= text.getAttribute("y") ?? "";
      const size = Number(text.dataset.size), shown = Math.max(size, least);
      const badge = text.parentElement!.closest<SVGGElement>(".badge");
      if (badge) { growBadge(badge, size, shown / size); continue; }
      text.setAttribute("font-size", shown.toFixed(1));
      text.setAttribute("y", (Number(text.dataset.y) + (shown - size) * 0.36).toFixed(1));
      keepWithin(text, this.faces);
    }
  }

  private layWide(panels: Panel[]): void {
    for (const panel of panels) this.places.set(panel.id, { svg: this.main, x: panel.x, y: panel.y, scale: 1 });
    this.main.classList.remove("far");
    this.fitWide(panels);
  }

  private fitWide(panels: Panel[]): void {
    const box = this.boxOfPanels(panels), [,, width, height] = box;
    this.main.setAttribute("viewBox", box.join(" "));
    const fitting = Math.min(this.width / width, this.height / height);
    const isShared = this.width < innerWidth * WITH_DRAWER || this.height < innerHeight * WITH_COACH;
    const least = isShared ? LEAST_BESIDE : LEAST_FIT;
    this.scale = Math.max(least, fitting);
    if (fitting < least) this.size(this.main, Math.max(this.width, width * least), Math.max(this.height, height * least));
    else this.main.style.width = this.main.style.height = "";
    this.enlarge(this.main);
  }

  /** How wide what lies beside or below the board is. */
  private get near(): number { return Math.max(200, (this.beside ?? this.width) - 2 * GAP); }

  private layTall(panels: Panel[]): void {
    const [board, ...others] = panels;
    if (!board) return;
    this.main.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    this.places.set(board.id, { svg: this.main, x: 0, y: 0, scale: 1 });
    // All of it; one with small print is drawn as large as it must be to be read, and moved with a finger.
    const fitting = Math.min(this.width / board.width, (this.beside === null ? innerHeight * BOARD_SHARE : this.height) / board.height);
    const readable = LEAST_TALL / PRINT;
    const isWhole = this.beside !== null && fitting >= WHOLE;
    this.scale = board.dense && !isWhole ? (this.zoomed ? fitting : Math.max(fitting, readable)) : fitting * (this.zoomed ? ZOOM : 1);
    this.main.classList.toggle("far", board.dense && this.zoomed);
    this.main.classList.toggle("dense", board.dense);
    this.size(this.main, board.width * this.scale, board.height * this.scale);
    const width = this.near;
    const least = this.beside !== null && matchMedia("(pointer: fine)").matches ? LEAST_ENLARGED : readable;
    const scaleOf = (panel: Panel) => Math.max(least, Math.min(LARGEST_PANEL, width / panel.width));
    const total = Math.max(width, ...others.map((panel) => panel.width * scaleOf(panel)));
    let y = 0;
    for (const panel of others) {
      const scale = scaleOf(panel);
      this.places.set(panel.id, { svg: this.rest, x: total > width ? 0 : (width - panel.width * scale) / 2, y, scale });
      y += panel.height * scale + GAP;
    }
    this.rest.setAttribute("viewBox", `0 0 ${total} ${Math.max(1, y)}`);
    this.size(this.rest, total, Math.max(1, y));
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
    const sides = [...this.all.values()].filter((thing) => thing.panel === board.id && thing.kind === "space").map((thing) => Math.min(thing.width, thing.height));
    const zoom = sides.length ? Math.min(CLOSEST, SPACE * board.width / (Math.min(...sides) * this.width)) : 1;
    return zoom > HARDLY ? zoom : 1;
  }

  private get isClose(): boolean { return this.main.classList.contains("zoomed"); }

  /** A board that is larger than its window follows what moves on it. */
  private follow(moved: Thing[]): void {
    const frame = this.main.parentElement, last = moved.at(-1), place = last ? this.placeOf(last) : undefined;
    if (!frame || !last || !place) return;
    const x = place.x + last.x * place.scale, y = place.y + last.y * place.scale, { scrollLeft, scrollTop, clientWidth, clientHeight } = frame;
    if (x > scrollLeft + SPACE && x < scrollLeft + clientWidth - SPACE && y > scrollTop + SPACE && y < scrollTop + clientHeight - SPACE) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    frame.scrollTo({ left: x - clientWidth / 2, top: y - clientHeight / 2, behavior });
  }

  /** Lay the pieces out for what stands on them now; what moves with them glides. */
  private flow(): void {
    const zoom = this.closeness();
    this.main.classList.toggle("zoomed", zoom > 1);
    this.made = layOut(this.scene!.panels, [...this.all.values()], this.width, zoom, this.beside === null ? null : this.near);
    const { pieces, column, hand } = this.made;
    const flowed = JSON.stringify(pieces.map(({ panel, ...where }) => [panel.id, where]));
    if (flowed === this.flowed) return;
    this.flowed = flowed;
    const widest = Math.max(this.width, ...pieces.filter((piece) => !piece.isNear).map((piece) => piece.x + piece.width * piece.scale));
    for (const [svg, width, height] of [[this.main, widest, column], [this.rest, this.beside === null ? this.width : this.near, hand]] as const) {
      svg.setAttribute("viewBox", `0 0 ${width} ${Math.max(1, height)}`);
      this.size(svg, width, height);
      this.groundsIn(svg).replaceChildren(...pieces.filter((piece) => piece.isNear === (svg === this.rest)).flatMap((piece) => this.backdrop(piece)));
    }
    for (const { thing, group } of this.shown.values()) {
      const place = this.placeOf(thing);
      if (!place) { this.remove(thing.id); continue; }
      this.lay(group, thing, place);
      this.stand(group, thing, place);
    }
  }

  /** The ground of a piece: a panel's frame as high as the piece is, or what the piece shows of a backdrop. */
  private backdrop(piece: Piece): SVGElement[] {
    const { panel, left, top, width, height, x, y, scale } = piece;
    if (piece.isWhole) {
      const group = node("g", { class: "backdrop", transform: `translate(${x} ${y}) scale(${scale} ${scale * height / panel.height})` });
      group.innerHTML = panel.markup;
      this.enlarge(group, scale);
      return [group];
    }
    if (!panel.backdrop || piece.thing) return [];
    const window = node("svg", { class: "backdrop", x, y, width: width * scale, height: height * scale, viewBox: `${left} ${top} ${width} ${height}` });
    window.innerHTML = seenOf(panel.backdrop, piece, this.main);
    this.enlarge(window, scale);
    return [window];
  }

  private placeOf(thing: Thing): Place | undefined {
    if (!this.made) return this.places.get(thing.panel);
    const piece = pieceOf(this.made.pieces, thing);
    return piece ? { svg: piece.isNear ? this.rest : this.main, x: piece.x - piece.left * piece.scale, y: piece.y - piece.top * piece.scale, scale: piece.scale } : undefined;
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
    group.style.transitionDuration = glide === null ? "" : `${glide}ms, ${Math.round(glide * 0.7)}ms`;
  }

  /** Whether so much changes at once that nobody could follow it: then it is there at once, and no layer is made for each. */
  private isMuch = false;

  private countChanges(things: Thing[], gone: string[]): number {
    const moves = ({ id, x, y, panel }: Thing) => { const then = this.shown.get(id)?.thing; return then?.x !== x || then.y !== y || then.panel !== panel; };
    return things.filter(moves).length + gone.length;
  }

  /** Whether a thing that stands on the board goes elsewhere on it. */
  private isMoved({ id, x, y, panel }: Thing): boolean {
    const then = this.shown.get(id)?.thing;
    return then !== undefined && panel === this.scene?.panels[0]?.id && then.panel === panel && (then.x !== x || then.y !== y);
  }

  private size(svg: SVGSVGElement, width: number, height: number): void {
    svg.style.width = `${Math.round(width)}px`;
    svg.style.height = `${Math.round(height)}px`;
  }

  /** Change, add and remove things; what stays glides to its new place. */
  /** What is shown now and is not in a scene. */
  private goneIn(scene: Scene): string[] {
    const kept = new Set(scene.things.map((thing) => thing.id));
    return [...this.shown.keys()].filter((id) => !kept.has(id));
  }

  /** What only has another number now is the same thing as before: it stays where it stands. The pairs that have changed numbers. */
  settle({ things = [], gone = [], scene }: Pick<Frame, "things" | "gone" | "scene">): [string, string][] {
    if (scene) fillIn(scene);
    const pairs = renamed(scene?.things ?? things, scene ? this.goneIn(scene) : gone, (id) => this.shown.get(id)?.thing);
    for (const [one, other] of pairs) {
      const [a, b] = [this.shown.get(one)!, this.shown.get(other)!];
      for (const [id, { thing, group }] of [[one, b], [other, a]] as const) {
        const named = { ...thing, id };
        this.shown.set(id, { thing: named, group });
        this.all.set(id, named);
        group.dataset.id = id;
      }
    }
    if (pairs.length && this.scene) this.scene = { ...this.scene, things: [...this.all.values()] };
    return pairs;
  }

  change(things: Thing[], gone: string[]): void {
    this.fetchTiles(things);
    this.isMuch = this.countChanges(things, gone) > MUCH;
    for (const id of gone) { this.remove(id); this.all.delete(id); }
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
      const later = [...svg.querySelectorAll<SVGGElement>(":scope > .layer")].find((other) => Number(other.dataset.layer) > number);
      svg.insertBefore(group, later ?? null);
      this.layers.set(key, group);
    }
    return group;
  }

  /** Put a thing into its layer. One that goes to another panel stays where it is: taken out it would not glide. */
  private lay(group: SVGGElement, thing: Thing, place: Place): void {
    const now = group.parentElement;
    if (now?.parentNode !== place.svg || now.dataset.layer !== String(thing.layer)) this.layer(place.svg, thing.layer, thing.panel).append(group);
  }

  private put(thing: Thing): void {
    const place = this.placeOf(thing);
    if (!place) { this.remove(thing.id); return; }
    const known = this.shown.get(thing.id);
    const group = known?.group ?? node("g", { class: this.isMuch ? "thing" : "thing arriving", "data-id": thing.id });
    this.lay(group, thing, place);
    if (!known || known.thing.markup !== thing.markup || known.thing.ring !== thing.ring || known.thing.label !== thing.label) {
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
    if (thing.label) group.setAttribute("aria-label", thing.label); else group.removeAttribute("aria-label");
    this.stand(group, thing, place);
    if (!known) requestAnimationFrame(() => group.classList.remove("arriving"));
    this.shown.set(thing.id, { thing, group });
  }

  private remove(id: string): void {
    const shown = this.shown.get(id);
    if (!shown) return;
    this.shown.delete(id);
    if (this.isMuch) { shown.group.remove(); return; }
    this.hasten(shown.group);
    shown.group.classList.add("leaving");
    shown.group.removeAttribute("tabindex");
    setTimeout(() => shown.group.remove(), 260);
  }

  /** Say what can be touched, what has been, and what a hint points at; what is usual next is brighter. */
  light(lit: Iterable<string>, chosen: Iterable<string>, hinted: Iterable<string> = [], usual: Iterable<string> = lit, risky: Iterable<string> = [], edges: Map<string, Lean[]> = new Map(), takes: Iterable<string> = []): void {
    this.lit = new Set(lit);
    this.chosen = new Set(chosen);
    this.hinted = new Set(hinted);
    this.usual = new Set(usual);
    this.risky = new Set(risky);
    this.edges = edges;
    this.takes = new Set(takes);
    this.mark();
  }

  private mark(): void {
    for (const [id, shown] of this.shown) {
      const { group, thing } = shown;
      const lit = this.lit.has(id), chosen = this.chosen.has(id), ways = lit ? this.edges.get(id) ?? [] : [];
      const marks = [lit, chosen, this.hinted.has(id), this.usual.has(id), this.risky.has(id), this.takes.has(id)].map(Number).join("") + JSON.stringify(ways);
      if (shown.marked === marks) continue;
      shown.marked = marks;
      group.classList.toggle("lit", lit);
      group.classList.toggle("later", lit && !this.usual.has(id));
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
        if (thing.label) { group.setAttribute("role", "img"); group.setAttribute("aria-label", thing.label); } else group.removeAttribute("role");
      }
    }
  }

  private clicked(event: MouseEvent): void { this.pick(thingsAt(event.clientX, event.clientY), event.clientX, event.clientY); }

  /** Touch one of the things that lie at a place of the screen. */
  private pick(ids: string[], x: number, y: number, isDrop = false): void {
    // A piece may stand on what is meant: what can be touched comes first, and before all what usually is.
    const wanted = ids.find((id) => this.lit.has(id) && this.usual.has(id)) ?? ids.find((id) => this.lit.has(id))
      ?? ids.find((id) => this.chosen.has(id)) ?? ids[0];
    const box = wanted ? this.boxOf(wanted) : null;
    const lean = box ? { x: (x - box.x) / box.width * 2 - 1, y: (y - box.y) / box.height * 2 - 1, isDrop } : undefined;
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
    const things = [...this.lit, ...this.chosen].map((id) => this.shown.get(id)?.group).filter((one) => one !== undefined && one !== group);
    if (group) nearest(ringOf(group), key, [...things as SVGGElement[], ...answersAtSpot()])?.focus();
  }

  /** Put the focus on the first thing that can be touched. In a small window what is in sight is chosen by `reveal`. */
  focusFirst(): void {
    const first = [...this.usual].find((id) => this.lit.has(id)) ?? [...this.lit][0];
    if (first) this.shown.get(first)?.group.focus({ preventScroll: this.tall });
  }

  /** The thing that has the focus, if one has. */
  get focused(): string | null {
    return document.activeElement?.closest<SVGGElement>(".thing")?.dataset.id ?? null;
  }

  /** Put the focus back on a thing after a move, or where it has gone on the first one that can be touched. */
  refocus(id: string): void {
    const group = this.shown.get(id)?.group;
    if (group && (this.lit.has(id) || this.chosen.has(id))) group.focus({ preventScroll: this.tall }); else this.focusFirst();
  }

  /** What a window on a larger board shows where nothing is to be touched next: what can be touched, or what matters. */
  private watched(): SVGGElement[] {
    const here = [...this.shown.values()].filter((shown) => shown.group.ownerSVGElement === this.main);
    const first = here.filter(({ thing }) => this.lit.has(thing.id));
    return (first.length ? first : here.filter(({ thing }) => thing.focal)).map(({ group }) => group);
  }

  /** Whether a thing is also a button of the bar, which is in sight anyway. */
  private isInBar({ panel, x, y }: Thing): boolean {
    const cells = this.scene?.panels.find((one) => one.id === panel)?.cells ?? [];
    return cells.some((cell) => cell.phone === "bar" && y >= (cell.y ?? 0) && y <= (cell.y ?? 0) + cell.height && x >= (cell.x ?? 0) && x <= (cell.x ?? 0) + cell.width);
  }

  /** What could be touched when the table was moved last. */
  private revealed = "";

  /** Move board and table so that something that can be touched is seen on each, and all of it where it fits. */
  reveal(): void {
    const all = [...this.usual].map((id) => this.shown.get(id)).filter((shown): shown is Shown => shown !== undefined);
    const lit = all.filter((shown) => !(this.tall && this.isInBar(shown.thing)));
    // Where only the bar has answers, what they are about is what the table begins with.
    const asked = [...this.usual].join(" ");
    if (all.length && !lit.length && this.rest.parentElement && asked !== this.revealed) this.rest.parentElement.scrollTop = 0;
    this.revealed = asked;
    for (const svg of [this.main, this.rest]) {
      const frame = svg.parentElement?.getBoundingClientRect();
      let groups = lit.filter((shown) => shown.group.ownerSVGElement === svg).map((shown) => shown.group);
      if (!groups.length && svg === this.main && this.isClose) groups = this.watched();
      if (!frame || !groups.length) continue;
      const boxes = groups.map((group) => group.getBoundingClientRect());
      const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
      // Where there is room for all of them none is cut.
      if (bottom - top <= frame.height) {
        const by = top < frame.top ? top - frame.top - EDGE : bottom > frame.bottom ? bottom - frame.bottom + EDGE : 0;
        const now = svg.parentElement!.scrollTop;
        // From its very top where they are seen there, too: nothing else is cut then.
        if (by) svg.parentElement!.scrollTop = bottom + now <= frame.bottom ? 0 : now + Math.round(by);
      }
      const seen = groups.some((group) => {
        const box = group.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
      });
      if (!seen) groups[0]!.scrollIntoView({ block: "center", inline: "center" });
    }
  }
}
