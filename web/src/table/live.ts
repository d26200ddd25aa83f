// The socket of a table: it comes back by itself, and a move that was not answered is sent again.

import { h } from "../common/dom";
import { frame } from "../common/frame";
import { language, t } from "../common/language";
import type { ReplyMessage, ServerMessage } from "../common/types";

const CHECK_MS = 10_000;
const SILENT_MS = 30_000;
const DEAD_MS = 60_000;
const WAKES = ["online", "pageshow", "visibilitychange"];

interface Waiting {
  text: string;
  number: number | null;
  sent: boolean;
  again: boolean;
  done: (reply: ReplyMessage) => void;
}

/** Where a table's messages come from, and where those of its player go: a socket, or a lesson. */
export interface Source {
  send(message: Record<string, unknown>): Promise<ReplyMessage>;
  /** Break the line, as a bad network would. */
  drop(): void;
  close(): void;
}

export class LiveTable implements Source {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private delay = 400;
  private closed = false;
  private fresh = true;
  private timer = 0;
  private heardAt = Date.now();
  private readonly watch = window.setInterval(() => this.check(), CHECK_MS);

  constructor(
    private path: string,
    private heard: (message: ServerMessage) => void,
    private state: (up: boolean, gone?: string) => void,
  ) {
    this.connect();
    for (const woken of WAKES) addEventListener(woken, this.wake);
  }

  /** The network or the device is back: no reason to wait for the next try, or to trust a line that fell silent. */
  private readonly wake = (): void => {
    if (this.closed || document.hidden) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      if (Date.now() - this.heardAt > CHECK_MS) this.socket.send('{"type":"ping"}');
    } else if (this.socket === null || this.socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private connect(): void {
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${this.path}`,
    );
    this.socket = socket;
    this.fresh = true;
    this.heardAt = Date.now();
    socket.onmessage = (event) => {
      this.heardAt = Date.now();
      this.read(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      if (event.code === 4404 || event.code === 4403) {
        this.closed = true;
        this.state(false, event.reason || t`There is no such table.`);
        return;
      }
      if (event.code === 4401) {
        this.closed = true;
        this.state(false, t`You have been logged out here. Log in to play on.`);
        return;
      }
      this.comeBack();
    };
  }

  private comeBack(): void {
    this.state(false);
    // Spread over the whole delay: after a restart everybody comes back, and not all in the same moment.
    this.timer = window.setTimeout(() => this.connect(), this.delay * (0.2 + Math.random()));
    this.delay = Math.min(8000, this.delay * 1.7);
  }

  /** A line may be dead without anybody saying so: ask after a silence, and come again where nothing is answered. */
  private check(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const silence = Date.now() - this.heardAt;
    if (silence > DEAD_MS) {
      // Nobody answers to a close on such a line either.
      const dead = this.socket;
      this.socket = null;
      dead.close();
      this.comeBack();
    } else if (silence > SILENT_MS) this.socket.send('{"type":"ping"}');
  }

  private read(message: ServerMessage): void {
    if (message.type === "reply") {
      const waiting = this.waiting.get(message.to);
      this.waiting.delete(message.to);
      // Sent twice and the table has changed since: the first one had arrived. Any other refusal is one.
      const arrived = waiting?.again && !message.ok && message.code === "stale";
      waiting?.done(arrived ? { type: "reply", to: message.to, ok: true } : message);
      return;
    }
    if (message.type === "table") {
      this.delay = 400;
      this.state(true);
      if (this.fresh) this.sendAgain();
    }
    this.heard(message);
  }

  /** What was under way when the line broke. A move carries its number, so that none is played twice. */
  private sendAgain(): void {
    this.fresh = false;
    for (const [id, waiting] of this.waiting) {
      if (waiting.number !== null || !waiting.sent) {
        waiting.again = waiting.sent;
        this.post(waiting);
      } else {
        this.waiting.delete(id);
        waiting.done({
          type: "reply",
          to: id,
          ok: false,
          code: "lost",
          text: t`The connection was lost; please try again.`,
        });
      }
    }
  }

  private post(waiting: Waiting): void {
    waiting.sent = true;
    this.socket!.send(waiting.text);
  }

  /** Send a message; its answer. With a number it is sent again after a lost connection. */
  send(message: Record<string, unknown>): Promise<ReplyMessage> {
    const id = this.next++;
    const text = JSON.stringify({ ...message, id });
    const number = typeof message.number === "number" ? message.number : null;
    return new Promise((done) => {
      const open = this.socket?.readyState === WebSocket.OPEN;
      if (!open && number === null) {
        done({
          type: "reply",
          to: id,
          ok: false,
          code: "offline",
          text: t`There is no connection; reconnecting.`,
        });
        return;
      }
      const waiting = { text, number, sent: false, again: false, done };
      this.waiting.set(id, waiting);
      if (open && !this.fresh) this.post(waiting);
    });
  }

  drop(): void {
    this.socket?.close();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    for (const woken of WAKES) removeEventListener(woken, this.wake);
    this.socket?.close();
  }
}

/** Whether this is the screen that everybody in the room looks at, whoever is logged in here. */
export function isScreen(): boolean {
  return new URLSearchParams(location.search).has("screen");
}

/** Where a table is followed from: from no seat by wish. */
export function socketPath(id: string): string {
  const watches = isScreen() || new URLSearchParams(location.search).get("watch");
  return `${id}/socket?show=scene&language=${language}${watches ? "&seat=-1" : ""}`;
}

/** A page instead of a table that one may not see, or that is gone. */
export function showClosed(app: HTMLElement, gone: string): void {
  frame(
    app,
    h(
      "main",
      { class: "prose" },
      h("h1", {}, t`This table is closed to you`),
      h("p", {}, gone),
      h("p", {}, h("a", { href: "/" }, t`To the games`)),
    ),
  );
}
