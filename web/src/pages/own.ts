// One's own account: settings, password, sessions, tokens, export, deletion.
import { api, loadMe, me } from "../common/api";
import { fill, h, toast } from "../common/dom";
import { action, browserName, day, form, refused, when } from "../common/forms";
import { frame } from "../common/frame";
import { go } from "../common/route";
import { setSetting, setting } from "../common/settings";
import type { Login } from "../common/types";

type Again = () => Promise<void>;

/** Browser notifications belong to this browser, so guests have them too. */
export function notifyBox(): HTMLElement {
  const notify = h("input", { type: "checkbox", id: "notify", checked: setting("notify") === "on" });
  notify.addEventListener("change", () => {
    if (!notify.checked) {
      setSetting("notify", "off");
      return;
    }
    if (!("Notification" in window)) {
      notify.checked = false;
      toast("This browser does not support notifications.");
      return;
    }
    void Notification.requestPermission().then((answer) => {
      notify.checked = answer === "granted";
      setSetting("notify", notify.checked ? "on" : "off");
      if (!notify.checked) toast("The browser blocks notifications from this site.");
    });
  });
  return h("label", { class: "check" }, notify, "tell me by a notification of this browser");
}

export async function ownPage(app: HTMLElement, again: Again): Promise<void> {
  const user = me.user!;
  const [tokens, sessions, factor] = await Promise.all([
    api<Login[]>("/me/tokens"),
    api<Login[]>("/me/sessions"),
    api<{ on: boolean }>("/me/factor"),
  ]);
  frame(
    app,
    h(
      "main",
      { class: "account" },
      h("h1", {}, user.name),
      user.admin
        ? h("p", {}, h("a", { class: "button", href: "/admin" }, "Admin: people, reports, registration"))
        : null,
      h(
        "div",
        { class: "columns" },
        ratingsPanel(),
        awayPanel(again),
        passwordPanel(again),
        factorPanel(factor.on, again),
        sessionsPanel(sessions, again),
        tokensPanel(tokens, again),
        ...(me.provider ? [joinPanel(me.provider)] : []),
        farewellPanel(),
      ),
      h("button", { onclick: () => void api("/logout", {}).then(leave) }, "Log out"),
    ),
  );
}

async function leave(): Promise<void> {
  await loadMe();
  go("/");
}

function ratingsPanel(): HTMLElement {
  const ratings = Object.entries(me.user!.ratings);
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Ratings"),
    ratings.length
      ? h(
          "table",
          {},
          h(
            "tbody",
            {},
            ...ratings.map(([game, rating]) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, game),
                h("td", {}, String(rating.rating)),
                h("td", { class: "soft" }, `${rating.matches} matches`),
              ),
            ),
          ),
        )
      : h("p", { class: "soft" }, "You have played no rated match yet."),
  );
}

function awayPanel(again: Again): HTMLElement {
  const user = me.user!;
  const away = h(
    "form",
    { class: "panel" },
    h("h2", {}, "When it is my turn"),
    notifyBox(),
    me.mail
      ? h(
          "div",
          { class: "field" },
          h("label", { for: "email" }, "mail address"),
          h("input", { id: "email", name: "email", type: "email", autocomplete: "email", value: user.email }),
          h("small", {}, "It is used once you have followed the link that is sent there."),
          h("label", { for: "email-password" }, "password, for another address"),
          h("input", { id: "email-password", name: "password", type: "password", autocomplete: "current-password" }),
        )
      : null,
    h(
      "div",
      { class: "field" },
      h("label", { for: "webhook" }, "webhook (a JSON POST for each turn)"),
      h("input", { id: "webhook", name: "webhook", type: "url", value: user.webhook }),
      user.webhook_secret ? h("small", {}, "It is signed with ", h("code", {}, user.webhook_secret)) : null,
    ),
    h("button", { type: "submit" }, "Keep"),
  );
  away.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(away));
    api<{ confirm: boolean }>("/me", values, "PATCH").then(async (kept) => {
      toast(kept.confirm ? "Saved. Follow the link in the mail that was sent to you." : "Saved.");
      await again();
    }, refused);
  });
  return away;
}

function passwordPanel(again: Again): HTMLElement {
  return form(
    "Password",
    "Change it",
    [
      ["old", "old password (none yet: leave it empty)", "password", "current-password"],
      ["new", "new password (8 characters or more)", "password", "new-password"],
    ],
    async (values) => {
      await api("/me/password", values);
      await again();
      toast("Your password is changed. You are logged out everywhere else, and your tokens are revoked.");
    },
    ["old"],
  );
}

/** Codes of an authenticator app: shown first, and asked for once one of them was typed here. */
function factorPanel(on: boolean, again: Again): HTMLElement {
  const code: [string, string, string, string] = ["code", "code of your app", "text", "one-time-code"];
  const password: [string, string, string, string] = [
    "password",
    "password (if you have one)",
    "password",
    "current-password",
  ];
  if (on)
    return form(
      "Second factor",
      "Turn it off",
      [password, code],
      async (values) => {
        await api("/me/factor/off", values);
        await again();
      },
      ["password"],
    );
  const panel: HTMLElement = form(
    "Second factor",
    "Begin",
    [password],
    async (values) => {
      const shown = await api<{ secret: string; link: string }>("/me/factor", values);
      const confirm = form("Second factor", "Turn it on", [code], async (typed) => {
        await api("/me/factor", { ...values, ...typed, secret: shown.secret });
        await again();
        toast("From now on, logging in needs a code from your app.");
      });
      confirm
        .querySelector("h2")!
        .after(
          h("p", {}, "Type this into an authenticator app, then the code that it shows:"),
          h("p", { class: "token" }, h("code", {}, shown.secret)),
          h("p", {}, h("a", { href: shown.link, "data-plain": "" }, "or open the app on this device")),
        );
      panel.replaceWith(confirm);
    },
    ["password"],
  );
  return panel;
}

function sessionsPanel(sessions: Login[], again: Again): HTMLElement {
  const others = sessions.filter((one) => !one.current);
  const name = (one: Login) => `${browserName(one.agent)}${one.address ? `, ${one.address}` : ""}`;
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Where I am logged in"),
    h(
      "ul",
      {},
      ...sessions.map((one) =>
        h(
          "li",
          {},
          name(one),
          h("span", { class: "soft" }, one.current ? " this browser" : ` last seen ${when(one.seen)} `),
          one.current
            ? null
            : action("log out", name(one), async () => {
                await api(`/me/sessions/${one.id}`, undefined, "DELETE");
                await again();
              }),
        ),
      ),
    ),
    others.length
      ? h(
          "button",
          { onclick: () => void api("/me/sessions", undefined, "DELETE").then(again, refused) },
          "Log out everywhere else",
        )
      : null,
  );
}

function tokensPanel(tokens: Login[], again: Again): HTMLElement {
  const fresh = h("p", { class: "token", role: "status" });
  const label = h("input", { id: "label", value: "bot", maxlength: 60 });
  const days = h("input", { id: "days", type: "number", min: 1, max: 3650, value: 365 });
  const scopes = ["play", "account", ...(me.user!.admin ? ["admin"] : [])];
  const scope = h(
    "select",
    { id: "scope" },
    ...scopes.map((one) =>
      h(
        "option",
        { value: one },
        { play: "play", account: "play, and change settings", admin: "play, change settings, and administer" }[one]!,
      ),
    ),
  );
  const password = h("input", { id: "token-password", type: "password", autocomplete: "current-password" });
  const make = () =>
    api<{ token: string }>("/me/tokens", {
      label: label.value,
      scope: scope.value,
      days: Number(days.value),
      password: password.value,
    });
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Tokens for bots"),
    h("p", { class: "soft" }, "wartable bot --connect ", location.origin, " --token …"),
    h(
      "ul",
      {},
      ...tokens.map((token) =>
        h(
          "li",
          {},
          token.label,
          h("span", { class: "soft" }, ` (${token.scope}, until ${day(token.expires)}) `),
          action("remove", token.label, async () => {
            await api(`/me/tokens/${token.id}`, undefined, "DELETE");
            await again();
          }),
        ),
      ),
    ),
    h("div", { class: "field" }, h("label", { for: "label" }, "what it is for"), label),
    h("div", { class: "field" }, h("label", { for: "scope" }, "what it may do"), scope),
    h("div", { class: "field" }, h("label", { for: "days" }, "for how many days"), days),
    h("div", { class: "field" }, h("label", { for: "token-password" }, "password (if you have one)"), password),
    h(
      "button",
      {
        onclick: () =>
          void make().then(
            (made) => fill(fresh, h("code", {}, made.token), " Copy it now: it is shown this once."),
            refused,
          ),
      },
      "New token",
    ),
    fresh,
  );
}

function joinPanel(provider: string): HTMLElement {
  return form(
    `Sign in with ${provider}`,
    "Join it to this account",
    [["password", "password (if you have one)", "password", "current-password"]],
    async (values) => {
      await api("/me/join", values);
      location.assign("/api/oidc/begin");
    },
    ["password"],
  );
}

function farewellPanel(): HTMLElement {
  const remove = form(
    "Delete my account",
    "Delete it for ever",
    [
      ["name", `to be sure, write your name (${me.user!.name})`, "text"],
      ["password", "password (if you have one)", "password", "current-password"],
    ],
    async (values) => {
      await api("/me/delete", values);
      toast("Your account is deleted.");
      await leave();
    },
    ["password"],
  );
  remove.classList.remove("panel");
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "My data"),
    h(
      "a",
      { class: "button", href: "/api/me/export", download: "wartable-account.json", "data-plain": "" },
      "Download all that is known of me",
    ),
    h(
      "details",
      {},
      h("summary", {}, "Delete my account"),
      h("p", {}, "You resign your matches in progress, and your name is removed. The other players keep the matches."),
      remove,
    ),
  );
}
