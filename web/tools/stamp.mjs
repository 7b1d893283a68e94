// Writes the version of the engine and that of the page into the page and into its offline worker: `node tools/stamp.mjs
// ENGINE`. The version of the page is a hash of it, and so changes with any of its files and with the engine.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../src/tessella/server/client", import.meta.url));
const IN_PAGE = /(<meta name="tessella-version" content=")[0-9a-f]*(" data-engine=")[0-9a-f]*(")/;
const IN_WORKER = /(const VERSION = ")\w*(";\nconst ENGINE = ")\w*(";)/;

function replaced(text, pattern, first, second) {
  if (!pattern.test(text)) throw new Error(`there is no place for a version: ${pattern.source}`);
  return text.replace(pattern, `$1${first}$2${second}$3`);
}

/** Stamps the client, which is complete but for the engine; empty if it has none. */
export function stamp(engine) {
  const [page, worker] = ["index.html", "sw.js"].map((name) => join(FOLDER, name));
  const bare = replaced(readFileSync(page, "utf8"), IN_PAGE, "", engine);
  const version = createHash("sha256").update(bare).digest("hex").slice(0, 12);
  writeFileSync(page, replaced(bare, IN_PAGE, version, engine));
  writeFileSync(worker, replaced(readFileSync(worker, "utf8"), IN_WORKER, version, engine));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) stamp(process.argv[2] ?? "");
