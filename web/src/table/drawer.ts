// The drawer: all actions, the log and the rules; on a phone also the panels beside the board.

import type { Board } from "../board/board";
import { fill, h, looks, seatMark, sorry } from "../common/dom";
import { t } from "../common/language";
import type { Choice, LogLine } from "../common/types";
import { explainWords } from "../learn/glossary";
import { rulesElement, showRule } from "../learn/rulesview";
import type { Source } from "./live";
import type { TableState } from "./tablestate";
import type { Talk } from "./talk";

export type Tab = "actions" | "log" | "rules" | "table" | "talk";
const TABS: [Tab, string][] = [
  ["table", t`Table`],
  ["actions", t`Actions`],
  ["log", t`Log`],
  ["rules", t`Rules`],
  ["talk", t`Talk`],
];

// So many actions need no groups.
const MOST_FLAT = 24;
// A finger that moves so far up or down pulls the drawer along.
const PULLED = 40;

export class Drawer {
  readonly element = h("aside", { class: "drawer", "aria-label": t`Actions, log, rules and talk` });
  tab: Tab | null = null;
  talk: Talk | null = null;
  private readonly body = h("div", { class: "drawer-body", tabindex: "0" });
  /** On a phone what I have to spend is in sight whatever else is. */
  private readonly purse = h("div", { class: "purse", "aria-label": t`What you have` });
  private readonly tabs = h("div", { class: "tabs", role: "tablist" });
  /** On a phone the drawer can be pulled up over the whole screen. */
  private readonly pull: HTMLElement = h(
    "button",
    { class: "pull plain", "aria-label": t`The whole screen`, "aria-expanded": "false", onclick: () => this.pullUp() },
    "▲",
  );
  private loadingLog = false;
  private rulesPage: HTMLElement | null = null;

  /** `opened` is told whether the drawer is open, whenever that may have changed. */
  constructor(
    private readonly state: TableState,
    private readonly board: Board,
    private readonly live: () => Source,
    private readonly play: (choice: Choice) => void,
    private readonly look: (choice: Choice, button: HTMLElement) => void,
    private readonly again: (step: number) => void,
    private readonly opened: (open: boolean) => void,
  ) {
    for (const [tab, name] of TABS)
      this.tabs.append(
        h("button", { role: "tab", id: `tab-${tab}`, "data-tab": tab, onclick: () => this.open(tab) }, name),
      );
    const close = h(
      "button",
      { class: "close plain", "aria-label": t`Close the drawer`, onclick: () => this.open(null) },
      "×",
    );
    this.body.addEventListener("scroll", () => {
      if (this.tab === "log" && this.body.scrollTop < 40) void this.loadEarlier();
    });
    const head = h("div", { class: "drawer-head" }, this.tabs, this.pull, close);
    this.element.append(this.purse, head, this.body);
    let from = 0;
    head.addEventListener("pointerdown", (event) => {
      from = event.clientY;
    });
    head.addEventListener("pointerup", (event) => {
      if (Math.abs(event.clientY - from) > PULLED) this.pullUp(event.clientY < from);
    });
  }

  open(tab: Tab | null): void {
    this.select(tab);
    this.draw(true);
  }

  /** Pull the drawer up over the whole screen, or let it down again. */
  pullUp(up = !this.element.classList.contains("pulled")): void {
    this.element.classList.toggle("pulled", up);
    this.pull.setAttribute("aria-expanded", String(up));
    this.pull.textContent = up ? "▼" : "▲";
  }

  toggle(tab: Tab): void {
    this.open(this.tab === tab ? null : tab);
  }

  get width(): number {
    return this.element.clientWidth;
  }

  /** Say on the tab of the talk how much was not read. */
  drawUnread(): void {
    const button = this.tabs.querySelector<HTMLElement>("[data-tab=talk]");
    if (button) button.textContent = this.talk?.unread ? t`Talk (${this.talk.unread})` : t`Talk`;
  }

  private explain(element: Element): void {
    explainWords(element, this.state.table!.game, (rule) => void this.openRule(rule));
  }

  private select(tab: Tab | null): void {
    this.tab = tab;
    if (tab === null || tab === "table") this.pullUp(false);
    this.opened(tab !== null);
    for (const button of this.tabs.querySelectorAll<HTMLElement>("[data-tab]"))
      button.setAttribute("aria-selected", String(button.dataset.tab === tab));
  }

  private drawPurse(purse: [string, number][]): void {
    this.purse.hidden = !this.state.narrow || !purse.length || this.state.coveredFor !== null;
    fill(this.purse, ...purse.map(([name, amount]) => h("span", {}, h("strong", {}, String(amount)), ` ${name}`)));
  }

  draw(opened = false): void {
    if (!this.state.table || !this.state.position) return;
    this.drawPurse(this.state.position.purse ?? []);
    if (this.tab === "actions") this.drawActions();
    else if (this.tab === "log") this.drawLog(opened);
    else if (this.tab === "rules") {
      if (opened) void this.openRule("");
    } else if (this.tab === "talk") {
      if (opened && this.talk) {
        fill(this.body, this.talk.element);
        this.talk.opened();
      }
    } else if (this.tab === "table") {
      if (this.board.rest.parentNode !== this.body) {
        fill(this.body, this.board.rest as unknown as HTMLElement);
        this.board.reveal();
      }
    } else fill(this.body);
  }

  private drawActions(): void {
    // What has not been seen yet cannot be chosen.
    const isOpen = this.state.coveredFor === null && !this.state.isShowing;
    const choices = isOpen ? (this.state.position!.choices ?? []) : [];
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.action : undefined;
    const open = [...this.body.querySelectorAll<HTMLElement>("details[open]")].map((one) => one.dataset.thing ?? "");
    fill(
      this.body,
      h("h2", {}, this.state.position!.result ? this.state.promptText() : this.state.questionText()),
      ...(choices.length
        ? this.actionGroups(choices)
        : [
            h(
              "p",
              { class: "soft" },
              this.state.isShowing ? t`You are being shown what happened.` : t`There is nothing for you to do now.`,
            ),
          ]),
    );
    for (const group of this.body.querySelectorAll<HTMLDetailsElement>("details"))
      group.open = open.includes(group.dataset.thing ?? "");
    if (focused !== undefined) this.body.querySelector<HTMLElement>("[data-action]")?.focus();
  }

  /** Where there are many, the actions of each piece stand below its name. */
  private actionGroups(choices: Choice[]): HTMLElement[] {
    const groups = new Map<string, Choice[]>();
    for (const choice of choices) {
      const first = choices.length > MOST_FLAT ? (choice.path[0] ?? "") : "";
      groups.set(first, [...(groups.get(first) ?? []), choice]);
    }
    const single = [...groups.values()].filter((group) => group.length === 1).flat();
    const several = [...groups].filter(([, group]) => group.length > 1);
    return [
      ...(single.length ? [this.actionList(single)] : []),
      ...several.map(([id, group]) =>
        several.length === 1 && !single.length
          ? this.actionList(group)
          : h(
              "details",
              { class: "piece-actions", "data-thing": id },
              h("summary", {}, `${this.board.labelOf(id)} (${group.length})`),
              this.actionList(group),
            ),
      ),
    ];
  }

  private actionList(choices: Choice[]): HTMLElement {
    return h(
      "ul",
      { class: "actions" },
      ...choices.map((choice) => {
        const button: HTMLElement = h(
          "button",
          { "data-action": choice.action, onclick: () => this.play(choice), ...looks(() => this.look(choice, button)) },
          choice.label,
        );
        return h("li", {}, button);
      }),
    );
  }

  private drawLog(opened: boolean): void {
    const atEnd = opened || this.body.scrollHeight - this.body.scrollTop - this.body.clientHeight < 60;
    const earlier =
      this.state.logBefore === null
        ? null
        : h("button", { class: "small earlier", onclick: () => void this.loadEarlier() }, t`Earlier`);
    fill(
      this.body,
      earlier,
      logList(this.state.log, (rule) => void this.openRule(rule), this.again),
      h(
        "p",
        { class: "soft small" },
        t`The dice of this match follow from a seed; its SHA-256, fixed at the start, begins with ${this.state.table!.commitment.slice(0, 16)}.`,
      ),
    );
    this.explain(this.body);
    this.reveal();
    if (atEnd) this.body.scrollTop = this.body.scrollHeight;
  }

  /** The log does not run ahead of what is being shown. */
  reveal(): void {
    if (this.tab !== "log") return;
    const atEnd = this.body.scrollHeight - this.body.scrollTop - this.body.clientHeight < 60;
    const lines = this.body.querySelectorAll<HTMLElement>(".log > li"),
      told = lines.length - this.state.untold();
    for (let place = lines.length - 1; place >= 0; place -= 1) {
      const isUntold = place >= told;
      if (!isUntold && !lines[place]!.hidden) break;
      lines[place]!.hidden = isUntold;
    }
    if (atEnd) this.body.scrollTop = this.body.scrollHeight;
  }

  /** The page of the log before what is shown; what one reads stays where it is. */
  private async loadEarlier(): Promise<void> {
    const before = this.state.logBefore;
    if (before === null || this.loadingLog) return;
    this.loadingLog = true;
    const reply = await this.live().send({ type: "log", before });
    this.loadingLog = false;
    if (!reply.ok) {
      sorry(reply.text);
      return;
    }
    if (this.state.logBefore !== before) return;
    this.state.log = [...(reply.log ?? []), ...this.state.log];
    this.state.logBefore = reply.log_before ?? null;
    if (this.tab !== "log") return;
    const below = this.body.scrollHeight - this.body.scrollTop;
    this.drawLog(false);
    this.body.scrollTop = this.body.scrollHeight - below;
  }

  /** What the table itself says to a question. */
  private async verdict(text: string): Promise<string[]> {
    const { you, due } = this.state.position!;
    if (!due.includes(you)) return [];
    return (await this.live().send({ type: "ask", seat: you, text })).said ?? [];
  }

  /** The rules of this match: those of its variant, if it is played with one. */
  private loadRules(): Promise<HTMLElement> {
    const { game, variant, table } = this.state.table!;
    return rulesElement(game, (question) => this.verdict(question), variant ? `/tables/${table}/rules` : undefined);
  }

  async openRule(rule: string): Promise<void> {
    if (this.tab !== "rules") this.select("rules");
    try {
      this.rulesPage ??= await this.loadRules();
    } catch (error) {
      sorry(error);
      return;
    }
    if (this.tab !== "rules") return;
    fill(this.body, this.rulesPage);
    if (rule) showRule(this.rulesPage, rule);
  }
}

/** The sentences of a log; with `again` each step can be seen once more. */
export function logList(lines: LogLine[], rule: (number: string) => void, again?: (step: number) => void): HTMLElement {
  const begun = new Set<number>();
  const isFirst = (line: LogLine) => line.level > 0 && !begun.has(line.step) && begun.add(line.step);
  return h(
    "ol",
    { class: "log" },
    ...lines.map((line) =>
      h(
        "li",
        { "data-step": line.step, class: ["turn", "deed", "effect"][line.level] },
        line.level === 0
          ? null
          : line.level === 2
            ? h("span", {})
            : line.seat === null
              ? h("span", { class: "mark soft", "aria-hidden": "true" }, "◌")
              : seatMark(line.seat),
        h(
          "span",
          {},
          line.text,
          again && isFirst(line)
            ? h(
                "button",
                {
                  class: "again",
                  title: t`See it again`,
                  "aria-label": t`See it again: ${line.text}`,
                  onclick: () => again(line.step),
                },
                "▶",
              )
            : null,
        ),
        line.rule ? h("button", { class: "link", onclick: () => rule(line.rule) }, line.rule) : null,
      ),
    ),
  );
}
