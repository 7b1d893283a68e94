// The rules of each edition as data: which paragraphs make its page, in which order, and which pictures go with them.
// The words are in i18n/rules; a test finds clauses that are missing on the page of an edition.

import type { Section } from "../ui";

const PLACING = { title: "placing", figures: ["contacts", "clash", "wild", "many"] } as const;
const COUNTED = { title: "conundrums", text: ["C36", "C8"], figures: ["conundrum"] } as const;

export const PAGES: Readonly<Record<string, readonly Section[]>> = {
  classic: [
    { title: "aim", text: ["aim", "age"] },
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
    { title: "variants", text: ["C37", "C16.joker", "C17.agreed", "C19.open"] },
    { title: "points", text: ["C29.joker", "C30", "C31.also", "C32"], figures: ["six.joker", "three", "five"] },
    { title: "junior", text: ["C34", "C33.also", "C35"], figures: ["squares"] },
    COUNTED,
  ],
  meccano: [
    { title: "aim", text: ["aim", "age.meccano"] },
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
};
