// Where the match stands: the parts of a turn, a round or a day, and which of them goes on.
import { fill, h } from "./dom";
import type { TableState } from "./tablestate";

export class Guide {
  readonly element = h("div", { class: "guide", role: "region", "aria-label": "Where the match stands", hidden: true });
  private drawnFor = "";

  constructor(private readonly state: TableState, private readonly openRule: (rule: string) => void) {}

  draw(): void {
    const phases = this.state.position?.result ? null : this.state.position?.phases ?? null;
    const text = JSON.stringify(phases);
    if (text === this.drawnFor) return;
    this.drawnFor = text;
    this.element.hidden = !phases;
    if (!phases) return;
    fill(this.element, h("span", { class: "when" }, phases.when), h("ol", {}, ...phases.parts.map(({ name, rule }, place) =>
      h("li", place === phases.now ? { class: "now", "aria-current": "step" } : {}, h("button", { class: "plain", title: rule, onclick: () => this.openRule(rule) }, name)))));
    this.element.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
