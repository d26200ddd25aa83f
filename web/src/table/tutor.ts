// Who leads through a lesson at a table.
import type { Hinted } from "../touch/choices";

export interface Tutor {
  /** What is said, which lies beside what it is about. */
  readonly element: HTMLElement;
  /** Buttons for the bar. */
  readonly tools: HTMLElement[];
  /** What is asked for, as far as it is shown. */
  readonly hinted: Hinted;
  /** What is pointed at when these things have been touched. */
  pointsAt(touched: string[]): string[];
  /** Answer somebody who did something else. */
  answer(text: string, rule?: string): void;
  /** Say it anew, where all else has been drawn. */
  draw(): void;
}
