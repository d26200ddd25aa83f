// The lobby: the games, and the tables.

import { api, loadGames, me } from "../common/api";
import { ago, duration, fill, h, seatMark, sorry } from "../common/dom";
import { frame } from "../common/frame";
import { t } from "../common/language";
import { nameField, takeName, weightName } from "../common/naming";
import { go } from "../common/route";
import { notifyTurn, theme } from "../common/settings";
import type { Game, GameOption, Games, Summary } from "../common/types";
import { LADDER } from "../common/types";
import { type Wish, wait } from "../common/waiting";
import { play } from "../playback/hearing";

const REFRESH = 8000;

function range(seats: number[]): string {
  return seats.length > 1 ? t`${seats[0]} to ${seats.at(-1)} players` : t`${seats[0]} players`;
}

function picture(game: Game): HTMLElement {
  const image = h("img", { class: "picture", alt: "", loading: "lazy" });
  const draw = () => {
    image.src = `/api/games/${game.name}/picture.svg?theme=${theme()}`;
  };
  addEventListener("themechange", draw);
  image.addEventListener("redraw", draw);
  draw();
  return image;
}

function card(game: Game, games: Games): HTMLElement {
  return h(
    "article",
    { class: "game", "data-game": game.name, "data-of": game.world },
    picture(game),
    h(
      "div",
      { class: "about" },
      h("h2", {}, game.title),
      h("p", { class: "facts" }, t`${range(game.seats)} · ${game.minutes} minutes · ${weightName(game.weight)}`),
      h("p", {}, game.blurb),
      h(
        "div",
        { class: "row" },
        h("button", { class: "main", "data-play": game.name, onclick: () => openPlay(game, games) }, t`Play`),
        game.lesson
          ? h("a", { class: "button", "data-learn": game.name, href: `/learn/${game.name}` }, t`Learn`)
          : null,
        h("button", { onclick: () => openTable(game) }, t`Play with people`),
        h("a", { href: `/rules/${game.name}` }, t`Rules`),
      ),
      h("p", { class: "soft waiting", hidden: !preparing(game) }, preparing(game)),
    ),
  );
}

/** What is said of a game that can be played already, and gets faster. */
function preparing(game: Game): string {
  if (game.ready || !game.preparing) return "";
  const how = game.preparing === "waiting" ? "" : `: ${game.preparing}`;
  return t`You can play now. Its bots look only one move ahead until they are prepared, which is done once${how}.`;
}

export function optionInput(option: GameOption): HTMLElement {
  const id = `option-${option.name}`;
  let input: HTMLElement;
  if (option.least !== null) {
    input = h("input", {
      id,
      name: option.name,
      type: "number",
      min: option.least,
      max: option.most,
      value: String(option.default),
    });
  } else if (option.several) {
    const chosen = new Set(String(option.default).split("+"));
    input = h(
      "fieldset",
      { id, "data-several": option.name },
      ...option.values.map((value) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", value: String(value), checked: chosen.has(String(value)) }),
          option.named[String(value)] ?? String(value),
        ),
      ),
    );
  } else {
    input = h(
      "select",
      { id, name: option.name },
      ...option.values.map((value) =>
        h(
          "option",
          { value: word(value), selected: value === option.default },
          option.named[word(value)] ?? word(value),
        ),
      ),
    );
  }
  return h("div", { class: "field" }, h("label", { for: id }, option.title), input, h("small", {}, option.meaning));
}

function word(value: string | number | boolean): string {
  return value === true ? "on" : value === false ? "off" : String(value);
}

export function options(form: HTMLFormElement, game: Game): Record<string, string> {
  const found: Record<string, string> = {};
  for (const option of game.options) {
    if (option.several) {
      const boxes = form.querySelectorAll<HTMLInputElement>(`[data-several="${option.name}"] input:checked`);
      found[option.name] = [...boxes].map((box) => box.value).join("+");
    } else {
      const input = form.elements.namedItem(option.name) as HTMLInputElement | null;
      if (input && input.value !== word(option.default)) found[option.name] = input.value;
    }
  }
  return found;
}

export function optionFields(game: Game): HTMLElement | null {
  if (!game.options.length) return null;
  return h(
    "details",
    {},
    h("summary", {}, t`Options of the game`),
    h("div", { class: "fields" }, ...game.options.map(optionInput)),
  );
}

/** The variants that the server offers, and what the chosen one changes. */
function variantField(game: Game): HTMLElement | null {
  if (!game.variants.length) return null;
  const told = h("small", {}, "");
  const select = h(
    "select",
    { id: "variant", name: "variant" },
    h("option", { value: "" }, t`as printed`),
    ...game.variants.map((one) => h("option", { value: one.key }, one.title)),
  );
  select.addEventListener("change", () => {
    told.textContent = game.variants.find((one) => one.key === select.value)?.changes.join("; ") ?? "";
  });
  return h("div", { class: "field whole" }, h("label", { for: "variant" }, t`variant`), select, told);
}

function variant(form: HTMLFormElement): string | null {
  return (form.elements.namedItem("variant") as HTMLSelectElement | null)?.value || null;
}

function botSelect(game: Game, games: Games, name: string): HTMLElement {
  return h(
    "select",
    { name, id: name },
    ...botOptions(game, (bot) => h("option", { value: bot, selected: bot === games.default_bot }, botWords(bot))),
  );
}

function dialog(title: string, game: Game, form: HTMLFormElement): void {
  const box = h("dialog", { class: "dialog", "aria-label": title, "data-of": game.world }, h("h2", {}, title), form);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
}

async function submit(form: HTMLFormElement, work: () => Promise<void>): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("button.main");
  if (button) {
    button.disabled = true;
    button.textContent = t`Laying out the table…`;
  }
  try {
    await takeName(form);
    await work();
    form.closest("dialog")?.close();
  } catch (error) {
    sorry(error);
    if (button) {
      button.disabled = false;
      button.textContent = t`Start`;
    }
  }
}

function openPlay(game: Game, games: Games): void {
  const players = h(
    "select",
    { name: "players", id: "players" },
    ...game.seats.map((count) => h("option", { value: count }, String(count))),
  );
  const seat = h("select", { name: "seat", id: "seat" });
  const watch = h("input", { type: "checkbox", name: "watch" });
  const drawSeats = () =>
    fill(
      seat,
      ...game.seat_names.slice(0, Number(players.value)).map((name, number) => h("option", { value: number }, name)),
    );
  players.addEventListener("change", drawSeats);
  drawSeats();
  const form = h(
    "form",
    { method: "dialog" },
    h(
      "div",
      { class: "fields" },
      h("div", { class: "field whole" }, h("label", { for: "bot" }, t`opponent`), botSelect(game, games, "bot")),
      variantField(game),
      game.seats.length > 1 ? h("div", { class: "field" }, h("label", { for: "players" }, t`players`), players) : null,
      h("div", { class: "field" }, h("label", { for: "seat" }, t`your seat`), seat),
      nameField(),
    ),
    h("label", { class: "check" }, watch, t`only watch: bots play all seats, and show what they think`),
    optionFields(game),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", type: "submit" }, t`Start`),
      h("button", { type: "button", onclick: () => form.closest("dialog")?.close() }, t`Cancel`),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form, async () => {
      const body = {
        game: game.name,
        bot: (form.elements.namedItem("bot") as HTMLSelectElement).value,
        seat: Number(seat.value),
        players: Number(players.value),
        watch: watch.checked,
        variant: variant(form),
        options: options(form, game),
      };
      const made = await api<{ table: string }>("/play", body);
      go(`/table/${made.table}`);
    });
  });
  dialog(t`Play ${game.title} against bots`, game, form);
}

export const CLOCKS: [string, string, number, number][] = [
  [t`no clock`, "none", 0, 0],
  [t`1 minute a move`, "move", 60, 0],
  [t`3 minutes a move`, "move", 180, 0],
  [t`1 day a move`, "move", 86400, 0],
  [t`3 days a move`, "move", 259200, 0],
  [t`5 minutes each, 5 seconds back`, "game", 300, 5],
  [t`15 minutes each, 10 seconds back`, "game", 900, 10],
  [t`45 minutes each, 30 seconds back`, "game", 2700, 30],
];

function openTable(game: Game): void {
  const places = h("div", { class: "places" });
  const players = h(
    "select",
    { name: "players", id: "players" },
    ...game.seats.map((count) => h("option", { value: count }, String(count))),
  );
  const draw = () =>
    fill(
      places,
      ...Array.from({ length: Number(players.value) }, (_, number) =>
        h(
          "div",
          { class: "field place" },
          h("label", { for: `place-${number}` }, seatMark(number), ` ${game.seat_names[number] ?? number + 1}`),
          h(
            "select",
            { id: `place-${number}`, name: `place-${number}` },
            h("option", { value: "me", selected: number === 0 }, t`me`),
            h("option", { value: "open", selected: number > 0 }, t`somebody else (open)`),
            h("option", { value: "here" }, t`a friend at this device`),
            ...botOptions(game, (bot) => h("option", { value: `bot ${bot}` }, t`bot: ${botWords(bot)}`)),
          ),
        ),
      ),
    );
  players.addEventListener("change", draw);
  draw();
  const clock = h(
    "select",
    { id: "clock", name: "clock" },
    ...CLOCKS.map(([name], place) => h("option", { value: place }, name)),
  );
  const rated =
    me.user && !me.user.guest
      ? h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "rated" }),
          t`rated (everybody needs an account; no hints)`,
        )
      : null;
  const form = h(
    "form",
    { method: "dialog" },
    h(
      "div",
      { class: "fields" },
      game.seats.length > 1 ? h("div", { class: "field" }, h("label", { for: "players" }, t`players`), players) : null,
      places,
      variantField(game),
      h("div", { class: "field" }, h("label", { for: "clock" }, t`clock`), clock),
      nameField(),
    ),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "private" }),
      t`private: only with the invitation link`,
    ),
    rated,
    optionFields(game),
    me.off.includes("waiting")
      ? null
      : h(
          "p",
          { class: "soft" },
          t`“Find players” puts you at a table with others who want as many players and the same clock.`,
        ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", type: "submit" }, t`Start`),
      me.off.includes("waiting") ? null : h("button", { type: "button", onclick: () => find() }, t`Find players`),
      h("button", { type: "button", onclick: () => form.closest("dialog")?.close() }, t`Cancel`),
    ),
  );
  const clockBody = () => {
    const [, kind, seconds, bonus] = CLOCKS[Number(clock.value)]!;
    return { kind, seconds, bonus };
  };
  const isRated = () => (form.elements.namedItem("rated") as HTMLInputElement | null)?.checked ?? false;
  const find = () =>
    void submit(form, () =>
      wait(
        { game: game.name, players: Number(players.value), clock: clockBody(), rated: isRated() },
        t`${game.title} for ${players.value}`,
      ),
    );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form, async () => {
      const seats = [...places.querySelectorAll("select")].map((select, number) => {
        if (select.value === "here") return { who: "me", name: game.seat_names[number] ?? t`Friend` };
        return select.value.startsWith("bot ") ? { who: "bot", bot: select.value.slice(4) } : { who: select.value };
      });
      const made = await api<{ table: string }>("/tables", {
        game: game.name,
        seats,
        clock: clockBody(),
        variant: variant(form),
        options: options(form, game),
        private: (form.elements.namedItem("private") as HTMLInputElement).checked,
        rated: isRated(),
      });
      go(`/table/${made.table}`);
    });
  });
  dialog(t`A table of ${game.title}`, game, form);
}

/** What a club has beside its tables, unless the host has switched it off. */
function ways(): HTMLElement[] {
  const known: [string, string, string][] = [
    ["daily", "/daily", t`Today’s match`],
    ["tournaments", "/tournaments", t`Tournaments`],
    ["ladder", "/ladder/", t`Ladder`],
  ];
  return known
    .filter(([part]) => !me.off.includes(part))
    .map(([, href, text]) => h("a", { class: "button", href }, text));
}

interface Waits extends Wish {
  name: string;
  yours: boolean;
  since: number;
  rating: { rating: number; deviation: number } | null;
}

/** Those who wait for others; one click, and somebody plays with them. */
async function waitingSection(games: Games): Promise<HTMLElement | null> {
  if (me.off.includes("waiting")) return null;
  const others = (await api<Waits[]>("/waiting")).filter((one) => !one.yours);
  if (!others.length) return null;
  const line = (one: Waits) => {
    const game = games.games.find((known) => known.name === one.game);
    const wish = { game: one.game, players: one.players, clock: one.clock, rated: one.rated };
    const shown = t`${game?.title ?? one.game} for ${one.players}`;
    return h(
      "li",
      {},
      h(
        "div",
        {},
        h("strong", {}, shown),
        ` ${one.name}`,
        one.rating ? h("span", { class: "soft" }, ` ${one.rating.rating} ± ${2 * one.rating.deviation}`) : null,
      ),
      h("div", { class: "soft" }, `${one.rated ? "rated · " : ""}${ago(one.since)}${clockWords(one)}`),
      h(
        "span",
        { class: "row" },
        h("button", { class: "main", onclick: () => void wait(wish, shown).catch(sorry) }, t`Play`),
      ),
    );
  };
  return h("section", { class: "tables" }, h("h2", {}, t`They wait for players`), h("ul", {}, ...others.map(line)));
}

function names(table: Summary): HTMLElement {
  const line = h("span", { class: "who" });
  table.seats.forEach((seat, number) => {
    const winner = table.result && Math.max(...table.result.scores) === table.result.scores[number];
    line.append(seatMark(number), h(winner ? "strong" : "span", {}, seat.free ? t`free` : seat.name), " ");
  });
  return line;
}

function clockWords(table: Pick<Summary, "clock">): string {
  if (table.clock.kind === "none") return "";
  const time = duration(table.clock.seconds);
  return table.clock.kind === "move" ? t` · ${time} a move` : t` · ${time} each`;
}

/** What there is of a match that is over, beside its replay. */
function overLinks(table: Summary): HTMLElement[] {
  return [
    h("a", { class: "save", href: `/api/tables/${table.id}/save`, download: "", "data-plain": "" }, t`Save file`),
    h("a", { class: "course", href: `/match/${table.id}` }, t`Course`),
  ];
}

function row(table: Summary, games: Games): HTMLElement {
  const game = games.games.find((one) => one.name === table.game);
  const over = table.status === "over";
  const free = table.status === "open" && table.yours.length === 0;
  const verb =
    over || table.frozen
      ? t`Replay`
      : table.yours.length
        ? table.your_turn
          ? t`Your turn`
          : t`Continue`
        : free
          ? t`Join`
          : t`Watch`;
  return h(
    "li",
    { class: table.your_turn ? "yours" : "" },
    h(
      "div",
      {},
      h("strong", {}, game?.title ?? table.game),
      table.variant ? ` (${table.variant}) ` : " ",
      names(table),
    ),
    h(
      "div",
      { class: "soft" },
      `${table.rated ? "rated · " : ""}${over && table.result ? table.result.text : table.status === "open" ? t`waiting for players` : table.frozen ? t`begun by older rules; to look at only` : t`in play`} · ${ago(table.moved)}${clockWords(table)}`,
    ),
    h(
      "span",
      { class: "row" },
      ...(over ? overLinks(table) : []),
      h("a", { class: "button", href: over || table.frozen ? `/replay/${table.id}` : `/table/${table.id}` }, verb),
    ),
  );
}

const BOT_WORDS: Record<string, string> = {
  random: t`random: any legal move`,
  greedy: t`greedy: looks one move ahead`,
  net: t`net: a trained network, without search`,
  beginner: t`beginner: for a first match`,
  easy: t`easy: overlooks much`,
  medium: t`medium: overlooks things now and then`,
  hard: t`hard: thinks longest`,
};

export function botWords(bot: string): string {
  return BOT_WORDS[bot] ?? bot;
}

/** The levels in their order, and apart from them the programs that no person plays like. */
export function botOptions(game: Game, option: (bot: string) => HTMLElement): HTMLElement[] {
  const others = game.bots.filter((bot) => !LADDER.includes(bot));
  return [
    ...game.bots.filter((bot) => LADDER.includes(bot)).map(option),
    h("optgroup", { label: t`For comparison` }, ...others.map(option)),
  ];
}

async function section(
  title: string,
  which: string,
  games: Games,
  skipMine: boolean,
  found: (tables: Summary[]) => void = () => undefined,
): Promise<HTMLElement | null> {
  const tables = (await api<Summary[]>(`/tables?which=${which}&count=20`)).filter(
    (table) => !skipMine || !table.yours.length,
  );
  found(tables);
  // Those where somebody waits for me stand above everything.
  if (which === "mine")
    tables.splice(
      0,
      tables.length,
      ...tables
        .filter((table) => !table.your_turn)
        .sort((a, b) => Number(a.status === "over") - Number(b.status === "over") || b.moved - a.moved),
    );
  if (!tables.length) return null;
  return h(
    "section",
    { class: "tables" },
    h("h2", {}, title),
    h("ul", {}, ...tables.map((table) => row(table, games))),
  );
}

export async function lobby(app: HTMLElement): Promise<() => void> {
  document.title = "Wartable";
  const games = await loadGames();
  // The easiest first: that is where a newcomer looks.
  const order = ["light", "medium", "heavy"];
  const sorted = [...games.games].sort((a, b) => order.indexOf(a.weight) - order.indexOf(b.weight));
  const cards = h("div", { class: "games" }, ...sorted.map((game) => card(game, games)));
  const tables = h("div", { class: "lists" });
  const calls = h("div", { class: "lists calls" });
  const waiting = h("div", { class: "lists calls" });
  frame(
    app,
    h(
      "main",
      { class: "lobby" },
      h(
        "div",
        { class: "welcome" },
        h("h1", {}, t`What shall we play?`),
        h(
          "p",
          { class: "soft" },
          t`New to a game? Learn teaches it while you play. Or press Play and then Start: you are in a match against a bot. No account is needed.`,
        ),
        h("p", { class: "row" }, ...ways()),
      ),
      calls,
      waiting,
      cards,
      tables,
    ),
  );
  let timer = 0,
    stopped = false;
  let called: Set<string> | null = null;
  /** Say in the title how many matches wait, and call somebody who looks at another window to a new one. */
  const call = (mine: Summary[]) => {
    const waiting = mine.filter((table) => table.your_turn);
    fill(
      calls,
      waiting.length
        ? h(
            "section",
            { class: "tables" },
            h("h2", {}, t`Your turn`),
            h("ul", {}, ...waiting.map((table) => row(table, games))),
          )
        : null,
    );
    document.title = waiting.length ? t`● ${waiting.length} × your turn · Wartable` : "Wartable";
    const fresh = waiting.filter((table) => called !== null && !called.has(`${table.id} ${table.moved}`));
    if (fresh.length) {
      const title = games.games.find((game) => game.name === fresh[0]!.game)?.title ?? fresh[0]!.game;
      play("turn");
      notifyTurn(t`${title}: your turn`, fresh.length > 1 ? t`and ${fresh.length - 1} more` : "");
    }
    called = new Set(waiting.map((table) => `${table.id} ${table.moved}`));
  };
  const refresh = async () => {
    try {
      const found = await Promise.all([
        section(t`Your tables`, "mine", games, false, (tables) => {
          if (!stopped) call(tables);
        }),
        section(t`Open tables`, "open", games, true),
        section(t`In play`, "playing", games, true),
        section(t`Finished`, "over", games, true),
      ]);
      if (!stopped) fill(tables, ...found);
      const waits = await waitingSection(games);
      if (!stopped) fill(waiting, waits);
      if (games.games.some((game) => !game.ready)) {
        const now = await loadGames();
        for (const game of now.games) {
          const known = games.games.find((one) => one.name === game.name);
          if (known && game.pictured && !known.pictured)
            cards.querySelector(`[data-game="${game.name}"] .picture`)?.dispatchEvent(new Event("redraw"));
          if (known) {
            known.ready = game.ready;
            known.preparing = game.preparing;
            known.pictured = game.pictured;
          }
          const note = cards.querySelector<HTMLElement>(`[data-game="${game.name}"] .waiting`);
          if (note) {
            note.textContent = preparing(game);
            note.hidden = !note.textContent;
          }
        }
      }
    } catch {
      /* the next round tries again */
    }
    if (!stopped) timer = window.setTimeout(() => void refresh(), REFRESH);
  };
  void refresh();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
