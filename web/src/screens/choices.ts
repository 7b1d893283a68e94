// What a table has agreed on, in words; and the clocks, levels and seats that a table may choose.

import { gameUi } from "../games";
import { nameOf } from "../games/describe";
import { FIRST, type OptionLabel } from "../games/options";
import { t, type Key, type Values } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import type { Pace, SeatRequest, TableInfo } from "../wire";

type Agreed = Pick<TableInfo, "game" | "options" | "clock" | "help" | "hints" | "takebacks" | "seats">;

/** Something that was agreed, in words. */
export interface Line {
  label: Key;
  value: Key;
  values?: Values;
}

interface RatedLine extends Line {
  /** Most tables have it. */
  usual: boolean;
}

function line(label: Key, { label: value, values }: OptionLabel, usual: boolean): RatedLine {
  return { label, value, ...(values ? { values } : {}), usual };
}

function lines({ game, options, clock, help, hints, takebacks, seats }: Agreed): RatedLine[] {
  const alone = seats.filter(({ kind }) => kind !== "bot").length === 1;
  const edition = options["edition"] ?? "";
  const chosen = gameUi(game).setup.options.flatMap((option) => {
    const value = options[option.name];
    // Where the pieces decide who begins, there is nothing to say.
    if (value === undefined || (option === FIRST && value === "drawn")) return [];
    return [line(option.label, option.describe(value), option.usual(value, edition))];
  });
  const amount = clock.kind === "move" ? clock.seconds : clock.kind === "days" ? clock.days : "";
  const timed = CLOCKS.find((each) => each === (clock.kind === "none" ? "none" : `${clock.kind}-${amount}`));
  return [
    ...chosen,
    ...(timed ? [line("setup.clock", { label: `clock.${timed}` as Key }, timed === "none")] : []),
    line("setup.help", { label: help ? "on" : "off" }, help),
    line("setup.hints", { label: hints ? "on" : "off" }, !hints),
    ...(alone ? [line("setup.takebacks", { label: takebacks ? "on" : "off" }, !takebacks)] : []),
  ];
}

function plain({ usual: _, ...rest }: RatedLine): Line {
  return rest;
}

/** All that holds at a table: for those who play at it. */
export function agreed(table: Agreed): Line[] {
  return lines(table).map(plain);
}

/** What makes a table different from others: for those who are invited to it. */
export function particulars(table: Agreed): Line[] {
  return lines(table).filter((each) => !each.usual).map(plain);
}

export const LEVELS = ["beginner", "casual", "steady", "sharp", "master"] as const;

export const PACES = ["slow", "normal", "quick", "at-once"] as const satisfies readonly Pace[];

/** The pace after this one, round and round. */
export function nextPace(pace: Pace): Pace {
  return PACES[(PACES.indexOf(pace) + 1) % PACES.length]!;
}

export const CLOCKS = ["none", "move-30", "move-60", "move-180", "days-1", "days-3", "days-7"] as const;
export type ClockChoice = (typeof CLOCKS)[number];

/** One more seat, of the kind that the others have. */
export function anotherSeat(seats: readonly SeatRequest[]): SeatRequest {
  const last = seats.findLast(({ kind }) => kind !== "me") ?? { kind: "bot" };
  return last.kind === "bot" ? { kind: "bot", level: last.level ?? "casual" } : { kind: last.kind };
}

/** The name that the player at a seat will have. */
export function seatName(seats: readonly SeatRequest[], seat: number): string {
  const own = settings.name.trim();
  const kind = seats[seat - 1]?.kind;
  if (kind === "open") return t("seat.number", { n: seat });
  if (kind === "me" && own === "") return t("you");
  // The table numbers all who have no name, its host among them.
  const people = seats.map((each) => ({
    kind: each.kind === "bot" || each.kind === "open" ? each.kind : ("person" as const),
    name: (each.kind === "me" ? own : each.name) || null,
  }));
  return nameOf(people, seat);
}

/** The seats that a way to play begins with. */
export function seatsFor(way: string): SeatRequest[] {
  switch (way) {
    case "friends":
      return [{ kind: "me" }, { kind: "open" }];
    case "device":
      return [{ kind: "me" }, { kind: "device" }];
    case "alone":
      return [{ kind: "me" }];
    default:
      return [{ kind: "me" }, { kind: "bot", level: "casual" }];
  }
}
