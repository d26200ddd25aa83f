// What admins do: people, reports, registration.

import { api, loadMe, me } from "../common/api";
import { fill, h, toast } from "../common/dom";
import { action, form, refused, when } from "../common/forms";
import { frame } from "../common/frame";
import { t } from "../common/language";
import type { Person, Report, Status } from "../common/types";

export async function adminPage(app: HTMLElement): Promise<void> {
  document.title = t`Admin · Wartable`;
  if (!me.user?.admin) throw new Error(t`Only an admin may do this.`);
  const again = async () => {
    await loadMe();
    await adminPage(app);
  };
  const [reports, status] = await Promise.all([api<Report[]>("/admin/reports"), api<Status>("/admin/status")]);
  frame(
    app,
    h(
      "main",
      { class: "account" },
      h("h1", {}, t`Admin`),
      h(
        "div",
        { class: "columns" },
        registrationPanel(again),
        partsPanel(again),
        noticePanel(status, again),
        memberPanel(again),
        reportsPanel(reports, again),
      ),
      peoplePanel(),
      processesPanel(status),
      status.stuck.length ? stuckPanel(status, again) : null,
      deedsPanel(status),
    ),
  );
}

function registrationPanel(again: () => Promise<void>): HTMLElement {
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t`Registration`),
    h("p", {}, me.registration ? t`Everybody can register.` : t`Registration is closed.`),
    h(
      "button",
      { onclick: () => void api("/admin", { registration: !me.registration }).then(again, refused) },
      me.registration ? t`Close registration` : t`Open registration`,
    ),
  );
}

const PARTS: [string, string][] = [
  ["waiting", t`finding players`],
  ["daily", t`the match of the day`],
  ["ladder", t`the ladder`],
  ["tournaments", t`tournaments`],
];

function partsPanel(again: () => Promise<void>): HTMLElement {
  const change = (part: string) => {
    const off = me.off.includes(part) ? me.off.filter((one) => one !== part) : [...me.off, part];
    api("/admin", { off }).then(again, refused);
  };
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t`What there is`),
    ...PARTS.map(([part, text]) =>
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: !me.off.includes(part), onchange: () => change(part) }),
        text,
      ),
    ),
  );
}

function noticePanel(status: Status, again: () => Promise<void>): HTMLElement {
  const made = form(
    t`Tell everybody`,
    t`Show it`,
    [["text", t`on every page and at every table, such as “back in two minutes”; empty for nothing`, "text"]],
    async (values) => {
      await api("/admin/notice", { text: values.text });
      await again();
    },
    ["text"],
  );
  made.querySelector("input")!.value = status.notice;
  return made;
}

function listed(title: string, empty: string, heads: string[], rows: (string | HTMLElement)[][]): HTMLElement {
  return h(
    "section",
    { class: "panel people" },
    h("h2", {}, title),
    rows.length ? null : h("p", { class: "soft" }, empty),
    h(
      "div",
      { class: "wide" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells.map((cell) => h("td", {}, cell))))),
      ),
    ),
  );
}

function processesPanel(status: Status): HTMLElement {
  const rows = status.processes.map((one) => [
    `${one.machine}, ${one.pid}`,
    one.version,
    when(one.since),
    String(one.tables),
    String(one.sockets),
    one.closing ? t`closing` : Math.abs(one.skew) >= 5 ? t`its clock is ${one.skew} s off` : "",
  ]);
  return listed(
    t`Server processes`,
    "",
    [t`machine and process`, t`version`, t`started`, t`tables`, t`connections`, ""],
    rows,
  );
}

function stuckPanel(status: Status, again: () => Promise<void>): HTMLElement {
  const close = (id: string) => async () => {
    await api(`/admin/tables/${id}/close`, {});
    await again();
  };
  const rows = status.stuck.map((one) => [
    h("a", { href: `/table/${one.id}` }, one.id),
    t`${one.game}, rules ${one.rules}`,
    when(one.moved),
    action(t`close it without a winner`, one.id, close(one.id)),
  ]);
  return listed(t`Matches whose rules are gone`, "", [t`table`, t`game`, t`last move`, ""], rows);
}

function deedsPanel(status: Status): HTMLElement {
  const rows = status.deeds.map((one) => [when(one.at), one.by, one.what]);
  return listed(t`What admins did`, t`Nothing yet.`, [t`when`, t`who`, t`what`], rows);
}

function memberPanel(again: () => Promise<void>): HTMLElement {
  return form(
    t`Account for somebody`,
    t`Make it`,
    [
      ["name", t`name`, "text"],
      ["password", t`first password (8 characters or more)`, "password", "new-password"],
    ],
    async (values) => {
      await api("/admin", { account: values });
      toast(t`${values.name} can log in now.`);
      await again();
    },
  );
}

function reportsPanel(reports: Report[], again: () => Promise<void>): HTMLElement {
  const settle = (report: Report) => async () => {
    await api(`/admin/reports/${report.id}`, { done: true }, "PATCH");
    await again();
  };
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t`Reports`),
    reports.length
      ? h(
          "ul",
          {},
          ...reports.map((report) =>
            h(
              "li",
              {},
              `${report.by}${report.name ? t` about ${report.name}` : ""}, ${when(report.created)}: ${report.text} `,
              report.table ? h("a", { href: `/table/${report.table}` }, t`the table`) : null,
              " ",
              action(t`settled`, t`the report of ${report.by}`, settle(report)),
            ),
          ),
        )
      : h("p", { class: "soft" }, t`There is nothing to look at.`),
  );
}

function peoplePanel(): HTMLElement {
  const search = h("input", { id: "search", type: "search", autocomplete: "off" });
  const guests = h("input", { id: "with-guests", type: "checkbox" });
  const password = h("input", { id: "own-password", type: "password", autocomplete: "current-password" });
  const rows = h("tbody", {});
  const more = h("button", { hidden: true }, t`More`);
  let last = 0;
  const load = async (after: number) => {
    const query = new URLSearchParams({ search: search.value, guests: String(guests.checked), after: String(after) });
    const found = await api<Person[]>(`/admin/users?${query}`);
    if (!after) fill(rows);
    rows.append(...found.map((person) => row(person, password, () => load(0))));
    last = found.at(-1)?.id ?? after;
    more.hidden = found.length < 50;
  };
  more.addEventListener("click", () => void load(last).catch(refused));
  for (const input of [search, guests]) input.addEventListener("change", () => void load(0).catch(refused));
  load(0).catch(refused);
  const heads = [t`name`, "", t`last seen`, t`seats`, ""];
  return h(
    "section",
    { class: "panel people" },
    h("h2", {}, t`People`),
    h("div", { class: "field" }, h("label", { for: "search" }, t`whose name holds`), search),
    h("label", { class: "check" }, guests, t`guests, too`),
    h(
      "div",
      { class: "field" },
      h("label", { for: "own-password" }, t`your own password, to make admins and links for a new password`),
      password,
    ),
    h(
      "div",
      { class: "wide" },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))), rows),
    ),
    more,
  );
}

function row(person: Person, own: HTMLInputElement, again: () => Promise<void>): HTMLElement {
  const change = (values: Record<string, unknown>) => async () => {
    await api(`/admin/users/${person.id}`, values, "PATCH");
    await again();
  };
  const isBanned = person.banned !== null;
  const status = [
    person.admin ? t`admin` : "",
    person.guest ? t`guest` : "",
    isBanned ? t`banned: ${person.banned || t`no reason given`}` : "",
  ]
    .filter(Boolean)
    .join(", ");
  const rename = async () => {
    const name = prompt(t`A new name for ${person.name}`, person.name);
    if (name) await change({ name })();
  };
  const makeAdmin = (admin: boolean) => () => change({ admin, password: own.value })();
  const ban = async () => {
    const reason = prompt(t`Why is ${person.name} banned? They are told.`);
    if (reason !== null) await change({ banned: true, reason })();
  };
  const link = async () => {
    toast(
      (await api<{ link: string }>(`/admin/users/${person.id}/reset`, { password: own.value })).link,
      undefined,
      120,
    );
  };
  const buttons = [
    action(t`rename`, person.name, rename),
    isBanned ? action(t`let in again`, person.name, change({ banned: false })) : action(t`ban`, person.name, ban),
    ...(person.guest
      ? []
      : [
          person.admin
            ? action(t`no admin`, person.name, makeAdmin(false))
            : action(t`make admin`, person.name, makeAdmin(true)),
          action(t`new password`, person.name, link),
        ]),
  ];
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, person.name),
    h("td", { class: "soft" }, status),
    h("td", {}, when(person.seen ?? 0)),
    h("td", {}, String(person.seats)),
    h("td", {}, ...buttons),
  );
}
