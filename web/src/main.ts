// The client: one page, drawn for the address that it is at.
import { accountPage } from "./account";
import { adminPage } from "./adminpage";
import { loadMe } from "./api";
import { coursePage } from "./course";
import { h } from "./dom";
import { frame } from "./frame";
import { learnPage } from "./learn";
import { lessonsPage } from "./lessons";
import { lobby } from "./lobby";
import { replayPage } from "./replay";
import { aidPage, rulesPage } from "./rulespage";
import { go } from "./route";
import { applyTheme } from "./settings";
import { tablePage } from "./tablepage";

type Leave = (() => void) | void;
let leave: Leave;
let turn = 0;

async function draw(): Promise<void> {
  const mine = ++turn;
  leave?.();
  leave = undefined;
  const app = document.getElementById("app")!;
  const [, page = "", id = "", part = ""] = location.pathname.split("/");
  try {
    await loadMe();
    let after: Leave = undefined;
    if (page === "table" && id) after = await tablePage(app, id);
    else if (page === "replay" && id) after = await replayPage(app, id);
    else if (page === "match" && id) after = await coursePage(app, id);
    else if (page === "learn" && id && part) after = await learnPage(app, id, part);
    else if (page === "learn" && id) await lessonsPage(app, id);
    else if (page === "rules" && id && part === "aid") await aidPage(app, id);
    else if (page === "rules" && id) await rulesPage(app, id);
    else if (page === "account") await accountPage(app);
    else if (page === "admin") await adminPage(app);
    else after = await lobby(app);
    if (mine === turn) leave = after; else after?.();
  } catch (error) {
    frame(app, h("main", { class: "prose" }, h("h1", {}, "That did not work"), h("p", {}, error instanceof Error ? error.message : String(error)),
      h("p", {}, h("a", { href: "/" }, "To the games"))));
  }
}

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  const target = link?.getAttribute("href") ?? "";
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!target.startsWith("/") || target.startsWith("/api/") || link.hasAttribute("data-plain") || link.target) return;
  event.preventDefault();
  go(target);
});
addEventListener("popstate", () => void draw());
addEventListener("route", () => { scrollTo(0, 0); void draw(); });
applyTheme();
// Whoever has chosen nothing follows the system, also when that changes at dusk.
matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => { applyTheme(); dispatchEvent(new Event("themechange")); });
void draw();
