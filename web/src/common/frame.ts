// What all pages but the table share: the bar at the top and the foot.

import { play } from "../playback/hearing";
import { me } from "./api";
import { fill, h } from "./dom";
import { choose, language, languageName, languages, t } from "./language";
import { setSetting, setting, theme, toggleTheme } from "./settings";
import { waitingBar } from "./waiting";

export function themeButton(): HTMLElement {
  const button = h("button", { class: "plain", title: t`Light or dark` });
  const draw = () => {
    button.textContent = theme() === "dark" ? "☀" : "☾";
    button.setAttribute("aria-label", theme() === "dark" ? t`Light colours` : t`Dark colours`);
  };
  button.addEventListener("click", toggleTheme);
  addEventListener("themechange", draw);
  draw();
  return button;
}

export function soundButton(): HTMLElement {
  const button = h("button", { class: "plain sound", title: t`Sounds of what happens, and when it is your turn` });
  const draw = () => {
    const on = setting("sound") === "on";
    button.textContent = on ? t`Sound: on` : t`Sound: off`;
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

/** Chooses the language, where there are several. */
export function languageChoice(): HTMLElement | null {
  if (languages.length < 2) return null;
  const choice = h(
    "select",
    {
      class: "language",
      "aria-label": t`Language`,
      onchange: () => {
        setSetting("language", choice.value);
        choose(choice.value);
        location.reload();
      },
    },
    ...languages.map((code) =>
      h("option", { value: code, lang: code, selected: code === language }, languageName(code)),
    ),
  );
  return choice;
}

export function brand(): HTMLElement {
  return h(
    "a",
    { class: "brand", href: "/", "aria-label": t`Wartable: to the games` },
    h("img", { src: "/static/icon.svg", alt: "", width: 30, height: 30 }),
    h("span", {}, "Wartable"),
  );
}

export function frame(app: HTMLElement, ...content: (HTMLElement | null)[]): void {
  const user = me.user;
  fill(
    app,
    h("a", { class: "skip", href: "#main" }, t`Skip to the content`),
    h(
      "header",
      { class: "bar" },
      brand(),
      h(
        "nav",
        { "aria-label": t`Main` },
        h("a", { href: "/" }, t`Games`),
        h("a", { href: "/account" }, user ? user.name : t`Log in`),
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
            t`The server cannot be reached. `,
            h("a", { href: "/offline" }, t`What this device has: rules and replays`),
          )
        : null,
      me.notice ? h("p", { class: "panel notice", role: "status" }, me.notice) : null,
      waitingBar(),
      ...content,
    ),
    h(
      "footer",
      {},
      h("a", { href: "/credits", "data-plain": "" }, t`Credits`),
      h("a", { href: "/api", "data-plain": "" }, t`For programs`),
      h("a", { href: "/offline" }, t`Without a network`),
      languageChoice(),
    ),
  );
}
