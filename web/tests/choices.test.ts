import { expect, it } from "vitest";
import { drawLimit } from "../src/games/chromino/setup";
import { words } from "../src/i18n/index.svelte";
import { agreed, anotherSeat, nextPace, PACES, particulars, seatName } from "../src/screens/choices";
import type { SeatInfo, SeatRequest, TableInfo } from "../src/wire";

type Agreed = Parameters<typeof particulars>[0];

const person: SeatInfo = { kind: "person", name: "Ann", level: null, here: true, stood_in: false };
const rest = { hints: false, takebacks: false, seats: [person, person] };

function table(options: Record<string, string>, clock: TableInfo["clock"] = { kind: "none" }, help = true): Agreed {
  const usual = { edition: "classic", first: "random", "draw-limit": "1", "draw-on": "must", "draw-when-able": "no", hands: "hidden", scoring: "none", junior: "no" };
  return { game: "chromino", options: { ...usual, ...options }, clock, help, ...rest };
}

it("says of a table what is not as usual", () => {
  expect(particulars(table({}))).toEqual([]);
  expect(particulars(table({ hands: "open", "draw-when-able": "yes" }, { kind: "days", days: 3 }, false))).toEqual([
    { label: "option.draw-when-able", value: "option.draw-when-able.yes" },
    { label: "option.hands", value: "option.hands.open" },
    { label: "setup.clock", value: "clock.days-3" },
    { label: "setup.help", value: "off" },
  ]);
});

it("says to those who are invited that there are hints", () => {
  expect(particulars({ ...table({}), hints: true })).toEqual([{ label: "setup.hints", value: "on" }]);
});

it("says where one person plays whether moves can be taken back", () => {
  const bot: SeatInfo = { ...person, kind: "bot", name: null, level: "sharp" };
  expect(agreed({ ...table({}), takebacks: true, seats: [person, bot] }).at(-1)).toEqual({ label: "setup.takebacks", value: "on" });
});

it("goes on to every pace, and back to the first", () => {
  const seen = [...PACES].map(nextPace);
  expect([...seen].sort()).toEqual([...PACES].sort());
  expect(nextPace(PACES.at(-1)!)).toBe(PACES[0]);
});

it("knows what is usual in the edition", () => {
  const meccano = { edition: "meccano", first: "drawn" };
  expect(particulars(table({ ...meccano, "draw-when-able": "last-tile-shown" }))).toEqual([]);
  expect(particulars(table({ ...meccano, "draw-when-able": "no" }))).toEqual([{ label: "option.draw-when-able", value: "option.draw-when-able.no" }]);
});

it("knows that drawing on is usually a choice in joker", () => {
  expect(particulars(table({ edition: "joker", "draw-on": "may" }))).toEqual([]);
  expect(particulars(table({ edition: "joker" }))).toEqual([{ label: "option.draw-on", value: "option.draw-on.must" }]);
});

it("says of a table all that was agreed", () => {
  expect(agreed(table({ first: "2", "draw-limit": "7", junior: "ends" })).map((line) => [line.value, line.values])).toEqual([
    ["option.draw-limit.many", { n: 7 }],
    ["option.draw-on.must", undefined],
    ["option.draw-when-able.no", undefined],
    ["option.hands.hidden", undefined],
    ["option.scoring.none", undefined],
    ["option.junior.ends", undefined],
    ["seat.number", { n: 2 }],
    ["clock.none", undefined],
    ["on", undefined],
    ["off", undefined],
  ]);
  const florentine: Agreed = { game: "florentine", options: { edition: "classic", first: "random", colours: "random" }, clock: { kind: "none" }, help: false, ...rest };
  expect(agreed(florentine).map((line) => line.value)).toEqual(["option.first.random", "option.colours.random", "clock.none", "off", "off"]);
});

it("has a word for every number of draws", () => {
  expect(drawLimit("1").label).toBe("option.draw-limit.1");
  expect(drawLimit("none").label).toBe("option.draw-limit.none");
  expect(drawLimit("12")).toEqual({ label: "option.draw-limit.many", values: { n: 12 } });
});

it("adds a seat of the kind that the last one has", () => {
  const kind = (...seats: SeatRequest[]): SeatRequest => anotherSeat(seats);
  expect(kind({ kind: "me" })).toEqual({ kind: "bot", level: "casual" });
  expect(kind({ kind: "me" }, { kind: "bot", level: "master" })).toEqual({ kind: "bot", level: "master" });
  expect(kind({ kind: "me" }, { kind: "open" })).toEqual({ kind: "open" });
  // Another person has another name.
  expect(kind({ kind: "device", name: "Ben" }, { kind: "me" })).toEqual({ kind: "device" });
});

it("numbers those without a name among their kind", async () => {
  await words.load("en");
  const seats: SeatRequest[] = [{ kind: "me" }, { kind: "bot" }, { kind: "device", name: "Ben" }, { kind: "device" }, { kind: "open" }, { kind: "bot" }, { kind: "device" }];
  expect(seats.map((_, i) => seatName(seats, i + 1))).toEqual(["You", "Ada", "Ben", "Guest 2", "Seat 5", "Bruno", "Guest 3"]);
});
