// What a page knows of its table, and the words for it. The parts of the page read it; the page alone changes it.
import type { Again, LogLine, Position, Sheet, TableMessage } from "./types";

const NARROW = 820, SIDEWAYS = 1180;

export class TableState {
  table: TableMessage | null = null;
  position: Position | null = null;
  log: LogLine[] = [];
  logBefore: number | null = null;
  /** The seat whose player is to be handed the device, while the board is covered. */
  coveredFor: number | null = null;
  clockOffset = 0;
  /** Where those who played play again, once one of them has opened a table for it. */
  again: Again | null = null;
  busy = false;
  /** Whether what others did is still being shown. */
  isShowing = (): boolean => false;

  constructor(readonly id: string) {}

  /** Board and panels apart: on a phone one above the other, in a small wide window side by side. */
  get narrow(): boolean { return innerWidth < NARROW || this.sideways; }
  get sideways(): boolean { return innerWidth < SIDEWAYS && innerWidth > innerHeight; }
  get you(): number { return this.position?.you ?? -1; }
  get myTurn(): boolean { return this.position !== null && this.you >= 0 && this.position.due.includes(this.you); }
  /** Whether something can be touched now. */
  get isAsked(): boolean { return this.myTurn && !this.busy && this.coveredFor === null && !this.isShowing(); }

  /** What can be ordered at once, by numbers. */
  get sheets(): Sheet[] { return this.position?.sheets ?? []; }

  /** Whether a thing is an answer and no place on the table: a facing, an amount. */
  isAnswer(id: string): boolean { return this.table?.answers?.some((stem) => id.startsWith(stem)) ?? false; }

  promptText(): string {
    const { status, result, prompt, due, seats } = this.position!;
    if (status === "open") return "Waiting for players";
    if (this.table?.frozen) return this.table.frozen;
    if (result) return "The match is over";
    if (this.myTurn) return prompt ?? "Your turn";
    const names = due.map((seat) => seats[seat]?.name ?? "").join(" and ");
    return names ? `Waiting for ${names}` : prompt ?? "";
  }

  resultText(): string {
    const { result, seats } = this.position!;
    const best = Math.max(...result!.scores);
    const winners = seats.filter((_, seat) => result!.scores[seat] === best && best > 0).map((seat) => seat.name);
    const mine = this.you >= 0 && result!.scores[this.you] === best;
    const who = winners.length > 1 ? `${winners.join(" and ")} share the win` : mine ? "You win" : `${winners[0] ?? "Nobody"} wins`;
    return `${who}: ${result!.text}`;
  }

  /** The address that lets others come. */
  link(): string {
    const invite = this.table?.invite;
    return `${location.origin}/table/${this.id}${invite ? `?invite=${invite}` : ""}`;
  }
}
