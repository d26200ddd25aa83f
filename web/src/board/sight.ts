// What of a board is in sight: a window on a larger board goes to what can be touched, or to what moves.
import { isStill } from "../common/dom";
import type { Scene, Thing } from "../common/types";
import { type Layout, SPACE } from "./layout";
import type { Marks, Shown } from "./marks";

// What is brought into sight keeps so far from the edge.
const EDGE = 6;

export class Sight {
  constructor(
    private readonly laid: Layout,
    private readonly marks: Marks,
    private readonly shown: Map<string, Shown>,
    private readonly scene: () => Scene | null,
  ) {}

  /** A board that is larger than its window follows what moves on it. */
  follow(moved: Thing[]): void {
    const frame = this.laid.main.parentElement,
      last = moved.at(-1),
      place = last ? this.laid.placeOf(last) : undefined;
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

  /** What a window on a larger board, or on a part of one, shows where nothing is to be touched next: what can be touched, or what matters. */
  private watched(): SVGGElement[] {
    const here = [...this.shown.values()].filter((shown) => shown.group.ownerSVGElement === this.laid.main);
    const first = here.filter(({ thing }) => this.marks.lit.has(thing.id));
    return (first.length ? first : here.filter(({ thing }) => thing.focal)).map(({ group }) => group);
  }

  /** Whether a thing is also a button of the bar, which is in sight anyway. */
  private isInBar({ panel, x, y }: Thing): boolean {
    const cells = this.scene()?.panels.find((one) => one.id === panel)?.cells ?? [];
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
    const lit = all.filter((shown) => !(this.laid.tall && this.isInBar(shown.thing)));
    // Where only the bar has answers, what they are about is what the table begins with.
    const asked = [...this.marks.usual].join(" ");
    if (all.length && !lit.length && this.laid.rest.parentElement && asked !== this.revealed)
      this.laid.rest.parentElement.scrollTop = 0;
    this.revealed = asked;
    for (const svg of [this.laid.main, this.laid.rest]) {
      const frame = svg.parentElement?.getBoundingClientRect();
      const here = lit.filter((shown) => shown.group.ownerSVGElement === svg),
        hinted = here.filter(({ thing: { id } }) => this.marks.hinted.has(id) && !this.marks.chosen.has(id));
      let groups = (hinted.length ? hinted : here).map((shown) => shown.group);
      if (
        !groups.length &&
        svg === this.laid.main &&
        frame &&
        (this.laid.isClose || svg.getBoundingClientRect().height > frame.height + 2 * EDGE)
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
        const [across, down] = svg === this.laid.main && this.laid.isClose ? [box.width / 2, box.height / 2] : [0, 0];
        return (
          x - across >= frame.left && x + across <= frame.right && y - down >= frame.top && y + down <= frame.bottom
        );
      });
      // Answers that lie below each other are read from the first.
      if (!seen) groups[0]!.scrollIntoView({ block: svg === this.laid.rest ? "start" : "center", inline: "center" });
    }
  }
}
