// The client's words in the reader's language. The server says in the page which language that is, and gives the page its words.

const page = globalThis.document?.documentElement;
/** The language of the page, and those that there are. */
export const language = page?.lang || "en";
export const languages = (page?.dataset.languages ?? language).split(" ");

interface Words {
  /** The translation of each English text. */
  texts: Record<string, string>;
  /** Which form of a noun follows a number: a digit for each number below 200, of which the last hundred repeat. */
  forms: string;
}

/** A script of the page puts them here before anything else runs; without it all is said in English. */
const words = (globalThis as { wartableWords?: Words }).wartableWords;

/** A number with its noun: see `n`. */
class Counted {
  constructor(
    readonly count: number,
    readonly noun: string,
  ) {}
}

/** A number with its noun in a text: `point`, or both forms as `army|armies`. */
export function n(count: number, noun: string): Counted {
  return new Counted(count, noun);
}

/** A text in the reader's language, from the English one; its parts are filled in. */
export function t(texts: TemplateStringsArray, ...parts: unknown[]): string {
  const field = (part: unknown, place: number) => `{${place}${part instanceof Counted ? `:${part.noun}` : ""}}`;
  const english = texts.reduce((text, next, place) => text + field(parts[place - 1], place - 1) + next);
  return (words?.texts[english] ?? english).replace(/\{(\d+)(?::([^}]*))?\}/g, (_, place: string, noun?: string) => {
    const part = parts[Number(place)];
    return part instanceof Counted ? `${part.count} ${form(part.count, (noun ?? part.noun).split("|"))}` : String(part);
  });
}

function form(count: number, forms: string[]): string {
  const place = words?.forms[count < 200 ? count : 100 + (count % 100)] ?? (count === 1 ? 0 : 1);
  return forms[Number(place)] ?? `${forms[0]}${Number(place) ? "s" : ""}`;
}

const together = new Intl.ListFormat(language === "en" ? "en-GB" : language);

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: string[]): string {
  return together.format(names);
}

/** The name of a language in itself. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
}

const YEAR = 31536000; // s

/** Read in another language from now on; whether that is news, and this browser keeps it. */
export function choose(code: string): boolean {
  const chosen = `wartable-language=${code}`;
  const isKept = () => document.cookie.split("; ").includes(chosen);
  if (isKept()) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with every request.
  document.cookie = `${chosen}; path=/; max-age=${YEAR}; samesite=lax`;
  return isKept();
}
