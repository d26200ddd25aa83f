// Logging in, registering, and what the links in mails lead to.

import { ApiError, api, loadMe, me } from "../common/api";
import { fill, h, sorry, toast } from "../common/dom";
import { type Field, form } from "../common/forms";
import { frame } from "../common/frame";
import { t } from "../common/language";
import { go } from "../common/route";
import { notifyBox, ownPage, pushBox } from "./own";

const NAME: Field = ["name", t`name`, "text", "username"];
const PASSWORD: Field = ["password", t`password`, "password", "current-password"];
const NEW_PASSWORD: Field = ["password", t`password (8 characters or more)`, "password", "new-password"];

export async function accountPage(app: HTMLElement): Promise<void> {
  document.title = t`Account · Wartable`;
  const query = new URLSearchParams(location.search);
  // What stands behind # is sent to nobody and logged nowhere. It is used once, and need not stay in the history.
  const secrets = new URLSearchParams(location.hash.slice(1));
  if (query.size || secrets.size) history.replaceState(null, "", "/account");
  const again = async () => {
    await loadMe();
    await accountPage(app);
  };
  if (secrets.has("reset")) {
    resetPage(app, secrets.get("reset")!);
    return;
  }
  if (secrets.has("confirm")) await confirmMail(secrets.get("confirm")!);
  if (secrets.has("host")) {
    hostPage(app, secrets.get("name") ?? "", secrets.get("host")!);
    return;
  }
  if (query.get("signin") === "failed") toast(t`You could not be signed in. Try again.`);
  if (query.get("signin") === "closed") toast(t`Registration is closed here; ask the host for an account.`);
  if (me.user && !me.user.guest) {
    await ownPage(app, again);
    return;
  }
  visitorPage(app);
}

async function done(): Promise<void> {
  await loadMe();
  go("/");
}

function visitorPage(app: HTMLElement): void {
  const user = me.user;
  const newAccount = form(t`New account`, t`Make it`, [NAME, NEW_PASSWORD], async (values) => {
    await api("/register", values);
    await done();
  });
  const logIn: HTMLFormElement = form(t`Log in`, t`Log in`, [NAME, PASSWORD], async (values) => {
    await withCode(logIn, () => api("/login", values));
    await done();
  });
  if (me.mail)
    logIn.append(
      h(
        "button",
        { class: "link", type: "button", onclick: () => fill(app.querySelector("main")!, forgotten()) },
        t`I have forgotten my password`,
      ),
    );
  if (me.provider)
    logIn.append(
      h("a", { class: "button", href: "/api/oidc/begin", "data-plain": "" }, t`Sign in with ${me.provider}`),
    );
  frame(
    app,
    h(
      "main",
      { class: "account" },
      h("h1", {}, user ? t`You play as ${user.name}` : t`Account`),
      h(
        "p",
        { class: "soft" },
        user
          ? t`You are a guest. An account keeps your matches, your ratings and your settings.`
          : t`You can play without one. An account keeps your matches, your ratings and your settings.`,
      ),
      h(
        "div",
        { class: "columns" },
        logIn,
        me.registration
          ? newAccount
          : h(
              "section",
              { class: "panel" },
              h("h2", {}, t`New account`),
              h("p", {}, t`Registration is closed here; ask the host for an account.`),
            ),
        user
          ? null
          : form(t`Play as a guest`, t`Go`, [["name", t`name`, "text", "nickname"]], async (values) => {
              await api("/guest", values);
              await done();
            }),
        h("section", { class: "panel" }, h("h2", {}, t`When it is my turn`), notifyBox(), pushBox()),
      ),
    ),
  );
}

/** Send something; where the server wants a code as well, the form asks for it. */
async function withCode(asked: HTMLFormElement, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === "second-factor" && !asked.querySelector("[name=code]")) {
      const code = h("input", {
        id: "code",
        name: "code",
        autocomplete: "one-time-code",
        inputmode: "numeric",
        required: true,
      });
      asked
        .querySelector("button")!
        .before(h("div", { class: "field" }, h("label", { for: "code" }, t`code of your authenticator app`), code));
      code.focus();
    }
    throw error;
  }
}

function forgotten(): HTMLElement {
  return form(
    t`A new password`,
    t`Send me a link`,
    [["name", t`name, or mail address`, "text", "username"]],
    async (values) => {
      await api("/forgotten", values);
      toast(t`If this account exists and its address is confirmed, a mail is on its way.`);
    },
  );
}

function resetPage(app: HTMLElement, secret: string): void {
  const fresh: HTMLFormElement = form(t`Set a new password`, t`Set it`, [NEW_PASSWORD], async (values) => {
    await withCode(fresh, () => api("/reset", { secret, ...values }));
    toast(t`Your password is changed.`);
    await done();
  });
  frame(app, h("main", { class: "account" }, h("h1", {}, t`A new password`), fresh));
}

function hostPage(app: HTMLElement, name: string, key: string): void {
  const made = form(t`Account of an admin`, t`Make it`, [NAME, NEW_PASSWORD], async (values) => {
    await api("/register", { ...values, key });
    await done();
  });
  made.querySelector<HTMLInputElement>("[name=name]")!.value = name;
  frame(app, h("main", { class: "account" }, h("h1", {}, t`Welcome, host`), made));
}

async function confirmMail(secret: string): Promise<void> {
  try {
    const { email } = await api<{ email: string }>("/confirm", { secret });
    toast(t`${email} is confirmed.`);
    await loadMe();
  } catch (error) {
    sorry(error);
  }
}
