// What a table may choose, as data: the values of each option by the names that records use.

import type { Key, Values } from "../i18n/index.svelte";
import type { GameName, SeatRequest, TableInfo } from "../wire";

/** A value of an option, and how it is called. */
export interface OptionValue {
  value: string;
  label: Key;
  values?: Values;
}

export interface OptionChoice {
  name: string;
  label: Key;
  values: OptionValue[];
}

function values(name: string, ...all: string[]): OptionValue[] {
  return all.map((value) => ({ value, label: `option.${name}.${value}` as Key }));
}

/** How often one may draw in a turn (C16): any number will do. */
export function limit(value: string): OptionValue {
  if (value === "1" || value === "none") return { value, label: `option.draw-limit.${value}` };
  return { value, label: "option.draw-limit.many", values: { n: Number(value) } };
}

/** There are not more tiles to be drawn than this. */
export const MOST_DRAWS = 79;

/** Who begins is asked apart: it names seats. */
export const OPTIONS: Record<GameName, OptionChoice[]> = {
  chromino: [
    { name: "draw-limit", label: "option.draw-limit", values: ["1", "3", "4", "5", "none"].map(limit) },
    { name: "draw-when-able", label: "option.draw-when-able", values: values("draw-when-able", "no", "last-tile-shown", "yes") },
    { name: "hands", label: "option.hands", values: values("hands", "hidden", "open") },
    { name: "scoring", label: "option.scoring", values: values("scoring", "none", "expert", "contacts") },
    { name: "junior", label: "option.junior", values: values("junior", "no", "ends", "squares") },
  ],
  florentine: [],
};

/** What a table has if it chooses nothing. */
const PLAIN: Readonly<Record<string, string>> = { "draw-limit": "1", hands: "hidden", scoring: "none", junior: "no" };

function plain(name: string, edition: string | undefined): string | undefined {
  return name === "draw-when-able" ? (edition === "meccano" ? "last-tile-shown" : "no") : PLAIN[name];
}

type Agreed = Pick<TableInfo, "game" | "options" | "clock" | "help">;

/** Something that was agreed, in words. */
export interface Line {
  label: Key;
  value: Key;
  values?: Values;
}

function lines({ game, options, clock, help }: Agreed): (Line & { usual: boolean })[] {
  const chosen: (Line & { usual: boolean })[] = OPTIONS[game].flatMap(({ name, label, values }) => {
    const value = options[name];
    if (value === undefined) return [];
    const { label: said, values: filled } = name === "draw-limit" ? limit(value) : (values.find((each) => each.value === value) ?? { label });
    return [{ label, value: said, ...(filled ? { values: filled } : {}), usual: value === plain(name, options["edition"]) }];
  });
  const { first, colours } = options;
  if (first !== undefined && first !== "drawn") {
    const named = /^\d+$/.test(first);
    chosen.push({ label: "option.first", ...(named ? { value: "seat.number" as const, values: { n: Number(first) } } : { value: "option.first.random" as const }), usual: !named });
  }
  if (colours !== undefined) {
    const random = colours === "random";
    chosen.push({ label: "option.colours", value: random ? "option.colours.random" : "option.colours.order", usual: !random });
  }
  const amount = clock.kind === "move" ? clock.seconds : clock.kind === "days" ? clock.days : "";
  const timed = CLOCKS.find((each) => each === (clock.kind === "none" ? "none" : `${clock.kind}-${amount}`));
  return [
    ...chosen,
    ...(timed ? [{ label: "setup.clock", value: `clock.${timed}` as Key, usual: timed === "none" } as const] : []),
    { label: "setup.help", value: help ? "on" : "off", usual: help },
  ];
}

function bare({ usual: _, ...line }: Line & { usual: boolean }): Line {
  return line;
}

/** All that holds at a table: for those who play at it. */
export function agreed(table: Agreed): Line[] {
  return lines(table).map(bare);
}

/** What makes a table different from others: for those who are invited to it. */
export function particulars(table: Agreed): Line[] {
  return lines(table).filter((line) => !line.usual).map(bare);
}

export const PLAYERS: Record<GameName, [number, number]> = { chromino: [1, 8], florentine: [2, 4] };
export const LEVELS = ["beginner", "casual", "steady", "sharp", "master"] as const;

export const CLOCKS = ["none", "move-30", "move-60", "move-180", "days-1", "days-3", "days-7"] as const;
export type ClockChoice = (typeof CLOCKS)[number];

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
