// Panels of a scene: whether they stay as they are, and what a piece of one shows of its backdrop.
import { node } from "../common/svg";
import type { Panel, Scene } from "../common/types";
import type { Piece } from "./tall";

interface Part {
  markup: string;
  box: DOMRect;
}
const measured = new Map<string, Part[]>();

/** The parts of a panel's backdrop and where they lie, measured once; null while the drawing has no size to go by. */
function partsOf(backdrop: string, drawing: SVGSVGElement): Part[] | null {
  const known = measured.get(backdrop);
  if (known || !drawing.getBoundingClientRect().width) return known ?? null;
  const probe = node("g");
  probe.innerHTML = backdrop;
  drawing.append(probe);
  const parts = [...probe.children].map((part) => ({
    markup: part.outerHTML,
    box: (part as SVGGraphicsElement).getBBox(),
  }));
  probe.remove();
  measured.set(backdrop, parts);
  return parts;
}

export function isSame(one: Panel, other: Panel): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two panels are drawn alike where each lies where the scene puts it: a phone alone goes by all else that they say. */
export function isDrawnAlike(one: Panel, other: Panel): boolean {
  return one.x === other.x && one.y === other.y && one.markup === other.markup;
}

export function areSame(some: Panel[], others: Panel[]): boolean {
  return some.length === others.length && some.every((one, place) => isSame(one, others[place]!));
}

/** Put the outlines of icons, which a scene brings once, where they are drawn. */
export function fillIn(scene: Scene): void {
  const outlines = scene.outlines;
  if (!outlines) return;
  for (const part of [...scene.panels, ...scene.things])
    part.markup = part.markup.replace(/ d="#(\w+)"/g, (_, name: string) => ` d="${outlines[name]}"`);
  delete scene.outlines;
}

/** What a piece shows of its panel's backdrop. */
export function seenOf(backdrop: string, { left, top, width, height }: Piece, drawing: SVGSVGElement): string {
  const isSeen = ({ box }: Part) =>
    box.x < left + width && box.x + box.width > left && box.y < top + height && box.y + box.height > top;
  return (
    partsOf(backdrop, drawing)
      ?.filter(isSeen)
      .map((part) => part.markup)
      .join("") ?? backdrop
  );
}
