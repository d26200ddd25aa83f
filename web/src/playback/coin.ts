// What flies over the board: a shot, and a coin that spins over a place of the board and falls on a face. It lies over the page and not in the drawing, so that
// nothing of the board is painted anew while it spins; no touch stops at it.
import { h } from "../common/dom";
import { node } from "../common/svg";
import type { Coin } from "../common/types";

// How large it is, of the place that it spins over, and for how long of its time it spins.
const SHARE = 0.8,
  LEAST = 40;
export const SPINNING = 0.6;

/** Throw a coin over a place; it is gone after that time. */
export function toss({ picture, label, good }: Coin, place: DOMRect, layer: HTMLElement, time: number): void {
  const face = node("svg", { viewBox: "-36 -36 72 72" });
  face.innerHTML = picture;
  const coin = h(
    "div",
    { class: good ? "coin" : "coin bad" },
    h(
      "div",
      { class: "coin-flip" },
      h("span", { class: "coin-face" }, face),
      h("span", { class: "coin-face coin-back" }),
    ),
    h("b", {}, label),
  );
  coin.style.left = `${place.x + place.width / 2}px`;
  coin.style.top = `${place.y + place.height / 2}px`;
  coin.style.setProperty("--size", `${Math.round(Math.max(LEAST, SHARE * Math.min(place.width, place.height)))}px`);
  coin.style.setProperty("--spin", `${Math.round(SPINNING * time)}ms`);
  layer.append(coin);
  setTimeout(() => coin.remove(), time);
}

/** A shot flies from the middle of a place to that of another. */
export function fly(start: DOMRect, end: DOMRect, layer: HTMLElement): void {
  const bolt = h("span", { class: "bolt" });
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  const [farX, farY] = [end.x + end.width / 2 - x, end.y + end.height / 2 - y];
  Object.assign(bolt.style, { left: `${x}px`, top: `${y}px` });
  bolt.style.setProperty("--turn", `${Math.atan2(farY, farX)}rad`);
  bolt.style.setProperty("--far", `${Math.hypot(farX, farY)}px`);
  layer.append(bolt);
  setTimeout(() => bolt.remove(), 520);
}
