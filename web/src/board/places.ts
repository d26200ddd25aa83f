// Where the panels of a scene lie in a window, and how large they are drawn.
import type { Panel } from "../common/types";

export const GAP = 10;
// The smallest print of a scene, and how large it is shown at least: on a laptop, on a phone.
const PRINT = 13;
export const LEAST_WIDE = 13,
  LEAST_TALL = 15;
/** How much of a phone's screen the board takes at most. */
export const BOARD_SHARE = 0.5;
// In a small window texts are enlarged; where that would not do, the board keeps its size and is moved instead.
const LEAST_FIT = 0.88;
// Beside an open drawer or the words of a lesson it may be smaller.
const LEAST_BESIDE = 0.7,
  WITH_DRAWER = 0.81,
  WITH_COACH = 0.8;
// So small a board with small print is still shown whole beside its panels.
const WHOLE = 0.8;
// A small wide window with a mouse is a page that was enlarged: what is small in it is large on the screen.
const LEAST_ENLARGED = 0.8;
const LARGEST_PANEL = 1.35;
/** How much larger a board is drawn for somebody who wants to look closer. */
export const ZOOM = 1.8;

type Box = [left: number, top: number, width: number, height: number];

export function boxOfPanels(panels: Panel[]): Box {
  const left = Math.min(...panels.map((panel) => panel.x)),
    top = Math.min(...panels.map((panel) => panel.y));
  const right = Math.max(...panels.map((panel) => panel.x + panel.width));
  const bottom = Math.max(...panels.map((panel) => panel.y + panel.height));
  return [left - 2, top - 2, right - left + 4, bottom - top + 4];
}

/** All panels where the scene puts them: what is seen, how large, and whether it is larger than the window. */
export function fitOf(panels: Panel[], width: number, height: number): { box: Box; scale: number; isMoved: boolean } {
  const box = boxOfPanels(panels);
  const fitting = Math.min(width / box[2], height / box[3]);
  const isShared = width < innerWidth * WITH_DRAWER || height < innerHeight * WITH_COACH;
  const least = isShared ? LEAST_BESIDE : LEAST_FIT;
  return { box, scale: Math.max(least, fitting), isMoved: fitting < least };
}

/** How large the board is drawn: all of it; one with small print as large as it must be to be read, and moved with a
 * finger. `beside` is how high it may be where its panels lie beside it. */
export function scaleOfBoard(board: Panel, width: number, beside: number | null, isZoomed: boolean): number {
  const fitting = Math.min(width / board.width, (beside ?? innerHeight * BOARD_SHARE) / board.height);
  const isWhole = beside !== null && fitting >= WHOLE;
  return board.dense && !isWhole
    ? isZoomed
      ? fitting
      : Math.max(fitting, LEAST_TALL / PRINT)
    : fitting * (isZoomed ? ZOOM : 1);
}

/** Panels one below the other: where each lies, and how wide and high all of them are. */
export function below(
  panels: Panel[],
  width: number,
  isBeside: boolean,
): { places: Map<string, { x: number; y: number; scale: number }>; width: number; height: number } {
  const least = isBeside && matchMedia("(pointer: fine)").matches ? LEAST_ENLARGED : LEAST_TALL / PRINT;
  const scaleOf = (panel: Panel) => Math.max(least, Math.min(LARGEST_PANEL, width / panel.width));
  const total = Math.max(width, ...panels.map((panel) => panel.width * scaleOf(panel)));
  const places = new Map<string, { x: number; y: number; scale: number }>();
  let y = 0;
  for (const panel of panels) {
    const scale = scaleOf(panel);
    places.set(panel.id, { x: total > width ? 0 : (width - panel.width * scale) / 2, y, scale });
    y += panel.height * scale + GAP;
  }
  return { places, width: total, height: Math.max(1, y) };
}
