// After the build: weighs what a first visit to the home page loads, compressed as a server would send it (too much fails
// the build), and tells the offline worker which page this is and what belongs to it.
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 150_000;
const folder = new URL("../../src/tessella/server/client/", import.meta.url).pathname;
const page = readFileSync(join(folder, "index.html"), "utf8");
const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));

/** The file and all that it loads at once. */
function reach(key, found) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return;
  found.add(chunk.file);
  for (const css of chunk.css ?? []) found.add(css);
  for (const asset of chunk.assets ?? []) if (/latin-wght-normal/.test(asset) && !/latin-ext/.test(asset)) found.add(asset);
  for (const other of chunk.imports ?? []) reach(other, found);
}

const files = new Set();
reach("index.html", files);
// The home screen and one language are fetched at once, too.
for (const key of Object.keys(manifest)) {
  if (/screens\/Home\.svelte$/.test(key) || /i18n\/en\.json$/.test(key)) reach(key, files);
}
let total = gzipSync(page).length;
for (const file of files) {
  const data = readFileSync(join(folder, file));
  // Fonts are compressed already.
  total += file.endsWith(".woff2") ? data.length : gzipSync(data).length;
}
console.log(`First load: ${(total / 1000).toFixed(1)} kB compressed, in ${files.size + 1} files (limit ${LIMIT / 1000} kB)`);
// The worker that keeps the page offline is told which page this is, and all that it consists of.
const worker = join(folder, "sw.js");
const stamp = createHash("sha256").update(page).digest("hex").slice(0, 12);
const icons = readdirSync(folder).filter((name) => /\.(svg|webmanifest)$/.test(name));
const assets = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
const text = readFileSync(worker, "utf8");
const told = text.replace("STAMP", stamp).replace('["/"]', JSON.stringify(["", ...icons, ...assets].map((name) => `/${name}`)));
if (!told.includes(assets[0])) throw new Error("the worker has no list of files to be filled in");
writeFileSync(worker, told);
// The fonts come with their licence.
for (const font of ["fraunces", "nunito"]) {
  const licence = new URL(`../node_modules/@fontsource-variable/${font}/LICENSE`, import.meta.url).pathname;
  copyFileSync(licence, join(folder, `licence-${font}.txt`));
}
// It is of no use to anybody who only visits.
rmSync(join(folder, ".vite"), { recursive: true });
if (total > LIMIT) process.exit(1);
