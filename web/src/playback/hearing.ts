// Sounds for who has switched them on: they are loaded when the first one is wanted.
import { setting } from "../common/settings";
import type { Frame } from "../common/types";
import type { Sound } from "./sounds";

const isOn = (): boolean => setting("sound") === "on";

/** Play a sound, where sound is switched on. */
export function play(name: Sound): void {
  if (isOn()) void import("./sounds").then((sounds) => sounds.play(name));
}

/** Play what a frame sounds like. */
export function hear(frame: Frame): void {
  if (isOn()) void import("./sounds").then((sounds) => sounds.hear(frame));
}
