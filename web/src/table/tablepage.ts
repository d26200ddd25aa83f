// A live table. This page hears the server and carries out what is touched; its parts draw themselves.

import { Board } from "../board/board";
import { loadPatterns } from "../common/api";
import { announce, fill, h, hush, sorry, toast, untoast } from "../common/dom";
import { t } from "../common/language";
import { notifyTurn } from "../common/settings";
import { showInvitation } from "../common/share";
import type { LogLine, Position, ServerMessage, TableMessage, UpdateMessage } from "../common/types";
import { explainWords } from "../learn/glossary";
import { Guide } from "../learn/guide";
import { play } from "../playback/hearing";
import { Playback } from "../playback/playback";
import { chosenFrom, Wire } from "../playback/wire";
import { Cards } from "../touch/cards";
import { Choices } from "../touch/choices";
import { Chooser } from "../touch/chooser";
import { Moves } from "../touch/moves";
import { Reaches } from "../touch/reaches";
import { Sheets } from "../touch/sheets";
import { Coach } from "./coach";
import { Drawer } from "./drawer";
import { press, showKeys } from "./keys";
import { isScreen, LiveTable, type Source, showClosed, socketPath } from "./live";
import { Players } from "./players";
import { Requests } from "./requests";
import { Banner, refusalText } from "./result";
import { Since } from "./since";
import { TableBar } from "./tablebar";
import { TableState } from "./tablestate";
import { Talk } from "./talk";
import { Thoughts } from "./thoughts";
import type { Tutor } from "./tutor";

export { logList } from "./drawer";

const LAST_WORD = 5000;
// So many sentences of others are said at most to who listens.
const MOST_SAID = 8;
const NOTICE_SECONDS = 600;

/** What a table is about: who it is heard from, and in a lesson who leads through it. */
export interface Around {
  connect: (heard: (message: ServerMessage) => void, state: (up: boolean, gone?: string) => void) => Source;
  tutor?: (
    state: TableState,
    board: () => Board,
    openRule: (rule: string) => void,
    explain: (element: Element) => void,
  ) => Tutor;
}

export class TablePage {
  private readonly state: TableState;
  private readonly live: Source;
  private readonly tutor: Tutor | null;
  private readonly board: Board;
  private readonly playback: Playback;
  private readonly wire = new Wire();
  private readonly chooser = new Chooser(
    (id) => this.state.isAnswer(id),
    (id) => this.board.isTaken(id),
    (id) => this.state.isAloud(id),
  );

  private readonly bar: TableBar;
  private readonly guide: Guide;
  private readonly since: Since;
  private readonly coach: Coach;
  private readonly thoughts = new Thoughts();
  private readonly players: Players;
  private readonly choices: Choices;
  private readonly banner: Banner;
  private readonly cards: Cards;
  private readonly sheets: Sheets;
  private readonly reaches: Reaches;
  private readonly moves: Moves;
  private readonly requests: Requests;
  private readonly drawer: Drawer;
  private readonly talk: Talk;
  /** My turn has come, and what led to it is still being shown. */
  private turnCame = false;

  private readonly timer: number;
  private readonly stage = h("div", { class: "stage" });
  private readonly middle = h("main", { class: "middle", id: "main" });
  private readonly boardBox = h("div", { class: "board-box" });
  private readonly page = h("div", { class: "table-page loading" });
  private readonly sizes = new ResizeObserver(() => this.resize());
  private wasNarrow: boolean | null = null;
  private readonly onKey = (event: KeyboardEvent) => {
    if (this.state.coveredFor === null) press(event, this.keys);
  };
  private readonly keys: Record<string, () => void> = {
    a: () => this.drawer.toggle("actions"),
    l: () => this.drawer.toggle("log"),
    r: () => this.drawer.toggle("rules"),
    t: () => this.drawer.toggle("talk"),
    u: () => void this.requests.undo(),
    h: () => void this.requests.hint(),
    c: () => {
      if (this.coach.isAllowed) this.coach.toggle();
    },
    b: () => this.board.focusFirst(),
    x: () => this.reaches.toggle(),
    "?": () => showKeys(),
    Escape: () => {
      const had = this.cards.isShown;
      this.cards.hide();
      if (!this.moves.cancel() && !had && !this.state.narrow) this.drawer.open(null);
    },
  };

  constructor(
    private readonly app: HTMLElement,
    id: string,
    patterns: string,
    around: Around,
  ) {
    const live = () => this.live;
    this.state = new TableState(id);
    this.board = new Board(patterns, (thing, below, isHeld, lean) => {
      if (isHeld) this.moves.hold(thing);
      else void this.moves.touch(thing, below, lean);
    });
    this.playback = new Playback(
      this.board,
      this.stage,
      () => this.shown(),
      () => this.state.you,
    );
    this.state.showing = () =>
      this.playback.isPlaying ? { actor: this.playback.actor, again: this.playback.isAgain } : null;
    this.playback.told = () => this.drawer.reveal();
    this.state.untold = () => this.playback.untold;
    this.playback.passed = () => {
      if (this.state.position) {
        this.bar.drawPrompt();
        this.players.draw();
      }
    };
    this.players = new Players(this.state);
    this.drawer = new Drawer(
      this.state,
      this.board,
      live,
      (choice) => void this.moves.play(choice),
      (choice, button) => void this.cards.showAction(choice, button),
      (step) => void this.requests.again(step),
      (open) => this.page.classList.toggle("with-drawer", open),
    );
    this.banner = new Banner(
      this.state,
      live,
      (rule) => void this.drawer.openRule(rule),
      () => void this.requests.copyLink(),
      () => this.talk,
    );
    this.cards = new Cards(this.state, this.board, this.chooser, live, (rule) => void this.drawer.openRule(rule));
    this.choices = new Choices(this.state, this.board, this.chooser, {
      play: (choice) => void this.moves.play(choice),
      touch: (thing) => void this.moves.touch(thing),
      cancel: () => this.moves.cancel(),
      instead: (thing) => this.moves.instead(thing),
      look: (choice, button) => void this.cards.showAction(choice, button),
      order: (sheet, numbers) => void this.moves.order(sheet, numbers),
    });
    this.sheets = new Sheets(
      this.state,
      this.board,
      this.chooser,
      (sheet, numbers) => void this.moves.order(sheet, numbers),
      () => this.moves.cancel(),
    );
    this.since = new Since(this.state, (step) => void this.requests.again(step));
    this.guide = new Guide(this.state, (rule) => void this.drawer.openRule(rule));
    this.coach = new Coach(
      this.state,
      live,
      (path) => this.requests.point(path),
      (element) => this.explain(element),
    );
    const { state, board, chooser, playback, cards, choices, sheets, coach, drawer } = this;
    const draw = () => this.draw();
    const openRule = (rule: string) => void this.drawer.openRule(rule);
    const tutor =
      around.tutor?.(
        state,
        () => this.board,
        openRule,
        (element) => this.explain(element),
      ) ?? null;
    this.tutor = tutor;
    const parts = { state, board, chooser, playback, cards, choices, sheets, coach, drawer, live, draw, tutor };
    this.moves = new Moves(parts);
    this.requests = new Requests(parts, this.moves);
    this.reaches = new Reaches(this.state, this.board, live, () => this.bar.draw());
    this.bar = new TableBar(
      this.state,
      this.board,
      this.chooser,
      {
        undo: () => void this.requests.undo(),
        hint: () => void this.requests.hint(),
        zoom: () => {
          this.board.zoom();
          this.draw();
          this.board.reveal();
        },
        toggle: (tab) => this.drawer.toggle(tab),
        reach: () => this.reaches.toggle(),
        isReachShown: () => this.reaches.isOn,
        explain: (element) => this.explain(element),
        coach: this.coach.button,
        copyLink: () => void this.requests.copyLink(),
        keys: showKeys,
        resign: () => void this.requests.resign(),
        claim: () => void this.requests.claim(),
        advance: () =>
          void import("./advance").then((part) => part.answerInAdvance(this.state.id, this.state.you)).catch(sorry),
        report: () => void this.requests.report(),
      },
      this.players.element,
    );
    this.talk = new Talk(
      this.state,
      live,
      () => this.drawer.tab === "talk" || this.state.position?.status === "open",
      () => {
        this.bar.drawUnread(this.talk.unread);
        this.drawer.drawUnread();
      },
    );
    this.drawer.talk = this.talk;
    this.boardBox.append(this.board.main);
    this.stage.append(this.boardBox);
    this.middle.append(this.stage, this.choices.element, this.sheets.element, this.drawer.element);
    if (tutor) this.stage.after(tutor.element);
    this.page.append(
      this.bar.element,
      h("div", { class: "below-bar" }, this.guide.element, this.since.element),
      this.coach.element,
      this.thoughts.element,
      this.banner.element,
      this.middle,
      this.cards.element,
      this.talk.bubbles,
    );
    if (isScreen()) {
      this.page.classList.add("screen");
      keepAwake();
    }
    fill(app, this.page);
    if (tutor) {
      this.page.classList.add("lesson");
      this.bar.element.querySelector(".tools")!.prepend(...tutor.tools);
    }
    this.live = around.connect(
      (message) => this.heard(message),
      (up, gone) => this.connection(up, gone),
    );
    this.sizes.observe(this.stage);
    addEventListener("keydown", this.onKey);
    this.timer = window.setInterval(() => this.players.draw(), 500);
    this.resize();
    Object.assign(window, { wartableDrop: () => this.live.drop() });
  }

  leave(): void {
    this.live.close();
    this.playback.leave();
    clearInterval(this.timer);
    this.sizes.disconnect();
    this.bar.leave();
    this.guide.leave();
    this.since.leave();
    this.cards.leave();
    // What comes next may take a moment to load: nobody should take this for it.
    this.page.remove();
    removeEventListener("keydown", this.onKey);
  }

  // What the server says

  private heard(message: ServerMessage): void {
    const { position } = this.state;
    if (message.type === "table") this.whole(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "talk") {
      this.talk.heard(message);
      this.state.again = message.again;
      this.banner.draw();
    } else if (message.type === "thought" && position)
      this.thoughts.show(
        position.seats.map((seat) => seat.name),
        message.thought,
      );
    else if (message.type === "notice") {
      untoast("notice");
      if (message.text) toast(message.text, undefined, NOTICE_SECONDS, "notice");
    } else if (message.type === "presence" && position) {
      position.seats.forEach((seat, number) => {
        seat.here = message.here[number] ?? false;
      });
      position.watching = message.watching;
      this.players.draw();
    }
  }

  private whole(message: TableMessage): void {
    const { state } = this;
    const first = state.table === null;
    const before = state.position;
    state.table = message;
    state.position = message;
    state.log = message.log ?? [];
    state.logBefore = message.log_before ?? null;
    state.clockOffset = message.clock.now - Date.now() / 1000;
    this.page.classList.remove("loading");
    if (message.scene) this.board.show(this.wire.whole(message.scene));
    this.playback.reset(this.wire.cues(message.stage), state.log);
    if (before && message.result && !before.result) this.playback.say(state.resultText(), LAST_WORD);
    this.after(before);
    if (message.private && message.yours.length) showInvitation(message.invite);
    if (first && state.narrow) {
      this.drawer.open("table");
      // What lies there is there only now.
      if (state.isAsked) this.board.reveal();
    }
    if (!first) this.drawer.draw();
    void this.guide.watch();
  }

  private update(message: UpdateMessage): void {
    const { state } = this;
    const before = state.position;
    if (!before) return;
    const { frames: sent, outlines, choices, ...news } = message;
    state.position = { ...before, ...news, ...(choices ? { choices: chosenFrom(before.choices ?? [], choices) } : {}) };
    if (news.clock) state.clockOffset = news.clock.now - Date.now() / 1000;
    this.wire.learn(outlines);
    const frames = this.wire.frames(sent);
    if (!state.isShowing) state.past = before;
    this.news.push(...frames.flatMap((one) => one.log));
    state.log.push(...frames.flatMap((one) => one.log));
    this.playback.add(frames, state.position.result && !before.result ? state.resultText() : "");
    this.after(before);
  }

  private after(before: Position | null): void {
    const { state } = this;
    if (before?.number !== state.position!.number) this.cards.hide();
    const position = state.position!;
    this.page.dataset.number = String(position.number);
    state.busy = this.moves.ordering;
    const sameQuestion =
      before !== null &&
      (before.choices === position.choices || JSON.stringify(before.choices) === JSON.stringify(position.choices));
    if (!sameQuestion) {
      this.choices.question = null;
      this.moves.hinted = { path: [] };
      untoast("hint");
      untoast("why");
    }
    this.chooser.set(
      position.choices ?? [],
      before !== null && (before.number === position.number || sameQuestion) && before.you === position.you,
    );
    this.sound(before, position);
    this.end();
    document.title = `${state.myTurn ? t`● Your turn · ` : ""}${state.table!.title} · Wartable`;
    this.takeSeat();
    this.draw();
    this.keepFocus();
    this.moves.orderAgain();
    if (before && !before.refused && position.refused && state.table!.yours.includes(position.refused.seat)) {
      announce(refusalText(position));
      return;
    }
    this.tell(before, position);
  }

  /** What has happened since the page was told last. */
  private news: LogLine[] = [];

  /** Say to a screen reader what has happened, and what is asked. */
  private tell(before: Position | null, position: Position): void {
    const { state } = this;
    const lines = before ? this.news : state.log.slice(-3);
    this.news = [];
    if (state.coveredFor !== null) {
      hush();
      announce(t`Hand the device to ${position.seats[state.coveredFor]?.name ?? t`the next player`}.`);
      return;
    }
    if (position.offer && !before?.offer && !position.offer.agreed.includes(state.you))
      announce(t`${position.seats[position.offer.seat]?.name ?? t`Somebody`} asks to take a move back.`);
    if (before && position.number === before.number) return;
    // A long turn of others is cut short; what was mine is said in full.
    const said = lines.filter((line, place) => line.seat === state.you || place >= lines.length - MOST_SAID);
    const words = said.map((line) => line.text).join(" ");
    announce(`${words} ${position.result ? state.resultText() : state.questionText()}`);
  }

  /** The match has ended, and what led to it may still be shown. */
  private ends = false;

  private end(): void {
    if (!this.ends || this.state.isShowing) return;
    this.ends = false;
    void this.banner.end();
    play(({ won: "win", lost: "lose", shared: "over", seen: "over" } as const)[this.state.outcome]);
  }

  /** Everything has been shown: the table asks. */
  private shown(): void {
    if (!this.state.position) return;
    this.end();
    if (this.turnCame) play("turn");
    this.turnCame = false;
    this.draw();
    this.keepFocus();
  }

  /** After a move the focus stays where it was, or goes to what can be touched. */
  private keepFocus(): void {
    // While something is shown nothing can be touched: it is kept until then.
    if (this.moves.focused === null || this.state.isShowing) return;
    if (document.activeElement !== document.body && document.activeElement !== null) {
      this.moves.focused = null;
      return;
    }
    if (!this.state.myTurn) return;
    this.board.refocus(this.moves.focused);
    this.moves.focused = null;
  }

  private sound(before: Position | null, position: Position): void {
    const turnCame = this.state.myTurn && !(before && before.you === position.you && before.due.includes(position.you));
    // What is still to be shown comes first.
    this.turnCame = (turnCame || this.turnCame) && this.state.isShowing && this.state.myTurn;
    if (before && position.result && !before.result) this.ends = true;
    else if (turnCame && !this.turnCame) play("turn");
    else if (before && position.number > before.number && !this.state.isShowing) play("step");
    if (turnCame && before) notifyTurn(t`${this.state.table!.title}: your turn`, position.prompt ?? "");
  }

  /** Two people at one device: look from the seat that is to act, once its player has the device. */
  private takeSeat(): void {
    const { state } = this;
    const { yours, secrets } = state.table!;
    const { due } = state.position!;
    const wanted = due.find((seat) => yours.includes(seat));
    if (wanted === undefined || yours.length < 2 || due.includes(state.you)) {
      state.coveredFor = null;
      return;
    }
    if (secrets) state.coveredFor = wanted;
    else void this.live.send({ type: "sit", seat: wanted });
  }

  private connection(up: boolean, gone?: string): void {
    if (gone) {
      showClosed(this.app, gone);
      return;
    }
    // What is still so then is told again.
    if (!up) untoast("notice");
    this.page.classList.toggle("offline", !up);
    this.banner.offline = !up;
    if (!up) announce(t`Connection lost. Reconnecting.`);
    this.banner.draw();
  }

  // What is shown

  /** While the device is handed on, nothing of the player before is seen, read out or within reach of a key. */
  private cover(isCovered: boolean): void {
    this.stage.classList.toggle("covered", isCovered);
    this.page.classList.toggle("handing", isCovered);
    this.middle.inert = isCovered;
    if (!isCovered) return;
    this.cards.hide();
    untoast("hint");
    untoast("why");
    if (!this.state.narrow && this.drawer.tab !== null) this.drawer.open(null);
  }

  private explain(element: Element): void {
    explainWords(element, this.state.table!.game, (rule) => void this.drawer.openRule(rule));
  }

  private resize(): void {
    const { narrow, table } = this.state;
    this.page.classList.toggle("narrow", narrow);
    // Where the board can be scrolled, a keyboard can, too.
    if (narrow) this.boardBox.tabIndex = 0;
    else this.boardBox.removeAttribute("tabindex");
    this.page.classList.toggle("sideways", this.state.sideways);
    const beside = this.state.sideways ? this.drawer.width : null;
    this.board.layout(narrow, this.stage.clientWidth, this.stage.clientHeight, beside);
    if (narrow === this.wasNarrow) {
      if (this.state.position) this.choices.draw(this.moves.hinted);
      return;
    }
    this.wasNarrow = narrow;
    if (narrow && this.drawer.tab === null && table) this.drawer.open("table");
    if (!narrow && this.drawer.tab === "table") this.drawer.open(null);
    if (this.state.position) this.draw();
  }

  private draw(): void {
    const { state } = this;
    this.playback.mark();
    if (this.tutor) this.moves.hinted = this.tutor.hinted;
    this.moves.light();
    this.page.classList.toggle("many", state.position!.seats.length > 2);
    this.page.classList.toggle("made", this.board.isMade);
    this.page.classList.toggle("no-zoom", !this.board.canZoom);
    if (this.board.isMade) this.page.style.setProperty("--least", `${Math.round(this.board.leastHeight)}px`);
    this.cover(state.coveredFor !== null);
    this.page.classList.toggle("waiting", state.position!.status === "open");
    this.bar.draw();
    this.guide.draw();
    this.since.draw();
    this.coach.draw();
    this.players.draw();
    this.banner.draw();
    this.drawer.draw();
    this.choices.draw(this.moves.hinted);
    this.sheets.draw();
    // When all lies where it belongs, also at the first time.
    if (state.narrow && !this.playback.isPlaying) this.board.reveal();
    this.page.classList.toggle("pointing", (this.tutor?.pointsAt(this.chooser.path).length ?? 0) > 0);
    this.tutor?.draw();
    void this.reaches.renew();
  }

  /** Draw the table as it is. */
  redraw(): void {
    this.chooser.cancel();
    this.draw();
  }

  /** On a phone the table itself comes back in place of log or rules. */
  showTable(): void {
    if (this.state.narrow && this.state.position && this.drawer.tab !== "table") this.drawer.open("table");
  }
}

/** A screen that nobody touches stays on, where the browser lets it. */
function keepAwake(): void {
  if ("wakeLock" in navigator) navigator.wakeLock.request("screen").catch(() => undefined);
}

export async function tablePage(app: HTMLElement, id: string): Promise<() => void> {
  const page = new TablePage(app, id, await loadPatterns(), {
    connect: (heard, state) => new LiveTable(socketPath(id), heard, state),
  });
  return () => page.leave();
}
