// The options that a table may choose, as data: their values by the names that records use.

import type { Key, Values } from "../i18n/index.svelte";

/** How a value of an option is called. */
export interface OptionLabel {
  label: Key;
  values?: Values;
}

export interface OptionValue extends OptionLabel {
  value: string;
}

export interface OptionChoice {
  name: string;
  label: Key;
  /** The values on offer. The first is what a table has if neither it nor its edition says otherwise. */
  values: readonly OptionValue[];
  /** How any value is called, also one that is not on offer. */
  describe(value: string): OptionLabel;
  /** Whether the value is what tables of the edition mostly have. */
  usual(value: string, edition: string): boolean;
  /** Another number may be entered: the label of that choice, the label of the field, and the bounds. */
  number?: { other: Key; field: Key; start: number; most: number };
}

/** The value of a choice that leaves the option out. */
export const UNSET = "";

/** Who begins. The seats are its values, besides these; "drawn" is for editions where the tiles decide. */
export const FIRST: OptionChoice = {
  name: "first",
  label: "option.first",
  values: [{ value: "random", label: "option.first.random" }],
  describe: (value) => (/^\d+$/.test(value) ? { label: "seat.number", values: { n: Number(value) } } : { label: "option.first.random" }),
  usual: (value) => !/^\d+$/.test(value),
};
