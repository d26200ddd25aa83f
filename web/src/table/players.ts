// Who plays: names, whose turn it is, clocks.

import { duration, fill, h, seatMark } from "../common/dom";
import { t } from "../common/language";
import type { TableState } from "./tablestate";

export class Players {
  readonly element = h("div", { class: "players" });

  constructor(private readonly state: TableState) {}

  draw(): void {
    const { position, table } = this.state;
    if (!position) return;
    const shown = this.state.showing();
    // On a phone the own name gives its room to those of the others.
    const isMe = (seat: number) => this.state.narrow && table!.yours.length === 1 && table!.yours[0] === seat;
    const now = Date.now() / 1000 + this.state.clockOffset;
    fill(
      this.element,
      ...position.seats.map((seat, number) => {
        const due = shown ? number === shown.actor : position.due.includes(number);
        const here = seat.bot || seat.here || table!.yours.includes(number);
        const left =
          position.clock.kind === "none"
            ? null
            : (position.clock.left[number] ?? 0) -
              (position.clock.running.includes(number) && !position.clock.holiday?.length
                ? now - position.clock.at
                : 0);
        return h(
          "span",
          {
            class: `player${due ? " due" : ""}${here ? "" : " away"}${isMe(number) ? " me" : ""}`,
            title: seat.free ? t`free` : here ? "" : t`away`,
          },
          seatMark(number),
          h("span", { class: "name" }, seat.free ? t`free` : isMe(number) ? t`You` : seat.name),
          position.clock.holiday?.includes(number) ? h("span", { class: "soft" }, t`on holiday`) : null,
          left === null || position.status !== "playing"
            ? null
            : h("span", { class: `clock${left < 20 ? " short" : ""}` }, duration(left)),
        );
      }),
      position.watching ? h("span", { class: "soft watching" }, t`${position.watching} watching`) : null,
    );
  }
}
