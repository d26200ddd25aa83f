// Where the match stands: the parts of a turn, a round or a day, and which of them goes on; and whether its bots are ready.
import { api } from "../common/api";
import { fill, h } from "../common/dom";
import type { Game } from "../common/types";
import type { TableState } from "../table/tablestate";

// Bots that do not search, and so are as good at once.
const WITHOUT_SEARCH = new Set(["", "random", "greedy", "net"]);
const ASK_AGAIN = 5000;

export class Guide {
  readonly element = h("div", { class: "guide", role: "region", "aria-label": "Where the match stands", hidden: true });
  private drawnFor = "";
  private note = "";
  private timer = 0;

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
    this.note = isSlow && searches ? "The bots are being prepared and look only one move ahead until then." : "";
    this.draw();
    if (isSlow) this.timer = window.setTimeout(() => void this.watch(), ASK_AGAIN);
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  draw(): void {
    const { seen } = this.state;
    const phases = seen?.result ? null : (seen?.phases ?? null);
    const text = JSON.stringify([phases, this.note]);
    if (text === this.drawnFor) return;
    this.drawnFor = text;
    this.element.hidden = !phases && !this.note;
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
      this.note ? h("span", { class: "note", role: "status" }, this.note) : null,
    );
    this.element.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
