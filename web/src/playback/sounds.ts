// Soft sounds, made by the browser of tones and noise: no files. They are off until somebody switches them on.
import type { Frame } from "../common/types";

/** A tone from a pitch to another, or noise through a filter at that pitch: in Hz and seconds. */
interface Voice {
  at?: number;
  pitch: number;
  to?: number;
  long: number;
  loud?: number;
  wave?: OscillatorType | "noise";
}

const rattle = (times: number[], pitch: number): Voice[] =>
  times.map((at, place) => ({ at, pitch: pitch - 60 * (place % 3), long: 0.05, wave: "noise", loud: 0.7 }));
const chord = (...pitches: number[]): Voice[] =>
  pitches.map((pitch, place) => ({ at: place * 0.12, pitch, long: 0.34 }));

const SOUNDS = {
  pick: [{ pitch: 520, long: 0.05, loud: 0.4 }],
  step: [{ pitch: 150, to: 90, long: 0.09, wave: "triangle" }],
  slide: [{ pitch: 900, to: 400, long: 0.16, wave: "noise", loud: 0.35 }],
  card: [{ pitch: 2600, to: 1400, long: 0.09, wave: "noise", loud: 0.5 }],
  deal: rattle([0, 0.07, 0.14], 2400),
  dice: rattle([0, 0.06, 0.1, 0.19, 0.26], 1500),
  coin: [
    { pitch: 2093, long: 0.3, loud: 0.35 },
    { at: 0.03, pitch: 2637, long: 0.34, loud: 0.3 },
  ],
  land: [
    { pitch: 1568, long: 0.12, loud: 0.4 },
    { at: 0.07, pitch: 1320, long: 0.1, loud: 0.3 },
  ],
  shot: [
    { pitch: 700, to: 120, long: 0.18, wave: "sawtooth", loud: 0.35 },
    { pitch: 1800, to: 500, long: 0.14, wave: "noise", loud: 0.5 },
  ],
  hit: [
    { pitch: 110, to: 55, long: 0.22, wave: "triangle" },
    { pitch: 900, long: 0.08, wave: "noise", loud: 0.7 },
  ],
  fall: [{ pitch: 330, to: 90, long: 0.4, wave: "triangle", loud: 0.7 }],
  build: [
    { pitch: 240, long: 0.06, wave: "triangle" },
    { at: 0.11, pitch: 240, long: 0.06, wave: "triangle" },
    { at: 0.22, pitch: 320, long: 0.1, wave: "triangle" },
  ],
  coins: [
    { pitch: 1760, long: 0.09, loud: 0.35 },
    { at: 0.06, pitch: 2217, long: 0.12, loud: 0.35 },
  ],
  pay: [{ pitch: 1480, to: 1100, long: 0.12, loud: 0.35 }],
  steam: [{ pitch: 3200, to: 1600, long: 0.5, wave: "noise", loud: 0.45 }],
  tear: [{ pitch: 500, to: 160, long: 0.3, wave: "noise" }],
  gather: [{ pitch: 392, to: 523, long: 0.12, loud: 0.5 }],
  points: chord(784, 988),
  science: [{ pitch: 1046, to: 1396, long: 0.2, loud: 0.4 }],
  bell: [{ pitch: 587, long: 0.8, loud: 0.6 }],
  turn: chord(523, 659),
  win: chord(523, 659, 784, 1046),
  lose: chord(392, 330, 262),
  over: chord(392, 523, 659),
  talk: [{ pitch: 880, long: 0.07, loud: 0.4 }],
  refuse: [{ pitch: 180, long: 0.12, wave: "triangle", loud: 0.6 }],
  back: [{ pitch: 500, to: 380, long: 0.12, loud: 0.5 }],
} satisfies Record<string, Voice[]>;
export type Sound = keyof typeof SOUNDS;

const VOLUME = 0.08;
let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

export function play(name: Sound): void {
  audio ??= new AudioContext();
  for (const voice of SOUNDS[name] as Voice[]) speak(audio, voice);
}

function speak(context: AudioContext, { at = 0, pitch, to, long, loud = 1, wave = "sine" }: Voice): void {
  const start = context.currentTime + at,
    gain = context.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME * loud, start + Math.min(0.02, long / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(context.destination);
  const { source, frequency } = wave === "noise" ? noise(context, gain) : tone(context, wave, gain);
  frequency.value = pitch;
  if (to) {
    frequency.setValueAtTime(pitch, start);
    frequency.exponentialRampToValueAtTime(to, start + long);
  }
  source.start(start);
  source.stop(start + long + 0.02);
}

interface Source {
  source: AudioScheduledSourceNode;
  frequency: AudioParam;
}

function tone(context: AudioContext, wave: OscillatorType, gain: GainNode): Source {
  const source = context.createOscillator();
  source.type = wave;
  source.connect(gain);
  return { source, frequency: source.frequency };
}

function noise(context: AudioContext, gain: GainNode): Source {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource(),
    filter = context.createBiquadFilter();
  source.buffer = hiss;
  filter.type = "bandpass";
  source.connect(filter).connect(gain);
  return { source, frequency: filter.frequency };
}

/** What there is more of, and what less, by the name of its counter. */
const MORE: [RegExp, Sound, Sound][] = [
  [/coin/, "coins", "pay"],
  [/steam/, "steam", "steam"],
  [/damage|dent/, "tear", "build"],
  [/point/, "points", "fall"],
  [/science/, "science", "pay"],
  [/building|cities|towns|mines/, "build", "fall"],
  [/pieces|creatures|heroes|pool/, "step", "fall"],
  [/hand|cards|favors|draws/, "card", "card"],
  [/./, "gather", "pay"],
];
// More than that at once is a noise.
const MOST = 2;

export function hear(frame: Frame): void {
  for (const name of soundsOf(frame)) play(name);
}

/** What a frame sounds like: at most two things at once, what matters first. */
export function soundsOf({ log, things = [], spots = [], cues = [] }: Frame): Sound[] {
  const heard: Sound[] = [];
  if (cues.some((cue) => cue.dice)) heard.push("dice");
  if (spots.some((spot) => spot.aims_at)) heard.push("shot");
  if (spots.some((spot) => spot.struck)) heard.push("hit");
  if (spots.some((spot) => spot.coin)) heard.push("land");
  if (log.some((line) => line.moment)) heard.push("bell");
  for (const { note } of log)
    if (note?.counter && note.amount) {
      const [, more, less] = MORE.find(([name]) => name.test(note.counter!))!;
      heard.push(note.amount > 0 ? more : less);
    }
  if (!heard.length && things.some((thing) => thing.kind === "card")) heard.push("card");
  if (!heard.length && things.some((thing) => thing.kind === "token")) heard.push("step");
  if (!heard.length && things.length && log.length) heard.push("slide");
  return [...new Set(heard)].slice(0, MOST);
}
