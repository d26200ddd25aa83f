// The bar of a table: what is asked of me, and the tools.

import type { Board } from "../board/board";
import { me } from "../common/api";
import { fill, h } from "../common/dom";
import { brand, languageChoice, soundButton, themeButton } from "../common/frame";
import { t } from "../common/language";
import { isContest } from "../common/types";
import { speedButton } from "../playback/speed";
import type { Chooser } from "../touch/chooser";
import type { Tab } from "./drawer";
import type { TableState } from "./tablestate";

export interface BarActions {
  undo: () => void;
  hint: () => void;
  zoom: () => void;
  toggle: (tab: Tab) => void;
  reach: () => void;
  isReachShown: () => boolean;
  explain: (element: Element) => void;
  coach: HTMLElement;
  copyLink: () => void;
  keys: () => void;
  resign: () => void;
  claim: () => void;
  advance: () => void;
  report: () => void;
}

export class TableBar {
  readonly element: HTMLElement;
  private readonly prompt = h("div", {
    class: "prompt",
    id: "prompt",
    // A phone shows two lines until they are touched.
    onclick: () => this.element.classList.toggle("unfolded"),
  });
  private readonly undo: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly save: HTMLElement;
  private readonly reach: HTMLButtonElement;
  /** The same in the menu, for a phone. */
  private readonly threats: HTMLButtonElement;
  private readonly talk: HTMLElement;
  /** What only a player does, and only while the match goes on. */
  private leaving: HTMLElement[] = [];
  private closeMenu: (event: Event) => void = () => undefined;

  constructor(
    private readonly state: TableState,
    private readonly board: Board,
    private readonly chooser: Chooser,
    private readonly does: BarActions,
    players: HTMLElement,
  ) {
    this.save = h(
      "a",
      {
        class: "button save",
        href: `/api/tables/${state.id}/save`,
        download: "",
        "data-plain": "",
        hidden: true,
      },
      t`Save file`,
    );
    this.undo = h(
      "button",
      { onclick: does.undo, title: t`Take back what you did last (U)`, class: "undo", hidden: true },
      t`Undo`,
    );
    this.hint = h(
      "button",
      { onclick: does.hint, title: t`What a bot would do (H)`, class: "hint", hidden: true },
      t`Hint`,
    );
    this.talk = h(
      "button",
      { class: "wide-only talk-button", title: t`Chat and reactions (T)`, onclick: () => does.toggle("talk") },
      t`Talk`,
    );
    const threats = (kind: string, words: string) =>
      h(
        "button",
        {
          onclick: does.reach,
          title: t`Mark what the others could reach in their next turn (X)`,
          class: kind,
          hidden: true,
        },
        words,
      );
    this.reach = threats("reach wide-only", t`Threats`);
    this.threats = threats("narrow-only", t`Show threats`);
    const zoom = h("button", { class: "zoom", "aria-label": t`Zoom the board`, onclick: does.zoom }, "⤢");
    const tool = (tab: Tab, name: string, title: string) =>
      h("button", { class: "wide-only", title, onclick: () => does.toggle(tab) }, name);
    this.element = h(
      "header",
      { class: "bar table-bar" },
      brand(),
      this.prompt,
      players,
      h(
        "div",
        { class: "tools" },
        this.undo,
        this.hint,
        this.reach,
        zoom,
        tool("actions", t`Actions`, t`All that you may do now (A)`),
        tool("log", t`Log`, t`All that happened (L)`),
        tool("rules", t`Rules`, t`The rules of the game (R)`),
        this.talk,
        this.menu(),
      ),
    );
  }

  leave(): void {
    removeEventListener("pointerdown", this.closeMenu, true);
  }

  private menu(): HTMLElement {
    this.leaving = [
      h("button", { onclick: this.does.advance }, t`Answer in advance`),
      h("button", { class: "resign", onclick: this.does.resign }, t`Resign`),
      ...(me.claim_days > 0 ? [h("button", { onclick: this.does.claim }, t`The others have left`)] : []),
    ];
    const menu: HTMLDetailsElement = h(
      "details",
      {
        class: "menu",
        onclick: (event: Event) => {
          if ((event.target as Element).closest(".menu-body > button")) menu.open = false;
        },
      },
      h("summary", { "aria-label": t`More` }, "⋯"),
      h(
        "div",
        { class: "menu-body" },
        h("button", { onclick: this.does.copyLink }, t`Copy the link`),
        this.save,
        this.does.coach,
        this.threats,
        h("button", { onclick: this.does.keys }, t`Keys`),
        ...this.leaving,
        me.user ? h("button", { onclick: this.does.report }, t`Report to the host`) : null,
        h("a", { class: "button", href: "/" }, t`To the games`),
        h("div", { class: "row" }, speedButton(), soundButton(), themeButton(), languageChoice()),
      ),
    );
    this.closeMenu = (event) => {
      if (!menu.contains(event.target as Node)) menu.open = false;
    };
    addEventListener("pointerdown", this.closeMenu, true);
    return menu;
  }

  drawUnread(count: number): void {
    this.talk.textContent = count ? t`Talk (${count})` : t`Talk`;
    this.talk.classList.toggle("unread", count > 0);
  }

  draw(): void {
    const { position, table, myTurn, you } = this.state;
    this.drawPrompt();
    const playing = position!.status === "playing" && you >= 0 && this.state.coveredFor === null;
    this.undo.hidden = !playing;
    for (const button of this.leaving) button.hidden = !playing;
    this.undo.disabled = !(position!.undo || position!.takeback || this.chooser.path.length > 0);
    this.undo.textContent = position!.undo || !position!.takeback || this.state.narrow ? t`Undo` : t`Take back`;
    // A save has all secrets in it: there is none before the end.
    this.save.hidden = position!.status !== "over";
    this.hint.hidden = !playing || isContest(table!);
    this.hint.disabled = !myTurn;
    this.does.coach.hidden = this.hint.hidden;
    for (const button of [this.reach, this.threats]) {
      button.hidden = !table!.reaches || position!.status !== "playing";
      button.setAttribute("aria-pressed", String(this.does.isReachShown()));
    }
  }

  /** What is asked of me and how it stands; while something is shown, who does it and how to go on. */
  drawPrompt(): void {
    const { position, table, myTurn, isShowing } = this.state;
    const isChosen = !isShowing && this.chooser.path.length > 0;
    const below = isShowing
      ? this.state.skipText()
      : isChosen
        ? this.chosenText()
        : [this.state.narrow ? standingsFirst(position!.goal ?? "") : position!.goal, table!.variant]
            .filter(Boolean)
            .join(" · ");
    this.keepHeight(isShowing || isChosen);
    fill(
      this.prompt,
      h("h1", {}, h("span", { class: "unseen" }, `${table!.title}: `), this.state.promptText()),
      below ? h("div", { class: isShowing ? "goal skipping" : isChosen ? "goal chosen-now" : "goal" }, below) : null,
    );
    this.does.explain(this.prompt);
    this.prompt.classList.toggle("mine", myTurn && !isShowing);
  }

  /** On a phone the bar is as high while something is shown or chosen as before it: the board below stays where it is, also below a piece that is dragged. */
  private keepHeight(isKept: boolean): void {
    const { style } = this.element;
    if (!this.state.narrow || !isKept) style.minHeight = "";
    else if (!style.minHeight) style.minHeight = `${this.element.getBoundingClientRect().height}px`;
  }

  /** What has been touched, and how to go on. */
  private chosenText(): string {
    const chosen = this.chooser.path.map((id) => this.board.labelOf(id)).join(t`, then `);
    const way = this.chooser.next.length ? t`what is lit` : t`the sheet`;
    return this.state.narrow
      ? t`Chosen: ${chosen}. Go on with ${way}.`
      : t`Chosen: ${chosen}. Go on with ${way}; Escape takes it back.`;
  }
}

/** How it stands, and then what it is about: a phone has one line for both, and cuts off its end. */
function standingsFirst(goal: string): string {
  const [, about, standings] = /^(.*?)(?:: |\. )((?:\p{L}+: )?[^:]*\d[^:]*)$/u.exec(goal) ?? [];
  return standings ? `${standings[0]!.toUpperCase()}${standings.slice(1).replace(/\.$/, "")} · ${about}` : goal;
}
