// After the build: measures what a first visit to the home page loads, compressed as a server would send it (too much
// fails the build), and writes the version of the page and its files into the offline worker.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { stamp } from "./stamp.mjs";

const LIMIT = 150_000;
const folder = new URL("../../src/tessella/server/client/", import.meta.url).pathname;

// The server answers every path with the page, which so must name its files from the root.
const index = join(folder, "index.html");
const page = readFileSync(index, "utf8").replaceAll('="./', '="/');
writeFileSync(index, page);
const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));

/** Adds a file and all that it loads at once. */
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
// The home screen and one language are loaded at once, too.
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
const worker = join(folder, "sw.js");
const icons = readdirSync(folder).filter((name) => /\.(svg|webmanifest)$/.test(name));
const assets = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
const text = readFileSync(worker, "utf8");
const filled = text.replace('["./"]', JSON.stringify(["./", ...icons, ...assets]));
if (!filled.includes(assets[0])) throw new Error("the worker has no list of files to be filled in");
writeFileSync(worker, filled);
// The engine is built afterwards, and stamps the page again.
stamp("");
// The fonts come with their licence.
for (const font of ["fraunces", "nunito"]) {
  const licence = new URL(`../node_modules/@fontsource-variable/${font}/LICENSE`, import.meta.url).pathname;
  copyFileSync(licence, join(folder, `licence-${font}.txt`));
}
// The manifest is of no use to visitors.
rmSync(join(folder, ".vite"), { recursive: true });
if (total > LIMIT) process.exit(1);
