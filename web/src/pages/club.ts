// The match of the day, and the ladder.

import { api, loadGames, me } from "../common/api";
import { fill, h, sorry } from "../common/dom";
import { frame } from "../common/frame";
import { language, n, t } from "../common/language";
import { nameField, takeName } from "../common/naming";
import { go } from "../common/route";
import type { Game } from "../common/types";

interface Bar {
  least: number | null;
  most: number | null;
  count: number;
  yours: boolean;
}

interface OfGame {
  game: string;
  title: string;
  players: number;
  seat: number;
  yours: { table: string; over: boolean } | null;
  week: Bar[];
  tries: number;
  won: number;
  today: { place: number; name: string; score: number; margin: number | null; yours: boolean }[];
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

function barName(bar: Bar): string {
  if (bar.least === null || bar.most === null) return t`gave up`;
  return bar.least === bar.most ? signed(bar.least) : t`${signed(bar.least)} to ${signed(bar.most)}`;
}

/** A bar as long as its share of the longest. */
function stripe(share: number): HTMLElement {
  const made = h("span", { class: "stripe", "aria-hidden": "true" });
  made.style.width = `calc(${share.toFixed(3)} * (100% - 7ch))`;
  return made;
}

function histogram(one: OfGame): HTMLElement {
  const most = Math.max(1, ...one.week.map((bar) => bar.count));
  return h(
    "table",
    { class: "histogram" },
    h("caption", { class: "soft" }, t`The last seven days: by how many points it was won or lost`),
    h(
      "tbody",
      {},
      ...one.week.map((bar) =>
        h(
          "tr",
          { class: bar.yours ? "yours" : null },
          h("th", { scope: "row" }, barName(bar)),
          h(
            "td",
            {},
            stripe(bar.count / most),
            ` ${bar.count}`,
            bar.yours ? h("span", { class: "soft" }, t` you`) : null,
          ),
        ),
      ),
    ),
  );
}

function ofGame(one: OfGame, game: Game | undefined, bot: string, asked: HTMLElement): HTMLElement {
  const begin = async () => {
    await takeName(asked);
    go(`/table/${(await api<{ table: string }>("/daily", { game: one.game })).table}`);
  };
  const button = one.yours?.over
    ? h("a", { class: "button", href: `/replay/${one.yours.table}` }, t`Your replay`)
    : one.yours
      ? h("a", { class: "button main", href: `/table/${one.yours.table}` }, t`Go on`)
      : h("button", { class: "main", onclick: () => void begin().catch(sorry) }, t`Play`);
  return h(
    "section",
    { class: "panel day", "data-game": one.game, "data-of": game?.world ?? null },
    h("h2", {}, one.title),
    h("p", { class: "soft" }, t`You are ${game?.seat_names[one.seat] ?? t`seat ${one.seat + 1}`}, against ${bot}.`),
    h("p", {}, button),
    one.tries
      ? h("p", { class: "soft" }, t`This week: ${n(one.tries, "try|tries")}, ${one.won} won.`)
      : h("p", { class: "soft" }, t`Nobody has finished it this week.`),
    one.tries ? histogram(one) : null,
    one.today.length
      ? h(
          "div",
          {},
          h("h3", {}, t`Today`),
          h(
            "table",
            {},
            h(
              "tbody",
              {},
              ...one.today.map((line) =>
                h(
                  "tr",
                  { class: line.yours ? "yours" : null },
                  h("td", {}, `${line.place}.`),
                  h("th", { scope: "row" }, line.name),
                  h("td", {}, line.margin === null ? t`gave up` : signed(line.margin)),
                ),
              ),
            ),
          ),
        )
      : null,
  );
}

export async function dailyPage(app: HTMLElement): Promise<void> {
  document.title = t`Today’s match · Wartable`;
  const [games, found] = await Promise.all([
    loadGames(),
    api<{ day: string; ends: number; bot: string; games: OfGame[] }>("/daily"),
  ]);
  const known = (name: string) => games.games.find((game) => game.name === name);
  const asked = h("div", {}, nameField());
  const until = new Date(found.ends * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  frame(
    app,
    h(
      "main",
      { class: "daily" },
      h("h1", {}, t`Today’s match`),
      h(
        "p",
        {},
        t`Everybody has the same dice and the same seat, and one try. There are no hints, and no move can be taken back. `,
        t`The next one begins at ${until}; today’s can be finished until a day later. Then everybody may look at everybody’s match.`,
      ),
      me.user && !me.user.guest
        ? null
        : h(
            "p",
            { class: "soft" },
            t`Tries of guests count once they have `,
            h("a", { href: "/account" }, t`an account`),
            ".",
          ),
      asked,
      h("div", { class: "columns" }, ...found.games.map((one) => ofGame(one, known(one.game), found.bot, asked))),
    ),
  );
}

// The ladder

interface Line {
  name: string;
  yours: boolean;
  rating: number;
  deviation: number;
  matches: number;
  won?: number;
}

/** 2026-4 as people say it. */
function seasonName(season: string): string {
  const [year, quarter] = season.split("-");
  return `${[t`January to March`, t`April to June`, t`July to September`, t`October to December`][Number(quarter) - 1]} ${year}`;
}

export async function ladderPage(app: HTMLElement, wanted: string): Promise<void> {
  document.title = t`Ladder · Wartable`;
  const games = await loadGames();
  const game = games.games.find((one) => one.name === wanted) ?? games.games[0]!;
  const season = h("select", { id: "season" });
  const table = h("div", { class: "wide" });
  const draw = async () => {
    const query = season.value ? `?season=${season.value}` : "";
    const found = await api<{ seasons: string[]; lines: Line[] }>(`/games/${game.name}/ladder${query}`);
    if (!season.options.length)
      fill(
        season,
        h("option", { value: "" }, t`now`),
        ...found.seasons.map((one) => h("option", { value: one }, seasonName(one))),
      );
    const heads = ["", t`name`, t`rating`, t`matches`, ...(season.value ? [t`won`] : [])];
    fill(
      table,
      found.lines.length
        ? h(
            "table",
            {},
            h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
            h(
              "tbody",
              {},
              ...found.lines.map((line, place) =>
                h(
                  "tr",
                  { class: line.yours ? "yours" : null },
                  h("td", {}, `${place + 1}.`),
                  h("th", { scope: "row" }, line.name),
                  h("td", {}, String(line.rating), h("span", { class: "soft" }, ` ± ${2 * line.deviation}`)),
                  h("td", {}, String(line.matches)),
                  season.value ? h("td", {}, String(line.won ?? 0)) : null,
                ),
              ),
            ),
          )
        : h("p", { class: "soft" }, t`Nobody has played a rated match yet.`),
    );
  };
  const which = h(
    "select",
    { id: "ladder-game" },
    ...games.games.map((one) => h("option", { value: one.name, selected: one === game }, one.title)),
  );
  which.addEventListener("change", () => go(`/ladder/${which.value}`));
  season.addEventListener("change", () => void draw().catch(sorry));
  await draw();
  frame(
    app,
    h(
      "main",
      { class: "ladder" },
      h("h1", {}, t`Ladder`),
      h(
        "div",
        { class: "fields" },
        h("div", { class: "field" }, h("label", { for: "ladder-game" }, t`game`), which),
        h("div", { class: "field" }, h("label", { for: "season" }, t`when`), season),
      ),
      h("section", { class: "panel" }, table),
      h(
        "p",
        { class: "soft" },
        t`Rated matches between people count. The number after ± says how uncertain a rating is; it shrinks with each match. Players are ordered by the lower end of their range. A player rated 200 higher wins about three matches of four.`,
      ),
    ),
  );
}
