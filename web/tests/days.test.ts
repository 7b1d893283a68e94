import { afterEach, describe, expect, it } from "vitest";
import { dayBefore, firstOfWeek, hoursAndMinutes, isDay, monthAfter, regional, shifted, today, untilTomorrow, weekdays, weeksOf } from "../src/conundrum/days";

const ZONE = process.env["TZ"];
const HOUR = 3_600_000;

/** Lets dates be those of a time zone. */
function at(zone: string): void {
  process.env["TZ"] = zone;
}

afterEach(() => {
  if (ZONE === undefined) delete process.env["TZ"];
  else process.env["TZ"] = ZONE;
});

describe("the day here", () => {
  it.each([
    ["Pacific/Kiritimati", "2026-03-02"],
    ["Europe/Berlin", "2026-03-01"],
    ["Pacific/Pago_Pago", "2026-02-28"],
  ])("is that of the place, in %s", (zone, day) => {
    at(zone);
    expect(today(new Date("2026-03-01T10:30:00Z"))).toBe(day);
  });

  it("ends after 23, 24 or 25 hours", () => {
    at("Europe/Berlin");
    for (const [day, hours] of [["2026-03-28", 24], ["2026-03-29", 23], ["2026-10-25", 25]] as const) {
      const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
      const midnight = new Date(year, month - 1, date);
      expect(untilTomorrow(midnight), day).toBe(hours * HOUR);
      expect(today(new Date(midnight.getTime() + untilTomorrow(midnight)))).toBe(shifted(day, 1));
      expect(today(new Date(midnight.getTime() + untilTomorrow(midnight) - 1))).toBe(day);
    }
  });

  it("ends at a midnight that there is not", () => {
    // Summer time began at midnight there.
    at("America/Sao_Paulo");
    const before = new Date(2018, 10, 3, 23, 0);
    expect(today(new Date(before.getTime() + untilTomorrow(before)))).toBe("2018-11-04");
  });
});

it("writes how long it is until then", () => {
  expect([hoursAndMinutes(7 * HOUR), hoursAndMinutes(61_000), hoursAndMinutes(1), hoursAndMinutes(0)]).toEqual(["7:00", "0:02", "0:01", "0:01"]);
});

it("knows a day from other texts", () => {
  expect(["2026-02-28", "2028-02-29"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "abc", "", "2026-03-01x"].some(isDay)).toBe(false);
});

it("counts days and months on", () => {
  expect([dayBefore("2026-03-01"), shifted("2026-12-31", 1), shifted("2026-03-29", 1)]).toEqual(["2026-02-28", "2027-01-01", "2026-03-30"]);
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1), monthAfter("2026-05", 1)]).toEqual(["2027-01", "2025-12", "2026-06"]);
});

it("lays a month out in weeks, each day once and in its column", () => {
  for (const first of [0, 1, 6]) {
    const weeks = weeksOf("2026-03", first);
    const days = weeks.flat().filter((day) => day !== null);
    expect(days).toHaveLength(31);
    expect(new Set(days).size).toBe(31);
    for (const week of weeks) {
      expect(week).toHaveLength(7);
      week.forEach((day, i) => day !== null && expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe((first + i) % 7));
    }
  }
  expect(weeksOf("2026-02", 0)).toHaveLength(4);
});

it("begins a week as the language does", () => {
  expect(firstOfWeek("de")).toBe(1);
  expect(firstOfWeek(regional("en", ["fr-FR", "en-GB"]))).toBe(1);
  expect([regional("en", ["en-US"]), regional("ca", ["es-ES"])]).toEqual(["en-US", "ca"]);
  expect(weekdays("en", 1)[0]).toBe("Mon");
});
