// What a page knows of its table, and the words for it. The parts of the page read it; the page alone changes it.
import { listed, t } from "../common/language";
import type { Again, LogLine, Position, Sheet, TableMessage } from "../common/types";

interface Showing {
  actor: number | null;
  again: boolean;
}

const NARROW = 820,
  SIDEWAYS = 1180;

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
  /** What is still being shown of what happened: who does it, and whether it is seen again. */
  showing = (): Showing | null => null;
  /** How many sentences of the log are still to be shown. */
  untold = (): number => 0;
  /** How it stood before what is being shown. */
  past: Position | null = null;

  constructor(readonly id: string) {}

  /** Board and panels apart: on a phone one above the other, in a small wide window side by side. */
  get narrow(): boolean {
    return innerWidth < NARROW || this.sideways;
  }
  get sideways(): boolean {
    return innerWidth < SIDEWAYS && innerWidth > innerHeight;
  }
  get you(): number {
    return this.position?.you ?? -1;
  }
  get myTurn(): boolean {
    return this.position !== null && this.you >= 0 && this.position.due.includes(this.you);
  }
  /** Whether others play here whom no click takes a move back from. */
  get isAmongPeople(): boolean {
    const { yours } = this.table!;
    return this.position!.seats.some((seat, place) => !seat.bot && !seat.retired && !yours.includes(place));
  }
  get isShowing(): boolean {
    return this.showing() !== null;
  }
  /** How it stands on the table that is seen: words about it do not run ahead of what is being shown. */
  get seen(): Position | null {
    return this.showing()?.again === false ? (this.past ?? this.position) : this.position;
  }
  /** Whether something can be touched now. */
  get isAsked(): boolean {
    return this.myTurn && !this.busy && this.coveredFor === null && !this.isShowing;
  }

  /** What can be ordered at once, by numbers. */
  get sheets(): Sheet[] {
    return this.position?.sheets ?? [];
  }

  /** Whether a thing is an answer and no place on the table: a facing, an amount. */
  isAnswer(id: string): boolean {
    return this.table?.answers?.some((stem) => id.startsWith(stem)) ?? false;
  }

  /** Whether an answer is never taken for meant: whoever touches its thing may want something else. */
  isAloud(id: string): boolean {
    return this.table?.aloud?.includes(id) ?? false;
  }

  /** What the table says now: while something is shown who does it, then what is asked. */
  promptText(): string {
    const shown = this.showing();
    if (!shown) return this.questionText();
    if (shown.again) return t`What happened then`;
    if (shown.actor === null) return t`What happens now`;
    return shown.actor === this.you
      ? t`You have played`
      : t`${this.position!.seats[shown.actor]?.name ?? t`Somebody`} plays`;
  }

  /** How to go on while something is shown. */
  skipText(): string {
    const how = this.narrow ? t`a touch` : t`a click or Space`;
    return this.myTurn && !this.showing()!.again
      ? t`Then it is your turn; ${how} skips this.`
      : t`You are being shown what happened; ${how} skips this.`;
  }

  /** What is asked, whatever is being shown. */
  questionText(): string {
    const { status, result, prompt, due, seats } = this.position!;
    if (status === "open") return t`Waiting for players`;
    if (this.table?.frozen) return this.table.frozen;
    if (result) return t`The match is over`;
    if (this.myTurn) return prompt ?? t`Your turn`;
    const names = listed(due.map((seat) => seats[seat]?.name ?? ""));
    return names ? t`Waiting for ${names}` : (prompt ?? "");
  }

  resultText(): string {
    return `${this.winnerText()}: ${this.position!.result!.text}`;
  }

  /** The seats with the best score. */
  private get winners(): number[] {
    const { scores } = this.position!.result!;
    const best = Math.max(...scores);
    return scores.flatMap((score, seat) => (score === best && best > 0 ? [seat] : []));
  }

  winnerText(): string {
    const names = this.winners.map((seat) => this.position!.seats[seat]?.name ?? "");
    if (names.length > 1) return t`${listed(names)} share the win`;
    return this.outcome === "won" ? t`You win` : t`${names[0] ?? t`Nobody`} wins`;
  }

  /** What the end of the match is for whoever looks. */
  get outcome(): "won" | "lost" | "shared" | "seen" {
    if (this.you < 0 || this.table!.yours.length > 1) return "seen";
    if (!this.winners.includes(this.you)) return "lost";
    return this.winners.length > 1 ? "shared" : "won";
  }

  /** The address that lets others come. */
  link(): string {
    const invite = this.table?.invite;
    return `${location.origin}/table/${this.id}${invite ? `#invite=${invite}` : ""}`;
  }
}
