// Bundles the client: node build.mjs OUT
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import fontverter from "fontverter";
import subsetFont from "subset-font";
import { widthsOf } from "./widths.mjs";

const out = resolve(process.argv[2] ?? "../src/wartable/static");
await mkdir(out, { recursive: true });
// Fonts of an earlier build have other names.
await rm(join(out, "fonts"), { recursive: true, force: true });

// A font has the letters that its unicode-range names, and what the style sheets ask for: pairs of letters, lining and
// tabular figures, and accents on their letters; no joined letters, so that words are as wide as their letters. One
// whose name is reserved may not be changed under that name, and stays as it is.
const FEATURES = ["kern", "lnum", "tnum"],
  WITH_ACCENTS = [...FEATURES, "ccmp", "locl", "mark"];
// These are as legible without their pairs of letters, which are a tenth to a fifth of their files.
const UNPAIRED = /alegreya-sans|cinzel/;
const ranges = new Map();
const FACE = /font-family: "([^"]+)";\s+font-weight: \d+ (\d+);[^}]*url\("([^"]+)"\)[^}]*unicode-range: ([^;}]+)/g;
const faces = {};
for (const [, family, heaviest, url, range] of (await readFile("src/fonts.css", "utf8")).matchAll(FACE)) {
  ranges.set(basename(url), lettersOf(range));
  // Who draws on a server knows how wide a title in bold will be.
  if (Number(heaviest) < 700 || url.endsWith("?accents")) continue;
  const font = await fontverter.convert(await readFile(join("node_modules", url.replace(/\?.*/, ""))), "sfnt");
  faces[family] = widthsOf(font, lettersOf("U+0020-007E"));
}
await writeFile(join(out, "faces.json"), `${JSON.stringify(faces)}\n`);

function lettersOf(range) {
  return range
    .split(",")
    .flatMap((part) => {
      const [first, last = first] = part
        .trim()
        .replace("U+", "")
        .split("-")
        .map((code) => parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step));
    })
    .join("");
}

const fewerLetters = {
  name: "fewer letters",
  setup({ onLoad }) {
    onLoad({ filter: /\.woff2$/ }, async ({ path, suffix }) => {
      const whole = await readFile(path);
      const licence = await readFile(join(dirname(path), "..", "LICENSE"), "utf8");
      if (/with Reserved Font Name/i.test(licence)) return { contents: whole, loader: "file" };
      const letters = ranges.get(basename(path) + suffix);
      if (!letters) throw new Error(`fonts.css has no unicode-range for ${basename(path)}${suffix}`);
      return {
        contents: await subsetFont(whole, letters, {
          targetFormat: "woff2",
          keepFeatures: (suffix === "?accents" ? WITH_ACCENTS : FEATURES).filter(
            (feature) => feature !== "kern" || !UNPAIRED.test(path),
          ),
        }),
        loader: "file",
      };
    });
  },
};

// What a table needs comes at once, what other pages need when they are asked for, and what both need once.
await rm(join(out, "parts"), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { app: "src/main.ts" },
  outdir: out,
  bundle: true,
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  metafile: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  logLevel: "warning",
});
const scripts = Object.entries(metafile.outputs).map(([file, { imports }]) => ({
  name: relative(out, resolve(file)),
  imports,
}));
const atOnce = scripts.find(({ name }) => name === "app.js").imports.filter(({ kind }) => kind === "import-statement");
const preloads = atOnce
  .map(({ path }) => `<link rel="modulepreload" href="/static/${relative(out, resolve(path))}">`)
  .join("\n");
await build({
  entryPoints: { app: "src/style.css", more: "src/more.css" },
  outdir: out,
  bundle: true,
  minify: true,
  logLevel: "warning",
  // Fonts are files of their own, named by what is in them, so that a browser keeps them for good.
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]-[hash]",
  plugins: [fewerLetters],
  external: ["/static/*"],
});
// Packed once, smaller than a server could while somebody waits.
const styles = ["app.css", "more.css"];
for (const name of [...scripts.map(({ name }) => name), ...styles])
  await writeFile(join(out, `${name}.br`), brotliCompressSync(await readFile(join(out, name))));
const icons = ["icon.svg", "icon-192.png", "icon-512.png", "icon-512-mask.png"];
for (const name of [...icons, "manifest.json"]) await copyFile(join("src", name), join(out, name));
const page = await readFile(join("src", "index.html"), "utf8");
const index = page.replace("</head>", `${preloads}\n</head>`);
await writeFile(join(out, "index.html"), index);
// The service worker keeps all of the client, under a name that changes with any of it.
const fonts = (await readdir(join(out, "fonts"))).map((name) => `fonts/${name}`);
const files = [...scripts.map(({ name }) => name), ...styles, ...fonts, ...icons, "manifest.json"].sort();
const all = createHash("sha256").update(index);
for (const name of files) all.update(await readFile(join(out, name)));
await build({
  entryPoints: { worker: "src/worker.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  logLevel: "warning",
  define: {
    FILES: JSON.stringify(files.map((name) => `/static/${name}`)),
    VERSION: JSON.stringify(all.digest("hex").slice(0, 12)),
  },
});
// The studio of `wartable dev` lies apart: the server of tables has no part in it.
const studio = join(out, "..", "studio", "static");
await mkdir(studio, { recursive: true });
await build({
  entryPoints: { studio: "src/studio/studio.ts" },
  outdir: studio,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  logLevel: "warning",
});
for (const name of ["studio.html", "studio.css"]) await copyFile(join("src", "studio", name), join(studio, name));
