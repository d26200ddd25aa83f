// Talking at a table: the list and the line to write in, in the drawer; and what comes while that is closed.

import { api, loadMe, me } from "../common/api";
import { fill, h, seatMark, sorry, toast } from "../common/dom";
import { t } from "../common/language";
import { nameField, takeName } from "../common/naming";
import { setSetting, setting } from "../common/settings";
import type { TalkLine, TalkMessage } from "../common/types";
import type { Source } from "./live";
import type { TableState } from "./tablestate";

const SIGNS: Record<string, string> = {
  hello: t`Hello!`,
  "good-luck": t`Good luck!`,
  "well-played": t`Well played!`,
  thanks: t`Thanks!`,
  thinking: t`Let me think …`,
  oops: t`Oops!`,
  wow: t`Wow!`,
  "good-game": t`Good game!`,
};
const MOST_BUBBLES = 3,
  BUBBLE_SECONDS = 6,
  LONGEST = 300,
  MOST_LINES = 200,
  MOST_TRIES = 20,
  TRY_AGAIN = 300;

const words = (line: TalkLine): string => (line.sign ? (SIGNS[line.text] ?? line.text) : line.text);

export class Talk {
  readonly element = h("div", { class: "talk" });
  /** What is said while the list is closed: seen for a while, and read out. */
  readonly bubbles = h("div", { class: "talk-bubbles", role: "log", "aria-live": "polite", "aria-label": t`Talk` });
  unread = 0;
  private lines: TalkLine[] = [];
  private quiet = false;
  private readonly list = h("ol", { class: "talk-lines" });
  private readonly said = h(
    "div",
    { class: "talk-said", role: "log", "aria-live": "polite", "aria-label": t`What was said`, tabindex: "0" },
    this.list,
  );
  private readonly below = h("div", { class: "talk-below" });
  private form: HTMLElement | null = null;

  constructor(
    private readonly state: TableState,
    private readonly live: () => Source,
    private readonly isOpen: () => boolean,
    private readonly changed: () => void,
  ) {
    this.element.append(this.said, this.below);
  }

  private get isOff(): boolean {
    return setting("talk") === "off";
  }

  heard(message: TalkMessage): void {
    const had = new Set(this.lines.map((line) => line.id));
    const fresh = message.lines.filter((line) => !had.has(line.id));
    this.lines = [...this.lines, ...fresh]
      .filter((line) => !message.gone.includes(line.id))
      .sort((a, b) => a.id - b.id)
      .slice(-MOST_LINES);
    this.quiet = message.quiet;
    // What was said before one came is there to be read, and nobody is called to it.
    if (!message.all && !this.isOff && !this.isOpen()) for (const line of fresh) this.bubble(line);
    this.draw();
    this.changed();
  }

  private bubble(line: TalkLine): void {
    this.unread += 1;
    const box = h(
      "p",
      { class: "talk-bubble" },
      line.seat >= 0 ? seatMark(line.seat) : null,
      h("strong", {}, ` ${line.name}: `),
      words(line),
    );
    while (this.bubbles.childElementCount >= MOST_BUBBLES) this.bubbles.firstElementChild?.remove();
    this.bubbles.append(box);
    setTimeout(() => box.remove(), BUBBLE_SECONDS * 1000);
  }

  /** The list has been opened. */
  opened(): void {
    this.unread = 0;
    fill(this.bubbles);
    this.draw();
    this.changed();
  }

  draw(): void {
    const { said } = this;
    const atEnd = said.scrollHeight - said.scrollTop - said.clientHeight < 60;
    fill(this.list, ...(this.isOff ? [] : this.lines.map((line) => this.item(line))));
    if (atEnd || !this.element.isConnected) said.scrollTop = said.scrollHeight;
    fill(this.below, ...this.controls());
  }

  private item(line: TalkLine): HTMLElement {
    const report = () => void this.report(line);
    return h(
      "li",
      { "data-line": line.id, class: line.sign ? "sign" : "" },
      h("span", { class: "who" }, line.seat >= 0 ? seatMark(line.seat) : null, ` ${line.name}: `),
      h("span", { class: "words" }, words(line)),
      me.user
        ? h(
            "button",
            { class: "link report", "aria-label": t`Report what ${line.name} said`, onclick: report },
            t`report`,
          )
        : null,
    );
  }

  private controls(): (HTMLElement | null)[] {
    if (this.isOff)
      return [
        h("p", { class: "soft" }, t`You have switched talk off in this browser.`),
        h("button", { "data-talk": "on", onclick: () => this.set("on") }, t`Switch it on`),
      ];
    const off = h("button", { class: "small", "data-talk": "off", onclick: () => this.set("off") }, t`Off for me`);
    const host = this.state.table?.host
      ? h(
          "button",
          {
            class: "small",
            "data-talk": "quiet",
            onclick: () => void this.send({ type: "quiet", quiet: !this.quiet }),
          },
          this.quiet ? t`Let everybody talk` : t`Off for everybody`,
        )
      : null;
    const tools = h("div", { class: "row" }, off, host);
    if (this.quiet) return [h("p", { class: "soft" }, t`The host has switched talk off at this table.`), tools];
    // What is being written stays.
    this.form =
      this.form?.dataset.as === (me.user?.name ?? "") ? this.form : me.user ? this.sayForm() : this.nameForm();
    return [this.form, tools];
  }

  private sayForm(): HTMLElement {
    const input = h("input", {
      name: "say",
      maxlength: LONGEST,
      autocomplete: "off",
      "aria-label": t`Say something to the table`,
      placeholder: t`Say something`,
    });
    const form = h(
      "form",
      { "data-as": me.user!.name },
      h(
        "div",
        { class: "signs" },
        ...Object.entries(SIGNS).map(([sign, text]) =>
          h(
            "button",
            {
              type: "button",
              class: "small",
              "data-sign": sign,
              onclick: () => void this.send({ type: "sign", sign }),
            },
            text,
          ),
        ),
      ),
      h("div", { class: "row say" }, input, h("button", { class: "main", type: "submit" }, t`Say`)),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text)
        void this.send({ type: "say", text }).then((ok) => {
          if (ok) input.value = "";
        });
    });
    return form;
  }

  private nameForm(): HTMLElement {
    const form = h(
      "form",
      { "data-as": "" },
      h("p", { class: "soft" }, t`To talk, say who you are.`),
      nameField(),
      h("button", { class: "main", type: "submit" }, t`Go on`),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.takeName(form);
    });
    return form;
  }

  private async takeName(form: HTMLElement): Promise<void> {
    try {
      await takeName(form);
      if (me.user === null) {
        await api("/guest", {});
        await loadMe();
      }
    } catch (error) {
      sorry(error);
      return;
    }
    // Come again as that guest.
    this.live().drop();
    this.draw();
  }

  private set(talk: "on" | "off"): void {
    setSetting("talk", talk);
    this.unread = 0;
    fill(this.bubbles);
    this.draw();
    this.changed();
  }

  private async send(message: Record<string, unknown>): Promise<boolean> {
    let reply = await this.live().send(message);
    // Whoever has just taken a name comes again under it, which takes a moment.
    for (let tries = 0; reply.code === "offline" && tries < MOST_TRIES; tries += 1) {
      await new Promise((done) => setTimeout(done, TRY_AGAIN));
      reply = await this.live().send(message);
    }
    if (!reply.ok) sorry(reply.text);
    return reply.ok;
  }

  private async report(line: TalkLine): Promise<void> {
    const text = prompt(t`What is wrong with what ${line.name} said? The host of this site is told.`);
    if (text)
      await api("/reports", { table: this.state.id, line: line.id, text }).then(
        () => toast(t`The host is told.`),
        (error: Error) => sorry(error),
      );
  }
}
