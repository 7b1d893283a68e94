// The deals of games: this browser's contributions to them, and what the tables showed before they were fixed. A deal
// that is checked afterwards is compared with what this browser saw, not with what it is told later.

import { header } from "../games/record";
import type { Contribution, Snapshot, TableInfo } from "../wire";
import { sha256 } from "./sha256";

/** What a table showed before its deal: the hash of the server's secret, and the seals by seat, once all were there. */
interface Kept {
  hash: string;
  seals: readonly (string | null)[] | null;
}

const DEALS = "tessella.deals";
const SEALS = "tessella.seals";
/** The number of games of which that is kept, and of contributions that may still be asked for. */
const MOST = 200;
const MOST_SEALS = 50;
/** For a browser that forbids to store anything. */
const sealed = new Map<string, string>();

type StoredDeal = [id: string, hash: string, seals?: (string | null)[]];

function load<T>(key: string): T[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? (stored as T[]) : [];
  } catch {
    return []; // storage may be forbidden, or hold something else
  }
}

function store(key: string, values: readonly unknown[], most: number): void {
  try {
    localStorage.setItem(key, JSON.stringify(values.slice(-most)));
  } catch {
    // Then the record itself says what was promised.
  }
}

export function sealOf(contribution: string): string {
  return sha256(`tessella contribution 1\n${contribution}\n`);
}

/** Draws a contribution to a deal, keeps it, and gives its seal. */
export function newSeal(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const contribution = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const seal = sealOf(contribution);
  sealed.set(seal, contribution);
  store(SEALS, [...load<[string, string]>(SEALS), [seal, contribution]], MOST_SEALS);
  return seal;
}

function contributionFor(seal: string | null | undefined): string | null {
  if (!seal) return null;
  return sealed.get(seal) ?? load<[string, string]>(SEALS).find(([each]) => each === seal)?.[1] ?? null;
}

/** What this browser contributes to the deal of a table now; null if the table waits for nothing of it. */
export function owed({ table, you }: Snapshot): Contribution | null {
  for (const seat of you.seats.filter((each) => table.deal.missing.includes(each))) {
    const contribution = contributionFor(table.deal.seals[seat - 1]);
    if (contribution !== null) return { seat, contribution };
  }
  return null;
}

/** Keeps what a table shows before its deal; what it showed first counts. Seals count once every seat is taken. */
export function remember({ id, status, commitment, deal }: TableInfo): void {
  if (status === "over" || commitment === "") return;
  const before = load<StoredDeal>(DEALS);
  const known = before.find(([each]) => each === id);
  const seals = deal.missing.length > 0 ? deal.seals : undefined;
  if (known && (known[2] || !seals)) return;
  const kept: StoredDeal = [id, known?.[1] ?? commitment, ...(seals ? [seals] : [])] as StoredDeal;
  store(DEALS, [...before.filter((each) => each !== known), kept], MOST);
}

/** What a table showed before its deal, as far as this browser saw it; null if it is not known. */
export function keptFor(id: string): Kept | null {
  const known = load<StoredDeal>(DEALS).find(([each]) => each === id);
  return known ? { hash: known[1], seals: known[2] ?? null } : null;
}

/** What the check of a deal says. */
export interface Verdict {
  /** `none`: nothing was fixed before; `broken`: the hash is right, but the parts of the deal do not fit together. */
  kind: "none" | "right" | "wrong" | "mixed" | "broken";
  hash: string;
  promised: string;
  /** The seats whose contributions are in the deal, and those whose seals were not opened. */
  contributed: number[];
  unopened: number[];
}

function bySeat(record: string, name: string, players: number): (string | null)[] {
  return Array.from({ length: players }, (_, i) => header(record, `${name}-${i + 1}`));
}

/** Checks the deal of a record. `dealt` is the hash of its seed, `kept` what this browser saw before the deal. */
export function check(record: string, dealt: string, players: number, kept: Kept | null): Verdict {
  const secret = header(record, "secret");
  const hash = secret === null ? dealt : sha256(secret);
  const promised = kept?.hash ?? header(record, secret === null ? "commitment" : "secret-hash");
  const seals = bySeat(record, "seal", players);
  const contributions = secret === null ? [] : bySeat(record, "contribution", players);
  const seats = Array.from({ length: players }, (_, i) => i + 1);
  const verdict = {
    hash,
    promised: promised ?? "",
    contributed: seats.filter((seat) => contributions[seat - 1]),
    unopened: seats.filter((seat) => seals[seat - 1] && !contributions[seat - 1]),
  };
  if (promised === null) return { ...verdict, kind: "none" };
  if (promised !== hash) return { ...verdict, kind: "wrong" };
  const shown = kept?.seals?.every((seal, i) => seal === seals[i]) ?? true;
  const opened = contributions.every((text, i) => text === null || sealOf(text) === seals[i]);
  if (!shown || !opened) return { ...verdict, kind: "broken" };
  if (secret === null) return { ...verdict, kind: "right" };
  const lines = verdict.contributed.map((seat) => `seat ${seat} ${contributions[seat - 1]}\n`);
  const seed = sha256(`tessella deal 1\nsecret ${secret}\n${lines.join("")}`);
  return { ...verdict, kind: seed === header(record, "seed") && sha256(seed) === dealt ? "mixed" : "broken" };
}
