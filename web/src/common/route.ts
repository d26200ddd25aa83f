// Going from page to page without loading the client again.

export function go(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new Event("route"));
}
