// Threats and ranges: what the pieces of the others could reach in their turn, as dots on the table; and for a piece or a
// place under the mouse or with the focus, what it reaches and what reaches it.

import type { Board } from "../board/board";
import { thingsAt } from "../board/dragging";
import { announce, toast, untoast } from "../common/dom";
import { t } from "../common/language";
import { node } from "../common/svg";
import type { Reach } from "../common/types";
import type { Source } from "../table/live";
import type { TableState } from "../table/tablestate";

const MOST_DOTS = 3;

/** What is feared of a piece: whom it hits as it stands, where the game has that, else where it could get to. */
function strikes(reach: Reach): string[] {
  return reach.hits ?? reach.places;
}

export class Reaches {
  isOn = false;
  private found: Reach[] = [];
  private askedAt = "";
  private pointed = "";

  constructor(
    private readonly state: TableState,
    private readonly board: Board,
    private readonly live: () => Source,
    private readonly changed: () => void,
  ) {
    for (const svg of [board.main, board.rest]) {
      svg.addEventListener("pointermove", (event) => {
        if (this.isOn) this.point(thingsAt(event.clientX, event.clientY));
      });
      svg.addEventListener("focusin", (event) => {
        if (this.isOn) this.point([(event.target as Element).closest<SVGGElement>(".thing")?.dataset.id ?? ""]);
      });
    }
  }

  /** Show what can be reached, or hide it. */
  toggle(): void {
    if (!this.state.table?.reaches) {
      toast(t`This game has no ranges to show.`, undefined, 3);
      return;
    }
    this.isOn = !this.isOn;
    this.isExplained = false;
    this.askedAt = "";
    untoast("reaching");
    announce(this.isOn ? t`What the others could reach is shown.` : t`What the others could reach is hidden.`);
    void this.renew();
    this.changed();
  }

  /** Ask again where the table has changed. */
  async renew(): Promise<void> {
    const at = `${this.state.position?.number} ${this.state.you}`;
    if (!this.isOn || at === this.askedAt) {
      this.draw();
      return;
    }
    this.askedAt = at;
    const reply = await this.live().send({ type: "look", reach: true });
    if (this.askedAt !== at || !reply.ok) return;
    this.found = reply.reaches ?? [];
    if (!this.isExplained) this.explain();
    this.draw();
  }

  private isExplained = false;
  private explain(): void {
    this.isExplained = true;
    const marks = this.found.some((reach) => reach.hits)
      ? t`A cross in a player's colour: pieces of others there are hit.`
      : t`A dot in a player's colour: one of their pieces could get there in their next turn.`;
    toast(t`${marks} Point at a piece to see where it could go.`, undefined, 8, "reaching");
  }

  private point(ids: string[]): void {
    const id = ids.find((one) => this.found.some((reach) => reach.thing === one || strikes(reach).includes(one))) ?? "";
    if (id === this.pointed) return;
    this.pointed = id;
    this.draw();
  }

  draw(): void {
    for (const svg of [this.board.main, this.board.rest]) {
      for (const old of svg.querySelectorAll(".reach-dots")) old.remove();
      for (const old of svg.querySelectorAll(".in-reach")) old.classList.remove("in-reach");
    }
    if (!this.isOn || !this.found.length) return;
    const isHit = this.found.some((reach) => reach.hits);
    for (const [place, seats] of this.threats()) this.dot(place, seats, isHit);
    for (const id of this.related()) this.board.groupOf(id)?.classList.add("in-reach");
  }

  /** Whose pieces strike or reach each place, but for one's own. */
  private threats(): Map<string, number[]> {
    const places = new Map<string, number[]>();
    for (const reach of this.found) {
      if (reach.seat === this.state.you) continue;
      for (const place of strikes(reach)) places.set(place, [...(places.get(place) ?? []), reach.seat]);
    }
    return places;
  }

  /** What the thing that is pointed at reaches, and what reaches it. */
  private related(): string[] {
    const mine = this.found.filter((reach) => reach.thing === this.pointed).flatMap((reach) => reach.places);
    return mine.length
      ? mine
      : this.found.filter((reach) => strikes(reach).includes(this.pointed)).map((reach) => reach.thing);
  }

  private dot(place: string, seats: number[], isHit: boolean): void {
    const group = this.board.groupOf(place),
      thing = this.board.thingOf(place);
    if (!group || !thing) return;
    const dots = node("g", { class: "reach-dots" });
    seats.slice(0, MOST_DOTS).forEach((seat, number) => {
      const x = -thing.width / 2 + 10 + 12 * number,
        y = -thing.height / 2 + 10;
      const by = { class: `by${seat % 4}` };
      dots.append(
        isHit
          ? node("path", { ...by, d: `M${x - 3} ${y - 3}l10 10m0 -10l-10 10` })
          : node("circle", { ...by, r: 5, cx: x, cy: y }),
      );
    });
    group.append(dots);
  }
}
