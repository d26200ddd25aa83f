// A coach that can be switched on: says what is asked and why one would, and asks again before a blunder.

import { announce, fill, h } from "../common/dom";
import { t } from "../common/language";
import { setSetting, setting } from "../common/settings";
import { type Advice, isContest, type ReplyMessage } from "../common/types";
import type { Source } from "./live";
import type { TableState } from "./tablestate";

export function isCoached(): boolean {
  return setting("coach") === "on";
}

export class Coach {
  readonly element = h("section", { class: "coach", "aria-label": t`Coach`, tabindex: "0", hidden: true });
  private asked = "";
  private advice: Advice | null = null;
  private text = "";

  /** `hint` points at what a move touches; `explain` underlines the words of the game. */
  constructor(
    private readonly state: TableState,
    private readonly live: () => Source,
    private readonly hint: (path: string[]) => void,
    private readonly explain: (element: Element) => void,
  ) {}

  /** Whether there can be a coach at this table. */
  get isAllowed(): boolean {
    const { you, position, table } = this.state;
    return you >= 0 && position?.status === "playing" && !isContest(table!);
  }

  get button(): HTMLElement {
    const button = h("button", { class: "coach-switch", title: "C" });
    const draw = () => {
      button.textContent = t`Coach: ${isCoached() ? t`on` : t`off`}`;
      button.setAttribute("aria-pressed", String(isCoached()));
    };
    button.addEventListener("click", () => {
      this.toggle();
      draw();
    });
    addEventListener("coachchange", draw);
    draw();
    return button;
  }

  toggle(): void {
    setSetting("coach", isCoached() ? "off" : "on");
    dispatchEvent(new Event("coachchange"));
    this.asked = "";
    this.draw();
  }

  draw(): void {
    const on = isCoached() && this.isAllowed;
    if (!on || !this.state.myTurn || this.state.coveredFor !== null) {
      this.advice = null;
      this.text = "";
      this.asked = on ? this.asked : "";
    } else void this.ask();
    this.element.hidden = !on;
    if (on) this.show();
  }

  private async ask(): Promise<void> {
    const { position, you } = this.state;
    const key = `${you} ${position!.number}`;
    if (key === this.asked) return;
    this.asked = key;
    this.advice = null;
    this.text = t`Thinking …`;
    const reply = await this.live().send({ type: "coach", seat: you });
    if (key !== this.asked || !this.state.position || `${this.state.you} ${this.state.position.number}` !== key) return;
    this.advice = reply.coach ?? null;
    this.text = reply.ok ? "" : (reply.text ?? "");
    if (this.element.hidden) return;
    this.show();
    const best = this.advice?.moves[0];
    if (best) announce(t`Coach: ${best.label}, ${percent(best.chance)} to win.`);
  }

  private show(): void {
    const { advice } = this;
    if (!advice) {
      fill(
        this.element,
        h(
          "p",
          { class: "soft" },
          h("strong", {}, t`Coach `),
          this.text || t`I have something to say when it is your turn.`,
        ),
      );
      return;
    }
    const [best, ...others] = advice.moves;
    fill(
      this.element,
      advice.last.length
        ? h("p", { class: "coach-last" }, h("strong", {}, t`What happened `), advice.last.join(" "))
        : null,
      best
        ? h(
            "p",
            { class: "coach-best" },
            h("strong", {}, t`What I would do `),
            this.move(best),
            best.says.length ? `. ${best.says.join(" ")} ` : ". ",
            h("span", { class: "soft" }, t`${percent(best.chance)} to win.`),
          )
        : null,
      others.length
        ? h(
            "p",
            { class: "soft" },
            t`Otherwise `,
            ...others.flatMap((one, place) => [place ? ", " : "", this.move(one), ` ${percent(one.chance)}`]),
            ".",
          )
        : null,
      advice.line.length
        ? h("p", { class: "soft" }, t`What may come next: `, advice.line.slice(0, 2).join("; "), ".")
        : null,
    );
    this.explain(this.element);
  }

  /** A move of the advice: a touch shows it on the board. */
  private move(one: { action: number; label: string }): HTMLElement {
    const choice = this.state.position?.choices?.find((known) => known.action === one.action);
    return h("button", { class: "link", onclick: () => this.hint(choice?.path ?? []) }, one.label);
  }

  /** Whether a move, a walk or an order of several is to be played: a blunder is asked about first. */
  async allows(
    label: string,
    plan: { action: number } | { path: string[] } | { sheet: string; numbers: number[] },
  ): Promise<boolean> {
    if (!isCoached() || !this.isAllowed || (this.state.position?.choices?.length ?? 0) < 2) return true;
    const reply = await this.live().send({ type: "weigh", seat: this.state.you, ...plan });
    return !reply.ok || !reply.blunder || (await warn(label, reply));
  }
}

function percent(chance: number): string {
  return `${Math.round(100 * chance)}%`;
}

/** Ask whether a blunder is meant: first what is wrong with it; what is better only for whoever asks. */
function warn(label: string, reply: ReplyMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let wanted = false;
    const { better, wrong = [] } = reply;
    const instead = h("div", { class: "better", "aria-live": "polite" });
    const ask = h(
      "button",
      {
        class: "ask-better",
        onclick: () => {
          ask.hidden = true;
          fill(
            instead,
            h("p", {}, t`“${better?.label ?? ""}” would leave about ${percent(better?.chance ?? 0)}.`),
            ...(better?.why ?? []).map((text) => h("p", {}, text)),
          );
        },
      },
      t`What is better?`,
    );
    const box: HTMLDialogElement = h(
      "dialog",
      {
        class: "dialog warning",
        "aria-label": t`The coach warns`,
        onclose: () => {
          box.remove();
          resolve(wanted);
        },
      },
      h("h2", {}, t`Are you sure?`),
      ...wrong.map((text) => h("p", { class: "wrong" }, text)),
      h(
        "p",
        { class: wrong.length ? "soft" : "" },
        t`After “${label}” your chance to win is about ${percent(reply.chance ?? 0)}.`,
      ),
      instead,
      h(
        "div",
        { class: "row" },
        h("button", { class: "main", onclick: () => box.close() }, t`Think again`),
        better ? ask : null,
        h(
          "button",
          {
            class: "anyway",
            onclick: () => {
              wanted = true;
              box.close();
            },
          },
          t`Play it anyway`,
        ),
      ),
    );
    document.body.append(box);
    box.showModal();
  });
}
