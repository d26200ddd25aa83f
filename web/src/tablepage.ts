// A live table: the board, what is asked of me, the players, and a drawer with actions, log and rules.
import { api, loadGames, me } from "./api";
import { Board } from "./board";
import { Chooser } from "./chooser";
import { announce, duration, fill, h, seatMark, toast, uncover } from "./dom";
import { brand, frame, soundButton, themeButton } from "./frame";
import { LiveTable } from "./live";
import { Playback, speedButton } from "./playback";
import { go } from "./route";
import { rulesElement, showRule } from "./rulesview";
import { chime, notifyTurn } from "./settings";
import type { Choice, LogLine, Position, ServerMessage, TableMessage, UpdateMessage } from "./types";

type Tab = "actions" | "log" | "rules" | "table";
const TABS: [Tab, string][] = [["table", "Table"], ["actions", "Actions"], ["log", "Log"], ["rules", "Rules"]];
const NARROW = 820;
const MOST_BUTTONS = 12;
const LAST_WORD = 5000;

class TablePage {
  private readonly live: LiveTable;
  private readonly board: Board;
  private readonly playback: Playback;
  private readonly chooser = new Chooser();
  private table: TableMessage | null = null;
  private position: Position | null = null;
  private log: LogLine[] = [];
  private logBefore: number | null = null;
  private loadingLog = false;
  private tab: Tab | null = null;
  private hinted: string[] = [];
  private busy = false;
  private rulesPage: HTMLElement | null = null;
  private coveredFor: number | null = null;
  private clockOffset = 0;
  private readonly timer: number;

  private readonly prompt = h("div", { class: "prompt", id: "prompt" });
  private readonly players = h("div", { class: "players" });
  private readonly choiceBar = h("div", { class: "choice-bar", role: "group", "aria-label": "Choices" });
  private readonly banner = h("div", { class: "banner" });
  private readonly drawer = h("aside", { class: "drawer", "aria-label": "Actions, log and rules" });
  private readonly drawerBody = h("div", { class: "drawer-body", tabindex: "0" });
  private readonly tabs = h("div", { class: "tabs", role: "tablist" });
  private readonly stage = h("div", { class: "stage" });
  private readonly boardBox = h("div", { class: "board-box" });
  private readonly latest = h("div", { class: "latest", "aria-hidden": "true" });
  private readonly undoButton = h("button", { onclick: () => void this.undo(), title: "U", class: "undo" }, "Undo");
  private readonly hintButton = h("button", { onclick: () => void this.hint(), title: "H", class: "hint" }, "Hint");
  private readonly page: HTMLElement;
  private readonly sizes = new ResizeObserver(() => this.resize());
  private wasNarrow: boolean | null = null;
  private closeMenu: (event: Event) => void = () => undefined;
  private readonly onKey = (event: KeyboardEvent) => this.key(event);

  constructor(private readonly app: HTMLElement, private readonly id: string, patterns: string) {
    this.board = new Board(patterns, (id, below) => void this.touch(id, below));
    this.playback = new Playback(this.board, this.stage, () => { if (this.position) this.draw(); }, () => this.you);
    const zoom = h("button", { class: "zoom", "aria-label": "Zoom the board", onclick: () => { this.board.zoom(); this.board.reveal(); } }, "⤢");
    this.boardBox.append(this.board.main);
    this.stage.append(this.boardBox);
    for (const [tab, name] of TABS)
      this.tabs.append(h("button", { role: "tab", id: `tab-${tab}`, "data-tab": tab, onclick: () => this.open(tab) }, name));
    const close = h("button", { class: "close plain", "aria-label": "Close the drawer", onclick: () => this.open(null) }, "×");
    this.drawerBody.addEventListener("scroll", () => { if (this.tab === "log" && this.drawerBody.scrollTop < 40) void this.loadEarlier(); });
    this.drawer.append(h("div", { class: "drawer-head" }, this.tabs, close), this.drawerBody);
    const tool = (tab: Tab, name: string, key: string) => h("button", { class: "wide-only", title: key, onclick: () => this.open(this.tab === tab ? null : tab) }, name);
    this.page = h("div", { class: "table-page" },
      h("header", { class: "bar table-bar" }, brand(), this.prompt, this.latest, this.players,
        h("div", { class: "tools" }, this.undoButton, this.hintButton, zoom, tool("actions", "Actions", "A"), tool("log", "Log", "L"), tool("rules", "Rules", "R"), this.menu())),
      this.banner, h("main", { class: "middle", id: "main" }, this.stage, this.choiceBar, this.drawer));
    fill(app, this.page);
    const query = new URLSearchParams(location.search);
    const invite = query.get("invite");
    const link = `${id}/socket?show=scene${invite ? `&invite=${encodeURIComponent(invite)}` : ""}${query.get("watch") ? "&seat=-1" : ""}`;
    this.live = new LiveTable(link, (message) => this.heard(message), (up, gone) => this.connection(up, gone));
    this.sizes.observe(this.stage);
    addEventListener("keydown", this.onKey);
    this.timer = window.setInterval(() => this.drawPlayers(), 500);
    this.resize();
    Object.assign(window, { wartableDrop: () => this.live.drop() });
  }

  leave(): void {
    this.live.close();
    this.playback.leave();
    clearInterval(this.timer);
    this.sizes.disconnect();
    removeEventListener("pointerdown", this.closeMenu);
    removeEventListener("keydown", this.onKey);
  }

  private get narrow(): boolean { return innerWidth < NARROW; }
  private get you(): number { return this.position?.you ?? -1; }
  private get myTurn(): boolean { return this.position !== null && this.you >= 0 && this.position.due.includes(this.you); }

  private menu(): HTMLElement {
    const menu: HTMLDetailsElement = h("details", { class: "menu", onclick: (event: Event) => {
      if ((event.target as Element).closest(".menu-body > button")) menu.open = false;
    } }, h("summary", { "aria-label": "More" }, "⋯"),
      h("div", { class: "menu-body" },
        h("button", { onclick: () => void this.copyLink() }, "Copy the link"),
        h("button", { onclick: () => void this.resign() }, "Resign"),
        me.claim_days > 0 ? h("button", { onclick: () => void this.claim() }, "The others have left") : null,
        me.user ? h("button", { onclick: () => void this.report() }, "Report to the host") : null,
        h("a", { class: "button", href: "/" }, "To the games"),
        h("div", { class: "row" }, speedButton(), soundButton(), themeButton())));
    this.closeMenu = (event) => { if (!menu.contains(event.target as Node)) menu.open = false; };
    addEventListener("pointerdown", this.closeMenu);
    return menu;
  }

  // What the server says

  private heard(message: ServerMessage): void {
    if (message.type === "table") this.whole(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "presence" && this.position) {
      this.position.seats.forEach((seat, number) => { seat.here = message.here[number] ?? false; });
      this.position.watching = message.watching;
      this.drawPlayers();
    }
  }

  private whole(message: TableMessage): void {
    const first = this.table === null;
    const before = this.position;
    this.table = message;
    this.position = message;
    this.log = message.log ?? [];
    this.logBefore = message.log_before ?? null;
    this.clockOffset = message.clock.now - Date.now() / 1000;
    if (message.scene) this.board.show(message.scene);
    this.playback.reset();
    if (before && message.result && !before.result) this.playback.say(this.resultText(), LAST_WORD);
    this.after(before);
    if (first && this.narrow) this.open("table");
    if (!first) this.drawDrawer();
  }

  private update(message: UpdateMessage): void {
    const before = this.position;
    this.position = message;
    this.clockOffset = message.clock.now - Date.now() / 1000;
    this.log.push(...message.frames.flatMap((frame) => frame.log));
    this.playback.add(message.frames, message.result && !before?.result ? this.resultText() : "");
    this.after(before);
    this.drawDrawer();
  }

  private after(before: Position | null): void {
    const position = this.position!;
    this.page.dataset.number = String(position.number);
    this.busy = false;
    this.hinted = [];
    this.chooser.set(position.choices ?? [], before !== null && before.number === position.number && before.you === position.you);
    const turnCame = this.myTurn && !(before && before.you === position.you && before.due.includes(position.you));
    if (before && position.result && !before.result) chime("end");
    else if (turnCame) chime("turn");
    else if (before && position.number > before.number) chime("move");
    if (turnCame && before) notifyTurn(`${this.table!.title}: your turn`, position.prompt ?? "");
    document.title = `${this.myTurn ? "● Your turn · " : ""}${this.table!.title} · Wartable`;
    this.takeSeat();
    this.draw();
    const said = this.log.filter((line) => !before || line.step >= 0).slice(-3).map((line) => line.text).join(" ");
    if (!before || position.number !== before.number) announce(`${said} ${position.result ? this.resultText() : this.promptText()}`);
  }

  /** Two people at one device: look from the seat that is to act, once its player has the device. */
  private takeSeat(): void {
    const { yours, secrets } = this.table!;
    const wanted = this.position!.due.find((seat) => yours.includes(seat));
    if (wanted === undefined || yours.length < 2 || this.position!.due.includes(this.you)) { this.coveredFor = null; return; }
    if (secrets) this.coveredFor = wanted;
    else void this.live.send({ type: "sit", seat: wanted });
  }

  private connection(up: boolean, gone?: string): void {
    if (gone) {
      frame(this.app, h("main", { class: "prose" }, h("h1", {}, "This table is closed to you"), h("p", {}, gone), h("p", {}, h("a", { href: "/" }, "To the games"))));
      return;
    }
    this.page.classList.toggle("offline", !up);
    if (!up) announce("The connection is lost. It is being made again.");
    this.drawBanner();
  }

  // What I do

  private async touch(id: string, below: string[] = [id]): Promise<void> {
    if (this.busy || !this.position) return;
    this.playback.finish();
    if (!this.myTurn) {
      if (this.you >= 0 && this.position.status === "playing") toast("It is not your turn.", undefined, 3);
      return;
    }
    const result = this.chooser.touch(id);
    if (result === "no") { await this.why(this.chooser.path, below); return; }
    if (result !== "more") { await this.play(result); return; }
    this.draw();
    if (this.chooser.path.length) announce(`${this.board.labelOf(id)} chosen. ${this.chooser.next.length} ways to go on.`);
  }

  private async play(choice: Choice): Promise<void> {
    this.busy = true;
    this.playback.finish();
    this.chooser.cancel();
    this.board.light([], choice.path);
    fill(this.choiceBar);
    const reply = await this.live.send({ type: "move", seat: this.you, number: this.position!.number, action: choice.action });
    this.busy = false;
    if (!reply.ok) { this.refused(reply.text ?? "That was refused.", reply.rule); this.draw(); }
  }

  /** Which rule forbids it? Asked for what was touched, and for what lies below it. */
  private async why(path: string[], touched: string[]): Promise<void> {
    for (const id of touched.slice(0, 3)) {
      const reply = await this.live.send({ type: "why", seat: this.you, path: [...path, id] });
      if (!reply.ok) { toast(reply.text ?? "", undefined, 3); return; }
      if (reply.rule) { this.refused(reply.text ?? "", reply.rule); return; }
    }
    const what = touched[0] ? this.board.labelOf(touched[0]) : "";
    toast(`${what ? `${what}. ` : ""}There is nothing to do with it now.`, undefined, 4);
  }

  private refused(text: string, rule?: string): void {
    toast(text, rule ? h("button", { class: "link", onclick: () => void this.openRule(rule) }, rule) : undefined);
  }

  private async undo(): Promise<void> {
    if (this.chooser.cancel()) { this.draw(); return; }
    const reply = await this.live.send({ type: "undo", seat: this.you });
    if (!reply.ok) toast(reply.text ?? "");
    else if (reply.done === "asked") toast("You have asked to take your last move back.");
  }

  private async hint(): Promise<void> {
    const reply = await this.live.send({ type: "hint", seat: this.you });
    if (!reply.ok) { toast(reply.text ?? ""); return; }
    const choices = this.position?.choices ?? [];
    const choice = choices.find((one) => one.action === reply.action);
    if (!choice) return;
    this.chooser.cancel();
    this.hinted = choice.path;
    this.draw();
    const [best, ...others] = (reply.moves ?? []).flatMap(({ action, chance }) => {
      const known = choices.find((one) => one.action === action);
      return known ? [`${known.label}: ${Math.round(100 * chance)} % to win`] : [];
    });
    const rest = h("ul", { class: "others" }, ...others.map((text) => h("li", {}, text)));
    toast(`A bot would: ${best ?? choice.label}`, others.length ? rest : undefined, 20);
    uncover(".thing.hinted");
    announce([`A bot would: ${best ?? choice.label}`, ...others].join("; otherwise "));
  }

  private async resign(): Promise<void> {
    if (this.you < 0 || this.position?.status !== "playing") { toast("There is nothing to resign from."); return; }
    if (!confirm("Resign this match?")) return;
    const reply = await this.live.send({ type: "resign", seat: this.you });
    if (!reply.ok) toast(reply.text ?? "");
  }

  private async claim(): Promise<void> {
    if (!confirm(`Claim this match? The others must have done nothing for ${me.claim_days} days.`)) return;
    await api(`/tables/${this.id}/claim`, {}).catch((error: Error) => toast(error.message));
  }

  private async report(): Promise<void> {
    const text = prompt("What should the host know about this table?");
    if (text) await api("/reports", { table: this.id, text }).then(() => toast("The host is told."), (error: Error) => toast(error.message));
  }

  private async copyLink(): Promise<void> {
    const link = this.link();
    try { await navigator.clipboard.writeText(link); toast("The link is copied."); } catch { toast(link, undefined, 30); }
  }

  private link(): string {
    const invite = this.table?.invite;
    return `${location.origin}/table/${this.id}${invite ? `?invite=${invite}` : ""}`;
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const keys: Record<string, () => void> = {
      a: () => this.open(this.tab === "actions" ? null : "actions"), l: () => this.open(this.tab === "log" ? null : "log"),
      r: () => this.open(this.tab === "rules" ? null : "rules"), u: () => void this.undo(), h: () => void this.hint(),
      b: () => this.board.focusFirst(),
      Escape: () => { if (this.chooser.cancel()) this.draw(); else if (!this.narrow) this.open(null); },
    };
    keys[event.key]?.();
  }

  // What is shown

  private resize(): void {
    this.page?.classList.toggle("narrow", this.narrow);
    this.board.layout(this.narrow, this.stage.clientWidth, this.stage.clientHeight);
    if (this.narrow === this.wasNarrow) return;
    this.wasNarrow = this.narrow;
    if (this.narrow && this.tab === null && this.table) this.open("table");
    if (!this.narrow && this.tab === "table") this.open(null);
    if (this.position) this.draw();
  }

  private promptText(): string {
    const { status, result, prompt, due, seats } = this.position!;
    if (status === "open") return "Waiting for players";
    if (this.table?.frozen) return this.table.frozen;
    if (result) return "The match is over";
    if (this.myTurn) return prompt ?? "Your turn";
    const names = due.map((seat) => seats[seat]?.name ?? "").join(" and ");
    return names ? `Waiting for ${names}` : prompt ?? "";
  }

  private resultText(): string {
    const { result, seats } = this.position!;
    const best = Math.max(...result!.scores);
    const winners = seats.filter((_, seat) => result!.scores[seat] === best && best > 0).map((seat) => seat.name);
    const mine = this.you >= 0 && result!.scores[this.you] === best;
    const who = winners.length > 1 ? `${winners.join(" and ")} share the win` : mine ? "You win" : `${winners[0] ?? "Nobody"} wins`;
    return `${who}: ${result!.text}`;
  }

  private draw(): void {
    this.playback.mark();
    fill(this.prompt, h("strong", {}, this.promptText()));
    this.prompt.classList.toggle("mine", this.myTurn);
    const lit = this.myTurn && this.coveredFor === null && !this.playback.isPlaying ? this.chooser.next : [];
    this.board.light(lit, this.chooser.path, this.hinted);
    if (this.narrow && lit.length) this.board.reveal();
    this.stage.classList.toggle("covered", this.coveredFor !== null);
    this.page.classList.toggle("waiting", this.position!.status === "open");
    const playing = this.position!.status === "playing" && this.you >= 0;
    this.undoButton.hidden = !playing;
    this.undoButton.disabled = !(this.position!.undo || this.position!.takeback || this.chooser.path.length > 0);
    this.undoButton.textContent = this.position!.undo || !this.position!.takeback ? "Undo" : "Take back";
    this.hintButton.hidden = !playing || this.table!.rated;
    this.hintButton.disabled = !this.myTurn;
    this.drawLatest();
    this.drawPlayers();
    this.drawChoices();
    this.drawBanner();
    this.drawDrawer();
  }

  private drawPlayers(): void {
    const position = this.position;
    if (!position) return;
    const now = Date.now() / 1000 + this.clockOffset;
    fill(this.players, ...position.seats.map((seat, number) => {
      const due = position.due.includes(number);
      const here = seat.bot || seat.here || this.table!.yours.includes(number);
      const left = position.clock.kind === "none" ? null
        : (position.clock.left[number] ?? 0) - (position.clock.running.includes(number) ? now - position.clock.at : 0);
      return h("span", { class: `player${due ? " due" : ""}${here ? "" : " away"}`, title: seat.free ? "free" : here ? "" : "away" },
        seatMark(number), h("span", { class: "name" }, seat.free ? "free" : seat.name),
        left === null || position.status !== "playing" ? null : h("span", { class: `clock${left < 20 ? " short" : ""}` }, duration(left)));
    }), position.watching ? h("span", { class: "soft watching" }, `${position.watching} watching`) : null);
  }

  /** Buttons for what a touch on the board cannot reach: complete actions, and on a phone what lies off the board. */
  private drawChoices(): void {
    const buttons: HTMLElement[] = [];
    if (this.myTurn && !this.busy && this.coveredFor === null && !this.playback.isPlaying) {
      for (const choice of [...this.chooser.complete, ...(this.chooser.path.length ? [] : this.chooser.untouchable)])
        buttons.push(h("button", { class: "act", onclick: () => void this.play(choice) }, choice.label));
      const offBoard = this.narrow ? this.chooser.next.filter((id) => !this.board.isOnBoard(id)) : [];
      const fitting = this.chooser.fitting;
      for (const id of offBoard.slice(0, MOST_BUTTONS)) {
        const only = fitting.filter((choice) => choice.path[this.chooser.path.length] === id);
        const whole = only.length === 1 && only[0]!.path.length === this.chooser.path.length + 1 && this.chooser.path.length === 0;
        buttons.push(h("button", { class: "act", onclick: () => void this.touch(id) }, whole ? only[0]!.label : this.board.labelOf(id)));
      }
      if (this.chooser.path.length && buttons.length + (this.narrow ? 1 : 0))
        buttons.push(h("button", { class: "plain", onclick: () => { this.chooser.cancel(); this.draw(); } }, "Cancel"));
    }
    fill(this.choiceBar, ...buttons);
    this.choiceBar.hidden = buttons.length === 0;
  }

  private drawBanner(): void {
    const position = this.position;
    const parts: (HTMLElement | null)[] = [];
    if (this.page.classList.contains("offline")) parts.push(h("p", {}, "The connection is lost; it is being made again …"));
    if (position && this.table) {
      if (position.status === "open") parts.push(this.waitingRoom(position));
      if (this.coveredFor !== null) {
        const seat = this.coveredFor;
        parts.push(h("p", {}, `Hand the device to ${position.seats[seat]?.name ?? "the next player"}. `,
          h("button", { class: "main", onclick: () => void this.live.send({ type: "sit", seat }) }, `I am ${position.seats[seat]?.name ?? "here"}`)));
      }
      const asked = position.offer && this.table.yours.find((seat) => !position.offer!.agreed.includes(seat));
      if (position.offer && asked !== undefined && asked !== null)
        parts.push(h("p", {}, `${position.seats[position.offer.seat]?.name ?? "Somebody"} asks to take a move back. `,
          h("button", { class: "main", onclick: () => void this.answer(asked, true) }, "Agree"), " ",
          h("button", { onclick: () => void this.answer(asked, false) }, "No")));
      if (position.seats[this.you]?.out && !position.result) parts.push(h("p", { class: "out" }, h("strong", {}, "You are out of this match."), " The others play on; you may watch or leave."));
      if (position.result && !this.playback.isPlaying) parts.push(this.resultPanel(position));
    }
    fill(this.banner, ...parts);
    this.banner.hidden = parts.length === 0;
  }

  private async answer(seat: number, agree: boolean): Promise<void> {
    const reply = await this.live.send({ type: "answer", seat, agree });
    if (!reply.ok) toast(reply.text ?? "");
  }

  private waitingRoom(position: Position): HTMLElement {
    const seats = position.seats.map((seat, number) => h("li", {}, seatMark(number), " ",
      seat.free ? (this.table!.yours.length ? h("span", { class: "soft" }, "free")
        : h("button", { class: "main", onclick: () => void this.join(number) }, "Sit here")) : seat.name));
    const invite = this.table!.yours.length ? h("p", {}, "Send this link to whoever shall play: ", h("input", { readonly: true, class: "linkbox", value: this.link(), "aria-label": "Invitation link", onfocus: (event: FocusEvent) => (event.target as HTMLInputElement).select() }), " ",
      h("button", { onclick: () => void this.copyLink() }, "Copy")) : null;
    const leave = this.table!.yours.length ? h("button", { onclick: () => void api(`/tables/${this.id}/leave`, {}).then(() => go("/"), (error: Error) => toast(error.message)) }, this.table!.host ? "Close the table" : "Leave") : null;
    return h("div", { class: "room" }, h("h1", {}, `A table of ${this.table!.title}`), h("ul", { class: "seats" }, ...seats), invite, leave);
  }

  private async join(seat: number): Promise<void> {
    try {
      await api(`/tables/${this.id}/join`, { seat, invite: new URLSearchParams(location.search).get("invite") });
      // A new guest's cookie is there now: come again as that guest.
      this.live.drop();
    } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
  }

  private resultPanel(position: Position): HTMLElement {
    const { result } = position;
    return h("div", { class: "result" }, h("strong", {}, this.resultText()), " ",
      result!.rule ? h("button", { class: "link", onclick: () => void this.openRule(result!.rule) }, result!.rule) : null,
      h("span", { class: "soft" }, ` ${position.seats.map((seat, number) => `${seat.name}: ${result!.points[number]}`).join(", ")}`),
      h("span", { class: "row" }, ...this.againButtons(position), h("a", { class: "button", href: `/replay/${this.id}` }, "Replay"), h("a", { class: "button", href: "/" }, "To the games")));
  }

  /** Whoever sat here plays the same game again: in the same seat, or with everybody moved on by one. */
  private againButtons(position: Position): HTMLElement[] {
    if (!this.table!.yours.length) return [];
    const places = position.seats.map((seat, number) => this.table!.yours.includes(number) ? { who: "me" } : seat.bot ? { who: "bot", bot: seat.bot } : { who: "open" });
    const again = async (moved: number) => {
      const seats = places.map((_, number) => places[(number + moved) % places.length]);
      try {
        const made = await api<{ table: string }>("/tables", { game: this.table!.game, seats, options: this.table!.options });
        go(`/table/${made.table}`);
      } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
    };
    return [h("button", { class: "main", "data-again": 0, onclick: () => void again(0) }, "Play again"),
      h("button", { "data-again": 1, onclick: () => void again(1) }, "Change seats")];
  }

  /** In the bar: what has been touched, or the last sentences of the log. */
  private drawLatest(): void {
    if (this.chooser.path.length) {
      const chosen = this.chooser.path.map((id) => this.board.labelOf(id)).join(", then ");
      fill(this.latest, `Chosen: ${chosen}. Go on with what is lit${this.narrow ? "" : "; Escape takes it back"}.`);
      return;
    }
    const last = this.log.at(-1)?.step;
    const lines = this.log.filter((line) => line.step === last && line.level > 0).slice(-3);
    fill(this.latest, lines[0] && lines[0].seat !== null ? seatMark(lines[0].seat) : null, ` ${lines.map((line) => line.text).join(" ")}`);
  }

  // The drawer

  private open(tab: Tab | null): void {
    this.tab = tab;
    this.page.classList.toggle("with-drawer", tab !== null);
    for (const button of this.tabs.querySelectorAll<HTMLElement>("[data-tab]"))
      button.setAttribute("aria-selected", String(button.dataset.tab === tab));
    this.drawDrawer(true);
  }

  private drawDrawer(opened = false): void {
    if (!this.table || !this.position) return;
    if (this.tab === "actions") this.drawActions();
    else if (this.tab === "log") this.drawLog(opened);
    else if (this.tab === "rules") { if (opened) void this.openRule(""); }
    else if (this.tab === "table") { if (this.board.rest.parentNode !== this.drawerBody) fill(this.drawerBody, this.board.rest as unknown as HTMLElement); }
    else fill(this.drawerBody);
  }

  private drawActions(): void {
    const choices = this.coveredFor === null ? this.position!.choices ?? [] : [];
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.action : undefined;
    fill(this.drawerBody, h("h2", {}, this.promptText()),
      choices.length ? h("ul", { class: "actions" }, ...choices.map((choice) => h("li", {}, h("button", { "data-action": choice.action, onclick: () => void this.play(choice) }, choice.label, h("kbd", {}, choice.notation)))))
        : h("p", { class: "soft" }, "There is nothing for you to do now."));
    if (focused !== undefined) this.drawerBody.querySelector<HTMLElement>("[data-action]")?.focus();
  }

  private drawLog(opened: boolean): void {
    const atEnd = opened || this.drawerBody.scrollHeight - this.drawerBody.scrollTop - this.drawerBody.clientHeight < 60;
    const earlier = this.logBefore === null ? null : h("button", { class: "small earlier", onclick: () => void this.loadEarlier() }, "Earlier");
    fill(this.drawerBody, earlier, logList(this.log, (rule) => void this.openRule(rule), (step) => void this.again(step)),
      h("p", { class: "soft small" }, `The dice of this match follow from a seed; its SHA-256 was fixed at the start: ${this.table!.commitment.slice(0, 16)}…`));
    if (atEnd) this.drawerBody.scrollTop = this.drawerBody.scrollHeight;
  }

  /** See a step of the log again, and then the table as it is. */
  private async again(step: number): Promise<void> {
    const reply = await this.live.send({ type: "film", step });
    if (!reply.ok) { toast(reply.text ?? ""); return; }
    this.playback.finish();
    if (!reply.scene || !this.board.current) return;
    void this.playback.replay(reply.scene, reply.frames ?? [], this.board.current);
    this.draw();
  }

  /** The page of the log before what is shown; what one reads stays where it is. */
  private async loadEarlier(): Promise<void> {
    const before = this.logBefore;
    if (before === null || this.loadingLog) return;
    this.loadingLog = true;
    const reply = await this.live.send({ type: "log", before });
    this.loadingLog = false;
    if (!reply.ok) { toast(reply.text ?? ""); return; }
    if (this.logBefore !== before) return;
    this.log = [...(reply.log ?? []), ...this.log];
    this.logBefore = reply.log_before ?? null;
    if (this.tab !== "log") return;
    const below = this.drawerBody.scrollHeight - this.drawerBody.scrollTop;
    this.drawLog(false);
    this.drawerBody.scrollTop = this.drawerBody.scrollHeight - below;
  }

  private async openRule(rule: string): Promise<void> {
    if (this.tab !== "rules") {
      this.tab = "rules";
      this.page.classList.add("with-drawer");
      for (const button of this.tabs.querySelectorAll<HTMLElement>("[data-tab]"))
        button.setAttribute("aria-selected", String(button.dataset.tab === "rules"));
    }
    try {
      this.rulesPage ??= await rulesElement(this.table!.game);
    } catch (error) { toast(error instanceof Error ? error.message : String(error)); return; }
    if (this.tab !== "rules") return;
    fill(this.drawerBody, this.rulesPage);
    if (rule) showRule(this.rulesPage, rule);
  }
}

/** The sentences of a log; with `again` each step can be seen once more. */
export function logList(lines: LogLine[], rule: (number: string) => void, again?: (step: number) => void): HTMLElement {
  const isFirst = (line: LogLine, place: number) => line.level > 0 && !lines.slice(0, place).findLast((one) => one.step === line.step && one.level > 0);
  return h("ol", { class: "log" }, ...lines.map((line, place) => h("li", { "data-step": line.step, class: ["turn", "deed", "effect"][line.level] },
    line.level === 0 ? null : line.level === 2 ? h("span", {}) : line.seat === null ? h("span", { class: "mark soft", "aria-hidden": "true" }, "◌") : seatMark(line.seat), h("span", {}, line.text,
      again && isFirst(line, place) ? h("button", { class: "again", title: "See it again", "aria-label": `See it again: ${line.text}`, onclick: () => again(line.step) }, "▶") : null),
    line.rule ? h("button", { class: "link", onclick: () => rule(line.rule) }, line.rule) : null)));
}

export async function tablePage(app: HTMLElement, id: string): Promise<() => void> {
  const games = await loadGames();
  const page = new TablePage(app, id, games.patterns);
  return () => page.leave();
}
