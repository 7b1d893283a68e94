// Options of Florentine Dominoes.

import { FIRST, UNSET, type OptionChoice } from "../options";
import type { SetupUi } from "../ui";

const RANDOM = "random";

/** Which colour each seat has: in the order of the seats unless a table says otherwise. */
const COLOURS: OptionChoice = {
  name: "colours",
  label: "option.colours",
  values: [
    { value: UNSET, label: "option.colours.order" },
    { value: RANDOM, label: "option.colours.random" },
  ],
  describe: (value) => ({ label: value === RANDOM ? "option.colours.random" : "option.colours.order" }),
  usual: (value) => value !== RANDOM,
};

const SEAT_COLOURS = ["colour.fR", "colour.fB", "colour.fG", "colour.fO"] as const;

export const setup: SetupUi = {
  editions: ["classic"],
  players: [2, 4],
  options: [FIRST, COLOURS],
  first: () => "random",
  seatLabel: (seat) => SEAT_COLOURS[seat - 1] ?? null,
};
