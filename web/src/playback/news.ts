// What has happened since my last move: what I lost, what each of the others did, and what was scored.
import { t } from "../common/language";
import type { LogLine, ScoreRow } from "../common/types";

/** What somebody did in a step and what came of it; `isLoss` where it was at my cost. */
export interface Deed {
  step: number;
  seat: number | null;
  sentences: string[];
  isLoss: boolean;
}

/** A scoring: a row for each kind of points. */
export interface Scoring {
  step: number;
  rows: ScoreRow[];
}

// So many changes of points in one step are a scoring, which is told as a table.
const SCORING = 3;
const HARM = /damage|dent/;

/** The sentences since the last deed of a seat; of its own deed and what came of it where nobody has done anything since. */
export function since(log: LogLine[], you: number): LogLine[] {
  const deeds = log.filter((line) => line.level === 1 && line.seat !== null);
  const mine = deeds.findLast((line) => line.seat === you)?.step;
  // Whoever only watches is told the last deed; a player who has done nothing yet what the others have done so far.
  const first = (you < 0 ? deeds.at(-1) : deeds[0])?.step ?? log.findLast((line) => line.level > 0)?.step ?? 0;
  if (mine === undefined) return log.filter((line) => line.level > 0 && line.step >= first);
  const news = log.filter((line) => line.level > 0 && line.step > mine);
  const isOthers = news.some((line) => line.seat !== null && line.seat !== you);
  return isOthers ? news : log.filter((line) => line.level > 0 && line.step >= mine);
}

/** Whether a sentence tells that a seat has less than before, or has been damaged, by what another or chance did. */
function isLossOf(line: LogLine, you: number): boolean {
  const { note } = line;
  if (you < 0 || note?.seat !== you || line.seat === you || !note.amount) return false;
  return HARM.test(note.counter ?? "") ? note.amount > 0 : note.amount < 0;
}

/** What happened, step by step; what a seat lost comes first. */
export function deedsOf(lines: LogLine[], you: number): Deed[] {
  const deeds: Deed[] = [];
  for (const line of lines) {
    const isLoss = isLossOf(line, you);
    const last = deeds.findLast((deed) => !deed.isLoss);
    // What chance does again and again (cards that are dealt one by one) is one deed.
    const isAgain =
      last?.sentences.at(-1) === line.text && last === deeds.at(-1) && (line.seat ?? last?.seat) === last?.seat;
    if (!isLoss && last && (last.step === line.step || isAgain)) last.sentences.push(line.text);
    else deeds.push({ step: line.step, seat: line.seat, sentences: [line.text], isLoss });
  }
  const told = deeds.map((deed) => ({ ...deed, sentences: gathered(deed.sentences) }));
  // What chance did before anybody did something is what matters least.
  const first = told.findIndex((deed) => deed.seat !== null);
  const opening = first < 0 ? [] : told.slice(0, first).filter((deed) => !deed.isLoss);
  return [
    ...told.filter((deed) => deed.isLoss),
    ...told.filter((deed) => !deed.isLoss && !opening.includes(deed)),
    ...opening,
  ];
}

/** The last scoring among some sentences, by kind and seat; `names` are the words for the kinds of its notes. */
export function scoringOf(lines: LogLine[], names: Record<string, string>, seats: number): Scoring | null {
  const points = lines.filter(({ note }) => note?.counter === "points" && note.seat !== null && names[note.kind]);
  const step = points.at(-1)?.step;
  const last = points.filter((line) => line.step === step);
  if (step === undefined || last.length < SCORING) return null;
  const kinds = [...new Set(last.map(({ note }) => note!.kind))];
  const rows = kinds.map((kind) => ({
    label: names[kind]!,
    amounts: Array.from({ length: seats }, (_, seat) =>
      last.reduce((sum, { note }) => sum + (note!.kind === kind && note!.seat === seat ? (note!.amount ?? 0) : 0), 0),
    ),
  }));
  return { step, rows };
}

/** Sentences that follow each other and say the same are told once, with how often. */
export function gathered(sentences: string[]): string[] {
  const runs: { text: string; times: number }[] = [];
  for (const text of sentences) {
    const last = runs.at(-1);
    if (last?.text === text) last.times += 1;
    else runs.push({ text, times: 1 });
  }
  return runs.map(({ text, times }) => (times > 1 ? text.replace(/\.?$/, t` (${times} times).`) : text));
}
