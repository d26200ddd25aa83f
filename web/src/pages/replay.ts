// A finished match, step by step, with the curve of the judge's estimates.

import { Board } from "../board/board";
import { ApiError, api, loadGames, me } from "../common/api";
import { type Chances, curve, WIDTH } from "../common/curve";
import { fill, h, seatMark, sorry, toast } from "../common/dom";
import { brand, themeButton } from "../common/frame";
import { t } from "../common/language";
import { canKeep, keepReplay } from "../common/offline";
import { go } from "../common/route";
import { address, copyAddress, invitation, replayAddress } from "../common/share";
import type { Cue, Frame, LogLine, Scene, SentFrame, Steps, Thought } from "../common/types";
import { openingOf } from "../playback/opening";
import { Playback } from "../playback/playback";
import { speed, speedButton } from "../playback/speed";
import { writtenOut } from "../playback/wire";
import { logList } from "../table/tablepage";
import { Thoughts } from "../table/thoughts";

interface Mistake {
  step: number;
  seat: number;
  played: string;
  better: string;
  loss: number;
}
interface Analysis extends Chances {
  by: string;
  mistakes: Mistake[];
}
interface Filmed {
  scene: Scene;
  frames: Frame[];
  stage?: Cue[];
}
const notOver = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 409) return null;
  throw error;
};

export async function replayPage(app: HTMLElement, id: string): Promise<() => void> {
  const asked = new URLSearchParams(location.search);
  const query = address("", { invite: invitation() });
  const [games, steps] = await Promise.all([
    loadGames(),
    api<Steps>(
      address(`/tables/${id}/steps`, { seat: /^(-1|[0-7])$/.exec(asked.get("seat") ?? "")?.[0], invite: invitation() }),
    ).catch(notOver),
  ]);
  // A match in play is watched at its table.
  if (!steps) {
    location.replace(`/table/${id}${query}`);
    return () => undefined;
  }
  document.title = t`${steps.title} replay · Wartable`;
  const board = new Board(games.patterns, () => undefined);
  const stage = h("div", { class: "stage" }, h("div", { class: "board-box" }, board.main as unknown as HTMLElement));
  const playback = new Playback(
    board,
    stage,
    () => undefined,
    () => -1,
    false,
  );
  const frames = new Map<number, Promise<Scene>>();
  let at = 0,
    wanted = 0,
    playing = false,
    seat = steps.seat;
  const load = (number: number): Promise<Scene> => {
    let found = frames.get(number);
    if (!found) {
      found = api<{ scene: Scene }>(`/tables/${id}/frames/${number}?seat=${seat}${query.replace("?", "&")}`).then(
        (answer) => answer.scene,
      );
      frames.set(number, found);
    }
    return found;
  };
  const slider = h("input", {
    type: "range",
    min: 0,
    max: steps.count,
    value: 0,
    "aria-label": t`Step`,
    class: "slider",
  });
  const where = h("span", { class: "where" });
  const said = h("p", { class: "said", "aria-live": "polite" });
  const curveBox = h("div", { class: "curve-box" });
  const rules = (rule: string) => go(`/rules/${steps.game}#${rule}`);
  const log = logList(steps.log, rules);
  // The sentences come in pages: the list grows when it is scrolled, and a step's own page is loaded when it is shown.
  const size = steps.log_next ?? steps.count + 1;
  const pages = new Map<number, Promise<LogLine[]>>([[0, Promise.resolve(steps.log)]]);
  const page = (number: number): Promise<LogLine[]> => {
    let found = pages.get(number);
    if (!found) {
      found = api<Steps>(`/tables/${id}/steps?start=${number * size}&seat=${seat}${query.replace("?", "&")}`).then(
        (answer) => answer.log,
      );
      pages.set(number, found);
    }
    return found;
  };
  let listed = 1,
    growing = false;
  const grow = async (): Promise<void> => {
    if (growing || listed * size >= steps.count) return;
    growing = true;
    const lines = await page(listed).catch(() => null);
    growing = false;
    if (lines) {
      log.append(...logList(lines, rules).children);
      listed += 1;
    }
  };

  const show = async (number: number): Promise<void> => {
    wanted = Math.max(0, Math.min(steps.count, number));
    const [scene, lines] = await Promise.all([load(wanted), page(Math.max(0, Math.floor((wanted - 1) / size)))]).catch(
      (error: Error): [null, LogLine[]] => {
        sorry(error);
        return [null, []];
      },
    );
    if (!scene || number !== wanted) return;
    const film = number === at + 1 ? await filmOf(number) : null;
    if (number !== wanted) return;
    at = wanted;
    tell(lines);
    void think();
    if (film) await playback.replay(film.scene, film.frames, null, film.stage);
    else playback.reset();
    if (number !== wanted) return;
    board.show(scene);
    void load(Math.min(steps.count, at + 1));
    void load(Math.min(steps.count, at + 2));
  };
  /** The step from one place to the next, note by note, where it is to be played. */
  const filmOf = (number: number): Promise<Filmed | null> =>
    speed() === "off"
      ? Promise.resolve(null)
      : api<{ scene: Scene; frames: SentFrame[]; stage?: Cue[] }>(
          `/tables/${id}/films/${number}?seat=${seat}${query.replace("?", "&")}`,
        ).then(writtenOut, () => null);
  /** Say where we are, and what was said there. */
  const tell = (lines: LogLine[]): void => {
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", t`${at} of ${steps.count}`);
    where.textContent = `${at} / ${steps.count}`;
    said.textContent = lines
      .filter((line) => line.step === at - 1)
      .map((line) => line.text)
      .join(" ");
    for (const item of log.children)
      item.classList.toggle("now", Number((item as HTMLElement).dataset.step) === at - 1);
    const now = log.querySelector<HTMLElement>(".now"),
      body = log.parentElement;
    // Only the list scrolls, never the page around it.
    if (now && body) body.scrollTop = now.offsetTop - body.offsetTop - body.clientHeight / 2;
    const cursor = curveBox.querySelector(".cursor");
    const x = String((at / Math.max(1, steps.count)) * WIDTH);
    cursor?.setAttribute("x1", x);
    cursor?.setAttribute("x2", x);
  };
  // What was thought of the decision that led here, where somebody wants to see it.
  const thoughts = new Thoughts();
  let isThinking = false;
  const think = async (): Promise<void> => {
    if (!isThinking || !at) {
      thoughts.hide();
      return;
    }
    const shown = at;
    const found = await api<{ by: string; thought: Thought | null }>(`/tables/${id}/thoughts/${at - 1}${query}`).catch(
      (error: Error) => {
        sorry(error);
        return null;
      },
    );
    if (found && shown === at && isThinking) thoughts.show(steps.names, found.thought, found.by);
  };
  const thinkButton: HTMLElement = h(
    "button",
    {
      class: "think",
      "aria-pressed": "false",
      onclick: () => {
        isThinking = !isThinking;
        thinkButton.setAttribute("aria-pressed", String(isThinking));
        void think();
      },
    },
    t`Thoughts`,
  );
  const stop = () => {
    playing = false;
    playback.finish();
    playButton.textContent = "▶ Play";
  };
  const play = async (): Promise<void> => {
    if (playing) {
      stop();
      return;
    }
    playing = true;
    playButton.textContent = "❚❚ Pause";
    if (at >= steps.count) await show(0);
    while (playing && at < steps.count) {
      const before = at;
      await show(at + 1);
      if (at === before) break;
      await new Promise((done) => setTimeout(done, speed() === "off" ? 900 : 150));
    }
    stop();
  };
  const playButton = h("button", { class: "main", onclick: () => void play() }, t`▶ Play`);
  slider.addEventListener("input", () => {
    stop();
    void show(Number(slider.value));
  });
  log.addEventListener("click", (event) => {
    const item = (event.target as Element).closest<HTMLElement>("li");
    if (item && !(event.target as Element).closest("button")) {
      stop();
      void show(Number(item.dataset.step) + 1);
    }
  });
  const keys = (event: KeyboardEvent) => {
    if (/^(INPUT|SELECT|BUTTON)$/.test((event.target as HTMLElement).tagName)) return;
    const step: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.count };
    if (event.key in step) {
      event.preventDefault();
      stop();
      void show(step[event.key]!);
    } else if (event.key === " ") {
      event.preventDefault();
      void play();
    }
  };
  addEventListener("keydown", keys);
  const views = h(
    "select",
    { "aria-label": t`Seen by` },
    h("option", { value: -1 }, t`as a spectator`),
    ...steps.names.map((name, number) => h("option", { value: number }, t`as ${name}`)),
  );
  views.addEventListener("change", () => {
    seat = Number(views.value);
    frames.clear();
    pages.clear();
    fill(log);
    listed = 0;
    void grow().then(() => show(at));
  });
  const check = h(
    "button",
    {
      onclick: () =>
        void api<{ sound: boolean; actions: number; rolls: number; fault: string | null }>(
          `/tables/${id}/verify${query}`,
        ).then(
          (found) =>
            toast(
              found.sound
                ? t`Valid: ${found.actions} actions are legal, and all ${found.rolls} rolls follow from the seed.`
                : (found.fault ?? ""),
              undefined,
              12,
            ),
          (error: Error) => sorry(error),
        ),
    },
    t`Check the dice`,
  );
  // Those who sat at a private table may show it to others, as they may invite them.
  const share = h(
    "button",
    {
      class: "share",
      onclick: () =>
        void copyAddress(
          replayAddress(id, at, invitation() ?? steps.invite, seat),
          t`The link to step ${at} is copied.`,
        ),
    },
    t`Copy the link`,
  );
  // All that this page asks for, as it asks, kept for the time without a network.
  const keep = h("button", { class: "keep", hidden: !canKeep || me.offline === true }, t`Keep on this device`);
  keep.addEventListener("click", () => {
    keep.disabled = true;
    const of = (path: string) => `/api/tables/${id}/${path}seat=${seat}`;
    const paths = [
      of("steps?"),
      ...Array.from({ length: Math.ceil(steps.count / size) - 1 }, (_, number) =>
        of(`steps?start=${(number + 1) * size}&`),
      ),
      ...Array.from({ length: steps.count + 1 }, (_, number) => of(`frames/${number}?`)),
    ];
    const text = steps.result?.text ?? steps.names.join(", ");
    const kept = { id, path: `/replay/${id}?seat=${seat}`, title: heading, text, at: Date.now() / 1000 };
    keepReplay(kept, paths, (share) => {
      keep.textContent = t`Keeping: ${Math.floor(share * 100)}%`;
    })
      .then(() => {
        keep.textContent = t`Kept`;
        toast(t`This replay is kept on this device.`, h("a", { href: "/offline" }, t`What is kept`));
      })
      .catch((error: Error) => {
        keep.disabled = false;
        keep.textContent = t`Keep on this device`;
        sorry(error);
      });
  });
  const over = steps.result
    ? [
        h("a", { class: "button course", href: `/match/${id}${query}` }, t`Course of the match`),
        h(
          "a",
          { class: "button save", href: `/api/tables/${id}/save${query}`, download: "", "data-plain": "" },
          t`Save file`,
        ),
      ]
    : [];
  const winner = steps.result ? steps.result.scores.indexOf(Math.max(...steps.result.scores)) : -1;
  const heading = steps.result ? t`${steps.title}: ${steps.names[winner] ?? ""} won` : steps.title;
  fill(
    app,
    h(
      "div",
      { class: "replay-page" },
      h(
        "header",
        { class: "bar" },
        brand(),
        h(
          "div",
          { class: "prompt" },
          h("h1", {}, heading),
          h("span", { class: "soft" }, ` ${steps.result?.text ?? steps.frozen ?? ""}`),
        ),
        h("div", { class: "tools" }, speedButton(), themeButton()),
      ),
      h(
        "main",
        { class: "middle", id: "main" },
        stage,
        h(
          "aside",
          { class: "drawer replay-drawer", "aria-label": t`Replay` },
          h(
            "div",
            { class: "controls" },
            h(
              "button",
              {
                "aria-label": t`To the beginning`,
                onclick: () => {
                  stop();
                  void show(0);
                },
              },
              "|◀",
            ),
            h(
              "button",
              {
                "aria-label": t`Back`,
                onclick: () => {
                  stop();
                  void show(at - 1);
                },
              },
              "◀",
            ),
            playButton,
            h(
              "button",
              {
                "aria-label": t`Forward`,
                onclick: () => {
                  stop();
                  void show(at + 1);
                },
              },
              "▶",
            ),
            h(
              "button",
              {
                "aria-label": t`To the end`,
                onclick: () => {
                  stop();
                  void show(steps.count);
                },
              },
              "▶|",
            ),
            where,
          ),
          slider,
          said,
          thoughts.element,
          curveBox,
          h(
            "div",
            { class: "row" },
            views,
            steps.result ? thinkButton : null,
            check,
            share,
            steps.result ? keep : null,
            ...over,
          ),
          h(
            "div",
            { class: "drawer-body", tabindex: "0" },
            log,
            h("div", { class: "rest-box" }, board.rest as unknown as HTMLElement),
          ),
        ),
      ),
    ),
  );
  const list = log.parentElement!;
  list.addEventListener("scroll", () => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < 200) void grow();
  });
  const resize = () => board.layout(innerWidth < 820, stage.clientWidth, stage.clientHeight);
  const sizes = new ResizeObserver(resize);
  sizes.observe(stage);
  resize();
  views.value = String(seat);
  void show(asked.has("step") ? Number(asked.get("step")) || 0 : openingOf(steps.log));
  const analyse = async (by: string): Promise<void> => {
    const analysis = await api<Analysis>(`/tables/${id}/analysis?by=${by}${query.replace("?", "&")}`);
    const deeper = h(
      "button",
      {
        class: "small",
        onclick: () => {
          deeper.disabled = true;
          deeper.textContent = t`Searching …`;
          analyse("search").catch((error: Error) => {
            sorry(error);
            deeper.disabled = false;
            deeper.textContent = t`Find mistakes`;
          });
        },
      },
      t`Find mistakes`,
    );
    fill(
      curveBox,
      h("h2", {}, analysis.by === "search" ? t`Chances to win` : t`Chances to win, as the judge sees them`),
      curve(analysis) as unknown as HTMLElement,
      h("p", { class: "soft legend" }, ...analysis.names.flatMap((name, number) => [seatMark(number), ` ${name} `])),
      by === "search"
        ? analysis.mistakes.length
          ? h(
              "ol",
              { class: "mistakes" },
              ...analysis.mistakes.map((mistake) =>
                h(
                  "li",
                  {},
                  seatMark(mistake.seat),
                  h(
                    "button",
                    {
                      class: "link",
                      onclick: () => {
                        stop();
                        void show(mistake.step);
                      },
                    },
                    t`Step ${mistake.step + 1}`,
                  ),
                  t` ${mistake.played} cost ${Math.round(mistake.loss * 100)}%; better: ${mistake.better}`,
                ),
              ),
            )
          : h("p", { class: "soft" }, t`No big mistakes.`)
        : deeper,
    );
    curveBox.querySelector(".curve")?.addEventListener("click", (event) => {
      const box = curveBox.querySelector(".curve")!.getBoundingClientRect();
      stop();
      void show(Math.round((((event as MouseEvent).clientX - box.x) / box.width) * steps.count));
    });
    if (!playing) void show(wanted);
  };
  analyse("judge").catch(() => undefined);
  return () => {
    stop();
    playback.leave();
    removeEventListener("keydown", keys);
    sizes.disconnect();
  };
}
