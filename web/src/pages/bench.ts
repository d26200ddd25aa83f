// The designer's bench: change a game, play it many times, see what changed, and play the variant.

import { api, loadGames } from "../common/api";
import { fill, h, sorry, toast } from "../common/dom";
import { frame } from "../common/frame";
import { language, t } from "../common/language";
import { go } from "../common/route";
import { copyAddress } from "../common/share";
import type { Game, Games } from "../common/types";
import { botOptions, botWords, optionInput, options } from "./lobby";

const LOOK = 700; // ms between two looks at a run
const OWN_MAP = "own";

interface Row {
  id: string;
  called: string;
  cells: Record<string, string>;
}
interface DataTable {
  name: string;
  columns: string[];
  rows: Row[];
}
interface Changes {
  name: string;
  options: Record<string, string | number | boolean>;
  cells: Record<string, string>;
  files: Record<string, string>;
}
interface Parts {
  tables: DataTable[];
  /** For each option that takes a map: its folder and the texts of the game's own maps. */
  maps: Record<string, { folder: string; texts: Record<string, string> }>;
  variants: (Changes & { key: string; version: number })[];
}
interface Sentence {
  topic: string;
  before: string;
  after: string;
  tones: [string, string];
  changed: boolean;
  differences: string[];
}
interface Answer {
  games: [number, number];
  changes: { what: string; before: string; after: string; difference: string }[];
  compared: number;
  sentences: Sentence[];
}
interface Progress {
  done: number;
  total: number;
  is_over: boolean;
  problem: string;
  answer: Answer | null;
}
interface Kept {
  key: string;
  title: string;
  file: string;
}

const words = (name: string) => name.replaceAll("_", " ");

class Bench {
  private readonly changes: Changes = { name: "", options: {}, cells: {}, files: {} };
  private readonly told = h("ul", { class: "changed" });
  private readonly result = h("section", { class: "result", "aria-live": "polite" });
  private readonly form: HTMLFormElement;
  private readonly name = h("input", { id: "variant-name", name: "variant-name", maxlength: 60, autocomplete: "off" });
  private kept: Kept | null = null;
  private run = 0;
  private timer = 0;

  constructor(
    private readonly game: Game,
    private readonly games: Games,
    private readonly parts: Parts,
    begun: Changes | null,
  ) {
    if (begun)
      this.changes = {
        name: begun.name,
        options: { ...begun.options },
        cells: { ...begun.cells },
        files: { ...begun.files },
      };
    this.form = this.drawForm();
    this.name.value = this.changes.name;
    this.name.addEventListener("input", () => {
      this.changes.name = this.name.value.trim();
      this.kept = null;
    });
    this.tell();
  }

  leave(): void {
    clearTimeout(this.timer);
    this.run = 0;
  }

  element(): HTMLElement {
    return h("div", { class: "columns" }, this.form, h("div", { class: "asked" }, this.drawAsked(), this.result));
  }

  // What is changed

  private drawForm(): HTMLFormElement {
    const fields = this.game.options.map(optionInput);
    const form = h(
      "form",
      { class: "parts" },
      fields.length
        ? h(
            "details",
            { open: true },
            h("summary", {}, t`Options and endings`),
            h("div", { class: "fields" }, ...fields),
          )
        : null,
      ...Object.keys(this.parts.maps).map((option) => this.drawMap(option)),
      ...this.parts.tables.map((table) => this.drawTable(table)),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const [name, value] of Object.entries(this.changes.options)) {
      const input = form.elements.namedItem(name);
      if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement)
        input.value = value === true ? "on" : value === false ? "off" : String(value);
      const several = new Set(String(value).split("+"));
      for (const box of form.querySelectorAll<HTMLInputElement>(`[data-several="${name}"] input`))
        box.checked = several.has(box.value);
    }
    form.addEventListener("change", (event) => {
      if (!(event.target as Element).closest(".map, table")) this.takeOptions(form);
    });
    return form;
  }

  private takeOptions(form: HTMLFormElement): void {
    const found: Changes["options"] = options(form, this.game);
    for (const option of this.game.options) {
      if (option.several && found[option.name] === String(option.default)) delete found[option.name];
      if (this.changes.options[option.name] === OWN_MAP && this.parts.maps[option.name]) found[option.name] = OWN_MAP;
    }
    this.changes.options = found;
    this.tell();
  }

  /** A text to draw a map in; it begins with the one that is chosen. */
  private drawMap(option: string): HTMLElement {
    const { folder, texts } = this.parts.maps[option]!;
    const file = `${folder}/${OWN_MAP}.txt`;
    const text = h("textarea", { rows: 12, spellcheck: "false", "aria-label": t`own ${words(option)}` });
    text.value = this.changes.files[file] ?? Object.values(texts)[0] ?? "";
    const begin = h(
      "select",
      { "aria-label": t`begin with a ${words(option)}` },
      ...Object.keys(texts).map((name) => h("option", { value: name }, words(name))),
    );
    begin.addEventListener("change", () => {
      text.value = texts[begin.value] ?? "";
    });
    const take = h("button", { type: "button" }, t`Play on this ${words(option)}`);
    take.addEventListener("click", () => {
      this.changes.files[file] = text.value;
      this.changes.options[option] = OWN_MAP;
      this.tell();
    });
    return h(
      "details",
      { class: "map" },
      h("summary", {}, t`Own ${words(option)}`),
      h("div", { class: "row" }, t`begin with`, begin, take),
      text,
    );
  }

  /** A table of the data; its fields are made when it is opened, since some games have thousands. */
  private drawTable(table: DataTable): HTMLElement {
    const box = h("details", { "data-table": table.name }, h("summary", {}, words(table.name)));
    const place = h("div", { class: "scroll" });
    box.append(place);
    const draw = () => {
      if (!place.childElementCount) place.append(this.drawRows(table));
    };
    box.addEventListener("toggle", draw);
    if (table.name === "numbers") {
      box.open = true;
      draw();
    }
    return box;
  }

  private drawRows(table: DataTable): HTMLElement {
    const head = h("tr", {}, h("th", {}), ...table.columns.map((column) => h("th", { scope: "col" }, words(column))));
    const rows = table.rows.map((row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, row.called),
        ...table.columns.map((column) => h("td", {}, this.drawCell(table.name, row, column))),
      ),
    );
    return h("table", { class: "cells" }, h("thead", {}, head), h("tbody", {}, ...rows));
  }

  private drawCell(table: string, row: Row, column: string): HTMLElement {
    const path = `${table}.${row.id}.${column}`;
    const printed = row.cells[column] ?? "";
    const isNumber = /^-?\d+$/.test(printed);
    const input = h("input", {
      "aria-label": `${row.called}, ${words(column)}`,
      "data-cell": path,
      inputmode: isNumber ? "numeric" : "text",
      class: isNumber ? "number" : "",
      size: isNumber ? 4 : Math.max(4, Math.min(24, printed.length)),
      autocomplete: "off",
    });
    input.value = this.changes.cells[path] ?? printed;
    const mark = () => {
      const value = input.value.trim();
      if (value === printed) delete this.changes.cells[path];
      else this.changes.cells[path] = value;
      input.classList.toggle("other", value !== printed);
    };
    mark();
    input.addEventListener("change", () => {
      mark();
      this.tell();
    });
    return input;
  }

  /** The list of changes, each with a button that takes it back. */
  private tell(): void {
    this.kept = null;
    const { options: chosen, cells, files } = this.changes;
    const back = (what: string, undo: () => void) =>
      h(
        "li",
        {},
        what,
        " ",
        h(
          "button",
          {
            class: "plain",
            type: "button",
            "aria-label": t`As printed: ${what}`,
            onclick: () => {
              undo();
              this.tell();
            },
          },
          "×",
        ),
      );
    const lines = [
      ...Object.entries(chosen).map(([name, value]) =>
        back(`${words(name)} = ${value}`, () => {
          delete chosen[name];
          const folder = this.parts.maps[name]?.folder;
          if (folder) delete files[`${folder}/${OWN_MAP}.txt`];
          this.redraw();
        }),
      ),
      ...Object.entries(cells).map(([path, value]) =>
        back(`${this.called(path)} = ${value}`, () => {
          delete cells[path];
          this.redraw();
        }),
      ),
    ];
    fill(
      this.told,
      ...(lines.length ? lines : [h("li", { class: "soft" }, t`Nothing yet: change a number or an option.`)]),
    );
  }

  /** What a cell is, in words. */
  private called(path: string): string {
    const [table, row, column] = path.split(".", 3) as [string, string, string];
    const found = this.parts.tables.find((one) => one.name === table)?.rows.find((one) => one.id === row);
    return column === "value" && found ? found.called : `${found?.called ?? words(row)}, ${words(column)}`;
  }

  private redraw(): void {
    for (const input of this.form.querySelectorAll<HTMLInputElement>("input[data-cell]")) {
      const [table, row, column] = input.dataset.cell!.split(".", 3) as [string, string, string];
      const printed = this.parts.tables.find((one) => one.name === table)?.rows.find((one) => one.id === row);
      input.value = this.changes.cells[input.dataset.cell!] ?? printed?.cells[column] ?? "";
      input.classList.toggle("other", input.dataset.cell! in this.changes.cells);
    }
    for (const option of this.game.options) {
      const input = this.form.elements.namedItem(option.name);
      const value = this.changes.options[option.name] ?? option.default;
      if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement)
        input.value = value === true ? "on" : value === false ? "off" : String(value);
    }
  }

  // What is asked, and the answer

  private drawAsked(): HTMLElement {
    const bot = h(
      "select",
      { id: "bench-bot" },
      ...botOptions(this.game, (name) => h("option", { value: name, selected: name === "greedy" }, botWords(name))),
    );
    const players = h(
      "select",
      { id: "bench-players" },
      ...this.game.seats.map((count) => h("option", { value: count }, String(count))),
    );
    const count = h("input", { id: "bench-games", type: "number", min: 1, max: 100000, value: "400" });
    const field = (label: string, input: HTMLElement) =>
      h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    const button = (text: string, work: () => Promise<void>, main = false) => {
      const made = h("button", { type: "button", class: main ? "main" : "" }, text);
      made.addEventListener("click", () => {
        made.disabled = true;
        work()
          .catch(sorry)
          .finally(() => {
            made.disabled = false;
          });
      });
      return made;
    };
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, t`The variant`),
      this.told,
      h("div", { class: "fields" }, field("matches", count), field("players", players), field("bots", bot)),
      h(
        "div",
        { class: "row" },
        button(t`Play before and after`, () => this.ask(bot.value, Number(players.value), Number(count.value)), true),
      ),
      h("div", { class: "fields" }, field(t`name of the variant`, this.name)),
      h(
        "div",
        { class: "row" },
        button(t`Keep`, async () => {
          const kept = await this.keep();
          toast(t`${kept.title} is kept in ${kept.file}`);
        }),
        button(t`Play it yourself`, () => this.play()),
        button(t`Send a friend the link`, () => this.invite()),
        button(t`Its rules`, async () => {
          open(`/rules/${this.game.name}?variant=${(await this.keep()).key}`, "_blank");
        }),
      ),
    );
  }

  /** The variant in its file; a new version if it has changed since. */
  private async keep(): Promise<Kept> {
    if (!this.changes.name) {
      this.changes.name = t`My variant`;
      this.name.value = this.changes.name;
    }
    this.kept ??= await api<Kept>(`/bench/games/${this.game.name}/variants`, this.changes);
    return this.kept;
  }

  private async play(): Promise<void> {
    const { key } = await this.keep();
    const made = await api<{ table: string }>("/play", {
      game: this.game.name,
      variant: key,
      bot: this.games.default_bot,
    });
    go(`/table/${made.table}`);
  }

  private async invite(): Promise<void> {
    const { key } = await this.keep();
    const seats = Array.from({ length: this.game.seats[0]! }, (_, seat) => ({ who: seat ? "open" : "me" }));
    const made = await api<{ table: string; invite: string }>("/tables", {
      game: this.game.name,
      variant: key,
      seats,
      private: true,
    });
    const link = `/table/${made.table}#invite=${made.invite}`;
    await copyAddress(link, t`The link is copied. Open it yourself to wait at the table.`);
    fill(
      this.result,
      h("p", {}, t`The table waits: `, h("a", { href: link }, new URL(link, location.origin).href)),
      /^(localhost|127\.|\[::1\])/.test(location.host)
        ? h(
            "p",
            { class: "soft" },
            t`This address is this machine's own. For a friend in your network begin the bench with --host 0.0.0.0, and put this machine's name in place of `,
            location.hostname,
            ".",
          )
        : null,
    );
  }

  private async ask(bot: string, players: number, games: number): Promise<void> {
    const asked = await api<{ run: number }>(`/bench/games/${this.game.name}/runs`, {
      ...this.changes,
      bot,
      players,
      games,
    });
    this.run = asked.run;
    await this.follow();
  }

  private async follow(): Promise<void> {
    const run = this.run;
    if (!run) return;
    const found = await api<Progress>(`/bench/runs/${run}`);
    if (run !== this.run) return;
    if (found.answer) {
      fill(this.result, ...answered(found.answer, run));
      return;
    }
    if (found.is_over) {
      fill(this.result, h("p", { role: "status" }, t`No answer: ${found.problem}.`));
      return;
    }
    const isWriting = found.done === found.total;
    fill(
      this.result,
      h(
        "p",
        { role: "status" },
        isWriting
          ? t`All matches are played; the reports are being written…`
          : t`${found.done.toLocaleString(language)} of ${found.total.toLocaleString(language)} matches, before and after`,
      ),
      h("progress", { max: found.total, value: found.done, "aria-label": t`matches played` }),
      h("button", { type: "button", onclick: () => void api(`/bench/runs/${run}/stop`, {}).catch(sorry) }, t`Stop`),
    );
    this.timer = window.setTimeout(() => void this.follow().catch(sorry), LOOK);
  }
}

/** Before and after: what changed by more than noise, then the sentences of both reports. */
function answered(answer: Answer, run: number): HTMLElement[] {
  const changed = answer.sentences.filter((one) => one.changed);
  const alike = answer.sentences.filter((one) => !one.changed);
  const [before, after] = answer.games;
  const page = (which: string, text: string) =>
    h("a", { href: `/api/bench/runs/${run}/${which}.html`, target: "_blank", "data-plain": "" }, text);
  return [
    h("h2", {}, answer.changes.length ? t`What changed` : t`Nothing changed by more than noise`),
    h(
      "ul",
      { class: "differences" },
      ...answer.changes
        .slice(0, 12)
        .map((one) =>
          h("li", {}, h("strong", {}, one.what), t` ${one.before} → ${one.after}, a difference of ${one.difference}`),
        ),
    ),
    h(
      "p",
      { class: "soft" },
      t`${before.toLocaleString(language)} matches as printed, ${after.toLocaleString(language)} of the variant. ${answer.compared.toLocaleString(language)} figures were compared; these differ by more than noise after Holm's correction. Intervals are 95 % intervals.`,
    ),
    ...(changed.length ? [h("h2", {}, t`Sentences that changed`), sideBySide(changed)] : []),
    h("details", {}, h("summary", {}, t`What both reports say alike`), sideBySide(alike)),
    h(
      "p",
      { class: "row" },
      page("compare", t`Every figure`),
      page("before", t`Report: as printed`),
      page("after", t`Report: the variant`),
    ),
  ];
}

function sideBySide(sentences: Sentence[]): HTMLElement {
  const cell = (text: string, tone: string, title: string) =>
    h("td", { class: tone, "data-title": title }, tone === "look" ? "! " : "", text || "(nothing to say)");
  return h(
    "table",
    { class: "beside" },
    h("thead", {}, h("tr", {}, h("th", {}, t`as printed`), h("th", {}, t`the variant`))),
    h(
      "tbody",
      {},
      ...sentences.map((one) =>
        h("tr", {}, cell(one.before, one.tones[0], t`as printed`), cell(one.after, one.tones[1], t`the variant`)),
      ),
    ),
  );
}

export async function benchPage(app: HTMLElement, chosen: string): Promise<() => void> {
  document.title = t`The bench · Wartable`;
  const games = await loadGames();
  const game = games.games.find((one) => one.name === chosen) ?? games.games[0]!;
  const parts = await api<Parts>(`/bench/games/${game.name}`);
  const key = new URLSearchParams(location.search).get("variant");
  const begun = parts.variants.find((one) => one.key === key) ?? null;
  const bench = new Bench(game, games, parts, begun);
  const pick = h(
    "select",
    { id: "bench-game" },
    ...games.games.map((one) => h("option", { value: one.name, selected: one === game }, one.title)),
  );
  pick.addEventListener("change", () => go(`/bench/${pick.value}`));
  const variants = h(
    "select",
    { id: "bench-variant" },
    h("option", { value: "" }, t`a new variant`),
    ...parts.variants.map((one) =>
      h("option", { value: one.key, selected: one === begun }, `${one.name} ${one.version}`),
    ),
  );
  variants.addEventListener("change", () =>
    go(`/bench/${game.name}${variants.value ? `?variant=${variants.value}` : ""}`),
  );
  const field = (label: string, input: HTMLElement) =>
    h("div", { class: "field" }, h("label", { for: input.id }, label), input);
  frame(
    app,
    h(
      "main",
      { class: "bench", "data-of": game.world },
      h("h1", {}, t`The bench`),
      h(
        "p",
        { class: "soft" },
        t`Change a game, let bots play it as printed and changed, see what differs, and play the variant yourself.`,
      ),
      h("div", { class: "fields" }, field("game", pick), field(t`begin with`, variants)),
      bench.element(),
    ),
  );
  return () => bench.leave();
}
