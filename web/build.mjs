// Bundles the client: node build.mjs OUT
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const out = process.argv[2] ?? "../src/wartable/static";
await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: "src/main.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  logLevel: "warning",
});
await build({
  entryPoints: { app: "src/style.css" },
  outdir: out,
  bundle: true,
  minify: true,
  logLevel: "warning",
  // Fonts are files of their own, named by what is in them, so that a browser keeps them for good.
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]-[hash]",
  external: ["/static/*"],
});
for (const name of ["index.html", "icon.svg", "manifest.json"]) await copyFile(join("src", name), join(out, name));
// The studio of `wartable dev` lies apart: the server of tables has no part in it.
const studio = join(out, "..", "studio", "static");
await mkdir(studio, { recursive: true });
await build({ entryPoints: { studio: "src/studio.ts" }, outdir: studio, bundle: true, minify: true, format: "esm", target: ["es2022"], charset: "utf8", logLevel: "warning" });
for (const name of ["studio.html", "studio.css"]) await copyFile(join("src", name), join(studio, name));
