// After the build: measures what a first visit to the home page loads, compressed as a server would send it (too much
// fails the build), and writes the version of the page and its files into the offline worker.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 150_000;
const folder = new URL("../../src/tessella/server/client/", import.meta.url).pathname;

/** Puts texts into a file, each in the place that was left for it. */
function write(file, texts) {
  let text = readFileSync(file, "utf8");
  for (const [place, value] of Object.entries(texts)) {
    if (text.split(place).length !== 2) throw new Error(`${file} has no single place ${place} to be filled in`);
    text = text.replace(place, () => value);
  }
  writeFileSync(file, text);
  return text;
}

// The server answers every path with the page, which so must name its files from the root.
const index = join(folder, "index.html");
writeFileSync(index, readFileSync(index, "utf8").replaceAll('="./', '="/'));
// The engine is built before; without it the page works, but not without a server.
const list = join(folder, "engine/engine.json");
const engine = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")).version : "";
const version = createHash("sha256").update(write(index, { 'data-engine=""': `data-engine="${engine}"` })).digest("hex").slice(0, 12);
const page = write(index, { 'name="tessella-version" content=""': `name="tessella-version" content="${version}"` });
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
write(worker, {
  PAGE_VERSION: version,
  ENGINE_VERSION: engine,
  '["./"]': JSON.stringify(["./", ...icons, ...assets]),
});
// The fonts come with their licence.
for (const font of ["fraunces", "nunito"]) {
  const licence = new URL(`../node_modules/@fontsource-variable/${font}/LICENSE`, import.meta.url).pathname;
  copyFileSync(licence, join(folder, `licence-${font}.txt`));
}
// The manifest is of no use to visitors.
rmSync(join(folder, ".vite"), { recursive: true });
if (total > LIMIT) process.exit(1);
