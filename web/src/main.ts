// The client: one page, drawn for the address that it is at.

import { loadMe, loadPatterns } from "./common/api";
import { clearToasts, h } from "./common/dom";
import { frame } from "./common/frame";
import { t } from "./common/language";
import { go } from "./common/route";
import { applyTheme, followTheme } from "./common/settings";
import { acceptInvitation } from "./common/share";
import { tablePage } from "./table/tablepage";

type Leave = (() => void) | void;
let leave: Leave;
let turn = 0;

/** Pages that somebody can be invited to. */
const INVITING = new Set(["table", "replay", "match"]);
const FURTHER = new Set([
  "replay",
  "match",
  "learn",
  "rules",
  "account",
  "admin",
  "tournament",
  "tournaments",
  "bench",
  "daily",
  "ladder",
  "offline",
]);

let styles: Promise<unknown> | undefined;

/** The styles of the pages beside the tables; where they cannot be fetched, a page is drawn without them. */
function moreStyles(): Promise<unknown> {
  styles ??= new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href: "/static/more.css", onload: done, onerror: done }));
  });
  return styles;
}

/** A part of its own: whoever comes to a table by a link does not fetch it. */
async function lobby(app: HTMLElement): Promise<Leave> {
  const [page] = await Promise.all([import("./pages/lobby"), moreStyles()]);
  return page.lobby(app);
}

async function further(app: HTMLElement, page: string, id: string, part: string): Promise<Leave> {
  const [pages] = await Promise.all([import("./more"), moreStyles()]);
  if (page === "account") return pages.accountPage(app);
  if (page === "admin") return pages.adminPage(app);
  if (page === "tournaments") return pages.tournamentsPage(app);
  if (page === "bench") return (await import("./pages/bench")).benchPage(app, id);
  if (page === "daily") return pages.dailyPage(app);
  if (page === "offline") return pages.offlinePage(app);
  if (page === "ladder") return pages.ladderPage(app, id);
  if (!id) return lobby(app);
  if (page === "tournament") return pages.tournamentPage(app, id);
  if (page === "replay") return pages.replayPage(app, id);
  if (page === "match") return pages.coursePage(app, id);
  if (page === "learn" && part === "exam") return pages.examPage(app, id);
  if (page === "learn") return part ? pages.learnPage(app, id, part) : pages.lessonsPage(app, id);
  return part === "aid" ? pages.aidPage(app, id) : pages.rulesPage(app, id);
}

async function draw(): Promise<void> {
  const mine = ++turn;
  leave?.();
  leave = undefined;
  const app = document.getElementById("app")!;
  const [, page = "", id = "", part = ""] = location.pathname.split("/");
  try {
    // A table asks for both at once; where one fails, the page tells when it waits for it.
    if (page === "table") loadPatterns().catch(() => undefined);
    await Promise.all([loadMe(), INVITING.has(page) ? acceptInvitation(id) : undefined]);
    let after: Leave;
    if (page === "table" && id) after = await tablePage(app, id);
    else if (FURTHER.has(page)) after = await further(app, page, id, part);
    else after = await lobby(app);
    if (mine === turn) leave = after;
    else after?.();
  } catch (error) {
    frame(
      app,
      h(
        "main",
        { class: "prose" },
        h("h1", {}, t`That did not work`),
        h("p", {}, error instanceof Error ? error.message : String(error)),
        h("p", {}, h("a", { href: "/" }, t`To the games`)),
      ),
    );
  }
}

/** The worker fetches the whole client: not where somebody comes to a table by a link, and only once the page is there. */
function startWorker(): void {
  if (location.pathname.startsWith("/table/")) return;
  removeEventListener("load", startWorker);
  removeEventListener("route", startWorker);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  const target = link?.getAttribute("href") ?? "";
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!target.startsWith("/") || target.startsWith("/api/") || link.hasAttribute("data-plain") || link.target) return;
  event.preventDefault();
  go(target);
});
addEventListener("popstate", () => {
  clearToasts();
  void draw();
});
addEventListener("route", () => {
  clearToasts();
  scrollTo(0, 0);
  void draw();
});
addEventListener("load", startWorker);
addEventListener("route", startWorker);
applyTheme();
followTheme();
void draw();
