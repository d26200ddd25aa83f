// Numbers that are written on things.

/** By how much the one number of a thing has changed, by its markup; 0 where there is none, or several. */
export function changeOf(then: string, now: string): number {
  const [old, young] = [then, now].map(written);
  return old === null || young === null || old === undefined || young === undefined ? 0 : young - old;
}

function written(markup: string): number | null {
  const texts = [...markup.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((found) => found[1]!);
  // The 2 of a space that is called a2 is no number.
  const numbers = texts.flatMap((text) => text.match(/(?<![a-z\d])-?\d+/gi) ?? []);
  return numbers.length === 1 ? Number(numbers[0]) : null;
}
