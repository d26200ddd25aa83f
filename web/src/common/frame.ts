// What all pages but the table share: the bar at the top and the foot.
import { play } from "../playback/hearing";
import { me } from "./api";
import { fill, h } from "./dom";
import { setSetting, setting, theme, toggleTheme } from "./settings";
import { waitingBar } from "./waiting";

export function themeButton(): HTMLElement {
  const button = h("button", { class: "plain", title: "Light or dark" });
  const draw = () => {
    button.textContent = theme() === "dark" ? "☀" : "☾";
    button.setAttribute("aria-label", theme() === "dark" ? "Light colours" : "Dark colours");
  };
  button.addEventListener("click", toggleTheme);
  addEventListener("themechange", draw);
  draw();
  return button;
}

export function soundButton(): HTMLElement {
  const button = h("button", { class: "plain sound", title: "Sounds of what happens, and when it is your turn" });
  const draw = () => {
    const on = setting("sound") === "on";
    button.textContent = on ? "Sound: on" : "Sound: off";
    button.setAttribute("aria-pressed", String(on));
  };
  button.addEventListener("click", () => {
    setSetting("sound", setting("sound") === "on" ? "off" : "on");
    draw();
    // How it sounds, where it was switched on.
    play("turn");
  });
  draw();
  return button;
}

export function brand(): HTMLElement {
  return h(
    "a",
    { class: "brand", href: "/", "aria-label": "Wartable: to the games" },
    h("img", { src: "/static/icon.svg", alt: "", width: 30, height: 30 }),
    h("span", {}, "Wartable"),
  );
}

export function frame(app: HTMLElement, ...content: (HTMLElement | null)[]): void {
  const user = me.user;
  fill(
    app,
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    h(
      "header",
      { class: "bar" },
      brand(),
      h(
        "nav",
        { "aria-label": "Main" },
        h("a", { href: "/" }, "Games"),
        h("a", { href: "/account" }, user ? user.name : "Log in"),
      ),
      h("div", { class: "tools" }, soundButton(), themeButton()),
    ),
    h(
      "div",
      { class: "page", id: "main" },
      me.offline
        ? h(
            "p",
            { class: "panel notice", role: "status" },
            "The server cannot be reached. ",
            h("a", { href: "/offline" }, "What this device has: rules and replays"),
          )
        : null,
      me.notice ? h("p", { class: "panel notice", role: "status" }, me.notice) : null,
      waitingBar(),
      ...content,
    ),
    h(
      "footer",
      {},
      h("a", { href: "/credits", "data-plain": "" }, "Credits"),
      h("a", { href: "/api", "data-plain": "" }, "For programs"),
      h("a", { href: "/offline" }, "Without a network"),
    ),
  );
}
