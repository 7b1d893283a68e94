import { beforeAll, expect, it } from "vitest";
import { botNumber, nameOf } from "../src/games/describe";
import { words } from "../src/i18n/index.svelte";
import type { SeatInfo } from "../src/wire";

const person = (name: string | null): SeatInfo => ({ kind: "person", name, level: null, here: true, stood_in: false });
const bot: SeatInfo = { kind: "bot", name: null, level: "steady", here: true, stood_in: false };

function names(seats: SeatInfo[]): string[] {
  return seats.map((_, i) => nameOf(seats, i + 1));
}

beforeAll(() => words.load("en"));

it("counts guests and bots by themselves, without gaps", () => {
  expect(names([person("Zoe"), bot, person(null), bot, person(null)])).toEqual(["Zoe", "Ada", "Guest 1", "Bruno", "Guest 2"]);
});

it("gives no two at a table the same name", () => {
  const seats = [person("ada"), person("Clara"), bot, bot, bot, bot, bot, bot];
  expect(new Set(names(seats).map((name) => name.toLowerCase())).size).toBe(seats.length);
  expect(seats.map((_, i) => botNumber(seats, i + 1)).slice(2)).toEqual([1, 3, 4, 5, 6, 7]);
});
