// How wide the letters of a font are, as shares of its size, from its tables (OpenType: cmap, hhea, hmtx).

export function widthsOf(font, letters) {
  const data = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = {};
  for (let number = 0; number < data.getUint16(4); number++) {
    const entry = 12 + 16 * number;
    tables[String.fromCharCode(...font.subarray(entry, entry + 4))] = data.getUint32(entry + 8);
  }
  const perSize = data.getUint16(tables.head + 18),
    wide = data.getUint16(tables.hhea + 34);
  const glyphOf = glyphsOf(data, tables.cmap);
  return Object.fromEntries(
    [...letters].map((letter) => {
      const glyph = glyphOf(letter.codePointAt(0));
      return [
        letter,
        Math.round((1000 * data.getUint16(tables.hmtx + 4 * Math.min(glyph, wide - 1))) / perSize) / 1000,
      ];
    }),
  );
}

/** The number of a letter's glyph, by the table of segments that every font has. */
function glyphsOf(data, cmap) {
  let at = 0;
  for (let number = 0; number < data.getUint16(cmap + 2); number++) {
    const table = cmap + data.getUint32(cmap + 8 + 8 * number);
    if (data.getUint16(table) === 4) at = table;
  }
  if (!at) throw new Error("the font has no table of segments");
  const segments = data.getUint16(at + 6) / 2;
  const ends = at + 14,
    starts = ends + 2 * segments + 2,
    deltas = starts + 2 * segments,
    offsets = deltas + 2 * segments;
  return (code) => {
    for (let number = 0; number < segments; number++) {
      const step = 2 * number;
      if (code > data.getUint16(ends + step)) continue;
      const start = data.getUint16(starts + step),
        delta = data.getInt16(deltas + step),
        offset = data.getUint16(offsets + step);
      if (code < start) return 0;
      if (!offset) return (code + delta) & 0xffff;
      const glyph = data.getUint16(offsets + step + offset + 2 * (code - start));
      return glyph ? (glyph + delta) & 0xffff : 0;
    }
    return 0;
  };
}
