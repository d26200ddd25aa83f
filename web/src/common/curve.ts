// The chances of a match as a curve.
import { t } from "./language";
import { node } from "./svg";

/** Each seat's share of the win after every action. */
export interface Chances {
  names: string[];
  shares: number[][];
}

export const WIDTH = 600;
const HEIGHT = 120;

export function curve(analysis: Chances): SVGSVGElement {
  const label = t`Estimated share of the win after each action, for ${analysis.names.join(", ")}`;
  const svg = node("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    class: "curve",
    role: "img",
    "aria-label": label,
  });
  const last = Math.max(1, analysis.shares.length - 1);
  svg.append(node("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "half" }));
  analysis.names.forEach((_, seat) => {
    const points = analysis.shares
      .map((shares, step) => `${(step / last) * WIDTH},${HEIGHT - (shares[seat] ?? 0) * HEIGHT}`)
      .join(" ");
    svg.append(node("polyline", { points, class: `line seat${seat % 4}` }));
  });
  svg.append(node("line", { y1: 0, y2: HEIGHT, class: "cursor" }));
  return svg;
}
