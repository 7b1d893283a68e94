// Editions and options of Chromino.

import type { Key } from "../../i18n/index.svelte";
import { FIRST, type OptionChoice, type OptionLabel } from "../options";
import type { SetupUi } from "../ui";

/** There are no more tiles to be drawn than this. */
const MOST_DRAWS = 79;

/** An option whose values have words of their own. The first value is the usual one, unless an edition has another. */
function choice(name: string, values: readonly string[], ofEdition: Readonly<Record<string, string>> = {}): OptionChoice {
  const label = `option.${name}` as Key;
  return {
    name,
    label,
    values: values.map((value) => ({ value, label: `option.${name}.${value}` as Key })),
    describe: (value) => ({ label: values.includes(value) ? (`option.${name}.${value}` as Key) : label }),
    usual: (value, edition) => value === (ofEdition[edition] ?? values[0]),
  };
}

/** How often a seat may draw in a turn (C16): any number is possible. */
export function drawLimit(value: string): OptionLabel {
  if (value === "1" || value === "none") return { label: `option.draw-limit.${value}` };
  return { label: "option.draw-limit.many", values: { n: Number(value) } };
}

const DRAW_LIMIT: OptionChoice = {
  name: "draw-limit",
  label: "option.draw-limit",
  values: ["1", "3", "4", "5", "none"].map((value) => ({ value, ...drawLimit(value) })),
  describe: drawLimit,
  usual: (value) => value === "1",
  number: { other: "option.draw-limit.other", field: "option.draw-limit.most", start: 6, most: MOST_DRAWS },
};

export const setup: SetupUi = {
  editions: ["classic", "joker", "meccano"],
  players: [1, 8],
  options: [
    DRAW_LIMIT,
    choice("draw-on", ["must", "may"], { joker: "may" }),
    choice("draw-when-able", ["no", "last-tile-shown", "yes"], { meccano: "last-tile-shown" }),
    choice("hands", ["hidden", "open"]),
    choice("scoring", ["none", "expert", "contacts"]),
    choice("junior", ["no", "ends", "squares"]),
    FIRST,
  ],
  first: (edition) => (edition === "meccano" ? "drawn" : "random"),
  seatLabel: () => null,
};
