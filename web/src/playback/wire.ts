// What comes over the wire says nothing twice: outlines have names, and of what is known only the changes come. Here it
// is written out again, so that nobody else has to know.
import type { Choice, Cue, Frame, Panel, Scene, SentChoices, SentFrame, SentPart, Spot, Thing } from "../common/types";

type Part = Panel | Thing;

const NAMED = / d="#(\w+)"/g;

/** A part as it was sent, and as it is drawn. */
interface Known<T extends Part> {
  sent: T;
  drawn: T;
}

export class Wire {
  private outlines: Record<string, string> = {};
  private panels = new Map<string, Known<Panel>>();
  private things = new Map<string, Known<Thing>>();
  /** Things that went; what comes back is told by what is other then. */
  private readonly past = new Map<string, Known<Thing>>();
  private size = { width: 0, height: 0 };

  /** More outlines that markup may name. */
  learn(outlines: Record<string, string> = {}): void {
    Object.assign(this.outlines, outlines);
  }

  /** A whole scene, from which all that follows goes on. */
  whole(scene: Scene): Scene {
    this.learn(scene.outlines);
    this.panels = new Map(scene.panels.map((panel) => [panel.id, this.known(panel)]));
    this.things = new Map(scene.things.map((thing) => [thing.id, this.known(thing)]));
    this.size = { width: scene.width, height: scene.height };
    return this.scene;
  }

  frames(frames: SentFrame[]): Frame[] {
    return frames.map((frame) => this.frame(frame));
  }

  cues(cues: Cue[] = []): Cue[] {
    const drawn = <T extends { picture?: string }>(part: T): T =>
      part.picture === undefined ? part : { ...part, picture: this.fill(part.picture) };
    return cues.map((cue) => ({ ...drawn(cue), ...(cue.sides ? { sides: cue.sides.map(drawn) } : {}) }));
  }

  private spots(spots: Spot[]): Spot[] {
    return spots.map((spot) =>
      spot.coin ? { ...spot, coin: { ...spot.coin, picture: this.fill(spot.coin.picture) } } : spot,
    );
  }

  private get scene(): Scene {
    return {
      ...this.size,
      panels: [...this.panels.values()].map(({ drawn }) => drawn),
      things: [...this.things.values()].map(({ drawn }) => drawn),
    };
  }

  private frame({ log, scene, panels, things = [], gone = [], width, height, cues, spots }: SentFrame): Frame {
    const told: Frame = {
      log,
      ...(cues ? { cues: this.cues(cues) } : {}),
      ...(spots ? { spots: this.spots(spots) } : {}),
    };
    if (scene) return { ...told, scene: this.whole(scene) };
    for (const id of gone) {
      this.past.set(id, this.things.get(id)!);
      this.things.delete(id);
    }
    const changed = things.map(({ back, ...part }) =>
      this.take(this.things, part, back ? this.past.get(part.id) : undefined),
    );
    if (!panels) return { ...told, things: changed, gone };
    if (width !== undefined && height !== undefined) this.size = { width, height };
    // Panels lie in this order, and there are no others.
    const before = this.panels;
    this.panels = new Map();
    for (const part of panels) {
      const id = typeof part === "string" ? part : part.id,
        known = before.get(id);
      if (known) this.panels.set(id, known);
      if (typeof part !== "string") this.take(this.panels, part);
    }
    return { ...told, things: changed, gone, scene: this.scene };
  }

  /** Put a change together with what is known; what comes of it. */
  private take<T extends Part>(all: Map<string, Known<T>>, { cut, ...fields }: SentPart<T>, past?: Known<T>): T {
    const before = past ?? all.get(fields.id);
    const sent = { ...before?.sent, ...fields } as Record<string, unknown>;
    for (const [name, [start, end, text]] of Object.entries(cut ?? {})) {
      const known = sent[name] as string;
      sent[name] = known.slice(0, start) + text + known.slice(known.length - end);
    }
    for (const name of Object.keys(sent)) if (sent[name] === null) delete sent[name];
    const known = this.known(sent as unknown as T, before);
    all.set(fields.id, known);
    return known.drawn;
  }

  private known<T extends Part>(sent: T, before?: Known<T>): Known<T> {
    const markup = before?.sent.markup === sent.markup ? before.drawn.markup : this.fill(sent.markup);
    return { sent, drawn: { ...sent, markup } };
  }

  private fill(markup: string): string {
    return markup.replace(NAMED, (_, name: string) => ` d="${this.outlines[name]}"`);
  }
}

/** All choices, of those that were known and those that are new. */
export function chosenFrom(before: Choice[], sent: SentChoices): Choice[] {
  let action = 0;
  const risky = new Set(sent.risky);
  const fresh = (sent.actions ?? []).map((step, place): Choice => {
    action += step;
    const path = sent
      .paths!.map((column) => sent.things![column[place]!])
      .filter((id): id is string => id !== undefined);
    return {
      action,
      notation: sent.notations![place]!,
      label: sent.labels![place]!,
      path,
      ...(risky.has(place) ? { risky: true } : {}),
    };
  });
  return sent.runs.flatMap(([place, count]) =>
    place < 0 ? fresh.splice(0, count) : before.slice(place, place + count),
  );
}

/** Something that is shown again, with the scene before it: all that it needs is in it. */
export function writtenOut(film: { scene: Scene; frames?: SentFrame[]; stage?: Cue[] }): {
  scene: Scene;
  frames: Frame[];
  stage: Cue[];
} {
  const wire = new Wire();
  const scene = wire.whole(film.scene);
  return { scene, stage: wire.cues(film.stage), frames: wire.frames(film.frames ?? []) };
}
