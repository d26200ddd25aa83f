// Tournaments: the list of them, and the page of one for those who play and those who organise.

import { api, loadGames, me } from "../common/api";
import { ago, duration, fill, h, seatMark, sorry, toast } from "../common/dom";
import { action } from "../common/forms";
import { frame } from "../common/frame";
import { language, t } from "../common/language";
import { nameField, takeName } from "../common/naming";
import { go } from "../common/route";
import type { ClockState, Game, Games } from "../common/types";
import { botOptions, botWords, CLOCKS, optionFields, options } from "./lobby";

const REFRESH = 5000;
const KINDS: Record<string, [name: string, meaning: string]> = {
  pool: [t`Pool`, t`everybody meets everybody as evenly as can be; begins when it is full`],
  swiss: [t`Swiss`, t`each round those with like points meet; nobody goes out`],
  duplicate: [t`Duplicate`, t`the same dice at every table; points count against those in the same seat`],
  season: [
    t`Season`,
    t`divisions in which everybody meets everybody; between seasons the best go up and the last go down`,
  ],
};
const WAITS: [string, number][] = [
  [t`as long as it takes`, 0],
  ["5 minutes", 300],
  ["15 minutes", 900],
  [t`an hour`, 3600],
  [t`a day`, 86400],
];

interface Facts {
  id: string;
  name: string;
  game: string;
  title: string;
  kind: string;
  seats: number;
  status: "open" | "playing" | "over";
  round: number;
  rounds: number;
  places: number;
  clock: Pick<ClockState, "kind" | "seconds" | "bonus">;
  wait: number;
  by_itself: boolean;
  rated: boolean;
  /** Of a season: how many have begun, and how many there are. */
  season: number;
  seasons: number;
  resumes: number | null;
  takes_entrants: boolean;
  count: number;
  created: number;
  organiser: boolean;
  yours: number | null;
  left: boolean;
}

interface Board {
  board: number;
  entrants: number[];
  table: string | null;
  over: boolean;
  how: "played" | "forfeit" | "bye";
  is_judged: boolean;
  shares: number[] | null;
}

interface Line {
  place: number;
  number: number;
  points: number;
  sonneborn: number;
  wins: number;
  played: number;
}

interface Whole extends Facts {
  /** The seasons with their first and last rounds, and the standings of each division, the highest first. */
  divisions: { season: number; first: number; last: number; standings: Line[][] }[];
  entrants: { number: number; name: string; bot: string; joined: number; left: number | null }[];
  standings: Line[];
  tables: Board[][];
  dice: { commitment: string; same: boolean }[];
  is_round_over: boolean;
  your_table: string | null;
  tidings: { round: number; text: string; at: number }[];
}

function stage(facts: Facts): string {
  if (facts.status === "over") return t`over`;
  if (facts.status === "open") return t`${facts.count} of ${facts.places} have come`;
  // The list of all does not say which season it is.
  if (facts.seasons) return facts.season ? t`season ${facts.season} of ${facts.seasons}` : t`in play`;
  return t`round ${facts.round} of ${facts.rounds}`;
}

function summary(facts: Facts): string {
  const clock =
    facts.clock.kind === "none"
      ? ""
      : ` · ${duration(facts.clock.seconds)} ${facts.clock.kind === "move" ? t`a move` : "each"}`;
  return t`${facts.title} · ${KINDS[facts.kind]![0]}, tables of ${facts.seats} · ${stage(facts)}${clock}${facts.rated ? " · rated" : ""}`;
}

/** Half points as chess players write them. */
function halves(points: number): string {
  const whole = Math.floor(points);
  return points - whole === 0.5 ? `${whole || ""}½` : String(Math.round(points * 100) / 100);
}

// All of them

export async function tournamentsPage(app: HTMLElement): Promise<void> {
  document.title = t`Tournaments · Wartable`;
  const [games, all] = await Promise.all([loadGames(), api<Facts[]>("/tournaments")]);
  const list = (title: string, some: Facts[]) =>
    some.length
      ? h(
          "section",
          { class: "tables" },
          h("h2", {}, title),
          h(
            "ul",
            {},
            ...some.map((one) =>
              h(
                "li",
                { class: one.yours ? "yours" : null },
                h("a", { href: `/tournament/${one.id}` }, h("strong", {}, one.name)),
                h("span", { class: "soft" }, summary(one)),
              ),
            ),
          ),
        )
      : null;
  frame(
    app,
    h(
      "main",
      { class: "tournaments" },
      h("h1", {}, t`Tournaments`),
      all.length ? null : h("p", { class: "soft" }, t`There is none yet.`),
      h(
        "div",
        { class: "lists" },
        list(
          t`To join`,
          all.filter((one) => one.status === "open"),
        ),
        list(
          t`In play`,
          all.filter((one) => one.status === "playing"),
        ),
        list(
          t`Over`,
          all.filter((one) => one.status === "over"),
        ),
      ),
      me.user && !me.user.guest
        ? newForm(games)
        : h(
            "p",
            { class: "soft" },
            t`Anybody can take part. To organise one you need `,
            h("a", { href: "/account" }, t`an account`),
            ".",
          ),
    ),
  );
}

function field(label: string, input: HTMLElement, note = ""): HTMLElement {
  input.id ||= `tournament-${label.replaceAll(" ", "-")}`;
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input, note ? h("small", {}, note) : null);
}

function select(values: [string | number, string][], chosen?: string | number): HTMLSelectElement {
  return h("select", {}, ...values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

function numberInput(least: number, most: number, value: number): HTMLInputElement {
  return h("input", { type: "number", min: least, max: most, value });
}

function newForm(games: Games): HTMLElement {
  const name = h("input", { maxlength: 60, required: true, placeholder: t`Club evening` });
  const game = select(games.games.map((one) => [one.name, one.title]));
  const kind = select(
    Object.entries(KINDS).map(([value, [title]]) => [value, title]),
    "swiss",
  );
  const meaning = h("p", { class: "soft" });
  const seats = h("div", {});
  const rounds = numberInput(1, 15, 5);
  const places = numberInput(2, 128, 16);
  const clock = select(CLOCKS.map(([text], place) => [place, text]));
  const wait = select(WAITS.map(([text, seconds]) => [seconds, text]));
  const byItself = h("input", { type: "checkbox", checked: true });
  const rated = h("input", { type: "checkbox" });
  const division = numberInput(3, 10, 6),
    moving = numberInput(0, 5, 1),
    holidays = numberInput(0, 366, 0);
  const ofSeason = h(
    "div",
    { class: "fields" },
    field(t`players in a division`, division),
    field(t`that go up and down`, moving),
    field(t`days between seasons`, holidays),
  );
  const ofGame = h("div", {});
  let tables = select([[2, "2"]]);
  const chosen = (): Game => games.games.find((one) => one.name === game.value)!;
  const draw = () => {
    tables = select(
      chosen().seats.flatMap((count): [number, string][] => (count <= 4 ? [[count, String(count)]] : [])),
    );
    fill(seats, field(t`at each table`, tables));
    fill(ofGame, optionFields(chosen()));
  };
  const explain = () => {
    meaning.textContent = `${KINDS[kind.value]![0]}: ${KINDS[kind.value]![1]}.`;
    rounds.max = kind.value === "pool" ? "3" : "15";
    places.max = kind.value === "pool" ? "16" : "128";
    ofSeason.hidden = kind.value !== "season";
    if (kind.value === "season") rounds.value = "2";
    if (kind.value === "pool") {
      rounds.value = "1";
      places.value = String(Math.min(Number(places.value), 8));
    }
  };
  game.addEventListener("change", draw);
  kind.addEventListener("change", explain);
  draw();
  explain();
  const form = h(
    "form",
    { class: "panel" },
    h("h2", {}, t`Organise one`),
    field("name", name),
    h(
      "div",
      { class: "fields" },
      field("game", game),
      seats,
      field("kind", kind),
      field("rounds", rounds, t`of a pool: how often it is played through; of a season: how many seasons`),
      field(t`entrants at most`, places),
      field("clock", clock),
      field(t`wait for who does not come`, wait),
    ),
    meaning,
    ofSeason,
    h("label", { class: "check" }, byItself, t`a round begins as soon as the one before is over`),
    h("label", { class: "check" }, rated, t`rated (everybody needs an account)`),
    ofGame,
    h("button", { class: "main", type: "submit" }, t`Open the tournament`),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [, way, seconds, bonus] = CLOCKS[Number(clock.value)]!;
    const body = {
      name: name.value,
      game: game.value,
      kind: kind.value,
      seats: Number(tables.value),
      rounds: Number(rounds.value),
      places: Number(places.value),
      clock: { kind: way, seconds, bonus },
      wait: Number(wait.value),
      division: Number(division.value),
      moving: Number(moving.value),
      holidays: Number(holidays.value),
      by_itself: byItself.checked,
      rated: rated.checked,
      options: options(form, chosen()),
    };
    api<{ tournament: string }>("/tournaments", body)
      .then((made) => go(`/tournament/${made.tournament}`))
      .catch(sorry);
  });
  return form;
}

// One of them

export async function tournamentPage(app: HTMLElement, id: string): Promise<() => void> {
  const [games, first] = await Promise.all([loadGames(), api<Whole>(`/tournaments/${id}`)]);
  const game = games.games.find((one) => one.name === first.game);
  document.title = `${first.name} · Wartable`;
  const parts = {
    facts: h("p", { class: "soft" }),
    mine: h("section", { class: "panel mine", "aria-live": "polite" }),
    standings: h("section", { class: "panel" }),
    rounds: h("section", { class: "panel" }),
    tidings: h("section", { class: "panel" }),
    organiser: h("section", { class: "panel" }),
  };
  frame(
    app,
    h(
      "main",
      { class: "tournament" },
      h("h1", {}, first.name),
      parts.facts,
      parts.mine,
      h(
        "div",
        { class: "columns" },
        parts.standings,
        parts.rounds,
        parts.tidings,
        first.organiser ? parts.organiser : null,
      ),
    ),
  );
  let drawn = "",
    timer = 0,
    stopped = false;
  const again = async () => draw(await api<Whole>(`/tournaments/${id}`));
  const draw = (whole: Whole) => {
    // What somebody reads or fills in stays as it is while nothing has happened.
    const text = JSON.stringify(whole);
    if (stopped || text === drawn) return;
    drawn = text;
    parts.facts.textContent = summary(whole);
    fill(parts.mine, ...mine(whole, again));
    fill(parts.standings, ...standings(whole));
    fill(parts.rounds, ...rounds(whole, again));
    fill(
      parts.tidings,
      h("h2", {}, t`What has happened`),
      h(
        "ul",
        { class: "tidings" },
        ...whole.tidings.map((one) => h("li", {}, one.text, h("span", { class: "soft" }, ` ${ago(one.at)}`))),
      ),
    );
    if (whole.organiser) fill(parts.organiser, ...tools(whole, game, again));
  };
  const refresh = async () => {
    await again().catch(() => undefined);
    if (!stopped) timer = window.setTimeout(() => void refresh(), REFRESH);
  };
  draw(first);
  timer = window.setTimeout(() => void refresh(), REFRESH);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

type Again = () => Promise<void>;

/** What it is for me: my table, or to join, or to wait. */
function mine(whole: Whole, again: Again): (HTMLElement | null)[] {
  const plays = whole.yours !== null && !whole.left;
  if (!plays) {
    if (!whole.takes_entrants)
      return [h("p", {}, whole.status === "over" ? t`This tournament is over.` : t`This tournament has begun.`)];
    const asked = h("div", { class: "fields" }, nameField());
    const join = async () => {
      await takeName(asked);
      await api(`/tournaments/${whole.id}/join`, {});
      await again();
    };
    return [
      asked,
      h(
        "button",
        { class: "main", onclick: () => void join().catch(sorry) },
        whole.status === "open"
          ? t`Join`
          : whole.seasons
            ? t`Join from the next season on`
            : t`Join from round ${whole.round + 1} on`,
      ),
    ];
  }
  const leave = h(
    "button",
    {
      class: "plain",
      onclick: () => {
        if (whole.status === "open" || confirm(t`Leave the tournament? The match that you play is lost.`))
          void act(whole, "leave", again);
      },
    },
    t`Leave the tournament`,
  );
  if (whole.status === "open") return [h("p", {}, t`You take part. It has not begun yet.`), leave];
  if (whole.status === "over") {
    const last = whole.divisions.at(-1)?.standings ?? [whole.standings];
    const division = last.findIndex((lines) => lines.some((one) => one.number === whole.yours));
    const line = last[division]?.find((one) => one.number === whole.yours);
    const where = whole.seasons ? t` in division ${division + 1}` : "";
    return [
      h(
        "p",
        {},
        line ? t`It is over. Your place${where}: ${line.place}, with ${halves(line.points)} points.` : t`It is over.`,
      ),
    ];
  }
  const board = whole.tables.at(-1)?.find((one) => one.entrants.includes(whole.yours!));
  if (board?.table && !board.over)
    return [
      h("p", {}, t`Round ${whole.round}: you play at table ${board.board}.`),
      h("a", { class: "button main", href: `/table/${board.table}` }, t`To my table`),
      leave,
    ];
  const wait = whole.resumes
    ? t`Holidays: the next season begins on ${new Date(whole.resumes * 1000).toLocaleString(language)}.`
    : whole.is_round_over
      ? t`The next round begins in a moment.`
      : t`Others are still playing this round.`;
  const why = !board
    ? t`You are not playing in this round.`
    : board.how === "bye"
      ? t`You have a bye.`
      : t`Your match is over.`;
  return [
    h("p", {}, `${why} ${whole.is_round_over && !whole.by_itself ? t`The organiser begins the next round.` : wait}`),
    leave,
  ];
}

async function act(whole: Whole, deed: string, again: Again): Promise<void> {
  try {
    await api(`/tournaments/${whole.id}/${deed}`, {});
    await again();
  } catch (error) {
    sorry(error);
  }
}

function nameOf(whole: Whole, number: number): string {
  return whole.entrants.find((one) => one.number === number)?.name ?? t`entrant ${number}`;
}

function standings(whole: Whole): (HTMLElement | null)[] {
  const files =
    whole.seats === 2 && !["duplicate", "season"].includes(whole.kind)
      ? ["standings.csv", "report.trf"]
      : ["standings.csv"];
  const lines = whole.seasons
    ? [...whole.divisions].reverse().map((one, place) => seasonStandings(whole, one, place === 0))
    : [standingsTable(whole, whole.standings)];
  return [
    h("h2", {}, t`Standings`),
    ...lines,
    whole.standings.length || whole.entrants.length ? null : h("p", { class: "soft" }, t`Nobody has joined yet.`),
    whole.seasons && whole.status === "open"
      ? h("ul", {}, ...whole.entrants.map((one) => h("li", {}, one.name)))
      : null,
    h(
      "p",
      { class: "row" },
      ...files.map((file) =>
        h(
          "a",
          { href: `/api/tournaments/${whole.id}/${file}`, download: "", "data-plain": "" },
          file.slice(-3).toUpperCase(),
        ),
      ),
    ),
  ];
}

function seasonStandings(whole: Whole, one: Whole["divisions"][number], isOpen: boolean): HTMLElement {
  return h(
    "details",
    { open: isOpen },
    h("summary", {}, t`Season ${one.season}`),
    ...one.standings.flatMap((lines, place) => [h("h3", {}, t`Division ${place + 1}`), standingsTable(whole, lines)]),
  );
}

function standingsTable(whole: Whole, lines: Line[]): HTMLElement {
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["", t`Name`, t`Points`, t`Wins`].map((text) => h("th", { scope: "col" }, text)),
          h(
            "th",
            { scope: "col" },
            h("abbr", { title: t`Sonneborn-Berger: the points of those one has beaten` }, t`SB`),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        ...lines.map((line) => {
          const left = whole.entrants.find((one) => one.number === line.number)?.left ?? null;
          return h(
            "tr",
            { class: line.number === whole.yours ? "yours" : null },
            h("td", {}, `${line.place}.`),
            h(
              "th",
              { scope: "row" },
              nameOf(whole, line.number),
              left === null ? null : h("span", { class: "soft" }, t` (left)`),
            ),
            h("td", {}, halves(line.points)),
            h("td", {}, String(line.wins)),
            h("td", {}, halves(line.sonneborn)),
          );
        }),
      ),
    ),
  );
}

function rounds(whole: Whole, again: Again): (HTMLElement | null)[] {
  const drawn = whole.tables.map((tables, place) => {
    const dice = whole.dice[place];
    return h(
      "details",
      { open: place === whole.tables.length - 1 },
      h("summary", {}, roundName(whole, place + 1)),
      h("ul", { class: "boards" }, ...tables.map((board) => boardLine(whole, place + 1, board, again))),
      dice
        ? h(
            "p",
            { class: "soft dice" },
            dice.same ? t`All tables have the same dice: ` : t`The tables have different dice. `,
            h("code", {}, dice.commitment.slice(0, 16)),
          )
        : null,
    );
  });
  return [
    h("h2", {}, t`Tables`),
    drawn.length ? null : h("p", { class: "soft" }, t`The first round has not begun.`),
    ...drawn.reverse(),
  ];
}

/** A round; of a season, counted from its beginning. */
function roundName(whole: Whole, round: number): string {
  const season = whole.divisions.find((one) => one.first <= round && round <= one.last);
  return season ? t`Season ${season.season}, round ${round - season.first + 1}` : t`Round ${round}`;
}

function boardLine(whole: Whole, round: number, board: Board, again: Again): HTMLElement {
  if (board.how === "bye") return h("li", {}, t`${nameOf(whole, board.entrants[0]!)} has a bye.`);
  const seated = board.entrants.map((number, seat) =>
    h(
      "span",
      { class: number === whole.yours ? "yours" : null },
      seatMark(seat),
      ` ${nameOf(whole, number)}`,
      board.shares ? h("strong", {}, ` ${halves(board.shares[seat]!)}`) : null,
    ),
  );
  const note = board.how === "forfeit" ? t`by forfeit` : board.is_judged ? t`corrected` : board.over ? "" : t`in play`;
  return h(
    "li",
    {},
    ...seated,
    note ? h("span", { class: "soft" }, note) : null,
    board.table
      ? h(
          "a",
          { href: board.over ? `/replay/${board.table}` : `/table/${board.table}` },
          board.over ? t`Replay` : t`Look`,
        )
      : null,
    whole.organiser
      ? h("button", { class: "plain", onclick: () => correct(whole, round, board, again) }, t`Correct`)
      : null,
  );
}

/** The organiser says what counts for a table. */
function correct(whole: Whole, round: number, board: Board, again: Again): void {
  const inputs = board.entrants.map((_, seat) =>
    h("input", { type: "number", min: 0, step: "0.5", value: board.shares?.[seat] ?? "" }),
  );
  const close = () => box.close();
  const form = h(
    "form",
    { method: "dialog" },
    h("p", {}, t`The points of each seat: more is better. Leave a field empty for a player who did not come.`),
    h("div", { class: "fields" }, ...board.entrants.map((number, seat) => field(nameOf(whole, number), inputs[seat]!))),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", type: "submit" }, t`Let it count`),
      h("button", { type: "button", onclick: close }, t`Cancel`),
    ),
  );
  const title = t`Round ${round}, table ${board.board}`;
  const box = h("dialog", { class: "dialog", "aria-label": title }, h("h2", {}, title), form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const scores = inputs.map((input) => (input.value === "" ? null : Number(input.value)));
    api(`/tournaments/${whole.id}/tables/correct`, { round, board: board.board, scores })
      .then(again)
      .then(close)
      .catch(sorry);
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

function tools(whole: Whole, game: Game | undefined, again: Again): (HTMLElement | null)[] {
  const path = `/tournaments/${whole.id}`;
  const bots = game
    ? h("select", { id: "tournament-bot" }, ...botOptions(game, (bot) => h("option", { value: bot }, botWords(bot))))
    : null;
  const add = async () => {
    await api(`${path}/entrants/bot`, { bot: bots!.value });
    await again();
  };
  const isOpen = whole.takes_entrants;
  const button = (text: string, deed: string, kind = "") =>
    h("button", { class: kind, onclick: () => void act(whole, deed, again) }, text);
  const link = `${location.origin}/tournament/${whole.id}`;
  return [
    h("h2", {}, t`For the organiser`),
    whole.status === "open" ? button(t`Begin now`, "start", "main") : null,
    whole.status === "playing" &&
    !whole.by_itself &&
    whole.is_round_over &&
    (whole.seasons || whole.round < whole.rounds)
      ? button(t`Begin round ${whole.round + 1}`, "next", "main")
      : null,
    isOpen && bots
      ? h(
          "div",
          { class: "field" },
          h("label", { for: "tournament-bot" }, t`let a bot take part`),
          bots,
          h("button", { onclick: () => void add().catch(sorry) }, t`Add`),
        )
      : null,
    isOpen
      ? h(
          "button",
          {
            onclick: () =>
              void navigator.clipboard
                .writeText(link)
                .then(() => toast(t`The link is copied.`))
                .catch(() => toast(link)),
          },
          t`Copy the link for others`,
        )
      : null,
    whole.status === "over"
      ? null
      : h(
          "details",
          {},
          h("summary", {}, t`Take somebody out`),
          h(
            "ul",
            {},
            ...whole.entrants
              .filter((one) => one.left === null)
              .map((one) =>
                h(
                  "li",
                  {},
                  `${one.name} `,
                  action(t`Take out`, one.name, async () => {
                    await api(`${path}/entrants/remove`, { number: one.number });
                    await again();
                  }),
                ),
              ),
          ),
        ),
    whole.status === "over"
      ? null
      : h(
          "button",
          {
            class: "plain",
            onclick: () => {
              if (confirm(t`End the tournament now? Matches that are not over do not count.`))
                void act(whole, "end", again);
            },
          },
          t`End the tournament`,
        ),
  ];
}
