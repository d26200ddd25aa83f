// The studio of `wartable dev`: the table of a game that is being written, beside all that is behind it.
import { Board } from "../board/board";
import { fill, h, toast } from "../common/dom";
import { applyTheme, theme, toggleTheme } from "../common/settings";
import type { Scene } from "../common/types";

interface Node {
  name: string;
  path: string;
  fields?: Node[];
  shape?: number[];
  values?: number[];
  seen?: number[];
}
interface Action {
  seat: number;
  code: number;
  family: string;
  notation: string;
  label: string;
  path: string[];
  weight: number;
}
interface Note {
  text: string;
  rule: string;
  level: number;
  known: boolean;
  knows: string[];
  note: Record<string, unknown>;
}
interface Frame {
  kind: string;
  due: string[];
  about: string;
}
interface Table {
  version: number;
  game: string;
  title: string;
  names: string[];
  counts: number[];
  options: Record<string, string>;
  known: { name: string; meaning: string }[];
  at: number;
  history: string[];
  over: string;
  rolls_itself: boolean;
  problem: string;
  lost: string[];
  mistakes: string[];
  problems: string[];
  viewer: number;
  due: number[];
  scene: Scene | null;
  prompt: string;
  actions: Action[];
  notes: Note[];
  points: number[];
  frames: Frame[];
  tree: Node[];
  patterns: string;
}
type Tab = "Actions" | "State" | "Ask" | "Things" | "Test";
const TABS: Tab[] = ["Actions", "State", "Ask", "Things", "Test"];
const NATURE = 7;
/** So many numbers of a field are shown at once. */
const CELLS = 100;

async function send<T>(what: string, given: unknown): Promise<T | null> {
  const answer = await fetch(`/studio/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(given),
  });
  const found = (await answer.json()) as T & { error?: string };
  if (!answer.ok) {
    toast(found.error ?? answer.statusText, undefined, 12);
    return null;
  }
  return found;
}

class StudioPage {
  private table!: Table;
  private board!: Board;
  private viewer = "";
  private tab: Tab = "Actions";
  private touched = new Set<string>();
  private before = new Map<string, string>();
  private open = new Set<string>(["head"]);
  private readonly says = h("ul", { class: "studio-says", role: "alert" });
  private readonly bar = h("header", { class: "studio-bar" });
  private readonly stage = h("main", { class: "studio-stage", id: "main" });
  private readonly tabs = h("div", { class: "studio-tabs", role: "tablist" });
  private readonly body = h("div", { class: "studio-body", role: "tabpanel", tabindex: "0" });

  async start(app: HTMLElement): Promise<void> {
    this.table = await this.load();
    this.board = new Board(this.table.patterns, (id) => this.touch(id));
    this.stage.append(this.board.main as unknown as HTMLElement);
    fill(
      app,
      h(
        "div",
        { class: "studio-page" },
        this.bar,
        this.says,
        this.stage,
        h("aside", { class: "studio-side", "aria-label": "Behind the table" }, this.tabs, this.body),
      ),
    );
    new ResizeObserver(() => this.board.layout(false, this.stage.clientWidth, this.stage.clientHeight)).observe(
      this.stage,
    );
    this.board.main.addEventListener("mousemove", (event) =>
      this.point((event.target as Element).closest<SVGGElement>(".thing")?.dataset.id ?? ""),
    );
    this.draw();
    void this.listen();
  }

  private async load(since = ""): Promise<Table> {
    const answer = await fetch(`/studio/table?seat=${this.viewer}${since && `&since=${since}`}`);
    return (await answer.json()) as Table;
  }

  /** Wait for news, and show them; where the studio has ended, try again. */
  private async listen(): Promise<void> {
    for (;;) {
      try {
        const viewer = this.viewer;
        const found = await this.load(String(this.table.version));
        if (viewer === this.viewer && found.version !== this.table.version) this.take(found);
      } catch {
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
  }

  private take(found: Table): void {
    this.before = new Map(leaves(this.table.tree).map((leaf) => [leaf.path, String(leaf.values)]));
    const isRead = found.problem !== this.table.problem;
    this.table = found;
    this.touched.clear();
    if (isRead)
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[href^="/theme.css"]'))
        link.href = `/theme.css?${found.version}`;
    this.draw();
  }

  private async order(what: string, given: unknown): Promise<void> {
    if ((await send(what, given)) !== null) this.take(await this.load());
  }

  private draw(): void {
    document.title = `${this.table.title} · Studio`;
    this.drawSays();
    this.drawBar();
    this.board.layout(false, this.stage.clientWidth, this.stage.clientHeight);
    if (this.table.scene) this.board.show(this.table.scene);
    this.light();
    fill(
      this.tabs,
      ...TABS.map((tab) =>
        h(
          "button",
          {
            role: "tab",
            "aria-selected": String(tab === this.tab),
            onclick: () => {
              this.tab = tab;
              this.draw();
            },
          },
          tab,
        ),
      ),
    );
    this.drawBody();
  }

  private drawSays(): void {
    const { problem, problems, mistakes, lost } = this.table;
    const told = [...(problem ? [`${problem} - the table is as it was before.`] : []), ...problems, ...mistakes];
    fill(
      this.says,
      ...told.map((text) => h("li", {}, text)),
      lost.length > 0 && h("li", { class: "mild" }, `Changed in the position: ${lost.join(", ")}.`),
    );
  }

  private drawBar(): void {
    const { title, names, at, history, over, due, prompt, points } = this.table;
    const last = history.length - 1;
    const go = (to: number) => () => void this.order("step", { at: to });
    const views = h(
      "select",
      { "aria-label": "Seen by" },
      h("option", { value: "" }, "as who is to act"),
      ...names.map((name, seat) => h("option", { value: seat }, `as ${name}`)),
      h("option", { value: -1 }, "as a spectator"),
    );
    views.value = this.viewer;
    views.addEventListener("change", () => {
      this.viewer = views.value;
      void this.load().then((found) => this.take(found));
    });
    const slider = h("input", { type: "range", min: 0, max: last, value: at, "aria-label": "Position" });
    slider.addEventListener("change", () => go(Number(slider.value))());
    const rolls = h("input", { type: "checkbox", "aria-label": "Nature rolls by itself" });
    rolls.checked = this.table.rolls_itself;
    rolls.addEventListener("change", () => void send("rolls", { by_itself: rolls.checked }));
    const outline = h(
      "button",
      {
        "aria-pressed": String(document.body.classList.contains("outlined")),
        onclick: () => {
          document.body.classList.toggle("outlined");
          this.drawBar();
        },
      },
      "Outline things",
    );
    const stand = over ? `Over: ${over}` : due.includes(NATURE) ? "Nature is to act" : prompt;
    fill(
      this.bar,
      h("h1", {}, title),
      views,
      h("button", { "aria-label": "Back", onclick: go(at - 1) }, "◀"),
      slider,
      h("button", { "aria-label": "Forward", onclick: go(at + 1) }, "▶"),
      h("span", { class: "soft where" }, `${at} of ${last}: ${history[at]}`),
      h("span", { class: "space" }),
      h("span", { class: "stand" }, stand),
      h("span", { class: "soft" }, points.length ? `points ${points.join(" : ")}` : ""),
      h("label", { class: "check" }, rolls, "roll by itself"),
      due.includes(NATURE) && h("button", { onclick: () => void this.order("roll", {}) }, "Roll"),
      outline,
      h("button", { onclick: () => void this.restart() }, "New table"),
      h(
        "button",
        {
          class: "plain",
          "aria-label": "Light or dark",
          onclick: () => {
            toggleTheme();
          },
        },
        theme() === "dark" ? "☀" : "☾",
      ),
    );
  }

  /** Ask for players and options, and lay out a new table. */
  private async restart(): Promise<void> {
    const { counts, names, known, options } = this.table;
    const now = [`players=${names.length}`, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(
      " ",
    );
    const text = prompt(
      `Players (${counts.join(", ")}) and options:\n${known.map((one) => `${one.name}: ${one.meaning}`).join("\n")}`,
      now,
    );
    if (text === null) return;
    const chosen = Object.fromEntries(
      text
        .trim()
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => word.split("=", 2) as [string, string]),
    );
    const { players = String(names.length), ...rest } = chosen;
    await this.order("begin", { seats: Number(players), options: rest });
  }

  private drawBody(): void {
    const scroll = this.body.scrollTop;
    const parts: Record<Tab, () => (HTMLElement | null)[]> = {
      Actions: () => this.actions(),
      State: () => this.state(),
      Ask: () => this.ask(),
      Things: () => this.things(),
      Test: () => this.test(),
    };
    fill(this.body, ...parts[this.tab]());
    this.body.scrollTop = scroll;
  }

  private who(seat: number): string {
    return seat === NATURE ? "nature" : (this.table.names[seat] ?? String(seat));
  }

  private actions(): HTMLElement[] {
    const rows = this.table.actions.map((action) => {
      const act = () => void this.order("act", { seat: action.seat, action: action.code });
      const row = h(
        "tr",
        {
          class: "act",
          tabindex: "0",
          onclick: act,
          onmouseenter: () => this.hint(action.path),
          onmouseleave: () => this.light(),
        },
        h("td", {}, h("code", {}, String(action.code))),
        h("td", {}, h("code", {}, action.notation)),
        h("td", {}, action.label),
        h("td", { class: "soft" }, action.weight ? `weight ${action.weight}` : action.family),
      );
      row.addEventListener("keydown", (event) => {
        if (event.key === "Enter") act();
      });
      return row;
    });
    const seats = [...new Set(this.table.actions.map((action) => this.who(action.seat)))].join(", ");
    return [
      h("h2", {}, "Decisions"),
      h(
        "table",
        { class: "frames" },
        ...this.table.frames.map((frame) =>
          h(
            "tr",
            {},
            h("td", {}, h("code", {}, frame.kind)),
            h("td", {}, frame.due.join(", ")),
            h("td", { class: "soft" }, frame.about),
          ),
        ),
      ),
      h("h2", {}, "What was noted"),
      ...(this.table.notes.length
        ? this.table.notes.map((note) => this.note(note))
        : [h("p", { class: "soft" }, "Nothing.")]),
      h("h2", {}, rows.length ? `Legal actions of ${seats}: ${rows.length}` : "No legal actions"),
      h("table", { class: "actions" }, ...rows),
    ];
  }

  private note(note: Note): HTMLElement {
    const { kind, ...values } = note.note;
    const numbers = Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ");
    const knows = note.knows.length ? ` · known to ${note.knows.join(", ")}` : "";
    return h(
      "div",
      { class: `studio-note${note.known ? "" : " unknown"}` },
      note.text || "(told by others)",
      " ",
      h("small", {}, `${note.rule} · ${String(kind)}${numbers && `: ${numbers}`}${knows}`),
    );
  }

  private state(): HTMLElement[] {
    const who = this.table.viewer < 0 ? "a spectator" : this.who(this.table.viewer);
    const tree = h("div", { class: "studio-tree" }, ...this.table.tree.map((node) => this.node(node)));
    return [
      h(
        "p",
        { class: "soft" },
        `Numbers on a coloured background are hidden from ${who}; hover to see what is shown instead. Bright ones have just changed. Type another number to change the position.`,
      ),
      tree,
    ];
  }

  private node(node: Node): HTMLElement {
    if (!node.fields) return this.leaf(node);
    const details = h("details", { open: this.open.has(node.path) }, h("summary", {}, node.name));
    const grow = () => {
      if (details.childElementCount === 1) details.append(...node.fields!.map((field) => this.node(field)));
    };
    if (details.open) grow();
    details.addEventListener("toggle", () => {
      if (details.open) {
        this.open.add(node.path);
        grow();
      } else this.open.delete(node.path);
    });
    return details;
  }

  private leaf(node: Node): HTMLElement {
    const values = node.values!,
      fresh = this.before.get(node.path)?.split(",");
    const cells = values.slice(0, CELLS).map((value, number) => {
      const path = node.path + indexOf(number, node.shape!);
      const secret = node.seen![number] !== value;
      const classes = [secret ? "secret" : "", fresh && fresh[number] !== String(value) ? "fresh" : ""]
        .filter(Boolean)
        .join(" ");
      const title = secret ? `${path}: seen as ${node.seen![number]}` : path;
      const input = h("input", { value, title, class: classes, "aria-label": path, inputmode: "numeric" });
      input.addEventListener("change", () => void this.order("edit", { path, value: Number(input.value) }));
      return input;
    });
    const more = values.length > CELLS ? h("span", { class: "soft" }, `and ${values.length - CELLS} more`) : null;
    return h("div", { class: "leaf" }, h("span", {}, node.name), h("span", { class: "cells" }, ...cells, more));
  }

  private ask(): HTMLElement[] {
    const text = h("input", {
      "aria-label": "A code, a notation, or your own words",
      placeholder: "17, a1-a2, north ...",
    });
    const seats = h(
      "select",
      { "aria-label": "Asked by" },
      ...this.table.names.map((name, seat) => h("option", { value: seat }, name)),
    );
    seats.value = String(Math.max(0, this.table.viewer));
    const answer = h("p", { class: "answer", "aria-live": "polite" });
    const go = async () => {
      const found = await send<{ text: string; action: number | null; legal: boolean }>("ask", {
        seat: Number(seats.value),
        text: text.value,
      });
      if (found) fill(answer, found.text, " ", found.action !== null && h("code", {}, `code ${found.action}`));
    };
    const form = h("form", { class: "row" }, seats, text, h("button", {}, "Ask"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void go();
    });
    return [h("h2", {}, "Is it legal, and if not, why?"), form, answer];
  }

  private things(): HTMLElement[] {
    const things = this.table.scene?.things ?? [];
    return [
      h("h2", {}, `${things.length} things`),
      h(
        "table",
        { class: "things" },
        h("tr", {}, ...["id", "kind", "panel", "x, y", "label"].map((name) => h("th", {}, name))),
        ...things.map((thing) =>
          h(
            "tr",
            { "data-thing": thing.id, onmouseenter: () => this.point(thing.id) },
            h("td", {}, h("code", {}, thing.id)),
            h("td", {}, thing.kind),
            h("td", {}, thing.panel),
            h("td", {}, `${thing.x}, ${thing.y}`),
            h("td", {}, thing.label),
          ),
        ),
      ),
    ];
  }

  private test(): HTMLElement[] {
    const code = h("pre", {}, "…");
    void send<{ code: string }>("test", {}).then((found) => {
      if (found) code.textContent = found.code;
    });
    const copy = h(
      "button",
      { onclick: () => void navigator.clipboard.writeText(code.textContent ?? "").then(() => toast("Copied.")) },
      "Copy",
    );
    return [h("h2", {}, "This position as a test"), copy, code];
  }

  /** Mark a thing on the table. */
  private point(id: string): void {
    if (!document.body.classList.contains("outlined") && this.tab !== "Things") return;
    for (const group of document.querySelectorAll<SVGGElement>(".thing"))
      group.classList.toggle("pointed", group.dataset.id === id);
    const row = id ? this.body.querySelector<HTMLElement>(`[data-thing="${CSS.escape(id)}"]`) : null;
    for (const other of this.body.querySelectorAll(".pointed")) other.classList.remove("pointed");
    row?.classList.add("pointed");
  }

  /** The actions of the viewer that touch all that was touched. */
  private fitting(): Action[] {
    return this.table.actions.filter(
      (action) => action.seat === this.table.viewer && [...this.touched].every((id) => action.path.includes(id)),
    );
  }

  private touch(id: string): void {
    if (this.touched.has(id)) this.touched.delete(id);
    else {
      this.touched.add(id);
      if (!this.fitting().length) {
        this.touched.clear();
        this.touched.add(id);
      }
      if (!this.fitting().length) this.touched.clear();
    }
    const fits = this.fitting(),
      done = fits.filter((action) => action.path.length === this.touched.size);
    if (this.touched.size && done.length === 1) void this.order("act", { seat: done[0]!.seat, action: done[0]!.code });
    this.light();
  }

  private light(): void {
    const ids = new Set(this.fitting().flatMap((action) => action.path));
    for (const id of this.touched) ids.delete(id);
    this.board.light(ids, this.touched);
  }

  private hint(path: string[]): void {
    this.board.light(path, []);
  }
}

/** Where the number of a field with several stands: `[3]`, `[1, 2]`; nothing for a single one. */
function indexOf(number: number, shape: number[]): string {
  if (!shape.length) return "";
  const places: number[] = [];
  for (const length of [...shape].reverse()) {
    places.unshift(number % length);
    number = Math.floor(number / length);
  }
  return `[${places.join(", ")}]`;
}

function leaves(tree: Node[]): Node[] {
  return tree.flatMap((node) => (node.fields ? leaves(node.fields) : [node]));
}

applyTheme();
void new StudioPage().start(document.getElementById("app")!);
