// What was done in a conundrum, step by step, as one short text: a letter for each step.

/** The piece of a right step, by its number from 0. */
const PIECES = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const WRONG = "-";
export const HINT = "?";
/** A solution was shown. */
export const SHOWN = "!";

const SIGNS: Readonly<Record<string, string>> = { [WRONG]: "✕", [HINT]: "💡", [SHOWN]: "👁" };
/** Circled digits run to 20 in one row of Unicode. */
const CIRCLED = 0x2460;
/** A longer history does not fit into a message. */
const MOST_SIGNS = 60;

/** Whether a text that was stored is a history. */
export function isHistory(text: unknown): text is string {
  return typeof text === "string" && text.length <= 10_000 && /^[1-9A-Z\-?!]*$/.test(text);
}

export function step(piece: number): string {
  return PIECES[piece] ?? PIECES.at(-1)!;
}

function count(history: string, sign: string): number {
  return history.split(sign).length - 1;
}

export interface Tally {
  wrong: number;
  hints: number;
  shown: number;
}

export function tally(history: string): Tally {
  return { wrong: count(history, WRONG), hints: count(history, HINT), shown: count(history, SHOWN) };
}

/** The history in signs that give nothing away: which piece came when, and what went wrong in between. */
export function signs(history: string): string {
  const all = [...history].map((each) => SIGNS[each] ?? String.fromCodePoint(CIRCLED + Math.min(19, PIECES.indexOf(each))));
  return all.length <= MOST_SIGNS ? all.join("") : `${all.slice(0, MOST_SIGNS - 1).join("")}…`;
}

/** A level as dots: "●●●○○". */
export function dots(level: number, levels: number): string {
  return "●".repeat(level) + "○".repeat(levels - level);
}

export interface Solved {
  /** The game, and the day or the kind. */
  title: string;
  level: number;
  levels: number;
  time: string;
  history: string;
  link: string;
}

/** A result to be shared; it shows neither the board nor where anything goes. */
export function resultText({ title, level, levels, time, history, link }: Solved): string {
  const { wrong, hints } = tally(history);
  const head = [dots(level, levels), `⏱ ${time}`, `✕ ${wrong}`, ...(hints > 0 ? [`💡 ${hints}`] : [])].join("  ");
  return [title, head, signs(history), link].filter((line) => line !== "").join("\n");
}
