// The bar of a table: what is asked of me, what happened last, and the tools.
import { me } from "./api";
import type { Board } from "./board";
import type { Chooser } from "./chooser";
import { fill, h, seatMark } from "./dom";
import type { Tab } from "./drawer";
import { brand, soundButton, themeButton } from "./frame";
import { speedButton } from "./playback";
import type { TableState } from "./tablestate";
import type { LogLine } from "./types";

// How many sentences the line of what happened last has at most, and how many letters, on a phone and elsewhere.
const MOST_SAID = 3, SHORT = 84, LONG = 400;

export interface BarActions {
  undo: () => void; hint: () => void; zoom: () => void; toggle: (tab: Tab) => void; reach: () => void; isReachShown: () => boolean;
  explain: (element: Element) => void; coach: HTMLElement; copyLink: () => void; keys: () => void; resign: () => void; claim: () => void; report: () => void;
}

export class TableBar {
  readonly element: HTMLElement;
  private readonly prompt = h("div", { class: "prompt", id: "prompt" });
  private readonly latest = h("div", { class: "latest", "aria-hidden": "true" });
  private readonly undo: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly save: HTMLElement;
  private readonly reach: HTMLButtonElement;
  private readonly talk: HTMLElement;
  private closeMenu: (event: Event) => void = () => undefined;

  constructor(private readonly state: TableState, private readonly board: Board, private readonly chooser: Chooser, private readonly does: BarActions, players: HTMLElement) {
    this.save = h("a", { class: "button save", href: `/api/tables/${state.id}/save${location.search}`, download: "", "data-plain": "", hidden: true }, "Save file");
    this.undo = h("button", { onclick: does.undo, title: "U", class: "undo", hidden: true }, "Undo");
    this.hint = h("button", { onclick: does.hint, title: "H", class: "hint", hidden: true }, "Hint");
    this.talk = h("button", { class: "wide-only talk-button", title: "T", onclick: () => does.toggle("talk") }, "Talk");
    this.reach = h("button", { onclick: does.reach, title: "X", class: "reach", hidden: true, "aria-label": "Threats" }, h("span", { class: "word" }, "Threats"), h("span", { class: "sign", "aria-hidden": "true" }, "◎"));
    const zoom = h("button", { class: "zoom", "aria-label": "Zoom the board", onclick: does.zoom }, "⤢");
    const tool = (tab: Tab, name: string, key: string) => h("button", { class: "wide-only", title: key, onclick: () => does.toggle(tab) }, name);
    this.element = h("header", { class: "bar table-bar" }, brand(), this.prompt, this.latest, players,
      h("div", { class: "tools" }, this.undo, this.hint, this.reach, zoom, tool("actions", "Actions", "A"), tool("log", "Log", "L"), tool("rules", "Rules", "R"), this.talk, this.menu()));
  }

  leave(): void { removeEventListener("pointerdown", this.closeMenu); }

  private menu(): HTMLElement {
    const menu: HTMLDetailsElement = h("details", { class: "menu", onclick: (event: Event) => {
      if ((event.target as Element).closest(".menu-body > button")) menu.open = false;
    } }, h("summary", { "aria-label": "More" }, "⋯"),
      h("div", { class: "menu-body" },
        h("button", { onclick: this.does.copyLink }, "Copy the link"),
        this.save,
        this.does.coach,
        h("button", { onclick: this.does.keys }, "Keys"),
        h("button", { onclick: this.does.resign }, "Resign"),
        me.claim_days > 0 ? h("button", { onclick: this.does.claim }, "The others have left") : null,
        me.user ? h("button", { onclick: this.does.report }, "Report to the host") : null,
        h("a", { class: "button", href: "/" }, "To the games"),
        h("div", { class: "row" }, speedButton(), soundButton(), themeButton())));
    this.closeMenu = (event) => { if (!menu.contains(event.target as Node)) menu.open = false; };
    addEventListener("pointerdown", this.closeMenu);
    return menu;
  }

  drawUnread(count: number): void {
    this.talk.textContent = count ? `Talk (${count})` : "Talk";
    this.talk.classList.toggle("unread", count > 0);
  }

  draw(): void {
    const { position, table, myTurn, you } = this.state;
    this.drawPrompt();
    const playing = position!.status === "playing" && you >= 0;
    this.undo.hidden = !playing;
    this.undo.disabled = !(position!.undo || position!.takeback || this.chooser.path.length > 0);
    this.undo.textContent = position!.undo || !position!.takeback ? "Undo" : "Take back";
    // A save has all secrets in it: there is none before the end.
    this.save.hidden = position!.status !== "over";
    this.hint.hidden = !playing || table!.rated;
    this.hint.disabled = !myTurn;
    this.does.coach.hidden = this.hint.hidden;
    this.reach.hidden = !table!.reaches || position!.status !== "playing";
    this.reach.setAttribute("aria-pressed", String(this.does.isReachShown()));
    this.drawLatest();
  }

  /** What is asked of me and how it stands; while something is shown, who does it and how to go on. */
  drawPrompt(): void {
    const { position, table, myTurn, isShowing } = this.state;
    const below = isShowing ? this.state.skipText() : position!.goal;
    fill(this.prompt, h("h1", {}, h("span", { class: "unseen" }, `${table!.title}: `), this.state.promptText()), below ? h("div", { class: "goal" }, below) : null);
    this.does.explain(this.prompt);
    this.prompt.classList.toggle("mine", myTurn && !isShowing);
  }

  /** What has been touched, or the last sentences of the log. */
  private drawLatest(): void {
    if (this.chooser.path.length) {
      const chosen = this.chooser.path.map((id) => this.board.labelOf(id)).join(", then ");
      fill(this.latest, `Chosen: ${chosen}. Go on with what is lit${this.state.narrow ? "" : "; Escape takes it back"}.`);
      return;
    }
    const { log } = this.state;
    const last = log.at(-1)?.step;
    const lines = latest(log.filter((line) => line.step === last && line.level > 0), this.state.narrow ? SHORT : LONG);
    fill(this.latest, lines[0] && lines[0].level === 1 && lines[0].seat !== null ? seatMark(lines[0].seat) : null, ` ${lines.map((line) => line.text).join(" ")}`);
  }
}

/** The last sentences for which there is room, each of them whole; at least one. */
function latest(lines: LogLine[], letters: number): LogLine[] {
  let first = lines.length - 1;
  while (first > 0 && lines.slice(first - 1).reduce((sum, line) => sum + line.text.length + 1, 0) <= letters) first -= 1;
  return lines.slice(Math.max(first, lines.length - MOST_SAID, 0));
}
