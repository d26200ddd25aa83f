// Texts of a scene: those that would be too small to read are drawn larger, and all stay within their room.

const HIDING = 0.8;
const pen = document.createElement("canvas").getContext("2d");

export interface Faces {
  title: string;
  text: string;
}

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
  if (pen.measureText(text.textContent ?? "").width <= room) {
    text.removeAttribute("textLength");
    return;
  }
  text.setAttribute("textLength", String(room));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

export function loosen(root: Element, faces: Faces): void {
  for (const text of root.querySelectorAll<SVGTextElement>("text[data-room]")) keepWithin(text, faces);
}

/** The faces of the world that a drawing shows. */
export function facesOf(drawing: Element): Faces {
  const style = getComputedStyle(drawing.querySelector("[data-world]") ?? drawing);
  return {
    title: style.getPropertyValue("--title-face") || "sans-serif",
    text: style.getPropertyValue("--text-face") || "sans-serif",
  };
}

/** Texts that would be smaller than `print` at this scale are drawn larger, around their middle. */
export function enlarge(root: Element, scale: number, print: number, faces: Faces): void {
  // Before the page has a size there is nothing to read.
  if (scale <= 0) return;
  // Sizes are written in tenths: none may be a little less than what can be read.
  const least = Math.ceil((10 * print) / scale) / 10;
  for (const text of root.querySelectorAll<SVGTextElement>("text")) {
    text.dataset.size ??= text.getAttribute("font-size") ?? "";
    text.dataset.y ??= text.getAttribute("y") ?? "";
    const size = Number(text.dataset.size),
      shown = Math.max(size, least);
    const badge = text.parentElement!.closest<SVGGElement>(".badge");
    if (badge) {
      growBadge(badge, size, shown / size);
      continue;
    }
    text.setAttribute("font-size", shown.toFixed(1));
    text.setAttribute("y", (Number(text.dataset.y) + (shown - size) * 0.36).toFixed(1));
    keepWithin(text, faces);
  }
}
