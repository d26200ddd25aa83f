// The socket of a table: it comes back by itself, and a move that was not answered is sent again.
import { h } from "../common/dom";
import { frame } from "../common/frame";
import type { ReplyMessage, ServerMessage } from "../common/types";

interface Waiting {
  text: string;
  number: number | null;
  sent: boolean;
  again: boolean;
  done: (reply: ReplyMessage) => void;
}

export class LiveTable {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private delay = 400;
  private closed = false;
  private fresh = true;
  private timer = 0;

  constructor(
    private path: string,
    private heard: (message: ServerMessage) => void,
    private state: (up: boolean, gone?: string) => void,
  ) {
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${this.path}`,
    );
    this.socket = socket;
    this.fresh = true;
    socket.onmessage = (event) => this.read(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      if (event.code === 4404 || event.code === 4403) {
        this.closed = true;
        this.state(false, event.reason || "There is no such table.");
        return;
      }
      if (event.code === 4401) {
        this.closed = true;
        this.state(false, "You have been logged out here. Log in to play on.");
        return;
      }
      this.state(false);
      this.timer = window.setTimeout(() => this.connect(), this.delay + Math.random() * 200);
      this.delay = Math.min(8000, this.delay * 1.7);
    };
  }

  private read(message: ServerMessage): void {
    if (message.type === "reply") {
      const waiting = this.waiting.get(message.to);
      this.waiting.delete(message.to);
      // Sent twice and refused: the table has moved on, so the first one had arrived.
      waiting?.done(waiting.again && !message.ok ? { type: "reply", to: message.to, ok: true } : message);
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
          text: "The connection was lost; please try again.",
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
          text: "There is no connection; it is being made again.",
        });
        return;
      }
      const waiting = { text, number, sent: false, again: false, done };
      this.waiting.set(id, waiting);
      if (open && !this.fresh) this.post(waiting);
    });
  }

  /** For tests: break the line as a bad network would. */
  drop(): void {
    this.socket?.close();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

/** Where a table is followed from: with an invitation where the address has one, from no seat by wish. */
export function socketPath(id: string): string {
  const query = new URLSearchParams(location.search);
  const invite = query.get("invite");
  return `${id}/socket?show=scene${invite ? `&invite=${encodeURIComponent(invite)}` : ""}${query.get("watch") ? "&seat=-1" : ""}`;
}

/** A page instead of a table that one may not see, or that is gone. */
export function showClosed(app: HTMLElement, gone: string): void {
  frame(
    app,
    h(
      "main",
      { class: "prose" },
      h("h1", {}, "This table is closed to you"),
      h("p", {}, gone),
      h("p", {}, h("a", { href: "/" }, "To the games")),
    ),
  );
}
