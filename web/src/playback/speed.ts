// How fast it is shown what happens.

import { h } from "../common/dom";
import { t } from "../common/language";
import { setSetting, setting } from "../common/settings";

export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export type Speed = (typeof SPEEDS)[number];
export const FACTORS: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, off: 0 };

export function speed(): Speed {
  const chosen = setting("playback", "normal") as Speed;
  return SPEEDS.includes(chosen) ? chosen : "normal";
}

/** Chooses how fast what others do is shown. */
export function speedButton(): HTMLElement {
  const button = h("button", { class: "plain speed", title: t`How fast it is shown what happens` });
  const draw = () => {
    const named = { slow: t`slow`, normal: t`normal`, fast: t`fast`, off: t`off` };
    button.textContent = t`Playback: ${named[speed()]}`;
  };
  button.addEventListener("click", () => {
    setSetting("playback", SPEEDS[(SPEEDS.indexOf(speed()) + 1) % SPEEDS.length]!);
    draw();
  });
  draw();
  return button;
}
