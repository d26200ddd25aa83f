// Logging in, registering, settings, tokens.
import { api, loadMe, me } from "./api";
import { fill, h, toast } from "./dom";
import { frame } from "./frame";
import { go } from "./route";
import { setSetting, setting } from "./settings";

function form(title: string, button: string, fields: [string, string, string][], send: (values: Record<string, string>) => Promise<void>): HTMLElement {
  const made = h("form", { class: "panel" }, h("h2", {}, title),
    ...fields.map(([name, label, type]) => h("div", { class: "field" }, h("label", { for: `${title}-${name}` }, label),
      h("input", { id: `${title}-${name}`, name, type, required: true, autocomplete: name === "password" ? (title === "Log in" ? "current-password" : "new-password") : "username" }))),
    h("button", { class: "main", type: "submit" }, button));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(made)].map(([key, value]) => [key, String(value)]));
    send(values).catch((error: Error) => toast(error.message));
  });
  return made;
}

/** Browser notifications belong to this browser, so guests have them too. */
function notifyBox(): HTMLElement {
  const notify = h("input", { type: "checkbox", id: "notify", checked: setting("notify") === "on" });
  notify.addEventListener("change", () => {
    if (!notify.checked) { setSetting("notify", "off"); return; }
    if (!("Notification" in window)) { notify.checked = false; toast("This browser knows no notifications."); return; }
    void Notification.requestPermission().then((answer) => {
      notify.checked = answer === "granted";
      setSetting("notify", notify.checked ? "on" : "off");
      if (!notify.checked) toast("The browser does not allow notifications from here.");
    });
  });
  return h("label", { class: "check" }, notify, "tell me by a notification of this browser");
}

export async function accountPage(app: HTMLElement): Promise<void> {
  document.title = "Account · Wartable";
  const again = async () => { await loadMe(); await accountPage(app); };
  const user = me.user;
  if (user && !user.guest) { await ownPage(app, again); return; }
  const done = async () => { await loadMe(); go("/"); };
  const newAccount = form("New account", "Make it", [["name", "name", "text"], ["password", "password (8 characters or more)", "password"]], async (values) => { await api("/register", values); await done(); });
  frame(app, h("main", { class: "account" },
    h("h1", {}, user ? `You play as ${user.name}` : "Account"),
    h("p", { class: "soft" }, user ? "You are a guest. An account keeps your matches, your ratings and your settings." : "You can play without one. An account keeps your matches, your ratings and your settings."),
    h("div", { class: "columns" },
      form("Log in", "Log in", [["name", "name", "text"], ["password", "password", "password"]], async (values) => { await api("/login", values); await done(); }),
      me.registration ? newAccount
        : h("section", { class: "panel" }, h("p", {}, "Registration is closed here; ask the host for an account."),
          h("details", {}, h("summary", {}, "I am the host"), newAccount)),
      user ? null : form("Play as a guest", "Go", [["name", "name", "text"]], async (values) => { await api("/guest", values); await done(); }),
      h("section", { class: "panel" }, h("h2", {}, "When it is my turn"), notifyBox()))));
}

async function ownPage(app: HTMLElement, again: () => Promise<void>): Promise<void> {
  const user = me.user!;
  const tokens = await api<{ id: string; label: string }[]>("/me/tokens");
  const fresh = h("p", { class: "token" });
  const ratings = Object.entries(user.ratings);
  const away = h("form", { class: "panel" }, h("h2", {}, "When it is my turn"),
    notifyBox(),
    me.mail ? h("div", { class: "field" }, h("label", { for: "email" }, "mail address"), h("input", { id: "email", name: "email", type: "email", value: user.email })) : null,
    h("div", { class: "field" }, h("label", { for: "webhook" }, "webhook (a JSON POST for each turn)"), h("input", { id: "webhook", name: "webhook", type: "url", value: user.webhook })),
    h("button", { type: "submit" }, "Keep"));
  away.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(away));
    api("/me", values, "PATCH").then(() => toast("Kept."), (error: Error) => toast(error.message));
  });
  const label = h("input", { id: "label", value: "bot", maxlength: 60 });
  const list = h("ul", {}, ...tokens.map((token) => h("li", {}, token.label, " ",
    h("button", { class: "plain", onclick: () => void api(`/me/tokens/${token.id}`, undefined, "DELETE").then(again, (error: Error) => toast(error.message)) }, "remove"))));
  const newAdmin = h("input", { id: "new-admin", maxlength: 60 });
  const members = user.admin ? form("Account for somebody", "Make it", [["name", "name", "text"], ["password", "first password (8 characters or more)", "password"]], async (values) => {
    await api("/admin", { account: values });
    toast(`${values.name} can log in now.`);
  }) : null;
  const admin = user.admin ? h("section", { class: "panel" }, h("h2", {}, "Admin"),
    h("p", {}, me.registration ? "Everybody can register." : "Registration is closed."),
    h("button", { onclick: () => void api("/admin", { registration: !me.registration }).then(again, (error: Error) => toast(error.message)) }, me.registration ? "Close registration" : "Open registration"),
    h("div", { class: "field" }, h("label", { for: "new-admin" }, "name of a new admin"), newAdmin),
    h("button", { onclick: () => void api("/admin", { admin: newAdmin.value }).then(() => toast(`${newAdmin.value} is an admin now.`), (error: Error) => toast(error.message)) }, "Make admin")) : null;
  frame(app, h("main", { class: "account" },
    h("h1", {}, user.name),
    h("div", { class: "columns" },
      h("section", { class: "panel" }, h("h2", {}, "Ratings"),
        ratings.length ? h("table", {}, h("tbody", {}, ...ratings.map(([game, rating]) => h("tr", {}, h("th", { scope: "row" }, game), h("td", {}, String(rating.rating)), h("td", { class: "soft" }, `${rating.matches} matches`)))))
          : h("p", { class: "soft" }, "You have played no rated match yet.")),
      away,
      h("section", { class: "panel" }, h("h2", {}, "Tokens for bots"),
        h("p", { class: "soft" }, "wartable bot --connect ", location.origin, " --token …"), list,
        h("div", { class: "field" }, h("label", { for: "label" }, "what it is for"), label),
        h("button", { onclick: () => void api<{ token: string }>("/me/tokens", { label: label.value }).then((made) => fill(fresh, h("code", {}, made.token), " Copy it now: it is shown this once."), (error: Error) => toast(error.message)) }, "New token"), fresh),
      admin, members),
    h("button", { onclick: () => void api("/logout", {}).then(async () => { await loadMe(); go("/"); }) }, "Log out")));
}
