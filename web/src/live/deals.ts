// The hashes of deals that were shown when games began: a deal that is checked afterwards is compared with what this
// browser saw, not with what it is told later.

const KEY = "tessella.deals";
/** The number of games whose hashes are kept. */
const MOST = 200;

function load(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as [string, string][]) : [];
  } catch {
    return []; // storage may be forbidden, or hold something else
  }
}

/** Keeps the hash that is shown for a table; the first one counts. */
export function remember(id: string, hash: string): void {
  const before = load();
  if (hash === "" || before.some(([each]) => each === id)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...before, [id, hash]].slice(-MOST)));
  } catch {
    // Then the record itself says what was promised.
  }
}

/** The hash that was shown for a table when this browser first saw it; null if it is not known. */
export function promisedFor(id: string): string | null {
  return load().find(([each]) => each === id)?.[1] ?? null;
}
