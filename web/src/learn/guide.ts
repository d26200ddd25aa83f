// Where the match stands: the parts of a turn, a round or a day, and which of them goes on; and whether its bots are ready.

import { api } from "../common/api";
import { fill, h } from "../common/dom";
import { t } from "../common/language";
import { setSetting, setting } from "../common/settings";
import type { Choice, Game } from "../common/types";
import type { TableState } from "../table/tablestate";
import type { Lesson, Progress } from "./lessons";
import { matters } from "./offering";

// Bots that do not search, and so are as good at once.
const WITHOUT_SEARCH = new Set(["", "random", "greedy", "net"]);
const ASK_AGAIN = 5000,
  // Lessons are looked for when all that the table needs is there.
  LATER = 3000;

export class Guide {
  readonly element = h("div", {
    class: "guide",
    role: "region",
    "aria-label": t`Where the match stands`,
    hidden: true,
  });
  private drawnFor = "";
  private note = "";
  private timer = 0;
  private lessons: Lesson[] | null = null;
  private progress: Progress | null = null;

  constructor(
    private readonly state: TableState,
    private readonly openRule: (rule: string) => void,
  ) {}

  /** Say so while the bots of this table only look one move ahead, for want of their code. */
  async watch(): Promise<void> {
    clearTimeout(this.timer);
    const game = await api<Game>(`/games/${this.state.table?.game}`).catch(() => undefined);
    const isSlow =
      game !== undefined && !game.ready && game.preparing !== "" && this.state.position?.status === "playing";
    const searches = this.state.position?.seats.some((seat) => !WITHOUT_SEARCH.has(seat.bot ?? "")) ?? false;
    this.note = isSlow && searches ? t`The bots are being prepared and look only one move ahead until then.` : "";
    this.draw();
    if (isSlow) this.timer = window.setTimeout(() => void this.watch(), ASK_AGAIN);
  }

  /** The short lesson on what can be done here for the first time; none that was begun or waved away. */
  private offered(): Lesson | undefined {
    const { state } = this,
      game = state.table?.game ?? "";
    // While something is shown all stays as it was.
    if (state.isShowing) return this.last;
    this.last = this.fitting(game, (state.myTurn && state.id && state.position?.choices) || []);
    return this.last;
  }
  private last: Lesson | undefined;

  private fitting(game: string, choices: Choice[]): Lesson | undefined {
    if (!choices.length) return undefined;
    if (!this.lessons) {
      this.lessons = [];
      window.setTimeout(() => void this.load(game), LATER);
    }
    const { progress } = this,
      waved = setting("waved").split(" ");
    return this.lessons.find(
      ({ name, when }) =>
        progress?.get(name) === "0" &&
        !waved.includes(`${game}/${name}`) &&
        when.some((one) => matters(one, choices, this.state.log)),
    );
  }

  private async load(game: string): Promise<void> {
    try {
      const { loadLessons, Progress } = await import("./lessons");
      this.lessons = await loadLessons(game);
      this.progress = new Progress(game);
      this.draw();
    } catch {
      // Without them none is offered.
    }
  }

  private offer({ name, title, minutes }: Lesson): HTMLElement {
    const game = this.state.table!.game;
    const wave = () => {
      setSetting("waved", `${setting("waved")} ${game}/${name}`.trim());
      this.draw();
    };
    return h(
      "span",
      { class: "note offer", role: "status" },
      this.state.narrow ? t`New? ` : t`For the first time? `,
      h("a", { href: `/learn/${game}/${name}`, "data-offer": name }, t`${title}: ${minutes} minutes`),
      " ",
      h("button", { class: "link", "data-wave": name, onclick: wave }, t`No, thanks`),
    );
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  draw(): void {
    const { seen, narrow } = this.state;
    const offered = this.offered();
    // On a phone it takes the place of the phases: the board below stays where it is.
    const phases = seen?.result || (narrow && offered) ? null : (seen?.phases ?? null);
    const text = JSON.stringify([phases, this.note, offered?.name]);
    if (text === this.drawnFor) return;
    this.drawnFor = text;
    this.element.hidden = !phases && !this.note && !offered;
    fill(
      this.element,
      phases ? h("span", { class: "when" }, phases.when) : null,
      phases
        ? h(
            "ol",
            {},
            ...phases.parts.map(({ name, rule }, place) =>
              h(
                "li",
                place === phases.now ? { class: "now", "aria-current": "step" } : {},
                h("button", { class: "plain", title: rule, onclick: () => this.openRule(rule) }, name),
              ),
            ),
          )
        : null,
      offered ? this.offer(offered) : null,
      this.note ? h("span", { class: "note", role: "status" }, this.note) : null,
    );
    this.element.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
