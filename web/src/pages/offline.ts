// What this device keeps for the time without a network.

import { loadGames, me } from "../common/api";
import { ago, fill, h, sorry, toast } from "../common/dom";
import { action } from "../common/forms";
import { frame } from "../common/frame";
import { t } from "../common/language";
import { canKeep, dropReplay, keepRules, keptReplays } from "../common/offline";

export async function offlinePage(app: HTMLElement): Promise<void> {
  document.title = t`Without a network · Wartable`;
  const games = await loadGames();
  const replays = h("ul", {});
  const draw = () => {
    const kept = keptReplays();
    fill(
      replays,
      ...kept.map((one) =>
        h(
          "li",
          {},
          h("a", { href: one.path }, one.title),
          h("span", { class: "soft" }, ` ${one.text} · ${ago(one.at)} `),
          action(t`Delete`, one.title, () => dropReplay(one.id).then(draw)),
        ),
      ),
      kept.length ? null : h("li", { class: "soft" }, t`None. Every replay has a button that keeps it here.`),
    );
  };
  draw();
  const all = h(
    "button",
    {
      onclick: () =>
        void keepRules(games)
          .then(() => toast(t`The rules of all games are kept on this device.`))
          .catch(sorry),
    },
    t`Keep the rules of all games`,
  );
  frame(
    app,
    h(
      "main",
      { class: "account" },
      h("h1", {}, t`Without a network`),
      h(
        "p",
        {},
        canKeep
          ? t`This device keeps the rules that were read on it, and the replays that you choose. Matches need the server.`
          : t`This browser keeps nothing for the time without a network; it takes an address that begins with https.`,
      ),
      h(
        "div",
        { class: "columns" },
        h(
          "section",
          { class: "panel" },
          h("h2", {}, t`Rules`),
          h("ul", {}, ...games.games.map((game) => h("li", {}, h("a", { href: `/rules/${game.name}` }, game.title)))),
          canKeep && !me.offline ? all : null,
        ),
        h("section", { class: "panel" }, h("h2", {}, t`Replays`), replays),
      ),
    ),
  );
}
