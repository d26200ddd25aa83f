// The service worker: the client without a network, with the rules that were read and the replays that were kept; and
// messages to somebody who has no page open.

declare const FILES: string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Replays lie in a cache of their own, into which their page puts them. */
const CORE = `core-${VERSION}`,
  RULES = "rules";
/** What every page needs. */
const PAGES = ["/", "/theme.css", ...FILES];
/** What is kept of a game as it is read: nothing of anybody's own. */
const READ =
  /^\/words\/|^\/api\/(games|patterns|games\/[^/]+(\/(rules|aid|glossary|lessons|picture\.svg|examples\/[^/]+))?)$/;
/** Nobody, and nothing that needs the server: what pages ask first. */
const NOBODY = { user: null, registration: false, mail: false, provider: "", claim_days: 0, notice: "", push: "" };

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CORE)
      .then((cache) => cache.addAll(PAGES))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("core-") && name !== CORE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/parts/") || pathname.startsWith("/static/fonts/"))
    event.respondWith(kept(request).then((found) => found ?? fetch(request)));
  else if (pathname.startsWith("/api/") || pathname.startsWith("/words/"))
    event.respondWith(fromServer(request, pathname));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => orElse("/")));
  else event.respondWith(fetch(request).catch(() => orElse(request)));
});

function kept(request: RequestInfo): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true });
}

async function orElse(request: RequestInfo): Promise<Response> {
  return (await kept(request)) ?? Response.error();
}

async function fromServer(request: Request, pathname: string): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok && READ.test(pathname)) {
      const copy = answer.clone();
      void caches.open(RULES).then((cache) => cache.put(request, copy));
    }
    return answer;
  } catch (error) {
    const found = await kept(request);
    if (found) return found;
    if (pathname === "/api/me")
      return Response.json({ ...NOBODY, off: ["waiting", "ladder", "daily", "tournaments"], offline: true });
    throw error;
  }
}

worker.addEventListener("push", (event) => {
  const told = (event.data?.json() ?? {}) as { title?: string; body?: string; path?: string };
  event.waitUntil(
    worker.registration.showNotification(told.title ?? "Wartable", {
      body: told.body ?? "",
      icon: "/static/icon-192.png",
      badge: "/static/icon-192.png",
      tag: told.path ?? "/",
      data: told.path ?? "/",
    }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String(event.notification.data);
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then(async (windows) => {
      const url = new URL(path.startsWith("/") ? path : "/", location.origin).href;
      const open = windows.find((one) => one.url === url) ?? windows[0];
      if (!open) await worker.clients.openWindow(url);
      else {
        await open.focus();
        if (open.url !== url) await open.navigate(url);
      }
    }),
  );
});
