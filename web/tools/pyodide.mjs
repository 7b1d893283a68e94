// Runs a Python program in the engine of the browser, from the files that a browser would fetch:
// `node tools/pyodide.mjs PROGRAM.py [CLIENT]`. What the program prints goes to the standard output.
// The variables of the environment whose names begin with TESSELLA_ are passed on.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const CLIENT = fileURLToPath(new URL("../../src/tessella/server/client", import.meta.url));
// Beside the packages of npm: in node, Pyodide imports one of them.
const CACHE = fileURLToPath(new URL("../node_modules/.cache/engine", import.meta.url));

/** A data file, put together from its pieces and checked. */
function unpack(client, file) {
  const data = gunzipSync(Buffer.concat(file.pieces.map((piece) => readFileSync(join(client, piece.path)))));
  const hash = createHash("sha256").update(data).digest("hex");
  if (hash !== file.sha256 || data.length !== file.bytes) throw new Error(`${file.name} is damaged: make web`);
  return data;
}

/** Pyodide with this package and msgspec, from the engine of a client's folder. */
export async function load(client = CLIENT, options = {}) {
  const engine = JSON.parse(readFileSync(join(client, "engine/engine.json"), "utf8"));
  const folder = join(CACHE, `${engine.version}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    for (const [name, path] of Object.entries(engine.modules)) copyFileSync(join(client, path), join(folder, name));
    for (const file of engine.files) writeFileSync(join(folder, file.name), unpack(client, file));
    const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
    const pyodide = await loadPyodide({ indexURL: `${folder}/`, ...options });
    const archive = new Uint8Array(readFileSync(join(folder, "tessella.zip")));
    pyodide.unpackArchive(archive, "zip", { extractDir: "/lib/python-packages" });
    pyodide.runPython('import sys; sys.path.insert(0, "/lib/python-packages")');
    return pyodide;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, client] = process.argv.slice(2);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("TESSELLA_")));
  try {
    const pyodide = await load(client, { env: { HOME: "/home/pyodide", ...env } });
    await pyodide.runPythonAsync(readFileSync(program, "utf8"), { filename: program });
    // A timer that Python has cancelled would keep node waiting for it.
    process.exit(0);
  } catch (error) {
    // Not the error itself: node would print the script where it was thrown, which is one long line.
    console.error(error.message);
    process.exit(1);
  }
}
