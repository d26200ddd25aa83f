// One's own account: settings, password, sessions, tokens, export, deletion.

import { api, loadMe, me } from "../common/api";
import { fill, h, toast } from "../common/dom";
import { action, browserName, day, form, refused, when } from "../common/forms";
import { frame } from "../common/frame";
import { language, t } from "../common/language";
import { canPush, forgetReplays, isPushed, startPush, stopPush } from "../common/offline";
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
      toast(t`This browser does not support notifications.`);
      return;
    }
    void Notification.requestPermission().then((answer) => {
      notify.checked = answer === "granted";
      setSetting("notify", notify.checked ? "on" : "off");
      if (!notify.checked) toast(t`The browser blocks notifications from this site.`);
    });
  });
  return h("label", { class: "check" }, notify, t`tell me by a notification of this browser`);
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Push messages belong to this browser, too; null where it has none, or the server sends none. */
export function pushBox(): HTMLElement | null {
  if (!canPush || !me.push) return null;
  const box = h("input", { type: "checkbox", id: "push", disabled: true });
  void isPushed().then((on) => {
    box.checked = on;
    box.disabled = false;
  });
  box.addEventListener("change", () => {
    const wanted = box.checked;
    box.disabled = true;
    (wanted ? startPush(me.push) : stopPush())
      .catch((error: Error) => {
        box.checked = !wanted;
        refused(
          error.name === "NotAllowedError" ? new Error(t`The browser does not allow notifications from here.`) : error,
        );
      })
      .finally(() => {
        box.disabled = false;
      });
  });
  return h("label", { class: "check" }, box, t`tell this device also when no page is open`);
}

interface Hours {
  zone: string;
  quiet_from: number | null;
  quiet_to: number | null;
  digest: number | null;
}

function clockText(minutes: number | null): string {
  if (minutes === null) return "";
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

function minutesOf(text: string): number | null {
  const [hour, minute] = text.split(":").map(Number);
  return text ? (hour ?? 0) * 60 + (minute ?? 0) : null;
}

/** Quiet hours, and one message a day with all that waits. */
export function hoursPanel(hours: Hours): HTMLElement {
  const time = (name: keyof Hours, label: string) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `hours-${name}` }, label),
      h("input", { id: `hours-${name}`, name, type: "time", value: clockText(hours[name] as number | null) }),
    );
  const made = h(
    "form",
    { class: "panel" },
    h("h2", {}, t`When I want to be told`),
    h(
      "div",
      { class: "fields" },
      time("quiet_from", t`quiet from`),
      time("quiet_to", t`quiet until`),
      time("digest", t`every day at`),
    ),
    h(
      "p",
      { class: "soft" },
      t`In quiet hours nothing comes; afterwards one message says what waits. Only before a clock runs out there is a mail. “Every day” is one message with all matches that wait for you; leave it empty for none. By the clocks of ${ZONE}.`,
    ),
    h("button", { type: "submit" }, t`Keep`),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = new FormData(made);
    const at = (name: string) => minutesOf(String(values.get(name) ?? ""));
    const body = { zone: ZONE, quiet_from: at("quiet_from"), quiet_to: at("quiet_to"), digest: at("digest") };
    api("/me/hours", body)
      .then(() => toast(t`Kept.`))
      .catch(refused);
  });
  return made;
}

interface Holidays {
  left: number;
  holidays: { starts: number; ends: number }[];
}

/** Days on which the clocks of slow matches stand still. */
function holidayPanel(found: Holidays, again: Again): HTMLElement {
  const day = (name: string, label: string) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `holiday-${name}` }, label),
      h("input", { id: `holiday-${name}`, name, type: "date", required: true }),
    );
  const shown = (at: number) => new Date(at * 1000).toLocaleDateString(language);
  const made = h(
    "form",
    { class: "panel" },
    h("h2", {}, t`Holidays`),
    ...found.holidays.map((one) => h("p", {}, t`From ${shown(one.starts)} to ${shown(one.ends - 1)}.`)),
    h("div", { class: "fields" }, day("first", t`first day`), day("last", t`last day`)),
    h(
      "p",
      { class: "soft" },
      t`Meanwhile the clocks of your matches stand still, for all who play there, where a move has a day or more, or the game a week. ${found.left} days are left of 30 a year.`,
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit" }, t`Go on holiday`),
      found.holidays.length
        ? h(
            "button",
            { type: "button", onclick: () => void api("/me/holidays/end", {}).then(again).catch(refused) },
            t`I am back`,
          )
        : null,
    ),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = new FormData(made);
    const midnight = (name: string, days: number) => {
      const at = new Date(`${String(values.get(name))}T00:00`);
      at.setDate(at.getDate() + days);
      return at.getTime() / 1000;
    };
    api("/me/holidays", { starts: midnight("first", 0), ends: midnight("last", 1) })
      .then(again)
      .catch(refused);
  });
  return made;
}

export async function ownPage(app: HTMLElement, again: Again): Promise<void> {
  const user = me.user!;
  const [hours, holidays, tokens, sessions, factor] = await Promise.all([
    api<Hours>("/me/hours"),
    api<Holidays>("/me/holidays"),
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
        ? h("p", {}, h("a", { class: "button", href: "/admin" }, t`Admin: people, reports, registration`))
        : null,
      h(
        "div",
        { class: "columns" },
        ratingsPanel(),
        awayPanel(again),
        hoursPanel(hours),
        holidayPanel(holidays, again),
        passwordPanel(again),
        factorPanel(factor.on, again),
        sessionsPanel(sessions, again),
        tokensPanel(tokens, again),
        ...(me.provider ? [joinPanel(me.provider)] : []),
        farewellPanel(),
      ),
      h("button", { onclick: () => void api("/logout", {}).then(forgetReplays).then(leave) }, t`Log out`),
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
    h("h2", {}, t`Ratings`),
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
                h("th", { scope: "row" }, h("a", { href: `/ladder/${game}` }, game)),
                h("td", {}, String(rating.rating), h("span", { class: "soft" }, ` ± ${2 * rating.deviation}`)),
                h("td", { class: "soft" }, t`${rating.matches} matches`),
              ),
            ),
          ),
        )
      : h("p", { class: "soft" }, t`You have played no rated match yet.`),
  );
}

function awayPanel(again: Again): HTMLElement {
  const user = me.user!;
  const away = h(
    "form",
    { class: "panel" },
    h("h2", {}, t`When it is my turn`),
    notifyBox(),
    pushBox(),
    me.mail
      ? h(
          "div",
          { class: "field" },
          h("label", { for: "email" }, t`mail address`),
          h("input", { id: "email", name: "email", type: "email", autocomplete: "email", value: user.email }),
          h("small", {}, t`It is used once you have followed the link that is sent there.`),
          h("label", { for: "email-password" }, t`password, for another address`),
          h("input", { id: "email-password", name: "password", type: "password", autocomplete: "current-password" }),
        )
      : null,
    h(
      "div",
      { class: "field" },
      h("label", { for: "webhook" }, t`webhook (a JSON POST for each turn)`),
      h("input", { id: "webhook", name: "webhook", type: "url", value: user.webhook }),
      user.webhook_secret ? h("small", {}, t`It is signed with `, h("code", {}, user.webhook_secret)) : null,
    ),
    h("button", { type: "submit" }, t`Keep`),
  );
  away.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(away));
    api<{ confirm: boolean }>("/me", values, "PATCH").then(async (kept) => {
      toast(kept.confirm ? t`Saved. Follow the link in the mail that was sent to you.` : t`Saved.`);
      await again();
    }, refused);
  });
  return away;
}

function passwordPanel(again: Again): HTMLElement {
  return form(
    t`Password`,
    t`Change it`,
    [
      ["old", t`old password (none yet: leave it empty)`, "password", "current-password"],
      ["new", t`new password (8 characters or more)`, "password", "new-password"],
    ],
    async (values) => {
      await api("/me/password", values);
      await again();
      toast(t`Your password is changed. You are logged out everywhere else, and your tokens are revoked.`);
    },
    ["old"],
  );
}

/** Codes of an authenticator app: shown first, and asked for once one of them was typed here. */
function factorPanel(on: boolean, again: Again): HTMLElement {
  const code: [string, string, string, string] = ["code", t`code of your app`, "text", "one-time-code"];
  const password: [string, string, string, string] = [
    "password",
    t`password (if you have one)`,
    "password",
    "current-password",
  ];
  if (on)
    return form(
      t`Second factor`,
      t`Turn it off`,
      [password, code],
      async (values) => {
        await api("/me/factor/off", values);
        await again();
      },
      ["password"],
    );
  const panel: HTMLElement = form(
    t`Second factor`,
    t`Begin`,
    [password],
    async (values) => {
      const shown = await api<{ secret: string; link: string }>("/me/factor", values);
      const confirm = form(t`Second factor`, t`Turn it on`, [code], async (typed) => {
        await api("/me/factor", { ...values, ...typed, secret: shown.secret });
        await again();
        toast(t`From now on, logging in needs a code from your app.`);
      });
      confirm
        .querySelector("h2")!
        .after(
          h("p", {}, t`Type this into an authenticator app, then the code that it shows:`),
          h("p", { class: "token" }, h("code", {}, shown.secret)),
          h("p", {}, h("a", { href: shown.link, "data-plain": "" }, t`or open the app on this device`)),
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
    h("h2", {}, t`Where I am logged in`),
    h(
      "ul",
      {},
      ...sessions.map((one) =>
        h(
          "li",
          {},
          name(one),
          h("span", { class: "soft" }, one.current ? t` this browser` : t` last seen ${when(one.seen)} `),
          one.current
            ? null
            : action(t`log out`, name(one), async () => {
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
          t`Log out everywhere else`,
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
        { play: "play", account: t`play, and change settings`, admin: t`play, change settings, and administer` }[one]!,
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
    h("h2", {}, t`Tokens for bots`),
    h("p", { class: "soft" }, "wartable bot --connect ", location.origin, " --token …"),
    h(
      "ul",
      {},
      ...tokens.map((token) =>
        h(
          "li",
          {},
          token.label,
          h("span", { class: "soft" }, t` (${token.scope}, until ${day(token.expires)}) `),
          action(t`remove`, token.label, async () => {
            await api(`/me/tokens/${token.id}`, undefined, "DELETE");
            await again();
          }),
        ),
      ),
    ),
    h("div", { class: "field" }, h("label", { for: "label" }, t`what it is for`), label),
    h("div", { class: "field" }, h("label", { for: "scope" }, t`what it may do`), scope),
    h("div", { class: "field" }, h("label", { for: "days" }, t`for how many days`), days),
    h("div", { class: "field" }, h("label", { for: "token-password" }, t`password (if you have one)`), password),
    h(
      "button",
      {
        onclick: () =>
          void make().then(
            (made) => fill(fresh, h("code", {}, made.token), t` Copy it now: it is shown this once.`),
            refused,
          ),
      },
      t`New token`,
    ),
    fresh,
  );
}

function joinPanel(provider: string): HTMLElement {
  return form(
    t`Sign in with ${provider}`,
    t`Join it to this account`,
    [["password", t`password (if you have one)`, "password", "current-password"]],
    async (values) => {
      await api("/me/join", values);
      location.assign("/api/oidc/begin");
    },
    ["password"],
  );
}

function farewellPanel(): HTMLElement {
  const remove = form(
    t`Delete my account`,
    t`Delete it for ever`,
    [
      ["name", t`to be sure, write your name (${me.user!.name})`, "text"],
      ["password", t`password (if you have one)`, "password", "current-password"],
    ],
    async (values) => {
      await api("/me/delete", values);
      await forgetReplays();
      toast(t`Your account is deleted.`);
      await leave();
    },
    ["password"],
  );
  remove.classList.remove("panel");
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t`My data`),
    h(
      "a",
      { class: "button", href: "/api/me/export", download: "wartable-account.json", "data-plain": "" },
      t`Download all that is known of me`,
    ),
    h(
      "details",
      {},
      h("summary", {}, t`Delete my account`),
      h("p", {}, t`You resign your matches in progress, and your name is removed. The other players keep the matches.`),
      remove,
    ),
  );
}
