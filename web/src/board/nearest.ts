// What lies next in the direction of an arrow key.

/** The answers that are asked for at a spot. */
export function answersAtSpot(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".choice-bar.spot:not([hidden]) button")];
}

/** Where a thing is: its ring, whatever sticks out of it. */
export function ringOf(one: Element): DOMRect {
  return (one.querySelector(":scope > .ring") ?? one).getBoundingClientRect();
}

/** What lies next in the direction of an arrow key: what lies ahead before what lies more to a side. */
export function nearest<One extends Element>(start: DOMRect, key: string, others: One[]): One | null {
  const dx = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const dy = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  let best: One | null = null,
    least = Infinity;
  for (const one of others) {
    const box = ringOf(one);
    const x = box.x + box.width / 2 - start.x - start.width / 2,
      y = box.y + box.height / 2 - start.y - start.height / 2;
    const ahead = x * dx + y * dy,
      aside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = ahead + 2 * aside + (aside > 2 * ahead ? 10_000 : 0);
    if (ahead > 2 && far < least) {
      least = far;
      best = one;
    }
  }
  return best;
}
