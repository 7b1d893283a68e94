// The rules of each edition as data: which paragraphs make its page, in which order, and which pictures go with them.
// A paragraph's key is the clause of the rules that it tells ("C5"), and after a dot what tells it apart from another
// of the same clause ("C5.corners"). The words are in i18n/rules; a test finds clauses that an edition's page lacks.

import type { GameName } from "../wire";
import type { FigureName } from "./figures";

export const EDITIONS = {
  chromino: ["classic", "joker", "meccano"],
  florentine: ["florentine"],
} as const satisfies Record<GameName, readonly string[]>;

export type EditionName = (typeof EDITIONS)[GameName][number];

export interface Section {
  /** The key of its title. */
  title: string;
  text: readonly string[];
  figures?: readonly FigureName[];
}

const PLACING = { title: "placing", figures: ["contacts", "clash", "wild", "many"] } as const;
const COUNTED = { title: "conundrums", text: ["C36", "C8"], figures: ["conundrum"] } as const;

export const PAGES: Record<EditionName, readonly Section[]> = {
  classic: [
    { title: "aim", text: ["aim"] },
    { title: "box", text: ["C1", "C2", "C3", "bag"] },
    { ...PLACING, text: ["C4", "C5", "C5.none", "C5.which", "C6", "C7"] },
    { title: "setup", text: ["C10", "C9", "C19", "C12", "C13"] },
    { title: "turn", text: ["C14", "C17", "C18"] },
    { title: "last", text: ["C20", "C21"] },
    { title: "end", text: ["C24", "C27"] },
    { title: "alone", text: ["C28"] },
    { title: "variants", text: ["C37", "C16", "C17.agreed", "C19.open"] },
    { title: "points", text: ["C29", "C30", "C31.also", "C32"], figures: ["six", "three", "five"] },
    { title: "junior", text: ["C33", "C34.also", "C35"], figures: ["ends"] },
    COUNTED,
  ],
  joker: [
    { title: "aim", text: ["aim"] },
    { title: "box", text: ["C1", "C2.joker", "C3", "bag.racks"] },
    { ...PLACING, text: ["C4", "C5", "C5.none", "C5.which", "C6.joker", "C7"] },
    { title: "setup", text: ["C10.joker", "C9", "C19", "C12.joker", "C13"] },
    { title: "turn", text: ["C14", "C17", "C18"] },
    { title: "last", text: ["C20", "C21.joker"] },
    { title: "end", text: ["C25", "C27"] },
    { title: "alone", text: ["C28"] },
    { title: "variants", text: ["C37", "C16", "C17.agreed", "C19.open"] },
    { title: "points", text: ["C29.joker", "C30", "C31.also", "C32"], figures: ["six", "three", "five"] },
    { title: "junior", text: ["C34", "C33.also", "C35"], figures: ["squares"] },
    COUNTED,
  ],
  meccano: [
    { title: "aim", text: ["aim"] },
    { title: "box", text: ["C1.meccano", "C3", "bag.racks"] },
    { ...PLACING, text: ["C4", "C5", "C5.none", "C5.which", "C7"], figures: ["contacts", "clash"] },
    { title: "setup", text: ["C9.meccano", "C19", "C11", "C12.meccano", "C13"] },
    { title: "turn", text: ["C15", "C18"] },
    { title: "last", text: ["C20", "C22", "C23", "C17.meccano"] },
    { title: "end", text: ["C26", "C27"] },
    { title: "variants", text: ["C37", "C16.meccano", "C17.agreed", "C19.open"] },
    { title: "points", text: ["C29.meccano", "C31", "C30.also", "C32"], figures: ["seventeen"] },
    { title: "junior", text: ["C33.meccano", "C34.also", "C35"] },
    COUNTED,
  ],
  florentine: [
    { title: "aim", text: ["aim.florentine"] },
    { title: "box", text: ["F1", "F2", "F3"] },
    { title: "setup", text: ["F4", "F5"] },
    { title: "turn", text: ["F6", "F7", "F8"] },
    { title: "cross", text: ["F9"] },
    { title: "square", text: ["F10"], figures: ["corners"] },
    { title: "fresh", text: ["F11"] },
    { title: "pool", text: ["F12", "F13"] },
    { title: "black", text: ["F14"], figures: ["rim"] },
    { title: "spaces", text: ["F15"], figures: ["closed"] },
    { title: "counting", text: ["F16"] },
  ],
};
