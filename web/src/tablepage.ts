// A live table. This page hears the server and carries out what is touched; its parts draw themselves.
import { api, loadPatterns, me } from "./api";
import { Board } from "./board";
import { Cards } from "./cards";
import { Choices, type Hinted } from "./choices";
import { Chooser } from "./chooser";
import { Coach } from "./coach";
import { announce, fill, h, sentence, sorry, toast, uncover, untoast } from "./dom";
import { Drawer } from "./drawer";
import { frame } from "./frame";
import { explainWords } from "./glossary";
import { Guide } from "./guide";
import { edgesOf, fanOf, type Lean, leansTo } from "./leaning";
import { LiveTable } from "./live";
import { Playback } from "./playback";
import { Players } from "./players";
import { Reaches } from "./reaches";
import { Banner, refusalText } from "./result";
import { chime, notifyTurn } from "./settings";
import { copyAddress, showInvitation } from "./share";
import { Sheets } from "./sheets";
import { TableBar } from "./tablebar";
import { TableState } from "./tablestate";
import { Talk } from "./talk";
import { Thoughts } from "./thoughts";
import type { Choice, Position, ServerMessage, Sheet, TableMessage, UpdateMessage } from "./types";
import { chosenFrom, Wire, writtenOut } from "./wire";

export { logList } from "./drawer";

const HINTED = ".thing.hinted, .choice-bar .hinted";
const LAST_WORD = 5000;
// So many things can be touched at once that they need no mark to be found: it is a quiet one.
const PLENTY = 24;

class TablePage {
  private readonly state: TableState;
  private readonly live: LiveTable;
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
  private readonly coach: Coach;
  private readonly thoughts = new Thoughts();
  private readonly players: Players;
  private readonly choices: Choices;
  private readonly banner: Banner;
  private readonly cards: Cards;
  private readonly sheets: Sheets;
  private readonly reaches: Reaches;
  /** An order that goes on when it is my turn again. */
  private standing: string | null = null;
  private ordering = false;
  private readonly drawer: Drawer;
  private readonly talk: Talk;
  private hinted: Hinted = { path: [] };
  /** Where things were touched that make up an action. */
  private readonly leans = new Map<string, Lean>();
  private focused: string | null = null;
  /** My turn has come, and what led to it is still being shown. */
  private turnCame = false;
  private readonly timer: number;
  private readonly stage = h("div", { class: "stage" });
  private readonly boardBox = h("div", { class: "board-box" });
  private readonly page = h("div", { class: "table-page loading" });
  private readonly sizes = new ResizeObserver(() => this.resize());
  private wasNarrow: boolean | null = null;
  private readonly onKey = (event: KeyboardEvent) => this.key(event);

  constructor(
    private readonly app: HTMLElement,
    id: string,
    patterns: string,
  ) {
    const live = () => this.live;
    this.state = new TableState(id);
    this.board = new Board(patterns, (thing, below, isHeld, lean) => {
      if (isHeld) this.hold(thing);
      else void this.touch(thing, below, lean);
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
      (choice) => void this.play(choice),
      (choice, button) => void this.cards.showAction(choice, button),
      (step) => void this.again(step),
      (open) => this.page.classList.toggle("with-drawer", open),
    );
    this.banner = new Banner(
      this.state,
      live,
      (rule) => void this.drawer.openRule(rule),
      () => void this.copyLink(),
      () => this.talk,
    );
    this.cards = new Cards(this.state, this.board, this.chooser, live, (rule) => void this.drawer.openRule(rule));
    this.choices = new Choices(this.state, this.board, this.chooser, {
      play: (choice) => void this.play(choice),
      touch: (thing) => void this.touch(thing),
      cancel: () => {
        this.chooser.cancel();
        this.draw();
      },
      look: (choice, button) => void this.cards.showAction(choice, button),
      order: (sheet, numbers) => void this.order(sheet, numbers),
    });
    this.sheets = new Sheets(
      this.state,
      this.board,
      this.chooser,
      (sheet, numbers) => void this.order(sheet, numbers),
      () => {
        this.chooser.cancel();
        this.draw();
      },
    );
    this.guide = new Guide(this.state, (rule) => void this.drawer.openRule(rule));
    this.coach = new Coach(
      this.state,
      live,
      (path) => {
        this.chooser.cancel();
        this.hinted = { path };
        this.draw();
        uncover(HINTED);
      },
      (element) => this.explain(element),
    );
    this.reaches = new Reaches(this.state, this.board, live, () => this.bar.draw());
    this.bar = new TableBar(
      this.state,
      this.board,
      this.chooser,
      {
        undo: () => void this.undo(),
        hint: () => void this.hint(),
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
        copyLink: () => void this.copyLink(),
        keys: showKeys,
        resign: () => void this.resign(),
        claim: () => void this.claim(),
        report: () => void this.report(),
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
    this.page.append(
      this.bar.element,
      this.guide.element,
      this.coach.element,
      this.thoughts.element,
      this.banner.element,
      h(
        "main",
        { class: "middle", id: "main" },
        this.stage,
        this.choices.element,
        this.sheets.element,
        this.drawer.element,
      ),
      this.cards.element,
      this.talk.bubbles,
    );
    fill(app, this.page);
    this.live = new LiveTable(
      socketPath(id),
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
    else if (message.type === "presence" && position) {
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
    state.log.push(...frames.flatMap((one) => one.log));
    this.playback.add(frames, state.position.result && !before.result ? state.resultText() : "");
    this.after(before);
  }

  private after(before: Position | null): void {
    const { state } = this;
    if (before?.number !== state.position!.number) this.cards.hide();
    const position = state.position!;
    this.page.dataset.number = String(position.number);
    state.busy = this.ordering;
    const sameQuestion =
      before !== null &&
      (before.choices === position.choices || JSON.stringify(before.choices) === JSON.stringify(position.choices));
    if (!sameQuestion) {
      this.hinted = { path: [] };
      untoast("hint");
      untoast("why");
    }
    this.chooser.set(
      position.choices ?? [],
      before !== null && (before.number === position.number || sameQuestion) && before.you === position.you,
    );
    this.sound(before, position);
    document.title = `${state.myTurn ? "● Your turn · " : ""}${state.table!.title} · Wartable`;
    this.takeSeat();
    this.draw();
    this.keepFocus();
    this.orderAgain();
    const said = state.log
      .filter((line) => !before || line.step >= 0)
      .slice(-3)
      .map((line) => line.text)
      .join(" ");
    if (before && !before.refused && position.refused && state.table!.yours.includes(position.refused.seat)) {
      announce(refusalText(position));
      return;
    }
    if (!before || position.number !== before.number)
      announce(`${said} ${position.result ? state.resultText() : state.questionText()}`);
  }

  /** Everything has been shown: the table asks. */
  private shown(): void {
    if (!this.state.position) return;
    if (this.turnCame) chime("turn");
    this.turnCame = false;
    this.draw();
  }

  /** After a move the focus stays where it was, or goes to what can be touched. */
  private keepFocus(): void {
    if (this.focused === null) return;
    if (document.activeElement !== document.body && document.activeElement !== null) {
      this.focused = null;
      return;
    }
    if (!this.state.myTurn) return;
    this.board.refocus(this.focused);
    this.focused = null;
  }

  private sound(before: Position | null, position: Position): void {
    const turnCame = this.state.myTurn && !(before && before.you === position.you && before.due.includes(position.you));
    // What is still to be shown comes first.
    this.turnCame = (turnCame || this.turnCame) && this.state.isShowing && this.state.myTurn;
    if (before && position.result && !before.result) chime("end");
    else if (turnCame && !this.turnCame) chime("turn");
    else if (before && position.number > before.number) chime("move");
    if (turnCame && before) notifyTurn(`${this.state.table!.title}: your turn`, position.prompt ?? "");
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
      frame(
        this.app,
        h(
          "main",
          { class: "prose" },
          h("h1", {}, "This table is closed to you"),
          h("p", {}, gone),
          h("p", {}, h("a", { href: "/" }, "To the games")),
        ),
      );
      return;
    }
    this.page.classList.toggle("offline", !up);
    this.banner.offline = !up;
    if (!up) announce("The connection is lost. It is being made again.");
    this.banner.draw();
  }

  // What I do

  private async touch(id: string, below: string[] = [id], lean?: Lean): Promise<void> {
    const { state } = this;
    if (state.busy || !state.position) return;
    this.cards.hide();
    if (!this.chooser.path.length) this.leans.clear();
    if (lean) this.leans.set(id, lean);
    this.playback.finish();
    if (!state.myTurn) {
      if (state.you >= 0 && state.position.status === "playing") toast("It is not your turn.", undefined, 3);
      if (this.cards.byFinger) this.cards.look(id);
      return;
    }
    const sheet = this.chooser.knows(id) ? undefined : state.sheets.find((one) => one.opens.includes(id));
    if (sheet && !sheet.rows.length) {
      void this.order(sheet, []);
      return;
    }
    if (sheet) {
      this.chooser.cancel();
      this.hold(id);
      return;
    }
    let result = this.chooser.touch(id);
    if (result === "no") {
      if (await this.walk([...this.chooser.path, ...below.slice(0, 1)])) return;
      const isKnown = this.chooser.knows(id),
        isSaid = await this.why(this.chooser.path, below);
      // A button that was dragged astray is a button again.
      if (lean?.isDrop && !this.board.isTaken(this.chooser.path[0] ?? "")) {
        this.chooser.cancel();
        this.draw();
        return;
      }
      if (isSaid || !isKnown) return;
      result = this.chooser.restart(id);
    }
    const meant = result === "more" ? (this.leant() ?? (lean?.isDrop ? this.dropped() : null)) : result;
    if (meant) {
      await this.play(meant);
      return;
    }
    this.draw();
    // What is left may not be what was wanted: why there is nothing else.
    if (this.chooser.isDoubtful) {
      const { path } = this.chooser;
      await this.why(path.slice(0, -1), path.slice(-1));
    }
    if (this.chooser.path.length)
      announce(
        `${this.board.labelOf(id)} chosen. ${this.chooser.next.length} ${this.chooser.next.length === 1 ? "way" : "ways"} to go on.`,
      );
  }

  /** The action that is meant by where its goal was touched. */
  private leant(): Choice | null {
    const { answers } = this.chooser;
    const lean = this.leans.get(answers[0]?.choice.path.findLast((id) => !this.state.isAnswer(id)) ?? "");
    const fan = lean
      ? fanOf(
          this.board,
          answers.map(({ id }) => id),
        )
      : null;
    return fan ? (answers[leansTo(fan, lean!)]?.choice ?? null) : null;
  }

  /** The action that a drag means where only an answer is left to say: the one that the game names for it. */
  private dropped(): Choice | null {
    return this.chooser.answers.find(({ id }) => this.state.table!.by_drag.includes(id))?.choice ?? null;
  }

  /** A drag begins: what can be done with the thing is shown, and nothing is done yet. */
  private hold(id: string): void {
    if (!this.state.isAsked) return;
    this.chooser.hold(id);
    this.draw();
  }

  private async play(choice: Choice): Promise<void> {
    const { state } = this;
    this.cards.hide();
    this.focused =
      this.board.focused ??
      (document.activeElement?.closest(".choice-bar") ? (choice.path.at(-1) ?? "") : this.focused);
    state.busy = true;
    this.playback.finish();
    this.chooser.cancel();
    this.board.light([], choice.path);
    this.choices.clear();
    const number = state.position!.number;
    if (!(await this.coach.allows(choice.label, { action: choice.action }))) {
      state.busy = false;
      this.draw();
      return;
    }
    const reply = await this.live.send({ type: "move", seat: state.you, number, action: choice.action });
    state.busy = false;
    if (!reply.ok) {
      this.refused(reply.text ?? "That was refused.", reply.rule);
      this.draw();
    }
  }

  /** Go to what was touched, further away than one step; whether there is a way. */
  private async walk(path: string[]): Promise<boolean> {
    const { state } = this;
    if (!state.table?.walks) return false;
    state.busy = true;
    const number = state.position!.number;
    const label = path
      .slice(0, 1)
      .concat(path.slice(-1))
      .map((id) => this.board.labelOf(id))
      .join(" to ");
    if (!(await this.coach.allows(label, { path }))) {
      state.busy = false;
      this.chooser.cancel();
      this.draw();
      return true;
    }
    const reply = await this.live.send({ type: "go", seat: state.you, number, path });
    state.busy = false;
    if (reply.ok && reply.steps) {
      this.chooser.cancel();
      this.draw();
    }
    return reply.ok && Boolean(reply.steps);
  }

  /** Have several actions played at once, until a sheet says what the numbers say or something comes between. */
  private async order(sheet: Sheet, numbers: number[], again = false): Promise<void> {
    const { state } = this;
    this.cards.hide();
    this.standing = sheet.goes_on ? sheet.id : null;
    state.busy = true;
    this.playback.finish();
    this.chooser.cancel();
    this.board.light([], []);
    this.choices.clear();
    this.sheets.draw();
    const number = state.position!.number;
    if (!again && !(await this.coach.allows(sheet.title, { sheet: sheet.id, numbers }))) {
      this.standing = null;
      state.busy = false;
      this.draw();
      return;
    }
    this.ordering = true;
    const reply = await this.live.send({ type: "order", seat: state.you, number, sheet: sheet.id, numbers });
    this.ordering = state.busy = false;
    if (!reply.ok) this.refused(reply.text ?? "That was refused.", reply.rule);
    if (!reply.ok || !reply.steps) this.standing = null;
    if (!this.orderAgain()) this.draw();
  }

  /** Go on with a standing order where it is my turn; whether there was one. */
  private orderAgain(): boolean {
    const { state } = this;
    if (this.standing === null || state.busy || !state.myTurn) return false;
    const sheet = state.sheets.find((one) => one.id === this.standing);
    if (sheet) void this.order(sheet, [], true);
    else this.standing = null;
    return sheet !== undefined;
  }

  /** Say why what was touched cannot be done, with its rule; whether there is a rule. */
  private async why(path: string[], touched: string[]): Promise<boolean> {
    const reply = await this.live.send({
      type: "why",
      seat: this.state.you,
      path: [...path, touched[0]],
      below: touched.slice(1, 4),
    });
    if (!reply.ok) {
      toast(reply.text ?? "", undefined, 3);
      return true;
    }
    if (reply.rule) {
      this.refused(reply.text ?? "", reply.rule);
      return true;
    }
    if (this.chooser.knows(touched[0]!)) return false;
    if (this.cards.byFinger) this.cards.look(touched[0]!);
    else toast(sentence(`${this.board.labelOf(touched[0]!)}. ${reply.text ?? ""}`), undefined, 5, "why");
    return false;
  }

  private refused(text: string, rule?: string): void {
    toast(
      sentence(text),
      rule ? h("button", { class: "link", onclick: () => void this.drawer.openRule(rule) }, rule) : undefined,
      7,
      "why",
    );
  }

  private async undo(): Promise<void> {
    if (this.chooser.cancel()) {
      this.draw();
      return;
    }
    const reply = await this.live.send({ type: "undo", seat: this.state.you });
    if (!reply.ok) sorry(reply.text);
    else if (reply.done === "asked") toast("You have asked to take your last move back.");
  }

  /** See a step of the log again, and then the table as it is. */
  private async again(step: number): Promise<void> {
    const reply = await this.live.send({ type: "film", step });
    if (!reply.ok) {
      sorry(reply.text);
      return;
    }
    this.playback.finish();
    if (!reply.scene || !this.board.current) return;
    const { scene, frames, stage } = writtenOut({ scene: reply.scene, frames: reply.frames, stage: reply.stage });
    void this.playback.replay(scene, frames, this.board.current, stage);
    this.draw();
  }

  private async hint(): Promise<void> {
    const reply = await this.live.send({ type: "hint", seat: this.state.you });
    if (!reply.ok) {
      sorry(reply.text);
      return;
    }
    const choices = this.state.position?.choices ?? [];
    const choice = choices.find((one) => one.action === reply.action);
    if (!choice) return;
    this.chooser.cancel();
    this.hinted = choice;
    this.draw();
    const [best, ...others] = (reply.moves ?? []).flatMap(({ action, chance }) => {
      const known = choices.find((one) => one.action === action);
      return known ? [`${known.label}: ${Math.round(100 * chance)} % to win`] : [];
    });
    const then = (reply.plan ?? []).slice(1, 4),
      would = `A bot would: ${best ?? choice.label}${then.length ? `. Then: ${then.join("; ")}` : ""}`;
    const rest = h("ul", { class: "others" }, ...others.map((text) => h("li", {}, text)));
    toast(would, others.length ? rest : undefined, 20, "hint");
    uncover(HINTED);
    announce([would, ...others].join("; otherwise "));
  }

  private async resign(): Promise<void> {
    if (this.state.you < 0 || this.state.position?.status !== "playing") {
      toast("There is nothing to resign from.");
      return;
    }
    if (!confirm("Resign this match?")) return;
    const reply = await this.live.send({ type: "resign", seat: this.state.you });
    if (!reply.ok) sorry(reply.text);
  }

  private async claim(): Promise<void> {
    if (!confirm(`Claim this match? The others must have done nothing for ${me.claim_days} days.`)) return;
    await api(`/tables/${this.state.id}/claim`, {}).catch((error: Error) => sorry(error));
  }

  private async report(): Promise<void> {
    const text = prompt("What should the host know about this table?");
    if (text)
      await api("/reports", { table: this.state.id, text }).then(
        () => toast("The host is told."),
        (error: Error) => sorry(error),
      );
  }

  private async copyLink(): Promise<void> {
    await copyAddress(this.state.link());
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const keys: Record<string, () => void> = {
      a: () => this.drawer.toggle("actions"),
      l: () => this.drawer.toggle("log"),
      r: () => this.drawer.toggle("rules"),
      t: () => this.drawer.toggle("talk"),
      u: () => void this.undo(),
      h: () => void this.hint(),
      c: () => {
        if (this.coach.isAllowed) this.coach.toggle();
      },
      b: () => this.board.focusFirst(),
      x: () => this.reaches.toggle(),
      "?": () => showKeys(),
      Escape: () => {
        if (this.cards.isShown) this.cards.hide();
        else if (this.chooser.cancel()) this.draw();
        else if (!this.state.narrow) this.drawer.open(null);
      },
    };
    keys[event.key]?.();
  }

  // What is shown

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
      if (this.state.position) this.choices.draw(this.hinted);
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
    const lit = state.myTurn && state.coveredFor === null && !this.playback.isPlaying ? this.touchable() : [];
    const edges =
      lit.length && state.table!.answers.length
        ? edgesOf(this.board, this.chooser, lit, (id) => state.isAnswer(id))
        : undefined;
    const { usual, shared } = this.chooser;
    this.board.light(
      lit,
      this.chooser.path,
      this.hinted.path,
      [...usual, ...shared],
      this.risky(lit),
      edges,
      this.takes(lit),
      usual.length > PLENTY ? usual.filter((id) => !shared.includes(id)) : [],
    );
    this.page.classList.toggle("many", state.position!.seats.length > 2);
    this.page.classList.toggle("made", this.board.isMade);
    this.page.classList.toggle("no-zoom", !this.board.canZoom);
    if (this.board.isMade) this.page.style.setProperty("--least", `${Math.round(this.board.leastHeight)}px`);
    this.stage.classList.toggle("covered", state.coveredFor !== null);
    this.page.classList.toggle("waiting", state.position!.status === "open");
    this.bar.draw();
    this.guide.draw();
    this.coach.draw();
    this.players.draw();
    this.banner.draw();
    this.drawer.draw();
    this.choices.draw(this.hinted);
    this.sheets.draw();
    // When all lies where it belongs, also at the first time.
    if (state.narrow && !this.playback.isPlaying) this.board.reveal();
    void this.reaches.renew();
  }

  /** What an action goes on with, and before anything is touched what opens a sheet. */
  private touchable(): string[] {
    const { next, path } = this.chooser;
    return path.length ? next : [...new Set([...next, ...this.state.sheets.flatMap((sheet) => sheet.opens)])];
  }

  /** What can be dragged: an action begins with it, leads to another place, and a drag says what is left to say; or it is
   * put somewhere by every action, or leads to where every action does. */
  private takes(lit: string[]): string[] {
    const { by_drag } = this.state.table!,
      { path, shared } = this.chooser;
    const isLaid = (id: string) =>
      !path.length &&
      shared.length > 0 &&
      !this.board.isOnBoard(id) &&
      (shared.includes(id) ||
        this.chooser.with([id]).every((choice) => choice.path.length === 2 && shared.includes(choice.path[1]!)));
    return lit.filter(
      (id) =>
        isLaid(id) ||
        this.chooser
          .with([id])
          .some((choice) => choice.path[0] === id && choice.path.length > 2 && by_drag.includes(choice.path.at(-1)!)),
    );
  }

  /** What would be a risk, whatever were touched after it. */
  private risky(lit: string[]): string[] {
    const { path } = this.chooser;
    return path.length ? lit.filter((id) => this.chooser.with([...path, id]).every((choice) => choice.risky)) : [];
  }
}

const KEYS: [string, string][] = [
  ["B", "go to the board"],
  ["Arrows", "go to the next thing that can be touched"],
  ["Enter or Space", "touch it"],
  ["Space", "skip what is being shown"],
  ["Escape", "close a card, take a touch back, or close the drawer"],
  ["A", "all actions"],
  ["L", "log"],
  ["R", "rules"],
  ["T", "talk"],
  ["X", "what the others could reach"],
  ["H", "hint"],
  ["C", "coach on or off"],
  ["U", "undo"],
  ["?", "these keys"],
];

function showKeys(): void {
  const close = h("button", { class: "main", onclick: () => box.close() }, "Close");
  const box: HTMLDialogElement = h(
    "dialog",
    { class: "dialog keys", "aria-label": "Keys", onclose: () => box.remove() },
    h("h2", {}, "Keys"),
    h("dl", {}, ...KEYS.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)])),
    close,
  );
  document.body.append(box);
  box.showModal();
}

/** Where a table is followed from: from no seat by wish. */
function socketPath(id: string): string {
  return `${id}/socket?show=scene${new URLSearchParams(location.search).get("watch") ? "&seat=-1" : ""}`;
}

export async function tablePage(app: HTMLElement, id: string): Promise<() => void> {
  const page = new TablePage(app, id, await loadPatterns());
  return () => page.leave();
}
