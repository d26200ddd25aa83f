// Buttons for what a touch on the board cannot reach.
import type { Board } from "./board";
import type { Chooser } from "./chooser";
import { fill, h } from "./dom";
import type { TableState } from "./tablestate";
import type { Choice } from "./types";

const MOST_BUTTONS = 12;

export interface ChoiceActions { play: (choice: Choice) => void; touch: (id: string) => void; cancel: () => void }

export class Choices {
  readonly element = h("div", { class: "choice-bar", role: "group", "aria-label": "Choices" });

  constructor(private readonly state: TableState, private readonly board: Board, private readonly chooser: Chooser, private readonly does: ChoiceActions) {}

  clear(): void { fill(this.element); }

  /** Complete actions, and on a phone what lies off the board. */
  draw(): void {
    const buttons = this.state.isAsked ? this.buttons() : [];
    fill(this.element, ...buttons);
    this.element.hidden = buttons.length === 0;
  }

  private buttons(): HTMLElement[] {
    const { narrow } = this.state;
    const { path } = this.chooser;
    const buttons = [...this.chooser.complete, ...(path.length ? [] : this.chooser.untouchable)]
      .map((choice) => h("button", { class: "act", onclick: () => this.does.play(choice) }, choice.label));
    const offBoard = narrow ? this.chooser.next.filter((id) => !this.board.isOnBoard(id)) : [];
    const fitting = this.chooser.fitting;
    for (const id of offBoard.slice(0, MOST_BUTTONS)) {
      const only = fitting.filter((choice) => choice.path[path.length] === id);
      const whole = only.length === 1 && only[0]!.path.length === path.length + 1 && path.length === 0;
      buttons.push(h("button", { class: "act", onclick: () => this.does.touch(id) }, whole ? only[0]!.label : this.board.labelOf(id)));
    }
    if (path.length && buttons.length + (narrow ? 1 : 0)) buttons.push(h("button", { class: "plain", onclick: this.does.cancel }, "Cancel"));
    return buttons;
  }
}
