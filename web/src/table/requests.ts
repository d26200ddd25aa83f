// What a player asks of a table beside moving: to take a move back, a hint, to see a step again, to resign.

import { api } from "../common/api";
import { agreed, announce, h, sorry, toast, uncover } from "../common/dom";
import { t } from "../common/language";
import { copyAddress } from "../common/share";
import { writtenOut } from "../playback/wire";
import type { Moves, Parts } from "../touch/moves";
import type { ClaimFacts } from "./advance";

const HINTED = ".thing.hinted, .choice-bar .hinted";

export class Requests {
  constructor(
    private readonly parts: Parts,
    private readonly moves: Moves,
  ) {}

  /** Point at things of the board. */
  point(path: string[]): void {
    this.parts.chooser.cancel();
    this.moves.hinted = { path };
    this.parts.draw();
    uncover(HINTED);
  }

  async undo(): Promise<void> {
    if (this.parts.chooser.cancel()) {
      this.parts.draw();
      return;
    }
    const reply = await this.parts.live().send({ type: "undo", seat: this.parts.state.you });
    if (!reply.ok) sorry(reply.text);
    else if (reply.done === "asked") toast(t`You have asked to take your last move back.`);
  }

  /** See a step of the log again, and then the table as it is. */
  async again(step: number): Promise<void> {
    const reply = await this.parts.live().send({ type: "film", step });
    if (!reply.ok) {
      sorry(reply.text);
      return;
    }
    this.parts.playback.finish();
    if (!reply.scene || !this.parts.board.current) return;
    const { scene, frames, stage } = writtenOut({ scene: reply.scene, frames: reply.frames, stage: reply.stage });
    void this.parts.playback.replay(scene, frames, this.parts.board.current, stage);
    this.parts.draw();
  }

  async hint(): Promise<void> {
    const reply = await this.parts.live().send({ type: "hint", seat: this.parts.state.you });
    if (!reply.ok) {
      sorry(reply.text);
      return;
    }
    const choices = this.parts.state.position?.choices ?? [];
    const choice = choices.find((one) => one.action === reply.action);
    if (!choice) return;
    this.parts.chooser.cancel();
    this.moves.hinted = choice;
    this.parts.draw();
    const others = (reply.moves ?? []).slice(1).flatMap(({ action, chance }) => {
      const known = choices.find((one) => one.action === action);
      return known ? [t`Otherwise ${known.label}: ${Math.round(100 * chance)}% to win`] : [];
    });
    const then = (reply.plan ?? []).slice(1, 4),
      chance = reply.moves?.[0]?.chance ?? 0,
      odds = t`${Math.round(100 * chance)}% to win`,
      would = then.length
        ? t`A bot would: ${choice.label}: ${odds}. Then: ${then.join("; ")}`
        : t`A bot would: ${choice.label}: ${odds}`;
    // First the reason: a number is none.
    const why = (reply.why ?? []).map((text) => h("p", { class: "why" }, text));
    const rest = [
      ...why,
      others.length ? h("ul", { class: "others" }, ...others.map((text) => h("li", {}, text))) : null,
    ];
    const more = rest.filter((part) => part !== null);
    const above = document.querySelector(".board-box")?.getBoundingClientRect().top ?? 0;
    document.getElementById("toasts")?.style.setProperty("--above", `${above}px`);
    toast(would, more.length ? h("div", {}, ...more) : undefined, 20, "hint");
    uncover(HINTED);
    announce([would, ...(reply.why ?? []), ...others].join(". "));
  }

  async resign(): Promise<void> {
    if (this.parts.state.you < 0 || this.parts.state.position?.status !== "playing") {
      toast(t`There is nothing to resign from.`);
      return;
    }
    if (!(await agreed(t`Resign this match? It cannot be taken back.`, t`Resign`))) return;
    const reply = await this.parts.live().send({ type: "resign", seat: this.parts.state.you });
    if (!reply.ok) sorry(reply.text);
  }

  async claim(): Promise<void> {
    const path = `/tables/${this.parts.state.id}/claim`;
    try {
      const [found, { claimText }] = await Promise.all([api<ClaimFacts>(path), import("./advance")]);
      if (!found.now) toast(claimText(found), undefined, 12);
      else if (await agreed(claimText(found), t`Claim the match`)) await api(path, {});
    } catch (error) {
      sorry(error);
    }
  }

  async report(): Promise<void> {
    const text = prompt(t`What should the host know about this table?`);
    if (text)
      await api("/reports", { table: this.parts.state.id, text }).then(
        () => toast(t`The host is told.`),
        (error: Error) => sorry(error),
      );
  }

  async copyLink(): Promise<void> {
    await copyAddress(this.parts.state.link());
  }
}
