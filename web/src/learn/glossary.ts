// The words of a game, explained wherever they appear: a dotted line, and a sentence for mouse, keyboard and finger.
import { api } from "../common/api";
import { fill, h } from "../common/dom";

interface Word {
  term: string;
  forms: string[];
  says: string;
  rule: string;
}
type OpenRule = (rule: string) => void;

const BLOCKS = "p, li, h1, h2, .goal";
const PLAIN = "a, button, code, kbd, summary, .number, .unseen, .skipping, .rules h1";
const LEAVE = 220;

class Glossary {
  private readonly byForm = new Map<string, Word>();
  private readonly pattern: RegExp | null;

  constructor(words: Word[]) {
    for (const word of words) for (const form of word.forms) this.byForm.set(form, word);
    const forms = [...this.byForm.keys()].sort((one, other) => other.length - one.length);
    this.pattern = forms.length
      ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.map(eitherCase).join("|")})(?![\\p{L}\\p{N}])`, "gu")
      : null;
  }

  /** Underline the words of a text, each once in every paragraph. */
  mark(root: Element, openRule: OpenRule): void {
    if (!this.pattern) return;
    const seen = new Map<Element, Set<Word>>();
    for (const text of textsOf(root)) {
      const block = text.parentElement!.closest(BLOCKS) ?? root;
      if (!seen.has(block)) seen.set(block, new Set());
      this.markText(text, seen.get(block)!, openRule);
    }
  }

  private markText(text: Text, seen: Set<Word>, openRule: OpenRule): void {
    const parts: (Node | string)[] = [];
    let at = 0;
    for (const found of text.data.matchAll(this.pattern!)) {
      const word = this.byForm.get(found[0]) ?? this.byForm.get(found[0][0]!.toLowerCase() + found[0].slice(1));
      if (!word || seen.has(word)) continue;
      seen.add(word);
      const end = found.index + found[0].length;
      // A comma or full stop after the word never begins the next line.
      const mark = /^[.,:;!?)'’]+/.exec(text.data.slice(end))?.[0] ?? "";
      const button = termButton(found[0], word, openRule);
      parts.push(text.data.slice(at, found.index), mark ? h("span", { class: "unbroken" }, button, mark) : button);
      at = end + mark.length;
    }
    if (parts.length) text.replaceWith(...parts, text.data.slice(at));
  }
}

/** A word that begins with a small letter is known at the start of a sentence, too. */
function eitherCase(form: string): string {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const first = form[0]!;
  return first === first.toUpperCase() ? escaped(form) : `[${first}${first.toUpperCase()}]${escaped(form.slice(1))}`;
}

function textsOf(root: Element): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() && !text.parentElement!.closest(PLAIN)) found.push(text);
  }
  return found;
}

const known = new Map<string, Promise<Glossary>>();
function load(game: string): Promise<Glossary> {
  let found = known.get(game);
  if (!found) {
    found = api<{ words: Word[] }>(`/games/${encodeURIComponent(game)}/glossary`).then(
      ({ words }) => new Glossary(words),
    );
    known.set(game, found);
    found.catch(() => known.delete(game));
  }
  return found;
}

const loaded = new Map<string, Glossary>();
/** Explain the words of a game in an element; at once where they are known, or as soon as they are. */
export function explainWords(root: Element, game: string, openRule: OpenRule): void {
  const glossary = loaded.get(game);
  if (glossary) {
    glossary.mark(root, openRule);
    return;
  }
  void load(game).then(
    (found) => {
      loaded.set(game, found);
      found.mark(root, openRule);
    },
    () => undefined,
  );
}

// The sentence

const card = h("div", { class: "term-card", role: "tooltip", id: "term-card", hidden: true });
let shownAt: HTMLElement | null = null;
let leaving = 0;
card.addEventListener("pointerenter", () => clearTimeout(leaving));
card.addEventListener("pointerleave", () => later());
addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});
addEventListener("pointerdown", (event) => {
  if (!card.contains(event.target as Node) && event.target !== shownAt) hide();
});
addEventListener("scroll", () => hide(), { capture: true, passive: true });

function hide(): void {
  clearTimeout(leaving);
  card.hidden = true;
  shownAt?.removeAttribute("aria-describedby");
  shownAt = null;
}

function later(): void {
  clearTimeout(leaving);
  leaving = window.setTimeout(hide, LEAVE);
}

function show(button: HTMLElement, word: Word, openRule: OpenRule): void {
  hide();
  shownAt = button;
  button.setAttribute("aria-describedby", card.id);
  fill(
    card,
    h("strong", {}, word.term),
    " ",
    h("span", {}, word.says),
    " ",
    h(
      "button",
      {
        class: "link",
        tabindex: "-1",
        onclick: () => {
          hide();
          openRule(word.rule);
        },
      },
      word.rule,
    ),
  );
  if (!card.isConnected) document.body.append(card);
  card.hidden = false;
  const near = button.getBoundingClientRect(),
    box = card.getBoundingClientRect();
  const top = near.bottom + 6 + box.height < innerHeight ? near.bottom + 4 : near.top - box.height - 4;
  Object.assign(card.style, {
    left: `${Math.max(4, Math.min(near.left, innerWidth - box.width - 6))}px`,
    top: `${Math.max(4, top)}px`,
  });
}

/** The word as a button: a look explains it; Enter, or a click where it is explained already, opens its rule. */
function termButton(text: string, word: Word, openRule: OpenRule): HTMLElement {
  let pressedAt: HTMLElement | null = null;
  const button: HTMLElement = h(
    "button",
    {
      class: "term",
      type: "button",
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === "mouse") show(button, word, openRule);
      },
      onpointerleave: (event: PointerEvent) => {
        if (event.pointerType === "mouse") later();
      },
      onpointerdown: (event: PointerEvent) => {
        pressedAt = event.pointerType === "mouse" ? shownAt : null;
      },
      onfocus: () => {
        if (button.matches(":focus-visible")) show(button, word, openRule);
      },
      onblur: later,
      onclick: (event: MouseEvent) => {
        if (event.detail === 0 || pressedAt === button) {
          hide();
          openRule(word.rule);
        } else show(button, word, openRule);
      },
    },
    text,
  );
  return button;
}
