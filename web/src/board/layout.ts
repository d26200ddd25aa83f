// Lays the panels of a scene out in a window, and draws their backdrops: all where the scene puts them, or on a phone the
// board in one drawing and all other panels in another.
import { t } from "../common/language";
import { node } from "../common/svg";
import type { Panel, Thing } from "../common/types";
import { areSame, isDrawnAlike, seenOf } from "./backdrops";
import { enlarge, type Faces, facesOf, loosen } from "./lettering";
import { BOARD_SHARE, below, boxOfPanels, fitOf, GAP, LEAST_TALL, LEAST_WIDE, scaleOfBoard, ZOOM } from "./places";
import { isMadeForPhone, layOut, type Piece, pieceOf, type TallLayout } from "./tall";

// A board of small spaces is drawn so large that a finger can touch one, at most so much larger than the screen, in a lower window.
export const SPACE = 38;
const HARDLY = 1.25,
  CLOSEST = 2.6,
  NEAR_SHARE = 0.38,
  STRIP = 0.24;

export interface Place {
  svg: SVGSVGElement;
  x: number;
  y: number;
  scale: number;
}

export class Layout {
  readonly main = node("svg", { class: "scene", role: "group", "aria-label": t`Board` });
  readonly rest = node("svg", { class: "scene rest", role: "group", "aria-label": t`Table` });
  made: TallLayout | null = null;
  tall = false;
  beside: number | null = null;
  faces: Faces = { title: "sans-serif", text: "sans-serif" };
  private panels: Panel[] = [];
  private flowed = "";
  private places = new Map<string, Place>();
  /** The backdrops of panels that lie where the scene puts them. */
  private readonly grounds = new Map<string, { panel: Panel; group: SVGGElement }>();
  private width = 0;
  private height = 0;
  private scale = 1;
  private zoomed = false;
  private relaid = true;
  private laidTall = false;
  private laidWidth = 0;

  /** `all` are the things of the scene, those too that have no place on a phone. */
  constructor(private readonly all: Map<string, Thing>) {}

  /** A window has another size; whether the scene has to be shown again. */
  resize(tall: boolean, width: number, height: number, beside: number | null): boolean {
    if (width <= 0) return false;
    const same =
      tall && beside === null ? Math.abs(width - this.width) < 8 : width === this.width && height === this.height;
    if (tall === this.tall && same && beside === this.beside) return false;
    const isShown = this.panels.length > 0;
    const laid = tall === this.tall && !tall && isShown && !this.relaid;
    if (tall && !this.relaid) this.relaid = isShown;
    this.tall = tall;
    this.beside = beside;
    this.width = width;
    this.height = height;
    if (!laid) return isShown;
    this.laidWidth = width;
    this.fitWide(this.panels);
    return false;
  }

  zoom(): void {
    this.zoomed = !this.zoomed;
    this.relaid = true;
  }

  /** Panels as they lie now, or others. `clear` is told where all is drawn anew; what lies elsewhere now is given back. */
  show(panels: Panel[], clear: () => void): Set<string> {
    const isLaid =
      (this.places.size > 0 || this.made !== null) &&
      !this.relaid &&
      this.laidTall === this.tall &&
      this.laidWidth === this.width;
    const isSame = isLaid && areSame(this.panels, panels);
    this.panels = panels;
    if (isSame) return new Set();
    if (isLaid && !this.tall) return this.changePanels(panels);
    clear();
    this.layPanels(panels);
    this.findFace();
    return new Set();
  }

  private layPanels(panels: Panel[]): void {
    this.relaid = false;
    this.laidTall = this.tall;
    this.laidWidth = this.width;
    this.places.clear();
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
  private changePanels(panels: Panel[]): Set<string> {
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
    const before = this.main.getAttribute("viewBox");
    if (before !== boxOfPanels(panels).join(" ")) this.fitWide(panels);
    return moved;
  }

  /** Texts that would be too small to read are drawn larger. */
  enlarge(root: Element, scale = this.scale, print = this.tall ? LEAST_TALL : LEAST_WIDE): void {
    enlarge(root, scale, print, this.faces);
  }

  private findFace(): void {
    this.faces = facesOf(this.main);
    void document.fonts.ready.then(() => {
      for (const svg of [this.main, this.rest]) loosen(svg, this.faces);
    });
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
    const board = this.panels[0];
    if (!board?.dense || board.cells?.length) return this.zoomed ? ZOOM : 1;
    if (this.zoomed) return 1;
    const sides = [...this.all.values()]
      .filter((thing) => thing.panel === board.id && thing.kind === "space")
      .map((thing) => Math.min(thing.width, thing.height));
    const zoom = sides.length ? Math.min(CLOSEST, (SPACE * board.width) / (Math.min(...sides) * this.width)) : 1;
    return zoom > HARDLY ? zoom : 1;
  }

  get isClose(): boolean {
    return this.main.classList.contains("zoomed");
  }

  /** Whether a closer look shows more. */
  get canZoom(): boolean {
    return !this.made || this.made.pieces[0]?.isWhole === true;
  }

  /** How high the board is to be at least, in pixels: the whole first panel where it is one piece. */
  get leastHeight(): number {
    const first = this.made?.pieces[0];
    const board = this.panels[0];
    const share = board?.phone === "strip" ? STRIP : this.isClose && board?.dense ? NEAR_SHARE : BOARD_SHARE;
    return first?.isWhole ? Math.min(innerHeight * share, first.height * first.scale + 12) : innerHeight * 0.34;
  }

  /** Lay the pieces out for what stands on them now; whether they lie elsewhere than before. */
  flow(): boolean {
    const zoom = this.closeness();
    this.main.classList.toggle("zoomed", zoom > 1);
    this.made = layOut(this.panels, [...this.all.values()], this.width, zoom, this.beside === null ? null : this.near);
    const { pieces, column, hand } = this.made;
    const flowed = JSON.stringify(pieces.map(({ panel, ...where }) => [panel.id, where]));
    if (flowed === this.flowed) return false;
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
    return true;
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

  placeOf(thing: Thing): Place | undefined {
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

  private size(svg: SVGSVGElement, width: number, height: number): void {
    svg.style.width = `${Math.round(width)}px`;
    svg.style.height = `${Math.round(height)}px`;
  }
}
