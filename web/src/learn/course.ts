// The course of a match that is over: chances, key moments, and where a hint would have done otherwise.

import { api } from "../common/api";
import { announce, fill, h, seatMark } from "../common/dom";
import { frame } from "../common/frame";
import { listed, t } from "../common/language";
import { go } from "../common/route";
import { address, copyAddress, invitation, replayAddress } from "../common/share";
import { node } from "../common/svg";
import type { Result } from "../common/types";

interface Point {
  at: number;
  shares: number[];
}
interface Moment {
  at: number;
  seat: number | null;
  text: string;
  rule: string;
  change: { seat: number; from: number; to: number } | null;
}
interface Otherwise {
  at: number;
  seat: number;
  played: string;
  hint: string;
  chance_played: number;
  chance_hint: number;
  loss: number;
  wrong: string[];
}
interface Course {
  table: string;
  game: string;
  title: string;
  result: Result;
  by: string;
  progress: number;
  done: boolean;
  preparing: boolean;
  names: string[];
  count: number;
  curve: Point[];
  moments: Moment[];
  otherwise: Otherwise[];
  invite?: string;
}
const HEIGHT = 300,
  LEFT = 64,
  RIGHT = 14,
  TOP = 14,
  BOTTOM = 30;
const WIDE = 900,
  NARROW = 420;
const ASK_AGAIN = 1200,
  ASK_LATER = 6000;

function svg(tag: keyof SVGElementTagNameMap, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = node(tag, attributes);
  if (text) element.textContent = text;
  return element;
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** The chances as lines, one for each seat; key moments are dots on the line of whom they changed most for. */
function chart(course: Course): SVGElement {
  // A picture for a phone of its own: one that is shrunk could not be read.
  const width = innerWidth < 820 ? NARROW : WIDE;
  const x = (at: number) => LEFT + ((width - LEFT - RIGHT) * at) / Math.max(1, course.count);
  const y = (share: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  const end = course.curve.at(-1)?.shares ?? [];
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    class: "course-chart",
    role: "img",
    "aria-label": t`Chances to win over ${course.count} actions; at the end ${course.names.map((name, seat) => `${name} ${percent(end[seat] ?? 0)}`).join(", ")}`,
  });
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    picture.append(
      svg("line", { x1: LEFT, x2: width - RIGHT, y1: y(share), y2: y(share), class: "half" }),
      svg("text", { x: LEFT - 8, y: y(share) + 5, "text-anchor": "end" }, percent(share)),
    );
  const every = Math.max(1, Math.ceil(course.count / (width / 110)));
  for (let at = 0; at <= course.count; at += every)
    picture.append(svg("text", { x: x(at), y: HEIGHT - 8, "text-anchor": at ? "middle" : "start" }, String(at)));
  for (const seat of course.names.keys())
    picture.append(
      svg("polyline", {
        class: `line seat${seat % 4}`,
        points: course.curve.map((point) => `${x(point.at)},${y(point.shares[seat] ?? 0)}`).join(" "),
      }),
    );
  for (const { at, change } of course.moments)
    if (change)
      picture.append(svg("circle", { cx: x(at), cy: y(change.to), r: 6, class: `dot seat${change.seat % 4}` }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const across = ((event.clientX - box.x) / box.width) * width;
    const at = Math.round(((across - LEFT) / (width - LEFT - RIGHT)) * course.count);
    go(replayAddress(course.table, Math.max(0, Math.min(course.count, at))));
  });
  return picture;
}

function stepLink(course: Course, at: number, words: string): HTMLElement {
  return h("a", { href: replayAddress(course.table, at), "data-at": at }, words);
}

function momentItem(course: Course, moment: Moment): HTMLElement {
  const { change } = moment;
  return h(
    "li",
    {},
    moment.seat === null ? h("span", { class: "mark soft", "aria-hidden": "true" }, "◌") : seatMark(moment.seat),
    h(
      "div",
      {},
      stepLink(course, moment.at, t`Step ${moment.at}`),
      ` ${moment.text}`,
      change
        ? h(
            "div",
            { class: "soft" },
            `${course.names[change.seat] ?? ""}: ${percent(change.from)} → ${percent(change.to)}`,
          )
        : null,
    ),
  );
}

function otherwiseItem(course: Course, one: Otherwise): HTMLElement {
  return h(
    "li",
    {},
    seatMark(one.seat),
    h(
      "div",
      {},
      stepLink(course, one.at, t`Step ${one.at + 1}`),
      ` ${course.names[one.seat] ?? ""}: ${one.played}`,
      ...one.wrong.map((text) => h("div", { class: "wrong" }, text)),
      h("div", {}, h("strong", {}, t`Better: `), one.hint),
      h(
        "div",
        { class: "soft" },
        t`chance to win ${percent(one.chance_played)} as played, ${percent(one.chance_hint)} otherwise`,
      ),
    ),
  );
}

/** What is said while it is not finished. */
function progress(course: Course): HTMLElement | null {
  if (course.done) return null;
  if (course.preparing)
    return h(
      "p",
      { class: "soft course-wait" },
      t`${course.title} is still being prepared for searching. Until then the chances are what the game's judge thinks, and there are no hints yet.`,
    );
  return h(
    "p",
    { class: "soft course-wait" },
    t`The match is being gone over … `,
    h("progress", { max: 1, value: course.progress, "aria-label": t`How far the match has been gone over` }),
  );
}

function winners(course: Course): string {
  const best = Math.max(...course.result.scores);
  const won = course.names.filter((_, seat) => best > 0 && course.result.scores[seat] === best);
  return won.length > 1 ? t`${listed(won)} share the win` : t`${won[0] ?? t`Nobody`} wins`;
}

function hints(course: Course): HTMLElement {
  const none = course.done
    ? course.by === "search"
      ? t`A hint would have suggested the same, or nothing much better.`
      : t`This could not be determined.`
    : t`This is determined last.`;
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t`Where the hint would have done otherwise`),
    course.otherwise.length
      ? h("ol", { class: "course-list otherwise" }, ...course.otherwise.map((one) => otherwiseItem(course, one)))
      : h("p", { class: "soft" }, none),
  );
}

function draw(app: HTMLElement, course: Course): void {
  const invite = invitation() ?? course.invite;
  const points = course.names.map((name, seat) => `${name}: ${course.result.points[seat] ?? 0}`).join(", ");
  const content = [
    h("h1", {}, t`${course.title}: the course of the match`),
    h(
      "p",
      { class: "course-result" },
      h("strong", {}, `${winners(course)}: ${course.result.text}`),
      h("span", { class: "soft" }, ` ${points}`),
    ),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button main", href: replayAddress(course.table) }, t`Replay`),
      h(
        "button",
        { class: "share", onclick: () => void copyAddress(address(`/match/${course.table}`, { invite })) },
        t`Copy the link`,
      ),
      h(
        "a",
        {
          class: "button save",
          href: address(`/api/tables/${course.table}/save`, { invite: invitation() }),
          download: "",
          "data-plain": "",
        },
        t`Save file`,
      ),
      h("a", { class: "button", href: address(`/table/${course.table}`, { invite: invitation() }) }, t`To the table`),
    ),
    progress(course),
    h(
      "section",
      { class: "panel course-chances" },
      h("h2", {}, course.by === "search" ? t`Chances to win` : t`Chances to win, as the judge sees them`),
      chart(course) as unknown as HTMLElement,
      h("p", { class: "soft legend" }, ...course.names.flatMap((name, seat) => [seatMark(seat), ` ${name} `])),
      h(
        "p",
        { class: "soft small" },
        course.by === "search"
          ? t`After each decision, from what its player could know. A click opens the replay there.`
          : t`A click opens the replay there.`,
      ),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "panel" },
        h("h2", {}, t`Key moments`),
        course.moments.length
          ? h("ol", { class: "course-list moments" }, ...course.moments.map((moment) => momentItem(course, moment)))
          : h("p", { class: "soft" }, t`Nothing stood out.`),
      ),
      hints(course),
    ),
  ];
  const known = app.querySelector("main.course-page");
  if (known) fill(known, ...content);
  else frame(app, h("main", { class: "course-page" }, ...content.filter((part) => part !== null)));
}

export async function coursePage(app: HTMLElement, id: string): Promise<() => void> {
  let stopped = false,
    timer = 0,
    shown = "";
  const ask = () => api<Course>(address(`/tables/${id}/course`, { invite: invitation() }));
  const show = (course: Course): void => {
    // What is the same is not drawn again: somebody may be reading it, or be about to press something.
    const text = JSON.stringify({ ...course, progress: 0 });
    if (text !== shown) draw(app, course);
    const bar = app.querySelector<HTMLProgressElement>(".course-wait progress");
    if (bar) bar.value = course.progress;
    if (course.done && shown && text !== shown) announce(t`The match has been analysed.`);
    shown = text;
    if (!course.done) timer = window.setTimeout(() => void again(), course.preparing ? ASK_LATER : ASK_AGAIN);
  };
  const again = async (): Promise<void> => {
    const course = await ask().catch(() => null);
    if (stopped) return;
    if (course) show(course);
    else timer = window.setTimeout(() => void again(), ASK_LATER);
  };
  const first = await ask();
  document.title = t`${first.title}: the course of the match · Wartable`;
  show(first);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
