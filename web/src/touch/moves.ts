// Carries out what is touched at a table: things make up an action, a walk or an order, or it is said why they do not.

import type { Board } from "../board/board";
import { edgesOf, fanOf, type Lean, leansTo } from "../board/leaning";
import { announce, h, sentence, toast } from "../common/dom";
import { n, t } from "../common/language";
import type { Choice, Sheet } from "../common/types";
import type { Playback } from "../playback/playback";
import type { Coach } from "../table/coach";
import type { Drawer } from "../table/drawer";
import type { Source } from "../table/live";
import type { TableState } from "../table/tablestate";
import type { Tutor } from "../table/tutor";
import type { Cards } from "./cards";
import type { Choices, Hinted } from "./choices";
import type { Chooser } from "./chooser";
import type { Sheets } from "./sheets";

// So many things can be touched at once that they need no mark to be found: it is a quiet one.
const PLENTY = 24;

/** The parts of a table that a move has to do with; `draw` draws all of them. */
export interface Parts {
  state: TableState;
  board: Board;
  chooser: Chooser;
  playback: Playback;
  cards: Cards;
  choices: Choices;
  sheets: Sheets;
  coach: Coach;
  drawer: Drawer;
  live: () => Source;
  draw: () => void;
  /** In a lesson. */
  tutor: Tutor | null;
}

export class Moves {
  hinted: Hinted = { path: [] };
  /** What had the focus when a move was made. */
  focused: string | null = null;
  /** Whether an order is being carried out. */
  ordering = false;
  /** An order that goes on when it is my turn again. */
  private standing: string | null = null;
  /** Where things were touched that make up an action. */
  private readonly leans = new Map<string, Lean>();

  constructor(private readonly parts: Parts) {}

  /** Let go of what was touched; whether there was anything. */
  cancel(): boolean {
    const had = this.parts.choices.question !== null;
    this.parts.choices.question = null;
    if (!this.parts.chooser.cancel() && !had) return false;
    this.parts.draw();
    return true;
  }

  async touch(id: string, below: string[] = [id], lean?: Lean): Promise<void> {
    const { state, chooser, cards, choices } = this.parts;
    if (state.busy || !state.position) return;
    // Nobody has seen yet what would be touched; what a hand has taken before is put where it is let go.
    if (this.parts.playback.isPlaying) {
      this.parts.playback.finish();
      if (!lean?.isDrop || !chooser.path.length) return;
    }
    const isTold = cards.tells(id);
    cards.hide();
    choices.question = null;
    if (!chooser.path.length) this.leans.clear();
    if (lean) this.leans.set(id, lean);
    this.parts.playback.finish();
    if (!state.myTurn) {
      if (state.you >= 0 && state.position.status === "playing") toast(t`It is not your turn.`, undefined, 3);
      if (cards.byFinger) cards.look(id);
      return;
    }
    // Against people there is no way back from what nobody saw coming.
    const isSudden = lean?.isSudden === true && state.isAmongPeople;
    const sheet = chooser.knows(id) ? undefined : state.sheets.find((one) => one.opens.includes(id));
    if (sheet && !sheet.rows.length) {
      if (isSudden) this.ask(id, sheet.button, () => void this.order(sheet, []));
      else void this.order(sheet, []);
      return;
    }
    if (sheet) {
      chooser.cancel();
      this.hold(id);
      return;
    }
    const isOther = !lean?.isDrop && this.isOtherPiece(id);
    if (isOther && !chooser.usual.includes(id)) chooser.cancel();
    let result = chooser.touch(id);
    if (isOther && typeof result !== "string" && chooser.path.length > 1 && !isTold) {
      choices.instead = id;
      this.parts.draw();
      return;
    }
    if (result === "no") {
      if (await this.walk([...chooser.path, ...below.slice(0, 1)])) return;
      const isKnown = chooser.knows(id),
        isSaid = await this.why(chooser.path, below);
      // A button that was dragged astray is a button again.
      if (lean?.isDrop && !this.parts.board.isTaken(chooser.path[0] ?? "")) {
        this.cancel();
        return;
      }
      if (isSaid || !isKnown) return;
      result = chooser.restart(id);
    }
    const meant = result === "more" ? (this.leant() ?? (lean?.isDrop ? this.dropped() : null)) : result;
    if (meant && !isSudden) {
      await this.play(meant);
      return;
    }
    this.parts.draw();
    // What is left may not be what was wanted: why there is nothing else.
    if (chooser.isDoubtful) {
      const { path } = this.parts.chooser;
      await this.why(path.slice(0, -1), path.slice(-1));
    }
    if (chooser.path.length)
      announce(t`${this.parts.board.labelOf(id)} chosen. ${n(chooser.next.length, "way")} to go on.`);
  }

  /** Whether a touch may choose another piece of mine, or do something with it and the one that is chosen. */
  private isOtherPiece(id: string): boolean {
    const { chooser, board } = this.parts;
    return (
      chooser.path.length > 0 &&
      !chooser.path.includes(id) &&
      board.thing(id)?.kind === "token" &&
      chooser.begins(id) &&
      chooser.next.includes(id)
    );
  }

  /** Name what a touch would do, at its thing. */
  private ask(at: string, words: string, does: () => void): void {
    this.parts.choices.question = { at, words, does };
    this.parts.draw();
  }

  /** Choose a piece instead of doing something with it. */
  instead(id: string): void {
    this.parts.chooser.cancel();
    this.parts.chooser.hold(id);
    this.parts.draw();
  }

  /** The action that is meant by where its goal was touched. */
  private leant(): Choice | null {
    const { answers } = this.parts.chooser;
    const lean = this.leans.get(answers[0]?.choice.path.findLast((id) => !this.parts.state.isAnswer(id)) ?? "");
    const fan = lean
      ? fanOf(
          this.parts.board,
          answers.map(({ id }) => id),
        )
      : null;
    return fan ? (answers[leansTo(fan, lean!)]?.choice ?? null) : null;
  }

  /** The action that a drag means where only an answer is left to say: the one that the game names for it. */
  private dropped(): Choice | null {
    return this.parts.chooser.answers.find(({ id }) => this.parts.state.table!.by_drag.includes(id))?.choice ?? null;
  }

  /** A drag begins: what can be done with the thing is shown, and nothing is done yet. */
  hold(id: string): void {
    if (!this.parts.state.isAsked) return;
    this.parts.chooser.hold(id);
    this.parts.draw();
  }

  async play(choice: Choice): Promise<void> {
    const { state } = this.parts;
    this.parts.cards.hide();
    this.focused =
      this.parts.board.focused ??
      (document.activeElement?.closest(".choice-bar") ? (choice.path.at(-1) ?? "") : this.focused);
    state.busy = true;
    this.parts.playback.finish();
    this.parts.chooser.cancel();
    this.parts.board.light([], choice.path);
    this.parts.choices.clear();
    const number = state.position!.number;
    if (!(await this.parts.coach.allows(choice.label, { action: choice.action }))) {
      state.busy = false;
      this.parts.draw();
      return;
    }
    const reply = await this.parts.live().send({ type: "move", seat: state.you, number, action: choice.action });
    state.busy = false;
    if (!reply.ok) {
      this.refused(reply.text ?? t`That was refused.`, reply.rule);
      this.parts.draw();
    }
  }

  /** Go to what was touched, further away than one step; whether there is a way. */
  private async walk(path: string[], isAsked = false): Promise<boolean> {
    const { state } = this.parts;
    if (!state.table?.walks) return false;
    const label = path
      .slice(0, 1)
      .concat(path.slice(-1))
      .map((id) => this.parts.board.labelOf(id))
      .join(" to ");
    // Nothing is lit on the way: against people it is asked for.
    if (state.isAmongPeople && path.length > 1 && !isAsked) {
      this.ask(path.at(-1)!, t`Go: ${label}`, () => void this.walk(path, true));
      return true;
    }
    state.busy = true;
    const number = state.position!.number;
    if (!(await this.parts.coach.allows(label, { path }))) {
      state.busy = false;
      this.parts.chooser.cancel();
      this.parts.draw();
      return true;
    }
    const reply = await this.parts.live().send({ type: "go", seat: state.you, number, path });
    state.busy = false;
    if (reply.ok && reply.steps) {
      this.parts.chooser.cancel();
      this.parts.draw();
    }
    return reply.ok && Boolean(reply.steps);
  }

  /** Have several actions played at once, until a sheet says what the numbers say or something comes between. */
  async order(sheet: Sheet, numbers: number[], again = false): Promise<void> {
    const { state } = this.parts;
    this.parts.cards.hide();
    this.standing = sheet.goes_on ? sheet.id : null;
    state.busy = true;
    this.parts.playback.finish();
    this.parts.chooser.cancel();
    this.parts.board.light([], []);
    this.parts.choices.clear();
    this.parts.sheets.draw();
    const number = state.position!.number;
    if (!again && !(await this.parts.coach.allows(sheet.title, { sheet: sheet.id, numbers }))) {
      this.standing = null;
      state.busy = false;
      this.parts.draw();
      return;
    }
    this.ordering = true;
    const reply = await this.parts.live().send({ type: "order", seat: state.you, number, sheet: sheet.id, numbers });
    this.ordering = state.busy = false;
    if (!reply.ok) this.refused(reply.text ?? t`That was refused.`, reply.rule);
    if (!reply.ok || !reply.steps) this.standing = null;
    if (!this.orderAgain()) this.parts.draw();
  }

  /** Go on with a standing order where it is my turn; whether there was one. */
  orderAgain(): boolean {
    const { state } = this.parts;
    if (this.standing === null || state.busy || !state.myTurn) return false;
    const sheet = state.sheets.find((one) => one.id === this.standing);
    if (sheet) void this.order(sheet, [], true);
    else this.standing = null;
    return sheet !== undefined;
  }

  /** Say why what was touched cannot be done, with its rule; whether there is a rule. */
  private async why(path: string[], touched: string[]): Promise<boolean> {
    const reply = await this.parts.live().send({
      type: "why",
      seat: this.parts.state.you,
      path: [...path, touched[0]],
      below: touched.slice(1, 4),
    });
    if (!reply.ok) {
      if (this.parts.tutor) this.parts.tutor.answer(reply.text ?? "", reply.rule);
      else toast(reply.text ?? "", undefined, 3);
      return true;
    }
    if (reply.rule) {
      this.refused(reply.text ?? "", reply.rule);
      return true;
    }
    if (this.parts.chooser.knows(touched[0]!)) return false;
    if (this.parts.cards.byFinger) this.parts.cards.look(touched[0]!);
    else toast(sentence(`${this.parts.board.labelOf(touched[0]!)}. ${reply.text ?? ""}`), undefined, 5, "why");
    return false;
  }

  private refused(text: string, rule?: string): void {
    if (this.parts.tutor) {
      this.parts.tutor.answer(text, rule);
      return;
    }
    toast(
      sentence(text),
      rule ? h("button", { class: "link", onclick: () => void this.parts.drawer.openRule(rule) }, rule) : undefined,
      7,
      "why",
    );
  }

  /** Light what can be touched now. */
  light(): void {
    const { state, board, chooser, playback } = this.parts;
    const isFree = state.myTurn && state.coveredFor === null && !playback.isPlaying;
    const lit = isFree ? this.touchable() : [];
    const edges =
      lit.length && state.table!.answers.length ? edgesOf(board, chooser, lit, (id) => state.isAnswer(id)) : undefined;
    const { usual, shared } = chooser;
    const pointed = this.parts.tutor?.pointsAt(chooser.path) ?? this.hinted.path;
    // What is pointed at begins another action than the one that was begun: a touch turns to it.
    const turns = isFree ? pointed.filter((id) => chooser.begins(id) && !chooser.path.includes(id)) : [];
    board.light(
      [...new Set([...lit, ...turns])],
      chooser.path,
      pointed,
      [...usual, ...shared],
      this.risky(lit),
      edges,
      this.takes(lit),
      usual.length > PLENTY ? usual.filter((id) => !shared.includes(id)) : [],
    );
  }

  /** What an action goes on with, and before anything is touched what opens a sheet. */
  private touchable(): string[] {
    const { next, path } = this.parts.chooser;
    return path.length ? next : [...new Set([...next, ...this.parts.state.sheets.flatMap((sheet) => sheet.opens)])];
  }

  /** What can be dragged: an action begins with it, leads to another place, and a drag says what is left to say; or it is
   * put somewhere by every action, or leads to where every action does. */
  private takes(lit: string[]): string[] {
    const { by_drag } = this.parts.state.table!,
      { path, shared } = this.parts.chooser;
    const isLaid = (id: string) =>
      !path.length &&
      shared.length > 0 &&
      !this.parts.board.isOnBoard(id) &&
      (shared.includes(id) ||
        this.parts.chooser.with([id]).every((choice) => choice.path.length === 2 && shared.includes(choice.path[1]!)));
    return lit.filter(
      (id) =>
        isLaid(id) ||
        this.parts.chooser
          .with([id])
          .some((choice) => choice.path[0] === id && choice.path.length > 2 && by_drag.includes(choice.path.at(-1)!)),
    );
  }

  /** What would be a risk, whatever were touched after it. */
  private risky(lit: string[]): string[] {
    const { path } = this.parts.chooser;
    return path.length
      ? lit.filter((id) => this.parts.chooser.with([...path, id]).every((choice) => choice.risky))
      : [];
  }
}
