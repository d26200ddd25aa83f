// Points as a table: a row for each kind, a column for each player.
import { h, seatMark } from "../common/dom";
import type { LogLine, Result, ScoreRow, SeatState } from "../common/types";

/** `totals` are the last row where the rows do not sum up to it; `counted` is what it counts. */
export function scoreTable(rows: ScoreRow[], seats: SeatState[], counted: string, totals?: number[]): HTMLElement {
  const sums = totals ?? seats.map((_, seat) => rows.reduce((sum, row) => sum + (row.amounts[seat] ?? 0), 0));
  const cell = (amount: number | undefined) => h("td", {}, amount ? String(amount).replace("-", "−") : "0");
  return h(
    "table",
    { class: "score-table" },
    h(
      "thead",
      {},
      h("tr", {}, h("td", {}), ...seats.map(({ name }, seat) => h("th", { scope: "col" }, seatMark(seat), " ", name))),
    ),
    h(
      "tbody",
      {},
      ...rows.map((row) =>
        h("tr", {}, h("th", { scope: "row" }, row.label), ...seats.map((_, seat) => cell(row.amounts[seat]))),
      ),
    ),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, counted), ...sums.map((sum) => cell(sum)))),
  );
}

/** Where the winner has no more points than somebody else: what the log says of the win. */
export function tieBreak({ scores, points }: Pick<Result, "scores" | "points">, log: LogLine[]): string {
  const winner = scores.indexOf(Math.max(...scores)),
    last = log.at(-1);
  return last?.moment && points.filter((one) => one === points[winner]).length > 1 ? last.text : "";
}
