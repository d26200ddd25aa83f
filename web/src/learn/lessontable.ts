// A lesson in place of a live table: the same messages, answered step by step. The server keeps nothing of it.

import { ApiError, api } from "../common/api";
import { t } from "../common/language";
import type { ReplyMessage, ServerMessage, TableMessage, UpdateMessage } from "../common/types";
import type { Source } from "../table/live";

/** What a step says and asks for; `way` is what was done otherwise than the lesson was written with. */
export interface Step {
  title: string;
  goal: string;
  minutes: number;
  puzzle: boolean;
  goes_on: boolean;
  number: number;
  count: number;
  way: [number, string][];
  say: string;
  rule: string;
  lit: string[];
  asked: boolean;
  free: boolean;
  wanted: string;
  path: string[];
}
interface Answer {
  reply?: ReplyMessage & { told?: string[] };
  lesson?: Step;
  table?: TableMessage;
  update?: UpdateMessage;
}

export class LessonTable implements Source {
  step: Step | null = null;
  private closed = false;

  /** `come` is told of each step before its table is heard of, with what is said to the move that led there; `erred` of
   * every try that was played out and was not it. */
  constructor(
    private readonly place: string,
    private readonly heard: (message: ServerMessage) => void,
    private readonly come: (step: Step, said: string) => void,
    private readonly erred: () => void = () => undefined,
  ) {}

  /** Go to a step, by the lesson's own way beyond what was done. */
  async open(number: number): Promise<void> {
    const way = (this.step?.way ?? []).filter(([step]) => step < number);
    this.take(await api<Answer>(`${this.place}/${number}`, { way }));
  }

  /** Go on from a step that was read, or have it done. */
  async onward(): Promise<void> {
    this.take(await this.ask({ onward: true }));
  }

  private ask(body: object): Promise<Answer> {
    return api<Answer>(`${this.place}/${this.step!.number}`, { way: this.step!.way, ...body });
  }

  private take({ lesson, table, update, reply }: Answer): void {
    if (!lesson || this.closed) return;
    this.step = lesson;
    this.come(lesson, (reply?.ok && reply.text) || "");
    this.heard((table ?? update)!);
  }

  async send(message: Record<string, unknown>): Promise<ReplyMessage> {
    try {
      const answer = await this.ask({ message });
      this.take(answer);
      const { told = [], ...reply } = answer.reply!;
      if (told.length) this.erred();
      return told.length ? { ...reply, text: [...told, reply.text].join(" ") } : reply;
    } catch (error) {
      const text = error instanceof ApiError ? error.message : t`Something went wrong here.`;
      return { type: "reply", to: 0, ok: false, code: "failed", text };
    }
  }

  drop(): void {
    // There is no line that could break.
  }

  close(): void {
    this.closed = true;
  }
}
