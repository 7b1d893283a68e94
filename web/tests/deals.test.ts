import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";
import { check, keptFor, newSeal, owed, remember, sealOf } from "../src/live/deals";
import { sha256 } from "../src/live/sha256";
import type { Snapshot, TableInfo } from "../src/wire";

const RECORD = readFileSync(new URL("../../docs/mixed.txt", import.meta.url), "utf-8");
const value = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(RECORD)![1]!;
const DEALT = sha256(value("seed"));
const SEALS = [value("seal-1"), value("seal-2")];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
});

function table(deal: Partial<TableInfo["deal"]>, more: Partial<TableInfo> = {}): TableInfo {
  return { id: "t", status: "waiting", commitment: "hash", deal: { seals: [null, null], missing: [], contributions: null, secret: null, ...deal }, ...more } as TableInfo;
}

it("hashes as everybody does", () => {
  for (const text of ["", "abc", "a".repeat(55), "a".repeat(56), "a".repeat(64), "é✓".repeat(100), "x".repeat(5000)]) {
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});

it("contributes what it sealed, and only when the table waits for it", () => {
  const seal = newSeal();
  const at = (missing: number[], seals: (string | null)[]): Snapshot => ({ table: table({ missing, seals }), you: { seats: [2], undo: [], no_undo: [null] } }) as unknown as Snapshot;
  expect(owed(at([], [null, seal]))).toBeNull();
  expect(owed(at([1], [seal, null]))).toBeNull();
  expect(owed(at([2], [null, "0".repeat(64)]))).toBeNull();
  const contribution = owed(at([1, 2], [null, seal]))!;
  expect(contribution.seat).toBe(2);
  expect(contribution.contribution).toMatch(/^[0-9a-f]{64}$/);
  expect(sealOf(contribution.contribution)).toBe(seal);
  expect(newSeal()).not.toBe(seal);
});

it("keeps what a table showed first, and the seals once every seat is taken", () => {
  remember(table({ seals: ["a", null] }));
  expect(keptFor("t")).toEqual({ hash: "hash", seals: null });
  remember(table({ seals: ["a", "b"], missing: [1] }, { commitment: "another" }));
  remember(table({ seals: ["c", "d"], missing: [1] }));
  expect(keptFor("t")).toEqual({ hash: "hash", seals: ["a", "b"] });
  remember(table({}, { id: "u", status: "over" }));
  expect(keptFor("u")).toBeNull();
});

it("agrees with the server about a deal", () => {
  const kept = { hash: value("secret-hash"), seals: SEALS };
  expect(check(RECORD, DEALT, 2, kept)).toMatchObject({ kind: "mixed", contributed: [1, 2], unopened: [] });
  expect(check(RECORD, DEALT, 2, null).kind).toBe("mixed");
});

it("notices what was changed", () => {
  const kept = { hash: value("secret-hash"), seals: SEALS };
  expect(check(RECORD, DEALT, 2, { ...kept, hash: "0".repeat(64) }).kind).toBe("wrong");
  expect(check(RECORD, DEALT, 2, { ...kept, seals: ["0".repeat(64), SEALS[1]!] }).kind).toBe("broken");
  expect(check(RECORD, sha256("another seed"), 2, kept).kind).toBe("broken");
  const other = RECORD.replace(/^(contribution-2: ).*$/m, `$1${"0".repeat(64)}`);
  expect(check(other, DEALT, 2, kept).kind).toBe("broken");
  const secret = RECORD.replace(/^(secret: ).*$/m, "$1another");
  expect(check(secret, DEALT, 2, null).kind).toBe("wrong");
});

it("says whose number did not come", () => {
  const record = `seed: 7\ncommitment: ${sha256("7")}\nseal-2: ${SEALS[1]}\n`;
  expect(check(record, sha256("7"), 2, null)).toMatchObject({ kind: "right", contributed: [], unopened: [2] });
  expect(check("seed: 7\n", sha256("7"), 2, null).kind).toBe("none");
});
