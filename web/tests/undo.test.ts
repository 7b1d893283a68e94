import { expect, it } from "vitest";
import { undoable, undoSeat, whyNoUndo } from "../src/table/undo";
import type { Known } from "../src/live/state";
import type { NoUndo, SeatInfo } from "../src/wire";

function known(no_undo: (NoUndo | null)[]): Known {
  const seats = no_undo.map((_, i) => i + 1);
  return { you: { seats, no_undo, undo: seats.filter((seat) => no_undo[seat - 1] === null) } } as unknown as Known;
}

it("offers what the server allows", () => {
  expect(undoSeat(known([null]), 1, null)).toBe(1);
  expect(undoSeat(known(["acted"]), 1, null)).toBeNull();
  expect(undoSeat(known([]), null, null)).toBeNull();
});

it("lets the one who played take it back until the next hand was seen", () => {
  const table = known([null, "acted"]);
  // The first player still holds the device.
  expect(undoSeat(table, 1, { covered: false, seen: false })).toBe(1);
  // It is handed over, but nobody has looked.
  expect(undoSeat(table, null, { covered: true, seen: false })).toBe(1);
  // The second player has looked, and perhaps loaded the page anew.
  expect(undoSeat(table, 2, { covered: false, seen: true })).toBeNull();
  expect(undoSeat(table, null, { covered: true, seen: true })).toBeNull();
});

it("says why, but not of what nobody misses", () => {
  expect(whyNoUndo(known(["revealed"]), 1)).toBe("revealed");
  expect(whyNoUndo(known(["nothing", "acted"]), 2)).toBe("acted");
  expect(whyNoUndo(known(["nothing"]), 1)).toBeNull();
  expect(whyNoUndo(known(["stood-in"]), 1)).toBeNull();
  expect(whyNoUndo(known(["acted"]), null)).toBeNull();
});

it("lays a dropped piece at once only where that can be undone", () => {
  const person: SeatInfo = { kind: "person", name: null, level: null, here: true, stood_in: false };
  const bot: SeatInfo = { ...person, kind: "bot" };
  expect(undoable({ takebacks: true, seats: [person, bot] }, true)).toBe(true);
  expect(undoable({ takebacks: false, seats: [person, bot] }, false)).toBe(false);
  expect(undoable({ takebacks: false, seats: [person, person] }, false)).toBe(true);
  expect(undoable({ takebacks: false, seats: [person, person] }, true)).toBe(false);
  expect(undoable({ takebacks: false, seats: [person, { ...person, stood_in: true }] }, false)).toBe(false);
});
