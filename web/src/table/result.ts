// The banner above the board: a lost connection, the waiting room, questions between players, and the result.

import { api } from "../common/api";
import { fill, h, seatMark, sorry } from "../common/dom";
import { t } from "../common/language";
import { go } from "../common/route";
import { address, invitation, replayAddress } from "../common/share";
import { LADDER, type Position } from "../common/types";
import type { Ending } from "./ending";
import type { Source } from "./live";
import type { Room } from "./room";
import type { TableState } from "./tablestate";
import type { Talk } from "./talk";

/** What whoever asked for a takeback is told. */
export function refusalText(position: Position): string {
  return t`${position.seats[position.refused?.by ?? -1]?.name ?? t`Somebody`} does not agree to take your move back.`;
}

export class Banner {
  readonly element = h("div", { class: "banner", role: "region", "aria-label": t`News of the table` });
  offline = false;
  private ending: Ending | null = null;
  private room: Room | null = null;

  constructor(
    private readonly state: TableState,
    private readonly live: () => Source,
    private readonly openRule: (rule: string) => void,
    private readonly copyLink: () => void,
    private readonly talk: () => Talk,
  ) {}

  /** Only a table that waits for people needs it. */
  private async openRoom(): Promise<void> {
    const { Room } = await import("./room");
    this.room ??= new Room(this.state, this.live, this.copyLink, this.talk);
    this.draw();
  }

  /** The match has ended before my eyes: its end is shown over the table. */
  async end(): Promise<void> {
    const { Ending } = await import("./ending");
    this.ending = new Ending(this.state, this.openRule, () => this.draw());
    this.ending.open();
    this.draw();
  }

  draw(): void {
    const { position, table } = this.state;
    const parts: (HTMLElement | null)[] = [];
    if (this.offline) parts.push(h("p", {}, t`The connection is lost; it is being made again …`));
    if (position && table) {
      if (position.status === "open" && !this.room) void this.openRoom();
      else if (position.status === "open") parts.push(this.room!.draw(position));
      parts.push(this.handOver(position), this.offer(position), this.refusal(position));
      if (position.seats[this.state.you]?.out && !position.result && !this.state.isShowing)
        parts.push(
          h(
            "p",
            { class: "out" },
            h("strong", {}, t`You are out of this match.`),
            t` The others play on; you may watch or leave.`,
          ),
        );
      if (position.result && !this.state.isShowing) parts.push(this.resultPanel(position));
    }
    const shown = parts.filter((part) => part !== null),
      now = [...this.element.children];
    // What stays is not taken out: whoever writes in it goes on.
    if (shown.length !== now.length || shown.some((part, place) => part !== now[place])) fill(this.element, ...parts);
    // While people are waited for there is nothing else on the page.
    this.element.setAttribute("role", position?.status === "open" ? "main" : "region");
    this.element.hidden = parts.every((part) => part === null);
  }

  private handOver(position: Position): HTMLElement | null {
    const seat = this.state.coveredFor;
    if (seat === null) return null;
    return h(
      "div",
      { class: "hand-over" },
      h("p", {}, t`Hand the device to ${position.seats[seat]?.name ?? t`the next player`}.`),
      h(
        "button",
        { class: "main", onclick: () => void this.live().send({ type: "sit", seat }) },
        t`I am ${position.seats[seat]?.name ?? t`here`}`,
      ),
    );
  }

  /** Whoever asked for a takeback is told that there is none, and by whom, until something happens. */
  private refusal(position: Position): HTMLElement | null {
    const { refused } = position;
    if (!refused || !this.state.table!.yours.includes(refused.seat)) return null;
    return h("p", { class: "refused" }, refusalText(position));
  }

  private offer(position: Position): HTMLElement | null {
    const asked = position.offer && this.state.table!.yours.find((seat) => !position.offer!.agreed.includes(seat));
    if (!position.offer || asked === undefined || asked === null) return null;
    return h(
      "p",
      {},
      t`${position.seats[position.offer.seat]?.name ?? t`Somebody`} asks to take a move back. `,
      h("button", { class: "main", onclick: () => void this.answer(asked, true) }, t`Agree`),
      " ",
      h("button", { onclick: () => void this.answer(asked, false) }, t`No`),
    );
  }

  private async answer(seat: number, agree: boolean): Promise<void> {
    const reply = await this.live().send({ type: "answer", seat, agree });
    if (!reply.ok) sorry(reply.text);
  }

  private resultPanel(position: Position): HTMLElement {
    const { result } = position;
    if (this.ending?.isOpen) return this.ending.draw(position, this.buttons());
    return h(
      "div",
      { class: "result" },
      h("strong", {}, this.state.resultText()),
      " ",
      result!.rule ? h("button", { class: "link", onclick: () => this.openRule(result!.rule) }, result!.rule) : null,
      this.standing(position),
      h("span", { class: "row" }, ...this.buttons()),
    );
  }

  /** What comes after a match. */
  private buttons(): HTMLElement[] {
    return [
      ...this.againButtons(),
      h(
        "a",
        { class: "button course", href: address(`/match/${this.state.id}`, { invite: invitation() }) },
        t`Course of the match`,
      ),
      h("a", { class: "button", href: replayAddress(this.state.id) }, t`Replay`),
      h("a", { class: "button", href: "/" }, t`To the games`),
    ];
  }

  /** The players in the order of their scores, with their points; winners first, in gold. */
  private standing(position: Position): HTMLElement {
    const { points, scores } = position.result!;
    const best = Math.max(...scores);
    const order = position.seats
      .map((_, seat) => seat)
      .sort((one, other) => scores[other]! - scores[one]! || points[other]! - points[one]!);
    return h(
      "ol",
      { class: "standing", "aria-label": this.state.table!.points_are },
      ...order.map((seat) =>
        h(
          "li",
          { class: scores[seat] === best && best > 0 ? "first" : "" },
          seatMark(seat),
          h("span", {}, position.seats[seat]!.name),
          h("b", {}, String(points[seat])),
          this.state.table!.points_are === "points" ? null : h("span", { class: "soft" }, this.state.table!.points_are),
        ),
      ),
    );
  }

  /** Whoever sat here plays the same game again: in the same seat, or with everybody moved on by one. */
  private againButtons(): HTMLElement[] {
    const table = this.state.table!;
    if (table.tournament)
      return [h("a", { class: "button main", href: `/tournament/${table.tournament}` }, t`To the tournament`)];
    if (table.daily) return [h("a", { class: "button main", href: "/daily" }, t`How others did today`)];
    if (!table.yours.length) return [];
    const again = async (moved: number, bot?: string) => {
      try {
        go(`/table/${(await api<{ table: string }>(`/tables/${this.state.id}/again`, { moved, bot })).table}`);
      } catch (error) {
        sorry(error);
      }
    };
    // Somebody has asked for it: there is one table for all.
    if (this.state.again)
      return [
        h(
          "button",
          { class: "main", "data-again": 0, onclick: () => void again(0) },
          t`Play again with ${this.state.again.by}`,
        ),
      ];
    const next = this.nextRung();
    return [
      next
        ? h("button", { class: "main", "data-next": next, onclick: () => void again(0, next) }, t`Now against ${next}`)
        : null,
      h("button", { class: next ? "" : "main", "data-again": 0, onclick: () => void again(0) }, t`Play again`),
      h("button", { "data-again": 1, onclick: () => void again(1) }, t`Change seats`),
    ].filter((button) => button !== null);
  }

  /** After a win against bots: the level above the strongest of them. */
  private nextRung(): string | undefined {
    const { position, table, outcome } = this.state;
    const others = position!.seats.filter((_, seat) => !table!.yours.includes(seat));
    if (outcome !== "won" || !others.every((seat) => seat.bot)) return undefined;
    return LADDER[Math.max(...others.map((seat) => LADDER.indexOf(seat.bot ?? ""))) + 1];
  }
}
