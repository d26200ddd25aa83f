// What the server sends. docs/protocol.md explains the messages.

export interface Thing {
  id: string;
  panel: string;
  x: number;
  y: number;
  width: number;
  height: number;
  kind: string;
  layer: number;
  label: string;
  face: string;
  markup: string;
  ring: string;
  aside?: boolean;
  focal?: boolean;
  stock?: string;
}
/** A piece of a panel that a phone keeps together, and where a phone puts a panel or a piece: see `core/scene.py`. */
export interface Cell {
  x?: number;
  y?: number;
  width: number;
  height: number;
  fresh?: boolean;
  loose?: boolean;
  lasting?: boolean;
  phone?: string;
}
export interface Panel {
  id: string;
  title: string;
  x: number;
  y: number;
  width: number;
  height: number;
  dense: boolean;
  markup: string;
  phone?: string;
  cells?: Cell[];
  backdrop?: string;
}
/** `outlines`: what stands for ` d="#name"` in the markup; a scene that was shown has none. */
export interface Scene {
  width: number;
  height: number;
  panels: Panel[];
  things: Thing[];
  outlines?: Record<string, string>;
}
/** `risky`: chance may make it fail. */
export interface Choice {
  action: number;
  notation: string;
  label: string;
  path: string[];
  risky?: boolean;
}
/** A number to choose on a sheet, see `core/sheet.py`. */
export interface SheetRow {
  label: string;
  thing: string;
  now: number;
  most: number;
  least: number;
  price: number[];
}
export interface Sheet {
  id: string;
  title: string;
  button: string;
  rows: SheetRow[];
  opens: string[];
  stock: [string, number][];
  sides: string[];
  goes_on: boolean;
}
export interface LogLine {
  step: number;
  seat: number | null;
  text: string;
  rule: string;
  level: number;
  moment: boolean;
  note?: Note | null;
}
/** What happened, for programs: whom it happened to, and what there is more or less of. */
export interface Note {
  kind: string;
  seat: number | null;
  counter?: string;
  amount?: number;
}
/** A row of a score sheet: what was summed up, and the sum of each seat. */
export interface ScoreRow {
  label: string;
  amounts: number[];
}
/** What happens at a moment: its sentences, and what changes on the table then, in a new `scene` where panels do, too. */
export interface Frame {
  log: LogLine[];
  things?: Thing[];
  gone?: string[];
  scene?: Scene;
  cues?: Cue[];
  spots?: Spot[];
}
/** What is seen at a thing: points that rise from it, sparks where it is struck, a coin that falls on a face, a shot at another: see `drawing/spot.py`. */
export interface Spot {
  thing: string;
  gains?: number;
  struck?: boolean;
  coin?: Coin;
  aims_at?: string;
}
export interface Coin {
  picture: string;
  label: string;
  good: boolean;
}
/** A change of a thing or panel: its new fields, null for those that are gone; of a text in `cut` so much of its beginning and end stays, around what is new. */
export type SentPart<T> = Partial<{ [name in keyof T]: T[name] | null }> & {
  id: string;
  cut?: Record<string, [number, number, string]>;
};
/** Choices as they come: pairs `[place, count]` of those before, -1 for the new ones, which are told column by column. */
export interface SentChoices {
  runs: [number, number][];
  actions?: number[];
  notations?: string[];
  labels?: string[];
  risky?: number[];
  things?: string[];
  paths?: number[][];
}
/** A frame as it comes: see `wire.ts`. A panel that stays as it is is there by its id. */
export interface SentFrame {
  log: LogLine[];
  things?: (SentPart<Thing> & { back?: boolean })[];
  gone?: string[];
  panels?: (string | SentPart<Panel>)[];
  width?: number;
  height?: number;
  scene?: Scene;
  cues?: Cue[];
  spots?: Spot[];
}
/** What is seen on the stage of a fight: see `core/cue.py`. */
export interface Cue {
  seat: number;
  sides?: { seat: number; name: string; picture: string; total: number | null; of: string }[];
  title?: string;
  figure?: string;
  group?: string;
  picture?: string;
  label?: string;
  count?: number;
  lost?: number;
  dice?: number[];
  fresh?: boolean;
  total?: number;
  adds?: number;
  front?: string[];
  ends?: string;
  closes?: boolean;
}
export interface Result {
  ending: string;
  rule: string;
  text: string;
  scores: number[];
  points: number[];
}
export interface SeatState {
  name: string;
  bot: string;
  free: boolean;
  here: boolean;
  retired: boolean;
  out: boolean;
}
export interface ClockState {
  kind: string;
  seconds: number;
  bonus: number;
  left: number[];
  running: number[];
  at: number;
  now: number;
  /** The seats whose players are on holiday: the clocks stand still. */
  holiday?: number[];
}
/** The parts of a turn, each with its rule; `now` is the one that goes on, -1 for none. */
export interface Phases {
  when: string;
  parts: { name: string; rule: string }[];
  now: number;
}
export interface Position {
  number: number;
  status: string;
  due: number[];
  you: number;
  seats: SeatState[];
  clock: ClockState;
  offer: { seat: number; agreed: number[] } | null;
  refused: { seat: number; by: number } | null;
  result: Result | null;
  watching: number;
  prompt?: string;
  goal?: string;
  purse?: [string, number][];
  phases?: Phases | null;
  choices?: Choice[];
  sheets?: Sheet[];
  undo?: boolean;
  takeback?: boolean;
  score?: ScoreRow[];
  seed?: string;
}
/** Whether players are compared here, so that there is no help for them. */
export function isContest(table: TableMessage): boolean {
  return table.rated || table.tournament !== null || table.daily;
}
export interface TableMessage extends Position {
  type: "table";
  table: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  /** Name and version of the variant that is played; empty for the printed game. */
  variant: string;
  rated: boolean;
  private: boolean;
  tournament: string | null;
  /** Whether it is a try at the match of the day. */
  daily: boolean;
  secrets: boolean;
  answers: string[];
  by_drag: string[];
  aloud: string[];
  sheet: Record<string, string>;
  points_are: string;
  walks: boolean;
  reaches: boolean;
  commitment: string;
  yours: number[];
  host: boolean;
  invite?: string;
  log?: LogLine[];
  log_before?: number | null;
  scene?: Scene;
  stage?: Cue[];
  frozen?: string;
}
/** What is as before is left out. */
export interface UpdateMessage extends Partial<Omit<Position, "choices">> {
  type: "update";
  number: number;
  choices?: SentChoices;
  frames: SentFrame[];
  outlines?: Record<string, string>;
}
export interface ReplyMessage {
  type: "reply";
  to: number;
  ok: boolean;
  code?: string;
  text?: string;
  rule?: string;
  done?: string;
  action?: number;
  number?: number;
  moves?: { action: number; chance: number }[];
  plan?: string[];
  why?: string[];
  log?: LogLine[];
  log_before?: number | null;
  scene?: Scene;
  frames?: SentFrame[];
  stage?: Cue[];
  card?: Card | null;
  outlooks?: Outlook[];
  steps?: number;
  reaches?: Reach[];
  coach?: Advice;
  blunder?: boolean;
  chance?: number;
  wrong?: string[];
  better?: { action: number; label: string; chance: number; why: string[] };
  said?: string[];
}
/** What a coach says: what one would do and why, what is expected then, and what the others did. */
export interface Advice {
  asked: string;
  moves: { action: number; label: string; chance: number; says: string[] }[];
  line: string[];
  last: string[];
}
/** What a thing is: what it does by its rule, and its numbers. */
export interface Card {
  title: string;
  text: string;
  facts: string[];
  rule: string;
  picture?: string;
}
/** What an action would do: for certain, and by chance. */
export interface Outlook {
  action: number;
  certain: string[];
  chances: { percent: number; says: string[] }[];
}
/** The places that a piece could go to or act on in a turn of its owner; `hits`: where others are hit as the table stands. */
export interface Reach {
  seat: number;
  thing: string;
  places: string[];
  hits: string[] | null;
}
/** What everybody is told, as that the server restarts; an empty text takes it back. */
export interface NoticeMessage {
  type: "notice";
  text: string;
}
export interface PresenceMessage {
  type: "presence";
  here: boolean[];
  watching: number;
}
/** What somebody said at the table; `sign` where `text` names one of the ready ones. */
export interface TalkLine {
  id: number;
  seat: number;
  name: string;
  text: string;
  sign: boolean;
  at: number;
}
/** New lines of talk, or with `all` those of before; the numbers of those that were taken away. */
export interface TalkMessage {
  type: "talk";
  all: boolean;
  lines: TalkLine[];
  quiet: boolean;
  gone: number[];
  again: Again | null;
}
/** A table that waits for those who play again, and who has opened it. */
export interface Again {
  table: string;
  by: string;
}
/** What a bot thought of a decision: `share` is the part of its looks that went into a move. */
export interface Thought {
  seat: number;
  moves: { label: string; chance: number; share: number }[];
  line: { seat: number; label: string }[];
  chances: number[];
  considered: number;
  looks: number;
}
export interface ThoughtMessage {
  type: "thought";
  step: number;
  thought: Thought;
}
export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | ReplyMessage
  | PresenceMessage
  | NoticeMessage
  | TalkMessage
  | ThoughtMessage;

export interface GameOption {
  name: string;
  title: string;
  meaning: string;
  named: Record<string, string>;
  values: (string | number | boolean)[];
  default: string | number | boolean;
  least: number | null;
  most: number | null;
  several: boolean;
}
/** A variant that the server offers. */
export interface Variant {
  key: string;
  title: string;
  changes: string[];
}
export interface Game {
  name: string;
  title: string;
  code: string;
  seats: number[];
  seat_names: string[];
  blurb: string;
  minutes: string;
  weight: string;
  options: GameOption[];
  variants: Variant[];
  bots: string[];
  ready: boolean;
  preparing: string;
  pictured: boolean;
  lesson: boolean;
  world: string;
}
export interface Games {
  games: Game[];
  default_bot: string;
  patterns: string;
}
export interface User {
  id: number;
  name: string;
  guest: boolean;
  admin: boolean;
  email: string;
  webhook: string;
  webhook_secret?: string;
  settings: Record<string, string | number | boolean>;
  ratings: Record<string, { rating: number; deviation: number; matches: number }>;
}
export interface Me {
  user: User | null;
  registration: boolean;
  mail: boolean;
  provider: string;
  claim_days: number;
  /** What an admin tells everybody; empty for nothing. */
  notice: string;
  /** What browsers subscribe to push messages with; empty where there are none. */
  push: string;
  /** Whether this comes from the device, since the server cannot be reached. */
  offline?: boolean;
  /** What the host has switched off. */
  off: string[];
}
/** What admins see of the server. */
export interface Status {
  notice: string;
  processes: {
    machine: string;
    pid: number;
    version: string;
    since: number;
    tables: number;
    sockets: number;
    skew: number;
    closing: boolean;
  }[];
  /** Matches in play whose rules are gone. */
  stuck: { id: string; game: string; rules: number; moved: number }[];
  deeds: { at: number; what: string; by: string }[];
}
export interface Login {
  id: string;
  current: boolean;
  label: string;
  scope: string;
  agent: string;
  address: string;
  created: number;
  seen: number;
  expires: number | null;
}
export interface Person {
  id: number;
  name: string;
  guest: boolean;
  admin: boolean;
  banned: string | null;
  seen: number | null;
  seats: number;
}
export interface Report {
  id: number;
  by: string;
  name: string | null;
  table: string;
  text: string;
  created: number;
}
export interface Summary {
  id: string;
  game: string;
  status: string;
  private: boolean;
  rated: boolean;
  variant: string;
  clock: { kind: string; seconds: number; bonus: number };
  moved: number;
  due: number[];
  yours: number[];
  your_turn: boolean;
  seats: { name: string; bot: string; free: boolean }[];
  result: Result | null;
  frozen?: string;
}
export interface Steps {
  table: string;
  game: string;
  title: string;
  names: string[];
  seat: number;
  count: number;
  log: LogLine[];
  log_next: number | null;
  result: Result | null;
  commitment: string;
  seed?: string;
  frozen?: string;
  invite?: string;
}

/** The levels of bots, weakest first. */
export const LADDER = ["beginner", "easy", "medium", "hard"];
