// The layout of a scene that is made for a phone: panels and their cells flow down a column as wide as the screen, and
// what a hand needs lies below it. Nothing is wider than the screen.
import type { Cell, Panel, Thing } from "../common/types";

const EDGE = 6,
  GAP = 5,
  BETWEEN = 10;
// A run of cells is at least as large as print of 14 needs to be read on a phone, and at most so large. What stands by
// itself may be smaller: its texts are enlarged.
const LEAST = 15 / 14,
  LEAST_LOOSE = 0.98,
  LARGEST = 1.35;

/** A piece of a panel on the screen: what it shows of the panel, where its corner lies, and how large it is drawn. */
export interface Piece {
  panel: Panel;
  left: number;
  top: number;
  width: number;
  height: number;
  x: number;
  y: number;
  scale: number;
  isNear: boolean;
  thing?: string;
  isWhole?: boolean;
}
export interface TallLayout {
  pieces: Piece[];
  column: number;
  hand: number;
}

export function isMadeForPhone(panels: Panel[]): boolean {
  return panels.some((panel) => panel.phone);
}

/** Lay all panels out for a screen so wide; `zoom` enlarges the first one. All but the first may lie `beside` it, so wide. */
export function layOut(
  panels: Panel[],
  things: Thing[],
  width: number,
  zoom = 1,
  beside: number | null = null,
): TallLayout {
  const flows = { column: new Flow(width - 2 * EDGE), hand: new Flow((beside ?? width) - 2 * EDGE) };
  for (const [number, panel] of panels.entries()) {
    const own = things.filter((thing) => thing.panel === panel.id && !thing.aside);
    const isNear = beside !== null && number > 0;
    const put = (phone: string | undefined) =>
      phone === "bar" ? null : phone === "hand" || isNear ? flows.hand : flows.column;
    if (panel.cells?.length) {
      for (const run of runs(panel.cells))
        put(run[0]!.phone ?? panel.phone)?.add(run.flatMap((cell) => framesOf(panel, cell, own)));
      flows.column.part();
      flows.hand.part();
    } else
      put(panel.phone)?.addWhole(panel, number === 0 ? panel.height : contentOf(panel, own), number === 0 ? zoom : 1);
  }
  const pieces = [...flows.column.pieces, ...flows.hand.pieces.map((piece) => ({ ...piece, isNear: true }))];
  return { pieces, column: flows.column.height, hand: flows.hand.height };
}

/** The piece on which a thing stands. */
export function pieceOf(pieces: Piece[], thing: Thing): Piece | null {
  if (thing.aside) return null;
  const of = pieces.filter((piece) => piece.panel.id === thing.panel);
  const alone = of.find((piece) => piece.thing === thing.id);
  if (alone) return alone;
  const inside = (piece: Piece) =>
    thing.x >= piece.left &&
    thing.x <= piece.left + piece.width &&
    thing.y >= piece.top &&
    thing.y <= piece.top + piece.height;
  return of.find((piece) => !piece.thing && (piece.isWhole || inside(piece))) ?? null;
}

interface Frame {
  panel: Panel;
  left: number;
  top: number;
  width: number;
  height: number;
  thing?: string;
}

class Flow {
  readonly pieces: Piece[] = [];
  private y = EDGE;
  constructor(private readonly width: number) {}

  get height(): number {
    return this.pieces.length ? this.y + EDGE : 0;
  }

  /** Some room before what comes next. */
  part(): void {
    if (this.pieces.length) this.y += BETWEEN - GAP;
  }

  /** Cells of one size, side by side, as many rows as they need. */
  add(frames: Frame[]): void {
    if (!frames.length) return;
    const widest = Math.max(...frames.map((frame) => frame.width));
    const least = frames.every((frame) => frame.thing) ? LEAST_LOOSE : LEAST;
    const most = Math.max(1, Math.floor((this.width + GAP) / (widest * least + GAP)));
    const inRow = Math.ceil(frames.length / Math.ceil(frames.length / most));
    const scale = Math.min(LARGEST, (this.width - GAP * (inRow - 1)) / inRow / widest);
    // What is as large as it gets stands in the middle.
    const left = EDGE + Math.max(0, this.width - inRow * widest * scale - GAP * (inRow - 1)) / 2;
    for (let first = 0; first < frames.length; first += inRow) {
      const row = frames.slice(first, first + inRow);
      for (const [place, frame] of row.entries())
        this.pieces.push({ ...frame, x: left + place * (widest * scale + GAP), y: this.y, scale, isNear: false });
      this.y += Math.max(...row.map((frame) => frame.height)) * scale + GAP;
    }
  }

  addWhole(panel: Panel, height: number, zoom: number): void {
    if (!height) return;
    const scale = Math.min(this.width / panel.width, LARGEST) * zoom;
    const x = EDGE + Math.max(0, (this.width - panel.width * scale) / 2);
    this.pieces.push({
      panel,
      left: 0,
      top: 0,
      width: panel.width,
      height,
      x,
      y: this.y,
      scale,
      isNear: false,
      isWhole: true,
    });
    this.y += height * scale + BETWEEN;
  }
}

/** Cells in runs, each from a fresh one on. */
function runs(cells: Cell[]): Cell[][] {
  const found: Cell[][] = [];
  for (const cell of cells) {
    if (cell.fresh || !found.length) found.push([]);
    found.at(-1)!.push(cell);
  }
  return found;
}

/** What a cell shows: itself down to what stands lowest, each of its things, or nothing where it is empty. */
function framesOf(panel: Panel, cell: Cell, things: Thing[]): Frame[] {
  const left = cell.x ?? 0,
    top = cell.y ?? 0;
  const inside = things.filter(({ x, y }) => x >= left && x <= left + cell.width && y >= top && y <= top + cell.height);
  if (cell.loose)
    return inside.map((thing) => ({
      panel,
      left: thing.x - thing.width / 2 - 1,
      top: thing.y - thing.height / 2 - 1,
      width: thing.width + 2,
      height: thing.height + 2,
      thing: thing.id,
    }));
  if (cell.lasting) return [{ panel, left, top, width: cell.width, height: cell.height }];
  return inside.length
    ? [{ panel, left, top, width: cell.width, height: Math.min(cell.height, lowest(inside) - top + 2) }]
    : [];
}

/** How high a panel is that is as high as what stands on it. */
function contentOf(panel: Panel, things: Thing[]): number {
  if (!things.length) return 0;
  return Math.min(panel.height, lowest(things) + 6);
}

function lowest(things: Thing[]): number {
  return Math.max(...things.map((thing) => thing.y + thing.height / 2));
}
