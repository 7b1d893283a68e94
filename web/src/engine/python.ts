// Starts Python from files that the page has fetched, and makes its objects look like ours.

import type { About, EngineFiles, Reply } from "./protocol";
import type { Host } from "./service";
import type { DeviceStorage, Storage } from "./storage";

/** What is used of Pyodide. */
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(module: string): Browser;
}

interface Proxy<T> {
  toJs(): T;
  destroy(): void;
}

/** Python's None is undefined here: null would be an object of its own. */
interface Browser {
  start: { callKwargs(storage: object, named: { watch: (done: number, of: number) => void; pace?: number }): Promise<PythonHost> };
}

interface PythonHost {
  ask(method: string, path: string, body: string | undefined): Promise<Proxy<[number, string, string]>>;
  connect(table: string, since: number | undefined, send: (text: string) => void, close: (code: number, reason: string) => void): PythonConnection;
  about(): string;
}

interface PythonConnection {
  receive(text: string): void;
  close(): void;
  destroy(): void;
}

const FOLDER = "/lib/tessella";

/** Hands Pyodide the files that it would fetch, as long as it starts. */
function serve(files: Map<string, ArrayBuffer>): () => void {
  const { fetch } = self;
  self.fetch = (input, init) => {
    const name = new URL(input instanceof Request ? input.url : input, self.location.href).pathname.split("/").at(-1) ?? "";
    const data = files.get(name);
    if (!data) return fetch(input, init);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return Promise.resolve(new Response(data, { headers: { "Content-Type": type } }));
  };
  return () => (self.fetch = fetch);
}

async function load({ files, modules }: EngineFiles): Promise<Pyodide> {
  const address = modules["pyodide.mjs"];
  const archive = files.get("tessella.zip");
  if (address === undefined || !archive) throw new Error("the engine is not complete");
  const folder = new URL(".", address).href;
  const restore = serve(files);
  try {
    const module = (await import(/* @vite-ignore */ address)) as { loadPyodide(options: object): Promise<Pyodide> };
    const pyodide = await module.loadPyodide({ indexURL: folder, packageBaseUrl: folder });
    pyodide.unpackArchive(archive, "zip", { extractDir: FOLDER });
    pyodide.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(FOLDER)})`);
    return pyodide;
  } finally {
    restore();
    files.clear();
  }
}

/** The storage for Python. */
function forPython(storage: Storage): object {
  return {
    heads: () => storage.heads(),
    load: async (id: string) => {
      const stored = await storage.load(id);
      return stored ? [stored.head, ...stored.entries] : undefined;
    },
    create: (id: string, head: string) => storage.create(id, head),
    append: (id: string, first: number, entries: string[], head: string) => storage.append(id, first, [...entries], head),
    remove: (id: string) => storage.remove(id),
    get: async (key: string) => (await storage.get(key)) ?? undefined,
    set: (key: string, value: string) => storage.set(key, value),
  };
}

export async function boot(engine: EngineFiles, storage: DeviceStorage, pace: number | null): Promise<{ host: Host; about: About }> {
  const pyodide = await load(engine);
  let watching: (done: number, of: number) => void = () => {};
  const { start } = pyodide.pyimport("tessella.browser");
  const python = await start.callKwargs(forPython(storage), {
    watch: (done, of) => watching(done, of),
    ...(pace === null ? {} : { pace }),
  });
  const host: Host = {
    async ask(method, path, body, progress): Promise<Reply> {
      watching = progress;
      const proxy = await python.ask(method, path, body ?? undefined);
      const [status, kind, text] = proxy.toJs();
      proxy.destroy();
      return { status, kind, text };
    },
    connect(table, since, send, close) {
      const connection = python.connect(table, since ?? undefined, send, close);
      return {
        receive: (text) => connection.receive(text),
        close: () => {
          connection.close();
          connection.destroy();
        },
      };
    },
  };
  return { host, about: JSON.parse(python.about()) as About };
}
