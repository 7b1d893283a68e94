// What the page and the worker that runs the engine say to each other.

/** The id of a table that is stored on this device; those of a server are shorter. */
const DEVICE_ID = /^d[a-z0-9]{12}$/;

export function isOnDevice(id: string): boolean {
  return DEVICE_ID.test(id);
}

/** What the worker needs to start: the files of the engine by name, and the addresses of its modules. */
export interface EngineFiles {
  files: Map<string, ArrayBuffer>;
  modules: Record<string, string>;
  version: string;
  kernels: string;
}

/** What runs, as `about` on the page shows it. */
export interface About {
  version: string;
  kernels: "compiled" | "interpreted";
  python: string;
}

/** Where tables are stored: durably, or in memory only and why. */
export type StorageState = "stored" | "forbidden" | "full" | "broken";

/** The status, content type and body of an answer, as a server would send it. */
export interface Reply {
  status: number;
  kind: string;
  text: string;
}

/** A stored table as the page may list it without the engine. */
export interface Shelved {
  id: string;
  head: string;
}

/** A whole table as it is stored. */
export interface StoredTable {
  head: string;
  entries: string[];
}

export type ToWorker =
  /** `pace`: how long a bot waits before its move, in seconds; null for the usual time. */
  | { type: "start"; engine: EngineFiles; database: string | null; pace: number | null }
  | { type: "ask"; number: number; method: string; path: string; body: string | null }
  | { type: "connect"; number: number; table: string; since: number | null }
  | { type: "frame"; number: number; text: string }
  | { type: "close"; number: number }
  /** Hold a table in this window, even if another window holds it. */
  | { type: "take"; number: number; table: string }
  | { type: "shelf"; number: number }
  | { type: "export"; number: number; table: string }
  | { type: "remove"; number: number; table: string }
  /** Are you alive? */
  | { type: "ping"; number: number };

export type FromWorker =
  | { type: "ready"; about: About }
  | { type: "failed"; reason: string }
  | { type: "answer"; number: number; reply: Reply }
  | { type: "opened"; number: number }
  | { type: "frame"; number: number; text: string }
  | { type: "closed"; number: number; code: number; reason: string }
  | { type: "progress"; number: number; done: number; of: number }
  | { type: "storage"; state: StorageState }
  | { type: "shelf"; number: number; tables: Shelved[] }
  | { type: "exported"; number: number; table: StoredTable | null }
  | { type: "done"; number: number }
  | { type: "refused"; number: number; reason: string }
  | { type: "pong"; number: number };

/** The code of a table that is open in another window of this browser. */
export const ELSEWHERE = "other-window";
