// What a table may choose, as data: the values of each option by the names that records use.

import type { Key } from "../i18n/index.svelte";
import type { GameName, SeatAsked } from "../wire";

export interface OptionChoice {
  name: string;
  label: Key;
  values: { value: string; label: Key }[];
}

function values(name: string, ...all: string[]): { value: string; label: Key }[] {
  return all.map((value) => ({ value, label: `option.${name}.${value}` as Key }));
}

/** Who begins is asked apart: it names seats. */
export const OPTIONS: Record<GameName, OptionChoice[]> = {
  chromino: [
    { name: "draw-limit", label: "option.draw-limit", values: values("draw-limit", "1", "3", "4", "5", "none") },
    { name: "draw-when-able", label: "option.draw-when-able", values: values("draw-when-able", "no", "last-tile-shown", "yes") },
    { name: "hands", label: "option.hands", values: values("hands", "hidden", "open") },
    { name: "scoring", label: "option.scoring", values: values("scoring", "none", "expert", "contacts") },
    { name: "junior", label: "option.junior", values: values("junior", "no", "ends", "squares") },
  ],
  florentine: [],
};

export const PLAYERS: Record<GameName, [number, number]> = { chromino: [1, 8], florentine: [2, 4] };
export const LEVELS = ["beginner", "casual", "steady", "sharp", "master"] as const;

export const CLOCKS = ["none", "move-30", "move-60", "move-180", "days-1", "days-3", "days-7"] as const;
export type ClockChoice = (typeof CLOCKS)[number];

/** The seats that a way to play begins with. */
export function seatsFor(way: string): SeatAsked[] {
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
